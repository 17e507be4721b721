"""The other half of the pure core: ``apply(table, event) -> table``, and what must hold after every event."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rackcard.table.outcome import read_outcome
from rackcard.table.settle import advance, claims_open, move, postings, settled_marks, settlement, settlements, synced
from rackcard.table.state import Event, Last, Limits, MarkKey, Marks, Offering, Seat, Table, Wager

RECENT_MAX = 256
"""No round of any game has ever been this long."""


def apply(table: Table | None, event: Event) -> Table:
    """The table after an event; money moves by the event's postings and by nothing else."""
    if event.kind == "opened":
        return _opened(event.data)
    assert table is not None
    after = APPLIED[event.kind](table, event.data)
    last = after.last
    if last is not None and event.kind not in ("outcome", "corrected"):
        last = replace(last, since=(*last.since, event))
    return replace(after, balances=_posted(table.balances, event.postings), last=last)


def _posted(balances: Mapping[str, int], postings: Iterable[tuple[str, int]]) -> dict[str, int]:
    after = dict(balances)
    for account, amount in postings:
        after[account] = after.get(account, 0) + amount
    return after


def _opened(data: Mapping[str, Any]) -> Table:
    offerings = {number: _offered(card) for number, card in enumerate(data["cards"], start=1)}
    return Table(
        name=data["name"],
        game_id=data["game"],
        limits=Limits(**data["limits"]),
        chip=data["chip"],
        rounding=data["rounding"],
        offerings=offerings,
        current=tuple(offerings),
        is_live=data["live"],
    )


def _offered(card: Mapping[str, Any]) -> Offering:
    return Offering(card["text"], card["sha256"], card["options"], card["tables"], tuple(card["accepted"]))


def _apply_seated(table: Table, data: Mapping[str, Any]) -> Table:
    seats = {**table.seats, data["seat"]: Seat(data["name"], table.next_visit)}
    return replace(table, seats=seats, next_visit=table.next_visit + 1)


def _apply_bet(table: Table, data: Mapping[str, Any]) -> Table:
    number = data["number"]
    known = table.wagers.get(number)
    wager = known or Wager(data["seat"], data["card"], data["wager"], 0, table.round)
    wagers = {**table.wagers, number: replace(wager, stake=wager.stake + data["amount"])}
    return replace(table, wagers=wagers, next_wager=max(table.next_wager, number + 1))


def _without(table: Table, number: int, left: int = 0) -> Table:
    """The table with a wager gone, or with what is left of it; marks are cleared where that was the last."""
    wagers = dict(table.wagers)
    wager = wagers.pop(number)
    if left:
        wagers[number] = replace(wager, stake=left)
    return replace(table, wagers=wagers, marks=settled_marks(table, table.marks, wagers.values()))


def _apply_taken_down(table: Table, data: Mapping[str, Any]) -> Table:
    return _without(table, data["number"], table.wagers[data["number"]].stake - data["amount"])


def _apply_claimed(table: Table, data: Mapping[str, Any]) -> Table:
    one = data["settlement"]
    return _without(table, one["wager"], table.wagers[one["wager"]].stake - one["stake"])


def _apply_outcome(table: Table, data: Mapping[str, Any]) -> Table:
    outcome = read_outcome(table, data["outcome"])
    moved = move(table, outcome)
    last = Last(data["outcome"], replace(table, last=None), tuple(data["settlements"]))
    return replace(
        table,
        wagers=moved.wagers,
        marks=moved.marks,
        phase=moved.phase,
        round=data["round"],
        betting=True,
        last=last,
        recent=(*table.recent, (table.phase, data["outcome"]))[-RECENT_MAX:],
    )


# ---- another outcome in the place of the last


Kept = Callable[[int, Table, Event], bool]
"""Whether something done since, by its place, can be done again at the table as it would have been."""


@dataclass(frozen=True)
class Recast:
    """A table as it would be."""

    after: Table
    dropped: list[int]
    """What was done since and could not have been, by its place."""
    left_behind: list[dict[str, int]]
    """Stakes that would be up of players who have left, and go back to them."""


def recast(table: Table, given: Any, is_kept: Kept) -> Recast:
    """The table as if its last outcome had been another.

    All that has happened since happens again: offers are paid by what they are worth now, and money that was carried
    away stays away. What a player who has left would have is on that player's own account.
    """
    assert table.last is not None
    before = table.last.before
    dropped: list[int] = []
    left_behind: list[dict[str, int]] = []
    settled = settlements(before, move(before, read_outcome(before, given)).decided)
    data = {"round": before.round + 1, "outcome": given, "settlements": [vars(one).copy() for one in settled]}
    path = apply(before, Event("outcome", data, postings(settled)))
    for place, event in enumerate(table.last.since):
        if event.kind == "left":
            up = [(n, wager.stake) for n, wager in path.wagers.items() if wager.seat == event.data["seat"]]
            left_behind += [{"number": n, "seat": event.data["seat"], "amount": stake} for n, stake in up]
            path = _carried_away(path, event, dict(up))
            continue
        again = _again(path, event)
        if again is None or not is_kept(place, path, again):
            dropped.append(place)
        else:
            path = apply(path, again)
    return Recast(replace(path, next_wager=table.next_wager), dropped, left_behind)


