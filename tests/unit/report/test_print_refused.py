"""What cannot be printed, and text that means harm."""

import io
import re

import pytest
from pypdf import PdfReader

from rackcard.api import RackCard, loads
from rackcard.card import OptionError
from rackcard.report.printing import DOCUMENTS, PrintError, printed
from tests.support.hostile_cards import HOSTILE, hostile_card
from tests.support.printed import DATE, card_of, squeezed

# ---- what cannot be printed


def long_card(wagers: int, words: str = "") -> RackCard:
    lines = "\n".join(
        f"  w-{number}: {{name: '{words} Number {number}', wins: 8 rolled {number % 30 + 1} times, pays: 30 to 1}}"
        for number in range(wagers)
    )
    head = "card: long\ntitle: Long\nabout: Long.\ngame: craps\nsource: ours\nends: any seven\nwagers:\n"
    return loads(head + lines)


@pytest.mark.slow
def test_a_card_with_many_wagers_runs_over_to_other_sides() -> None:
    assert len(PdfReader(io.BytesIO(printed(long_card(40, "Of many")))).pages) > 2


@pytest.mark.slow
def test_a_name_that_fills_a_side_is_refused_with_what_would_do() -> None:
    card = long_card(2, "A name so long that nobody would print it on a layout which" + " goes on and on" * 200)
    with pytest.raises(
        PrintError, match=r"Long does not fit the rack-card on rack: .* the front takes \d+ % of its space"
    ):
        printed(card)


def test_a_card_with_nothing_to_bet_is_refused() -> None:
    with pytest.raises(PrintError, match="Baccarat Extras has no wager that can be bet: no pay is posted"):
        printed(card_of("baccarat-extras"))


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ({"date": "15.11.2026"}, "15.11.2026 is not a date; expected year-month-day"),
        ({"date": "2026-02-30"}, "2026-02-30 is not a date"),
        ({"limits": "500-5"}, "500-5 are not table limits; the minimum bet must be greater than zero"),
        ({"limits": "a-b"}, "a-b are not table limits; expected the minimum and maximum bet, as in 5-500"),
        ({"limits": "5-500-5000"}, "5-500-5000 are not table limits"),
        ({"limits": "5-1,00"}, "5-1,00 are not table limits"),
        ({"limits": "5-500", "payout": "lots"}, "lots is not a maximum payout; expected an amount in dollars"),
        ({"limits": "5-500", "payout": "2"}, "the maximum payout must be at least the minimum bet ($5.00)"),
        ({"payout": "500"}, "a maximum payout needs table limits"),
        ({"house": "x" * 61}, "plain text of at most 60 characters"),
        ({"house": "a\x00b"}, "plain text of at most 60 characters"),
        ({"paper": "letter"}, "the rack-card is not printed on letter; expected one of: rack, a5"),
        ({"to": "xlsx"}, "only the par-sheet can be a workbook"),
        ({"to": "doc"}, "documents are not printed to doc; expected one of: pdf"),
        ({"what": "review", "table": "1"}, "a review covers the whole card"),
        ({"house": "Tiger 虎"}, "is not in the fonts"),
        ({"house": "to\u202e1"}, "plain text"),
        ({"what": "poster"}, "there is no document poster; expected one of: rack-card"),
        ({"to": "png", "page": 3}, "there is no page 3; this document has 2 pages"),
    ],
)
def test_what_cannot_be_printed_says_what_would_do(given: dict[str, str], cause: str) -> None:
    with pytest.raises(PrintError, match=re.escape(cause)):
        printed(card_of("super-shooter"), **given)  # type: ignore[arg-type]


def test_what_the_card_does_not_have_is_listed() -> None:
    with pytest.raises(OptionError, match="has no pay table 9; expected one of: 1, 2, 3"):
        printed(card_of("super-shooter"), table=9)
    with pytest.raises(OptionError, match="has no wager nine; expected one of: little, big, all"):
        printed(card_of("super-shooter"), wagers=("nine",))


# ---- a card's text is text


@pytest.mark.slow
@pytest.mark.parametrize("what", DOCUMENTS)
def test_hostile_text_is_printed_as_it_stands(what: str) -> None:
    card = hostile_card()
    made = printed(card, what, house=HOSTILE[:60], date=DATE)  # type: ignore[arg-type]
    text = squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages))
    assert squeezed(HOSTILE) in text
    page = printed(card, what, "html", house=HOSTILE[:60]).decode()  # type: ignore[arg-type]
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search(r"(src|href)=", page)
