"""Rack cards, dealer cards, signs and strategy cards: what they say, read back, and how their sides are filled."""

import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from rackcard.api import RackCard, loads
from rackcard.house.reader import load_house
from rackcard.number import Pay, decimal
from rackcard.report.documents.card_parts import LayoutDrawing
from rackcard.report.documents.content import ExampleBox, What
from rackcard.report.documents.layout_sheet import layout_sheet
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.offered import posted_wagers
from rackcard.report.printing import DOCUMENTS, PrintError, pages_of, printed
from rackcard.report.request import Order, house_orders, order
from tests.support.house_rules import MINE, fern, rules
from tests.support.printed import DATE, card_of, document_text, posted_cards, squeezed
from tests.support.sample import sampled_cards

pytestmark = pytest.mark.slow

OWN = Path(__file__).parents[2] / "inventors_cards"
ROWS = 450
"""The rows of a picture in which blank bands are looked for."""
CARDS = ("rack-card", "dealer-card", "strategy-card", "signage", "layout")


@cache
def own_card(name: str) -> RackCard:
    return loads((OWN / f"{name}.yaml").read_text(encoding="utf-8"))


def own_cards() -> list[str]:
    return sorted(path.stem for path in OWN.glob("*.yaml") if path.stem != "house")


def mixed_house() -> list[Order]:
    return house_orders(load_house(OWN / "house.yaml"), date=DATE)


def every_order() -> Iterator[tuple[str, Order]]:
    given = {"house": "The Silver Fern", "limits": "5-100", "payout": "50000", "date": DATE}
    for name in posted_cards():
        yield name, order(card_of(name), **given)  # type: ignore[arg-type]
    for name in own_cards():
        yield f"own {name}", order(own_card(name), **given)  # type: ignore[arg-type]
    for one in mixed_house():
        yield f"house {one.card.id}", one


ORDERS = dict(every_order())


@cache
def sides(name: str, what: str) -> tuple[str, ...]:
    made = pages_of(ORDERS[name], what, "pdf")[0]  # type: ignore[arg-type]
    return tuple(squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(made)).pages)


def shown(pay: Pay) -> str:
    """A pay as it is read back: a figure and its unit, or a word."""
    return squeezed(f"{decimal(pay.amount)}{pay.unit}{pay.per}") if pay.net > 0 else str(pay).capitalize()


@pytest.mark.parametrize("name", ORDERS)
def test_every_pay_stands_on_the_front(name: str) -> None:
    *fronts, back = sides(name, "rack-card")
    text = "".join(fronts)
    assert len(fronts) >= 1
    for terms in posted_wagers(ORDERS[name]):
        if terms.bundle:
            continue
        pays = [line.pay for line in terms.lines] + [offer.pay for offer in terms.offers if offer.kind != "take back"]
        for pay in pays:
            if pay is not None and pay.net >= 0:
                assert shown(pay) in text or (decimal(pay.amount) in text and f"pays{pay.unit}{pay.per}" in text), pay
    assert squeezed("See a floor supervisor for the full rules.") in back
    assert "card" + ORDERS[name].card.sha256[:8] in back


@pytest.mark.parametrize(
    ("name", "what"),
    [(name, what) for name in ORDERS for what in CARDS if what == "rack-card" or name in sampled_cards()],
)
def test_no_side_is_empty_and_nothing_runs_over_its_edge(name: str, what: str) -> None:
    """Read from the picture: the outermost strip bears the ground alone, and no blank band is a quarter of a side."""
    for page in pages_of(ORDERS[name], what, "png"):  # type: ignore[arg-type]
        picture = Image.open(io.BytesIO(page)).convert("L")
        width, height = picture.size
        edge = round(0.012 * width)
        for left in (0, width - edge):
            strip = picture.crop((left, 0, left + edge, height)).resize((edge, 200))
            rows = [strip.crop((0, y, edge, y + 1)).getextrema() for y in range(200)]
            assert all(bright - dark < 14 for dark, bright in rows), (name, what, left)
        if what == "layout":  # a drawing is as large as its scale makes it
            continue
        inner = picture.crop((round(0.09 * width), 0, round(0.91 * width), height)).resize((160, ROWS))
        marked = [0, *(y for y in range(ROWS) if _is_marked(inner, y)), ROWS]
        blank = max(after - before for before, after in pairwise(marked))
        assert blank / ROWS < 0.25, (name, what, blank / ROWS)


