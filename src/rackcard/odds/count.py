"""The count method: build the winning sequences and add up their weights.

For wagers over a fixed number of outcomes. Nothing is stepped: the outcomes on which each line wins
are written down from its words, and a sequence belongs to the first line that lists it.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction

from rackcard.game.model import AnyOf, Condition, Different, Game, Happened, Sequence
from rackcard.machine.explore import Play
from rackcard.machine.model import Machine, winning_numbers
from rackcard.odds.law import Law


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    if machine.ends == 1 and not machine.spins:
        return _one_outcome(machine, law)
    if isinstance(machine.ends, int) and machine.spins and not machine.claims and not machine.settles_at_end:
        return _sequences(machine, law)
    return None


def _one_outcome(machine: Machine, law: Mapping[Hashable, int]) -> Law:
    outcomes = machine.game.outcomes
    left = {index: law.get(outcome, 0) for index, outcome in enumerate(outcomes)}
    total = sum(left.values())
    shares = [
        Fraction(sum(left.pop(index, 0) for index in _winners(line)), total) for line in machine.lines
    ]
    return Law((*shares, 1 - sum(shares), *(Fraction(0) for _ in machine.claims)), Fraction(1))


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
    """Prefix by prefix, the longest lists first: what no longer list takes stays with the shorter."""
    lines = machine.lines
    if not all(isinstance(line, Sequence) and line.places == tuple(range(1, len(line.places) + 1)) for line in lines):
        return None
    weights = _number_weights(machine.game, law)
    total = sum(law.values())
    horizon = machine.ends
    assert isinstance(horizon, int)
    winners = [
        {numbers for numbers in winning_numbers(line, machine.game.top) if all(weights.get(n) for n in numbers)}
        for line in lines
        if isinstance(line, Sequence)
    ]
    lengths = [len(line.places) for line in lines if isinstance(line, Sequence)]
    longest = max(lengths)
    shares = [Fraction(0)] * (len(lines) + 1)
    first: dict[tuple[int, ...], int] = {}
    for rank, numbers in sorted(
        ((rank, numbers) for rank, those in enumerate(winners) for numbers in those), key=lambda pair: pair[0]
    ):
        first.setdefault(numbers, rank)

    def weight(numbers: tuple[int, ...]) -> Fraction:
        product = Fraction(1)
        for number in numbers:
            product *= Fraction(weights[number], total)
        return product

    # A sequence is paid by its best-ranked prefix; taking the longer ones away leaves the shorter's share.
    for numbers, rank in first.items():
        best = min(first.get(numbers[:n], len(lines)) for n in range(1, len(numbers) + 1))
        if best != rank:
            continue
        taken = sum(
            (weight(longer) for longer, other in first.items()
             if len(longer) > len(numbers) and longer[: len(numbers)] == numbers and other < rank),
            Fraction(0),
        ) if len(numbers) < longest else Fraction(0)  # fmt: skip
        shares[rank] += weight(numbers) - taken
    shares[-1] = 1 - sum(shares)
    return Law(tuple(shares), _mean(first, weight, len(lines)))


def _mean(
    first: Mapping[tuple[int, ...], int], weight: Callable[[tuple[int, ...]], Fraction], worst: int
) -> Fraction:
    """One outcome, and one more for every prefix that a better-ranked longer sequence still extends."""
    still_open: set[tuple[int, ...]] = set()
    for numbers, rank in first.items():
        for length in range(1, len(numbers)):
            held = min((first.get(numbers[:n], worst) for n in range(1, length + 1)), default=worst)
            if rank < held:
                still_open.add(numbers[:length])
    return 1 + sum((weight(numbers) for numbers in still_open), Fraction(0))


def _number_weights(game: Game, law: Mapping[Hashable, int]) -> dict[int, int]:
    weights: dict[int, int] = {}
    for outcome, weight in law.items():
        number = game.number(outcome)
        if number:
            weights[number] = weights.get(number, 0) + weight
    return weights


