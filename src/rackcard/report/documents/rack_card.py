"""The rack card: what it pays on the front, how it is played on the back."""

from rackcard.card import Terms
from rackcard.machine import bets
from rackcard.report.documents.card_back import back_blocks
from rackcard.report.documents.card_front import front_parts, printed_kind
from rackcard.report.documents.card_parts import CardLine
from rackcard.report.documents.content import Document
from rackcard.report.offered import has_base_wagers, is_draft, posted_wagers
from rackcard.report.request import Order
from rackcard.report.rules import chance_words
from rackcard.wording import documents
from rackcard.wording import rack_card as wording
from rackcard.wording.sentence import capitalized


def rack_card(order: Order) -> Document:
    """Pays on the felt ground, as many sides as they need; then how to play."""
    posted = posted_wagers(order)
    return Document(
        "rack-card",
        order.card.title,
        tagline(order, posted),
        ((*front_parts(order, posted), foot_line(order, posted)), tuple(back_blocks(order, posted))),
        order.imprint,
        order.date,
        order.house,
        (wording.HOW_TO_PLAY, wording.PAYS_CONTINUED),
        is_draft(order, posted),
    )


def tagline(order: Order, posted: list[Terms]) -> str:
    """What the card is, in one line: of a base game what it is played with."""
    if order.card.is_base or has_base_wagers(order):
        return capitalized(documents.played_with(chance_words(order.card, order.options)))
    every = bets(order.card, order.options, posted)
    kind, alike = printed_kind(every[0]), len({terms.ends for terms in posted}) == 1
    if kind == "ladder" and not (alike and len({terms.counted for terms in posted}) == 1):
        kind = "list"  # what the first counts is not what all are about
    return wording.tagline(posted[0], kind if alike or kind in ("numbers", "pips") else "", len(posted))


def foot_line(order: Order, posted: list[Terms]) -> CardLine:
    """The limits in a line, or what the pays mean where "for" is said."""
    limits = {order.limits_of(terms) for terms in posted} - {None}
    parts: list[str] = []
    least = {one.least: one for one in limits if one is not None}
    most = {one.most: one for one in limits if one is not None}
    if len(least) == 1:
        parts.append(wording.minimum(next(iter(least.values()))))
    if len(most) == 1 and next(iter(most)):
        parts.append(wording.maximum(next(iter(most.values()))))
    elif len(most) > 1:
        parts.append(wording.MAXIMUMS_ON_BACK)
    pays = [line.pay for terms in posted for line in terms.lines if line.pay is not None and line.pay.net > 0]
    told = next((pay for pay in pays if pay.unit == "for"), None)
    if told is not None:
        parts = [wording.for_means(told)]
    elif not order.card.is_base and not any(terms.requires for terms in posted) and len(parts) < 3:
        parts.append(posted[0].game.primer.no_line_bet)
    return CardLine(tuple(part for part in parts if part))
