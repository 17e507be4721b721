"""Worked examples as rules of play print them: outcomes side by side, or one to a row where one decides."""

from collections.abc import Iterator
from dataclasses import replace

from rackcard.card import Terms
from rackcard.games.conditions import Different
from rackcard.money import short_dollars
from rackcard.report.documents.content import Picture, PrintedTable, Row, Strip
from rackcard.report.documents.numbered import Numbered
from rackcard.report.examples import Example, examples, first_outcome_example, with_repeat, worked_example
from rackcard.report.outcome_pictures import picture_of_several
from rackcard.report.request import Order
from rackcard.wording import play_examples as wording
from rackcard.wording import rules as clauses
from rackcard.wording.rules_of_play import line_result, unit_title
from rackcard.wording.sentence import capitalized, uncapitalized

TALL = 1.2
"""The height of an outcome in a table, in lines."""
STEPS_MAX = 12
"""A longer example than this does not fit a line."""
STEPS_TELLING = 8
"""An example of so many outcomes is read at one glance."""
LINES_MAX = 8
"""Of a wager of fixed length with so many pay lines, each has an example."""
ROWS_MAX = 36
"""So many examples of one outcome are printed before losses are shown for the first wager only."""


def add_examples(made: Numbered, order: Order, posted: list[Terms]) -> None:
    """The examples of a card: each kind of wager once over several outcomes, and a row for each that one decides."""
    by_shape: dict[object, list[Terms]] = {}
    for terms in posted:
        if not terms.ends.is_single:
            by_shape.setdefault(_shape(terms), []).append(terms)
    firsts: set[str] = set()
    brief: list[Terms] = []
    for alike in by_shape.values():
        terms = _telling(order, alike)
        if terms.marks == "none" and not terms.offers and len(posted) > 1:
            brief.append(terms)
        else:
            _strips(made, order, terms, firsts, named=len(posted) > 1)
    unit = order.card.game.unit
    single = [terms for terms in posted if terms.ends.is_single]
    turned = tuple(row for terms in single for row in _brief_rows_of(order, terms, _turned(order, terms)))
    if rows := (*_brief_rows(order, brief), *turned):
        made.clause(wording.SEVERAL_OUTCOMES.format(unit=unit), below=(_table(order, rows),))
    if single and (rows := tuple(_rows(order, single))):
        made.clause(wording.ONE_OUTCOME.format(unit=unit), below=(_table(order, rows),))


def _telling(order: Order, alike: list[Terms]) -> Terms:
    """Of wagers with the same kind of rule, the one whose worked example shows most within a line."""

    def shown(terms: Terms) -> int:
        worked = worked_example(order, terms)
        return 0 if worked is None or len(worked.steps) > STEPS_TELLING else len(worked.steps)

    return max(alike, key=shown)


def _shape(terms: Terms) -> tuple[object, ...]:
    """What tells wagers apart for whom one example would say the same."""
    kinds = tuple(sorted({offer.kind for offer in terms.offers}))
    behind = terms.behind.wager if terms.behind is not None else ""
    nets = tuple(line.pay is not None and line.pay.net > 0 for line in terms.lines)
    return kinds, terms.counted is None, nets, terms.works is None, behind, terms.own_line, terms.opens, _form(terms)


def _form(terms: Terms) -> tuple[object, ...]:
    """The kinds of conditions and of the end, without their numbers."""
    whens = tuple(type(line.when).__name__ for line in terms.lines)
    event = terms.ends.event
    meanings = tuple(getattr(getattr(line.when, "event", None), "meaning", None) for line in terms.lines)
    kinds = tuple(getattr(meaning, "kind", "") for meaning in meanings)
    often = tuple(getattr(line.when, "times", 1) > 1 for line in terms.lines)
    taken = terms.commission is None
    return whens, kinds, often, getattr(getattr(event, "meaning", None), "kind", ""), taken


def _strips(made: Numbered, order: Order, terms: Terms, firsts: set[str], *, named: bool) -> None:
    """The examples of one wager; what the first outcome does is shown once for each way it goes."""
    name = terms.paper_name if named else ""
    for title, example in _chosen(order, terms):
        if title == "first":
            if example.kind in firsts:
                continue
            firsts.add(example.kind)
        made.clause(
            "",
            wording.example_title(title, name, _line_name(terms, example)),
            below=(_strip(order, example),),
            together=True,
        )


