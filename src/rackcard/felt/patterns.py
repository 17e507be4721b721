"""Felt patterns: how a wager is printed on the felt, chosen by the facts of its machine.

Six patterns serve every card: a ladder for counted pays, circles for different numbers, pips for repetitions, a track
for a sequence, a list for several pay lines, a spot for one condition with one pay. No name of a card or wager decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, assert_never

from rackcard.felt.parts import (
    FeltPattern,
    FeltSpot,
    LadderPattern,
    LadderRung,
    ListPattern,
    ListRow,
    NumberCircle,
    NumberSet,
    NumbersPattern,
    PatternKind,
    PayFigure,
    PipColumn,
    PipsPattern,
    PlacesPattern,
    SpotPattern,
    StripNumber,
    TrackPattern,
    TrackSlot,
    ZoneWager,
    pay_figure,
)
from rackcard.games.conditions import (
    Condition,
    Different,
    Exactly,
    Happened,
    Pattern,
    Played,
    Several,
    Streak,
)
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.games.game import Event, Game, Outcome
from rackcard.games.glyphs import Glyph
from rackcard.games.wording import glyphs_of, mark_of
from rackcard.machine import Bet, Machine
from rackcard.machine.condition_tests import Test, condition_test
from rackcard.number import Pay
from rackcard.wording.rules import counted_name, felt_line
from rackcard.wording.sentence import capitalized
from rackcard.wording.zones import zone_phrase

CELL_LINES = 3
"""A wager with more pay lines than this has a list of its own."""
CELLS_MIN = 3
"""From so many wagers on, those with a few pay lines each are cells of one grid."""
HELP_MAX = 4
"""The most outcomes that the next slot of a track names."""
POSITIONS = 8
"""The seats that a track has positions for, where no higher seat has a bet."""


# ---- which pattern


def pattern_kind(bet: Bet) -> PatternKind:
    """The pattern of a wager by itself, from the facts of its machine."""
    terms, lines = bet.terms, bet.terms.lines
    if terms.counted:
        return "ladder"
    if bet.machine.spins or any(isinstance(line.when, Pattern) for line in lines):
        return "track"
    if len(lines) > 1:
        return "list"
    if bet.machine.ends.is_single:
        return "spot"
    return _kind_of_condition(lines[0].when)


def _kind_of_condition(when: Condition) -> PatternKind:
    match when:
        case Different(events):
            return "numbers" if len(events) > 1 else "spot"
        case Happened(_, times) | Streak(_, times):
            return "pips" if times > 1 else "spot"
        case Pattern() | NumberSequence():
            return "track"
        case Exactly() | Several() | Played():
            return "spot"
        case _:
            assert_never(when)


def patterns(wagers: Sequence[ZoneWager]) -> tuple[FeltPattern, ...]:
    """The patterns of a zone, in the order in which they are drawn; every wager is on exactly one of them."""
    placed: dict[str, list[ZoneWager]] = {}
    by_kind: dict[PatternKind, list[ZoneWager]] = {}
    for wager in wagers:
        terms = wager.bet.terms
        if terms.group != terms.wager:
            placed.setdefault(terms.group, []).append(wager)
        else:
            by_kind.setdefault(pattern_kind(wager.bet), []).append(wager)
    found: list[FeltPattern] = [_ladder(one) for one in by_kind.get("ladder", ())]
    found += [_track(one) for one in by_kind.get("track", ())]
    if numbered := by_kind.get("numbers"):
        found.append(_numbers(numbered))
    lists, spots = by_kind.get("list", []), by_kind.get("spot", [])
    if repeated := by_kind.get("pips"):
        found.append(_pips(repeated, spots))  # those that combine repetitions, and other single conditions
        spots = []
    in_cells = len(lists) + len(spots) >= CELLS_MIN
    cells = [one for one in wagers if one in spots or (in_cells and one in lists and _fits_a_cell(one))]
    found += [ListPattern(_spot(one), _rows(one)) for one in lists if one not in cells]
    if cells:
        found.append(SpotPattern(tuple(_cell(one) for one in cells)))
    return (*found, *(_places(each) for each in placed.values()))


def card_patterns(bets: Iterable[Bet]) -> tuple[FeltPattern, ...]:
    """The patterns of a card by itself, each wager once, at its first pay table."""
    found: dict[str, Bet] = {}
    for bet in bets:
        if bet.terms.is_bet:
            found.setdefault(bet.terms.wager, bet)
    return patterns([ZoneWager(bet) for bet in found.values()])


def _fits_a_cell(wager: ZoneWager) -> bool:
    rows = _rows(wager)
    drawings = {row.glyphs for row in rows}
    return len(rows) <= CELL_LINES and () not in drawings and len(drawings) == len(rows)


# ---- what all patterns share


@lru_cache(maxsize=1024)
def _tests(machine: Machine) -> tuple[Test, ...]:
    return tuple(condition_test(machine, line) for line in machine.lines)


def _spot(wager: ZoneWager, label: str = "") -> FeltSpot:
    terms = wager.bet.terms
    return FeltSpot(
        terms.wager, terms.name, label or terms.name, _pay_of(wager.bet), tile=wager.tile,
        has_offer=wager.has_offer, off=wager.off,
    )  # fmt: skip


def _pay_of(bet: Bet) -> PayFigure:
    """What a wager with one pay line pays; of several, nothing."""
    return pay_figure(bet.terms.lines[0].pay) if len(bet.terms.lines) == 1 else PayFigure("", "")


def _cell(wager: ZoneWager) -> FeltSpot:
    """A wager in a grid: its drawing and pay, or a line for each of several."""
    terms = wager.bet.terms
    plain, rows = _spot(wager), _rows(wager)
    if len(rows) > 1:
        return replace(plain, rows=rows)
    return replace(plain, glyphs=glyphs(terms.lines[0].when))


def _rows(wager: ZoneWager) -> tuple[ListRow, ...]:
    """The pay lines of a wager, best first."""
    terms, unit = wager.bet.terms, wager.bet.terms.game.unit
    rows = []
    for index, line in enumerate(terms.lines):
        pay = PayFigure("", "", line.turns_into_name) if line.turns_into else pay_figure(line.pay)
        text = capitalized(felt_line(terms, index, unit))
        rows.append((line, ListRow(text, glyphs(line.when), pay, _row_look(wager, index))))
    ordered = sorted(rows, key=lambda one: -(one[0].pay.net if one[0].pay is not None else 0))
    return tuple(row for _, row in ordered)


def _row_look(wager: ZoneWager, index: int) -> Literal["", "holds", "gone"]:
    """Whether a pay line holds now, for good, or can no longer hold; of several that hold the first is meant."""
    if wager.machine.ends.is_single or wager.tile is None or not wager.state:
        return ""
    answers = [test(wager.state, False) for test in _tests(wager.machine)[: index + 1]]
    if answers[-1]:
        return "gone" if any(answers[:-1]) else "holds"
    return "gone" if answers[-1] is False else ""


def glyphs(when: Condition) -> tuple[Glyph, ...]:
    """A condition as drawings; none where it is more than one event."""
    return glyphs_of(when.event) if isinstance(when, Happened) else ()


def _order(event: Event, game: Game) -> tuple[int, ...]:
    """The place of an event in number order: by the outcomes that are it."""
    return tuple(sorted({outcome for _, outcome in event.cells})) or (len(game.outcomes),)


def _circles(events: Iterable[Event], wagers: Sequence[ZoneWager]) -> tuple[NumberCircle, ...]:
    """A circle for each event, with a gap where a number between them is not asked for."""
    circles: list[NumberCircle] = []
    for event in events:
        text, last = mark_of(event), circles[-1].text if circles else ""
        is_gap = text.isdigit() and last.isdigit() and int(text) - int(last) > 1
        circles.append(
            NumberCircle(
                text,
                any(_count(one, event) for one in wagers),
                any(_count(one, event) > _count(one, event, one.before) for one in wagers if one.before is not None),
                is_gap,
            )
        )
    return tuple(circles)


def _count(wager: ZoneWager, event: Event, state: int | None = None) -> int:
    register = wager.machine.counters.get(event)
    return register.read(wager.state if state is None else state) if register is not None else 0


# ---- ladder


def ladder_level(bet: Bet, state: int) -> int:
    """How far a counted wager is, by the machine's registers."""
    counted, machine = bet.terms.counted, bet.machine
    assert counted is not None
    match counted.kind:
        case "event":
            register = machine.counters.get(counted.events[0])
            return register.read(state) if register is not None else 0
        case "different":
            return sum(
                1 for event in counted.events if event in machine.counters and machine.counters[event].read(state)
            )
        case "outcomes":
            return machine.played.read(state) if machine.played is not None else 0
        case "several" | "steps":
            return sum(
                1 for part in counted.parts if _is_known(machine, part) and condition_test(machine, part)(state, False)
            )
        case _:
            assert_never(counted.kind)


