"""Craps: two dice, a come-out and a point."""

from collections.abc import Callable, Iterable
from functools import cache

from rackcard.games import game
from rackcard.games.craps.dice import PAIRS, Die
from rackcard.games.game import Event
from rackcard.games.meaning import Meaning, means

ID = "craps"

POINTS = (4, 5, 6, 8, 9, 10)
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
NATURALS = (7, 11)
COME_OUT = 0
"""The phase before a point; phase i + 1 has POINTS[i] on."""


PHASES = ("come-out", *(f"point {point}" for point in POINTS))


def _next_phase(phase: int, total: int) -> int:
    if phase == COME_OUT:
        return POINTS.index(total) + 1 if total in POINTS else COME_OUT
    return COME_OUT if total in (7, POINTS[phase - 1]) else phase


MOVES = tuple(tuple(_next_phase(phase, sum(pair)) for pair in PAIRS) for phase in range(len(PHASES)))


def _event(words: str, test: Callable[[int, Die], bool]) -> Event:
    return game.event(ID, len(PHASES), PAIRS, words, test)


@cache
@means("rolled")
def rolled(totals: tuple[int, ...]) -> Event:
    """One of these totals, on any roll."""
    words = " or ".join(map(str, totals)) + " rolled"
    return _event(words, lambda phase, pair: sum(pair) in totals)


@cache
@means("hard")
def hard(total: int) -> Event:
    """The total with a pair: hard 8 is 4-4."""
    return _event(f"hard {total} rolled", lambda phase, pair: pair == (total / 2, total / 2))


@cache
@means("easy")
def easy(total: int) -> Event:
    """The total without a pair: easy 8 is 6-2 or 5-3."""
    return _event(f"easy {total} rolled", lambda phase, pair: sum(pair) == total and pair[0] != pair[1])


@cache
@means("doubles")
def doubles() -> Event:
    """Both dice show the same."""
    return _event("doubles rolled", lambda phase, pair: pair[0] == pair[1])


def pair(text: str) -> Die:
    """Two dice as a card writes them, in either order: 5-1 is 1-5."""
    low, high = sorted((int(text[0]), int(text[2])))
    return low, high


@cache
@means("dice")
def dice(pairs: tuple[Die, ...]) -> Event:
    """One of these pairs of dice."""
    words = " or ".join(f"{high}-{low}" for low, high in pairs) + " rolled"
    return _event(words, lambda phase, pair: pair in pairs)


@cache
@means("in-phase")
def in_phase(points: tuple[int, ...]) -> Event:
    """Any roll with one of these points on; on the come-out where none is named."""
    words = f"with {' or '.join(map(str, points))} on" if points else "on the come-out"
    phases = {POINTS.index(point) + 1 for point in points} or {COME_OUT}
    return _event(words, lambda phase, pair: phase in phases)


def restricted(event: Event, phase: Event) -> Event:
    """An event in some phases only."""
    words = "with a point on" if phase == point_is_on() else phase.words
    cells = event.cells & phase.cells
    return Event(f"{event.words} {words}", cells, ID, Meaning("restricted", (event, phase)))


@cache
@means("on-come-out")
def on_come_out(totals: tuple[int, ...]) -> Event:
    """One of these totals, on a come-out roll only."""
    words = " or ".join(map(str, totals)) + " on the come-out"
    return _event(words, lambda phase, pair: phase == COME_OUT and sum(pair) in totals)


@cache
@means("seven-out")
def seven_out() -> Event:
    """A 7 while a point is on."""
    return _event("seven-out", lambda phase, pair: phase != COME_OUT and sum(pair) == 7)


@cache
@means("point-made")
def point_made(points: tuple[int, ...] = POINTS) -> Event:
    """One of these points is on and is rolled."""
    words = "point made" if points == POINTS else " or ".join(map(str, points)) + " made"
    return _event(words, lambda phase, pair: phase != COME_OUT and sum(pair) == POINTS[phase - 1] in points)


@cache
@means("line-wins")
def line_wins() -> Event:
    """The pass line wins: a natural on the come-out, or the point made."""
    return Event("the line wins", on_come_out(NATURALS).cells | point_made().cells, ID)


@cache
@means("line-loses")
def line_loses() -> Event:
    """The pass line loses: craps on the come-out, or the seven-out."""
    return Event("the line loses", on_come_out((2, 3, 12)).cells | seven_out().cells, ID)


@cache
@means("line-decided")
def line_decided() -> Event:
    return Event("the line is decided", line_wins().cells | line_loses().cells, ID)


@cache
@means("point-is-on")
def point_is_on() -> Event:
    """Any roll but a come-out roll: the rolls that count for a wager that is off on the come-out."""
    return _event("a point is on", lambda phase, pair: phase != COME_OUT)


def each_rolled(totals: Iterable[int]) -> tuple[Event, ...]:
    return tuple(rolled((total,)) for total in totals)


def each_made(points: Iterable[int]) -> tuple[Event, ...]:
    return tuple(point_made((point,)) for point in points)
