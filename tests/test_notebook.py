"""In a notebook: results show themselves as tables, give themselves to other programs, and the example runs."""

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from rackcard.api import load
from rackcard.card import card_ids

EXAMPLE = Path(__file__).parent.parent / "examples" / "first-look.ipynb"


def test_the_example_is_stored_without_outputs() -> None:
    stored = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    codes = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert len(codes) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in codes)


@pytest.mark.filterwarnings("ignore")  # the kernel's own packages warn of their own future
def test_the_example_runs_and_shows_what_the_program_finds(tmp_path: Path) -> None:
    book = nbformat.read(EXAMPLE, as_version=4)
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = json.dumps([cell.get("outputs", []) for cell in book.cells])
    best = load("cash-out-craps").odds(table=1)["cash-out"]
    assert str(best.house_edge) in shown
    assert "image/svg+xml" in shown
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert sum("text/html" in output.get("data", {}) for output in outputs) == 3
    assert book.cells[-1].outputs[0]["data"]["text/plain"] == "True"


@pytest.mark.parametrize("card", card_ids())
def test_a_card_lists_every_pay(card: str) -> None:
    loaded = load(card)
    rows = list(csv.DictReader(io.StringIO(loaded.to_csv())))
    expected = [
        (terms.wager, terms.table, str(pay) if pay else "not posted")
        for terms in loaded.terms()
        for pay in (*(line.pay for line in terms.lines), *(offer.pay for offer in terms.offers))
    ]
    assert [(row["wager"], row["pay_table"], row["pays"]) for row in rows] == expected
    assert loaded.to_dict()["sha256"] == loaded.sha256


def test_odds_and_decisions_as_comma_separated_values() -> None:
    card = load("cash-out-craps")
    odds = card.odds(table=1)
    rows = list(csv.DictReader(io.StringIO(odds.to_csv())))
    assert [Fraction(row["house_edge"]) for row in rows] == [entry.house_edge for entry in odds.wagers]
    plan = card.strategy(table=1)
    decisions = list(csv.DictReader(io.StringIO(plan.to_csv())))
    (told,) = plan.to_dict()["wagers"]
    assert len(decisions) == len(told["decisions"])
    for row, decision in zip(decisions, told["decisions"], strict=True):
        assert row["value_of_riding"] == decision["value_of_riding"]["exact"]
        assert row["take"] == ("yes" if decision["take"] else "no")
        assert row["marked"].split() == list(decision["state"]["marked"])


@pytest.mark.parametrize("what", ["card", "odds", "strategy"])
def test_results_show_themselves_as_tables(what: str) -> None:
    card = load("cash-out-craps")
    shown = card if what == "card" else getattr(card, what)()
    page = shown._repr_html_()
    assert page.count("<table>") == page.count("</table>") > 0
    assert re.search(r"\d\.\d+ %", page)
