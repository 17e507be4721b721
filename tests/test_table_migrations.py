"""Databases of earlier versions are brought up to date, whole or not at all."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.log import migrations
from rackcard.table.log import store as stores
from rackcard.table.log.store import SCHEMA_VERSION, Store, StoreError
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from tests.table_world import faults, together

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]

GOLDEN = Path(__file__).parent / "golden_databases"


FIRST = {
    "rackcard_schema": "CREATE TABLE rackcard_schema (version INTEGER NOT NULL PRIMARY KEY)",
    "tables": "CREATE TABLE tables (table_id VARCHAR(64) NOT NULL PRIMARY KEY, opened_at VARCHAR(40) NOT NULL)",
    "events": "CREATE TABLE events (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, at VARCHAR(40) NOT NULL, "
    '"by" VARCHAR(80) NOT NULL, "key" VARCHAR(200), entry TEXT NOT NULL, hash VARCHAR(64) NOT NULL, '
    "PRIMARY KEY (table_id, seq))",
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER NOT NULL, '
    'PRIMARY KEY (table_id, "key"))',
    "postings": "CREATE TABLE postings (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, "
    "account VARCHAR(80) NOT NULL, amount BIGINT NOT NULL, PRIMARY KEY (table_id, seq, account))",
    "refusals": 'CREATE TABLE refusals (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, '
    'code VARCHAR(60) NOT NULL, sentence TEXT NOT NULL, PRIMARY KEY (table_id, "key"))',
    "snapshots": 'CREATE TABLE snapshots (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL, "table" TEXT NOT NULL, '
    "hash VARCHAR(64) NOT NULL, PRIMARY KEY (table_id, seq))",
}
"""The tables as the first version that was described made them."""
SECOND = {name: statement for name, statement in FIRST.items() if name != "refusals"} | {
    "keys": 'CREATE TABLE keys (table_id VARCHAR(64) NOT NULL, "key" VARCHAR(200) NOT NULL, seq INTEGER, '
    'code VARCHAR(60), sentence TEXT, PRIMARY KEY (table_id, "key"))',
}
"""As the second did: one table of keys, which do not say what was asked under them."""


def golden(version: int = 1) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((GOLDEN / f"schema-{version}.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def old(url: str) -> str:
    """A database as the first version left it: two of its keys stand for refusals."""
    return as_left_by(1, url)


def as_left_by(version: int, url: str) -> str:
    engine = sa.create_engine(url if "://" in url else f"sqlite:///{url}")
    with engine.begin() as connection:
        for name, statement in {1: FIRST, 2: SECOND}[version].items():
            connection.execute(sa.text(statement))
            for row in golden(version)[name]:
                columns = ", ".join(f'"{column}"' for column in row)
                values = ", ".join(f":{column}" for column in row)
                connection.execute(sa.text(f"INSERT INTO {name} ({columns}) VALUES ({values})"), row)
    engine.dispose()
    return url


def test_a_database_of_the_first_version_is_brought_up_to_date(old: str, opened: Callable[[str], Store]) -> None:
    store = opened(old)
    assert faults(store) == [None]
    assert [entry.hash for entry in store.entries("t")] == [row["hash"] for row in golden()["events"]]
    assert "refusals" not in sa.inspect(store.engine).get_table_names()
    service = Service(store)
    bet = {"do": "bet", "seat": 2, "card": 1, "wager": "red", "amount": 500}
    for row in golden()["refusals"]:
        with pytest.raises(Refusal) as said:
            service.execute("t", bet, key=row["key"])
        assert (said.value.code, said.value.sentence) == (row["code"], row["sentence"])
    for row in golden()["keys"]:
        reply = service.execute("t", bet, key=row["key"])
        assert (reply.repeated, reply.entry.seq) == (True, row["seq"])
    service.execute("t", {"do": "close-betting"}, key="new")
    with pytest.raises(Refusal, match="betting is closed until this spin is settled"):
        service.execute("t", bet | {"seat": 1}, key="refused")
    with pytest.raises(Refusal, match="betting is closed until this spin is settled"):
        Service(opened(old)).execute("t", bet | {"seat": 1}, key="refused")
    assert faults(store) == [None]


def test_a_database_of_the_second_version_is_brought_up_to_date(url: str, opened: Callable[[str], Store]) -> None:
    """Its keys answer as they did, whatever is asked under them; a new one stands for one command of one person."""
    store = opened(as_left_by(2, url))
    assert faults(store) == [None]
    assert [entry.hash for entry in store.entries("t")] == [row["hash"] for row in golden(2)["events"]]
    service = Service(store)
    for row in golden(2)["keys"]:
        if row["seq"] is not None:
            reply = service.execute("t", {"do": "close"}, key=row["key"], by="anybody")
            assert (reply.repeated, reply.entry.seq) == (True, row["seq"])
            continue
        with pytest.raises(Refusal) as said:
            service.execute("t", {"do": "close"}, key=row["key"])
        assert (said.value.code, said.value.sentence) == (row["code"], row["sentence"])
    service.execute("t", {"do": "outcome", "outcome": "2"}, key="new", by="Dora")
    with pytest.raises(Refusal, match="already used for a different request"):
        service.execute("t", {"do": "outcome", "outcome": "3"}, key="new", by="Dora")


def test_a_migration_that_is_cut_short_changes_nothing(old: str, opened: Callable[[str], Store]) -> None:
    def cut(name: str) -> None:
        if name == "migrated":
            raise KeyboardInterrupt

    stores.arm_crash(cut)
    try:
        with pytest.raises(KeyboardInterrupt):
            Store(old)
    finally:
        stores.arm_crash(None)
    engine = sa.create_engine(old if "://" in old else f"sqlite:///{old}")
    assert sa.inspect(engine).has_table("refusals")
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT max(version) FROM rackcard_schema")).scalar() == 1
    engine.dispose()
    assert faults(opened(old)) == [None]


def test_of_servers_that_start_together_one_migrates(old: str) -> None:
    found: list[Store] = []
    together(lambda number: found.append(Store(old)), 4)
    with found[0].engine.connect() as connection:
        versions = connection.execute(sa.text("SELECT version FROM rackcard_schema ORDER BY version")).scalars().all()
    assert versions == list(range(1, SCHEMA_VERSION + 1))
    assert faults(found[-1]) == [None]
    for store in found:
        store.close()


def test_a_log_from_before_the_first_version_is_refused_in_words(url: str) -> None:
    engine = sa.create_engine(url if "://" in url else f"sqlite:///{url}")
    with engine.begin() as connection:
        for name, statement in FIRST.items():
            if name != "keys":
                connection.execute(sa.text(statement))
        connection.execute(sa.text("INSERT INTO rackcard_schema VALUES (1)"))
    engine.dispose()
    with pytest.raises(StoreError, match="too old"):
        Store(url)


def test_every_version_has_its_migration() -> None:
    assert list(migrations.MIGRATIONS) == list(range(2, SCHEMA_VERSION + 1))
