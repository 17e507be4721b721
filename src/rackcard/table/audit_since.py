"""The audit of what came after a signed checkpoint: what is before it is only compared by its hashes.

A checkpoint names the last stretch that was kept when it was signed, with a digest of the table at its end. The audit
goes on from there; the entries before must still lead to the hash that was signed, and the landmarks to them. Their
postings, their stretches and the meters of these are not proven.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rackcard.table.apply import CHAPTER_OUTCOMES
from rackcard.table.audit import Fault, KeptSnapshot, StretchAudit, around, audit_table
from rackcard.table.audit_parallel import is_cut, resumed
from rackcard.table.auditor import UNREADABLE, Wrong
from rackcard.table.commands.correction import Voided
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.commands.seating import Seated
from rackcard.table.history import REACH, History, LogPlace, place_of
from rackcard.table.kept_check import KeptCheck
from rackcard.table.log.checkpoint import LogHead, stretch_digest
from rackcard.table.log.codec import link
from rackcard.table.log.store import PAGE_ROWS, START, Store
from rackcard.table.log.stretches import Landmark
from rackcard.table.state import Table, altered
from rackcard.table.stretch_builder import LANDMARKS, landmark_number


@dataclass(frozen=True)
class AuditedSince:
    """What an audit from a checkpoint on found."""

    entries: int
    """How many entries were in order, in all."""
    compared: int
    """How many of them, the first ones, were only compared by their hashes."""
    fault: Fault | None


def audit_since(
    store: Store, table_id: str, head: LogHead | None, show: Callable[[int], object] | None = None
) -> AuditedSince:
    """Check a table from a signed checkpoint on; all of it where the checkpoint does not say from where."""
    history = History(store, table_id)
    newest = store.newest_snapshot(table_id)
    until = store.newest(table_id)
    snapshot = None if newest is None else KeptSnapshot(*newest)
    rows = [] if head is None or not head.stretch else list(history.kept.rows(head.stretch - 1, head.stretch))
    is_signed = bool(rows) and head is not None and stretch_digest(rows[0]) == head.state
    place = _with_past(history, place_of(rows[0]), snapshot) if is_signed else None
    if head is None or place is None or not is_cut(history, place, None):
        seen, fault = audit_table(store, table_id, show)
        return AuditedSince(seen, 0, fault)
    changed = _changed(store, table_id, head)
    if changed is not None:
        return AuditedSince(changed.seq - 1, changed.seq - 1, changed)
    try:
        is_kept = _is_marked(history, place.seq) and KeptCheck(store, table_id, LogPlace()).wider() is None
        auditor = resumed(history, place) if is_kept else None
    except UNREADABLE:
        auditor = None
    if auditor is None:  # what is kept beside the log is damaged
        return audit_since(store, table_id, None, show)
    is_before = snapshot is not None and snapshot.seq <= place.seq  # then the way to the place has met it
    run = StretchAudit(store, table_id, place, auditor, None if is_before else snapshot)
    fault = run.run(until, show)
    if fault is None:
        opened = next(store.entries(table_id, 0, 1)).at
        fault = around(store, table_id, until, run.keys, opened, run.snapshot)
    return AuditedSince(run.seen, place.seq, fault)


def _with_past(history: History, place: LogPlace, snapshot: KeptSnapshot | None) -> LogPlace | None:
    """A place with all that a correction could reach there.

    None where the log does not lead to its table, or on the way there not to a snapshot before it.
    """
    early = snapshot if snapshot is not None and snapshot.seq <= place.seq else None
    number = place.round if early is None else min(place.round, early.table.round)
    start = history.before_round(number - REACH - CHAPTER_OUTCOMES)
    table: Table | None = None
    try:
        for step in history.steps(history.reaching(start, place.seq), place.seq):
            table = step.after
            if early is not None and (early.seq, early.hash, early.table) == (step.entry.seq, step.entry.hash, table):
                early = None
    except UNREADABLE:
        return None
    if table is None or place.table is None or early is not None:
        return None
    is_same = altered(table, last=None, past=()) == altered(place.table, past=())
    return replace(place, table=table) if is_same else None


def _is_marked(history: History, until: int) -> bool:
    """Whether the landmarks up to an entry are those of the entries."""
    built: set[Landmark] = set()
    visit = 1
    for entry in history.store.entries_of(history.table_id, LANDMARKS, until=until):
        has_cleared = isinstance(entry.event, Voided) and entry.event.scope is None
        rounds = _rounds_before(history, entry.seq) if has_cleared else 0
        number = landmark_number(entry.event, rounds, visit)
        if number is not None:
            built.add(Landmark(entry.event.kind, number, entry.seq, entry.at))
        visit += isinstance(entry.event, Seated)
    return built == set(history.kept.every_landmark(None, until))


def _rounds_before(history: History, seq: int) -> int:
    """How many outcomes are before an entry."""
    for after in (max(0, seq - PAGE_ROWS), 0):
        for entry in reversed(history.store.entries_of(history.table_id, (OutcomeEntered.kind,), after, seq - 1)):
            if isinstance(entry.event, OutcomeEntered):
                return entry.event.round
    return 0


def _changed(store: Store, table_id: str, head: LogHead) -> Fault | None:
    """The first entry up to a checkpoint whose hash does not follow, or that is not the one that was signed."""
    previous, seq = START, 0
    for row in store.rows(table_id, None, head.entries):
        seq += 1
        if row.seq != seq:
            return Fault(table_id, row.seq, Wrong("missing", {"entry": seq}))
        facts = {"table": row.table_id, "seq": row.seq, "at": row.at, "by": row.by, "key": row.key}
        if link(previous, facts, row.entry) != row.hash:
            return Fault(table_id, row.seq, Wrong("changed"))
        previous = row.hash
    return None if (seq, previous) == (head.entries, head.hash) else Fault(table_id, head.entries, Wrong("not-signed"))
