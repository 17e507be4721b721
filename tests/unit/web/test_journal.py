"""The journal of the house: what it notes, who reads it, and that it cannot be changed unseen."""

import csv
import io
import sqlite3
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.noted import large_pays
from rackcard.table.registry import EVENTS_JOURNALED
from rackcard.web.app import create_app
from rackcard.wording.journal import JOURNAL
from tests.support.command import command
from tests.support.crash_points import arm_crash
from tests.support.web import Floor, do


def rolled(floor: Floor) -> None:
    dealer, token = floor["dealer"]
    assert do(dealer, "bet", "live", token, seat=1, card=1, wager="pass", amount=500).status_code == 200
    assert do(dealer, "close-betting", "live", token).status_code == 200
    assert do(dealer, "outcome", "live", token, outcome=[2, 2]).status_code == 200


def kinds(app: Any) -> list[str]:
    return [entry.kind for entry in app.state.journal.entries()]


def test_corrections_and_voids_are_noted_with_their_entry(app: Any, floor: Floor) -> None:
    rolled(floor)
    boss, token = floor["supervisor"]
    before = len(kinds(app))
    corrected = do(boss, "correct", "live", token, outcome=[3, 3], reason="misread")
    assert corrected.status_code == 200
    assert do(boss, "void", "live", token, reason="dispute").status_code == 200
    found = list(app.state.journal.entries())[before:]
    assert [(entry.kind, entry.who) for entry in found] == [("corrected", "boss"), ("voided", "boss")]
    assert found[0].facts == {"table": "live", "entry": corrected.json()["entry"]["seq"]}


def test_a_repeated_command_is_noted_once(app: Any, floor: Floor) -> None:
    rolled(floor)
    boss, token = floor["supervisor"]
    for _ in range(2):
        do(boss, "correct", "live", {**token, "Idempotency-Key": "once"}, outcome=[3, 3], reason="misread")
    assert kinds(app).count("corrected") == 1


@pytest.mark.parametrize("point", ["after-commit", "before-reply"])
def test_a_server_that_dies_after_the_commit_has_noted_the_command(
    app: Any, floor: Floor, tmp_path: Path, point: str
) -> None:
    """What the journal notes of a command is committed with it: no crash comes between."""
    rolled(floor)
    boss, token = floor["supervisor"]

    def die(name: str) -> None:
        if name == point:
            raise RuntimeError

    arm_crash(die)
    try:
        with pytest.raises(RuntimeError):
            do(boss, "void", "live", {**token, "Idempotency-Key": "once"}, reason="dispute")
    finally:
        arm_crash(None)
    again = create_app(str(tmp_path / "tables.db"))
    with TestClient(again, cookies=boss.cookies) as after:
        answer = do(after, "void", "live", {**token, "Idempotency-Key": "once"}, reason="dispute")
    assert answer.json()["repeated"]
    (noted,) = [entry for entry in again.state.journal.entries() if entry.kind == "voided"]
    assert (noted.who, noted.facts) == ("boss", {"table": "live", "entry": answer.json()["entry"]["seq"]})
    assert again.state.journal.verified()[1] is None
    again.state.store.close()


def test_what_a_table_refuses_to_commit_is_not_noted(app: Any, floor: Floor) -> None:
    rolled(floor)
    boss, token = floor["supervisor"]
    before = kinds(app)

    def fail(name: str) -> None:
        if name == "before-commit":
            raise ZeroDivisionError

    arm_crash(fail)
    try:
        with pytest.raises(ZeroDivisionError):
            do(boss, "void", "live", token, reason="dispute")
    finally:
        arm_crash(None)
    assert kinds(app) == before


def test_practice_is_not_noted(app: Any, client: TestClient) -> None:
    client.post("/api/practice", json={"card": "craps"})
    assert kinds(app) == []


def test_large_wins_are_noted() -> None:
    small, large = SimpleNamespace(stake=100, won=29_900), SimpleNamespace(stake=100, won=30_000)
    lost = SimpleNamespace(stake=0, won=0)
    assert list(large_pays(SimpleNamespace(settlements=(small, large, lost)))) == [large]  # type: ignore[arg-type]
    assert list(large_pays(SimpleNamespace(settlement=large))) == [large]  # type: ignore[arg-type]
    kept = SimpleNamespace(settlements=(large, small), reversed=(large,))
    assert list(large_pays(kept)) == []  # type: ignore[arg-type]


