"""Rules of play and dealer procedures of every card: numbered, defined before use, and in whole sentences."""

import io
import re
from collections.abc import Iterator
from itertools import islice

import pytest
from pypdf import PdfReader

from rackcard.card import card_ids, load, loads
from rackcard.report.documents.content import Block, Clause, Document, Heading, Para, PrintedTable, Strip
from rackcard.report.documents.dealer_procedures import dealer_procedures
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.documents.rules_of_play import rules_of_play
from rackcard.report.printing import pages_of
from rackcard.report.request import Order, house_orders, order
from tests.support.house_rules import EACH, fern, rules
from tests.support.phrase_cards import NAMES, text_of
from tests.support.printed import card_of, document_text
from tests.support.sample import sampled_cards

pytestmark = pytest.mark.slow

MAKERS = (rules_of_play, dealer_procedures)
DEFINED = ("Count", "Round", "Marked", "Envy", "Surrender")
ODD = re.compile(r"\bNone\b(?! of them)|[{}]|  |\.\.|;\.| \.|,,|\ba [aeiou]\w*(?<!\bone)\b wager|wager wager|<")
"""What no sentence has in it."""


def all_blocks(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Clause):
            yield from all_blocks(block.below)


def sentences(document: Document) -> Iterator[str]:
    """Everything that a document says in sentences."""
    for block in all_blocks(document.sides[0]):
        match block:
            case Para(text) if not block.small:
                yield text
            case Clause():
                yield block.text if not block.lead else f"{block.lead} {block.text}".strip()
                yield from block.items
            case Strip() if block.note:
                yield block.note
            case _:
                pass


def check(document: Document) -> None:
    """Whole sentences, numbers in order, terms defined."""
    said = list(sentences(document))
    for text in said:
        assert not ODD.search(text), text
        assert text[-1] in ".:;”", text
        assert text[0].isupper() or text[0].isdigit() or text[0] in "“(" or text[-1] in ";.", text
    section, clause = 0, 0
    for block in document.sides[0]:
        if isinstance(block, Heading) and block.number:
            section, clause = section + 1, 0
            assert block.number == str(section)
        if isinstance(block, Clause):
            clause += 1
            assert block.number == f"{section}.{clause}"
    if document.what == "rules-of-play":
        leads = {block.lead for block in document.sides[0] if isinstance(block, Clause)}
        for term in DEFINED:
            used = (text.replace(document.title, "") for text in said if not text.startswith("“"))
            if any(re.search(rf"(?<!“)\b{term}\b", text) for text in used):
                assert f"“{term}”" in leads, term


@pytest.mark.parametrize("card_id", card_ids())
def test_every_card_has_rules_and_procedures_in_whole_sentences(card_id: str) -> None:
    ordered = order(load(card_id), date="2026-11-15")
    for make in MAKERS:
        document = make(ordered)
        check(document)
        assert len(document.sides[0]) > 1


@pytest.mark.parametrize("card_id", card_ids())
def test_rules_and_procedures_follow_the_options(card_id: str) -> None:
    card = load(card_id)
    for options in islice(card.different_combinations(), 1, 5):
        ordered = order(card, options=options)
        for make in MAKERS:
            check(make(ordered))


@pytest.mark.parametrize("name", NAMES)
def test_every_phrase_has_rules_and_procedures_in_whole_sentences(name: str) -> None:
    ordered = order(loads(text_of(name)))
    for make in MAKERS:
        check(make(ordered))


@pytest.mark.parametrize("card_id", sampled_cards())
def test_every_card_is_set_on_paper(card_id: str) -> None:
    ordered = order(load(card_id), date="2026-11-15")
    for what in ("rules-of-play", "dealer-procedures"):
        (made,) = pages_of(ordered, what, "pdf")
        pages = PdfReader(io.BytesIO(made)).pages
        assert all(len(page.extract_text()) > 200 for page in pages)


def tables(document: Document) -> list[PrintedTable]:
    return [block for block in all_blocks(document.sides[0]) if isinstance(block, PrintedTable)]


def test_payouts_say_what_ten_dollars_receive() -> None:
    document = rules_of_play(order(load("cash-out-craps"), table="1"))
    pays = tables(document)[0]
    assert pays.columns == ("Result", "Odds", "Paid", "A $10 wager receives")
    assert [row.cells[1:] for row in pays.rows] == [
        ("1 to 1", "on request", "$20"), ("2 to 1", "on request", "$30"), ("3 to 1", "on request", "$40"),
        ("5 to 1", "on request", "$60"), ("10 to 1", "on request", "$110"), ("30 to 1", "on request", "$310"),
        ("100 to 1", "at once", "$1,010"),
    ]  # fmt: skip


def test_examples_show_a_cash_out_a_win_a_loss_a_return_and_a_come_out_seven() -> None:
    document = rules_of_play(order(load("cash-out-craps"), table="1"))
    shown = {
        block.lead: strip
        for block in document.sides[0] if isinstance(block, Clause)
        for strip in block.below if isinstance(strip, Strip)
    }  # fmt: skip
    assert list(shown) == [
        "A win by cashing out.", "A win without a request.", "A wager asked back.", "A loss.",
        "A 7 on the come-out roll.",
    ]  # fmt: skip
    assert dict(shown["A win by cashing out."].rows)["$10 is worth"][-1] == "$40"
    assert shown["A win by cashing out."].note.endswith("the dealer pays $30 and returns the $10.")


