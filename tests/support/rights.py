"""People who lose the right to act while they act, at another server: P19."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from rackcard.table.audit import audit_table
from rackcard.web.app import create_app
from tests.support.crash_points import arm_crash
from tests.support.served import SET_UP_CODE
from tests.support.web import PASSWORD, do, live_table, log_in

QUICK = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
MOMENTS = ("before", "decided", "after")
"""When the right is lost: before the command is sent, when it is decided and not yet committed, or after."""


class TwoDoors:
    """One house, entered through two servers on one database."""

    def __init__(self, url: str) -> None:
        self.here, self.there = (create_app(url, commands_per_second=10**6, set_up_code=SET_UP_CODE) for _ in range(2))
        for app in (self.here, self.there):
            app.state.rate_limits.logins.most = app.state.rate_limits.codes.most = 10**6
        first = TestClient(self.there)
        first.post("/api/accounts", json={"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
        self.boss, self.boss_token = log_in(self.there, "boss")
        assert self.boss.post("/api/tables", json=live_table(), headers=self.boss_token).status_code == 201
        self._new_dealer("dealer")
        self.dealer, self.dealer_token = log_in(self.there, "dealer")
        self.did("seat", seat=1, name="Ann")
        self.did("buy-in", seat=1, amount=1_000_000)

    def _new_dealer(self, name: str) -> None:
        body = {"name": name, "password": PASSWORD, "role": "dealer"}
        assert self.boss.post("/api/accounts", json=body, headers=self.boss_token).status_code == 201

    def did(self, word: str, **fields: Any) -> Any:
        """Something that the dealer of the other server does."""
        answer = do(self.dealer, word, "live", self.dealer_token, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def player(self) -> tuple[TestClient, dict[str, str]]:
        """A player with money at seat 2, who has joined through the first server."""
        self.did("seat", seat=2, name="Bob")
        self.did("buy-in", seat=2, amount=100_000)
        code = self.dealer.post("/api/tables/live/seats/2/code", headers=self.dealer_token).json()["code"]
        client = TestClient(self.here)
        joined = client.post("/api/join", json={"code": code})
        assert joined.status_code == 200, joined.text
        return client, {"X-CSRF-Token": joined.json()["csrf"]}

    def helper(self, name: str) -> tuple[TestClient, dict[str, str]]:
        """Another dealer, logged in at the first server."""
        self._new_dealer(name)
        return log_in(self.here, name)

    def close(self) -> None:
        for app in (self.here, self.there):
            app.state.store.close()


def left(doors: TwoDoors, name: str) -> tuple[Callable[[], Any], Callable[[], None], str]:
    """A player bets while the dealer colors the seat up."""
    client, token = doors.player()
    act = partial(do, client, "bet", "live", token, seat=2, card=1, wager="field", amount=500)
    return act, lambda: doors.did("leave", seat=2), "not-your-seat"


def reseated(doors: TwoDoors, name: str) -> tuple[Callable[[], Any], Callable[[], None], str]:
    """A player bets while the seat goes to somebody else, with money."""
    act, leave, code = left(doors, name)

    def lose() -> None:
        leave()
        doors.did("seat", seat=2, name="Eve")
        doors.did("buy-in", seat=2, amount=77_700)

    return act, lose, code


def password(doors: TwoDoors, name: str) -> tuple[Callable[[], Any], Callable[[], None], str]:
    """A dealer acts while a supervisor sets another password."""
    client, token = doors.helper(name)

    def lose() -> None:
        new = {"password": "another horse battery"}
        assert doors.boss.put(f"/api/accounts/{name}/password", json=new, headers=doors.boss_token).status_code == 200

    return partial(do, client, "buy-in", "live", token, seat=1, amount=100), lose, "log-in"


def removed(doors: TwoDoors, name: str) -> tuple[Callable[[], Any], Callable[[], None], str]:
    """A dealer acts while a supervisor removes the account."""
    act, _, code = password(doors, name)

    def lose() -> None:
        assert doors.boss.delete(f"/api/accounts/{name}", headers=doors.boss_token).status_code == 200

    return act, lose, code


KINDS = (left, reseated, password, removed)


@contextmanager
def at_point(point: str, action: Callable[[], None]) -> Iterator[None]:
    """Do something once when a command has come so far."""
    armed = [action]

    def reached(name: str) -> None:
        if name == point and armed:
            armed.pop()()

    arm_crash(reached)
    try:
        yield
    finally:
        arm_crash(None)


def races_for_rights(url: str, numbers: range, kinds: tuple[Any, ...] = KINDS) -> Counter[str]:
    """P19: whoever has lost the right to act before the commit is refused, and no money moves; how many were."""
    lost: Counter[str] = Counter()
    with patch("rackcard.web.accounts.PasswordHasher", QUICK):
        doors = TwoDoors(url)
        try:
            for number in numbers:
                kind, moment = kinds[number % len(kinds)], Random(number).choice(MOMENTS)
                where = f"seed {number}: {kind.__name__}, {moment}"
                lost[kind.__name__] += _race(doors, kind, moment, where, f"helper {number}")
            _, fault = audit_table(doors.here.state.store, "live")
            assert fault is None, str(fault)
        finally:
            doors.close()
    return lost


def _race(doors: TwoDoors, kind: Any, moment: str, where: str, name: str) -> bool:
    act, lose, code = kind(doors, name)
    if moment == "before":
        lose()
        answer = act()
    elif moment == "decided":
        with at_point("decided", lose):
            answer = act()
    else:
        answer = act()
        assert answer.status_code == 200, f"{where}: {answer.text}"
        if kind in (left, reseated):  # the bet comes down first
            doors.did("take-down", seat=2, wager=answer.json()["entry"]["data"]["number"])
        lose()
        answer = act()
    assert answer.json().get("code") == code, f"{where}: {answer.text}"
    table = doors.boss.get("/api/tables/live").json()
    assert not table["wagers"], f"{where}: a bet is up"
    if kind is reseated:
        assert table["seats"]["2"]["balance"] == 77_700, f"{where}: the money of another was moved"
        doors.did("leave", seat=2)
    return True
