"""The layout of a wheel: which wagers of a card lie in its boxes and on its lines, and where."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rackcard.chance import POCKETS, Wheel
from rackcard.games.game import Happened
from rackcard.games.roulette.rules import boxes, colour, spots
from rackcard.machine import Bet
from rackcard.table.state import Offering


@dataclass(frozen=True)
class Spot:
    """A wager's place: a box, or a point on the lines where the chip of several pockets lies."""

    wager: str
    x: int
    y: int
    width: int
    height: int
    """In quarters of a number's box; a point has neither width nor height."""
    covers: tuple[str, ...]
    colour: str = ""

    @property
    def text(self) -> str:
        """What is printed in the box of a number."""
        return self.covers[0] if len(self.covers) == 1 else ""

    @property
    def middle(self) -> tuple[int, int]:
        """Where the arrow keys find it, in eighths."""
        return 2 * self.x + self.width, 2 * self.y + self.height


@dataclass(frozen=True)
class Layout:
    """The boxes and points of a wheel's layout that a card has wagers for."""

    width: int
    boxes: tuple[Spot, ...]
    points: tuple[Spot, ...]

    @property
    def wagers(self) -> frozenset[str]:
        return frozenset(spot.wager for spot in (*self.boxes, *self.points))


def layout(offering: Offering) -> Layout | None:
    """The layout for a card that has a wager on every pocket of its wheel; None for any other card."""
    chance = offering.card.chance(offering.options)
    if not isinstance(chance, Wheel):
        return None
    on_wheel = pockets(chance)
    by_pockets: dict[frozenset[str], str] = {}
    for name, bet in offering.bets.items():
        by_pockets.setdefault(_covered(bet, on_wheel), name)
    if not all(frozenset({pocket}) in by_pockets for pocket in on_wheel):
        return None
    in_boxes = [
        Spot(by_pockets[group], *box, _ordered(group), _group_colour(group))
        for group, box in boxes(on_wheel).items() if group in by_pockets
    ]  # fmt: skip
    on_lines = [
        Spot(by_pockets[group], x, y, 0, 0, _ordered(group))
        for group, (x, y) in spots(on_wheel).items() if group in by_pockets
    ]  # fmt: skip
    width = max(spot.x + spot.width for spot in in_boxes)
    return Layout(width, tuple(sorted(in_boxes, key=lambda spot: (spot.y // 12, spot.x))), tuple(on_lines))


def _covered(bet: Bet, on_wheel: Iterable[str]) -> frozenset[str]:
    """The pockets that win a wager of one spin; none where there is more to it."""
    machine = bet.machine
    line = machine.lines[0]
    if machine.ends != 1 or len(machine.lines) != 1 or not isinstance(line, Happened):
        return frozenset()
    return frozenset(POCKETS[outcome] for _, outcome in line.event.cells) & frozenset(on_wheel)


def _ordered(group: Iterable[str]) -> tuple[str, ...]:
    return tuple(pocket for pocket in POCKETS if pocket in group)


def _group_colour(group: frozenset[str]) -> str:
    """The colour of a box: the one that all of its pockets have, where it is a number's or holds all of a colour."""
    colours = {colour(pocket) for pocket in group}
    return colours.pop() if len(colours) == 1 else ""


def pockets(chance: Wheel) -> tuple[str, ...]:
    """The pockets of a wheel, in the order of the layout."""
    return tuple(pocket for pocket, weight in chance.law().items() if weight)


def pad(chance: Wheel) -> Layout:
    """The pockets alone, as the dealer's pad shows them."""
    on_wheel = pockets(chance)
    places: Mapping[frozenset[str], tuple[int, int, int, int]] = boxes(on_wheel)
    found = [
        Spot(pocket, *places[frozenset({pocket})], (pocket,), colour(pocket)) for pocket in on_wheel
    ]  # fmt: skip
    return Layout(max(spot.x + spot.width for spot in found), tuple(found), ())
