"""Which wagers a card that is handed out prints, and at which pay table."""

from dataclasses import replace

from rackcard.card import Terms, load
from rackcard.games.conditions import Condition
from rackcard.machine import bets
from rackcard.number import Pay
from rackcard.odds.guard import advantage
from rackcard.report.documents.content import PrintError
from rackcard.report.request import Order


def offered_wagers(order: Order) -> list[Terms]:
    """Each wager once, at the pay table asked for if it has it, else its first; of many places, the first."""
    found: dict[str, Terms] = {}
    for terms in order.card.terms(order.options):
        if order.wanted(terms):
            first = found.setdefault(terms.group, terms)
            if terms.table == order.table != first.table:
                found[terms.group] = terms
    return list(found.values())


def posted_wagers(order: Order) -> list[Terms]:
    """The wagers that can be bet, their pays said as the house says them; refused where there is none."""
    posted = [said(order, terms) for terms in offered_wagers(order) if terms.is_posted and terms.is_bet]
    if not posted:
        raise PrintError("nothing-to-bet", title=order.card.title)
    return posted


def said(order: Order, terms: Terms) -> Terms:
    """A wager with its pays said "to 1" where the house wants them so; what they come to is the same."""
    if order.pays != "to":
        return terms
    lines = tuple(replace(line, pay=to_one(line.pay)) for line in terms.lines)
    offers = tuple(replace(offer, pay=to_one(offer.pay) or offer.pay) for offer in terms.offers)
    return replace(terms, lines=lines, offers=offers)


def to_one(pay: Pay | None) -> Pay | None:
    """A pay that is said "for" said "to"; a loss stays as it is.

    >>> from fractions import Fraction
    >>> str(to_one(Pay(Fraction(40), "for")))
    '39 to 1'
    """
    if pay is None or pay.unit != "for" or pay.net < 0:
        return pay
    return Pay(pay.amount - pay.per, "to", pay.per)


def elsewhere(order: Order, offered: list[Terms]) -> list[Terms]:
    """The wagers that have a choice of pay tables, but not the one asked for."""
    return [terms for terms in offered if order.table not in (None, terms.table) and has_choice(order, terms)]


def priced_table(order: Order, offered: list[Terms]) -> str | None:
    """The pay table that it is enough to price: the one asked for, or all if a wager has another."""
    return order.table if all(terms.table == order.table for terms in offered) else None


def table_of(order: Order, offered: list[Terms]) -> str:
    """The pay table that all wagers with a choice of tables use, if it is one."""
    tables = {terms.table for terms in offered if has_choice(order, terms)}
    return tables.pop() if len(tables) == 1 else ""


def has_choice(order: Order, terms: Terms) -> bool:
    """Whether the card holds several pay tables for a wager."""
    return len({one.table for one in order.card.terms(order.options) if one.group == terms.group}) > 1


def title_of(order: Order, offered: list[Terms], terms: Terms) -> str:
    """A wager's name, with its pay table where the wagers of a card use several."""
    several = has_choice(order, terms) and not table_of(order, offered)
    return terms.paper_name + (f", table {terms.table}" if several else "")


def places_of(order: Order, terms: Terms) -> int:
    """On how many places of the layout a wager may be bet."""
    same = (one for one in order.card.terms(order.options) if (one.group, one.table) == (terms.group, terms.table))
    return sum(1 for _ in same)


def has_base_wagers(order: Order) -> bool:
    """Whether a card of side bets has wagers of the base game on it as well: the same id, on the same events."""
    base = {terms.group: terms for terms in load(order.card.game.id).terms()}
    own = (terms for terms in order.card.terms(order.options) if terms.group in base)
    return any(_events(terms) == _events(base[terms.group]) for terms in own)


def _events(terms: Terms) -> frozenset[Condition]:
    return frozenset(line.when for line in terms.lines)


def is_draft(order: Order, posted: list[Terms]) -> bool:
    """Whether the player has the edge on a wager that is printed: such a card is a draft."""
    chance = order.card.chance(order.options)
    return any(advantage(bet, chance) is not None for bet in bets(order.card, order.options, posted))
