"""The PAR sheet: everything a mathematician signs for, each wager, pay table and reading on a sheet of its own."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from rackcard.card import Option, Terms
from rackcard.money import dollars
from rackcard.number import decimal, one_in, percent, thousands
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
    Row,
    Table,
    minus,
    without_empty,
)
from rackcard.report.documents.spoken import listed, sentence, spoken, with_names
from rackcard.report.figures import Limits
from rackcard.report.request import Order
from rackcard.version import __version__

PLAYS = {
    "none": "The player has nothing to decide.",
    "best": "The best play, which takes an offer wherever it is worth at least as much as riding.",
    "never": "No offer is taken.",
    "first": "The first pay offered is taken; a stake is not taken back.",
}
"""The play that a figure assumes, in a sentence."""

HOLDS = {
    "best": " The probabilities hold for its decisions under the pays as printed: under other pays the best play may "
    "decide otherwise.",
    "never": " Its probabilities are the same under any pays.",
    "first": " Its probabilities are the same under any pays.",
}
"""What a change of a pay does to the play of a sheet."""

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
        "par-sheet", order.card.title, "PAR sheet", (tuple(blocks),), order.sheet_foot, order.date, order.house
    )


def reading_words(order: Order, sheet: Sheet) -> str:
    """Under which readings the figures of a sheet hold, and which readings change none of them."""
    told, idle = [], []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if _is_idle(option, sheet):
            idle.append(option.name)
            continue
        spelt = [f"{value} (default)" if value == option.default and value != "default" else value for value in values]
        told.append(f"{option.name} {listed(spelt, 'or')}")
    if idle:
        told.append(f"{listed(idle)} {'changes' if len(idle) == 1 else 'change'} nothing here")
    return "; ".join(told)


def heading_of(sheet: Sheet) -> str:
    """A sheet's name with its pay table."""
    return f"{sheet.name}, pay table {sheet.first.terms.table}"


# ---- the first page


def _summary(order: Order, found: list[Sheet]) -> Iterator[Block]:
    yield Facts(tuple(summary_facts(order, found)))
    for option in order.card.readings:
        yield Para(option.about, f"Reading {option.name}")
    yield _all_wagers(order, found)
    total = whole_card(order, found)
    if total:
        yield Para(total[1], "Highest exposure of the card")
    yield Para(how_to_read(found), "How to read this sheet", small=True)
    lines = (Row(("\u00a0\n\u00a0", "", "")),)
    yield Table(("Name", "Signature", "Date"), lines, wide=frozenset({0, 1, 2}), title="Signed for")


def summary_facts(order: Order, found: list[Sheet]) -> Iterator[tuple[str, str]]:
    """What holds for the whole sheet, each with what it is."""
    card = order.card
    side_bet = "" if card.id == card.game.id else " side bet"
    yield "Game", f"{card.title}, {card.game.name}{side_bet}"
    yield "Played with", found[0].first.terms.words("chance") or card.game.default_chance
    yield "Source", card.source
    yield "Options", "; ".join(f"{name} {value}" for name, value in order.fixed.items()) or "none"
    yield "Table limits", _limits_words(order)
    if order.wagers:
        yield "Wagers", f"only {', '.join(order.wagers)}"
    if order.table is not None:
        left_out = _without_table(order)
        missing = f"; {listed(left_out)} {'has' if len(left_out) == 1 else 'have'} no such table" if left_out else ""
        yield "Pay table", f"only {order.table}{missing}"
    yield "Card", f"{card.id}, sha256 {card.sha256}"
    yield "Made by", f"Rackcard {__version__}, {order.dated}"


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
    agreed = "; each wager was solved by two methods that share no code but its rules, and agree" if twice else ""
    return (
        f"Figures are exact fractions for one unit staked{agreed}. Hit is the probability of a result above a push. "
        "The return counts the stake; the house edge is 1 less the return; with envy it is what the house keeps after "
        "paying the dealer. The standard deviation is that of the net result. The volatility index is 1.645 standard "
        "deviations; divided by the root of the number of decisions it is half the width of the band that holds the "
        "actual hold nine times in ten; 2.576 hold it ninety-nine times in a hundred. The bands follow the normal law. "
        "Where fewer than some thirty wins are "
        "expected they are rough: results are skewed by rare high pays."
    )


