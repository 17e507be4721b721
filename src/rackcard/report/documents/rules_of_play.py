"""Rules of play: numbered sections from definitions to worked examples, for a card as the house offers it."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rackcard.card import Terms, load
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.house import BetLimits, PayoutLimit
from rackcard.machine.bet import Result
from rackcard.money import short_dollars
from rackcard.number import listed, serial_commas
from rackcard.report.documents.content import (
    Document,
    Para,
    PrintedTable,
    Row,
    Signature,
    without_empty,
)
from rackcard.report.documents.dealer_procedures import (
    add_envy,
    has_marks,
    irregularities,
    marking_rule,
    order_of_settlement,
    piece_of,
    works_rule,
)
from rackcard.report.documents.numbered import Numbered
from rackcard.report.documents.play_examples import add_examples
from rackcard.report.examples import Payment, first_outcome_example, payments
from rackcard.report.offered import has_base_wagers, has_choice, is_draft, offered_wagers, said, table_of
from rackcard.report.request import Order
from rackcard.wording import payout_rules as payouts
from rackcard.wording import rules as clauses
from rackcard.wording import rules_of_play as wording
from rackcard.wording.conditions import Winners
from rackcard.wording.documents import filed_under
from rackcard.wording.offers import claims_said
from rackcard.wording.options import option_label
from rackcard.wording.play_examples import RECEIVES, of_stake
from rackcard.wording.sentence import capitalized

ROWS_TOGETHER = 9
"""So many choices of the house fit a page with the lines to sign on."""


def rules_of_play(order: Order) -> Document:
    """The rules of play of a card."""
    with serial_commas():
        return _document(order)


def _document(order: Order) -> Document:
    offered = offered_wagers(order)
    posted = [said(order, terms) for terms in offered if terms.is_posted]
    card, base = order.card, order.card.is_base
    made = Numbered()
    made.blocks.append(
        Para(wording.intro(card.filed, card.game.title, len(posted or offered), base, has_base_wagers(order)))
    )
    if card.source:
        under = filed_under(card.jurisdiction, card.rule, card.statute)
        made.blocks.append(Para(wording.from_source(card.source, under), small=True))
    if not posted:
        made.blocks.append(Para(wording.drafted()))
    else:
        _definitions(made, order, posted)
        _equipment(made, order, posted)
        _wagers(made, order, posted)
        if missing := [terms.paper_name for terms in offered if not terms.is_posted]:
            made.clause(wording.not_offered(missing))
        _play(made, order, posted)
        _payouts(made, order, posted)
        _dealer(made, order, posted)
        _irregularities(made, order, posted)
        _limits(made, order, posted)
        made.section(wording.EXAMPLES)
        add_examples(made, order, posted)
    _options(made, order, posted)
    return Document(
        "rules-of-play",
        card.filed,
        wording.RULES_OF_PLAY,
        (tuple(made.blocks),),
        order.imprint,
        order.date,
        order.house,
        order.aside,
        is_draft(order, posted),
    )


# ---- what words mean


def _definitions(made: Numbered, order: Order, posted: list[Terms]) -> None:
    game, name = order.card.game, order.card.title
    made.section(wording.DEFINITIONS)
    played = posted[0].game
    terms = [_Definition(*one) for one in game.play_wording.definitions(played)]
    marking = [one for one in posted if one.marks != "none" and not one.ends.is_single]
    if marking:
        terms.append(_Definition("Marked", wording.marked(game.unit, piece_of(posted))))
    counting = [one for one in posted if one.counted is not None]
    terms += _meanings("Round", marking, lambda one: wording.round_of(one, name))
    terms += _meanings("Count", counting, wording.count_of)
    kinds = {offer.kind for one in posted for offer in one.offers}
    if "cash out" in kinds:
        terms.append(_Definition("Cash out", wording.CASH_OUT.format(unit=game.unit)))
    if "surrender" in kinds:
        first = next(one for one in posted if _has(one, "surrender"))
        terms.append(_Definition("Surrender", wording.surrender_means(first)))
    if any(one.envy_is_named for one in posted):
        terms.append(_Definition("Envy", wording.ENVY))
    units = {line.pay.unit for one in posted for line in one.lines if line.pay is not None and line.pay.net > 0}
    if "to" in units:
        terms.append(_Definition("To 1", wording.to_one()))
    if "for" in units:
        terms.append(_Definition("For 1", wording.for_one()))
    for one in terms:
        lead, text = wording.defined(*one)
        made.clause(text, lead)


class _Definition(NamedTuple):
    """A term, what it means, and the wagers for which it means that; none for all."""

    term: str
    meaning: str
    names: Sequence[str] = ()


def _meanings(term: str, wagers: list[Terms], say: Callable[[Terms], str]) -> Iterator[_Definition]:
    """What a term means, once where it is the same for all of these wagers."""
    by_text: dict[str, list[str]] = {}
    for terms in wagers:
        by_text.setdefault(say(terms), []).append(terms.paper_name)
    for text, names in by_text.items():
        yield _Definition(term, text, () if len(by_text) == 1 else names)


# ---- what it takes


def _equipment(made: Numbered, order: Order, posted: list[Terms]) -> None:
    card = order.card
    made.section(wording.EQUIPMENT)
    made.clause(wording.layout_zone(card.title, card.game.title, len(posted)))
    if order.rules is not None:
        made.clause(wording.positions(order.rules.seats))
    marking = [one for one in posted if one.marks != "none" and not one.ends.is_single]
    conditions = [line.when for one in marking for line in one.lines]
    if wording.is_sequence(conditions):
        made.clause(wording.number_track(card.game.unit, max(one.ends.outcomes or 0 for one in marking)))
    elif conditions:
        for text in _lammers(marking):
            made.clause(text)
    made.clause(wording.played_with(card.chance_words(order.options), card.game.play_wording.device))
    made.clause(wording.POSTED)


def _lammers(marking: list[Terms]) -> Iterator[str]:
    """What the layout shows for marks: a row for counts, and positions or tracks for what is marked by itself."""
    by_count = [one for one in marking if one.counted is not None and not one.counted.different]
    if by_count:
        yield wording.count_row(max(line.rung.highest for one in by_count for line in one.lines if line.rung))
    others = [line.when for one in marking if one not in by_count for line in one.lines]
    if others:
        yield wording.lammers(*wording.mark_names(others))


# ---- how to wager


def _wagers(made: Numbered, order: Order, posted: list[Terms]) -> None:
    name = order.card.title
    made.section(wording.WAGERS)
    if not order.card.is_base and not has_base_wagers(order):
        required = [one for one in posted if one.requires is not None]
        made.clause(wording.optional([one.paper_name for one in posted], _required(required)))
    made.said(posted, lambda terms: wording.opens(terms, name))
    made.said(posted, lambda terms: _places(order, terms), always_named=True)
    made.said(posted, lambda terms: wording.several(terms, len(posted)))
    bet = [terms for terms in posted if terms.is_bet]
    made.said(bet, wording.placed)
    made.said(bet, wording.kept)
    made.said(posted, wording.commission)
    if not order.card.is_base:
        made.clause(wording.INDEPENDENT)


def _required(required: Sequence[Terms]) -> list[str]:
    """The names of the wagers of another card that a player must have."""
    if not required or required[0].requires is None:
        return []
    needs = required[0].requires
    names = {terms.wager: terms.name for terms in load(needs.card).terms()}
    return [names[wager] for wager in needs.wagers]


def _places(order: Order, terms: Terms) -> str:
    same = [one for one in order.card.terms(order.options) if (one.group, one.table) == (terms.group, terms.table)]
    return wording.places(len(same)) if len(same) > 1 else ""


# ---- how it is played


def _play(made: Numbered, order: Order, posted: list[Terms]) -> None:
    unit, play = order.card.game.unit, order.card.game.play_wording
    made.section(wording.PLAY)
    dealing = play.dealing()
    drawing = play.drawing()
    for number, text in enumerate(dealing, start=1):
        table = () if drawing is None or number < len(dealing) else (_drawing(*drawing),)
        made.clause(text, below=table)
    made.said(posted, marking_rule)
    _winning(made, order, posted)
    made.said(posted, lambda terms: wording.counted_pay(terms) if terms.counted is not None else "", sourced=True)
    made.said(posted, wording.settled_at_end)
    made.said(posted, lambda terms: wording.cash_out(terms) if _has(terms, "cash out") else "")
    for text in dict.fromkeys(wording.surrender(terms) for terms in posted if _has(terms, "surrender")):
        made.clause(text)
    made.said(posted, lambda terms: wording.take_back(terms, _first_count(terms)) if _has(terms, "take back") else "")
    made.said(posted, lambda terms: "" if terms.bundle else wording.ends(terms))
    made.said(posted, lambda terms: _first_outcome(order, terms))
    made.said(posted, lambda terms: works_rule(terms, unit))
    made.said(posted, lambda terms: _zeros(order, terms))
    add_envy(made, posted)
    if has_marks(posted):
        made.clause(wording.round_over(unit, piece_of(posted)))


def _drawing(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> PrintedTable:
    return PrintedTable(heads, tuple(map(Row, rows)), wide=frozenset({1}))


def _has(terms: Terms, kind: str) -> bool:
    return any(offer.kind == kind for offer in terms.offers)


def _first_count(terms: Terms) -> int | None:
    """The lowest count with a pay that is taken on request."""
    return min((offer.count or 0 for offer in terms.offers if offer.kind == "cash out"), default=None)


SOURCE_SHORT = 16
"""A longer place in the source shares the width of a table."""
TABLE_MIN = 4
"""From so many wagers on, what wins each of them is a table."""


def _winning(made: Numbered, order: Order, posted: list[Terms]) -> None:
    """What wins each wager: a table where there are many with one pay, clauses for the others."""
    names = {when: _paper_name(posted, name) for when, name in clauses.winners(order.card.terms(order.options)).items()}
    single = [terms for terms in posted if len(terms.lines) == 1 and terms.counted is None and not terms.bundle]
    plain = [terms for terms in single if not _has_no_win(terms)]
    in_table = plain if len(plain) >= TABLE_MIN else []
    if in_table:
        rows = tuple(
            Row((terms.paper_name, clauses.winning_clause(terms, terms.game.unit, names), terms.source))
            for terms in in_table
        )
        is_long = any(len(terms.source) > SOURCE_SHORT for terms in in_table)
        wide = frozenset({1, 2}) if is_long else frozenset({1})
        table = without_empty(PrintedTable(wording.WAGER_WINS_WHEN, rows, wide=wide))
        made.clause(wording.EACH_WINS, below=(table,))
    for terms in posted:
        if terms not in in_table:
            _wins(made, terms, names, alone=len(posted) == 1)


def _paper_name(posted: list[Terms], title: str) -> str:
    return next((terms.paper_name for terms in posted if terms.title == title), title)


def _has_no_win(terms: Terms) -> bool:
    """Whether a wager can at best come back or become another, as one that is held over does: that is no win."""
    return not terms.bundle and all(
        line.turns_into or (line.pay is not None and line.pay.net == 0) for line in terms.lines
    )


def _wins(made: Numbered, terms: Terms, names: Winners, *, alone: bool) -> None:
    """What wins one wager: a sentence, or its pay lines in order."""
    lead = "" if alone else f"{terms.paper_name}{f' ({terms.also})' if terms.also else ''}."
    unit = terms.game.unit
    if terms.bundle:
        made.clause(wording.bundle(terms), lead, source=terms.source)
    elif terms.counted is not None:
        return
    elif len(terms.lines) == 1 and not _has_no_win(terms):
        made.clause(clauses.goal(terms, "clause", unit, names), lead, source=terms.source)
    else:
        items = []
        for index, line in enumerate(terms.lines):
            does = wording.paid(line.pay, line.turns_into_name)
            items.append(f"{wording.line_result(clauses.line_clause(terms, index, names), does)};")
        made.clause(wording.first_that_applies(terms), lead, _ended(items), terms.source)


def _ended(items: list[str]) -> list[str]:
    """Points of a list, the last with a full stop."""
    return [*items[:-1], f"{items[-1][:-1]}."]


def _first_outcome(order: Order, terms: Terms) -> str:
    """What a 7 on the come-out does to a wager that is up for more than one roll."""
    if terms.bundle or order.card.is_base:
        return ""
    example = first_outcome_example(order, terms)
    if example is None:
        return ""
    call = capitalized(f"a total of {terms.game.play_wording.number(example.steps[-1].outcome)}")
    return wording.first_outcome(terms, example.kind, call)


def _zeros(order: Order, terms: Terms) -> str:
    """What an outcome without a number does to a wager on a sequence, where none of its lines asks for one."""
    game, whens = order.card.game, [line.when for line in terms.lines]
    asked = [when for when in whens if isinstance(when, NumberSequence)]
    takes = any(one.relation == "same" or max(one.numbers, default=0) > game.top for one in asked)
    return wording.zeros(game.unnumbered) if game.unnumbered and len(asked) == len(whens) and not takes else ""


# ---- what it pays


def _payouts(made: Numbered, order: Order, posted: list[Terms]) -> None:
    made.section(wording.PAYOUTS)
    tables = table_of(order, posted)
    note = f"{payouts.PAY_TABLE} {tables}" if tables else ""
    made.clause(payouts.PAID_AS_FOLLOWS, source=note, below=(_pay_table(order, posted),))
    is_cut = any(one.money.is_cut for terms in posted for one in payments(order, terms))
    made.clause(payouts.AMOUNTS_CUT if is_cut else payouts.AMOUNTS)
    if order.rules is not None:
        made.clause(payouts.chips(order.rules.chip, order.rules.rounding))


def _pay_table(order: Order, posted: list[Terms]) -> PrintedTable:
    """Every result that pays, with what a wager of the usual size receives."""
    paid = {terms.wager: payments(order, terms) for terms in posted}
    stakes = {one.stake for every in paid.values() for one in every}
    shared = stakes.pop() if len(stakes) == 1 else 0
    rows = []
    for terms in posted:
        name = terms.paper_name
        for one in sorted(paid[terms.wager], key=lambda each: _in_order(terms, each)):
            amount = short_dollars(one.money.paid) if shared else of_stake(one.stake, one.money.paid)
            label, when = _result(terms, one.result, one.number)
            envy = "" if not one.result.envy else str(terms.envy)
            rows.append(Row((name if len(posted) > 1 else "", label, str(one.result.pay), when, envy, amount)))
            name = ""
    last = payouts.receives(shared) if shared else RECEIVES
    table = PrintedTable((*payouts.PAYS_HEAD, last), tuple(rows), frozenset({2, 4, 5}), frozenset({1}))
    return without_empty(table)


def _in_order(terms: Terms, one: Payment) -> tuple[Fraction, int]:
    """Pays from the lowest, as posted and not as a limit cuts them; equal ones of a ladder from its foot."""
    pay = one.result.pay
    net = Fraction(0) if pay is None else pay.net
    return net, -one.number if terms.counted is not None else one.number


def _result(terms: Terms, result: Result, number: int) -> tuple[str, str]:
    """What a result is called in the table of payouts, and when it is paid."""
    if number >= len(terms.lines):
        offer = terms.offers[number - len(terms.lines) - 1 - terms.works_on_table]
        if offer.kind == "surrender":
            return payouts.surrendered_after(offer.count or 0, terms.marks != "none"), payouts.ON_REQUEST
        return payouts.counted_result(str(offer.count), terms), payouts.ON_REQUEST
    line = terms.lines[number]
    when = payouts.AT_END if terms.waits(number) else payouts.AT_ONCE
    if when == payouts.AT_ONCE and terms.asks_at_end(number):
        when = payouts.SOONER_OR_LATER
    if terms.ends.is_single:
        when = ""
    if line.rung is not None:
        return payouts.counted_result(str(line.rung), terms), when
    if len(terms.lines) == 1:
        return payouts.WINS, when
    return line.filed or capitalized(clauses.line_clause(terms, number)), when


# ---- what the dealer does, in brief, and what is done when something goes wrong


def _dealer(made: Numbered, order: Order, posted: list[Terms]) -> None:
    made.section(wording.DEALER)
    text, items = order_of_settlement(order, posted)
    made.clause(text, items=items, together=True)
    for step in order.card.procedure:
        made.clause(step, source=wording.SOURCE)


def _irregularities(made: Numbered, order: Order, posted: list[Terms]) -> None:
    made.section(wording.IRREGULARITIES)
    for lead, text in irregularities(order, posted):
        made.clause(text, lead)


def _limits(made: Numbered, order: Order, posted: list[Terms]) -> None:
    made.section(wording.LIMITS)
    by_limits: dict[BetLimits, list[str]] = {}
    for terms in posted:
        if (limits := order.limits_of(terms)) is not None:
            by_limits.setdefault(limits, []).append(terms.paper_name)
    for limits, names in by_limits.items():
        made.clause(payouts.stakes(payouts.any_wager(names, len(posted)), limits))
    if not by_limits:
        made.clause(payouts.HOUSE_LIMITS)
    if (payout := payout_of(order)) is not None:
        made.clause(payouts.payout_limit(payout, order.card.game.unit, claims_said(posted)))
    if order.rules is not None and order.rules.seat_max:
        made.clause(payouts.seat_limit(order.rules.seat_max))
    if order.rules is not None and order.rules.table_max:
        made.clause(payouts.table_limit(order.rules.table_max))


def payout_of(order: Order) -> PayoutLimit | None:
    """The payout limit in force, or None."""
    if order.rules is not None:
        return order.rules.payout
    return None if order.limits is None else order.limits.payout


# ---- what the house has chosen


def _options(made: Numbered, order: Order, posted: list[Terms]) -> None:
    rows = [*_chosen_tables(order, posted), *_chosen_options(order)]
    sign = Signature((wording.SUBMITTED, wording.APPROVED, wording.DATE))
    made.section(wording.OPTIONS)
    if rows:
        table = PrintedTable((payouts.MATTER, payouts.CHOICE), tuple(rows), wide=frozenset({0}))
        made.clause(payouts.ELECTED, below=(table, sign), together=len(rows) <= ROWS_TOGETHER)
    else:
        made.blocks.append(sign)


def _chosen_tables(order: Order, posted: list[Terms]) -> Iterator[Row]:
    by_table: dict[str, list[str]] = {}
    choice = [terms for terms in posted if has_choice(order, terms) or order.rules is not None]
    for terms in choice:
        by_table.setdefault(terms.table, []).append(terms.paper_name)
    for table, names in by_table.items():
        matter = payouts.PAY_TABLE if len(names) == len(posted) else payouts.pay_table_of(listed(names))
        yield Row((matter, table))


def _chosen_options(order: Order) -> Iterator[Row]:
    for name, option in order.card.options.items():
        value = order.options[name]
        chosen = payouts.chosen(value, option.is_reading, value == option.departs)
        yield Row((option_label(name), chosen), option.about)
