"""The drawn layout of a card: the place of each wager, as the base game draws them."""

from collections.abc import Sequence
from fractions import Fraction

from rackcard.card.terms import PayLine, Terms
from rackcard.games.conditions import Happened
from rackcard.games.game import Cell
from rackcard.games.layout import LaidWager, Layout, Part, Spot
from rackcard.number import decimal
from rackcard.table.state import Offering
from rackcard.web.views.kept import kept_for

__all__ = ["Layout", "Part", "Spot", "laid_wagers", "layout"]


@kept_for(128)
def layout(offering: Offering) -> Layout | None:
    """The layout that the base game draws for a card; None where it draws none."""
    card = offering.card
    return offering.game.layout(
        card.chance(offering.options), laid_wagers([bet.terms for bet in offering.bets.values()])
    )


def laid_wagers(every: Sequence[Terms]) -> tuple[LaidWager, ...]:
    """The facts by which a game finds a place for each wager."""
    turned: dict[str, list[str]] = {}
    for terms in every:
        for line in terms.lines:
            if line.turns_into and line.turns_into != terms.wager:
                turned.setdefault(line.turns_into, []).append(terms.wager)
    return tuple(_laid(terms, tuple(turned.get(terms.wager, ()))) for terms in every)


def _laid(terms: Terms, turned_from: tuple[str, ...]) -> LaidWager:
    lines = [line for line in terms.lines if not line.turns_into]
    won = [line for line in lines if line.pay is None or line.pay.net > 0]
    is_plain = all(isinstance(line.when, Happened) and line.when.times == 1 for line in won)
    pays = tuple((_cells(line), Fraction(0) if line.pay is None else line.pay.net) for line in won)
    pay = won[0].pay if len(won) == 1 else None
    return LaidWager(
        wager=terms.wager,
        name=terms.name,
        wins=frozenset[Cell]().union(*(cells for cells, _ in pays)) if is_plain else frozenset(),
        ends=frozenset() if terms.ends.event is None else terms.ends.event.cells,
        is_single=terms.ends.is_single,
        own_line=terms.own_line,
        behind="" if terms.behind is None else terms.behind.wager,
        window=terms.opens.window,
        has_commission=terms.commission is not None,
        bundle=tuple((share.bet, share.units) for share in terms.bundle),
        pay=("", "") if pay is None else (decimal(pay.amount), f"{pay.unit} {pay.per}"),
        net=max((net for _, net in pays), default=Fraction(0)),
        pays=pays if is_plain else (),
        pushes=frozenset[Cell]().union(*(_cells(line) for line in lines if line.pay is not None and line.pay.net == 0)),
        turned_from=turned_from,
    )


def _cells(line: PayLine) -> frozenset[Cell]:
    return line.when.event.cells if isinstance(line.when, Happened) else frozenset()
