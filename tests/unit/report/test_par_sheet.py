"""The PAR sheet: the filed configuration first, every figure of it exact in the appendix, nothing repeated."""

import io
import re
from fractions import Fraction

import pytest
from pypdf import PdfReader

from rackcard import loads
from rackcard.card.catalogue import card_ids
from rackcard.number import percent
from rackcard.report.charts.sheet_charts import length_chart
from rackcard.report.documents.content import Fractions, PrintedTable
from rackcard.report.documents.exact_values import grouped_fraction, once
from rackcard.report.documents.filed import filed
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.figures import Length
from rackcard.report.printing import pages_of, printed
from rackcard.report.request import house_orders, order
from rackcard.wording import par_sheet as wording
from tests.support.house_rules import fern
from tests.support.house_rules import rules as house
from tests.support.printed import DATE, card_of, squeezed
from tests.support.sample import sampled_cards

pytestmark = pytest.mark.slow

PAGES_MAX = {"craps": 7, "roulette": 4, "repeater-bets-plus": 6, "sic-bo": 6}
"""Sheets of many wagers are still read."""


def lines(made: bytes) -> list[str]:
    return [line for page in PdfReader(io.BytesIO(made)).pages for line in page.extract_text().splitlines()]


@pytest.mark.parametrize("card", sampled_cards())
def test_every_filed_figure_is_exact_in_the_appendix(card: str) -> None:
    ordered = order(card_of(card), date=DATE)
    blocks = par_sheet(ordered).sides[0]
    exact = {row[2] for block in blocks if isinstance(block, Fractions) for row in block.rows}
    short = " ".join(
        str(cell) for block in blocks if isinstance(block, PrintedTable) for row in block.rows for cell in row.cells
    )
    for sheet in filed(ordered):
        for value in (sheet.first.house_edge, sheet.first.hit, *(o.probability for o in sheet.first.outcomes)):
            if value is not None:
                assert str(value).replace("-", "−") in exact or grouped_fraction(value) in short, (sheet.name, value)
        for entry in sheet.entries:
            assert entry.house_edge is None or percent(entry.house_edge) in short


@pytest.mark.parametrize("card", ["craps", "repeater-bets-plus", "dice-works"])
def test_a_sheet_is_no_longer_than_it_must_be_and_breaks_no_group(card: str) -> None:
    made = printed(card_of(card), "par-sheet", date=DATE)
    assert len(PdfReader(io.BytesIO(made)).pages) <= PAGES_MAX.get(card, 6)
    long = [line for line in lines(made) if re.fullmatch(r"[−0-9 \u2009]+( ?[0-9]+ digits)?", line) and len(line) > 40]
    for line in long:
        groups = re.sub(r" ?[0-9]+ digits$", "", line).replace("−", "").split()
        assert all(len(group) == 3 for group in groups[1:]), line
    if card == "dice-works":
        assert long
        text = re.sub(r"\s[0-9]+ digits", "", "\n".join(lines(made)))
        edge = card_of(card).odds(table=1)["all-lows"].house_edge
        assert edge is not None
        assert str(abs(edge.numerator)) in squeezed(text)


@pytest.mark.parametrize("card", card_ids())
def test_what_is_filed_is_each_wager_once(card: str) -> None:
    found = filed(order(card_of(card)))
    places = [(sheet.first.terms.wager) for sheet in found]
    assert len(places) == len(set(places))
    first: dict[str, str] = {}
    for terms in card_of(card).terms():
        first.setdefault(terms.group, terms.table)
    assert all(first[sheet.first.terms.group] == sheet.first.terms.table for sheet in found)


def test_house_rules_are_what_is_filed() -> None:
    for ordered in house_orders(house(fern()), date=DATE):
        if ordered.card.id == "super-shooter":
            assert {s.first.terms.group: s.first.terms.table for s in filed(ordered)} == {
                "little": "2", "big": "2", "all": "3"
            }  # fmt: skip
            page = pages_of(ordered, "par-sheet", "html")[0].decode()
            assert "$5 to $500 on each wager" in page
            assert "shared in proportion" in page


def test_the_filed_table_is_marked_and_other_tables_and_readings_come_after_it() -> None:
    page = printed(card_of("dice-works"), "par-sheet", "html", date=DATE).decode()
    assert page.index("Filed wagers") < page.index("Pay tables of the document") < page.index("Reading: ends")
    assert page.count('class="filed player"') == 2
    assert "favour" not in page.lower()
    assert ".txt" not in page


def test_the_player_edge_is_set_off() -> None:
    page = printed(card_of("dice-works"), "par-sheet", "html", date=DATE).decode()
    assert "The player has the edge." in page
    assert '<div class="player">' in page
    assert "−102.97%" in page


def test_methods_have_names_that_a_reader_knows() -> None:
    page = printed(card_of("cash-out-craps"), "par-sheet", "html", date=DATE).decode()
    assert "State by state." in page
    assert "chain" not in page.split("<main>")[1]


def test_equal_values_stand_once() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    rows = list(once([("House edge", half), ("P(loses)", third), ("Hit", half)]))
    assert rows == [
        ("House edge, Hit", "0.500 000 000 000", "1/2"),
        ("P(loses)", "0.333 333 333 333", "1/3"),
    ]


def test_pays_too_large_and_too_fine_for_the_law_of_the_hold_are_said_so() -> None:
    card = loads("""
card: fine-pays
title: Fine Pays
about: a large pay beside one of a small step
game: baccarat
chance: a shoe of 8 decks
source: an example
wagers:
  first: {wins: tie, pays: 8 to 1}
  fine:
    pays:
    - {when: tie, pays: 3.01 to 1}
    - {when: player wins, pays: 250 to 1}
""")
    assert wording.HOLD_TOO_FINE in printed(card, "par-sheet", "html").decode()
    assert printed(card, "math-report", "html")


def test_a_hold_that_is_nothing_in_every_run_is_drawn() -> None:
    card = loads("""
card: nothing-held
title: Nothing Held
about: a stake that comes back almost always
game: roulette
chance: a double-zero wheel
source: an example
ends: after 100 spins
wagers:
  first: {wins: the number is red, pays: 1 to 1}
  third: {wins: the number is in dozen 3, pays: 1 for 1}
""")
    assert printed(card, "par-sheet", "html")


def test_best_play_without_a_decision_has_no_chart() -> None:
    card = loads("""
card: no-decision
title: No Decision
about: offers that no roll can bring
game: craps
source: an example
ends: 8 or 6 not made
wagers:
  low:
    counts: different points made
    pays: {3: 112 to 1, 4: push, 5: 3 to 1, 6: 5 to 4}
    cash out: at any pay
    take back: after any roll, below the first pay
""")
    assert printed(card, "par-sheet", "html")


def test_a_wager_that_always_stands_long_has_its_lengths_drawn() -> None:
    """The first sixty lengths are impossible: what is drawn begins with the first that is not."""
    found = Length((*[Fraction(0)] * 79, Fraction(3, 4), Fraction(1, 4)))
    drawn, *_ = length_chart(found, "roll")
    assert ">80<" in drawn
    assert ">1<" not in drawn
