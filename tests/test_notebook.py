"""In a notebook: results show themselves as tables, give themselves to other programs, and the example runs."""

import csv
import io
import json
import re
import sys
import warnings
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from rackcard.api import chart, load
from rackcard.card import card_ids

EXAMPLES = Path(__file__).parent.parent / "examples"
BOOKS = ("first-look", "price-an-idea", "audit-a-filing", "plan-a-session")


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_an_example_is_stored_without_outputs(name: str) -> None:
    stored = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    codes = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert len(codes) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in codes)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What each cell of each example shows; one kernel runs them all, and forgets one before the next."""
    books = [nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4) for name in BOOKS]
    whole = nbformat.v4.new_notebook()
    for book in books:
        whole.cells += [nbformat.v4.new_code_cell("%reset -f"), *book.cells]
    folder = str(tmp_path_factory.mktemp("notebooks"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the kernel's own packages warn of their own future
        NotebookClient(whole, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    return {
        name: [cell.outputs for cell in book.cells if cell.cell_type == "code"]
        for name, book in zip(BOOKS, books, strict=True)
    }


def kinds(cells: list[Any]) -> Counter[str]:
    """How many outputs there are of each kind."""
    return Counter(kind for outputs in cells for output in outputs for kind in output.get("data", {}))


def test_the_first_look_shows_what_the_program_finds(shown: dict[str, list[Any]]) -> None:
    cells = shown["first-look"]
    best = load("cash-out-craps").odds(table=1)["cash-out"]
    assert str(best.house_edge) in json.dumps(cells)
    assert kinds(cells)["image/svg+xml"] == 1
    assert kinds(cells)["text/html"] == 3
    assert cells[-1][0]["data"]["text/plain"] == "True"


def test_an_idea_is_priced(shown: dict[str, list[Any]]) -> None:
    cells = shown["price-an-idea"]
    assert kinds(cells)["image/svg+xml"] == 2
    assert "5328/25 to 1" in json.dumps(cells)
    assert cells[-1][-1]["data"]["text/plain"] == "'pass'"


def test_a_filing_is_audited(shown: dict[str, list[Any]]) -> None:
    cells = shown["audit-a-filing"]
    hit = load("dice-works").odds({"ends": "any-seven"}, table=1)["all-lows"].hit
    assert f"{hit!r}, True" in json.dumps(cells)
    printed = "".join(one.get("text", "") for cell in cells for one in cell)  # one line may come in several pieces
    assert "pass fail" in printed


def test_a_session_is_planned(shown: dict[str, list[Any]]) -> None:
    cells = shown["plan-a-session"]
    assert kinds(cells)["image/svg+xml"] == 2
    assert "2.86%" in json.dumps(cells)
    assert re.search(r"after 40 bets of \$10: ahead 29\.9% of the evenings", json.dumps(cells))


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


def test_rows_have_numbers_where_they_are_no_fractions() -> None:
    card = load("cash-out-craps")
    first = card.odds(table=1).rows()[0]
    assert (first["wager"], first["pay_table"]) == ("cash-out", "1")
    edge = first["house_edge_decimal"]
    assert isinstance(edge, float)
    assert edge == pytest.approx(float(Fraction(str(first["house_edge"]))))
    run = card.simulate(rounds=100, table=1, engine="numpy").rows()[0]
    assert (run["rounds"], run["seed"], run["chance"]) == (100, 1, None)
    assert isinstance(run["mean"], float)


def test_rows_go_to_data_frames_where_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = load("craps").odds(wager="pass")
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    monkeypatch.setitem(sys.modules, "pyarrow", SimpleNamespace(Table=SimpleNamespace(from_pylist=tuple)))
    assert list(odds.to_pandas()) == list(odds.to_arrow()) == odds.rows()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pandas"):
        odds.to_pandas()


def test_a_run_says_how_far_it_is() -> None:
    seen: list[int] = []
    load("craps").simulate(rounds=50_000, wager="pass", engine="numpy", progress=lambda now: seen.append(now.rounds))
    assert seen == sorted(seen)
    assert 0 < seen[-1] <= 50_000


def test_every_result_has_a_picture(tmp_path: Path) -> None:
    card = load("cash-out-craps")
    wager, plan = card.odds(table=1)["cash-out"], card.strategy(table=1).wagers[0]
    run = card.simulate(rounds=100, table=1, engine="numpy")
    drawn = [chart(wager), chart(wager, rolls=10), chart(plan), chart(run)]
    for one in drawn:
        assert one._repr_svg_().startswith("<svg")
        assert len(repr(one)) < 200
    assert len({one.title for one in drawn}) == 4
    drawn[0].save(tmp_path / "ends.svg")
    assert (tmp_path / "ends.svg").read_text(encoding="utf-8") == drawn[0].svg
    assert "<svg" in run._repr_html_()
