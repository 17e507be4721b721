"""What is printed in a zone of the felt, as values: pays, spots, circles, rungs, pips, slots, and their patterns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rackcard.games.glyphs import Glyph
from rackcard.machine import Bet, Machine
from rackcard.number import Pay, decimal
from rackcard.wording.sentence import capitalized
from rackcard.wording.zones import zone_phrase

PatternKind = Literal["ladder", "numbers", "pips", "track", "list", "spot", "places"]
PIPS_MAX = 12
"""More repetitions than this are a figure, not pips."""


class SeatStack(Protocol):
    """The chips of one seat."""

    @property
    def seat(self) -> int: ...

    @property
    def is_mine(self) -> bool: ...


class LiveTile(Protocol):
    """What a live table knows of a wager, as far as its pattern asks; a card by itself has none."""

    @property
    def stacks(self) -> Sequence[SeatStack]: ...


@dataclass(frozen=True)
class PayFigure:
    """A pay as it is printed: a large number and a small unit, or a word."""

    number: str
    unit: str
    word: str = ""
    """In place of a number: a push, a loss, no pay posted."""

    @property
    def text(self) -> str:
        """The whole pay."""
        return self.word or f"{self.number} {self.unit}"


def pay_figure(pay: Pay | None) -> PayFigure:
    """A pay as it is printed."""
    if pay is None:
        return PayFigure("", "", zone_phrase("not-posted"))
    if pay.net <= 0:
        return PayFigure("", "", capitalized(str(pay)))
    return PayFigure(decimal(pay.amount), f"{pay.unit} {pay.per}")


@dataclass(frozen=True)
class ListRow:
    """A pay line: what it is for, in drawings and words, and what it pays."""

    text: str
    glyphs: tuple[Glyph, ...]
    pay: PayFigure
    look: Literal["", "holds", "gone"] = ""
    """Whether it holds now, or is out of reach."""


@dataclass(frozen=True)
class ZoneWager:
    """A wager with all that a table knows of it; of a card by itself only the bet."""

    bet: Bet
    state: int = 0
    before: int | None = None
    """The state before the newest outcome, where that led to the present one."""
    tile: LiveTile | None = None
    has_offer: bool = False
    off: str = ""
    """That it does not work now, in words."""

    @property
    def machine(self) -> Machine:
        return self.bet.machine

    @property
    def is_mine(self) -> bool:
        """Whether the seat has chips on it."""
        return self.tile is not None and any(stack.is_mine for stack in self.tile.stacks)


@dataclass(frozen=True)
class FeltSpot:
    """Where the chips of a wager go, with what is printed there."""

    wager: str
    name: str
    label: str
    """What is printed, where the pattern around it says the rest."""
    pay: PayFigure
    rows: tuple[ListRow, ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    medal: str = ""
    color: str = ""
    tile: LiveTile | None = None
    progress: tuple[int, int] | None = None
    has_offer: bool = False
    off: str = ""
    has_rule: bool = True

    @property
    def is_posted(self) -> bool:
        """Whether there is a pay, and with it a bet."""
        return self.has_rule and (bool(self.rows) or bool(self.pay.number or self.pay.word != NOT_POSTED))


NOT_POSTED = zone_phrase("not-posted")


@dataclass(frozen=True)
class NumberCircle:
    """A number that is asked for, and whether a lammer is on it."""

    text: str
    is_on: bool = False
    is_new: bool = False
    opens_gap: bool = False
    """Whether the numbers before it and after it are not in one run."""


@dataclass(frozen=True)
class LadderRung:
    """A step of a ladder."""

    count: str
    pay: PayFigure
    look: Literal["", "reached", "here", "cash"] = ""
    """Reached before, reached now, or to be cashed now."""


@dataclass(frozen=True)
class LadderPattern:
    """Counted pays as a staircase, over the circles of what is counted."""

    spot: FeltSpot
    level: int
    counted: str
    rungs: tuple[LadderRung, ...]
    circles: tuple[NumberCircle, ...]
    kind: PatternKind = "ladder"

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        return (self.spot,)


@dataclass(frozen=True)
class NumberSet:
    """Some circles, and the wager on all of them; without circles, a wager on circles that others share."""

    circles: tuple[NumberCircle, ...]
    spot: FeltSpot


@dataclass(frozen=True)
class NumbersPattern:
    """Circles with the wagers on sets of them; a set that contains others is beside them."""

    circles: tuple[NumberCircle, ...]
    """Circles that belong to no single set."""
    sets: tuple[NumberSet, ...]
    wholes: tuple[FeltSpot, ...]
    kind: PatternKind = "numbers"

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        return (*(one.spot for one in self.sets), *self.wholes)


@dataclass(frozen=True)
class PipColumn:
    """So many pips that rise from what is repeated, and the spot below."""

    spot: FeltSpot
    label: str
    count: int
    of: int
    is_new: bool
    is_streak: bool

    @property
    def pips(self) -> tuple[str, ...]:
        """The pips from the top down: empty, filled, or new."""
        looks = ["f new" if self.is_new and n == self.count else "f" if n <= self.count else "" for n in self._numbers]
        return tuple(looks)

    @property
    def _numbers(self) -> range:
        return range(self.of, 0, -1) if self.of <= PIPS_MAX else range(0)


@dataclass(frozen=True)
class PipsPattern:
    """Repetitions as columns of pips, with the wagers that combine them below."""

    columns: tuple[PipColumn, ...]
    combined: tuple[FeltSpot, ...]
    kind: PatternKind = "pips"

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        return (*(one.spot for one in self.columns), *self.combined)


@dataclass(frozen=True)
class TrackSlot:
    """A place of a sequence: filled, next, or to come."""

    title: str
    text: str = ""
    color: str = ""
    look: Literal["", "on", "next"] = ""
    is_new: bool = False
    helps: tuple[tuple[str, str], ...] = ()
    """Of the next slot: the outcomes that raise the pay most, each with its color."""
    more: str = ""
    """In place of the outcomes, where there are too many to name."""
    pay: PayFigure | None = None


@dataclass(frozen=True)
class StripNumber:
    """A number of the strip below a track."""

    text: str
    look: Literal["", "on", "next", "named"] = ""


@dataclass(frozen=True)
class TrackPattern:
    """A sequence as slots, with its pays and a strip of numbers where outcomes have some."""

    spot: FeltSpot
    slots: tuple[TrackSlot, ...]
    strip: tuple[StripNumber, ...]
    rows: tuple[ListRow, ...]
    positions: tuple[int, ...]
    """The seats that have a position on the felt."""
    kind: PatternKind = "track"

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        return (self.spot,)


@dataclass(frozen=True)
class ListPattern:
    """A wager with several pay lines."""

    spot: FeltSpot
    rows: tuple[ListRow, ...]
    kind: PatternKind = "list"

    @property
    def spots(self) -> tuple[FeltSpot, ...]:
        return (self.spot,)


@dataclass(frozen=True)
class SpotPattern:
    """Wagers with one condition each, in a grid."""

    spots: tuple[FeltSpot, ...]
    kind: PatternKind = "spot"

    @property
    def is_plain(self) -> bool:
        """Whether names and pays are all there is to print."""
        return not any(spot.rows or spot.glyphs for spot in self.spots)


@dataclass(frozen=True)
class PlacesPattern:
    """A wager that may be bet on any of several places."""

    title: str
    pay: PayFigure
    rows: tuple[ListRow, ...]
    spots: tuple[FeltSpot, ...]
    kind: PatternKind = "places"


FeltPattern = (
    LadderPattern | NumbersPattern | PipsPattern | TrackPattern | ListPattern | SpotPattern | PlacesPattern
)  # fmt: skip
