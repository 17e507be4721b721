"""The audit: the chain, the postings and every settlement, checked again, and what is kept beside the log with them."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from rackcard.table.auditor import UNREADABLE, Auditor, Wrong
from rackcard.table.history import REACH, LogPlace, Step
from rackcard.table.kept_check import KeptCheck
from rackcard.table.log.codec import canonical, event_from_json, event_to_json, link
from rackcard.table.log.store import PAGE_ROWS, Entry, Store
from rackcard.table.state import Table, TableEvent

SHOWN_EVERY = 200
"""The number of entries between two progress reports."""


@dataclass(frozen=True)
class Fault:
    """The first faulty entry of a table, and what is wrong with it."""

    table_id: str
    seq: int
    wrong: Wrong

    @property
    def what(self) -> str:
        return str(self.wrong)

    def __str__(self) -> str:
        return f"table {self.table_id}, entry {self.seq}: {self.what}"


@dataclass(frozen=True)
class KeptSnapshot:
    """The newest snapshot of a table: the entry it was taken after, the hash of it, and the table."""

    seq: int
    hash: str
    table: Table


class StretchAudit:
    """Checks the entries of a table one after another, from its beginning or from a place on."""

    def __init__(
        self, store: Store, table_id: str, place: LogPlace, auditor: Auditor, snapshot: KeptSnapshot | None,
        end: int | None = None,
    ) -> None:  # fmt: skip
        """Begin at a place; ``end`` is the last entry of a stretch, where not all of the log is checked."""
        self.store, self.table_id, self.auditor, self.snapshot = store, table_id, auditor, snapshot
        self.previous, self.seen, self.keys = place.hash, place.seq, 0
        self.kept, self.end = KeptCheck(store, table_id, place, end), end
        self.opened = ""
        self._forgotten = place.round

    def run(self, until: int, show: Callable[[int], object] | None = None) -> Fault | None:
        """Check all entries up to one; where that is the end of a stretch, the next one must begin another."""
        rows = self.store.rows(self.table_id, self.seen or None, until if self.end is None else until + 1)
        while page := list(islice(rows, PAGE_ROWS)):
            posted = self.store.postings_of(self.table_id, page[0].seq, page[-1].seq)
            known = self.store.keys_of(self.table_id, [row.key for row in page if row.key is not None])
            for row in page:
                if row.seq > until:
                    fault = self.kept.end_at(self.auditor.table, row)
                else:
                    fault = self._see(row, posted.get(row.seq, {}), known)
                if fault is not None:
                    return Fault(self.table_id, *fault)
                if show is not None and not self.seen % SHOWN_EVERY:
                    show(self.seen)
        fault = self.kept.end()
        return None if fault is None else Fault(self.table_id, *fault)

    def _see(self, row: Any, posted: Mapping[str, int], known: Mapping[str, int]) -> tuple[int, Wrong] | None:
        """Check an entry; the number of what is wrong, and what it is."""
        self.opened = self.opened or row.at
        event = _read(row, self.seen + 1, self.previous, posted, known)
        if isinstance(event, Wrong):
            return row.seq, event
        before = self.auditor.table
        wrong = self.auditor.see(event, row.entry)
        if wrong is None and not self.auditor.is_literal and canonical(event_to_json(event)) != row.entry:
            wrong = Wrong("not-canonical")
        if wrong is not None:
            return row.seq, wrong
        after = self.auditor.table
        assert after is not None
        kept = self.snapshot
        if kept is not None and kept.seq == row.seq:
            self.snapshot = None
            if (kept.hash, kept.table) != (row.hash, after):
                return row.seq, Wrong("snapshot")
        fault = self.kept.see(
            Step(before, Entry(row.table_id, row.seq, row.at, row.by, row.key, event, row.hash), after)
        )
        if fault is not None:
            return fault
        self.previous, self.seen, self.keys = row.hash, row.seq, self.keys + (row.key is not None)
        if after.round >= self._forgotten + REACH:
            self._forgotten = after.round
            self.auditor.forget()
        return None


def audit_table(
    store: Store, table_id: str, show: Callable[[int], object] | None = None
) -> tuple[int, Fault | None]:  # fmt: skip
    """Check one table up to its newest entry: how many entries were in order, and the first that is not.

    ``show`` is called from time to time with how many entries have been checked.
    """
    newest = store.newest_snapshot(table_id)  # before the newest entry: no snapshot is ahead of its entry
    until = store.newest(table_id)
    run = StretchAudit(store, table_id, LogPlace(), Auditor(), None if newest is None else KeptSnapshot(*newest))
    fault = run.run(until, show)
    if fault is not None:
        return run.seen, fault
    return run.seen, around(store, table_id, until, run.keys, run.opened, run.snapshot)


def around(
    store: Store, table_id: str, until: int, keys: int, opened: str, snapshot: KeptSnapshot | None
) -> Fault | None:  # fmt: skip
    """What is wrong beside the entries of a table, all of which are in order: what belongs to none of them."""
    if not until:
        return Fault(table_id, 0, Wrong("log-gone"))
    listed = store.opened_at(table_id)
    if listed != opened:
        return Fault(table_id, 0, Wrong("unlisted" if listed is None else "opened-at"))
    if snapshot is not None:
        return Fault(table_id, snapshot.seq, Wrong("snapshot-stray"))
    stray = store.stray_posting(table_id, until)
    if stray is not None:
        return Fault(table_id, stray, Wrong("postings-stray"))
    key = store.stray_key(table_id, until, keys)
    return None if key is None else Fault(table_id, key[1], Wrong("key-stray", {"key": key[0]}))


def _read(
    row: Any, seq: int, previous: str, posted: Mapping[str, int], known: Mapping[str, int]
) -> TableEvent | Wrong:  # fmt: skip
    """The event of a row, or what is wrong with the row before its event is looked into."""
    if row.seq != seq:
        return Wrong("missing", {"entry": seq})
    head = {"table": row.table_id, "seq": row.seq, "at": row.at, "by": row.by, "key": row.key}
    if link(previous, head, row.entry) != row.hash:
        return Wrong("changed")
    try:
        event = event_from_json(json.loads(row.entry))
    except UNREADABLE:
        return Wrong("unreadable")
    if getattr(event, "author", None) not in (None, row.by):
        return Wrong("author")
    if dict(event.postings) != dict(posted):
        return Wrong("postings")
    if row.key is not None and known.get(row.key) != row.seq:
        return Wrong("key", {"key": row.key})
    return event


def audit(store: Store, show: Callable[[int], object] | None = None) -> Iterator[tuple[str, int, Fault | None]]:
    """Check every table of a database; ``show`` is called with how many entries have been checked in all."""
    before = 0
    for table_id in store.table_ids():
        told = None if show is None else partial(_told, show, before)
        seen, fault = audit_table(store, table_id, told)
        before += seen
        yield table_id, seen, fault


def _told(show: Callable[[int], object], before: int, seen: int) -> None:
    show(before + seen)
