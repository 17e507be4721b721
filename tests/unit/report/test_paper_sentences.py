"""Sentences of papers that follow from a few facts of a card: how many, of which game, of what kind."""

import pytest

from rackcard.api import load, loads
from rackcard.report.documents.dealer_card import dealer_card
from rackcard.report.documents.dealer_procedures import dealer_procedures
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.request import order
from rackcard.report.writers.html import web_page
from rackcard.wording import findings
from tests.support.printed import document_text

TWO = """card: sides
title: Sides
about: Two sides and both.
game: craps
source: here
ends: any seven
wagers:
  small: {name: Small, wins: all of 2 3 4 5 6 rolled, pays: 34 to 1}
  tall: {name: Tall, wins: all of 8 9 10 11 12 rolled, pays: 34 to 1}
  both: {name: Both, wins: 'all of 2 3 4 5 6 rolled, and all of 8 9 10 11 12 rolled', pays: 175 to 1}
"""


def test_wagers_that_must_both_win() -> None:
    text = document_text(rack_card(order(loads(TWO))))
    assert "Small and Tall both win." in text
    assert "Each of" not in text


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("craps", "The point stays as the earlier results left it."),
        ("cash-out-craps", "The lammers and the point stay as the earlier results left them."),
    ],
)
def test_what_a_void_leaves(card: str, left: str) -> None:
    assert left in document_text(dealer_procedures(order(load(card))))


@pytest.mark.parametrize(("card", "unit"), [("craps", "roll"), ("roulette", "spin"), ("baccarat", "hand")])
def test_what_a_correction_leaves(card: str, unit: str) -> None:
    text = document_text(dealer_procedures(order(load(card))))
    made = f"Wagers made since the corrected {unit} stand if the right result allows them; the others are undone and"
    assert f"{made} returned. | After a correction. |" in text
    assert "with its reason and the name of the person who made it." in text


def test_terms_of_the_trade_on_a_par_sheet() -> None:
    text = document_text(par_sheet(order(load("super-shooter"))))
    for told in ("Maximum exposure per bet", "Highest hit rate", "exact distribution", "Return: includes the stake."):
        assert told in text
    for old in ("can cost", "Most often paid", "exact law", "counts the stake"):
        assert old not in text


def test_the_page_of_a_dealer_card_is_titled_by_its_name() -> None:
    assert "<title>Craps, Dealer card</title>" in web_page(dealer_card(order(load("craps"))))


def test_wins_that_may_be_taxed() -> None:
    for sentence in (findings.FINDINGS["tax-line"], findings.SEVERAL["tax-line"]):
        assert "may have to be reported for tax in the United States" in sentence
