"""The evidence of a round: every entry that belongs to it, with what is needed to compute its hash again."""

import json
from typing import Any

from rackcard.table.commands.oversight import Disputed, DisputeEnded, PayoutsApproved
from rackcard.table.history import History
from rackcard.table.log.store import START, Store
from rackcard.table.replay import changed_in, round_of
from rackcard.table.state import Refusal, TableEvent

FORMAT = "rackcard evidence 1"
CONCERNED = (Disputed.kind, DisputeEnded.kind, PayoutsApproved.kind)
"""What is about a round, whenever it comes."""


def evidence(store: Store, table_id: str, number: int) -> dict[str, Any]:
    """Everything that belongs to a round, and whatever changed, disputed or approved it later."""
    history = History(store, table_id)
    found: set[int] = set()
    house, rounds = None, 0
    for step in history.round_steps(number):
        event, rounds = step.entry.event, step.after.round
        if (round_of(step.before, event) == number and not _is_of_another(event, number)) or _concerns(event, number):
            found.add(step.entry.seq)
            house = house or step.before
    about = history.found(CONCERNED, range(number, number + 1))
    found |= {entry.seq for entry in about if _concerns(entry.event, number)}
    if not found or house is None or number > rounds:
        raise Refusal("no-such-round", table=table_id, round=number)
    return {
        "format": FORMAT,
        "table": table_id,
        "round": number,
        "house": house.house and {"id": house.house.id, "sha256": house.house.sha256, "version": house.house.version},
        "cards": [house.offerings[one].sha256 for one in house.current],
        "head": store.entry(table_id, store.newest(table_id)).hash,
        "entries": [_shown(store, table_id, seq) for seq in sorted(found)],
    }


def _shown(store: Store, table_id: str, seq: int) -> dict[str, Any]:
    """An entry as it is stored, with its hash and the one before it."""
    *before, row = store.rows(table_id, seq - 2, seq)
    return {
        "seq": row.seq, "at": row.at, "by": row.by, "key": row.key, "event": json.loads(row.entry),
        "previous": before[0].hash if before else START, "hash": row.hash,
    }  # fmt: skip


def _is_of_another(event: TableEvent, number: int) -> bool:
    """Whether an event is about one round, and that another."""
    return isinstance(event, Disputed | DisputeEnded | PayoutsApproved) and event.round != number


def _concerns(event: TableEvent, number: int) -> bool:
    """Whether an event is about a round, whenever it came."""
    if isinstance(event, Disputed | DisputeEnded | PayoutsApproved):
        return event.round == number
    return changed_in(event, number) is not None
