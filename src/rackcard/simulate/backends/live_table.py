"""The live table as an engine: rounds are bet, rolled, claimed and settled by the table's own core.

It is slow, and an independent witness of the others: what is counted is what the table paid. Every wager is bet
whenever its card opens it and none of its kind is up, so its results are independent. A bet behind another is made
when that one has just reached its point; a stake that turns into another wager counts once, when that one ends.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, lcm
from random import Random
from time import monotonic

from rackcard.card import Card, loads
from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER
from rackcard.odds.course import course_of
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import Job, JobEntry
from rackcard.simulate.request import WATCH_SECONDS, Request, Snapshot, Watcher
from rackcard.simulate.result import RunCounts, SimulatedWager
from rackcard.table.apply import apply
from rackcard.table.command import Command
from rackcard.table.commands.betting import BundleBet, CloseBetting, MakeBet
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import EnterOutcome, OutcomeEntered
from rackcard.table.commands.seating import BuyIn, TakeSeat
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry
from rackcard.table.outcome import looked_at
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Offering, Refusal, Settlement, Table, TableEvent, Wager

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
    bundles: list[BundleBet] = field(default_factory=list)
    """The bundles booked since the last outcome."""
    courses: dict[int, str] = field(default_factory=dict)
    """What the stakes were bet on that have become other wagers."""

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
            self._count_outcome(event, up, rounds)
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
        up = {self.courses.get(n, one.wager) for n, one in self.table.wagers.items() if not one.bundle}
        bets = self.table.offerings[1].bets
        wanted = _with_sources(bets, lacking)
        for name in (name for name in bets if name in wanted and name not in up):
            if self._starts(bets[name], wanted):
                with suppress(Refusal):
                    self._book(bets[name])

    def _book(self, bet: Bet) -> None:
        event = self.do(MakeBet(1, 1, bet.terms.wager, _stake(bet, self.table.offerings[1].bets)))
        if isinstance(event, BundleBet):
            self.bundles.append(event)

    def _starts(self, bet: Bet, wanted: set[str]) -> bool:
        """Whether a bet made now starts where its exact law does."""
        has_point = bool(self.table.phase)
        has_just_begun = has_point and self.table.recent[-1][0] == 0
        if bet.terms.behind is not None:
            return self._parent_has_begun(bet.terms.behind.wager)
        if bet.terms.own_line:  # odds behind it are priced from the first outcome after the table's come-out
            followed = any(name in wanted for name in _children(self.table.offerings[1].bets, bet.terms.wager))
            return has_just_begun or not followed
        return has_just_begun if bet.machine.begins else not (bet.machine.has_phase and has_point)

    def _parent_has_begun(self, name: str) -> bool:
        """Whether the wager that another goes behind has just reached its point."""
        parents = [wager for wager in self.table.wagers.values() if wager.wager == name]
        waits = self.table.offerings[1].bets[name].machine.begins  # it is bet with a point on
        return any(waits or self.table.round == wager.since + 1 for wager in parents)

    def _claim(self, rounds: int) -> None:
        for number, wager in list(self.table.wagers.items()):
            if wager.wager not in self.compared:
                continue
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

    def _count_outcome(self, event: TableEvent, up: Mapping[int, Wager], rounds: int) -> None:
        """What an outcome settled, and which stakes it turned into other wagers."""
        settled = {one.wager: one for one in settled_of(event)}
        for turn in (event.turned or ()) if isinstance(event, OutcomeEntered) else ():
            self.courses.setdefault(turn.number, turn.wager)
        for number, one in settled.items():
            if not up[number].bundle:
                self._count(self.courses.pop(number, up[number].wager), one, rounds, up[number].wager)
        for bundle in self.bundles:
            self._count_bundle(bundle, settled, rounds)
        self.bundles = []

    def _count_bundle(self, bundle: BundleBet, settled: Mapping[int, Settlement], rounds: int) -> None:
        """The line of a bundle that its parts come to together."""
        parts = [settled[one.number] for one in bundle.parts]
        net = Fraction(sum(one.paid for one in parts), bundle.amount) - 1
        won = " and ".join(one.name for one in parts if one.paid > one.stake)
        results = self.entry(bundle.wager).results
        fits = [index for index, one in enumerate(results) if one.net == net and one.label in (won, "loses")]
        if not fits:
            raise SimulationError("wrong-payment", paid=net, result=won, wager=bundle.wager, due="another")
        self._add(bundle.wager, fits[0], rounds)

    def _count(self, name: str, one: Settlement, rounds: int, stage: str = "") -> None:
        """The result that the table named, and paid as the card says; ``stage`` is what the stake had become."""
        if name not in self.counts:  # bet for the sake of another
            return
        results = self.entry(name).results
        index = _result(self.entry(name).bet, stage or name, one)
        net = Fraction(one.paid, one.stake) - 1
        if net != results[index].net:
            due = results[index].net
            raise SimulationError("wrong-payment", paid=net, result=results[index].label, wager=name, due=due)
        self._add(name, index, rounds)

    def _add(self, name: str, index: int, rounds: int) -> None:
        found = self.counts[name]
        if sum(found) < rounds:
            found[index] += 1


def _result(bet: Bet, stage: str, one: Settlement) -> int:
    """The place of what the table named among the ways that a wager, or what its stake has become, can end."""
    stages = course_of(bet).stages if bet.turns else (bet,)
    number = next(place for place, each in enumerate(stages) if each.terms.wager == stage)
    results = stages[number].results
    index = next(i for i, r in enumerate(results) if (r.label, r.kind) == (one.result, one.kind))
    return course_of(bet).ends[number, index] if bet.turns else index


def _children(bets: Mapping[str, Bet], parent: str) -> list[str]:
    """The wagers that go behind another."""
    return [name for name, bet in bets.items() if bet.terms.behind is not None and bet.terms.behind.wager == parent]


def _with_sources(bets: Mapping[str, Bet], lacking: set[str]) -> set[str]:
    """Wagers with those that must be up before them."""
    wanted = set(lacking)
    while more := {one.wager for name in wanted if (one := bets[name].terms.behind) is not None} - wanted:
        wanted |= more
    return wanted


def _stake(bet: Bet, bets: Mapping[str, Bet]) -> int:
    """A stake of whole cents whatever it is paid, and enough for what goes behind it."""
    stages = [bet, *(stage for stage in bets.values() if not stage.terms.is_bet)] if bet.turns else [bet]
    fractions = [result.net for stage in stages for result in stage.results]
    fractions += [result.envy or Fraction(0) for stage in stages for result in stage.results]
    stake = 100 * lcm(bet.commission.denominator, *(fraction.denominator for fraction in fractions))
    stake *= sum(share.units for share in bet.terms.bundle) or 1
    behind = [bets[name] for name in _children(bets, bet.terms.wager)]
    return stake * max((_stake(one, bets) * _most(one) for one in behind), default=1)


def _most(bet: Bet) -> int:
    """The most that one unit wins, or 1 where it wins less."""
    return max(1, *(ceil(result.net) for result in bet.results))


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
            counts = {name: [0] * len(entry.results) for name, (entry, _) in chosen.items()}
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
    document = loads(card.origin.text)
    options = {name: text for name, text in some.odds.options.items() if text != document.options[name].default}
    accept = tuple(dict.fromkeys(terms.wager for terms in document.terms(options)))
    entry = CardEntry(text=card.origin.text, options=options, tables=tables, accept=accept)
    try:
        opened = Open("Simulation", card.game.id, (entry,), chip=1).first()
        table = apply(None, replace(opened, cards=(_as_configured(opened.cards[0], card),)))
        for one in (TakeSeat(1, "Witness"), BuyIn(1, PURSE)):
            (event,) = decide(table, one)
            table = apply(table, event)
    except Refusal as refusal:
        raise SimulationError("no-table", card=card.id, reason=refusal.sentence) from None
    return table


def _as_configured(offering: Offering, card: Card) -> Offering:
    """The card with what a house posts and leaves out, without its limits."""
    configuration = card.configuration
    if configuration is None:
        return offering
    limits = {terms.group: (1, 0) for terms in card.terms(offering.options)}
    return replace(offering, left_out=configuration.left_out, posts=configuration.posts, limits=limits)
