"""Wagers that turn into others: the stake goes from stage to stage until one of them pays or loses it.

Each stage is solved by two methods of its own. Stages are then joined in two ways: by how often each is entered, and
by stepping the whole course, outcome by outcome.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from flint import fmpq, fmpq_mat

from rackcard.games.device import Chance
from rackcard.games.game import Game, Outcome
from rackcard.machine.bet import Bet, Result, sibling
from rackcard.machine.explore import NEVER
from rackcard.odds.distribution import Law, fraction
from rackcard.odds.solve import DisagreementError, solve

State = tuple[int, int]
"""The number of a stage, and a state of its machine."""

STATES_MAX = 400


@dataclass(frozen=True, eq=False)
class Course:
    """A wager and all that its stake may become; its endings are the results of stages that end it."""

    stages: tuple[Bet, ...]
    turns: Mapping[tuple[int, int], int]
    """The stage that follows, by the stage and its result."""
    ends: Mapping[tuple[int, int], int]
    """The place among ``endings`` of each result that ends the course, by the stage and its result."""
    endings: tuple[Result, ...]
    claims: ClassVar[tuple[()]] = ()
    begins: ClassVar[tuple[()]] = ()
    has_phase: ClassVar[bool] = False

    @property
    def results(self) -> int:
        """How many ways there are for the course to end."""
        return len(self.endings)

    @property
    def first(self) -> State:
        """Where it begins."""
        return 0, 0

    @property
    def is_single(self) -> bool:
        """Whether one outcome always ends it."""
        return False

    @property
    def game(self) -> Game:
        return self.stages[0].terms.game

    @property
    def loss(self) -> int:
        """The loss of the first stage."""
        return self.ends[0, self.stages[0].machine.loss]

    def step(self, state: State, outcome: Outcome) -> tuple[State, int | None]:
        """The stage and its state after an outcome, and the result if the course is over."""
        stage, inner = state
        after, result = self.stages[stage].machine.step(inner, outcome)
        if result is None:
            return (stage, after), None
        if (stage, result) in self.turns:
            return (self.turns[stage, result], 0), None
        return state, self.ends[stage, result]


def course_of(bet: Bet) -> Course:
    """Everything that the stake of a wager may become."""
    stages, results = [bet], list[Result]()
    turns: dict[tuple[int, int], int] = {}
    ends: dict[tuple[int, int], int] = {}
    names = [bet.terms.wager]
    for number, stage in enumerate(stages):  # grows while it is read
        for place, result in enumerate(stage.results):
            if not result.turns_into:
                ends[number, place] = len(results)
                results.append(result)
                continue
            if result.turns_into not in names:
                names.append(result.turns_into)
                stages.append(sibling(bet, result.turns_into))
            turns[number, place] = names.index(result.turns_into)
    return Course(tuple(stages), turns, ends, tuple(results))


@lru_cache(maxsize=256)
def _by_entries(machines: tuple[Any, ...], turns: tuple[tuple[int, int, int], ...], chance: Chance) -> Any:
    """How often each stage is entered, and the law of each."""
    laws = [solve(machine, chance, NEVER)[0] for machine in machines]
    size = len(laws)
    system, known = fmpq_mat(size, size), fmpq_mat(size, 1)
    known[0, 0] = fmpq(1)
    for stage in range(size):
        system[stage, stage] = fmpq(1)
    for stage, result, target in turns:
        share = laws[stage].probabilities[result]
        system[target, stage] -= fmpq(share.numerator, share.denominator)
    entered = system.solve(known)
    return laws, [fraction(entered[stage, 0]) for stage in range(size)]


def solve_course(course: Course, chance: Chance) -> tuple[Law, tuple[str, ...]]:
    """The law of a course's result, joined in two ways that agree."""
    turns = tuple((stage, result, target) for (stage, result), target in course.turns.items())
    laws, entered = _by_entries(tuple(stage.machine for stage in course.stages), turns, chance)
    shares = [Fraction(0)] * course.results
    for (stage, result), place in course.ends.items():
        shares[place] = entered[stage] * laws[stage].probabilities[result]
    mean = sum((times * law.mean for times, law in zip(entered, laws, strict=True)), Fraction(0))
    law = Law(tuple(shares), mean)
    stepped = _by_steps(course, chance)
    if stepped is not None and stepped != law:
        raise DisagreementError(f"stages entered and steps taken disagree: {law} and {stepped}")
    return law, ("stages",) if stepped is None else ("stages", "matrix")


def _by_steps(course: Course, chance: Chance) -> Law | None:
    """The same by one system over all states of all stages; None where there are too many."""
    outcomes = {outcome: weight for outcome, weight in chance.law().items() if weight}
    total = sum(outcomes.values())
    index: dict[State, int] = {(0, 0): 0}
    waiting: list[State] = [(0, 0)]
    moves: list[dict[int, int]] = []
    ended: list[dict[int, int]] = []
    while len(moves) < len(waiting):
        row: dict[int, int] = {}
        over: dict[int, int] = {}
        for outcome, weight in outcomes.items():
            state, result = course.step(waiting[len(moves)], outcome)
            if result is not None:
                over[result] = over.get(result, 0) + weight
                continue
            if state not in index:
                index[state] = len(waiting)
                waiting.append(state)
                if len(waiting) > STATES_MAX:
                    return None
            row[index[state]] = row.get(index[state], 0) + weight
        moves.append(row)
        ended.append(over)
    size, results = len(moves), course.results
    system, known = fmpq_mat(size, size), fmpq_mat(size, results + 1)
    for place in range(size):
        system[place, place] = fmpq(total)
        known[place, results] = fmpq(total)
        for target, weight in moves[place].items():
            system[place, target] -= weight
        for result, weight in ended[place].items():
            known[place, result] += weight
    solution = system.solve(known)
    values = [fraction(solution[0, column]) for column in range(results + 1)]
    return Law(tuple(values[:results]), values[results])
