"""What supervisors have to see to at a table, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PendingCommand:
    """What one supervisor has asked for and another must ask for too."""

    author: str
    command: Mapping[str, Any]
    """The command as JSON has it."""


@dataclass(frozen=True)
class Dispute:
    """A round that is held as it is while a dispute about it is looked into."""

    round: int
    reason: str


@dataclass(frozen=True)
class Oversight:
    """What supervisors have to see to at a table."""

    pending: tuple[int, ...] = ()
    """The bets whose payouts wait for approval, by number."""
    proposals: tuple[PendingCommand, ...] = ()
    disputes: tuple[Dispute, ...] = ()

    def proposal(self, command: Mapping[str, Any]) -> PendingCommand | None:
        """The proposal of a command, if it was proposed."""
        return next((one for one in self.proposals if one.command == command), None)
