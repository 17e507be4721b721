"""What was won on bets for the dealers, paid out to them."""

from dataclasses import dataclass
from typing import ClassVar

from rackcard.table.command import AMOUNT, FLOOR, Command
from rackcard.table.commands.verify import verify_amount, verify_open
from rackcard.table.state import TOKES, Posting, Refusal, Table, TableEvent


@dataclass(frozen=True, kw_only=True)
class TokesPaid(TableEvent):
    """Tokes were paid out to the dealers, or returned by them after a correction."""

    kind: ClassVar[str] = "tokes-paid"
    amount: int
    """Below zero where the dealers returned it."""

    def apply(self, table: Table) -> Table:
        return table

    def as_command(self) -> Command:
        return PayTokes(self.amount if self.amount > 0 else None)


@dataclass(frozen=True)
class PayTokes(Command):
    """Pay tokes out to the dealers, all unless an amount is given, or return what a correction took back."""

    do: ClassVar[str] = "pay-tokes"
    is_journaled: ClassVar[bool] = True
    roles: ClassVar = FLOOR
    events: ClassVar = (TokesPaid,)
    amount: AMOUNT | None = None

    def verify(self, table: Table) -> None:
        verify_open(table)
        held = tokes_of(table)
        if not held or (self.amount is not None and held < 0):
            raise Refusal("no-tokes")
        if self.amount is not None:
            verify_amount(table, self.amount)
            if self.amount > held:
                raise Refusal("no-tokes.amount", tokes=held)

    def decide(self, table: Table) -> TokesPaid:
        self.verify(table)
        amount = tokes_of(table) if self.amount is None else self.amount
        return TokesPaid(amount=amount, postings=tokes_in_cash(amount))


def tokes_of(table: Table) -> int:
    """What the dealers have won; below zero where a correction took back what was paid out."""
    return table.balances.get(TOKES, 0)


def tokes_in_cash(amount: int) -> tuple[Posting, ...]:
    """The entries of tokes that are paid out, or returned."""
    return ((TOKES, -amount), ("cash", amount)) if amount else ()
