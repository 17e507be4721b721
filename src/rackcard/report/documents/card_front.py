"""The front of a rack card: the pays as drawings, chosen by the same patterns as on the felt."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rackcard.card import Terms
from rackcard.felt.parts import PIPS_MAX, NumbersPattern, PayFigure, ZoneWager, pay_figure
from rackcard.felt.patterns import glyphs, pattern_kind, patterns, repeated_event
from rackcard.games.conditions import Condition, Different, Happened, Several, Streak
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.games.game import Event
from rackcard.games.glyphs import Glyph
from rackcard.games.wording import glyphs_of, mark_of, meaning_of, words_of
from rackcard.machine import Bet, bets
from rackcard.number import Pay, decimal
from rackcard.report.documents.card_parts import (
    CardPart,
    GridCell,
    GridPanel,
    LadderDrawing,
    LossStrip,
    NumberLine,
    NumberMark,
    NumberSetDrawing,
    PanelRow,
    PayHeading,
    PayPanel,
    RepeatDrawing,
    RepeatRow,
    RungDrawing,
    SealDrawing,
)
from rackcard.report.offered import has_choice, places_of, table_of
from rackcard.report.request import Order
from rackcard.wording import rack_card as wording
from rackcard.wording.conditions import Winners
from rackcard.wording.rules import before_phrase, bundle, commission, felt_line, goal, loses_first, winners
from rackcard.wording.sentence import capitalized

FAMILY_MIN = 3
"""From so many wagers on that differ in a number alone, they are one family."""
FAMILIES_FROM = 9
"""A card with fewer wagers has room for each by itself."""
ALONE_MAX = 2
"""A card with so few wagers draws each large."""
SEALS = ("golden", "gold", "silver", "green", "blue", "red", "purple", "black", "white", "pink", "orange")
"""Colors that a wager's name may have."""


def front_parts(order: Order, posted: list[Terms]) -> Iterator[CardPart]:
    """What the front shows below its title."""
    every = bets(order.card, order.options, posted)
    front = _Front(order, posted, every)
    yield from front.ladders()
    yield from front.sets()
    yield from front.repeats()
    yield from front.panels()
    yield from loss_strip(posted)


def noun_of(terms: Terms) -> tuple[str, str]:
    """One of what a ladder counts, and several."""
    counted = terms.counted
    assert counted is not None
    if counted.kind == "outcomes":
        return terms.game.unit, terms.game.units
    if not counted.events:
        return "", ""
    return words_of(counted.events[0].game).counted_noun([meaning_of(event) for event in counted.events])


def rungs_of(terms: Terms) -> list[tuple[int, str, Pay]]:
    """The steps of a ladder that pay, the lowest first: the count, the words for it, and the pay.

    Where none does, all of them, so that the card says so.
    """
    found = {
        offer.count: (str(offer.rung or offer.count), offer.pay)
        for offer in terms.offers
        if offer.kind == "cash out" and offer.count is not None
    }
    lines = [(line.rung, line.pay) for line in terms.lines if line.rung is not None and line.pay is not None]
    paying = [(rung, pay) for rung, pay in lines if pay.net > -1]
    for rung, pay in paying if paying or found else lines:
        found[rung.count] = (str(rung), pay)
    return [(at, *found[at]) for at in sorted(found)]


def rung_label(terms: Terms, at: int, text: str) -> str:
    """What a step of a ladder takes, in words."""
    counted, noun = terms.counted, noun_of(terms)
    assert counted is not None
    if not noun[0]:
        return wording.rung_of_parts(text, len(counted.parts))
    if counted.different and at == len(counted.events):
        return wording.rung_of_all(at, noun)
    return wording.rung_label(text, at, noun)


def loss_strip(posted: Sequence[Terms]) -> Iterator[LossStrip]:
    """What loses, where it is the same for all wagers."""
    ends = {terms.ends for terms in posted}
    if len(ends) > 1 or len({terms.works for terms in posted}) > 1:
        return
    if any(terms.bundle or terms.behind or terms.own_line for terms in posted):
        return
    end, first = ends.pop(), posted[0]
    if len(posted) == 1 and first.counted and not first.offers:
        lowest = next((at for at, _, _ in rungs_of(first)), 0)
        if lowest > 1 and noun_of(first)[0]:
            yield LossStrip(wording.fewer_lose(lowest, noun_of(first)))
        return
    if end.event is None:
        unit = first.game.unit
        text = wording.anything_else(unit) if end.is_single else wording.within(end.outcomes or 0, unit)
        yield LossStrip(text)
    elif len(posted) == 1 and (left := loses_first(first)):
        yield LossStrip(wording.comes_first(left))
    elif not any(wins_with_end(terms) for terms in posted):
        mark = words_of(end.event.game).ender_mark(meaning_of(end.event))
        yield LossStrip(wording.end_loses(first), mark)


