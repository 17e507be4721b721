"""P9: history cannot change unseen: every tampering is found, and the first bad entry named."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table import audit as audits
from rackcard.table import service as services
from rackcard.table.audit import Fault, audit_table
from rackcard.table.log import schema
from rackcard.table.log.codec import canonical, link, table_to_json
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from tests.support.table_world import AT, Script, faults, run, spinning, writing

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def with_logs(store: Store) -> Store:
    """A database with a short log of each game, to be tampered with."""
    service = Service(store, clock=lambda: AT)
    for number, game in enumerate(("craps", "roulette")):
        run(service, game, Script(game, 90 + number, 40))
    return store


@pytest.fixture
def forged(store: Store) -> Store:
    return with_logs(store)


def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    with store.engine.connect() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in schema.metadata.sorted_tables
        }


def put_back(store: Store, rows: dict[str, list[dict[str, Any]]]) -> None:
    with store.engine.begin() as connection:
        for table in schema.metadata.sorted_tables:
            connection.execute(sa.delete(table))
            if rows[table.name]:
                connection.execute(sa.insert(table), rows[table.name])


def rehashed(row: dict[str, Any], previous: str) -> str:
    head = {"table": row["table_id"], "seq": row["seq"], "at": row["at"], "by": row["by"], "key": row["key"]}
    return link(previous, head, row["entry"])


class Forger:
    """Changes the rows of one table's log; each way says which entries may be named as the first bad one."""

    def __init__(self, rows: dict[str, list[dict[str, Any]]], table_id: str, random: Random) -> None:
        self.events = sorted((r for r in rows["events"] if r["table_id"] == table_id), key=lambda row: row["seq"])
        self.rows, self.random, self.table_id = rows, random, table_id
        self.postings = [row for row in rows["postings"] if row["table_id"] == table_id]
        self.last = len(self.events)

    def change_event(self) -> set[int]:
        row = self.random.choice(self.events)
        field = self.random.choice(["at", "by", "key", "hash", "entry"])
        if field == "entry":
            entry = json.loads(row["entry"])
            entry["data"]["amount"] = entry["data"].get("amount", 0) + 100
            row["entry"] = canonical(entry)
        else:
            row[field] = (row[field] or "")[:-1] + "~"
        return {row["seq"]}

    def change_kind(self) -> set[int]:
        row = self.random.choice(self.events)
        entry = json.loads(row["entry"])
        entry["kind"] = "no-roll" if entry["kind"] != "no-roll" else "closed"
        row["entry"] = canonical(entry)
        return {row["seq"]}

    def delete_event(self) -> set[int]:
        """The one after it is named, as following a missing one."""
        row = self.random.choice(self.events[:-1])
        self.rows["events"].remove(row)
        return {row["seq"] + 1}

    def swap_events(self) -> set[int]:
        first, second = sorted(self.random.sample(self.events, 2), key=lambda row: row["seq"])
        first["seq"], second["seq"] = second["seq"], first["seq"]
        return {second["seq"]}

    def insert_event(self) -> set[int]:
        like = self.random.choice(self.events)
        self.rows["events"].append({**like, "seq": self.last + 1, "key": "forged"})
        return {self.last + 1}

    def insert_between(self) -> set[int]:
        at = self.random.randint(2, self.last)
        for row in [*self.events, *self.postings]:
            row["seq"] += row["seq"] >= at
        like = self.random.choice(self.events)
        self.rows["events"].append({**like, "seq": at, "key": "forged"})
        return {at}

    def rehash_event(self) -> set[int]:
        """A changed entry with a hash that fits it: it is bad in itself, or the next no longer follows it."""
        before, row = self.random.choice(list(pairwise(self.events[:-1])))
        entry = json.loads(row["entry"])
        entry["data"]["amount"] = entry["data"].get("amount", 0) + 100
        if self.random.random() < 0.5:
            row["by"] = "someone else"
        row["entry"] = canonical(entry)
        row["hash"] = rehashed(row, before["hash"])
        return {row["seq"], row["seq"] + 1}

    def change_posting(self) -> set[int]:
        row = self.random.choice(self.postings)
        row["amount"] += self.random.choice([-100, -1, 1, 100])
        return {row["seq"]}

    def move_posting(self) -> set[int]:
        row = self.random.choice([row for row in self.postings if row["account"].startswith("seat:")])
        row["account"] = "seat:63"
        return {row["seq"]}

    def delete_posting(self) -> set[int]:
        row = self.random.choice(self.postings)
        self.rows["postings"].remove(row)
        return {row["seq"]}

    def swap_postings(self) -> set[int]:
        while True:
            first, second = sorted(self.random.sample(self.postings, 2), key=lambda row: row["seq"])
            if first["seq"] != second["seq"] and first["amount"] != second["amount"]:
                first["amount"], second["amount"] = second["amount"], first["amount"]
                return {first["seq"]}

    def insert_posting(self) -> set[int]:
        seq = self.random.randint(1, self.last + 2)
        self.rows["postings"].append({"table_id": self.table_id, "seq": seq, "account": "house:2", "amount": 5})
        return {seq}

    def truncate(self) -> set[int]:
        """The tail of the log goes and its postings stay."""
        paid = sorted({row["seq"] for row in self.postings})
        cut = self.random.randint(1, paid[-1] - 1)
        for row in self.events[cut:]:
            self.rows["events"].remove(row)
        return {next(seq for seq in paid if seq > cut)}


WAYS = [name for name, value in vars(Forger).items() if callable(value) and not name.startswith("_")]


def tamperings(store: Store, numbers: Iterable[int]) -> Counter[str]:
    """P9: one tampering for each number, each found and its first bad entry named; how many of each kind."""
    rows = json.dumps(everything(store))
    assert faults(store) == [None, None]
    done: Counter[str] = Counter()
    for number in numbers:
        random = Random(9000 + number)
        changed = json.loads(rows)
        table_id = random.choice(["craps", "roulette"])
        way = WAYS[number % len(WAYS)]
        expected = getattr(Forger(changed, table_id, random), way)()
        put_back(store, changed)
        _, fault = audit_table(store, table_id)
        assert fault is not None, f"seed {number}, {way}: not found"
        assert fault.seq in expected, f"seed {number}, {way}: {fault}, not {expected}"
        other = "roulette" if table_id == "craps" else "craps"
        assert number % 20 or audit_table(store, other)[1] is None, f"seed {number}, {way}: the other table"
        done[way] += 1
    put_back(store, json.loads(rows))
    assert faults(store) == [None, None]
    return done


def test_p9_every_tampering_is_found_at_its_first_entry(forged: Store) -> None:
    """104 tamperings on each database, eight of each kind, and an untouched control before and after."""
    assert tamperings(forged, range(8 * len(WAYS))) == dict.fromkeys(WAYS, 8)


@pytest.mark.parametrize("name", ["link", "audit of postings"])
def test_p9_control_an_audit_that_does_not_look_is_caught(
    name: str, forged: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "link":  # every hash is accepted as written
        monkeypatch.setattr(audits, "_wrong", lambda row, seq, previous, posted, known: None)
    else:
        monkeypatch.setattr(Store, "postings_of", lambda self, table_id: as_the_entries_say(self, table_id))
    with pytest.raises(AssertionError, match=r"not found|, not"):
        tamperings(forged, range(3 * len(WAYS)))


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
        for _ in range(25):
            assert faults(reader) == [None]
