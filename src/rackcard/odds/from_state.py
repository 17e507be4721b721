"""Chance from here: what a wager that is up comes to from the marks it has, riding on and playing its best."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, Play, explore
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.distribution import Law
from rackcard.odds.methods import chain
from rackcard.odds.optimal_play import best
from rackcard.odds.price import worth
from rackcard.odds.solve import UnsolvedError, solve


@dataclass(frozen=True)
class Here:
    """A wager from the marks it has: riding now, and the best play afterwards."""

    bet: Bet
    probabilities: tuple[Fraction, ...]
    """By result, in the machine's order."""

    @property
    def win(self) -> Fraction:
        """The probability of a result above a push."""
        pairs = zip(self.bet.results, self.probabilities, strict=True)
        return sum((p for result, p in pairs if result.pay is None or result.net > 0), Fraction(0))

    @property
    def value(self) -> Fraction | None:
        """What riding returns on one unit staked, the stake counted; None where a pay is not posted."""
        if not self.bet.terms.is_posted:
            return None
        return sum((w * p for w, p in zip(worth(self.bet), self.probabilities, strict=True)), Fraction(0))


def here(bet: Bet, chance: Chance, state: int = 0) -> Here:
    """The chance of each result from a state in which the wager is not decided.

    >>> from rackcard.card import load
    >>> from rackcard.machine import bets
    >>> line = bets(load("craps"))[0]
    >>> here(line, line.card.chance()).win
    Fraction(244, 495)
    >>> point_is_six, _ = line.machine.step(0, (3, 3))
    >>> here(line, line.card.chance(), point_is_six).win
    Fraction(5, 11)
    """
    play = NEVER
    if bet.machine.claims and bet.terms.is_posted:
        play = best(bet.machine, chance, worth(bet)).play
    return Here(bet, _law(bet.machine, chance, play, state).probabilities)


@lru_cache(maxsize=8192)
def _law(machine: Machine, chance: Chance, play: Play, state: int) -> Law:
    if state == 0 and play is NEVER and not machine.begins:
        return solve(machine, chance, play)[0]
    try:
        if chain.is_explored(machine):
            return chain.solve_chain(explore(machine, chance.law_of(machine.watched), play, begin={state: Fraction(1)}))
    except TooLargeError:
        pass
    return solve(_shorter(machine, state), chance, play)[0]


def _shorter(machine: Machine, state: int) -> Machine:
    """The machine that has the marks of a state behind it: what is still missing, asked of a fresh start."""
    if machine.claims or machine.has_phase or machine.settles_at_end or machine.ends.outcomes is not None:
        raise UnsolvedError("no-value")
    return replace(machine, lines=tuple(_missing(machine, line, state) for line in machine.lines))


def _missing(machine: Machine, condition: Condition, state: int) -> Condition:
    match condition:
        case Several(parts, wanted):
            return Several(tuple(_missing(machine, part, state) for part in parts), wanted)
        case Happened(event=event, times=times) if times > machine.counters[event].read(state):
            return Happened(event, times - machine.counters[event].read(state))
        case Happened() | Different() | Played() | Sequence() | Exactly() | Streak() | Pattern():
            raise UnsolvedError("no-value")
        case _ as other:
            assert_never(other)
