"""Oversight: payouts that wait for approval, what takes two supervisors, and disputes that hold a round."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from rackcard.table.command import REASON, ROUND, SUPERVISOR, Command, Whole
from rackcard.table.commands.verify import verify_not_stopped
from rackcard.table.overseen import Dispute, Oversight, PendingCommand
from rackcard.table.state import Refusal, Settlement, Table, TableEvent

HELD_ROUND = Annotated[int, Whole(1), "the number of the round"]
PROPOSAL = Annotated[int, Whole(1), "its place among the requests that wait for a second supervisor, from 1 on"]


class OversightEvent(TableEvent):
    """Something that concerns only what supervisors have to see to."""

    def apply(self, table: Table) -> Table:
        return table

    def overseen(self, table: Table) -> Oversight:
        return self.seen_to(table.oversight)

    def seen_to(self, before: Oversight) -> Oversight:
        """What there is to see to after it."""
        raise NotImplementedError


# ---- payouts


def waiting(
    table: Table, settled: Iterable[Settlement], in_all: Callable[[], Mapping[int, int]]
) -> tuple[int, ...]:  # fmt: skip
    """The bets whose payouts wait for approval by the house rules, by number.

    ``in_all`` says what each of the wagers has won with its parts; before the first edition each part was alone.
    """
    approval = table.house and table.house.approval
    if not approval:
        return ()
    won = in_all() if table.edition else {}
    return tuple(one.wager for one in settled if approval.waits(one.won, one.stake, won.get(one.wager, one.won)))


@dataclass(frozen=True, kw_only=True)
class PayoutsApproved(OversightEvent):
    """Payouts that waited were approved."""

    kind: ClassVar[str] = "approved"
    round: int
    bets: tuple[int, ...]
    """The bets that are paid, by number."""

    def seen_to(self, before: Oversight) -> Oversight:
        return replace(before, pending=())

    def as_command(self) -> Command:
        return Approve(self.round)


@dataclass(frozen=True)
class Approve(Command):
    """Approve the payouts that wait, by confirming the last outcome."""

    do: ClassVar[str] = "approve"
    is_journaled: ClassVar[bool] = True
    is_slow: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (PayoutsApproved,)
    round: ROUND

    def verify(self, table: Table) -> None:
        verify_not_stopped(table)
        if not table.oversight.pending:
            raise Refusal("nothing-waits")
        if self.round != table.round:
            raise Refusal("confirm-outcome", round=table.round)

    def decide(self, table: Table) -> PayoutsApproved:
        self.verify(table)
        return PayoutsApproved(round=table.round, bets=table.oversight.pending)


# ---- two supervisors


@dataclass(frozen=True, kw_only=True)
class Proposed(OversightEvent):
    """A supervisor asked for something that takes two."""

    kind: ClassVar[str] = "proposed"
    author: str
    command: Mapping[str, Any]
    """What was asked for, as JSON has it."""

    def seen_to(self, before: Oversight) -> Oversight:
        return replace(before, proposals=(*before.proposals, PendingCommand(self.author, self.command)))

    def as_command(self) -> Command:
        from rackcard.table.registry import COMMANDS  # which knows of this module

        return signed(COMMANDS[self.command["do"]].parse(self.command), self.author)


def signed(command: Command, author: str) -> Command:
    """A command with the name of whoever gave it, where it takes two to give it."""
    return replace(command, author=author) if isinstance(command, TwoPersonCommand) else command


@dataclass(frozen=True)
class TwoPersonCommand(Command):
    """A command that may take two supervisors; it is the same for both."""

    author: str = field(default="", kw_only=True)
    """Who gives it; set by the server, never read from JSON."""

    @classmethod
    def takes_two(cls, table: Table) -> bool:
        """Whether the house rules of a live table leave it to two supervisors."""
        raise NotImplementedError


def second_of(table: Table, command: Mapping[str, Any], author: str) -> PendingCommand | None:
    """The proposal that a command by another supervisor carries out; None where it is the first to ask."""
    asked = table.oversight.proposal(command)
    if asked is not None and asked.author == author:
        raise Refusal("same-person")
    return asked


def carried_out(before: Oversight, command: Mapping[str, Any]) -> Oversight:
    """What there is to see to once a proposal was carried out."""
    return replace(before, proposals=tuple(one for one in before.proposals if one.command != command))


@dataclass(frozen=True, kw_only=True)
class ProposalDeclined(OversightEvent):
    """What waited for a second supervisor was declined."""

    kind: ClassVar[str] = "declined"
    place: int
    reason: str

    def seen_to(self, before: Oversight) -> Oversight:
        kept = before.proposals
        return replace(before, proposals=(*kept[: self.place - 1], *kept[self.place :]))

    def as_command(self) -> Command:
        return Decline(self.place, self.reason)


@dataclass(frozen=True)
class Decline(Command):
    """Decline a request that waits for a second supervisor."""

    do: ClassVar[str] = "decline"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (ProposalDeclined,)
    place: PROPOSAL
    reason: REASON

    def verify(self, table: Table) -> None:
        if self.place > len(table.oversight.proposals):
            raise Refusal("nothing-waits")

    def decide(self, table: Table) -> ProposalDeclined:
        self.verify(table)
        return ProposalDeclined(place=self.place, reason=self.reason)


# ---- disputes


@dataclass(frozen=True, kw_only=True)
class Disputed(OversightEvent):
    """A round is held as it is: a dispute about it is looked into."""

    kind: ClassVar[str] = "disputed"
    round: int
    reason: str

    def seen_to(self, before: Oversight) -> Oversight:
        return replace(before, disputes=(*before.disputes, Dispute(self.round, self.reason)))

    def as_command(self) -> Command:
        return HoldDispute(self.round, self.reason)


@dataclass(frozen=True, kw_only=True)
class DisputeEnded(OversightEvent):
    """A dispute was decided, and its round is no longer held."""

    kind: ClassVar[str] = "dispute-ended"
    round: int
    reason: str

    def seen_to(self, before: Oversight) -> Oversight:
        return replace(before, disputes=tuple(one for one in before.disputes if one.round != self.round))

    def as_command(self) -> Command:
        return EndDispute(self.round, self.reason)


@dataclass(frozen=True)
class HoldDispute(Command):
    """Hold a round as it is while a dispute is looked into: it is not corrected, voided or made final."""

    do: ClassVar[str] = "dispute"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Disputed,)
    round: HELD_ROUND
    reason: REASON

    def verify(self, table: Table) -> None:
        if table.status == "closed":
            raise Refusal("closed")
        if any(one.round == self.round for one in table.oversight.disputes):
            raise Refusal("disputed", round=self.round)
        first = table.first_round
        if first is None:
            raise Refusal("nothing-to-correct.dispute")
        if not first <= self.round <= table.round:  # a round of an earlier shift is final already
            raise Refusal("nothing-to-correct.round", round=self.round, first=first, last=table.round)

    def decide(self, table: Table) -> Disputed:
        self.verify(table)
        return Disputed(round=self.round, reason=self.reason)


@dataclass(frozen=True)
class EndDispute(Command):
    """End a dispute with its finding; the round may be corrected or voided again."""

    do: ClassVar[str] = "end-dispute"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (DisputeEnded,)
    round: HELD_ROUND
    reason: REASON

    def verify(self, table: Table) -> None:
        if all(one.round != self.round for one in table.oversight.disputes):
            raise Refusal("not-disputed", round=self.round)

    def decide(self, table: Table) -> DisputeEnded:
        self.verify(table)
        return DisputeEnded(round=self.round, reason=self.reason)
