"""P23: a cut tail, an older backup and a history that was rewritten and hashed again are seen, by a checkpoint."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rackcard.table.log.checkpoint import CheckpointFolder, create_key, read, read_key, read_public_key, take, write
from rackcard.table.log.store import Store, StoreError
from rackcard.table.log.stretches import Stretches
from rackcard.table.service import Service
from rackcard.table.stretch_builder import keep_stretches
from tests.support.command import command
from tests.support.cuts import WAYS, cuts, shown, unseen, with_journal
from tests.support.forgers import everything, put_back, with_logs
from tests.support.table_world import AT, spinning

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The rows of a database with logs and a journal."""
    with closing(Store(str(tmp_path_factory.mktemp("written") / "log.db"))) as store:
        return everything(with_journal(with_logs(store)))


@pytest.fixture
def logs(tmp_path: Path, written: dict[str, list[dict[str, Any]]], opened: Any) -> Store:
    store: Store = opened(str(tmp_path / "log.db"))
    put_back(store, written)
    return store


def test_p23_every_cut_and_every_rewriting_is_seen(logs: Store) -> None:
    """54 changes, six of each kind."""
    assert cuts(logs, range(6 * len(WAYS))) == dict.fromkeys(WAYS, 6)


def test_p23_control_without_a_checkpoint_none_is_seen(logs: Store) -> None:
    assert unseen(logs, range(len(WAYS))) == len(WAYS)


@pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")
def test_p23_the_same_on_postgresql(postgres: Any, written: dict[str, list[dict[str, Any]]], opened: Any) -> None:
    from tests.support.table_world import new_database

    store = opened(new_database(postgres))
    put_back(store, written)
    assert cuts(store, range(len(WAYS))) == dict.fromkeys(WAYS, 1)


def test_a_log_that_grows_agrees_with_earlier_checkpoints(logs: Store) -> None:
    first = take(logs, AT)
    spinning(Service(logs), "new")
    second = take(logs, AT, first)
    spinning(Service(logs), "newer")
    assert (second.number, second.previous) == (2, first.digest)
    assert shown(logs, first, second) == []


def test_the_command_line_signs_and_compares(logs: Store, tmp_path: Path) -> None:
    key, folder, database = tmp_path / "house.key", tmp_path / "checkpoints", tmp_path / "log.db"
    folder.mkdir()
    assert command("checkpoint-key", key).returncode == 0
    assert command("checkpoint-key", key).returncode == 2
    for number in (1, 2):
        done = command("checkpoint", database, "--key", key, "--out", folder)
        assert (done.returncode, done.stdout[:13]) == (0, f"checkpoint {number} ")
    with_keys = ("audit", database, "--checkpoint", folder, "--public-key", f"{key}.pub")
    whole = command(*with_keys)
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert "checkpoint 2 of" in whole.stdout
    assert command("audit", database, "--checkpoint", folder).returncode == 2
    with sqlite3.connect(database) as connection:
        for name in ("events", "postings", "keys"):
            connection.execute(f"DELETE FROM {name} WHERE table_id = 'craps' AND seq > 10")
    assert command("audit", database).returncode == 0
    cut = command(*with_keys)
    assert cut.returncode == 1
    assert "craps: cut: checkpoint 1 of" in cut.stdout


def test_a_checkpoint_that_was_changed_or_signed_by_another_is_refused(logs: Store, tmp_path: Path) -> None:
    key, other, place = tmp_path / "a", tmp_path / "b", tmp_path / "one.json"
    public, stranger = create_key(key), create_key(other)
    write(take(logs, AT), read_key(key), place)
    assert read(place, read_public_key(public)).tables
    with pytest.raises(StoreError, match="not signed with this key"):
        read(place, read_public_key(stranger))
    given = json.loads(place.read_text())
    given["tables"]["craps"]["entries"] -= 1
    place.write_text(json.dumps(given))
    with pytest.raises(StoreError, match="changed since"):
        read(place, read_public_key(public))
    for text in ("", "{}", "[]", "null", '{"signature": "zz"}'):
        place.write_text(text)
        with pytest.raises(StoreError, match="not a checkpoint"):
            read(place, read_public_key(public))


def test_a_key_that_others_can_read_signs_nothing(tmp_path: Path) -> None:
    key = tmp_path / "key"
    create_key(key)
    key.chmod(0o644)
    with pytest.raises(StoreError, match="can be read by others"):
        read_key(key)


def test_a_folder_goes_on_where_it_ended(logs: Store, tmp_path: Path) -> None:
    key, folder = tmp_path / "key", tmp_path / "checkpoints"
    public = read_public_key(create_key(key))
    folder.mkdir()
    for number in (1, 2):
        CheckpointFolder(folder, read_key(key)).add(logs, AT)
        assert len(list(folder.iterdir())) == number
    first, second = (read(path, public) for path in sorted(folder.iterdir()))
    assert second.previous == first.digest


def test_the_command_line_audits_from_a_checkpoint_on(logs: Store, tmp_path: Path) -> None:
    """It says of each table how much of it was compared by hashes only."""
    key, folder, database = tmp_path / "house.key", tmp_path / "checkpoints", tmp_path / "log.db"
    folder.mkdir()
    create_key(key)
    assert keep_stretches(logs, "craps") > 0
    kept = Stretches(logs, "craps").newest()
    assert kept is not None
    CheckpointFolder(folder, read_key(key)).add(logs, AT)
    given = ("--checkpoint", folder, "--public-key", f"{key}.pub", "--since-checkpoint")
    found = command("audit", database, *given)
    assert found.returncode == 0, found.stdout + found.stderr
    assert (
        f"of which the first {kept.last} by their hashes only (their postings and stored meters unproven)"
        in found.stdout
    )
    assert "roulette:" in found.stdout
    assert "all from the beginning" in found.stdout
    assert command("audit", database, "--since-checkpoint").returncode == 2
    tables = json.loads(command("audit", database, *given, "--json").stdout)["tables"]
    assert {one["table"]: one["compared_by_hash"] for one in tables} == {"craps": kept.last, "roulette": 0}
