"""P14: generated outcomes are fair, and unfair ones are caught."""

import secrets
from collections import Counter
from collections.abc import Callable
from itertools import chain, product
from random import Random
from typing import Any

import pytest

from rackcard.table import service as services
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BettingClosed
from rackcard.table.decide import decide
from rackcard.table.service import generate
from rackcard.table.state import Refusal
from tests.support.fairness import RANK_LAW, ROLLS, dice, is_fair, ranks, spins
from tests.support.table_world import fresh

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]
WHEELS = ("single-zero", "double-zero")


class Unfair(Random):
    """Randomness whose whole numbers below a bound come from elsewhere."""

    def __init__(self, below: Callable[[int], int]) -> None:
        super().__init__()
        self.below = below

    def _randbelow(self, n: int) -> int:
        return self.below(n)


def test_p14_generated_dice_are_fair() -> None:
    assert is_fair(dice(200_000), ROLLS)


def test_p14_dice_by_modulo_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a byte modulo six favors the low faces by one part in 256.

    Every pair of bytes comes as often as in a million rolls.
    """
    stream = chain.from_iterable(product(range(256), repeat=2))
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: next(stream) % most))
    each = dice(256**2)
    assert not is_fair(Counter({roll: 16 * times for roll, times in each.items()}), ROLLS)


@pytest.mark.parametrize("wheel", WHEELS)
def test_p14_generated_spins_are_fair(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_fair(*spins(wheel, 20_000))
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: min(secrets.choice(range(most + 1)), most - 1)))
    assert not is_fair(*spins(wheel, 20_000))


def test_p14_generated_cards_are_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_fair(ranks(8_000), RANK_LAW)
    monkeypatch.setattr(services, "RANDOM", Unfair(lambda most: secrets.choice(range(most)) * 9 // 10))
    assert not is_fair(ranks(8_000), RANK_LAW)


def test_p14_a_generated_spin_is_one_that_every_card_of_the_table_takes() -> None:
    """Two cards with two wheels: the machine must not spin what the table then refuses."""
    cards: list[dict[str, Any]] = [
        {"card": "roulette"},
        {"card": "straights-and-8s", "options": {"wheel": "single-zero"}},
    ]
    try:
        table = fresh("roulette", *cards)
    except Refusal:
        return
    closed = apply(table, BettingClosed())
    for pocket in {generate(table) for _ in range(2000)}:
        decide(closed, {"do": "outcome", "outcome": pocket})
