"""The contents of a card that is handed out: drawings of pays for its front, steps and boxes for its back."""

from dataclasses import dataclass
from typing import Literal

from rackcard.felt.parts import PayFigure
from rackcard.games.glyphs import Glyph


@dataclass(frozen=True)
class NumberMark:
    """A number in a circle; what ends the wager is in a diamond."""

    text: str
    is_end: bool = False


@dataclass(frozen=True)
class NumberLine:
    """The numbers that count, in a row, with what ends the wager among them."""

    marks: tuple[NumberMark, ...]


@dataclass(frozen=True)
class RungDrawing:
    """A step of a ladder: what it takes in words and in dots, and what it pays."""

    label: str
    pay: PayFigure
    filled: int = 0
    of: int = 0
    """How many dots there are; none where what counts has no end."""
    is_top: bool = False


@dataclass(frozen=True)
class LadderDrawing:
    """Counted pays, the highest on top."""

    rungs: tuple[RungDrawing, ...]
    title: str = ""
    """What it is called where a card has several wagers."""
    note: str = ""


@dataclass(frozen=True)
class NumberSetDrawing:
    """A wager on all of some numbers."""

    name: str
    marks: tuple[str, ...]
    pay: PayFigure
    note: str = ""
    is_top: bool = False


@dataclass(frozen=True)
class RepeatRow:
    """Wagers that are repeated equally often at the same pays: their numbers, and the stops on the way."""

    marks: tuple[str, ...]
    stops: tuple[str, ...]
    """What each stop pays; empty where it pays nothing. The last is the full pay."""
    envy: str = ""
    name: str = ""
    """In place of its numbers, where they are not numbers."""
    is_joined: bool = False
    """Whether the numbers are those of one wager."""


@dataclass(frozen=True)
class RepeatDrawing:
    """Repetitions as tracks with stops."""

    title: str
    note: str
    unit: str
    rows: tuple[RepeatRow, ...]
    head: str
    envy: str = ""
    """The head of the column of envy bonuses; empty where there are none."""
    legend: tuple[str, ...] = ()
    """What a full stop and a ring mean, where some stops pay early."""

    @property
    def stops(self) -> int:
        return max(len(row.stops) for row in self.rows)


@dataclass(frozen=True)
class SealDrawing:
    """A seal in the color that a wager's name has."""

    text: str
    color: str


@dataclass(frozen=True)
class PanelRow:
    """A pay line: what it is for, in drawings and words, and what it pays."""

    text: str
    pay: PayFigure
    glyphs: tuple[Glyph, ...] = ()
    below: str = ""


@dataclass(frozen=True)
class PayPanel:
    """A wager with its pay lines."""

    name: str
    rows: tuple[PanelRow, ...]
    note: str = ""
    seal: SealDrawing | None = None
    marks: tuple[str, ...] = ()
    """The numbers of the wagers that it wins with."""
    is_top: bool = False
    is_alone: bool = False
    """Whether a card has so few wagers that each is drawn large."""


@dataclass(frozen=True)
class GridCell:
    """Some wagers of a family with the pay they share."""

    labels: tuple[str, ...]
    pay: PayFigure


@dataclass(frozen=True)
class GridPanel:
    """Wagers that differ in a number alone."""

    name: str
    note: str
    cells: tuple[GridCell, ...]


@dataclass(frozen=True)
class PayHeading:
    """The title of several wagers, with what holds for all of them."""

    text: str
    note: str = ""
    after: str = ""


@dataclass(frozen=True)
class LossStrip:
    """What loses, on a ground of its own."""

    text: str
    mark: str = ""
    """The number that ends the wager, where it is one."""


@dataclass(frozen=True)
class CardLine:
    """Short facts in a line at the foot of the front."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class StepList:
    """How to play, in a few numbered steps: each begins with its point."""

    steps: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ChoiceBox:
    """One of the things a player may do."""

    lead: str
    text: str
    tone: Literal["take", "ride"] = "take"


@dataclass(frozen=True)
class ChoiceBoxes:
    """What a player may do on the way, side by side."""

    boxes: tuple[ChoiceBox, ...]


@dataclass(frozen=True)
class FinePrint:
    """Notices and the imprint."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class LayoutItem:
    """Something printed on the felt: its middle and its size in inches, and what is written in it."""

    x: float
    y: float
    width: float
    height: float
    shape: Literal["circle", "spot", "box", "text", "label"]
    text: str
    pay: PayFigure | None = None
    is_top: bool = False


@dataclass(frozen=True)
class LayoutRow:
    """A row of the felt, with the letter of its note and the chain of its distances."""

    letter: str
    y: float
    height: float
    items: tuple[LayoutItem, ...]
    note: str = ""
    chain: str = ""
    left: float = 0
    """How far the first of the chain is from the edge."""
    across: str = ""


@dataclass(frozen=True)
class LayoutDrawing:
    """A zone of the felt to scale, in inches, with its title block."""

    width: float
    height: float
    scale: int
    rows: tuple[LayoutRow, ...]
    block: tuple[tuple[str, str], ...]
    """The fields of the title block."""
    colors: tuple[tuple[str, str], ...]
    notes: str
    appears: str
    dimensions: str


CardPart = (
    NumberLine | LadderDrawing | NumberSetDrawing | RepeatDrawing | PayPanel | GridPanel | PayHeading | LossStrip
    | CardLine | StepList | ChoiceBoxes | FinePrint | LayoutDrawing
)  # fmt: skip

CARD_KINDS: dict[type[CardPart], str] = {
    NumberLine: "number-line",
    LadderDrawing: "ladder",
    NumberSetDrawing: "number-set",
    RepeatDrawing: "repeats",
    PayPanel: "panel",
    GridPanel: "grid",
    PayHeading: "pay-heading",
    LossStrip: "strip",
    CardLine: "card-line",
    StepList: "steps",
    ChoiceBoxes: "choices",
    FinePrint: "fine-print",
    LayoutDrawing: "layout",
}
"""What the typesetter calls each part."""
