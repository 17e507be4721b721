"""How fast a live table is: durable rolls against bare commits and the naive settler, HTTP, and opening a long log."""

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.odds import table
from rackcard.table.naive import history, settle
from rackcard.table.service import SNAPSHOT_EVERY, Service
from rackcard.table.store import Store

SEATS = 16
CARD = "repeater-bets-plus"


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield rolls()
    yield opening()
    yield over_http()


def full_table(folder: Path, seats: int = SEATS) -> Service:
    """A table with every wager of a card up at every seat."""
    service = Service(Store(str(folder / "bench.db")))
    service.execute("t", {"do": "open", "name": "Bench", "game": "craps", "cards": [{"card": CARD}]})
    for seat in range(1, seats + 1):
        service.execute("t", {"do": "seat", "seat": seat, "name": f"P{seat}"})
        service.execute("t", {"do": "buy-in", "seat": seat, "amount": 10**9})
    bet_all(service, seats)
    return service


def bet_all(service: Service, seats: int) -> None:
    for seat in range(1, seats + 1):
        for wager in service.table("t").offerings[1].bets:
            service.execute("t", {"do": "bet", "seat": seat, "card": 1, "wager": wager, "amount": 500})


class BareLog:
    """Durable commits with nothing around them, in the same journal mode on the same file system."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=TRUNCATE")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, entry TEXT)")

    def commit(self, size: int) -> float:
        start = perf_counter()
        self.connection.execute("BEGIN")
        self.connection.execute("INSERT INTO log (entry) VALUES (?)", ("x" * size,))
        self.connection.execute("COMMIT")
        return perf_counter() - start


def rolls() -> str:
    """Outcomes with 16 seats and 19 wagers each up, every one durable before it is answered."""
    random = Random(7)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        service = full_table(folder)
        outcome_seconds, closing_seconds, naive_seconds, bare_seconds, count = 0.0, 0.0, 0.0, 0.0, 0
        bare_log = BareLog(folder)
        outcomes: list[Any] = []
        while count < 300:
            dice = [random.randint(1, 6), random.randint(1, 6)]
            start = perf_counter()
            service.execute("t", {"do": "close-betting"})
            closed = perf_counter()
            before = service.table("t")
            ready = perf_counter()
            reply = service.execute("t", {"do": "outcome", "outcome": dice})
            done = perf_counter()
            outcomes.append(dice)
            wagers = {number: (wager, 0) for number, wager in before.wagers.items()}
            start_naive = perf_counter()
            settle(before, wagers, history(before, outcomes))
            naive_seconds += perf_counter() - start_naive
            closing_seconds += closed - start
            outcome_seconds += done - ready
            bare_seconds += bare_log.commit(len(str(reply.entry.event.data)))
            count += 1
            if sum(dice) == 7:
                bet_all(service, SEATS)
                outcomes = []
        bare = count / bare_seconds
        service.store.close()
    rate = count / outcome_seconds
    rows = [
        ("bare SQLite durable commits", f"{bare:,.0f} /s", "", ""),
        ("outcomes settled and durable", f"{rate:,.0f} /s", f"**{rate / bare:.2f}** of bare", "at least 0.5"),
        ("whole rolls: no more bets, then the outcome", f"{count / (outcome_seconds + closing_seconds):,.0f} /s",
         f"{count / (outcome_seconds + closing_seconds) / bare:.2f} of bare", "two commits each"),
        ("the naive settler alone, nothing stored", f"{count / naive_seconds:,.0f} /s",
         f"{rate / (count / naive_seconds):.2f} of it", ""),
    ]  # fmt: skip
    note = (
        f"{SEATS} seats, 19 wagers each, {count} rolls, one SQLite file, full durability; a bare commit of the same "
        "size after every roll, so that both meet the same machine."
    )
    return table("Rolls at a full table", ("what", "rate", "ratio", "goal"), rows, note)


def opening() -> str:
    """A long log opened again, with its newest snapshot and without."""
    events = 20_000
    with tempfile.TemporaryDirectory() as name:
        store = Store(str(Path(name) / "long.db"))
        with store.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA synchronous=OFF")
        service = Service(store)
        service.execute("t", {"do": "open", "name": "Long", "game": "craps", "cards": [{"card": CARD}]})
        service.execute("t", {"do": "seat", "seat": 1, "name": "P"})
        for i in range(events - 2):
            word = {"do": "buy-in", "seat": 1, "amount": 100} if i % 3 == 0 else {"do": "close-betting"}
            service.execute("t", word if i % 3 < 2 else {"do": "no-roll", "reason": "bench"})
        start = perf_counter()
        Service(store).table("t")
        with_snapshot = perf_counter() - start
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM snapshots")
        start = perf_counter()
        Service(store).table("t")
        without = perf_counter() - start
        store.close()
    rows = [
        ("with the newest snapshot", f"{1000 * with_snapshot:.1f} ms"),
        (f"replaying all {events:,} entries", f"{1000 * without:.0f} ms"),
        ("ratio", f"**{without / with_snapshot:.0f}**"),
    ]
    note = f"A snapshot is kept every {SNAPSHOT_EVERY:,} entries, so the time to open does not grow with the log."
    return table("Opening a long log", ("how", "time"), rows, note)


def over_http() -> str:
    """Commands through the whole HTTP stack, one after another, from one client."""
    from fastapi.testclient import TestClient

    from rackcard.web.app import create_app

    with tempfile.TemporaryDirectory() as name:
        client = TestClient(create_app(str(Path(name) / "http.db"), commands_per_second=100_000))
        body = {"table": "t", "name": "Bench", "game": "craps", "cards": [{"card": CARD}]}
        assert client.post("/api/tables", json=body).status_code == 201
        client.post("/api/tables/t/commands", json={"do": "seat", "seat": 1, "name": "P"})
        start, count = perf_counter(), 300
        for _ in range(count):
            client.post("/api/tables/t/commands", json={"do": "buy-in", "seat": 1, "amount": 100})
        rate = count / (perf_counter() - start)
    rows = [("commands, each durable before it is answered", f"{rate:,.0f} /s")]
    return table("Over HTTP", ("what", "rate"), rows, "One client in the same process, SQLite with full durability.")
