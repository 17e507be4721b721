"""Pricing a wager again after a pay has changed, from what is solved already; and the pay for a wanted edge.

The law of a wager without offers does not depend on its pays. With offers the best play does: it is found again from
the same states. Either way the edge is exact and equals that of the edited card.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rackcard.card import Card, Terms
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.machine.explore import NEVER
from rackcard.number import Pay
from rackcard.odds.optimal_play import best
from rackcard.odds.price import FIXED, NO_OFFERS, price_play, worth
from rackcard.odds.solve import solve

AMOUNT_MAX = Fraction(10**6)
"""The highest pay that is looked for."""
NEAR = Fraction(1, 10**6)
"""How near two pays are whose edges tell the slope between them."""
STEPS_MAX = 60


@dataclass(frozen=True)
class PayAt:
    """Where a pay is among the terms of a wager: its pay lines and its offers, by their places."""

    lines: tuple[int, ...]
    offers: tuple[int, ...]


def edge_of(bet: Bet, chance: Chance, play: str = "best") -> Fraction | None:
    """The house edge of a wager, None where no pay is posted; ``play`` says what is done with offers."""
    if not bet.terms.is_posted:
        return None
    if bet.turns:
        return price_play(bet, chance, NO_OFFERS).house_edge
    stake = 1 + bet.commission
    if bet.machine.claims and play == "best":
        return 1 - best(bet.machine, chance, worth(bet)).value / stake
    law, _ = solve(bet.machine, chance, FIXED[play] if bet.machine.claims else NEVER)
    returned = sum((p * w for p, w in zip(law.probabilities, worth(bet), strict=True)), Fraction(0))
    return 1 - returned / stake


def house_edges(
    card: Card, *, among: Iterable[Terms] | None = None, chance: Chance | None = None, play: str = "best"
) -> dict[tuple[str, str], Fraction | None]:
    """The edges of a card's wagers under its default options, by the wager and its pay table."""
    device = card.chance() if chance is None else chance
    found: dict[tuple[str, str], Fraction | None] = {}
    for bet in bets(card, None, among):
        if bet.terms.is_bet:
            found[bet.terms.wager, bet.terms.table] = edge_of(bet, device, play)
    return found


def changed_terms(before: Card, after: Card) -> list[Terms]:
    """The terms of a card that are not on another: those that an edit touches, in whatever way."""
    known: Mapping[tuple[str, str], Terms] = {(one.wager, one.table): one for one in before.terms()}
    return [one for one in after.terms() if known.get((one.wager, one.table)) != one]


def pay_at(terms: Terms, marked: Terms) -> PayAt:
    """Which pays of a wager are other ones on a card where one pay has been replaced."""
    return PayAt(
        tuple(n for n, pair in enumerate(zip(terms.lines, marked.lines, strict=True)) if pair[0].pay != pair[1].pay),
        tuple(n for n, pair in enumerate(zip(terms.offers, marked.offers, strict=True)) if pair[0].pay != pair[1].pay),
    )


def with_pay(terms: Terms, at: PayAt, pay: Pay) -> Terms:
    """Terms with another pay in one place."""
    lines = tuple(replace(one, pay=pay) if n in at.lines else one for n, one in enumerate(terms.lines))
    offers = tuple(replace(one, pay=pay) if n in at.offers else one for n, one in enumerate(terms.offers))
    return replace(terms, lines=lines, offers=offers)


def pay_for_edge(card: Card, terms: Terms, at: PayAt, unit: Pay, edge: Fraction) -> Fraction | None:
    """The amount at which the house edge is exactly the one wanted, in the unit of a pay; None where there is none.

    The edge falls as the pay rises, in straight pieces that get steeper where the best play changes. Newton's steps
    from above end on the right piece after as many steps as there are pieces.
    """

    def beyond(amount: Fraction) -> Fraction:
        """How far the edge at an amount is above the one wanted."""
        changed = with_pay(terms, at, replace(unit, amount=amount))
        (bet,) = bets(card, None, (changed,))
        found = edge_of(bet, card.chance())
        assert found is not None
        return found - edge

    amount = max(unit.amount, Fraction(1))
    while beyond(amount) > 0:
        amount *= 2
        if amount > AMOUNT_MAX:
            return None
    for _ in range(STEPS_MAX):
        here = beyond(amount)
        if here == 0:
            return amount
        slope = (here - beyond(amount - NEAR)) / NEAR
        if slope == 0:
            return None
        amount -= here / slope
        if amount <= NEAR:
            return None
    return None
