"""Checking a card as a whole: lines that can never be paid and counts left out, each with a witness."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from rackcard.card import Card, CardError
from rackcard.card.phrases import Rung
from rackcard.games.device import Chance
from rackcard.games.game import Event, Outcome
from rackcard.machine.bet import Bet, bets, sibling
from rackcard.machine.explore import explore, starts
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.machine.registers import Effect
from rackcard.wording.cli import check_passed

SEARCH_MAX = 20_000
"""A search for a witness gives up after so many states; what it has not disproved is then believed."""
MOVES_MAX = 300_000
"""All searches for one card together give up after so many moves: sixty thousand do for any shipped card."""
BETS_MAX = 6_000
Impossible = Callable[[Machine], frozenset[Outcome]]
"""The outcomes that the device of a card never brings, of those that a machine tells apart."""
STAGES_MAX = 16
"""How many wagers the stake of one may become."""


def none(machine: Machine) -> frozenset[Outcome]:
    """A device that brings every outcome."""
    return frozenset()


def never(chance: Chance) -> Impossible:
    """What a device never brings."""
    return lambda machine: frozenset() if machine.is_too_fine else chance.never(machine.asked, machine.outcomes)


class _Patience:
    """How many moves may still be looked at for one card."""

    def __init__(self) -> None:
        self.left = MOVES_MAX

    def spend(self, moves: int) -> None:
        self.left -= moves
        if self.left < 0:
            raise TooLargeError("search")


def check(card: Card) -> int:
    """Refuse the card if anything in it is wrong under any options; say how many bets were looked at."""

    def refuse(error: CardError) -> NoReturn:
        raise error

    return examine(card, refuse)


def examine(card: Card, refuse: Callable[[CardError], None]) -> int:
    """Look at every bet of a card under all options and pass on the first error of each; how many were looked at."""
    looked = 0
    if card.count_bets() > BETS_MAX:
        _refuse_bets(card)
    seen: set[tuple[Machine, tuple[tuple[str, Rung | None], ...], Hashable]] = set()
    known: set[tuple[int, Hashable]] = set()
    patience = _Patience()
    for options in card.combinations(readings_only=False):
        chance = card.chance(options)
        impossible, lacks = never(chance), (chance.impossible, chance.scarce)
        every = card.terms(options)
        families = _Families()
        if every and not any(terms.is_bet for terms in every):
            card.origin.refuse(every[0].location, "never-bet")
        looked += sum(terms.has_rule for terms in every)
        new = [terms for terms in every if (id(terms), lacks) not in known]
        known.update((id(terms), lacks) for terms in new)
        if len({terms for terms, _ in known}) > BETS_MAX:
            _refuse_bets(card)
        for bet in bets(card, options, new):
            rules = tuple((line.label, line.rung) for line in bet.terms.lines)  # whatever they pay
            shape = bet.machine if bet.machine.has_phase else replace(bet.machine, works=None)
            key = (shape, rules, lacks)
            error = None if key in seen else _error(bet, impossible, patience)
            if error is None:
                seen.add(key)
            families.add(bet, error)
        for error in families.errors():
            refuse(error)
    return looked


Letters = Sequence[tuple[Outcome, tuple[Effect, ...]]]
"""What outcomes do, with one outcome that does it."""


def _letters(machine: Machine, impossible: Impossible = none) -> Letters:
    """What the outcomes that can come do to a machine."""
    found = []
    out = impossible(machine)
    for numbers, effects in machine.letters:
        some = (machine.outcomes[number] for number in numbers)
        outcome = next((outcome for outcome in some if outcome not in out), None)
        if outcome is not None:
            found.append((outcome, effects))
    return found


def _error(bet: Bet, impossible: Impossible, patience: _Patience) -> CardError | None:
    """The first error of a bet."""
    try:
        _check_ladder(bet)
        _check_end(bet, impossible)
        _check_reach(bet, impossible, patience)
        _check_turns(bet, impossible)
    except CardError as error:
        return error
    return None


class _Families:
    """The errors of bets; a line that is never paid on one place of a layout is an error only where all have it."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], list[CardError | None]] = {}

    def add(self, bet: Bet, error: CardError | None) -> None:
        self.found.setdefault((bet.terms.group, bet.terms.table), []).append(error)

    def errors(self) -> Iterator[CardError]:
        for every in self.found.values():
            first = next((error for error in every if error is not None), None)
            if first is not None and (all(every) or not _is_of_a_line(first)):
                yield first


