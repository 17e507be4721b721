"""The review report: every finding in full with its prices, to send back to whoever filed the game."""

from collections.abc import Iterator
from fractions import Fraction

from rackcard.card import Option
from rackcard.number import percent, plural
from rackcard.odds import Selection, price
from rackcard.odds.tables import grouped, place_name
from rackcard.report.documents.content import Block, Document, Facts, Heading, Para, Row, Table, minus, without_empty
from rackcard.report.documents.spoken import listed, sentence
from rackcard.report.request import Order
from rackcard.report.review import Finding, gathered, review, together

GRADES = {
    "fault": "Faults: what has to be mended before the game is dealt",
    "warning": "Warnings: what the house should know before it decides",
    "note": "Notes: what is left to be read, and what it is worth",
}


def review_report(order: Order) -> Document:
    """The findings, the gravest first, and the edge of every wager under every reading."""
    findings = review(order.card)
    blocks = [*_opening(order, findings)]
    for grade, heading in GRADES.items():
        graded = gathered([finding for finding in findings if finding.grade == grade])
        if graded:
            blocks.append(Heading(heading))
            for number, group in enumerate(graded, start=1):
                told = _finding(order, group[0]) if len(group) == 1 else _together(group)
                blocks += [Para(together(group), f"{grade.capitalize()} {number}"), *told]
    blocks += _every_reading(order)
    return Document("review", order.card.title, "Review", (tuple(blocks),), order.card_foot, order.date, order.house)


def _opening(order: Order, findings: list[Finding]) -> Iterator[Block]:
    counts = [
        plural(len(gathered([finding for finding in findings if finding.grade == grade])), grade) for grade in GRADES
    ]
    yield Facts((
        ("Game", f"{order.card.title}: {order.card.about}"),
        ("Source", order.card.source),
        ("Card", f"{order.card.id}, sha256 {order.card.sha256}"),
        ("Found", ", ".join(counts) if findings else "nothing to report"),
    ))  # fmt: skip
    if not findings:
        yield Para("Every pay is posted, every rule reads one way, and no wager can be beaten.")


def _together(group: list[Finding]) -> Iterator[Block]:
    """What several wagers have in common: one row for each, its edges side by side and exact below."""
    labels = [label for label, _ in group[0].prices]
    if not labels:
        yield Para(sentence(listed([finding.subject for finding in group])))
        return
    heads = ("House edge",) if len(labels) == 1 else tuple(labels)
    rows = []
    for finding in group:
        edges = [edge for _, edge in finding.prices]
        cells = tuple("–" if edge is None else percent(edge) for edge in edges)
        rows.append(Row((finding.subject, *cells), _exactly(edges)))
    columns = ("Wager", *heads)
    yield Table(columns, tuple(rows), frozenset(range(1, len(columns))), frozenset({0}))


def _exactly(edges: list[Fraction | None]) -> str:
    return "; ".join(minus(str(edge)) for edge in edges if edge is not None)


def _by_value(option: Option, finding: Finding) -> Iterator[Block]:
    """The edges under the values of a reading side by side, a row for each wager that it changes."""
    rows: dict[str, list[Fraction | None]] = {}
    for label, edge in finding.prices:
        value = next(value for value in option.choices if f", {option.name} {value}" in label)
        rows.setdefault(label.replace(f", {option.name} {value}", "", 1), []).append(edge)
    shown = tuple(
        Row((name, *("–" if edge is None else percent(edge) for edge in edges)), _exactly(edges))
        for name, edges in rows.items()
    )
    columns = ("House edge of", *(f"{option.name} {value}" for value in option.choices))
    yield Table(columns, shown, frozenset(range(1, len(columns))), frozenset({0}))


def _finding(order: Order, finding: Finding) -> Iterator[Block]:
    """The edges of one finding, each exact below."""
    option = next((one for one in order.card.readings if finding.sentence.startswith(f"{one.name}: ")), None)
    if finding.code == "reading" and option is not None and not option.many and finding.prices:
        yield from _by_value(option, finding)
    elif finding.prices:
        rows = tuple(
            Row((name, "–" if edge is None else percent(edge)), "" if edge is None else minus(str(edge)))
            for name, edge in finding.prices
        )
        yield Table(("For", "House edge"), rows, frozenset({1}), frozenset({0}))


def _every_reading(order: Order) -> Iterator[Block]:
    """The edge of each wager, table and play under each reading, the default first."""
    priced = price(order.card, Selection(readings=True))
    readings = [option.name for option in order.card.readings]
    rows = []
    for entry, places in grouped(priced.wagers):
        edge = entry.house_edge
        rows.append(Row((
            place_name(entry, places),
            entry.terms.table,
            ", ".join(f"{name} {entry.options[name]}" for name in readings) or "–",
            "–" if entry.play == "none" else entry.play,
            "–" if entry.hit is None else percent(entry.hit),
            "–" if edge is None else percent(edge),
        ), "", edge is not None and edge < Fraction(0)))  # fmt: skip
    title = "Every wager under every reading" if readings else "Every wager"
    yield Heading(title)
    note = "A house edge below zero, in bold, is the player's." if any(row.strong for row in rows) else ""
    columns = ("Wager", "Table", "Reading", "Play", "Hit", "House edge")
    yield without_empty(Table(columns, tuple(rows), frozenset({4, 5}), frozenset({0, 2}), note=note))
