"""The campaign reports what was run, stops in time, keeps the rows of other runs, and names the seed of a failure."""

import os
import re
import signal
from collections.abc import Iterator
from copy import copy
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from tools import campaign, campaign_cards
from tools.campaign_parts import PARTS, Part, Run, chosen


def steady(run: Run) -> Iterator[int]:
    run.section[:] = ["seen"]
    run.notes = lambda: "noted"
    for _ in count(run.seed):
        yield 10


def failing(run: Run) -> Iterator[int]:
    for seed in count(run.seed):
        assert seed < 5, f"seed {seed}: wrong"
        yield 1


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(campaign, "REPORT", tmp_path / "campaign.md")
    monkeypatch.setitem(PARTS, "T1", Part("T1: steady", "things", 1000, steady))
    monkeypatch.setitem(PARTS, "T2-some", Part("T2: failing", "things", 1000, failing))
    return tmp_path / "campaign.md"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["campaign", *words])
    return campaign.main()


def test_counts_are_those_run_and_other_rows_stay(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "T1") == 0
    assert "| 1,000 |" in report.read_text()
    assert "passed; noted" in report.read_text()
    assert run(monkeypatch, "T1", "--steps", "35") == 0
    assert "| T1 | T1: steady | 1,000 things | 40 |" in report.read_text()
    assert run(monkeypatch, "T2", "--seed", "3") == 1
    text = report.read_text()
    assert "| T1 | T1: steady | 1,000 things | 40 |" in text
    assert "passed, partial run; noted" in text
    assert "## T1: steady\n\nseen" in text
    assert "| 2 |" in text
    assert "FAILED: seed 5: wrong" in text
    assert run(monkeypatch, "T1", "--minutes", "1e-9") == 0
    assert "| 10 |" in report.read_text()
    assert "passed, partial run; noted" in report.read_text()
    assert "FAILED: seed 5: wrong" in report.read_text()


def late(run: Run) -> Iterator[int]:
    run.missed = lambda: "goal missed: 2 s"
    run.notes = lambda: "noted"
    yield 1000


def test_a_part_that_misses_its_goal_has_not_passed(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "T3", Part("T3: late", "things", 1000, late))
    assert run(monkeypatch, "T3") == 0
    assert campaign.read()[0]["T3"][-1] == "goal missed: 2 s; noted"
    assert not campaign.is_done("T3")


def ended(run: Run) -> Iterator[int]:
    yield 1
    os.kill(os.getpid(), signal.SIGKILL)


def wordless(run: Run) -> Iterator[int]:
    yield 1
    raise AssertionError


def broken(run: Run) -> Iterator[int]:
    yield 1
    raise KeyError("no such thing | or that")


