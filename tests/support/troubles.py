"""Disks that are full or read-only, descriptors that run out, a database that is away, in the midst of play: P25."""

import http.client
import json
import resource
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from fastapi.testclient import TestClient

from rackcard.table.log.store import Store
from rackcard.table.state import Refusal
from rackcard.web.app import create_app
from tests.support.served import Client, served
from tests.support.table_world import booked, faults
from tests.support.web import do, new_table

Trouble = Callable[[Any], Any]
"""Makes trouble for an application, as a context."""
COMMAND: dict[str, Any] = {"seat": 1, "amount": 100}


@contextmanager
def _pragma(web: Any, on: str, off: str) -> Iterator[None]:
    """Every connection of the application is set one way, and then the other."""
    engine = web.state.store.engine

    def set_(connection: Any, *given: Any) -> None:
        connection.execute(on).fetchall()

    sa.event.listen(engine, "checkout", set_)
    try:
        yield
    finally:
        sa.event.remove(engine, "checkout", set_)
        with engine.connect() as connection:
            connection.exec_driver_sql(off)
        engine.dispose()


def full(web: Any) -> Any:
    """The database cannot grow by a page."""
    return _pragma(web, "PRAGMA max_page_count=1", "PRAGMA max_page_count=1073741823")


def read_only(web: Any) -> Any:
    return _pragma(web, "PRAGMA query_only=1", "PRAGMA query_only=0")


@contextmanager
def away(web: Any) -> Iterator[None]:
    """The database takes no connections and ends those that it has."""
    url = web.state.store.engine.url
    admin = sa.create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with admin.connect() as connection:
        connection.execute(sa.text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS false"))
        connection.execute(
            sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"),
            {"name": url.database},
        )
        try:
            yield
        finally:
            connection.execute(sa.text(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS true"))
    admin.dispose()


def troubled(url: str, trouble: Trouble, numbers: range, code: str) -> Generator[int, None, None]:
    """P25: a command is refused with 503, a code and a sentence; after the trouble the same one is followed, once."""
    web = create_app(url, commands_per_second=10**6)
    client = TestClient(web, raise_server_exceptions=False)
    assert new_table(client).status_code == 201
    assert do(client, "seat", seat=1, name="Ann").status_code == 200
    followed = 0
    for number in numbers:
        for turn in range(Random(number).randrange(3)):
            assert do(
                client, "buy-in", headers={"Idempotency-Key": f"before {number}.{turn}".replace(" ", "-")}, **COMMAND
            ).is_success
            followed += 1
        with trouble(web):
            refused, tries = None, 0
            while refused is None:  # a full disk has room on the pages it has
                key = {"Idempotency-Key": f"k{number}.{tries}"}
                answer = do(client, "buy-in", headers=key, **COMMAND)
                if answer.is_success:
                    followed, tries = followed + 1, tries + 1
                else:
                    refused = answer
                assert tries < 300, f"seed {number}: never refused"
            told = refused.json()
            assert (refused.status_code, told["code"]) == (503, code), f"seed {number}: {refused.text}"
            assert " " in told["message"], f"seed {number}"
            assert client.get("/health").status_code == 200, f"seed {number}"
        again = do(client, "buy-in", headers=key, **COMMAND)
        assert (again.status_code, again.json().get("repeated")) == (200, False), f"seed {number}: {again.text}"
        followed += 1
        assert client.get("/api/tables/t1").json()["seats"]["1"]["balance"] == 100 * followed, f"seed {number}"
        yield 1
    store = web.state.store
    assert faults(store) == [None]
    _verify_booked(store, "t1", followed)
    store.close()


def _verify_booked(store: Store, table_id: str, followed: int) -> None:
    """The log has every command that was followed, once."""
    assert booked(store, table_id) == {"cash": -100 * followed, "seat:1": 100 * followed}, "other than was answered"


def descriptors(folder: Path, numbers: range) -> Generator[int, None, None]:
    """P25: a server that may open no more files refuses what it cannot do, and goes on when it may."""
    url = str(folder / "descriptors.db")
    with served(url) as (port, process):
        with closing(Client(port)) as first:
            first.post("/api/tables", {"table": "t", "name": "T", "game": "craps", "cards": [{"card": "craps"}]})
            first.do({"do": "seat", "seat": 1, "name": "Ann"})
        soft, hard = resource.prlimit(process, resource.RLIMIT_NOFILE)
        followed = refused = 0
        for number in numbers:
            client = Client(port)
            client.get("/health")
            resource.prlimit(process, resource.RLIMIT_NOFILE, (_free_descriptor(process), hard))
            try:
                client.do({"do": "buy-in", **COMMAND}, key=f"k{number}")
                followed += 1
                was = "followed"
            except Refusal as refusal:
                refused += 1
                was = refusal.code
            finally:
                resource.prlimit(process, resource.RLIMIT_NOFILE, (soft, hard))
            assert was in ("followed", "no-database"), f"seed {number}: {was}"
            answer = _until_followed(client, port, number)
            followed += not answer["repeated"]
            assert answer["repeated"] == (was == "followed"), f"seed {number}: {was}"
            assert client.get("/api/tables/t")["seats"]["1"]["balance"] == 100 * followed, f"seed {number}"
            client.close()
            yield 1
    assert refused, "no command met a lack of descriptors"
    with closing(Store(url)) as store:
        assert faults(store) == [None]
        _verify_booked(store, "t", followed)


def _free_descriptor(process: int) -> int:
    """The number that the next file of a process would have: with this as its limit it opens no more."""
    used = {int(one.name) for one in Path(f"/proc/{process}/fd").iterdir()}
    return next(number for number in count() if number not in used)


def _until_followed(client: Client, port: int, number: int) -> Any:
    """The same command again, until it is answered; a server that could not accept waits a second by itself."""
    for _ in range(100):
        try:
            return client.do({"do": "buy-in", **COMMAND}, key=f"k{number}")
        except (OSError, http.client.HTTPException, json.JSONDecodeError, Refusal):
            client.close()
            time.sleep(0.05)
    raise AssertionError(f"seed {number}: the server did not recover")
