"""A correction: the last outcome was another one, and everything since is seen in its light.

Nothing is rewritten. One more event takes back what does not hold any more and pays what is due, by entry.
"""

from collections.abc import Callable
from typing import Any

from rackcard.table.apply import Recast, recast
from rackcard.table.state import Event, Table

Fits = Callable[[Table, Event], bool]
"""Whether a player could have done at a table what was done."""


def corrected(table: Table, given: Any, reason: str, fits: Fits) -> Event:
    """The event that puts another outcome in the place of the last.

    Bets, take-downs and offers taken since stay where the right outcome leaves them open; else stakes go back, and
    what was taken down or claimed is up again. What somebody cannot cover, or is due to somebody who has left, goes to
    that player's own account.
    """
    assert table.last is not None
    seen = recast(table, given, lambda place, path, event: fits(path, event))
    assert seen.after.last is not None
    old, new = _claims(table.last.since), _claims(seen.after.last.since)
    data = {
        "round": table.round,
        "outcome": given,
        "reason": reason,
        "reversed": [*table.last.settlements, *(one for one in old if one not in new)],
        "settlements": [*seen.after.last.settlements, *(one for one in new if one not in old)],
        "refunds": [*seen.left_behind, *_refunds(table, seen)],
        "undone": [_undone(table.last.since[place]) for place in seen.dropped if _is_again_up(table, seen, place)],
        "dropped": seen.dropped,
    }
    return Event("corrected", data, _entries(table, seen.after))


def _claims(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    return [event.data["settlement"] for event in events if event.kind == "claimed"]


def _refunds(table: Table, seen: Recast) -> list[dict[str, int]]:
    """What has been staked since, and could not have been."""
    found = []
    for number, wager in table.wagers.items():
        kept = seen.after.wagers.get(number)
        back = wager.stake - (kept.stake if kept is not None else 0)
        if wager.since == table.round and back > 0:
            found.append({"number": number, "seat": wager.seat, "amount": back})
    return found


def _number(event: Event) -> int:
    number: int = event.data["settlement"]["wager"] if event.kind == "claimed" else event.data["number"]
    return number


def _is_again_up(table: Table, seen: Recast, place: int) -> bool:
    assert table.last is not None
    event = table.last.since[place]
    return event.kind != "bet" and _number(event) in seen.after.wagers


def _undone(event: Event) -> dict[str, Any]:
    told = event.data["settlement"] if event.kind == "claimed" else event.data
    what = event.data["offer"] if event.kind == "claimed" else "take down"
    return {"number": _number(event), "seat": told["seat"], "what": what}


def _entries(table: Table, after: Table) -> tuple[tuple[str, int], ...]:
    """From the accounts as they are to the accounts as they should be, and no seat below nothing."""
    entries: dict[str, int] = {}
    present = {f"owed:{who.visit}" for who in table.seats.values()}
    for account in (*table.balances, *(name for name in after.balances if name not in table.balances)):
        if not account.startswith("seat:") and account not in present:
            entries[account] = after.balances.get(account, 0) - table.balances.get(account, 0)
    for seat, who in table.seats.items():
        held, owed = table.balance(seat), table.owed(who.visit)
        due = after.balance(seat) + after.owed(who.visit) - held - owed
        mine = max(due, -held) if due < 0 else due - min(due, max(0, -owed))  # a debt is evened out first
        entries[f"seat:{seat}"], entries[f"owed:{who.visit}"] = mine, due - mine
    return tuple((account, amount) for account, amount in entries.items() if amount)
