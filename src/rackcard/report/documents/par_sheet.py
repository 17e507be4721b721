"""The PAR sheet: everything a mathematician signs for, each wager, pay table and reading on a sheet of its own."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from rackcard.card import Option, Terms
from rackcard.house import BetLimits
from rackcard.house.priced import Capped, capped
from rackcard.number import Pay, decimal, listed, one_in, percent, thousands
from rackcard.odds import Outcome, Selection, WagerOdds, price
from rackcard.odds.tables import grouped, pays_of, place_name
from rackcard.report import charts, figures
from rackcard.report.documents.content import (
    Block,
    Charts,
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
from rackcard.report.rules import chance_words
from rackcard.version import __version__
from rackcard.wording import par_sheet as wording
from rackcard.wording import rules as in_words
from rackcard.wording.sentence import capitalized

LENGTHS = (1, 2, 3, 4, 6, 8, 12, 20, 40)

BESIDE_MAX = 236
"""Room for a label and a fraction in one row, in quarters of a letter's width."""


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


def sheets(order: Order) -> list[Sheet]:
    """Every wager and pay table asked for, under every reading that changes a figure of it; the default comes first."""
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


def par_sheet(order: Order) -> Document:
    """The whole sheet: a summary, then a part for each wager, pay table and reading."""
    found = sheets(order)
    blocks = [*_summary(order, found)]
    for sheet in found:
        blocks += _part(order, sheet)
    return Document(
        "par-sheet",
        order.card.filed,
        wording.TITLE,
        (tuple(blocks),),
        order.imprint,
        order.date,
        order.house,
        order.aside,
    )


def reading_words(order: Order, sheet: Sheet) -> str:
    """Under which readings the figures of a sheet hold, and which readings change none of them."""
    parts, idle = [], []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if _is_idle(option, sheet):
            idle.append(option.name)
            continue
        parts.append(wording.reading(option.name, values, option.default))
    if idle:
        parts.append(wording.no_effect(idle))
    return "; ".join(parts)


def heading_of(sheet: Sheet) -> str:
    """A sheet's name with its pay table."""
    return wording.heading(sheet.name, sheet.first.terms.table)


# ---- the first page


def _summary(order: Order, found: list[Sheet]) -> Iterator[Block]:
    yield Facts(tuple(summary_facts(order, found)))
    for option in order.card.readings:
        yield Para(option.about, f"Reading {option.name}")
    yield _all_wagers(order, found)
    total = whole_card(order, found)
    if total:
        yield Para(total[1], wording.CARD_EXPOSURE)
    yield Para(how_to_read(found), wording.HOW_TO_READ, small=True)
    lines = (Row(("\u00a0\n\u00a0", "", "")),)
    yield PrintedTable(wording.SIGNED_COLUMNS, lines, wide=frozenset({0, 1, 2}), title=wording.SIGNED)


def summary_facts(order: Order, found: list[Sheet]) -> Iterator[tuple[str, str]]:
    """What holds for the whole sheet, each with what it is."""
    card = order.card
    yield "Game", wording.side_bet(card.title, card.game.name, card.id == card.game.id)
    yield "Played with", chance_words(card, found[0].first.options)
    yield "Source", card.source
    for label, text in (("Jurisdiction", card.jurisdiction), ("Rule", card.rule), ("Statute", card.statute)):
        if text:
            yield label, text
    yield "Options", "; ".join(f"{name} {value}" for name, value in order.fixed.items()) or "none"
    if order.rules is not None:
        yield "House rules", f"{order.rules.id}, sha256 {order.rules.sha256}"
    yield "Table limits", _limits_words(order)
    if order.wagers:
        yield "Wagers", wording.only(order.wagers)
    if order.table is not None:
        yield "Pay table", wording.only_table(order.table, _without_table(order))
    yield "Card", f"{card.id}, sha256 {card.sha256}"
    yield "Generated by", wording.generated(__version__, order.dated)


