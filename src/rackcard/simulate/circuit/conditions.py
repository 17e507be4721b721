"""What a circuit needs to know about conditions: how soon they can hold, and when they no longer need counting."""

from collections.abc import Sequence
from typing import assert_never

from rackcard.card.condition_parts import is_flat, leaves
from rackcard.games.conditions import Condition, Different, Exactly, Happened, Pattern, Played, Several, Streak
from rackcard.games.conditions import Sequence as Run
from rackcard.games.game import Event
from rackcard.machine.machine import Machine
from rackcard.simulate.circuit.bit_program import ZERO, Recorder


def fewest(condition: Condition) -> int:
    """At least how many rolls it takes before a condition can hold; 1 where it never does.

    >>> fewest(Several((Played(5), Played(3))))
    3
    """
    match condition:
        case Several(parts, wanted):
            return sorted(map(fewest, parts))[wanted - 1] if 0 < wanted <= len(parts) else 1
        case Happened(_, times):
            return max(times, 1)
        case Played(outcomes):
            return max(outcomes, 1)
        case Different(events, at_least):
            return max(at_least, 1) if _exclude_one_another(events) else 1
        case Run() | Exactly() | Streak() | Pattern():
            return 1
        case _:
            assert_never(condition)


def _exclude_one_another(events: Sequence[Event]) -> bool:
    return len(frozenset().union(*(event.cells for event in events))) == sum(len(event.cells) for event in events)


def is_bounded(machine: Machine, part: Condition) -> bool:
    """Whether a wager is decided as soon as the count passes what a claim asks for: then no cap need be kept."""
    if machine.settles_at_end or not isinstance(part, Happened) or part in leaves(machine.lines[1:]):
        return False
    return any(
        isinstance(line, Happened) and line.event == part.event and line.times >= part.times
        for line in leaves(machine.lines[:1])
    )


def only_at_the_end(machine: Machine) -> bool:
    """Whether the first line can only come to hold on the roll that ends the wager."""
    event = machine.ends.event
    if event is None:
        return machine.ends.is_single
    parts = list(leaves(machine.lines[:1]))
    return all(isinstance(p, Happened) and p.times == 1 and p.event.cells <= event.cells for p in parts)


def _holds_at_once(part: Condition) -> bool:
    """Whether a condition holds before any outcome, as a count from 0 on does."""
    match part:
        case Happened(_, wanted) | Played(wanted) | Different(_, wanted):
            return wanted == 0
        case Several() | Run() | Exactly() | Streak() | Pattern():
            return False
        case _:
            assert_never(part)


CIRCUIT_OUTCOMES_MAX = 4
"""Longer wagers would need too many planes to see how many outcomes are left."""


def fits(machine: Machine) -> bool:
    """Whether a circuit can follow a wager: counts that only grow, from one start, to an end that comes; one of them is
    enough, or a line asks for several of them before an event."""
    if machine.takes_first or machine.begins or machine.spins or not machine.only_grows:
        return False
    if machine.ends.outcomes is not None and (machine.ends.event or machine.ends.outcomes > CIRCUIT_OUTCOMES_MAX):
        return False
    if machine.ends.outcomes is None and not any(effect.ends for _, effects in machine.letters for effect in effects):
        return False  # its end never counts, so a round would go on for ever
    if any(_holds_at_once(part) for part in leaves([one for one in machine.conditions if isinstance(one, Several)])):
        return False
    if machine.claims and any(result != machine.loss for result in machine.foregone.values()):
        return False  # won before the end, so that no offer comes; the circuit sees only what is lost so
    asked = leaves(machine.conditions)
    return all(isinstance(part, Happened | Different | Played) for part in asked) and all(
        not isinstance(condition, Several) or is_flat(condition) or _is_several_counts(machine, condition)
        for condition in machine.conditions
    )


def _is_several_counts(machine: Machine, condition: Several) -> bool:
    """Whether a condition is that so many of several events have each come so often, with no last roll to look at."""
    return machine.ends.outcomes is None and all(isinstance(part, Happened) for part in condition.parts)


def needs_levels(condition: Condition) -> bool:
    """Whether counts are still read after they were reached, because another is missing."""
    return isinstance(condition, Several) and not is_flat(condition)


def counts_of(record: Recorder, seen: Sequence[int]) -> list[int]:
    """Planes for "at least k of these", for every k, by adding them up in binary."""
    sums: list[list[int]] = [[plane] for plane in seen]
    while len(sums) > 1:
        sums.sort(key=len)
        one, other, *rest = sums
        carry, total = ZERO, []
        for bit in range(max(len(one), len(other))):
            a = one[bit] if bit < len(one) else ZERO
            b = other[bit] if bit < len(other) else ZERO
            half = record.odd(a, b)
            total.append(record.odd(half, carry))
            carry = record.either(record.both(a, b), record.both(half, carry))
        sums = [*rest, [*total, carry]]
    whole = range(len(seen) + 1)
    return [record.select(sums[0], {value: value >= wanted for value in whole}) for wanted in whole]
