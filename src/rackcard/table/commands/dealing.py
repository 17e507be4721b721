"""Dealing: who has the dice."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rackcard.table.command import DEALER, SEAT, Command
from rackcard.table.commands.verify import verify_open, verify_seat
from rackcard.table.state import Refusal, Table, TableEvent


@dataclass(frozen=True, kw_only=True)
class ShooterNamed(TableEvent):
    """The dice were given to a seat."""

    kind: ClassVar[str] = "shooter"
    seat: int

    def apply(self, table: Table) -> Table:
        return replace(table, shooter=self.seat)

    def as_command(self) -> Command:
        return NameShooter(self.seat)


@dataclass(frozen=True)
class NameShooter(Command):
    """Give the dice to a seat; when the shooter sevens out, they pass to the next occupied seat."""

    do: ClassVar[str] = "shooter"
    roles: ClassVar = DEALER
    events: ClassVar = (ShooterNamed,)
    seat: SEAT

    def verify(self, table: Table) -> None:
        verify_open(table)
        if not table.game.has_shooter:
            raise Refusal("no-shooter", game=table.game.name)
        verify_seat(table, self.seat)
        if self.seat == table.shooter:
            raise Refusal("is-shooter", seat=self.seat)

    def decide(self, table: Table) -> ShooterNamed:
        self.verify(table)
        return ShooterNamed(seat=self.seat)
