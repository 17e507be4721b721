"""The other half of the pure core: ``apply(table, event) -> table``, and what must hold after every event."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rackcard.table.model import Event, Last, Limits, MarkKey, Marks, Offering, Seat, Table, Wager
from rackcard.table.outcome import read_outcome
from rackcard.table.settle import advance, move, settled_marks, synced

RECENT_MAX = 256
"""No hand at craps has ever been this long."""


def apply(table: Table | None, event: Event) -> Table:
    """The table after an event; money moves by the event's postings and by nothing else."""
    if event.kind == "opened":
        return _opened(event.data)
    assert table is not None
    after = APPLIED[event.kind](table, event.data)
    balances = dict(table.balances)
    for account, amount in event.postings:
        balances[account] = balances.get(account, 0) + amount
    return replace(after, balances=balances)


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
    # What no outcome has seen comes and goes without a trace; anything else the last outcome cannot be corrected past.
    last = None if table.has_rolled(wager) else table.last
    return replace(table, wagers=wagers, marks=settled_marks(table, table.marks, wagers.values()), last=last)


def _apply_taken_down(table: Table, data: Mapping[str, Any]) -> Table:
    return _without(table, data["number"], table.wagers[data["number"]].stake - data["amount"])


def _apply_claimed(table: Table, data: Mapping[str, Any]) -> Table:
    one = data["settlement"]
    return _without(table, one["wager"], table.wagers[one["wager"]].stake - one["stake"])


def _apply_outcome(table: Table, data: Mapping[str, Any]) -> Table:
    outcome = read_outcome(table, data["outcome"])
    moved = move(table, outcome)
    settled = tuple(data["settlements"])
    visits = {seat: who.visit for seat, who in table.seats.items()}
    last = Last(data["outcome"], table.wagers, table.marks, table.phase, settled, visits)
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


def _apply_corrected(table: Table, data: Mapping[str, Any]) -> Table:
    assert table.last is not None
    last = table.last
    before = replace(
        table,
        wagers=last.wagers,
        marks=last.marks,
        phase=last.phase,
        round=table.round - 1,
        recent=table.recent[:-1],
    )
    after = _apply_outcome(before, data)
    assert after.last is not None
    back = {one["number"] for one in data.get("refunds", ())}
    old = {number: wager for number, wager in after.wagers.items() if number not in back}
    new = {n: wager for n, wager in table.wagers.items() if wager.since == table.round and n not in back}
    return replace(
        after,
        wagers={**old, **new},
        marks=settled_marks(table, after.marks, old.values()),
        betting=table.betting,
        last=replace(after.last, visits=last.visits),
    )


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
    return replace(table, offerings=offerings, current=tuple(current), marks=marks, last=None)


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
