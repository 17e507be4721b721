"""Wagers that turn into others: the stake goes from stage to stage until one of them pays or loses it.

Each stage is solved by two methods of its own. Stages are then joined in two ways: by how often each is entered, and
by stepping the whole course, outcome by outcome. Where a stage depends on the table's phase, that phase goes with the
stake, and both ways are by steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple

from flint import fmpq, fmpq_mat

from rackcard.games.device import Chance
from rackcard.games.game import Event, Game, Outcome
from rackcard.machine.bet import Bet, Result, sibling
from rackcard.machine.explore import NEVER, Chain, components
from rackcard.odds.distribution import Law, fraction
from rackcard.odds.methods import chain
from rackcard.odds.solve import DisagreementError, UnsolvedError, solve

FIRST_PHASE = frozenset((0,))


class Place(NamedTuple):
    """Where a stake is: the number of a stage, a state of its machine, and the table's phase."""

    stage: int
    state: int
    phase: int = 0


BEFORE = Place(-1, 0)
"""The bet is not made yet."""

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
    def first(self) -> Place:
        """Where it begins, or ``BEFORE`` where an outcome must come before the bet."""
        return self.entered(0, 0) if 0 in self.bet_in else BEFORE

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

    @cached_property
    def reads_phase(self) -> bool:
        """Whether a stage depends on the table's phase, which then goes with the stake from stage to stage."""
        return any(stage.machine.has_phase and not stage.terms.own_line for stage in self.stages)

    @cached_property
    def watched(self) -> tuple[Event, ...]:
        """The events that any stage looks at."""
        return tuple(dict.fromkeys(event for stage in self.stages for event in stage.machine.watched))

    @cached_property
    def bet_in(self) -> frozenset[int]:
        """The phases in which the first stage is bet."""
        terms = self.stages[0].terms
        return terms.game.window_phases.get(terms.opens.window, FIRST_PHASE) if self.reads_phase else FIRST_PHASE

    def starts(self, law: Mapping[Any, int]) -> dict[Place, Fraction]:
        """Where it begins, in the mix in which outcomes lead there from the first phase."""
        if self.first != BEFORE:
            return {self.first: Fraction(1)}
        found: dict[Place, Fraction] = {}
        for outcome, weight in law.items():
            place, _ = self.step(BEFORE, outcome)
            if place != BEFORE:
                found[place] = found.get(place, Fraction(0)) + weight
        whole = sum(found.values())
        return {place: share / whole for place, share in found.items()}

    def entered(self, stage: int, phase: int) -> Place:
        """The beginning of a stage in a phase of the table's; a line of its own begins in its first phase."""
        bet = self.stages[stage]
        reads = bet.machine.has_phase and not bet.terms.own_line
        return Place(stage, phase if reads else 0, phase)

    def step(self, place: Place, outcome: Outcome) -> tuple[Place, int | None]:
        """Where the stake is after an outcome, and the result if the course is over."""
        phase = self._moved(place.phase, outcome)
        if place == BEFORE:
            return (self.entered(0, phase) if phase in self.bet_in else BEFORE), None
        machine = self.stages[place.stage].machine
        if self.reads_phase and not machine.has_phase and not machine.counts(place.phase, self.game.plain(outcome)):
            return Place(place.stage, place.state, phase), None  # it is off, and the table goes on
        after, result = machine.step(place.state, outcome if machine.is_fine else self.game.plain(outcome))
        if result is None:
            return Place(place.stage, after, phase), None
        if (place.stage, result) in self.turns:
            return self.entered(self.turns[place.stage, result], phase), None
        return place, self.ends[place.stage, result]

    def _moved(self, phase: int, outcome: Outcome) -> int:
        """The table's phase after an outcome, where a stage depends on it."""
        return self.game.moves[phase][self._numbers[outcome]] if self.reads_phase else 0

    @cached_property
    def _numbers(self) -> dict[Outcome, int]:
        return {outcome: number for number, outcome in enumerate(self.game.outcomes)}


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


def check_course(course: Course, chance: Chance) -> None:
    """Refuse a course that is followed by steps and has too many of them."""
    if course.reads_phase and steps(course, chance) is None:
        raise UnsolvedError("too-many-states", limit=STATES_MAX)


