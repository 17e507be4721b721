"""Measures commands over HTTP against bare durable commits, two servers against one, and tables that only wait."""

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any

import sqlalchemy as sa
from tests.support.served import Client, served
from tests.support.table_world import new_database, start_postgres

from bench.odds import table

CARD = "repeater-bets-plus"
ROUNDS = 4
"""How often everything is measured in turn, so that all of it meets the same load."""
CLIENTS, SHARED_TABLES, WATCHED = 16, 32, 200
GOAL_SHARE, GOAL_MS, GOAL_SERVERS = 0.6, 50, 1.7
IDLE_SECONDS = 10


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    with places() as (folder, new_postgres):
        yield over_http(folder, new_postgres())
        yield two_servers(new_postgres())
        yield idle(folder, new_postgres())


@contextmanager
def places() -> Iterator[tuple[Path, Callable[[], str]]]:
    """A folder for SQLite files, and databases of a PostgreSQL server on the same disk."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # the server runs as another user where we are root
        server, engine = start_postgres(Path(name) / "postgres")
        try:
            yield Path(name), lambda: new_database(engine)
        finally:
            engine.dispose()
            server.cleanup()


class Bare:
    """Durable commits of one row each, and nothing else, in the same kind of database."""

    def __init__(self, url: str) -> None:
        self.engine = sa.create_engine(url if "://" in url else f"sqlite:///{url}.bare")
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine, "connect", _durable)
        self.raw = self.engine.raw_connection()
        self.mark = "?" if self.engine.dialect.name == "sqlite" else "%s"
        self._run("CREATE TABLE bare (seq INTEGER PRIMARY KEY, entry TEXT)", ())
        self.seq, self.times = 0, list[float]()

    def _run(self, statement: str, values: Sequence[Any]) -> None:
        cursor = self.raw.cursor()
        cursor.execute(statement, values)
        cursor.close()
        self.raw.commit()

    def commit(self, count: int) -> None:
        for _ in range(count):
            self.seq += 1
            start = perf_counter()
            self._run(f"INSERT INTO bare VALUES ({self.mark}, {self.mark})", (self.seq, "x" * 300))
            self.times.append(perf_counter() - start)

    @property
    def rate(self) -> float:
        return self.seq / sum(self.times)

    @property
    def slowest(self) -> float:
        return slowest(self.times)

    def close(self) -> None:
        self.raw.close()
        self.engine.dispose()


def _durable(connection: sqlite3.Connection, record: Any) -> None:
    connection.execute("PRAGMA journal_mode=TRUNCATE")
    connection.execute("PRAGMA synchronous=FULL")


class Crowd:
    """Clients that bet as fast as they are answered, each at a table, at one of several servers."""

    def __init__(self, ports: Sequence[int], clients: int, tables: int, prefix: str) -> None:
        self.ports, self.clients = ports, clients
        self.tables = [f"{prefix}{number}" for number in range(tables)]
        self.count, self.seconds, self.times = 0, 0.0, list[float]()
        with closing(Client(ports[0])) as client:
            for name in self.tables:
                opening = {"table": name, "name": name, "game": "craps", "cards": [{"card": CARD}]}
                client.post("/api/tables", opening)
                client.do({"do": "seat", "seat": 1, "name": "P"}, name)
                client.do({"do": "buy-in", "seat": 1, "amount": 10**9}, name)
        self.send(2)
        self.count, self.seconds, self.times = 0, 0.0, []

    def send(self, each: int) -> None:
        """So many bets from each client."""

        def one(number: int) -> None:
            name = self.tables[number % len(self.tables)]
            with closing(Client(self.ports[number % len(self.tables) % len(self.ports)])) as client:
                for _ in range(each):
                    start = perf_counter()
                    client.do({"do": "bet", "seat": 1, "card": 1, "wager": "citywide", "amount": 500}, name)
                    self.times.append(perf_counter() - start)

        threads = [Thread(target=one, args=(number,)) for number in range(self.clients)]
        start = perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds += perf_counter() - start
        self.count += self.clients * each

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    @property
    def slowest(self) -> float:
        return slowest(self.times)


def slowest(times: Sequence[float]) -> float:
    """What 99 of 100 took at most, in milliseconds."""
    return 1000 * sorted(times)[int(0.99 * len(times))]


def processor(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def over_http(folder: Path, postgres: str) -> str:
    """Bets through a real server on a socket, each durable before it is answered."""
    rows: list[tuple[str, ...]] = []
    for kind, url in (("SQLite", str(folder / "http.db")), ("PostgreSQL", postgres)):
        with served(url) as (port, process), closing(Bare(url)) as bare:
            crowds = {
                "1 client": Crowd([port], 1, 1, "one"),
                f"{CLIENTS} clients at one table": Crowd([port], CLIENTS, 1, "same"),
                f"{CLIENTS} clients at {CLIENTS} tables": Crowd([port], CLIENTS, CLIENTS, "each"),
            }
            used = 0.0
            for _ in range(ROUNDS):
                bare.commit(100)
                for crowd in crowds.values():
                    begun = processor(process)
                    crowd.send(200 // crowd.clients if crowd.clients > 1 else 50)
                    used = used + processor(process) - begun if crowd.clients > 1 else used
        rows.append(
            (
                f"{kind}: bare durable commits, one after another",
                f"{bare.rate:,.0f} /s",
                "",
                f"{bare.slowest:.0f} ms",
                "",
            )
        )
        for name, crowd in crowds.items():
            share = crowd.rate / bare.rate
            goal = f"at least {GOAL_SHARE}, under {GOAL_MS} ms" if len(crowd.tables) == CLIENTS else ""
            if goal and (share < GOAL_SHARE or crowd.slowest > GOAL_MS):
                goal = f"**missed**: {goal}"
            rows.append((f"{kind}: {name}", f"{crowd.rate:,.0f} /s", f"**{share:.2f}** of bare",
                         f"{crowd.slowest:.0f} ms", goal))  # fmt: skip
        many = sum(crowd.count for crowd in crowds.values() if crowd.clients > 1)
        rows.append((f"{kind}: processor time of the server for each", f"{1000 * used / many:.2f} ms", "", "", ""))
    note = (
        "Bets over HTTP to a separate server process; the clients share the machine with it. Each is durable before it "
        f"is answered, as bare commits are; they take turns {ROUNDS} times, so that both meet the same load. Commands "
        "that are ready at the same time are one commit."
    )
    return table("Commands over HTTP", ("what", "rate", "ratio", "99 of 100 within", "goal"), rows, note)


def two_servers(url: str) -> str:
    """Tables of one PostgreSQL database dealt by one server, and by two that share them."""
    with served(url) as (first, one), served(url) as (second, other):
        crowds = [
            Crowd([first], SHARED_TABLES, SHARED_TABLES, "alone"),
            Crowd([first, second], SHARED_TABLES, SHARED_TABLES, "shared"),
        ]
        used = [0.0, 0.0]
        for _ in range(ROUNDS):
            for place, crowd in enumerate(crowds):
                begun = processor(one) + processor(other)
                crowd.send(10)
                used[place] += processor(one) + processor(other) - begun
    alone, shared = (crowd.rate for crowd in crowds)
    allowed = 2 * used[0] / crowds[0].count / (used[1] / crowds[1].count)
    goal = f"at least {GOAL_SERVERS}"
    costs = [f"{1000 * seconds / crowd.count:.2f} ms" for seconds, crowd in zip(used, crowds, strict=True)]
    rows = [
        ("one server", f"{alone:,.0f} /s", costs[0], "", ""),
        ("two servers", f"{shared:,.0f} /s", costs[1], f"**{shared / alone:.2f}** of one",
         goal if shared >= GOAL_SERVERS * alone else f"**missed**: {goal}"),
    ]  # fmt: skip
    note = (
        f"{SHARED_TABLES} clients at {SHARED_TABLES} tables, each table at one server. Servers, clients and PostgreSQL "
        f"share {os.cpu_count()} cores: two servers bring more only where there is a core for each. "
        f"By their processor time two would then follow {allowed:.2f} times as many; their groups are half as large."
    )
    return table(
        "Two servers on one PostgreSQL",
        ("what", "rate", "processor time of the servers for each", "ratio", "goal"),
        rows,
        note,
    )


def idle(folder: Path, postgres: str) -> str:
    """Tables that somebody watches and nobody deals."""
    rows = []
    for kind, url in (("SQLite", str(folder / "idle.db")), ("PostgreSQL", postgres)):
        with served(url) as (port, process), ExitStack() as watching:
            client = watching.enter_context(closing(Client(port)))
            before = _minute(process)
            for number in range(WATCHED):
                opening = {"table": f"t{number}", "name": "T", "game": "roulette", "cards": [{"card": "roulette"}]}
                client.post("/api/tables", opening)
                watcher = watching.enter_context(closing(Client(port)))
                watcher.connection.request("GET", f"/api/tables/t{number}/events")
                watcher.connection.getresponse().readline()
            time.sleep(1)
            rows.append((kind, f"{before:.2f} s", f"{_minute(process):.2f} s"))
    note = (
        f"{WATCHED} tables with a watcher each, and nobody gives a command. A look at every table four times a "
        "second took 22 s on SQLite and 32 s on PostgreSQL."
    )
    return table(
        "Watched tables that wait",
        ("database", "processor time a minute, no table", f"{WATCHED} watched tables"),
        rows,
        note,
    )


def _minute(process: int) -> float:
    """The processor time that a process takes in a minute, by what it takes in a part of one."""
    begun = processor(process)
    time.sleep(IDLE_SECONDS)
    return (processor(process) - begun) * 60 / IDLE_SECONDS
