"""The audit of a long log by several processes, each from the end of a stretch on.

A part begins with the table that is kept at the end of a stretch, and the part before it must arrive at just that
table: so all parts together say what one audit from the beginning says. Whatever is found wrong is looked for again
from the beginning, so that the first bad entry is named.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, as_completed
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from rackcard.table.audit import Fault, KeptSnapshot, StretchAudit, around, audit_table
from rackcard.table.auditor import UNREADABLE, Auditor
from rackcard.table.commands.correction import Voided
from rackcard.table.commands.oversight import Disputed
from rackcard.table.history import CHANGES, History, LogPlace, place_of
from rackcard.table.kept_check import KeptCheck
from rackcard.table.log.store import Store
from rackcard.table.meter_reading import read_rounds
from rackcard.table.outcome import enter
from rackcard.table.second_settler import history as cells_of

OpenPool = Callable[[], tuple[Executor, int]]
"""Opens worker processes: an executor to submit to, and how many there are."""
PART_ENTRIES = 20_000
"""A log with fewer entries than two such parts is checked by one process."""


@dataclass(frozen=True)
class AuditPart:
    """Some stretches of a table, to be checked by one process."""

    url: str
    table_id: str
    stretch: int
    """How many stretches are before it."""
    until: int
    is_last: bool
    has_snapshot: bool


@dataclass(frozen=True)
class AuditedPart:
    """What a process found: how many entries and keys were in order, when the table was opened, and any fault."""

    entries: int
    keys: int
    opened: str
    is_met: bool
    """Whether the snapshot was met, where the part has it."""
    fault: Fault | None


def place_at(history: History, stretch: int) -> LogPlace:
    """The place after so many stretches."""
    if not stretch:
        return LogPlace()
    (row,) = history.kept.rows(stretch - 1, stretch)
    return place_of(row)


def resumed(history: History, place: LogPlace) -> Auditor:
    """An auditor that goes on at a place, with every outcome before it."""
    table = place.table
    if table is None:
        return Auditor()
    cleared = history.kept.landmarks((Voided.kind,), until=place.seq)
    first = cleared[-1].number + 1 if cleared else 1
    cells: list[tuple[int, int]] = []
    for row in history.kept.rows(0, place.stretch):
        if row.round < first:
            continue
        for number, one in read_rounds(row.rounds)[0].items():
            if number >= first:
                cells += cells_of(table, [enter(table.game, one.outcome)], cells[-1:])[-1:]
    return Auditor(place, cells)


def is_cut(history: History, place: LogPlace, snapshot: KeptSnapshot | None) -> bool:
    """Whether a log can be checked from a place on: nothing later goes back behind it."""
    table = place.table
    if table is None or any(table.wagers[number].wager != one.wager for number, one in place.up.items()):
        return False  # a stake that has become another wager: since when is not known here
    if snapshot is not None and place.seq < snapshot.seq:
        past = snapshot.table.past
        if past and place.round >= past[0].before.round:
            return False
    kinds = (*CHANGES, Disputed.kind)
    numbers = range(place.round + 1)
    if history.kept.landmarks(kinds, numbers, place.seq):
        return False
    return all(getattr(entry.event, "round", 0) > place.round for entry in history.since(kinds))


def cuts(history: History, entries: int, parts: int, snapshot: KeptSnapshot | None) -> list[LogPlace]:
    """Where a log is cut into about equal parts; nearby where a place cannot be used."""
    found: list[LogPlace] = []
    for number in range(1, parts):
        row = history.kept.newest(until=entries * number // parts)
        for _ in range(TRIES):
            if row is None or (found and row.last <= found[-1].seq):
                break
            place = place_of(row)
            if is_cut(history, place, snapshot):
                found.append(place)
                break
            row = history.kept.newest(until=row.first - 1)
    return found


TRIES = 20
"""How many places are tried for a cut."""


def audit_part(part: AuditPart) -> AuditedPart:
    """Check one part of a log; runs in a process of its own."""
    with closing(Store(part.url, is_read_only=True)) as store:
        history = History(store, part.table_id)
        place = place_at(history, part.stretch)
        newest = store.newest_snapshot(part.table_id) if part.has_snapshot else None
        snapshot = None if newest is None else KeptSnapshot(*newest)
        end = None if part.is_last else part.until
        run = StretchAudit(store, part.table_id, place, resumed(history, place), snapshot, end)
        fault = run.run(part.until)
        return AuditedPart(run.seen - place.seq, run.keys, run.opened, run.snapshot is None, fault)


def audit_in_parts(
    store: Store, url: str, table_id: str, pool: OpenPool | None, show: Callable[[int], object] | None = None
) -> tuple[int, Fault | None]:
    """Check one table by several processes; what one process finds from the beginning, if anything is wrong."""
    history = History(store, table_id)
    newest = store.newest_snapshot(table_id)
    until = store.newest(table_id)
    snapshot = None if newest is None else KeptSnapshot(*newest)
    if pool is None or until < 2 * PART_ENTRIES:
        return audit_table(store, table_id, show)
    executor, processes = pool()
    places = cuts(history, until, min(2 * processes, until // PART_ENTRIES), snapshot) if processes > 1 else []
    if not places:
        executor.shutdown()
        return audit_table(store, table_id, show)
    starts, ends = [LogPlace(), *places], [*(place.seq for place in places), until]
    parts = [
        AuditPart(
            url, table_id, start.stretch, end, end == until,
            snapshot is not None and start.seq < snapshot.seq <= end,
        )
        for start, end in zip(starts, ends, strict=True)
    ]  # fmt: skip
    found, done = [], 0
    with executor:
        for one in as_completed([executor.submit(audit_part, part) for part in parts]):
            try:
                found.append(one.result())
            except UNREADABLE:  # what is kept beside the log is damaged
                continue
            done += found[-1].entries
            if show is not None:
                show(done)
    is_met = snapshot is None or (snapshot.seq <= until and all(one.is_met for one in found))
    opened = next((one.opened for one in found if one.opened), "")
    is_clean = is_met and done == until and not any(one.fault for one in found)
    keys = sum(one.keys for one in found)
    if (
        is_clean
        and around(store, table_id, until, keys, opened, None) is None
        and KeptCheck(store, table_id, LogPlace()).wider() is None
    ):
        return done, None
    return audit_table(store, table_id, show)


def audit_all(
    store: Store, url: str, pool: OpenPool | None, show: Callable[[int], object] | None = None
) -> Iterator[tuple[str, int, Fault | None]]:
    """Check every table of a database, long ones by several processes."""
    before = 0
    for table_id in store.table_ids():
        told = None if show is None else partial(_told, show, before)
        seen, fault = audit_in_parts(store, url, table_id, pool, told)
        before += seen
        yield table_id, seen, fault


def _told(show: Callable[[int], object], before: int, seen: int) -> None:
    show(before + seen)
