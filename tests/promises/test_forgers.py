"""P9: history cannot change unseen: every tampering is found, and the first bad entry named."""

import json
from contextlib import closing
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table import audit as audits
from rackcard.table import service as services
from rackcard.table.audit import Fault, audit_table
from rackcard.table.auditor import UNREADABLE, Wrong
from rackcard.table.log import schema
from rackcard.table.log.codec import canonical, table_to_json
from rackcard.table.log.store import Store, read_entry
from rackcard.table.service import Service
from tests.support.forgers import WAYS, everything, put_back, rehashed, tamperings, with_logs
from tests.support.table_world import Script, faults, run, spinning, writing

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The rows of a database with a log of each game, played once."""
    with closing(Store(str(tmp_path_factory.mktemp("written") / "log.db"))) as store:
        return everything(with_logs(store))


@pytest.fixture
def forged(store: Store, written: dict[str, list[dict[str, Any]]]) -> Store:
    put_back(store, written)
    return store


def test_p9_every_tampering_is_found_at_its_first_entry(forged: Store) -> None:
    """208 tamperings on each database, sixteen of each kind, and an untouched control before and after."""
    assert 16 * len(WAYS) >= 200
    assert tamperings(forged, range(16 * len(WAYS))) == dict.fromkeys(WAYS, 16)


@pytest.mark.parametrize("name", ["link", "audit of postings"])
def test_p9_control_an_audit_that_does_not_look_is_caught(
    name: str, forged: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "link":  # every hash is accepted as written
        monkeypatch.setattr(audits, "_read", lambda row, *_: believed(row))
    else:
        monkeypatch.setattr(Store, "postings_of", lambda self, table_id, *_: as_the_entries_say(self, table_id))
    with pytest.raises(AssertionError, match=r"not found|, not"):
        tamperings(forged, range(3 * len(WAYS)))


def believed(row: Any) -> Any:
    try:
        return read_entry(row).event
    except UNREADABLE:
        return Wrong("unreadable")


def as_the_entries_say(store: Store, table_id: str) -> dict[int, dict[str, int]]:
    return {row.seq: dict(json.loads(row.entry)["postings"]) for row in store.rows(table_id)}


def tampered(store: Store, *statements: str) -> list[Fault | None]:
    with store.engine.begin() as connection:
        for statement in statements:
            assert connection.execute(sa.text(statement)).rowcount, statement
    return faults(store)


@pytest.mark.parametrize(
    "text",
    [
        *(
            text
            for text in (
                "", "{", "[]", "null", '{"kind":"seated"}', '{"kind":"bet","data":{},"postings":[["felt","x"]]}'
            )
        ),
        '{"kind":"unheard-of","data":{},"postings":[]}',
    ],
)  # fmt: skip
def test_p9_an_entry_that_cannot_be_read_is_named(forged: Store, text: str) -> None:
    with forged.engine.begin() as connection:
        where = (schema.events.c.table_id == "craps") & (schema.events.c.seq == 5)
        connection.execute(sa.update(schema.events).where(where).values(entry=text))
    _, fault = audit_table(forged, "craps")
    assert fault is not None
    assert fault.seq == 5


def test_p9_an_outcome_that_cannot_come_is_named_though_its_hash_fits(forged: Store) -> None:
    rows = everything(forged)
    log = sorted((row for row in rows["events"] if row["table_id"] == "craps"), key=lambda row: row["seq"])
    number = next(n for n, row in enumerate(log) if json.loads(row["entry"])["kind"] == "outcome")
    entry = json.loads(log[number]["entry"])
    entry["data"]["outcome"] = [7, 7]
    log[number]["entry"] = canonical(entry)
    log[number]["hash"] = rehashed(log[number], log[number - 1]["hash"])
    put_back(forged, rows)
    _, fault = audit_table(forged, "craps")
    assert fault is not None
    assert fault.seq == number + 1


def test_p9_an_entry_that_reads_the_same_but_is_spelled_otherwise_is_found(forged: Store) -> None:
    """A posting of 500000.9 in the text reads as 500000: the text itself must fit the hash."""
    spelled = "UPDATE events SET entry = replace(entry, ',500000]', ',500000.9]') WHERE table_id = 'craps' AND seq = 3"
    assert tampered(forged, spelled)[0] is not None


def test_p9_a_table_struck_from_the_list_of_tables_is_still_audited(forged: Store) -> None:
    assert any(tampered(forged, "DELETE FROM tables WHERE table_id = 'craps'"))


def test_p9_a_log_that_is_gone_is_found(forged: Store) -> None:
    gone = tampered(
        forged, "DELETE FROM events WHERE table_id = 'craps'", "DELETE FROM postings WHERE table_id = 'craps'"
    )
    assert any(gone)


@pytest.mark.parametrize(
    "statement", ["DELETE FROM keys WHERE table_id = 'craps' AND seq = 3", "UPDATE keys SET seq = 3 WHERE seq = 4"]
)
def test_p9_a_key_that_was_freed_or_moved_is_found(forged: Store, statement: str) -> None:
    """A freed key takes effect a second time: the entries say which keys are used."""
    assert any(tampered(forged, statement))


def test_p9_a_key_that_leads_to_an_entry_of_another_is_found(forged: Store) -> None:
    """It would answer a command that was never followed as done."""
    assert any(tampered(forged, "INSERT INTO keys (table_id, key, seq) VALUES ('craps', 'forged', 3)"))


def test_p9_another_time_of_opening_is_found(forged: Store) -> None:
    """The list of tables is in this order."""
    assert any(tampered(forged, "UPDATE tables SET opened_at = '2025-01-01' WHERE table_id = 'craps'"))


@pytest.mark.parametrize("table_id", ["craps", "nowhere"])
def test_p9_postings_before_the_first_entry_or_of_no_table_are_found(forged: Store, table_id: str) -> None:
    assert any(tampered(forged, f"INSERT INTO postings VALUES ('{table_id}', 0, 'seat:1', 100)"))


def test_p9_an_entry_before_the_first_is_found(forged: Store) -> None:
    """It would answer for its key, so that the command of that key is never followed."""
    columns = "table_id, 0, at, \"by\", 'forged', entry, hash"
    assert any(
        tampered(forged, f"INSERT INTO events SELECT {columns} FROM events WHERE table_id = 'craps' AND seq = 2")
    )


def test_p9_a_changed_snapshot_is_found_or_not_used(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Money in a snapshot is money at the table: the log must have the last word."""
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 10)
    script = Script("roulette", 1, 30)
    run(Service(store), "t", script)
    kept = store.newest_snapshot("t")
    assert kept is not None
    rich = table_to_json(kept[2])
    rich["balances"]["seat:1"] += 10**6
    rich["balances"]["house"] = rich["balances"].get("house", 0) - 10**6
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.snapshots).values(table=canonical(rich)))
    assert any(faults(store)) or Service(store).table("t") == script.tables()[-1]


