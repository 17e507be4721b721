"""Looking into a database leaves it as it is, and what is none of ours is refused in a sentence."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.cli import tables as commands
from rackcard.cli.common import UsageError
from rackcard.table.audit import audit
from rackcard.table.log import schema
from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service
from tests.support.old_databases import as_left_by
from tests.support.table_world import Script, new_database, run, spinning

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]

LOOKS = ["audit", "replay", "meters", "backup"]


def look(name: str, database: str, folder: Path) -> Any:
    more = [folder / "copy.db"] if name == "backup" else []
    return getattr(commands, name)(database, *more)


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE guests (name TEXT)")
        connection.execute("INSERT INTO guests VALUES ('Ann')")
        connection.commit()


def with_a_write_ahead_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE guests (name TEXT)")
        connection.commit()


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, title TEXT)")
        connection.commit()


def never_made_ready(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE rackcard_schema (version INTEGER NOT NULL PRIMARY KEY)")
        connection.commit()


STRANGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "foreign": (foreign, "not a Rackcard database"),
    "empty": (lambda path: path.write_bytes(b""), "empty"),
    "text": (lambda path: path.write_text("Dear diary, " * 500), "not a Rackcard database"),
    "write-ahead log": (with_a_write_ahead_log, "WAL mode"),
    "of another program": (of_another_program, "not a Rackcard database"),
    "never made ready": (never_made_ready, "not been initialized"),
    "first version": (lambda path: as_left_by(1, str(path)), "earlier version"),
}


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("kind", STRANGE)
def test_what_is_none_of_ours_is_refused_and_left_as_it_is(tmp_path: Path, kind: str, name: str) -> None:
    path = tmp_path / "strange.db"
    make, told = STRANGE[kind]
    make(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=told):
        look(name, str(path), tmp_path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["strange.db"]


@pytest.mark.slow
def test_the_command_says_so_in_a_sentence_and_exits_with_2(tmp_path: Path) -> None:
    foreign(tmp_path / "guests.db")
    words: list[str | Path] = [Path(sys.executable).parent / "rackcard", "audit", tmp_path / "guests.db"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rackcard: ")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("file", ["log.db", "what?.db", "100%41.db", "a#b.db", "Käsino 1.db"])
def test_our_own_is_looked_into_and_left_as_it_is(
    tmp_path: Path, name: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / file
    with closing(Store(str(path))) as store:
        run(Service(store), "roulette", Script("roulette", 1, 10))
    for left in tmp_path.glob("*-journal"):
        left.unlink()
    before = path.read_bytes()
    path.chmod(0o444)
    assert look(name, str(path), tmp_path) == 0
    assert capsys.readouterr().out
    assert path.read_bytes() == before
    assert {one.name for one in tmp_path.iterdir()} <= {file, "copy.db"}


def test_a_database_of_the_second_version_is_audited_as_it_is(url: str) -> None:
    as_left_by(2, url)
    with closing(Store(url, is_read_only=True)) as store:
        assert [(table_id, fault) for table_id, _, fault in audit(store)] == [("t", None)]
        assert "asked" not in {column["name"] for column in sa.inspect(store.engine).get_columns("keys")}
        with store.engine.connect() as connection:
            assert connection.execute(sa.text("SELECT max(version) FROM rackcard_schema")).scalar() == 2


def test_a_newer_database_is_not_looked_into(url: str) -> None:
    with closing(Store(url)) as store, store.engine.begin() as connection:
        connection.execute(sa.insert(schema.schema).values(version=schema.SCHEMA_VERSION + 1))
    with pytest.raises(StoreError, match="newer Rackcard"):
        Store(url, is_read_only=True)


def test_nothing_can_be_written_through_a_store_that_only_reads(store: Store, url: str) -> None:
    spinning(Service(store), "t")
    with closing(Store(url, is_read_only=True)) as reader:
        with pytest.raises(sa.exc.DBAPIError, match=r"read-?\s?only"):
            Service(reader).execute("t", {"do": "close-betting"})
        Service(store).execute("t", {"do": "close-betting"})
        assert reader.newest("t") == 4, "and it sees what others write"


@pytest.mark.slow
def test_an_audit_of_an_empty_postgresql_makes_no_tables(postgres: sa.Engine) -> None:
    url = new_database(postgres)
    with pytest.raises(UsageError, match="not a Rackcard database"):
        commands.audit(url)
    engine = sa.create_engine(url)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_write_that_was_cut_short_is_told_of_and_taken_back_by_who_may(tmp_path: Path) -> None:
    """A journal that must be rolled back first is not, by a mere look."""
    with closing(Store(str(tmp_path / "log.db"))) as store:
        run(Service(store), "t", Script("roulette", 1, 30))
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(tmp_path / "log.db", isolation_level=None)) as other:
        other.execute("PRAGMA cache_size=1")  # half of it is written before the end
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE events SET hash = 'x'")
        other.execute("UPDATE postings SET amount = 0")
        for name in ("log.db", "log.db-journal"):
            (crashed / name).write_bytes((tmp_path / name).read_bytes())
        other.execute("ROLLBACK")
    before = {path.name: path.read_bytes() for path in crashed.iterdir()}
    with pytest.raises(UsageError, match="interrupted write"):
        commands.audit(str(crashed / "log.db"))
    assert {path.name: path.read_bytes() for path in crashed.iterdir()} == before
    Store(str(crashed / "log.db")).close()
    assert commands.audit(str(crashed / "log.db")) == 0


@pytest.mark.parametrize("name", LOOKS)
def test_a_folder_is_named_as_one(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="is a folder; name a database file in it"):
        look(name, str(tmp_path), tmp_path)