def _is_known(machine: Machine, part: Condition) -> bool:
    """Whether the machine keeps what a part of a ladder asks for."""
    return any(part == line or (isinstance(line, Several) and part in line.parts) for line in machine.conditions)


def _ladder(wager: ZoneWager) -> LadderPattern:
    terms, level = wager.bet.terms, ladder_level(wager.bet, wager.state)
    rungs: dict[int, tuple[str, Pay | None]] = {}
    for offer in terms.offers:
        if offer.kind == "cash out" and offer.count is not None:
            rungs[offer.count] = (str(offer.count), offer.pay)
    for line in terms.lines:
        if line.rung is not None:
            last = f"–{line.rung.last}" if line.rung.last else "+" if line.rung.or_more else ""
            rungs[line.rung.count] = (f"{line.rung.count}{last}", line.pay)
    here = max((count for count in rungs if count <= level), default=None) if level else None
    counted = terms.counted
    assert counted is not None
    steps = tuple(
        LadderRung(rungs[count][0], pay_figure(rungs[count][1]), _rung_look(count, here, wager.has_offer))
        for count in sorted(rungs)
    )
    circles = _circles(_in_order(counted.events, terms.game), [wager]) if counted.different else ()
    return LadderPattern(_spot(wager), level, counted_name(terms), steps, circles)