def _is_of_a_line(error: CardError) -> bool:
    return error.code.startswith("line-never")


def _refuse_bets(card: Card) -> NoReturn:
    combinations = sum(1 for _ in card.combinations(readings_only=False))
    first = card.terms()
    card.origin.refuse(
        first[0].location, "too-many-bets", combinations=combinations, bets=len(first), limit=BETS_MAX
    )  # fmt: skip


def witness(
    machine: Machine, result: int, patience: _Patience | None = None, impossible: Impossible = none
) -> list[str] | None:
    """A shortest sequence of outcomes that ends in the result; None if there is none."""
    letters = _letters(machine, impossible)
    return _search(machine, begins_in(machine), lambda decided: decided == result, patience, letters=letters)


def begins_in(machine: Machine) -> tuple[int, ...]:
    """The states in which a wager may begin."""
    return tuple(starts(machine, dict.fromkeys(machine.outcomes, 1))) if machine.begins else (machine.first,)


def way_to(machine: Machine, state: int) -> list[str] | None:
    """A shortest sequence of outcomes that leads to a state without a decision; None if there is none."""
    return _search(machine, begins_in(machine), lambda decided: False, state=state)


def _search(
    machine: Machine,
    begin: tuple[int, ...],
    wanted: Callable[[int], bool],
    patience: _Patience | None = None,
    state: int | None = None,
    letters: Letters | None = None,
) -> list[str] | None:
    """A shortest sequence to a result that is wanted, or to a state; raises where there are too many states."""
    sought = state
    known = _letters(machine) if letters is None else letters
    waiting, came = deque(begin), dict[int, tuple[int, int] | None](dict.fromkeys(begin))
    results: dict[tuple[int, bool], int | None] = {}
    while waiting:
        if len(came) > SEARCH_MAX:
            raise TooLargeError("search")
        if patience is not None:
            patience.spend(len(known))
        state = waiting.popleft()
        for letter, (_, effects) in enumerate(known):
            effect = effects[state % machine.phases]
            target, over = machine.move(state, effect)
            if effect.counts and (target, over) not in results:
                results[target, over] = machine.verdict(target, over)
            decided = results[target, over] if effect.counts else None
            if decided is not None and wanted(decided):
                return _path(machine, known, came, state, letter)
            if decided is None and target not in came:
                came[target] = state, letter
                waiting.append(target)
                if target == sought:
                    return _path(machine, known, came, state, letter)
    return None


def _path(
    machine: Machine, letters: Letters, came: dict[int, tuple[int, int] | None], state: int, letter: int
) -> list[str]:
    """The outcomes that led to a state, and the one after it; ``came`` has the state and the letter before each."""
    path = [letter]
    while (before := came[state]) is not None:
        state, letter = before
        path.append(letter)
    return [machine.game.label(letters[letter][0]) for letter in reversed(path)]


def _outcomes(machine: Machine, path: list[str]) -> str:
    """What so many outcomes are called."""
    return machine.game.unit if len(path) == 1 else machine.game.units


def highest_count(bet: Bet) -> int | None:
    """The highest count that a ladder can come to, or None where there is no end."""
    counted, last = bet.terms.counted, bet.machine.ends.outcomes
    assert counted is not None
    bounds = [bound for bound in (counted.most, last if counted.kind in ("event", "outcomes") else None) if bound]
    return min(bounds, default=None)


WALK_MAX = 2_000
"""So many outcomes are tried on a walk before the states are searched."""


def _walked(machine: Machine, letters: Letters) -> set[int]:
    """Results met where outcomes come one after another in turn and those that would decide the wager are passed by.

    The walk ends where every pay line has been met, or where it comes back to a state that it set out from.
    """
    met: set[int] = set()
    lines = set(range(machine.loss))
    for here in begins_in(machine):
        seen: set[int] = set()
        while here not in seen and len(seen) * len(letters) < WALK_MAX:
            seen.add(here)
            for _, effects in letters:
                target, decided = machine.resolve(here, effects[here % machine.phases])
                if decided is None:
                    here = target
                else:
                    met.add(decided)
            if lines <= met:
                return met
    return met


