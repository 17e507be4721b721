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

from rackcard.games.conditions import Different
from rackcard.machine.explore import Play, letter_weights
from rackcard.machine.machine import Machine
from rackcard.odds.distribution import Law, fraction
from rackcard.odds.methods.ladder import ladder

EVENTS_MAX = 10


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    rungs = _rungs(machine, play)
    if rungs is None or not _can_end(machine, letter_weights(machine, law)):
        return None
    conditions = [condition for condition, _ in rungs]
    events = conditions[0].events
    size = len(events)
    counted = list(machine.events)
    members = [counted.index(event) for event in events]
    weights = letter_weights(machine, law)
    avoided = [fmpq(0)] * (size + 1)
    lengths = [fmpq(0)] * (size + 1)
    for missing in range(size + 1):
        for absent in combinations(members, missing):
            chance, length = _avoid(machine, weights, frozenset(absent))
            avoided[missing] += chance
            lengths[missing] += length
    unseen = [sum((-1) ** (j - m) * comb(j, m) * avoided[j] for j in range(m, size + 1)) for m in range(size + 1)]
    seen = unseen[::-1]
    probabilities = [fmpq(0)] * machine.results
    above = fmpq(0)
    for condition, (_, result) in zip(conditions, rungs, strict=True):
        reached = sum(seen[condition.at_least :], fmpq(0))
        probabilities[result] = reached - above
        above = reached
    probabilities[machine.loss] += 1 - above
    waits = machine.waits_for_the_end(rungs[0][1])
    mean = lengths[0] if waits else _until(conditions[0].at_least, lengths)
    return Law(tuple(map(fraction, probabilities)), fraction(mean) * sum(weights))


def applies(machine: Machine, law: Mapping[Hashable, int], play: Play) -> bool:
    """Whether the method solves a wager."""
    return _rungs(machine, play) is not None and _can_end(machine, letter_weights(machine, law))


def _can_end(machine: Machine, weights: list[int]) -> bool:
    """Whether the end can come from every phase that is reached; otherwise some sets of events are awaited for ever."""
    possible = [effects for (_, effects), weight in zip(machine.letters, weights, strict=True) if weight]
    reached, waiting = {0}, [0]
    leads: dict[int, set[int]] = {}
    ending: set[int] = set()
    while waiting:
        phase = waiting.pop()
        after = {effects[phase].phase for effects in possible if not effects[phase].ends}
        if any(effects[phase].ends for effects in possible):
            ending.add(phase)
        for target in after:
            leads.setdefault(target, set()).add(phase)
        waiting += after - reached
        reached |= after
    waiting = list(ending)
    while waiting:
        before = leads.get(waiting.pop(), set()) - ending
        ending |= before
        waiting += before
    return reached <= ending


def _rungs(machine: Machine, play: Play) -> list[tuple[Different, int]] | None:
    """The rungs of a ladder of different events, the highest first; None where the wager is not one."""
    rungs = ladder(machine, play)
    if rungs is None or machine.ends.outcomes is not None or machine.spins:
        return None
    found = [(condition, result) for condition, result in rungs if isinstance(condition, Different)]
    if len(found) < len(rungs) or len(found[0][0].events) > EVENTS_MAX:
        return None
    too_late = found[0][1] > machine.loss and _counts_at_the_end(machine)
    return None if too_late else found


def _counts_at_the_end(machine: Machine) -> bool:
    """Whether one outcome can both raise a count and end the wager: a claim reached there is too late."""
    return any(effect.ends and effect.counters for _, effects in machine.letters for effect in effects)


def _until(wanted: int, lengths: list[Any]) -> Any:
    """The mean time until so many events are seen, or the end: an order statistic, from the least of every set.

    ``lengths[j]`` adds up, over all sets of j events, the mean time until the first of the set or the end.
    """
    size = len(lengths) - 1
    lowest = size - wanted + 1
    return sum((-1) ** (j - lowest) * comb(j - 1, size - wanted) * lengths[j] for j in range(lowest, size + 1))


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