def _limits_words(order: Order) -> str:
    if order.limits is None:
        return "not given; exposure is told for one unit staked"
    if order.limits.payout is None:
        return f"{order.limits} on each wager"
    return f"{order.limits} on each wager; highest payout {dollars(order.limits.payout)}, on the win of one wager"


def _maybe(value: Fraction | None, places: int = 4) -> str:
    return "–" if value is None else percent(value, places)


def _column(value: Fraction | None) -> str:
    """A figure of a column whose decimal points stand below each other."""
    if value is None:
        return "–"
    whole, part = divmod(round(value * 10_000), 10_000)
    return f"{whole}.{part:04}"


def _all_wagers(order: Order, found: list[Sheet]) -> Table:
    """Every sheet and play in one table, without columns in which nothing would stand."""
    columns = ("Wager", "Table", "Reading", "Play", "Pays", "Hit", "Return", "House edge", "With envy", "Std dev",
               "VI 90 %")  # fmt: skip
    rows = tuple(Row(_summary_row(order, sheet, entry)) for sheet in found for entry in sheet.entries)
    return without_empty(Table(columns, rows, frozenset(range(5, 11)), frozenset({0, 2, 4}), "All wagers"))


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
    told = []
    for option in order.card.readings:
        values = list(dict.fromkeys(reading[option.name] for reading in sheet.readings))
        if not _is_idle(option, sheet):
            told.append(f"{option.name} {listed(values, 'or')}")
    return "; ".join(told)


def _is_idle(option: Option, sheet: Sheet) -> bool:
    """Whether a reading that was varied changes no figure of a sheet."""
    values = {reading[option.name] for reading in sheet.readings}
    return len(values) > 1 and all(
        reading | {option.name: value} in sheet.readings for reading in sheet.readings for value in option.choices
    )


def whole_card(order: Order, found: list[Sheet]) -> tuple[int, str] | None:
    """The most one seat can win on the whole card, in cents, if that were possible at once, and what that means."""
    if order.limits is None:
        return None
    worst: dict[str, int] = {}
    for sheet in found:
        if sheet.first.posted:
            lost = figures.exposure(sheet.first, order.limits).total
            group = sheet.first.terms.group
            worst[group] = max(worst.get(group, 0), lost)
    total = sum(worst.values())
    envy = " and its dealer's envy" if any(sheet.first.terms.envy for sheet in found) else ""
    return total, (
        f"{dollars(total)} to one seat{envy}, if every wager on this sheet stood at the highest stake and pay table "
        "and all were paid their highest at once; no seat can cost more on one place of each wager."
    )


# ---- one wager, pay table and reading


def _part(order: Order, sheet: Sheet) -> Iterator[Block]:
    entry = sheet.first
    yield Heading(heading_of(sheet), 1, _reading(order, sheet))
    yield Facts(tuple(rules(order, sheet, entry)))
    if not entry.terms.has_rule:
        yield Para("The document gives neither a rule nor a pay. There is nothing to work out.")
        return
    unreached = _unreached(entry)
    yield _outcomes(sheet, entry, unreached)
    yield Facts(tuple(_figures(order, entry)))
    if len(sheet.entries) > 1:
        yield _plays(sheet)
    if unreached:
        told = {entry.outcomes}
        for other in sheet.entries[1:]:
            if other.outcomes not in told:
                yield _outcomes(sheet, other)
            told.add(other.outcomes)
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
    terms = entry.terms
    names = {one.group: one.name for one in order.card.terms(order.options)}
    rule = terms.words("wins") or (f"counts {terms.words('counts')}" if terms.counted else "the first line that holds")
    meant = spoken(terms.game, "wins", terms.words("wins")) or spoken(terms.game, "counts", terms.words("counts"))
    yield "Rule", rule
    if meant:
        yield "In words", sentence(with_names(meant, names))
    ends = terms.words("ends") or f"after 1 {order.card.game.unit}"
    yield "Ends", ends + (", settled at the end" if terms.settles_at_end else "")
    if terms.works is not None:
        yield "Works", terms.words("works")
    yield "Reading", _reading(order, sheet) or "the document leaves none open"
    if terms.source:
        yield "Clause", terms.source
    if terms.has_rule:
        yield "Pays", pays_in_full(terms)
    if terms.offers:
        yield "Offers", _offers(terms)
    if terms.envy_is_named:
        yield "Envy", str(terms.envy) if terms.envy else "named, no amount posted"
    yield "Play assumed", PLAYS.get(entry.play, entry.play) + HOLDS.get(entry.play, "")
    if entry.methods:
        yield "Methods", " and ".join(entry.methods)


