"""Opening a table: with some cards and limits, or from house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, cast

from rackcard.games import GAMES
from rackcard.money import Rounding
from rackcard.table.command import NAME, SUPERVISOR, ChoiceField, Command, Flag, Schema, TextField, Whole
from rackcard.table.commands.house import RULES, TEXTS, house_terms
from rackcard.table.offerings import CARDS, offerings
from rackcard.table.reckoned import Reckoning
from rackcard.table.state import EDITION, House, Limits, Offering, PayoutScope, Refusal, Rounded, Table, TableEvent

CHIP = 100
"""The smallest chip where a command gives none, in cents."""


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
    house: House | None = None
    """The house rules that it was opened from."""
    payout: PayoutScope | None = None
    """What the payout limit is for; not stored before claims were limited too."""
    rounded: Rounded | None = None
    """What is rounded to chips; not stored before, when each part of a wager was."""
    edition: int | None = None
    """The edition of the table's own rules that it goes by; not stored before there were several."""
    tracked: bool | None = None
    """Whether the table keeps track of what outcomes are dealt from."""

    def first(self) -> Table:
        """The table as it was opened."""
        laid = dict(enumerate(self.cards, start=1))
        table = Table(
            name=self.name,
            game_id=self.game,
            limits=Limits(**self.limits),
            chip=self.chip,
            rounding=cast(Rounding, self.rounding),
            offerings=laid,
            current=tuple(laid),
            is_live=self.live,
            house=self.house,
            payout=self.payout or "",
            rounded=self.rounded or "",
            edition=self.edition or 0,
        )
        return replace(table, supply=table.game.supply(table.device)) if self.tracked else table

    def as_command(self) -> None:
        return None


@dataclass(frozen=True)
class Open(Command):
    """Open a table: for a game with some cards, or from house rules, which then set everything except ``live``."""

    do: ClassVar[str] = "open"
    is_slow: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (Opened,)
    name: NAME = ""
    game: Annotated[str, TextField(20), "the id of a base game"] = ""
    cards: CARDS = ()
    limits: Annotated[Mapping[str, int], LimitFields(), "limits in cents; 0: no limit"] = field(default_factory=dict)
    chip: Annotated[int, Whole(1, 10**6), "the smallest chip, in cents"] = CHIP
    rounding: Annotated[str, ChoiceField("bad-rounding", ("player", "house")), "whom rounding favors"] = "player"
    payout: Annotated[
        str, ChoiceField("bad-payout", ("outcome", "wager")), "what the payout limit is for: each outcome or wager"
    ] = "outcome"
    live: Annotated[bool, Flag("bad-live"), "whether people with accounts deal it, or anyone practices"] = False
    house: RULES | None = None
    texts: TEXTS = field(default_factory=dict)
    track: Annotated[bool, Flag("bad-track"), "whether the shoe is tracked; by default at live tables"] | None = None

    def reckoning(self, table: Table | None) -> Reckoning | None:
        if self.house is not None:
            return house_terms, (self.house, self.texts)
        return (offerings, (self.cards, self.game)) if self.cards and self.game in GAMES else None

    def first(self) -> Opened:
        """The event that opens the table."""
        if self.house is not None:
            return self._from_house(self.house)
        for name in ("name", "game", "cards"):
            if not getattr(self, name):
                raise Refusal("missing-field", command=self.do, field=name)
        if self.game not in GAMES:
            raise Refusal("no-such-game", game=self.game, games=tuple(GAMES))
        _verify_limits_meet(Limits(**self.limits))
        offered = offerings(self.cards, self.game)
        return Opened(
            name=self.name,
            game=self.game,
            chip=self.chip,
            rounding=self.rounding,
            limits=self.limits,
            live=self.live,
            cards=offered,
            tracked=self._tracked(offered),
            payout=cast(PayoutScope, self.payout),
            rounded="wager",
            edition=EDITION,
        )

    def _tracked(self, offered: tuple[Offering, ...]) -> bool | None:
        """Whether the table keeps track of what outcomes are dealt from: at live tables unless it is turned off."""
        device = offered[0].card.chance(offered[0].options)
        has_supply = offered[0].game.supply(device) is not None
        return ((self.live if self.track is None else self.track) and has_supply) or None

    def _from_house(self, text: str) -> Opened:
        """The event that opens the table from house rules."""
        plain = Open(live=self.live, house=self.house, texts=self.texts, name=self.name, track=self.track)
        if self != plain:
            raise Refusal("house-says-it")
        terms = house_terms(text, self.texts)
        return Opened(
            name=self.name or terms.name,
            game=terms.game,
            chip=terms.chip,
            rounding=terms.rounding,
            limits=terms.limits,
            live=self.live,
            cards=terms.offered,
            tracked=self._tracked(terms.offered),
            house=terms.house,
            payout=terms.payout,
            rounded="wager",
            edition=EDITION,
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
