"""The cards laid on a table: each one read, checked and guarded before it takes a wager."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from rackcard.api import RackCard, load, loads
from rackcard.card import CardError, OptionError, card_ids
from rackcard.machine import Bet
from rackcard.money import Rounding, to_chips
from rackcard.odds.price import WagerOdds, price_play
from rackcard.table.command import Command, field, text
from rackcard.table.state import Offering, Refusal

CARD_FIELDS = ("card", "text", "options", "tables", "accept")
CARDS_MAX = 32


def offerings(command: Command, game: str) -> list[Offering]:
    """The cards to offer, each one read, checked and guarded."""
    cards = field(command, "cards")
    if not isinstance(cards, list) or not 1 <= len(cards) <= CARDS_MAX:
        raise Refusal("bad-cards", most=CARDS_MAX)
    offered = [_offering(entry, game) for entry in cards]
    ids = [offering.card.id for offering in offered]
    for card in ids:
        if ids.count(card) > 1:
            raise Refusal("card-twice", card=card)
    verify_same_chance(offered)
    return offered


def verify_same_chance(offered: Iterable[Offering]) -> None:
    """One wheel or shoe for all, those of wagers that are still up included."""
    if len({offering.card.chance(offering.options) for offering in offered}) > 1:
        raise Refusal("other-chance")


def _offering(entry: Any, game: str) -> Offering:
    if not isinstance(entry, Mapping):
        raise Refusal("bad-cards.entry")
    unknown = [str(name)[:40] for name in entry if name not in CARD_FIELDS]
    if unknown:
        raise Refusal("unknown-field.card", field=unknown[0], fields=CARD_FIELDS)
    try:
        given = str(entry.get("text", ""))
        given.encode()
        card = loads(given) if "text" in entry else _shipped(text({"do": "open", **entry}, "card", 80))
        options = card.settled(_strings(entry, "options"))
    except (CardError, OptionError) as error:
        raise Refusal("bad-card", reason=str(error.args[0])) from None
    except UnicodeEncodeError:
        raise Refusal("bad-card.unicode") from None
    if card.game.id != game:
        raise Refusal("other-game", card=card.title, game=card.game.id, table_game=game)
    tables = _strings(entry, "tables")
    groups = {terms.group: [] for terms in card.terms(options)}  # type: ignore[var-annotated]
    for terms in card.terms(options):
        groups[terms.group].append(terms.table)
    for wager, table in tables.items():
        if table not in groups.get(wager, []):
            raise Refusal("no-such-table.pay", card=card.title, pay_table=table, wager=wager)
    accepted = entry.get("accept", [])
    if not isinstance(accepted, list | tuple) or not all(isinstance(name, str) for name in accepted):
        raise Refusal("bad-cards.accept")
    wagers = {terms.wager for terms in card.terms(options)}
    strange = [name[:40] for name in accepted if name not in wagers]
    if strange:
        raise Refusal("bad-cards.accept-wager", card=card.title, wager=strange[0])
    offering = Offering(card.origin.text, card.sha256, options, tables, tuple(accepted))
    try:
        _guard(offering)
    except CardError as error:  # a wager that no method solves
        raise Refusal("bad-card", reason=str(error)) from None
    return offering


def _shipped(name: str) -> RackCard:
    """A card by its id; a table never reads a file that a command names."""
    if name not in card_ids():
        raise Refusal("no-such-card", card=name, cards=card_ids())
    return load(name)


def _strings(entry: Mapping[str, Any], name: str) -> dict[str, str]:
    given = entry.get(name, {})
    if not isinstance(given, Mapping) or not all(isinstance(v, str) for pair in given.items() for v in pair):
        raise Refusal("bad-cards.words", field=name)
    return dict(given)


def beaten(offering: Offering) -> dict[str, Fraction]:
    """The wagers of a card that the player beats at best play, each with the player's edge."""
    found = {}
    for name, bet in offering.bets.items():
        if bet.terms.is_posted:
            edge = _best_odds(offering, bet).house_edge
            if edge is not None and edge < 0:
                found[name] = -edge
    return found


def _best_odds(offering: Offering, bet: Bet) -> WagerOdds:
    return price_play(bet, offering.card.chance(offering.options), "best" if bet.machine.claims else "never")


def edge_as_paid(offering: Offering, bet: Bet, stake: int, chip: int, rounding: Rounding) -> Fraction:
    """The player's edge on a stake that is paid in chips; it may be above nothing only through the rounding."""
    outcomes = _best_odds(offering, bet).outcomes
    due = [(one.probability, stake * (1 + one.net)) for one in outcomes if one.net is not None]
    return sum((chance * to_chips(exact, chip, rounding)[0] for chance, exact in due), Fraction(0)) / stake - 1


def even_stake(bet: Bet, chip: int) -> int:
    """The least stake that every result pays in whole chips; so does any multiple of it."""
    return chip * lcm(*(result.net.denominator for result in bet.results if result.pay is not None))


def _guard(offering: Offering) -> None:
    """No table opens a wager that the player beats unless the operator says so by name."""
    for name, edge in beaten(offering).items():
        if name not in offering.accepted:
            raise _player_edge(offering, offering.bets[name], edge)


def _player_edge(offering: Offering, bet: Bet, edge: Fraction) -> Refusal:
    card = offering.card
    for option in card.readings:
        for value in option.choices:
            other = dict(offering.options) | {option.name: value}
            for entry in card.odds(other, wager=bet.terms.wager, table=bet.terms.table).wagers:
                if entry.house_edge is not None and entry.house_edge >= 0:
                    return Refusal(
                        "player-edge.reading",
                        edge=edge, wager=bet.terms.name, option=option.name, value=value, house_edge=entry.house_edge,
                    )  # fmt: skip
    return Refusal("player-edge", edge=edge, wager=bet.terms.name)