def options_of(options: dict[str, str]) -> str:
    return " ".join(sentences(rules_of_play(order(load("cash-out-craps"), options=options))))


def test_options_change_the_rules() -> None:
    plain = options_of({})
    assert "A wager may be cashed out only as a whole." in plain
    assert "A total of 7 on a come-out roll is treated as on any other roll: the wager loses." in plain
    off = options_of({"come-out": "off", "partial": "yes", "take-back": "no", "line-bet-required": "yes"})
    assert "A wager is on only while a point is on." in off
    assert "A player may cash out part of a wager" in off
    assert "ask for the wager back" not in off
    assert "only by a player who has a Pass or Don't Pass wager in play" in off


def house(payout: str, card: str) -> Order:
    return next(one for one in house_orders(rules(fern(payout)), date="2026-11-15") if one.card.id == card)


def test_the_house_sets_limits_and_payout_limit() -> None:
    shared, each = (
        " ".join(sentences(rules_of_play(house(payout, "super-shooter"))))
        for payout in ("$50,000 for each outcome, shared by all winners", EACH)
    )
    assert "Each wager shall be at least $5 and at most $500." in shared
    assert "shall together not exceed $50,000" in shared
    assert "The winnings on one wager shall not exceed $50,000" in each
    assert "rounded up" in shared


def test_a_house_with_mixed_pay_tables_has_one_table_of_payouts() -> None:
    document = rules_of_play(house(EACH, "super-shooter"))
    rows = {row.cells[0]: row.cells for row in tables(document)[0].rows}
    assert rows["Little"][2:] == ("34 to 1", "at once", "1 to 1", "$350")
    assert rows["All"][2:] == ("175 to 1", "at once", "5 to 1", "$1,760")


@pytest.mark.parametrize("payout", ["$50,000 for each outcome, shared by all winners", EACH])
def test_house_rules_have_rules_and_procedures_in_whole_sentences(payout: str) -> None:
    for one in house_orders(rules(fern(payout)), date="2026-11-15"):
        for make in MAKERS:
            check(make(one))


def test_lists_have_serial_commas_on_these_sheets_only() -> None:
    made = order(load("straights-and-8s"))
    text = " ".join(sentences(rules_of_play(made)))
    assert "8, 18, and 28" in text
    assert "8, 18 and 28" not in text


def test_a_wager_that_is_off_when_it_is_decided_is_shown_as_returned() -> None:
    """Come odds that are off when their come bet loses go back, and the example says so."""
    document = rules_of_play(order(load("craps")))
    rows = next(table.rows for table in tables(document) if table.columns[0] == "Roll")
    shown = {(row.cells[3], row.cells[4]) for row in rows}
    assert ("Returned", "$10: $10") in shown
    assert not any(result == "Loses" and not amount.endswith("$0") for result, amount in shown)  # type: ignore[union-attr]


def test_pays_are_said_to_one_where_the_house_wants_them_so() -> None:
    ordered = order(load("repeater-bets-plus"), pays="to")
    for make in MAKERS:
        document = make(ordered)
        cells = [str(cell) for table in tables(document) for row in table.rows for cell in row.cells]
        text = " ".join((*sentences(document), *cells))
        assert "for 1" not in text
        assert "39 to 1" in text
    received = {row.cells[-1] for row in tables(rules_of_play(ordered))[1].rows}
    assert received >= {"$400", "$60"}


def test_a_wager_that_can_only_come_back_is_returned_and_never_wins() -> None:
    """En prison, on paper: one spin does not decide every bet, and a bet in prison pays nothing."""
    ordered = order(card_of("roulette"), options={"zero": "en-prison", "wheel": "single-zero"})
    said = document_text(rules_of_play(ordered))
    assert "it becomes the wager Odd in prison" in said
    assert "Odd in prison. | " in said
    assert "the ball lands on an odd number: the wager is returned." in said
    assert "Odd in prison | the ball lands on an odd number |" not in said
    front_and_back = document_text(rack_card(ordered))
    assert "One spin decides every bet." not in front_and_back
    assert "A bet that becomes another stays up for the next spin." in front_and_back


def test_pays_stand_in_their_order_where_the_payout_limit_cuts_them() -> None:
    ordered = order(card_of("cash-out-craps"), limits="1-5", payout="20")
    said = document_text(rules_of_play(ordered))
    places = [said.index(f"{count} different numbers rolled | ") for count in (7, 8, 9, 10)]
    assert places == sorted(places)
    assert "The payout limit of section 8 is applied to them." in said
    assert "applied to them" not in document_text(rules_of_play(order(card_of("cash-out-craps"))))


def test_a_short_example_says_that_the_payout_limit_cuts_it() -> None:
    said = document_text(rack_card(order(card_of("sic-bo"), limits="5-500", payout="20")))
    assert "wins $20 (payout limit)" in said
    assert "(payout limit)" not in document_text(rack_card(order(card_of("sic-bo"), limits="5-500")))