def wins_with_end(terms: Terms) -> bool:
    """Whether the outcome that ends a wager may win it, or does not lose it."""
    return terms.ends.event is None or terms.may_win_at_end


def printed_kind(bet: Bet) -> str:
    """The pattern that a wager is printed as.

    A repetition is said in words where no mark shows it, where it is of very many, or where it has only so long.
    """
    kind = pattern_kind(bet)
    if bet.terms.group != bet.terms.wager or bet.terms.bundle:
        return "spot"
    if kind == "pips":
        _, times = repeated_event(bet)
        is_endless = bet.terms.ends.outcomes is None
        is_drawn = bet.terms.offers or (is_endless and _marks(bet.machine.lines[0]))
        return "pips" if times <= PIPS_MAX and is_drawn else "spot"
    return kind


class _Front:
    """The drawings of one card."""

    def __init__(self, order: Order, posted: list[Terms], every: list[Bet]) -> None:
        self.order, self.posted, self.every = order, posted, every
        self.names: Winners = winners(order.card.terms(order.options))
        self.kinds = {bet.terms.wager: printed_kind(bet) for bet in every}
        self.shared = table_of(order, posted)

    def of_kind(self, kind: str) -> list[Bet]:
        return [bet for bet in self.every if self.kinds[bet.terms.wager] == kind]

    def note(self, terms: Terms) -> str:
        """The note beside a wager's name: another name, its pay table, its envy bonus."""
        parts = (
            wording.also_called(terms.also) if terms.also else "",
            wording.on_table(terms.table) if has_choice(self.order, terms) and not self.shared else "",
            wording.envy_note(terms.envy) if terms.envy else "",
        )
        return wording.imprint(parts)

    # ---- ladders
    def ladders(self) -> Iterator[CardPart]:
        for bet in self.of_kind("ladder"):
            terms = bet.terms
            counted = terms.counted
            assert counted is not None
            if counted.different:
                yield NumberLine(_with_end(counted.events, terms))
            steps = rungs_of(terms)
            of = len(counted.events) if counted.different else 0
            rungs = tuple(
                RungDrawing(rung_label(terms, at, text), pay_figure(pay), at if of else 0, of, at == steps[-1][0])
                for at, text, pay in reversed(steps)
            )
            yield LadderDrawing(rungs, terms.title if len(self.posted) > 1 else "", self.note(terms))

    # ---- sets of numbers
    def sets(self) -> Iterator[CardPart]:
        found = self.of_kind("numbers")
        if not found:
            return
        by_wager = {bet.terms.wager: bet for bet in found}
        drawn = patterns([ZoneWager(bet) for bet in found])
        pattern = next(one for one in drawn if isinstance(one, NumbersPattern))
        wholes = {spot.wager for spot in pattern.wholes}
        for spot in pattern.spots:
            terms = by_wager[spot.wager].terms
            when = terms.lines[0].when
            assert isinstance(when, Different)
            marks = tuple(mark_of(event) for event in _in_number_order(when.events))
            yield NumberSetDrawing(
                terms.paper_name if terms.filed else terms.title, marks, spot.pay, self.note(terms),
                spot.wager in wholes,
            )  # fmt: skip

    # ---- repetitions
    def repeats(self) -> Iterator[CardPart]:
        """A drawing for each unit that pays are said in."""
        by_unit: dict[str, list[Bet]] = {}
        for bet in self.of_kind("pips"):
            by_unit.setdefault(_unit(bet.terms.lines[0].pay), []).append(bet)
        for unit, found in by_unit.items():
            yield _repeat_drawing(unit, found, wording.EACH_OWN_TRACK if unit == next(iter(by_unit)) else "")

    # ---- everything else
    def panels(self) -> Iterator[CardPart]:
        """Wagers by name with their pay lines; families of many are grids."""
        left = [bet for bet in self.every if self.kinds[bet.terms.wager] in ("list", "spot", "track")]
        combined = [bet for bet in left if self._combination(bet)]
        if combined and self.of_kind("pips"):
            yield PayHeading(wording.COMBINED)
            yield from (self.combination(bet) for bet in combined)
            left = [bet for bet in left if bet not in combined]
        families = _families([bet.terms for bet in left]) if len(left) >= FAMILIES_FROM else {}
        told: set[str] = set()
        for bet in left:
            family = families.get(bet.terms.wager)
            if family is None:
                yield self.panel(bet)
            elif family[0] not in told:
                told.add(family[0])
                yield self.family(*family)

    def _combination(self, bet: Bet) -> Several | None:
        """What a wager wins on that wins with others of the card."""
        when = bet.terms.lines[0].when
        one_line = len(bet.terms.lines) == 1 and isinstance(when, Several) and when.at_least == 1
        return when if one_line and isinstance(when, Several) and all(p in self.names for p in when.parts) else None

    def combination(self, bet: Bet) -> PayPanel:
        """A wager on repetitions that others are on, by their numbers."""
        when = self._combination(bet)
        assert when is not None
        marks = tuple(mark for part in when.parts for mark in _marks(part))
        text = "" if marks else goal(bet.terms, "rack", bet.terms.game.unit, self.names)
        row = PanelRow(text, pay_figure(bet.terms.lines[0].pay))
        return PayPanel(bet.terms.title, (row,), self.note(bet.terms), marks=marks)

    def panel(self, bet: Bet) -> PayPanel:
        terms, unit = bet.terms, bet.terms.game.unit
        name = terms.paper_name if terms.filed else terms.title
        places = places_of(self.order, terms)
        note = wording.imprint((self.note(terms), wording.any_place(places) if places > 1 else "", commission(terms)))
        if terms.bundle:
            row = PanelRow(f"{capitalized(bundle(terms))}.", PayFigure("", "", wording.EACH_ALONE))
            return PayPanel(name, (row,), note)
        if len(terms.lines) == 1:
            when = terms.lines[0].when
            drawn = glyphs(when) if places == 1 else ()
            text = felt_line(terms, 0, unit, self.names) if terms.ends.is_single and drawn else ""
            told = capitalized(text) or goal(terms, "rack", unit, self.names)
            row = PanelRow(told, _figure(terms, 0), _plainly(drawn))
            is_top, is_alone = self._combination(bet) is not None, len(self.posted) <= ALONE_MAX
            return PayPanel(name, (row,), note, _seal(terms), is_top=is_top, is_alone=is_alone)
        rows = tuple(
            PanelRow(
                line.filed or capitalized(felt_line(terms, index, unit, self.names)),
                _figure(terms, index),
                (_plainly(glyphs(line.when)) or _number_glyphs(terms, line.when)) if places == 1 else (),
                capitalized(felt_line(terms, index, unit, self.names)) if line.filed else "",
            )
            for index, line in enumerate(terms.lines)
        )  # fmt: skip
        return PayPanel(name, rows, note, _seal(terms))

    def family(self, name: str, members: Sequence[tuple[str, Terms]]) -> GridPanel:
        cells: dict[Pay | None, list[str]] = {}
        for label, terms in members:
            cells.setdefault(terms.lines[0].pay, []).append(label)
        notes = (_family_rule([terms for _, terms in members]), commission(members[0][1]))
        made = tuple(GridCell(tuple(labels), pay_figure(pay)) for pay, labels in cells.items())
        return GridPanel(name, " ".join(note for note in notes if note), made)


