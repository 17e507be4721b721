"""On PostgreSQL a commit is on the disk before it is answered, whatever is set at the start or later."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from rackcard.table.log.journal import Journal
from rackcard.table.log.lease import Lease
from rackcard.table.log.store import Store, StoreError
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.support.table_driver import open_command
from tests.support.table_world import new_database

pytestmark = pytest.mark.slow
SEAT = {"do": "seat", "seat": 1, "name": "Ann"}


@contextmanager
def running_with(postgres: sa.Engine, store: Store, setting: str) -> Iterator[None]:
    """The server has a setting off, which it was told while it runs; sessions that follow it have heard of it."""

    def told(change: str, value: str) -> None:
        with postgres.connect() as connection:
            connection.execute(sa.text(change))
            connection.execute(sa.text("SELECT pg_reload_conf()"))
        while True:
            with postgres.connect() as connection:
                if connection.execute(sa.text(f"SHOW {setting}")).scalar() == value:
                    break
        with store.engine.connect() as connection:  # a session hears of it with its next statement
            connection.execute(sa.text("SELECT pg_sleep(0.1)"))

    told(f"ALTER SYSTEM SET {setting} = off", "off")
    try:
        yield
    finally:
        told(f"ALTER SYSTEM RESET {setting}", "on")


@pytest.fixture
def store(postgres: sa.Engine) -> Iterator[Store]:
    one = Store(new_database(postgres))
    Service(one).execute("t", open_command("roulette", cards=[{"card": "roulette"}]))
    yield one
    one.close()


def shown(store: Store) -> str:
    with store.engine.connect() as connection:
        return str(connection.execute(sa.text("SHOW synchronous_commit")).scalar())


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_database_that_may_lose_a_commit_is_not_opened(postgres: sa.Engine, store: Store, setting: str) -> None:
    with running_with(postgres, store, setting), pytest.raises(StoreError) as refused:
        Store(new_database(postgres))
    assert (refused.value.code, refused.value.facts["setting"]) == ("not-durable", setting)


def test_commits_stay_synchronous_when_the_setting_changes_later(postgres: sa.Engine, store: Store) -> None:
    """In connections from before, which follow what they have not set, and in new ones."""
    with running_with(postgres, store, "synchronous_commit"):
        assert shown(store) == "on"
        store.engine.dispose()
        assert shown(store) == "on"


def test_more_than_synchronous_is_kept(postgres: sa.Engine) -> None:
    url = new_database(postgres)
    with postgres.connect() as connection:
        connection.execute(
            sa.text(f"ALTER DATABASE {url.rpartition('/')[2].partition('?')[0]} SET synchronous_commit = remote_apply")
        )
    store = Store(url)
    assert shown(store) == "remote_apply"
    store.close()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_writes_nothing_while_a_commit_may_be_lost(postgres: sa.Engine, store: Store, setting: str) -> None:
    lease = Lease(store, Journal(store))
    lease.start()
    service = Service(store)
    with running_with(postgres, store, setting):
        with pytest.raises(Refusal) as refused:
            service.execute("t", SEAT, key="k")
        assert (refused.value.key, refused.value.facts) == ("no-database.not-durable", {"setting": setting})
    assert service.execute("t", SEAT, key="k").entry.seq == 2
    lease.stop()
