"""Spins and shoes as programs: what their two kernels need to know, the same for every card.

A spin program is a table of moves: for each unit the states it can be in, and where each pocket leads. A wager over
one spin needs no state, so all of those are settled from one histogram of pockets. A shoe program is a deck and how it
is dealt; every wager is decided by one hand, so all are settled from one histogram of hands.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rackcard.games.device import ChanceError, DealTables, HandTables, ShuffledDeck
from rackcard.machine.explore import NEVER, Play
from rackcard.machine.machine import Machine, TooLargeError
from rackcard.odds.course import Course
from rackcard.simulate.circuit.circuit import Unit

SPIN_BLOCK = 2**19
HAND_BLOCK = 2**17
STATES_MAX = 200_000
WEIGHT_MAX = 2**62

BURNED_MAX = 11
"""A burn card and as many more as it counts, a ten or court card ten."""
HAND_MAX = 6
CUT_MIN = 2 * HAND_MAX


@dataclass(frozen=True)
class CourseUnit:
    """A wager whose stake may become another: there is nothing to decide on the way."""

    machine: Course
    play: Play = NEVER


@dataclass(frozen=True)
class SpinProgram:
    """Wheels, and dice that no circuit follows: what can come, and the moves of units that need several outcomes."""

    weights: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    """A row for each state of each unit: the row that each pocket leads to, or -1 - tally."""
    starts: tuple[int, ...]
    first: tuple[tuple[int, tuple[int, ...]], ...]
    """(tally, pockets) for each result of units that one spin decides."""
    tallies: int
    slots: tuple[tuple[int | None, ...], ...]

    @staticmethod
    def rounds_before(block: int) -> int:
        """How many sequences the blocks before this one play."""
        return block * SPIN_BLOCK


def compile_spins(units: Sequence[Unit | CourseUnit], law: Mapping[Hashable, int]) -> SpinProgram:
    """The program of some units on a wheel with these weights."""
    outcomes = units[0].machine.game.outcomes
    pockets = [index for index, outcome in enumerate(outcomes) if law.get(outcome, 0)]
    weights = tuple(law[outcomes[index]] for index in pockets)
    if sum(weights) > WEIGHT_MAX:
        raise ChanceError("weights-too-fine")
    tallies, slots = 1, []
    moves: list[list[int]] = []
    starts: list[int] = []
    first: list[tuple[int, tuple[int, ...]]] = []
    for unit in units:
        machine = unit.machine
        own = tuple(None if r == machine.loss else tallies + r - (r > machine.loss) for r in range(machine.results))
        tallies += machine.results - 1
        slots.append(own)
        if machine.is_single:
            results_of = [_first_result(machine, outcomes[index]) for index in pockets]
            first += [
                (tally, tuple(place for place, found in enumerate(results_of) if found == result))
                for result, tally in enumerate(own)
                if tally is not None
            ]
        else:
            starts.append(len(moves))
            moves += _moves(unit, [outcomes[index] for index in pockets], own, len(moves))
    rows = tuple(map(tuple, moves))
    return SpinProgram(weights, rows, tuple(starts), tuple(first), tallies, tuple(slots))


def _first_result(machine: Machine | Course, outcome: Hashable) -> int | None:
    assert isinstance(machine, Machine)
    return machine.step(0, outcome)[1]


class _Before(NamedTuple):
    """A wager that is not made yet: how many outcomes have led where it may begin, and the phase."""

    outcomes: int
    phase: int


def _follow(unit: Unit | CourseUnit, state: Any, outcome: Hashable) -> tuple[Any, int | None]:
    """The state after an outcome, and the result if there is one; what comes before the bet is played until it fits."""
    machine = unit.machine
    if isinstance(state, _Before):
        assert isinstance(machine, Machine)
        phase = machine.game.moves[state.phase][machine.game.outcomes.index(outcome)]
        if phase not in machine.begins[state.outcomes]:
            return _Before(0, 0), None
        begun = state.outcomes + 1 == len(machine.begins)
        return (phase if begun else _Before(state.outcomes + 1, phase)), None
    if isinstance(machine, Course):
        return machine.step(state, outcome)
    return machine.step(state, outcome)


def _moves(
    unit: Unit | CourseUnit, pockets: Sequence[Hashable], own: Sequence[int | None], base: int
) -> list[list[int]]:
    """A row for each state that can be reached; a loss is -1, another result -1 - its tally."""
    machine = unit.machine
    first: Any = _Before(0, 0) if machine.begins else machine.first
    row_of, waiting = {first: 0}, [first]
    rows: list[list[int]] = []
    alike = _alike(machine, pockets)
    while len(rows) < len(waiting):
        before, row = waiting[len(rows)], list[int]()
        for place, pocket in enumerate(pockets):
            if alike[place] < place and not isinstance(before, _Before):
                row.append(row[alike[place]])
                continue
            state, result = _follow(unit, before, pocket)
            if result is None and isinstance(unit, Unit) and not isinstance(state, _Before):
                result = _taken(unit, unit.machine, state)
            if result is not None:
                row.append(-1 - (own[result] or 0))
                continue
            if state not in row_of:
                row_of[state] = len(waiting)
                waiting.append(state)
                if len(waiting) > STATES_MAX:
                    raise TooLargeError("states", limit=STATES_MAX)
            row.append(base + row_of[state])
        rows.append(row)
    return rows


def _alike(machine: Machine | Course, pockets: Sequence[Hashable]) -> list[int]:
    """For each pocket the first one that the machine cannot tell from it."""
    if isinstance(machine, Course):
        return list(range(len(pockets)))
    first: dict[int, int] = {}
    letters = {index: letter for letter, (indexes, _) in enumerate(machine.letters) for index in indexes}
    number = {outcome: index for index, outcome in enumerate(machine.game.outcomes)}
    return [first.setdefault(letters[number[pocket]], place) for place, pocket in enumerate(pockets)]


def _taken(unit: Unit, machine: Machine, state: int) -> int | None:
    open_claims = machine.offered(state) if unit.play is not NEVER else ()
    claim = unit.play.policy(machine, state, open_claims) if open_claims else None
    return None if claim is None else machine.claim_result(claim)


@dataclass(frozen=True)
class Dealing:
    """How a shoe is dealt: a fixed number of hands from each, or until the cut card is out."""

    burn: bool = False
    cut: int | None = None
    """Cards behind the cut card; None deals the same number of hands from every shoe."""

    def hands(self, size: int) -> int:
        """How many hands every shoe of so many cards is sure to have cards for."""
        cards = size - (BURNED_MAX if self.burn else 0)
        if self.cut is not None:
            if not CUT_MIN <= self.cut <= cards - HAND_MAX:
                most = cards - HAND_MAX
                raise ChanceError("cut-card", cut=self.cut, size=size, least=CUT_MIN, most=most)
            return (cards - self.cut) // HAND_MAX + 1
        if cards < HAND_MAX:
            raise ChanceError("too-few-to-burn")
        return cards // HAND_MAX


@dataclass(frozen=True)
class ShoeProgram:
    """Shoes: the cards, how they are dealt, and which cells of the histogram make each result."""

    deck: tuple[int, ...]
    """The ranks in the shoe, 0 for an ace to 12 for a king."""
    burn: bool
    cut: int | None
    hands: int
    cells: tuple[tuple[int, tuple[int, ...]], ...]
    """(tally, cells) for each result."""
    tallies: int
    slots: tuple[tuple[int | None, ...], ...]
    tables: HandTables = field(repr=False, compare=False)
    """The drawing rules; they are the game's, so two programs never differ in them alone."""

    @staticmethod
    def rounds_before(block: int) -> int:
        """How many hands the blocks before this one deal."""
        return block * HAND_BLOCK


