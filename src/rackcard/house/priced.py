"""House rules priced: the exact edge of every wager on offer, and what the payout limit does to it."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rackcard.house.payout import cut_net, largest_win
from rackcard.house.rules import BetLimits, HouseCard, HouseRules
from rackcard.odds import Selection, WagerOdds, price


@dataclass(frozen=True)
class Capped:
    """What a payout limit does to a wager: up to which stake no win is cut, and what is kept at the maximum bet."""

    stake: int
    """In cents: at this stake and below, no win that the play reaches is cut."""
    edge: Fraction
    edge_with_envy: Fraction | None


def capped(entry: WagerOdds, limits: BetLimits | None) -> Capped | None:
    """The edge at the maximum bet, with the same decisions; None where the payout limit cuts no win."""
    if limits is None or limits.capped_at is None or not entry.posted:
        return None
    bet, chance = entry.bet, entry.chance
    assert bet is not None
    largest = max(largest_win(bet, one.result, chance, limits) for one in entry.outcomes)
    if largest * limits.most <= limits.capped_at:
        return None
    kept = sum((cut_net(bet, one.result, chance, limits) * one.probability for one in entry.outcomes), Fraction(0))
    edge = -kept / entry.stake
    whole, with_envy = entry.house_edge, entry.house_edge_with_envy
    assert whole is not None
    return Capped(int(limits.capped_at / largest), edge, None if with_envy is None else edge - (whole - with_envy))


@dataclass(frozen=True)
class Offered:
    """A wager as the house offers it, with its price."""

    card: HouseCard
    odds: WagerOdds
    limits: BetLimits
    capped: Capped | None


def priced(rules: HouseRules, cards: Container[str] | None = None) -> Iterator[Offered]:
    """Every wager on offer on all cards or some, at best play where it has offers."""
    for entry in rules.cards:
        if cards is not None and entry.card.id not in cards:
            continue
        for odds in price(entry.card, Selection(entry.options)).wagers:
            if odds.play in ("none", "best"):
                limits = rules.limits_of(entry, odds.terms)
                yield Offered(entry, odds, limits, capped(odds, limits))
