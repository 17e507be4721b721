"""The chain method: explore the states, then eliminate block by block.

Blocks of states that can lead to one another are in topological order; where registers only grow, a block is the
handful of phases that share the others. One forward pass gives every result's probability at once.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mat

from rackcard.machine.explore import Chain, Play, explore
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.distribution import Law, fraction

SPAN_MAX = 250_000
"""Counters that span more states than this reach too many of them; sequences reach few."""
WORK_MAX = 100_000_000
"""States that lead back to one another are eliminated together; beyond this it would take more than seconds."""


def solve(machine: Machine, law: Mapping[Hashable, int], play: Play) -> Law | None:
    """The law of the result, or None where there are too many states."""
    if not is_explored(machine):
        return None
    try:
        return solve_chain(explore(machine, law, play))
    except TooLargeError:
        return None


def is_explored(machine: Machine) -> bool:
    """Whether the states of a wager are worth looking for; exploring stops by itself where there are too many."""
    return machine.span <= SPAN_MAX or machine.reaches_few or not machine.only_grows


def solve_chain(chain: Chain) -> Law:
    """Expected visits to each state, and from them where the wager ends and how long it takes.

    Visits are kept divided by ``total``, so that weights need no division.
    """
    inflow: dict[int, Any] = {state: fmpq(share.numerator, share.denominator) for state, share in chain.starts.items()}
    ended: list[Any] = [fmpq(0)] * chain.results
    everything, nothing = fmpq(0), fmpq(0)
    for block in chain.blocks:
        if not any(state in inflow for state in block):
            continue  # reached from other starts only
        inside = frozenset(block)
        for state, visits in _visits(chain, block, inflow):
            everything += visits
            for target, weight in chain.rows[state].items():
                if target < 0:
                    ended[-1 - target] += visits * weight
                elif target not in inside:
                    inflow[target] = inflow.get(target, nothing) + visits * weight
    return Law(tuple(map(fraction, ended)), fraction(everything) * chain.total)


def _visits(chain: Chain, block: tuple[int, ...], inflow: dict[int, Any]) -> list[tuple[int, Any]]:
    """Visits to the states of a block, by elimination of the moves inside it."""
    if len(block) == 1:
        state = block[0]
        return [(state, inflow[state] / (chain.total - chain.rows[state].get(state, 0)))]
    block = tuple(sorted(block))  # streaks and patterns that have come furthest go first: they lead to few others
    place = {state: i for i, state in enumerate(block)}
    constants = [inflow.get(state, fmpq(0)) for state in block]
    pivots = [fmpq(chain.total - chain.rows[state].get(state, 0)) for state in block]
    coefficients: list[dict[int, Any]] = [{} for _ in block]
    for source in block:
        for target, weight in chain.rows[source].items():
            if target in place and target != source:
                coefficients[place[target]][place[source]] = fmpq(weight)
    for k in reversed(range(len(block))):
        for i in range(k):
            factor = coefficients[i].pop(k, None)
            if factor is None:
                continue
            factor /= pivots[k]
            constants[i] += factor * constants[k]
            for j, value in coefficients[k].items():
                if j == i:
                    pivots[i] -= factor * value
                elif j < k:
                    coefficients[i][j] = coefficients[i].get(j, fmpq(0)) + factor * value
    visits: list[Any] = []
    for k in range(len(block)):
        known = sum((value * visits[j] for j, value in coefficients[k].items()), constants[k])
        visits.append(known / pivots[k])
    return list(zip(block, visits, strict=True))


BLOCK_MAX = 12
"""A system of so many states is solved at once; larger ones have few moves and are eliminated."""


def solve_starts(chain: Chain, mixes: Sequence[Mapping[int, Fraction]]) -> tuple[Law, ...]:
    """The law from each of several starts, from what every state comes to, settled backwards."""
    if max(map(len, chain.blocks)) > BLOCK_MAX:
        return tuple(solve_chain(replace(chain, starts=mix)) for mix in mixes)
    values: dict[int, list[Any]] = {}
    for block in reversed(chain.blocks):
        values.update(zip(block, _ends(chain, block, values), strict=True))
    laws = []
    for mix in mixes:
        shares = [(fmpq(share.numerator, share.denominator), values[state]) for state, share in mix.items()]
        *ended, length = (sum((share * ends[i] for share, ends in shares), fmpq(0)) for i in range(chain.results + 1))
        laws.append(Law(tuple(map(fraction, ended)), fraction(length)))
    return tuple(laws)


def _ends(chain: Chain, block: tuple[int, ...], values: Mapping[int, list[Any]]) -> list[list[Any]]:
    """For each state of a block how often it leads to each result, and how long that takes."""
    size, width = len(block), chain.results + 1
    place = {state: i for i, state in enumerate(block)}
    system, known = fmpq_mat(size, size), fmpq_mat(size, width)
    for i, state in enumerate(block):
        ends = [fmpq(0)] * width
        ends[-1] = stay = fmpq(chain.total)
        for target, weight in chain.rows[state].items():
            if target < 0:
                ends[-1 - target] += weight
            elif target == state:
                stay -= weight
            elif target in place:
                system[i, place[target]] = -weight
            else:
                ends = [
                    end + weight * further if further else end
                    for end, further in zip(ends, values[target], strict=True)
                ]
        if size == 1:
            return [[end / stay for end in ends]]
        system[i, i] = stay
        for column, end in enumerate(ends):
            known[i, column] = end
    return system.solve(known).tolist()


def is_solved_soon(chain: Chain) -> bool:
    """Whether elimination takes seconds at most: what it combines inside blocks, times the length of the numbers."""
    most = WORK_MAX // len(chain.rows)
    return sum(_combined(chain, block, most) for block in chain.blocks) <= most


def _combined(chain: Chain, block: tuple[int, ...], most: int) -> int:
    """How many pairs of moves elimination combines in a block, counted to a little above the most."""
    before: dict[int, set[int]] = {state: set() for state in block}
    after = {state: {t for t in chain.rows[state] if t != state and t in before} for state in block}
    for state, targets in after.items():
        for target in targets:
            before[target].add(state)
    combined = 0
    for state in sorted(block, reverse=True):
        sources, targets = before.pop(state), after.pop(state)
        combined += len(sources) * len(targets)
        if combined > most:
            break
        for target in targets:
            before[target].discard(state)
            before[target] |= sources - {target}
        for source in sources:
            after[source].discard(state)
            after[source] |= targets - {source}
    return combined


def duration(chain: Chain, outcomes: int) -> list[Fraction]:
    """The probability that the wager is decided by exactly the first, second, … outcome.

    Whole numbers over a power of the total: no division until the end.
    """
    shared = lcm(*(share.denominator for share in chain.starts.values()))
    present = {state: int(share * shared) for state, share in chain.starts.items()}
    scale = shared
    decided = []
    for _ in range(outcomes):
        scale *= chain.total
        following: dict[int, int] = {}
        done = 0
        for state, count in present.items():
            for target, weight in chain.rows[state].items():
                if target < 0:
                    done += count * weight
                else:
                    following[target] = following.get(target, 0) + count * weight
        decided.append(Fraction(done, scale))
        present = following
    return decided
