"""Reads a log of real play, as CSV or as JSON lines: rows of cells in one order, and what is wrong with a file."""

import csv
import json
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any

from rackcard.games.game import Game
from rackcard.wording import play_log as wording

PLAY = ("do", "card", "wager", "amount", "toke", "table", "shoe", "seat", "id", "behind", "paid")
"""The columns that the logs of all games have, beside those of their outcomes."""
SHOWN_MAX = 50
"""How many bad rows are named at most."""
FIELD_MAX = 10_000

Cells = tuple[str, ...]
"""The cells of a row: those of the outcome in the game's order, then those of ``PLAY``."""


@dataclass(frozen=True)
class BadRow:
    """Something wrong with one row: its line, its column where it is one, a code and the facts."""

    line: int
    column: str
    code: str
    facts: dict[str, Any]

    @property
    def sentence(self) -> str:
        return wording.bad_row(self.line, self.column, self.code, self.facts)


class LogError(ValueError):
    """A log with bad rows: the first of them, and how many there are besides."""

    def __init__(self, name: str, rows: list[BadRow], more: int = 0) -> None:
        self.rows, self.more = rows, more
        super().__init__(wording.bad_rows(name, [row.sentence for row in rows], more))


class BadRows:
    """Collects bad rows, as many as are named."""

    def __init__(self) -> None:
        self.named: list[BadRow] = []
        self.count = 0

    def add(self, line: int, column: str, code: str, **facts: Any) -> None:
        self.count += 1
        if len(self.named) < SHOWN_MAX:
            self.named.append(BadRow(line, column, code, facts))

    def refuse(self, name: str) -> None:
        """Refuse the log where a row is bad."""
        if self.count:
            raise LogError(name, self.named, self.count - len(self.named))


def columns_of(game: Game) -> tuple[str, ...]:
    """The columns that a log of a game may have, those that are looked at."""
    return (*game.log_columns, *PLAY)


def rows_of(
    lines: Iterable[str], game: Game, bad: BadRows, ignored: Collection[str] = ()
) -> Iterator[tuple[int, Cells]]:  # fmt: skip
    """The rows of a log with their lines, as cells in the order of ``columns_of``."""
    stream = iter(lines)
    for number, first in enumerate(stream, start=1):
        if first.strip():
            rest = chain((first.removeprefix("\ufeff"),), stream)
            if first.lstrip("\ufeff \t").startswith("{"):
                return _json_rows(rest, number, game, bad, ignored)
            return _csv_rows(rest, number, game, bad, ignored)
    bad.add(1, "", "no-rows")
    return iter(())


def _getter(
    names: list[str], line: int, game: Game, bad: BadRows, ignored: Collection[str]
) -> Callable[[Any], Cells] | None:  # fmt: skip
    """Picks the cells out of a row that ends in an empty one, which stands for columns that a log does not have."""
    known, before = columns_of(game), bad.count
    for name in dict.fromkeys(names):
        if name not in known and name not in wording.FREE_COLUMNS and name not in ignored:
            bad.add(line, "", "unknown-column", name=name, known=(*known, *wording.FREE_COLUMNS))
        if names.count(name) > 1 and name in known:
            bad.add(line, "", "repeated-column", name=name)
    lacking = tuple(name for name in game.log_columns if name not in names)
    if lacking:
        bad.add(line, "", f"missing-columns{'.several' * (len(lacking) > 1)}", names=lacking)
    if bad.count > before:
        return None
    return itemgetter(*(names.index(name) if name in names else -1 for name in known))


def _csv_rows(
    lines: Iterator[str], number: int, game: Game, bad: BadRows, ignored: Collection[str]
) -> Iterator[tuple[int, Cells]]:  # fmt: skip
    csv.field_size_limit(FIELD_MAX)
    reader = csv.reader(lines)
    names = [name.strip().lower() for name in next(reader)]
    pick, width, before = _getter(names, number, game, bad, ignored), len(names), number - 1
    if pick is None:
        return
    while True:
        try:
            for row in reader:
                if len(row) == width:
                    row.append("")
                    yield before + reader.line_num, pick(row)
                elif any(map(str.strip, row)):
                    bad.add(before + reader.line_num, "", "fields", found=len(row), expected=width)
            return
        except csv.Error as error:
            bad.add(before + reader.line_num, "", "refused", reason=str(error))


def _json_rows(
    lines: Iterator[str], number: int, game: Game, bad: BadRows, ignored: Collection[str]
) -> Iterator[tuple[int, Cells]]:  # fmt: skip
    known = columns_of(game)
    allowed = {*known, *wording.FREE_COLUMNS, *ignored}
    for line, text in enumerate(lines, start=number):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            bad.add(line, "", "not-json")
            continue
        if not row.keys() <= allowed:
            name = next(name for name in row if name not in allowed)
            bad.add(line, "", "unknown-column", name=name[:40], known=(*known, *wording.FREE_COLUMNS))
            continue
        cells = tuple(_cell(row.get(name)) for name in known)
        strange = [name for name, cell in zip(known, cells, strict=True) if cell is None]
        if strange:
            bad.add(line, strange[0], "not-text", name=strange[0])
            continue
        yield line, tuple(cell for cell in cells if cell is not None)


def _cell(value: object) -> str | None:
    """A value of JSON as a cell; None where it is neither text nor a number nor a list of such."""
    match value:
        case str():
            return value
        case None:
            return ""
        case bool():
            return "yes" if value else ""
        case int():
            return str(value)
        case float():
            return f"{value:.2f}".removesuffix(".00") if value == round(value, 2) else repr(value)
        case list():
            parts = [_cell(one) for one in value]
            return None if None in parts else " ".join(str(part) for part in parts)
        case _:
            return None
