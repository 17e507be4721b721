"""The dealer card: pays, booking, marking, calls, the order of take and pay, offers and envy, on a card to hold."""

from collections.abc import Iterator, Sequence

from rackcard.card import Terms
from rackcard.report.documents.card_back import fine_print, limits, said_of
from rackcard.report.documents.card_front import rung_label, rungs_of
from rackcard.report.documents.card_parts import StepList
from rackcard.report.documents.content import Block, Document, Heading, Para, PrintedTable, Row, in_parts
from rackcard.report.documents.dealer_procedures import announcements, has_marks, marking_rule, order_of_settlement
from rackcard.report.offered import is_draft, offered_wagers, posted_wagers
from rackcard.report.request import Order
from rackcard.report.rules import required
from rackcard.wording import dealer_card as wording
from rackcard.wording import documents, rules
from rackcard.wording import rack_card as words
from rackcard.wording.sentence import capitalized

ROWS_MAX = 10
"""So many rows of a table stay on one side."""
CALLS_MAX = 7


def dealer_card(order: Order) -> Document:
    """What the dealer needs during an outcome."""
    posted = posted_wagers(order)
    return Document(
        "dealer-card",
        order.card.title,
        "",
        ((), tuple(_blocks(order, posted))),
        order.imprint,
        order.date,
        order.house,
        (wording.DEALER_CARD,),
        is_draft(order, posted),
    )


def _blocks(order: Order, posted: list[Terms]) -> Iterator[Block]:
    unit = order.card.game.unit
    _, steps = order_of_settlement(order, posted)
    yield Heading(wording.after_each(unit))
    yield StepList(tuple(("", _step(step)) for step in steps))
    yield Heading(wording.PAYS)
    yield from pay_tables(posted)
    if missing := [terms.paper_name for terms in offered_wagers(order) if not terms.is_posted]:
        yield Para(documents.no_pay_posted(missing), wording.NOT_OPEN)
    yield Heading(wording.BOOKING)
    yield from _booking(order, posted)
    if has_marks(posted):
        yield Heading(wording.MARKING)
        yield from said_of(posted, marking_rule)
        yield from said_of(posted, lambda terms: rules.marks_kept(terms, unit))
    yield Heading(wording.CALLS)
    said = list(dict(announcements(order, posted)).items())[:CALLS_MAX]
    rows = tuple(Row((event, f'"{call}"')) for event, call in said)
    yield PrintedTable((wording.EVENT, wording.SAY), rows, wide=frozenset({1}))
    yield from _offers(posted, unit)
    yield from _envy(posted)
    if order.card.procedure:
        yield Heading(wording.DUTIES)
        yield from (Para(step) for step in order.card.procedure)
    yield from limits(order, posted)
    yield fine_print(order, posted)


def _step(text: str) -> str:
    return f"{capitalized(text.rstrip(';.'))}."


def pay_tables(posted: Sequence[Terms]) -> Iterator[PrintedTable]:
    """Every pay by the filed name of its wager; in tables short enough to stay on one side."""
    rows = [row for terms in posted for row in _pay_rows(terms)]
    has_envy = any(row.cells[2] for row in rows)
    columns = (wording.WAGER, wording.PAYS_COLUMN, *((wording.ENVY_COLUMN,) if has_envy else ()))
    cut = tuple(Row(row.cells[: len(columns)], strong=row.strong) for row in rows)
    yield from in_parts(PrintedTable(columns, cut, frozenset(range(1, len(columns))), frozenset({0})), ROWS_MAX)


def _pay_rows(terms: Terms) -> Iterator[Row]:
    envy = words.envy_short(terms.envy) if terms.envy else ""
    if terms.counted is not None:
        yield Row((terms.paper_name, "", envy), strong=True)
        yield from (Row((rung_label(terms, at, text), str(pay), "")) for at, text, pay in reversed(rungs_of(terms)))
    elif terms.bundle:
        yield Row((terms.paper_name, words.EACH_ALONE, envy))
    elif len(terms.lines) == 1:
        yield Row((terms.paper_name, rules.paid(terms.lines[0]), envy))
    else:
        yield Row((terms.paper_name, "", envy), strong=True)
        for index, line in enumerate(terms.lines):
            text = line.filed or capitalized(rules.felt_line(terms, index, terms.game.unit))
            yield Row((text, rules.paid(line), ""))


def _booking(order: Order, posted: list[Terms]) -> Iterator[Para]:
    if order.rules is not None:
        yield Para(wording.BOOKED_BY[order.rules.books])
    yield from said_of(posted, lambda terms: rules.opens(terms, terms.game.unit))
    yield from said_of(posted, required)
    yield from said_of(posted, rules.commission)
    yield from said_of(posted, rules.several)
    yield Para(wording.NO_MORE)
    if order.rules is not None:
        yield Para(wording.CHIPS[order.rules.rounding])


def _offers(posted: Sequence[Terms], unit: str) -> Iterator[Block]:
    offering = [terms for terms in posted if terms.offers]
    if not offering:
        return
    yield Heading(wording.OFFERS)
    if any(offer.kind == "cash out" for terms in offering for offer in terms.offers):
        yield Para(rules.cash_out(unit))
    surrendered = [terms for terms in offering if any(offer.kind == "surrender" for offer in terms.offers)]
    if surrendered:
        yield Para(rules.surrender(unit))
        rows = tuple(Row((terms.paper_name, _surrenders(terms))) for terms in surrendered)
        yield from in_parts(PrintedTable((wording.WAGER, words.SURRENDER), rows, wide=frozenset({1})), ROWS_MAX)
    if back := [terms for terms in offering if any(offer.kind == "take back" for offer in terms.offers)]:
        yield Para(rules.take_back(back[0], unit))


def _surrenders(terms: Terms) -> str:
    found = [(offer.count or 0, str(offer.pay)) for offer in terms.offers if offer.kind == "surrender"]
    return ", ".join(wording.offer_row(count, pay) for count, pay in found)


def _envy(posted: Sequence[Terms]) -> Iterator[Block]:
    named = [terms for terms in posted if terms.envy_is_named]
    if not named:
        return
    yield Heading(wording.ENVY)
    if all(terms.envy is None for terms in named):
        yield Para(wording.NO_ENVY)
        return
    yield Para(rules.envy(any(terms.envy_on_surrender and terms.offers for terms in named)))
