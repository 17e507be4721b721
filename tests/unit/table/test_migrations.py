"""Databases of earlier versions are brought up to date, whole or not at all."""

import json
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table.history import follow
from rackcard.table.log import migrations, schema
from rackcard.table.log.codec import canonical, event_to_json, table_to_json
from rackcard.table.log.schema import SCHEMA_VERSION
from rackcard.table.log.store import Store, StoreError
from rackcard.table.meters import meters_of
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web.accounts import Accounts
from tests.support.crash_points import arm_crash
from tests.support.old_databases import FIRST, as_left_by, golden
from tests.support.table_world import faults, together

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.fixture
def old(url: str) -> str:
    """A database as the first version left it: two of its keys belong to refusals."""
    return as_left_by(1, url)


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
    """Its keys answer as before, whatever is sent with them; a new key belongs to one command of one person."""
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


def test_a_database_of_the_third_version_is_brought_up_to_date(url: str, opened: Callable[[str], Store]) -> None:
    """Its entries hold sentences, which are kept to the letter; its accounts keep working."""
    store = opened(as_left_by(3, url))
    assert faults(store) == [None]
    rows = golden(3)["events"]
    assert [entry.hash for entry in store.entries("t")] == [row["hash"] for row in rows]
    assert [canonical(event_to_json(entry.event)) for entry in store.entries("t")] == [row["entry"] for row in rows]
    stored = {one["why"] for row in rows for one in json.loads(row["entry"])["data"].get("settlements", ())}
    told = "\n".join(replay(follow(store.entries("t"))))
    assert stored
    assert all(why in told for why in stored)
    service = Service(store)
    for row in golden(3)["keys"]:
        if row["seq"] is None:
            bet = {"do": "bet", "seat": 2, "card": 1, "wager": "pass", "amount": 500}
            with pytest.raises(Refusal) as refused:
                service.execute("t", bet | row_of(row["key"]), key=row["key"], by="Dora")
            assert (refused.value.code, refused.value.sentence) == (row["code"], row["sentence"])
    service.execute("t", {"do": "seat", "seat": 1, "name": "Bob"}, key="new")
    assert faults(store) == [None]
    assert [person.name for person in Accounts(store).listed()] == ["Boss", "Dora"]
    assert {table.name for table in schema.metadata.sorted_tables} <= set(sa.inspect(store.engine).get_table_names())


def test_a_database_of_the_sixth_version_is_brought_up_to_date(url: str, opened: Callable[[str], Store]) -> None:
    """Nothing of it changes; what is kept beside its log is made from it, and says what the log says."""
    store = opened(as_left_by(6, url))
    assert faults(store) == [None]
    rows = golden(6)["events"]
    assert [(row.entry, row.hash) for row in store.rows("t")] == [(row["entry"], row["hash"]) for row in rows]
    kept = store.newest_snapshot("t")
    assert kept is not None
    assert (kept[0], canonical(table_to_json(kept[2]))) == (
        golden(6)["snapshots"][0]["seq"],
        golden(6)["snapshots"][0]["table"],
    )
    before = meters_of(store, "t")
    assert before.by_wager
    assert keep_stretches(store, "t") > 0
    assert meters_of(store, "t") == before
    assert faults(store) == [None]


def row_of(key: str) -> dict[str, Any]:
    """What was asked under each key of a refusal."""
    return {"k6": {}, "k7": {"seat": 1, "wager": "field", "amount": 10**9}}[key]


def test_a_correction_reaches_back_into_entries_of_an_earlier_format(url: str, opened: Callable[[str], Store]) -> None:
    """The outcome was entered before the database was migrated, and is corrected after it."""
    store = opened(as_left_by(2, url))
    service = Service(store)
    service.execute("t", {"do": "no-roll", "reason": "nobody had bet"})
    service.execute("t", {"do": "correct", "outcome": "2", "reason": "misread"})
    service.execute("t", {"do": "correct", "outcome": "3", "reason": "misread again"})
    assert faults(store) == [None]
    newest = [json.loads(row.entry) for row in store.rows("t")][-2:]
    assert ["why" in one for entry in newest for one in entry["data"]["reversed"]] == [True, False]
    assert all(entry["v"] == 2 for entry in newest)


def test_a_migration_that_is_cut_short_changes_nothing(old: str, opened: Callable[[str], Store]) -> None:
    def cut(name: str) -> None:
        if name == "migrated":
            raise KeyboardInterrupt

    arm_crash(cut)
    try:
        with pytest.raises(KeyboardInterrupt):
            Store(old)
    finally:
        arm_crash(None)
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