def _offers(terms: Terms) -> str:
    """Each kind of offer once, with its pays by count."""
    kinds: dict[str, list[str]] = {}
    for offer in terms.offers:
        at = "" if offer.count is None else f"at {offer.count}: "
        kinds.setdefault(offer.kind, []).append(f"{at}{offer.pay}")
    return "; ".join(f"{kind}: {', '.join(pays)}" for kind, pays in kinds.items())


def pays_in_full(terms: Terms) -> str:
    """Every pay line with what it is for, the lowest count first; a single one needs no name."""
    lines = list(reversed(terms.lines)) if terms.counted else list(terms.lines)
    told = [(str(line.rung or line.label), "not posted" if line.pay is None else str(line.pay)) for line in lines]
    return told[0][1] if len(told) == 1 and not terms.counted else "; ".join(f"{name}: {pay}" for name, pay in told)


def _unreached(entry: WagerOdds) -> list[str]:
    """The posted pay lines that never come under the play of a sheet: who plays like that never waits for them."""
    if entry.bet is None or entry.play == "none":
        return []
    reached = {outcome.label for outcome in entry.outcomes}
    lines = [result for result in entry.bet.results if result.kind == "line" and result.pay is not None]
    return [f"{result.label} ({result.pay})" for result in lines if result.label not in reached]


def pay_words(entry: WagerOdds, outcome: Outcome) -> str:
    """The pay of an outcome as the card words it."""
    assert entry.bet is not None
    pay = next(result.pay for result in entry.bet.results if result.label == outcome.label)
    return "not posted" if pay is None else str(pay)


