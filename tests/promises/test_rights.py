"""P19: who may act is decided where the act is committed: across servers, after leaving, after a new password."""

from pathlib import Path
from typing import Any

import pytest

from rackcard.table.state import Table
from rackcard.web import group_commit
from rackcard.web.accounts import Person
from rackcard.web.group_commit import AskedCommand
from tests.support.rights import left, password, races_for_rights, removed, reseated
from tests.support.table_world import new_database

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_p19_whoever_has_lost_the_right_to_act_moves_nothing(tmp_path: Path) -> None:
    assert races_for_rights(str(tmp_path / "house.db"), range(160)).total() == 160


def test_p19_the_same_on_postgresql(postgres: Any) -> None:
    assert races_for_rights(new_database(postgres), range(160, 200)).total() == 40


@pytest.mark.parametrize("kind", [password, removed])
def test_p19_control_a_server_that_asks_for_the_session_only_at_the_door_is_caught(
    kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rackcard.table.log.append._ended", lambda connection, tokens: set())
    with pytest.raises(AssertionError, match="decided"):
        races_for_rights(str(tmp_path / "house.db"), range(20), (kind,))


@pytest.mark.parametrize("kind", [left, reseated])
def test_p19_control_a_server_that_asks_whose_seat_it_is_only_at_the_door_is_caught(
    kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that is decided again, on a table that another server has moved on, is not verified again."""
    verify = group_commit.verify_asked
    verified: list[AskedCommand] = []

    def verify_once(asked: AskedCommand, person: Person | None, table: Table) -> None:
        if not any(one is asked for one in verified):
            verified.append(asked)
            verify(asked, person, table)

    monkeypatch.setattr(group_commit, "verify_asked", verify_once)
    with pytest.raises(AssertionError, match=f"{kind.__name__}, decided"):
        races_for_rights(str(tmp_path / "house.db"), range(20), (kind,))
