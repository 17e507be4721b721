"""Roulette: all that the other rooms ask about it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from rackcard.games.device import Chance
from rackcard.games.game import Event, Game, Outcome, OutcomeError
from rackcard.games.glyphs import Glyph
from rackcard.games.layout import LaidWager, Layout
from rackcard.games.phrases import PhraseBook
from rackcard.games.play_log import DeviceTest, shares_of
from rackcard.games.primer import Primer
from rackcard.games.roulette import layout, messages, rules, spins
from rackcard.games.roulette.examples import GUIDE
from rackcard.games.roulette.phrases import RoulettePhrases
from rackcard.games.roulette.play_wording import RoulettePlayWording
from rackcard.games.roulette.wheel import POCKETS, Wheel
from rackcard.games.roulette.wording import PRIMER, RouletteWording, called


class Roulette(Game):
    """A wheel, with one phase and sequences of spins."""

    id = rules.ID
    name = "roulette"
    unit = "spin"
    verb = "spin"
    outcomes_per_hour = 40
    outcomes = POCKETS
    phases = ("spin",)
    moves = ((0,) * len(POCKETS),)
    top = rules.TOP
    unnumbered = "zero"
    examples = {  # noqa: RUF012
        "chance": "a double-zero wheel",
        "ends": "after 1 spin",
        "wins": "the number is red 2 times",
        "places": "each number on a double-zero wheel",
        "this place": "the ball lands on this place",
    }
    hints = {  # noqa: RUF012
        "chance": "a double-zero wheel",
        "wins": "the number is red | the ball lands on this place",
        "places": "each split on a double-zero wheel",
    }
    refusals = messages.REFUSALS
    card_errors = messages.CARD_ERRORS
    wording = RouletteWording()
    play_wording = RoulettePlayWording()
    phrases = PhraseBook(
        Path(__file__).parent,
        RoulettePhrases,
        ("places",),
        GUIDE,
    )

    log_columns = ("pocket",)

    @property
    def primer(self) -> Primer:
        return PRIMER

    def parse(self, given: Any) -> str:
        if not isinstance(given, str) or given not in POCKETS:
            raise OutcomeError("not-a-spin")
        return given

    def to_json(self, entered: str) -> str:
        return entered

    def outcome(self, entered: str) -> str:
        return entered

    def said(self, entered: str) -> str:
        return entered

    def call(self, entered: str, before: int, after: int) -> str:
        return called(entered, rules.colour(entered))

    def shown(self, entered: str) -> Mapping[str, Any]:
        return {"pocket": entered, "colour": rules.colour(entered)}

    def glyphs(self, entered: str) -> tuple[Glyph, ...]:
        return (Glyph("pocket", entered, rules.colour(entered)),)

    def kind(self, outcome: Outcome) -> str:
        return rules.colour(cast(str, outcome))

    def number(self, outcome: Outcome) -> int:
        return int(cast(str, outcome))

    def code(self, outcome: Outcome) -> int:
        number = self.number(outcome)
        return number or self.top + len(cast(str, outcome))

    def from_log(self, cells: tuple[str, ...]) -> Any:
        return cells[0]

    def device_tests(self, device: Chance) -> tuple[DeviceTest, ...]:
        def pocket(outcome: str) -> tuple[str, ...]:
            return (outcome,)

        def color(outcome: str) -> tuple[str, ...]:
            return (rules.colour(outcome),)

        return (
            DeviceTest("pockets", shares_of(device.law(), pocket), pocket),
            DeviceTest("colors", shares_of(device.law(), color), color, is_serial=True),
        )

    def layout(self, chance: Chance, wagers: Sequence[LaidWager]) -> Layout | None:
        return layout.layout(cast(Wheel, chance).pockets, wagers)

    def board(self, outcomes: Sequence[Outcome]) -> Mapping[str, Any]:
        return spins.counted(cast(Sequence[str], outcomes))

    def pad(self, chance: Chance, events: Iterable[Event] = ()) -> Mapping[str, Any]:
        return {"pockets": layout.pad(cast(Wheel, chance).pockets)}


ROULETTE = Roulette()
