"""The mathematical report: assumptions, derivation, simulation, sensitivity, contribution by result, and hold."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rackcard.machine.explore import explore
from rackcard.machine.machine import TooLargeError
from rackcard.number import percent
from rackcard.odds import Selection, WagerOdds
from rackcard.odds.methods.chain import SPAN_MAX
from rackcard.report.charts import sheet_charts
from rackcard.report.documents.content import (
    Block,
    Callout,
    Charts,
    Clause,
    Document,
    Facts,
    Heading,
    Para,
    PrintedTable,
    PrintError,
    Row,
    Signature,
)
from rackcard.report.documents.exact_values import appendices, methods
from rackcard.report.documents.filed import Sheet, alike, filed, only_table
from rackcard.report.documents.par_facts import is_solved_twice, maybe, summary_facts
from rackcard.report.documents.par_parts import all_holds, all_outcomes, has_own_part, outcomes_table
from rackcard.report.documents.sensitivity import bias_table, option_moves, reading_moves
from rackcard.report.hold import bands
from rackcard.report.request import Order
from rackcard.report.rules import chance_words
from rackcard.wording import math_report as wording
from rackcard.wording import par_sheet as par_words

ROUNDS = 100_000
SEED = 20_260_101
REACH = 1.96
"""How many standard errors either side the interval of a simulation goes."""

Named = Sequence[tuple[str, Sheet]]


def math_report(order: Order) -> Document:
    """The whole report, in numbered parts."""
    found = filed(order)
    posted = alike([sheet for sheet in found if sheet.first.posted])
    blocks: list[Block] = [Heading(wording.SCOPE, 1, page=False), Facts(tuple(summary_facts(order, found)))]
    blocks += _assumptions(order, found)
    blocks += _derivation(found)
    blocks += _contribution(posted, len(found))
    blocks += _simulation(order, posted)
    blocks += _sensitivity(order, found)
    blocks += _hold(order, posted)
    blocks += [Heading(wording.CONCLUSION, 1, page=False), Callout(wording.STATEMENT)]
    blocks.append(Signature(par_words.SIGNED_COLUMNS))
    blocks += appendices(order, found, with_methods=False)
    return Document(
        "math-report", order.card.filed, wording.SUBTITLE, (tuple(blocks),), order.imprint, order.date, order.house,
        order.aside,
    )  # fmt: skip


def _assumptions(order: Order, found: Sequence[Sheet]) -> Iterator[Block]:
    chance, unit = order.card.chance(order.options), order.card.game.unit
    full = par_words.FULL_SHOE if chance.shuffled is not None else ""
    nets = [outcome.net for sheet in found for outcome in sheet.first.outcomes if outcome.net is not None]
    whole = par_words.PAYS_WHOLE if all(net.denominator == 1 for net in nets) else par_words.PAYS_ROUNDED
    offers = any(sheet.first.play == "best" for sheet in found)
    texts = [
        wording.device(chance_words(order.card, order.options), sum(chance.law().values()), full),
        wording.independent(unit),
        wording.play(offers),
        wording.starts(whole),
    ]
    if any(sheet.first.terms.envy for sheet in found):
        texts.append(wording.ENVY)
    yield Heading(wording.ASSUMPTIONS, 1, page=False)
    yield from (Clause(f"2.{number}", text) for number, text in enumerate(texts, start=1))


# ---- derivation


def _derivation(found: Sequence[Sheet]) -> Iterator[Block]:
    rows = []
    for names, sheet in alike(list(found)):
        entry = sheet.first
        if entry.methods:
            second = par_words.method_name(entry.methods[1]) if len(entry.methods) > 1 else wording.ONE_METHOD
            first = par_words.method_name(entry.methods[0])
            cells = (names, first, wording.positions(_positions(entry)), second, maybe(entry.house_edge))
            rows.append(Row(cells, player=sheet.is_beaten and entry.posted))
    yield Heading(wording.DERIVATION, 1, page=False)
    note = wording.derivation_note(is_solved_twice(found))
    yield PrintedTable(
        wording.DERIVED_COLUMNS, tuple(rows), frozenset({2, 4}), frozenset({0, 1, 3}), wording.DERIVED, note
    )
    yield from methods(found)


def _positions(entry: WagerOdds) -> int | None:
    """How many positions the wager can be in; None where there are too many to go through."""
    if entry.bet is None or (entry.bet.machine.span > SPAN_MAX and not entry.bet.machine.reaches_few):
        return None
    machine = entry.bet.machine
    try:
        chain = explore(machine, entry.chance.law_of(machine.watched), entry.how)
    except TooLargeError:
        return None
    return sum(len(block) for block in chain.blocks)


def _contribution(posted: Named, count: int) -> Iterator[Block]:
    own = [pair for pair in posted if has_own_part(pair[1], count)]
    others = [pair for pair in posted if not has_own_part(pair[1], count)]
    yield Heading(wording.CONTRIBUTION, 1, page=False)
    for names, sheet in own:
        if len(posted) > 1:
            yield Heading(names)
        yield outcomes_table(sheet.first)
    if others:
        yield from list(all_outcomes(others))[1:]


# ---- simulation


def _simulation(order: Order, posted: Named) -> Iterator[Block]:
    if not posted:
        return
    try:
        from rackcard.simulate.request import Request  # numpy is loaded only where it is used
        from rackcard.simulate.simulation import simulate
    except ModuleNotFoundError:
        raise PrintError("no-numpy") from None
    request = Request(rounds=ROUNDS, seed=SEED, engine="numpy")
    made = simulate(order.card, Selection(order.options, only_table(order)), request=request)
    by_place = {(one.entry.odds.terms.wager, one.entry.odds.terms.table): one for one in made.wagers}
    rows = []
    for names, sheet in posted:
        entry = sheet.first
        one = by_place[entry.terms.wager, entry.terms.table]
        edge, error = -one.mean / entry.stake, REACH * one.standard_error / float(entry.stake)
        low, high = (Fraction(round((float(edge) + side * error) * 10**9), 10**9) for side in (-1, 1))
        exact = entry.house_edge or Fraction(0)
        figures = (edge, low, high, exact)
        cells = (*(percent(value) for value in figures), wording.score(-one.z), wording.WITHIN[low <= exact <= high])
        rows.append(Row((names, *cells)))
    yield Heading(wording.SIMULATION, 1, page=False)
    note = wording.simulation_note(ROUNDS, SEED, made.verdict == "pass")
    yield PrintedTable(
        wording.SIMULATED_COLUMNS, tuple(rows), frozenset(range(1, 7)), frozenset({0}), wording.SIMULATED, note
    )


# ---- sensitivity and hold


def _sensitivity(order: Order, found: list[Sheet]) -> Iterator[Block]:
    yield Heading(wording.SENSITIVITY, 1, page=False)
    yield from option_moves(order, found)
    moved = [block for option in order.card.readings for block in reading_moves(order, option.name, found)]
    if moved:
        yield from moved
    elif order.card.readings:
        yield Para(wording.READINGS_SAME)
    yield from bias_table(order, [sheet for sheet in found if sheet.first.posted])


def _hold(order: Order, posted: Named) -> Iterator[Block]:
    varied = [(names, sheet) for names, sheet in posted if sheet.first.variance]
    if not varied:
        return
    yield Heading(wording.HOLD, 1, page=False)
    if len(varied) == 1:
        entry = varied[0][1].first
        if shown := bands(entry):
            yield Charts((sheet_charts.hold_chart(shown, entry.house_edge or Fraction(0), 660),))
    yield from all_holds(varied)
    game = order.card.game
    rows = []
    for names, sheet in varied:
        each = game.outcomes_per_hour / (sheet.first.mean_rolls or Fraction(1))
        shift = max(1, round(wording.HOURS[0] * each))
        counts = tuple(shift * (hours // wording.HOURS[0]) for hours in wording.HOURS)
        held = {band.decisions: band.ranges[95] for band in bands(sheet.first, tuple(dict.fromkeys(counts)))}
        found = [held.get(count) for count in counts]
        cells = [cell for pair in found for cell in (("–", "–") if pair is None else [percent(v, 2) for v in pair])]
        rows.append(Row((names, wording.rate(each), *cells), player=sheet.is_beaten))
    yield PrintedTable(
        wording.HOURS_COLUMNS, tuple(rows), frozenset(range(1, 8)), frozenset({0}), wording.HOURS_TITLE,
        wording.hours_note(game.outcomes_per_hour, game.unit),
    )  # fmt: skip
