"""The count method: build the winning sequences and add up their weights.

For wagers over a fixed number of outcomes. Nothing is stepped: the outcomes on which each line wins
are written down from its words, and a sequence belongs to the first line that lists it.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import assert_never

from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.game import Event, Game
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine
from rackcard.machine.sequence import winning_numbers
from rackcard.odds.distribution import Law


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    if not applies(machine, law, play):
        return None
    return _sequences(machine, law) if machine.spins else _one_outcome(machine, law)


def applies(machine: Machine, law: Mapping[Hashable, int], play: Play) -> bool:
    """Whether the method solves a wager."""
    if not machine.spins:
        return machine.ends.is_single and machine.counts_at_once and not machine.begins
    if not machine.ends.is_fixed or machine.claims or machine.takes_first:
        return False
    return all(_is_a_beginning(line) and _ways(line) <= WAYS_MAX for line in machine.lines)


WAYS_MAX = 200_000
"""Lines that more sequences of numbers make true are not written down."""


def _ways(line: Condition) -> int:
    """About how many sequences of numbers make a line true."""
    assert isinstance(line, Sequence)
    length = len(line.places)
    return len(line.numbers) ** length if line.relation == "among" else 40 * factorial(length)


def _is_a_beginning(line: Condition) -> bool:
    """Whether a line asks about the first spins, and about each of them."""
    return isinstance(line, Sequence) and line.places == tuple(range(1, len(line.places) + 1))


def _one_outcome(machine: Machine, law: Mapping[Hashable, int]) -> Law:
    known = tuple(law) if machine.is_fine else machine.game.outcomes
    left = {index: law.get(outcome, 0) for index, outcome in enumerate(known)}
    total = sum(left.values())
    outcomes = _Outcomes(known, machine.is_fine)
    shares = [Fraction(sum(left.pop(index, 0) for index in _winners(line, outcomes)), total) for line in machine.lines]
    return Law((*shares, 1 - sum(shares, Fraction(0)), *(Fraction(0) for _ in machine.claims)), Fraction(1))


@dataclass(frozen=True)
class _Outcomes:
    """The outcomes of a wager over one of them, by number."""

    known: tuple[Hashable, ...]
    is_fine: bool
    """Whether events ask them one by one, because they look at more than the outcomes of the game tell apart."""

    @property
    def every(self) -> range:
        return range(len(self.known))

    def happening(self, event: Event) -> set[int]:
        """The outcomes that are an event."""
        if not self.is_fine:
            return {index for phase, index in event.cells if phase == 0}
        assert event.test is not None
        return {index for index, outcome in enumerate(self.known) if event.test(outcome)}


def _winners(line: Condition, outcomes: _Outcomes) -> set[int]:
    """The outcomes on which a condition holds after one outcome."""
    every = outcomes.every
    match line:
        case Several(parts, wanted):
            winners = [_winners(part, outcomes) for part in parts]
            return {index for index in every if sum(index in some for some in winners) >= wanted}
        case Exactly(event, times):
            those = outcomes.happening(event)
            return {index for index in every if (index in those) == times}
        case Happened(event, times) | Streak(event, times):
            those = outcomes.happening(event)
            return {index for index in every if (index in those) >= times}
        case Pattern():
            return set()
        case Different(events, wanted):
            found = [outcomes.happening(event) for event in events]
            return {index for index in every if sum(index in some for some in found) >= wanted}
        case Played(played):
            return set(every) if played <= 1 else set()
        case Sequence():
            return set()
        case _:
            assert_never(line)


def _sequences(machine: Machine, law: Mapping[Hashable, int]) -> Law:
    """Each listed sequence takes its weight from whatever its beginning was worth."""
    weights = _number_weights(machine.game, law)
    codes = max(map(machine.game.code, machine.game.outcomes))
    total = sum(law.values())
    first: dict[tuple[int, ...], int] = {}
    for rank, line in enumerate(machine.lines):
        assert isinstance(line, Sequence)
        for numbers in winning_numbers(line, machine.game.top, codes):
            first.setdefault(numbers, rank)

    def weight(numbers: tuple[int, ...]) -> Fraction:
        return Fraction(prod(weights.get(n, 0) for n in numbers), total ** len(numbers))

    shares = [Fraction(0)] * machine.loss + [Fraction(1)]
    still_open: set[tuple[int, ...]] = set()
    for numbers, rank in first.items():
        held = machine.loss
        for length in range(1, len(numbers)):
            held = min(held, first.get(numbers[:length], held))
            if rank < held:
                still_open.add(numbers[:length])
        if rank < held:
            shares[rank] += weight(numbers)
            shares[held] -= weight(numbers)
    mean = 1 + sum(map(weight, still_open), Fraction(0))
    if machine.waits_for_the_end(0):
        assert machine.ends.outcomes is not None
        mean = _until_the_end(machine.ends.outcomes, first, still_open, weight)
    return Law(tuple(shares), mean)


def _until_the_end(
    horizon: int,
    first: Mapping[tuple[int, ...], int],
    still_open: set[tuple[int, ...]],
    weight: Callable[[tuple[int, ...]], Fraction],
) -> Fraction:
    """The mean length when what is worth something stays to the end: what is held, and what can still be."""

    def begun(numbers: tuple[int, ...]) -> bool:
        return any(numbers[:length] in first for length in range(1, len(numbers)))

    held = [numbers for numbers in first if not begun(numbers)]
    mean = Fraction(1)
    for outcomes in range(1, horizon):
        mean += sum((weight(n) for n in held if len(n) <= outcomes), Fraction(0))
        hoping = (n for n in still_open if len(n) == outcomes and n not in first and not begun(n))
        mean += sum(map(weight, hoping), Fraction(0))
    return mean


def _number_weights(game: Game, law: Mapping[Hashable, int]) -> dict[int, int]:
    weights: dict[int, int] = {}
    for outcome, weight in law.items():
        code = game.code(outcome)
        weights[code] = weights.get(code, 0) + weight
    return weights
