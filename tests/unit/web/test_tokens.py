"""Tokens for programs: the permissions of a role, no cookie, an end, and a supervisor who takes them back."""

import time
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table.account_audit import audit_accounts
from rackcard.table.log.schema import sessions
from rackcard.web.deps import COOKIE
from rackcard.web.program_tokens import DAY_SECONDS, bearer
from tests.support.roles import FORBIDDEN, MAY
from tests.support.web import COMMANDS, PASSWORD, do

pytestmark = pytest.mark.slow


def issued(floor: Any, role: str, **more: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """What a supervisor is told of a new token, and the header that a program sends."""
    boss, token = floor["supervisor"]
    answer = boss.post("/api/tokens", json={"name": f"{role} program", "role": role, **more}, headers=token)
    assert answer.status_code == 201, answer.text
    return answer.json(), {"Authorization": f"Bearer {answer.json()['token']}"}


PLACES: dict[str, dict[str, Any]] = {
    "dealer": {"table": "live"},
    "supervisor": {},
    "display": {"table": "live"},
    "seat": {"table": "live", "seat": 1},
}


@pytest.mark.parametrize("role", PLACES)
def test_a_program_may_do_what_its_role_may(floor: Any, app: Any, role: str) -> None:
    """Without a cookie, and so without the second token that forged requests lack."""
    _, header = issued(floor, role, **PLACES[role])
    program = TestClient(app)
    assert program.get("/api/tables/live", headers=header).status_code == 200
    for word, fields in COMMANDS.items():
        answer = do(program, word, "live", header, **fields)
        own = role != "seat" or fields.get("seat") == 1
        allowed = role in MAY[word].split() and own
        assert (answer.json().get("code") not in FORBIDDEN) == allowed, (word, answer.text)


def test_a_token_is_for_its_table_alone(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    body = {"name": "lost", "role": "dealer", "table": "nowhere"}
    assert boss.post("/api/tokens", json=body, headers=token).json()["code"] == "no-such-table"
    body = {"name": "lost", "role": "supervisor", "table": "live"}
    assert boss.post("/api/tokens", json=body, headers=token).json()["code"] == "bad-table"


def test_the_secret_is_shown_once_and_stored_as_a_digest(floor: Any, app: Any) -> None:
    told, _ = issued(floor, "dealer", table="live")
    boss, _ = floor["supervisor"]
    (listed,) = boss.get("/api/tokens").json()
    assert listed == {name: told[name] for name in ("name", "role", "table", "seat", "until")}
    with app.state.store.engine.connect() as connection:
        stored = connection.execute(sa.select(sessions.c.token)).scalars().all()
    assert told["token"] not in stored
    kinds = [(entry.kind, entry.facts.get("name")) for entry in app.state.journal.entries()]
    assert ("token-issued", "dealer program") in kinds
    assert told["token"] not in str([entry.facts for entry in app.state.journal.entries()])


def test_only_a_supervisor_in_a_session_issues_lists_and_revokes(floor: Any, app: Any) -> None:
    _, header = issued(floor, "supervisor")
    body = {"name": "another", "role": "dealer"}
    program = TestClient(app)
    assert program.post("/api/tokens", json=body, headers=header).json()["code"] == "not-supervisor"
    assert program.delete("/api/tokens/supervisor program", headers=header).json()["code"] == "not-supervisor"
    assert program.post("/api/tokens", json=body).status_code == 401
    assert program.get("/api/tokens").status_code == 401
    for who in ("dealer", "display", "seat1"):
        person, token = floor[who]
        assert person.post("/api/tokens", json=body, headers=token).status_code == 403, who
        assert person.get("/api/tokens").status_code == 403, who
        assert person.delete("/api/tokens/supervisor program", headers=token).status_code == 403, who
    boss, _ = floor["supervisor"]
    assert boss.post("/api/tokens", json=body).json()["code"] == "forged"


def test_a_revoked_or_expired_token_is_refused(floor: Any, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    boss, token = floor["supervisor"]
    _, revoked = issued(floor, "dealer", table="live")
    program = TestClient(app)
    assert boss.delete("/api/tokens/dealer program", headers=token).status_code == 200
    assert boss.delete("/api/tokens/dealer program", headers=token).status_code == 404
    assert boss.delete("/api/tokens/dealer", headers=token).status_code == 404, "a person's account is no token"
    assert program.get("/api/tables/live", headers=revoked).status_code == 401
    _, short = issued(floor, "display", table="live", days=1)
    ahead = time.time() + DAY_SECONDS - 60
    monkeypatch.setattr("rackcard.web.accounts.time", lambda: ahead)
    assert program.get("/api/tables/live", headers=short).status_code == 200
    monkeypatch.setattr("rackcard.web.accounts.time", lambda: ahead + 120)
    assert program.get("/api/tables/live", headers=short).status_code == 401


def test_a_token_is_no_cookie_and_a_session_is_no_token(floor: Any, app: Any) -> None:
    told, header = issued(floor, "dealer", table="live")
    thief = TestClient(app, cookies={COOKIE: told["token"]})
    assert do(thief, "close-betting", "live").status_code == 401
    boss, _ = floor["supervisor"]
    session = {"Authorization": f"Bearer {boss.cookies[COOKIE]}"}
    assert TestClient(app).get("/api/tables/live", headers=session).status_code == 401
    evil = {**header, "Origin": "https://evil.example"}
    assert do(TestClient(app), "close-betting", "live", evil).json()["code"] == "other-origin"


def test_a_program_has_no_password_and_is_not_the_last_supervisor(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    issued(floor, "supervisor")
    name = app.state.accounts.person(boss.cookies[COOKIE]).name
    place = "/api/accounts/supervisor program/password"
    assert boss.put(place, json={"password": PASSWORD}, headers=token).status_code == 404
    answer = boss.delete(f"/api/accounts/{name}", headers=token)
    assert answer.json()["code"] == "last-supervisor"


@pytest.mark.parametrize(
    ("header", "token"),
    [("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("Basic abc", None), ("Bearer", None), (None, None)],
)
def test_a_bearer_header_is_read(header: str | None, token: str | None) -> None:
    assert bearer(header) == token


def test_the_audit_knows_tokens_from_the_journal(floor: Any, app: Any) -> None:
    boss, token = floor["supervisor"]
    before = list(audit_accounts(app.state.store))
    issued(floor, "dealer", table="live")
    issued(floor, "display", table="live")
    assert boss.delete("/api/tokens/display program", headers=token).status_code == 200
    assert list(audit_accounts(app.state.store)) == before


def test_a_program_administers_no_accounts(floor: Any, app: Any) -> None:
    """An account that it made would outlive its token."""
    _, header = issued(floor, "supervisor")
    program = TestClient(app, headers=header)
    body = {"name": "heir", "password": PASSWORD, "role": "supervisor"}
    said = [
        program.post("/api/accounts", json=body),
        program.delete("/api/accounts/dealer"),
        program.put("/api/accounts/dealer/password", json={"password": "another horse battery"}),
    ]
    for answer in said:
        assert (answer.status_code, answer.json()["code"]) == (403, "not-supervisor")
        assert "a program may not" in answer.json()["message"]
    names = {one.name for one in app.state.accounts.listed()}
    assert "dealer" in names
    assert "heir" not in names
