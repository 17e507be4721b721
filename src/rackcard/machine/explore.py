"""From rules to states: every state a machine can reach, with weighted moves between them."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rackcard.games.game import Event
from rackcard.machine.machine import Machine, TooLargeError

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
    """Reachable states in topological order (by block), each with its moves.

    A move's target is a state, or ``-1 - result``; weights add up to ``total`` in every row.
    """

    states: tuple[int, ...]
    rows: dict[int, dict[int, int]]
    phases: int
    total: int
    results: int
    start: int


def letter_weights(machine: Machine, law: Mapping[Hashable, int]) -> list[int]:
    """The weight of each letter of a machine under a law of outcomes."""
    weights = [law.get(outcome, 0) for outcome in machine.game.outcomes]
    return [sum(weights[index] for index in indexes) for indexes, _ in machine.letters]


def explore(
    machine: Machine, law: Mapping[Hashable, int], play: Play = NEVER, limit: int = STATES_MAX, start: int = 0
) -> Chain:
    """Every state that can be reached from a start without being decided or taken; in the start itself one rides."""
    weights = letter_weights(machine, law)
    graph = _graph(machine, tuple(map(bool, weights)), play, limit, start)
    rows = {}
    for state, moves in graph.items():
        row: dict[int, int] = {}
        for target, letter in moves:
            row[target] = row.get(target, 0) + weights[letter]
        rows[state] = row
    return Chain(tuple(sorted(rows)), rows, machine.phases, sum(weights), machine.results, start)


@lru_cache(maxsize=64)
def _graph(
    machine: Machine, possible: tuple[bool, ...], play: Play, limit: int, start: int
) -> dict[int, list[tuple[int, int]]]:
    """For each reachable state, where each possible letter leads; weights do not matter here."""
    registers = [(counter.stride, counter.size) for counter in machine.counters.values()]
    played = [] if machine.played is None else [(machine.played.stride, machine.played.size)]
    simple = isinstance(machine.ends, Event) and not machine.spins
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
    open_targets: dict[int, int] = {start: start}
    over_targets: dict[int, int] = {}
    idle_targets: dict[int, int] = {start: start}
    rows: dict[int, list[tuple[int, int]]] = {}
    waiting, reached = [start], {start}
    while waiting:
        state = waiting.pop()
        row = []
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
                result = machine.verdict(target, over) if effect.counts else None
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
