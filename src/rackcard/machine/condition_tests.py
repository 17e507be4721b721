"""What is asked of a state: a condition as a function of a machine's registers."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, assert_never

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
from rackcard.machine.sequence import holds

if TYPE_CHECKING:
    from rackcard.machine.machine import Machine

Test = Callable[[int, bool], bool | None]
"""Asks a condition of a state, and whether the wager's time is up: True for ever, False for ever, None for not yet."""


def condition_test(machine: "Machine", condition: Condition) -> Test:
    """What asks a condition of a machine's states."""
    match condition:
        case Happened():
            return _happened_test(machine, condition)
        case Exactly():
            return _exactly_test(machine, condition)
        case Streak() | Pattern():
            return _tracked_test(machine, condition)
        case Different():
            return _different_test(machine, condition)
        case Several():
            return _several_test(machine, condition)
        case Played(outcomes):
            return _played_test(machine, outcomes)
        case Sequence():
            return _sequence_test(machine, condition)
        case _:
            assert_never(condition)


def _happened_test(machine: "Machine", condition: Happened) -> Test:
    counter, times, still = machine.counters[condition.event], condition.times, machine.still
    stride, size = counter.stride, counter.size
    if machine.ends.outcomes is None:
        return lambda state, over: True if state // stride % size >= times else None

    def happened(state: int, over: bool) -> bool | None:
        count = state // stride % size
        return True if count >= times else still(state, times - count)

    return happened


def _exactly_test(machine: "Machine", condition: Exactly) -> Test:
    counter, times, still = machine.counters[condition.event], condition.times, machine.still

    def exactly(state: int, over: bool) -> bool | None:
        count = counter.read(state)
        if count > times:
            return False
        return count == times if over else still(state, times - count)

    return exactly


def _tracked_test(machine: "Machine", condition: Streak | Pattern) -> Test:
    tracker, still = machine.trackers[condition], machine.still

    def tracked(state: int, over: bool) -> bool | None:
        value = tracker.register.read(state)
        return True if value in tracker.held else still(state, tracker.missing[value])

    return tracked


def _played_test(machine: "Machine", outcomes: int) -> Test:
    if machine.ends.is_single or not outcomes:
        return lambda state, over: True if outcomes <= 1 and (over or not outcomes) else None
    played = machine.played
    assert played is not None
    return lambda state, over: True if played.read(state) >= outcomes else None


def _different_test(machine: "Machine", condition: Different) -> Test:
    registers, still = [machine.counters[event] for event in condition.events], machine.still
    wanted, low = condition.at_least, registers[0].stride
    if all(r.size == 2 and r.stride == low << i for i, r in enumerate(registers)):
        bits = (1 << len(registers)) - 1

        def count(state: int) -> int:
            return (state // low & bits).bit_count()
    else:
        parts = [(register.stride, register.size) for register in registers]

        def count(state: int) -> int:
            return sum(1 for stride, size in parts if state // stride % size)

    def different(state: int, over: bool) -> bool | None:
        seen = count(state)
        return True if seen >= wanted else still(state, wanted - seen)

    return different


def _several_test(machine: "Machine", condition: Several) -> Test:
    tests, wanted = [condition_test(machine, part) for part in condition.parts], condition.at_least
    if wanted == 1:
        return _either_test(tests)
    if wanted == len(tests):
        return _every_test(tests)

    def several(state: int, over: bool) -> bool | None:
        answers = [test(state, over) for test in tests]
        held = answers.count(True)
        if held >= wanted:
            return True
        return None if held + answers.count(None) >= wanted else False

    return several


def _either_test(tests: Iterable[Test]) -> Test:
    """What asks whether one of several conditions holds."""

    def either(state: int, over: bool) -> bool | None:
        found: bool | None = False
        for test in tests:
            answer = test(state, over)
            if answer:
                return True
            if answer is None:
                found = None
        return found

    return either


def _every_test(tests: Iterable[Test]) -> Test:
    """What asks whether all of several conditions hold."""

    def every(state: int, over: bool) -> bool | None:
        found: bool | None = True
        for test in tests:
            answer = test(state, over)
            if answer is None:
                found = None
            elif not answer:
                return False
        return found

    return every


def _sequence_test(machine: "Machine", sequence: Sequence) -> Test:
    """Remembers its answers: what the first places hold is asked again for every later outcome."""
    spins = machine.spins[: max(sequence.places)]
    low, size = spins[0].stride, spins[0].size
    span = size ** len(spins)
    powers = [size**place for place in range(len(spins))]
    top = machine.game.top
    answers: dict[int, bool | None] = {}

    def test(state: int, over: bool) -> bool | None:
        key = state // low % span
        if key not in answers:
            answers[key] = holds(sequence, [key // power % size for power in powers], top)
        return answers[key]

    return test