def _rung_look(count: int, here: int | None, has_offer: bool) -> Literal["", "reached", "here", "cash"]:
    if here is None or count > here:
        return ""
    return "reached" if count < here else "cash" if has_offer else "here"


def _in_order(events: Iterable[Event], game: Game) -> list[Event]:
    """Events by their numbers where all have one, otherwise by the outcomes that are them."""
    every = list(events)
    if all(mark_of(event).isdigit() for event in every):
        return sorted(every, key=lambda event: int(mark_of(event)))
    return sorted(every, key=lambda event: _order(event, game))


# ---- numbers


def _numbers(wagers: list[ZoneWager]) -> NumbersPattern:
    """Each set under its own circles; what contains other sets beside them."""
    game = wagers[0].bet.terms.game
    asked = {one.bet.terms.wager: _asked(one) for one in wagers}
    wholes = [one for one in wagers if any(_asked(other) < asked[one.bet.terms.wager] for other in wagers)]
    parts = [one for one in wagers if one not in wholes]
    every = _in_order(frozenset[Event]().union(*asked.values()), game)
    shared = {event for event in every if sum(event in asked[one.bet.terms.wager] for one in parts) > 1}
    if shared or any(not _is_together(asked[one.bet.terms.wager], every) for one in parts):
        sets = [NumberSet((), _of_set(one)) for one in parts]
        return NumbersPattern(_circles(every, wagers), tuple(sets), tuple(_of_set(one) for one in wholes))
    in_sets = frozenset[Event]().union(*(asked[one.bet.terms.wager] for one in parts))
    loose = [event for event in every if event not in in_sets]
    parts.sort(key=lambda one: min(every.index(event) for event in asked[one.bet.terms.wager]))
    grouped = tuple(
        NumberSet(_circles([e for e in every if e in asked[one.bet.terms.wager]], wagers), _of_set(one))
        for one in parts
    )
    return NumbersPattern(_circles(loose, wagers), grouped, tuple(_of_set(one) for one in wholes))


def _asked(wager: ZoneWager) -> frozenset[Event]:
    when = wager.machine.lines[0]
    assert isinstance(when, Different)
    return frozenset(when.events)


