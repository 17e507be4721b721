"""A wager whose only line turns into another: what every document says of it, in every kind of file."""

import io
from dataclasses import replace
from functools import cache

import pytest
from openpyxl import load_workbook

from rackcard.api import RackCard, loads
from rackcard.house import BetLimits
from rackcard.report import figures
from rackcard.report.documents.content import PrintedTable, Row
from rackcard.report.documents.rules_of_play import rules_of_play
from rackcard.report.printing import What, printed
from rackcard.report.request import order
from rackcard.report.writers.html import web_page
from tests.support.printed import DATE, document_text

CARD = """card: turned
title: Turned
about: Red, and then red twice.
source: tests
game: roulette
chance: a single-zero wheel
ends: after 1 spin
wagers:
  first: {name: First, pays: [{when: the number is red, turns into: two}]}
  two: {name: Two, opens: never, ends: after 2 spins, wins: the number is red 2 times, pays: 7 to 1}
"""


@cache
def turned() -> RackCard:
    return loads(CARD)


@pytest.mark.parametrize("what", ["rack-card", "rules-of-play", "par-sheet", "dealer-procedures", "math-report"])
def test_every_document_of_it_is_a_web_page(what: What) -> None:
    assert printed(turned(), what, "html", date=DATE).startswith(b"<!doctype html>")


def test_rules_of_play_say_what_it_becomes_and_what_that_pays() -> None:
    text = document_text(rules_of_play(order(turned(), date=DATE)))
    assert "the ball lands on red: it becomes the wager Two." in text
    assert "The wager wins when the ball lands on red." not in text
    assert text.count("shall be placed in its betting area") == 1, "nobody places what another wager becomes"
    assert "Two | Wins | 7 to 1 | at once | $80" in text
    assert "First | Pays 7 to 1 | $10: $80" in text, "an example runs on to the end of what it has become"


def test_a_table_without_columns_is_left_out_of_a_web_page() -> None:
    table = PrintedTable((), (Row(()),), note="No wager pays.")
    page = web_page(replace(rules_of_play(order(turned(), date=DATE)), sides=((table,),)))
    assert "No wager pays." in page
    assert "<table>" not in page.partition("</head>")[2]


def test_the_house_is_exposed_to_the_pay_of_what_it_becomes() -> None:
    entry = turned().odds()["first"]
    assert figures.exposure(entry, BetLimits(500, 10_000)).net == 7
    assert [result.label for result in figures.results_of(entry)].count("wins") == 1


def test_its_par_sheet_is_a_workbook_with_the_pay_of_what_it_becomes() -> None:
    book = load_workbook(io.BytesIO(printed(turned(), "par-sheet", "xlsx", limits="5-500")))
    page = book["Pays"]
    assert 7 in [page.cell(row, 5).value for row in range(1, page.max_row + 1)]
