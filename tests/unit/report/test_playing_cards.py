"""Reports of baccarat wagers that look at ranks and suits."""

import re
from fractions import Fraction

import pytest

from rackcard.api import RackCard, loads
from rackcard.machine import bets
from rackcard.report.prism import model_of

CARD = """
card: suits
title: Suits
about: Wagers that look at playing cards.
source: tests
game: baccarat
chance: a shoe of 6 decks
wagers:
  red: {wins: every card is red, pays: 30 to 1}
  half:
    pays:
      - {when: player starts with a suited pair, pays: 0.5 for 1}
      - {when: player wins, pays: 1 to 1}
  again:
    pays:
      - {when: every card is red, pays: 25 to 1}
      - {when: tie, turns into: again}
"""


@pytest.fixture(scope="module")
def card() -> RackCard:
    return loads(CARD)


def test_a_review_reads_lines_on_playing_cards(card: RackCard) -> None:
    """A line that gives part of the stake back, above one that wins, is looked at by its cards."""
    assert any("loses half" in finding.sentence for finding in card.review())


def test_a_model_has_the_law_of_playing_cards(card: RackCard) -> None:
    """The weights of a model's moves add up, and those of a single line are its exact odds."""
    texts = {bet.terms.wager: model_of(bet, card.chance()) for bet in bets(card)}
    shares = {name: [Fraction(one) for one in re.findall(r"([0-9]+/[0-9]+) :", text)] for name, text in texts.items()}
    assert [sum(parts) for parts in shares.values()] == [1, 1, 1]
    assert card.odds()["red"].hit in shares["red"]
