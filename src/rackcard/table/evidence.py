"""The evidence of a round: every entry that belongs to it, with what is needed to compute its hash again."""

import json
from collections.abc import Mapping
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.commands.oversight import Disputed, DisputeEnded, PayoutsApproved
from rackcard.table.log.codec import canonical, link
from rackcard.table.log.store import START, Store, read_entry
from rackcard.table.replay import changed_in, round_of
from rackcard.table.state import Refusal, Table, TableEvent

FORMAT = "rackcard evidence 1"


def evidence(store: Store, table_id: str, number: int) -> dict[str, Any]:
    """Everything that belongs to a round, and whatever changed, disputed or approved it later."""
    table: Table | None = None
    house: Table | None = None
    entries, previous = [], START
    for row in store.rows(table_id):
        event = read_entry(row).event
        if (round_of(table, event) == number and not _is_of_another(event, number)) or _concerns(event, number):
            entries.append(
                {
                    "seq": row.seq, "at": row.at, "by": row.by, "key": row.key, "event": json.loads(row.entry),
                    "previous": previous, "hash": row.hash,
                }
            )  # fmt: skip
            house = house or table
        table, previous = apply(table, event), row.hash
    if not entries or house is None or table is None or number > table.round:
        raise Refusal("no-such-round", table=table_id, round=number)
    return {
        "format": FORMAT,
        "table": table_id,
        "round": number,
        "house": house.house and {"id": house.house.id, "sha256": house.house.sha256, "version": house.house.version},
        "cards": [house.offerings[one].sha256 for one in house.current],
        "head": previous,
        "entries": entries,
    }


def _is_of_another(event: TableEvent, number: int) -> bool:
    """Whether an event is about one round, and that another."""
    return isinstance(event, Disputed | DisputeEnded | PayoutsApproved) and event.round != number


def _concerns(event: TableEvent, number: int) -> bool:
    """Whether an event is about a round, whenever it came."""
    if isinstance(event, Disputed | DisputeEnded | PayoutsApproved):
        return event.round == number
    return changed_in(event, number) is not None


def verify_evidence(found: Mapping[str, Any]) -> bool:
    """Whether every entry has the hash that follows from it and from the hash before it."""
    return all(
        link(
            one["previous"],
            {"table": found["table"], **{name: one[name] for name in ("seq", "at", "by", "key")}},
            canonical(one["event"]),
        )
        == one["hash"]
        for one in found["entries"]
    )