@dataclass(frozen=True)
class CardUnit:
    """A unit that looks at the cards themselves: classes of the first two cards, final classes, and tallies."""

    firsts: tuple[tuple[int, ...], tuple[int, ...]]
    lasts: tuple[tuple[int, ...], tuple[int, ...]]
    finals: int
    tallies: tuple[int, ...]
    """By the final classes of both hands; 0 for a loss."""


@dataclass(frozen=True)
class CardProgram(ShoeProgram):
    """A shoe of which some units look at the cards themselves."""

    suits: tuple[int, ...] = ()
    """The suits of the cards in the deck."""
    cards: int = 0
    """How many different cards there are, numbered by rank and suit."""
    units: tuple[CardUnit, ...] = ()


def compile_shoe(units: Sequence[Unit], shoe: ShuffledDeck, dealing: Dealing) -> ShoeProgram:
    """The program of some units dealt from a shoe."""
    deck = shoe.ranks
    if len(deck) >= 2**16:
        raise ChanceError("too-many-cards", limit=2**16 - 1)
    hands = dict(shoe.tables.outcomes)
    tallies, slots = 1, []
    cells: list[tuple[int, tuple[int, ...]]] = []
    closer: list[CardUnit] = []
    cards = 0
    for unit in units:
        machine = unit.machine
        own = tuple(None if r == machine.loss else tallies + r - (r > machine.loss) for r in range(machine.results))
        tallies += machine.results - 1
        slots.append(own)
        if machine.is_fine:
            assert shoe.deal_tables is not None
            tables = shoe.deal_tables(machine.watched)
            cards = tables.cards
            closer.append(_card_unit(machine, tables, own))
            continue
        results = {place: machine.step(0, hand)[1] for place, hand in hands.items()}
        for result, tally in enumerate(own):
            if tally is not None:
                cells.append((tally, tuple(place for place, found in results.items() if found == result)))
    how = (deck, dealing.burn, dealing.cut, dealing.hands(len(deck)), tuple(cells), tallies, tuple(slots), shoe.tables)
    return CardProgram(*how, shoe.suits, cards, tuple(closer)) if closer else ShoeProgram(*how)


def _card_unit(machine: Machine, tables: DealTables, own: Sequence[int | None]) -> CardUnit:
    """The tally of every two final classes."""
    size = max(place for place, _ in tables.outcomes) + 1
    tallies = [0] * size
    for place, outcome in tables.outcomes:
        result = machine.step(0, outcome)[1]
        assert result is not None, "one hand decides"
        tallies[place] = own[result] or 0
    return CardUnit(tables.firsts, tables.lasts, tables.finals, tuple(tallies))
