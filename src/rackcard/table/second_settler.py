"""The second settler: slow and plain, from the outcomes themselves.

It shares no registers, no machine and no rounding with the table. For every wager it lists the outcomes that
count, asks the card's lines in order, and, where a wager has a fixed length, tries every future.
"""

from collections.abc import Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, floor
from typing import assert_never

from rackcard.card import Offer, Terms
from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Played, Sequence
from rackcard.games.game import Event, Game
from rackcard.table.state import Entered, Table, Wager

Seen = tuple[tuple[int, int], ...]
"""The outcomes that counted, each as its phase and its number."""


def history(
    table: Table, entered: SequenceOf[Entered], known: SequenceOf[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Every outcome with the phase it came in: those that are known, from the come-out on, and those entered since."""
    seen = list(known)
    for one in entered:
        phase = table.game.moves[seen[-1][0]][seen[-1][1]] if seen and len(table.game.phases) > 1 else 0
        seen.append((phase, table.game.outcomes.index(one.outcome)))
    return seen


def counted(terms: Terms, seen: SequenceOf[tuple[int, int]], since: int) -> Seen:
    """The outcomes a wager looks at: since its bet, or since its round began if its marks run on their own."""
    if terms.marks in ("sevens", "hand") and isinstance(terms.ends, Event):
        while since and not (seen[since - 1] in terms.ends.cells and _works(terms, seen[since - 1])):
            since -= 1
    return tuple(cell for cell in seen[since:] if _works(terms, cell))


def _works(terms: Terms, cell: tuple[int, int]) -> bool:
    return terms.works is None or cell in terms.works.cells


def verdict(terms: Terms, game: Game, seen: Seen) -> int | None:
    """The line that is paid, the number of lines for a loss, or None while it is open."""
    over = len(seen) >= terms.ends if isinstance(terms.ends, int) else bool(seen) and seen[-1] in terms.ends.cells
    if over:
        return next((i for i, line in enumerate(terms.lines) if _holds(line.when, game, seen)), len(terms.lines))
    if isinstance(terms.ends, Event):
        only = _certain(terms, game, seen)
    else:
        futures = _futures(terms, game, seen)
        only = next(iter(futures)) if len(futures) == 1 else None
    return only if only == len(terms.lines) or not terms.settles_at_end else None


def _certain(terms: Terms, game: Game, seen: Seen) -> int | None:
    """The first line that holds where no line before it still can; only a rule on spins can be spoiled for good."""
    for index, line in enumerate(terms.lines):
        if _holds(line.when, game, seen):
            return index
        if not _is_spoiled(line.when, game, seen):
            return None
    return len(terms.lines)


@lru_cache(maxsize=50_000)
def _is_spoiled(condition: Condition, game: Game, seen: Seen) -> bool:
    """Whether nothing that can still come makes a condition hold: every number on every spin to come is tried."""
    if isinstance(condition, AnyOf):
        return all(_is_spoiled(part, game, seen) for part in condition.parts)
    if not isinstance(condition, Sequence):
        return False
    known = [game.number(game.outcomes[cell[1]]) for cell in seen]
    tried = [known[place - 1 : place] or range(1, game.top + 1) for place in condition.places]
    return not any(_related(condition, list(numbers)) for numbers in product(*tried))


@lru_cache(maxsize=50_000)
def _futures(terms: Terms, game: Game, seen: Seen) -> frozenset[int]:
    """Every result that some continuation of a wager of fixed length leads to."""
    assert isinstance(terms.ends, int)
    if len(seen) >= terms.ends:
        return frozenset({next((i for i, x in enumerate(terms.lines) if _holds(x.when, game, seen)), len(terms.lines))})
    found: frozenset[int] = frozenset()
    for cell in _next_cells(terms, game, seen[-1]):
        found |= _futures(terms, game, (*seen, cell))
        if len(found) > 1 and len(seen) == terms.ends - 1:
            break
    return found


def _next_cells(terms: Terms, game: Game, last: tuple[int, int]) -> list[tuple[int, int]]:
    """Every outcome that can be the next to count after another, each in the phase it would come in."""
    phases, waiting = set[int](), {game.moves[last[0]][last[1]]}
    while waiting:
        phase = waiting.pop()
        phases.add(phase)
        off = [index for index in range(len(game.outcomes)) if not _works(terms, (phase, index))]
        waiting |= {game.moves[phase][index] for index in off} - phases
    cells = [(phase, index) for phase in phases for index in range(len(game.outcomes))]
    return [cell for cell in cells if _works(terms, cell)]


def _holds(condition: Condition, game: Game, seen: Seen) -> bool:
    match condition:
        case Happened(event=event, times=times):
            return sum(cell in event.cells for cell in seen) >= times
        case Different(events=events, at_least=wanted):
            return sum(any(cell in event.cells for cell in seen) for event in events) >= wanted
        case AnyOf(parts=parts):
            return any(_holds(part, game, seen) for part in parts)
        case Played(outcomes=outcomes):
            return len(seen) >= outcomes
        case Sequence(places=places):
            known = len(seen) >= max(places)
            return known and _related(condition, [game.number(game.outcomes[seen[at - 1][1]]) for at in places])
        case _ as other:
            assert_never(other)


def _related(condition: Sequence, numbers: list[int]) -> bool:
    if 0 in numbers:
        return False
    if condition.relation == "these":
        return sorted(numbers) == sorted(condition.numbers)
    if condition.relation == "among":
        return all(number in condition.numbers for number in numbers)
    if condition.relation == "apart":
        around = condition.ring or 10**6
        return condition.gap in ((numbers[0] - numbers[1]) % around, (numbers[1] - numbers[0]) % around)
    return _row(numbers, condition.in_order, condition.ring)


def _row(numbers: list[int], in_order: bool, ring: int) -> bool:
    around = ring or 10**6
    steps = [list(numbers), list(reversed(numbers))] if in_order else None
    if steps is not None:
        return any(all((b - a) % around == 1 for a, b in pairwise(one)) for one in steps)
    return any({(low + i) % around for i in range(len(numbers))} == {n % around for n in numbers} for low in numbers)


def offered(table: Table, wager: Wager, since: int, seen: list[tuple[int, int]]) -> list[Offer]:
    """The offers open on a wager after these outcomes."""
    terms = table.bet_of(wager).terms
    if len(seen) <= since:
        return []
    mine = counted(terms, seen, since)
    return [
        offer
        for offer in terms.offers
        if _holds(offer.when, table.game, mine)
        and not (offer.unless is not None and _holds(offer.unless, table.game, mine))
    ]


@dataclass(frozen=True)
class Due:
    """What a wager comes to: all that the seat gets, the dealer's envy, and what rounding kept (+) or gave (-)."""

    paid: int
    envy: int
    breakage: int


def due(table: Table, stake: int, net: Fraction, envy: Fraction) -> Due:
    """What is due on a stake, in chips, rounded by the table's rule."""
    paid, kept = _in_chips(table, stake * (1 + net))
    dealer, kept_of_envy = _in_chips(table, stake * envy)
    return Due(paid, dealer, kept + kept_of_envy)


def _in_chips(table: Table, exact: Fraction) -> tuple[int, int]:
    if table.rounding == "player":
        paid = table.chip * ceil(exact / table.chip)
        return paid, floor(exact) - paid
    paid = table.chip * floor(exact / table.chip)
    return paid, ceil(exact) - paid


def settle(table: Table, wagers: Mapping[int, tuple[Wager, int]], seen: list[tuple[int, int]]) -> dict[int, Due]:
    """What every wager that is over after the last outcome comes to.

    Each wager comes with how many outcomes there had been when it was bet.
    """
    results = {}
    for number, (wager, since) in wagers.items():
        terms = table.bet_of(wager).terms
        if not _works(terms, seen[-1]):
            continue
        line = verdict(terms, table.game, counted(terms, seen, since))
        if line is None:
            continue
        pay = terms.lines[line].pay if line < len(terms.lines) else None
        net = pay.net if pay else Fraction(-1)
        envy = terms.envy.net if terms.envy is not None and net > 0 else Fraction(0)
        results[number] = due(table, wager.stake, net, envy)
    return _within_limit(table, wagers, results)


def _within_limit(table: Table, wagers: Mapping[int, tuple[Wager, int]], results: dict[int, Due]) -> dict[int, Due]:
    """Chip by chip: the next one goes to the wager furthest behind a fair share of the payout limit."""
    wins = {n: one.paid - wagers[n][0].stake for n, one in results.items() if one.paid > wagers[n][0].stake}
    limit, total = table.limits.payout_max, sum(wins.values())
    if not limit or total <= limit:
        return results
    chips = limit // table.chip
    fair = {number: Fraction(chips * win, total) for number, win in wins.items()}
    got = {number: floor(share) for number, share in fair.items()}
    while sum(got.values()) < chips:
        behind = max(fair[number] - got[number] for number in fair)
        got[min(number for number in fair if fair[number] - got[number] == behind)] += 1
    cut = {n: replace(results[n], paid=wagers[n][0].stake + table.chip * got[n]) for n in wins}
    return {**results, **cut}
