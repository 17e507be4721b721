"""Any round of a table as a transcript that a person can read."""

from collections.abc import Iterable, Iterator
from typing import Any

from rackcard.money import dollars
from rackcard.number import plural
from rackcard.table.apply import apply
from rackcard.table.log.store import Entry
from rackcard.table.state import Event, Table
from rackcard.wording.commands import clause

PURSE = ("bought-in", "left", "owed-settled")
"""Events that move money between a player's purse and the table; what lies on the felt everybody sees, this not."""


def replay(entries: Iterable[Entry], wanted: int | None = None, stay: int | None = None) -> Iterator[str]:
    """Every entry in a line or a few, of all rounds or of one; round 1 is all up to the first outcome.

    With ``stay``, purses are told of that one stay at a seat only; 0 is nobody's.
    """
    table: Table | None = None
    for entry in entries:
        before = table
        table = apply(table, entry.event)
        number = before.round + (0 if entry.event.kind == "corrected" else 1) if before else 1
        if wanted in (None, number):
            words = told(before, entry.event, purse=is_told(before, entry.event, stay))
            yield f"{entry.seq:>6}  {entry.at}  {entry.by or '-':<12}  {words}"
            for line in _details(table, entry.event):
                yield " " * 8 + line


def is_told(table: Table | None, event: Event, stay: int | None) -> bool:
    """Whether whoever may know the purse of one stay (None: of all, 0: of none) is told an event's amounts."""
    if stay is None or event.kind not in PURSE:
        return True
    assert table is not None
    visit = event.data["visit"] if "visit" in event.data else table.seats[event.data["seat"]].visit
    return bool(visit == stay)


def told(table: Table | None, event: Event, *, purse: bool = True) -> str:
    """An event in words; without ``purse``, what a player brought or took away is not said."""
    data = event.data
    if event.kind == "opened":
        return f"{data['name']} opened for {data['game']} with {plural(len(data['cards']), 'card')}"
    assert table is not None
    if event.kind == "bet":
        bet = table.offerings[data["card"]].bets[data["wager"]]
        return f"seat {data['seat']} bets {dollars(data['amount'])} on {bet.terms.name} (wager {data['number']})"
    if event.kind in ("outcome", "corrected"):
        word = "outcome" if event.kind == "outcome" else f"corrected ({clause(data['reason'])}):"
        return f"round {data['round']} {word} {outcome_words(data['outcome'])}"
    if event.kind == "claimed":
        one = data["settlement"]
        return f"seat {one['seat']}: {one['why']}"
    if event.kind in ("bought-in", "left", "taken-down"):
        amount = f" {dollars(data['amount'])}" if purse or event.kind not in PURSE else ""
        return f"seat {data['seat']} {event.kind.replace('-', ' ')}{amount}"
    if event.kind == "owed-settled":
        amount = f" {dollars(abs(data['amount']))}" if purse else ""
        how = "in cash" if data["by"] == "cash" else "by the house"
        return f"owed{amount} {'to' if data['amount'] > 0 else 'by'} visit {data['visit']}, settled {how}: " + clause(
            data["reason"]
        )
    if event.kind == "seated":
        return f"{data['name']} sits at seat {data['seat']}"
    if event.kind == "advice-changed":
        return "advice is allowed at this table" if data["allow"] else "advice is no longer allowed at this table"
    reason = f": {clause(data['reason'])}" if "reason" in data else ""
    return event.kind.replace("-", " ") + reason


def outcome_words(outcome: Any) -> str:
    """An outcome as it is spoken."""
    if isinstance(outcome, list):
        return f"{outcome[0]}-{outcome[1]}, {sum(outcome)}"
    if isinstance(outcome, str):
        return outcome
    return f"player {' '.join(outcome['player'])}, banker {' '.join(outcome['banker'])}"


def _details(table: Table, event: Event) -> Iterator[str]:
    if event.kind in ("outcome", "corrected"):
        for one in event.data.get("reversed", []):
            yield f"taken back: seat {one['seat']}: {one['why']}"
        for one in event.data["settlements"]:
            yield f"seat {one['seat']}: {one['why']}"
        for (number, name), marks in sorted(table.marks.items()):
            bet = table.offerings[number].bets[name]
            shown = bet.machine.marks(marks.state)
            if shown and any(w.offering == number and w.wager == name for w in table.wagers.values()):
                yield f"marks of {bet.terms.name}: " + ", ".join(f"{what} {count}×" for what, count in shown.items())
    for undone in event.data.get("undone", []):
        yield f"seat {undone['seat']}: {undone['what']} of wager {undone['number']} is undone, and it is up again"
    for refund in event.data.get("refunds", []):
        yield f"seat {refund['seat']} gets {dollars(refund['amount'])} back"
