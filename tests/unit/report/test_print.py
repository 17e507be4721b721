"""Printed documents say what the program finds, read back from the PDF."""

import io
import re
from itertools import pairwise

import pytest
from pypdf import PdfReader

from rackcard.card import card_ids
from rackcard.number import percent
from rackcard.report.documents.content import Conclusion, Document, Fractions, PrintedTable, Row, minus
from rackcard.report.documents.review_report import review_report
from rackcard.report.printing import DOCUMENTS, printed
from rackcard.report.request import order
from rackcard.report.review import gathered, together
from rackcard.report.writers.typst import typeset
from rackcard.wording.findings import GRADES, summary
from tests.support.command import command
from tests.support.printed import DATE, card_of, pages, squeezed
from tests.support.sample import sampled_cards

pytestmark = pytest.mark.slow

# ---- what the documents say


def test_every_filed_pay_of_a_ladder_stands_on_its_page() -> None:
    card = card_of("cash-out-craps")
    page = printed(card, "par-sheet", "html", table=1).decode()
    terms = next(terms for terms in card.terms() if terms.table == "1")
    for pay in (
        *(offer.pay for offer in terms.offers if offer.kind == "cash out"),
        *(line.pay for line in terms.lines),
    ):
        assert f">{pay}</td>" in page


@pytest.mark.parametrize("card", sampled_cards())
def test_every_edge_of_a_review_is_exact_in_its_appendix_once(card: str) -> None:
    blocks = review_report(order(card_of(card))).sides[0]
    exact = [row[2] for block in blocks if isinstance(block, Fractions) for row in block.rows]
    assert len(exact) == len(set(exact))
    edges = {price.edge for finding in card_of(card).review() for price in finding.prices if price.edge is not None}
    assert {minus(str(edge)) for edge in edges} <= set(exact)


def test_screen_and_paper_count_findings_alike() -> None:
    for card in ("dice-works", "parlay-craps-with-envy", "repeater-bets-plus"):
        groups = gathered(card_of(card).review())
        said = summary((grade, sum(group[0].grade == grade for group in groups)) for grade in GRADES)
        assert f"{said}." in command("review", card).stdout
        verdict = next(block for block in review_report(order(card_of(card))).sides[0] if isinstance(block, Conclusion))
        assert verdict.lines[0] == said
    assert "3 wagers at 2 pay tables" in command("review", "dice-works").stdout


def test_a_fraction_longer_than_a_page_is_printed_whole() -> None:
    long = Row(("A", "1 %"), "7" * 12_000)
    made = Document("review", "Long", "Review", ((PrintedTable(("For", "Edge"), (long, long)),),), "foot", "", "")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(typeset(made, "letter", "pdf")[0])).pages)
    assert text.count("7") == 24_000


@pytest.mark.parametrize("what", ["par-sheet", "review"])
def test_a_sheet_has_one_minus_sign(what: str) -> None:
    page = printed(card_of("dice-works"), what, "html").decode()  # type: ignore[arg-type]
    assert "−" in page
    assert not re.search(r"[>=] ?-[0-9]", page.split("<main>")[1])


@pytest.mark.parametrize("what", DOCUMENTS)
def test_headings_of_a_page_skip_no_level(what: str) -> None:
    page = printed(card_of("repeater-bets-plus"), what, "html").decode()  # type: ignore[arg-type]
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


@pytest.mark.parametrize(
    "card", [card for card in card_ids() if any(terms.is_posted for terms in card_of(card).terms())]
)
def test_the_strategy_card_has_the_edge_that_the_odds_find(card: str) -> None:
    side = "".join(pages(card, "strategy-card"))
    assert "ruletoremember" in side.lower()
    first: dict[str, str] = {}
    for entry in card_of(card).odds().wagers:
        shown = first.setdefault(entry.terms.group, entry.terms.table)
        if entry.play in ("none", "best") and entry.house_edge is not None and entry.terms.table == shown:
            edge = entry.house_edge
            offered = any(terms.offers for terms in card_of(card).terms())
            if entry.play == "best" or not offered:
                assert any(squeezed(percent(edge, places)) in side for places in (3, 4)), entry.terms.wager


