"""The cards on a table, and changing them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from rackcard.table.command import SUPERVISOR, Command
from rackcard.table.commands.verify import verify_open
from rackcard.table.offerings import CARDS, offerings, verify_same_chance
from rackcard.table.reckoned import Reckoning
from rackcard.table.settle import advance, synced
from rackcard.table.state import MarkKey, Marks, Offering, Refusal, Table, TableEvent


@dataclass(frozen=True, kw_only=True)
class CardsChanged(TableEvent):
    """Other cards were put on the table."""

    kind: ClassVar[str] = "cards-changed"
    cards: tuple[Offering, ...]

    def apply(self, table: Table) -> Table:
        """Offerings are only ever added; a card that is offered again unchanged keeps its number and its marks."""
        offered = dict(table.offerings)
        current = []
        for card in self.cards:
            number = next((n for n in table.current if self.is_kept(offered[n], card)), max(offered) + 1)
            offered[number] = card
            current.append(number)
        marks = dict(table.marks)
        for number in set(current) - set(table.current):
            marks.update(_rebuilt(table, number, offered[number]))
        after = replace(table, offerings=offered, current=tuple(current), marks=marks)
        if table.supply is None or after.device == table.device:
            return after
        return replace(after, supply=after.game.supply(after.device))

    def is_kept(self, before: Offering, card: Offering) -> bool:
        """Whether a card keeps the number of one before it."""
        return before == card

    def as_command(self) -> Command | None:
        return None


def _rebuilt(table: Table, number: int, offering: Offering) -> dict[MarkKey, Marks]:
    """The marks of a card put on in mid-round, where they run without a bet: from recent outcomes."""
    rebuilt = {}
    for name, bet in offering.bets.items():
        if not bet.terms.is_marked_unbet:
            continue
        mark = Marks()
        for phase, entered in table.recent:
            if bet.machine.counts(phase, entered.outcome):
                state, over, result = advance(bet.machine, mark.state, phase, entered.outcome)
                begins_again = over or (result is not None and bet.terms.marks == "game")
                mark = Marks() if begins_again else Marks(state, mark.outcomes + 1)
        rebuilt[number, name] = replace(mark, state=synced(bet.machine, mark.state, table.phase))
    return rebuilt


@dataclass(frozen=True)
class ChangeCards(Command):
    """Put other cards on the table; bets that are up stay on the card they were made on."""

    do: ClassVar[str] = "change-cards"
    is_journaled: ClassVar[bool] = True
    is_slow: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (CardsChanged,)
    cards: CARDS

    def reckoning(self, table: Table | None) -> Reckoning | None:
        return None if table is None else (offerings, (self.cards, table.game_id))

    def verify(self, table: Table) -> None:
        verify_open(table)
        if table.house is not None:
            raise Refusal("house-rules-bind")

    def decide(self, table: Table) -> CardsChanged:
        self.verify(table)
        offered = offerings(self.cards, table.game_id)
        verify_same_chance([*offered, *still_up(table)])
        if offered[0].game != table.game:
            raise Refusal("other-variant.table")
        return CardsChanged(cards=offered)


def still_up(table: Table) -> Iterable[Offering]:
    """The cards of wagers that are up."""
    return (table.offerings[number] for number in {wager.offering for wager in table.wagers.values()})
