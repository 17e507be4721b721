"""Signage: limits, payout limit, commission and pays, to be read across a table."""

from collections.abc import Iterator, Sequence

from rackcard.card import Terms
from rackcard.report.documents.card_back import commission_in_pays, payout_of, said_of
from rackcard.report.documents.card_front import front_parts
from rackcard.report.documents.card_parts import LossStrip, NumberLine
from rackcard.report.documents.content import Block, Document, KeyFigure, Para, Tiles
from rackcard.report.offered import is_draft, posted_wagers
from rackcard.report.request import Order
from rackcard.wording import dealer_card as wording
from rackcard.wording import rack_card as words
from rackcard.wording import rules
from rackcard.wording.offers import claims_said


def signage(order: Order) -> Document:
    """A sign for the table: limits above, pays below."""
    posted = posted_wagers(order)
    pays = tuple(part for part in front_parts(order, posted) if not isinstance(part, LossStrip | NumberLine))
    return Document(
        "signage",
        order.card.title,
        wording.SIGNAGE,
        ((*_limits(order, posted), *_notes(order, posted)), pays),
        words.imprint((words.NOTICES[0], order.imprint)),
        order.date,
        order.house,
        (),
        is_draft(order, posted),
    )


def _limits(order: Order, posted: Sequence[Terms]) -> Iterator[Block]:
    """The minimum and the maximum in large figures, and the payout limit; by wager where they differ."""
    tiles: list[KeyFigure] = []
    by_limits: dict[tuple[int, int], list[str]] = {}
    for terms in posted:
        if (one := order.limits_of(terms)) is not None:
            by_limits.setdefault((one.least, one.most), []).append(terms.title)
    common = max(by_limits, key=lambda limits: len(by_limits[limits]), default=None)
    for (least, most), names in by_limits.items():
        whose = wording.whose(names, alone=len(by_limits) == 1, common=(least, most) == common)
        tiles.append(KeyFigure(wording.MINIMUM, words.dollars_of(least), whose))
        if most:
            tiles.append(KeyFigure(wording.MAXIMUM, words.dollars_of(most), whose))
    if (payout := payout_of(order)) is not None:
        tiles.append(KeyFigure(wording.PAYOUT_LIMIT, words.dollars_of(payout.amount), ""))
    if tiles:
        yield Tiles(tuple(tiles))


def _notes(order: Order, posted: list[Terms]) -> Iterator[Para]:
    """Payout limit and commission in words, and what "for" means."""
    if (payout := payout_of(order)) is not None:
        yield Para(words.payout_words(payout, order.card.game.unit, claims_said(posted)))
    yield from said_of(posted, rules.commission)
    yield from commission_in_pays(posted)
    pays = [line.pay for terms in posted for line in terms.lines if line.pay is not None and line.pay.net > 0]
    if (told := next((pay for pay in pays if pay.unit == "for"), None)) is not None:
        yield Para(words.for_means(told))
