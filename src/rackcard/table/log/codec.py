"""Tables and events as JSON, and back, without loss."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rackcard.table.state import Event, Last, Limits, MarkKey, Marks, Offering, Seat, Table, Wager


def canonical(value: Any) -> str:
    """One spelling for each value: sorted keys, no spaces, plain UTF-8."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def link(previous: str, head: Mapping[str, Any], event: str) -> str:
    """The hash of a log entry, chained to the one before it: its head, and its event as canonical text."""
    return hashlib.sha256(f"{previous}\n{canonical(head)}\n{event}".encode()).hexdigest()


def event_to_json(event: Event) -> dict[str, Any]:
    return {"kind": event.kind, "data": dict(event.data), "postings": [list(entry) for entry in event.postings]}


def event_from_json(value: Mapping[str, Any]) -> Event:
    postings = tuple((str(account), int(amount)) for account, amount in value["postings"])
    return Event(value["kind"], value["data"], postings)


def _marks_out(marks: Mapping[MarkKey, Marks]) -> list[list[Any]]:
    return [[number, name, mark.state, mark.outcomes] for (number, name), mark in marks.items()]


def _marks_in(rows: list[list[Any]]) -> dict[MarkKey, Marks]:
    return {(number, name): Marks(state, outcomes) for number, name, state, outcomes in rows}


def _wagers_in(rows: Mapping[str, Any]) -> dict[int, Wager]:
    return {int(number): Wager(**rows[number]) for number in sorted(rows, key=int)}


def table_to_json(table: Table) -> dict[str, Any]:
    """A table as a snapshot keeps it."""
    value = {
        name: getattr(table, name)
        for name in (
            "name", "game_id", "chip", "rounding", "is_live", "advice", "status", "betting", "round", "phase",
            "next_wager", "next_visit", "evidence",
        )
    }  # fmt: skip
    last = table.last
    return value | {
        "limits": asdict(table.limits),
        "offerings": {str(number): asdict(offering) for number, offering in table.offerings.items()},
        "current": list(table.current),
        "seats": {str(seat): asdict(who) for seat, who in table.seats.items()},
        "wagers": {str(number): asdict(wager) for number, wager in table.wagers.items()},
        "marks": _marks_out(table.marks),
        "balances": dict(table.balances),
        "last": last
        and {
            "outcome": last.outcome,
            # Offerings are only ever added, so those of before are among those of now.
            "before": table_to_json(last.before) | {"offerings": list(last.before.offerings)},
            "settlements": list(last.settlements),
            "since": [event_to_json(event) for event in last.since],
        },
        "recent": [list(pair) for pair in table.recent],
    }


def table_from_json(value: Mapping[str, Any]) -> Table:
    """A table from a snapshot."""
    last, cards = value["last"], value["offerings"]
    plain = {
        name: value[name]
        for name in value
        if name not in ("limits", "offerings", "current", "seats", "wagers", "marks", "balances", "last", "recent")
    }
    return Table(
        **plain,
        limits=Limits(**value["limits"]),
        offerings={
            int(number): Offering(**{**card, "accepted": tuple(card["accepted"])})
            for number, card in sorted(cards.items(), key=lambda pair: int(pair[0]))
        },
        current=tuple(value["current"]),
        seats={int(seat): Seat(**value["seats"][seat]) for seat in sorted(value["seats"], key=int)},
        wagers=_wagers_in(value["wagers"]),
        marks=_marks_in(value["marks"]),
        balances=dict(value["balances"]),
        last=last
        and Last(
            last["outcome"],
            _before_in(last["before"], cards),
            tuple(last["settlements"]),
            tuple(event_from_json(event) for event in last["since"]),
        ),
        recent=tuple((phase, outcome) for phase, outcome in value["recent"]),
    )


def _before_in(value: Mapping[str, Any], cards: Mapping[str, Any]) -> Table:
    return table_from_json({**value, "offerings": {number: cards[number] for number in map(str, value["offerings"])}})
