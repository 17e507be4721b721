"""Streaks and patterns as automata: a value that outcomes move, which may start again.

A pattern is followed by all tries at once: a value stands for the set of parts that some try has reached.
"""

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import assert_never

from rackcard.games.conditions import Pattern, Streak
from rackcard.games.game import Event


@dataclass(frozen=True)
class Automaton:
    """Where outcomes lead from each value, 0 being the first."""

    moves: dict[tuple[int, frozenset[Event]], int]
    """The value after an outcome, by the value before and the events of the condition that the outcome is."""
    held_by_value: tuple[bool, ...]
    missing: tuple[int, ...]
    """By value, the fewest outcomes that are still needed."""


def events_of(condition: Streak | Pattern) -> frozenset[Event]:
    """The events that a streak or a pattern looks for."""
    match condition:
        case Streak(event):
            return frozenset((event,))
        case Pattern(events):
            return frozenset(events)
        case _:
            assert_never(condition)


@lru_cache(maxsize=1024)
def automaton(condition: Streak | Pattern) -> Automaton:
    """The automaton of a streak or a pattern."""
    events = sorted(events_of(condition), key=lambda event: event.words)
    letters = [frozenset(some) for some in chain.from_iterable(combinations(events, n) for n in range(len(events) + 1))]
    match condition:
        case Streak(event, times):
            moves = {
                (value, seen): times if value == times else value + 1 if event in seen else 0
                for value in range(times + 1)
                for seen in letters
            }
            missing = tuple(times - value for value in range(times + 1))
            return Automaton(moves, tuple(not left for left in missing), missing)
        case Pattern():
            return _pattern(condition, letters)
        case _:
            assert_never(condition)


def _pattern(pattern: Pattern, letters: list[frozenset[Event]]) -> Automaton:
    """Sets of parts reached, as values; the whole pattern is one value that stays."""
    last = len(pattern.events) - 1
    nothing: frozenset[int] = frozenset()
    whole = frozenset((last,))
    number, waiting = {nothing: 0}, deque([nothing])
    moves: dict[tuple[int, frozenset[Event]], int] = {}
    while waiting:
        reached = waiting.popleft()
        for seen in letters:
            after = whole if last in reached else _reached(pattern, reached, seen)
            if last in after:
                after = whole
            if after not in number:
                number[after] = len(number)
                waiting.append(after)
            moves[number[reached], seen] = number[after]
    missing = tuple(last - max(reached, default=-1) for reached in number)
    return Automaton(moves, tuple(not left for left in missing), missing)


def _reached(pattern: Pattern, reached: frozenset[int], seen: frozenset[Event]) -> frozenset[int]:
    """The parts that some try has reached after an outcome.

    A try that waits for a later outcome keeps its part; one that needs the very next outcome goes on or is over. Of
    the tries that wait, only the furthest is kept: it serves for the others.
    """
    after = {0} if pattern.events[0] in seen else set()
    for part in reached:
        if pattern.events[part + 1] in seen:
            after.add(part + 1)
        if not pattern.at_once[part]:
            after.add(part)
    patient = [part for part in after if part < len(pattern.at_once) and not pattern.at_once[part]]
    if patient:
        after = {part for part in after if part >= max(patient)}
    return frozenset(after)
