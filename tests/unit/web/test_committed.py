"""Once a command is committed, nothing that fails after it says that nothing was changed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table.log import schema
from rackcard.web import group_commit
from tests.support.web import Floor, do, seated

pytestmark = pytest.mark.slow
NEW_PASSWORD = "a new battery staple"


@contextmanager
def full_for(engines: list[sa.Engine], statement: str) -> Iterator[list[str]]:
    """The disk is full for statements that begin so; which they were."""
    found: list[str] = []

    def fail(connection: Any, cursor: Any, asked: str, *rest: Any) -> None:
        if asked.startswith(statement):
            found.append(asked)
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise sa.exc.OperationalError(asked, {}, error)

    for engine in engines:
        sa.event.listen(engine, "before_cursor_execute", fail)
    try:
        yield found
    finally:
        for engine in engines:
            sa.event.remove(engine, "before_cursor_execute", fail)


def test_a_session_that_cannot_be_noted_as_in_use(floor: Floor, app: Any, clock: list[float]) -> None:
    dealer, token = floor["dealer"]
    before, _ = app.state.service.look("live")  # a table in memory: its commands are followed in groups
    clock[0] = 60.0
    with full_for([app.state.store.engine], "UPDATE sessions") as failed:
        answer = do(dealer, "buy-in", "live", token, seat=1, amount=500)
    assert failed
    assert (answer.status_code, answer.json().get("entry", {}).get("seq")) == (200, before + 1)
    assert app.state.store.newest("live") == before + 1


def test_an_entry_that_the_journal_cannot_note(floor: Floor, app: Any) -> None:
    """It is committed with its note, or not at all."""
    boss, token = floor["supervisor"]
    token, before = {**token, "Idempotency-Key": "k"}, app.state.store.newest("live")
    with full_for([app.state.store.engine], "INSERT INTO journal") as failed:
        answer = do(boss, "void", "live", token, reason="x")
    assert failed
    assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    assert app.state.store.newest("live") == before
    assert do(boss, "void", "live", token, reason="x").json()["entry"]["seq"] == before + 1
    assert app.state.journal.newest(1)[0].kind == "voided"


ACCOUNTS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("POST", "/api/accounts", {"name": "Newt", "password": NEW_PASSWORD, "role": "dealer"}),
    ("PUT", "/api/accounts/dealer/password", {"password": NEW_PASSWORD}),
    ("DELETE", "/api/accounts/dealer", None),
    ("POST", "/api/tokens", {"name": "another", "role": "display"}),
    ("DELETE", "/api/tokens/sensor", None),
]


def people_of(app: Any) -> list[Any]:
    """Every account and session as it is stored, but for when a session was last used."""
    with app.state.store.engine.connect() as connection:
        asked = (sa.select(schema.accounts), sa.select(schema.sessions.c.token, schema.sessions.c.name))
        return [sorted(map(tuple, connection.execute(one))) for one in asked]


@pytest.mark.parametrize(("method", "path", "body"), ACCOUNTS)
def test_a_change_of_accounts_that_the_journal_cannot_note(
    floor: Floor, app: Any, method: str, path: str, body: dict[str, Any] | None
) -> None:
    """Nothing was changed, as the answer says; the next try succeeds and is noted."""
    boss, token = floor["supervisor"]
    sensor = {"name": "sensor", "role": "display"}
    assert boss.post("/api/tokens", json=sensor, headers=token).status_code == 201
    before, noted = people_of(app), app.state.journal.newest(1)[0].seq
    with full_for([app.state.store.engine], "INSERT INTO journal") as failed:
        answer = boss.request(method, path, json=body, headers=token)
    assert failed
    assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    assert people_of(app) == before
    assert boss.request(method, path, json=body, headers=token).status_code in (200, 201)
    assert people_of(app) != before
    assert app.state.journal.newest(1)[0].seq == noted + 1


def test_a_drawing_that_cannot_be_made(client: TestClient, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seated(client)

    def away(*asked: Any) -> Any:
        raise sa.exc.OperationalError("SELECT", {}, Exception("it is away"))

    monkeypatch.setattr(app.state.drawings, "drawing", away)
    answer = do(client, "buy-in", headers={"X-View": "seat"}, seat=1, amount=500)
    assert answer.status_code == 200
    assert answer.json()["entry"]["seq"] == answer.json()["table"]["version"] == app.state.store.newest("t1")
    assert "felt" not in answer.json()


def test_a_repeated_answer_whose_table_cannot_be_read(
    client: TestClient, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(client)
    do(client, "buy-in", headers={"Idempotency-Key": "k"}, seat=1, amount=500)

    def away(table_id: str) -> Any:
        raise sa.exc.OperationalError("SELECT", {}, Exception("it is away"))

    monkeypatch.setattr(app.state.service, "look", away)
    answer = do(client, "buy-in", headers={"Idempotency-Key": "k"}, seat=1, amount=500)
    assert (answer.status_code, answer.json()["code"]) == (503, "no-database")
    assert "was committed" in answer.json()["message"]


def test_a_group_that_took_long_does_not_delay_the_next(
    client: TestClient, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(client)
    waits: list[float] = []
    wait_for = app.state.group_commit._arrived.wait_for

    def noted(holds: Any, seconds: float) -> Any:
        waits.append(seconds)
        return wait_for(holds, seconds)

    clock = iter(range(0, 10**6, 100))
    monkeypatch.setattr(group_commit, "monotonic", lambda: next(clock))
    monkeypatch.setattr(app.state.group_commit._arrived, "wait_for", noted)
    assert do(client, "buy-in", seat=1, amount=500).status_code == 200
    assert do(client, "buy-in", seat=1, amount=500).status_code == 200
    assert max(waits) == group_commit.PATIENCE_MAX
