"""Conditions: what must have happened for a wager to be won, in terms of the events of a base game."""

from dataclasses import dataclass, field
from typing import Literal

from rackcard.games.game import Event


@dataclass(frozen=True)
class Happened:
    """The event has happened at least so many times."""

    event: Event
    times: int = 1


@dataclass(frozen=True)
class Exactly:
    """The event has happened exactly so many times when the wager ends; 0 for not at all."""

    event: Event
    times: int


@dataclass(frozen=True)
class Streak:
    """The event has happened on so many outcomes in a row."""

    event: Event
    times: int


@dataclass(frozen=True)
class Pattern:
    """Events one after another, each on a later outcome than the one before; any tries count, overlapping ones too."""

    events: tuple[Event, ...]
    at_once: tuple[bool, ...]
    """For each event but the first: whether it must come on the very next outcome."""


@dataclass(frozen=True)
class Different:
    """At least so many of these events have happened, each counted once."""

    events: tuple[Event, ...]
    at_least: int


@dataclass(frozen=True)
class Several:
    """At least so many of the parts hold: one of them for *or*, all of them for *and*."""

    parts: "tuple[Condition, ...]"
    at_least: int = 1


@dataclass(frozen=True)
class Played:
    """At least so many outcomes have come since the wager began."""

    outcomes: int


@dataclass(frozen=True)
class Sequence:
    """How the numbers at certain places of the sequence compare.

    ``these``: the places hold exactly ``numbers``, in any order. ``among``: each place holds one of ``numbers``.
    ``row``: consecutive numbers. ``apart``: two places are exactly ``gap`` apart. ``same``: all equal.
    With ``ring`` the highest number is next to the lowest.
    """

    places: tuple[int, ...]
    relation: Literal["these", "among", "row", "apart", "same"]
    numbers: tuple[int, ...] = ()
    gap: int = 0
    in_order: bool = False
    ring: int = 0
    labels: tuple[str, ...] = field(default=(), compare=False)
    """The numbers as the game shows them, where that differs: the zeros of a wheel."""

    @property
    def shown(self) -> tuple[object, ...]:
        """The numbers as people read them."""
        return self.labels or self.numbers


Condition = Happened | Exactly | Streak | Pattern | Different | Several | Played | Sequence

Leaf = Happened | Exactly | Streak | Pattern | Different | Played | Sequence
"""A condition that is not made of others."""


@dataclass(frozen=True)
class End:
    """What ends a wager: an event, a number of outcomes, or whichever of the two comes first."""

    event: Event | None
    outcomes: int | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether the number of outcomes alone ends it."""
        return self.event is None

    @property
    def is_single(self) -> bool:
        """Whether the first outcome ends it."""
        return self.outcomes == 1
