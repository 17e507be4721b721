"""From a card to what is simulated: its wagers under a play, the exact law of each, and the programs that run them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.games.game import Game
from rackcard.machine import Bet, Result, bets
from rackcard.machine.explore import NEVER, Play
from rackcard.odds.course import course_of, solve_course
from rackcard.odds.price import NO_OFFERS, WagerOdds, price_play
from rackcard.odds.selection import WHOLE_CARD, Selection
from rackcard.odds.solve import solve
from rackcard.simulate.circuit.circuit import Program, Unit, compile_units
from rackcard.simulate.circuit.conditions import fits
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.policy_file import policy_play, read_policy
from rackcard.simulate.table_programs import (
    CourseUnit,
    Dealing,
    ShoeProgram,
    SpinProgram,
    compile_shoe,
    compile_spins,
)

AnyProgram = Program | SpinProgram | ShoeProgram


@dataclass(frozen=True)
class JobEntry:
    """One wager at one pay table under one play, with its exact law and the unit of the program that counts it."""

    bet: Bet
    odds: WagerOdds
    probabilities: tuple[Fraction, ...]
    """By result, exactly, in the machine's order."""
    unit: int
    results: tuple[Result, ...]
    """The ways it can end."""

    @property
    def nets(self) -> list[Fraction]:
        """What each result gains on one unit staked."""
        return [result.net - self.bet.commission for result in self.results]

    def net_of(self, result: Result) -> Fraction | None:
        """What a result gains on one unit staked; None where its pay is not posted."""
        return None if result.pay is None else result.net - self.bet.commission


@dataclass(frozen=True)
class Job:
    """Wagers that are simulated together, on the same dice, wheel or shoes."""

    program: AnyProgram
    chance: Chance
    entries: tuple[JobEntry, ...]


def prepare(card: Card, selection: Selection = WHOLE_CARD, dealing: Dealing | None = None) -> tuple[Job, ...]:
    """What is to be simulated, with its exact odds; wagers without a rule are left out."""
    if isinstance(dealing, Dealing) and card.chance(selection.options).shuffled is None:
        raise SimulationError("no-shoe", card=card.id, game=card.game.name)
    policy = read_policy(selection.play)
    found: dict[tuple[Chance, Game, bool], list[tuple[Bet, WagerOdds]]] = {}
    for chosen in selection.combinations(card):
        chance = selection.chance_of(card, chosen)
        for bet in selection.among(card, _offered(card, chosen), lambda bet: bet.terms):
            if bet.turns and chance.shuffled is not None:
                raise SimulationError("turns-over-hands", wager=bet.terms.wager, units=bet.card.game.units)
            how: str | Play = NO_OFFERS
            if bet.machine.claims and bet.terms.is_posted:
                how = str(selection.play) if policy is None else policy_play(policy, bet, chance)
            by_table = chance.program == "circuit" and (bet.turns or not fits(bet.machine))
            key = (chance, bet.terms.game, by_table)
            found.setdefault(key, []).append((bet, price_play(bet, chance, how)))
    return tuple(
        _job(chance, entries, dealing or Dealing(), by_table) for (chance, _, by_table), entries in found.items()
    )


def _offered(card: Card, options: Mapping[str, str]) -> list[Bet]:
    """The wagers of a card that may be bet by themselves."""
    return [bet for bet in bets(card, options) if bet.terms.is_bet]


def _job(chance: Chance, found: list[tuple[Bet, WagerOdds]], dealing: Dealing, by_table: bool) -> Job:
    units: dict[Unit | CourseUnit, int] = {}
    entries = []
    for bet, odds in found:
        if bet.turns:
            course = course_of(bet)
            joined, _ = solve_course(course, chance)
            unit = units.setdefault(CourseUnit(course), len(units))
            entries.append(JobEntry(bet, odds, joined.probabilities, unit, course.endings))
            continue
        play = NEVER if odds.how is NO_OFFERS or not bet.machine.claims else odds.how
        unit = units.setdefault(Unit(bet.machine, play), len(units))
        law, _ = solve(bet.machine, chance, play)
        entries.append(JobEntry(bet, odds, law.probabilities, unit, bet.results))
    return Job(_program(list(units), chance, dealing, by_table), chance, tuple(entries))


def _program(units: list[Unit | CourseUnit], chance: Chance, dealing: Dealing, by_table: bool) -> AnyProgram:
    """The program of some units; those that no circuit can follow go by a table of their moves."""
    match "spins" if by_table else chance.program:
        case "circuit":
            return compile_units(_machines(units), chance.law())
        case "spins":
            return compile_spins(units, chance.law())
        case "hands":
            assert chance.shuffled is not None
            return compile_shoe(_machines(units), chance.shuffled, dealing)
        case _ as other:
            assert_never(other)


def _machines(units: list[Unit | CourseUnit]) -> list[Unit]:
    """Units that are all one machine each."""
    assert all(isinstance(unit, Unit) for unit in units)
    return [unit for unit in units if isinstance(unit, Unit)]
