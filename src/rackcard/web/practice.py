"""Practice tables: which cards they are opened with."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, card_ids
from rackcard.games.conditions import Happened
from rackcard.games.game import Cell
from rackcard.machine import Bet, bets
from rackcard.table.offerings import CARDS_MAX, beaten, offerings, read_entry
from rackcard.table.state import Offering, Refusal

PRACTICE_MONEY = 100_000
"""The play money of a practice seat, in cents."""
PRACTICE_CHIP = 1
"""A cent: what a wager pays at practice is what its tile says, with nothing rounded."""


class PracticeCard(BaseModel):
    """A card of a practice table: a shipped one by its id or any by its text, its options and pay tables."""

    card: str = Field(default="", max_length=80)
    text: str = Field(default="", max_length=200_000)
    options: dict[str, str] = Field(default_factory=dict, max_length=40)
    tables: dict[str, str] = Field(default_factory=dict, max_length=80)


class Practice(PracticeCard):
    """A practice table to open: one card, or several of the same game in ``cards``."""

    cards: list[PracticeCard] = Field(default_factory=list, max_length=CARDS_MAX)

    @property
    def text_form(self) -> str:
        """The same as JSON, in letters that every process reads alike."""
        return json.dumps(self.model_dump())

    @property
    def laid(self) -> list[PracticeCard]:
        """The cards that are asked for."""
        return self.cards or [self]


def practice_cards(new: Practice) -> tuple[str, list[dict[str, Any]]]:
    """The game and the cards of a practice table: those asked for, and their base game's own unless one covers that.

    Wagers with a player edge are accepted by name, as at any table; here the player is meant to find out.
    """
    asked = [(_practice_card(one), one) for one in new.laid]
    game = asked[0][0].game.id
    for card, _ in asked:
        if card.game.id != game:
            raise Refusal("other-game", card=card.id, game=card.game.name, table_game=asked[0][0].game.name)
    cards = [(card, _entry(one)) for card, one in asked]
    base = load(game)
    if not any(card.id == base.id or covers(card, one.options, base) for card, one in asked):
        first = asked[0][1].options
        cards.append((base, {"card": base.id, "options": {k: v for k, v in first.items() if k in base.options}}))
    for card, entry in cards:
        every = [terms.wager for terms in card.terms(entry["options"])]
        (offering,) = offerings((read_entry({**entry, "accept": every}),), game)
        entry["accept"] = list(beaten(offering))
    return game, [entry for _, entry in cards]


class Laid(NamedTuple):
    """The cards of a practice table: its game, their entries, and what the table will offer of them."""

    game: str
    entries: list[dict[str, Any]]
    offered: tuple[Offering, ...] | Refusal


def laid(asked: str) -> Laid:
    """The cards of a practice table that is asked for in JSON, read, checked and priced."""
    game, entries = practice_cards(Practice.model_validate(json.loads(asked)))
    return Laid(game, entries, offerings.outcome(tuple(map(read_entry, entries)), game))


def _entry(one: PracticeCard) -> dict[str, Any]:
    named = {"text": one.text} if one.text else {"card": one.card}
    return {"options": dict(one.options), "tables": dict(one.tables), **named}


def _practice_card(new: PracticeCard) -> RackCard:
    """A card of a practice table, its options checked."""
    if not new.text and new.card not in card_ids():
        raise Refusal("no-such-card", card=new.card, cards=card_ids())
    try:
        card = loads(new.text) if new.text else load(new.card)
        card.settled(new.options)
    except (CardError, OptionError) as error:
        raise Refusal("bad-card", reason=str(error.args[0])) from None
    return card


def covers(card: RackCard, options: Mapping[str, str], base: RackCard) -> bool:
    """Whether a card has a wager of its own for everything that a base game's card is won by."""
    own = {_won(bet) for bet in bets(card, card.settled(options))}
    return all(won and won in own for won in map(_won, bets(base, base.settled({}))))


def _won(bet: Bet) -> frozenset[Cell]:
    """Everything that wins a wager of one outcome, however it pays; empty for a wager of several."""
    when = [line.when for line in bet.terms.lines if line.pay is not None and line.pay.net > 0]
    if not bet.machine.ends.is_single:
        return frozenset()
    return frozenset(cell for one in when if isinstance(one, Happened) for cell in one.event.cells)
