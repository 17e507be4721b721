"""Where a wager may start, and what it is worth from each start; and what it comes to with the wager it is behind."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rackcard.games.device import Chance
from rackcard.games.paired import PairedLines
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, Chain, Play, components, explore, starts
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.distribution import Law
from rackcard.odds.methods import chain


@dataclass(frozen=True)
class Start:
    """A wager from one of its starts."""

    label: str
    probability: Fraction | None
    """How often it starts there; None where the wager's own figures start elsewhere."""
    law: Law


@dataclass(frozen=True)
class WithParent:
    """A wager at the most that may be bet behind another, together with that one."""

    stake: Fraction
    """The mean stake of both, for one unit on the wager it is behind."""
    house_edge: Fraction
    """Of all of it."""


def starts_of(bet: Bet, chance: Chance, play: Play = NEVER) -> tuple[Start, ...]:
    """Each start of a wager that depends on the phase and may be bet in several of them."""
    machine = bet.machine
    if not machine.is_phased or (bet.terms.own_line and bet.terms.behind is None):
        return ()
    try:
        return _starts(bet, machine, chance, play)
    except TooLargeError:
        return ()


def _starts(bet: Bet, machine: Machine, chance: Chance, play: Play) -> tuple[Start, ...]:
    if machine.begins:
        found = _by_label(machine, starts(machine, chance.law()))
        shares = [sum(same.values(), Fraction(0)) for same in found.values()]
        mixed = [
            tuple((phase, share / whole) for phase, share in same.items())
            for same, whole in zip(found.values(), shares, strict=True)
        ]
        return tuple(map(Start, found, shares, _laws(machine, chance, play, tuple(mixed))))
    if bet.terms.opens.window in bet.terms.game.window_phases or bet.terms.opens.window == "round":
        return ()
    reached = sorted({0, *machine.game.moves[0]})
    laws = _laws(machine, chance, play, tuple(((phase, Fraction(1)),) for phase in reached))
    return tuple(
        Start(machine.game.phases[phase], Fraction(1) if phase == 0 else None, law)
        for phase, law in zip(reached, laws, strict=True)
    )


def _by_label(machine: Machine, shares: Mapping[int, Fraction]) -> dict[str, dict[int, Fraction]]:
    """The starts by what they are called: with two lines, by that of the wager itself."""
    found: dict[str, dict[int, Fraction]] = {}
    for phase, share in shares.items():
        found.setdefault(machine.game.phases[phase], {})[phase] = share
    return found


Mix = tuple[tuple[int, Fraction], ...]
"""Phases in which a wager begins, and how often."""


@lru_cache(maxsize=1_024)
def _laws(machine: Machine, chance: Chance, play: Play, mixes: tuple[Mix, ...]) -> tuple[Law, ...]:
    """The law of a wager from each of several starts."""
    every = {phase: share for mix in mixes for phase, share in mix}
    if not all(_rides(machine, play, phase) for phase in every):
        return _laws_apart(machine, chance, play, mixes)  # one rides in the start itself, and in no other
    try:
        together = explore(machine, chance.law(), play, begin=every)
    except TooLargeError:
        return _laws_apart(machine, chance, play, mixes)
    return chain.solve_starts(together, [dict(mix) for mix in mixes])


def _rides(machine: Machine, play: Play, start: int) -> bool:
    """Whether a player who is back in a start takes nothing there."""
    offered = machine.offered(start)
    return not offered or play.policy(machine, start, offered) is None


def _laws_apart(machine: Machine, chance: Chance, play: Play, mixes: tuple[Mix, ...]) -> tuple[Law, ...]:
    """The same with the states looked at again for each start."""
    return tuple(chain.solve_chain(explore(machine, chance.law(), play, begin=dict(mix))) for mix in mixes)


def mean_net(bet: Bet, law: Law) -> Fraction:
    """What a wager gains on one unit, on average."""
    pairs = zip(bet.results, law.probabilities, strict=True)
    return sum((probability * result.net for result, probability in pairs), Fraction(0)) - bet.commission


def with_parent(bet: Bet, chance: Chance, found: tuple[Start, ...]) -> dict[str, WithParent]:
    """What a wager and the one it is behind come to at the most that may be bet: by start, and under "" in all."""
    parent, behind = bet.parent, bet.terms.behind
    if parent is None or behind is None or behind.limit is None:
        return {}
    alone = chain.solve_chain(explore(parent.machine, chance.law(), NEVER))
    reached = _reached(parent, bet, chance)
    both: dict[str, WithParent] = {}
    stake, lost = Fraction(1), -mean_net(parent, alone)
    from_start = {one.label: one for one in starts_of(parent, chance)} if parent.machine.begins else {}
    for start in found:
        multiple = _multiple(bet, start)
        stake += reached[start.label] * multiple
        lost -= reached[start.label] * multiple * mean_net(bet, start.law)
        if start.label in from_start:
            here = -mean_net(parent, from_start[start.label].law) - multiple * mean_net(bet, start.law)
            both[start.label] = WithParent(1 + multiple, here / (1 + multiple))
    return {"": WithParent(stake, lost / stake), **both}


def _reached(parent: Bet, bet: Bet, chance: Chance) -> dict[str, Fraction]:
    """How often what a wager is behind comes to each of the wager's starts."""
    machine = parent.machine
    if machine.begins:
        return {one.label: one.probability or Fraction(0) for one in starts_of(parent, chance)}
    phases = len(machine.game.phases)
    law = chain.solve_chain(_until_under_way(machine, chance))
    return {machine.game.phases[phase]: law.probabilities[phase] for phase in range(1, phases)}


def _until_under_way(machine: Machine, chance: Chance) -> Chain:
    """A wager until its line is under way: the phase that it reaches is its result, and 0 where it is decided first."""
    outcomes = {outcome: weight for outcome, weight in chance.law().items() if weight}
    numbers = {outcome: number for number, outcome in enumerate(machine.game.outcomes)}
    rows: dict[int, dict[int, int]] = {}
    waiting = [machine.first]
    while waiting:
        state = waiting.pop()
        row = rows[state] = dict[int, int]()
        for outcome, weight in outcomes.items():
            after, result = machine.step(state, outcome)
            phase = machine.game.moves[0][numbers[outcome]]
            target = -1 if result is not None else -1 - phase if phase else after
            row[target] = row.get(target, 0) + weight
            if target >= 0 and target not in rows and target not in waiting:
                waiting.append(target)
    begin = {machine.first: Fraction(1)}
    return Chain(components(rows), rows, sum(outcomes.values()), len(machine.game.phases), begin)


def _multiple(bet: Bet, start: Start) -> Fraction:
    """The most that may be bet from a start, in units of the wager it is behind."""
    assert bet.terms.behind is not None
    limit = bet.terms.behind.limit
    assert limit is not None
    game = bet.machine.game
    base = game.base if isinstance(game, PairedLines) else game
    most = limit.on(base.phase_numbers.get(start.label, 0))
    if most is None:
        return Fraction(0)
    multiple = Fraction(most)
    if not limit.to_win:
        return multiple
    wins = [result.net for result, p in zip(bet.results, start.law.probabilities, strict=True) if p and result.net > 0]
    return multiple / max(wins) if wins else Fraction(0)
