"""Another chance in the lab: loaded dice, a biased wheel or a depleted shoe, and every edge under it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rackcard.api import RackCard
from rackcard.card import Card
from rackcard.games.device import Chance, shares
from rackcard.number import decimal, parse_number
from rackcard.odds.repricing import house_edges
from rackcard.table.state import Refusal
from rackcard.tabular import Grid
from rackcard.wording.columns import heads
from rackcard.wording.lab import changed_weights, edge_of_player, lab_sentence
from rackcard.wording.pages import each_place, edge_change

NAMES_MAX = 80


@dataclass(frozen=True)
class Weight:
    """A weight that may be changed."""

    name: str
    value: str
    own: str
    """As the card has it."""


@dataclass(frozen=True)
class OtherChance:
    """A card under other weights."""

    weights: tuple[Weight, ...]
    sentence: str
    grid: Grid | None
    """The edges by them; None where they are the card's own."""


def read_weights(text: str) -> dict[str, Fraction]:
    """Weights as the command line takes them: 7=12, 2=1/2."""
    found: dict[str, Fraction] = {}
    for part in filter(None, (one.strip() for one in text.split(","))):
        name, _, value = part.partition("=")
        try:
            found[name.strip()] = parse_number(value.strip())
        except ValueError:
            raise Refusal("bad-form.weight", part=part[:40]) from None
    return found


def other_chance(card: RackCard, given: Mapping[str, Fraction]) -> OtherChance:
    """What a card comes to with other weights for what its dice, wheel or shoe brings about."""
    own = card.chance()
    chance = own.weighted(given) if given else own
    named = own.named_weights()
    weights = tuple(
        Weight(name, decimal(given.get(name, Fraction(weight))), str(weight))
        for name, weight in list(named.items())[:NAMES_MAX]
    )
    if chance == own:
        return OtherChance(weights, lab_sentence("own"), None)
    changed = changed_weights(shares(named, chance.named_weights()))
    return OtherChance(weights, lab_sentence("departs", changes=changed), edges_grid(card, own, chance))


def edges_grid(card: Card, own: Chance, other: Chance) -> Grid:
    """The edge of every wager, by the card's own chance and by another."""
    was, now = house_edges(card, chance=own), house_edges(card, chance=other)
    rows: dict[tuple[str, ...], None] = {}
    tables = len({terms.table for terms in card.terms()}) > 1
    for terms in card.terms():
        edge, before = now.get((terms.wager, terms.table)), was.get((terms.wager, terms.table))
        if edge is None or before is None:
            continue
        name = terms.name if terms.wager == terms.group or edge != before else each_place(terms.title)
        which = [terms.table] if tables else []
        rows[name, *which, edge_of_player(before), edge_of_player(edge), edge_change(before, edge)] = None
    ids = ("wager", *["table"] * tables, "house_edge", "edge_by_weights", "change")
    return Grid(lab_sentence("chance-title"), heads(ids), frozenset(heads(ids[-3:])), tuple(rows), ids=ids)