def test_a_large_win_that_an_earlier_correction_brings_is_noted(app: Any, floor: Floor) -> None:
    """The outcome of a round before the last is corrected, and a wager of that round wins 30 to 1."""
    dealer, token = floor["dealer"]
    boss, boss_token = floor["supervisor"]
    for dice in ([2, 3], [2, 2]):
        assert do(dealer, "bet", "live", token, seat=1, card=1, wager="craps-12", amount=500).status_code == 200
        assert do(dealer, "close-betting", "live", token).status_code == 200
        assert do(dealer, "outcome", "live", token, outcome=dice).status_code == 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rackcard.table.noted.LARGE_PAY", 30)
        fields = {"round": 1, "outcome": [6, 6], "reason": "misread"}
        assert do(boss, "correct", "live", boss_token, **fields).status_code == 200
    found = [(entry.kind, entry.facts.get("won")) for entry in app.state.journal.newest(2)]
    assert found == [("large-pay", 15_000), ("corrected-earlier", None)]


def test_every_kind_has_a_sentence() -> None:
    assert set(JOURNAL) >= EVENTS_JOURNALED


def test_supervisors_read_it_as_a_page_and_as_csv(floor: Floor, client: TestClient) -> None:
    boss, _ = floor["supervisor"]
    page = boss.get("/journal").text
    assert "Added the account dealer, dealer" in page
    assert page.index("Added the account seat2") < page.index("Added the account dealer,")  # the newest first
    rows = list(csv.DictReader(io.StringIO(boss.get("/journal.csv").text)))
    assert [int(row["seq"]) for row in rows] == list(range(1, len(rows) + 1))
    assert client.get("/journal", follow_redirects=False).headers["location"] == "/login?next=/journal"
    for name in ("dealer", "seat1", "display"):
        assert floor[name][0].get("/journal").status_code == 403
        assert floor[name][0].get("/journal.csv").status_code == 403
    assert client.get("/journal.csv").status_code == 401


@pytest.mark.parametrize("change", ["UPDATE journal SET who = 'x' WHERE seq = 3", "DELETE FROM journal WHERE seq = 3"])
def test_an_audit_sees_a_changed_journal(floor: Floor, tmp_path: Path, change: str) -> None:
    database = tmp_path / "tables.db"
    whole = command("audit", database)
    assert (whole.returncode, "journal: " in whole.stdout) == (0, True)
    with sqlite3.connect(database) as connection:
        connection.execute(change)
    done = command("audit", database)
    assert done.returncode == 1
    assert "journal: 2 entries verified; then an error: entry 3 is not what was written" in done.stdout


def test_an_audit_sees_a_program_that_was_given_a_password(floor: Floor, tmp_path: Path) -> None:
    boss, token = floor["supervisor"]
    asked = {"name": "report", "role": "dealer", "table": "live", "days": 1}
    assert boss.post("/api/tokens", json=asked, headers=token).status_code == 201
    assert command("audit", tmp_path / "tables.db").returncode == 0
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE accounts SET password = 'x' WHERE name = 'report'")
    assert "account report: its password does not match the journal" in command("audit", tmp_path / "tables.db").stdout


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE accounts SET role = 'supervisor' WHERE name = 'dealer'", "account dealer: its role does not"),
        ("UPDATE accounts SET password = 'x' WHERE name = 'boss'", "account boss: its password does not"),
        ("UPDATE accounts SET table_id = NULL WHERE name = 'dealer'", "account dealer: its table does not"),
        ("UPDATE accounts SET table_id = 'other' WHERE name = 'boss'", "account boss: its table does not"),
        ("UPDATE accounts SET seat = 2 WHERE name = 'seat1'", "account seat1: its seat does not"),
        ("DELETE FROM accounts WHERE name = 'display'", "account display: it was removed"),
        (
            "INSERT INTO accounts VALUES ('mole', 'supervisor', 'x', NULL, NULL)",
            "account mole: it is not in the journal",
        ),
    ],
)
def test_an_audit_sees_an_account_that_the_journal_does_not_have_so(
    floor: Floor, tmp_path: Path, change: str, found: str
) -> None:
    database = tmp_path / "tables.db"
    assert command("audit", database).returncode == 0
    with sqlite3.connect(database) as connection:
        connection.execute(change)
    done = command("audit", database)
    assert (done.returncode, found in done.stdout) == (1, True), done.stdout


def test_accounts_that_change_by_the_rules_are_in_order(floor: Floor, tmp_path: Path) -> None:
    boss, token = floor["supervisor"]
    new = {"password": "another horse battery"}
    assert boss.put("/api/accounts/dealer/password", json=new, headers=token).status_code == 200
    assert boss.delete("/api/accounts/seat2", headers=token).status_code == 200
    done = command("audit", tmp_path / "tables.db")
    assert (done.returncode, "account" in done.stdout) == (0, False), done.stdout