def test_a_part_that_breaks_down_is_a_failure_and_the_others_are_run(
    report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, work in (("T0-a", broken), ("T0-b", ended), ("T0-c", wordless)):
        monkeypatch.setitem(PARTS, name, Part("T0", "things", 1000, work))
    assert run(monkeypatch, "T0", "T1") == 1
    rows = campaign.read()[0]
    assert rows["T0-a"][-1] == "FAILED: KeyError: 'no such thing / or that'"
    assert rows["T0-b"][-1] == "FAILED: its process ended with -9"
    assert rows["T0-c"][-1].startswith("FAILED: tests/promises/test_campaign.py:")
    assert rows["T0-c"][-1].endswith(": raise AssertionError")
    assert rows["T1"][3] == "1,000"


def test_a_row_names_the_code_and_what_is_left_is_run_again(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "code_now", lambda name: "0a1b2c3")
    assert run(monkeypatch, "T1") == 0
    row = campaign.read()[0]["T1"]
    assert dict(zip(campaign.COLUMNS, row, strict=True))["code"] == "0a1b2c3"
    seen: list[str] = []

    def run_part(name: str, *_: object) -> int:
        seen.append(name)
        return 0

    monkeypatch.setattr(campaign, "run_part", run_part)
    assert run(monkeypatch, "T1", "--left") == 0
    assert seen == []  # it has passed whole on this code
    rows = [{"T1": [*row[:-1], result]} for result in ("passed, partial run; noted", "FAILED: seed 5: wrong")]
    for found in ({}, *rows):
        with monkeypatch.context() as changed:
            changed.setattr(campaign, "read", partial(copy, (found, {})))
            assert run(monkeypatch, "T1", "--left") == 0
        assert seen.pop() == "T1", found
    for code in ("0a1b2c3+", "0a1b2c4"):
        monkeypatch.setattr(campaign, "code_now", lambda name, code=code: code)
        assert run(monkeypatch, "T1", "--left") == 0
        assert seen.pop() == "T1", code


def test_a_row_of_before_is_kept_without_its_code(report: Path) -> None:
    old = "| T1 | T1: steady | 1,000 things | 1,000 | 3 | from 1 | 2026-11-15 | passed |"
    report.write_text(f"# Campaign\n\n| part | what |\n|---|---|\n{old}\n")
    campaign.write(*campaign.read())
    assert old.replace("| passed |", "| – | passed |") in report.read_text()


def test_the_code_is_a_commit() -> None:
    assert re.fullmatch(r"[0-9a-f]{7,}[+]?|–", campaign.code_now("P1"))


def test_a_row_depends_on_what_its_part_runs() -> None:
    kills, history = {*PARTS["P4-kills"].code}, {*PARTS["P8"].code}
    assert {"tests/support/crash_child.py", "tests/support/kills.py"} <= kills  # one is a process of its own
    assert {"src/rackcard/table/service.py", "src/rackcard/cards/craps.yaml"} <= kills
    assert "src/rackcard/games/sic_bo/phrases.lark" in history
    assert not [path for path in kills | history if path.startswith("src/rackcard/web/")]
    assert "tests/support/kills.py" not in history
    assert {"src/rackcard/web/templates/seat_part.html", "src/rackcard/web/server.py"} <= {*PARTS["P16"].code}
    gate = {name for name, part in PARTS.items() if part.folders is not None}
    assert gate == {"P11", "P17", "P18", "P24", "whole"}  # what runs tests of the gate


def test_every_promise_has_a_part() -> None:
    named = {number for part in PARTS.values() for number in re.findall(r"\bP(\d+)\b", part.title)}
    assert {str(number) for number in range(1, 27)} <= named


def test_generated_cards_go_on_where_the_last_run_on_the_same_code_ended(
    report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeds add up over runs; a card that fails is noted and does not stop the run; other code starts over."""
    seen: list[int] = []

    def examine(seed: int) -> campaign_cards.Examined:
        seen.append(seed)
        return campaign_cards.Examined(seed, "seed 4: wrong" if seed == 4 else "priced" if seed % 2 else "refused")

    monkeypatch.setattr(campaign_cards, "examine", examine)
    monkeypatch.setattr(campaign_cards, "fingerprint", lambda: "0a1b")
    assert run(monkeypatch, "cards", "--jobs", "1", "--steps", "3") == 0
    assert "| 3 |" in report.read_text()
    assert "| 1 to 3 |" in report.read_text()
    assert run(monkeypatch, "cards", "--jobs", "1", "--steps", "9") == 1
    assert seen == list(range(1, 10))
    assert "| 9 |" in report.read_text()
    assert "| 1 to 9 |" in report.read_text()
    assert "FAILED: 1 of them, the first: seed 4: wrong; 5 priced, 3 refused with a sentence" in report.read_text()
    monkeypatch.setattr(campaign_cards, "fingerprint", lambda: "0a1c")
    assert run(monkeypatch, "cards", "--jobs", "1", "--steps", "2") == 0
    assert "| 1 to 2 |" in report.read_text()
    assert seen[9:] == [1, 2]


def test_parts_are_chosen_by_name() -> None:
    assert chosen([]) == list(PARTS)
    assert chosen(["P2"]) == ["P1"]
    assert chosen(["P4"]) == ["P4-kills", "P4-groups", "P4-power", "P4-control"]
    with pytest.raises(SystemExit, match="no part P99"):
        chosen(["P99"])


def test_the_report_in_docs_has_no_failure() -> None:
    assert "FAILED" not in (Path(__file__).parents[2] / "docs" / "campaign.md").read_text(encoding="utf-8")
