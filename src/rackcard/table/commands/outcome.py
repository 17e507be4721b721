"""Outcomes: entered by the dealer or generated, and declared void."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, ClassVar

from rackcard.table.command import DEALER, FLOOR, OUTCOME, REASON, Command, Flag
from rackcard.table.commands.oversight import waiting
from rackcard.table.commands.verify import verify_open
from rackcard.table.outcome import enter, verify_possible
from rackcard.table.overseen import Oversight
from rackcard.table.settle import Moved, move, postings, settlements, won_in_all
from rackcard.table.state import (
    Entered,
    Last,
    Refusal,
    Settlement,
    Table,
    TableEvent,
    Turned,
    altered,
    next_seat,
)

RECENT_MAX = 256
"""No hand at craps has ever been this long."""


@dataclass(frozen=True, kw_only=True)
class OutcomeEntered(TableEvent):
    """An outcome came, and everything that it decided was settled."""

    kind: ClassVar[str] = "outcome"
    round: int
    outcome: object
    """As it was entered."""
    source: str = "dealer"
    settlements: tuple[Settlement, ...]
    turned: tuple[Turned, ...] | None = None
    """The stakes that became other wagers."""
    shooter: int | None = None
    """The seat that the dice pass to."""
    moved: Moved | None = field(default=None, compare=False, repr=False)
    """What was worked out to decide the event, so that it is not worked out again to apply it; never stored."""

    def apply(self, table: Table) -> Table:
        moved = self.moved
        if moved is None or moved.before is not table:
            moved = move(table, enter(table.game, self.outcome))
        return altered(
            table,
            wagers=moved.wagers,
            marks=moved.marks,
            phase=moved.phase,
            round=self.round,
            betting=True,
            supply=None if table.supply is None else table.supply.after(moved.entered.outcome),
            shooter=table.shooter if self.shooter is None else self.shooter,
            last=Last(moved.entered, altered(table, last=None, past=()), self.settlements),
            won_before=0,
            recent=(*table.recent, (table.phase, moved.entered))[-RECENT_MAX:],
        )

    def overseen(self, table: Table) -> Oversight:
        in_all = partial(won_in_all, table, self.settlements)
        return replace(table.oversight, pending=waiting(table, self.settlements, in_all))

    def again(self, table: Table) -> "OutcomeEntered":
        """The outcome as it is settled at another table; one that could not have come there stops the correction."""
        entered = enter(table.game, self.outcome)
        try:
            verify_possible(table, entered.outcome)
        except Refusal as refusal:
            raise Refusal("correction-stopped", round=self.round, reason=refusal.sentence) from None
        return settled(table, entered, self.source)

    def as_command(self) -> Command:
        return EnterOutcome(self.outcome, generated=self.source == "generated")


def settled(table: Table, entered: Entered, source: str = "dealer") -> OutcomeEntered:
    """The event of an outcome: what it moves, and what it settles."""
    moved = move(table, entered)
    paid = settlements(moved)
    return OutcomeEntered(
        round=table.round + 1,
        outcome=entered.given,
        source=source,
        settlements=paid,
        turned=moved.turned or None,
        shooter=_next_shooter(table, entered) or None,
        postings=postings(paid),
        moved=moved,
    )


def _next_shooter(table: Table, entered: Entered) -> int:
    """The next occupied seat where an outcome ends the shooter's turn, or 0 where the dice stay."""
    if not table.shooter or not table.game.passes(table.phase, entered.outcome):
        return 0
    return next_seat(table.seats, table.shooter)


@dataclass(frozen=True)
class EnterOutcome(Command):
    """Enter the outcome that came; everything that it decides is settled."""

    do: ClassVar[str] = "outcome"
    roles: ClassVar = DEALER
    events: ClassVar = (OutcomeEntered,)
    outcome: OUTCOME
    generated: Annotated[bool, Flag("bad-generated"), "set by the server for outcomes that it generates"] = False

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.betting:
            raise Refusal("betting-open")

    def decide(self, table: Table) -> OutcomeEntered:
        self.verify(table)
        entered = enter(table.game, self.outcome)
        verify_possible(table, entered.outcome)
        return settled(table, entered, "generated" if self.generated else "dealer")


@dataclass(frozen=True)
class Generate(Command):
    """Let the server generate the outcome."""

    do: ClassVar[str] = "generate"
    is_slow: ClassVar[bool] = True
    roles: ClassVar = DEALER
    events: ClassVar = (OutcomeEntered,)

    def entered(self, table: Table, generate: Callable[[Table], object]) -> EnterOutcome:
        """The command that enters what a source of randomness gives for the table."""
        return EnterOutcome(generate(table), generated=True)


@dataclass(frozen=True, kw_only=True)
class NoRoll(TableEvent):
    """An outcome was declared void before it was entered; betting is open again."""

    kind: ClassVar[str] = "no-roll"
    reason: str

    def apply(self, table: Table) -> Table:
        return altered(table, betting=True)

    def as_command(self) -> Command:
        return CallOff(self.reason)


@dataclass(frozen=True)
class CallOff(Command):
    """Declare an outcome void before it is entered, and open betting again."""

    do: ClassVar[str] = "no-roll"
    roles: ClassVar = FLOOR
    events: ClassVar = (NoRoll,)
    reason: REASON

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.betting:
            raise Refusal("betting-open.no-roll", unit=table.game.unit)

    def decide(self, table: Table) -> NoRoll:
        self.verify(table)
        return NoRoll(reason=self.reason)
