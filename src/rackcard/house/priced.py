"""House rules priced: the exact edge of every wager on offer, and what the payout limit does to it."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from fractions import Fraction

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
    nets = [outcome.net or Fraction(0) for outcome in entry.outcomes]
    most = Fraction(limits.capped_at, limits.most)
    if max(nets) <= most:
        return None
    edge = -sum((min(net, most) * o.probability for net, o in zip(nets, entry.outcomes, strict=True)), Fraction(0))
    whole, with_envy = entry.house_edge, entry.house_edge_with_envy
    assert whole is not None
    return Capped(
        int(limits.capped_at / max(nets)), edge, None if with_envy is None else edge - (whole - with_envy)
    )  # fmt: skip


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
