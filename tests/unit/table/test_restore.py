"""Backups that are restored or refused."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.cli.common import UsageError
from rackcard.cli.tables import restore as command
from rackcard.table.audit import audit
from rackcard.table.log.store import Store, StoreError
from rackcard.table.restore import BrokenBackupError, restore
from rackcard.table.service import Service
from rackcard.web.accounts import Accounts
from tests.support.old_databases import FIRST, golden
from tests.support.table_world import Script, faults, new_database, run

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.fixture(scope="module")
def kept_backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    with closing(Store(str(folder / "log.db"))) as store:
        for game in ("craps", "roulette"):
            run(Service(store), game, Script(game, 21, 40))
        accounts = Accounts(store)
        accounts.create("boss", "supervisor", "correct horse battery")
        token, _ = accounts.log_in("boss", "correct horse battery")
        accounts.new_code("craps", 1, 1, token)
        store.backup(folder / "backup.db")
    return folder


@pytest.fixture
def backup(kept_backup: Path, tmp_path: Path) -> Path:
    """A backup with two tables, an account, a session and an unused code of a seat."""
    for name in ("log.db", "backup.db"):
        shutil.copy(kept_backup / name, tmp_path)
    return tmp_path / "backup.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place to restore into."""
    if request.param == "sqlite":
        return str(tmp_path / "new.db")
    return new_database(request.getfixturevalue("postgres"))


