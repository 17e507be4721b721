"""Corrections: another outcome in the place of one, and rounds or bets that are voided.

The log is never rewritten. One more event takes back what no longer holds and pays what is due.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, TypeVar

from rackcard.table.command import FLOOR, OUTCOME, REASON, SUPERVISOR, Command, Whole
from rackcard.table.commands.betting import BetMade
from rackcard.table.commands.oversight import Proposed, TwoPersonCommand, carried_out, second_of, waiting
from rackcard.table.commands.verify import verify_not_stopped, verify_undisputed
from rackcard.table.outcome import enter, verify_possible
from rackcard.table.overseen import Oversight
from rackcard.table.past import course
from rackcard.table.recast import (
    IsKept,
    Recast,
    balancing,
    by_round,
    claims,
    could_follow,
    recast,
    recast_round,
    recast_void,
    refunds,
    undone,
    won_since,
)
from rackcard.table.settle import settled_marks
from rackcard.table.state import (
    Refund,
    Refusal,
    Settlement,
    Table,
    TableEvent,
    Turned,
    Undone,
    merged,
    refund_of,
)

Changed = TypeVar("Changed", bound="Readjudged")
CHANGED_ROUND = Annotated[int, Whole(1), "the number of the round, where it is not the last"]


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

    def overseen(self, table: Table) -> Oversight:
        """A payout that changes waits for approval again; one that stays the same waits if it did before."""
        same = [one.wager for one in self.settlements if one in self.reversed]
        kept = tuple(number for number in table.oversight.pending if number in same)
        changed = (one for one in self.settlements if one not in self.reversed)
        new = waiting(table, changed, lambda: won_since(table, self.apply(table), self.round))
        return replace(table.oversight, pending=(*kept, *new))

    def as_command(self) -> Command | None:
        return None if self.dropped is None else Correct(self.outcome, self.reason)


def _could(place: int, path: Table, event: TableEvent) -> bool:
    return could_follow(path, event)


# ---- an earlier outcome


@dataclass(frozen=True)
class RoundAgain:
    """What is settled otherwise in one round after an earlier outcome was changed."""

    round: int
    reversed: tuple[Settlement, ...]
    settlements: tuple[Settlement, ...]


@dataclass(frozen=True, kw_only=True)
class Readjudged(TableEvent):
    """The outcome of a round was changed, and everything after it was settled again."""

    round: int
    reason: str
    rounds: tuple[RoundAgain, ...]
    """The rounds in which something is settled otherwise."""
    refunds: tuple[Refund, ...]
    undone: tuple[Undone, ...]
    dropped: tuple[int, ...]
    """What was done since and could not have been, by its place."""

    def recast(self, table: Table, is_kept: IsKept) -> Recast:
        """The table as it would be."""
        raise NotImplementedError

    def overseen(self, table: Table) -> Oversight:
        """A payout that changes waits for approval again; one that stays the same waits if it did before."""
        gone = {one.wager for again in self.rounds for one in again.reversed}
        kept = tuple(number for number in table.oversight.pending if number not in gone)
        changed = (one for again in self.rounds for one in again.settlements)
        new = waiting(table, changed, lambda: won_since(table, self.apply(table), self.round))
        return replace(table.oversight, pending=(*kept, *new))

    def apply(self, table: Table) -> Table:
        places = frozenset(self.dropped)
        after = self.recast(table, lambda place, path, event: place not in places).after
        return replace(after, balances=table.balances)


@dataclass(frozen=True, kw_only=True)
class EarlierCorrected(Readjudged):
    """The outcome of an earlier round was replaced by the right one."""

    kind: ClassVar[str] = "corrected-earlier"
    outcome: object

    def recast(self, table: Table, is_kept: IsKept) -> Recast:
        return recast_round(table, self.round, self.outcome, is_kept)

    def as_command(self) -> Command:
        return Correct(self.outcome, self.reason, self.round)


@dataclass(frozen=True, kw_only=True)
class HandVoided(Readjudged):
    """One round was voided: the bets that were up for its outcome were refunded."""

    kind: ClassVar[str] = "hand-voided"
    author: str | None = None
    """Who voided it and, below, who had asked for it, where it takes two."""
    asked_by: str | None = None

    def overseen(self, table: Table) -> Oversight:
        return carried_out(super().overseen(table), self.command)

    @property
    def command(self) -> dict[str, Any]:
        """The command that it follows from, as JSON has it."""
        return {"do": Void.do, "round": self.round, "reason": self.reason}

    def recast(self, table: Table, is_kept: IsKept) -> Recast:
        return recast_void(table, self.round, lambda before: voided(before, self.reason), is_kept)

    def as_command(self) -> Command:
        return Void(self.reason, round=self.round, author=self.author or "")


def _beyond(table: Table, some: Sequence[Settlement], others: Sequence[Settlement]) -> Iterator[Settlement]:
    """Those of some settlements that are not among others: of several equal ones, those that are more in number.

    Before the first edition, equal ones counted as one.
    """
    left = Counter(others)
    for one in some:
        if left[one] <= 0:
            yield one
        left[one] -= table.edition > 0


def _readjudged(table: Table, blank: Changed) -> Changed:
    """The whole event of a changed round, from its round, its reason and its outcome."""
    new = blank.recast(table, _could)
    before, after = by_round(table, blank.round), by_round(new.after, blank.round)
    rounds = (
        RoundAgain(
            number,
            tuple(_beyond(table, before[number], after[number])),
            tuple(_beyond(table, after[number], before[number])),
        )
        for number in before
    )
    back = {one.number: one for one in (*refunds(table, new, blank.round), *new.left_behind)}
    return replace(
        blank,
        rounds=tuple(one for one in rounds if one.reversed or one.settlements),
        refunds=tuple(back.values()),
        undone=tuple(undone(new)),
        dropped=new.dropped,
        postings=balancing(table, new.after),
    )


@dataclass(frozen=True)
class Correct(Command):
    """Replace an outcome by the right one; everything since is replayed after it.

    Bets, take-downs and claims made since stay where the right outcome leaves them open; otherwise stakes go back, and
    what was taken down or claimed is up again. What a player cannot cover, or is due to a player who has left, goes to
    that player's own account. The last outcome is meant unless a round since the shift began is named.
    """

    do: ClassVar[str] = "correct"
    is_journaled: ClassVar[bool] = True
    is_slow: ClassVar[bool] = True
    roles: ClassVar = FLOOR
    events: ClassVar = (Corrected, EarlierCorrected)
    outcome: OUTCOME
    reason: REASON
    round: CHANGED_ROUND | None = None

    def verify(self, table: Table) -> None:
        verify_not_stopped(table)
        if table.last is None:
            raise Refusal("nothing-to-correct")
        verify_undisputed(table, self.round or table.round)

    def decide(self, table: Table) -> Corrected | EarlierCorrected:
        self.verify(table)
        if self.round not in (None, table.round):
            blank = EarlierCorrected(
                round=self.round or 0, outcome=self.outcome, reason=self.reason,
                rounds=(), refunds=(), undone=(), dropped=(),
            )  # fmt: skip
            return _readjudged(table, blank)
        assert table.last is not None
        entered = enter(table.game, self.outcome)
        verify_possible(table.last.before, entered.outcome)
        new = recast(table, entered, _could)
        assert new.after.last is not None
        before, after = claims(table.last.since), claims(new.after.last.since)
        return Corrected(
            round=table.round,
            outcome=self.outcome,
            reason=self.reason,
            reversed=(*table.last.settlements, *_beyond(table, before, after)),
            settlements=(*new.after.last.settlements, *_beyond(table, after, before)),
            turned=new.turned or None,
            refunds=(*new.left_behind, *refunds(table, new, table.round)),
            undone=tuple(undone(new)),
            dropped=new.dropped,
            postings=balancing(table, new.after),
        )


# ---- voids


@dataclass(frozen=True, kw_only=True)
class Voided(TableEvent):
    """Bets were voided and refunded: all of them, or those on one card."""

    kind: ClassVar[str] = "voided"
    reason: str
    refunds: tuple[Refund, ...]
    scope: str | None = None
    """``all`` or ``card``: the marks and the point stay; the first versions cleared both, and did not store it."""
    card: int | None = None
    """The number of the card whose bets were voided."""

    def apply(self, table: Table) -> Table:
        if self.scope is None:
            return replace(table, wagers={}, marks={}, phase=0, betting=True, last=None, past=(), recent=())
        back = {one.number for one in self.refunds}
        wagers = {number: wager for number, wager in table.wagers.items() if number not in back}
        marks = settled_marks(table, table.marks, wagers.values())
        return replace(table, wagers=wagers, marks=marks, betting=table.betting or self.scope == "all")

    def again(self, table: Table) -> "Voided":
        return voided(table, self.reason, self.card)

    def as_command(self) -> Command:
        return Void(self.reason, card=self.card, clears=self.scope is None)


def voided(table: Table, reason: str, card: int | None = None) -> Voided:
    """All bets refunded, or those on one card."""
    gone = {n: wager for n, wager in table.wagers.items() if card in (None, wager.offering)}
    back = ((wager.owner, wager.money) for wager in gone.values())
    return Voided(
        reason=reason,
        refunds=tuple(refund_of(number, wager) for number, wager in gone.items()),
        scope="all" if card is None else "card",
        card=card,
        postings=merged((*back, ("felt", -sum(wager.money for wager in gone.values())))),
    )


@dataclass(frozen=True)
class Void(TwoPersonCommand):
    """Void bets and refund them: all that are up, those on one card, or those that were up for one round.

    The marks and the point stay as the outcomes left them.
    """

    do: ClassVar[str] = "void"
    is_journaled: ClassVar[bool] = True
    is_slow: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Voided, HandVoided, Proposed)
    reason: REASON
    card: Annotated[int, Whole(1, 10**6), "the number of a card, where only its bets are voided"] | None = None
    round: Annotated[int, Whole(1), "the number of a round, where the bets up for it are voided"] | None = None
    clears: bool = False
    """Whether it is a void of the first versions, which cleared the marks and the point; never read from JSON."""

    def verify(self, table: Table) -> None:
        verify_not_stopped(table)
        if self.round is not None:
            verify_undisputed(table, self.round)
        if self.card is not None and self.round is not None:
            raise Refusal("void-one")
        if self.card is not None and not table.up(self.card):
            raise Refusal("nothing-up", card=self.card)
        if table.edition and table.oversight.disputes:
            self._verify_not_held(table)

    def _verify_not_held(self, table: Table) -> None:
        """No bet would go back that was up for a round that a dispute holds."""
        path = table if self.round is None else course(table, self.round)[0]
        oldest = min((one.since for one in path.wagers.values() if self.card in (None, one.offering)), default=None)
        if oldest is not None:
            verify_undisputed(table, oldest + 1)

    def decide(self, table: Table) -> Voided | HandVoided | Proposed:
        self.verify(table)
        if self.round is not None:
            blank = HandVoided(
                round=self.round, reason=self.reason, rounds=(), refunds=(), undone=(), dropped=()
            )  # fmt: skip
            return self._by_two(table, _readjudged(table, blank))
        event = voided(table, self.reason, self.card)
        return replace(event, scope=None) if self.clears else event

    @classmethod
    def takes_two(cls, table: Table) -> bool:
        return table.is_live and table.approval.second_for_voids

    def _by_two(self, table: Table, event: HandVoided) -> HandVoided | Proposed:
        """The void of a settled round, which the house rules may leave to two supervisors."""
        if not self.takes_two(table):
            return event
        asked = second_of(table, event.command, self.author)
        if asked is None:
            return Proposed(author=self.author, command=event.command)
        return replace(event, author=self.author, asked_by=asked.author)
