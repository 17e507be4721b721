"""The cards laid on a table: each one read, checked and guarded before it takes a wager."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, card_ids
from rackcard.machine import Bet
from rackcard.money import Rounding, to_chips
from rackcard.number import percent
from rackcard.odds import guard
from rackcard.table.command import Command, field, text
from rackcard.table.state import Offering, Refusal

CARD_FIELDS = ("card", "text", "options", "tables", "accept")


def offerings(command: Command, game: str) -> list[Offering]:
    """The cards to offer, each one read, checked and guarded."""
    cards = field(command, "cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= 32:
        raise Refusal("bad-cards", "cards must be a list of 1 to 32 cards")
    offered = [_offering(entry, game) for entry in cards]
    ids = [offering.card.id for offering in offered]
    for card in ids:
        if ids.count(card) > 1:
            raise Refusal("card-twice", f"{card} is laid twice; offer it once, with its options and tables")
    verify_same_chance(offered)
    return offered


def verify_same_chance(offered: Iterable[Offering]) -> None:
    """One wheel or shoe for all, those of wagers that are still up included."""
    if len({offering.card.chance(offering.options) for offering in offered}) > 1:
        raise Refusal("other-chance", "the cards are for different wheels or shoes; set their options alike")


def _offering(entry: Any, game: str) -> Offering:
    if not isinstance(entry, Mapping):
        raise Refusal("bad-cards", "a card is an object with its id or its text, options and tables")
    unknown = [str(name)[:40] for name in entry if name not in CARD_FIELDS]
    if unknown:
        raise Refusal("unknown-field", f"a card has no field {unknown[0]}; its fields: {', '.join(CARD_FIELDS)}")
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
    wagers = {terms.wager for terms in card.terms(options)}
    strange = [name[:40] for name in accepted if name not in wagers]
    if strange:
        raise Refusal("bad-cards", f"{card.title} has no wager {strange[0]} to accept")
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
    chance = offering.card.chance(offering.options)
    found = {name: guard.beaten(bet, chance) for name, bet in offering.bets.items()}
    return {name: -odds.house_edge for name, odds in found.items() if odds is not None and odds.house_edge is not None}


def edge_as_paid(offering: Offering, bet: Bet, stake: int, chip: int, rounding: Rounding) -> Fraction:
    """The player's edge on a stake that is paid in chips; it may be above nothing only through the rounding."""
    outcomes = guard.against_best_play(bet, offering.card.chance(offering.options)).outcomes
    due = [(one.probability, stake * (1 + one.net)) for one in outcomes if one.net is not None]
    return sum((chance * to_chips(exact, chip, rounding)[0] for chance, exact in due), Fraction(0)) / stake - 1


def even_stake(bet: Bet, chip: int) -> int:
    """The least stake that every result pays in whole chips; so does any multiple of it."""
    return chip * lcm(*(result.net.denominator for result in bet.results if result.pay is not None))


def _guard(offering: Offering) -> None:
    """No table opens a wager that the player beats unless the operator says so by name."""
    for name, edge in beaten(offering).items():
        if name not in offering.accepted:
            raise Refusal("player-edge", _edge_sentence(offering, offering.bets[name], edge))


def _edge_sentence(offering: Offering, bet: Bet, edge: Fraction) -> str:
    card = offering.card
    sentence = f"the player has an edge of {percent(edge, 2)} on {bet.terms.name}; accept it by name to offer it"
    safe = guard.safe_reading(card, guard.against_best_play(bet, card.chance(offering.options)))
    if safe is None:
        return sentence
    return f"{sentence}, or read {safe.option} as {safe.value}, where the house keeps {percent(safe.house_edge, 2)}"
