"""The mathematical report: its simulation is that of the command, its bias that of other weights."""

from fractions import Fraction

import pytest

from rackcard.api import loads
from rackcard.number import percent
from rackcard.odds import Selection, price
from rackcard.report.documents.content import Heading, PrintedTable
from rackcard.report.documents.filed import filed
from rackcard.report.documents.math_report import ROUNDS, SEED, math_report
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.documents.sensitivity import biases
from rackcard.report.request import order
from rackcard.wording import math_report as wording
from tests.support.printed import card_of, document_text

pytestmark = pytest.mark.slow


def tables(card: str) -> dict[str, PrintedTable]:
    blocks = math_report(order(card_of(card))).sides[0]
    return {block.title: block for block in blocks if isinstance(block, PrintedTable)}


def test_every_part_stands_in_the_report_in_its_order() -> None:
    blocks = math_report(order(card_of("golden-dragon-baccarat"))).sides[0]
    heads = [block.text for block in blocks if isinstance(block, Heading) and block.text[0].isdigit()]
    assert heads == [
        wording.SCOPE, wording.ASSUMPTIONS, wording.DERIVATION, wording.CONTRIBUTION, wording.SIMULATION,
        wording.SENSITIVITY, wording.HOLD, wording.CONCLUSION,
    ]  # fmt: skip


def test_the_simulation_is_that_of_the_command_with_its_seed() -> None:
    found = tables("super-shooter")[wording.SIMULATED]
    made = card_of("super-shooter").simulate(rounds=ROUNDS, seed=SEED, engine="numpy", table=1)
    assert found.rows[0].cells[1] == percent(-made.wagers[0].mean)
    assert str(SEED) in found.note
    assert f"{ROUNDS:,}" in found.note


def test_a_bias_of_one_percent_is_priced_with_other_weights() -> None:
    card = card_of("super-shooter")
    made = biases(order(card), filed(order(card)))
    sevens = next(bias for bias in made if "1-6" in bias.names)
    assert set(sevens.names) == {"1-6", "2-5", "3-4"}
    weights = dict.fromkeys(sevens.names, Fraction(202, 100))
    other = price(card, Selection(chance=card.chance(card.settled()).weighted(weights)))
    assert sevens.edges["little"] == other["little"].house_edge
    fair = card.odds()["little"].house_edge
    assert fair is not None
    assert (sevens.edges["little"] or 0) > fair


def test_another_number_of_decks_is_in_the_report() -> None:
    found = tables("golden-dragon-baccarat")
    six = card_of("golden-dragon-baccarat").odds({"decks": "6"})["golden-dragon-7"].house_edge
    assert six is not None
    moved = next(table for title, table in found.items() if title.startswith("What the options"))
    assert any(row.cells[1] == "Golden Dragon 7" and row.cells[2] == percent(six) for row in moved.rows)


def test_a_wager_that_turns_into_another_has_words_for_its_method() -> None:
    prison = """\
card: prison
title: En Prison
about: A zero locks the bet up for a spin.
game: roulette
source: tests
chance: a single-zero wheel
ends: after 1 spin
wagers:
  red:
    pays: [{when: the number is red, pays: 1 to 1}, {when: the number is 0, turns into: held}]
  held:
    opens: never
    pays: [{when: the number is red, pays: push}, {when: the number is 0, turns into: held}]
"""
    ordered = order(loads(prison))
    said = [document_text(made(ordered)) for made in (math_report, par_sheet)]
    assert all("Stage by stage" in text for text in said)
