"""Dealing: who has the dice, and what happens to the cards of a shoe between hands."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rackcard.games.supply import Supply
from rackcard.table.command import DEALER, SEAT, Command, GivenField, Whole
from rackcard.table.commands.verify import verify_betting, verify_open, verify_seat
from rackcard.table.outcome import refused_outcome
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


# ---- the cards of a shoe


def _supply_of(table: Table) -> Supply:
    if table.supply is None:
        raise Refusal("not-tracked")
    return table.supply


@dataclass(frozen=True, kw_only=True)
class Burned(TableEvent):
    """Cards were burned: some that were seen, some face down."""

    kind: ClassVar[str] = "burned"
    cards: object | None = None
    """Those that were seen, as they were entered."""
    unseen: int | None = None

    def apply(self, table: Table) -> Table:
        assert table.supply is not None
        return replace(table, supply=table.supply.burned(self.cards or (), self.unseen or 0))

    def again(self, table: Table) -> "Burned":
        """The same cards; where they could not have been in the shoe, the correction stops."""
        try:
            self.as_command().verify(replace(table, status="open"))
        except Refusal as refusal:
            raise Refusal("correction-stopped.burned", reason=refusal.sentence) from None
        return self

    def as_command(self) -> "Burn":
        return Burn(self.cards, self.unseen or 0)


@dataclass(frozen=True)
class Burn(Command):
    """Burn cards: those that were seen by name, those that were not by their number."""

    do: ClassVar[str] = "burn"
    roles: ClassVar = DEALER
    events: ClassVar = (Burned,)
    cards: Annotated[object, GivenField(), "the cards that were seen, as a list"] | None = None
    unseen: Annotated[int, Whole(0, 1000), "how many more cards were burned face down"] = 0

    def verify(self, table: Table) -> None:
        verify_open(table)
        supply = _supply_of(table)
        if not self.cards and not self.unseen:
            raise Refusal("nothing-burned")
        with refused_outcome(table.game):
            supply.burned(self.cards or (), self.unseen)

    def decide(self, table: Table) -> Burned:
        self.verify(table)
        return Burned(cards=self.cards or None, unseen=self.unseen or None)


@dataclass(frozen=True, kw_only=True)
class Shuffled(TableEvent):
    """A new shoe was shuffled."""

    kind: ClassVar[str] = "shuffled"
    behind: int | None = None
    """How many cards are behind the cut card."""

    def apply(self, table: Table) -> Table:
        assert table.supply is not None
        return replace(table, supply=table.supply.shuffled(self.behind or 0))

    def as_command(self) -> Command:
        return Shuffle(self.behind or 0)


@dataclass(frozen=True)
class Shuffle(Command):
    """Start a new shoe, with the cut card before its last cards."""

    do: ClassVar[str] = "shuffle"
    roles: ClassVar = DEALER
    events: ClassVar = (Shuffled,)
    behind: Annotated[int, Whole(0, 1000), "how many cards are behind the cut card; 0 for no cut card"] = 0

    def verify(self, table: Table) -> None:
        verify_betting(table)
        supply = _supply_of(table)
        with refused_outcome(table.game):
            supply.shuffled(self.behind)

    def decide(self, table: Table) -> Shuffled:
        self.verify(table)
        return Shuffled(behind=self.behind or None)
