"""What can be priced: found out from the shape of a wager, before anything is solved."""

from collections.abc import Mapping
from typing import NoReturn

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.games.game import Outcome
from rackcard.machine import Bet, Machine, TooLargeError, bets
from rackcard.machine.explore import NEVER, STATES_MAX, explore
from rackcard.odds.course import check_course, course_of
from rackcard.odds.methods import chain, clock, sieve
from rackcard.odds.methods import enumeration as count
from rackcard.odds.solve import UnsolvedError

EXPLORED_MAX = 60_000
"""All wagers of one card together may have so many states that must be looked at one by one to be sure."""


def check_priceable(card: Card) -> None:
    """Refuse the card if a wager of it, under any options, is one that no method can price."""
    known: set[tuple[Machine, Chance]] = set()
    seen: set[int] = set()
    explored = 0
    for options in card.combinations(readings_only=False):
        chance = card.chance(options)
        new = [terms for terms in card.terms(options) if id(terms) not in seen]
        seen.update(map(id, new))
        for bet in bets(card, options, new):
            if (bet.machine, chance) in known:
                continue
            known.add((bet.machine, chance))
            try:
                explored += states_needed(bet.machine, chance)
                if bet.turns:
                    check_course(course_of(bet), chance)
            except UnsolvedError as error:
                refuse_unsolved(bet, error)
            if explored > EXPLORED_MAX:
                card.origin.refuse(bet.terms.location, "too-many-states", limit=EXPLORED_MAX)


def states_needed(machine: Machine, chance: Chance) -> int:
    """How many states must be looked at to price a wager beyond what is known without looking; 0 for most."""
    if machine.only_grows and machine.span <= STATES_MAX:
        return 0
    law = chance.law_of(machine.watched)
    if not machine.only_grows:
        return _states_that_return(machine, law)
    if any(method.applies(machine, law, NEVER) for method in (count, clock, sieve)):
        return 0
    if not chain.is_explored(machine):
        raise UnsolvedError.too_large()
    try:
        return len(explore(machine, law).rows)
    except TooLargeError:
        raise UnsolvedError.too_large() from None


def _states_that_return(machine: Machine, law: Mapping[Outcome, int]) -> int:
    """The states of a wager with streaks or patterns, which lead back to one another."""
    try:
        chain_of_states = explore(machine, law)
    except TooLargeError:
        raise UnsolvedError.too_large() from None
    if not chain.is_solved_soon(chain_of_states):
        raise UnsolvedError("too-much-work", states=len(chain_of_states.rows))
    return len(chain_of_states.rows) if machine.span > STATES_MAX else 0


def refuse_unsolved(bet: Bet, error: UnsolvedError) -> NoReturn:
    """Say that a wager is too large, and what would not be."""
    code, facts = "unsolved", {**error.facts, "wager": bet.terms.wager, "units": bet.card.game.units}
    if error.code == "too-much-work":
        code = "unsolved.streaks"
    elif bet.machine.sequence_length:
        code = "unsolved.sequence"
    bet.card.origin.refuse(bet.terms.location, code, **facts)
