"""Meters added up the plain way: along the whole log, every settlement at its theory, corrections taken away again."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from rackcard.machine import Bet
from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.correction import Corrected, Readjudged
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import Entry
from rackcard.table.meter_count import MeteredSeat
from rackcard.table.meter_fold import MeterLine
from rackcard.table.meters import Meter, Meters, Theory, _named, theory_of
from rackcard.table.past import walk
from rackcard.table.period import Period
from rackcard.table.settle import synced
from rackcard.table.state import TOKES, Settlement, Table, TableEvent

T = TypeVar("T")


@dataclass
class _Stakes:
    """Stakes settled together, and these times the moments of their theories."""

    stake: int = 0
    variance: Fraction = field(default_factory=Fraction)
    third: Fraction = field(default_factory=Fraction)


@dataclass
class _Count:
    """A log being read: the wagers made, where each one started, and who called which round when."""

    period: Period
    found: Meters = field(default_factory=lambda: Meters({}, {}, {}))
    made: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The offering and the wager of every number."""
    starts: dict[int, int] = field(default_factory=dict)
    """The state in which each wager saw its first outcome."""
    called: dict[int, tuple[bool, str]] = field(default_factory=dict)
    """For every round whether it is in the period, and who called its outcome."""
    claims: list[tuple[Settlement, bool]] = field(default_factory=list)
    """The offers taken since the last outcome, and whether each is in the period; a correction may reach them."""
    times: dict[tuple[int, int, str, int], bool] = field(default_factory=dict)
    """Whether every offer that was taken is in the period, by its round, its wager, its kind and its stake."""
    theories: dict[tuple[int, str, int], Theory] = field(default_factory=dict)
    together: dict[MeterLine, dict[int, _Stakes]] = field(default_factory=dict)
    """What was settled of a line in each round: seats on one wager win and lose together."""

    def see(self, table: Table, entry: Entry) -> None:
        """Follow an entry; the table is the one before it."""
        match entry.event:
            case BetMade(number=number, card=card, wager=wager):
                self.made[number] = (card, wager)
            case BundleBet(card=card, parts=parts):
                self.made |= {one.number: (card, one.wager) for one in parts}
            case OutcomeEntered(round=number, settlements=settled):
                self.called[number] = (self.period.holds(entry.at), entry.by or "-")
                self.claims = []
                self._start(table)
                self._add(table, number, settled, 1)
            case Corrected() as event:
                self._correct(table, event)
            case Readjudged() as event:
                self._change(table, event)
            case Claimed(settlement=one):
                counts = self.period.holds(entry.at)
                self.times[_claim_key(table.round, one)] = counts
                self.claims.append((one, counts))
                self._add(table, table.round, [one], 1, counts)

    def _correct(self, table: Table, event: Corrected) -> None:
        """What is taken back is taken from where it was counted; an offer that pays otherwise keeps its time."""
        number, gone = event.round, []
        for one in event.reversed:
            claim = next((claim for claim in self.claims if claim[0] == one), None)
            if claim is not None:
                self.claims.remove(claim)
                gone.append(claim)
            self._add(table, number, [one], -1, None if claim is None else claim[1])
        for one in event.settlements:
            claim = next((claim for claim in gone if _is_same(claim[0], one)), None)
            if claim is not None:
                gone.remove(claim)
                self.claims.append((one, claim[1]))
            self._add(table, number, [one], 1, None if claim is None else claim[1])

    def _change(self, table: Table, event: Readjudged) -> None:
        """Take away all that was counted from a round on, and count what the table has in its place."""
        for path, was in walk(table, event.round):
            self._count_again(path, was, -1)
        self.claims = []
        for path, now in walk(apply(table, event), event.round):
            if isinstance(now, OutcomeEntered):
                self.claims = []
                fresh = {n for n, wager in path.wagers.items() if wager.since == path.round}
                self.starts = {n: state for n, state in self.starts.items() if n not in fresh}
                self._start(path)
            self._count_again(path, now, 1)

    def _count_again(self, path: Table, event: TableEvent, sign: int) -> None:
        match event:
            case OutcomeEntered(round=number, settlements=settled):
                self._add(path, number, settled, sign)
            case Claimed(settlement=one):
                counts = self.times[_claim_key(path.round, one)]
                self._add(path, path.round, [one], sign, counts)
                self.claims.append((one, counts))

    def _start(self, table: Table) -> None:
        for number, wager in table.wagers.items():
            if number not in self.starts:
                self.starts[number] = synced(table.bet_of(wager).machine, table.state_of(wager), table.phase_of(wager))

    def _add(
        self, table: Table, number: int, settled: Iterable[Settlement], sign: int, counts: bool | None = None
    ) -> None:  # fmt: skip
        """Add settlements of a round to their meters, or take them away; ``counts`` where they have their own time."""
        outcome_counts, dealer = self.called[number]
        if not (outcome_counts if counts is None else counts):
            return
        for one in settled:
            offering, name = self.made[one.wager]
            bet = table.offerings[offering].bets[name]
            line = _line(table, offering, bet)
            theory = self._theory(table, offering, name, one.wager)
            meter = self.found.by_wager.setdefault(line, Meter(""))
            amount = sign * one.stake
            stakes = self.together.setdefault(line, {}).setdefault(number, _Stakes())
            stakes.stake += amount
            stakes.variance += amount * theory.variance
            stakes.third += amount * theory.third
            seat: MeteredSeat = TOKES if one.toke else one.seat
            for each in (
                meter,
                self.found.by_seat.setdefault(seat, Meter(seat if seat == TOKES else f"seat {seat}")),
                self.found.by_dealer.setdefault(dealer, Meter(dealer)),
            ):
                each.wagers += sign
                each.handle += amount + sign * one.beside
                each.commission += sign * one.commission
                each.paid += sign * one.paid
                each.envy += sign * one.envy
                each.breakage -= sign * one.breakage
                each.expected += amount * theory.edge
                if bet.machine.claims:
                    each.play = "best"

    def _theory(self, table: Table, offering: int, name: str, number: int) -> Theory:
        key = (offering, name, self.starts[number])
        if key not in self.theories:
            laid = table.offerings[offering]
            self.theories[key] = theory_of(laid.bets[name], laid.card.chance(laid.options), self.starts[number])
        return self.theories[key]

    def result(self) -> Meters:
        """What was found, each line with its name and with the spread that its stakes have as one."""
        found = Meters(_kept(self.found.by_wager), _kept(self.found.by_seat), _kept(self.found.by_dealer))
        for line, meter in found.by_wager.items():
            for stakes in self.together[line].values():
                meter.variance += stakes.stake * stakes.variance
                meter.third += stakes.stake**2 * stakes.third
        _named(found.by_wager)
        return found


def _claim_key(number: int, one: Settlement) -> tuple[int, int, str, int]:
    """What stays the same of a claim when a correction pays it otherwise, and the round it was made after."""
    return number, one.wager, one.kind, one.stake


def _is_same(claim: Settlement, one: Settlement) -> bool:
    """Whether a settlement is of a claim made before, at the pay that a correction gives it."""
    return (claim.wager, claim.kind, claim.stake) == (one.wager, one.kind, one.stake)


def _line(table: Table, number: int, bet: Bet) -> MeterLine:
    laid, terms = table.offerings[number], bet.terms
    options = tuple(sorted(laid.options.items()))
    return MeterLine(laid.card.id, laid.card.title, laid.sha256, options, terms.table, terms.wager, terms.name)


def recomputed(entries: Iterable[Entry], period: Period | None = None) -> Meters:
    """The meters of a period, added up settlement by settlement along the whole log."""
    count = _Count(period or Period())
    table: Table | None = None
    for entry in entries:
        if table is not None:
            count.see(table, entry)
        table = apply(table, entry.event)
    return count.result()


def _kept(part: dict[T, Meter]) -> dict[T, Meter]:
    """Without the lines of which everything was taken back."""
    return {key: meter for key, meter in part.items() if meter.wagers}
