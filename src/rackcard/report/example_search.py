"""A search through a wager's machine for the shortest way to each of its ends."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

from rackcard.games.device import Chance
from rackcard.games.game import Game, Outcome
from rackcard.machine import Bet
from rackcard.machine.bet import sibling
from rackcard.table.settle import advance, synced
from rackcard.table.state import machine_phase

SEARCH_MAX = 10_000
"""So many states are looked at for one wager; a result not met by then has no example."""


# ---- where a wager is


@dataclass(frozen=True)
class WagerAt:
    """A stake: the wager that it is, the phases of the table and of its own line, and its registers."""

    bet: Bet
    phase: int
    line: int
    state: int

    @property
    def is_marked(self) -> bool:
        return bool(self.bet.machine.marks(self.state))


@dataclass(frozen=True)
class ExampleStart:
    """Where a wager begins: the outcomes that come before its bet, and what is bet when."""

    spot: WagerAt
    outcomes: tuple[Outcome, ...] = ()
    bets: tuple[tuple[str, int], ...] = ()


@cache
def outcome_places(game: Game) -> dict[Outcome, int]:
    return {outcome: place for place, outcome in enumerate(game.outcomes)}


def phase_after(game: Game, phase: int, outcome: Outcome) -> int:
    """The phase that an outcome leads to."""
    return game.moves[phase][outcome_places(game)[outcome]] if len(game.phases) > 1 else 0


def wager_after(at: WagerAt, outcome: Outcome) -> tuple[WagerAt, int | None]:
    """Where an outcome leads, and the result if it decides the wager; a stake that turns goes on as the other."""
    bet, game = at.bet, at.bet.terms.game
    machine, phase = bet.machine, phase_after(game, at.phase, outcome)
    line = phase_after(game, at.line, outcome) if bet.terms.own_line else at.line
    now = machine_phase(bet, at.phase, at.line)
    if not machine.counts(now, outcome):
        return WagerAt(bet, phase, line, synced(machine, at.state, machine_phase(bet, phase, line))), None
    state, result = machine.step(synced(machine, at.state, now), outcome)
    if result is not None and bet.results[result].turns_into:
        into = sibling(bet, bet.results[result].turns_into)
        return WagerAt(into, phase, 0, synced(into.machine, 0, machine_phase(into, phase, 0))), None
    return WagerAt(bet, phase, line, state), result


def starts_of(bet: Bet) -> list[ExampleStart]:
    """Where a wager may begin, at once or after as few outcomes as its window needs."""
    if bet.parent is not None:
        return [start for parent in starts_of(bet.parent) for start in _behind(bet, bet.parent, parent)]
    game, terms = bet.terms.game, bet.terms
    allowed = game.window_phases.get(terms.opens.window, frozenset((0,)))
    if 0 in allowed:
        return [ExampleStart(WagerAt(bet, 0, 0, 0), (), ((terms.wager, 0),))]
    found: dict[int, ExampleStart] = {}
    for index, outcome in enumerate(game.outcomes):
        phase = game.moves[0][index]
        state = _marked_before(bet, outcome, phase)
        if phase in allowed and phase not in found and state is not None:
            found[phase] = ExampleStart(WagerAt(bet, phase, 0, state), (outcome,), ((terms.wager, 1),))
    return list(found.values())


def _marked_before(bet: Bet, outcome: Outcome, phase: int) -> int | None:
    """The registers of a wager when an outcome has come before its bet; None where that closes it."""
    machine, terms = bet.machine, bet.terms
    start = synced(machine, 0, 0 if terms.own_line else machine_phase(bet, phase, 0))
    runs_on = terms.is_marked_unbet and not bet.turns and not terms.own_line
    if not runs_on or not machine.counts(0, outcome):
        return start
    state, over, result = advance(machine, 0, 0, outcome)
    if over or result is not None:
        return start if over else None
    return None if terms.opens.guard == "unmarked" and machine.marks(state) else state


def _behind(bet: Bet, parent: Bet, start: ExampleStart) -> Iterator[ExampleStart]:
    """Where a wager may begin behind another: as soon as that one has a point."""
    has_points = len(bet.terms.game.phases) > 1
    seen: set[tuple[int, int]] = set()

    def begun(at: WagerAt) -> int:
        return at.line if parent.terms.own_line else at.phase

    def made(at: WagerAt, outcomes: tuple[Outcome, ...]) -> ExampleStart:
        line = begun(at) if bet.terms.own_line else 0
        state = synced(bet.machine, 0, machine_phase(bet, at.phase, begun(at)))
        return ExampleStart(
            WagerAt(bet, at.phase, line, state), outcomes, (*start.bets, (bet.terms.wager, len(outcomes)))
        )

    if begun(start.spot) or not has_points:
        yield made(start.spot, start.outcomes)
        return
    for outcome in bet.terms.game.outcomes:
        spot, result = wager_after(start.spot, outcome)
        if result is None and begun(spot) and spot.bet is parent and (spot.phase, spot.line) not in seen:
            seen.add((spot.phase, spot.line))
            yield made(spot, (*start.outcomes, outcome))


# ---- the search


@dataclass(frozen=True)
class ExampleEnd:
    """An end to be shown: a result of a wager, or None where it stays up; a loss may have to be a late one."""

    wager: str
    result: int | None
    bet: Bet = field(compare=False, repr=False)


def end_of(bet: Bet, result: int | None) -> ExampleEnd:
    return ExampleEnd(bet.terms.wager, result, bet)


@dataclass(frozen=True)
class OutcomeGroup:
    """Outcomes that a wager cannot tell apart, with their weights."""

    outcomes: tuple[Outcome, ...]
    weights: tuple[int, ...]

    @property
    def weight(self) -> int:
        return sum(self.weights)


_Key = tuple[str, int, int, int]
ExampleWay = tuple[ExampleStart, tuple[OutcomeGroup, ...]]


class ExampleSearch:
    """A search in the order of length for a way to every end; likely outcomes are tried first, by a fixed draw."""

    def __init__(self, bet: Bet, chance: Chance) -> None:
        self.bet, self.chance = bet, chance
        self.random = Random(f"{bet.card.id} {bet.terms.wager}")
        self.came: dict[_Key, tuple[_Key, OutcomeGroup] | ExampleStart] = {}
        self.ends: dict[ExampleEnd, ExampleWay] = {}
        self.early: dict[ExampleEnd, ExampleWay] = {}
        self.groups: dict[int, tuple[OutcomeGroup, ...]] = {}
        machine = bet.machine
        self.sees_phase = machine.has_phase or machine.works is not None or bet.turns or bet.terms.behind is not None

    def run(self) -> dict[ExampleEnd, ExampleWay]:
        """A way to every end that was met: lines first, then offers, then the loss."""
        waiting: deque[WagerAt] = deque()
        starts = starts_of(self.bet)
        self.random.shuffle(starts)
        for start in starts:
            self.came[self._key(start.spot)] = start
            waiting.append(start.spot)
        wanted = self._wanted()
        while waiting and len(self.came) <= SEARCH_MAX and not wanted <= set(self.ends):
            at = waiting.popleft()
            here = self._key(at)
            for group in self._shuffled(at.bet):
                spot, result = wager_after(at, group.outcomes[0])
                if result is not None:
                    self._met(at, spot, group, result)
                elif (key := self._key(spot)) not in self.came:
                    self.came[key] = here, group
                    waiting.append(spot)
                    self._offered(spot)
        found = self.early | self.ends
        return dict(sorted(found.items(), key=lambda one: (one[0].bet is not self.bet, one[0].result or 0)))

    def _wanted(self) -> set[ExampleEnd]:
        if self.bet.turns:
            return {end_of(self.bet, -1)}  # whatever its stake may become is looked through as far as the search goes
        return {end_of(self.bet, result) for result in range(len(self.bet.results))}

    def _met(self, at: WagerAt, spot: WagerAt, group: OutcomeGroup, result: int) -> None:
        goal = end_of(spot.bet, result)
        is_late = result != spot.bet.machine.loss or self._is_late(at)
        into = self.ends if is_late else self.early
        if goal not in into:
            start, groups = self._way(self._key(at))
            into[goal] = start, (*groups, group)

    def _is_late(self, at: WagerAt) -> bool:
        """Whether a loss from here shows something: an offer was passed by, or the wager had got somewhere."""
        if at.bet.machine.claims and not all(claim.kind == "take back" for claim in at.bet.machine.claims):
            return bool(_paying(at))
        if at.bet.machine.ends.is_single or at.is_marked:
            return True
        has_point = at.bet.machine.has_phase and bool(at.phase or at.line)
        return has_point and at.bet.terms.marks == "none"

    def _offered(self, spot: WagerAt) -> None:
        for claim in spot.bet.machine.offered(spot.state):
            goal = end_of(spot.bet, spot.bet.machine.claim_result(claim))
            if goal not in self.ends:
                self.ends[goal] = self._way(self._key(spot))

    def _key(self, at: WagerAt) -> _Key:
        return at.bet.terms.wager, at.state, at.line, at.phase if self.sees_phase else 0

    def _way(self, key: _Key) -> ExampleWay:
        groups: list[OutcomeGroup] = []
        came = self.came[key]
        while not isinstance(came, ExampleStart):
            key, group = came
            groups.append(group)
            came = self.came[key]
        return came, tuple(reversed(groups))

    def _shuffled(self, bet: Bet) -> list[OutcomeGroup]:
        """Groups of outcomes, likely ones probably first."""
        groups = self.groups.get(id(bet.machine))
        if groups is None:
            groups = self.groups[id(bet.machine)] = tuple(_groups(bet, self.chance))
        drawn = [(self.random.random() ** (1 / group.weight), place) for place, group in enumerate(groups)]
        return [groups[place] for _, place in sorted(drawn, reverse=True)]


def _groups(bet: Bet, chance: Chance) -> Iterator[OutcomeGroup]:
    """The outcomes that can come, those together that the wager and the table cannot tell apart."""
    machine, game = bet.machine, bet.terms.game
    law = chance.law_of(machine.watched)
    if machine.is_fine:
        by_effects: dict[object, list[Outcome]] = {}
        for outcome, weight in law.items():
            if weight:
                by_effects.setdefault(machine.effects_of(outcome), []).append(outcome)
        for outcomes in by_effects.values():
            yield OutcomeGroup(tuple(outcomes), tuple(law[one] for one in outcomes))
        return
    for indexes, _ in machine.letters:
        alike: dict[tuple[int, ...], list[Outcome]] = {}
        for index in indexes:
            outcome = machine.outcomes[index]
            if law.get(outcome, 0):
                moves = tuple(row[index] for row in game.moves)
                alike.setdefault(moves, []).append(outcome)
        for outcomes in alike.values():
            yield OutcomeGroup(tuple(outcomes), tuple(law[one] for one in outcomes))


def _paying(at: WagerAt) -> list[int]:
    """The results of offers open here that pay more than the stake."""
    machine = at.bet.machine
    results = [machine.claim_result(claim) for claim in machine.offered(at.state)]
    return [result for result in results if at.bet.results[result].net > 0]