def _without_table(order: Order) -> list[str]:
    """The wagers asked for that do not have the pay table asked for, and are not on the sheet."""
    tables: dict[str, set[str]] = {}
    for terms in order.card.terms(order.options):
        if order.wanted(terms):
            tables.setdefault(terms.title, set()).add(terms.table)
    return [name for name, there in tables.items() if order.table not in there]


def how_to_read(found: list[Sheet]) -> str:
    """What the figures mean."""
    twice = all(len(entry.methods) == 2 for sheet in found for entry in sheet.entries if entry.terms.has_rule)
    return wording.how_to_read(twice)


def _limits_words(order: Order) -> str:
    if order.limits is not None:
        return wording.limits([(None, order.limits)], order.limits.payout)
    if order.rules is None:
        return wording.NO_LIMITS
    by_limits: dict[BetLimits, list[str]] = {}
    for terms in order.card.terms(order.options):
        found = order.limits_of(terms)
        assert found is not None
        by_limits.setdefault(found, []).append(terms.title)
    named = [(list(dict.fromkeys(names)) if len(by_limits) > 1 else None, one) for one, names in by_limits.items()]
    return wording.limits(named, order.rules.payout)


def _maybe(value: Fraction | None, places: int = 4) -> str:
    return "–" if value is None else percent(value, places)


def _column(value: Fraction | None) -> str:
    """A figure of a column whose decimal points are aligned."""
    if value is None:
        return "–"
    whole, part = divmod(round(value * 10_000), 10_000)
    return f"{whole}.{part:04}"


def _all_wagers(order: Order, found: list[Sheet]) -> PrintedTable:
    """Every sheet and play in one table, without empty columns."""
    rows = tuple(Row(_summary_row(order, sheet, entry)) for sheet in found for entry in sheet.entries)
    figured, wide = frozenset(range(5, 11)), frozenset({0, 2, 4})
    return without_empty(PrintedTable(wording.SUMMARY_COLUMNS, rows, figured, wide, wording.ALL_WAGERS))


def _summary_row(order: Order, sheet: Sheet, entry: WagerOdds) -> tuple[str, ...]:
    first = entry is sheet.first
    return (
        sheet.name,
        entry.terms.table,
        _reading_in_brief(order, sheet) or "–",
        "–" if entry.play == "none" else entry.play,
        pays_of(entry.terms) if first else "",
        _maybe(entry.hit),
        _maybe(entry.player_return),
        _maybe(entry.house_edge),
        _maybe(entry.house_edge_with_envy) if entry.terms.envy_is_named else "–",
        _column(figures.deviation(entry)),
        _column(None if entry.variance is None else figures.volatility(entry)),
    )


def _reading(order: Order, sheet: Sheet) -> str:
    """The readings of a sheet, or nothing where the card leaves none open."""
    return reading_words(order, sheet) if order.card.readings else ""


def _reading_in_brief(order: Order, sheet: Sheet) -> str:
    """The readings of a sheet where they change a figure of its wager."""
    parts = []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if not _is_idle(option, sheet):
            parts.append(f"{option.name} {listed(values, 'or')}")
    return "; ".join(parts)


def _is_idle(option: Option, sheet: Sheet) -> bool:
    """Whether a reading that was varied changes no figure of a sheet."""
    values = {reading[option.name] for reading in sheet.readings}
    return len(values) > 1 and all(
        reading | {option.name: value} in sheet.readings for reading in sheet.readings for value in option.choices
    )


def whole_card(order: Order, found: list[Sheet]) -> tuple[int, str] | None:
    """The most one seat can win on the whole card, in cents, if that were possible at once, and what that means."""
    worst: dict[str, int] = {}
    for sheet in found:
        limits = order.limits_of(sheet.first.terms)
        if limits is None or not limits.most:
            return None
        if sheet.first.posted:
            lost = figures.exposure(sheet.first, limits).total
            group = sheet.first.terms.group
            worst[group] = max(worst.get(group, 0), lost)
    total = sum(worst.values())
    return total, wording.card_exposure(total, any(sheet.first.terms.envy for sheet in found))