def _is_together(events: frozenset[Event], every: list[Event]) -> bool:
    """Whether circles are neighbors in the row."""
    places = [place for place, event in enumerate(every) if event in events]
    return places[-1] - places[0] == len(places) - 1


def _of_set(wager: ZoneWager) -> FeltSpot:
    when = wager.machine.lines[0]
    assert isinstance(when, Different)
    found = sum(1 for event in when.events if _count(wager, event))
    return replace(_spot(wager), progress=(found, when.at_least))


# ---- pips


def _pips(wagers: list[ZoneWager], combined: list[ZoneWager]) -> PipsPattern:
    shared = _shared_words([one.bet.terms.title for one in wagers])
    columns = [_column(one, shared) for one in wagers]
    game = wagers[0].bet.terms.game
    order = {column.spot.wager: _column_order(one, game) for column, one in zip(columns, wagers, strict=True)}
    columns.sort(key=lambda column: order[column.spot.wager])
    return PipsPattern(tuple(columns), tuple(_spot(one) for one in combined))


def _column_order(wager: ZoneWager, game: Game) -> tuple[bool, int, tuple[int, ...]]:
    event = _repeated(wager).event
    mark = mark_of(event)
    return not mark.isdigit(), int(mark) if mark.isdigit() else 0, _order(event, game)


def _repeated(wager: ZoneWager) -> Happened | Streak:
    when = wager.machine.lines[0]
    assert isinstance(when, Happened | Streak)
    return when


def repeated_event(bet: Bet) -> tuple[Event, int]:
    """What a wager on repetitions repeats, and how often."""
    when = bet.machine.lines[0]
    assert isinstance(when, Happened | Streak)
    return when.event, when.times


def _column(wager: ZoneWager, shared: int) -> PipColumn:
    when = _repeated(wager)
    mark = mark_of(when.event)
    own = " ".join(wager.bet.terms.title.split(" ")[shared:])
    label = mark if len(mark) <= LABEL_MAX else own if own and len(own) <= len(mark) else mark
    count, before = _repeats(wager, wager.state), wager.before
    is_new = before is not None and count > _repeats(wager, before)
    spot = replace(_spot(wager, label), progress=(count, when.times))
    return PipColumn(spot, label, count, when.times, is_new, isinstance(when, Streak))


LABEL_MAX = 4
"""A column has room for so many letters in one line."""


def _repeats(wager: ZoneWager, state: int) -> int:
    when = _repeated(wager)
    if isinstance(when, Streak):
        return wager.machine.trackers[when].register.read(state)
    return min(_count(wager, when.event, state), when.times)


def _shared_words(names: list[str]) -> int:
    """How many words all names begin with, the last word of each aside.

    >>> _shared_words(["Lucky 2", "Lucky Six"])
    1
    """
    words = [name.split(" ") for name in names]
    if len(words) < 2:
        return 0
    most = min(map(len, words)) - 1
    return next((place for place in range(most) if len({one[place] for one in words}) > 1), most)


# ---- track


def _track(wager: ZoneWager) -> TrackPattern:
    seats = [stack.seat for stack in wager.tile.stacks] if wager.tile is not None else []
    many = wager.machine.ends.outcomes or 0
    positions = tuple(range(1, max([POSITIONS, *seats]) + 1)) if wager.machine.spins and many > 1 else ()
    slots = _number_slots(wager) if wager.machine.spins else _event_slots(wager)
    rows = _rows(wager) if len(wager.bet.terms.lines) > 1 else ()
    return TrackPattern(_spot(wager), slots, _strip(wager, slots), rows, positions)


def _number_slots(wager: ZoneWager) -> tuple[TrackSlot, ...]:
    machine, game = wager.machine, wager.bet.terms.game
    by_code = _outcomes_by_code(game)
    slots: list[TrackSlot] = []
    for place, spin in enumerate(machine.spins, 1):
        title, value = zone_phrase("slot", unit=capitalized(game.unit), place=place), spin.read(wager.state)
        if value:
            outcome = by_code[value]
            is_new = wager.before is not None and not spin.read(wager.before)
            slots.append(TrackSlot(title, _shown(game, outcome, value), game.kind(outcome), "on", is_new))
        elif (slots and slots[-1].look == "on") or not slots:
            slots.append(_next_slot(wager, title))
        else:
            slots.append(TrackSlot(title))
    return tuple(slots)


