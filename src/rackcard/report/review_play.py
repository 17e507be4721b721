"""What a review finds in the pays and the play of wagers, beside their edges."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Literal

from rackcard.card import Card, Terms
from rackcard.machine import bets
from rackcard.machine.bet import Bet
from rackcard.machine.notes import lost_after_won
from rackcard.odds import WagerOdds
from rackcard.odds.optimal_play import best
from rackcard.odds.price import worth

TAX_LINE = 300
"""Wins of at least so many times the bet are reported for tax in the United States (Form W-2G)."""
USUAL_STAKES = (1, 5, 25)
"""What is usually bet on a side wager, in whole dollars."""


@dataclass(frozen=True)
class Remark:
    """Something about one wager, with the facts of its sentence."""

    grade: Literal["warning", "note"]
    kind: str
    terms: Terms
    facts: Mapping[str, Any]


def remarks(card: Card) -> Iterator[Remark]:
    """What is remarkable about the wagers of a card as filed."""
    chance = card.chance()
    seen: set[tuple[str, str, str]] = set()
    for bet in bets(card):
        if not bet.terms.is_bet or not bet.terms.is_posted or bet.terms.bundle:
            continue
        found = (*_idle_rungs(bet, chance), *_tax_line(bet.terms), *_broken_chips(bet), *_taken_wins(bet))
        for remark in found:
            key = (remark.kind, bet.terms.group, f"{bet.terms.table} {remark.facts}")
            if key not in seen:
                seen.add(key)
                yield remark


def _idle_rungs(bet: Bet, chance: Any) -> Iterator[Remark]:
    """Counts at which best play never cashes out, or only where riding is worth the same."""
    if not any(offer.kind == "cash out" for offer in bet.terms.offers):
        return
    choices = best(bet.machine, chance, worth(bet)).choices
    for place, offer in enumerate(bet.terms.offers):
        if offer.kind != "cash out":
            continue
        own = [choice for choice in choices if choice.claim == place]
        if own and not any(choice.take for choice in own):
            yield Remark("note", "never-cashed", bet.terms, {"count": offer.count, "pay": str(offer.pay)})
        elif own and not any(choice.taking > choice.riding for choice in own):
            yield Remark("note", "never-cashed.tie", bet.terms, {"count": offer.count, "pay": str(offer.pay)})


def _tax_line(terms: Terms) -> Iterator[Remark]:
    """A top pay at or above the tax line."""
    pays = [line.pay for line in terms.lines if line.pay is not None]
    pays += [offer.pay for offer in terms.offers]
    top = max(pays, key=lambda pay: pay.net, default=None)  # a stake that only turns into others has no pay
    if top is not None and top.net + 1 >= TAX_LINE:
        yield Remark("note", "tax-line", terms, {"pay": str(top), "line": TAX_LINE})


def _broken_chips(bet: Bet) -> Iterator[Remark]:
    """Pays that are not whole dollars at a usual stake."""
    nets = [result.net for result in bet.results if result.pay is not None]
    broken = [stake for stake in USUAL_STAKES if any((stake * net).denominator > 1 for net in nets)]
    if broken:
        worst = max((result for result in bet.results if result.pay is not None), key=lambda r: r.net.denominator)
        even = lcm(*(net.denominator for net in nets))
        yield Remark("note", "broken-chips", bet.terms, {"pay": str(worst.pay), "stake": broken[0], "even": even})


def _taken_wins(bet: Bet) -> Iterator[Remark]:
    """Lines that lose what another line had already won."""
    lines = bet.terms.lines
    for loser, winner in sorted(lost_after_won(bet)):
        yield Remark("warning", "lost-after-won", bet.terms, {"won": lines[winner].label, "lost": lines[loser].label})


def late_starts(entry: WagerOdds) -> list[tuple[str, Fraction]]:
    """The starts from which the player has an edge, and how much, where the wager's own figures start elsewhere."""
    if entry.house_edge is not None and entry.house_edge < 0:
        return []
    edges = ((start.label, entry.edge_from(start)) for start in entry.starts)
    return [(label, -edge) for label, edge in edges if edge is not None and edge < 0]
