"""The second settler: slow and plain, from the outcomes themselves.

It shares no registers, no machine and no rounding with the table. For every wager it lists the outcomes that
count, asks the card's lines in order, and, where a wager has a short and fixed length, tries every future.
"""

from collections.abc import Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, floor
from typing import assert_never

from rackcard.card import Offer, Terms
from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
from rackcard.games.game import Event, Game, Outcome
from rackcard.table.state import Entered, Table, Wager

FORESEEN_MAX = 4
"""Wagers over more outcomes than this, or with sequences, are decided by what their lines say alone."""

Seen = tuple[tuple[int, int], ...]
"""The outcomes that counted, each as its phase and its number."""


def history(
    table: Table, entered: SequenceOf[Entered], known: SequenceOf[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Every outcome with the phase it came in: those that are known, from the come-out on, and those entered since."""
    seen = list(known)
    for one in entered:
        phase = table.game.moves[seen[-1][0]][seen[-1][1]] if seen and len(table.game.phases) > 1 else 0
        seen.append(_Seen.of(phase, table.game.outcomes.index(one.outcome), one.outcome))
    return seen


class _Seen(tuple[int, int]):
    """The phase and number of an outcome, with the outcome for events that look at more than its number."""

    outcome: Outcome

    @classmethod
    def of(cls, phase: int, number: int, outcome: Outcome) -> "_Seen":
        seen = cls((phase, number))
        seen.outcome = outcome
        return seen


def _is(event: Event, cell: tuple[int, int]) -> bool:
    """Whether an outcome that came is an event."""
    return event.holds(cell, cell.outcome) if event.is_fine and isinstance(cell, _Seen) else cell in event.cells


def _count(event: Event, seen: Seen) -> int:
    """How often an event came."""
    return sum([_is(event, cell) for cell in seen]) if event.is_fine else sum(map(event.cells.__contains__, seen))


def counted(terms: Terms, seen: SequenceOf[tuple[int, int]], since: int) -> Seen:
    """The outcomes a wager looks at: since its bet, or since its round began if its marks run on their own."""
    return tuple(cell for cell in _own(terms, seen, since) if _works(terms, cell))


def _own(terms: Terms, seen: SequenceOf[tuple[int, int]], since: int) -> SequenceOf[tuple[int, int]]:
    """Every outcome a wager is up for, in the phases it sees: those of a line of its own start with its bet."""
    if not terms.own_line:
        return seen[_marks_start(terms, seen, since) :]
    cells, phase = [], 0
    for _, outcome in seen[since:]:
        cells.append((phase, outcome))
        phase = terms.game.moves[phase][outcome]
    return cells


def _marks_start(terms: Terms, seen: SequenceOf[tuple[int, int]], since: int) -> int:
    """Where the marks of a wager that was bet after so many outcomes began."""
    if terms.marks not in ("sevens", "hand", "game"):
        return since
    start = _round_start(terms, seen, since)
    if terms.marks == "game":
        for end in range(start + 1, since + 1):
            worked = tuple(cell for cell in seen[start:end] if _works(terms, cell))
            if _works(terms, seen[end - 1]) and verdict(terms, terms.game, worked) is not None:
                start = end
    return start


def _round_start(terms: Terms, seen: SequenceOf[tuple[int, int]], since: int) -> int:
    """Where the round that a wager was bet in began."""
    start, event = since, terms.ends.event
    while start and not (event and seen[start - 1] in event.cells and _works(terms, seen[start - 1])):
        start -= 1
    if terms.ends.outcomes is not None:
        worked = [place for place in range(start, since) if _works(terms, seen[place])]
        rounds = len(worked) // terms.ends.outcomes
        start = worked[rounds * terms.ends.outcomes - 1] + 1 if rounds else start
    return start


def _works(terms: Terms, cell: tuple[int, int]) -> bool:
    return terms.works is None or cell in terms.works.cells


def verdict(terms: Terms, game: Game, seen: Seen) -> int | None:
    """The line that is paid, the number of lines for a loss, or None while it is open."""
    left = _left(terms, seen)
    result = _by_lines(terms, game, seen, left)
    if left == 0:
        return result
    if result is None and _is_foreseen(terms):
        futures = _futures(terms, game, seen)
        result = next(iter(futures)) if len(futures) == 1 else None
    return result if result == len(terms.lines) or not terms.settles_at_end else None


def _is_foreseen(terms: Terms) -> bool:
    """Whether every future is tried: a short wager of fixed length that does not compare numbers."""
    if not terms.ends.is_fixed or (terms.ends.outcomes or 0) > FORESEEN_MAX:
        return False
    return not any(isinstance(part, Sequence) for line in terms.lines for part in _parts(line.when))


def _left(terms: Terms, seen: Seen) -> int | None:
    """How many outcomes can still count: 0 when the wager is over, None where there is no limit."""
    event, outcomes = terms.ends.event, terms.ends.outcomes
    if seen and event is not None and seen[-1] in event.cells:
        return 0
    return None if outcomes is None else max(outcomes - len(seen), 0)


def _by_lines(terms: Terms, game: Game, seen: Seen, left: int | None) -> int | None:
    """What the lines say alone: the first that holds where no line before it still can, or the first to happen."""
    is_open = False
    for index, line in enumerate(terms.lines):
        answer = _answer(line.when, game, seen, left)
        if answer:
            return index
        if answer is None and not terms.takes_first:
            return None
        is_open = is_open or answer is None
    return None if is_open else len(terms.lines)


@lru_cache(maxsize=50_000)
def _futures(terms: Terms, game: Game, seen: Seen) -> frozenset[int]:
    """The results that the continuations of a wager of fixed length lead to; two are enough to know it is open."""
    result = _by_lines(terms, game, seen, _left(terms, seen))
    if result is not None:
        return frozenset({result})
    found: frozenset[int] = frozenset()
    for cell in _next_cells(terms, game, seen[-1]):
        found |= _futures(terms, game, (*seen, cell))
        if len(found) > 1:
            break
    return found


@lru_cache(maxsize=5_000)
def _next_cells(terms: Terms, game: Game, last: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The outcomes that can be the next to count after another, in the phase they would come in; alike ones once."""
    phases, waiting = set[int](), {game.moves[last[0]][last[1]]}
    while waiting:
        phase = waiting.pop()
        phases.add(phase)
        off = [index for index in range(len(game.outcomes)) if not _works(terms, (phase, index))]
        waiting |= {game.moves[phase][index] for index in off} - phases
    cells = [(phase, index) for phase in sorted(phases) for index in range(len(game.outcomes))]
    return tuple({_look(terms, game, cell): cell for cell in cells if _works(terms, cell)}.values())


def _look(terms: Terms, game: Game, cell: tuple[int, int]) -> tuple[object, ...]:
    """What a wager sees of an outcome: where it leads, and which events it is."""
    asked = [part for line in terms.lines for part in _parts(line.when)]
    return game.moves[cell[0]][cell[1]], *(cell in event.cells for part in asked for event in _events(part))


def _parts(condition: Condition) -> list[Condition]:
    if isinstance(condition, Several):
        return [leaf for part in condition.parts for leaf in _parts(part)]
    return [condition]


def _events(condition: Condition) -> tuple[Event, ...]:
    match condition:
        case Happened(event=event) | Exactly(event=event) | Streak(event=event):
            return (event,)
        case Different(events=events) | Pattern(events=events):
            return events
        case Played() | Sequence() | Several():
            return ()
        case _ as other:
            assert_never(other)


def _answer(condition: Condition, game: Game, seen: Seen, left: int | None) -> bool | None:
    """Whether a condition holds for good (True), can no longer hold (False), or neither is known yet (None)."""
    match condition:
        case Happened(event=event, times=times):
            return _missing(times - _count(event, seen), left)
        case Exactly(event=event, times=times):
            missing = times - _count(event, seen)
            if missing == 0:
                return True if left == 0 else None
            return False if missing < 0 else _missing(missing, left)
        case Streak(event=event, times=times):
            return _missing(_missing_in_a_row(event, times, seen), left)
        case Pattern():
            return _missing(_missing_parts(condition, seen), left)
        case Different(events=events, at_least=wanted):
            missing = wanted - sum([_count(event, seen) > 0 for event in events])
            return _missing(missing if _are_apart(events) else min(missing, 1), left)
        case Several(parts=parts, at_least=wanted):
            answers = [_answer(part, game, seen, left) for part in parts]
            if answers.count(True) >= wanted:
                return True
            return None if len(answers) - answers.count(False) >= wanted else False
        case Played(outcomes=outcomes):
            return _missing(outcomes - len(seen), left)
        case Sequence(places=places):
            numbers = [_number(condition, game, seen[place - 1]) for place in places if place <= len(seen)]
            fits = _can_be_related(condition, numbers, game.top)
            return _missing(max(places) - len(seen), left) if fits else False
        case _ as other:
            assert_never(other)


@lru_cache(maxsize=1_000)
def _are_apart(events: tuple[Event, ...]) -> bool:
    """Whether no outcome is two of the events, so that each that is missing takes an outcome of its own."""
    return all(not one.cells & other.cells for one, other in combinations(events, 2))


def _missing(outcomes: int, left: int | None) -> bool | None:
    """The answer where at least so many more outcomes are needed."""
    if outcomes <= 0:
        return True
    return None if left is None or outcomes <= left else False


def _missing_in_a_row(event: Event, times: int, seen: Seen) -> int:
    """How many outcomes a streak still needs at least."""
    longest = run = 0
    for cell in seen:
        run = run + 1 if _is(event, cell) else 0
        longest = max(longest, run)
    return 0 if longest >= times else times - run


def _missing_parts(pattern: Pattern, seen: Seen) -> int:
    """How many outcomes a pattern still needs at least: its parts less those of the furthest try that can go on."""
    furthest, ended = 0, [place for place, cell in enumerate(seen) if cell in pattern.events[0].cells]
    for number, (event, at_once) in enumerate(zip(pattern.events[1:], pattern.at_once, strict=True), start=1):
        if ended and (not at_once or ended[-1] == len(seen) - 1):
            furthest = number
        ended = [
            place
            for place, cell in enumerate(seen)
            if cell in event.cells and (place - 1 in ended if at_once else any(before < place for before in ended))
        ]
    return 0 if ended else len(pattern.events) - furthest


def _number(condition: Sequence, game: Game, cell: tuple[int, int]) -> int:
    """What a sequence sees of an outcome: zeros are told apart only where they may be named or be the same."""
    outcome = game.outcomes[cell[1]]
    return game.code(outcome) if condition.relation in ("same", "among") else game.number(outcome)


def _can_be_related(condition: Sequence, known: list[int], top: int) -> bool:
    """Whether some numbers at the places to come make a relation hold, given those at the first places."""
    match condition.relation:
        case "same":
            return len(set(known)) <= 1
        case "among":
            return set(known) <= set(condition.numbers)
        case "these":
            return len(set(known)) == len(known) and set(known) <= set(condition.numbers)
        case "apart":
            around = condition.ring or 10**6
            near = [number for number in range(1, top + 1) if len(known) < 2 or number == known[1]]
            return not known or any(
                known[0] and condition.gap in ((known[0] - other) % around, (other - known[0]) % around)
                for other in near
            )
        case "row":
            return any(_fits_row(known, row, in_order=condition.in_order) for row in _rows(condition, top))
        case _ as other:
            assert_never(other)


@lru_cache(maxsize=256)
def _rows(condition: Sequence, top: int) -> tuple[tuple[int, ...], ...]:
    """Every row of consecutive numbers as long as the places, rising."""
    length, lows = len(condition.places), range(1, top + 1)
    if condition.ring:
        return tuple(tuple((low + step - 1) % top + 1 for step in range(length)) for low in lows)
    return tuple(tuple(range(low, low + length)) for low in lows if low + length - 1 <= top)


def _fits_row(known: list[int], row: tuple[int, ...], *, in_order: bool) -> bool:
    if in_order:
        return tuple(known) in (row[: len(known)], row[::-1][: len(known)])
    return len(set(known)) == len(known) and set(known) <= set(row)


def offered(table: Table, wager: Wager, since: int, seen: list[tuple[int, int]]) -> list[Offer]:
    """The offers open on a wager after these outcomes."""
    terms = table.bet_of(wager).terms
    if len(seen) <= since:
        return []
    mine = counted(terms, seen, since)
    return [
        offer
        for offer in terms.offers
        if _answer(offer.when, table.game, mine, None)
        and not (offer.unless is not None and _answer(offer.unless, table.game, mine, None))
    ]


@dataclass(frozen=True)
class Stage:
    """A stake that is up: the wager that it is now, how many outcomes had come when it became that, and its parent."""

    wager: Wager
    name: str
    since: int
    behind: int = 0
    ahead: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    """What earlier parts of it were paid beyond their due, to the player and to the dealer."""

    def terms(self, table: Table) -> Terms:
        return table.offerings[self.wager.offering].bets[self.name].terms


OFF = -1
"""The result of a stake that goes back because what it is behind is decided and it is not."""


def result_of(table: Table, stages: Mapping[int, Stage], number: int, seen: list[tuple[int, int]]) -> int | None:
    """The line that the last outcome pays on a stake, the number of lines for a loss, OFF, or None while it is open."""
    stage = stages[number]
    terms = stage.terms(table)
    cells = _cells_of(table, stages, stage, seen)
    looked_at = seen[stage.since :] if terms.works_on_table else cells
    working = [_works(terms, cell) for cell in looked_at]
    if not working[-1]:
        over = terms.works_on_table and terms.ends.event is not None and cells[-1] in terms.ends.event.cells
        return OFF if over else None
    return verdict(terms, table.game, tuple(cell for cell, works in zip(cells, working, strict=True) if works))


def _cells_of(
    table: Table, stages: Mapping[int, Stage], stage: Stage, seen: list[tuple[int, int]]
) -> SequenceOf[tuple[int, int]]:
    """The outcomes that a stake has been up for: one behind another sees them as that one does."""
    terms = stage.terms(table)
    if stage.behind and terms.own_line:
        parent = stages[stage.behind]
        return _own(parent.terms(table), seen, parent.since)[stage.since - parent.since :]
    if not terms.own_line and stage.name not in table.offerings[stage.wager.offering].shared:
        return seen[stage.since :]
    return _own(terms, seen, stage.since)


@dataclass(frozen=True)
class Due:
    """What a wager comes to: all that the seat gets, the dealer's envy, and what rounding kept (+) or gave (-)."""

    paid: int
    envy: int
    breakage: int
    commission: int = 0
    """What the house keeps as commission."""


NOT_AHEAD = (Fraction(0), Fraction(0))


def due(
    table: Table, stake: int, net: Fraction, envy: Fraction, taken: Fraction = Fraction(0),
    ahead: tuple[Fraction, Fraction] = NOT_AHEAD,
) -> Due:  # fmt: skip
    """What is due on a stake, in chips, rounded by the table's rule; a commission is taken out of it before.

    ``ahead`` is what earlier parts of the wager were paid beyond their due, to the player and to the dealer.
    """
    paid, kept = _in_chips(table, stake * (1 + net) - taken, ahead[0])
    dealer, kept_of_envy = _in_chips(table, stake * envy, ahead[1])
    return Due(paid, dealer, kept + kept_of_envy, floor(taken))


def charged(table: Table, terms: Terms, stake: int) -> int:
    """The commission that belongs beside a stake, in whole chips."""
    rule = terms.commission
    if rule is None or not rule.when_bet:
        return 0
    wins = [line.pay.net for line in terms.lines if line.pay is not None and line.pay.net > 0]
    chips = stake * rule.rate * (wins[0] if rule.of == "win" else 1) / table.chip
    is_down = rule.is_rounded or table.rounding == "player"
    return table.chip * (floor(chips) if is_down else ceil(chips))


def _taken(table: Table, terms: Terms, stake: int, net: Fraction) -> Fraction:
    """The commission that is taken out of a win."""
    rule = terms.commission
    if rule is None or rule.when_bet or net <= 0:
        return Fraction(0)
    exact = stake * rule.rate * (net if rule.of == "win" else 1)
    return Fraction(table.chip * floor(exact / table.chip)) if rule.is_rounded else exact


def _in_chips(table: Table, exact: Fraction, ahead: Fraction) -> tuple[int, int]:
    if table.rounding == "player":
        paid = table.chip * ceil((exact - ahead) / table.chip)
        return paid, floor(exact) - paid
    paid = table.chip * floor((exact - ahead) / table.chip)
    return paid, ceil(exact) - paid


@dataclass(frozen=True)
class Settled:
    """What the last outcome did: what every wager that is over comes to, and what other stakes turn into."""

    due: Mapping[int, Due]
    turned: Mapping[int, str]


def settle(table: Table, stages: Mapping[int, Stage], seen: list[tuple[int, int]]) -> Settled:
    """What the last outcome did to every stake that is up."""
    results: dict[int, Due] = {}
    turned: dict[int, str] = {}
    for number, stage in stages.items():
        terms, line = stage.terms(table), result_of(table, stages, number, seen)
        if line is None:
            continue
        pay_line = terms.lines[line] if 0 <= line < len(terms.lines) else None
        if pay_line is not None and pay_line.turns_into:
            turned[number] = pay_line.turns_into
            continue
        net = Fraction(0) if line == OFF else Fraction(-1)
        net = pay_line.pay.net if pay_line is not None and pay_line.pay is not None else net
        results[number] = _paid(table, stage, net)
    for number, stage in stages.items():
        if stage.behind in {*results, *turned} and number not in results:
            results[number] = _paid(table, stage, Fraction(0))
    return Settled(_within_limit(table, stages, results), turned)


def _paid(table: Table, stage: Stage, net: Fraction) -> Due:
    terms, stake = stage.terms(table), stage.wager.stake
    envy = terms.envy.net if terms.envy is not None and net > 0 else Fraction(0)
    one = due(table, stake, net, envy, _taken(table, terms, stake, net), stage.ahead)
    return replace(one, commission=one.commission + stage.wager.commission)


def claim_within_limit(table: Table, one: Due, stake: int, won: int) -> Due:
    """What is due on a stake when so much of the payout limit is gone."""
    limit = table.limits.payout_max
    if not limit or not table.payout:
        return one
    chips_left = max(0, limit - won) // table.chip
    return replace(one, paid=min(one.paid, stake + table.chip * chips_left)) if one.paid > stake else one


def _within_limit(table: Table, stages: Mapping[int, Stage], results: dict[int, Due]) -> dict[int, Due]:
    """Every win within the payout limit: of the outcome, or of what each seat has on each wager."""
    stakes = {number: stage.wager.stake for number, stage in stages.items()}
    wins = {n: one.paid - stakes[n] for n, one in results.items() if one.paid > stakes[n]}
    limit = table.limits.payout_max
    if not limit:
        return results
    if table.payout != "wager":
        cut = _chip_by_chip(table, limit, wins)
    else:
        cut = {}
        for number in wins:
            mates = [n for n in stages if is_one_wager(table, n, number)]
            left = max(0, limit - sum(stages[n].wager.won for n in mates))
            cut |= _chip_by_chip(table, left, {n: wins[n] for n in mates if n in wins})
    return {**results, **{n: replace(results[n], paid=stakes[n] + won) for n, won in cut.items()}}


def is_one_wager(table: Table, one: int, other: int) -> bool:
    """Whether two stakes are a seat's stakes on one wager, of which the card does not allow several."""
    first, second = table.wagers[one], table.wagers[other]
    alike = all(getattr(first, name) == getattr(second, name) for name in ("seat", "offering", "wager", "toke"))
    return one == other or (alike and not table.bet_of(first).terms.several)


def _chip_by_chip(table: Table, limit: int, wins: Mapping[int, int]) -> dict[int, int]:
    """The next chip goes to the wager furthest behind a fair share of the limit; none is cut within it."""
    total = sum(wins.values())
    if total <= limit:
        return {}
    chips = limit // table.chip
    fair = {number: Fraction(chips * win, total) for number, win in wins.items()}
    got = {number: floor(share) for number, share in fair.items()}
    while sum(got.values()) < chips:
        behind = max(fair[number] - got[number] for number in fair)
        got[min(number for number in fair if fair[number] - got[number] == behind)] += 1
    return {number: table.chip * count for number, count in got.items()}
