"""P14: generated outcomes are fair, and unfair ones are caught."""

import secrets
from collections import Counter
from math import sqrt
from typing import Any

import pytest

from rackcard.chance import RANKS
from rackcard.table import service as services
from rackcard.table.core import decide
from rackcard.table.fold import apply
from rackcard.table.model import Event, Refusal
from rackcard.table.service import generate
from tests.table_world import fresh

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def is_fair(counts: Counter[Any], law: dict[Any, int]) -> bool:
    """Chi-square within seven standard deviations of what chance does: one false alarm in millions of runs."""
    assert set(counts) <= set(law)
    total, weight = sum(counts.values()), sum(law.values())
    expected = {what: total * share / weight for what, share in law.items()}
    chi = sum((counts[what] - mean) ** 2 / mean for what, mean in expected.items())
    free = len(law) - 1
    return abs(chi - free) < 7 * sqrt(2 * free)


ROLLS = {(a, b): 1 for a in range(1, 7) for b in range(1, 7)}


def test_p14_generated_dice_are_fair() -> None:
    table = fresh("craps")
    assert is_fair(Counter(tuple(generate(table)) for _ in range(1_000_000)), ROLLS)


def test_p14_dice_by_modulo_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a byte modulo six favours the low faces by one part in 256."""
    stream = iter(secrets.token_bytes(2_000_000))
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: next(stream) % most)
    table = fresh("craps")
    assert not is_fair(Counter(tuple(generate(table)) for _ in range(1_000_000)), ROLLS)


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_p14_generated_spins_are_fair(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = fresh("roulette", {"card": "roulette", "options": {"wheel": wheel}})
    law = {pocket: 1 for pocket, weight in table.offerings[1].card.chance({"wheel": wheel}).law().items() if weight}
    assert len(law) == (37 if wheel == "single-zero" else 38)
    assert is_fair(Counter(generate(table) for _ in range(20_000)), law)
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: min(secrets.choice(range(most + 1)), most - 1))
    assert not is_fair(Counter(generate(table) for _ in range(20_000)), law)


def test_p14_generated_cards_are_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first four cards of a hand: every rank alike; every hand is one that the rules deal."""
    table = fresh("baccarat")
    closed = apply(table, Event("betting-closed", {}))

    def ranks() -> Counter[str]:
        hands = [generate(table) for _ in range(8_000)]
        for hand in hands[:300]:
            decide(closed, {"do": "outcome", "outcome": hand})
        return Counter(card for hand in hands for side in hand.values() for card in side[:2])

    law = dict.fromkeys(RANKS, 1)
    assert is_fair(ranks(), law)
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: secrets.choice(range(most)) * 9 // 10)
    assert not is_fair(ranks(), law)


def test_p14_a_generated_spin_is_one_that_every_card_of_the_table_takes() -> None:
    """Two cards with two wheels: the machine must not spin what the table then refuses."""
    cards = [{"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}]
    try:
        table = fresh("roulette", *cards)
    except Refusal:
        return
    closed = apply(table, Event("betting-closed", {}))
    for pocket in {generate(table) for _ in range(2000)}:
        decide(closed, {"do": "outcome", "outcome": pocket})
