"""House rules as a table: each wager with its pays, limits and exact edges."""

from collections.abc import Container

from rackcard.house.priced import priced
from rackcard.house.rules import HouseRules
from rackcard.number import percent
from rackcard.odds.tables import pays_of
from rackcard.tabular import Grid
from rackcard.wording import house as wording
from rackcard.wording.limits import stakes


def house_grid(rules: HouseRules, cards: Container[str]) -> Grid:
    """Every wager on offer on some cards, once for all its places."""
    rows: dict[tuple[str, ...], None] = {}
    for one in priced(rules, cards):
        edge = one.odds.house_edge
        rows[
            one.card.card.id,
            one.odds.terms.title,
            one.odds.terms.table,
            pays_of(one.odds.terms),
            stakes(one.limits),
            "–" if edge is None else percent(edge, 4),
            "–" if one.capped is None else percent(one.capped.edge, 4),
        ] = None
    note = wording.house_note(rules.id, rules.sha256, rules.payout)
    return Grid(rules.name, wording.HOUSE_COLUMNS, frozenset(wording.HOUSE_COLUMNS[-2:]), tuple(rows), note)