def _outcomes(sheet: Sheet, entry: WagerOdds, unreached: list[str] | None = None) -> Table:
    """Every outcome with its probability; exact fractions stand beside it, or below where they are too long."""
    label = max(len(outcome.label) for outcome in entry.outcomes)
    exact = max(len(str(outcome.probability)) for outcome in entry.outcomes)
    beside = 4 * label + 3 * exact <= BESIDE_MAX
    rows = []
    for outcome in entry.outcomes:
        returned = None if outcome.net is None else outcome.probability * (1 + outcome.net)
        fraction = str(outcome.probability)
        rows.append(Row((
            sentence(outcome.label).removesuffix("."),
            pay_words(entry, outcome),
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
    played = f"Outcomes under the play {listed(plays, 'or')}" if plays else "Outcomes"
    never = "; ".join(unreached or [])
    note = f"Under this play these pays never come: {never}. Other plays stand below." if never else ""
    return Table(
        columns, tuple(rows), frozenset(range(1, len(columns))), frozenset({0}),
        f"{played}, with exact probabilities", note,
    )  # fmt: skip


def _figures(order: Order, entry: WagerOdds) -> Iterator[tuple[str, str]]:
    unit = order.card.game.unit
    if entry.hit is not None:
        yield "Hit frequency", f"{percent(entry.hit, 6)}, {one_in(entry.hit)} = {entry.hit}"
    if entry.player_return is None or entry.house_edge is None:
        if entry.fair_pay is not None:
            yield "Fair pay", f"{decimal(entry.fair_pay, 8)} to 1 = {entry.fair_pay}; no pay is posted"
    else:
        yield "Return", f"{percent(entry.player_return, 6)} = {minus(str(entry.player_return))}"
        yield "House edge", f"{percent(entry.house_edge, 6)} = {minus(str(entry.house_edge))}"
        envy = entry.house_edge_with_envy
        if entry.terms.envy_is_named:
            yield "Edge with envy", "no amount posted" if envy is None else f"{percent(envy, 6)} = {minus(str(envy))}"
        deviation, index = figures.deviation(entry) or Fraction(0), figures.volatility(entry)
        yield "Standard deviation", f"{decimal(deviation, 6)}; volatility index at 90 %: {decimal(index, 6)}"
    if entry.mean_rolls is not None:
        per = "" if entry.edge_per_roll is None else f"; house edge per {unit} {percent(entry.edge_per_roll, 6)}"
        yield "Mean length", f"{decimal(entry.mean_rolls, 8)} {unit}{'s' if entry.mean_rolls != 1 else ''}{per}"
    if entry.posted:
        yield "Highest exposure", exposure_words(order, entry)
    if (cut := figures.capped(entry, order.limits)) is not None:
        yield "Highest payout", _capped(order, entry, cut)


def _capped(order: Order, entry: WagerOdds, cut: figures.Capped) -> str:
    """What the highest payout does to the figures of a sheet."""
    assert order.limits is not None
    assert order.limits.payout is not None
    kept = f"{percent(cut.edge, 6)} = {minus(str(cut.edge))}"
    if cut.edge_with_envy is not None and entry.terms.envy_is_named:
        kept += f", with envy {percent(cut.edge_with_envy, 6)}"
    holds = f"hold up to a stake of {dollars(cut.stake)}" if cut.stake >= order.limits.least else "hold at no stake"
    played = ", decided in the same way" if entry.play != "none" else ""
    return (
        f"{dollars(order.limits.payout)} cuts the win: the figures above {holds}. "
        f"At {dollars(order.limits.most)} the house edge is {kept}{played}"
    )


def exposure_words(order: Order, entry: WagerOdds) -> str:
    """What the house can lose to a wager: to the player, and to the dealer where envy is paid."""
    lost = figures.exposure(entry, order.limits or Limits(100, 100))
    top = "as much as the stake" if lost.net == 1 else f"{decimal(lost.net, 8)} times the stake"
    if lost.envy:
        top += f", and {decimal(lost.envy, 8)} times in envy to the dealer"
    elif entry.terms.envy_is_named and entry.terms.envy is None:
        top += ", without envy, of which no amount is posted"
    if order.limits is None:
        return top
    if lost.is_capped:
        top += f"; the win is cut from {dollars(lost.uncapped)} to the highest payout of {dollars(lost.won)}"
    return f"{dollars(lost.total)} at a stake of {dollars(order.limits.most)} ({top})"


def _plays(sheet: Sheet) -> Table:
    """What the other plays come to."""
    rows = tuple(
        Row((
            entry.play, PLAYS.get(entry.play, ""), _maybe(entry.hit), _maybe(entry.player_return),
            _maybe(entry.house_edge), _column(figures.deviation(entry)),
            _column(entry.mean_rolls),
        ), _exact_play(entry))
        for entry in sheet.entries
    )  # fmt: skip
    return Table(
        ("Play", "", "Hit", "Return", "House edge", "Std dev", "Length"), rows,
        frozenset({2, 3, 4, 5, 6}), frozenset({1}), "The same wager, played otherwise",
    )  # fmt: skip


def _exact_play(entry: WagerOdds) -> str:
    if entry.house_edge is None or entry.player_return is None:
        return ""
    return f"return {minus(str(entry.player_return))}; house edge {minus(str(entry.house_edge))}"


def _bands(entry: WagerOdds) -> Table:
    rows = tuple(
        Row((
            thousands(band.decisions),
            _count(band.wins),
            *(percent(value, 3) for value in (*band.likely, *band.nearly)),
        ))
        for band in figures.bands(entry)
    )  # fmt: skip
    return Table(
        ("Decisions", "Wins expected", "90 % from", "to", "99 % from", "to"), rows,
        frozenset(range(6)), frozenset(range(6)), "Actual hold, as a share of the stakes",
    )  # fmt: skip


def _count(value: Fraction) -> str:
    return decimal(value, 3) if value < 100 else thousands(round(value))


def _lengths(found: figures.Length, unit: str) -> Table:
    """The distribution of length, its counts side by side."""
    shown = [count for count in LENGTHS if count <= len(found.exactly)]
    rows = (
        Row(("Decided by exactly this one", *(percent(found.exactly[count - 1], 2) for count in shown))),
        Row(("Decided by then", *(percent(found.by(count), 2) for count in shown))),
        Row(("Still up", *(percent(1 - found.by(count), 2) for count in shown))),
    )
    quantiles = [(share, found.quantile(Fraction(share, 100))) for share in (50, 90, 99)]
    told = ", ".join(f"{share} % within {count}" for share, count in quantiles if count is not None)
    return Table(
        (unit.capitalize(), *map(str, shown)), rows, frozenset(range(1, len(shown) + 1)), frozenset({0}),
        f"How long it lasts, in {unit}s that count", f"Decided: {told}.",
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
