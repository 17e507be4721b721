"""Craps: all that the other rooms ask about it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from rackcard.games.craps import layout, messages, rules
from rackcard.games.craps.dice import PAIRS, Dice, Die
from rackcard.games.craps.examples import GUIDE
from rackcard.games.craps.phrases import CrapsPhrases
from rackcard.games.craps.play_wording import CrapsPlayWording, called, primer
from rackcard.games.craps.wording import WINDOWS, CrapsWording
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game, Outcome, OutcomeError
from rackcard.games.glyphs import Glyph, dice
from rackcard.games.layout import LaidWager, Layout
from rackcard.games.phrases import PhraseBook
from rackcard.games.play_log import DeviceTest, die_columns, faces_read, total_and_faces
from rackcard.games.primer import Primer


class Roll(NamedTuple):
    """Two dice as they were called."""

    first: int
    second: int


class Craps(Game):
    """Two dice, a come-out and a point."""

    name = "craps"
    unit = "roll"
    verb = "roll"
    outcomes_per_hour = 100
    outcomes = PAIRS
    mirror = {str(total): str(14 - total) for total in range(2, 13)}  # noqa: RUF012
    top = 12
    default_chance = "two dice"
    examples = {"chance": "two dice", "ends": "any seven", "wins": "2 rolled 2 times"}  # noqa: RUF012
    hints = {  # noqa: RUF012
        "chance": "two dice",
        "marks": "from seven to seven | over the shooter's hand",
        "ends": "any seven | seven-out | the line is decided | 6 or 7 rolled",
        "works": "with a point on",
        "requires": "a wager on craps: pass or dont-pass",
        "wins": "2 rolled 2 times | all of 2 3 4 5 6 rolled",
        "counts": "different numbers rolled | different points made | points made | line wins",
    }
    refusals = messages.REFUSALS
    card_errors = messages.CARD_ERRORS
    window_refusals = messages.WINDOWS
    wording = CrapsWording()
    play_wording = CrapsPlayWording()
    windows = WINDOWS
    phrases = PhraseBook(Path(__file__).parent, CrapsPhrases, (), GUIDE)
    nicknames = {  # noqa: RUF012
        "yo": "eleven", "aces": "craps 2", "boxcars": "craps 12", "midnight": "craps 12",
        "ce": "c and e", "dp": "dont pass", "dc": "dont come",
    }  # fmt: skip
    has_shooter = True
    points = rules.NUMBERS
    log_columns = die_columns(2)

    def __init__(self, played: rules.CrapsRules = rules.ORDINARY) -> None:
        self.id, self.phases, self.moves = played.id, played.phases, played.moves
        self.phase_numbers = dict(zip(played.phases[1:], played.points, strict=True))
        self.window_phases = {
            "come-out": frozenset((rules.COME_OUT,)),
            "point": frozenset(range(1, len(played.phases))),
        }

    @property
    def folder(self) -> str:
        return rules.ID

    @property
    def primer(self) -> Primer:
        return primer(rules.RULES[self.id])

    @property
    def ordinary(self) -> Game:
        return CRAPS

    def variant(self, device: Chance) -> Game:
        return CRAPLESS if isinstance(device, Dice) and device.is_crapless else CRAPS

    def parse(self, given: Any) -> Roll:
        if not isinstance(given, list) or len(given) != 2 or not all(type(d) is int and 1 <= d <= 6 for d in given):
            raise OutcomeError("not-a-roll")
        return Roll(*given)

    def to_json(self, entered: Roll) -> list[int]:
        return list(entered)

    def outcome(self, entered: Roll) -> Die:
        return min(entered), max(entered)

    def said(self, entered: Roll) -> str:
        return f"{entered.first}-{entered.second}, {sum(entered)}"

    def call(self, entered: Roll, before: int, after: int) -> str:
        points = [self.phase_numbers.get(self.phases[phase], 0) for phase in (before, after)]
        return called(entered.first, entered.second, *points)

    def shown(self, entered: Roll) -> Mapping[str, Any]:
        return {"dice": tuple(entered)}

    def entry_of(self, outcome: Outcome, random: Random) -> list[int]:
        return random.sample(cast(Die, outcome), 2)

    def glyphs(self, entered: Roll) -> tuple[Glyph, ...]:
        return dice(entered)

    def label(self, outcome: Outcome) -> str:
        return "{}-{}".format(*cast(Die, outcome))

    def short(self, outcome: Outcome) -> str:
        return str(sum(cast(Die, outcome)))

    def number(self, outcome: Outcome) -> int:
        return sum(cast(Die, outcome))

    def kind(self, outcome: Outcome) -> str:
        return "seven" if sum(cast(Die, outcome)) == 7 else "other"

    def passes(self, phase: int, outcome: Outcome) -> bool:
        return phase != rules.COME_OUT and sum(cast(Die, outcome)) == 7

    def from_log(self, cells: tuple[str, ...]) -> Any:
        return faces_read(cells)

    def device_tests(self, device: Chance) -> tuple[DeviceTest, ...]:
        return total_and_faces(device.law(), self.label)

    def layout(self, chance: Chance, wagers: Sequence[LaidWager]) -> Layout | None:
        return layout.layout(rules.RULES[self.id], wagers)

    def pad(self, chance: object, events: Iterable[Event] = ()) -> Mapping[str, Any]:
        return {"faces": range(1, 7)}


CRAPS = Craps()
CRAPLESS = Craps(rules.CRAPLESS)
