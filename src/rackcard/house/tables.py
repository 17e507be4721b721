"""House rules as a table: each wager with its pays, limits and exact edges."""

from collections.abc import Container, Mapping
from fractions import Fraction
from typing import Any

from rackcard.house.difference import Difference
from rackcard.house.priced import Offered, priced
from rackcard.house.rules import HouseRules
from rackcard.number import percent, written
from rackcard.odds.tables import pays_of
from rackcard.tabular import Grid
from rackcard.wording import house as wording
from rackcard.wording.limits import stakes


def effects_grid(found: Difference, title: str = "") -> Grid:
    """What a difference does to the edge of every wager; at the maximum only where a payout limit cuts a win."""
    is_cut = any(edge is not None for one in found.effects for edge in one.at_maximum)
    columns = wording.EFFECT_COLUMNS if is_cut else wording.EFFECT_COLUMNS[:4]
    rows = tuple(
        (one.card, one.wager, *map(_figure, (one.before, one.after, *one.at_maximum)))[: len(columns)]
        for one in found.effects
    )
    return Grid(title, columns, frozenset(columns[2:]), rows)


def _figure(value: Fraction | None) -> str:
    return "–" if value is None else percent(value, 4)


def house_grid(rules: HouseRules, asked: Mapping[str, Container[str]]) -> Grid:
    """Some wagers on offer by their cards, each once for all its places."""
    rows: dict[tuple[str, ...], None] = {}
    for one in priced(rules, asked):
        if one.odds.terms.wager not in asked[one.card.card.id]:
            continue
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
    is_cut = any(row[-1] != "–" for row in rows)
    note = wording.house_note(rules.id, rules.sha256, rules.payout, is_cut=is_cut)
    return Grid(rules.name, wording.HOUSE_COLUMNS, frozenset(wording.HOUSE_COLUMNS[-2:]), tuple(rows), note)


def offered_facts(rules: HouseRules, cards: Container[str] | None = None) -> list[dict[str, Any]]:
    """The same as plain values, amounts in cents and edges as fractions, as programs are given them."""
    rows = {tuple(row.items()): row for row in map(_facts, priced(rules, cards))}
    return list(rows.values())


def _facts(one: Offered) -> dict[str, Any]:
    edge = one.odds.house_edge
    return {
        "card": one.card.card.id,
        "wager": one.odds.terms.group,
        "name": one.odds.terms.title,
        "table": one.odds.terms.table,
        "pays": pays_of(one.odds.terms),
        "min": one.limits.least,
        "max": one.limits.most,
        "edge": None if edge is None else written(edge),
        "edge_at_maximum": None if one.capped is None else written(one.capped.edge),
    }
