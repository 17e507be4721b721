"""The PAR sheet: what is filed and what it keeps on the first page, then each wager, best play, and exact values."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rackcard.house import BetLimits
from rackcard.money import short_dollars
from rackcard.number import percent
from rackcard.odds import Outcome, Selection, WagerOdds
from rackcard.odds.tables import pays_of
from rackcard.report import figures
from rackcard.report.charts import sheet_charts
from rackcard.report.documents.content import (
    Block,
    Callout,
    Charts,
    Columns,
    Document,
    Facts,
    Heading,
    KeyFigure,
    Para,
    PrintedTable,
    Row,
    Signature,
    Tiles,
    without_empty,
)
from rackcard.report.documents.exact_values import appendices
from rackcard.report.documents.filed import (
    Sheet,
    alike,
    at_every_table,
    filed,
    tables_of,
)
from rackcard.report.documents.par_facts import (
    assumptions,
    capped_words,
    column,
    is_solved_twice,
    maybe,
    pay_words,
    summary_facts,
    whole_card,
)
from rackcard.report.documents.par_parts import (
    all_holds,
    all_outcomes,
    all_strategies,
    has_own_part,
    part,
    pay_table,
    plays_table,
    strategy_part,
)
from rackcard.report.documents.sensitivity import option_moves, reading_moves
from rackcard.report.hold import bands
from rackcard.report.request import Order
from rackcard.strategy import WagerStrategy, strategy
from rackcard.wording import par_sheet as wording
from rackcard.wording.offers import PLAY_CHOICES
from rackcard.wording.sentence import capitalized


def par_sheet(order: Order) -> Document:
    """The whole sheet: the filed configuration first, a part for each wager that needs one, then the appendices."""
    found = filed(order)
    played = strategies_of(order, found)
    blocks = [*_first_page(order, found, played)]
    own: list[tuple[str, Sheet]] = []
    others: list[tuple[str, Sheet]] = []
    for names, sheet in alike([sheet for sheet in found if sheet.first.posted]):
        (own if has_own_part(sheet, len(found)) else others).append((names, sheet))
    for names, sheet in own:
        blocks += part(order, names, sheet, chart=len(found) > 1)
    if others:
        blocks += all_outcomes(others)
        blocks += all_holds(others)
    blocks += option_moves(order, found)
    for names, sheet in own:
        if (key := sheet.first.terms.wager) in played:
            blocks += strategy_part(order, names, sheet, played[key])
    blocks += all_strategies([(names, played[key]) for names, s in others if (key := s.first.terms.wager) in played])
    blocks += appendices(order, found)
    return Document(
        "par-sheet", order.card.filed, wording.TITLE, (tuple(blocks),), order.imprint, order.date, order.house,
        order.aside,
    )  # fmt: skip


def strategies_of(order: Order, found: Sequence[Sheet]) -> dict[str, WagerStrategy]:
    """The best play of each wager that has offers, by its id."""
    played = {}
    for sheet in found:
        terms = sheet.first.terms
        if sheet.first.posted and sheet.first.play == "best":
            chosen = Selection(order.options, terms.table, terms.wager)
            played[terms.wager] = strategy(order.card, chosen).wagers[0]
    return played


# ---- the first page


def _first_page(order: Order, found: list[Sheet], played: dict[str, WagerStrategy]) -> Iterator[Block]:
    posted = [sheet for sheet in found if sheet.first.posted]
    beaten = [sheet.name for sheet in posted if sheet.is_beaten]
    if posted:
        yield Tiles(tuple(_tiles(order, posted, played)))
    else:
        yield Callout(wording.NOTHING_POSTED, tone="fault")
    if beaten:
        yield Callout(wording.beaten(beaten), wording.PLAYER_EDGE_LEAD, "fault")
    facts = Facts(tuple(summary_facts(order, found)))
    single = posted[0] if len(found) == 1 and posted else None
    if single is not None:
        several = len(tables_of(order)[single.first.terms.group]) > 1
        pays = pay_table(order, single, wording.pay_table(single.first.terms.table, several))
        left: tuple[Block, ...] = (Heading(wording.FILED_CONFIGURATION), facts)
        yield Columns((left, (pays,)), (1.65, 1))
        yield from _single_charts(single, played)
    else:
        yield Heading(wording.FILED_CONFIGURATION)
        yield facts
        yield _all_wagers(order, found)
        yield from _payouts(order, posted)
        if any(len(sheet.entries) > 1 for sheet in posted):
            yield plays_table(alike(posted))
    yield from _others(order, found)
    taken = wording.assumptions_lead(assumptions(order, found))
    yield Callout(f"{wording.how_to_read(is_solved_twice(found))} {taken}", wording.HOW_TO_READ)
    yield Signature(wording.SIGNED_COLUMNS)


def _single_charts(sheet: Sheet, played: dict[str, WagerStrategy]) -> Iterator[Block]:
    entry = sheet.first
    hold: tuple[Block, ...] = ()
    found = bands(entry) if entry.variance else []
    if found and entry.house_edge is not None:
        wide = len(sheet.entries) == 1
        chart = sheet_charts.hold_chart(found, entry.house_edge, 660 if wide else 380)
        hold = (Heading(wording.HOLD_TITLE), Para(wording.HOLD_AFTER, small=True), Charts((chart,)))
    if len(sheet.entries) > 1:
        bars = sheet_charts.edge_bars(list(_by_play(sheet, played.get(entry.terms.wager))))
        yield Columns(
            (hold, (Heading(wording.BY_PLAY), Para(wording.BY_PLAY_AFTER, small=True), Charts((bars,)))), (1.5, 1)
        )
    else:
        yield from hold


def _by_play(sheet: Sheet, played: WagerStrategy | None) -> Iterator[tuple[str, Fraction]]:
    """The edge of each play of a wager, the lowest first, with the rule that a person carries."""
    edges = {entry.play: entry.house_edge or Fraction(0) for entry in sheet.entries}
    names = {play: capitalized(PLAY_CHOICES[play]) for play in edges}
    if played is not None and (rule := _carried(played)) is not None:
        edges["rule"], names["rule"] = rule, wording.RULE_TO_CARRY
    for play in sorted(edges, key=lambda play: (play != "best", edges[play])):
        yield names[play], edges[play]


def _carried(played: WagerStrategy) -> Fraction | None:
    """The edge against the rule to carry, where it is not the best play itself."""
    rule = min(played.rules, key=lambda rule: rule.gives_up)
    return rule.odds.house_edge if rule.gives_up else None


def _tiles(order: Order, posted: list[Sheet], played: dict[str, WagerStrategy]) -> Iterator[KeyFigure]:
    if len(posted) > 1:
        yield from _many_tiles(order, posted)
        return
    sheet = posted[0]
    entry, edge, hit = sheet.first, sheet.first.house_edge, sheet.first.hit
    assert edge is not None
    assert hit is not None
    rule = played.get(entry.terms.wager)
    note = wording.carried_note(None if rule is None else _carried(rule))
    yield KeyFigure(wording.edge_label(entry.play), percent(edge, 2), note, edge < 0)
    yield KeyFigure(wording.RETURN_TO_PLAYER, percent(1 - edge, 2), wording.RETURN_NOTE)
    yield KeyFigure(wording.HIT, percent(hit, 2), wording.hit_note(hit))
    deviation = figures.deviation(entry) or Fraction(0)
    yield KeyFigure(wording.STD_DEV, column(deviation, 2), wording.deviation_note(figures.volatility(entry)))
    top = _top(entry)
    yield KeyFigure(wording.TOP_PAY, pay_words(top), wording.top_note(top.probability, entry.play))
    yield _cost_tile(order, sheet)


def _top(entry: WagerOdds) -> Outcome:
    return max(entry.outcomes, key=lambda outcome: outcome.net if outcome.net is not None else Fraction(-1))


def _cost_tile(order: Order, sheet: Sheet) -> KeyFigure:
    entry = sheet.first
    limits = order.limits_of(entry.terms)
    lost = figures.exposure(entry, limits if limits and limits.most else BetLimits(100, 100))
    if limits is None or not limits.most:
        return KeyFigure(wording.COSTS, wording.cost(lost.net, lost.envy), wording.cost_in_stakes(lost.envy))
    note = wording.cost_note(limits.most, pay_words(_top(entry)), lost.envy)
    return KeyFigure(wording.COSTS, short_dollars(lost.total), note)


def _many_tiles(order: Order, posted: list[Sheet]) -> Iterator[KeyFigure]:
    by_edge = sorted(posted, key=lambda sheet: sheet.first.house_edge or Fraction(0))
    for label, sheet in ((wording.LOWEST, by_edge[0]), (wording.HIGHEST, by_edge[-1])):
        edge = sheet.first.house_edge
        assert edge is not None
        yield KeyFigure(label, percent(edge, 2), sheet.name, edge < 0)
    often = max(posted, key=lambda sheet: sheet.first.hit or Fraction(0))
    yield KeyFigure(wording.LIKELIEST, percent(often.first.hit or Fraction(0), 2), often.name)
    wild = max(posted, key=lambda sheet: sheet.first.variance or Fraction(0))
    yield KeyFigure(wording.VOLATILE, column(figures.deviation(wild.first), 2), wild.name)
    highest = max(posted, key=lambda sheet: _top(sheet.first).net or Fraction(0))
    yield KeyFigure(wording.RAREST, pay_words(_top(highest.first)), highest.name)
    costly = max(posted, key=lambda sheet: _lost(order, sheet))
    tile = _cost_tile(order, costly)
    yield KeyFigure(tile.label, tile.value, costly.name)


def _lost(order: Order, sheet: Sheet) -> int:
    limits = order.limits_of(sheet.first.terms)
    return figures.exposure(sheet.first, limits if limits and limits.most else BetLimits(100, 100)).total


def _all_wagers(order: Order, found: list[Sheet]) -> PrintedTable:
    """Every filed wager in one table, without empty columns."""
    rows = tuple(_wager_row(order, names, sheet) for names, sheet in alike(found))
    return without_empty(
        PrintedTable(wording.WAGERS_COLUMNS, rows, frozenset(range(2, 10)), frozenset({0, 1}), wording.FILED_WAGERS)
    )


def _wager_row(order: Order, names: str, sheet: Sheet) -> Row:
    entry = sheet.first
    fair = None if entry.fair_pay is None else wording.fair_pay(entry.fair_pay)
    cells = (
        names,
        pays_of(entry.terms) if fair is None else fair,
        maybe(entry.hit),
        maybe(entry.player_return),
        maybe(entry.house_edge),
        maybe(entry.house_edge_with_envy) if entry.terms.envy_is_named else "–",
        column(figures.deviation(entry), 3),
        column(None if entry.variance is None else figures.volatility(entry), 2),
        "–" if entry.mean_rolls in (None, 1) else column(entry.mean_rolls, 2),
        _exposure(order, sheet),
    )
    return Row(cells, player=sheet.is_beaten and entry.posted)


def _exposure(order: Order, sheet: Sheet) -> str:
    """What a wager can cost at its maximum bet, where there is one."""
    limits = order.limits_of(sheet.first.terms)
    return short_dollars(_lost(order, sheet)) if limits and limits.most and sheet.first.posted else "–"


def _payouts(order: Order, posted: list[Sheet]) -> Iterator[Block]:
    """What all wagers together can cost, and what the payout limit does to their edges at the maximum bet."""
    if total := whole_card(order, posted):
        yield Para(total[1], f"{wording.CARD_EXPOSURE}:", small=True)
    cut = [(names, words) for names, sheet in alike(posted) if (words := capped_words(order, sheet.first))]
    yield from (Para(words, f"{names}:", small=True) for names, words in cut)


# ---- what else the document allows


def _others(order: Order, found: list[Sheet]) -> Iterator[Block]:
    """Other pay tables and other readings, each varied alone."""
    every = [sheet for sheet in at_every_table(order) if sheet.first.posted]
    if every:
        tables = tables_of(order)
        rows = tuple(
            _table_row(names, sheet, sheet.first.terms.table == tables[sheet.first.terms.group][0])
            for names, sheet in _named_tables(every)
        )
        shown = PrintedTable(
            wording.TABLES_COLUMNS, rows, frozenset({4, 5, 6, 7}), frozenset({0, 3}), wording.OTHER_TABLES
        )
        yield without_empty(replace(shown, rows=tuple(sorted(rows, key=lambda row: not row.filed))))
    for option in order.card.readings:
        if option.name not in order.given or order.rules is not None:
            yield from reading_moves(order, option.name, found)


def _named_tables(every: list[Sheet]) -> list[tuple[str, Sheet]]:
    """The wagers at each pay table; those with equal figures at the same table as one row."""
    by_table: dict[str, list[Sheet]] = {}
    for sheet in every:
        by_table.setdefault(sheet.first.terms.table, []).append(sheet)
    return [pair for group in by_table.values() for pair in alike(group)]


def _table_row(names: str, sheet: Sheet, is_the_filed: bool) -> Row:
    entry = sheet.first
    first = next((one.house_edge for one in sheet.entries if one.play == "first"), None)
    cells = (
        names,
        entry.terms.table,
        wording.FILED if is_the_filed else "",
        pays_of(entry.terms),
        maybe(entry.house_edge),
        maybe(first),
        maybe(entry.hit),
        column(figures.deviation(entry), 3),
    )
    return Row(cells, filed=is_the_filed, player=sheet.is_beaten)
