"""The strategy card: one side, what to do and the sentence to carry."""

from collections.abc import Iterator
from fractions import Fraction

from rackcard.card import OptionError, Terms
from rackcard.number import decimal, one_in, percent
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.tables import grouped, pays_of
from rackcard.report.charts import decision_chart
from rackcard.report.documents.content import Block, Charts, Document, Heading, Para, Row, Table
from rackcard.report.documents.rack_card import NO_BREAK, offered_wagers, priced_table, table_of, title_of
from rackcard.report.request import Order
from rackcard.strategy import CardStrategy, WagerStrategy, strategy
from rackcard.strategy.chart import verdict


def strategy_card(order: Order) -> Document:
    """What a player carries to the table."""
    offered = offered_wagers(order)
    standing = {(terms.wager, terms.table) for terms in offered}
    table = table_of(order, offered)
    found = _found(order, offered)
    wagers = [one for one in found.wagers if (one.bet.terms.wager, one.bet.terms.table) in standing] if found else []
    side = tuple(_choices(order, offered, wagers)) if wagers else tuple(_nothing_to_decide(order, offered))
    return Document(
        "strategy-card",
        order.card.title,
        "What to do" + (f", pay table {table}" if table else ""),
        (side,),
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
        yield Para(wager.carry, f"{title_of(order, offered, wager.bet.terms)}: to carry")
        yield Charts((decision_chart(wager),))
        yield Para("T take what is offered · R ride · D depends on which are missing · = a tie", small=True)
        yield Para(
            f"Ways left: of the {wager.progress.total} ways a {unit} can fall, those that bring a missing number. "
            f"The best play returns {percent(wager.best.value)} and leaves the house {percent(1 - wager.best.value)}.",
            small=True,
        )
        told = [group.exception for group in wager.groups if group.exception]
        if told:
            mirror = " A star: or its mirror image, 12 for 2, 11 for 3 and so on." if "*" in "".join(told) else ""
            yield Para(" ".join(told) + mirror, "Where it depends", small=True)
    if repeats:
        yield Para(_sentence(repeats), "To carry")
        yield Table(
            ("Wager", "House edge"),
            tuple(_repeats(wager, title_of(order, offered, wager.bet.terms)) for wager in repeats),
            frozenset({1}),
            frozenset({0}),
        )
        yield Para(
            "Costs are reckoned in stakes. The house edge is what is left to the house against the best play.",
            small=True,
        )


def _repeats(wager: WagerStrategy, title: str) -> Row:
    """A repeater with what to do at each count at which something is offered, and what the other choice costs."""
    told = []
    for group in wager.groups:
        do = {"T": group.offer.upper(), "R": "ride", "=": "either"}.get(verdict(list(group.choices)), "depends")
        cost = decimal(max(choice.cost for choice in group.choices), 3)
        told.append(f"After {group.level}, offered {group.pays}: {do} (else {cost}).".replace(" ", NO_BREAK))
    return Row((title, percent(1 - wager.best.value, 3)), " ".join(told))


def _sentence(wagers: list[WagerStrategy]) -> str:
    """The whole strategy in one sentence: what to take, and that everything else rides."""
    taken: dict[str, list[str]] = {}
    for wager in wagers:
        for group in wager.groups:
            if verdict(list(group.choices)) == "T":
                taken.setdefault(f"{group.offer} after {group.level}", []).append(wager.bet.terms.name)
    if not taken:
        return "Let every wager ride: nothing that is offered is worth as much."
    told = "; ".join(f"{what}: {', '.join(names)}" for what, names in taken.items())
    return f"{told[0].upper()}{told[1:]}. Let everything else ride."


def _nothing_to_decide(order: Order, offered: list[Terms]) -> Iterator[Block]:
    """A card for wagers that leave no choice once they are bet: which to bet is all there is to know."""
    wanted = {(terms.group, terms.table) for terms in offered}
    priced = price(order.card, Selection(order.options, priced_table(order, offered)))
    entries = [
        (entry, places) for entry, places in grouped(priced.wagers) if (entry.terms.group, entry.terms.table) in wanted
    ]
    entries.sort(key=lambda pair: pair[0].house_edge if pair[0].house_edge is not None else Fraction(10))
    unit = order.card.game.unit
    posted = any(entry.posted for entry, _ in entries)
    told = "There is nothing to decide once these wagers are bet. What can be chosen is which to bet."
    yield Para(told if posted else "None of these wagers can be bet: no pay is posted.", "To carry")
    yield Heading("The wagers, the lowest house edge first")
    yield Table(
        ("Wager", "House edge"),
        tuple(_figures(entry, title_of(order, offered, entry.terms), unit) for entry, _ in entries),
        frozenset({1}),
        frozenset({0}),
    )
    if any(entry.house_edge is not None and entry.house_edge < 0 for entry, _ in entries):
        yield Para("A house edge below zero is the player's.", small=True)


def _figures(entry: WagerOdds, title: str, unit: str) -> Row:
    """A wager with its house edge, and below it what it pays, how often it hits and how long it lasts."""
    told = [f"Pays {pays_of(entry.terms)}" if entry.posted else pays_of(entry.terms).capitalize()]
    if entry.hit is not None:
        told.append(f"hits {one_in(entry.hit)}")
    if entry.mean_rolls is not None and entry.mean_rolls != 1:
        told.append(f"lasts {decimal(entry.mean_rolls, 3)} {unit}s on average")
    edge = "–" if entry.house_edge is None else percent(entry.house_edge, 3)
    return Row((title, edge), "; ".join(told) + ".")