@pytest.mark.parametrize("seq", [-5, 0, "before", "after", 10**6])
def test_p9_a_snapshot_of_an_entry_that_is_another_or_none_is_found_and_not_used(
    store: Store, monkeypatch: pytest.MonkeyPatch, seq: Any
) -> None:
    """The hash of one entry under the number of another would open the table with any balances."""
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 10)
    script = Script("roulette", 1, 30)
    run(Service(store), "t", script)
    kept = store.newest_snapshot("t")
    assert kept is not None
    number = {"before": kept[0] - 1, "after": kept[0] + 1}.get(seq, seq)
    next_ = next(store.entries("t", max(number, 0)), None)
    rich = table_to_json(kept[2])
    rich["balances"]["seat:1"] += 10**6
    values = {"seq": number, "table": canonical(rich), "hash": next_.hash if next_ else kept[1]}
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.snapshots).values(**values))
    assert Service(store).table("t") == script.tables()[-1]
    (fault,) = faults(store)
    assert fault is not None
    assert fault.seq == number


def test_p9_a_snapshot_kept_while_the_audit_reads_is_no_fault(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 5)
    service = Service(store)
    spinning(service, "t")
    newest = Store.newest

    def growing(self: Store, table_id: str) -> int:
        found = newest(self, table_id)
        for _ in range(5):
            service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "newest", growing)
        assert faults(store) == [None]


def test_p9_a_live_table_passes_its_audit(url: str, opened: Any) -> None:
    """The audit may read while others write, and does not report a partial write as a fault."""
    service, reader = Service(opened(url)), opened(url)
    spinning(service, "t")
    with writing(service):
        for _ in range(10):
            assert faults(reader) == [None]
