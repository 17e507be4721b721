"""The count method: build the winning sequences and add up their weights.

For wagers over a fixed number of outcomes. Nothing is stepped: the outcomes on which each line wins
are written down from its words, and a sequence belongs to the first line that lists it.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import prod

from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Sequence
from rackcard.games.game import Game
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine, winning_numbers
from rackcard.odds.distribution import Law


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    if machine.ends == 1 and not machine.spins:
        return _one_outcome(machine, law)
    if isinstance(machine.ends, int) and machine.spins and not machine.claims:
        return _sequences(machine, law)
    return None


def _one_outcome(machine: Machine, law: Mapping[Hashable, int]) -> Law:
    outcomes = machine.game.outcomes
    left = {index: law.get(outcome, 0) for index, outcome in enumerate(outcomes)}
    total = sum(left.values())
    shares = [Fraction(sum(left.pop(index, 0) for index in _winners(line)), total) for line in machine.lines]
    return Law((*shares, 1 - sum(shares, Fraction(0)), *(Fraction(0) for _ in machine.claims)), Fraction(1))


def _winners(line: Condition) -> set[int]:
    """The outcomes on which a condition holds after one outcome."""
    if isinstance(line, AnyOf):
        return set().union(*(_winners(part) for part in line.parts))
    if isinstance(line, Happened):
        return {index for phase, index in line.event.cells if phase == 0} if line.times == 1 else set()
    if isinstance(line, Different) and line.at_least == 1:
        return {index for event in line.events for phase, index in event.cells if phase == 0}
    return set()


def _sequences(machine: Machine, law: Mapping[Hashable, int]) -> Law | None:
    """Each listed sequence takes its weight from whatever its beginning was worth."""
    if not all(
        isinstance(line, Sequence) and line.places == tuple(range(1, len(line.places) + 1)) for line in machine.lines
    ):
        return None
    weights = _number_weights(machine.game, law)
    total = sum(law.values())
    first: dict[tuple[int, ...], int] = {}
    for rank, line in enumerate(machine.lines):
        assert isinstance(line, Sequence)
        for numbers in winning_numbers(line, machine.game.top):
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
    if machine.settles_at_end:
        assert isinstance(machine.ends, int)
        mean = _until_the_end(machine.ends, first, still_open, weight)
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
        number = game.number(outcome)
        if number:
            weights[number] = weights.get(number, 0) + weight
    return weights
