"""Roulette: pockets, their colours, and the groups and places that wagers cover."""

from collections.abc import Callable, Iterable
from functools import cache

from rackcard.games import game
from rackcard.games.game import Event
from rackcard.games.meaning import means
from rackcard.games.roulette.wheel import POCKETS, WHEELS

ID = "roulette"
TOP = 36

RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))


def colour(pocket: str) -> str:
    """The colour of a pocket, in a word."""
    return "green" if pocket.startswith("0") else "red" if int(pocket) in RED else "black"


@cache
@means("lands-on")
def lands_on(pockets: tuple[str, ...]) -> Event:
    """The ball lands in one of these pockets."""
    return game.event(ID, 1, POCKETS, "lands on " + " ".join(pockets), lambda phase, pocket: pocket in pockets)


def numbers(test: Callable[[int], bool]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, 37) if test(number))


GROUPS: dict[str, tuple[str, ...]] = {
    "red": numbers(lambda n: n in RED),
    "black": numbers(lambda n: n not in RED),
    "odd": numbers(lambda n: n % 2 == 1),
    "even": numbers(lambda n: n % 2 == 0),
    "green": ("0", "00", "000"),
}
"""Groups of pockets that a card names by a word; only green has zeros, those that the wheel has."""


def column(index: int) -> tuple[str, ...]:
    """Column 1 holds 1, 4, 7 … 34."""
    return numbers(lambda n: n % 3 == index % 3)


def dozen(index: int) -> tuple[str, ...]:
    """Dozen 1 holds 1 to 12."""
    return numbers(lambda n: (n - 1) // 12 == index - 1)


@cache
@means("neighbors")
def neighbors(pocket: str, reach: int, order: tuple[str, ...], place: Event | None = None) -> Event:
    """The ball lands on a pocket or one of its neighbors on the wheel, so many on each side; perhaps of a place."""
    at = order.index(pocket)
    pockets = tuple(order[(at + step) % len(order)] for step in range(-reach, reach + 1))
    return Event(lands_on(pockets).words, lands_on(pockets).cells, ID)


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
