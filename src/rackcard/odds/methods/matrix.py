"""The matrix method: write the whole system down and let flint solve it.

Slow and plain on purpose: it walks the machine outcome by outcome, merges nothing, orders nothing, and
shares no code with the chain method.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction

from flint import fmpz, fmpz_mat

from rackcard.machine.explore import Play, starts
from rackcard.machine.machine import Machine
from rackcard.odds.distribution import Law, fraction

STATES_MAX = 200
LARGE_MAX = 300
"""Where no other method applies: with so many states it takes seconds."""


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play, most: int = STATES_MAX) -> Law | None:
    """The law of the result, or None where there are too many states."""
    total = sum(law.values())
    results = machine.results
    begin = starts(machine, law)
    index = {state: row for row, state in enumerate(begin)}
    waiting = list(begin)
    entries: list[tuple[int, int, int]] = []
    ends: list[tuple[int, int, int]] = []
    while waiting:
        state = waiting.pop()
        row = index[state]
        for outcome, weight in law.items():
            if not weight:
                continue
            target, result = machine.step(state, outcome)
            if result is None and machine.claims:
                claim = play.policy(machine, target, machine.offered(target))
                result = None if claim is None else machine.claim_result(claim)
            if result is not None:
                ends.append((row, result, weight))
                continue
            if target not in index:
                if len(index) >= most:
                    return None
                index[target] = len(index)
                waiting.append(target)
            entries.append((row, index[target], weight))
    size = len(index)
    system = fmpz_mat(size, size)
    known = fmpz_mat(size, results + 1)
    for row in range(size):
        system[row, row] = fmpz(total)
        known[row, results] = fmpz(total)
    for row, column, weight in entries:
        system[row, column] -= weight
    for row, result, weight in ends:
        known[row, result] += weight
    solution = system.solve(known)
    values = [
        sum((share * fraction(solution[index[state], column]) for state, share in begin.items()), Fraction(0))
        for column in range(results + 1)
    ]
    return Law(tuple(values[:results]), values[results])


def solve_large(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The same with more states, for a wager without offers: those are solved again for every play."""
    return None if machine.claims else solve(machine, law, play, LARGE_MAX)
