"""Sic bo: what one roll of three dice does."""

from collections.abc import Callable
from functools import cache
from typing import Literal

from rackcard.games import game
from rackcard.games.game import Event
from rackcard.games.meaning import means
from rackcard.games.sic_bo.dice import ROLLS, Faces

ID = "sic-bo"
FACES = (1, 2, 3, 4, 5, 6)
TOTALS = tuple(range(3, 19))
TIMES = {"once": 1, "twice": 2, "three times": 3}
AT_LEAST_ONCE, AT_LEAST_TWICE = "at least once", "at least twice"
SHOWN = (*TIMES, AT_LEAST_ONCE, AT_LEAST_TWICE)
"""On how many of the dice a face may be asked for."""


def is_triple(faces: Faces) -> bool:
    return faces[0] == faces[2]


def _event(words: str, test: Callable[[Faces], bool]) -> Event:
    return game.event(ID, 1, ROLLS, words, lambda phase, faces: test(faces))


@cache
@means("total")
def total(number: int) -> Event:
    """The three faces add up to this."""
    return _event(f"total {number}", lambda faces: sum(faces) == number)


@cache
@means("totals")
def totals(numbers: tuple[int, ...]) -> Event:
    """The three faces add up to one of these."""
    return _event(f"total {' or '.join(map(str, numbers))}", lambda faces: sum(faces) in numbers)


@cache
@means("total-between")
def total_between(low: int, high: int) -> Event:
    """The total is in a range, and the faces are not all alike: small and big."""
    words = f"total {low} to {high} without a triple"
    return _event(words, lambda faces: low <= sum(faces) <= high and not is_triple(faces))


@cache
@means("parity")
def parity(kind: Literal["odd", "even"]) -> Event:
    """The total is odd or even, and the faces are not all alike."""
    rest = 1 if kind == "odd" else 0
    return _event(f"{kind} total without a triple", lambda faces: sum(faces) % 2 == rest and not is_triple(faces))


def shows(face: int, count: str) -> Event:
    """The face is on so many of the dice: one of ``SHOWN``."""
    return double(face) if count == AT_LEAST_TWICE else _shows(face, count)


@cache
@means("shows")
def _shows(face: int, times: str) -> Event:
    """The face is on exactly so many of the dice, or on one or more."""
    if times == AT_LEAST_ONCE:
        return _event(f"{face} shows", lambda faces: face in faces)
    return _event(f"{face} shows {times}", lambda faces: faces.count(face) == TIMES[times])


@cache
@means("double")
def double(face: int) -> Event:
    """The face is on two of the dice, or on all three."""
    return _event(f"{face} shows at least twice", lambda faces: faces.count(face) >= 2)


@cache
@means("combination")
def combination(first: int, second: int) -> Event:
    """Both faces are there, whatever the third die shows."""
    return _event(f"{first} and {second} show", lambda faces: first in faces and second in faces)


@cache
@means("triple")
def triple(face: int) -> Event:
    return _event(f"triple {face}", lambda faces: faces == (face, face, face))


@cache
@means("any-triple")
def any_triple() -> Event:
    return _event("any triple", is_triple)
