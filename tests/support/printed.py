"""What a printed document says, read back from its pages."""

import io
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pypdf import PdfReader

from rackcard.api import RackCard, load
from rackcard.card import card_ids
from rackcard.report.documents.content import Block, Document, block_dict
from rackcard.report.printing import printed
from rackcard.wording.printing import typographic

DATE = "2026-11-15"


@cache
def card_of(card: str) -> RackCard:
    return load(card)


@cache
def pages(card: str, what: str, paper: str | None = None) -> tuple[str, ...]:
    """The text of each page of a PDF, without any white space: lines break where they must."""
    made = printed(card_of(card), what, date=DATE, house="Fern & Sons", limits="5-500", paper=paper)  # type: ignore[arg-type]
    return tuple(squeezed(page.extract_text()) for page in PdfReader(io.BytesIO(made)).pages)


def posted_cards() -> list[str]:
    """The shipped cards that have a wager to bet."""
    return [card for card in card_ids() if any(terms.is_posted for terms in card_of(card).terms())]


def squeezed(text: str) -> str:
    """A text as paper has it, without white space, its quotes and apostrophes as they are typed."""
    return re.sub(r"\s", "", typographic(text)).translate(TYPED)


TYPED = str.maketrans("‘’“”", "''\"\"")


def said_by(block: Block) -> list[str]:
    """Every text of a block, in the order in which it is read; drawings are left out."""
    return list(_texts({name: value for name, value in block_dict(block).items() if name != "kind"}))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if value else []
    elif isinstance(value, dict) and "svg" in value:
        yield value["alt"]
    elif isinstance(value, dict):
        yield from (text for name, part in value.items() if name not in UNREAD for text in _texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _texts(part))


UNREAD = ("color", "tone", "glyphs", "seal")
"""What is drawn rather than read."""


def document_text(document: Document) -> str:
    """Everything a document says, its texts set apart by bars."""
    told = [document.title, document.subtitle, document.house, *document.aside]
    return " | ".join([*told, *(text for side in document.sides for block in side for text in said_by(block))])
