"""From a card to a file: one way in for the command line, the web and Python."""

from collections.abc import Callable
from typing import Literal, Unpack

from rackcard.card import Card
from rackcard.report.documents.content import Document, Format, PrintError, What
from rackcard.report.documents.dealer_card import dealer_card
from rackcard.report.documents.dealer_procedures import dealer_procedures
from rackcard.report.documents.layout_sheet import layout_sheet
from rackcard.report.documents.math_report import math_report
from rackcard.report.documents.par_sheet import par_sheet
from rackcard.report.documents.rack_card import rack_card
from rackcard.report.documents.review_report import review_report
from rackcard.report.documents.rules_of_play import rules_of_play
from rackcard.report.documents.signage import signage
from rackcard.report.documents.strategy_card import strategy_card
from rackcard.report.offered import offered_wagers
from rackcard.report.request import Given, Order, order
from rackcard.report.writers.html import web_page
from rackcard.report.writers.typst import FORMATS, TooLongError, chosen_format, typeset
from rackcard.report.writers.xlsx import workbook
from rackcard.wording import printing as wording

__all__ = ["DOCUMENTS", "MEDIA_TYPES", "Format", "PrintError", "To", "What", "pages_of", "printed", "printed_pages"]

To = Literal["pdf", "png", "svg", "html", "xlsx"]

DOCUMENTS: dict[What, Callable[[Order], Document]] = {
    "rack-card": rack_card,
    "par-sheet": par_sheet,
    "strategy-card": strategy_card,
    "dealer-card": dealer_card,
    "signage": signage,
    "layout": layout_sheet,
    "review": review_report,
    "rules-of-play": rules_of_play,
    "dealer-procedures": dealer_procedures,
    "math-report": math_report,
}

MEDIA_TYPES: dict[To, str] = {
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "html": "text/html; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def printed(
    card: Card,
    what: What = "rack-card",
    to: To = "pdf",
    *,
    paper: Format | None = None,
    gray: bool = False,
    page: int = 1,
    **given: Unpack[Given],
) -> bytes:
    """A printed document as the bytes of one file; the same card and arguments give the same bytes.

    ``what`` is the document and ``to`` the kind of file; ``paper`` its format (rack or a5 for cards, letter or a4
    for sheets), ``gray`` whether it is in black and white. Besides: ``options``, ``table`` and ``wagers``, which
    choose what is printed, ``house``, ``limits`` written as 5-500, ``payout`` as 50000, ``pays`` (``to``: all of them
    said as so much to 1) and ``date``; without a date the document says that it is undated. A PNG or SVG holds one
    page, by default the first: ``printed_pages`` gives them all. What cannot be printed raises ``PrintError``, what
    the card does not have ``OptionError``; both say what would do.

    >>> from rackcard.card.catalogue import load
    >>> printed(load("craps"), "rack-card", date="2026-11-15")[:5]
    b'%PDF-'
    """
    pages = printed_pages(card, what, to, paper=paper, gray=gray, **given)
    if not 1 <= page <= len(pages):
        raise PrintError("no-page", page=page, pages=len(pages))
    return pages[page - 1]


def printed_pages(
    card: Card,
    what: What = "rack-card",
    to: To = "pdf",
    *,
    paper: Format | None = None,
    gray: bool = False,
    **given: Unpack[Given],
) -> list[bytes]:
    """A printed document as files: one for each page of a PNG or SVG, a single one otherwise."""
    return pages_of(order(card, **given), what, to, paper, gray=gray)


def pages_of(ordered: Order, what: What, to: To, paper: Format | None = None, *, gray: bool = False) -> list[bytes]:
    """The files of an order, in color or in black and white."""
    if what not in DOCUMENTS:
        raise PrintError("no-document", what=what, known=tuple(DOCUMENTS))
    if to not in MEDIA_TYPES:
        raise PrintError("no-file-kind", to=to, known=tuple(MEDIA_TYPES))
    if what == "review" and ordered.rules is None and (ordered.given or ordered.table is not None or ordered.wagers):
        raise PrintError("whole-card")
    on = chosen_format(what, paper)
    if to == "xlsx":
        if what != "par-sheet":
            raise PrintError("no-workbook", what=what)
        return [workbook(ordered, on)]
    document = DOCUMENTS[what](ordered)
    if to == "html":
        return [web_page(document).encode()]
    try:
        return typeset(document, on, to, gray=gray)
    except TooLongError as error:
        raise _too_long(ordered, document, on, error) from None


def _too_long(ordered: Order, document: Document, on: Format, error: TooLongError) -> PrintError:
    """Why a card does not fit, and what would."""
    backs = [wording.BACK] * (len(document.sides) - 1)
    sides = [wording.FRONT, *backs] if backs else [wording.ONLY_SIDE]
    facts = {
        "title": ordered.card.title,
        "what": document.what,
        "format": on,
        "side": sides[error.side],
        "percent": error.percent,
    }
    for other in FORMATS[document.what]:
        if other != on and _fits(document, other):
            return PrintError("too-long.format", **facts, other=other)
    wagers = [terms.group for terms in offered_wagers(ordered)]
    if len(wagers) > 1:
        on_a_side = len(wagers) // max(1, len(backs))
        keep = max(1, on_a_side * 100 // error.percent - 1)
        facts |= {"keep": keep, "wagers": len(wagers), "first": wagers[0], "second": wagers[1]}
        return PrintError("too-long.wagers", **facts)
    return PrintError("too-long.card", **facts)


def _fits(document: Document, paper: Format) -> bool:
    try:
        typeset(document, paper, "svg")
    except TooLongError:
        return False
    return True
