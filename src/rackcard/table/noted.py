"""What the journal of the house notes of live tables: what changes the past or the rules, and large payouts.

The log of the table is the record of what happened; the journal says where to look.
"""

from collections.abc import Iterator

from rackcard.table.log.journal import JournalNote
from rackcard.table.log.store import Entry
from rackcard.table.registry import EVENTS_JOURNALED
from rackcard.table.state import Settlement, TableEvent

LARGE_PAY = 300
"""A win of so many times its stake is noted: from there on it is reported for tax in the United States."""


def notes_of(entry: Entry) -> Iterator[JournalNote]:
    """What the journal notes of an entry of a live table."""
    place = {"table": entry.table_id, "entry": entry.seq}
    if entry.event.kind in EVENTS_JOURNALED:
        yield JournalNote(entry.event.kind, entry.by, place)
    for one in large_pays(entry.event):
        yield JournalNote("large-pay", entry.by, {**place, "seat": one.seat, "won": one.won})


def large_pays(event: TableEvent) -> Iterator[Settlement]:
    """The settlements of an event that win many times their stake; not those that a correction leaves as they were."""
    claimed, same = getattr(event, "settlement", None), getattr(event, "reversed", ())
    new = (one for one in getattr(event, "settlements", ()) if one not in same)
    again = (one for changed in getattr(event, "rounds", ()) for one in changed.settlements)
    for one in (*new, *again, *(() if claimed is None else (claimed,))):
        if one.stake and one.won >= LARGE_PAY * one.stake:
            yield one
