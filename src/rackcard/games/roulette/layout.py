"""The places on the layout of a wheel, and the wagers of a card there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

from rackcard.games.layout import (
    NARROW,
    LaidWager,
    Layout,
    Lettering,
    Part,
    Point,
    PrintedPay,
    RaceSpot,
    Spot,
    SpotLook,
    Stroke,
    WheelPocket,
    box,
    circle,
)  # fmt: skip
from rackcard.games.roulette.rules import GROUPS, colour, column
from rackcard.games.roulette.wheel import ORDERS, POCKETS
from rackcard.svg import Length


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


WHEEL = 300
TABLE = (778, 300)
RACE = (1090, 146)


class QuarterGrid(NamedTuple):
    """How quarters of a box become units of a drawing; upright, the zeros are on top."""

    across: Length
    down: Length
    high: Length
    """How high the numbers' rows are together, in quarters; what is below them has its own height."""
    below: Length
    is_upright: bool

    def at(self, x: Length, y: Length) -> Point:
        """A place of the layout in the drawing."""
        deep = y * self.down if y <= self.high else self.high * self.down + (y - self.high) * self.below
        if not self.is_upright:
            return 1 + x * self.across, 1 + deep
        total = self.high * self.down + (20 - self.high) * self.below
        return 1 + total - deep, 1 + x * self.across

    def frame(self, one: Box) -> tuple[Length, Length, Length, Length]:
        (ax, ay), (bx, by) = self.at(one.x, one.y), self.at(one.x + one.width, one.y + one.height)
        return min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)


def layout(pockets: tuple[str, ...], wagers: Sequence[LaidWager]) -> Layout | None:
    """The layout for a card that has a wager on every pocket of its wheel; None for any other card."""
    by_pockets: dict[frozenset[str], LaidWager] = {}
    for one in wagers:
        if one.is_single and not one.bundle and one.wins:
            by_pockets.setdefault(frozenset(POCKETS[index] for _, index in one.wins) & frozenset(pockets), one)
    if not all(frozenset({pocket}) in by_pockets for pocket in pockets):
        return None
    columns = max(one.x + one.width for one in boxes(pockets).values())
    wide = QuarterGrid((TABLE[0] - 2) / columns, 83 / 5, 12, 12, is_upright=False)
    narrow = QuarterGrid(44 / 4, (NARROW - 110) / 12, 12, 54 / 4, is_upright=True)
    found = [*_in_boxes(pockets, by_pockets, wide, narrow), *_on_lines(pockets, by_pockets, wide, narrow)]
    found += _imprisoned(found, wagers)
    order = next((order for order in ORDERS if set(order) == set(pockets)), ())
    table = Part("table", "Table", *TABLE, (NARROW, 2 + columns * 11))
    wheel = Part("wheel", "Wheel", WHEEL, WHEEL, None, template="roulette/wheel.html", is_beside=True)
    track = Part("race", "Racetrack", *RACE, None, template="roulette/racetrack.html")
    singles = {pocket: by_pockets[frozenset({pocket})].wager for pocket in pockets}
    return Layout(
        (wheel, table, track) if order else (table,),
        tuple(found),
        dollies={pocket: _dolly(boxes(pockets)[frozenset({pocket})], wide, narrow) for pocket in pockets},
        dolly_part="table",
        race=race(order, singles, {group: one.wager for group, one in by_pockets.items()}) if order else (),
        wheel=tuple(WheelPocket(one, colour(one), 360 * place / len(order)) for place, one in enumerate(order)),
        wedge=wedge(len(order)) if order else "",
    )


def _dolly(one: Box, wide: QuarterGrid, narrow: QuarterGrid) -> tuple[Point, Point]:
    """The corner of a number, so that it stays legible."""
    (x, y, _, _), (u, v, _, _) = wide.frame(one), narrow.frame(one)
    return (x + 13, y + 13), (u + 14, v + 13)


