"""How far a wager is: how many marks it has, and by how many ways the next one can come."""

from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Played, Sequence
from rackcard.games.device import Chance
from rackcard.games.game import Event
from rackcard.games.wording import mark_of
from rackcard.machine import Bet


@dataclass(frozen=True)
class Progress:
    """Reads a wager's states the way a player does.

    The *level* is the count that the offers go by. The *ways* are the weight of the outcomes that would raise
    it: with fair dice, how many of the 36 ways to roll bring a number still missing.
    """

    bet: Bet
    chance: Chance

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events that the offers count."""
        found: dict[Event, None] = {}
        for claim in self.bet.machine.claims:
            for condition in (claim.when, claim.unless):
                found.update(dict.fromkeys(_counted(condition)))
        return tuple(found)

    @cached_property
    def by_repeats(self) -> bool:
        """Whether the level counts repetitions of one event rather than different ones."""
        return len(self.events) == 1

    @cached_property
    def _weights(self) -> dict[Event, int]:
        law = self.chance.law()
        outcomes = self.bet.machine.game.outcomes
        return {
            event: sum(law.get(outcomes[index], 0) for index in {index for _, index in event.cells})
            for event in self.events
        }

    @cached_property
    def _registers(self) -> list[tuple[int, int, int, Event]]:
        machine = self.bet.machine
        registers = ((machine.counters[event], event) for event in self.events)
        return [(r.stride, r.size, self._weights[event], event) for r, event in registers]

    def level(self, state: int) -> int:
        counts = (state // stride % size for stride, size, _, _ in self._registers)
        return sum(counts) if self.by_repeats else sum(1 for count in counts if count)

    def ways(self, state: int) -> int:
        if self.by_repeats:
            return self._registers[0][2]
        return sum(weight for stride, size, weight, _ in self._registers if not state // stride % size)

    def missing(self, state: int) -> tuple[str, ...]:
        """The names of the events still to come."""
        return tuple(name(event) for stride, size, _, event in self._registers if not state // stride % size)

    def mirrored(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The same marks with the chance turned over, in the order of the card."""
        turned = {self.bet.machine.game.mirror.get(one, one) for one in names}
        return tuple(name(event) for event in self.events if name(event) in turned)

    @cached_property
    def total(self) -> int:
        """How many ways there are in all: 36 with fair dice."""
        return sum(self.chance.law().values())

    def marked(self, state: int) -> dict[str, int]:
        """The marks of a state, by what was marked, and the phase where it matters."""
        machine = self.bet.machine
        marks: dict[str, int] = {}
        for event, register in machine.counters.items():
            if count := register.read(state):
                marks[name(event)] = count
        return marks

    def phase(self, state: int) -> str | None:
        machine = self.bet.machine
        return machine.game.phases[state % machine.phases] if machine.has_phase else None


def _counted(condition: Condition | None) -> tuple[Event, ...]:
    """The events that a condition of an offer counts."""
    match condition:
        case Happened(event):
            return (event,)
        case Different(events):
            return events
        case AnyOf() | Played() | Sequence() | None:
            return ()
        case _:
            assert_never(condition)


name = mark_of
"""What is marked, without the verb: "4 rolled" is marked as 4."""
