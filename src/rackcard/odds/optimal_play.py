"""Best play: the machine with its offers as a decision process, solved exactly.

Values are settled backwards, block by block. In a state the player takes the best offer or rides until the
state changes; among phases that can follow one another the choice is improved until nothing gains, in
rationals, so that ties are ties and the search ends.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq, fmpq_mat

from rackcard.games.device import Chance, ChanceError
from rackcard.machine.explore import NEVER, Chain, Play, explore
from rackcard.machine.machine import Machine
from rackcard.odds.distribution import fraction


@dataclass(frozen=True)
class Choice:
    """A state in which something is offered: what the best offer is worth, and what riding is worth.

    Riding means riding until the state changes, and the best play from there. Both count the stake.
    """

    state: int
    claim: int
    taking: Fraction
    riding: Fraction

    @property
    def take(self) -> bool:
        """At a tie the offer is taken: it is worth the same and certain."""
        return self.taking >= self.riding

    @property
    def is_tie(self) -> bool:
        return self.taking == self.riding

    @property
    def cost(self) -> Fraction:
        """What the wrong choice costs."""
        return abs(self.taking - self.riding)


@dataclass(frozen=True)
class Best:
    """The best play of a wager and what it is worth."""

    value: Fraction
    choices: tuple[Choice, ...]
    play: Play


@lru_cache(maxsize=256)
def best(machine: Machine, chance: Chance, worth: tuple[Fraction, ...], name: str = "best") -> Best:
    """The play that makes the mean worth of the result greatest; ``worth`` is by result."""
    chain = explore(machine, chance.law_of(machine.watched), NEVER)
    prices = _rationals(worth)
    offers = _offers(machine, chain, prices)
    _, riding = _values(chain, prices, {state: taking for state, (_, taking) in offers.items()})
    gross = {claim: fraction(taking) for claim, taking in offers.values()}
    choices = tuple(Choice(state, claim, gross[claim], fraction(riding[state])) for state, (claim, _) in offers.items())
    taken = {choice.state: choice.claim for choice in choices if choice.take}
    value = sum((share * fraction(riding[state]) for state, share in chain.starts.items()), Fraction(0))
    return Best(value, choices, Play(name, lambda machine, state, open_claims: taken.get(state)))


@lru_cache(maxsize=64)
def riding_from(
    machine: Machine,
    chance: Chance,
    worth: tuple[Fraction, ...],
    back: Fraction | None = None,
    begin: tuple[int, ...] = (),
) -> Mapping[int, Fraction]:
    """What a bet is worth from every state that outcomes lead to, ridden there and played best afterwards.

    ``back`` is what a bet returns that may be taken down between any two outcomes; ``begin`` has the states to set
    out from, where they are others than the wager's own.
    """
    shares = dict.fromkeys(begin, Fraction(1, len(begin))) if begin else None
    chain = explore(machine, chance.law_of(machine.watched), NEVER, begin=shares)
    offers = {state: taking for state, (_, taking) in _offers(machine, chain, _rationals(worth)).items()}
    if back is not None:
        (down,) = _rationals((back,))
        offers = {state: max(offers.get(state, down), down) for state in chain.states}
    return riding_values(chain, worth, offers)


def riding_values(chain: Chain, worth: Iterable[Fraction], offers: Mapping[int, Any]) -> dict[int, Fraction]:
    """What riding is worth in every state of a chain, where something may be taken in some of them."""
    _, riding = _values(chain, _rationals(worth), offers)
    return {state: fraction(value) for state, value in riding.items()}


def _rationals(worth: Iterable[Fraction]) -> list[Any]:
    return [fmpq(one.numerator, one.denominator) for one in worth]


def _offers(machine: Machine, chain: Chain, prices: list[Any]) -> dict[int, tuple[int, Any]]:
    """The best claim open in each state, with its worth."""
    offers = {}
    for state in chain.states:
        open_claims = machine.offered(state)
        if open_claims:
            claim = max(open_claims, key=lambda claim: prices[machine.claim_result(claim)])
            offers[state] = (claim, prices[machine.claim_result(claim)])
    return offers


def _values(
    chain: Chain, prices: list[Any], offers: Mapping[int, Any]
) -> tuple[dict[int, Any], dict[int, Any]]:  # fmt: skip
    """The value of every state under best play, and what riding is worth there."""
    try:
        return _block_by_block(chain, prices, offers)
    except ZeroDivisionError:  # from some states on, a bet that rides is never decided
        raise ChanceError("never-decided") from None


def _block_by_block(
    chain: Chain, prices: list[Any], offers: Mapping[int, Any]
) -> tuple[dict[int, Any], dict[int, Any]]:  # fmt: skip
    values: dict[int, Any] = {}
    riding: dict[int, Any] = {}
    for block in reversed(chain.blocks):
        taken: set[int] = set()
        while len(block) > 1:
            values.update(_block_values(chain, values, prices, block, {s: offers[s] for s in taken}))
            gains = {s for s in block if s in offers and s not in taken and offers[s] > values[s]}
            gains |= {s for s in taken if _riding(chain, values, prices, s) > values[s]}
            if not gains:
                break
            taken ^= gains
        for state in block:
            riding[state] = _riding(chain, values, prices, state)
            if len(block) == 1:
                values[state] = max(riding[state], offers[state]) if state in offers else riding[state]
    return values, riding


def _riding(chain: Chain, values: dict[int, Any], prices: list[Any], state: int) -> Any:
    """The value of riding until the state changes."""
    total = fmpq(0)
    stay = 0
    for target, weight in chain.rows[state].items():
        if target == state:
            stay = weight
        elif target < 0:
            total += prices[-1 - target] * weight
        else:
            total += values[target] * weight
    return total / (chain.total - stay)


def _block_values(
    chain: Chain, values: dict[int, Any], prices: list[Any], block: tuple[int, ...], fixed: dict[int, Any]
) -> Iterable[tuple[int, Any]]:
    """The values of a block's states when the offers in ``fixed`` are taken there."""
    place = {state: i for i, state in enumerate(block)}
    system, known = fmpq_mat(len(block), len(block)), fmpq_mat(len(block), 1)
    for state, i in place.items():
        if state in fixed:
            system[i, i], known[i, 0] = fmpq(1), fixed[state]
            continue
        system[i, i] = fmpq(chain.total)
        for target, weight in chain.rows[state].items():
            if target in place:
                system[i, place[target]] -= weight
            elif target < 0:
                known[i, 0] += prices[-1 - target] * weight
            else:
                known[i, 0] += values[target] * weight
    solution = system.solve(known)
    return [(state, solution[i, 0]) for state, i in place.items()]