def _again(path: Table, event: Event) -> Event | None:
    """Something done since, as it would be done at this table; None where there is nothing to do it with."""
    if event.kind == "taken-down":
        wager = path.wagers.get(event.data["number"])
        return event if wager is not None and wager.stake >= event.data["amount"] else None
    if event.kind == "claimed":
        said = event.data["settlement"]
        wager = path.wagers.get(said["wager"])
        result = claims_open(path, said["wager"]).get(event.data["offer"]) if wager is not None else None
        if wager is None or result is None or wager.stake < said["stake"]:
            return None
        one = settlement(path, said["wager"], result, said["stake"])
        return Event("claimed", {"offer": event.data["offer"], "settlement": vars(one).copy()}, postings([one]))
    return event


def _carried_away(path: Table, event: Event, up: Mapping[int, int]) -> Table:
    """A player leaves with what was paid out; stakes still up go back, and the rest is owed, one way or the other."""
    seat = event.data["seat"]
    visit = path.seats[seat].visit
    for number, stake in up.items():
        back = _posted(path.balances, (("felt", -stake), (f"seat:{seat}", stake)))
        path = replace(_without(path, number), balances=back)
    path = apply(path, event)
    left = path.balance(seat)
    return replace(path, balances=_posted(path.balances, ((f"seat:{seat}", -left), (f"owed:{visit}", left))))


def _apply_corrected(table: Table, data: Mapping[str, Any]) -> Table:
    assert table.last is not None
    back = {one["number"] for one in data.get("refunds", ())}
    dropped = data.get("dropped")
    if dropped is None:  # before version 3 of the log, only bets were ever made since
        since = enumerate(table.last.since)
        dropped = [place for place, event in since if event.kind == "bet" and event.data["number"] in back]
    after = recast(table, data["outcome"], lambda place, path, event: place not in dropped).after
    return replace(after, balances=table.balances)


def _apply_voided(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, wagers={}, marks={}, phase=0, betting=True, last=None, recent=())


def _apply_cards_changed(table: Table, data: Mapping[str, Any]) -> Table:
    """Offerings are only ever added; a card that is offered again unchanged keeps its number and its marks."""
    offerings = dict(table.offerings)
    current = []
    for card in data["cards"]:
        offered = _offered(card)
        number = next((n for n in table.current if offerings[n] == offered), max(offerings) + 1)
        offerings[number] = offered
        current.append(number)
    marks = dict(table.marks)
    for number in set(current) - set(table.current):
        marks.update(_rebuilt(table, number, offerings[number]))
    return replace(table, offerings=offerings, current=tuple(current), marks=marks)


def _rebuilt(table: Table, number: int, offering: Offering) -> dict[MarkKey, Marks]:
    """The marks of a card laid in mid-round, where they run whether or not anybody has bet: from recent outcomes."""
    rebuilt = {}
    for name, bet in offering.bets.items():
        if bet.terms.marks not in ("sevens", "hand"):
            continue
        mark = Marks()
        for phase, given in table.recent:
            outcome = read_outcome(table, given)
            if bet.machine.counts(phase, outcome):
                state, over, _ = advance(bet.machine, mark.state, phase, outcome)
                mark = Marks() if over else Marks(state, mark.outcomes + 1)
        rebuilt[number, name] = replace(mark, state=synced(bet.machine, mark.state, table.phase))
    return rebuilt


def _apply_left(table: Table, data: Mapping[str, Any]) -> Table:
    return replace(table, seats={seat: who for seat, who in table.seats.items() if seat != data["seat"]})


APPLIED: dict[str, Callable[[Table, Mapping[str, Any]], Table]] = {
    "seated": _apply_seated,
    "bought-in": lambda table, data: table,
    "bet": _apply_bet,
    "taken-down": _apply_taken_down,
    "betting-closed": lambda table, data: replace(table, betting=False),
    "outcome": _apply_outcome,
    "no-roll": lambda table, data: replace(table, betting=True),
    "claimed": _apply_claimed,
    "corrected": _apply_corrected,
    "voided": _apply_voided,
    "cards-changed": _apply_cards_changed,
    "advice-changed": lambda table, data: replace(table, advice=data["allow"]),
    "left": _apply_left,
    "owed-settled": lambda table, data: table,
    "frozen": lambda table, data: replace(table, status="frozen", evidence=data["reason"]),
    "resumed": lambda table, data: replace(table, status="open", evidence=""),
    "paused": lambda table, data: replace(table, status="paused", evidence=data["reason"]),
    "confirmed": lambda table, data: replace(table, status="open", evidence=""),
    "closed": lambda table, data: replace(table, status="closed", betting=False),
}


def broken_invariant(table: Table, event: Event) -> str | None:
    """What does not hold after an event, in a sentence; None when all is well."""
    if sum(amount for _, amount in event.postings):
        return f"the postings of {event.kind} do not add up to nothing"
    if sum(table.balances.values()):
        return "the accounts do not add up to nothing"
    felt = sum(wager.stake for wager in table.wagers.values())
    if table.balances.get("felt", 0) != felt:
        return f"the felt account holds {table.balances.get('felt', 0)}, and {felt} is up"
    for account, amount in table.balances.items():
        if account.startswith("seat:") and amount < 0:
            return f"{account} is below nothing"
    return None