# ---- one wager, pay table and reading


def _part(order: Order, sheet: Sheet) -> Iterator[Block]:
    entry = sheet.first
    yield Heading(heading_of(sheet), 1, _reading(order, sheet))
    yield Facts(tuple(rules(order, sheet, entry)))
    if not entry.terms.has_rule:
        yield Para(wording.NO_RULE)
        return
    unreached = _unreached(entry)
    yield _outcomes(sheet, entry, unreached)
    yield Facts(tuple(_figures(order, entry)))
    if len(sheet.entries) > 1:
        yield _plays(sheet)
    if unreached:
        shown = {entry.outcomes}
        for other in sheet.entries[1:]:
            if other.outcomes not in shown:
                yield _outcomes(sheet, other)
            shown.add(other.outcomes)
    found = figures.length(entry)
    pictures = list(_pictures(order, entry, found))
    if pictures:
        yield Charts(tuple(pictures))
    if entry.posted:
        yield _bands(entry)
    if found and len(found.exactly) > 1:
        yield _lengths(found, order.card.game.unit)


def rules(order: Order, sheet: Sheet, entry: WagerOdds) -> Iterator[tuple[str, str]]:
    """What is priced on a sheet: the rule and what it is read and played as."""
    terms, unit = entry.terms, order.card.game.unit
    if terms.filed:
        yield "Filed as", terms.filed
    yield "Rule", _rule(order, terms)
    yield "Ends", in_words.end_clause(terms, unit) + (wording.AT_THE_END if terms.settles_at_end else "")
    if terms.works is not None:
        yield "Works", in_words.works(terms, unit)
    yield "Reading", _reading(order, sheet) or wording.NO_READING
    if terms.source:
        yield "Clause", terms.source
    if terms.has_rule:
        yield "Pays", pays_in_full(order, terms)
    if terms.offers:
        yield "Offers", _offers(terms)
    if terms.envy_is_named:
        yield "Envy", str(terms.envy) if terms.envy else wording.ENVY_NOT_POSTED
    yield "Play assumed", wording.PLAYS.get(entry.play, entry.play) + wording.PAY_CHANGES.get(entry.play, "")
    if entry.methods:
        yield "Methods", wording.methods(entry.methods)


def _rule(order: Order, terms: Terms) -> str:
    """What wins a wager, in a sentence."""
    if not terms.has_rule:
        return in_words.NO_RULE
    if terms.counted:
        return f"{in_words.counted_sentence(terms, 'clause')} {in_words.PAID_BY_COUNT}"
    if len(terms.lines) > 1:
        return wording.FIRST_LINE
    return in_words.goal(terms, "clause", order.card.game.unit, in_words.winners(order.card.terms(order.options)))


def _offers(terms: Terms) -> str:
    """Each kind of offer once, with its pays by count."""
    kinds: dict[str, list[str]] = {}
    for offer in terms.offers:
        at = "" if offer.count is None else f"at {offer.count}: "
        kinds.setdefault(offer.kind, []).append(f"{at}{offer.pay}")
    return "; ".join(f"{kind}: {', '.join(pays)}" for kind, pays in kinds.items())


def pays_in_full(order: Order, terms: Terms) -> str:
    """Every pay line with what it is for, the lowest count first; a single one needs no name."""
    names, unit = in_words.winners(order.card.terms(order.options)), order.card.game.unit
    pays = [
        (str(line.rung or in_words.line_text(terms, index, unit, names)), in_words.paid(line))
        for index, line in enumerate(terms.lines)
    ]
    if terms.counted:
        pays.reverse()
    return pays[0][1] if len(pays) == 1 and not terms.counted else "; ".join(f"{name}: {pay}" for name, pay in pays)


def _pay(pay: Pay | None) -> str:
    return wording.NOT_POSTED if pay is None else str(pay)


