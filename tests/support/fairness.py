"""Generated outcomes counted against what chance does: P14."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import sqrt
from typing import Any

from rackcard.games.baccarat.playing_cards import RANKS
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BettingClosed
from rackcard.table.decide import decide
from rackcard.table.service import generate
from rackcard.table.state import Table
from tests.support.table_world import fresh


def is_fair(counts: Counter[Any], law: dict[Any, int]) -> bool:
    """Chi-square within seven standard deviations of what chance does: one false alarm in millions of runs."""
    assert set(counts) <= set(law)
    total, weight = sum(counts.values()), sum(law.values())
    expected = {what: total * share / weight for what, share in law.items()}
    chi = sum((counts[what] - mean) ** 2 / mean for what, mean in expected.items())
    free = len(law) - 1
    return abs(chi - free) < 7 * sqrt(2 * free)


ROLLS = {(a, b): 1 for a in range(1, 7) for b in range(1, 7)}


def dice(count: int) -> Counter[Any]:
    table = fresh("craps")
    roll: Callable[[Table], Any] = generate
    return Counter(tuple(roll(table)) for _ in range(count))


TRIPLES = dict.fromkeys(product(range(1, 7), repeat=3), 1)


def triples(count: int) -> Counter[Any]:
    table = fresh("sic-bo")
    roll: Callable[[Table], Any] = generate
    return Counter(tuple(roll(table)) for _ in range(count))


def spins(wheel: str, count: int) -> tuple[Counter[Any], dict[Any, int]]:
    """Generated spins of a wheel, and the weight of each pocket."""
    table = fresh("roulette", {"card": "roulette", "options": {"wheel": wheel}})
    law = {pocket: 1 for pocket, weight in table.offerings[1].card.chance({"wheel": wheel}).law().items() if weight}
    assert len(law) == (37 if wheel == "single-zero" else 38)
    return Counter(generate(table) for _ in range(count)), law


def ranks(hands: int) -> Counter[str]:
    """The first four cards of generated hands; every hand is one that the rules deal."""
    table = fresh("baccarat")
    closed = apply(table, BettingClosed())
    found: Counter[str] = Counter()
    for number in range(hands):
        hand: Any = generate(table)
        if number < 300:
            decide(closed, {"do": "outcome", "outcome": hand})
        found.update(hand["player"][:2])
        found.update(hand["banker"][:2])
    return found


RANK_LAW = dict.fromkeys(RANKS, 1)