def _is_marked(picture: Image.Image, y: int) -> bool:
    dark, bright = picture.crop((0, y, picture.width, y + 1)).getextrema()
    return bool(bright - dark > 20)


def test_the_worked_example_of_a_ladder_is_told_in_money() -> None:
    made = rack_card(ORDERS["cash-out-craps"])
    box = next(block for block in made.sides[1] if isinstance(block, ExampleBox))
    assert box.heads == ("Roll", "Numbers", "Yours if you stop")
    assert [row.amount for row in box.rows] == ["$10 bet back"] * 4 + ["$20", "$30", "$40"]
    assert [(row.filled, row.note) for row in box.rows] == [
        (1, ""), (2, ""), (2, "repeat"), (3, ""), (4, ""), (5, ""), (6, ""),
    ]  # fmt: skip
    assert box.closing == 'You say "cash out": $30 at 3 to 1, plus your $10. Ride on instead, and any 7 takes it all.'


def test_pays_may_all_be_said_to() -> None:
    said = document_text(rack_card(order(card_of("repeater-bets-plus"), pays="to")))
    assert " for 1" not in said
    assert "pays to 1" in said
    assert "at 17 to 1, plus your $10." in said
    posted = document_text(rack_card(order(card_of("repeater-bets-plus"))))
    assert "pays for 1" in posted
    assert "40 for 1 = $40 back for every $1, your bet included" in posted


def test_a_card_that_players_beat_says_draft_across_every_side() -> None:
    pages = PdfReader(io.BytesIO(printed(card_of("dice-works")))).pages
    assert all("DRAFT" in page.extract_text() for page in pages)
    assert "DRAFT" not in PdfReader(io.BytesIO(printed(card_of("super-shooter")))).pages[0].extract_text()


@pytest.mark.parametrize(
    "what", ["rack-card", "strategy-card", "dealer-card", "signage", "layout", "rules-of-play", "dealer-procedures"]
)
def test_a_web_page_of_a_card_that_players_beat_says_draft(what: What) -> None:
    beaten = loads(MINE.replace("9 to 1", "19 to 1"))
    assert b"<b>DRAFT</b>" in printed(beaten, what, "html")
    assert b"<b>DRAFT</b>" not in printed(loads(MINE), what, "html")


