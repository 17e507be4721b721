"""P22: two servers, one PostgreSQL: leases and fencing; either may die, stall and come back."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log import lease as leases
from rackcard.table.log.journal import Journal
from rackcard.table.log.lease import Lease
from rackcard.table.log.schema import SCHEMA_VERSION
from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support import two_servers
from tests.support.served import Client
from tests.support.table_world import new_database, spinning
from tests.support.two_servers import Player, compare, faults_of_two

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]
BUY = {"do": "buy-in", "seat": 1, "amount": 100}


@pytest.fixture
def url(postgres: Any) -> str:
    return new_database(postgres)


def leased(store: Store, seconds: float) -> Lease:
    """A lease without a heartbeat."""
    found = Lease(store, Journal(store), seconds)
    found.take()
    store.fence = found.verify
    return found


def test_p22_servers_that_die_stall_and_come_back_lose_nothing(url: str) -> None:
    """20 faults under three clients: mostly stalls, since a server takes a second to start."""
    assert sum(faults_of_two(url, range(20), 0.3, (*["stall"] * 5, "kill", "restart"))) == 20


class Hasty(Client):
    """A client of servers that answer some commands before they commit them, and never do."""

    def do(self, command: Any, table_id: str = "t", key: str | None = None) -> Any:
        if key is not None and key.endswith("1"):
            return {"entry": {"seq": 10**6}}
        return super().do(command, table_id, key)


class Twice(Client):
    """A client of servers that follow every command twice, without its key and with it."""

    def do(self, command: Any, table_id: str = "t", key: str | None = None) -> Any:
        if key is not None:
            with suppress(Refusal):
                super().do(command, table_id)
        return super().do(command, table_id, key)


@pytest.mark.parametrize(("client", "told"), [(Hasty, "not in the log"), (Twice, "is there twice")])
def test_p22_control_servers_that_answer_before_they_commit_or_follow_twice_are_caught(
    url: str, client: type[Client], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(two_servers, "Client", client)
    with pytest.raises(AssertionError, match=told):
        sum(faults_of_two(url, range(1), 0.2))


def test_p22_control_a_table_that_is_stuck_after_a_fault_is_caught(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_servers, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr(Player, "_send", lambda player, *command: player.over.wait())
    with pytest.raises(AssertionError, match="seed 0: play did not go on"):
        sum(faults_of_two(url, range(1), 0.2))


Played = tuple[Store, list[Player]]


@pytest.fixture
def played(tmp_path: Path, opened: Callable[[str], Store]) -> Played:
    """A log, and the players whose commands are in it: from entry 4 on, one after the other."""
    store = opened(str(tmp_path / "played.db"))
    service, players = Service(store), [Player([], number, Event()) for number in range(2)]
    spinning(service, "t")
    for turn in range(3):
        for player in players:
            key = f"c{player.number}.{turn}"
            player.done[key] = service.execute("t", BUY, key=key).entry.seq
    return store, players


def test_p22_a_log_with_every_command_once_is_in_order(played: Played) -> None:
    compare(*played)


@pytest.mark.parametrize(
    ("fault", "refused", "told"),
    [
        ("DELETE FROM events WHERE seq = 9", None, "not in the log so: {'c1.2': 9}"),
        ("DELETE FROM events WHERE seq = 6", "c0.1", "an entry is missing"),
        ("UPDATE events SET by = 'x' WHERE seq = 6", None, "table t, entry 6"),
    ],
)
def test_p22_control_a_log_that_has_lost_or_changed_an_entry_is_caught(
    played: Played, fault: str, refused: str | None, told: str
) -> None:
    """With the key of a command that had no answer, which may be there or not."""
    store, players = played
    players[0].done.pop(refused or "", None)
    with store.engine.begin() as connection:
        connection.execute(sa.text(fault))
    with pytest.raises(AssertionError, match=re.escape(told)):
        compare(store, players)


def test_p22_control_a_command_that_is_never_answered_is_caught(played: Played) -> None:
    store, players = played
    players[1].failed = AssertionError("c1.3 was never answered: the table is stuck")
    with pytest.raises(AssertionError, match="never answered"):
        compare(store, players)


# ---- leases


def test_p22_a_server_whose_lease_is_over_writes_nothing_until_it_has_a_new_one(
    url: str, opened: Callable[[str], Store]
) -> None:
    """P24: both servers put it on record."""
    store, other = opened(url), opened(url)
    service = Service(store)
    spinning(service, "t")
    first = leased(store, 0.2)
    service.execute("t", BUY, key="a")
    time.sleep(0.3)
    second = leased(other, 10)
    assert second.fence > first.fence
    with pytest.raises(Refusal, match="was unresponsive for too long") as said:
        service.execute("t", BUY, key="b")
    assert said.value.code == "busy"
    assert store.newest("t") == 4
    assert not first.renew()
    assert first.fence > second.fence
    assert not service.execute("t", BUY, key="b").repeated
    kinds = [entry.kind for entry in Journal(store).entries()]
    assert kinds == ["server-gone", "lease-lost"]


def test_p22_control_a_server_that_is_not_fenced_writes_on(
    url: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(url)
    service = Service(store)
    spinning(service, "t")
    monkeypatch.setattr(leases.Lease, "verify", lambda self, connection: None)
    leased(store, 0.1)
    time.sleep(0.2)
    with pytest.raises(pytest.fail.Exception), pytest.raises(Refusal):
        service.execute("t", BUY)


@pytest.mark.parametrize("kind", ["lease-lost", "server-gone"])
def test_p24_control_a_journal_that_forgets_a_lost_lease_is_caught(
    url: str, opened: Callable[[str], Store], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Journal.record
    monkeypatch.setattr(Journal, "record", lambda *told, **facts: None if kind in told else record(*told, **facts))
    with pytest.raises(AssertionError, match=kind):
        test_p22_a_server_whose_lease_is_over_writes_nothing_until_it_has_a_new_one(url, opened)


def test_a_heartbeat_keeps_a_lease(url: str, opened: Callable[[str], Store]) -> None:
    store = opened(url)
    kept = Lease(store, Journal(store), 4.0)  # a busy machine may hold a heartbeat up for seconds
    kept.start()
    time.sleep(5.0)
    spinning(Service(store), "t")
    assert kept.fence == 1
    kept.stop()
    with pytest.raises(Refusal, match="was unresponsive for too long"):
        Service(store).execute("t", BUY)


def test_tables_are_not_migrated_under_a_server(url: str, opened: Callable[[str], Store]) -> None:
    store = opened(url)
    served = leased(store, 30)
    with store.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM rackcard_schema"))
        connection.execute(sa.text(f"INSERT INTO rackcard_schema VALUES ({SCHEMA_VERSION - 1})"))
    with pytest.raises(StoreError, match="is served by another process"):
        Store(url)
    served.stop()
