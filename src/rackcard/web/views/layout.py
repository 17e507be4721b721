"""The drawn layout of a card: which of its wagers lie in boxes and on lines, as the base game has them."""

from rackcard.games.conditions import Happened
from rackcard.games.game import Outcome
from rackcard.games.layout import Layout, Spot
from rackcard.machine import Bet
from rackcard.table.state import Offering

__all__ = ["Layout", "Spot", "layout"]


def layout(offering: Offering) -> Layout | None:
    """The layout that the base game draws for a card; None where it draws none."""
    card = offering.card
    return card.game.layout(
        card.chance(offering.options), {name: _covered(bet) for name, bet in offering.bets.items()}
    )  # fmt: skip


def _covered(bet: Bet) -> frozenset[Outcome]:
    """The outcomes that win a wager of one outcome, on whichever of its lines; none where there is more to it."""
    machine = bet.machine
    lines = [line for line in bet.terms.lines if not line.turns_into]
    won = [line.when for line in lines if line.pay is None or line.pay.net > 0]
    events = [when.event for when in won if isinstance(when, Happened)]
    if not machine.ends.is_single or len(events) < len(won):
        return frozenset()
    return frozenset(machine.game.outcomes[outcome] for event in events for _, outcome in event.cells)