def test_black_and_white_has_no_color() -> None:
    (front, _) = pages_of(ORDERS["treasure-of-the-5-dragons"], "rack-card", "png", gray=True)
    picture = Image.open(io.BytesIO(front)).convert("RGB").resize((80, 180))
    for at in range(80 * 180):
        red, green, blue = picture.getpixel((at % 80, at // 80))
        assert max(red, green, blue) - min(red, green, blue) < 4


def test_mixed_pay_tables_of_a_house_are_on_one_card() -> None:
    (shooter,) = (one for one in mixed_house() if one.card.id == "super-shooter")
    said = document_text(rack_card(shooter))
    for words in ("34 | to 1", "175 | to 1", "$5 to $100 a bet", "Little $5 to $25", "house rules"):
        assert words in said, words
    assert "30 | to 1" not in said


def test_a_layout_sheet_has_the_zone_with_its_distances() -> None:
    (drawing,) = (block for block in layout_sheet(ORDERS["cash-out-craps"]).sides[0])
    assert isinstance(drawing, LayoutDrawing)
    numbers, pays, spots, line = drawing.rows
    assert [item.text for item in numbers.items] == ["2", "3", "4", "5", "6", "8", "9", "10", "11", "12"]
    assert numbers.chain == "9 × 1.70 = 15.30"
    assert [item.pay.text for item in pays.items if item.pay] == [
        "1 to 1", "2 to 1", "3 to 1", "5 to 1", "10 to 1", "30 to 1", "100 to 1",
    ]  # fmt: skip
    assert [item.text for item in spots.items] == [str(seat) for seat in range(1, 9)]
    assert spots.chain == "7 × 2.10 = 14.70"
    assert line.items[0].text == "Any 7 and the bet loses"
    assert drawing.scale == 2
    for row in drawing.rows:
        for one in row.items:
            assert 0 <= one.x - one.width / 2 <= one.x + one.width / 2 <= drawing.width


def test_things_on_a_layout_do_not_touch() -> None:
    for name, ordered in ORDERS.items():
        (drawing,) = (block for block in layout_sheet(ordered).sides[0])
        assert isinstance(drawing, LayoutDrawing)
        for row in drawing.rows:
            for before, after in pairwise(row.items):
                assert before.x + before.width / 2 <= after.x - after.width / 2 + 1e-9, (name, before, after)
        for above, below in pairwise(drawing.rows):
            assert above.y + above.height / 2 <= below.y - below.height / 2, name


def test_a_wager_that_is_off_on_the_come_out_does_not_say_that_any_seven_loses() -> None:
    said = document_text(rack_card(order(card_of("cash-out-craps"), options={"come-out": "off"})))
    assert "A 7 while the bet is on loses" in said
    assert "A 7 loses | while the bet is on." in said
    assert "ny 7" not in said
    assert "The wager works only while a point is on." in said


def test_the_wider_paper_takes_no_more_sides() -> None:
    for name in ("cash-out-craps", "repeater-bets-plus", "super-shooter"):
        assert len(pages_of(ORDERS[name], "rack-card", "svg", "a5")) == 2, name


def test_a_sign_names_the_few_wagers_with_limits_of_their_own() -> None:
    (craps, *_) = house_orders(rules(fern()), date=DATE)
    said = document_text(DOCUMENTS["signage"](craps))
    assert "Pass | Minimum" in said
    assert "All other wagers" in said
    assert printed_sign(craps)


def test_a_sign_without_room_for_its_limits_is_refused() -> None:
    """Each wager has limits of its own: they take more than the sign has, and nothing is left for the pays."""
    each = {terms.group: f"{{max: ${100 + place}}}" for place, terms in enumerate(card_of("craps").terms())}
    listed = ", ".join(f"{wager}: {limits}" for wager, limits in each.items())
    (craps,) = house_orders(rules(f"house: many\nname: Many\ngame: craps\ncards:\n  craps: {{wagers: {{{listed}}}}}\n"))
    with pytest.raises(PrintError, match="does not fit"):
        printed_sign(craps)


def printed_sign(ordered: Order) -> list[bytes]:
    return pages_of(ordered, "signage", "pdf")


def test_wagers_that_end_differently_are_named_where_their_ends_are_told() -> None:
    three = "".join(
        f"  h{n}: {{name: Hard {n}, wins: hard {n} rolled, ends: {n} or 7 rolled, pays: 7 to 1}}\n" for n in (4, 6, 8)
    )
    head = MINE.partition("wagers:")[0]
    said = document_text(rack_card(order(loads(f"{head}wagers:\n{three}"))))
    for n in ("a 4", "a 6", "an 8"):
        assert f"Hard {n.split()[1]}. | The wager is up until {n} or 7 is rolled." in said
    assert "Each wager is up until" not in said


def test_points_made_are_called_by_their_count_and_none_is_a_repeat() -> None:
    climber = order(own_card("climber"), date=DATE)
    said = document_text(DOCUMENTS["dealer-card"](climber))
    assert " is new" not in said
    assert "The count is two" in said
    assert "repeat" not in document_text(DOCUMENTS["strategy-card"](climber))


def test_a_web_page_has_the_quotes_of_paper() -> None:
    page = printed(card_of("craps"), "rack-card", "html").decode()
    assert "Don’t Pass Odds" in page
    assert "Don&#x27;t" not in page
    assert "5 %" not in page.partition("<main>")[2]


def test_equal_limits_are_one_amount() -> None:
    said = document_text(rack_card(order(card_of("super-shooter"), limits="25-25")))
    assert "$25 a bet." in said
    assert "$25 to $25" not in said


def test_a_ladder_that_never_pays_is_printed_as_it_is() -> None:
    head = "card: x\ntitle: X\nabout: X.\nsource: here\ngame: craps\nwagers:\n"
    ladder = "  low: {ends: after 3 rolls, counts: doubles rolled, pays: {1 or more: loses}}\n"
    other = "  w: {ends: any seven, wins: 6 rolled twice, pays: 3 to 1}\n"
    made = loads(f"{head}{ladder}{other}").print("rack-card", "pdf")
    front = PdfReader(io.BytesIO(made)).pages[0].extract_text()
    assert "1ormorerollsLoses" in squeezed(front)
