"""P7: concurrent use equals some serial order, on SQLite and PostgreSQL."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log import schema
from rackcard.table.log.append import NewEntry, append
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support.rivals import rivals, served
from tests.support.table_driver import open_command
from tests.support.table_world import spinning, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_p7_sixteen_clients_at_two_servers_equal_a_serial_order(store: Store, url: str, opened: Any) -> None:
    servers = [Service(store), Service(opened(url))]
    assert rivals([served(one) for one in servers], store, 16, 12, seed=7) == 192
    assert servers[0].table("t") == servers[1].table("t")


def test_p7_control_servers_that_both_deal_are_caught(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the place taken away: the later writer puts its entry over the earlier one's."""

    def over(store: Store, entries: Sequence[NewEntry], refused: Any = ()) -> Any:
        with store.engine.begin() as connection:
            for part in (schema.events, schema.postings, schema.keys):
                for one in entries:
                    mine = (part.c.table_id == one.entry.table_id) & (part.c.seq == one.entry.seq)
                    connection.execute(sa.delete(part).where(mine))
        return append(store, entries, refused)

    monkeypatch.setattr("rackcard.table.service.append", over)
    with pytest.raises(AssertionError, match="seed 7, table t"):
        rivals([served(Service(store)), served(Service(opened(url)))], store, 16, 12, seed=7)


def expecting(servers: list[Service], store: Store, rounds: int) -> None:
    """Of sixteen who expect the same version, one is followed."""
    spinning(servers[0], "t")
    for _ in range(rounds):
        version = store.newest("t")
        said: list[str] = []

        def ask(number: int, version: int = version, said: list[str] = said) -> None:
            try:
                servers[number % 2].execute("t", {"do": "buy-in", "seat": 1, "amount": 100}, expected=version)
                said.append("done")
            except Refusal as refusal:
                said.append(refusal.code)

        together(ask, 16)
        assert Counter(said) == {"done": 1, "stale": 15}


def test_p7_of_sixteen_who_expect_the_same_version_one_is_followed(store: Store, url: str, opened: Any) -> None:
    expecting([Service(store), Service(opened(url))], store, 5)


def test_p7_control_a_server_that_forgets_what_was_expected_is_caught(
    store: Store, url: str, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = Service.execute
    monkeypatch.setattr(Service, "execute", lambda *given, expected=None, **more: execute(*given, **more))
    with pytest.raises(AssertionError):
        expecting([Service(store), Service(opened(url))], store, 1)


def test_p7_a_table_is_opened_once(store: Store, url: str, opened: Any) -> None:
    servers = [Service(store), Service(opened(url))]
    said: list[str] = []  # threads may append to a list at the same time

    def ask(number: int) -> None:
        try:
            servers[number % 2].execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
            said.append("done")
        except Refusal:
            said.append("refused")

    together(ask, 8)
    assert sorted(said) == ["done", *["refused"] * 7]