@pytest.mark.parametrize("card", sampled_cards())
def test_the_review_report_has_every_finding_with_every_price(card: str) -> None:
    text = "".join(pages(card, "review", "letter"))
    for group in gathered(card_of(card).review()):
        assert squeezed(together(group))[:60] in text, together(group)
        for finding in group:
            if len(group) > 1:
                assert finding.subject is not None
                assert squeezed(finding.subject.title) in text
            for price in finding.prices:
                assert price.edge is None or squeezed(percent(price.edge)) in text
    for entry in card_of(card).odds(readings=True).wagers:
        assert entry.house_edge is None or squeezed(percent(entry.house_edge)) in text


def test_a_review_says_once_what_holds_for_many_wagers() -> None:
    groups = gathered(card_of("repeater-bets-plus").review())
    told = [together(group) for group in groups]
    assert "Skill changes the house edge of 11 wagers." in told
    assert "After the envy bonus the house loses on 9 wagers (surrender-envy: yes)." in told
    lost = next(group for group in groups if together(group).startswith("After the envy bonus the house loses"))
    assert {finding.grade for finding in lost} == {"warning"}
    assert all(price.edge < 0 for finding in lost for price in finding.prices if price.after_envy and price.edge)
    assert len(told) < 8


@pytest.mark.parametrize("card", card_ids())
def test_findings_are_sentences_with_plain_numbers(card: str) -> None:
    for finding in card_of(card).review():
        assert not re.search(r"[0-9]e[+-]?[0-9]", finding.sentence), finding.sentence


def test_a_long_fair_pay_is_told_in_full_with_its_thousands() -> None:
    found = [one.sentence for one in card_of("parlay-craps-with-envy").review() if one.code == "not-posted"]
    assert any(re.search(r"the fair pay is [0-9]+,[0-9]{3}\.[0-9] to 1", sentence) for sentence in found), found


@pytest.mark.parametrize("what", ["par-sheet", "review"])
def test_every_page_of_a_sheet_is_numbered_and_dated(what: str) -> None:
    sheets = pages("repeater-bets-plus", what)
    assert len(sheets) > 2
    for number, text in enumerate(sheets, start=1):
        assert f"{DATE}page{number}of{len(sheets)}" in text


def test_without_a_date_a_document_says_so_and_asks_no_clock() -> None:
    for what in DOCUMENTS:
        reader = PdfReader(io.BytesIO(printed(card_of("super-shooter"), what)))
        assert "undated" in "".join(page.extract_text() for page in reader.pages)
        assert reader.metadata is not None
        assert reader.metadata.creation_date is None
        dated = PdfReader(io.BytesIO(printed(card_of("super-shooter"), what, date=DATE)))
        assert dated.metadata is not None
        assert dated.metadata.creation_date is not None
        assert dated.metadata.creation_date.date().isoformat() == DATE


def test_a_wager_and_table_asked_for_are_all_that_is_printed() -> None:
    card = card_of("super-shooter")
    text = squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(
        printed(card, "par-sheet", table=2, wagers=("little",)))).pages))  # fmt: skip
    assert "Little,paytable2" in text
    assert "Little,paytable1" not in text
    assert "Big,paytable" not in text
    assert "1687/21736" in text


def test_options_change_what_is_printed() -> None:
    card = card_of("repeater-bets-plus")
    without = printed(card, "rack-card", "html", options={"surrender": "no"}).decode()
    assert "Surrender if you like." in printed(card, "rack-card", "html").decode()
    assert "Surrender" not in without.split("<footer>")[0].replace("with Surrender", "")


def test_what_else_must_be_up_is_named_as_on_its_own_card() -> None:
    required = {"line-bet-required": "yes", "several": "yes", "partial": "yes", "come-out": "off"}
    page = printed(card_of("cash-out-craps"), "rack-card", "html", options=required).decode()
    assert "You must also have a bet on Pass or Don’t Pass (craps)." in page
    assert "several separate bets" in page
    assert "part of a bet" in page
    assert "works only while a point is on" in page
