"""Nothing is set outside the margins of its page: the place of every letter is read back from the pages."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from rackcard.report.documents.content import What
from rackcard.report.printing import DOCUMENTS, printed_pages
from rackcard.report.writers.typst import FORMATS, PAPERS
from tests.support.printed import DATE, card_of, posted_cards
from tests.support.sample import IS_WHOLE

pytestmark = pytest.mark.slow
CARDS = posted_cards() if IS_WHOLE else ("baccarat", "repeater-bets-plus")
NUMBER = re.compile(r"-?[0-9.]+(?:e-?[0-9]+)?")
EDGE = 8.0
"""Points that cards and signs keep clear to the cut."""


def letters(page: bytes) -> Iterator[tuple[float, float]]:
    """Where each letter of a page that is not turned begins."""
    yield from _places(ElementTree.fromstring(page), 0.0, 0.0)


def _places(element: ElementTree.Element, x: float, y: float) -> Iterator[tuple[float, float]]:
    kind = element.tag.rpartition("}")[2]
    moved = [float(number) for number in NUMBER.findall(element.get("transform", ""))]
    if kind in ("defs", "image", "symbol") or (len(moved) == 6 and (moved[0], moved[1]) != (1, 0)):
        return
    if len(moved) >= 2:
        x, y = x + moved[-2], y + moved[-1]
    if kind == "use":
        yield x + float(element.get("x", "0")), y
    for child in element:
        yield from _places(child, x, y)


@pytest.mark.parametrize("what", DOCUMENTS)
@pytest.mark.parametrize("card", CARDS)
def test_every_letter_stands_within_the_margins(card: str, what: What) -> None:
    paper = PAPERS[FORMATS[what][0]]
    margin = paper["margin"] - 1 if FORMATS[what][0] in ("letter", "a4") else EDGE
    given = {"house": "The Silver Fern", "limits": "5-500", "date": DATE}
    for page in printed_pages(card_of(card), what, "svg", **given):  # type: ignore[arg-type]
        found = list(letters(page))
        assert found
        assert min(x for x, _ in found) >= margin
        assert max(x for x, _ in found) <= paper["width"] - margin
        assert min(y for _, y in found) > EDGE
        assert max(y for _, y in found) < paper["height"] - EDGE


def test_control_a_line_that_runs_over_is_seen() -> None:
    page = b'<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(60 60)"><use x="600"/></g></svg>'
    assert list(letters(page)) == [(660.0, 60.0)]
