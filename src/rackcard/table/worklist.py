"""The dealer's list: what to take and what to pay after an outcome, in the order in which it is done."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rackcard.strategy.levels import name
from rackcard.table.state import Settlement, Table

Step = Literal["take", "pay", "return", "envy"]
"""Take the losing bet, pay the win, return the stake without a win, or give the dealers their envy bonus."""


@dataclass(frozen=True)
class WorkLine:
    """One thing for the dealer to do."""

    step: Step
    seat: int
    wager: int
    """The number of the bet."""
    name: str
    amount: int
    """What the chips that are moved are worth; the stake of a bet that is paid stays on the felt."""
    is_toke: bool = False
    """Whether the bet was made for the dealers."""
    pay: str = ""
    """The pay as posted: ``30 to 1``, ``push``, or ``loses``."""


@dataclass(frozen=True)
class MarkLine:
    """A lammer for the dealer to place: what was marked, and on which of the wagers that are up."""

    event: str
    wagers: tuple[str, ...]


def new_marks(table: Table) -> tuple[MarkLine, ...]:
    """What the last outcome marked on bets that are still up."""
    if table.last is None:
        return ()
    before, found = table.last.before, dict[str, dict[str, None]]()
    for number, wager in table.wagers.items():
        if number not in before.wagers or before.wagers[number].wager != wager.wager:
            continue
        machine = table.bet_of(wager).machine
        had = machine.marks(before.state_of(before.wagers[number]))
        names = {event.words: name(event) for event in machine.counters}
        for event, count in machine.marks(table.state_of(wager)).items():
            if count > had.get(event, 0):
                found.setdefault(names.get(event, event), {})[table.bet_of(wager).terms.name] = None
    return tuple(MarkLine(event, tuple(names)) for event, names in found.items())


def worklist(table: Table) -> tuple[WorkLine, ...]:
    """What the last outcome asks of the dealer: all takes first, then every seat in the game's order of paying."""
    settled = table.last.settlements if table.last is not None else ()
    order = {seat: place for place, seat in enumerate(table.game.paying_order({one.seat for one in settled}))}
    ordered = sorted(settled, key=lambda one: (order[one.seat], _place(table, one)))
    lines = [line for one in ordered for line in _lines(one)]
    return (*(line for line in lines if line.step == "take"), *(line for line in lines if line.step != "take"))


def _place(table: Table, one: Settlement) -> tuple[int, int, int]:
    """Where a bet is on the layout: its card, its wager there, and then the earliest first."""
    assert table.last is not None
    wager = table.last.before.wagers[one.wager]
    return wager.offering, list(table.offerings[wager.offering].bets).index(wager.wager), one.wager


def _lines(one: Settlement) -> Iterator[WorkLine]:
    won = one.paid - one.stake
    step: Step = "pay" if won > 0 else "take" if won < 0 else "return"
    amount = abs(won) + (one.beside if step == "take" else 0) if won else one.stake
    yield WorkLine(step, one.seat, one.wager, one.name, amount, one.toke, one.pay)
    if one.envy:
        yield WorkLine("envy", one.seat, one.wager, one.name, one.envy)
