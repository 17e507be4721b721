"""Where things lie on the layout of a wheel, and which wagers of a card lie there."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from rackcard.games.layout import Layout, Spot
from rackcard.games.roulette.rules import GROUPS, colour, column
from rackcard.games.roulette.wheel import POCKETS


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
    """Where a chip that covers several pockets goes: where they meet, or on the outer line at the end of their rows.

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


# ---- the wagers of a card on it


def layout(pockets: tuple[str, ...], covered: Mapping[str, frozenset[str]]) -> Layout | None:
    """The layout for a card that has a wager on every pocket of its wheel; None for any other card."""
    by_pockets: dict[frozenset[str], str] = {}
    for name, those in covered.items():
        by_pockets.setdefault(those & frozenset(pockets), name)
    if not all(frozenset({pocket}) in by_pockets for pocket in pockets):
        return None
    in_boxes = [
        Spot(by_pockets[group], *box, _ordered(group), _group_colour(group))
        for group, box in boxes(pockets).items() if group in by_pockets
    ]  # fmt: skip
    on_lines = [
        Spot(by_pockets[group], x, y, 0, 0, _ordered(group))
        for group, (x, y) in spots(pockets).items() if group in by_pockets
    ]  # fmt: skip
    width = max(spot.x + spot.width for spot in in_boxes)
    return Layout(width, tuple(sorted(in_boxes, key=lambda spot: (spot.y // 12, spot.x))), tuple(on_lines))


def pad(pockets: tuple[str, ...]) -> Layout:
    """The pockets alone, as the dealer's pad shows them."""
    places = boxes(pockets)
    found = [Spot(pocket, *places[frozenset({pocket})], (pocket,), colour(pocket)) for pocket in pockets]
    return Layout(max(spot.x + spot.width for spot in found), tuple(found), ())


def _ordered(group: Iterable[str]) -> tuple[str, ...]:
    return tuple(pocket for pocket in POCKETS if pocket in group)


def _group_colour(group: frozenset[str]) -> str:
    """The colour of a box: the one that all of its pockets have, where it is a number's or holds all of a colour."""
    colours = {colour(pocket) for pocket in group}
    return colours.pop() if len(colours) == 1 else ""