def _in_boxes(
    pockets: tuple[str, ...], by_pockets: Mapping[frozenset[str], LaidWager], wide: QuarterGrid, narrow: QuarterGrid
) -> list[Spot]:
    found = []
    for group, one in sorted(boxes(pockets).items(), key=lambda each: (each[1].y // 12, each[1].x)):
        if group not in by_pockets:
            continue
        broad, thin = _box_look(group, one, wide), _box_look(group, one, narrow)
        shade = next(iter({colour(pocket) for pocket in group})) if len(group) == 1 else ""
        found.append(
            Spot(
                by_pockets[group].wager,
                "table",
                broad,
                thin,
                covers=_ordered(group),
                pay=by_pockets[group].pay,
                ink=shade,
                label=shade,
            )
        )
    return found


def _box_look(group: frozenset[str], one: Box, grid: QuarterGrid) -> SpotLook:
    x, y, width, height = grid.frame(one)
    middle, center = x + width / 2, y + height / 2
    chips = (middle, y + height - 16) if len(group) == 1 and height > 60 else (x + width - 16, y + height - 16)
    if len(group) == 1:
        words: tuple[Lettering | PrintedPay | Stroke, ...] = (Lettering(next(iter(group)), middle, center + 7, 22),)
    elif one.width == 4:
        words = (PrintedPay(middle, center + 6, 18 if width > 60 else 14),)
        chips = (middle, y + height - 18)
    else:
        words = _outside(group, middle, center, turn=-90 if grid.is_upright else 0)
        chips = (middle, y + height - 24) if grid.is_upright else (x + width - 26, center)
    return SpotLook(box(x, y, width, height), chips, words, (-10, 0) if width > 40 else (6, 0), "below")


def _outside(group: frozenset[str], x: Length, y: Length, turn: int) -> tuple[Lettering | Stroke, ...]:
    for name, ink in (("red", "red-fill"), ("black", "black-fill")):
        if group == set(GROUPS[name]):
            a, b = (12, 26) if turn else (34, 14)
            return (Stroke(f"M{x - a:g} {y:g}L{x:g} {y - b:g}L{x + a:g} {y:g}L{x:g} {y + b:g}z", ink),)
    numbers = sorted(int(pocket) for pocket in group)
    dozens = {1: "1st 12", 13: "2nd 12", 25: "3rd 12"}
    if len(group) == 12:
        text = dozens[numbers[0]]
    elif numbers[-1] - numbers[0] == len(numbers) - 1:
        text = f"{numbers[0]} to {numbers[-1]}"
    else:
        text = "Odd" if numbers[0] == 1 else "Even"
    return (Lettering(text, x + (5 if turn else 0), y + (0 if turn else 6), 18, turn=turn),)


def _on_lines(
    pockets: tuple[str, ...], by_pockets: Mapping[frozenset[str], LaidWager], wide: QuarterGrid, narrow: QuarterGrid
) -> list[Spot]:
    found = []
    for group, (x, y) in spots(pockets).items():
        if group in by_pockets:
            looks = [
                SpotLook(circle(*grid.at(x, y), 9), grid.at(x, y), (), (8, 0), "below", is_point=True)
                for grid in (wide, narrow)
            ]
            found.append(Spot(by_pockets[group].wager, "table", looks[0], looks[1], _ordered(group)))
    return found


def _imprisoned(found: Sequence[Spot], wagers: Sequence[LaidWager]) -> list[Spot]:
    """Stakes in prison are on the line of their original bet."""
    homes = {spot.wager: spot for spot in found}
    prisons = []
    for one in wagers:
        home = next((homes[name] for name in one.turned_from if name in homes), None)
        if home is not None and one.wager not in homes and home.narrow is not None:
            looks = [
                SpotLook(
                    circle(look.chips[0] - 40, look.chips[1] + 20, 10),
                    (look.chips[0] - 40, look.chips[1] + 20),
                    tag="below",
                )
                for look in (home.wide, home.narrow)
            ]
            prisons.append(Spot(one.wager, "table", looks[0], looks[1], home.covers))
    return prisons


# ---- the racetrack


def race(
    order: tuple[str, ...], singles: Mapping[str, str], by_pockets: Mapping[frozenset[str], str]
) -> tuple[RaceSpot, ...]:
    """The pockets in the order of the wheel, along two straights and around two bends."""
    found = []
    bend = 3
    straight = (len(order) - 2 * bend) / 2
    top, low = int(straight + 1 / 2), int(straight)
    places = [
        *_straight(top, 72, 1018, 1),
        *_bend(bend, 1018, -pi / 2),
        *_straight(low, 1018, 72, 107),
        *_bend(bend, 72, pi / 2),
    ]
    start = order.index("10") if "10" in order else 0
    turned = order[start:] + order[:start]
    size = len(order)
    for index, (pocket, (path, x, y)) in enumerate(zip(turned, places, strict=True)):
        near = frozenset(turned[(index + step) % size] for step in range(-2, 3))
        found.append(RaceSpot(pocket, singles[pocket], by_pockets.get(near, ""), path, x, y + 11 / 2, colour(pocket)))
    return tuple(found)


def _straight(count: int, start: Length, end: Length, y: Length) -> list[tuple[str, Length, Length]]:
    each = (end - start) / count
    lefts = [min(start + each * index, start + each * (index + 1)) for index in range(count)]
    return [(box(left, y, abs(each), 38), left + abs(each) / 2, y + 19) for left in lefts]


def _bend(count: int, x: Length, start: Length) -> list[tuple[str, Length, Length]]:
    found = []
    y, outer, inner = 73, 72, 34
    for index in range(count):
        a, b = start + pi * index / count, start + pi * (index + 1) / count
        corners = [(x + r * cos(t), y + r * sin(t)) for r, t in ((outer, a), (outer, b), (inner, b), (inner, a))]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        path = f"M{ax:.1f} {ay:.1f}A72 72 0 0 1 {bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}A34 34 0 0 0 {dx:.1f} {dy:.1f}z"
        half = (a + b) / 2
        found.append((path, x + 53 * cos(half), y + 53 * sin(half)))
    return found


def wedge(pockets: int) -> str:
    """The path of the pocket on top of a wheel, whose number is outside."""
    half = pi / pockets
    points = [(150 + r * sin(t), 150 - r * cos(t)) for r, t in ((126, -half), (126, half), (82, half), (82, -half))]
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return f"M{ax:.2f} {ay:.2f}A126 126 0 0 1 {bx:.2f} {by:.2f}L{cx:.2f} {cy:.2f}A82 82 0 0 0 {dx:.2f} {dy:.2f}z"


# ---- the dealer's pad


@dataclass(frozen=True)
class PadBox:
    """A pocket of the dealer's pad, in quarters of a number's box."""

    text: str
    x: int
    y: int
    width: int
    height: int
    colour: str


@dataclass(frozen=True)
class PadBoxes:
    """The pockets of the dealer's pad."""

    width: int
    boxes: tuple[PadBox, ...]


def pad(pockets: tuple[str, ...]) -> PadBoxes:
    """The pockets alone, as the dealer's pad shows them."""
    places = boxes(pockets)
    found = [PadBox(pocket, *places[frozenset({pocket})], colour(pocket)) for pocket in pockets]
    return PadBoxes(max(one.x + one.width for one in found), tuple(found))


def _ordered(group: Iterable[str]) -> tuple[str, ...]:
    return tuple(pocket for pocket in POCKETS if pocket in group)
