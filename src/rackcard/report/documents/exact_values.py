"""The appendices of a sheet: exact values as fractions, each once; methods; and what ties the sheet to its card."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rackcard.number import digits_of
from rackcard.odds import WagerOdds
from rackcard.report.documents.content import Block, Facts, Fractions, Heading, Para, PrintedTable, Row, minus
from rackcard.report.documents.filed import Sheet, alike
from rackcard.report.request import Order
from rackcard.version import __version__
from rackcard.wording import par_sheet as wording
from rackcard.wording.offers import PLAYS

PLACES = 12
COMPACT = 22
"""Fractions up to so many characters share a table."""


def appendices(order: Order, found: Sequence[Sheet], *, with_methods: bool = True) -> Iterator[Block]:
    """Exact values, then methods and identification."""
    yield Heading(wording.EXACT_VALUES, 1)
    yield Para(wording.EXACT_INTRO)
    compact = []
    for names, sheet in alike(list(found)):
        values = list(once(list(_values(sheet))))
        if len(found) > 1 and all(len(exact) <= COMPACT for _, _, exact in values):
            compact.append(_compact_row(names, sheet))
            continue
        if len(found) > 1:
            yield Heading(names)
        yield Fractions(tuple(values))
    if compact:
        yield PrintedTable(
            wording.EXACT_COLUMNS, tuple(compact), frozenset(), frozenset({0, 5}), wording.SHORT_FRACTIONS
        )
    if with_methods:
        yield Heading(wording.APPENDIX_B, 1, page=False)
        yield from methods(found)
    yield Heading(wording.IDENTIFICATION)
    yield Facts(tuple(identification(order)))


def once(values: Sequence[tuple[str, Fraction]]) -> Iterator[tuple[str, str, str]]:
    """Values with their decimals and fractions; equal ones are listed once, under all their labels."""
    labels: dict[Fraction, list[str]] = {}
    for label, value in values:
        same = labels.setdefault(value, [])
        if label not in same:
            same.append(label)
    for value, named in labels.items():
        yield wording.names(named), grouped_decimal(value), minus(str(value))


def grouped_decimal(value: Fraction) -> str:
    """A decimal to twelve places, in groups of three.

    >>> grouped_decimal(Fraction(1, 8))
    '0.125 000 000 000'
    """
    scaled = str(round(abs(value) * 10**PLACES)).rjust(PLACES + 1, "0")
    whole, part = scaled[:-PLACES], scaled[-PLACES:]
    groups = " ".join(part[start : start + 3] for start in range(0, PLACES, 3))
    return f"{'−' if value < 0 else ''}{whole}.{groups}"


def _compact_row(names: str, sheet: Sheet) -> Row:
    """The exact values of a wager whose fractions are short, in one row."""
    entry = sheet.first
    edges = [(PLAYS[other.play], other.house_edge) for other in sheet.entries[1:]]
    rest = [
        *((wording.probability_of(outcome.label), outcome.probability) for outcome in entry.outcomes),
        *((wording.EDGE_WITH_ENVY.lower(), entry.house_edge_with_envy) for _ in [0] if entry.terms.envy),
        *edges,
    ]
    figures = (entry.house_edge, entry.hit, entry.variance, entry.mean_rolls)
    said = [wording.is_exactly(label, grouped_fraction(value)) for label, value in rest if value is not None]
    return Row((names, *map(grouped_fraction, figures), wording.semicolons(said)))


def grouped_fraction(value: Fraction | None) -> str:
    """A fraction with the digits of each number in groups of three.

    >>> grouped_fraction(Fraction(-244976, 245025))
    '−244\u00a0976/245\u00a0025'
    """
    if value is None:
        return "–"
    parts = [_grouped(digits_of(abs(part))) for part in (value.numerator, value.denominator)]
    return ("−" if value < 0 else "") + (parts[0] if value.denominator == 1 else "/".join(parts))


def _grouped(digits: str) -> str:
    """Digits in groups of three, counted from the end."""
    first = len(digits) % 3
    return "\u00a0".join(filter(None, (digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3)))))


def _values(sheet: Sheet) -> Iterator[tuple[str, Fraction]]:
    entry = sheet.first
    yield from _figures(entry)
    for outcome in entry.outcomes:
        yield wording.probability_of(outcome.label), outcome.probability
    for other in sheet.entries[1:]:
        if other.house_edge is not None:
            yield wording.with_play(wording.HOUSE_EDGE, other.play), other.house_edge


def _figures(entry: WagerOdds) -> Iterator[tuple[str, Fraction]]:
    figures = (
        (wording.HOUSE_EDGE, entry.house_edge),
        (wording.RETURN, entry.player_return),
        (wording.EDGE_WITH_ENVY, entry.house_edge_with_envy if entry.terms.envy else None),
        (wording.HIT, entry.hit),
        (wording.VARIANCE, entry.variance),
        (wording.FAIR_PAY, entry.fair_pay),
        (wording.LENGTH, entry.mean_rolls if entry.mean_rolls != 1 else None),
    )
    for label, value in figures:
        if value is not None:
            yield label, value


def methods(found: Sequence[Sheet]) -> Iterator[Block]:
    """By which methods the figures were found, each with what it does."""
    entries = [entry for sheet in found for entry in sheet.entries if entry.methods]
    used = dict.fromkeys(method for entry in entries for method in entry.methods)
    shown: dict[str, str] = {}
    for method in used:
        name, text = wording.METHODS[method]
        shown.setdefault(name, text)
    yield Heading(wording.METHODS_TITLE)
    yield from (Para(text, f"{name}.") for name, text in shown.items())
    if entries and all(len(entry.methods) == 2 for entry in entries):
        yield Para(wording.TWO_AGREE)


def identification(order: Order) -> Iterator[tuple[str, str]]:
    """The card and the house rules by their whole hashes."""
    label = wording.IDENTITIES
    yield label["card"], order.card.id
    yield label["card-hash"], wording.hash_groups(order.card.sha256)
    if order.rules is not None:
        yield label["house"], order.rules.id
        yield label["house-hash"], wording.hash_groups(order.rules.sha256)
    yield label["printed"], wording.generated(__version__, order.dated)
