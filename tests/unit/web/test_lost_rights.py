"""P19 at the office: whoever loses the right to change accounts, tokens, codes or tables meanwhile changes nothing."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table.log.schema import accounts, codes, sessions
from rackcard.web.permissions import verify_may
from tests.support.rights import at_point
from tests.support.web import PASSWORD, Floor, live_table, log_in

NEW = "another horse battery"
Act = Callable[[TestClient, dict[str, str]], Any]

ACTS: dict[str, Act] = {
    "add an account": lambda one, token: one.post(
        "/api/accounts", json={"name": "mole", "password": PASSWORD, "role": "supervisor"}, headers=token
    ),
    "remove an account": lambda one, token: one.delete("/api/accounts/dealer", headers=token),
    "set a password": lambda one, token: one.put(
        "/api/accounts/dealer/password", json={"password": NEW}, headers=token
    ),
    "issue a token": lambda one, token: one.post(
        "/api/tokens", json={"name": "mole", "role": "supervisor"}, headers=token
    ),
    "revoke a token": lambda one, token: one.delete("/api/tokens/counter", headers=token),
    "open a live table": lambda one, token: one.post(
        "/api/tables", json={**live_table(), "table": "mole"}, headers=token
    ),
}


def everything(app: Any) -> list[Any]:
    """All accounts and all tables."""
    with app.state.store.engine.connect() as connection:
        return [*connection.execute(sa.select(accounts).order_by(accounts.c.name)).all(), *app.state.store.heads()]


@pytest.fixture
def lead(app: Any, floor: Floor) -> tuple[TestClient, dict[str, str]]:
    """A second supervisor, and a token that may be revoked."""
    boss, token = floor["supervisor"]
    body = {"name": "lead", "password": PASSWORD, "role": "supervisor"}
    assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
    assert boss.post("/api/tokens", json={"name": "counter", "role": "display"}, headers=token).status_code == 201
    return log_in(app, "lead")


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("lost", ["removed", "new password", "logged out"])
def test_p19_a_supervisor_who_is_one_no_longer_changes_nothing(
    app: Any, floor: Floor, lead: Any, act: str, lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The right is lost after it was checked, and before anything is committed."""
    boss, token = floor["supervisor"]
    used = app.state.accounts.used
    left: list[list[Any]] = []

    def lose(session: str | None) -> None:
        used(session)
        monkeypatch.setattr(app.state.accounts, "used", used)
        if lost == "removed":
            assert boss.delete("/api/accounts/lead", headers=token).status_code == 200
        elif lost == "new password":
            body = {"password": NEW}
            assert boss.put("/api/accounts/lead/password", json=body, headers=token).status_code == 200
        else:
            assert lead[0].post("/api/logout").status_code == 200
        left.append(everything(app))

    monkeypatch.setattr(app.state.accounts, "used", lose)
    answer = ACTS[act](*lead)
    assert (answer.status_code, answer.json().get("code")) == (401, "log-in"), answer.text
    assert everything(app) == left[0]


@pytest.mark.parametrize("act", ACTS)
def test_p19_control_a_server_that_asks_only_at_the_door_is_caught(
    app: Any, floor: Floor, lead: Any, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks is a supervisor still, and the session is open, where anything is committed."""
    still = SimpleNamespace(name="lead", role="supervisor", csrf="open")
    monkeypatch.setattr("rackcard.web.accounts._held", lambda connection, token: still)
    monkeypatch.setattr("rackcard.table.log.append._ended", lambda connection, tokens: set())
    before = [row for row in everything(app) if row[0] != "lead"]
    with pytest.raises(AssertionError):
        test_p19_a_supervisor_who_is_one_no_longer_changes_nothing(app, floor, lead, act, "removed", monkeypatch)
    assert [row for row in everything(app) if row[0] != "lead"] != before


def test_p19_a_password_is_hashed_before_it_is_decided_who_may_set_it(app: Any, floor: Floor, lead: Any) -> None:
    """Hashing takes long, on purpose: that is where the race was lost."""
    boss, token = floor["supervisor"]
    hasher = app.state.accounts.hasher

    def hashed(password: str) -> str:
        app.state.accounts.hasher = hasher
        assert boss.delete("/api/accounts/lead", headers=token).status_code == 200
        return str(hasher.hash(password))

    app.state.accounts.hasher = SimpleNamespace(hash=hashed)
    assert ACTS["add an account"](*lead).status_code == 401
    assert "mole" not in {one.name for one in app.state.accounts.listed()}


def test_p19_a_live_table_is_not_opened_for_somebody_removed_while_it_was_decided(
    app: Any, floor: Floor, lead: Any
) -> None:
    boss, token = floor["supervisor"]

    def lose() -> None:
        assert boss.delete("/api/accounts/lead", headers=token).status_code == 200

    with at_point("decided", lose):
        answer = ACTS["open a live table"](*lead)
    assert (answer.status_code, answer.json()["code"]) == (401, "log-in")
    assert boss.get("/api/tables/mole").status_code == 404


def test_p19_a_dealer_who_was_removed_gives_no_code(app: Any, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    boss, token = floor["supervisor"]
    dealer, own = floor["dealer"]

    def lost(*asked: Any) -> None:
        verify_may(*asked)
        assert boss.delete("/api/accounts/dealer", headers=token).status_code == 200

    monkeypatch.setattr("rackcard.web.routes.tables.verify_may", lost)
    answer = dealer.post("/api/tables/live/seats/1/code", headers=own)
    assert (answer.status_code, answer.json()["code"]) == (401, "log-in")
    with app.state.store.engine.connect() as connection:
        assert connection.execute(sa.select(codes)).all() == []


@pytest.mark.parametrize("lost", ["removed", "new password"])
def test_p19_a_password_that_no_longer_holds_starts_no_session(app: Any, floor: Floor, lost: str) -> None:
    """It was right when it was checked, which takes long."""
    boss, token = floor["supervisor"]
    hasher = app.state.accounts.hasher

    def verify(stored: str, given: str) -> bool:
        app.state.accounts.hasher = hasher
        body = {"password": NEW}
        if lost == "removed":
            assert boss.delete("/api/accounts/dealer", headers=token).status_code == 200
        else:
            assert boss.put("/api/accounts/dealer/password", json=body, headers=token).status_code == 200
        return bool(hasher.verify(stored, given))

    app.state.accounts.hasher = SimpleNamespace(verify=verify)
    answer = TestClient(app).post("/api/login", json={"name": "dealer", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-login")
    with app.state.store.engine.connect() as connection:
        held = connection.execute(sa.select(sessions.c.name).where(sessions.c.name == "dealer")).all()
    assert held == []


def test_p19_people_whose_session_was_ended_do_not_change_their_own_password(app: Any, floor: Floor) -> None:
    boss, token = floor["supervisor"]
    dealer, own = floor["dealer"]
    hasher = app.state.accounts.hasher

    def hashed(password: str) -> str:
        app.state.accounts.hasher = hasher
        body = {"password": NEW}
        assert boss.put("/api/accounts/dealer/password", json=body, headers=token).status_code == 200
        return str(hasher.hash(password))

    app.state.accounts.hasher = SimpleNamespace(hash=hashed, verify=hasher.verify)
    sent = {"password": "a third horse battery", "current": PASSWORD}
    answer = dealer.put("/api/accounts/dealer/password", json=sent, headers=own)
    assert (answer.status_code, answer.json()["code"]) == (401, "log-in")
    assert TestClient(app).post("/api/login", json={"name": "dealer", "password": NEW}).status_code == 200
