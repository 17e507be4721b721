"""Control of a table: advice, freezing, pausing, resuming, closing a shift and closing the table."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rackcard.table.command import FLOOR, REASON, ROUND, SUPERVISOR, Command, Flag
from rackcard.table.commands.tokes import tokes_in_cash, tokes_of
from rackcard.table.commands.verify import verify_betting, verify_not_stopped, verify_open, verify_undisputed
from rackcard.table.overseen import Oversight
from rackcard.table.state import Cause, Refusal, Status, Table, TableEvent


@dataclass(frozen=True, kw_only=True)
class AdviceChanged(TableEvent):
    """Advice was turned on or off at a live table."""

    kind: ClassVar[str] = "advice-changed"
    allow: bool

    def apply(self, table: Table) -> Table:
        return replace(table, advice=self.allow)

    def as_command(self) -> Command:
        return Advice(self.allow)


@dataclass(frozen=True)
class Advice(Command):
    """Turn advice on or off: whether seats of a live table see their chances and the best play."""

    do: ClassVar[str] = "advice"
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (AdviceChanged,)
    allow: Annotated[bool, Flag("bad-advice"), "whether seats see advice"]

    def verify(self, table: Table) -> None:
        verify_open(table)

    def decide(self, table: Table) -> AdviceChanged:
        self.verify(table)
        return AdviceChanged(allow=self.allow)


# ---- changes of status


@dataclass(frozen=True, kw_only=True)
class Stopped(TableEvent):
    """Play was stopped: by a person with a reason, or by the program with a cause."""

    status: ClassVar[Status]
    reason: str | None = None
    cause: Cause | None = None

    def apply(self, table: Table) -> Table:
        return replace(table, status=self.status, evidence=self.reason or "", cause=self.cause)

    @property
    def why(self) -> str:
        """The reason or the cause, in words."""
        return self.cause.sentence if self.cause is not None else self.reason or ""


@dataclass(frozen=True, kw_only=True)
class Frozen(Stopped):
    """The table was frozen."""

    kind: ClassVar[str] = "frozen"
    status: ClassVar[Status] = "frozen"
    command: str | None = None
    """The command that would have broken an invariant, where that froze the table."""

    def as_command(self) -> Command | None:
        return None if self.command is not None or self.reason is None else Freeze(self.reason)


@dataclass(frozen=True, kw_only=True)
class Paused(Stopped):
    """The table was paused until its dealer confirms the last outcome."""

    kind: ClassVar[str] = "paused"
    status: ClassVar[Status] = "paused"

    def as_command(self) -> Command:
        return Pause(self.reason, self.cause)


@dataclass(frozen=True, kw_only=True)
class Continued(TableEvent):
    """Play went on, the last outcome confirmed."""

    round: int

    def apply(self, table: Table) -> Table:
        return replace(table, status="open", evidence="", cause=None)


@dataclass(frozen=True, kw_only=True)
class Resumed(Continued):
    """A frozen table was resumed."""

    kind: ClassVar[str] = "resumed"

    def as_command(self) -> Command:
        return Resume(self.round)


@dataclass(frozen=True, kw_only=True)
class Confirmed(Continued):
    """A paused table was confirmed."""

    kind: ClassVar[str] = "confirmed"

    def as_command(self) -> Command:
        return Confirm(self.round)


@dataclass(frozen=True)
class Freeze(Command):
    """Freeze play until a supervisor resumes it."""

    do: ClassVar[str] = "freeze"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Frozen,)
    reason: REASON

    def verify(self, table: Table) -> None:
        if table.status != "open":
            raise Refusal("not-open", status=table.status)

    def decide(self, table: Table) -> Frozen:
        self.verify(table)
        return Frozen(reason=self.reason)


@dataclass(frozen=True)
class Pause(Command):
    """Pause play until the dealer confirms the last outcome."""

    do: ClassVar[str] = "pause"
    roles: ClassVar = FLOOR
    events: ClassVar = (Paused,)
    reason: REASON | None
    cause: Cause | None = None
    """Given by the server itself, in place of a reason; never read from JSON."""

    def verify(self, table: Table) -> None:
        verify_not_stopped(table)

    def decide(self, table: Table) -> Paused:
        self.verify(table)
        return Paused(reason=self.reason, cause=self.cause)


@dataclass(frozen=True)
class Confirmation(Command):
    """Resume play by confirming the last outcome."""

    stopped: ClassVar[Status]
    """The status that it ends."""
    round: ROUND

    def verify(self, table: Table) -> None:
        if table.status != self.stopped:
            raise Refusal(f"not-{self.stopped}", status=table.status)
        if self.round != table.round:
            raise Refusal("confirm-outcome", round=table.round)


@dataclass(frozen=True)
class Resume(Confirmation):
    """Resume a frozen table."""

    do: ClassVar[str] = "resume"
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Resumed,)
    stopped: ClassVar[Status] = "frozen"

    def decide(self, table: Table) -> Resumed:
        self.verify(table)
        return Resumed(round=table.round)


@dataclass(frozen=True)
class Confirm(Confirmation):
    """Confirm the last outcome of a paused table."""

    do: ClassVar[str] = "confirm"
    roles: ClassVar = FLOOR
    events: ClassVar = (Confirmed,)
    stopped: ClassVar[Status] = "paused"

    def decide(self, table: Table) -> Confirmed:
        self.verify(table)
        return Confirmed(round=table.round)


@dataclass(frozen=True, kw_only=True)
class ShiftClosed(TableEvent):
    """A shift was closed: its outcomes are final."""

    kind: ClassVar[str] = "shift-closed"
    shift: int
    """Its number; the first shift of a table is 1."""

    def apply(self, table: Table) -> Table:
        return replace(table, shift=self.shift, last=None, past=(), won_before=table.won_since)

    def overseen(self, table: Table) -> Oversight:
        """What was asked for in a shift is not carried out in another."""
        return replace(table.oversight, proposals=())

    def as_command(self) -> Command:
        return CloseShift()


@dataclass(frozen=True)
class CloseShift(Command):
    """Close the shift: its outcomes can no longer be corrected; bets that are up stay up."""

    do: ClassVar[str] = "close-shift"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (ShiftClosed,)

    def verify(self, table: Table) -> None:
        verify_betting(table)
        verify_undisputed(table, 0)

    def decide(self, table: Table) -> ShiftClosed:
        self.verify(table)
        return ShiftClosed(shift=table.shift + 1)


@dataclass(frozen=True, kw_only=True)
class Closed(TableEvent):
    """The table was closed."""

    kind: ClassVar[str] = "closed"
    tokes: int | None = None
    """What was paid out to the dealers, or returned by them."""

    def apply(self, table: Table) -> Table:
        return replace(table, status="closed", betting=False)

    def as_command(self) -> Command:
        return Close(keeps_tokes=self.tokes is None)


@dataclass(frozen=True)
class Close(Command):
    """Close a table that has no bets up, no players and no outstanding balances; tokes are paid out."""

    do: ClassVar[str] = "close"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Closed,)
    keeps_tokes: bool = False
    """Whether tokes stay on the table's books, as in logs of before they were paid out; never read from JSON."""

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.wagers:
            raise Refusal("wagers-up.table", wagers=len(table.wagers))
        if table.seats:
            raise Refusal("seats-taken", seats=tuple(table.seats))
        if table.outstanding:
            raise Refusal("owed", visits=tuple(table.outstanding))
        verify_undisputed(table, 0)

    def decide(self, table: Table) -> Closed:
        self.verify(table)
        tokes = 0 if self.keeps_tokes else tokes_of(table)
        return Closed(tokes=tokes or None, postings=tokes_in_cash(tokes))
