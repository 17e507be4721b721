"""Every figure of version 1 is what it was: prices as fractions, simulation counts for the same seed.

The shipped base cards grow; the texts of version 1 are kept and read to the same meaning, hash and figures.
"""

import pytest
from tools.freeze import COUNTS, ENGINES, PRICES, TEXTS, card_counts, card_prices, frozen_card, frozen_ids, read

from rackcard import card_ids
from rackcard.api import EngineName

CARDS = frozen_ids()


@pytest.mark.parametrize("card", CARDS)
def test_every_price_is_what_it_was(card: str) -> None:
    was, now = read(PRICES)[card], card_prices(frozen_card(card))
    assert (now["sha256"], now["combinations"]) == (was["sha256"], was["combinations"])
    assert list(now["prices"]) == list(was["prices"])
    for name, figures in was["prices"].items():
        assert now["prices"][name] == figures, name


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("card", CARDS)
def test_every_simulation_count_is_what_it_was(card: str, engine: EngineName) -> None:
    assert card_counts(frozen_card(card), engine) == read(COUNTS)[card]


def test_no_card_is_missing() -> None:
    """A card that was shipped stays; a new one is added by ``python -m tools.freeze``."""
    assert set(read(PRICES)) == set(read(COUNTS)) == set(CARDS) == set(card_ids())


def test_the_texts_of_version_1_are_kept() -> None:
    assert len(list(TEXTS.glob("*.yaml"))) == 17
