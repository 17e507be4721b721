"""The PAR sheet as a workbook: its formulas, worked out by another program, give the exact odds."""

import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import formulas
import pytest
from openpyxl import Workbook, load_workbook

from rackcard.api import load, loads
from rackcard.house import BetLimits, PayoutLimit
from rackcard.house.priced import capped
from rackcard.odds import WagerOdds
from rackcard.report import figures
from rackcard.report.documents.filed import sheets
from rackcard.report.documents.par_facts import rules, summary_facts, whole_card
from rackcard.report.hold import BANDS, bands
from rackcard.report.printing import printed
from rackcard.report.request import order
from tests.support.hostile_cards import HOSTILE, hostile_card
from tests.support.sample import sampled, sampled_cards

pytestmark = pytest.mark.slow

LIMITS: dict[str, Any] = {"limits": "5-500", "payout": "20000"}
EXPOSURE = "Maximum exposure, with envy, in dollars"


def opened(card: str, *, values: bool = False, **how: Any) -> Workbook:
    return load_workbook(io.BytesIO(printed(load(card), "par-sheet", "xlsx", **how)), data_only=values)


def computed(book: Workbook, folder: Path) -> dict[tuple[str, str], Any]:
    """Every cell, by sheet and address, after a spreadsheet's formulas have been worked out afresh."""
    path = folder / "sheet.xlsx"
    book.save(path)
    solution = formulas.ExcelModel().loads(str(path)).finish().calculate()
    cells = {}
    for key, found in solution.items():
        if "!" in key and ":" not in key:
            name, address = key.rsplit("!", 1)
            cells[name.strip("'").split("]")[1], address] = found.value[0, 0]
    return cells


def row_of(page: Any, label: str) -> int:
    return next(row for row in range(1, page.max_row + 1) if page.cell(row, 1).value == label)


def pay_row(book: Workbook, wager: str, table: str, result: str) -> int:
    """The cell of a pay that may be changed."""
    page = book["Pays"]
    named = {tuple(page.cell(row, column).value for column in (1, 2, 4)): row for row in range(1, page.max_row + 1)}
    return named[wager, table, result]


def entries(card: str, **how: Any) -> list[WagerOdds]:
    return [entry for sheet in sheets(order(load(card), **how)) for entry in sheet.entries]


@pytest.mark.parametrize(
    ("card", "table"),
    [("cash-out-craps", 1), ("super-shooter", 1), ("baccarat", None), ("dice-works", 1), ("super-shooter", None)][
        : sampled(3, 5)
    ],
)
def test_formulas_give_the_exact_odds(card: str, table: int | None, tmp_path: Path) -> None:
    book = opened(card, table=table, **LIMITS)
    cells = computed(book, tmp_path)
    priced = entries(card, table=table)
    pages = book.worksheets[2:]
    limits = BetLimits(500, 50_000, PayoutLimit(2_000_000, "wager"))
    assert len(priced) == len(pages)
    for entry, page in zip(priced, pages, strict=True):
        name = page.title.upper()
        expected: dict[str, Fraction | None] = {
            "Sum of probabilities": Fraction(1),
            "Hit frequency": entry.hit,
            "Return": entry.player_return,
            "House edge": entry.house_edge,
            "Variance": entry.variance,
        }
        if entry.terms.envy:
            expected["House edge after envy"] = entry.house_edge_with_envy
        cut = capped(entry, limits)
        if cut is not None:
            expected["House edge at the maximum bet, wins cut"] = cut.edge
            if entry.terms.envy:
                expected["House edge after envy at the maximum bet"] = cut.edge_with_envy
        for label, exact in expected.items():
            row = row_of(page, label)
            assert exact is not None
            assert cells[name, f"B{row}"] == pytest.approx(float(exact), rel=1e-9, abs=1e-12), label
            assert Fraction(page.cell(row, 4).value) == exact
        deviation = float(entry.variance or 0) ** 0.5
        assert cells[name, f"B{row_of(page, 'Volatility index at 90 %')}"] == pytest.approx(1.645 * deviation)
        lost = figures.exposure(entry, limits).total / 100
        assert cells[name, f"B{row_of(page, EXPOSURE)}"] == pytest.approx(lost)
        row = row_of(page, "Bets decided") + 1
        upper = float(entry.house_edge or 0) + 1.645 * deviation / 1000**0.5
        assert cells[name, f"J{row}"] == pytest.approx(min(1, upper))
        held = [float(value) for share in BANDS for value in bands(entry)[0].ranges[share]]
        assert [page.cell(row, column).value for column in range(2, 8)] == pytest.approx(held)
    total = whole_card(order(load(card), table=table, **LIMITS), sheets(order(load(card), table=table)))
    assert total is not None
    row = row_of(book["Summary"], "Maximum exposure of the card, in dollars")
    assert cells["SUMMARY", f"K{row}"] == pytest.approx(total[0] / 100)


