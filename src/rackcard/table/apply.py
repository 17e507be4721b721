"""Applies an event to a table, and checks what must hold after every event."""

from rackcard.table.commands.open import Opened
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.state import Cause, Chapter, Table, TableEvent, altered, posted

CHAPTER_OUTCOMES = 64
"""How many outcomes are kept after one table: a correction follows at most so many to reach the one that it changes."""
CHAPTERS_MAX = 16
"""A shift has some eight hundred outcomes; of a longer one the newest can be corrected."""


def apply(table: Table | None, event: TableEvent) -> Table:
    """The table after an event; money moves by the event's postings and in no other way."""
    if isinstance(event, Opened):
        return event.first()
    assert table is not None
    after = event.apply(table)
    last = after.last
    if last is not None and last is table.last:
        last = altered(last, since=(*last.since, event))
    past = after.past if after.past is not table.past else _continued(table, event)
    balances, oversight = posted(table.balances, event.postings), event.overseen(table)
    return altered(after, balances=balances, last=last, past=past, oversight=oversight)


def _continued(table: Table, event: TableEvent) -> tuple[Chapter, ...]:
    """The past with one more event; it begins with an outcome."""
    past = table.past
    if isinstance(event, OutcomeEntered):
        event = altered(event, moved=None)
        if not past or past[-1].outcomes >= CHAPTER_OUTCOMES:
            begun = Chapter(altered(table, last=None, past=()), (event,), 1)
            return (*past, begun)[-CHAPTERS_MAX:]
    if not past:
        return past
    newest = past[-1]
    outcomes = newest.outcomes + isinstance(event, OutcomeEntered)
    return (*past[:-1], Chapter(newest.before, (*newest.events, event), outcomes))


def broken_invariant(table: Table, event: TableEvent) -> Cause | None:
    """What does not hold after an event; None when all is well."""
    if sum(amount for _, amount in event.postings):
        return Cause("postings-unbalanced", {"kind": event.kind})
    if sum(table.balances.values()):
        return Cause("accounts-unbalanced")
    up = sum([wager.stake + wager.commission for wager in table.wagers.values()])
    felt = table.balances.get("felt", 0)
    if felt != up:
        return Cause("felt-unequal", {"felt": felt, "up": up})
    for account, amount in table.balances.items():
        if account.startswith("seat:") and amount < 0:
            return Cause("seat-negative", {"account": account})
    return None
