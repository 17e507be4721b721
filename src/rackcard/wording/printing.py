"""Why a document cannot be printed as asked, and what can: one sentence for each code."""

import re

from rackcard.wording.sentence import Facts, capitalized, fill

REFUSALS: dict[str, str] = {
    "nothing-to-bet": "{title} has no wager that can be bet: no pay is posted. Post the pays in house rules, and print "
    "from those",
    "no-profile": "there is no profile for {name}; expected one of: {known:list}",
    "no-page": "there is no page {page}; this document has {pages:n page}",
    "no-document": "there is no document {what}; expected one of: {known:list}",
    "no-file-kind": "documents are not printed to {to}; expected one of: {known:list}",
    "whole-card": "a review covers the whole card; leave out options, pay table and wagers",
    "no-workbook": "only the par-sheet can be a workbook; print the {what} to pdf, png, svg or html",
    "no-format": "the {what} is not printed on {format}; expected one of: {known:list}",
    "missing-letter": "the character {letter} is not in the fonts; leave it out, or print to html",
    "no-typst": "printing to {to} needs typst, which is not installed here; install it with "
    "pip install 'rackcard[print]', or print to html",
    "no-xlsxwriter": "a workbook needs xlsxwriter, which is not installed here; install it with "
    "pip install 'rackcard[print]', or print to html",
    "no-numpy": "a mathematical report needs numpy, which is not installed here; install it with "
    "pip install 'rackcard[simulate]'",
    "too-long": "{side} takes {percent} % of the space it has",
    "too-long.format": "{title} does not fit the {what} on {format}: at the smallest type {side} takes {percent} % "
    "of its space. It fits on {other}: print it with --format {other}",
    "too-long.wagers": "{title} does not fit the {what} on {format}: at the smallest type {side} takes {percent} % "
    "of its space, and it fits no other format. Print about {keep} of its {wagers} wagers on a card, "
    "as in --wager {first} --wager {second}",
    "too-long.card": "{title} does not fit the {what} on {format}: at the smallest type {side} takes {percent} % "
    "of its space, and it fits no other format. Shorten the texts of the card, or its ladder of pays",
    "house-name": "the name of the house must be plain text of at most {most} characters",
    "bad-date": "{date} is not a date; expected year-month-day, as in 2026-11-15",
    "payout-without-limits": "a maximum payout needs table limits; give both, as in 5-500 and 50000",
    "not-in-house": "card {card} is not in the house rules {house}; expected one of: {known:list}",
    "bad-payout": "{payout} is not a maximum payout; expected an amount in dollars, as in 50000",
    "bad-limits": "{limits} are not table limits; expected the minimum and maximum bet, as in 5-500",
    "bad-limits.order": "{limits} are not table limits; the minimum bet must be greater than zero and at most the "
    "maximum bet",
    "low-payout": "{payout} is out of range; the maximum payout must be at least the minimum bet ({minimum:$})",
}
"""The sentence of each code; a code before a dot is the public one."""

DRAFT = "DRAFT"
DRAFT_REASON = "The player has the edge on a wager shown here. Not for use at a table."
"""What a web page says where paper has DRAFT across it."""

FRONT, BACK, ONLY_SIDE = "the front", "the back", "its side"


def document_name(what: str) -> str:
    """What a document is, as a title.

    >>> document_name("dealer-card")
    'Dealer card'
    """
    return capitalized(what.replace("-", " "))


def refusal(code: str, facts: Facts) -> str:
    """Why a document cannot be printed."""
    return fill(REFUSALS[code], facts)


_OPENS = re.compile(r"(^|[\s(\[–—/])(['\"])")
_PAIRS = {'"': ("“", "”"), "'": ("‘", "’")}
_TIED = (
    (re.compile(r"\b(\d+) (to|for) (\d+)\b"), "\\1\u00a0\\2\u00a0\\3"),
    (re.compile(r"(?<=[A-Za-z]) (?=\d+[.,;:)]?(?: |$))"), "\u00a0"),
)
"""Spaces at which no line ends: in a pay, and between a number and its noun."""


def typographic(text: str) -> str:
    """A text as paper has it: percentages closed up, quotes and apostrophes curled.

    >>> typographic('the "hot" shooter, 2.86 %')
    'the “hot” shooter, 2.86%'
    """
    opened = _OPENS.sub(lambda found: found[1] + _PAIRS[found[2]][0], text.replace(" %", "%"))
    return opened.replace('"', "”").replace("'", "’")


def tied(text: str) -> str:
    """A text whose figures no line parts from what they belong to.

    >>> tied("a hard 8 pays 9 to 1")
    'a hard\\xa08 pays 9\\xa0to\\xa01'
    """
    for pattern, put in _TIED:
        text = pattern.sub(put, text)
    return text
