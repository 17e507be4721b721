"""Corrections: another outcome in the place of the last, and a round that is voided.

The log is never rewritten. One more event takes back what no longer holds and pays what is due.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from rackcard.table.command import FLOOR, OUTCOME, REASON, SUPERVISOR, Command
from rackcard.table.commands.betting import BetMade
from rackcard.table.commands.verify import verify_open
from rackcard.table.outcome import enter, verify_possible
from rackcard.table.recast import balancing, claims, could_follow, recast, refunds, undone
from rackcard.table.state import Refund, Refusal, Settlement, Table, TableEvent, Turned, Undone, merged, refund_of


@dataclass(frozen=True, kw_only=True)
class Corrected(TableEvent):
    """The last outcome was replaced by the right one."""

    kind: ClassVar[str] = "corrected"
    round: int
    outcome: object
    reason: str
    reversed: tuple[Settlement, ...]
    settlements: tuple[Settlement, ...]
    turned: tuple[Turned, ...] | None = None
    """The stakes that the right outcome made other wagers."""
    refunds: tuple[Refund, ...] | None = None
    undone: tuple[Undone, ...] | None = None
    dropped: tuple[int, ...] | None = None
    """What was done since and could not have been; the first versions of the log did not store it."""

    def apply(self, table: Table) -> Table:
        assert table.last is not None
        dropped = self.dropped
        if dropped is None:  # only bets were ever made since
            back = {one.number for one in self.refunds or ()}
            since = enumerate(table.last.since)
            dropped = tuple(place for place, event in since if isinstance(event, BetMade) and event.number in back)
        places = frozenset(dropped)
        entered = enter(table.game, self.outcome)
        after = recast(table, entered, lambda place, path, event: place not in places).after
        return replace(after, balances=table.balances)

    def as_command(self) -> Command | None:
        return None if self.dropped is None else Correct(self.outcome, self.reason)


@dataclass(frozen=True)
class Correct(Command):
    """Replace the last outcome by the right one; everything since is replayed after it.

    Bets, take-downs and claims made since stay where the right outcome leaves them open; otherwise stakes go back, and
    what was taken down or claimed is up again. What a player cannot cover, or is due to a player who has left, goes to
    that player's own account.
    """

    do: ClassVar[str] = "correct"
    roles: ClassVar = FLOOR
    events: ClassVar = (Corrected,)
    outcome: OUTCOME
    reason: REASON

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.last is None:
            raise Refusal("nothing-to-correct")

    def decide(self, table: Table) -> Corrected:
        self.verify(table)
        assert table.last is not None
        entered = enter(table.game, self.outcome)
        verify_possible(table.last.before, entered.outcome)
        new = recast(table, entered, lambda place, path, event: could_follow(path, event))
        assert new.after.last is not None
        before, after = claims(table.last.since), claims(new.after.last.since)
        return Corrected(
            round=table.round,
            outcome=self.outcome,
            reason=self.reason,
            reversed=(*table.last.settlements, *(one for one in before if one not in after)),
            settlements=(*new.after.last.settlements, *(one for one in after if one not in before)),
            turned=new.turned or None,
            refunds=(*new.left_behind, *refunds(table, new)),
            undone=tuple(undone(table, new)),
            dropped=new.dropped,
            postings=balancing(table, new.after),
        )


@dataclass(frozen=True, kw_only=True)
class Voided(TableEvent):
    """The round was voided: all bets refunded, all marks cleared."""

    kind: ClassVar[str] = "voided"
    reason: str
    refunds: tuple[Refund, ...]

    def apply(self, table: Table) -> Table:
        return replace(table, wagers={}, marks={}, phase=0, betting=True, last=None, recent=())

    def as_command(self) -> Command:
        return Void(self.reason)


@dataclass(frozen=True)
class Void(Command):
    """Void the round: refund all bets and clear all marks."""

    do: ClassVar[str] = "void"
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Voided,)
    reason: REASON

    def verify(self, table: Table) -> None:
        verify_open(table)

    def decide(self, table: Table) -> Voided:
        self.verify(table)
        back = tuple(refund_of(number, wager) for number, wager in table.wagers.items())
        postings = ((wager.owner, wager.money) for wager in table.wagers.values())
        total = sum(one.amount for one in back)
        return Voided(reason=self.reason, refunds=back, postings=merged((*postings, ("felt", -total))))
