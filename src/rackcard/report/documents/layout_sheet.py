"""The layout sheet: the zone of a card on the felt, to scale, with its dimensions, betting spots and pays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rackcard.card import Terms
from rackcard.felt.parts import PayFigure, pay_figure
from rackcard.felt.patterns import pattern_kind, repeated_event
from rackcard.games.conditions import Different
from rackcard.games.game import Event
from rackcard.games.wording import mark_of
from rackcard.machine import Bet, bets
from rackcard.report.documents.card_front import loss_strip, rung_label, rungs_of
from rackcard.report.documents.card_parts import LayoutDrawing, LayoutItem, LayoutRow
from rackcard.report.documents.content import Document
from rackcard.report.offered import is_draft, posted_wagers
from rackcard.report.request import Order, short_hash
from rackcard.wording import layout_sheet as wording
from rackcard.wording import rack_card as words
from rackcard.wording.documents import imprint_house
from rackcard.wording.rules import felt_line
from rackcard.wording.zones import envy_line

WIDTH = 18.0
"""The width of a zone on the felt, in inches."""
MARGIN, TITLE, GAP = 1.35, 1.1, 0.1
CIRCLE, SPOT, BOX = 1.5, 1.75, 1.3
SMALL_SPOT, LOW_BOX = 1.4, 1.0
"""Where several wagers have spots."""
SEATS = 8
ROWS_MAX = 3
"""With more wagers than this, each wager has an area and not a row of spots."""
AREA_COLUMNS = 4
LONG = 20
"""Boxes with longer texts are three in a row."""
SCALES = (2, 3, 4, 6, 8)
HEIGHT_MAX = 342 / 36
"""The highest zone that a sheet has room for at one to two, in inches."""


def layout_sheet(order: Order) -> Document:
    """One sheet for a card."""
    posted = posted_wagers(order)
    return Document(
        "layout",
        order.card.title,
        wording.LAYOUT_SHEET,
        ((_drawing(order, posted),),),
        order.imprint,
        order.date,
        order.house,
        (),
        is_draft(order, posted),
    )


@dataclass
class _Felt:
    """A zone while it is laid out: rows one below the other, in inches."""

    rows: list[LayoutRow] = field(default_factory=list)
    below: float = TITLE

    def add(self, items: Sequence[LayoutItem], height: float, note: str, gap: float, **given: object) -> None:
        middle = self.below + height / 2
        placed = tuple(LayoutItem(one.x, middle, one.width, one.height, one.shape, one.text, one.pay, one.is_top)
                       for one in items)  # fmt: skip
        letter = "" if not note else chr(ord("A") + sum(1 for row in self.rows if row.letter))
        self.rows.append(LayoutRow(letter, middle, height, placed, note, **given))  # type: ignore[arg-type]
        self.below += height + gap


def _drawing(order: Order, posted: list[Terms]) -> LayoutDrawing:
    every = bets(order.card, order.options, posted)
    seats = order.rules.seats if order.rules is not None else SEATS
    felt = _Felt()
    if numbers := _numbers(every):
        _circles(felt, [mark_of(event) for event in numbers], wording.numbers_note)
    if slots := max((len(bet.machine.spins) for bet in every), default=0):
        _circles(felt, [str(slot + 1) for slot in range(slots)], wording.slots_note)
    is_areas = len(posted) > ROWS_MAX or not _pay_boxes(every)
    if is_areas:
        _areas(felt, every, seats)
    else:
        _boxes(felt, _pay_boxes(every), BOX if len(posted) == 1 else LOW_BOX)
        _spots(felt, posted, seats)
    line = _rule_line(posted)
    felt.add((LayoutItem(WIDTH / 2, 0, 0, 0.36, "text", line),), 0.36, wording.line_note(), 0.35)
    times = next((one for one in SCALES if felt.below * 2 / one <= HEIGHT_MAX), SCALES[-1])
    house = "" if order.rules is None else short_hash(order.rules.sha256)
    block = (
        (wording.DRAWING, wording.drawing_number(order.card.id)), (wording.SHEET, wording.ONE_SHEET),
        (wording.SCALE, wording.scale(times)), (wording.DATE, order.dated), (wording.UNIT, wording.INCH),
        (wording.TOLERANCE, wording.PLUS_MINUS), (wording.HOUSE, order.house or "–"),
        (wording.CARD, f"{order.card.id} {short_hash(order.card.sha256)}"),
        (wording.RULES, imprint_house(house) if house else "–"), (wording.APPROVED, ""),
    )  # fmt: skip
    colors = tuple(zip(wording.COLORS, (wording.GROUND, wording.LINES, wording.TOP_PAY, wording.LOSES), strict=True))
    return LayoutDrawing(
        WIDTH, felt.below, times, tuple(felt.rows), block, colors, wording.NOTES, wording.APPEARS, wording.DIMENSIONS
    )


# ---- what is on the felt


def _numbers(every: Sequence[Bet]) -> list[Event]:
    """The numbers that lammers are placed on, in order; none where wagers go by none."""
    found: dict[Event, None] = {}
    for bet in every:
        counted, when = bet.terms.counted, bet.terms.lines[0].when
        if counted is not None and counted.different:
            found |= dict.fromkeys(counted.events)
        elif isinstance(when, Different):
            found |= dict.fromkeys(when.events)
        elif pattern_kind(bet) == "pips":
            found[repeated_event(bet)[0]] = None
    return sorted(found, key=lambda event: int(mark_of(event)) if mark_of(event).isdigit() else len(found) + 100)


def _pay_boxes(every: Sequence[Bet]) -> list[tuple[str, PayFigure, bool]]:
    """A box for each pay of a ladder, each wager with one pay, and each pay line of others."""
    boxes: list[tuple[str, PayFigure, bool]] = []
    for bet in every:
        terms = bet.terms
        if terms.counted is not None:
            steps = rungs_of(terms)
            boxes += [(rung_label(terms, at, text), pay_figure(pay), at == steps[-1][0]) for at, text, pay in steps]
        elif terms.bundle or terms.stages:
            return []
        elif len(terms.lines) == 1:
            boxes.append((terms.title, pay_figure(terms.lines[0].pay), False))
        else:
            told = (felt_line(terms, index, terms.game.unit) for index in range(len(terms.lines)))
            boxes += [(text, pay_figure(line.pay), False) for text, line in zip(told, terms.lines, strict=True)]
    return boxes


def _rule_line(posted: Sequence[Terms]) -> str:
    """What loses, and what the dealer gets, in one line."""
    strips = [one.text for one in loss_strip(posted)]
    named: dict[str, list[str]] = {}
    for terms in posted:
        if terms.envy is not None:
            named.setdefault(words.envy_short(terms.envy), []).append(terms.title)
    envies = sorted((terms.envy for terms in posted if terms.envy is not None), key=lambda envy: envy.net)
    envy = [envy_line(named, envies[0], envies[-1])] if envies else []
    return words.imprint((*envy, *strips)) or wording.NO_LINE


# ---- where it is


def _circles(felt: _Felt, marks: Sequence[str], note: Callable[[int, float], str]) -> None:
    many = len(marks)
    pitch = min(1.7, (WIDTH - 2 * MARGIN) / max(many - 1, 1))
    diameter = round(min(CIRCLE, pitch - 0.15), 2)
    left = (WIDTH - pitch * (many - 1)) / 2
    items = [LayoutItem(left + n * pitch, 0, diameter, diameter, "circle", mark) for n, mark in enumerate(marks)]
    felt.add(
        items, diameter, note(many, diameter), 0.2,
        chain=wording.chain(many - 1, pitch) if many > 1 else "", left=left, across=wording.across(diameter),
    )  # fmt: skip


def _boxes(felt: _Felt, boxes: Sequence[tuple[str, PayFigure, bool]], height: float) -> None:
    rows = _in_rows(boxes, 8 if max(len(text) for text, _, _ in boxes) <= LONG else 3)
    widths = [round(min(5.4, (WIDTH - 1.3 - GAP * (len(row) - 1)) / len(row)), 2) for row in rows]
    for number, (row, width) in enumerate(zip(rows, widths, strict=True)):
        left = (WIDTH - width * len(row) - GAP * (len(row) - 1)) / 2
        items = [
            LayoutItem(left + width / 2 + n * (width + GAP), 0, width, height, "box", text, pay, is_top)
            for n, (text, pay, is_top) in enumerate(row)
        ]
        is_last = number == len(rows) - 1
        note = wording.pays_note(len(boxes), widths, height) if is_last else ""
        felt.add(items, height, note, 0.3 if is_last else GAP)


def _spots(felt: _Felt, posted: Sequence[Terms], seats: int) -> None:
    several = len(posted) > 1
    room = WIDTH - (3.15 if several else 1.65) - 1.55
    pitch = min(2.1, room / max(seats - 1, 1))
    diameter = round(min(SPOT if not several else SMALL_SPOT, pitch - 0.2), 2)
    left = 3.15 if several else (WIDTH - pitch * (seats - 1)) / 2
    for number, terms in enumerate(posted):
        spots = [LayoutItem(left + n * pitch, 0, diameter, diameter, "spot", str(n + 1)) for n in range(seats)]
        label = [LayoutItem(1.35, 0, 2.0, 0.4, "label", terms.title)] if several else []
        is_last = number == len(posted) - 1
        felt.add(
            [*label, *spots], diameter, wording.spots_note(seats, len(posted)) if is_last else "",
            0.25 if is_last else GAP, chain=wording.chain(seats - 1, pitch) if is_last and seats > 1 else "",
            left=left, across=wording.across(diameter) if is_last else "",
        )  # fmt: skip


def _areas(felt: _Felt, every: Sequence[Bet], seats: int) -> None:
    """An area for each wager, with its pay or pays."""
    columns = AREA_COLUMNS if len(every) <= 24 else 8
    width = round((WIDTH - 1.3 - GAP * (columns - 1)) / columns, 2)
    named = [(bet.terms.title, _area_pay(bet.terms), False) for bet in every]
    rows = _in_rows(named, columns)
    for number, row in enumerate(rows):
        left = (WIDTH - width * len(row) - GAP * (len(row) - 1)) / 2
        items = [
            LayoutItem(left + width / 2 + n * (width + GAP), 0, width, BOX, "box", text, pay, is_top)
            for n, (text, pay, is_top) in enumerate(row)
        ]
        is_last = number == len(rows) - 1
        note = f"{wording.pays_note(len(named), (width,), BOX)} {wording.areas_note(seats)}" if is_last else ""
        felt.add(items, BOX, note, 0.45 if is_last else GAP)


def _area_pay(terms: Terms) -> PayFigure:
    """The pay of a wager in its area: the one it has, or the highest of several."""
    if terms.bundle:
        return PayFigure("", "", words.EACH_ALONE)
    pays = [pay for _, _, pay in rungs_of(terms)] if terms.counted else [line.pay for line in terms.lines]
    posted = [pay for pay in pays if pay is not None]
    best = pay_figure(max(posted, key=lambda pay: pay.net)) if posted else PayFigure("", "", "")
    return best if len(posted) == 1 else PayFigure("", "", words.up_to(best.text))


def _in_rows(boxes: Sequence[tuple[str, PayFigure, bool]], most: int) -> list[Sequence[tuple[str, PayFigure, bool]]]:
    """Boxes in rows of about the same length."""
    rows = -(-len(boxes) // most)
    size = -(-len(boxes) // max(rows, 1))
    return [boxes[at : at + size] for at in range(0, len(boxes), max(size, 1))]
