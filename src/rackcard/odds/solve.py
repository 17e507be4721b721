"""Solving a wager by two methods that must agree."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from rackcard.games.device import Chance, ChanceError
from rackcard.machine.explore import STATES_MAX, Play, explore
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.distribution import Law
from rackcard.odds.methods import chain, clock, forward, matrix, sieve
from rackcard.odds.methods import enumeration as count
from rackcard.odds.methods import sequences as words
from rackcard.wording.card_errors import SOLVING
from rackcard.wording.coded_error import CodedError

OutcomeLaw = Mapping[Hashable, int]
Method = Callable[[Machine, OutcomeLaw, Play], Law | None]

METHODS: dict[str, Method] = {
    "chain": chain.solve,
    "clock": clock.solve,
    "sieve": sieve.solve,
    "count": count.solve,
    "words": words.solve,
    "matrix": matrix.solve,
    "cycles": clock.solve_cycles,
    "forward": forward.solve,
    "large matrix": matrix.solve_large,
}
"""In the order tried; the first two that apply must agree. The chain runs the very rules of the table."""


class DisagreementError(AssertionError):
    """Two exact methods gave two answers: a defect of ours, never of the card."""


class UnsolvedError(CodedError, ValueError):
    """No method applies, as for too many states in no shape that another method knows: a code and its facts."""

    sentences = SOLVING

    @classmethod
    def too_large(cls) -> "UnsolvedError":
        return cls("too-many-states", limit=STATES_MAX)


WITHOUT_STATES = ("clock", "sieve", "count", "words", "cycles")
"""Methods that look at no states; they come first where there may be more states than the chain explores."""


def _order(machine: Machine) -> list[str]:
    """The methods in the order in which they are tried for a machine."""
    first = WITHOUT_STATES if machine.span > STATES_MAX and not machine.reaches_few else ()
    return [*first, *(name for name in METHODS if name not in first)]


@lru_cache(maxsize=4096)
def solve(machine: Machine, chance: Chance, play: Play) -> tuple[Law, tuple[str, ...]]:
    """The law of a wager's result, and the methods that agree on it."""
    found: list[tuple[str, Law]] = []
    for name in _order(machine):
        method = METHODS[name]
        outcomes = chance.law_for(name, machine.watched)
        try:
            law = None if outcomes is None else method(machine, outcomes, play)
        except ZeroDivisionError:
            raise ChanceError("never-decided") from None
        if law is not None:
            found.append((name, law))
        if len(found) == 2:
            break
    if not found:
        raise UnsolvedError.too_large()
    (first, law), *others = found
    for name, other in others:
        if other != law:
            raise DisagreementError(f"the methods {first} and {name} disagree: {law} and {other}")
    return law, tuple(name for name, _ in found)


def durations(machine: Machine, chance: Chance, play: Play, outcomes: int) -> Iterator[Fraction]:
    """The probability that the wager is decided by exactly the first, second, … outcome."""
    law = chance.law_of(machine.watched)
    try:
        yield from chain.duration(explore(machine, law, play), outcomes)
    except TooLargeError:
        counted = words.duration(machine, law, outcomes)
        if counted is None:
            raise UnsolvedError("no-durations") from None
        yield from counted
