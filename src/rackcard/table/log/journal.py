"""The journal of a house: who logged in, who was refused, and what changed besides the tables; hash-chained.

Each entry's hash covers its own content and the hash before it, so that none can be changed, left out or put in later
without every hash after it changing too.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from rackcard.table.log.codec import canonical, link
from rackcard.table.log.schema import journal
from rackcard.table.log.store import START, Store

TRIES_MAX = 50


@dataclass(frozen=True)
class JournalEntry:
    """One thing that happened in the house."""

    seq: int
    at: str
    kind: str
    who: str
    facts: dict[str, Any]
    hash: str


class Journal:
    """The journal in a database."""

    def __init__(self, store: Store, clock: Callable[[], str] | None = None) -> None:
        self.engine = store.engine
        self.clock = clock or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.listeners: list[Callable[[JournalEntry], None]] = []
        """Told of every entry this server has written."""

    def record(self, kind: str, who: str, **facts: Any) -> JournalEntry:
        """Write an entry; of several writers at once, each finds its place."""
        for _ in range(TRIES_MAX):
            try:
                with self.engine.begin() as connection:
                    if connection.dialect.name == "sqlite":
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    last = connection.execute(sa.select(journal).order_by(journal.c.seq.desc()).limit(1)).first()
                    entry = self._next(last, kind, who, facts)
                    values = vars(entry) | {"facts": canonical(entry.facts)}
                    connection.execute(sa.insert(journal).values(**values))
            except sa.exc.IntegrityError:
                continue
            for tell in self.listeners:
                tell(entry)
            return entry
        raise TimeoutError

    def _next(self, last: Any, kind: str, who: str, facts: dict[str, Any]) -> JournalEntry:
        seq, at = (1 if last is None else last.seq + 1), self.clock()
        digest = link(START if last is None else last.hash, _head(seq, at, kind, who), canonical(facts))
        return JournalEntry(seq, at, kind, who, facts, digest)

    def newest(self, most: int) -> list[JournalEntry]:
        """The newest entries, the newest first."""
        query = sa.select(journal).order_by(journal.c.seq.desc()).limit(most)
        with self.engine.connect() as connection:
            return [_entry(row) for row in connection.execute(query)]

    def entries(self, page: int = 1000) -> Iterator[JournalEntry]:
        """Every entry, the oldest first."""
        after = 0
        while True:
            query = sa.select(journal).where(journal.c.seq > after).order_by(journal.c.seq).limit(page)
            with self.engine.connect() as connection:
                found = [_entry(row) for row in connection.execute(query)]
            yield from found
            if len(found) < page:
                return
            after = found[-1].seq

    def verified(self) -> tuple[int, int | None]:
        """How many entries are what was written, and the number of the first that is not; None where all are."""
        before, whole = START, 0
        if not sa.inspect(self.engine).has_table(journal.name):  # of before there was a journal
            return 0, None
        for entry in self.entries():
            head = _head(entry.seq, entry.at, entry.kind, entry.who)
            if entry.seq != whole + 1 or entry.hash != link(before, head, canonical(entry.facts)):
                return whole, whole + 1
            before, whole = entry.hash, whole + 1
        return whole, None


def _head(seq: int, at: str, kind: str, who: str) -> dict[str, Any]:
    return {"seq": seq, "at": at, "kind": kind, "who": who}


def _entry(row: Any) -> JournalEntry:
    return JournalEntry(row.seq, row.at, row.kind, row.who, json.loads(row.facts), row.hash)
