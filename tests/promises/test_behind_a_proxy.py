"""The deployment guide, carried out: PostgreSQL, two servers behind a proxy with TLS, one of them stopped in turn."""

import threading
from contextlib import closing
from http.client import HTTPException
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from rackcard.table.audit import audit_table
from rackcard.table.log.store import Store
from tests.support.proxy import HouseServer, Person, nginx, proxied
from tests.support.served import SET_UP_CODE, free_port
from tests.support.table_world import new_database
from tests.support.web import PASSWORD, live_table

pytestmark = pytest.mark.slow
OUTCOMES = 12
"""Rolls while each server is away in turn."""


class Watcher(threading.Thread):
    """Somebody who follows a table, and comes back whenever the stream ends."""

    def __init__(self, person: Person, table: str) -> None:
        super().__init__(daemon=True)
        self.person, self.table = person, table
        self.seen: list[int] = []
        self.until: int | None = None

    def run(self) -> None:
        while self.until is None or not self.seen or self.seen[-1] < self.until:
            try:
                with closing(self.person.events(self.table, self.seen[-1] if self.seen else 0)) as numbers:
                    for number in numbers:
                        self.seen.append(number)
                        if number == self.until:
                            return
            except (OSError, HTTPException):
                continue


@pytest.mark.skipif(nginx() is None, reason="there is no nginx")
def test_a_house_behind_a_proxy_goes_on_while_either_server_is_stopped(tmp_path: Path, postgres: sa.Engine) -> None:
    database = new_database(postgres)
    servers = [HouseServer(database, free_port()) for _ in range(2)]
    for server in servers:
        server.start()
    try:
        with proxied(str(nginx()), servers, tmp_path) as address:
            boss, dealer, player = (Person(address) for _ in range(3))
            boss.post("/api/setup", {"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
            boss.post("/api/login", {"name": "boss", "password": PASSWORD})
            assert "secure" in boss.cookie_said.lower()
            boss.post("/api/tables", live_table())
            boss.post("/api/accounts", {"name": "dealer", "password": PASSWORD, "role": "dealer", "table": "live"})
            dealer.post("/api/login", {"name": "dealer", "password": PASSWORD})
            keys = count()
            given: dict[str, int] = {}

            def do(person: Person, **command: object) -> None:
                key = f"k{next(keys)}"
                given[key] = person.do("live", command, key)["entry"]["seq"]

            do(dealer, do="seat", seat=1, name="Ann")
            do(dealer, do="buy-in", seat=1, amount=100_000)
            code = dealer.post("/api/tables/live/seats/1/code", {})["code"]
            player.post("/api/join", {"code": code})
            watcher = Watcher(dealer, "live")
            watcher.start()
            for away in (*servers, None):
                if away is not None:
                    stopping = threading.Thread(target=away.stop)
                    stopping.start()
                for _ in range(OUTCOMES):
                    do(player, do="bet", seat=1, card=1, wager="field", amount=500)
                    do(dealer, do="close-betting")
                    do(dealer, do="outcome", outcome=[1, 2])
                if away is not None:
                    stopping.join()
                    assert away.process is not None
                    assert away.process.poll() == 0
                    away.start()
            store = Store(database)
            entries = list(store.entries("live"))
            assert {entry.key: entry.seq for entry in entries if entry.key} == given
            assert audit_table(store, "live")[1] is None
            watcher.until = entries[-1].seq + 1
            do(dealer, do="leave", seat=1)
            watcher.join(60)
            assert not watcher.is_alive(), watcher.seen[-3:]
            assert watcher.seen == sorted(set(watcher.seen))
            assert set(range(watcher.seen[0], watcher.until + 1)) == set(watcher.seen)
            store.close()
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.stop()
