"""What a printed document says, read back from its pages."""

import io
import re
from functools import cache

from pypdf import PdfReader

from rackcard.api import RackCard, load
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


def squeezed(text: str) -> str:
    """A text as paper has it, without white space."""
    return re.sub(r"\s", "", typographic(text))
