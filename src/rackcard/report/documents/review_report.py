"""The review report: every finding in full with its prices, to send back to the company that filed the game."""

from collections.abc import Iterator, Sequence

from rackcard.card import Option
from rackcard.number import listed, percent, plural
from rackcard.odds import Selection, price
from rackcard.odds.guard import player_has_edge
from rackcard.odds.tables import grouped, place_name
from rackcard.report.documents.content import (
    Block,
    Document,
    Facts,
    Heading,
    Para,
    PrintedTable,
    Row,
    minus,
    without_empty,
)
from rackcard.report.request import Order
from rackcard.report.review import Finding, Price, gathered, review, together
from rackcard.wording import documents
from rackcard.wording import findings as wording


def review_report(order: Order) -> Document:
    """The findings, the gravest first, and the edge of every wager under every reading."""
    findings = review(order.card)
    blocks = [*_opening(order, findings)]
    for grade, heading in wording.GRADES.items():
        graded = gathered([finding for finding in findings if finding.grade == grade])
        if graded:
            blocks.append(Heading(heading))
            for number, group in enumerate(graded, start=1):
                detail = _finding(order, group[0]) if len(group) == 1 else _together(group)
                blocks += [Para(together(group), f"{grade.capitalize()} {number}"), *detail]
    blocks += _every_reading(order)
    return Document(
        "review",
        order.card.filed,
        documents.REVIEW,
        (tuple(blocks),),
        order.imprint,
        order.date,
        order.house,
        order.aside,
    )


def _opening(order: Order, findings: list[Finding]) -> Iterator[Block]:
    graded = {grade: gathered([one for one in findings if one.grade == grade]) for grade in wording.GRADES}
    counts = [plural(len(groups), grade) for grade, groups in graded.items()]
    under = (
        (documents.JURISDICTION, order.card.jurisdiction),
        (documents.RULE, order.card.rule),
        (documents.STATUTE, order.card.statute),
    )
    yield Facts((
        (documents.GAME, f"{order.card.title}: {order.card.about}"),
        (documents.SOURCE, order.card.source),
        *(pair for pair in under if pair[1]),
        (documents.CARD, f"{order.card.id}, sha256 {order.card.sha256}"),
        (documents.FINDINGS, ", ".join(counts) if findings else wording.NONE_FOUND),
    ))  # fmt: skip
    if not findings:
        yield Para(wording.NO_FINDINGS)


def _together(group: list[Finding]) -> Iterator[Block]:
    """What several wagers have in common: one row for each, its edges side by side and exact below."""
    labels = group[0].labels
    subjects = [finding.subject.title for finding in group if finding.subject]
    if not labels:
        yield Para(f"{listed(subjects)}.")
        return
    heads = (documents.HOUSE_EDGE,) if len(labels) == 1 else labels
    rows = tuple(_edges_row(subject, finding.prices) for subject, finding in zip(subjects, group, strict=True))
    columns = (documents.WAGER, *heads)
    yield PrintedTable(columns, rows, frozenset(range(1, len(columns))), frozenset({0}))


def _edges_row(name: str, prices: Sequence[Price]) -> Row:
    """Edges side by side, exact below."""
    cells = tuple("–" if price.edge is None else percent(price.edge) for price in prices)
    exactly = "; ".join(minus(str(price.edge)) for price in prices if price.edge is not None)
    return Row((name, *cells), exactly)


def _by_value(option: Option, finding: Finding) -> Iterator[Block]:
    """The edges under the values of a reading side by side, a row for each wager that it changes."""
    rows: dict[Price, list[Price]] = {}
    for one in finding.prices:
        rows.setdefault(one.row, []).append(one)
    columns = (documents.HOUSE_EDGE_OF, *(f"{option.name} {value}" for value in option.choices))
    shown = tuple(_edges_row(row.label("reading"), prices) for row, prices in rows.items())
    yield PrintedTable(columns, shown, frozenset(range(1, len(columns))), frozenset({0}))


def _finding(order: Order, finding: Finding) -> Iterator[Block]:
    """The edges of one finding, each exact below."""
    option = order.card.options[finding.facts["option"]] if finding.code == "reading" else None
    if option is not None and not option.many and finding.prices:
        yield from _by_value(option, finding)
    elif finding.prices:
        rows = tuple(_edges_row(label, (price,)) for label, price in zip(finding.labels, finding.prices, strict=True))
        yield PrintedTable((documents.FOR, documents.HOUSE_EDGE), rows, frozenset({1}), frozenset({0}))


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
        ), "", player_has_edge(entry)))  # fmt: skip
    yield Heading(documents.EVERY_READING if readings else documents.EVERY_WAGER)
    note = documents.NEGATIVE_IN_BOLD if any(row.strong for row in rows) else ""
    columns = (
        documents.WAGER, documents.TABLE, documents.READING, documents.PLAY, documents.HIT, documents.HOUSE_EDGE
    )  # fmt: skip
    yield without_empty(PrintedTable(columns, tuple(rows), frozenset({4, 5}), frozenset({0, 2}), note=note))
