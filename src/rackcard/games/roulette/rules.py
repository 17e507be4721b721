"""Roulette: pockets, the layout's places, and the colours."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple, cast

from rackcard.chance import POCKETS, WHEELS
from rackcard.games.game import Event, Game
from rackcard.games.meaning import means

RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))


def colour(pocket: str) -> str:
    """The colour of a pocket, in a word."""
    return "green" if pocket.startswith("0") else "red" if int(pocket) in RED else "black"


ROULETTE = Game(
    id="roulette",
    unit="spin",
    outcomes=POCKETS,
    phases=("spin",),
    moves=((0,) * len(POCKETS),),
    label=lambda outcome: cast(str, outcome),
    entry="pocket",
    short=lambda outcome: cast(str, outcome),
    kind=lambda outcome: colour(cast(str, outcome)),
    number=lambda outcome: int(cast(str, outcome)),
    top=36,
)


@cache
@means("lands-on")
def lands_on(pockets: tuple[str, ...]) -> Event:
    """The ball lands in one of these pockets."""
    return ROULETTE.event("lands on " + " ".join(pockets), lambda phase, pocket: pocket in pockets)


def numbers(test: Callable[[int], bool]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, 37) if test(number))


GROUPS: dict[str, tuple[str, ...]] = {
    "red": numbers(lambda n: n in RED),
    "black": numbers(lambda n: n not in RED),
    "odd": numbers(lambda n: n % 2 == 1),
    "even": numbers(lambda n: n % 2 == 0),
}
"""Groups of pockets that a card names by a word; none holds a zero."""


def column(index: int) -> tuple[str, ...]:
    """Column 1 holds 1, 4, 7 … 34."""
    return numbers(lambda n: n % 3 == index % 3)


def _squares(rows: int, columns: int) -> Iterable[tuple[str, ...]]:
    """Every block of so many rows and columns on the 12 × 3 layout."""
    for row in range(13 - rows):
        for left in range(4 - columns):
            yield tuple(str(3 * (row + r) + left + c + 1) for r in range(rows) for c in range(columns))


_ZERO_PLACES: dict[str, dict[str, tuple[tuple[str, ...], ...]]] = {
    "single-zero": {
        "split": (("0", "1"), ("0", "2"), ("0", "3")),
        "trio": (("0", "1", "2"), ("0", "2", "3")),
        "first four": (("0", "1", "2", "3"),),
    },
    "double-zero": {
        "split": (("0", "00"), ("0", "1"), ("0", "2"), ("00", "2"), ("00", "3")),
        "trio": (("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")),
        "top line": (("0", "00", "1", "2", "3"),),
    },
    "triple-zero": {"trio": (("0", "00", "000"),)},
}


@cache
def places(kind: str, wheel: str) -> tuple[tuple[str, ...], ...]:
    """Every place of a kind on a wheel's layout, as the pockets it covers.

    >>> len(places("split", "double-zero")), places("street", "single-zero")[0]
    (62, ('1', '2', '3'))
    """
    plain: dict[str, Callable[[], Iterable[tuple[str, ...]]]] = {
        "number": lambda: ((pocket,) for pocket in (*WHEELS[wheel], *POCKETS[3:])),
        "split": lambda: (*_squares(1, 2), *_squares(2, 1)),
        "street": lambda: _squares(1, 3),
        "corner": lambda: _squares(2, 2),
        "six line": lambda: _squares(2, 3),
    }
    return (*_ZERO_PLACES[wheel].get(kind, ()), *plain.get(kind, tuple)())


PLACE_KINDS = ("number", "split", "street", "trio", "corner", "first four", "top line", "six line")


# ---- where things lie on the layout


class Box(NamedTuple):
    """A box of the layout; its sides in quarters of a number's box, from the upper left."""

    x: int
    y: int
    width: int = 4
    height: int = 4


def zeros(pockets: Iterable[str]) -> tuple[str, ...]:
    """The zeros among pockets, in the order of their names."""
    return tuple(sorted((pocket for pocket in pockets if pocket.strip("0") == ""), key=len))


_ZERO_BOXES: dict[int, tuple[Box, ...]] = {
    0: (),
    1: (Box(0, 0, 4, 12),),
    2: (Box(0, 6, 4, 6), Box(0, 0, 4, 6)),
    3: (Box(4, 6, 4, 6), Box(4, 0, 4, 6), Box(0, 0, 4, 12)),
}
"""By how many zeros there are: at the head of the layout, 0 below 00, and 000 across them."""


@cache
def boxes(pockets: tuple[str, ...]) -> dict[frozenset[str], Box]:
    """The boxes of a wheel's layout by the pockets they cover: numbers, columns, dozens and even-money wagers.

    >>> boxes(("0", *POCKETS[3:]))[frozenset({"5"})]
    Box(x=8, y=4, width=4, height=4)
    """
    heads = zeros(pockets)
    found = {frozenset({zero}): box for zero, box in zip(heads, _ZERO_BOXES[len(heads)], strict=True)}
    start = max((box.x + box.width for box in found.values()), default=0)
    for number in range(1, 37):
        row, line = divmod(number - 1, 3)
        found[frozenset({str(number)})] = Box(start + 4 * row, 8 - 4 * line)
    for index in (1, 2, 3):
        found[frozenset(column(index))] = Box(start + 48, 12 - 4 * index)
        found[frozenset(POCKETS[12 * index - 9 : 12 * index + 3])] = Box(start + 16 * index - 16, 12, 16)
    halves = (POCKETS[3:21], *(GROUPS[name] for name in ("even", "red", "black", "odd")), POCKETS[21:])
    for index, group in enumerate(halves):
        found[frozenset(group)] = Box(start + 8 * index, 16, 8)
    return found


@cache
def spots(pockets: tuple[str, ...]) -> dict[frozenset[str], tuple[int, int]]:
    """Where a chip lies that covers several pockets: where they meet, or on the outer line at the end of their rows.

    >>> spots(("0", *POCKETS[3:]))[frozenset({"1", "2", "4", "5"})]
    (8, 8)
    """
    single = {next(iter(group)): box for group, box in boxes(pockets).items() if len(group) == 1}
    points: dict[frozenset[str], list[tuple[int, int]]] = {}
    end = max(box.x + box.width for box in single.values())
    for y in range(1, 13):
        for x in range(1, end):
            along = {pocket: box for pocket, box in single.items() if box.x <= x <= box.x + box.width}
            met = frozenset(pocket for pocket, box in along.items() if y == 12 or box.y <= y <= box.y + box.height)
            if len(met) > 1 and (y < 12 or met not in points or points[met][0][1] == 12):
                points.setdefault(met, []).append((x, y))
    return {met: found[len(found) // 2] for met, found in points.items()}
