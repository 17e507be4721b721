"""The cards laid on a table: each one read, checked and guarded before it takes a wager."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, card_ids
from rackcard.machine import Bet
from rackcard.number import percent
from rackcard.odds.price import price_play
from rackcard.table.command import Command, field, text
from rackcard.table.model import Offering, Refusal


def offerings(command: Command, game: str) -> list[Offering]:
    """The cards to offer, each one read, checked and guarded."""
    cards = field(command, "cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= 32:
        raise Refusal("bad-cards", "cards must be a list of 1 to 32 cards")
    offered = [_offering(entry, game) for entry in cards]
    ids = [offering.card.id for offering in offered]
    chances = {offering.card.chance(offering.options) for offering in offered}
    for card in ids:
        if ids.count(card) > 1:
            raise Refusal("card-twice", f"{card} is laid twice; offer it once, with its options and tables")
    if len(chances) > 1:
        raise Refusal("other-chance", "the cards are for different wheels or shoes; set their options alike")
    return offered


def _offering(entry: Any, game: str) -> Offering:
    if not isinstance(entry, Mapping):
        raise Refusal("bad-cards", "a card is an object with its id or its text, options and tables")
    try:
        given = str(entry.get("text", ""))
        given.encode()
        card = loads(given) if "text" in entry else _shipped(text({"do": "open", **entry}, "card", 80))
        options = card.settled(_strings(entry, "options"))
    except (CardError, OptionError) as error:
        raise Refusal("bad-card", str(error.args[0])) from None
    except UnicodeEncodeError:
        raise Refusal("bad-card", "the card's text is not Unicode") from None
    if card.game.id != game:
        raise Refusal("other-game", f"{card.title} is a {card.game.id} card, and this is a {game} table")
    tables = _strings(entry, "tables")
    groups = {terms.group: [] for terms in card.terms(options)}  # type: ignore[var-annotated]
    for terms in card.terms(options):
        groups[terms.group].append(terms.table)
    for wager, table in tables.items():
        if table not in groups.get(wager, []):
            raise Refusal("no-such-table", f"{card.title} has no pay table {table} for {wager}")
    accepted = entry.get("accept", [])
    if not isinstance(accepted, list | tuple) or not all(isinstance(name, str) for name in accepted):
        raise Refusal("bad-cards", "accept is a list of wagers")
    offering = Offering(card.origin.text, card.sha256, options, tables, tuple(accepted))
    try:
        _guard(offering)
    except CardError as error:  # a wager that no method solves
        raise Refusal("bad-card", str(error)) from None
    return offering


def _shipped(name: str) -> RackCard:
    """A card by its id; a table never reads a file that a command names."""
    if name not in card_ids():
        raise Refusal("no-such-card", f"there is no card {name}; cards: {', '.join(card_ids())}")
    return load(name)


def _strings(entry: Mapping[str, Any], name: str) -> dict[str, str]:
    given = entry.get(name, {})
    if not isinstance(given, Mapping) or not all(isinstance(v, str) for pair in given.items() for v in pair):
        raise Refusal("bad-cards", f"{name} must map names to words")
    return dict(given)


def beaten(offering: Offering) -> dict[str, Fraction]:
    """The wagers of a card that the player beats at best play, each with the player's edge."""
    found = {}
    for name, bet in offering.bets.items():
        if bet.terms.is_posted:
            play = "best" if bet.machine.claims else "never"
            edge = price_play(bet, offering.card.chance(offering.options), play).house_edge
            if edge is not None and edge < 0:
                found[name] = -edge
    return found


def _guard(offering: Offering) -> None:
    """No table opens a wager that the player beats unless the operator says so by name."""
    for name, edge in beaten(offering).items():
        if name not in offering.accepted:
            raise Refusal("player-edge", _edge_sentence(offering, offering.bets[name], edge))


def _edge_sentence(offering: Offering, bet: Bet, edge: Fraction) -> str:
    card = offering.card
    sentence = f"the player has an edge of {percent(edge, 2)} on {bet.terms.name}; accept it by name to offer it"
    for option in card.readings:
        for value in option.choices:
            other = dict(offering.options) | {option.name: value}
            for entry in card.odds(other, wager=bet.terms.wager, table=bet.terms.table).wagers:
                if entry.house_edge is not None and entry.house_edge >= 0:
                    kept = percent(entry.house_edge, 2)
                    return f"{sentence}, or read {option.name} as {value}, where the house keeps {kept}"
    return sentence
