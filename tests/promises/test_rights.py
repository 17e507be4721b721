"""P19: who may act is decided where the act is committed: across servers, after leaving, after a new password."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.rights import password, races_for_rights, removed
from tests.support.table_world import new_database

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_p19_whoever_has_lost_the_right_to_act_moves_nothing(tmp_path: Path) -> None:
    assert races_for_rights(str(tmp_path / "house.db"), range(160)).total() == 160


def test_p19_the_same_on_postgresql(postgres: Any) -> None:
    assert races_for_rights(new_database(postgres), range(160, 200)).total() == 40


def test_p19_control_a_server_that_asks_only_at_the_door_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackcard.table.log.append._ended", lambda connection, tokens: set())
    with pytest.raises(AssertionError, match="decided"):
        races_for_rights(str(tmp_path / "house.db"), range(20), (password, removed))
