"""Cycles of the base game: from its first phase back to its first phase.

Where nothing is counted on the way and every count and the end come with the last outcome of a cycle, cycles are
independent, and each is worth one outcome of a game without phases: a point is made, the seven-out comes, or nothing
that the wager asks for. In a game without phases every outcome is a cycle.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mat

from rackcard.games.game import Event
from rackcard.machine.explore import letter_weights
from rackcard.machine.machine import Machine


@dataclass(frozen=True)
class Cycles:
    """How often a cycle brings each counted event, or the end, in whole weights of a total."""

    rates: Mapping[Event, int]
    ending: int
    total: int
    length: Any
    """The mean number of outcomes in a cycle, as flint's rational."""


def cycles(machine: Machine, law: Mapping[Hashable, int]) -> Cycles | None:
    """The law of a cycle; None where a cycle can bring two things, or one before its last outcome."""
    end = machine.ends.event
    if end is None or machine.ends.outcomes is not None:
        return None
    if machine.sequence_length or machine.begins or not machine.only_grows:
        return None
    if machine.has_phase or machine.is_fine:
        return _cycles(machine, tuple(letter_weights(machine, law)))
    return _of_one_outcome(machine, end, law)


def _of_one_outcome(machine: Machine, end: Event, law: Mapping[Hashable, int]) -> Cycles | None:
    """The law of a cycle where the phase does not matter: every outcome is one."""
    weights = [law.get(outcome, 0) for outcome in machine.outcomes]
    rates: dict[Event, int] = {}
    taken: set[int] = set()
    for event in (*machine.events, end):
        members = machine.rows_of(event)[0]
        if not taken.isdisjoint(members):
            return None
        taken |= members
        rates[event] = sum([weights[index] for index in members])
    ending = rates.pop(end)
    return Cycles(rates, ending, sum(weights), fmpq(1)) if ending else None


@lru_cache(maxsize=256)
def _cycles(machine: Machine, weights: tuple[int, ...]) -> Cycles | None:
    for _, by_phase in machine.letters:
        for effect in by_phase:
            if len(effect.counters) + effect.ends > 1 or (effect.counters and effect.phase != 0):
                return None
    visits = _visits(machine, weights)
    total = sum(weights)
    brought = [fmpq(0)] * len(machine.events)
    ending = fmpq(0)
    for (_, by_phase), weight in zip(machine.letters, weights, strict=True):
        for effect, visit in zip(by_phase, visits, strict=True):
            for counter in effect.counters:
                brought[counter] += visit * weight / total
            if effect.ends:
                ending += visit * weight / total
    scale = lcm(*(int(rate.q) for rate in (*brought, ending)))
    rates = {event: int(rate * scale) for event, rate in zip(machine.events, brought, strict=True)}
    return Cycles(rates, int(ending * scale), scale, sum(visits, fmpq(0))) if ending else None


def _visits(machine: Machine, weights: tuple[int, ...]) -> list[Any]:
    """How often each phase is met in one cycle, on average; the first phase once, at the beginning."""
    total = sum(weights)
    size = machine.phases - 1
    if not size:
        return [fmpq(1)]
    system, known = fmpq_mat(size, size), fmpq_mat(size, 1)
    for phase in range(size):
        system[phase, phase] = fmpq(1)
    for (_, by_phase), weight in zip(machine.letters, weights, strict=True):
        for phase, effect in enumerate(by_phase):
            if effect.ends or effect.counters or effect.phase == 0:
                continue
            share = fmpq(weight, total)
            if phase == 0:
                known[effect.phase - 1, 0] += share
            else:
                system[effect.phase - 1, phase - 1] -= share
    solution = system.solve(known)
    return [fmpq(1), *(solution[phase, 0] for phase in range(size))]
