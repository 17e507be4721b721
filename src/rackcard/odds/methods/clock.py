"""The clock method: counts of different outcomes as independent Poisson processes.

Let outcomes arrive at the ticks of an exponential clock, each at the rate of its weight. Then the
counts of different outcomes are independent, the event that ends the wager comes at an exponential
time, and any condition on counts is an integral of polynomials times exponentials: milliseconds where
the chain has half a million states. It applies where the wager ends on an event that looks at no phase
and the counted events exclude one another. Where they look at the phase but come with the end of its cycles, as made
points do, whole cycles take the place of outcomes.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any, assert_never

from flint import fmpq, fmpq_poly

from rackcard.card.condition_parts import is_flat, is_impossible, leaves
from rackcard.games.conditions import Condition, Different, Exactly, Happened, Pattern, Played, Several, Streak
from rackcard.games.conditions import Sequence as SequenceOfNumbers
from rackcard.games.game import Event
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine
from rackcard.odds.cycles import cycles
from rackcard.odds.distribution import Law, fraction
from rackcard.odds.methods.ladder import ladder

Wave = dict[int, Any]
"""A sum of p(t)·exp(-rate·t), as rate: p."""

ONE: Wave = {0: fmpq_poly([1])}


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where the method does not apply."""
    return None if machine.has_phase else _solve(machine, law, play)


def solve_cycles(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result where the phase matters, by whole cycles, or None where the method does not apply."""
    return _solve(machine, law, play) if machine.has_phase else None


def applies(machine: Machine, law: Mapping[Hashable, int], play: Play) -> bool:
    """Whether the method, by outcomes or by whole cycles, solves a wager."""
    return _steps(machine, play) is not None and cycles(machine, law) is not None


def _steps(machine: Machine, play: Play) -> list[tuple[Condition, int]] | None:
    """Conditions, each with the result that it and no earlier one brings, widest last: a ladder, or a list of lines.

    Of a list, each step is that its line or an earlier one holds.
    """
    if any(map(is_impossible, machine.lines)):
        return None  # decided before the end for what cannot come
    rungs = ladder(machine, play)
    if rungs is not None:
        return rungs if all(_is_counted(rung) for rung, _ in rungs) else None
    if machine.claims or machine.takes_first or not all(map(_is_alternative, machine.lines)):
        return None
    return [(Several(machine.lines[: place + 1]), place) for place in range(len(machine.lines))]


def _is_alternative(condition: Condition) -> bool:
    """Whether a condition is that one of several events has happened so often."""
    return isinstance(condition, Happened) or (
        isinstance(condition, Several)
        and is_flat(condition)
        and all(isinstance(part, Happened) for part in leaves((condition,)))
    )


def _is_independent(condition: Several) -> bool:
    """Whether no event is asked for in two parts, so that the parts are independent."""
    asked: list[Event] = []
    for part in leaves((condition,)):
        match part:
            case Happened(event):
                asked.append(event)
            case Different(events):
                asked += events
            case _:
                return False
    return len(set(asked)) == len(asked)


def _is_counted(condition: Condition) -> bool:
    """Whether a condition is one on counts alone, of a shape that has a wave."""
    match condition:
        case Happened() | Different():
            return True
        case Several():
            return _is_alternative(condition) or _is_independent(condition)
        case Played() | SequenceOfNumbers() | Exactly() | Streak() | Pattern():
            return False
        case _:
            assert_never(condition)


def _solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    rungs = _steps(machine, play)
    cycle = None if rungs is None else cycles(machine, law)
    if rungs is None or cycle is None:
        return None
    ending = cycle.ending
    reached = [_probability(condition, cycle.rates) for condition, _ in rungs]
    probabilities = [fmpq(0)] * machine.results
    before = fmpq(0)
    for (_, result), wave in zip(rungs, reached, strict=True):
        so_far = ending * _integral(wave, ending)
        probabilities[result] = so_far - before
        before = so_far
    probabilities[machine.loss] += 1 - before
    open_still = ONE if machine.waits_for_the_end(rungs[0][1]) else _minus(ONE, reached[0])
    mean = cycle.total * _integral(open_still, ending) * cycle.length
    return Law(tuple(map(fraction, probabilities)), fraction(mean))


def _probability(condition: Condition, rates: Mapping[Event, int]) -> Wave:
    """The probability that the condition holds at time t, given that the wager has not ended."""
    match condition:
        case Happened(event, times):
            return _minus(ONE, _fewer(rates[event], times))
        case Different(events, wanted):
            return _at_least([_minus(ONE, _fewer(rates[event], 1)) for event in events], wanted)
        case Several(parts) if _is_alternative(condition):
            return _any_of(parts, rates)
        case Several(parts, wanted):
            return _at_least([_probability(part, rates) for part in parts], wanted)
        case Played() | SequenceOfNumbers() | Exactly() | Streak() | Pattern():
            raise ValueError(f"no wave for {condition}")
        case _:
            assert_never(condition)


def _any_of(parts: Sequence[Condition], rates: Mapping[Event, int]) -> Wave:
    needed: dict[Event, int] = {}
    for part in leaves(parts):
        assert isinstance(part, Happened)
        needed[part.event] = min(part.times, needed.get(part.event, part.times))
    none = ONE
    for event, times in needed.items():
        none = _times(none, _fewer(rates[event], times))
    return _minus(ONE, none)


def _at_least(parts: Sequence[Wave], wanted: int) -> Wave:
    """At least so many of the independent parts hold: by how many do, one part at a time."""
    by_count: list[Wave] = [ONE, *({} for _ in parts)]
    for position, seen in enumerate(parts):
        not_yet = _minus(ONE, seen)
        # Counts too low to matter in the end are dropped on the way.
        lowest = max(0, wanted - (len(parts) - position))
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
    difference = _plus(one, {rate: -poly for rate, poly in other.items()})
    return {rate: poly for rate, poly in difference.items() if poly}


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
