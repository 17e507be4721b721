"""House rules at a table: what opening from them means, and changing them while it is open."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, ClassVar

from rackcard.card import CardError
from rackcard.card.yaml import BYTES_MAX, Origin
from rackcard.house import HouseRules, read_house
from rackcard.house.rules import HouseCard, least_of
from rackcard.table.command import REASON, SUPERVISOR, Command, Schema
from rackcard.table.commands.cards import CardsChanged, still_up
from rackcard.table.commands.oversight import Proposed, TwoPersonCommand, carried_out, second_of
from rackcard.table.commands.verify import verify_betting
from rackcard.table.offerings import verify_same_chance, without_doubles
from rackcard.table.overseen import Oversight
from rackcard.table.reckoned import Reckoned, Reckoning
from rackcard.table.state import House, Limits, Offering, PayoutScope, Refusal, Table


@dataclass(frozen=True)
class RulesField:
    """The text of house rules."""

    def read(self, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > BYTES_MAX:
            raise Refusal("bad-house.text", most=BYTES_MAX // 1024)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": BYTES_MAX}


@dataclass(frozen=True)
class TextsField:
    """The texts of cards that are not shipped, by their ids."""

    def read(self, name: str, value: object) -> Mapping[str, str]:
        if not isinstance(value, Mapping) or not all(isinstance(v, str) for pair in value.items() for v in pair):
            raise Refusal("bad-house.cards")
        return dict(value)

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": {"type": "string"}}


RULES = Annotated[str, RulesField(), "house rules: the text of their file"]
TEXTS = Annotated[Mapping[str, str], TextsField(), "with house rules: the texts of cards that are not shipped, by id"]


def read_rules(text: str, texts: Mapping[str, str], *, is_guarded: bool = True) -> HouseRules:
    """House rules that came with a command; no file is ever read for one."""
    try:
        text.encode()
        return read_house(Origin("house.yaml", text), texts=texts, is_guarded=is_guarded)
    except CardError as error:
        cause = f"{error.path}:{error.line}:{error.column}: {error.cause}"
        where = {"line": error.line, "excerpt": error.excerpt, "remedy": error.remedy}
        raise Refusal("bad-house", reason=str(error), cause=cause, **where) from None
    except UnicodeEncodeError:
        raise Refusal("bad-house.unicode") from None


def limits_by(rules: HouseRules) -> dict[str, int]:
    """The limits of a table by its house rules."""
    return asdict(
        Limits(
            wager_min=least_of(rules.cards),
            seat_max=rules.seat_max,
            table_max=rules.table_max,
            payout_max=0 if rules.payout is None else rules.payout.amount,
        )
    )


def payout_scope(rules: HouseRules) -> PayoutScope:
    """What the payout limit is for."""
    return "outcome" if rules.payout is None else rules.payout.scope


def house_of(rules: HouseRules, version: int = 1) -> House:
    """What a table keeps of its house rules."""
    return House(rules.id, rules.sha256, rules.origin.text, version, rules.seats, rules.books, rules.approval)


def offering_of(entry: HouseCard) -> Offering:
    """A card of the house rules as a table offers it."""
    configuration = entry.card.configuration
    assert configuration is not None
    accepted = tuple(
        terms.wager for terms in entry.card.terms(entry.options) if terms.group in entry.accepted
    )  # fmt: skip
    return Offering(
        text=entry.card.origin.text,
        sha256=entry.card.sha256,
        options=entry.options,
        tables=dict(configuration.tables),
        accepted=accepted,
        left_out=configuration.left_out,
        posts=configuration.posts,
        limits={wager: (one.least, one.most) for wager, one in entry.limits.items()},
    )


def offerings_by(rules: HouseRules) -> tuple[Offering, ...]:
    """The cards of the house rules as a table offers them; what two of them offer alike is bet on the first."""
    return without_doubles(tuple(map(offering_of, rules.cards)))


@dataclass(frozen=True)
class HouseTerms:
    """What a table takes from house rules: plain values, so that they may be read in another process."""

    name: str
    game: str
    chip: int
    rounding: str
    limits: Mapping[str, int]
    payout: PayoutScope
    house: House
    offered: tuple[Offering, ...]


@Reckoned
def house_terms(text: str, texts: Mapping[str, str]) -> HouseTerms:
    """House rules that came with a command, read, checked and guarded."""
    rules = read_rules(text, texts)
    return HouseTerms(
        rules.name, rules.game.id, rules.chip, rules.rounding, limits_by(rules), payout_scope(rules), house_of(rules),
        offerings_by(rules),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class HouseChanged(CardsChanged):
    """The house rules were changed: for new wagers, and for limits at once."""

    kind: ClassVar[str] = "house-changed"
    house: House
    limits: Mapping[str, int]
    payout: PayoutScope
    reason: str
    author: str | None = None
    """Who changed them and, below, who had asked for it, where it takes two."""
    asked_by: str | None = None

    def overseen(self, table: Table) -> Oversight:
        return carried_out(table.oversight, self.command) if self.asked_by is not None else table.oversight

    @property
    def command(self) -> dict[str, Any]:
        """The command that it follows from, as JSON has it."""
        texts = {offering.card.id: offering.text for offering in self.cards}
        return {"do": ChangeHouse.do, "house": self.house.text, "reason": self.reason, "texts": texts}

    def apply(self, table: Table) -> Table:
        changed = super().apply(table)
        return replace(changed, house=self.house, limits=Limits(**self.limits), payout=self.payout)

    def is_kept(self, before: Offering, card: Offering) -> bool:
        """A card that differs in its limits alone keeps its number, so that bets on it can be raised or backed."""
        return replace(before, limits=None) == replace(card, limits=None)

    def as_command(self) -> Command:
        return replace(ChangeHouse.parse(self.command), author=self.author or "")


@dataclass(frozen=True)
class ChangeHouse(TwoPersonCommand):
    """Change the house rules: new wagers go by the new ones, wagers that are up keep theirs, limits change at once."""

    do: ClassVar[str] = "change-house"
    is_journaled: ClassVar[bool] = True
    is_slow: ClassVar[bool] = True
    roles: ClassVar = SUPERVISOR
    events: ClassVar = (HouseChanged, Proposed)
    house: RULES
    reason: REASON
    texts: TEXTS = field(default_factory=dict)

    def reckoning(self, table: Table | None) -> Reckoning:
        return house_terms, (self.house, self.texts)

    def verify(self, table: Table) -> None:
        verify_betting(table)
        if table.house is None:
            raise Refusal("no-house-rules")

    def decide(self, table: Table) -> HouseChanged | Proposed:
        self.verify(table)
        assert table.house is not None
        terms = house_terms(self.house, self.texts)
        fixed = {"game": (table.game_id, terms.game), "chip": (table.chip, terms.chip),
                 "rounding": (table.rounding, terms.rounding)}  # fmt: skip
        for name, (now, wanted) in fixed.items():
            if now != wanted:
                raise Refusal("house-fixed", field=name)
        if terms.house.sha256 == table.house.sha256:
            raise Refusal("same-house-rules")
        offered = terms.offered
        verify_same_chance([*offered, *still_up(table)])
        if offered[0].game != table.game:
            raise Refusal("other-variant.table")
        event = HouseChanged(
            house=replace(terms.house, version=table.house.version + 1),
            limits=terms.limits,
            payout=terms.payout,
            cards=offered,
            reason=self.reason,
        )
        return self._by_two(table, event)

    @classmethod
    def takes_two(cls, table: Table) -> bool:
        return table.is_live and table.approval.second_for_rules

    def _by_two(self, table: Table, event: HouseChanged) -> HouseChanged | Proposed:
        """A change that the house rules in force may leave to two supervisors."""
        if not self.takes_two(table):
            return event
        asked = second_of(table, event.command, self.author)
        if asked is None:
            return Proposed(author=self.author, command=event.command)
        return replace(event, author=self.author, asked_by=asked.author)
