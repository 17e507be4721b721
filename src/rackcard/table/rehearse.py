"""The slow witness: rounds played through the live table's own core, bet, rolled, claimed and settled.

Every wager is bet whenever its card opens it and none of its kind is up, so its results are independent; what is
counted is what the table paid.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random
from time import monotonic
from typing import Any, TypeVar

from rackcard.api import RackCard
from rackcard.chance import RANKS, Chance, Dice, Shoe
from rackcard.games.baccarat.rules import deal
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import Entry, Job
from rackcard.simulate.result import SimulatedWager, Simulation
from rackcard.table.apply import apply
from rackcard.table.command import Command
from rackcard.table.commands.betting import CloseBetting, MakeBet
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import EnterOutcome
from rackcard.table.commands.seating import BuyIn, TakeSeat
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Event, Refusal, Settlement, Table

T = TypeVar("T")

ROUNDS_MAX = 10**7
PURSE = 10**11
OUTCOMES_IDLE_MAX = 100_000


@dataclass
class _Session:
    """A live table with some wagers of a card, each at one pay table, and what they came to."""

    table: Table
    entries: Mapping[str, Entry]
    chance: Chance
    random: Random
    counts: dict[str, list[int]]
    outcomes: int = 0

    def do(self, command: Command) -> Event:
        (event,) = decide(self.table, command)
        self.table = apply(self.table, event)
        return event

    def play(self, rounds: int, watch: Callable[[int], None]) -> None:
        """Bet and roll until every wager has been settled so often."""
        idle = 0
        while lacking := {name for name, found in self.counts.items() if sum(found) < rounds}:
            before = sum(map(sum, self.counts.values()))
            self._bet(lacking)
            self.do(CloseBetting())
            up = dict(self.table.wagers)
            event = self.do(EnterOutcome(dealt(self.chance, self.random)))
            self.outcomes += 1
            for one in settled_of(event):
                self._count(up[one.wager].wager, one, rounds)
            self._claim(rounds)
            watch(min(map(sum, self.counts.values())))
            idle = idle + 1 if sum(map(sum, self.counts.values())) == before else 0
            if idle > OUTCOMES_IDLE_MAX:
                raise SimulationError(f"{sorted(lacking)[0]} is never bet or never decided at this table")

    def _bet(self, lacking: set[str]) -> None:
        """One wager of each kind at a time; those that look at the phase begin where their exact law does."""
        up = {wager.wager for wager in self.table.wagers.values()}
        for name in self.entries:
            bet = self.entries[name].bet
            if name not in lacking or name in up or (bet.machine.has_phase and self.table.phase):
                continue
            try:
                self.do(MakeBet(1, 1, name, _stake(bet)))
            except Refusal:
                continue

    def _claim(self, rounds: int) -> None:
        for number, wager in list(self.table.wagers.items()):
            entry = self.entries[wager.wager]
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
        results = self.entries[name].bet.results
        index = next(i for i, r in enumerate(results) if (r.label, r.kind) == (one.result, one.kind))
        net = Fraction(one.paid, one.stake) - 1
        if net != results[index].net:
            raise SimulationError(f"the table paid {net} for {results[index].label} on {name}, and its card says "
                                  f"{results[index].net}")  # fmt: skip
        if sum(found) < rounds:
            found[index] += 1


def _stake(bet: Bet) -> int:
    """A stake of whole cents whatever it is paid."""
    fractions = [result.net for result in bet.results] + [result.envy or Fraction(0) for result in bet.results]
    return 100 * lcm(*(fraction.denominator for fraction in fractions))


def dealt(chance: Chance, random: Random) -> Any:
    """An outcome as a dealer enters it, with the exact weights of the chance."""
    if isinstance(chance, Shoe):
        return _hand(chance, random)
    if isinstance(chance, Dice):
        roll = _weighted(chance.law(), random)
        return list(roll)
    return _weighted(chance.law(), random)


def _weighted(law: Mapping[T, int], random: Random) -> T:
    drawn = random.randrange(sum(law.values()))
    for outcome, weight in law.items():
        drawn -= weight
        if drawn < 0:
            return outcome
    raise AssertionError("the weights add up to their sum")


def _hand(shoe: Shoe, random: Random) -> dict[str, list[str]]:
    deck = [rank for rank, count in zip(RANKS, shoe.counts, strict=True) for _ in range(count)]
    return deal(iter(random.sample(deck, 6)).__next__)


def rehearse(
    card: RackCard,
    jobs: Sequence[Job],
    rounds: int,
    seed: int,
    watch: Callable[[int], None] = lambda rounds: None,
    chance_given: Chance | None = None,
) -> Simulation:
    """Play every posted wager so many times at a live table, and say how that agrees with its exact odds."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise SimulationError(f"the table engine plays 1 to {ROUNDS_MAX:,} rounds; it is the slow witness")
    start, complete, outcomes = monotonic(), True, 0
    wagers = []
    for chance, chosen in [(job.chance, chosen) for job in jobs for chosen in _sittings(job)]:
        session = _Session(
            _opened(card, chosen), chosen, chance, Random(f"{seed} {sorted(chosen)}"),
            {name: [0] * len(entry.bet.results) for name, entry in chosen.items()},
        )  # fmt: skip
        try:
            session.play(rounds, watch)
        except KeyboardInterrupt:
            complete = False
        outcomes += session.outcomes
        for name, counts in session.counts.items():
            if sum(counts):
                wagers.append(SimulatedWager(chosen[name], sum(counts), tuple(counts), chosen[name]))
        if not complete:
            break
    if not wagers:
        raise SimulationError(f"no wager of {card.id} can be bet at a table: no pay is posted for it")
    options = jobs[0].entries[0].odds.options
    history = tuple(((one.rounds, one.counts),) for one in wagers)
    return Simulation(
        card,
        options,
        tuple(wagers),
        seed,
        "table",
        outcomes,
        monotonic() - start,
        complete,
        history=history,
        chance=chance_given,
        played={"table": sum(one.rounds for one in wagers)},
    )


def _sittings(job: Job) -> list[dict[str, Entry]]:
    """Entries that one table can offer together: one pay table for each wager, one set of options."""
    found: dict[tuple[tuple[tuple[str, str], ...], int], dict[str, Entry]] = {}
    seen: dict[tuple[tuple[tuple[str, str], ...], str], int] = {}
    for entry in job.entries:
        if not entry.odds.posted:
            continue
        options = tuple(sorted(entry.odds.options.items()))
        place = seen[options, entry.bet.terms.wager] = seen.get((options, entry.bet.terms.wager), -1) + 1
        found.setdefault((options, place), {})[entry.bet.terms.wager] = entry
    return list(found.values())


def _opened(card: RackCard, chosen: Mapping[str, Entry]) -> Table:
    """A practice table with the card on it, every wager accepted, in cents so that nothing is rounded."""
    some = next(iter(chosen.values()))
    tables = {entry.bet.terms.group: entry.bet.terms.table for entry in chosen.values()}
    options = {name: text for name, text in some.odds.options.items() if text != card.options[name].default}
    entry = CardEntry(text=card.origin.text, options=options, tables=tables, accept=tuple(chosen))
    commands: tuple[Command, ...] = (
        Open("Rehearsal", card.game.id, (entry,), chip=1),
        TakeSeat(1, "Witness"),
        BuyIn(1, PURSE),
    )
    table: Table | None = None
    try:
        for one in commands:
            (event,) = decide(table, one)
            table = apply(table, event)
    except Refusal as refusal:
        raise SimulationError(f"no table can be opened with {card.id}: {refusal.sentence}") from None
    assert table is not None
    return table