def _chosen(order: Order, terms: Terms) -> Iterator[tuple[str, Example]]:
    """The examples to print for a wager, each with what it shows."""
    every = [one for one in examples(order, terms) if len(one.steps) <= STEPS_MAX]
    by_kind: dict[str, list[Example]] = {}
    for one in every:
        by_kind.setdefault(one.kind, []).append(one)
    worked = worked_example(order, terms)
    taken = worked if worked is not None and worked.kind in ("cash out", "surrender") else None
    if taken is not None and len(taken.steps) <= STEPS_MAX:
        yield taken.kind, taken
    won = by_kind.get("win", [])
    if terms.ends.is_fixed and terms.counted is None and len(won) <= LINES_MAX:
        yield from (("win", one) for one in won)
    elif won:
        shortest = min(won, key=lambda one: (len(one.steps), one.result))
        yield ("win" if taken is None else "win alone"), shortest if taken else with_repeat(shortest)
    for kind in ("push", "take back", "loss"):
        if found := by_kind.get(kind):
            yield kind, min(found, key=lambda one: len(one.steps))
    first = first_outcome_example(order, terms)
    shown = [one for one in every if len(one.steps) == 1]
    if first is not None and not any(one.kind == first.kind for one in shown):
        yield "first", first


def _line_name(terms: Terms, example: Example) -> str:
    """The pay line that an example shows, where a wager has several and each is shown."""
    if example.line is None or len(terms.lines) < 2 or not terms.ends.is_fixed or terms.counted is not None:
        return ""
    return terms.lines[example.line].filed or capitalized(clauses.line_clause(terms, example.line))


def _strip(order: Order, example: Example) -> Strip:
    game = order.card.game
    play, steps = game.play_wording, example.steps
    rows: list[tuple[str, tuple[str | Picture, ...]]] = [
        (unit_title(game), tuple(step.picture for step in steps)),
    ]
    if play.value:
        rows.append((play.value, tuple(play.number(step.outcome) for step in steps)))
    is_counted, is_marked = example.bet.terms.counted is not None, example.bet.terms.marks != "none"
    if (is_counted or (is_marked and len(steps) > 1)) and any(step.count for step in steps):
        counts = tuple("–" if step.count is None else str(step.count) for step in steps)
        rows.append((wording.COUNT if is_counted else wording.MARKED, counts))
    offers = example.bet.terms.offers
    last = wording.is_worth(example.stake) if offers else wording.receives_row(example.stake)
    rows.append((last, tuple(_worth(example, number) for number in range(len(steps)))))
    return Strip(tuple(rows), _note(order, example), example.kind == "loss")


def _worth(example: Example, number: int) -> str:
    """What the stake could be taken for after a step, or what it received at the last."""
    step = example.steps[number]
    if number == len(example.steps) - 1 and example.kind != "open":
        return short_dollars(example.money.paid)
    return "–" if step.worth is None else short_dollars(step.worth)


def _note(order: Order, example: Example) -> str:
    """What happened, in sentences."""
    return " ".join(_sentences(order, example))


def _sentences(order: Order, example: Example) -> Iterator[str]:
    yield from _bets(order, example)
    if example.repeats is not None:
        step, own = example.steps[example.repeats], example.bet.terms
        number = order.card.game.play_wording.number(step.outcome) or step.said
        is_marked = own.marks != "none" and any(isinstance(line.when, Different) for line in own.lines)
        idle = wording.idle_note(example.repeats + 1, order.card.game.unit)
        yield wording.repeat_note(number) if is_marked else idle
    yield from _end(example)
    yield from _money(example)


def _bets(order: Order, example: Example) -> Iterator[str]:
    """What is bet when, where it is more than one wager at the start."""
    unit = order.card.game.unit
    for one in example.bets if len(example.bets) > 1 or example.bets[0].place else ():
        name = next(terms.name for terms in order.card.terms(order.options) if terms.wager == one.wager)
        if one.place:
            yield wording.made_after(name, one.stake, one.place, unit)
        else:
            yield wording.wager_made(name, one.stake)


def _money(example: Example) -> Iterator[str]:
    """What else is paid, taken or cut."""
    money = example.money
    if money.is_cut:
        yield wording.cut_note(money.paid - example.stake)
    if money.commission:
        yield wording.commission_note(money.commission)
    if example.beside:
        yield wording.beside_note(example.beside)
    if money.envy:
        yield wording.envy_note(money.envy)


