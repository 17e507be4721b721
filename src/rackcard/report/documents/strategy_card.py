"""The strategy card: one side, what to do and the rule to remember."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from rackcard.card import OptionError, Terms
from rackcard.number import one_in, percent
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.guard import player_has_edge
from rackcard.odds.tables import grouped, pays_of
from rackcard.report.charts import decision_chart
from rackcard.report.documents.content import Block, Charts, Document, Heading, Para, PrintedTable, Row
from rackcard.report.offered import offered_wagers, priced_table, table_of, title_of
from rackcard.report.request import Order
from rackcard.strategy import CardStrategy, WagerStrategy, strategy
from rackcard.strategy.chart import verdict
from rackcard.wording import documents
from rackcard.wording import strategy as wording

NO_BREAK = "\u00a0"
"""A space at which no line ends: a pay is read at one glance."""
ROWS_MAX = 64
"""So many rows fit a side in the smallest type."""

T = TypeVar("T")


def in_sides(items: list[T], rows: Callable[[T], int]) -> Iterator[list[T]]:
    """Items in as few parts as their rows fit on sides, each about as long as the others."""
    total = sum(map(rows, items))
    sides = max(1, -(-total // ROWS_MAX))
    parts: list[list[T]] = [[] for _ in range(sides)]
    done = 0
    for item in items:
        parts[min(done * sides // max(total, 1), sides - 1)].append(item)
        done += rows(item)
    yield from (part for part in parts if part or sides == 1)


def strategy_card(order: Order) -> Document:
    """What a player carries to the table."""
    offered = offered_wagers(order)
    standing = {(terms.wager, terms.table) for terms in offered}
    table = table_of(order, offered)
    found = _found(order, offered)
    wagers = [one for one in found.wagers if (one.bet.terms.wager, one.bet.terms.table) in standing] if found else []
    sides = (tuple(_choices(order, offered, wagers)),) if wagers else tuple(_nothing_to_decide(order, offered))
    return Document(
        "strategy-card",
        order.card.filed,
        wording.subtitle(table),
        sides,
        order.foot,
        order.date,
        order.house,
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
        yield Para(wager.carry, wording.to_remember(title_of(order, offered, wager.bet.terms)))
        yield Charts((decision_chart(wager),))
        yield Para(wording.VERDICT_LEGEND, small=True)
        ways = wording.ways_left(wager.progress.total, unit)
        yield Para(f"{ways} {wording.returns(wager.best.value)}", small=True)
        depends = [group.exception for group in wager.groups if group.exception]
        if any(group.has_mirror for group in wager.groups):
            depends.append(wording.MIRROR_NOTE)
        if depends:
            yield Para(" ".join(depends), wording.WHERE_IT_DEPENDS, small=True)
    if repeats:
        yield Para(_sentence(repeats), wording.RULE_TO_REMEMBER)
        yield PrintedTable(
            (documents.WAGER, documents.HOUSE_EDGE),
            tuple(_repeats(wager, title_of(order, offered, wager.bet.terms)) for wager in repeats),
            frozenset({1}),
            frozenset({0}),
        )
        yield Para(wording.COSTS_IN_STAKES, small=True)


def _repeats(wager: WagerStrategy, title: str) -> Row:
    """A repeater with what to do at each count at which something is offered, and what the other choice costs."""
    lines = []
    for group in wager.groups:
        do = {"T": group.offer.upper(), "R": "ride", "=": "either"}.get(verdict(list(group.choices)), "depends")
        cost = max(choice.cost for choice in group.choices)
        lines.append(wording.do_at(group.level, group.pays, do, cost).replace(" ", NO_BREAK))
    return Row((title, percent(1 - wager.best.value, 3)), " ".join(lines))


def _sentence(wagers: list[WagerStrategy]) -> str:
    """The whole strategy in one sentence: what to take, and that everything else rides."""
    taken: dict[tuple[str, int], list[str]] = {}
    for wager in wagers:
        for group in wager.groups:
            if verdict(list(group.choices)) == "T":
                taken.setdefault((group.offer, group.level), []).append(wager.bet.terms.name)
    return wording.taken(taken) if taken else wording.RIDE_ALL


def _nothing_to_decide(order: Order, offered: list[Terms]) -> Iterator[tuple[Block, ...]]:
    """Sides for wagers that leave no choice once they are bet: which to bet is all there is to know."""
    wanted = {(terms.group, terms.table) for terms in offered}
    priced = price(order.card, Selection(order.options, priced_table(order, offered)))
    entries = [
        (entry, places) for entry, places in grouped(priced.wagers) if (entry.terms.group, entry.terms.table) in wanted
    ]
    entries.sort(key=lambda pair: pair[0].house_edge if pair[0].house_edge is not None else Fraction(10))
    for part in in_sides(entries, lambda pair: 2):
        yield tuple(_lowest_edge_first(order, offered, [entry for entry, _ in part]))


def _lowest_edge_first(order: Order, offered: list[Terms], entries: list[WagerOdds]) -> Iterator[Block]:
    unit = order.card.game.unit
    posted = any(entry.posted for entry in entries)
    yield Para(wording.NOTHING_TO_DECIDE if posted else wording.NONE_POSTED, wording.RULE_TO_REMEMBER)
    yield Heading(wording.LOWEST_EDGE_FIRST)
    yield PrintedTable(
        (documents.WAGER, documents.HOUSE_EDGE),
        tuple(_figures(entry, title_of(order, offered, entry.terms), unit) for entry in entries),
        frozenset({1}),
        frozenset({0}),
    )
    if any(map(player_has_edge, entries)):
        yield Para(wording.NEGATIVE_EDGE, small=True)


def _figures(entry: WagerOdds, title: str, unit: str) -> Row:
    """A wager with its house edge, and below it what it pays, how often it hits and how long it lasts."""
    hit = None if entry.hit is None else one_in(entry.hit)
    edge = "–" if entry.house_edge is None else percent(entry.house_edge, 3)
    return Row((title, edge), wording.figures(pays_of(entry.terms), entry.posted, hit, entry.mean_rolls, unit))
