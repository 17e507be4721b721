"""The review report: the verdict, what is wrong with its cause and fix, the readings side by side, exact edges last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rackcard.card import Option
from rackcard.number import percent
from rackcard.odds import WagerOdds
from rackcard.odds.guard import player_has_edge
from rackcard.odds.tables import pays_of
from rackcard.report.charts import sheet_charts
from rackcard.report.documents.content import (
    Block,
    Charts,
    Columns,
    Conclusion,
    Document,
    Facts,
    Fractions,
    Heading,
    Para,
    PrintedTable,
    Row,
    without_empty,
)
from rackcard.report.documents.exact_values import identification, once
from rackcard.report.documents.filed import Sheet, is_idle, sheets
from rackcard.report.request import Order
from rackcard.report.review import Finding, Price, gathered, review, together
from rackcard.wording import findings as finding_words
from rackcard.wording import par_sheet as par_words
from rackcard.wording import review_report as wording
from rackcard.wording.offers import PLAYS
from rackcard.wording.options import option_value

CHART_ROWS = 14
"""As many wagers as a chart of readings has room for."""

Groups = list[list[Finding]]


def review_report(order: Order) -> Document:
    """The verdict first, then faults with cause and fix, readings as a chart, and every edge exactly once."""
    findings = review(order.card)
    graded = {grade: gathered([one for one in findings if one.grade == grade]) for grade in finding_words.GRADES}
    found = sheets(order)
    blocks = [_verdict(order, graded, found), *_faults(order, graded["fault"], found)]
    for option in order.card.readings:
        blocks += _reading(order, option, findings)
    blocks += _told(order, wording.WARNINGS, graded["warning"])
    blocks += _every_reading(order, found)
    blocks += _told(order, wording.NOTES, [group for group in graded["note"] if group[0].code != "reading"])
    blocks += _open_points(graded["note"])
    if any(group[0].code == "player-edge" for group in graded["fault"]):
        blocks += [Heading(wording.FOLLOWS), Para(wording.REFUSES)]
    blocks += _appendix(order, findings, found)
    aside = tuple(part for part in (*order.aside, order.card.source) if part)
    return Document(
        "review", order.card.filed, wording.SUBTITLE, (tuple(blocks),), order.imprint, order.date, order.house, aside
    )


def _verdict(order: Order, graded: dict[str, Groups], found: list[Sheet]) -> Conclusion:
    counts = [(grade, len(groups)) for grade, groups in graded.items()]
    gravest = next((grade for grade, count in counts if count), "none")
    lines = [finding_words.summary(counts) if gravest != "none" else finding_words.NO_FINDINGS]
    lines += [together(group) for group in graded["fault"][:2]]
    tone = {"fault": "fault", "warning": "note"}.get(gravest, "good")
    entries = [sheet.first for sheet in found if sheet.first.house_edge is not None]
    figure, note = "", ""
    if entries:
        worst = min(entries, key=lambda entry: entry.house_edge or Fraction(0))
        edge = worst.house_edge or Fraction(0)
        title = finding_words.title(worst.terms.name, _table(worst, found), "none")
        figure, note = percent(abs(edge), 2), wording.figure_note(title, player=edge < 0)
    elif unposted := len(found):
        figure, note = str(unposted), wording.unposted_note(unposted)
    return Conclusion(wording.VERDICTS[gravest], tuple(lines), figure, note, tone)  # type: ignore[arg-type]


def _table(entry: WagerOdds, found: Sequence[Sheet]) -> str:
    """The pay table of a wager, where it has several."""
    tables = {sheet.first.terms.table for sheet in found if sheet.first.terms.group == entry.terms.group}
    return entry.terms.table if len(tables) > 1 else ""


# ---- faults


def _faults(order: Order, groups: Groups, found: list[Sheet]) -> Iterator[Block]:
    if not groups:
        return
    wrong: list[Block] = [Heading(wording.WHAT_IS_WRONG)]
    fixes: list[Block] = [Heading(wording.HOW_TO_FIX)]
    number = 1
    for place, group in enumerate(groups, start=1):
        wrong.append(Para(together(group), wording.number(place)))
        first = group[0]
        if "option" in first.facts and first.kind == "player-edge.reading":
            wrong.append(Para(order.card.options[first.facts["option"]].about))
        for text in _fixes(group, found):
            fixes.append(Para(text, wording.number(number)))
            number += 1
    yield Columns((tuple(wrong), tuple(fixes)), (1, 1))
    for group in groups:
        if len(group) > 1 or group[0].prices:
            yield _prices(group)
    lower = [row for group in groups if group[0].code == "player-edge" for row in _lower(group, found)]
    if lower:
        same: dict[tuple[str, int, Fraction], list[str]] = {}
        for name, posted, pay, edge in dict.fromkeys(lower):
            same.setdefault((posted, pay, edge), []).append(name)
        rows = tuple(
            Row((par_words.names(names), posted, wording.pay(pay), percent(edge)))
            for (posted, pay, edge), names in same.items()
        )
        yield PrintedTable(wording.LOWER_COLUMNS, rows, frozenset({1, 2, 3}), frozenset({0}), wording.LOWER_PAYS)


def _fixes(group: list[Finding], found: list[Sheet]) -> Iterator[str]:
    first = group[0]
    match first.code:
        case "player-edge":
            if first.kind == "player-edge.reading":
                kept = [finding.facts["kept"] for finding in group]
                yield wording.other_reading(first.facts["option"], first.facts["value"], min(kept), max(kept))
            pays = {(name, pay, edge) for name, _, pay, edge in _lower(group, found)}
            if pays:
                yield wording.lower_pays(_by_pay(pays))
        case "not-posted":
            fair = {sheet.first.terms.wager: sheet.first.fair_pay for sheet in found}
            for finding in group:
                if (value := fair.get(finding.wager)) is not None and finding.subject is not None:
                    yield wording.post_a_pay(finding.subject.name, value)
        case "no-rule":
            yield wording.POST_A_RULE
        case "envy-not-posted":
            yield wording.POST_ENVY
        case "late-start":
            yield wording.BET_LATER
        case _:
            return


def _by_pay(pays: set[tuple[str, int, Fraction]]) -> list[tuple[str, int, Fraction]]:
    """Wagers with the same highest pay together."""
    groups: dict[tuple[int, Fraction], list[str]] = {}
    for name, pay, edge in sorted(pays):
        groups.setdefault((pay, edge), []).append(name)
    return [(par_words.names(names), pay, edge) for (pay, edge), names in groups.items()]


def _lower(group: list[Finding], found: list[Sheet]) -> Iterator[tuple[str, str, int, Fraction]]:
    """The highest whole pay of each wager with a single pay that leaves the house an edge, and the edge."""
    for finding in group:
        for sheet in found:
            entry, subject = sheet.first, finding.subject
            if subject is None or entry.terms.wager != subject.wager or len(entry.outcomes) != 2 or not entry.hit:
                continue
            if subject.table in ("", entry.terms.table) and entry.house_edge == finding.prices[0].edge:
                pay = floor((1 - entry.hit) / entry.hit)
                yield subject.name, pays_of(entry.terms), pay, 1 - entry.hit * (pay + 1)


def _prices(group: list[Finding]) -> PrintedTable:
    """What several wagers have in common: one row for each, its edges side by side."""
    labels = group[0].labels
    heads = (wording.HOUSE_EDGE,) if len(labels) == 1 else labels
    alike: dict[tuple[Fraction | None, ...], list[Finding]] = {}
    for one in group:
        alike.setdefault(tuple(price.edge for price in one.prices), []).append(one)
    rows = tuple(
        _edges_row(wording.titles(one.subject.title for one in same if one.subject), same[0].prices)
        for same in alike.values()
    )
    columns = (wording.WAGER, *heads)
    return PrintedTable(columns, rows, frozenset(range(1, len(columns))), frozenset({0}))


def _edges_row(name: str, prices: Sequence[Price]) -> Row:
    cells = tuple("–" if price.edge is None else percent(price.edge) for price in prices)
    return Row((name, *cells), player=any(price.edge is not None and price.edge < 0 for price in prices))


# ---- readings


def _reading(order: Order, option: Option, findings: list[Finding]) -> Iterator[Block]:
    """The edges under each value of a reading that changes some, as a chart and a table."""
    finding = next((one for one in findings if one.code == "reading" and one.facts["option"] == option.name), None)
    if finding is None or not finding.prices:
        return
    rows: dict[Price, list[Price]] = {}
    for one in finding.prices:
        rows.setdefault(one.row, []).append(one)
    series = [option_value(price.value) for price in next(iter(rows.values()))]
    yield Heading(wording.SIDE_BY_SIDE, 1, page=False)
    alike: dict[tuple[str, tuple[Fraction | None, ...]], list[str]] = {}
    for row, prices in rows.items():
        names = alike.setdefault((_said(order, row), tuple(price.edge for price in prices)), [])
        names.append(row.subject.name)
    compared = [
        sheet_charts.Compared(wording.titles(dict.fromkeys(names)), said, edges)
        for (said, edges), names in alike.items()
    ]
    if len(series) <= 5:
        yield Charts((sheet_charts.compared_chart(_worst_first(compared)[:CHART_ROWS], series),))
    yield Heading(wording.TO_SETTLE)
    yield Para(finding.sentence)
    if len(compared) > CHART_ROWS or len(series) > 5 or any(row.after_envy or row.settings for row in rows):
        equal: dict[tuple[Fraction | None, ...], list[Price]] = {}
        for row, prices in rows.items():
            equal.setdefault(tuple(price.edge for price in prices), []).append(row)
        columns = (wording.WAGER, *series)
        shown = tuple(
            _edges_row(wording.titles(row.label("reading") for row in same), rows[same[0]]) for same in equal.values()
        )
        yield PrintedTable(columns, shown, frozenset(range(1, len(columns))), frozenset({0}))


def _said(order: Order, row: Price) -> str:
    """The pay table and pays of a row of a chart, or its play."""
    terms = [one for one in order.card.terms() if one.wager == row.subject.wager]
    at = next((one for one in terms if row.subject.table in ("", one.table)), None)
    pays = "" if at is None or len(at.lines) > 1 else pays_of(at)
    if row.subject.play != "none":
        return PLAYS.get(row.subject.play, "")
    return wording.below(row.subject.table, pays)


def _worst_first(rows: list[sheet_charts.Compared]) -> list[sheet_charts.Compared]:
    """Rows in the order of the card, or the lowest edges first where not all are shown."""
    if len(rows) <= CHART_ROWS:
        return rows
    return sorted(rows, key=lambda row: min(edge for edge in row.edges if edge is not None))


@dataclass(frozen=True)
class _Line:
    """Wagers with the same figures at one pay table and play, and the readings under which they have them."""

    entry: WagerOdds
    names: tuple[str, ...]
    table: str
    reading: str
    """Empty where every reading gives the same."""
    play: str


def _lines(order: Order, found: Sequence[Sheet]) -> list[_Line]:
    """Every figure of every wager, pay table, reading and play once."""
    readings: dict[tuple[str, str, str], set[str]] = {}
    merged: dict[tuple[object, ...], tuple[WagerOdds, dict[str, set[str]]]] = {}
    for sheet in found:
        said = wording.values(
            (option.name, list(dict.fromkeys(reading[option.name] for reading in sheet.readings)))
            for option in order.card.readings
            if not is_idle(option, sheet)
        )
        for entry in sheet.entries:
            place = (entry.terms.wager, entry.terms.table, entry.play)
            readings.setdefault(place, set()).add(said)
            same = (_table(entry, found), pays_of(entry.terms), entry.play, entry.hit, entry.house_edge)
            merged.setdefault(same, (entry, {}))[1].setdefault(sheet.name, set()).add(said)
    lines: dict[tuple[int, str], tuple[WagerOdds, list[str]]] = {}
    for number, (entry, by_name) in enumerate(merged.values()):
        whole = readings[entry.terms.wager, entry.terms.table, entry.play]
        for name, said_of in by_name.items():
            shown = "" if len(said_of) == len(whole) else par_words.semicolons(sorted(said_of))
            lines.setdefault((number, shown), (entry, []))[1].append(name)
    return [
        _Line(entry, tuple(names), _table(entry, found), reading, _play(entry))
        for (_, reading), (entry, names) in lines.items()
    ]


def _play(entry: WagerOdds) -> str:
    return "" if entry.play == "none" else PLAYS.get(entry.play, entry.play)


def _every_reading(order: Order, found: list[Sheet]) -> Iterator[Block]:
    """Each wager, table and play under each reading that changes a figure; equal rows under all their names."""
    rows = []
    for line in _lines(order, found):
        entry = line.entry
        fair = (1 - entry.hit) / entry.hit if len(entry.outcomes) == 2 and entry.hit else None
        cells = (
            par_words.names(line.names),
            line.table,
            pays_of(entry.terms),
            line.reading,
            line.play,
            "–" if not entry.hit else wording.wins(entry.hit),
            "–" if entry.house_edge is None else percent(entry.house_edge),
            "–" if fair is None else wording.fair(fair),
        )
        rows.append(Row(cells, player=player_has_edge(entry)))
    title = wording.EVERY_READING if order.card.readings else wording.EVERY_WAGER
    note = f"{wording.PLAYER_NOTE} {wording.FAIR_NOTE}" if any(row.player for row in rows) else wording.FAIR_NOTE
    yield Heading(title, 1, page=False)
    yield without_empty(
        PrintedTable(wording.EVERY_COLUMNS, tuple(rows), frozenset({5, 6, 7}), frozenset({0, 2, 3}), note=note)
    )


# ---- warnings, notes, and what is left open


def _told(order: Order, title: str, groups: Groups) -> Iterator[Block]:
    if not groups:
        return
    yield Heading(title, 1, page=False)
    for number, group in enumerate(groups, start=1):
        yield Para(together(group), wording.number(number))
        if len(group) > 1 and group[0].prices:
            yield _prices(group)
        elif len(group) > 1:
            yield Para(par_words.semicolons([one.subject.title for one in group if one.subject]), small=True)
        elif group[0].prices and group[0].code != "reading":
            yield _prices(group)


def _open_points(groups: Groups) -> Iterator[Block]:
    """The readings, each with whether it changes an edge."""
    found = [group[0] for group in groups if group[0].code == "reading"]
    rows = []
    for number, one in enumerate(found, start=1):
        rows.append(Row((str(number), one.sentence, wording.CHANGES[bool(one.prices)])))
    if rows:
        yield PrintedTable(wording.OPEN_COLUMNS, tuple(rows), frozenset(), frozenset({1}), wording.OPEN_POINTS)


def _appendix(order: Order, findings: list[Finding], found: list[Sheet]) -> Iterator[Block]:
    values: list[tuple[str, Fraction]] = []
    for line in _lines(order, found):
        if line.entry.house_edge is not None:
            name = wording.labeled(par_words.names(line.names), line.table, line.reading, line.play)
            values.append((name, line.entry.house_edge))
    known = {value for _, value in values}
    for finding in findings:
        for label, price in zip(finding.labels, finding.prices, strict=True):
            if price.edge is not None and price.edge not in known:
                values.append((wording.labeled(price.subject.title, "", label, ""), price.edge))
    yield Heading(wording.APPENDIX, 1)
    if values:
        yield Para(wording.APPENDIX_INTRO)
        yield Fractions(tuple(once(values)))
    yield Facts(tuple(identification(order)))
