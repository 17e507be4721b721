"""What a printed document says, before anybody lays it out: one content, several writers."""

from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Literal

from rackcard.report.documents.card_parts import CARD_KINDS, CardPart
from rackcard.wording.printing import refusal

What = Literal["rack-card", "par-sheet", "strategy-card", "review", "math-report", "rules-of-play", "dealer-procedures",
               "dealer-card", "signage", "layout", "index"]  # fmt: skip
Format = Literal["rack", "a5", "letter", "a4", "landscape"]


class PrintError(ValueError):
    """A document that cannot be printed as asked: a code and its facts; the message says what can be printed."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code.partition(".")[0], facts
        self._given = code
        super().__init__(refusal(code, facts))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self._given, **self.facts), ()  # it may cross from a worker process


@dataclass(frozen=True)
class Picture:
    """A drawing in a line of text or in a cell: an SVG, the words for a reader who cannot see it, and its height.

    The height is in lines of the text around it.
    """

    svg: str
    alt: str
    scale: float = 1


@dataclass(frozen=True)
class Heading:
    """A heading: level 1 opens a part, on a new page unless the parts are short; level 2 a passage."""

    text: str
    level: int = 2
    after: str = ""
    """A line below it, smaller."""
    page: bool = True
    """Whether a part begins on a new page."""
    number: str = ""
    """The number of a section of rules."""


@dataclass(frozen=True)
class Para:
    """A paragraph, perhaps with the words it begins with set apart."""

    text: str
    lead: str = ""
    small: bool = False


@dataclass(frozen=True)
class Facts:
    """Labels with what they say, one below the other; exact fractions may be as long as they like."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Row:
    """A row of a table, and below it a line of its own across the table: a long fraction, say."""

    cells: tuple[str | Picture, ...]
    below: str = ""
    strong: bool = False
    filed: bool = False
    """Whether the row is what the house has filed: it is set off."""
    player: bool = False
    """Whether the player has the edge: set off in red, with a mark that survives a gray print."""


