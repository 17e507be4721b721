"""What a printed document says, before anybody lays it out: one content, several writers."""

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from rackcard.wording.printing import refusal

What = Literal["rack-card", "par-sheet", "strategy-card", "review"]
Format = Literal["rack", "a5", "letter", "a4"]


class PrintError(ValueError):
    """A document that cannot be printed as asked: a code and its facts; the message says what can be printed."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code.partition(".")[0], facts
        super().__init__(refusal(code, facts))


@dataclass(frozen=True)
class Heading:
    """A heading: level 1 opens a part on a new page where the document has pages, level 2 a passage."""

    text: str
    level: int = 2
    after: str = ""
    """A line below it, smaller."""


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

    cells: tuple[str, ...]
    below: str = ""
    strong: bool = False


@dataclass(frozen=True)
class PrintedTable:
    """A table; columns of figures stand to the right, and ``wide`` columns take the room that is left."""

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


Block = Heading | Para | Facts | PrintedTable | Charts

KINDS: dict[type[Block], str] = {
    Heading: "heading",
    Para: "para",
    Facts: "facts",
    PrintedTable: "table",
    Charts: "charts",
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

    def to_dict(self) -> dict[str, Any]:
        """The form that the typesetter reads."""
        return {
            "what": self.what,
            "title": self.title,
            "subtitle": self.subtitle,
            "foot": self.foot,
            "date": self.date,
            "house": self.house,
            "sides": [[block_dict(block) for block in side] for side in self.sides],
        }


def block_dict(block: Block) -> dict[str, Any]:
    """A block with its kind, in values that JSON has."""
    fields = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in asdict(block).items()}
    return {"kind": KINDS[type(block)], **fields}
