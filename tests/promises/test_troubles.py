"""P25: disk full, read-only, descriptors gone, database away: refused clearly, recovered by itself, nothing lost."""

import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rackcard.table import service as services
from rackcard.table.log.append import NewEntry, RefusedKey, append
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal
from rackcard.web import errors
from tests.support.table_world import new_database
from tests.support.troubles import away, descriptors, full, read_only, troubled

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.mark.parametrize("trouble", [full, read_only])
def test_p25_a_disk_that_is_full_or_read_only(trouble: Any, tmp_path: Path) -> None:
    assert sum(troubled(str(tmp_path / "t.db"), trouble, range(3), "no-database")) == 3


def test_p25_a_database_that_is_away(postgres: Any) -> None:
    assert sum(troubled(new_database(postgres), away, range(3), "no-database")) == 3


def test_p25_descriptors_that_run_out(tmp_path: Path) -> None:
    assert sum(descriptors(tmp_path, range(3))) == 3


def test_p25_control_a_server_that_answers_with_a_trace_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(request: Any, error: Exception) -> Any:
        raise error

    monkeypatch.setattr(errors, "_database_error", broken)
    with pytest.raises((AssertionError, ValueError)):
        sum(troubled(str(tmp_path / "t.db"), read_only, range(1), "no-database"))


def test_p25_control_a_command_that_is_answered_and_never_committed_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that is sent again when the trouble is over."""
    tried: set[str] = set()

    def forget(store: Store, entries: Sequence[NewEntry], refused: Sequence[RefusedKey] = ()) -> list[Refusal | None]:
        keys = {one.entry.key for one in entries if one.entry.key is not None}
        if keys & tried:
            return [None] * len(entries)
        tried.update(keys)
        return append(store, entries, refused)

    monkeypatch.setattr(services, "append", forget)
    with pytest.raises(AssertionError, match="other than was answered"):
        sum(troubled(str(tmp_path / "t.db"), read_only, range(1), "no-database"))


def test_p25_control_descriptors_that_never_run_out_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "prlimit", lambda *_: (1024, 1024))
    with pytest.raises(AssertionError, match="no command met a lack of descriptors"):
        sum(descriptors(tmp_path, range(1)))