@dataclass(frozen=True)
class PrintedTable:
    """A table; columns of figures are aligned right, and ``wide`` columns take the room that is left."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    figures: frozenset[int] = frozenset()
    wide: frozenset[int] = frozenset()
    title: str = ""
    note: str = ""


def without_empty(table: PrintedTable) -> PrintedTable:
    """The table without columns that are empty."""
    kept = [i for i in range(len(table.columns)) if any(row.cells[i] not in ("–", "") for row in table.rows)]
    return replace(
        table,
        columns=tuple(table.columns[i] for i in kept),
        rows=tuple(replace(row, cells=tuple(row.cells[i] for i in kept)) for row in table.rows),
        figures=frozenset(place for place, i in enumerate(kept) if i in table.figures),
        wide=frozenset(place for place, i in enumerate(kept) if i in table.wide),
    )


def in_parts(table: PrintedTable, most: int) -> list[PrintedTable]:
    """A table as several of at most so many rows, each of which may stay on one side of a card."""
    return [replace(table, rows=table.rows[at : at + most]) for at in range(0, len(table.rows), most)]


@dataclass(frozen=True)
class Charts:
    """Pictures side by side, each an SVG, the sentence that a reader who cannot see it gets, and its width."""

    pictures: tuple[tuple[str, str, float], ...]


def minus(number: str) -> str:
    """A number with the minus sign that percentages bear: the hyphen of a program is too short on paper.

    >>> minus("-7/495"), minus("7/495")
    ('−7/495', '7/495')
    """
    return f"−{number[1:]}" if number.startswith("-") else number


@dataclass(frozen=True)
class KeyFigure:
    """A key figure: what it is, the figure, and what is to be said of it."""

    label: str
    value: str
    note: str = ""
    player: bool = False


@dataclass(frozen=True)
class Tiles:
    """Key figures, three to a row."""

    tiles: tuple[KeyFigure, ...]


@dataclass(frozen=True)
class Callout:
    """A paragraph on a ground of its own: a note, a fault, or something that is in order."""

    text: str
    lead: str = ""
    tone: Literal["note", "fault", "good"] = "note"


@dataclass(frozen=True)
class Conclusion:
    """What a review comes to: a sentence, what it rests on, and the figure that says it best."""

    title: str
    lines: tuple[str, ...]
    figure: str = ""
    note: str = ""
    tone: Literal["note", "fault", "good"] = "note"


@dataclass(frozen=True)
class Clause:
    """A numbered paragraph of rules, with the place of the source that it follows at its right."""

    number: str
    text: str
    lead: str = ""
    items: tuple[str, ...] = ()
    """Lettered points below it."""
    source: str = ""
    below: tuple["Block", ...] = ()
    """What belongs to it: a table, the outcomes of an example."""
    together: bool = False
    """Whether no page ends within it."""


@dataclass(frozen=True)
class Strip:
    """Outcomes side by side, a row for each thing that is said of them, the last one set off."""

    rows: tuple[tuple[str, tuple[str | Picture, ...]], ...]
    note: str = ""
    lost: bool = False
    """Whether the last outcome lost the wager."""


@dataclass(frozen=True)
class Fractions:
    """Exact fractions, each with what it is and its decimal, in groups of three digits."""

    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Signature:
    """Lines to sign on."""

    labels: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """Blocks side by side, each column with its share of the width."""

    columns: tuple[tuple["Block", ...], ...]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class ExampleRow:
    """An outcome of a worked example: its picture, what it is called, how far the wager is, and what it is worth."""

    picture: Picture
    text: str
    filled: int = 0
    of: int = 0
    note: str = ""
    amount: str = ""
    is_strong: bool = False


@dataclass(frozen=True)
class ExampleBox:
    """A worked example in money, outcome by outcome."""

    heads: tuple[str, str, str]
    rows: tuple[ExampleRow, ...]
    closing: str


@dataclass(frozen=True)
class ExampleCase:
    """A short example: the outcomes in a row, and below them what was bet and what it came to."""

    pictures: tuple[Picture, ...]
    caption: str
    wager: str
    terms: str
    """The stake and the pay."""
    result: str
    is_loss: bool = False
    is_spare: bool = False
    """Whether it may be left out where there is no room."""


Block = (
    Heading
    | Para
    | Facts
    | PrintedTable
    | Charts
    | Tiles
    | Callout
    | Conclusion
    | Clause
    | Strip
    | Fractions
    | Signature
    | Columns
    | ExampleBox
    | ExampleCase
    | CardPart
)

KINDS: dict[type[Any], str] = {
    Heading: "heading",
    Para: "para",
    Facts: "facts",
    PrintedTable: "table",
    Charts: "charts",
    Tiles: "tiles",
    Callout: "callout",
    Conclusion: "conclusion",
    Clause: "clause",
    Strip: "strip",
    Fractions: "fractions",
    Signature: "signature",
    Columns: "columns",
    ExampleBox: "example",
    ExampleCase: "case",
    **CARD_KINDS,
}
"""What the typesetter calls each block."""


@dataclass(frozen=True)
class Document:
    """A document: the content of each of its sides, or one side that runs over as many pages as it needs."""

    what: What
    title: str
    subtitle: str
    sides: tuple[tuple[Block, ...], ...]
    foot: str
    """The small line at the foot of every page."""
    date: str
    house: str
    aside: tuple[str, ...] = ()
    """Short lines at the right of a sheet's title: whose it is, and of when."""
    draft: bool = False
    """Whether DRAFT is printed across the pages: a wager on it has an edge for the player."""

    def to_dict(self) -> dict[str, Any]:
        """The form that the typesetter reads."""
        return {
            "what": self.what,
            "title": self.title,
            "subtitle": self.subtitle,
            "foot": self.foot,
            "date": self.date,
            "house": self.house,
            "aside": list(self.aside),
            "draft": self.draft,
            "sides": [[block_dict(block) for block in side] for side in self.sides],
        }


def block_dict(block: Block) -> dict[str, Any]:
    """A block with its kind, in values that JSON has."""
    if isinstance(block, Columns):
        columns = [[block_dict(one) for one in column] for column in block.columns]
        return {"kind": KINDS[Columns], "columns": columns, "shares": list(block.shares)}
    if isinstance(block, Clause) and block.below:
        own = block_dict(replace(block, below=()))
        return {**own, "below": [block_dict(one) for one in block.below]}
    fields = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in asdict(block).items()}
    return {"kind": KINDS[type(block)], **fields}
