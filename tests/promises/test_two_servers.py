"""P22: two servers, one PostgreSQL: leases and fencing; either may die, stall and come back."""

import time
from collections.abc import Callable
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
from tests.support.table_world import new_database, spinning
from tests.support.two_servers import faults_of_two

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


def test_p22_a_server_whose_lease_is_over_writes_nothing_until_it_has_a_new_one(
    url: str, opened: Callable[[str], Store]
) -> None:
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
