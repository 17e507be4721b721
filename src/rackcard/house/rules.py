"""What house rules are, once they are read: facts, and the hash that table, paper and log cite."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rackcard.card import Card, Terms
from rackcard.card.yaml import Origin
from rackcard.games.game import Game
from rackcard.money import Rounding

HOUSE_SEATS_MAX = 24
"""As many seats as house rules may give a table."""
ID_MAX = 63
NAME_MAX = 60
"""As long as the id and the name of a table may be."""

PayoutScope = Literal["outcome", "wager"]
Books = Literal["players", "dealer"]
PaysSaid = Literal["", "to"]
"""How documents say pays: as they are posted, or all of them as so much to 1."""


@dataclass(frozen=True)
class PayoutLimit:
    """The most that is won, without the stakes: by all winners of one outcome together, or by each wager."""

    amount: int
    scope: PayoutScope


@dataclass(frozen=True)
class Approval:
    """What a supervisor must approve, and what takes two of them; 0 and False where nothing does."""

    payout_multiple: int = 0
    """A win of so many times its stake or more waits."""
    payout_amount: int = 0
    """A win of so much or more waits, in cents."""
    second_for_voids: bool = False
    """Whether a round that is settled is voided by two supervisors."""
    second_for_rules: bool = False
    """Whether house rules are changed by two supervisors."""

    def facts(self) -> dict[str, Any]:
        """What the hash is taken of."""
        return {
            "payout multiple": self.payout_multiple,
            "payout amount": self.payout_amount,
            "two for voids": self.second_for_voids,
            "two for rules": self.second_for_rules,
        }

    def waits(self, won: int, stake: int, in_all: int) -> bool:
        """Whether a win waits for a supervisor; ``in_all`` counts what the same wager has won before, in parts."""
        multiple, amount = self.payout_multiple, self.payout_amount
        return won > 0 and ((multiple > 0 and won >= multiple * stake) or 0 < amount <= in_all)


@dataclass(frozen=True)
class BetLimits:
    """The minimum and the maximum bet on one wager, in cents; a maximum of 0 is none."""

    least: int
    most: int
    payout: PayoutLimit | None = None

    @property
    def capped_at(self) -> int | None:
        """The most that one wager at its maximum may win alone, or None."""
        return None if self.payout is None or not self.most else self.payout.amount


@dataclass(frozen=True)
class HouseCard:
    """A card as the house offers it."""

    card: Card
    """The card with the house's options, pay tables, wagers and posts."""
    options: Mapping[str, str]
    """Every option with its value."""
    limits: Mapping[str, BetLimits]
    """By wager, as the card writes it."""
    accepted: tuple[str, ...] = ()
    """Wagers that are offered despite the player edge."""
    mixed: bool = False
    """Whether wagers that go together may use different pay tables."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The wagers on offer, as the card writes them."""
        return tuple(dict.fromkeys(terms.group for terms in self.card.terms(self.options)))

    def facts(self) -> dict[str, Any]:
        """What the hash is taken of: plain values, every default written out."""
        configuration = self.card.configuration
        assert configuration is not None
        tables = {terms.group: terms.table for terms in self.card.terms(self.options)}
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            "tables": tables,
            "leaves out": sorted(configuration.left_out),
            "posts": {wager: dict(post) for wager, post in configuration.posts.items()},
            "limits": {wager: [one.least, one.most] for wager, one in self.limits.items()},
            "accepts": sorted(self.accepted),
            "mixed tables": self.mixed,
        }


@dataclass(frozen=True)
class HouseRules:
    """What one house does with some cards at one kind of table."""

    id: str
    name: str
    game: Game
    jurisdiction: str
    chip: int
    rounding: Rounding
    payout: PayoutLimit | None
    seats: int
    books: Books
    seat_max: int
    table_max: int
    cards: tuple[HouseCard, ...]
    origin: Origin
    pays_said: PaysSaid = ""
    approval: Approval | None = None

    def facts(self) -> dict[str, Any]:
        """What the hash is taken of: plain values, every default written out."""
        return {
            "house": self.id,
            "name": self.name,
            "game": self.game.id,
            "jurisdiction": self.jurisdiction,
            "chip": self.chip,
            "rounding": self.rounding,
            "payout limit": None if self.payout is None else [self.payout.amount, self.payout.scope],
            "seats": self.seats,
            "books": self.books,
            "seat max": self.seat_max,
            "table max": self.table_max,
            "cards": [card.facts() for card in self.cards],
            **({"pays said": self.pays_said} if self.pays_said else {}),
            **({"approval": self.approval.facts()} if self.approval else {}),
        }

    @cached_property
    def canonical(self) -> str:
        """One spelling for each meaning: comments, layout, field order and omitted defaults make no difference."""
        return json.dumps(self.facts(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    def limits_of(self, entry: HouseCard, terms: Terms) -> BetLimits:
        """The limits of a wager, the payout limit included."""
        return replace(entry.limits[terms.group], payout=self.payout)

    def entry(self, card: str) -> HouseCard | None:
        """A card of the house by its id, or None."""
        return next((one for one in self.cards if one.card.id == card), None)

    @property
    def card_ids(self) -> tuple[str, ...]:
        return tuple(one.card.id for one in self.cards)


def least_of(cards: Iterable[HouseCard]) -> int:
    """The lowest minimum of all wagers."""
    return min((limits.least for card in cards for limits in card.limits.values()), default=0)
