"""Figures of a PAR sheet that follow from exact odds: roots, lengths, exposure."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from rackcard.games.device import Chance
from rackcard.house import BetLimits
from rackcard.house.payout import cut_net, net_of
from rackcard.machine import Result
from rackcard.machine.explore import Play
from rackcard.machine.machine import Machine
from rackcard.number import LOSES, root
from rackcard.odds import UnsolvedError, WagerOdds
from rackcard.odds.solve import durations

VOLATILITY = Fraction("1.645")
"""How many standard deviations either side hold nine in ten results of the normal law, as printed."""

LENGTH_MAX = 400
"""Outcomes after which the rest of a distribution of length is shown as one remainder."""


def deviation(entry: WagerOdds) -> Fraction | None:
    """The standard deviation of the net result of one unit."""
    return None if entry.variance is None else root(entry.variance)


def volatility(entry: WagerOdds) -> Fraction:
    """The volatility index at 90 %."""
    found = deviation(entry)
    assert found is not None
    return VOLATILITY * found


@dataclass(frozen=True)
class Length:
    """How long a wager lasts: the probability of each number of outcomes, as far as is worth telling."""

    exactly: tuple[Fraction, ...]

    def by(self, outcomes: int) -> Fraction:
        return sum(self.exactly[:outcomes], Fraction(0))

    def quantile(self, share: Fraction) -> int | None:
        """After how many outcomes at least this share of wagers is decided."""
        total = Fraction(0)
        for outcomes, probability in enumerate(self.exactly, start=1):
            total += probability
            if total >= share:
                return outcomes
        return None


def length(entry: WagerOdds) -> Length | None:
    """The distribution of length to the point where fewer than one in a thousand is left; None if too large."""
    return None if entry.bet is None else _length(entry.bet.machine, entry.chance, entry.how)


@lru_cache(maxsize=256)
def _length(machine: Machine, chance: Chance, play: Play) -> Length | None:
    """One machine serves many pay tables, and its length is worked out once."""
    most = 25
    while True:
        try:
            exactly = list(durations(machine, chance, play, most))
        except UnsolvedError:
            return None
        total = Fraction(0)
        for outcomes, probability in enumerate(exactly, start=1):
            total += probability
            if total >= Fraction(999, 1000):
                return Length(tuple(exactly[:outcomes]))
        if most >= LENGTH_MAX:
            return Length(tuple(exactly))
        most *= 2


@dataclass(frozen=True)
class Exposure:
    """The most the house can lose to one wager at the highest stake, in cents; parts of a cent are rounded up."""

    net: Fraction
    """What the player wins on one unit, before any highest payout."""
    envy: Fraction
    """What the dealer gets on one unit besides."""
    uncapped: int
    won: int
    """What the player wins: no more than the highest payout, which limits the win and not the stake returned."""
    dealt: int

    @property
    def total(self) -> int:
        return self.won + self.dealt

    @property
    def is_capped(self) -> bool:
        return self.won < self.uncapped


def results_of(entry: WagerOdds) -> tuple[Result, ...]:
    """Every way that a wager can end, those of the wagers that its stake may become included."""
    own = () if entry.bet is None else entry.bet.results
    return tuple(dict.fromkeys((*own, *(outcome.result for outcome in entry.outcomes))))


def exposure(entry: WagerOdds, limits: BetLimits) -> Exposure:
    """The result that costs the house most, whatever the player does; the dealer's envy is a part of the cost."""
    costs = [_cost(entry, result, limits) for result in results_of(entry)]
    return max(costs, key=lambda cost: (cost.total, cost.net + cost.envy))


def _cost(entry: WagerOdds, result: Result, limits: BetLimits) -> Exposure:
    bet, envy = entry.bet, result.envy or Fraction(0)
    assert bet is not None
    if result.pay is None:
        return Exposure(LOSES, envy, -limits.most, -limits.most, ceil(limits.most * envy))
    net, cut = net_of(bet, result), cut_net(bet, result, entry.chance, limits)
    uncapped, won = ceil(limits.most * net), ceil(limits.most * cut)
    return Exposure(net, envy, uncapped, won, ceil(limits.most * envy))