def course_starts(course: Course, chance: Chance) -> tuple[tuple[str, Fraction | None, Law], ...]:
    """The course from each phase in which it may begin, where that differs: the phase, how often, and the law."""
    stepped = steps(course, chance) if course.reads_phase else None
    if stepped is None:
        return ()
    game, opens = course.game, course.stages[0].terms.opens
    found: list[tuple[Place, Fraction | None]]
    if course.first == BEFORE:
        found = [*course.starts(chance.law_of(course.watched)).items()]
    elif opens.window in game.window_phases or opens.window == "round":
        return ()
    else:
        reached = sorted({0, *game.moves[0]})
        found = [(course.entered(0, phase), Fraction(1) if phase == 0 else None) for phase in reached]
    return tuple(
        (game.phases[place.phase], share, chain.solve_chain(moves[0]))
        for place, share in found
        if (moves := steps(course, chance, place)) is not None
    )


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
    stepped = steps(course, chance)
    by_steps = None if stepped is None else _by_system(stepped[0])
    if course.reads_phase:
        if stepped is None or by_steps is None:
            raise UnsolvedError("too-many-states", limit=STATES_MAX)
        return _agreed({"chain": chain.solve_chain(stepped[0]), "matrix": by_steps})
    laws = {"stages": _by_stages(course, chance)}
    return _agreed(laws if by_steps is None else {**laws, "matrix": by_steps})


def _agreed(laws: Mapping[str, Law]) -> tuple[Law, tuple[str, ...]]:
    if len(set(laws.values())) > 1:
        raise DisagreementError(f"the ways to join the stages disagree: {laws}")
    return next(iter(laws.values())), tuple(laws)


def _by_stages(course: Course, chance: Chance) -> Law:
    """How often each stage is entered, times the law of each, where no stage depends on the phase it begins in."""
    turns = tuple((stage, result, target) for (stage, result), target in course.turns.items())
    laws, entered = _by_entries(tuple(stage.machine for stage in course.stages), turns, chance)
    shares = [Fraction(0)] * course.results
    for (stage, result), place in course.ends.items():
        shares[place] = entered[stage] * laws[stage].probabilities[result]
    mean = sum((times * law.mean for times, law in zip(entered, laws, strict=True)), Fraction(0))
    return Law(tuple(shares), mean)


def steps(course: Course, chance: Chance, begin: Place | None = None) -> tuple[Chain, list[Place]] | None:
    """Moves between all places that can be reached, and these by number; None where there are too many."""
    if course.game.tells_apart_too_much(course.watched):
        return None
    outcomes = {outcome: weight for outcome, weight in chance.law_of(course.watched).items() if weight}
    starts = course.starts(outcomes) if begin is None else {begin: Fraction(1)}
    index: dict[Place, int] = {place: number for number, place in enumerate(starts)}
    waiting = list(starts)
    rows: dict[int, dict[int, int]] = {}
    while len(rows) < len(waiting):
        row = rows[len(rows)] = dict[int, int]()
        for outcome, weight in outcomes.items():
            place, result = course.step(waiting[len(rows) - 1], outcome)
            if result is None and place not in index:
                index[place] = len(waiting)
                waiting.append(place)
                if len(waiting) > STATES_MAX:
                    return None
            target = index[place] if result is None else -1 - result
            row[target] = row.get(target, 0) + weight
    first = {index[place]: share for place, share in starts.items()}
    return Chain(components(rows), rows, sum(outcomes.values()), course.results, first), waiting


def _by_system(steps: Chain) -> Law:
    """The law by one system over all places."""
    size, results = len(steps.rows), steps.results
    system, known = fmpq_mat(size, size), fmpq_mat(size, results + 1)
    for place, row in steps.rows.items():
        system[place, place] = fmpq(steps.total)
        known[place, results] = fmpq(steps.total)
        for target, weight in row.items():
            if target < 0:
                known[place, -1 - target] += weight
            else:
                system[place, target] -= weight
    solution = system.solve(known)
    values = [
        sum((share * fraction(solution[place, column]) for place, share in steps.starts.items()), Fraction(0))
        for column in range(results + 1)
    ]
    return Law(tuple(values[:results]), values[results])