def _unreached(entry: WagerOdds) -> list[str]:
    """The posted pay lines that are never reached under the play of a sheet."""
    if entry.bet is None or entry.play == "none":
        return []
    reached = {outcome.result for outcome in entry.outcomes}
    lines = [result for result in entry.bet.results if result.kind == "line" and result.pay is not None]
    return [f"{result.label} ({result.pay})" for result in lines if result not in reached]


def pay_words(outcome: Outcome) -> str:
    """The pay of an outcome as the card words it."""
    return _pay(outcome.result.pay)


def _outcomes(sheet: Sheet, entry: WagerOdds, unreached: list[str] | None = None) -> PrintedTable:
    """Every outcome with its probability; exact fractions are beside it, or below where they are too long."""
    label = max(len(outcome.label) for outcome in entry.outcomes)
    exact = max(len(str(outcome.probability)) for outcome in entry.outcomes)
    beside = 4 * label + 3 * exact <= BESIDE_MAX
    rows = []
    for outcome in entry.outcomes:
        returned = None if outcome.net is None else outcome.probability * (1 + outcome.net)
        fraction = str(outcome.probability)
        rows.append(Row((
            capitalized(outcome.label),
            pay_words(outcome),
            "–" if outcome.net is None else minus(decimal(outcome.net, 8)),
            *((fraction,) if beside else ()),
            decimal(outcome.probability, 12),
            one_in(outcome.probability),
            "–" if returned is None else percent(returned, 6),
        ), "" if beside else fraction))  # fmt: skip
    total = sum((outcome.probability for outcome in entry.outcomes), Fraction(0))
    exactly = (str(total),) if beside else ()
    rows.append(Row(("Sum", "", "", *exactly, decimal(total, 12), "", _maybe(entry.player_return, 6)), strong=True))
    extra = ("Exact probability",) if beside else ()
    columns = ("Outcome", "Pays", "Net", *extra, "Probability", "Hits", "Of the return")
    plays = [other.play for other in sheet.entries if other.outcomes == entry.outcomes and other.play != "none"]
    note = wording.never_paid(unreached or [])
    figured = frozenset(range(1, len(columns)))
    return PrintedTable(columns, tuple(rows), figured, frozenset({0}), wording.outcomes(plays), note)


def _figures(order: Order, entry: WagerOdds) -> Iterator[tuple[str, str]]:
    if entry.hit is not None:
        yield wording.HIT, wording.hit(entry.hit)
    if entry.player_return is None or entry.house_edge is None:
        if entry.fair_pay is not None:
            yield wording.FAIR_PAY, wording.fair_pay(entry.fair_pay)
    else:
        yield wording.RETURN, _exactly(entry.player_return)
        yield wording.HOUSE_EDGE, _exactly(entry.house_edge)
        if entry.terms.envy_is_named:
            envy = entry.house_edge_with_envy
            yield wording.EDGE_WITH_ENVY, wording.ENVY_NOT_POSTED if envy is None else _exactly(envy)
        deviation = figures.deviation(entry) or Fraction(0)
        yield wording.DEVIATION, wording.deviation(deviation, figures.volatility(entry))
    if entry.mean_rolls is not None:
        yield wording.LENGTH, wording.length(entry.mean_rolls, order.card.game.unit, entry.edge_per_roll)
    if entry.posted:
        yield wording.EXPOSURE, exposure_words(order, entry)
    if (cut := capped(entry, order.limits_of(entry.terms))) is not None:
        yield wording.MAXIMUM_PAYOUT, _capped(order, entry, cut)


def _exactly(value: Fraction) -> str:
    return f"{percent(value, 6)} = {minus(str(value))}"


def _capped(order: Order, entry: WagerOdds, cut: Capped) -> str:
    """What the maximum payout does to the figures of a sheet."""
    limits = order.limits_of(entry.terms)
    assert limits is not None
    assert limits.payout is not None
    edge = _exactly(cut.edge)
    if cut.edge_with_envy is not None and entry.terms.envy_is_named:
        edge += wording.after_envy(cut.edge_with_envy)
    holds_to = cut.stake if cut.stake >= limits.least else None
    return wording.capped(limits.payout, holds_to, limits.most, edge, has_play=entry.play != "none")