def _figure(terms: Terms, index: int) -> PayFigure:
    line = terms.lines[index]
    return PayFigure("", "", f"becomes {line.turns_into_name}") if line.turns_into else pay_figure(line.pay)


# ---- numbers


def _in_number_order(events: Iterable[Event]) -> list[Event]:
    every = list(events)
    if all(mark_of(event).isdigit() for event in every):
        return sorted(every, key=lambda event: int(mark_of(event)))
    return every


def _with_end(events: Sequence[Event], terms: Terms) -> tuple[NumberMark, ...]:
    """The numbers that count, with the one that ends the wager in its place."""
    ends = terms.ends.event
    mark = "" if ends is None else words_of(ends.game).ender_mark(meaning_of(ends))
    marks = [NumberMark(mark_of(event)) for event in _in_number_order(events)]
    if mark and all(one.text.isdigit() for one in marks):
        marks = sorted([*marks, NumberMark(mark, is_end=True)], key=lambda one: int(one.text))
    return tuple(marks)


def _single_mark(event: Event) -> bool:
    return mark_of(event).isdigit()


def _marks(condition: Condition) -> tuple[str, ...]:
    """The numbers of a repetition; none where they are not numbers."""
    if not isinstance(condition, Happened | Streak):
        return ()
    event = condition.event
    if _single_mark(event):
        return (mark_of(event),)
    drawn = glyphs_of(event)
    return tuple(one.text for one in drawn) if drawn and all(one.kind == "tile" for one in drawn) else ()


def _number_glyphs(terms: Terms, when: Condition) -> tuple[Glyph, ...]:
    """The numbers that a sequence names, as pockets."""
    if not isinstance(when, NumberSequence) or when.relation not in ("these", "among"):
        return ()
    game = terms.game
    by_code = {game.code(outcome): outcome for outcome in game.outcomes}
    named = [by_code[number] for number in when.numbers if number in by_code]
    return tuple(Glyph("pocket", game.short(outcome), game.kind(outcome)) for outcome in named)


# ---- repetitions


def _unit(pay: Pay | None) -> str:
    return "" if pay is None else f"{pay.unit} {pay.per}"


