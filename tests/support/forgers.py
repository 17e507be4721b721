"""Ways to change a stored log, each of which the audit must find: P9."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import sqlalchemy as sa

from rackcard.table.audit import audit_table
from rackcard.table.log import schema
from rackcard.table.log.codec import canonical, link
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from tests.support.table_world import AT, Script, faults, run


def with_logs(store: Store) -> Store:
    """A database with a short log of each game, to be tampered with."""
    service = Service(store, clock=lambda: AT)
    for number, game in enumerate(("craps", "roulette")):
        run(service, game, Script(game, 90 + number, 40))
    return store


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
