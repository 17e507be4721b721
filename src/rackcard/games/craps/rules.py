"""Craps: two dice, a come-out and a point."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from rackcard.games import game
from rackcard.games.craps.dice import PAIRS, Die
from rackcard.games.game import Event
from rackcard.games.meaning import Meaning, means

ID = "craps"

POINTS = (4, 5, 6, 8, 9, 10)
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
COME_OUT = 0
"""The phase before a point; phase i + 1 has the i-th point on."""


def pair(text: str) -> Die:
    """Two dice as a card writes them, in either order: 5-1 is 1-5."""
    low, high = sorted((int(text[0]), int(text[2])))
    return low, high


@dataclass(frozen=True)
class CrapsRules:
    """The line of a craps game: which totals are points, which win the come-out, and which lose it."""

    id: str
    points: tuple[int, ...]
    naturals: tuple[int, ...]
    craps: tuple[int, ...]

    @cached_property
    def phases(self) -> tuple[str, ...]:
        return ("come-out", *(f"point {point}" for point in self.points))

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(self._next_phase(phase, sum(dice)) for dice in PAIRS) for phase in range(len(self.phases))
        )  # fmt: skip

    def _next_phase(self, phase: int, total: int) -> int:
        if phase == COME_OUT:
            return self.points.index(total) + 1 if total in self.points else COME_OUT
        return COME_OUT if total in (7, self.points[phase - 1]) else phase

    def _event(self, words: str, test: Callable[[int, Die], bool]) -> Event:
        return game.event(ID, len(self.phases), PAIRS, words, test)

    @means("rolled")
    def rolled(self, totals: tuple[int, ...]) -> Event:
        """One of these totals, on any roll."""
        words = " or ".join(map(str, totals)) + " rolled"
        return self._event(words, lambda phase, pair: sum(pair) in totals)

    @means("hard")
    def hard(self, total: int) -> Event:
        """The total with a pair: hard 8 is 4-4."""
        return self._event(f"hard {total} rolled", lambda phase, pair: pair == (total / 2, total / 2))

    @means("easy")
    def easy(self, total: int) -> Event:
        """The total without a pair: easy 8 is 6-2 or 5-3."""
        return self._event(f"easy {total} rolled", lambda phase, pair: sum(pair) == total and pair[0] != pair[1])

    @means("doubles")
    def doubles(self) -> Event:
        """Both dice show the same."""
        return self._event("doubles rolled", lambda phase, pair: pair[0] == pair[1])

    @means("dice")
    def dice(self, pairs: tuple[Die, ...]) -> Event:
        """One of these pairs of dice."""
        words = " or ".join(f"{high}-{low}" for low, high in pairs) + " rolled"
        return self._event(words, lambda phase, pair: pair in pairs)

    @means("in-phase")
    def in_phase(self, points: tuple[int, ...]) -> Event:
        """Any roll with one of these points on; on the come-out where none is named."""
        words = f"with {' or '.join(map(str, points))} on" if points else "on the come-out"
        phases = {self.points.index(point) + 1 for point in points} or {COME_OUT}
        return self._event(words, lambda phase, pair: phase in phases)

    def restricted(self, event: Event, phase: Event) -> Event:
        """An event in some phases only."""
        words = "with a point on" if phase == self.point_is_on() else phase.words
        cells = event.cells & phase.cells
        return Event(f"{event.words} {words}", cells, ID, Meaning("restricted", (event, phase)))

    @means("on-come-out")
    def on_come_out(self, totals: tuple[int, ...]) -> Event:
        """One of these totals, on a come-out roll only."""
        words = " or ".join(map(str, totals)) + " on the come-out"
        return self._event(words, lambda phase, pair: phase == COME_OUT and sum(pair) in totals)

    @means("seven-out")
    def seven_out(self) -> Event:
        """A 7 while a point is on."""
        return self._event("seven-out", lambda phase, pair: phase != COME_OUT and sum(pair) == 7)

    @means("point-made")
    def point_made(self, points: tuple[int, ...]) -> Event:
        """One of these points is on and is rolled."""
        words = "point made" if points == self.points else " or ".join(map(str, points)) + " made"
        return self._event(
            words, lambda phase, pair: phase != COME_OUT and sum(pair) == self.points[phase - 1] in points
        )

    def any_point_made(self) -> Event:
        """The point that is on is rolled."""
        return self.point_made(self.points)

    def line_wins(self) -> Event:
        """The pass line wins: a natural on the come-out, or the point made."""
        cells = self.on_come_out(self.naturals).cells | self.any_point_made().cells
        return Event("the line wins", cells, ID, Meaning("line-wins", (self.naturals,)))

    def line_loses(self) -> Event:
        """The pass line loses: craps on the come-out, or the seven-out."""
        cells = self.on_come_out(self.craps).cells | self.seven_out().cells
        return Event("the line loses", cells, ID, Meaning("line-loses", (self.craps,)))

    @means("line-decided")
    def line_decided(self) -> Event:
        return Event("the line is decided", self.line_wins().cells | self.line_loses().cells, ID)

    @means("point-is-on")
    def point_is_on(self) -> Event:
        """Any roll but a come-out roll: the rolls that count for a wager that is off on the come-out."""
        return self._event("a point is on", lambda phase, pair: phase != COME_OUT)

    def each_rolled(self, totals: Iterable[int]) -> tuple[Event, ...]:
        return tuple(self.rolled((total,)) for total in totals)

    def each_made(self, points: Iterable[int]) -> tuple[Event, ...]:
        return tuple(self.point_made((point,)) for point in points)


ORDINARY = CrapsRules(ID, POINTS, naturals=(7, 11), craps=(2, 3, 12))
CRAPLESS = CrapsRules("craps, crapless", NUMBERS, naturals=(7,), craps=())
RULES = {rules.id: rules for rules in (ORDINARY, CRAPLESS)}
"""The rules of craps and of its variant, by the id of the game."""
