"""The machine: registers and rules.

A machine is what a wager is, once its card is read: registers (the phase of the base game, outcomes
played, the numbers of a sequence, counters with a cap), how an outcome moves them, when the wager is
decided and for which result, and what the player is offered between outcomes. It knows no chance and
no money: results are numbers that the wager's terms turn into pays.

A state is one whole number, the registers packed with the phase lowest. Counters, spins and outcomes only grow, so
the states of most machines, sorted by number (phase aside), are in topological order. Streaks and patterns may start
again: those states are ordered by their strongly connected components (``rackcard.machine.explore``).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, islice, repeat
from typing import assert_never

from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import (
    Condition,
    Different,
    End,
    Exactly,
    Happened,
    Leaf,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.game import Cell, Event, Game, Outcome
from rackcard.machine.automaton import automaton, events_of
from rackcard.machine.condition_tests import Test, condition_test
from rackcard.machine.registers import Effect, Moves, Register, Tracker
from rackcard.machine.stepping import Decider, Move, mover, verdict_of
from rackcard.wording.card_errors import SOLVING
from rackcard.wording.card_phrases import phrase
from rackcard.wording.coded_error import CodedError

SIZE_MAX = 10_000_000
"""The most states, reachable or not, that registers may span; the largest shipped wager has 6.4 million."""

FORESEEN_MAX = 4
"""Wagers over more outcomes than this are decided by what their lines say alone."""

FUTURES_MAX = 20_000
"""Beyond this many states a wager of fixed length is decided by what its lines say alone."""


@lru_cache(maxsize=4096)
def _rows(cells: frozenset[Cell], phases: int) -> tuple[frozenset[int], ...]:
    """The outcomes that bring an event, in each phase of the base game."""
    rows: list[set[int]] = [set() for _ in range(phases)]
    for phase, outcome in cells:
        rows[phase].add(outcome)
    return tuple(map(frozenset, rows))


class TooLargeError(CodedError, ValueError):
    """A wager with more states than are looked at: a code and its facts."""

    sentences = SOLVING


@dataclass(frozen=True)
class Claim:
    """An offer: it is open while ``when`` holds and ``unless`` does not."""

    kind: str
    when: Condition
    unless: Condition | None


@dataclass(frozen=True)
class Machine:
    """Registers and rules of one wager; results are 0, 1 … for the pay lines, then a loss, then the claims."""

    game: Game
    lines: tuple[Condition, ...]
    ends: End
    settles_at_end: bool = False
    works: Event | None = None
    claims: tuple[Claim, ...] = ()
    takes_first: bool = False
    """Whether the first line to become true is paid, rather than the first in the list when the wager is over."""
    begins: tuple[frozenset[int], ...] = ()
    """Where it begins other than in phase 0: the phases that each of the first outcomes must lead to."""

    @property
    def first(self) -> int:
        """The state before any outcome."""
        return 0

    @property
    def is_single(self) -> bool:
        """Whether the first outcome always decides it."""
        return self.ends.is_single and not self.has_phase

    @property
    def loss(self) -> int:
        return len(self.lines)

    @property
    def results(self) -> int:
        """How many ways there are for the wager to end: its lines, a loss, its claims."""
        return len(self.lines) + 1 + len(self.claims)

    def claim_result(self, claim: int) -> int:
        return self.loss + 1 + claim

    def waits_for_the_end(self, result: int) -> bool:
        """Whether a result that has been reached is paid only when the wager's time is up.

        Settling at the end delays the pay lines. A loss is collected and a claim is paid at once.
        """
        return self.settles_at_end and result < self.loss

    # ---- registers
    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        limits = (claim.unless for claim in self.claims if claim.unless is not None)
        return (*self.lines, *(claim.when for claim in self.claims), *limits)

    @cached_property
    def _leaves(self) -> tuple[Leaf, ...]:
        """The conditions that are not made of others."""
        return tuple(leaves(self.conditions))

    @cached_property
    def events(self) -> dict[Event, int]:
        """The events that are counted, with the cap of their counters."""
        caps: dict[Event, int] = {}
        for part in self._leaves:
            match part:
                case Happened(event, times):
                    caps[event] = max(times, caps.get(event, 0))
                case Exactly(event, times):
                    caps[event] = max(times + 1, caps.get(event, 0))
                case Different(events):
                    for event in events:
                        caps[event] = max(1, caps.get(event, 0))
                case Played() | Sequence() | Streak() | Pattern():
                    pass
                case _:
                    assert_never(part)
        return caps

    @cached_property
    def _tracked(self) -> tuple[Streak | Pattern, ...]:
        """The conditions that may start again, each once."""
        return tuple(dict.fromkeys(p for p in self._leaves if isinstance(p, Streak | Pattern)))

    @cached_property
    def tracked_events(self) -> tuple[Event, ...]:
        """The events that streaks and patterns look for."""
        return tuple(dict.fromkeys(event for condition in self._tracked for event in events_of(condition)))

    @cached_property
    def watched(self) -> tuple[Event, ...]:
        """Every event that a line or a claim looks for."""
        return tuple(dict.fromkeys((*self.events, *self.tracked_events)))

    @property
    def only_grows(self) -> bool:
        """Whether every register but the phase only grows."""
        return not self._tracked

    @cached_property
    def sequence_length(self) -> int:
        return max((max(p.places) for p in self._leaves if isinstance(p, Sequence)), default=0)

    @cached_property
    def has_phase(self) -> bool:
        """Whether the phase of the base game matters.

        A wager that only asks "does this roll count?" needs none: the rolls that count are still
        independent outcomes, and the others change nothing, unless a claim may be made after them.
        """
        return self.is_phased or (len(self.game.phases) > 1 and self.claims_while_off)

    @cached_property
    def is_phased(self) -> bool:
        """Whether what an outcome is depends on the phase of the base game."""
        return len(self.game.phases) > 1 and any(len(set(self.rows_of(event))) > 1 for event in self.asked)

    def rows_of(self, event: Event) -> tuple[frozenset[int], ...]:
        """The places of the outcomes that bring an event, in each phase of the base game."""
        return _rows(event.cells, len(self.game.phases))

    @property
    def claims_while_off(self) -> bool:
        """Whether a claim may be open after outcomes that did not count."""
        return self.works is not None and any(claim.when == Played(0) for claim in self.claims)

    @property
    def counts_at_once(self) -> bool:
        """Whether the first outcome that counts comes in the phase in which the wager is bet."""
        return self.works is None or not self.has_phase

    @cached_property
    def asked(self) -> tuple[Event, ...]:
        """Every event that a line, a claim or the end looks for."""
        return (*self.watched, *((self.ends.event,) if self.ends.event is not None else ()))

    @cached_property
    def is_fine(self) -> bool:
        """Whether it looks at more than the outcomes of the game tell apart."""
        return any(event.is_fine for event in self.asked)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes of the game, or one for each class of them that its events tell apart."""
        return self.game.classes(self.asked) if self.is_fine else self.game.outcomes

    @property
    def is_too_fine(self) -> bool:
        """Whether its events tell apart more outcomes than can be listed in seconds."""
        return self.is_fine and self.game.tells_apart_too_much(self.asked)

    @cached_property
    def registers(self) -> tuple[Register, ...]:
        """Phase, outcomes played, numbers of the sequence, counters; empty ones left out."""
        wanted: list[tuple[str, int]] = []
        if self.has_phase:
            wanted.append(("phase", len(self.game.phases)))
        if self._played_cap:
            wanted.append(("played", self._played_cap + 1))
        wanted += [(f"{self.game.unit} {place + 1}", self._codes + 1) for place in range(self.sequence_length)]
        wanted += [(event.words, cap + 1) for event, cap in self.events.items()]
        wanted += [(phrase(one), len(automaton(one).held_by_value)) for one in self._tracked]
        registers, stride = [], 1
        for name, size in wanted:
            registers.append(Register(name, size, stride))
            stride *= size
            if stride > SIZE_MAX and not self.reaches_few:
                raise TooLargeError("registers", limit=SIZE_MAX)
        return tuple(registers)

    @cached_property
    def _codes(self) -> int:
        """The highest number that a sequence remembers; all outcomes without a number are one, unless a line asks."""
        asked = [p for p in self._leaves if isinstance(p, Sequence)]
        if any(p.relation == "same" or max(p.numbers, default=0) > self.game.top for p in asked):
            return max(map(self.game.code, self.game.outcomes))
        return self.game.top + 1

    @cached_property
    def span(self) -> int:
        """How many states the registers could hold, reachable or not."""
        last = self.registers[-1:]
        return last[0].stride * last[0].size if last else 1

    @property
    def reaches_few(self) -> bool:
        """Whether the states that can be reached are few beside those the registers could hold."""
        return bool(self.sequence_length) or (self.ends.outcomes or FORESEEN_MAX + 1) <= FORESEEN_MAX

    @cached_property
    def phases(self) -> int:
        return len(self.game.phases) if self.has_phase else 1

    @cached_property
    def played(self) -> Register | None:
        """The register that counts the outcomes played, where one is needed."""
        return self.registers[self.has_phase] if self._played_cap else None

    @cached_property
    def _played_cap(self) -> int:
        horizon = self.ends.outcomes - 1 if self.ends.outcomes is not None else 0
        return max(horizon, *(p.outcomes for p in self._leaves if isinstance(p, Played)), 0)

    @cached_property
    def spins(self) -> tuple[Register, ...]:
        """The registers that remember the numbers of a sequence, by place."""
        first = self.has_phase + bool(self._played_cap)
        return self.registers[first : first + self.sequence_length]

    @cached_property
    def counters(self) -> dict[Event, Register]:
        if not self.events:
            return {}
        first = self.has_phase + bool(self._played_cap) + self.sequence_length
        return dict(zip(self.events, self.registers[first : first + len(self.events)], strict=True))

    @cached_property
    def trackers(self) -> dict[Streak | Pattern, Tracker]:
        """The registers that may start again, by the condition that each is for."""
        if not self._tracked:
            return {}
        trackers = {}
        for condition, register in zip(self._tracked, self.registers[-len(self._tracked) :], strict=True):
            built = automaton(condition)
            held = frozenset(value for value, holds in enumerate(built.held_by_value) if holds)
            trackers[condition] = Tracker(condition, register, built.moves, held, built.missing)
        return trackers

    # ---- what an outcome does
    @cached_property
    def letters(self) -> tuple[tuple[tuple[int, ...], tuple[Effect, ...]], ...]:
        """Outcomes that this machine cannot tell apart, each group with its effect in every phase."""
        moves = self.game.moves if self.has_phase else ((0,) * len(self.outcomes),)
        masks = [[0] * len(row) for row in moves]
        if self.is_fine:
            masks = [[self._answers(outcome) for outcome in self.outcomes]]
        else:
            for place, event in enumerate(self._looked_for):
                for mask, row in zip(masks, self.rows_of(event), strict=False):
                    for index in row:
                        mask[index] |= 1 << place
        numbers = map(self._remembered, self.outcomes) if self.sequence_length else repeat(0)
        number_of = tuple(islice(numbers, len(self.outcomes)))
        counts: list[list[bool]] = [[True] * len(row) for row in moves]
        if self.works is not None and self.has_phase:
            counts = [[index in row for index in range(len(self.outcomes))] for row in self.rows_of(self.works)]
        by_phase = [
            zip(targets, masks[phase], number_of, counts[phase], strict=True) for phase, targets in enumerate(moves)
        ]
        groups: dict[tuple[tuple[int, int, int, bool], ...], list[int]] = {}
        for index, signature in enumerate(zip(*by_phase, strict=True)):
            groups.setdefault(signature, []).append(index)
        effects = {one: self._effect(*one) for one in set(chain.from_iterable(groups))}
        return tuple(
            (tuple(indexes), tuple([effects[one] for one in signature])) for signature, indexes in groups.items()
        )

    @cached_property
    def _looked_for(self) -> tuple[Event, ...]:
        """The events that are counted, those of streaks and patterns, and the one that ends it."""
        ends = (self.ends.event,) if self.ends.event is not None else ()
        return (*self.events, *self.tracked_events, *ends)

    def _effect(self, phase: int, mask: int, number: int, counts: bool) -> Effect:
        """The effect of an outcome that is the events of a mask, among those looked for."""
        if not counts:
            return Effect(phase, (), 0, False, False)
        counted, tracked = len(self.events), self.tracked_events
        raised = tuple([place for place in range(counted) if mask >> place & 1])
        seen = frozenset([event for place, event in enumerate(tracked, counted) if mask >> place & 1])
        ends = self.ends.event is not None and bool(mask >> len(self._looked_for) - 1)
        return Effect(phase, raised, number, ends, True, seen)

    def _answers(self, outcome: Outcome) -> int:
        """The events that an outcome is, by asking each of them, as a mask."""
        return sum(
            1 << place for place, event in enumerate(self._looked_for) if event.test is not None and event.test(outcome)
        )

    def effects_of(self, outcome: Outcome) -> tuple[Effect, ...]:
        """What an outcome does in each phase; one that events look at closer is asked itself."""
        if not self.is_fine:
            return self._effects[outcome]
        mask = self._answers(outcome)
        found = self._fine_effects.get(mask)
        if found is None:
            found = self._fine_effects[mask] = (self._effect(0, mask, 0, True),)
        return found

    @cached_property
    def _fine_effects(self) -> dict[int, tuple[Effect, ...]]:
        """The effects of outcomes that are asked themselves, by the events that they are."""
        return {self._answers(self.outcomes[indexes[0]]): effects for indexes, effects in self.letters}

    def _remembered(self, outcome: Outcome) -> int:
        """What a sequence remembers of an outcome."""
        if self._codes > self.game.top + 1:
            return self.game.code(outcome)
        return self.game.number(outcome) or self.game.top + 1

    @cached_property
    def _effects(self) -> dict[Outcome, tuple[Effect, ...]]:
        outcomes = self.game.outcomes
        return {outcomes[index]: effects for indexes, effects in self.letters for index in indexes}

    @cached_property
    def move(self) -> Move:
        """Takes a state and an effect to the state after it, and whether the wager's time is up."""
        return mover(self)

    def moves_of(self, effect: Effect) -> Moves:
        """What an effect does to the registers."""
        counters = [self._counter_list[index] for index in effect.counters]
        raised = tuple((one.stride, one.size, one.size - 1) for one in counters)
        trackers = [(one.register, one.shifts(effect.seen)) for one in self._tracker_list]
        return Moves(raised, tuple((register.stride, register.size, shifts) for register, shifts in trackers))

    @cached_property
    def known_moves(self) -> dict[int, Moves]:
        """What the effects of the letters do, by their identity: they live as long as the machine."""
        return {id(effect): self.moves_of(effect) for _, effects in self.letters for effect in effects if effect.counts}

    @cached_property
    def _tracker_list(self) -> tuple[Tracker, ...]:
        return tuple(self.trackers.values())

    @cached_property
    def _counter_list(self) -> tuple[Register, ...]:
        return tuple(self.counters.values())

    def counts(self, phase: int, outcome: Outcome) -> bool:
        """Whether an outcome in a phase of the base game counts for the wager at all; if not, do not step it."""
        return self.works is None or (phase, self.game.outcomes.index(outcome)) in self.works.cells

    def step(self, state: int, outcome: Outcome) -> tuple[int, int | None]:
        """The state after an outcome, and the result if the wager is now decided.

        >>> from rackcard.card import load
        >>> from rackcard.machine import bets
        >>> line = bets(load("craps"))[0].machine
        >>> state, result = line.step(0, (3, 5)); result is None
        True
        >>> line.step(state, (2, 6))[1]
        0
        """
        return self.resolve(state, self.effects_of(outcome)[state % self.phases])

    def resolve(self, state: int, effect: Effect) -> tuple[int, int | None]:
        """The state after an effect, and the result if the wager is now decided: never while it is off."""
        target, over = self.move(state, effect)
        return target, self.verdict(target, over) if effect.counts else None

    def follow(self, state: int, outcome: Outcome) -> tuple[int, bool]:
        """The state after an outcome, and whether the wager's time is up."""
        return self.move(state, self.effects_of(outcome)[state % self.phases])

    # ---- when it is decided
    @cached_property
    def verdict(self) -> Decider:
        """Takes a state, and whether the wager's time is up, to the result if no outcome can change it, else None.

        A wager that settles at the end is paid there; it is lost as soon as it is lost. A third argument are the
        lines that may still hold, where that is known from a state before.
        """
        return verdict_of(self)

    def still_asked(self, state: int) -> Iterable[tuple[int, Test]]:
        """The lines that may hold in some later state, up to one that holds for good."""
        if len(self.lines) == 1:
            return self.numbered_tests
        asked = []
        for result, test in self.numbered_tests:
            holds = test(state, False)
            if holds is not False:
                asked.append((result, test))
            if holds:
                break
        return asked

    @cached_property
    def foregone(self) -> dict[int, int]:
        """The result of every state in which a wager of fixed length is open by its lines and has one future only.

        The lines count what is missing. They do not see that a seven-out needs a point to be on, or that some
        event must come. A wager with a sequence goes by its lines alone.
        """
        if not self.ends.is_fixed or not 1 < (self.ends.outcomes or 0) <= FORESEEN_MAX or self.spins:
            return {}
        moves: dict[int, list[tuple[int, bool]]] = {}
        waiting = list(range(self.phases))
        while waiting:
            state = waiting.pop()
            if state in moves:
                continue
            if len(moves) > FUTURES_MAX:
                return {}
            moves[state] = [self.move(state, effects[state % self.phases]) for _, effects in self.letters]
            waiting += [target for target, over in moves[state] if not over]
        found = {state: next(iter(results)) for state, results in self._futures(moves).items() if len(results) == 1}
        return {
            state: result
            for state, result in found.items()
            if self.played is not None and self.played.read(state) and not self.waits_for_the_end(result)
        }

    def _futures(self, moves: dict[int, list[tuple[int, bool]]]) -> dict[int, set[int]]:
        """For every state the results that some way on leads to; outcomes that do not count may lead back."""
        futures: dict[int, set[int]] = {state: set() for state in moves}
        changed = True
        while changed:
            changed = False
            for state in sorted(moves, reverse=True):
                results = futures[state]
                before = len(results)
                for target, over in moves[state]:
                    if over:
                        results.add(self._first_line(target))
                    elif self.takes_first and (line := self._first_line(target, over=False)) != self.loss:
                        results.add(line)
                    else:
                        results |= futures[target]
                changed = changed or len(results) != before
        return futures

    def _first_line(self, state: int, over: bool = True) -> int:
        """The first line that holds in a state, or the loss."""
        return next((result for result, test in enumerate(self._tests) if test(state, over)), self.loss)

    def line_holds(self, line: int, state: int) -> bool:
        """Whether a line holds in a state for good, while the wager goes on."""
        return bool(self._tests[line](state, False))

    @cached_property
    def _tests(self) -> tuple[Test, ...]:
        return tuple(condition_test(self, line) for line in self.lines)

    @cached_property
    def numbered_tests(self) -> tuple[tuple[int, Test], ...]:
        return tuple(enumerate(self._tests))

    @cached_property
    def still(self) -> Callable[[int, int], bool | None]:
        """Asks of a state and a missing count: None while it can still come, False when too few outcomes are left."""
        if self.ends.outcomes is None:
            return lambda state, missing: None
        ends, played = self.ends.outcomes, self.played
        if played is None:
            return lambda state, missing: None if missing <= ends else False
        return lambda state, missing: None if missing <= ends - played.read(state) else False

    def held_line(self, line: int, state: int) -> str:
        """In words, what has happened that makes a line hold; remembered, since every roll asks again."""
        found = self._held.get((line, state))
        if found is None:
            found = self._held[line, state] = self.held(self.lines[line], state)
        return found

    @cached_property
    def _held(self) -> dict[tuple[int, int], str]:
        return {}

    def held(self, condition: Condition, state: int) -> str:
        """In words, what has happened that makes a condition hold: of several parts the first that does."""
        match condition:
            case Several(parts, wanted):
                held = [self.held(part, state) for part in parts if condition_test(self, part)(state, True)]
                return " and ".join(held[:wanted])
            case Happened() | Exactly() | Streak() | Pattern():
                return phrase(condition)
            case Different(events):
                seen = [event.words for event in events if self.counters[event].read(state)]
                verb = seen[0].split(" ")[-1] if seen else ""
                return " ".join(words.removesuffix(f" {verb}") for words in seen) + f" {verb}"
            case Played() | Sequence():
                return ""
            case _:
                assert_never(condition)

    # ---- what is offered
    def offered(self, state: int) -> tuple[int, ...]:
        """The claims open to the player in a state between outcomes; remembered, since every play asks again."""
        found = self._offered.get(state)
        if found is None:
            found = self._offered[state] = tuple(
                index
                for index, (when, unless) in enumerate(self._claim_tests)
                if when(state, False) and not (unless and unless(state, False))
            )
        return found

    @cached_property
    def _offered(self) -> dict[int, tuple[int, ...]]:
        return {}

    @cached_property
    def _claim_tests(self) -> tuple[tuple[Test, Test | None], ...]:
        return tuple(
            (condition_test(self, claim.when), condition_test(self, claim.unless) if claim.unless is not None else None)
            for claim in self.claims
        )

    def marks(self, state: int) -> dict[str, int]:
        """What the layout shows: counts by what is counted, numbers by spin (a zero is 0); nothing for one outcome."""
        if self.ends.is_single:
            return {}
        marks = {event.words: count for event, r in self.counters.items() if (count := r.read(state))}
        marks |= {tracker.register.name: n for tracker in self._tracker_list if (n := tracker.register.read(state))}
        numbers = {
            spin.name: number if number <= self.game.top else 0 for spin in self.spins if (number := spin.read(state))
        }
        return numbers | marks

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        how = (self.settles_at_end, self.takes_first, self.works, self.begins)
        return hash((self.lines, self.ends, self.claims, how))
