"""Players: taking a seat, buying in, coloring up, and the balances that corrections leave."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rackcard.money import AMOUNT_MAX
from rackcard.table.command import AMOUNT, FLOOR, NAME, REASON, SEAT, SUPERVISOR, ChoiceField, Command, Whole
from rackcard.table.commands.verify import verify_amount, verify_open, verify_seat
from rackcard.table.state import Refusal, Seat, Table, TableEvent, merged, next_seat


@dataclass(frozen=True, kw_only=True)
class Seated(TableEvent):
    """A player took a seat."""

    kind: ClassVar[str] = "seated"
    seat: int
    name: str

    def apply(self, table: Table) -> Table:
        seats = {**table.seats, self.seat: Seat(self.name, table.next_visit)}
        return replace(table, seats=seats, next_visit=table.next_visit + 1)

    def as_command(self) -> Command:
        return TakeSeat(self.seat, self.name)


@dataclass(frozen=True)
class TakeSeat(Command):
    """Seat a player at an empty seat."""

    do: ClassVar[str] = "seat"
    roles: ClassVar = FLOOR
    events: ClassVar = (Seated,)
    seat: SEAT
    name: NAME

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.house is not None and self.seat > table.house.seats:
            raise Refusal("no-such-seat.house", seat=self.seat, seats=table.house.seats)
        if self.seat in table.seats:
            raise Refusal("seat-taken", seat=self.seat)

    def decide(self, table: Table) -> Seated:
        self.verify(table)
        return Seated(seat=self.seat, name=self.name)


@dataclass(frozen=True, kw_only=True)
class BoughtIn(TableEvent):
    """A player exchanged cash for chips."""

    kind: ClassVar[str] = "bought-in"
    is_purse: ClassVar[bool] = True
    seat: int
    amount: int

    def apply(self, table: Table) -> Table:
        return table

    def as_command(self) -> Command:
        return BuyIn(self.seat, self.amount)


@dataclass(frozen=True)
class BuyIn(Command):
    """Exchange a player's cash for chips."""

    do: ClassVar[str] = "buy-in"
    roles: ClassVar = FLOOR
    events: ClassVar = (BoughtIn,)
    seat: SEAT
    amount: AMOUNT

    def verify(self, table: Table) -> None:
        verify_open(table)
        verify_seat(table, self.seat)
        verify_amount(table, self.amount)
        if table.balance(self.seat) + self.amount > AMOUNT_MAX:
            raise Refusal("bad-amount", most=AMOUNT_MAX)

    def decide(self, table: Table) -> BoughtIn:
        self.verify(table)
        postings = (("cash", -self.amount), (f"seat:{self.seat}", self.amount))
        return BoughtIn(seat=self.seat, amount=self.amount, postings=postings)


@dataclass(frozen=True, kw_only=True)
class Left(TableEvent):
    """A player colored up and left."""

    kind: ClassVar[str] = "left"
    is_purse: ClassVar[bool] = True
    seat: int
    amount: int
    passes: bool | None = None
    """Whether the dice pass on where the shooter leaves; in logs of before, nobody had them then."""

    def apply(self, table: Table) -> Table:
        seats = {seat: who for seat, who in table.seats.items() if seat != self.seat}
        shooter = self.next_shooter(table) if table.shooter == self.seat else table.shooter
        return replace(table, seats=seats, shooter=shooter)

    def next_shooter(self, table: Table) -> int:
        """The seat that has the dice after the shooter has left, or 0."""
        return next_seat((seat for seat in table.seats if seat != self.seat), self.seat) if self.passes else 0

    def as_command(self) -> Command:
        return Leave(self.seat, passes=self.passes or False)


@dataclass(frozen=True)
class Leave(Command):
    """Color up a player who has no bets up; a balance left by a correction is settled on the way.

    Where the shooter leaves, the dice pass to the next occupied seat.
    """

    do: ClassVar[str] = "leave"
    roles: ClassVar = FLOOR
    events: ClassVar = (Left,)
    seat: SEAT
    passes: bool = True
    """Whether the dice pass on; never read from JSON."""

    def verify(self, table: Table) -> None:
        verify_open(table)
        verify_seat(table, self.seat)
        if table.wagers_of(self.seat):
            raise Refusal("wagers-up", seat=self.seat)

    def decide(self, table: Table) -> Left:
        self.verify(table)
        held, visit = table.balance(self.seat), table.seats[self.seat].visit
        evened = max(table.owed(visit), -held)
        postings = ((f"seat:{self.seat}", -held), (f"owed:{visit}", -evened), ("cash", held + evened))
        passes = (self.passes and table.shooter > 0) or None
        return Left(seat=self.seat, amount=held + evened, passes=passes, postings=merged(postings))


@dataclass(frozen=True, kw_only=True)
class OwedSettled(TableEvent):
    """A balance that a correction left was settled."""

    kind: ClassVar[str] = "owed-settled"
    is_purse: ClassVar[bool] = True
    visit: int
    amount: int
    by: str
    reason: str

    def apply(self, table: Table) -> Table:
        return table

    def as_command(self) -> Command:
        return SettleOwed(self.visit, self.by, self.reason)


@dataclass(frozen=True)
class SettleOwed(Command):
    """Settle the balance that a correction left for a player who is gone: in cash, or written off by the house."""

    do: ClassVar[str] = "settle-owed"
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (OwedSettled,)
    visit: Annotated[int, Whole(0, 10**12), "the number of the player's stay"]
    by: Annotated[str, ChoiceField("bad-settling", ("cash", "house")), "paid in cash, or written off by the house"]
    reason: REASON

    def verify(self, table: Table) -> None:
        verify_open(table)
        if not table.owed(self.visit):
            raise Refusal("nothing-owed", visit=self.visit)

    def decide(self, table: Table) -> OwedSettled:
        self.verify(table)
        owed = table.owed(self.visit)
        postings = ((f"owed:{self.visit}", -owed), (self.by, owed))
        return OwedSettled(visit=self.visit, amount=owed, by=self.by, reason=self.reason, postings=postings)
