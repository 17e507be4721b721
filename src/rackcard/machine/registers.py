"""Registers: the numbers that a machine's state is packed of, and what an outcome does to them."""

from dataclasses import dataclass
from typing import NamedTuple

from rackcard.games.conditions import Pattern, Streak
from rackcard.games.game import Event
from rackcard.machine.automaton import events_of


@dataclass(frozen=True)
class Register:
    """A number from 0 to size - 1, kept in the state at a stride."""

    name: str
    size: int
    stride: int

    def read(self, state: int) -> int:
        return state // self.stride % self.size


@dataclass(frozen=True)
class Effect:
    """What an outcome does in a phase."""

    phase: int
    counters: tuple[int, ...]
    """The counters that go up by one, by position."""
    number: int
    """What a sequence remembers of it: 0 where there is no sequence."""
    ends: bool
    counts: bool
    """False where the wager is off and the outcome changes nothing but the phase."""
    seen: frozenset[Event] = frozenset()
    """The events that streaks and patterns look for and that it is."""


class Moves(NamedTuple):
    """What an effect does to the registers of a machine, besides the phase."""

    raised: tuple[tuple[int, int, int], ...]
    """The stride, size and highest value of each counter that goes up by one."""
    tracked: tuple[tuple[int, int, tuple[int, ...]], ...]
    """The stride and size of each register that may start again, and what is added to the state, by its value."""


@dataclass(frozen=True)
class Tracker:
    """A register that may start again: a streak, or how far the tries at a pattern have come."""

    condition: Streak | Pattern
    register: Register
    moves: dict[tuple[int, frozenset[Event]], int]
    """The value after an outcome, by the value before and the events of the condition that the outcome is."""
    held: frozenset[int]
    """The values at which the condition holds, for ever."""
    missing: tuple[int, ...]
    """By value, the fewest outcomes that are still needed."""

    def shifts(self, seen: frozenset[Event]) -> tuple[int, ...]:
        """By value, what is added to a state by an outcome that is some events."""
        own = seen.intersection(events_of(self.condition))
        return tuple((self.moves[value, own] - value) * self.register.stride for value in range(self.register.size))
