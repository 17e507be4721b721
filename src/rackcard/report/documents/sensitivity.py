"""What moves an edge: each option, each reading, and one percent of bias of the dice, the wheel or the shoe."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rackcard.games.device import Chance
from rackcard.odds.guard import against_best_play
from rackcard.report.documents.content import Block, Callout, PrintedTable, Row
from rackcard.report.documents.filed import Sheet, alike, under
from rackcard.report.documents.par_facts import maybe
from rackcard.report.request import Order
from rackcard.wording import math_report as math_words
from rackcard.wording import par_sheet as wording
from rackcard.wording.options import option_label, option_value

BIAS = Fraction(101, 100)


def reading_moves(order: Order, option: str, found: list[Sheet]) -> Iterator[Block]:
    """The edges under each value of a reading, where it changes one."""
    choices = order.card.options[option].choices
    by_value = {value: _edges(under(order, option, value)) for value in choices}
    filed_value = order.options[option]
    rows: dict[tuple[Fraction | None, ...], list[str]] = {}
    for sheet in found:
        key = sheet.first.terms.wager
        edges = tuple(by_value[value].get(key) for value in choices)
        if len(set(edges)) > 1:
            rows.setdefault(edges, []).append(sheet.name)
    if not rows:
        return
    heads = tuple(wording.value_head(value, value == filed_value) for value in choices)
    shown = tuple(
        Row((wording.names(names), *map(maybe, edges)), player=any(edge is not None and edge < 0 for edge in edges))
        for edges, names in rows.items()
    )
    yield PrintedTable(
        (wording.WAGERS_COLUMNS[0], *heads), shown, frozenset(range(1, len(heads) + 1)), frozenset({0}),
        wording.reading_title(option), order.card.options[option].about,
    )  # fmt: skip


def _edges(found: Sequence[Sheet]) -> dict[str, Fraction | None]:
    return {sheet.first.terms.wager: sheet.first.house_edge for sheet in found}


def option_moves(order: Order, found: list[Sheet]) -> Iterator[Block]:
    """What each operator's option does to the edges, varied alone."""
    if order.rules is not None:
        return
    filed_edges, rows, idle = _edges(found), [], []
    names = {sheet.first.terms.wager: sheet.name for sheet in found}
    for option in order.card.options.values():
        if option.is_reading or option.many:
            continue
        changed = 0
        for value in option.choices:
            if value != order.options[option.name]:
                edges = _edges(under(order, option.name, value))
                moved: dict[Fraction, list[str]] = {}
                for wager, edge in edges.items():
                    if edge is not None and edge != filed_edges.get(wager) and wager in names:
                        moved.setdefault(edge, []).append(names[wager])
                changed += len(moved)
                label = f"{option_label(option.name)}: {option_value(value)}"
                rows += [Row((label, wording.names(who), maybe(edge)), player=edge < 0) for edge, who in moved.items()]
        if not changed:
            idle.append(option.name)
    note = wording.none_changes(idle, bool(rows)) if idle else ""
    if rows:
        yield PrintedTable(wording.MOVES_COLUMNS, tuple(rows), frozenset({2}), frozenset({0, 1}), wording.MOVES, note)
    elif note:
        yield Callout(note)


# ---- bias


@dataclass(frozen=True)
class Bias:
    """Slightly biased equipment: what is changed, and the edges of the filed wagers under it."""

    names: tuple[str, ...]
    edges: Mapping[str, Fraction | None]


def biases(order: Order, found: Sequence[Sheet]) -> list[Bias]:
    """The filed wagers with one kind of outcome one percent likelier; of a shoe, with one card of a rank missing."""
    chance = order.card.chance(order.options)
    weights = chance.named_weights()
    compiled = [sheet.first.bet for _, sheet in alike(list(found)) if sheet.first.bet is not None]
    made = []
    for names in _kinds(order, chance, found):
        if chance.shuffled is not None:
            changed = {name: Fraction(weights[name] - 1) for name in names}
        else:
            changed = {name: weights[name] * BIAS for name in names}
        other = chance.weighted(changed)
        edges = {bet.terms.wager: against_best_play(bet, other).house_edge for bet in compiled}
        made.append(Bias(names, edges))
    return made


def _kinds(order: Order, chance: Chance, found: Sequence[Sheet]) -> list[tuple[str, ...]]:
    """The names of weights that no filed wager tells apart, together; of a shoe, each rank."""
    names = list(chance.named_weights())
    if chance.shuffled is not None:
        return [(name,) for name in names]
    places = {outcome: place for place, outcome in enumerate(order.card.game.outcomes)}
    possible = [places[outcome] for outcome, weight in chance.law().items() if weight]
    machines = {sheet.first.bet.machine for sheet in found if sheet.first.bet is not None}
    events = {event for machine in machines for event in machine.watched}
    seen = [frozenset(place for _, place in event.cells) for event in events]
    kinds: dict[tuple[bool, ...], list[str]] = {}
    for name, place in zip(names, possible, strict=True):
        kinds.setdefault(tuple(place in cells for cells in seen), []).append(name)
    return [tuple(same) for same in kinds.values()]


def bias_table(order: Order, found: Sequence[Sheet]) -> Iterator[Block]:
    """For each filed wager, the bias that costs the house most and the one that it gains most by."""
    made = biases(order, found)
    if not made:
        return
    rows = []
    for names, sheet in alike(list(found)):
        wager = sheet.first.terms.wager
        moved = [(bias.edges[wager], bias.names) for bias in made if bias.edges.get(wager) is not None]
        if not moved or sheet.first.house_edge is None:
            continue
        low, high = min(moved, key=lambda one: one[0] or 0), max(moved, key=lambda one: one[0] or 0)
        cells = (
            names, maybe(sheet.first.house_edge), math_words.outcomes(low[1]), maybe(low[0]),
            math_words.outcomes(high[1]), maybe(high[0]),
        )  # fmt: skip
        rows.append(Row(cells, player=low[0] is not None and low[0] < 0))
    shuffled = order.card.chance(order.options).shuffled is not None
    note = math_words.SHOE_NOTE if shuffled else math_words.BIAS_NOTE
    yield PrintedTable(
        math_words.BIAS_COLUMNS, tuple(rows), frozenset({1, 3, 5}), frozenset({0, 2, 4}), math_words.BIAS, note
    )