@pytest.mark.parametrize("commission", ["on-a-win", "when-bet"])
def test_formulas_count_the_commission_and_the_parts_of_a_bundle(commission: str, tmp_path: Path) -> None:
    how: dict[str, Any] = {"wagers": ("buy-4", "horn"), "options": {"commission": commission}}
    how |= {"limits": "5-500", "payout": "600"}
    book = opened("craps", **how)
    cells = computed(book, tmp_path)
    for entry, page in zip(entries("craps", **how), book.worksheets[2:], strict=True):
        name = page.title.upper()
        cut = capped(entry, BetLimits(500, 50000, PayoutLimit(60000, "wager")))
        assert entry.house_edge is not None
        lost = figures.exposure(entry, BetLimits(500, 50000, PayoutLimit(60000, "wager"))).total / 100
        assert cells[name, f"B{row_of(page, EXPOSURE)}"] == pytest.approx(lost)
        assert cells[name, f"B{row_of(page, 'House edge')}"] == pytest.approx(float(entry.house_edge))
        if cut is not None:
            at = cells[name, f"B{row_of(page, 'House edge at the maximum bet, wins cut')}"]
            assert at == pytest.approx(float(cut.edge))


@pytest.mark.parametrize("card", ["super-shooter", "cash-out-craps", "straights-and-8s"])
def test_paper_and_workbook_tell_the_same(card: str) -> None:
    """The rules, the options, the wheel, the limits and the exposure are the rows of the paper, word for word."""
    ordered = order(load(card), table=1, **LIMITS)
    found = sheets(ordered)
    book = opened(card, table=1, **LIMITS)
    pages = iter(book.worksheets[2:])
    paper = printed(load(card), "par-sheet", "html", table=1, **LIMITS).decode()
    for sheet in found:
        for entry in sheet.entries:
            page = next(pages)
            rows = [(page.cell(row, 1).value, page.cell(row, 2).value) for row in range(1, page.max_row + 1)]
            for pair in (*rules(ordered, sheet, entry), *summary_facts(ordered, found)):
                assert pair in rows
            row = row_of(page, EXPOSURE)
            assert page.cell(row, 3).value.split(" ")[0] in paper
            lasting = figures.length(entry)
            if lasting is not None and len(lasting.exactly) > 1:
                unit = load(card).game.unit
                first = row_of(page, f"Decided after this many {unit}s") + 1
                told = [Fraction(page.cell(first + i, 5).value) for i in range(len(lasting.exactly))]
                assert tuple(told) == lasting.exactly


def test_a_play_says_whether_its_probabilities_hold_under_other_pays() -> None:
    book = opened("cash-out-craps", table=1)
    for play, held in (
        ("best", "may decide differently"),
        ("never", "same for any pays"),
        ("first", "same for any pays"),
    ):
        page = book[f"cash-out 1 {play}"]
        assert held in page.cell(row_of(page, "Play assumed"), 2).value
    page = opened("super-shooter")["little 1"]
    assert page.cell(row_of(page, "Play assumed"), 2).value == "The player has no decisions."


def test_a_changed_pay_changes_every_sheet_that_has_it_and_the_summary(tmp_path: Path) -> None:
    book = opened("super-shooter")
    page = book["little 1"]
    row = pay_row(book, "Little", "1", "wins")
    assert book["Pays"].cell(row, 5).value == 30
    book["Pays"].cell(row, 5).value = 34
    cells = computed(book, tmp_path)
    exact = load("super-shooter").odds(table=2)["little"].player_return
    assert exact is not None
    assert cells["LITTLE 1", f"B{row_of(page, 'Return')}"] == pytest.approx(float(exact), rel=1e-12)
    summary = book["Summary"]
    row = next(row for row in range(1, summary.max_row) if summary.cell(row, 1).value == "Little")
    assert cells["SUMMARY", f"G{row}"] == pytest.approx(float(exact), rel=1e-12)


def test_the_plays_and_readings_of_a_wager_share_one_pay(tmp_path: Path) -> None:
    book = opened("repeater-bets-plus", wagers=("repeating-2",))
    row = pay_row(book, "Repeating 2", "1", "wins")
    book["Pays"].cell(row, 5).value = 41
    cells = computed(book, tmp_path)
    changed = [
        page.title for page in book.worksheets[2:]
        if cells[page.title.upper(), f"B{row_of(page, 'Return')}"] == pytest.approx(41 / 49)
    ]  # fmt: skip
    assert changed == ["repeating-2 1 envy no never", "repeating-2 1 envy yes never"]


