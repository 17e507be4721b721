"""The layout of sic bo: a box for each wager of the standard layout that a card has."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

from rackcard.games.game import Event, Outcome
from rackcard.games.layout import Layout, Spot
from rackcard.games.sic_bo import rules
from rackcard.games.sic_bo.dice import ROLLS

WIDTH = 60
"""In quarters of a small box: fifteen combinations side by side."""

Box = tuple[str, int, int, int]
"""What is printed, the place from the upper left, and the width; every box is one row high."""


def _boxes() -> Iterator[tuple[Event, Box]]:
    """The standard layout, row by row."""
    yield rules.total_between(4, 10), ("Small", 0, 0, 16)
    yield rules.parity("odd"), ("Odd", 16, 0, 8)
    yield rules.any_triple(), ("Any triple", 24, 0, 8)
    yield rules.parity("even"), ("Even", 32, 0, 8)
    yield rules.total_between(11, 17), ("Big", 40, 0, 16)
    for column, face in enumerate(rules.FACES):
        yield rules.double(face), (f"{face} {face}", 4 * column, 4, 4)
        yield rules.triple(face), (f"{face} {face} {face}", 24 + 4 * column, 4, 4)
    for column, number in enumerate(range(4, 18)):
        yield rules.total(number), (str(number), 4 * column, 8, 4)
    for column, (first, second) in enumerate(combinations(rules.FACES, 2)):
        yield rules.combination(first, second), (f"{first}·{second}", 4 * column, 12, 4)
    for column, face in enumerate(rules.FACES):
        yield _any_of(face), (f"Single {face}", 8 * column, 16, 8)


def _any_of(face: int) -> Event:
    """The face is on one die or more: all that a single number pays for."""
    cells = frozenset(cell for times in rules.TIMES for cell in rules.shows(face, times).cells)
    return Event(f"{face} shows", cells, rules.ID)


@cache
def boxes() -> dict[frozenset[Outcome], Box]:
    """The boxes by the rolls that win there."""
    return {frozenset(ROLLS[index] for _, index in event.cells): box for event, box in _boxes()}


def layout(covered: Mapping[str, frozenset[Outcome]]) -> Layout | None:
    """The layout for a card that has a wager on every total; None for any other card."""
    by_rolls: dict[frozenset[Outcome], str] = {}
    for name, those in covered.items():
        by_rolls.setdefault(those, name)
    totals = {frozenset(ROLLS[index] for _, index in rules.total(number).cells) for number in range(4, 18)}
    if not totals <= set(by_rolls):
        return None
    spots = [
        Spot(by_rolls[group], x, y, width, 4, (label,), label=label, prints_pay=True)
        for group, (label, x, y, width) in boxes().items() if group in by_rolls
    ]  # fmt: skip
    return Layout(WIDTH, tuple(sorted(spots, key=lambda spot: (spot.y, spot.x))), ())
