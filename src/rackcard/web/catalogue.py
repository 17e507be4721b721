"""The catalogue: every shipped card with its best and worst edge, as the lobby and the office list it."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rackcard.api import RackCard, load
from rackcard.card import card_ids
from rackcard.games import GAMES
from rackcard.odds.price import price
from rackcard.web.workers import workers
from rackcard.wording.lobby import edge_figure
from rackcard.wording.pages import edge_of_wager


@dataclass(frozen=True)
class Summary:
    """A card as the lobby shows it."""

    card_id: str
    wagers: tuple[str, ...]
    best: str
    worst: str
    label: str
    """What its one figure is."""
    figure: str
    is_players: bool
    """Whether the player has the edge on one of its wagers, as its document is written."""
    has_offers: bool
    tables: dict[str, tuple[str, ...]]
    """The pay tables of each wager."""

    @property
    def card(self) -> RackCard:
        return load(self.card_id)


def summary(card_id: str) -> Summary:
    """A shipped card with its best and worst edge for the player, best play where there is a choice."""
    card = load(card_id)
    edges: dict[tuple[str, str], Fraction] = {}
    for entry in price(card, plays=("best",)).wagers:
        if entry.house_edge is not None:
            edges[entry.terms.title, entry.terms.table] = entry.house_edge
    every = card.terms()
    names = dict.fromkeys(terms.title for terms in every)
    by_edge = sorted(edges, key=lambda key: edges[key])
    tables: dict[str, dict[str, None]] = {}
    for terms in every:
        tables.setdefault(terms.group, {})[terms.table] = None
    low, high = (by_edge[0], by_edge[-1]) if by_edge else (None, None)
    least = None if low is None else edges[low]
    label, figure = edge_figure(least, is_only=len(set(edges.values())) == 1)
    return Summary(
        card_id,
        tuple(names),
        _edge(edges, low, len(names)),
        _edge(edges, high, len(names)),
        label,
        figure,
        least is not None and least < 0,
        any(terms.offers for terms in every),
        {group: tuple(found) for group, found in tables.items()},
    )


def _edge(edges: dict[tuple[str, str], Fraction], key: tuple[str, str] | None, wagers: int) -> str:
    """An edge with the wager it is for where there are several, and its pay table where there are several."""
    if key is None:
        return edge_of_wager(None, "", "")
    table = key[1] if len({table for _, table in edges}) > 1 else ""
    return edge_of_wager(edges[key], key[0] if wagers > 1 or table else "", table)


def summaries() -> list[Summary]:
    """Every shipped card."""
    return list(map(summary, card_ids()))


@cache
def catalogue() -> dict[str, list[Summary]]:
    """Every shipped card by base game, the base game's own card last; priced by a worker, once."""
    found: dict[str, list[Summary]] = {game: [] for game in GAMES}
    for one in workers().call(summaries, priority="table"):
        found[one.card.game.id].append(one)
    for cards in found.values():
        cards.sort(key=lambda one: (one.card.is_base, not one.has_offers, one.card.title))
    return found
