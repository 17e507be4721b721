"""What every base game is made of: outcomes, phases, events, and conditions on what has happened.

An *event* is a set of (phase, outcome) pairs: "seven-out" is a 7 in any phase but the come-out. A
*condition* speaks about the events so far. Below this room nothing knows which game it is running.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Outcome = Hashable
Cell = tuple[int, int]
"""The number of a phase and the number of an outcome."""


@dataclass(frozen=True)
class Event:
    """Something one outcome does, in words and as the (phase, outcome) cells that do it."""

    words: str
    cells: frozenset[Cell]
    game: str
    meaning: Hashable = field(default=None, compare=False)
    """The facts it is made of (``rackcard.games.meaning``); two events with the same words are the same."""


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


@dataclass(frozen=True)
class Game:
    """A base game: its outcomes, its phases, and what an outcome does to the phase."""

    id: str
    unit: str
    """What one outcome is called: roll, spin or hand."""
    outcomes: tuple[Outcome, ...]
    phases: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    """moves[phase][outcome] is the next phase; play starts in phase 0."""
    label: Callable[[Outcome], str]
    entry: Literal["dice", "pocket", "cards"]
    """What a dealer enters."""
    short: Callable[[Outcome], str]
    """An outcome in as few letters as a board of the last ones has room for."""
    kind: Callable[[Outcome], str]
    """A word that tells outcomes apart for the eye: the seven, the colour, who has won."""
    number: Callable[[Outcome], int] = field(default=lambda outcome: 0)
    """The number a sequence remembers, or 0 for an outcome that has none (a zero of roulette)."""
    top: int = 0
    """The highest number a sequence can hold; 0 in games without sequences."""
    mirror: Mapping[str, str] = field(default_factory=dict)
    """Numbers that fair chance cannot tell apart, as their names: with dice turned over, 2 is 12."""

    def event(self, words: str, test: Callable[[int, Outcome], bool]) -> Event:
        """The event of all cells for which the test holds."""
        return Event(
            words,
            frozenset(
                (phase, index)
                for phase in range(len(self.phases))
                for index, outcome in enumerate(self.outcomes)
                if test(phase, outcome)
            ),
            self.id,
        )

    def __hash__(self) -> int:
        return hash(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.id == other.id
