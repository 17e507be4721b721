"""What the journal of the house notes of live tables: what changes the past or the rules, and large payouts.

The log of the table is the record of what happened; the journal says where to look.
"""

from collections.abc import Iterator

from rackcard.table.log.journal import Journal
from rackcard.table.registry import EVENTS_JOURNALED
from rackcard.table.service import Reply
from rackcard.table.state import Settlement, TableEvent

LARGE_PAY = 300
"""A win of so many times its stake is noted: from there on it is reported for tax in the United States."""


def is_noted(reply: Reply) -> bool:
    """Whether the journal has a place for what a command did; a repeated answer is noted once."""
    event = reply.entry.event
    return not reply.repeated and (event.kind in EVENTS_JOURNALED or any(large_pays(event)))


def note_command(journal: Journal, table_id: str, who: str, reply: Reply) -> None:
    """Note what a command did."""
    event, place = reply.entry.event, {"table": table_id, "entry": reply.entry.seq}
    if event.kind in EVENTS_JOURNALED:
        journal.record(event.kind, who, **place)
    for one in large_pays(event):
        journal.record("large-pay", who, **place, seat=one.seat, won=one.won)


def large_pays(event: TableEvent) -> Iterator[Settlement]:
    """The settlements of an event that win many times their stake."""
    claimed = getattr(event, "settlement", None)
    for one in (*getattr(event, "settlements", ()), *(() if claimed is None else (claimed,))):
        if one.stake and one.won >= LARGE_PAY * one.stake:
            yield one
