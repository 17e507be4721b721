"""The strategy card: one side, what to do and the rule to remember."""

from collections.abc import Iterator
from fractions import Fraction

from rackcard.card import OptionError, Terms
from rackcard.machine import bets
from rackcard.number import one_in, percent
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.guard import player_has_edge
from rackcard.odds.tables import grouped, pays_of
from rackcard.report.charts.page_charts import decision_chart
from rackcard.report.documents.card_back import fine_print
from rackcard.report.documents.card_example import example_blocks
from rackcard.report.documents.content import (
    Block,
    Charts,
    Document,
    Heading,
    Para,
    PrintedTable,
    PrintError,
    Row,
    in_parts,
)
from rackcard.report.offered import is_draft, offered_wagers, priced_table, table_of, title_of
from rackcard.report.request import Order
from rackcard.strategy import CardStrategy, WagerStrategy, strategy
from rackcard.strategy.chart import verdict
from rackcard.wording import documents
from rackcard.wording import strategy as wording

ROWS_MAX = 6
"""So many wagers of a table stay on one side."""


def strategy_card(order: Order) -> Document:
    """What a player carries to the table."""
    offered = offered_wagers(order)
    standing = {(terms.wager, terms.table) for terms in offered}
    table = table_of(order, offered)
    found = _found(order, offered)
    wagers = [one for one in found.wagers if (one.bet.terms.wager, one.bet.terms.table) in standing] if found else []
    posted = [terms for terms in offered if terms.is_posted]
    if not posted:
        raise PrintError("nothing-to-bet", title=order.card.title)
    sides = tuple(_choices(order, offered, wagers)) if wagers else tuple(_nothing_to_decide(order, offered))
    return Document(
        "strategy-card",
        order.card.title,
        wording.subtitle(table),
        ((), (*sides, fine_print(order, posted))),
        order.imprint,
        order.date,
        order.house,
        (wording.subtitle(table),),
        is_draft(order, posted),
    )


def _found(order: Order, offered: list[Terms]) -> CardStrategy | None:
    """The strategy of the card, or None where no wager leaves anything to decide."""
    try:
        return strategy(order.card, Selection(order.options, priced_table(order, offered)))
    except OptionError:
        return None


def _choices(order: Order, offered: list[Terms], wagers: list[WagerStrategy]) -> Iterator[Block]:
    charted = [wager for wager in wagers if not wager.progress.by_repeats]
    repeats = [wager for wager in wagers if wager.progress.by_repeats]
    unit = order.card.game.unit
    for wager in charted:
        yield Para(wager.carry, f"{wording.to_remember(title_of(order, offered, wager.bet.terms))}.")
        yield Charts((decision_chart(wager),))
        yield Para(wording.VERDICT_LEGEND)
        ways = wording.ways_left(wager.progress.total, unit)
        yield Para(f"{ways} {wording.returns(wager.best.value)}")
        depends = [group.exception for group in wager.groups if group.exception]
        if any(group.has_mirror for group in wager.groups):
            depends.append(wording.MIRROR_NOTE)
        if depends:
            yield Para(" ".join(depends), f"{wording.WHERE_IT_DEPENDS}.")
    if repeats:
        yield Para(_sentence(repeats), f"{wording.RULE_TO_REMEMBER}.")
        yield from _edges(tuple(_repeats(wager, title_of(order, offered, wager.bet.terms)) for wager in repeats))
        yield Para(wording.COSTS_IN_STAKES)


def _edges(rows: tuple[Row, ...]) -> list[PrintedTable]:
    """Wagers with their house edges, in tables short enough to stay on one side."""
    columns = (documents.WAGER, documents.HOUSE_EDGE)
    return in_parts(PrintedTable(columns, rows, frozenset({1}), frozenset({0})), ROWS_MAX)


def _repeats(wager: WagerStrategy, title: str) -> Row:
    """A repeater with what to do at each count at which something is offered, and what the other choice costs."""
    lines = []
    for group in wager.groups:
        do = {"T": group.offer.upper(), "R": "ride", "=": "either"}.get(verdict(list(group.choices)), "depends")
        cost = max(choice.cost for choice in group.choices)
        lines.append(wording.do_at(group.level, group.pays, do, cost))
    return Row((title, percent(1 - wager.best.value, 3)), " ".join(lines))


def _sentence(wagers: list[WagerStrategy]) -> str:
    """The whole strategy in one sentence: what to take, and that everything else rides."""
    taken: dict[tuple[str, int], list[str]] = {}
    for wager in wagers:
        for group in wager.groups:
            if verdict(list(group.choices)) == "T":
                taken.setdefault((group.offer, group.level), []).append(wager.bet.terms.name)
    return wording.taken(taken) if taken else wording.RIDE_ALL


def _nothing_to_decide(order: Order, offered: list[Terms]) -> Iterator[Block]:
    """Wagers that leave no choice once they are bet: which to bet is all there is to know."""
    wanted = {(terms.group, terms.table) for terms in offered}
    priced = price(order.card, Selection(order.options, priced_table(order, offered)))
    entries = [entry for entry, _ in grouped(priced.wagers) if (entry.terms.group, entry.terms.table) in wanted]
    entries.sort(key=lambda entry: entry.house_edge if entry.house_edge is not None else Fraction(10))
    unit = order.card.game.unit
    yield Para(wording.NOTHING_TO_DECIDE, f"{wording.RULE_TO_REMEMBER}.")
    yield Heading(wording.LOWEST_EDGE_FIRST)
    rows = tuple(_figures(entry, title_of(order, offered, entry.terms), unit) for entry in entries)
    yield from _edges(rows)
    if any(map(player_has_edge, entries)):
        yield Para(wording.NEGATIVE_EDGE)
    if len(entries) <= ROWS_MAX:
        posted = [terms for terms in offered if terms.is_posted]
        yield from example_blocks(order, bets(order.card, order.options, posted))


def _figures(entry: WagerOdds, title: str, unit: str) -> Row:
    """A wager with its house edge, and below it what it pays, how often it hits and how long it lasts."""
    hit = None if entry.hit is None else one_in(entry.hit)
    edge = "–" if entry.house_edge is None else percent(entry.house_edge, 3)
    return Row((title, edge), wording.figures(pays_of(entry.terms), entry.posted, hit, entry.mean_rolls, unit))
