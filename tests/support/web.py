"""What the tests of the HTTP interface share: requests, a live table with its people, and bad bodies."""

import sqlite3
import time
from contextlib import closing
from http.cookiejar import Cookie
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.support.served import SET_UP_CODE

Floor = dict[str, tuple[TestClient, dict[str, str]]]
"""The people of a live table by their role, each with a session and the token that its requests carry."""

CARDS = [{"card": "craps"}, {"card": "cash-out-craps"}, {"card": "repeater-bets-plus"}]
PASSWORD = "correct horse battery"
COMMANDS: dict[str, dict[str, Any]] = {
    "bet": {"seat": 1, "card": 1, "wager": "pass", "amount": 500},
    "take-down": {"seat": 1, "wager": 1},
    "surrender": {"seat": 1, "wager": 1},
    "cash-out": {"seat": 1, "wager": 1},
    "take-back": {"seat": 1, "wager": 1},
    "seat": {"seat": 5, "name": "X"},
    "buy-in": {"seat": 1, "amount": 500},
    "leave": {"seat": 2},
    "close-betting": {},
    "outcome": {"outcome": [3, 4]},
    "generate": {},
    "no-roll": {"reason": "off the table"},
    "correct": {"outcome": [3, 3], "reason": "misread"},
    "void": {"reason": "x"},
    "change-cards": {"cards": CARDS},
    "change-house": {"house": "house: [", "reason": "x"},
    "advice": {"allow": False},
    "confirm": {"round": 0},
    "settle-owed": {"visit": 1, "by": "cash", "reason": "paid at the cage"},
    "pause": {"reason": "x"},
    "freeze": {"reason": "x"},
    "resume": {"round": 0},
    "close": {},
    "shooter": {"seat": 1},
    "burn": {"unseen": 1},
    "shuffle": {},
    "close-shift": {},
    "pay-tokes": {},
    "approve": {"round": 0},
    "decline": {"place": 1, "reason": "x"},
    "dispute": {"round": 1, "reason": "x"},
    "end-dispute": {"round": 1, "reason": "x"},
}
"""Every command with fields that suit a live table."""
BAD_AMOUNTS: list[Any] = [0, -1, 1.5, 1e3, True, None, "5", "１２", "0.1", 2**63, 10**30, [], {}, [5], "NaN"]
MALFORMED = [
    ("/api/tables/t1/commands", b"{"),
    ("/api/tables/t1/commands", b"[]"),
    ("/api/tables/t1/commands", b'{"do": 5}'),
    ("/api/tables/t1/commands", b'{"do": "dance"}'),
    ("/api/tables/t1/commands", b'{"amount": NaN, "do": "buy-in", "seat": 1}'),
    ("/api/tables/t1/commands", b'"' + b"a" * 1000 + b'"'),
    ("/api/tables/nowhere/commands", b'{"do": "close-betting"}'),
    ("/api/tables", b'{"table": "../x", "name": "x", "game": "craps", "cards": []}'),
    ("/api/tables", b'{"table": "t9", "name": "x", "game": "craps", "cards": [{"card": "/etc/passwd"}]}'),
    ("/api/tables", b'{"table": "t9", "name": "x", "game": "craps", "cards": [{"text": "a: &a [*a]"}]}'),
]
"""Requests with a body that no route accepts."""
NO_JSON = [
    ("/api/login", '{"name": NaN, "password": "x"}'),
    ("/api/login", '{"name": "\\ud800", "password": "aaaaaaaaaaaa"}'),
    ("/api/practice", '{"card": NaN}'),
    ("/api/practice", '{"card": "craps", "options": {"a": "\\ud800"}}'),
    ("/api/tables/t1/commands", '{"do": NaN}'),
    ("/api/tables/t1/commands", '{"do": "seat", "seat": 3, "name": "\\ud800"}'),
    ("/api/tables/t1/commands", '{"do": "buy-in", "seat": 1, "amount": Infinity}'),
]
"""Requests with values that JSON should not hold."""


def new_table(client: TestClient, name: str = "t1", **more: Any) -> Any:
    body = {"table": name, "name": "Practice", "game": "craps", "cards": CARDS, **more}
    return client.post("/api/tables", json=body)


def do(client: TestClient, word: str, table: str = "t1", headers: dict[str, str] | None = None, **fields: Any) -> Any:
    return client.post(f"/api/tables/{table}/commands", json={"do": word, **fields}, headers=headers)


def seated(client: TestClient) -> None:
    assert new_table(client).status_code == 201
    assert do(client, "seat", seat=1, name="Ann").status_code == 200
    assert do(client, "buy-in", seat=1, amount=100_000).status_code == 200


def live_table() -> dict[str, Any]:
    return {"table": "live", "name": "Live", "game": "craps", "cards": CARDS, "live": True}


def log_in(app: Any, name: str) -> tuple[TestClient, dict[str, str]]:
    one = TestClient(app)
    answer = one.post("/api/login", json={"name": name, "password": PASSWORD})
    assert answer.status_code == 200, answer.json()
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    return one, {"X-CSRF-Token": answer.json()["csrf"]}


def staffed_floor(app: Any, client: TestClient) -> Floor:
    """A live table with one person of every role, and seats 1 and 2."""
    assert (
        client.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE}).json()["role"]
        == "supervisor"
    )
    boss, token = log_in(app, "boss")
    assert boss.post("/api/tables", json=live_table(), headers=token).status_code == 201
    people = [("dealer", None), ("seat", 1), ("seat", 2), ("display", None)]
    found = {"supervisor": (boss, token)}
    for seat in (1, 2):  # a seat's account is for the player who is there
        assert do(boss, "seat", "live", token, seat=seat, name=f"P{seat}").status_code == 200
        assert do(boss, "buy-in", "live", token, seat=seat, amount=50_000).status_code == 200
    for role, place in people:
        name = f"{role}{place or ''}"
        body = {"name": name, "password": PASSWORD, "role": role, "table": "live", "seat": place}
        assert boss.post("/api/accounts", json=body, headers=token).status_code == 201
        found[name] = log_in(app, name)
    return found


class KeptFloor:
    """A live table with its people, as a database and sessions that are copied for each test."""

    def __init__(self, app: Any, database: Path) -> None:
        self.database = database
        with TestClient(app) as client:
            people = staffed_floor(app, client)
        app.state.store.close()
        self.people: dict[str, tuple[list[Cookie], dict[str, str]]] = {
            who: (list(person.cookies.jar), token) for who, (person, token) in people.items()
        }

    def copied(self, app: Any, database: Path) -> Floor:
        """The same in the fresh database of another application, with sessions that begin now."""
        with closing(sqlite3.connect(self.database)) as kept, closing(sqlite3.connect(database)) as fresh:
            kept.backup(fresh)
            fresh.execute("UPDATE sessions SET started = ?, used = ?", (time.time(), time.time()))
            fresh.commit()
        found: Floor = {}
        for who, (cookies, token) in self.people.items():
            person = TestClient(app)
            for cookie in cookies:
                person.cookies.jar.set_cookie(cookie)
            found[who] = (person, dict(token))
        return found
