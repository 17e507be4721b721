"""No cell that a person can fill starts a formula: every file of cells that the program writes, gone through."""

import csv
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from rackcard.api import RackCard, load, loads
from rackcard.report.play_log.report import card_table, settle_log
from rackcard.report.printing import printed
from rackcard.tabular import FORMULA, cell_text
from rackcard.web.app import create_app
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, do, log_in

EVIL = "=1+1"
TITLE = '=HYPERLINK("http://x")'
ROOT = Path(__file__).parents[3]
FIGURE = re.compile(r"[-+]?\$?[\d,]*\.?\d+(e[-+]?\d+)?(/\d+)?( ?%)?|-")


def evil_card() -> RackCard:
    """A card with decisions whose title and wager are formulas."""
    text = load("cash-out-craps").origin.text
    text = text.replace("title: Cash Out Craps", f"title: '{TITLE}'")
    return loads(re.sub(r"(?m)^(    name: ).*$", rf"\1'{EVIL}'", text))


def settled() -> str:
    """A log of play whose table has a formula for a name."""
    log = f"table,seat,wager,amount,paid,die1,die2\n{EVIL},1,pass,10,20,,\n{EVIL},,,,,4,3\n"
    return settle_log("log.csv", io.StringIO(log), card_table([(load("craps"), {})], 100), keeps_all=True).to_csv()


@pytest.fixture
def house(tmp_path: Path) -> TestClient:
    """A live table of that card, dealt by somebody who is called like a formula."""
    app = create_app(str(tmp_path / "tables.db"))
    with TestClient(app) as client:
        boss = {"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}
        assert client.post("/api/setup", json=boss).status_code == 201
    one, token = log_in(app, "boss")
    account = {"name": EVIL, "password": PASSWORD, "role": "dealer"}
    assert one.post("/api/accounts", json=account, headers=token).status_code == 201
    text = evil_card().origin.text
    table = {"table": "t1", "name": EVIL, "game": "craps", "live": True, "cards": [{"text": text}]}
    assert one.post("/api/tables", json=table, headers=token).status_code == 201
    dealer, token = log_in(app, EVIL)
    for word, fields in (
        ("seat", {"seat": 1, "name": EVIL}), ("buy-in", {"seat": 1, "amount": 10_000}),
        ("bet", {"seat": 1, "card": 1, "wager": "cash-out", "amount": 1_000}), ("close-betting", {}),
        ("outcome", {"outcome": [3, 4]}),
    ):  # fmt: skip
        answer = do(dealer, word, "t1", token, **fields)
        assert answer.status_code == 200, answer.text
    return one


def starts_formula(cell: str) -> bool:
    return cell[:1] in tuple(FORMULA) and FIGURE.fullmatch(cell) is None


@pytest.mark.parametrize("path", ["/tables/t1/meters.csv", "/api/tables/t1/ledger.csv", "/journal.csv"])
def test_no_cell_of_a_house_starts_a_formula(house: TestClient, path: str) -> None:
    cells = [cell for row in csv.reader(io.StringIO(house.get(path).text)) for cell in row]
    assert any(EVIL in cell for cell in cells), cells  # what people wrote is there
    assert [cell for cell in cells if starts_formula(cell)] == []


@pytest.mark.parametrize(
    "written",
    [
        lambda: evil_card().to_csv(),
        lambda: evil_card().odds().to_csv(),
        lambda: evil_card().strategy().to_csv(),
        lambda: evil_card().simulate(rounds=1000, engine="numpy").to_csv(),
        settled,
    ],
    ids=["card", "odds", "strategy", "simulate", "settle"],
)
def test_no_cell_of_a_result_starts_a_formula(written: Callable[[], str]) -> None:
    cells = [cell for row in csv.reader(io.StringIO(written())) for cell in row]
    assert len(cells) > 10
    assert [cell for cell in cells if starts_formula(cell)] == []


def test_rows_have_the_text_itself() -> None:
    """What is written for spreadsheet programs is not in the rows for others."""
    assert {row["name"] for row in evil_card().odds().rows()} == {EVIL}


def test_no_text_of_a_workbook_is_a_formula() -> None:
    book = zipfile.ZipFile(io.BytesIO(printed(evil_card(), "par-sheet", "xlsx")))
    assert EVIL in book.read("xl/sharedStrings.xml").decode()
    for name in book.namelist():
        for formula in re.findall(r"<f>(.*?)</f>", book.read(name).decode(errors="replace")):
            assert "1+1" not in formula
            assert "HYPERLINK" not in formula


def test_cells_are_written_in_one_place_only() -> None:
    own = [path for path in (ROOT / "src").rglob("*.py") if re.search(r"csv\.(Dict)?[wW]riter", path.read_text())]
    assert [path.name for path in own] == ["tabular.py"]


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+1", "@x", "\tx", "\rx", "\nx", "-cmd|' /C calc'!A0", "＝1+1"])
def test_a_formula_becomes_a_text(text: str) -> None:
    assert cell_text(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "-", "-1", "+1", "-7/495", "-1.41 %", "-$1,200.50", "-1.5e-07", "Ann", "1=1"])
def test_a_figure_stays_one(text: str) -> None:
    assert cell_text(text) == text