def _stops(terms: Terms, times: int) -> tuple[str, ...]:
    """What each stop of a track pays, in the unit of the full pay, which is the last."""
    full = terms.lines[0].pay
    assert full is not None
    early = {offer.count: offer.pay for offer in terms.offers if offer.kind == "surrender"}
    told = {at: in_unit_of(full, pay) for at, pay in early.items()}
    stops = {at: decimal(pay.amount) if _unit(pay) == _unit(full) else str(pay) for at, pay in told.items()}
    return (*(stops.get(at, "") for at in range(1, times)), decimal(full.amount))


def in_unit_of(full: Pay, pay: Pay) -> Pay:
    """A pay written as another is; as it was where no decimals say it so."""
    amount = pay.amount_in(full.unit, full.per)
    return Pay(amount, full.unit, full.per) if amount > 0 and Fraction(decimal(amount)) == amount else pay


def _repeat_drawing(unit: str, found: Sequence[Bet], note: str) -> RepeatDrawing:
    """Tracks for wagers; those that are repeated equally often at the same pays share one."""
    rows: dict[tuple[object, ...], list[Bet]] = {}
    for bet in found:
        event, times = repeated_event(bet)
        alone = () if _single_mark(event) else (bet.terms.wager,)
        key = (times, _stops(bet.terms, times), bet.terms.envy, isinstance(bet.machine.lines[0], Streak), alone)
        rows.setdefault(key, []).append(bet)
    made = sorted((_repeat_row(wagers) for wagers in rows.values()), key=lambda row: len(row.stops))
    early = any(stop for row in made for stop in row.stops[:-1])
    return RepeatDrawing(
        wording.REPEATS,
        note,
        wording.pays_unit(unit),
        tuple(made),
        wording.ROLLED,
        wording.ENVY if any(row.envy for row in made) else "",
        (wording.FULL_PAY, wording.EARLY_PAY) if early else (),
    )


def _repeat_row(wagers: Sequence[Bet]) -> RepeatRow:
    terms = wagers[0].terms
    event, times = repeated_event(wagers[0])
    envy = wording.envy_short(terms.envy) if terms.envy else ""
    marks = tuple(mark for bet in wagers for mark in _marks(bet.machine.lines[0]))
    name = "" if marks else terms.title
    return RepeatRow(marks, _stops(terms, times), envy, name, not _single_mark(event) and len(marks) > 1)


def _plainly(drawn: tuple[Glyph, ...]) -> tuple[Glyph, ...]:
    """Drawings beside words: whose hand it is the words say, where there are cards to draw."""
    cards = tuple(one for one in drawn if one.kind != "disc")
    return cards or drawn


# ---- families and seals


def _families(every: Sequence[Terms]) -> dict[str, tuple[str, list[tuple[str, Terms]]]]:
    """Wagers with one pay line whose names differ in one word with a digit in it, by wager."""
    found: dict[tuple[str, ...], list[tuple[str, Terms]]] = {}
    for terms in every:
        if terms.bundle or len(terms.lines) != 1 or terms.group != terms.wager or terms.filed:
            continue
        words = terms.title.split(" ")
        numbered = [word for word in words if any(letter.isdigit() for letter in word)]
        if len(numbered) == 1:
            key = tuple("" if word == numbered[0] else word for word in words)
            found.setdefault((*key, commission(terms)), []).append((numbered[0], terms))
    families: dict[str, tuple[str, list[tuple[str, Terms]]]] = {}
    for key, members in found.items():
        if len(members) >= FAMILY_MIN and _family_rule([terms for _, terms in members]):
            name = " ".join(word for word in key[:-1] if word)
            families |= {terms.wager: (name, members) for _, terms in members}
    return families


def _family_rule(members: Sequence[Terms]) -> str:
    """What wins all wagers of a family, in one sentence; empty where no one sentence says it."""
    unit = members[0].game.unit
    whens = [terms.lines[0].when for terms in members]
    events = [when.event for when in whens if isinstance(when, Happened) and when.times == 1]
    if len(events) < len(members):
        return ""
    if all(terms.ends.is_single for terms in members):
        return wording.one_outcome(unit)
    befores = {before_phrase(terms, unit) for terms in members}
    if len(befores) == 1 and len(set(events)) == len(events):
        return wording.number_first(befores.pop())
    if len(set(events)) == 1 and (noun := words_of(events[0].game).noun(meaning_of(events[0]))):
        return wording.before_number(noun)
    return ""


def _seal(terms: Terms) -> SealDrawing | None:
    """A seal where a wager's name has a color, with the total that it is about."""
    color = next((word for word in terms.title.lower().split(" ") if word in SEALS), "")
    totals = [one.text for line in terms.lines for one in glyphs(line.when) if one.kind == "tile"]
    return SealDrawing(totals[0], "gold" if color == "golden" else color) if color and totals else None