def test_a_pay_for_1_counts_the_stake(tmp_path: Path) -> None:
    book = opened("super-shooter", wagers=("little",), table=1)
    row = pay_row(book, "Little", "1", "wins")
    book["Pays"].cell(row, 5).value, book["Pays"].cell(row, 6).value = 35, "for"
    exact = load("super-shooter").odds(table=2)["little"].player_return
    assert exact is not None
    cells = computed(book, tmp_path)
    page = book["little 1"]
    assert cells["LITTLE 1", f"B{row_of(page, 'Return')}"] == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("card", sampled_cards()[::2])
def test_ways_over_the_common_count_are_the_exact_probabilities(card: str) -> None:
    """Also where they have more digits than a spreadsheet's numbers: then they are text."""
    book = opened(card, values=True)
    priced = entries(card)
    assert len(priced) == len(book.worksheets) - 2
    for entry, page in zip(priced, book.worksheets[2:], strict=True):
        if not entry.outcomes:
            continue
        count = int(page.cell(row_of(page, "Total ways"), 4).value)
        first = row_of(page, "Outcome") + 1
        for row, outcome in enumerate(entry.outcomes, start=first):
            assert Fraction(int(page.cell(row, 4).value), count) == outcome.probability
            assert Fraction(page.cell(row, 10).value) == outcome.probability
            assert page.cell(row, 5).value == pytest.approx(float(outcome.probability), rel=1e-14)
        if entry.posted:
            assert page.cell(row_of(page, "Return"), 2).value == pytest.approx(float(entry.player_return or 0))


@pytest.mark.parametrize("card", sampled_cards()[::2])
def test_sheets_are_named_linked_and_set_up_for_print(card: str) -> None:
    book = opened(card, date="2026-11-15", house="Fern & Sons")
    summary = book["Summary"]
    linked = {link.location for row in summary.iter_rows() for cell in row if (link := cell.hyperlink)}
    assert linked == {f"'{name}'!A1" for name in book.sheetnames[2:]}
    for page in book.worksheets:
        assert len(page.title) <= 31
        assert page.freeze_panes
        assert page.page_setup.orientation == "landscape"
        assert page.sheet_properties.pageSetUpPr.fitToPage
        assert page.print_title_rows
        assert page.oddFooter.center.text == "&P of &N"
        assert page.oddFooter.right.text == "2026-11-15"
        assert "Fern && Sons" in page.oddHeader.left.text


def test_sheets_of_several_readings_say_which() -> None:
    names = opened("dice-works", table=1).sheetnames
    assert names[2:4] == ["all-lows 1 seven-out", "all-lows 1 any-seven"]


def test_pay_tables_that_differ_in_case_alone_have_sheets_of_their_own() -> None:
    card = loads(
        "card: cases\ntitle: Cases\nabout: Cases.\ngame: craps\nsource: ours\nends: any seven\n"
        "wagers:\n  w: {name: W, wins: 6 rolled, pays: {a: 1 to 1, A: 2 to 1}}\n"
    )
    book = load_workbook(io.BytesIO(printed(card, "par-sheet", "xlsx")))
    assert book.sheetnames == ["Summary", "Pays", "w a", "w A #2"]
    assert [book["Pays"].cell(pay_row(book, "W", table, "wins"), 5).value for table in "aA"] == [1, 2]


def test_a_sheet_has_every_pay_and_the_play_that_reaches_it() -> None:
    rungs = "{1: 1 to 1, 2: 2 to 1, 3 or more: 5 to 1}"
    card = loads(
        "card: rungs\ntitle: Rungs\nabout: Rungs.\ngame: craps\nsource: ours\nends: any seven\n"
        f"wagers:\n  w: {{name: W, counts: different points made, pays: {{1: {rungs}}}}}\n"
    )
    page = load_workbook(io.BytesIO(printed(card, "par-sheet", "xlsx"))).worksheets[2]
    assert page.cell(row_of(page, "Pays"), 2).value == "1: 1 to 1; 2: 2 to 1; 3 or more: 5 to 1"
    book = opened("repeater-bets-plus", values=True, wagers=("repeating-2",))
    never = book["repeating-2 1 envy no never"]
    row = row_of(never, "wins")
    assert [never.cell(row, column).value for column in (2, 3, 10)] == ["40 for 1", 39, "1/49"]


def test_text_of_a_card_is_never_a_formula() -> None:
    book = load_workbook(io.BytesIO(printed(hostile_card(), "par-sheet", "xlsx", house="=1+1")))
    cells = [cell for page in book.worksheets for row in page.iter_rows() for cell in row]
    assert any(HOSTILE in str(cell.value) for cell in cells)
    reckoned = [cell.value for cell in cells if cell.data_type == "f"]
    assert reckoned
    assert not [text for text in reckoned if "1+1" in text]
    assert not [text for text in reckoned if re.search(r"#REF|panic", text)]
