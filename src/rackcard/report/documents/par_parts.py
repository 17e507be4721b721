"""The parts of a PAR sheet: one wager in full, or several in tables that they share; and best play."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rackcard.number import decimal, one_in, percent, thousands
from rackcard.odds import Outcome, WagerOdds
from rackcard.report import figures
from rackcard.report.charts import sheet_charts
from rackcard.report.documents.content import (
    Block,
    Charts,
    Columns,
    Facts,
    Heading,
    Para,
    Picture,
    PrintedTable,
    Row,
    minus,
    without_empty,
)
from rackcard.report.documents.filed import Sheet, tables_of
from rackcard.report.documents.par_facts import capped_words, exposure_words, maybe, pay_words, rule_of
from rackcard.report.hold import Band, bands
from rackcard.report.request import Order
from rackcard.strategy import WagerStrategy
from rackcard.strategy.chart import verdict
from rackcard.wording import par_sheet as wording
from rackcard.wording import rules as in_words
from rackcard.wording import strategy as strategy_words
from rackcard.wording.offers import PLAYS
from rackcard.wording.sentence import capitalized

OWN_PARTS = 4
"""Up to so many wagers, each has a part of its own; of more, only those with many results."""
MANY_RESULTS = 7
SUMMARY_DECISIONS = (1_000, 10_000, 100_000)
"""The numbers of bets whose bands are side by side where wagers share a table."""


def has_own_part(sheet: Sheet, filed: int) -> bool:
    """Whether a wager is shown by itself rather than in a table with others."""
    return filed <= OWN_PARTS or len(sheet.first.outcomes) >= MANY_RESULTS


def pay_table(order: Order, sheet: Sheet, title: str) -> PrintedTable:
    """The filed pays of a wager; when each is paid is said where it differs."""
    rows = tuple(_pay_rows(order, sheet))
    columns: tuple[str, ...] = wording.PAY_TABLE_COLUMNS
    if len({row.cells[2] for row in rows}) == 1:
        rows, columns = tuple(replace(row, cells=row.cells[:2]) for row in rows), columns[:2]
    return PrintedTable(columns, rows, frozenset({1, 2}), frozenset({0}), title)


def _pay_rows(order: Order, sheet: Sheet) -> Iterator[Row]:
    """The filed pays of a wager, the lowest count first, each with when it is paid."""
    terms, unit = sheet.first.terms, order.card.game.unit
    rows = [
        (offer.count or 0, str(offer.count or offer.label), str(offer.pay), wording.WHEN_CLAIMED)
        for offer in terms.offers
        if offer.kind != "take back"
    ]
    names = in_words.winners(order.card.terms(order.options))
    for index, line in enumerate(terms.lines):
        name = str(line.rung) if line.rung else capitalized(in_words.line_text(terms, index, unit, names))
        when = wording.AT_END if terms.waits(index) else wording.AT_ONCE
        if when == wording.AT_ONCE and terms.asks_at_end(index):
            when = wording.SOONER_OR_LATER
        rows.append((line.rung.count if line.rung else 0, name, in_words.paid(line), when))
    if terms.counted:
        rows.sort(key=lambda row: row[0])
    top = max((line.pay.net for line in terms.lines if line.pay), default=None)
    highest = {str(line.pay) for line in terms.lines if line.pay and line.pay.net == top}
    return (Row(row[1:], filed=row[2] in highest) for row in rows)


# ---- a wager by itself


def part(order: Order, names: str, sheet: Sheet, *, chart: bool) -> Iterator[Block]:
    """One wager: its rule, its outcomes, how long it lasts, what it holds."""
    entry = sheet.first
    several = len(tables_of(order).get(entry.terms.group, [])) > 1
    yield Heading(wording.heading(names, entry.terms.table if several else ""), 1, page=False)
    yield Facts(tuple(_facts(order, entry)))
    yield outcomes_table(entry)
    for other in sheet.entries[1:]:
        if _unreached(entry) and other.play == "never":
            yield outcomes_table(other)
    left = tuple(_length(order, entry))
    right = tuple(_hold(entry, wide=not left))
    if left and right:
        yield Columns((left, right), (1, 1))
    else:
        yield from (*left, *right)
    found = bands(entry) if chart and entry.variance else []
    if found and entry.house_edge is not None:
        yield Charts((sheet_charts.hold_chart(found, entry.house_edge, 660),))


def _facts(order: Order, entry: WagerOdds) -> Iterator[tuple[str, str]]:
    terms = entry.terms
    yield from rule_of(order, terms)
    if terms.source:
        yield "Clause", terms.source
    if terms.envy_is_named:
        yield "Envy", str(terms.envy) if terms.envy else wording.ENVY_NOT_POSTED
    if entry.terms.envy_is_named and entry.house_edge_with_envy is not None:
        yield wording.EDGE_WITH_ENVY, percent(entry.house_edge_with_envy, 4)
    yield wording.EXPOSURE, exposure_words(order, entry)
    if cut := capped_words(order, entry):
        yield wording.MAXIMUM_PAYOUT, cut


def _unreached(entry: WagerOdds) -> list[str]:
    """The posted pay lines that are never reached under the play of a sheet."""
    if entry.bet is None or entry.play == "none":
        return []
    reached = {outcome.result for outcome in entry.outcomes}
    lines = [result for result in entry.bet.results if result.kind == "line" and result.pay is not None]
    return [f"{result.label} ({result.pay})" for result in lines if result not in reached]


def outcomes_table(entry: WagerOdds) -> PrintedTable:
    """Every outcome with its probability and its part of the return, as a figure and a bar."""
    returns = [outcome.probability * (1 + outcome.net) for outcome in entry.outcomes if outcome.net is not None]
    most, top = (
        max(returns, default=Fraction(0)),
        max((o.net for o in entry.outcomes if o.net is not None), default=None),
    )
    rows = []
    for outcome in by_net(entry):
        returned = None if outcome.net is None else outcome.probability * (1 + outcome.net)
        share = float(returned / most) if returned and most else 0.0
        picture: str | Picture = sheet_charts.bar(share, top=outcome.net == top) if share > 0 else ""
        rows.append(Row((
            capitalized(outcome.label), pay_words(outcome),
            "–" if outcome.net is None else _net(outcome.net), _places(outcome.probability),
            one_in(outcome.probability), maybe(returned), picture,
        )))  # fmt: skip
    total = sum((outcome.probability for outcome in entry.outcomes), Fraction(0))
    rows.append(Row((wording.SUM, "", "", decimal(total, 12), "", maybe(entry.player_return), ""), strong=True))
    return PrintedTable(
        wording.OUTCOMES_COLUMNS, tuple(rows), frozenset(range(1, 6)), frozenset({0}),
        wording.outcomes_under(entry.play), wording.never_paid(_unreached(entry)),
    )  # fmt: skip


def by_net(entry: WagerOdds) -> list[Outcome]:
    """The outcomes of a wager, the highest pay first and the loss last."""
    lost = Fraction(-1)
    return sorted(
        entry.outcomes, key=lambda one: (one.result.kind == "loss", -(one.net if one.net is not None else lost))
    )


def _net(net: Fraction) -> str:
    return f"+{decimal(net, 8)}" if net > 0 else minus(decimal(net, 8))


def _places(probability: Fraction, places: int = 8) -> str:
    """A probability with a fixed number of decimals."""
    digits = str(round(probability * 10**places)).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def _length(order: Order, entry: WagerOdds) -> Iterator[Block]:
    found, unit = figures.length(entry), order.card.game.unit
    if found is None or sum(map(bool, found.exactly)) < 2:  # there is nothing to compare
        return
    shares = [(share, count) for share in (90, 99) if (count := found.quantile(Fraction(share, 100))) is not None]
    yield Heading(wording.LENGTHS)
    yield Para(wording.length_after(unit, entry.mean_rolls), small=True)
    yield Charts((sheet_charts.length_chart(found, unit),))
    note = wording.length_note(found.quantile(Fraction(1, 2)), shares, unit, entry.edge_per_roll)
    yield Para(note, small=True)


def _hold(entry: WagerOdds, *, wide: bool) -> Iterator[Block]:
    if not entry.variance:
        return
    found = bands(entry)
    yield Heading(wording.HOLD_TABLE)
    if not found:
        yield Para(wording.HOLD_TOO_FINE, small=True)
        return
    yield Para(wording.HOLD_TABLE_AFTER, small=True)
    shares = (90, 95, 99) if wide else (95,)
    rows = tuple(_band_row(band, shares) for band in found)
    approximate = [band.decisions for band in found if not band.is_exact]
    shown_at = max((band.decisions for band in found if band.is_exact), default=None)
    columns = wording.HOLD_COLUMNS if wide else wording.HOLD_95
    yield PrintedTable(
        columns, rows, frozenset(range(len(columns))), frozenset(range(len(columns))),
        note=wording.hold_note(approximate, shown_at),
    )  # fmt: skip


def _band_row(band: Band, shares: Sequence[int]) -> Row:
    bounds = [percent(value, 2) for share in shares for value in band.ranges[share]]
    return Row(
        (thousands(band.decisions), *bounds, wording.behind(band.behind)),
        player=any(value < 0 for share in shares for value in band.ranges[share]),
    )


# ---- wagers that share tables


def all_outcomes(found: Sequence[tuple[str, Sheet]]) -> Iterator[Block]:
    """What wins on each of several wagers, and how often; a loss that is all the rest is left out."""
    rows = []
    for names, sheet in found:
        outcomes = sheet.first.outcomes
        shown = [one for one in outcomes if one.result.kind != "loss" or len(outcomes) > 2] or outcomes
        for place, outcome in enumerate(shown):
            returned = None if outcome.net is None else outcome.probability * (1 + outcome.net)
            rows.append(Row((
                names if place == 0 else "", capitalized(outcome.label), pay_words(outcome),
                _places(outcome.probability), one_in(outcome.probability), maybe(returned),
            )))  # fmt: skip
    yield Heading(wording.FILED_WAGERS, 1, page=False)
    yield PrintedTable(
        wording.EVERY_COLUMNS, tuple(rows), frozenset({2, 3, 4, 5}), frozenset({0, 1}), wording.EVERY_OUTCOME
    )


def all_holds(found: Sequence[tuple[str, Sheet]]) -> Iterator[Block]:
    """The 95 % bands of several wagers side by side, by the number of bets."""
    rows = []
    for names, sheet in found:
        if sheet.first.variance:
            held = {band.decisions: band.ranges[95] for band in bands(sheet.first, SUMMARY_DECISIONS)}
            bounds = [held.get(count) for count in SUMMARY_DECISIONS]
            cells = [
                cell for pair in bounds for cell in (("–", "–") if pair is None else (percent(v, 2) for v in pair))
            ]
            rows.append(Row((names, *cells), player=sheet.is_beaten))
    if rows:
        columns = (wording.WAGERS_COLUMNS[0], *wording.hold_heads(SUMMARY_DECISIONS))
        yield PrintedTable(
            columns, tuple(rows), frozenset(range(1, 7)), frozenset({0}), wording.HOLD_TABLE, wording.HOLD_TABLE_AFTER
        )


def plays_table(found: Sequence[tuple[str, Sheet]]) -> PrintedTable:
    """The edge of each wager with offers by how it is played."""
    plays = ("best", "first", "never")
    rows = []
    for names, sheet in found:
        edges = {entry.play: entry.house_edge for entry in sheet.entries}
        if len(edges) > 1:
            beaten = any(edge is not None and edge < 0 for edge in edges.values())
            rows.append(Row((names, *(maybe(edges.get(play)) for play in plays)), player=beaten))
    columns = (wording.WAGERS_COLUMNS[0], *(capitalized(PLAYS[play]) for play in plays))
    return PrintedTable(columns, tuple(rows), frozenset({1, 2, 3}), frozenset({0}), wording.PLAYS_TITLE)


# ---- best play


def strategy_part(order: Order, names: str, sheet: Sheet, played: WagerStrategy) -> Iterator[Block]:
    """How to play one wager: a chart, where it depends, a rule to carry, and what other play costs."""
    several = len(tables_of(order).get(sheet.first.terms.group, [])) > 1
    yield Heading(wording.strategy(names, sheet.first.terms.table if several else ""), 1)
    if not played.progress.by_repeats and sheet_charts.has_decisions(played):
        yield Para(strategy_words.ways_left(played.progress.total, order.card.game.unit))
        yield Charts((sheet_charts.decision_chart(played, wording.TAKEN),))
        yield Para(wording.CHART_LEGEND, small=True)
        depends = [group.exception for group in played.groups if group.exception]
        if any(group.has_mirror for group in played.groups):
            depends.append(strategy_words.MIRROR_NOTE)
        if depends:
            yield Heading(wording.DEPENDS)
            yield from (Para(text) for text in depends)
    yield Heading(wording.RULE_TO_CARRY)
    yield Para(played.carry)
    yield _simpler(played)
    yield _mistakes(played)


def _simpler(played: WagerStrategy) -> PrintedTable:
    rows = tuple(
        Row((capitalized(rule.words), maybe(rule.odds.house_edge), maybe(rule.gives_up)))
        for rule in sorted(played.rules, key=lambda rule: rule.gives_up)
    )
    return PrintedTable(wording.SIMPLER_COLUMNS, rows, frozenset({1, 2}), frozenset({0}), wording.SIMPLER)


def _mistakes(played: WagerStrategy) -> PrintedTable:
    worst: dict[int, Fraction] = {}
    for group in played.groups:
        cost = max(choice.cost for choice in group.choices)
        worst[group.level] = max(worst.get(group.level, Fraction(0)), cost)
    columns = (wording.COUNT, *map(str, worst))
    row = Row((wording.MISTAKE_LABEL, *map(wording.mistake, worst.values())))
    figures_at = frozenset(range(1, len(columns)))
    return PrintedTable(columns, (row,), figures_at, frozenset({0}), wording.MISTAKES, wording.DO_NOTE)


def all_strategies(found: Sequence[tuple[str, WagerStrategy]]) -> Iterator[Block]:
    """What to do on several wagers, at each count at which something is offered."""
    rows = []
    for names, played in found:
        for place, group in enumerate(played.groups):
            do = wording.DO[verdict(list(group.choices))]
            cost = max(choice.cost for choice in group.choices)
            rows.append(Row((
                names if place == 0 else "", str(group.level), wording.offer(group.offer, group.pays), do,
                wording.mistake(cost),
            )))  # fmt: skip
    if rows:
        yield without_empty(PrintedTable(
            wording.DO_COLUMNS, tuple(rows), frozenset({1, 4}), frozenset({0, 2, 3}), wording.STRATEGY, wording.DO_NOTE
        ))  # fmt: skip