def test_the_journal_of_an_earlier_database_is_not_put_into_a_restored_one(backup: Path, tmp_path: Path) -> None:
    """A server crashed in a write, its file was moved away, and what it had begun was left beside the new one."""
    crashed, left = tmp_path / "log.db", tmp_path / "new.db-journal"
    with closing(sqlite3.connect(crashed, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE events SET entry = entry || 'x'")
        shutil.copy(tmp_path / "log.db-journal", left)
        connection.execute("ROLLBACK")
    assert left.stat().st_size > 512
    with pytest.raises(StoreError, match="interrupted write"):
        restore(backup, str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()
    left.write_bytes(b"")  # as a server that was stopped leaves it
    restore(backup, str(tmp_path / "new.db"))
    with closing(Store(str(tmp_path / "new.db"))) as store:
        assert faults(store) == [None, None]


def test_a_backup_is_restored_whole(backup: Path, target: str, opened: Callable[[str], Store]) -> None:
    before = backup.read_bytes()
    found = restore(backup, target)
    store, source = opened(target), opened(str(backup))
    assert faults(store) == [None, None]
    assert found == {table_id: store.newest(table_id) for table_id in ("craps", "roulette")}
    for table_id in found:
        assert [entry.hash for entry in store.entries(table_id)] == [e.hash for e in source.entries(table_id)]
        assert Service(store).table(table_id) == Service(source).table(table_id)
        used = Script(table_id, 21, 40).accepted[1]
        assert Service(store).execute(table_id, used, key="k1", by="dealer").repeated, "a used key stays used"
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT name FROM accounts")).scalars().all() == ["boss"]
        for gone in ("sessions", "seat_codes"):
            assert connection.execute(sa.text(f"SELECT count(*) FROM {gone}")).scalar() == 0, gone
    assert backup.read_bytes() == before, "the backup is only read"


def test_play_goes_on_after_a_restore(backup: Path, target: str, opened: Callable[[str], Store]) -> None:
    found = restore(backup, target)
    service = Service(opened(target))
    reply = service.execute("craps", {"do": "freeze", "reason": "restored"})
    assert reply.entry.seq == found["craps"] + 1
    assert faults(service.store) == [None, None]


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE events SET \"by\" = 'me' WHERE table_id = 'roulette' AND seq = 7",
        "UPDATE postings SET amount = amount + 1 WHERE table_id = 'roulette' AND seq = 7",
        "DELETE FROM keys WHERE table_id = 'roulette' AND seq = 7",
    ],
)
def test_a_backup_with_a_bad_entry_is_refused_by_name(
    backup: Path, target: str, tampering: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute(tampering).rowcount
        connection.commit()
    with pytest.raises(BrokenBackupError, match="table roulette, entry 7: "):
        restore(backup, target)
    assert command(backup, into=target) == 1
    assert "not restored: table roulette, entry 7: " in capsys.readouterr().err
    if "://" not in target:
        assert {path.name for path in backup.parent.iterdir()} <= {"log.db", "log.db-journal", "backup.db"}


def test_nothing_is_overwritten(backup: Path, target: str) -> None:
    restore(backup, target)
    with pytest.raises(StoreError, match="restored into a new"):
        restore(backup, target)
    with pytest.raises(UsageError, match="restored into a new"):
        command(backup, into=target)


def test_a_house_that_was_set_up_is_not_restored_into(backup: Path, postgres: sa.Engine) -> None:
    """A database with an account and no table is refused with that reason, and no password is shown."""
    target = new_database(postgres)
    with closing(Store(target)) as store:
        Accounts(store).create("boss", "supervisor", "another horse battery")
    with pytest.raises(UsageError, match="already contains accounts; a backup is restored into a new database") as said:
        command(backup, into=target)
    assert "argon2" not in str(said.value)
    with closing(Store(target)) as store:
        assert store.table_ids() == []


def test_what_goes_wrong_in_a_restore_is_told_without_what_was_written(
    backup: Path, postgres: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = new_database(postgres)
    with closing(Store(target)) as store:
        Accounts(store).create("boss", "supervisor", "another horse battery")
    monkeypatch.setattr("rackcard.table.restore._verify_empty", lambda store: None)
    with pytest.raises(UsageError, match="the backup was not restored") as said:
        command(backup, into=target)
    assert "argon2" not in str(said.value)
    with closing(Store(target)) as store:
        assert store.table_ids() == []


def test_a_file_that_comes_meanwhile_is_kept(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "new.db"

    def audited(store: Store, show: Any) -> Any:
        target.write_text("somebody's")
        return audit(store, show)

    monkeypatch.setattr("rackcard.table.restore.audit", audited)
    with pytest.raises(StoreError, match="exists"):
        restore(backup, str(target))
    assert target.read_text() == "somebody's"
    assert not (tmp_path / "new.db.restoring").exists()


def test_a_restore_tells_how_many_entries_it_has_checked(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackcard.table.audit.SHOWN_EVERY", 1)
    told: list[int] = []
    found = restore(backup, str(tmp_path / "new.db"), told.append)
    assert told == list(range(1, sum(found.values()) + 1))


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Dear diary, " * 500)
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE x (y)")
        connection.commit()
    not_ours = "not a Rackcard backup"
    for name, words in (("none", "does not exist"), ("text", not_ours), ("other.db", not_ours)):
        with pytest.raises(StoreError, match=words):
            restore(tmp_path / name, str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()
    with pytest.raises(StoreError, match=r"folder .* does not exist"):
        restore(tmp_path / "other.db", str(tmp_path / "nowhere" / "new.db"))


def test_control_a_restore_that_does_not_audit_is_caught(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rackcard.table.restore.audit", lambda store, show: [])
    with pytest.raises(pytest.fail.Exception):
        test_a_backup_with_a_bad_entry_is_refused_by_name(
            backup, str(tmp_path / "new.db"), "UPDATE events SET hash = 'x' WHERE table_id = 'roulette'", capsys
        )


def test_a_backup_of_the_first_version_is_restored(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        for name, statement in FIRST.items():
            connection.execute(statement)
            for row in golden()[name]:
                columns, values = ", ".join(f'"{column}"' for column in row), ", ".join("?" * len(row))
                connection.execute(f"INSERT INTO {name} ({columns}) VALUES ({values})", list(row.values()))
        connection.commit()
    assert restore(path, str(tmp_path / "new.db")) == {"t": len(golden()["events"])}