def _shown(game: Game, outcome: Outcome, value: int) -> str:
    """An outcome in a slot; one without a number by the name that such outcomes have."""
    return game.short(outcome) if value <= game.top else "0"


@lru_cache(maxsize=16)
def _outcomes_by_code(game: Game) -> Mapping[int, Outcome]:
    """An outcome for each number that a sequence remembers; the first where several have one."""
    return {game.code(outcome): outcome for outcome in reversed(game.outcomes)} | {
        game.number(outcome) or game.top + 1: outcome for outcome in reversed(game.outcomes)
    }


def _next_slot(wager: ZoneWager, title: str) -> TrackSlot:
    """The next slot: which outcomes would raise the pay most, and to what."""
    if wager.tile is None or not wager.state:
        return TrackSlot(title, look="next")
    best, helpful = _held_pay(wager, wager.state), list[Outcome]()
    for outcome in wager.machine.outcomes:
        target, result = wager.machine.step(wager.state, outcome)
        pay = _held_pay(wager, target) if result is None else wager.bet.results[result].pay
        if pay is None or (best is not None and pay.net < best.net) or (best == pay and not helpful):
            continue
        if best is None or pay.net > best.net:
            best, helpful = pay, []
        helpful.append(outcome)
    if best is None or not helpful or best.net <= 0:
        return TrackSlot(title, look="next")
    game = wager.bet.terms.game
    named = tuple((game.short(one), game.kind(one)) for one in helpful) if len(helpful) <= HELP_MAX else ()
    more = "" if named else zone_phrase("more", count=len(helpful))
    return TrackSlot(title, look="next", helps=named, more=more, pay=pay_figure(best))


def _held_pay(wager: ZoneWager, state: int) -> Pay | None:
    """What the first line pays that holds for good in a state."""
    for line, test in zip(wager.bet.terms.lines, _tests(wager.machine), strict=False):
        if test(state, False):
            return line.pay
    return None


def _event_slots(wager: ZoneWager) -> tuple[TrackSlot, ...]:
    """The events of the longest pattern, those that a try has reached filled."""
    found = [line for line in wager.machine.lines if isinstance(line, Pattern)]
    pattern = max(found, key=lambda line: len(line.events))
    tracker = wager.machine.trackers[pattern]

    def reached(state: int) -> int:
        return len(pattern.events) - tracker.missing[tracker.register.read(state)]

    done, before = reached(wager.state), None if wager.before is None else reached(wager.before)
    slots = []
    for place, event in enumerate(pattern.events):
        look: Literal["", "on", "next"] = "on" if place < done else "next" if place == done else ""
        is_new = before is not None and before <= place < done
        slots.append(TrackSlot("", mark_of(event), look=look, is_new=is_new))
    return tuple(slots)


def _strip(wager: ZoneWager, slots: Sequence[TrackSlot]) -> tuple[StripNumber, ...]:
    """Every number of the game, with what came, what would help, and what the pay lines name."""
    top = wager.bet.terms.game.top if wager.machine.spins else 0
    came = {slot.text for slot in slots if slot.look == "on"}
    helps = {text for slot in slots for text, _ in slot.helps}
    named = {str(n) for line in wager.machine.lines if isinstance(line, NumberSequence) for n in line.numbers}
    return tuple(
        StripNumber(text, "on" if text in came else "next" if text in helps else "named" if text in named else "")
        for text in map(str, range(1, top + 1))
    )


# ---- places


def _places(wagers: list[ZoneWager]) -> PlacesPattern:
    """The places of one wager; each is printed with what its own event shows."""
    first = wagers[0].bet.terms
    rows = _rows(wagers[0]) if len(first.lines) > 1 else ()
    spots = tuple(replace(_spot(one, one.bet.terms.place), glyphs=_place_glyphs(one)) for one in wagers)
    return PlacesPattern(first.title, _pay_of(wagers[0].bet), rows, spots)


def _place_glyphs(wager: ZoneWager) -> tuple[Glyph, ...]:
    return glyphs(wager.bet.terms.lines[0].when)
