"""On PostgreSQL nobody waits for long for a server that stands still."""

import time
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from rackcard.table.log import postgres as log
from rackcard.table.log.schema import events
from rackcard.table.log.store import Store, is_busy
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support.table_driver import open_command
from tests.support.table_world import new_database

pytestmark = pytest.mark.slow
SEAT = {"do": "seat", "seat": 1, "name": "Ann"}


@pytest.fixture
def opened(postgres: sa.Engine) -> Iterator[Callable[[], Store]]:
    """Servers on one database with a table, each with connections of its own."""
    url, stores = new_database(postgres), list[Store]()

    def another() -> Store:
        stores.append(Store(url))
        return stores[-1]

    Service(another()).execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
    yield another
    for store in stores:
        store.close()


def standing_still(store: Store) -> sa.Connection:
    """A server in the midst of the next entry, which it never commits."""
    connection = store.engine.connect()
    first = connection.execute(sa.select(events)).one()
    connection.execute(sa.insert(events).values(**{**first._mapping, "seq": 2, "key": None}))
    return connection


def test_a_lock_that_is_not_given_is_a_refusal(opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(log.TIMEOUTS, "lock_timeout", 0.3)
    connection = standing_still(opened())
    with pytest.raises(Refusal) as refused:
        Service(opened()).execute("t", SEAT)
    assert refused.value.code == "busy"
    connection.rollback()
    connection.close()
    assert Service(opened()).execute("t", SEAT).entry.seq == 2


def test_a_server_that_stands_still_loses_its_transaction(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(log.TIMEOUTS, "idle_in_transaction_session_timeout", 0.3)
    connection = standing_still(opened())
    time.sleep(0.1)
    assert Service(opened()).execute("t", SEAT).entry.seq == 2
    with pytest.raises(sa.exc.InternalError) as lost:
        connection.execute(sa.select(events))
    assert is_busy(lost.value)
    connection.invalidate()
    connection.close()