def unpaid(bet: Bet, patience: "_Patience | None" = None, impossible: Impossible = none) -> set[int]:
    """The pay lines that no sequence of outcomes pays; empty where there are too many states to say."""
    letters = _letters(bet.machine, impossible)
    waiting = set(range(len(bet.terms.lines))) - _walked(bet.machine, letters)
    if not waiting:
        return waiting

    def found_all(decided: int) -> bool:
        waiting.discard(decided)
        return not waiting

    try:
        _search(bet.machine, begins_in(bet.machine), found_all, patience, letters=letters)
    except TooLargeError:
        return set()
    return waiting


def _check_ladder(bet: Bet) -> None:
    """Every count from the lowest paid to the highest possible has its rung."""
    counted, origin = bet.terms.counted, bet.card.origin
    rungs = [(line, line.rung) for line in bet.terms.lines if line.rung]
    claimed = [offer.rung for offer in bet.terms.offers if offer.rung is not None]
    if counted is None or not rungs:
        return
    every = (*(rung for _, rung in rungs), *claimed)
    counts: set[int] = set()
    for rung in every:
        covered = set(range(rung.count, rung.highest + 1))
        if both := counts & covered:
            origin.refuse(rungs[0][0].location, "rungs-overlap", count=min(both), counted=counted.words)
        counts |= covered
    top_line, top = rungs[0]
    most = highest_count(bet)
    highest = top.count if most is None else min(top.count, most + 1)
    missing = [count for count in range(min(counts), highest) if count not in counts]
    open_above = not top.or_more and (most is None or top.highest < most)
    for count in [*missing, *([top.highest + 1] if open_above else [])]:
        shape = replace(
            bet.machine,
            lines=(counted.at_least(count + 1), counted.at_least(count)),
            settles_at_end=True,
            claims=(),
        )
        try:
            path = witness(shape, 1)
        except TooLargeError:  # without an example, then
            path = None
        origin.refuse(
            top_line.location,
            "count-without-pay.top" if count > top.highest else "count-without-pay",
            count=count,
            counted=counted.words,
            top=top.count,
            outcomes=_outcomes(shape, path or []),
            shown_by=path,
        )


def _check_end(bet: Bet, impossible: Impossible) -> None:
    """Every state leads to a decision: what ends the wager can happen in a phase in which the wager works."""
    machine = bet.machine
    event = machine.ends.event
    if event is None or machine.ends.outcomes:
        return
    if machine.has_phase and not impossible(machine) and _ends_from_everywhere(machine, event):
        return
    can_end = not impossible(machine) or any(
        one.ends for _, effects in _letters(machine, impossible) for one in effects
    )
    if not can_end or (machine.has_phase and _may_go_on_for_ever(machine, impossible)):
        game = machine.game
        bet.card.origin.refuse(
            bet.terms.location,
            "never-decided",
            wager=bet.terms.wager,
            unit=game.unit,
            example=game.examples["ends"],
        )


def _may_go_on_for_ever(machine: Machine, impossible: Impossible) -> bool:
    """Whether some state leads to no decision; False where there are too many states to say."""
    out = impossible(machine)
    weights = {outcome: int(outcome not in out) for outcome in machine.outcomes}
    try:
        rows = explore(machine, weights).rows
    except TooLargeError:
        return False
    before: dict[int, list[int]] = {}
    for state, row in rows.items():
        for target in row:
            before.setdefault(target, []).append(state)
    waiting = [target for target in before if target < 0]
    while waiting:
        waiting += before.pop(waiting.pop(), ())
    return any(target in rows for target in before)


def _ends_from_everywhere(machine: Machine, ends: Event) -> bool:
    """Whether every phase of the base game leads to an outcome that counts for the wager and ends it."""
    moves, works = machine.game.moves, machine.works
    leading = {phase for phase, outcome in ends.cells if works is None or (phase, outcome) in works.cells}
    for _ in moves:
        leading |= {phase for phase, row in enumerate(moves) if leading.intersection(row)}
    return len(leading) == len(moves)


def _check_reach(bet: Bet, impossible: Impossible, patience: _Patience) -> None:
    """Every pay line is the first to hold in some sequence."""
    machine = bet.machine
    for result in sorted(unpaid(bet, patience, impossible)):
        line = bet.terms.lines[result]
        if line.rung is not None:
            continue  # it is noted, not refused
        try:
            alone = witness(_with_first(machine, result), 0, patience, impossible)
        except TooLargeError:
            continue
        earlier = None if alone is None else _taken_by(machine, alone)
        if alone is None or earlier is None or earlier >= len(bet.terms.lines):  # no other line takes it either
            code = "line-never-paid.first" if _is_paid_later(machine, result) else "line-never-paid"
            bet.card.origin.refuse(line.location, code, line=line.label, units=machine.game.units)
        bet.card.origin.refuse(
            line.location,
            _never_first(machine, result, earlier, patience, impossible),
            line=line.label,
            outcomes=_outcomes(machine, alone),
            path=alone,
            earlier=bet.terms.lines[earlier].label,
        )


