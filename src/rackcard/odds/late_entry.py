"""Late entry: a wager that may be bet on marks that others have brought forward, priced from every such start."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.check import way_to
from rackcard.machine.machine import TooLargeError
from rackcard.odds.optimal_play import riding_from
from rackcard.odds.price import worth
from rackcard.odds.take_down import stake_back


@dataclass(frozen=True)
class LateEntry:
    """The marks on which a player does best to bet, and what that is worth."""

    edge: Fraction | None
    """The player's edge on the stake; None where there are too many marks to price them all."""
    after: tuple[str, ...] = ()
    """The fewest outcomes that lead to these marks."""


def late_entry(bet: Bet, chance: Chance) -> LateEntry | None:
    """The late start that the player beats most; None where there is none, or where marks cannot be bet on."""
    if not bet.terms.is_posted or not may_enter_late(bet):
        return None
    try:
        riding = riding_from(bet.machine, chance, worth(bet), stake_back(bet))
    except TooLargeError:
        return LateEntry(None)
    late = [(riding[state], -state) for state in _late_states(bet, riding)]
    value, state = max(late, default=(Fraction(0), 0))
    staked = 1 + bet.commission
    if value <= staked:
        return None
    return LateEntry(value / staked - 1, tuple(way_to(bet.machine, -state) or ()))


def may_enter_late(bet: Bet) -> bool:
    """Whether the card lets a bet be made on marks that were there before it."""
    opens = bet.terms.opens
    if not bet.shares_marks or bet.machine.ends.is_single or opens.window in ("round", "never"):
        return False
    if opens.guard == "none up":  # marks that begin with the first bet are gone when none is up
        return bet.terms.marks != "bet"
    return opens.guard != "unmarked" or bet.machine.played is not None  # how many outcomes have gone by is no mark


def _late_states(bet: Bet, states: Iterable[int]) -> Iterator[int]:
    """The states in which the card takes bets and something has been counted: marks, or outcomes that have gone by."""
    machine, is_unmarked = bet.machine, bet.terms.opens.guard == "unmarked"
    phases = machine.game.window_phases.get(bet.terms.opens.window)
    for state in states:
        fits = phases is None or not machine.has_phase or state % machine.phases in phases
        if fits and state >= machine.phases and not (is_unmarked and machine.marks(state)):
            yield state
