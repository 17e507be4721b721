"""The roads of baccarat: bead road, big road, and the three roads that are derived from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ROWS = 6
SHOWN = {"bead": 12, "big": 20, "big eye": 18, "small": 9, "cockroach": 9}
"""How many columns of each road are shown."""


@dataclass(frozen=True)
class RoadCell:
    """An entry of a road at a place of its grid."""

    column: int
    row: int
    kind: str
    ties: int = 0


def big_road(winners: Iterable[str]) -> list[list[tuple[str, int]]]:
    """The winners in columns, a new one whenever the winner changes; each entry with the ties that came on it.

    >>> big_road(["tie", "banker", "banker", "player", "tie", "player", "banker"])
    [[('banker', 1), ('banker', 0)], [('player', 1), ('player', 0)], [('banker', 0)]]
    """
    columns: list[list[tuple[str, int]]] = []
    waiting = 0
    for winner in winners:
        if winner == "tie":
            if columns:
                last, ties = columns[-1][-1]
                columns[-1][-1] = last, ties + 1
            else:
                waiting += 1
            continue
        if not columns or columns[-1][-1][0] != winner:
            columns.append([])
        columns[-1].append((winner, waiting))
        waiting = 0
    return columns


def derived(lengths: Sequence[int], back: int) -> list[str]:
    """The marks of a derived road from the lengths of the big road's columns, looking so many columns back.

    One for the big eye road, two for the small road, three for the cockroach road. An entry that begins a column is red
    where the column before it is as long as the one so far back from that; an entry further down is blue only where the
    column that far back ends just above it.

    >>> derived([1, 2, 3, 1], 1)
    ['blue', 'blue', 'red', 'blue', 'blue']
    >>> derived([2, 1, 1, 1], 2)
    ['blue']
    """
    marks = []
    for column, length in enumerate(lengths):
        for row in range(length):
            if row == 0 and column > back:
                marks.append("red" if lengths[column - 1] == lengths[column - 1 - back] else "blue")
            elif row and column >= back:
                marks.append("blue" if lengths[column - back] == row else "red")
    return marks


def runs(marks: Iterable[str]) -> list[list[tuple[str, int]]]:
    """Marks in columns, a new one whenever the color changes."""
    columns: list[list[tuple[str, int]]] = []
    for mark in marks:
        if not columns or columns[-1][-1][0] != mark:
            columns.append([])
        columns[-1].append((mark, 0))
    return columns


def on_grid(columns: Sequence[Sequence[tuple[str, int]]], shown: int) -> tuple[RoadCell, ...]:
    """The entries on a grid of six rows: a column goes down as far as it can, then to the right.

    >>> [(cell.column, cell.row) for cell in on_grid([[("red", 0)] * 8], 9)]
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5)]
    """
    taken: dict[tuple[int, int], RoadCell] = {}
    for index, entries in enumerate(columns):
        x, y = index, 0
        while (x, y) in taken:
            x += 1
        goes_right = False
        for kind, ties in entries:
            taken[x, y] = RoadCell(x, y, kind, ties)
            goes_right = goes_right or y + 1 == ROWS or (x, y + 1) in taken
            x, y = (x + 1, y) if goes_right else (x, y + 1)
    first = max(0, max((x for x, _ in taken), default=0) + 1 - shown)
    return tuple(
        RoadCell(cell.column - first, cell.row, cell.kind, cell.ties) for cell in taken.values() if cell.column >= first
    )


def roads(winners: Sequence[str]) -> Mapping[str, Any]:
    """Every road of the last hands, for the board; and how often each side has won."""
    columns = big_road(winners)
    lengths = [len(entries) for entries in columns]
    beads = list(winners)[-(ROWS * SHOWN["bead"] - ROWS + (len(winners) % ROWS or ROWS)) :]
    found: dict[str, Any] = {
        "bead": tuple(RoadCell(index // ROWS, index % ROWS, kind) for index, kind in enumerate(beads)),
        "big": on_grid(columns, SHOWN["big"]),
    }
    for back, name in enumerate(("big eye", "small", "cockroach"), 1):
        found[name] = on_grid(runs(derived(lengths, back)), SHOWN[name])
    return {"roads": found, "won": {side: winners.count(side) for side in ("player", "banker", "tie")}}
