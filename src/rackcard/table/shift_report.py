"""The report of a shift: what was bought in, staked, paid and held, and what was corrected, voided and approved."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.control import Closed, ShiftClosed
from rackcard.table.commands.correction import Corrected, HandVoided, Readjudged, Voided
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.commands.oversight import Disputed, PayoutsApproved
from rackcard.table.commands.seating import BoughtIn, Left, OwedSettled
from rackcard.table.commands.tokes import TokesPaid
from rackcard.table.history import History
from rackcard.table.log.store import Entry, Store
from rackcard.table.state import TOKES, Refusal, Settlement
from rackcard.tabular import Grid
from rackcard.wording.columns import heads
from rackcard.wording.shift_report import REPORT, shift_title


@dataclass
class ShiftReport:
    """The figures of one shift; money in cents."""

    table: str
    shift: int
    started: str = ""
    ended: str = ""
    """Empty while the shift runs."""
    closed_by: str = ""
    rounds: int = 0
    drop: int = 0
    paid_out: int = 0
    handle: int = 0
    paid: int = 0
    envies: int = 0
    breakage: int = 0
    commission: int = 0
    tokes: int = 0
    """What was won for the dealers on bets of theirs."""
    tokes_paid: int = 0
    owed_paid: int = 0
    """What players were paid in cash of balances that corrections left; below zero where they paid more."""
    written_off: int = 0
    """What the house gained by writing such balances off; below zero where it lost."""
    corrections: int = 0
    voids: int = 0
    refunded: int = 0
    approvals: int = 0
    disputes: int = 0

    @property
    def hold(self) -> int:
        """What is kept of the handle, as the meters have it: envy bonuses are paid out of it."""
        return self.handle - self.paid

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"hold": self.hold}

    def grid(self) -> Grid:
        """The report as a table for people."""
        rows = tuple((label, form(getattr(self, name))) for name, (label, form) in REPORT.items())
        ids = ("what", "figure")
        return Grid(shift_title(self.table, self.shift), heads(ids), frozenset(heads(ids[1:])), rows, ids=ids)

    def see(self, entry: Entry) -> None:
        """Count an entry."""
        event = entry.event
        for account, amount in event.postings:
            if account == TOKES and not isinstance(event, TokesPaid | Closed):
                self.tokes += amount
        match event:
            case BoughtIn(amount=amount):
                self.drop += amount
            case Left(amount=amount):
                self.paid_out += amount
            case OwedSettled(amount=amount, by=by):
                self.owed_paid += amount if by == "cash" else 0
                self.written_off += amount if by == "house" else 0
            case OutcomeEntered(settlements=settled):
                self.rounds += 1
                self._add(settled, 1)
            case Claimed(settlement=one):
                self._add((one,), 1)
            case Corrected(reversed=gone, settlements=settled):
                self.corrections += 1
                self._add(gone, -1)
                self._add(settled, 1)
            case Readjudged(rounds=rounds, refunds=refunds):
                self.voids += isinstance(event, HandVoided)
                self.corrections += not isinstance(event, HandVoided)
                self.refunded += sum(one.amount for one in refunds) if isinstance(event, HandVoided) else 0
                for again in rounds:
                    self._add(again.reversed, -1)
                    self._add(again.settlements, 1)
            case Voided(refunds=refunds):
                self.voids += 1
                self.refunded += sum(one.amount for one in refunds)
            case TokesPaid(amount=amount):
                self.tokes_paid += amount
            case Closed(tokes=int(amount)):
                self.tokes_paid += amount
            case PayoutsApproved(bets=bets):
                self.approvals += len(bets)
            case Disputed():
                self.disputes += 1
            case _:
                pass

    def _add(self, settled: Iterable[Settlement], sign: int) -> None:
        for one in settled:
            self.handle += sign * (one.stake + one.beside)
            self.paid += sign * one.paid
            self.envies += sign * one.envy
            self.breakage -= sign * one.breakage
            self.commission += sign * one.commission


def shift_report(store: Store, table_id: str, number: int | None = None) -> ShiftReport:
    """The report of a shift, closed or running, or of the last one closed; the first shift of a table is 1."""
    closings = [seq for seq, _ in History(store, table_id).marks((ShiftClosed.kind,))]
    number = max(1, len(closings)) if number is None else number
    if not 1 <= number <= len(closings) + 1:
        raise Refusal("no-such-shift", table=table_id, shift=number)
    first = closings[number - 2] if number > 1 else 0
    found = ShiftReport(table_id, number)
    for entry in store.entries(table_id, max(0, first - 1)):
        if entry.seq == first:
            found.started = entry.at
            continue
        found.started = found.started or entry.at
        found.see(entry)
        if isinstance(entry.event, ShiftClosed | Closed):
            found.ended, found.closed_by = entry.at, entry.by
            break
    return found
