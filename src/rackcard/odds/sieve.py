"""The sieve method: inclusion and exclusion over the events that have not been seen.

For wagers that ask how many different events come before the end, while the end or the events look at
the phase. The chance that none of a set of events comes needs only the phases as states; the rest is
signs and sums.
"""

from collections.abc import Hashable, Mapping
from itertools import combinations
from math import comb
from typing import Any

from flint import fmpq

from rackcard.game.model import Different
from rackcard.machine.explore import NEVER, Play, letter_weights
from rackcard.machine.model import Machine
from rackcard.odds.law import Law, fraction

EVENTS_MAX = 10


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    size = len(machine.events)
    lines = [line for line in machine.lines if isinstance(line, Different) and len(line.events) == size]
    if (
        len(lines) != len(machine.lines)
        or isinstance(machine.ends, int)
        or machine.spins
        or machine.claims
        or play is not NEVER
        or size > EVENTS_MAX
        or (lines[0].at_least != size and not machine.settles_at_end)
    ):
        return None
    wanted = [line.at_least for line in lines]
    if wanted != sorted(wanted, reverse=True):
        return None
    weights = letter_weights(machine, law)
    avoided = [fmpq(0)] * (size + 1)
    lengths = fmpq(0)
    whole = None
    for missing in range(size + 1):
        for absent in combinations(range(size), missing):
            chance, length = _avoid(machine, weights, frozenset(absent))
            avoided[missing] += chance
            if missing:
                lengths += length if missing % 2 else -length
            else:
                whole = length
    unseen = [sum((-1) ** (j - m) * comb(j, m) * avoided[j] for j in range(m, size + 1)) for m in range(size + 1)]
    seen = list(reversed(unseen))
    probabilities, above = [], fmpq(0)
    for count in wanted:
        reached = sum(seen[count:], fmpq(0))
        probabilities.append(fraction(reached - above))
        above = reached
    mean = whole if machine.settles_at_end else lengths
    return Law((*probabilities, fraction(1 - above)), fraction(mean) * sum(weights))


def _avoid(machine: Machine, weights: list[int], absent: frozenset[int]) -> tuple[Any, Any]:
    """The chance that the end comes before any event of a set, and the mean time to either.

    Backward equations over the phases, eliminated from the last to the first; time is per unit weight.
    """
    total = sum(weights)
    phases = range(machine.phases)
    wins = [fmpq(0)] * machine.phases
    time = [fmpq(1)] * machine.phases
    moves: list[dict[int, Any]] = [{} for _ in phases]
    pivots = [fmpq(total)] * machine.phases
    for (_, effects), weight in zip(machine.letters, weights, strict=True):
        for phase in phases:
            effect = effects[phase]
            if not absent.isdisjoint(effect.counters):
                continue
            if effect.ends:
                wins[phase] += weight
            elif effect.phase == phase:
                pivots[phase] -= weight
            else:
                moves[phase][effect.phase] = moves[phase].get(effect.phase, 0) + weight
    for last in reversed(phases):
        for phase in range(last):
            weight = moves[phase].pop(last, 0)
            if not weight:
                continue
            share = fmpq(weight) / pivots[last]
            wins[phase] += share * wins[last]
            time[phase] += share * time[last]
            for target, further in moves[last].items():
                if target == phase:
                    pivots[phase] -= share * further
                elif target < last:
                    moves[phase][target] = moves[phase].get(target, 0) + share * further
    return wins[0] / pivots[0], time[0] / pivots[0]
