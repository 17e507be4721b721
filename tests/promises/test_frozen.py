"""Every figure of version 1 is what it was: prices as fractions, simulation counts for the same seed."""

import pytest
from tools.freeze import COUNTS, ENGINES, PRICES, card_counts, card_prices, read

from rackcard import card_ids, load

CARDS = card_ids()


@pytest.mark.parametrize("card", CARDS)
def test_every_price_is_what_it_was(card: str) -> None:
    was, now = read(PRICES)[card], card_prices(load(card))
    assert (now["sha256"], now["combinations"]) == (was["sha256"], was["combinations"])
    assert list(now["prices"]) == list(was["prices"])
    for name, figures in was["prices"].items():
        assert now["prices"][name] == figures, name


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("card", CARDS)
def test_every_simulation_count_is_what_it_was(card: str, engine: str) -> None:
    assert card_counts(load(card), engine) == read(COUNTS)[card]


def test_no_card_is_missing() -> None:
    """A card that was shipped stays; a new one is added by ``python -m tools.freeze``."""
    assert set(read(PRICES)) == set(read(COUNTS)) == set(CARDS)