def exposure_words(order: Order, entry: WagerOdds) -> str:
    """What the house can lose to a wager: to the player, and to the dealer where envy is paid."""
    limits = order.limits_of(entry.terms)
    lost = figures.exposure(entry, limits if limits and limits.most else BetLimits(100, 100))
    unknown = entry.terms.envy_is_named and entry.terms.envy is None
    in_stakes = wording.exposure(lost.net, lost.envy, envy_unknown=unknown)
    if limits is None or not limits.most:
        return in_stakes
    cut = (lost.uncapped, lost.won) if lost.is_capped else None
    return wording.exposure_at(lost.total, limits.most, in_stakes, cut)


def _plays(sheet: Sheet) -> PrintedTable:
    """What the other plays are worth."""
    rows = tuple(
        Row((
            entry.play, wording.PLAYS.get(entry.play, ""), _maybe(entry.hit), _maybe(entry.player_return),
            _maybe(entry.house_edge), _column(figures.deviation(entry)),
            _column(entry.mean_rolls),
        ), _exact_play(entry))
        for entry in sheet.entries
    )  # fmt: skip
    return PrintedTable(
        wording.PLAY_COLUMNS, rows, frozenset({2, 3, 4, 5, 6}), frozenset({1}), wording.OTHER_STRATEGIES,
    )  # fmt: skip


def _exact_play(entry: WagerOdds) -> str:
    if entry.house_edge is None or entry.player_return is None:
        return ""
    return wording.exact_play(minus(str(entry.player_return)), minus(str(entry.house_edge)))


def _bands(entry: WagerOdds) -> PrintedTable:
    rows = tuple(
        Row((
            thousands(band.decisions),
            _count(band.wins),
            *(percent(value, 3) for value in (*band.likely, *band.nearly)),
        ))
        for band in figures.bands(entry)
    )  # fmt: skip
    return PrintedTable(
        wording.BAND_COLUMNS, rows, frozenset(range(6)), frozenset(range(6)), wording.BANDS,
    )  # fmt: skip


def _count(value: Fraction) -> str:
    return decimal(value, 3) if value < 100 else thousands(round(value))


def _lengths(found: figures.Length, unit: str) -> PrintedTable:
    """The distribution of length, its counts side by side."""
    shown = [count for count in LENGTHS if count <= len(found.exactly)]
    rows = (
        Row((wording.DECIDED_ON, *(percent(found.exactly[count - 1], 2) for count in shown))),
        Row((wording.DECIDED_BY, *(percent(found.by(count), 2) for count in shown))),
        Row((wording.STILL_UP, *(percent(1 - found.by(count), 2) for count in shown))),
    )
    quantiles = [(share, found.quantile(Fraction(share, 100))) for share in (50, 90, 99)]
    within = wording.decided_within((share, count) for share, count in quantiles if count is not None)
    return PrintedTable(
        (unit.capitalize(), *map(str, shown)), rows, frozenset(range(1, len(shown) + 1)), frozenset({0}),
        wording.lengths_title(unit), within,
    )  # fmt: skip


def _pictures(order: Order, entry: WagerOdds, found: figures.Length | None) -> Iterator[charts.Picture]:
    parts = [
        (outcome.label, outcome.probability * (1 + outcome.net))
        for outcome in entry.outcomes
        if outcome.net is not None and outcome.net > -1
    ]
    lasts = found is not None and len(found.exactly) > 1
    width = charts.NARROW if lasts and len(parts) > 1 else charts.WIDTH
    if entry.house_edge is not None and entry.variance:  # a result that is certain has no bands to draw
        yield charts.hold_chart(figures.bands(entry), entry.house_edge, width)
    if found is not None and lasts:
        yield charts.length_chart(found, order.card.game.unit, width)
    if len(parts) > 1:
        yield charts.return_chart(parts)
