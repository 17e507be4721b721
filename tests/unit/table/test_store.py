"""The store and its service: what they answer, databases that cannot be used, and copies."""

import gc
import sqlite3
import warnings
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table import service as services
from rackcard.table.audit import audit
from rackcard.table.decide import decide
from rackcard.table.history import follow
from rackcard.table.log import schema
from rackcard.table.log import store as stores
from rackcard.table.log.store import Store, StoreError
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.state import Cause, Refusal
from rackcard.web.app import create_app
from rackcard.web.routes.tables import ledger
from tests.support.table_driver import open_command
from tests.support.table_world import Script, run, spinning, together, writing

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_reading_part_of_a_log_leaves_nothing_open(store: Store) -> None:
    spinning(Service(store), "t")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert next(store.entries("t")).seq == 1
        gc.collect()
    assert not [str(one.message) for one in caught]


def long_log(store: Store, entries: int) -> None:
    """A log of so many entries, written in one go: only its numbers and its events are right."""
    service = Service(store)
    spinning(service, "t")
    service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
    (last,) = store.rows("t", 3)
    rows = [{**last._mapping, "seq": seq} for seq in range(5, entries + 1)]
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.events), rows)


@pytest.mark.slow
@pytest.mark.parametrize("read", ["entries", "ledger", "replay"])
def test_writers_go_on_beside_a_reader_that_does_not_read(store: Store, url: str, opened: Any, read: str) -> None:
    """The log is read one page at a time: a reader that stops in the middle blocks no other."""
    count = 2500
    long_log(store, count)
    reader: Any = {
        "entries": store.entries("t"),
        "ledger": (line for part in ledger(store, "t") for line in part.splitlines()),
        "replay": replay(follow(store.entries("t"))),
    }[read]
    next(reader)
    reply = Service(opened(url)).execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
    assert reply.entry.seq == count + 1
    assert sum(1 for _ in reader) >= count - 1


def test_a_log_is_read_in_pages_whole_and_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run(Service(store), "t", Script("roulette", 1, 30))
    whole = [entry.seq for entry in store.entries("t")], store.postings_of("t")
    for rows in (1, 2, 7):
        monkeypatch.setattr(stores, "PAGE_ROWS", rows)
        assert ([entry.seq for entry in store.entries("t")], store.postings_of("t")) == whole
        assert [row.seq for row in store.rows("t", 3, 9)] == list(range(4, 10))


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Any) -> Store:
    """A SQLite database whose writers do not wait for others."""
    monkeypatch.setattr("rackcard.table.log.sqlite.BUSY_SECONDS", 0)
    return opened(str(tmp_path / "log.db"))


@pytest.mark.slow
@pytest.mark.parametrize("held", ["BEGIN IMMEDIATE", "BEGIN; SELECT * FROM events", "BEGIN EXCLUSIVE"])
def test_a_busy_database_is_a_passing_refusal(impatient: Store, tmp_path: Path, held: str) -> None:
    """The table is unchanged, the refusal says so, and the key is still unused."""
    web = create_app(impatient.url)
    service = web.state.service
    spinning(service, "t")
    command = {"do": "buy-in", "seat": 1, "amount": 100}
    with closing(sqlite3.connect(impatient.url, isolation_level=None)) as other, TestClient(web) as client:
        cursors = [other.execute(statement) for statement in held.split("; ")]
        cursors[-1].fetchone()
        answer = client.post("/api/tables/t/commands", json=command, headers={"Idempotency-Key": "once"})
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        if "EXCLUSIVE" not in held:  # else not even the key can be looked for
            assert "nothing was changed" in answer.json()["message"]
        for cursor in cursors:
            cursor.close()
        other.execute("ROLLBACK")
        for repeated in (False, True):
            again = client.post("/api/tables/t/commands", json=command, headers={"Idempotency-Key": "once"})
            assert (again.status_code, again.json()["repeated"]) == (200, repeated)
    assert impatient.newest("t") == 4
    web.state.store.close()


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
    monkeypatch.setattr(services, "broken_invariant", lambda table, event: Cause("accounts-unbalanced"))
    command = {"do": "buy-in", "seat": 1, "amount": 100}
    with pytest.raises(Refusal, match="the table was frozen"):
        service.execute("t", command, key="once")
    monkeypatch.undo()
    assert service.table("t").status == "frozen"
    assert service.table("t").balance(1) == 10**9
    with pytest.raises(Refusal, match="the table was frozen"):
        service.execute("t", command, key="once")


def test_p18_whoever_freezes_a_table_without_a_key_is_told_why(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is decided once: it is not refused a second time because the table is frozen by now."""
    service = Service(store)
    spinning(service, "t")
    decided: list[Any] = []

    def recorded(*given: Any) -> Any:
        decided.append(given)
        return decide(*given)

    monkeypatch.setattr(services, "decide", recorded)
    monkeypatch.setattr(services, "broken_invariant", lambda table, event: Cause("accounts-unbalanced"))
    with pytest.raises(Refusal, match="the table was frozen: the accounts do not sum to zero"):
        service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
    assert len(decided) == 1
    assert [entry.event.kind for entry in store.entries("t", 3)] == ["frozen"]


# ---- databases that cannot be used, and copies


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder; name a database file in it"):
        Store(str(tmp_path))


def test_a_file_of_another_kind_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreError, match="is not a Rackcard database"):
        Store(str(path))
    assert path.read_text() == "Dear diary, " * 500


@pytest.mark.parametrize("url", ["nonsense://x", "postgresql+nodriver://x/y"])
def test_an_unknown_kind_of_database_is_named(url: str) -> None:
    with pytest.raises(StoreError, match="as a database"):
        Store(url)


def test_a_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot use"):
        Store(f"postgresql+psycopg://postgres@/x?host={tmp_path}")


def test_a_newer_schema_is_refused_and_left_alone(url: str, opened: Any) -> None:
    store = opened(url)
    with store.engine.begin() as connection:
        connection.execute(sa.insert(schema.schema).values(version=schema.SCHEMA_VERSION + 1))
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


@pytest.mark.slow
def test_a_write_ahead_log_is_put_away_or_refused(tmp_path: Path) -> None:
    """SQLite 3.40 may reset a write-ahead log: with another user we refuse, alone the log is checkpointed."""
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


@pytest.mark.slow
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
    """The same answer on either database, and no change."""
    service = Service(store)
    spinning(service, "t")
    with pytest.raises(Refusal):
        service.execute("t", {"do": "close-betting"}, key=key)
    assert len(list(store.entries("t"))) == 3
