"""Opening a table, and changing the cards on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, cast

from rackcard.games import GAMES
from rackcard.money import Rounding
from rackcard.table.command import NAME, SUPERVISOR, ChoiceField, Command, Flag, Schema, TextField, Whole
from rackcard.table.commands.verify import verify_open
from rackcard.table.offerings import CARDS, offerings, verify_same_chance
from rackcard.table.settle import advance, synced
from rackcard.table.state import Limits, MarkKey, Marks, Offering, Refusal, Table, TableEvent


@dataclass(frozen=True)
class LimitFields:
    """The limits of a table, each in cents; 0 means no limit."""

    def read(self, name: str, value: object) -> Mapping[str, int]:
        names = tuple(Limits.__dataclass_fields__)
        if not isinstance(value, Mapping) or not set(value) <= set(names):
            raise Refusal("bad-limits", limits=names)
        return {str(limit): Whole().read(str(limit), amount) for limit, amount in value.items()}

    def schema(self) -> Schema:
        properties: Schema = {name: Whole().schema() for name in Limits.__dataclass_fields__}
        return {"type": "object", "properties": properties, "additionalProperties": False}


@dataclass(frozen=True, kw_only=True)
class Opened(TableEvent):
    """A table was opened."""

    kind: ClassVar[str] = "opened"
    name: str
    game: str
    chip: int
    rounding: str
    limits: Mapping[str, int]
    """Those that were given; the others have their defaults."""
    live: bool
    cards: tuple[Offering, ...]

    def first(self) -> Table:
        """The table as it was opened."""
        laid = dict(enumerate(self.cards, start=1))
        return Table(
            name=self.name,
            game_id=self.game,
            limits=Limits(**self.limits),
            chip=self.chip,
            rounding=cast(Rounding, self.rounding),
            offerings=laid,
            current=tuple(laid),
            is_live=self.live,
        )

    def as_command(self) -> None:
        return None


@dataclass(frozen=True)
class Open(Command):
    """Open a table for a game with some cards."""

    do: ClassVar[str] = "open"
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Opened,)
    name: NAME
    game: Annotated[str, TextField(20), "the id of a base game"]
    cards: CARDS
    limits: Annotated[Mapping[str, int], LimitFields(), "limits in cents; 0: no limit"] = field(default_factory=dict)
    chip: Annotated[int, Whole(1, 10**6), "the smallest chip, in cents"] = 100
    rounding: Annotated[str, ChoiceField("bad-rounding", ("player", "house")), "whom rounding favors"] = "player"
    live: Annotated[bool, Flag("bad-live"), "whether people with accounts deal it, or anyone practices"] = False

    def first(self) -> Opened:
        """The event that opens the table."""
        if self.game not in GAMES:
            raise Refusal("no-such-game", game=self.game, games=tuple(GAMES))
        _verify_limits_meet(Limits(**self.limits))
        return Opened(
            name=self.name,
            game=self.game,
            chip=self.chip,
            rounding=self.rounding,
            limits=self.limits,
            live=self.live,
            cards=offerings(self.cards, self.game),
        )

    def verify(self, table: Table) -> None:
        raise Refusal("table-exists", table=table.name)

    def decide(self, table: Table) -> TableEvent:
        raise Refusal("table-exists", table=table.name)


def _verify_limits_meet(limits: Limits) -> None:
    for name in ("wager_max", "seat_max", "table_max"):
        amount = getattr(limits, name)
        if 0 < amount < limits.wager_min:
            raise Refusal("bad-limits.below-minimum", limit=name, amount=amount, minimum=limits.wager_min)


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
            number = next((n for n in table.current if offered[n] == card), max(offered) + 1)
            offered[number] = card
            current.append(number)
        marks = dict(table.marks)
        for number in set(current) - set(table.current):
            marks.update(_rebuilt(table, number, offered[number]))
        return replace(table, offerings=offered, current=tuple(current), marks=marks)

    def as_command(self) -> None:
        return None


def _rebuilt(table: Table, number: int, offering: Offering) -> dict[MarkKey, Marks]:
    """The marks of a card put on in mid-round, where they run without a bet: from recent outcomes."""
    rebuilt = {}
    for name, bet in offering.bets.items():
        if bet.terms.marks not in ("sevens", "hand", "game"):
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
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (CardsChanged,)
    cards: CARDS

    def verify(self, table: Table) -> None:
        verify_open(table)

    def decide(self, table: Table) -> CardsChanged:
        self.verify(table)
        offered = offerings(self.cards, table.game_id)
        verify_same_chance([*offered, *_still_up(table)])
        if offered[0].game != table.game:
            raise Refusal("other-variant.table")
        return CardsChanged(cards=offered)


def _still_up(table: Table) -> Iterable[Offering]:
    return (table.offerings[number] for number in {wager.offering for wager in table.wagers.values()})
