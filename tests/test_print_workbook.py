"""The PAR sheet as a workbook: its formulas, worked out by another program, give the exact odds."""

import io
from fractions import Fraction
from pathlib import Path
from typing import Any

import formulas
import pytest
from openpyxl import Workbook, load_workbook

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.odds import WagerOdds
from rackcard.report.printing import printed
from rackcard.report.printing.order import order
from rackcard.report.printing.par import sheets

LIMITS = {"limits": "5-500", "payout": "20000"}
FIRST = 12


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


def entries(card: str, **how: Any) -> list[WagerOdds]:
    return [entry for sheet in sheets(order(load(card), **how)) for entry in sheet.entries]


@pytest.mark.parametrize(
    ("card", "table"), [("super-shooter", None), ("cash-out-craps", 1), ("dice-works", 1), ("baccarat", None)]
)
def test_formulas_give_the_exact_odds(card: str, table: int | None, tmp_path: Path) -> None:
    book = opened(card, table=table, **LIMITS)
    cells = computed(book, tmp_path)
    priced = entries(card, table=table)
    pages = book.worksheets[1:]
    assert len(priced) == len(pages)
    for entry, page in zip(priced, pages, strict=True):
        expected: dict[str, Fraction | None] = {
            "Sum of probabilities": Fraction(1),
            "Hit frequency": entry.hit,
            "Return": entry.player_return,
            "House edge": entry.house_edge,
            "Variance": entry.variance,
        }
        if entry.terms.envy:
            expected["House edge with envy"] = entry.house_edge_with_envy
        for label, exact in expected.items():
            row = row_of(page, label)
            assert exact is not None
            assert cells[page.title.upper(), f"B{row}"] == pytest.approx(float(exact), rel=1e-9, abs=1e-12), label
            if label != "Sum of probabilities":
                assert Fraction(page.cell(row, 4).value) == exact
        deviation = float(entry.variance or 0) ** 0.5
        row = row_of(page, "Volatility index at 90 %")
        assert cells[page.title.upper(), f"B{row}"] == pytest.approx(1.645 * deviation)
        row = row_of(page, "Highest exposure under this play, with envy, in dollars")
        top = max(
            min(500 * float(outcome.net or 0), 20000) + 500 * float(outcome.envy or 0) for outcome in entry.outcomes
        )
        assert cells[page.title.upper(), f"B{row}"] == pytest.approx(top)
        row = row_of(page, "Decisions") + 1
        assert cells[page.title.upper(), f"C{row}"] == pytest.approx(
            float(entry.house_edge or 0) + 1.645 * deviation / 1000**0.5
        )


def test_a_changed_pay_changes_the_return_and_the_summary(tmp_path: Path) -> None:
    book = opened("super-shooter")
    page = book.worksheets[1]
    assert page.cell(FIRST, 1).value == "wins"
    assert page.cell(FIRST, 2).value == 30
    page.cell(FIRST, 2).value = 34
    cells = computed(book, tmp_path)
    exact = load("super-shooter").odds(table=2)["little"].player_return
    assert exact is not None
    assert cells[page.title.upper(), f"B{row_of(page, 'Return')}"] == pytest.approx(float(exact), rel=1e-12)
    summary = book["Summary"]
    row = next(row for row in range(1, summary.max_row) if summary.cell(row, 1).value == "Little")
    assert cells["SUMMARY", f"E{row}"] == pytest.approx(float(exact), rel=1e-12)


def test_a_pay_for_1_counts_the_stake(tmp_path: Path) -> None:
    book = opened("super-shooter", wagers=("little",), table=1)
    page = book.worksheets[1]
    page.cell(FIRST, 2).value, page.cell(FIRST, 3).value = 35, "for"
    exact = load("super-shooter").odds(table=2)["little"].player_return
    assert exact is not None
    cells = computed(book, tmp_path)
    assert cells[page.title.upper(), f"B{row_of(page, 'Return')}"] == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize("card", card_ids())
def test_ways_over_the_common_count_are_the_exact_probabilities(card: str) -> None:
    """Also where they have more digits than a spreadsheet's numbers: then they are text."""
    book = opened(card, values=True)
    priced = entries(card)
    assert len(priced) == len(book.worksheets) - 1
    for entry, page in zip(priced, book.worksheets[1:], strict=True):
        if not entry.outcomes:
            continue
        count = int(page.cell(9, 6).value)
        for place, outcome in enumerate(entry.outcomes):
            assert Fraction(int(page.cell(FIRST + place, 6).value), count) == outcome.probability
            assert Fraction(page.cell(FIRST + place, 12).value) == outcome.probability
            assert page.cell(FIRST + place, 7).value == pytest.approx(float(outcome.probability), rel=1e-14)
        if entry.posted:
            assert page.cell(row_of(page, "Return"), 2).value == pytest.approx(float(entry.player_return or 0))


def test_pay_tables_that_differ_in_case_alone_have_sheets_of_their_own() -> None:
    card = loads(
        "card: cases\ntitle: Cases\nabout: Cases.\ngame: craps\nsource: ours\nends: any seven\n"
        "wagers:\n  w: {name: W, wins: 6 rolled, pays: {a: 1 to 1, A: 2 to 1}}\n"
    )
    book = load_workbook(io.BytesIO(printed(card, "par-sheet", "xlsx")))
    assert book.sheetnames == ["Summary", "w a", "w A #2"]
    assert [page.cell(FIRST, 2).value for page in book.worksheets[1:]] == [1, 2]


def test_a_sheet_has_every_pay_and_the_play_that_reaches_it() -> None:
    rungs = "{1: 1 to 1, 2: 2 to 1, 3 or more: 5 to 1}"
    card = loads(
        "card: rungs\ntitle: Rungs\nabout: Rungs.\ngame: craps\nsource: ours\nends: any seven\n"
        f"wagers:\n  w: {{name: W, counts: different points made, pays: {{1: {rungs}}}}}\n"
    )
    page = load_workbook(io.BytesIO(printed(card, "par-sheet", "xlsx"))).worksheets[1]
    assert page.cell(5, 1).value == "Pays: 1: 1 to 1; 2: 2 to 1; 3 or more: 5 to 1"
    book = opened("repeater-bets-plus", wagers=("repeating-2",))
    never = book["repeating-2 1 never"]
    assert [never.cell(FIRST, column).value for column in (1, 2, 3, 12)] == ["wins", 40, "for", "1/49"]


def test_text_of_a_card_is_never_a_formula() -> None:
    from tests.test_print import HOSTILE, hostile_card

    book = load_workbook(io.BytesIO(printed(hostile_card(), "par-sheet", "xlsx", house="=1+1")))
    cells = [cell for page in book.worksheets for row in page.iter_rows() for cell in row]
    assert any(HOSTILE in str(cell.value) for cell in cells)
    reckoned = [cell.value for cell in cells if cell.data_type == "f"]
    assert reckoned
    assert not [text for text in reckoned if "1+1" in text]
