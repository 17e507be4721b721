"""Conditions: what must have happened for a wager to be won, in terms of the events of a base game."""

from dataclasses import dataclass
from typing import Literal

from rackcard.games.game import Event


@dataclass(frozen=True)
class Happened:
    """The event has happened at least so many times."""

    event: Event
    times: int = 1


@dataclass(frozen=True)
class Different:
    """At least so many of these events have happened, each counted once."""

    events: tuple[Event, ...]
    at_least: int


@dataclass(frozen=True)
class AnyOf:
    """At least one of the parts holds."""

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True)
class Played:
    """At least so many outcomes have come since the wager began."""

    outcomes: int


@dataclass(frozen=True)
class Sequence:
    """How the numbers at certain places of the sequence lie to one another.

    ``these``: the places hold exactly ``numbers``, in any order. ``among``: each place holds one of
    ``numbers``. ``row``: consecutive numbers. ``apart``: two places lie exactly ``gap`` apart.
    With ``ring`` the highest number is the lowest one's neighbour.
    """

    places: tuple[int, ...]
    relation: Literal["these", "among", "row", "apart"]
    numbers: tuple[int, ...] = ()
    gap: int = 0
    in_order: bool = False
    ring: int = 0


Condition = Happened | Different | AnyOf | Played | Sequence
