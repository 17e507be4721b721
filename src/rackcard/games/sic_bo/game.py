"""Sic bo: all that the other rooms ask about it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

from rackcard.games.device import Chance
from rackcard.games.game import Event, Game, Outcome, OutcomeError
from rackcard.games.glyphs import Glyph, dice
from rackcard.games.layout import LaidWager, Layout
from rackcard.games.phrases import PhraseBook
from rackcard.games.play_log import DeviceTest, die_columns, faces_read, total_and_faces
from rackcard.games.primer import Primer
from rackcard.games.sic_bo import layout, messages, rules
from rackcard.games.sic_bo.dice import ROLLS, Faces
from rackcard.games.sic_bo.examples import GUIDE
from rackcard.games.sic_bo.phrases import SicBoPhrases
from rackcard.games.sic_bo.play_wording import SicBoPlayWording
from rackcard.games.sic_bo.wording import PRIMER, SicBoWording, called


class SicBo(Game):
    """Three dice; every wager is decided by one roll."""

    id = rules.ID
    name = "sic bo"
    unit = "roll"
    verb = "roll"
    outcomes_per_hour = 60
    outcomes = ROLLS
    phases = ("roll",)
    moves = ((0,) * len(ROLLS),)
    default_chance = "three dice"
    default_ends = 1
    ends_max = 1
    examples = {  # noqa: RUF012
        "chance": "three dice",
        "ends": "after 1 roll",
        "wins": "any triple",
        "places": "each double",
        "this place": "this double shows",
    }
    hints = {  # noqa: RUF012
        "chance": "three dice",
        "wins": "the total is 9 | 1 and 2 show | any triple | this double shows",
        "places": "each double",
    }
    refusals = messages.REFUSALS
    card_errors = messages.CARD_ERRORS
    wording = SicBoWording()
    play_wording = SicBoPlayWording()
    phrases = PhraseBook(
        Path(__file__).parent,
        SicBoPhrases,
        ("places",),
        GUIDE,
    )

    log_columns = die_columns(3)

    @property
    def primer(self) -> Primer:
        return PRIMER

    def parse(self, given: Any) -> Faces:
        if not isinstance(given, list) or len(given) != 3 or not all(type(d) is int and 1 <= d <= 6 for d in given):
            raise OutcomeError("not-a-roll")
        first, second, third = given
        return first, second, third

    def to_json(self, entered: Faces) -> list[int]:
        return list(entered)

    def outcome(self, entered: Faces) -> Faces:
        low, middle, high = sorted(entered)
        return low, middle, high

    def said(self, entered: Faces) -> str:
        return f"{self.label(entered)}, {sum(entered)}"

    def call(self, entered: Faces, before: int, after: int) -> str:
        return called(self.outcome(entered))

    def shown(self, entered: Faces) -> Mapping[str, Any]:
        return {"dice": entered, "total": sum(entered)}

    def entry_of(self, outcome: Outcome, random: Random) -> list[int]:
        return random.sample(cast(Faces, outcome), 3)

    def glyphs(self, entered: Faces) -> tuple[Glyph, ...]:
        return dice(entered)

    def label(self, outcome: Outcome) -> str:
        return "-".join(map(str, cast(Faces, outcome)))

    def short(self, outcome: Outcome) -> str:
        return str(sum(cast(Faces, outcome)))

    def kind(self, outcome: Outcome) -> str:
        """A triple is green, small black, big red."""
        faces = cast(Faces, outcome)
        return "green" if rules.is_triple(faces) else "black" if sum(faces) <= 10 else "red"

    def from_log(self, cells: tuple[str, ...]) -> Any:
        return faces_read(cells)

    def device_tests(self, device: Chance) -> tuple[DeviceTest, ...]:
        return total_and_faces(device.law(), self.label)

    def layout(self, chance: object, wagers: Sequence[LaidWager]) -> Layout | None:
        return layout.layout(wagers)

    def pad(self, chance: object, events: Iterable[Event] = ()) -> Mapping[str, Any]:
        return {"faces": rules.FACES}


SIC_BO = SicBo()