def _end(example: Example) -> Iterator[str]:
    stake, won = example.stake, example.won
    last = example.steps[-1]
    result = None if example.result is None else example.ended_as.results[example.result]
    pay = None if result is None else result.pay
    match example.kind:
        case "open":
            yield wording.stays()
        case "loss":
            before = example.steps[-2].offers if len(example.steps) > 1 else ()
            passed = next((kind for kind in before if kind != "take back"), "")
            yield wording.part_lost(stake, example.money.paid) if example.money.paid else wording.lost(stake, passed)
        case "push":
            yield wording.pushed(stake)
        case "take back":
            yield wording.took_back(stake)
        case "cash out" | "surrender":
            assert pay is not None
            if example.bet.terms.counted is not None and last.count is not None:
                yield wording.counted_note(last.count)
            yield wording.took(example.kind, pay, stake, won)
        case "win":
            assert pay is not None
            if example.bet.terms.counted is not None and last.count is not None:
                yield wording.counted_note(last.count)
            yield wording.paid_note(pay, stake, won + example.money.commission)


# ---- wagers that one outcome decides


def _rows(order: Order, single: list[Terms]) -> Iterator[Row]:
    every = [(terms, one) for terms in single for one in examples(order, terms) if len(one.played) == 1]
    is_long = len(every) > ROWS_MAX
    seen_losses = False
    name = ""
    for terms, example in every:
        if example.kind == "loss" and not example.money.paid:
            if is_long and seen_losses:
                continue
            seen_losses = True
        step = example.steps[-1]
        cell = "" if terms.paper_name == name else terms.paper_name
        name = terms.paper_name
        text = _outcome(terms, example)
        amount = wording.of_stake(example.stake, example.money.paid)
        yield Row(
            (replace(step.picture, scale=TALL), order.card.game.play_wording.number(step.outcome), cell, text, amount)
        )


def _brief_rows(order: Order, wagers: list[Terms]) -> Iterator[Row]:
    """The examples of wagers over a few outcomes, a row for each."""
    for terms in wagers:
        shown = [example for title, example in _chosen(order, terms) if title != "first"]
        yield from _brief_rows_of(order, terms, shown)


def _turned(order: Order, terms: Terms) -> list[Example]:
    """The examples in which a wager that one outcome decides becomes another, which takes more of them."""
    return [one for one in examples(order, terms) if len(one.played) > 1 and len(one.steps) <= STEPS_MAX]


def _brief_rows_of(order: Order, terms: Terms, shown: list[Example]) -> Iterator[Row]:
    game, name = order.card.game, terms.paper_name
    for example in shown:
        steps = example.steps
        glyphs = [game.glyphs(game.parse(step.given)) for step in steps]
        drawn = picture_of_several(glyphs, "; ".join(step.said for step in steps), TALL)
        numbers = ", ".join(game.play_wording.number(step.outcome) for step in steps)
        below = " ".join((*_bets(order, example), *_money(example)))
        amount = wording.of_stake(example.stake, example.money.paid)
        yield Row((drawn, numbers, name, _outcome(terms, example), amount), below)
        name = ""


def _outcome(terms: Terms, example: Example) -> str:
    """What a result is, in as few words as a table has room for."""
    if example.ended_as != example.bet and example.result is not None:
        return wording.paid_in_row(example.ended_as.results[example.result].pay)  # by the wager that it has become
    if example.line is None:
        return wording.RETURNED if example.kind == "push" else wording.LOSES
    line = clauses.as_bet(terms).lines[example.line]
    paid = wording.paid_in_row(line.pay)
    if len(terms.lines) == 1:
        return paid
    return line_result(line.filed or capitalized(clauses.line_clause(terms, example.line)), uncapitalized(paid))


def _table(order: Order, rows: tuple[Row, ...]) -> PrintedTable:
    game = order.card.game
    columns = (unit_title(game), game.play_wording.value, wording.WAGER, wording.RESULT, wording.RECEIVES)
    kept = [index for index, name in enumerate(columns) if name]
    return PrintedTable(
        tuple(columns[index] for index in kept),
        tuple(replace(row, cells=tuple(row.cells[index] for index in kept)) for row in rows),
        frozenset({len(kept) - 1}),
        frozenset({len(kept) - 2}),
    )
