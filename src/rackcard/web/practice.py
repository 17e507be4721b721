"""Practice tables: which cards they are opened with."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, card_ids
from rackcard.games.conditions import Happened
from rackcard.games.game import Cell
from rackcard.machine import Bet, bets
from rackcard.table.offerings import beaten, offerings, read_entry
from rackcard.table.state import Refusal

PRACTICE_MONEY = 100_000
"""The play money of a practice seat, in cents."""
PRACTICE_CHIP = 1
"""A cent: what a wager pays at practice is what its tile says, with nothing rounded."""


class Practice(BaseModel):
    """A practice table to open: a shipped card or a card's text, its options and pay tables."""

    card: str = Field(default="", max_length=80)
    text: str = Field(default="", max_length=200_000)
    cards: list[str] = Field(default_factory=list, max_length=12)
    """Other shipped cards of the same game, at their defaults."""
    options: dict[str, str] = Field(default_factory=dict, max_length=40)
    tables: dict[str, str] = Field(default_factory=dict, max_length=80)


def practice_cards(new: Practice) -> tuple[str, list[dict[str, Any]]]:
    """The game and the cards of a practice table: those asked for, and their base game's own unless it is covered.

    Wagers with a player edge are accepted by name, as at any table; here the player is meant to find out.
    """
    card = _practice_card(new)
    entry: dict[str, Any] = {"options": dict(new.options), "tables": dict(new.tables)}
    entry |= {"text": new.text} if new.text else {"card": new.card}
    base = load(card.game.id)
    more = [_practice_card(Practice(card=name)) for name in dict.fromkeys(new.cards) if name not in (card.id, base.id)]
    laid = [entry, *({"card": one.id, "options": {}} for one in more)]
    if base.id != card.id and (base.id in new.cards or not covers(card, new.options, base)):
        same = {name: value for name, value in new.options.items() if name in base.options}
        laid.append({"card": base.id, "options": same})
    for one, laid_card in zip(laid, (card, *more, base), strict=False):
        every = [terms.wager for terms in laid_card.terms(one["options"])]
        (offering,) = offerings([read_entry({**one, "accept": every})], card.game.id)
        one["accept"] = list(beaten(offering))
    return card.game.id, laid


def _practice_card(new: Practice) -> RackCard:
    """The card of a practice table, its options checked."""
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
