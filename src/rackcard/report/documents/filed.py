"""What is filed: the wagers of an order, each at one pay table under one reading, and what else the document allows."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rackcard.card import Option
from rackcard.odds import Selection, WagerOdds, price
from rackcard.odds.guard import player_has_edge
from rackcard.odds.tables import grouped, place_name
from rackcard.report.request import Order
from rackcard.wording import par_sheet as wording


@dataclass
class Sheet:
    """A wager at one pay table under one reading: its odds by play, and other readings that leave them as they are."""

    name: str
    entries: list[WagerOdds]
    readings: list[dict[str, str]] = field(default_factory=list)

    @property
    def first(self) -> WagerOdds:
        """The odds that the sheet is made of: under the best play where there is a choice."""
        return self.entries[0]

    @property
    def law(self) -> tuple[object, ...]:
        return tuple((entry.play, entry.outcomes, entry.mean_rolls) for entry in self.entries)

    @property
    def is_beaten(self) -> bool:
        """Whether the player has the edge, at the play that the sheet is made of."""
        return player_has_edge(self.first)


def whole(order: Order) -> Order:
    """The order with every pay table of the document, where house rules leave one for each wager."""
    if order.card.configuration is None:
        return order
    return replace(order, card=replace(order.card, configuration=None))


def tables_of(order: Order) -> dict[str, list[str]]:
    """The pay tables of each wager on offer that is asked for, the filed one first."""
    at: dict[str, str] = {}
    for terms in order.card.terms(order.options):
        if order.wanted(terms) and terms.is_bet and order.table in (None, terms.table):
            at.setdefault(terms.group, terms.table)
    found: dict[str, list[str]] = {group: [table] for group, table in at.items()}
    for terms in whole(order).card.terms(order.options):
        if terms.group in found and terms.table not in found[terms.group]:
            found[terms.group].append(terms.table)
    return found


def only_table(order: Order) -> str | None:
    """The pay table at which every wager is filed; None where they differ."""
    tables = {found[0] for found in tables_of(order).values()}
    return tables.pop() if len(tables) == 1 else None


def filed(order: Order) -> list[Sheet]:
    """The filed configuration: each wager once, at its filed pay table, with the options in force."""
    at = {group: tables[0] for group, tables in tables_of(order).items()}
    return [sheet for sheet in _priced(order) if at.get(sheet.first.terms.group) == _table(sheet)]


def at_every_table(order: Order) -> list[Sheet]:
    """The wagers that have several pay tables at each of them, the filed one first."""
    tables = tables_of(order)
    several = {group for group, found in tables.items() if len(found) > 1}
    found = [sheet for sheet in _priced(whole(order)) if sheet.first.terms.group in several]
    groups = list(tables)
    return sorted(
        found,
        key=lambda sheet: (
            groups.index(sheet.first.terms.group),
            tables[sheet.first.terms.group].index(_table(sheet)),
        ),
    )


def under(order: Order, option: str, value: str) -> list[Sheet]:
    """The filed configuration with one option set to another value."""
    changed = replace(order, options={**order.options, option: value})
    return [sheet for sheet in filed(changed) if sheet.first.posted]


def _table(sheet: Sheet) -> str:
    return sheet.first.terms.table


def _priced(order: Order) -> Iterator[Sheet]:
    found: dict[tuple[str, str], Sheet] = {}
    for entry, places in grouped(price(order.card, Selection(order.options)).wagers):
        if order.wanted(entry.terms):
            key = (entry.terms.wager, entry.terms.table)
            found.setdefault(key, Sheet(place_name(entry, places), [])).entries.append(entry)
    yield from found.values()


def alike(found: list[Sheet]) -> list[tuple[str, Sheet]]:
    """Sheets with the same results, pays and length as one, under all their names."""
    groups: dict[object, tuple[list[str], Sheet]] = {}
    for sheet in found:
        pays = tuple((result.pay, result.envy) for result in (sheet.first.bet.results if sheet.first.bet else ()))
        key = (sheet.law, pays) if sheet.first.outcomes else id(sheet)
        groups.setdefault(key, ([], sheet))[0].append(sheet.name)
    return [(wording.names(names), sheet) for names, sheet in groups.values()]


# ---- every reading, as the workbook has them


def sheets(order: Order) -> list[Sheet]:
    """Every wager and pay table asked for, under every reading that changes a figure of it."""
    priced = price(order.card, Selection(order.given, order.table, readings=True))
    found: dict[tuple[str, str, tuple[tuple[str, str], ...]], Sheet] = {}
    for entry, places in grouped(priced.wagers):
        if order.wanted(entry.terms):
            key = (entry.terms.wager, entry.terms.table, tuple(entry.options.items()))
            found.setdefault(key, Sheet(place_name(entry, places), [])).entries.append(entry)
    kept: dict[tuple[str, str], list[Sheet]] = {}
    for (wager, table, options), sheet in found.items():
        same = kept.setdefault((wager, table), [])
        equal = next((one for one in same if one.law == sheet.law), None)
        if equal is None:
            same.append(sheet)
        (equal or sheet).readings.append(
            {name: value for name, value in options if order.card.options[name].is_reading}
        )
    return [sheet for group in kept.values() for sheet in group]


def is_filed(order: Order, sheet: Sheet) -> bool:
    """Whether one of all sheets is what is filed: at the filed pay table, under the readings in force."""
    tables = tables_of(order).get(sheet.first.terms.group, [])
    reading = {option.name: order.options[option.name] for option in order.card.readings}
    return bool(tables) and tables[0] == _table(sheet) and reading in sheet.readings


def reading_words(order: Order, sheet: Sheet) -> str:
    """Under which readings the figures of a sheet hold, and which readings change none of them."""
    parts, idle = [], []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if is_idle(option, sheet):
            idle.append(option.name)
            continue
        parts.append(wording.reading(option.name, values, option.default))
    if idle:
        parts.append(wording.no_effect(idle))
    return "; ".join(parts)


def is_idle(option: Option, sheet: Sheet) -> bool:
    """Whether a reading that was varied changes no figure of a sheet."""
    values = {reading[option.name] for reading in sheet.readings}
    return len(values) > 1 and all(
        reading | {option.name: value} in sheet.readings for reading in sheet.readings for value in option.choices
    )


def without_table(order: Order) -> list[str]:
    """The wagers asked for that do not have the pay table asked for, and are not on the sheet."""
    tables: dict[str, set[str]] = {}
    for terms in order.card.terms(order.options):
        if order.wanted(terms):
            tables.setdefault(terms.title, set()).add(terms.table)
    return [name for name, there in tables.items() if order.table not in there]
