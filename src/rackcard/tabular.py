"""Tables as values: the command line, a notebook and a page each draw them their own way."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, ClassVar, TextIO

if TYPE_CHECKING:
    import pandas
    import pyarrow


TEXT_MIN = 24
"""The width down to which a column of text may be folded."""


FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"
"""What a text begins with that a spreadsheet program may take for a formula; the last four are full-width."""
_FIGURE = re.compile(r"[-+]?(\$?[\d,]*\.?\d+(e[-+]?\d+)?(/\d+)?( ?%)?)?", re.ASCII)
"""A figure, which is no formula: ``-5``, ``-7/495``, ``-1.41 %``, ``-$1,200.50``."""


def cell_text(text: str) -> str:
    """A text that a spreadsheet program takes for text or a figure, and never for a formula.

    >>> cell_text("=1+1"), cell_text("-1+1"), cell_text("Ann"), cell_text("-7/495")
    ("'=1+1", "'-1+1", 'Ann', '-7/495')
    """
    return f"'{text}" if text and text[0] in FORMULA and not _FIGURE.fullmatch(text) else text


def _read_cell(cell: str) -> str:
    """A text as it was before it was written into a cell."""
    return cell[1:] if cell[:1] == "'" and cell_text(cell[1:]) == cell else cell


class CsvWriter:
    """Writes comma-separated values into a file: the only place where a cell is written."""

    def __init__(self, file: TextIO) -> None:
        self._writer = csv.writer(file, lineterminator="\n")

    def row(self, cells: Iterable[object]) -> None:
        """Write a row; no text in it starts a formula."""
        self._writer.writerow([cell_text(cell) if isinstance(cell, str) else cell for cell in cells])


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table as comma-separated values, its columns named in the first line.

    >>> csv_text(["wager", "pays"], [["All, before any seven", "150 to 1"]])
    'wager,pays\\n"All, before any seven",150 to 1\\n'
    """
    text = io.StringIO()
    writer = CsvWriter(text)
    writer.row(columns)
    for row in rows:
        writer.row(row)
    return text.getvalue()


class Tabular:
    """A result that is a list of rows: as comma-separated values, as dictionaries, and as data frames.

    Exact figures are text such as ``7/495``; the columns beside them that end in ``_decimal`` are floating point.
    """

    whole_columns: ClassVar[frozenset[str]] = frozenset()
    """Columns of whole numbers."""
    decimal_columns: ClassVar[frozenset[str]] = frozenset()
    """Columns of floating-point numbers, beside those that end in ``_decimal``."""

    def to_csv(self) -> str:
        """Comma-separated values, the columns named in the first line."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, str | int | float | None]]:
        """One dictionary for each row; what does not apply is None."""
        return [
            {name: self._value(name, cell) for name, cell in row.items()}
            for row in csv.DictReader(io.StringIO(self.to_csv()))
        ]

    def _value(self, column: str, cell: str) -> str | int | float | None:
        if not cell:
            return None
        cell = _read_cell(cell)
        if column in self.whole_columns:
            return int(cell)
        return float(cell) if column in self.decimal_columns or column.endswith("_decimal") else cell

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a pandas data frame; needs pandas."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_arrow(self) -> "pyarrow.Table":
        """The rows as an Arrow table; needs pyarrow."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.rows())


@dataclass(frozen=True)
class Grid:
    """A table: a title, column names (those of figures marked), and rows of text."""

    title: str
    columns: tuple[str, ...]
    figures: frozenset[str]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    keys: int = 1
    """How many of the first columns say which row it is; they are repeated where a table is too wide for one block."""
    ids: tuple[str, ...] = ()
    """What is in each column, for code; its name is for people."""

    def blocks(self, width: int, gap: int = 3) -> list["Grid"]:
        """The table in as many blocks of columns as it takes to fit a width: no column is left out.

        A figure is never broken; a text may be folded where it is longer than ``TEXT_MIN``.

        >>> wide = Grid("Odds", ("wager", "hit", "edge"), frozenset({"hit", "edge"}), (("All", "0.53 %", "20.6 %"),))
        >>> [block.columns for block in wide.blocks(20)]
        [('wager', 'hit'), ('wager', 'edge')]
        """
        table = [self.columns, *self.rows]
        sizes = [max(len(row[i]) for row in table) for i in range(len(self.columns))]
        needs = [
            gap + (size if name in self.figures else min(size, TEXT_MIN))
            for name, size in zip(self.columns, sizes, strict=True)
        ]
        repeated = list(range(min(self.keys, len(self.columns))))
        room = width - sum(needs[i] for i in repeated)
        parts, left = [list(repeated)], room
        for i in range(len(repeated), len(self.columns)):
            if needs[i] > left and len(parts[-1]) > len(repeated):
                parts.append(list(repeated))
                left = room
            parts[-1].append(i)
            left -= needs[i]
        return [
            replace(
                self,
                columns=tuple(self.columns[i] for i in part),
                rows=tuple(tuple(row[i] for i in part) for row in self.rows),
                ids=tuple(self.ids[i] for i in part if self.ids),
            )
            for part in parts
        ]

    def plain(self) -> str:
        """Aligned text without frames, for pipes and files."""
        table = [self.columns, *self.rows]
        widths = [max(len(row[i]) for row in table) for i in range(len(self.columns))]
        lines = [self.title] if self.title else []
        for row in table:
            cells = (
                cell.rjust(width) if name in self.figures else cell.ljust(width)
                for cell, width, name in zip(row, widths, self.columns, strict=True)
            )
            lines.append("  ".join(cells).rstrip())
        return "\n".join([*lines, *([self.note] if self.note else [])])

    def html(self) -> str:
        def row(cells: Iterable[str], tag: str) -> str:
            styled = (
                f'<{tag} style="text-align:{"right" if name in self.figures else "left"}">{escape(cell)}</{tag}>'
                for cell, name in zip(cells, self.columns, strict=True)
            )
            return f"<tr>{''.join(styled)}</tr>"

        body = "".join(row(cells, "td") for cells in self.rows)
        note = f"<p>{escape(self.note)}</p>" if self.note else ""
        caption = f"<caption>{escape(self.title)}</caption>"
        return f"<table>{caption}<thead>{row(self.columns, 'th')}</thead><tbody>{body}</tbody></table>{note}"
