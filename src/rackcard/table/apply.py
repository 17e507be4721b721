"""Applies an event to a table, and checks what must hold after every event."""

from dataclasses import replace

from rackcard.table.commands.open import Opened
from rackcard.table.state import Cause, Table, TableEvent, posted


def apply(table: Table | None, event: TableEvent) -> Table:
    """The table after an event; money moves by the event's postings and in no other way."""
    if isinstance(event, Opened):
        return event.first()
    assert table is not None
    after = event.apply(table)
    last = after.last
    if last is not None and last is table.last:
        last = replace(last, since=(*last.since, event))
    return replace(after, balances=posted(table.balances, event.postings), last=last)


def broken_invariant(table: Table, event: TableEvent) -> Cause | None:
    """What does not hold after an event; None when all is well."""
    if sum(amount for _, amount in event.postings):
        return Cause("postings-unbalanced", {"kind": event.kind})
    if sum(table.balances.values()):
        return Cause("accounts-unbalanced")
    up, felt = sum(wager.money for wager in table.wagers.values()), table.balances.get("felt", 0)
    if felt != up:
        return Cause("felt-unequal", {"felt": felt, "up": up})
    for account, amount in table.balances.items():
        if account.startswith("seat:") and amount < 0:
            return Cause("seat-negative", {"account": account})
    return None
