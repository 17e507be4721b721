"""From rules to states: every state a machine can reach, with weighted moves between them."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, groupby

from rackcard.machine.machine import Machine, TooLargeError
from rackcard.machine.registers import Effect

STATES_MAX = 20_000
"""Beyond this a wager is solved by methods that need no states."""

Policy = Callable[[Machine, int, tuple[int, ...]], int | None]
"""Which of the claims open in a state the player takes, if any."""


@dataclass(frozen=True)
class Play:
    """How a player treats offers: a name and a policy."""

    name: str
    policy: Policy


def _never(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
    return None


def _first(machine: Machine, state: int, open_claims: tuple[int, ...]) -> int | None:
    return next((claim for claim in open_claims if machine.claims[claim].kind != "take back"), None)


NEVER = Play("never", _never)
"""Let every offer pass."""
FIRST = Play("first", _first)
"""Take the first pay that is offered; a stake is not taken back."""


@dataclass(frozen=True)
class Chain:
    """Reachable states by block, each with its moves.

    A move's target is a state, or ``-1 - result``; weights add up to ``total`` in every row.
    """

    blocks: tuple[tuple[int, ...], ...]
    """States that can lead to one another, the blocks in topological order."""
    rows: dict[int, dict[int, int]]
    total: int
    results: int
    starts: Mapping[int, Fraction]
    """Where it begins, and how often."""

    @property
    def states(self) -> Iterator[int]:
        """Every state, those of earlier blocks first."""
        return chain.from_iterable(self.blocks)


def letter_weights(machine: Machine, law: Mapping[Hashable, int]) -> list[int]:
    """The weight of each letter of a machine under a law of outcomes."""
    if machine.is_fine:
        found: dict[tuple[Effect, ...], int] = {}
        for outcome, weight in law.items():
            effects = machine.effects_of(outcome)
            found[effects] = found.get(effects, 0) + weight
        return [found.get(effects, 0) for _, effects in machine.letters]
    weights = [law.get(outcome, 0) for outcome in machine.outcomes]
    return [sum(weights[index] for index in indexes) for indexes, _ in machine.letters]


def starts(machine: Machine, law: Mapping[Hashable, int]) -> dict[int, Fraction]:
    """The states in which a wager begins, in the mix in which outcomes lead there from the first phase."""
    now = {0: Fraction(1)}
    weights = letter_weights(machine, law) if machine.begins else []
    for phases in machine.begins:
        after: dict[int, Fraction] = {}
        for phase, share in now.items():
            for (_, effects), weight in zip(machine.letters, weights, strict=True):
                if weight and effects[phase].phase in phases:
                    after[effects[phase].phase] = after.get(effects[phase].phase, Fraction(0)) + share * weight
        whole = sum(after.values())
        now = {phase: share / whole for phase, share in sorted(after.items())}
    return now


def explore(
    machine: Machine,
    law: Mapping[Hashable, int],
    play: Play = NEVER,
    limit: int = STATES_MAX,
    begin: Mapping[int, Fraction] | None = None,
) -> Chain:
    """Every state that can be reached from a start without being decided or taken; in the start itself one rides."""
    weights = letter_weights(machine, law)
    begin = starts(machine, law) if begin is None else begin
    graph = _graph(machine, tuple(map(bool, weights)), play, limit, tuple(begin))
    rows = {}
    for state, moves in graph.items():
        row: dict[int, int] = {}
        for target, letter in moves:
            row[target] = row.get(target, 0) + weights[letter]
        rows[state] = row
    return Chain(_blocks(machine, rows), rows, sum(weights), machine.results, begin)


def _blocks(machine: Machine, rows: Mapping[int, Mapping[int, int]]) -> tuple[tuple[int, ...], ...]:
    """States that can lead to one another: where registers only grow, the phases that share the other registers."""
    if machine.only_grows:
        return tuple(tuple(block) for _, block in groupby(sorted(rows), key=lambda state: state // machine.phases))
    return components(rows)


def components(rows: Mapping[int, Mapping[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The strongly connected components of states, in topological order (Tarjan's algorithm without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: list[tuple[int, ...]] = []
    for root in rows:
        if root in order:
            continue
        work = [(root, iter(rows[root]))]
        order[root] = low[root] = len(order)
        path.append(root)
        on_path.add(root)
        while work:
            state, targets = work[-1]
            for target in targets:
                if target < 0:
                    continue
                if target not in order:
                    order[target] = low[target] = len(order)
                    path.append(target)
                    on_path.add(target)
                    work.append((target, iter(rows[target])))
                    break
                if target in on_path:
                    low[state] = min(low[state], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    block = [path.pop()]
                    while block[-1] != state:
                        block.append(path.pop())
                    on_path.difference_update(block)
                    found.append(tuple(block))
    return tuple(reversed(found))


@lru_cache(maxsize=64)
def _graph(
    machine: Machine, possible: tuple[bool, ...], play: Play, limit: int, begin: tuple[int, ...]
) -> dict[int, list[tuple[int, int]]]:
    """For each reachable state, where each possible letter leads; weights do not matter here."""
    registers = [(counter.stride, counter.size) for counter in machine.counters.values()]
    played = [] if machine.played is None else [(machine.played.stride, machine.played.size)]
    simple = machine.ends.outcomes is None and not machine.spins and machine.only_grows
    moves = [
        [
            (
                letter,
                effects[phase],
                effects[phase].phase - (phase if machine.has_phase else 0),
                [registers[i] for i in effects[phase].counters] + (played if effects[phase].counts else []),
            )
            for letter, (_, effects) in enumerate(machine.letters)
            if possible[letter]
        ]
        for phase in range(machine.phases)
    ]
    open_targets: dict[int, int] = {start: start for start in begin if machine.verdict(start, False) is None}
    over_targets: dict[int, int] = {}
    idle_targets = {} if machine.claims_while_off else dict(open_targets)
    rows: dict[int, list[tuple[int, int]]] = {}
    waiting, reached = list(begin), set(begin)
    while waiting:
        state = waiting.pop()
        row = []
        asked = machine.still_asked(state)
        for letter, effect, shift, raised in moves[state % machine.phases]:
            if simple:
                target, over = state + shift, effect.ends
                for stride, size in raised:
                    if state // stride % size < size - 1:
                        target += stride
            else:
                target, over = machine.move(state, effect)
            targets = over_targets if over else open_targets if effect.counts else idle_targets
            code = targets.get(target)
            if code is None:
                result = machine.verdict(target, over, asked) if effect.counts else None
                code = targets[target] = _code(machine, target, result, play)
                if code >= 0 and code not in reached:
                    reached.add(code)
                    waiting.append(code)
                    if max(len(open_targets), len(reached)) > limit:
                        raise TooLargeError("states", limit=limit)
            row.append((code, letter))
        rows[state] = row
    return rows


def _code(machine: Machine, state: int, result: int | None, play: Play) -> int:
    """Where a move leads: to the state itself, or to a result if it is decided or taken there."""
    if result is None and machine.claims and play is not NEVER:
        open_claims = machine.offered(state)
        claim = play.policy(machine, state, open_claims) if open_claims else None
        result = None if claim is None else machine.claim_result(claim)
    return state if result is None else -1 - result