def _is_paid_later(machine: Machine, result: int) -> bool:
    """Whether a line that no wager from the first phase is paid on would be paid on one that is bet later."""
    if not machine.has_phase or machine.begins:
        return False
    later = frozenset(range(1, machine.phases))
    try:
        return witness(replace(_with_first(machine, result), begins=(later,)), 0) is not None
    except TooLargeError:
        return False


def _never_first(machine: Machine, result: int, earlier: int, patience: _Patience, impossible: Impossible) -> str:
    """The code of a line that another always takes; putting it first helps only where the other is then still paid."""
    if machine.takes_first:
        return "line-never-first.happens"
    try:
        swapped = witness(_with_first(machine, result), earlier + (earlier < result), patience, impossible)
    except TooLargeError:
        return "line-never-first"
    return "line-never-first.same" if swapped is None else "line-never-first"


def _check_turns(bet: Bet, impossible: Impossible) -> None:
    """Every wager that a stake may become leads to one that pays or loses it."""
    if not any(result.turns_into for result in bet.results):
        return
    stages, following, ending = [bet], dict[str, set[str]](), set[str]()
    for stage in stages:  # grows while it is read
        results = _reached(stage.machine, impossible)
        turns = {stage.results[result].turns_into for result in results}
        for name in sorted(turns - {""}):
            _check_stage(bet, name)
        following[stage.terms.wager] = turns - {""}
        if "" in turns:
            ending.add(stage.terms.wager)
        known = {one.terms.wager for one in stages}
        stages += [sibling(bet, name) for name in sorted(turns - {""} - known)]
        if len(stages) > STAGES_MAX:
            bet.card.origin.refuse(bet.terms.location, "too-many-stages", wager=bet.terms.wager, limit=STAGES_MAX)
    for _ in stages:
        ending |= {name for name, turns in following.items() if turns & ending}
    if lost := [name for name in following if name not in ending]:
        bet.card.origin.refuse(bet.terms.location, "never-decided.turns", wager=bet.terms.wager, lost=lost)


def _check_stage(bet: Bet, name: str) -> None:
    """A wager that a stake may become has one rule, and posted pays."""
    every = [terms for terms in bet.card.terms(bet.options) if name in (terms.wager, terms.group)]
    if not any(terms.wager == name and terms.has_rule for terms in every):
        bet.card.origin.refuse(bet.terms.location, "turns-into-places", wager=bet.terms.wager, other=name)
    if not sibling(bet, name).terms.is_posted:
        bet.card.origin.refuse(bet.terms.location, "turns-into-unposted", wager=bet.terms.wager, other=name)


def _reached(machine: Machine, impossible: Impossible) -> set[int]:
    """The results that some sequence leads to; all of them where there are too many states to look at."""
    found: set[int] = set()

    def seen_all(decided: int) -> bool:
        found.add(decided)
        return len(found) == machine.results

    try:
        _search(machine, begins_in(machine), seen_all, letters=_letters(machine, impossible))
    except TooLargeError:
        return set(range(machine.results))
    return found


def _with_first(machine: Machine, result: int) -> Machine:
    """The machine with one of its lines before the others: what the line takes when no other takes it first."""
    lines = machine.lines
    return replace(machine, lines=(lines[result], *lines[:result], *lines[result + 1 :]), takes_first=False)


def _taken_by(machine: Machine, path: list[str]) -> int:
    """The line that pays a sequence, or what follows it."""
    labels = {machine.game.label(outcome): outcome for outcome in machine.outcomes}
    state, result = begins_in(machine)[0], None
    for label in path:
        state, result = machine.step(state, labels[label])
        if result is not None:
            return result
    found: list[int] = []
    _search(machine, (state,), lambda decided: found.append(decided) or True)  # type: ignore[func-returns-value]
    return found[0]


def summary(looked: int, card: Card) -> str:
    """One line for a card without errors."""
    combinations = sum(1 for _ in card.combinations(readings_only=False))
    wagers = len({terms.group for terms in card.terms()})
    return check_passed(card.id, wagers, combinations)
