"""The live table as an engine: rounds are bet, rolled, claimed and settled by the table's own core.

It is slow, and an independent witness of the others: what is counted is what the table paid. Every wager is bet
whenever its card opens it and none of its kind is up, so its results are independent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from time import monotonic

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import Job, JobEntry
from rackcard.simulate.request import WATCH_SECONDS, Request, Snapshot, Watcher
from rackcard.simulate.result import RunCounts, SimulatedWager
from rackcard.table.apply import apply
from rackcard.table.command import Command
from rackcard.table.commands.betting import CloseBetting, MakeBet
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import EnterOutcome
from rackcard.table.commands.seating import BuyIn, TakeSeat
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry
from rackcard.table.outcome import looked_at
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Refusal, Settlement, Table, TableEvent

PURSE = 10**11
OUTCOMES_IDLE_MAX = 100_000


Compared = tuple[JobEntry, JobEntry]
"""A wager, and the one whose exact law it is compared with."""


@dataclass
class _Session:
    """A live table with some wagers of a card, each at one pay table, and the counts of their results."""

    table: Table
    compared: Mapping[str, Compared]
    chance: Chance
    random: Random
    counts: dict[str, list[int]]
    outcomes: int = 0

    def entry(self, name: str) -> JobEntry:
        return self.compared[name][0]

    def wagers(self) -> list[SimulatedWager]:
        """The wagers that were settled at least once."""
        return [
            SimulatedWager(self.entry(name), sum(counts), tuple(counts), self.compared[name][1])
            for name, counts in self.counts.items()
            if sum(counts)
        ]

    def do(self, command: Command) -> TableEvent:
        (event,) = decide(self.table, command)
        self.table = apply(self.table, event)
        return event

    def play(self, rounds: int, watch: Watcher | None) -> None:
        """Bet and roll until every wager has been settled this often."""
        idle, watched = 0, monotonic()
        while lacking := {name for name, found in self.counts.items() if sum(found) < rounds}:
            before = sum(map(sum, self.counts.values()))
            self._bet(lacking)
            self.do(CloseBetting())
            up = dict(self.table.wagers)
            event = self.do(EnterOutcome(self.chance.sample_for(self.random, looked_at(self.table))))
            self.outcomes += 1
            for one in settled_of(event):
                self._count(up[one.wager].wager, one, rounds)
            self._claim(rounds)
            if watch is not None and monotonic() - watched > WATCH_SECONDS:
                watched = monotonic()
                watch(self._snapshot(rounds))
            idle = idle + 1 if sum(map(sum, self.counts.values())) == before else 0
            if idle > OUTCOMES_IDLE_MAX:
                raise SimulationError("never-decided", wager=sorted(lacking)[0])
        if watch is not None:
            watch(self._snapshot(rounds))

    def _snapshot(self, rounds: int) -> Snapshot:
        worst = max((wager.z for wager in self.wagers()), key=abs, default=0.0)
        return Snapshot(min(map(sum, self.counts.values())), rounds, self.outcomes, worst)

    def _bet(self, lacking: set[str]) -> None:
        """Bet one wager of each kind at a time; those that depend on the phase start where their exact law does."""
        up = {wager.wager for wager in self.table.wagers.values()}
        for name in self.compared:
            bet = self.entry(name).bet
            if name not in lacking or name in up or (bet.machine.has_phase and self.table.phase):
                continue
            try:
                self.do(MakeBet(1, 1, name, _stake(bet)))
            except Refusal:
                continue

    def _claim(self, rounds: int) -> None:
        for number, wager in list(self.table.wagers.items()):
            entry = self.entry(wager.wager)
            machine = entry.bet.machine
            if not machine.claims or entry.odds.how is NEVER or not claims_open(self.table, number):
                continue
            state = self.table.state_of(wager)
            claim = entry.odds.how.policy(machine, state, machine.offered(state))
            if claim is not None:
                event = self.do(CLAIMS[machine.claims[claim].kind](1, number))
                for one in settled_of(event):
                    self._count(wager.wager, one, rounds)

    def _count(self, name: str, one: Settlement, rounds: int) -> None:
        """The result that the table named, and paid as the card says."""
        found = self.counts[name]
        results = self.entry(name).bet.results
        index = next(i for i, r in enumerate(results) if (r.label, r.kind) == (one.result, one.kind))
        net = Fraction(one.paid, one.stake) - 1
        if net != results[index].net:
            due = results[index].net
            raise SimulationError("wrong-payment", paid=net, result=results[index].label, wager=name, due=due)
        if sum(found) < rounds:
            found[index] += 1


def _stake(bet: Bet) -> int:
    """A stake of whole cents whatever it is paid."""
    fractions = [result.net for result in bet.results] + [result.envy or Fraction(0) for result in bet.results]
    return 100 * lcm(*(fraction.denominator for fraction in fractions))


def play_jobs(
    card: Card, jobs: Sequence[Job], references: Sequence[Sequence[JobEntry]], request: Request, watch: Watcher | None
) -> RunCounts:
    """Play every posted wager of some jobs at live tables."""
    start, complete, outcomes = monotonic(), True, 0
    wagers: list[SimulatedWager] = []
    for job, compared in zip(jobs, references, strict=True):
        rounds = request.limit(job, len(jobs)).rounds
        assert rounds is not None, "the engine supports no other limit"
        for chosen in _sittings(job, compared) if complete else ():
            counts = {name: [0] * len(entry.bet.results) for name, (entry, _) in chosen.items()}
            random = Random(f"{request.seed} {sorted(chosen)}")
            session = _Session(_opened(card, chosen), chosen, job.chance, random, counts)
            try:
                session.play(rounds, watch)
            except KeyboardInterrupt:
                complete = False
            outcomes += session.outcomes
            wagers += session.wagers()
            if not complete:
                break
    if not wagers and not complete:
        raise KeyboardInterrupt
    if not wagers:
        raise SimulationError("not-posted", card=card.id)
    return RunCounts(
        wagers=tuple(wagers),
        history=tuple(((one.rounds, one.counts),) for one in wagers),
        outcomes=outcomes,
        seconds=monotonic() - start,
        complete=complete,
        played={"table": sum(one.rounds for one in wagers)},
    )


def _sittings(job: Job, references: Sequence[JobEntry]) -> list[dict[str, Compared]]:
    """Wagers that one table can offer together: one pay table for each, one set of options."""
    found: dict[tuple[tuple[tuple[str, str], ...], int], dict[str, Compared]] = {}
    seen: dict[tuple[tuple[tuple[str, str], ...], str], int] = {}
    for entry, reference in zip(job.entries, references, strict=True):
        if not entry.odds.posted:
            continue
        options = tuple(sorted(entry.odds.options.items()))
        place = seen[options, entry.bet.terms.wager] = seen.get((options, entry.bet.terms.wager), -1) + 1
        found.setdefault((options, place), {})[entry.bet.terms.wager] = entry, reference
    return list(found.values())


def _opened(card: Card, chosen: Mapping[str, Compared]) -> Table:
    """A practice table with the card on it, every wager accepted, in cents so that no payment is rounded."""
    some = next(iter(chosen.values()))[0]
    tables = {entry.bet.terms.group: entry.bet.terms.table for entry, _ in chosen.values()}
    options = {name: text for name, text in some.odds.options.items() if text != card.options[name].default}
    entry = CardEntry(text=card.origin.text, options=options, tables=tables, accept=tuple(chosen))
    commands: tuple[Command, ...] = (
        Open("Simulation", card.game.id, (entry,), chip=1),
        TakeSeat(1, "Witness"),
        BuyIn(1, PURSE),
    )
    table: Table | None = None
    try:
        for one in commands:
            (event,) = decide(table, one)
            table = apply(table, event)
    except Refusal as refusal:
        raise SimulationError("no-table", card=card.id, reason=refusal.sentence) from None
    assert table is not None
    return table
