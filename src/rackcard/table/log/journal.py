"""The journal of a house: who logged in, who was refused, and what changed besides the tables; hash-chained.

Each entry's hash covers its own content and the hash before it, so that none can be changed, left out or put in later
without every hash after it changing too.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from rackcard.table.log.codec import canonical, link
from rackcard.table.log.schema import journal
from rackcard.table.log.store import START, Store
from rackcard.table.state import Refusal

TRIES_MAX = 50
JOURNAL_LOCK = 7_241_537
"""The number of the lock under which servers that share a database write the journal."""


@dataclass(frozen=True)
class JournalNote:
    """Something to be written into the journal."""

    kind: str
    who: str
    facts: dict[str, Any]


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
        self.store, self.engine = store, store.engine
        self.clock = clock or (lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))
        self.listeners: list[Callable[[JournalEntry], None]] = []
        """Told of every entry this server has written."""
        self._head: JournalEntry | None = None
        """The newest entry that this server has written."""

    def record(self, kind: str, who: str, **facts: Any) -> JournalEntry:
        """Write an entry; of several writers at once, each finds its place."""
        for _ in range(TRIES_MAX):
            try:
                with self.engine.begin() as connection:
                    if connection.dialect.name == "sqlite":
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    written = self.write(connection, [JournalNote(kind, who, facts)])
            except sa.exc.IntegrityError:
                continue
            self.tell(written)
            return written[-1]
        raise TimeoutError

    def write(self, connection: sa.Connection, notes: Sequence[JournalNote]) -> list[JournalEntry]:
        """Write entries in a transaction that is under way; whoever commits it tells of them afterwards."""
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(JOURNAL_LOCK)))
        self.verify_kept(connection)
        last = connection.execute(sa.select(journal).order_by(journal.c.seq.desc()).limit(1)).first()
        newest, digest = (0, START) if last is None else (last.seq, last.hash)
        written = []
        for seq, note in enumerate(notes, newest + 1):
            at = self.clock()
            digest = link(digest, _head(seq, at, note.kind, note.who), canonical(note.facts))
            written.append(JournalEntry(seq, at, note.kind, note.who, note.facts, digest))
        connection.execute(sa.insert(journal), [vars(one) | {"facts": canonical(one.facts)} for one in written])
        return written

    def tell(self, written: Sequence[JournalEntry]) -> None:
        """Entries were committed."""
        for entry in written:
            if self._head is None or self._head.seq < entry.seq:
                self._head = entry
            for tell in self.listeners:
                tell(entry)

    def verify(self) -> None:
        """Refuse a database that has gone back, found out now or before."""
        self.store.verify_not_behind()
        with self.engine.connect() as connection:
            self.verify_kept(connection)

    def verify_kept(self, connection: sa.Connection) -> None:
        """Refuse a database that no longer has the newest entry that this server has written."""
        known = self._head
        if known is None:
            return
        found = connection.execute(sa.select(journal.c.hash).where(journal.c.seq == known.seq)).scalar()
        if found != known.hash:
            raise self.store.stop_writing(Refusal("behind.journal", entry=known.seq))

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
