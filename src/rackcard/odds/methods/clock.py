"""The clock method: counts of different outcomes as independent Poisson processes.

Let outcomes arrive at the ticks of an exponential clock, each at the rate of its weight. Then the
counts of different outcomes are independent, the event that ends the wager comes at an exponential
time, and any condition on counts is an integral of polynomials times exponentials: milliseconds where
the chain has half a million states. It applies where the wager ends on an event that looks at no phase
and the counted events exclude one another.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any

from flint import fmpq, fmpq_poly

from rackcard.games.conditions import AnyOf, Condition, Different, Happened
from rackcard.games.game import Event
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine, leaves
from rackcard.odds.distribution import Law, fraction
from rackcard.odds.methods.ladder import ladder

Wave = dict[int, Any]
"""A sum of p(t)·exp(-rate·t), as rate: p."""

ONE: Wave = {0: fmpq_poly([1])}


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    rungs = ladder(machine, play)
    rates = exclusive_rates(machine, law)
    if rungs is None or rates is None:
        return None
    ending = rates[machine.ends]  # type: ignore[index]
    total = sum(law.values())
    reached = [wave for condition, _ in rungs if (wave := _probability(condition, rates)) is not None]
    if len(reached) < len(rungs):
        return None
    probabilities = [fmpq(0)] * (len(machine.lines) + 1 + len(machine.claims))
    before = fmpq(0)
    for (_, result), wave in zip(rungs, reached, strict=True):
        so_far = ending * _integral(wave, ending)
        probabilities[result] = so_far - before
        before = so_far
    probabilities[machine.loss] += 1 - before
    open_still = ONE if machine.settles_at_end else _minus(ONE, reached[0])
    mean = total * _integral(open_still, ending)
    return Law(tuple(map(fraction, probabilities)), fraction(mean))


def exclusive_rates(machine: Machine, law: Mapping[Hashable, int]) -> dict[Event, int] | None:
    """The weight of every counted event and of the end, if no outcome belongs to two of them."""
    if machine.has_phase or machine.spins or not isinstance(machine.ends, Event) or machine.ends in machine.events:
        return None
    outcomes = machine.game.outcomes
    claimed: set[int] = set()
    rates = {}
    for event in (*machine.events, machine.ends):
        members = {outcome for phase, outcome in event.cells if phase == 0}
        if members & claimed:
            return None
        claimed |= members
        rates[event] = sum(law.get(outcomes[index], 0) for index in members)
    return rates if rates[machine.ends] else None


def _probability(condition: Condition, rates: Mapping[Event, int]) -> Wave | None:
    """The probability that the condition holds at time t, given that the wager has not ended."""
    if isinstance(condition, Happened):
        return _minus(ONE, _fewer(rates[condition.event], condition.times))
    if isinstance(condition, AnyOf):
        needed: dict[Event, int] = {}
        for part in leaves(condition.parts):
            if not isinstance(part, Happened):
                return None
            needed[part.event] = min(part.times, needed.get(part.event, part.times))
        none = ONE
        for event, times in needed.items():
            none = _times(none, _fewer(rates[event], times))
        return _minus(ONE, none)
    if isinstance(condition, Different):
        return _at_least([rates[event] for event in condition.events], condition.at_least)
    return None


def _at_least(rates: Sequence[int], wanted: int) -> Wave:
    """At least so many of the events have happened: by how many have, one event at a time."""
    by_count: list[Wave] = [ONE, *({} for _ in rates)]
    for position, rate in enumerate(rates):
        not_yet = _fewer(rate, 1)
        seen = _minus(ONE, not_yet)
        # Counts too low to matter in the end are dropped on the way.
        lowest = max(0, wanted - (len(rates) - position))
        for count in range(position + 1, lowest - 1, -1):
            stay = _times(by_count[count], not_yet)
            by_count[count] = _plus(stay, _times(by_count[count - 1], seen)) if count else stay
    total: Wave = {}
    for wave in by_count[wanted:]:
        total = _plus(total, wave)
    return total


@cache
def _fewer(rate: int, times: int) -> Wave:
    """A Poisson process of this rate has come fewer than so many times by time t."""
    return {rate: fmpq_poly([fmpq(rate**k, factorial(k)) for k in range(times)])}


def _times(one: Wave, other: Wave) -> Wave:
    product: Wave = {}
    for rate, poly in one.items():
        for other_rate, other_poly in other.items():
            key = rate + other_rate
            term = poly * other_poly
            product[key] = product[key] + term if key in product else term
    return product


def _plus(one: Wave, other: Wave) -> Wave:
    total = dict(one)
    for rate, poly in other.items():
        total[rate] = total[rate] + poly if rate in total else poly
    return total


def _minus(one: Wave, other: Wave) -> Wave:
    return _plus(one, {rate: -poly for rate, poly in other.items()})


def _integral(wave: Wave, decay: int) -> Any:
    """The integral over all time of the wave times exp(-decay·t)."""
    total = fmpq(0)
    for rate, poly in wave.items():
        speed = rate + decay
        power = speed
        for k, coefficient in enumerate(poly.coeffs()):
            total += coefficient * factorial(k) / power
            power *= speed
    return total
