"""Ways to change a database that leave every log whole in itself, which only a checkpoint shows: P23."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from rackcard.table.audit import audit
from rackcard.table.log.checkpoint import CheckpointFault, LogCheckpoint, compare, take
from rackcard.table.log.codec import canonical, link
from rackcard.table.log.journal import Journal
from rackcard.table.log.store import START, Store
from tests.support.forgers import everything, put_back, rehashed
from tests.support.table_world import AT

Rows = dict[str, list[dict[str, Any]]]


def with_journal(store: Store) -> Store:
    """Some entries of a journal, beside the logs."""
    journal = Journal(store, clock=lambda: AT)
    for number in range(12):
        journal.record("log-in", f"person {number}", role="dealer", address="192.0.2.1")
    return store


class Cutter:
    """Changes the rows of a database; each way says which log is not what it was, and how."""

    def __init__(self, rows: Rows, random: Random) -> None:
        self.rows, self.random = rows, random
        self.table_id = random.choice(sorted({row["table_id"] for row in rows["events"]}))
        self.events = sorted((r for r in rows["events"] if r["table_id"] == self.table_id), key=lambda row: row["seq"])

    def _keep(self, last: int) -> None:
        for name in ("events", "postings", "keys", "snapshots"):
            self.rows[name] = [
                row for row in self.rows[name] if row["table_id"] != self.table_id or (row["seq"] or 0) <= last
            ]

    def cut_tail(self) -> tuple[str, str]:
        """Entries, postings and keys, together."""
        self._keep(self.random.randint(1, len(self.events) - 1))
        return "cut", self.table_id

    def cut_one(self) -> tuple[str, str]:
        self._keep(len(self.events) - 1)
        return "cut", self.table_id

    def remove_table(self) -> tuple[str, str]:
        self._keep(0)
        self.rows["tables"] = [row for row in self.rows["tables"] if row["table_id"] != self.table_id]
        return "cut", self.table_id

    def older_backup(self) -> tuple[str, str]:
        """Every log as it was earlier."""
        tables = sorted({row["table_id"] for row in self.rows["events"]})
        for self.table_id in tables:
            self._keep(self.random.randint(1, 20))
        return "cut", tables[0]

    def rewrite_author(self) -> tuple[str, str]:
        return self._rewrite("by", "someone else")

    def rewrite_time(self) -> tuple[str, str]:
        return self._rewrite("at", "2026-01-01T00:00:00.001+00:00")

    def rewrite_name(self) -> tuple[str, str]:
        row = next(row for row in self.events if json.loads(row["entry"])["kind"] == "seated")
        entry = json.loads(row["entry"])
        entry["data"]["name"] = "Another"
        return self._rewrite("entry", canonical(entry), row)

    def _rewrite(self, field: str, value: str, row: dict[str, Any] | None = None) -> tuple[str, str]:
        """A change of an entry, with every hash from there on computed again."""
        changed = row or self.random.choice(self.events[1:])
        changed[field] = value
        previous = START
        for one in self.events:
            one["hash"] = previous = rehashed(one, previous)
        for kept in self.rows["snapshots"]:
            if kept["table_id"] == self.table_id:
                kept["hash"] = self.events[kept["seq"] - 1]["hash"]
        return "rewritten", self.table_id

    def cut_journal(self) -> tuple[str, str]:
        last = self.random.randint(0, len(self.rows["journal"]) - 1)
        self.rows["journal"] = [row for row in self.rows["journal"] if row["seq"] <= last]
        return "cut", "journal"

    def rewrite_journal(self) -> tuple[str, str]:
        self.random.choice(self.rows["journal"])["who"] = "someone else"
        previous = START
        for row in self.rows["journal"]:
            head = {name: row[name] for name in ("seq", "at", "kind", "who")}
            row["hash"] = previous = link(previous, head, row["facts"])
        return "rewritten", "journal"


WAYS = [name for name, value in vars(Cutter).items() if callable(value) and not name.startswith("_")]


def changes(store: Store, numbers: Iterable[int]) -> Iterator[tuple[int, str, tuple[str, str]]]:
    """One change for each number, put into the database; which way it is, and what a checkpoint must show."""
    rows = json.dumps(everything(store))
    for number in numbers:
        changed = json.loads(rows)
        way = WAYS[number % len(WAYS)]
        expected = getattr(Cutter(changed, Random(23_000 + number)), way)()
        put_back(store, changed)
        yield number, way, expected
    put_back(store, json.loads(rows))


def cuts(store: Store, numbers: Iterable[int]) -> Counter[str]:
    """P23: each change is shown by the checkpoint that was taken before it; how many of each kind."""
    checkpoint = take(store, AT)
    assert list(compare(store, [checkpoint])) == []
    done: Counter[str] = Counter()
    for number, way, expected in changes(store, numbers):
        found = shown(store, checkpoint)
        assert expected in found, f"seed {number}, {way}: {expected} not among {found}"
        done[way] += 1
    assert list(compare(store, [checkpoint])) == []
    return done


def unseen(store: Store, numbers: Iterable[int]) -> int:
    """P23, control: without a checkpoint, logs and journal are all in order after every one of these changes."""
    done = 0
    for number, way, _ in changes(store, numbers):
        wrong = [fault for _, _, fault in audit(store) if fault is not None]
        assert not wrong, f"seed {number}, {way}: seen without a checkpoint: {wrong[0]}"
        assert Journal(store).verified()[1] is None, f"seed {number}, {way}"
        done += 1
    return done


def shown(store: Store, *checkpoints: LogCheckpoint) -> list[tuple[str, str]]:
    faults: list[CheckpointFault] = list(compare(store, checkpoints))
    return [(fault.code, str(fault.facts["log"])) for fault in faults]
