"""Worked examples on a rack card: one in money outcome by outcome, or a few short ones side by side."""

from collections.abc import Iterator, Sequence

from rackcard.card import Terms
from rackcard.felt.patterns import repeated_event
from rackcard.games.conditions import Different
from rackcard.games.game import Game
from rackcard.games.wording import mark_of, meaning_of, words_of
from rackcard.machine import Bet
from rackcard.report.documents.card_front import in_unit_of, noun_of, printed_kind
from rackcard.report.documents.content import Block, ExampleBox, ExampleCase, ExampleRow, Heading
from rackcard.report.examples import Example, ExampleStep, examples, worked_example
from rackcard.report.request import Order
from rackcard.wording import rack_card as wording
from rackcard.wording.sentence import capitalized

STEPS_MAX = 10
"""The most outcomes of an example that lists them one by one."""
CASE_STEPS_MAX = 5
"""The most outcomes of a short example."""
CASES_MAX = 6


def example_blocks(order: Order, every: Sequence[Bet]) -> Iterator[Block]:
    """An example in money: of a wager that takes several outcomes, otherwise some of single outcomes."""
    long = [bet for bet in every if printed_kind(bet) in ("ladder", "pips", "numbers") and not bet.terms.ends.is_fixed]
    if long and not order.card.is_base:
        told = _told_best(order, long)
        if told is not None:
            yield Heading(wording.example_heading(told.stake, told.bet.terms.title))
            yield _box(told)
            return
    cases = list(_cases(order, [bet.terms for bet in every]))
    if cases:
        yield Heading(wording.FOR_EXAMPLE)
        yield from cases


def _told_best(order: Order, every: Sequence[Bet]) -> Example | None:
    """The example with the most outcomes among those that have room."""
    found = [one for bet in every if (one := worked_example(order, bet.terms)) is not None]
    fitting = [one for one in found if len(one.played) <= STEPS_MAX]
    return max(fitting, key=lambda one: (_is_on_one(one.bet), len(one.played)), default=None)


def _is_on_one(bet: Bet) -> bool:
    """Whether a wager is on one number, which an example is easiest read with."""
    return printed_kind(bet) != "pips" or mark_of(repeated_event(bet)[0]).isdigit()


# ---- outcome by outcome


def _box(told: Example) -> ExampleBox:
    terms = told.bet.terms
    kind = next((kind for kind in ("cash out", "surrender") if any(o.kind == kind for o in terms.offers)), "")
    progress = terms.title
    if terms.counted is not None:
        progress = capitalized(noun_of(terms)[1])
    elif printed_kind(told.bet) == "pips":
        event, _ = repeated_event(told.bet)
        mark = words_of(event.game).mark(meaning_of(event))
        progress = wording.your(mark) if mark else progress
    heads = (capitalized(terms.game.unit), progress, wording.STOP_NOW[kind])
    rows = tuple(_row(told, step, place, kind) for place, step in enumerate(told.steps) if not step.is_before)
    return ExampleBox(heads, rows, _closing(told))


def _row(told: Example, step: ExampleStep, place: int, kind: str) -> ExampleRow:
    filled, of = _dots(told.bet, step)
    note = wording.OFF if not step.counts else wording.REPEAT if place == told.repeats else ""
    if not of and step.count is not None and told.bet.terms.counted is not None:
        note = " ".join(part for part in (str(step.count), note) if part)
    last = place == len(told.steps) - 1
    amount, strong = wording.NOTHING_YET if kind else "", False
    if last and step.decides:
        amount, strong = wording.wins_amount(_won(told)), True
    elif step.offers == ("take back",) and step.worth is not None:
        amount = wording.bet_back(step.worth)
    elif step.worth is not None:
        amount, strong = wording.dollars_of(step.worth), last
    return ExampleRow(step.picture, step.short, filled, of, note, amount, strong)


def _won(told: Example) -> int:
    """What an example wins as its pay is said: a pay for 1 has the stake in it."""
    pay = told.ended_as.results[told.result or 0].pay
    return told.money.paid if pay is not None and pay.unit == "for" else told.won


def _dots(bet: Bet, step: ExampleStep) -> tuple[int, int]:
    """How far a wager is, and how far it goes; nothing where it has no end."""
    counted, when = bet.terms.counted, bet.terms.lines[0].when
    if counted is not None:
        return (step.count or 0, len(counted.events)) if counted.different else (0, 0)
    if isinstance(when, Different):
        return sum(1 for count in step.marks.values() if count), len(when.events)
    return (step.count or 0, repeated_event(bet)[1]) if printed_kind(bet) == "pips" else (0, 0)


def _closing(told: Example) -> str:
    ending = told.ended_as.results[told.result or 0]
    assert ending.pay is not None
    full = told.bet.terms.lines[0].pay
    pay = in_unit_of(full, ending.pay) if told.kind == "surrender" and full is not None else ending.pay
    money = wording.money_at(told.won, told.money.paid, told.stake, pay)
    if told.kind in ("cash out", "surrender"):
        text = wording.claimed(told.kind, money, told.bet.terms)
    else:
        text = wording.won_example(money)
    cut = wording.CUT if told.money.is_cut else ""
    return text + cut + (wording.envy_paid(told.money.envy) if told.money.envy else "")


# ---- short examples


def _cases(order: Order, posted: Sequence[Terms]) -> Iterator[ExampleCase]:
    """Wins of some wagers, a push, and a loss; the first two at least."""
    chosen: list[Example] = []
    some = _spread(posted, CASES_MAX - 2)
    for terms in some:
        found = [one for one in examples(order, terms) if len(one.played) <= CASE_STEPS_MAX]
        chosen += [one for one in found if one.kind == "win"][: max(1, (CASES_MAX - 2) // len(some))]
        if terms is some[0]:
            chosen += [one for one in found if one.kind == "push"][:1]
            chosen += [one for one in found if one.kind == "loss"][:1]
    for place, one in enumerate(chosen[:CASES_MAX]):
        yield _case(one, is_spare=place > 1)


def _spread(posted: Sequence[Terms], most: int) -> list[Terms]:
    """Some wagers from the first to the last."""
    if len(posted) <= most:
        return list(posted)
    return [posted[place * (len(posted) - 1) // (most - 1)] for place in range(most)]


def _case(one: Example, *, is_spare: bool) -> ExampleCase:
    ending = one.ended_as.results[one.result or 0]
    if one.won > 0:
        result = wording.wins_amount(_won(one), cut=one.money.is_cut)
    else:
        result = wording.loses_amount(-one.won) if one.won < 0 else wording.COMES_BACK
    pictures = tuple(step.picture for step in one.played)
    caption = _called(one.bet.terms.game, one.played[-1])
    return ExampleCase(
        pictures, caption, one.bet.terms.name, wording.stake_at(one.stake, ending.pay), result, one.won < 0, is_spare
    )


def _called(game: Game, step: ExampleStep) -> str:
    """What the dealer calls for an outcome."""
    outcome = game.outcomes.index(game.plain(step.outcome))
    return game.call(game.parse(step.given), step.phase, game.moves[step.phase][outcome])
