"""Worked examples: how a wager goes and what it pays, found by search through its machine.

For each way in which a wager can end there is a shortest sequence of outcomes that shows it. What the stake comes to
is worked out as the house sets it: chip, rounding, commission, envy and payout limit. The same card under the same
options gives the same examples every time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, lcm
from random import Random
from typing import Any, Literal

from rackcard.card import Terms
from rackcard.card.bundle import net_after
from rackcard.games.conditions import Different, Streak
from rackcard.games.device import Chance
from rackcard.games.game import Outcome
from rackcard.house import PayoutLimit
from rackcard.machine import Bet, Machine, Result, bets
from rackcard.machine.bet import sibling
from rackcard.money import Rounding, to_chips
from rackcard.report.documents.content import Picture
from rackcard.report.example_search import (
    ExampleEnd,
    ExampleSearch,
    ExampleStart,
    WagerAt,
    end_of,
    outcome_places,
    phase_after,
    starts_of,
    wager_after,
)
from rackcard.report.outcome_pictures import picture
from rackcard.report.request import Order
from rackcard.table.behind import multiple_on
from rackcard.table.commands.open import CHIP
from rackcard.table.commission import put_down, taken_from_win
from rackcard.table.state import machine_phase

USUAL_STAKE = 1_000
"""Ten dollars: the stake of an example where limits and pays allow it."""

ExampleKind = Literal["win", "cash out", "surrender", "push", "take back", "loss", "open"]
"""How an example ends; ``open``: the wager stays up after it."""


@dataclass(frozen=True)
class ExampleMoney:
    """What a stake comes to: all that is handed back, and what goes elsewhere."""

    paid: int
    """To the player, the stake included."""
    envy: int = 0
    """From the house to the dealer."""
    commission: int = 0
    """Taken out of the win."""
    is_cut: bool = False
    """Whether the payout limit cut it."""


@dataclass(frozen=True)
class ExampleStep:
    """One outcome of an example."""

    given: Any
    """As a dealer enters it."""
    said: str
    short: str
    """In as few letters as a board has room for."""
    picture: Picture
    outcome: Outcome
    phase: int
    """The phase of the base game that it came in."""
    is_before: bool
    """Whether it came before the wager was made."""
    counts: bool
    """Whether the wager was on."""
    marks: Mapping[str, int]
    """What the layout shows after it."""
    marked: tuple[str, ...]
    """The marks that it added."""
    count: int | None
    """The count after it, where the wager has one."""
    worth: int | None
    """What the whole stake would be paid if taken now, or None where nothing is offered."""
    offers: tuple[str, ...]
    """The kinds of offers open after it."""
    decides: bool = False


@dataclass(frozen=True)
class PlacedBet:
    """A wager that an example needs, made before the outcome of this number."""

    wager: str
    stake: int
    place: int


@dataclass(frozen=True)
class Example:
    """A wager from its bet to its end, with money."""

    kind: ExampleKind
    bet: Bet
    """What was bet."""
    ended_as: Bet
    """What its stake was when it ended, where it may turn into another wager."""
    result: int | None
    """The result of the machine, or None where the wager is still up."""
    steps: tuple[ExampleStep, ...]
    stake: int
    beside: int
    """The commission put down beside the stake."""
    money: ExampleMoney
    bets: tuple[PlacedBet, ...]
    """Everything that was bet, the wager itself last."""
    repeats: int | None = None
    """The step that repeats an earlier one and changes nothing, where there is one."""

    @property
    def won(self) -> int:
        """What is paid beyond the stake, or lost (-)."""
        return self.money.paid - self.stake

    @property
    def played(self) -> tuple[ExampleStep, ...]:
        """The outcomes since the wager was made."""
        return tuple(step for step in self.steps if not step.is_before)

    @property
    def line(self) -> int | None:
        """The pay line that was paid, or None."""
        return self.result if self.result is not None and self.result < len(self.ended_as.terms.lines) else None

    @property
    def claim(self) -> int | None:
        """The offer that was taken, or None."""
        loss = self.ended_as.machine.loss
        return self.result - loss - 1 if self.result is not None and self.result > loss else None


@dataclass(frozen=True)
class _House:
    """What a house sets that money depends on."""

    chip: int
    rounding: Rounding
    payout: PayoutLimit | None
    least: int
    most: int


def examples(order: Order, terms: Terms) -> tuple[Example, ...]:
    """An example for every way in which a wager can end: wins, offers taken, pushes, what is taken back, a loss."""
    bet = _bet(order, terms)
    if bet is None:
        return ()
    chance, house = order.card.chance(order.options), _house(order, terms)
    return order.card.remembered(("examples", chance, house), terms, lambda: _examples(bet, chance, house))


@dataclass(frozen=True)
class Payment:
    """What one result pays on the stake of an example."""

    number: int
    """The result of the wager's machine."""
    result: Result
    stake: int
    money: ExampleMoney


def payments(order: Order, terms: Terms) -> tuple[Payment, ...]:
    """What every result of a wager that wins pays, on the stake of its examples."""
    if not terms.is_posted:
        return ()
    bet = next(iter(bets(order.card, order.options, [terms])))  # one that another becomes is paid as well
    house = _house(order, terms)
    stake = stake_for(bet, house)
    return tuple(
        Payment(number, result, stake, _money(bet, number, stake, house))
        for number, result in enumerate(bet.results)
        if result.kind not in ("turns", "off", "take back") and result.net > 0
    )


def worked_example(order: Order, terms: Terms) -> Example | None:
    """The example for a rack card: an offer taken on the way, or a win, with one outcome that changes nothing."""
    every = examples(order, terms)
    taken = [one for one in every if one.kind in ("cash out", "surrender")]
    won = [one for one in every if one.kind == "win"]
    if taken:
        return with_repeat(taken[(len(taken) - 1) // 2])
    return with_repeat(min(won, key=lambda one: (len(one.steps), one.result))) if won else None


def first_outcome_example(order: Order, terms: Terms) -> Example | None:
    """What an outcome that ends a shooter's turn later does as the very first one; None where no turn ends."""
    bet = _bet(order, terms)
    game = terms.game
    if bet is None or len(game.phases) < 2 or terms.ends.is_single:
        return None
    starts = [start for start in starts_of(bet) if not start.outcomes]
    passing = [
        one
        for one in game.outcomes
        if not game.passes(0, one) and any(game.passes(phase, one) for phase in range(len(game.phases)))
    ]
    if not starts or not passing or terms.behind is not None:
        return None
    random = Random(f"{bet.card.id} {terms.wager} first")
    outcome = random.choice(passing)
    spot, result = wager_after(starts[0].spot, outcome)
    return _told(bet, starts[0], (outcome,), end_of(spot.bet, result), _house(order, terms), random)


def _examples(bet: Bet, chance: Chance, house: _House) -> tuple[Example, ...]:
    found = ExampleSearch(bet, chance).run()
    made = []
    for goal, (start, groups) in found.items():
        random = Random(f"{bet.card.id} {bet.terms.wager} {goal.bet.terms.wager} {goal.result}")
        outcomes = tuple(random.choices(group.outcomes, group.weights)[0] for group in groups)
        made.append(_told(bet, start, outcomes, goal, house, random))
    return tuple(made)


def _bet(order: Order, terms: Terms) -> Bet | None:
    """The wager compiled; None where it cannot be bet or has no pays."""
    if not terms.is_posted or not terms.is_bet:
        return None
    return next(iter(bets(order.card, order.options, [terms])))


def _house(order: Order, terms: Terms) -> _House:
    limits, rules = order.limits_of(terms), order.rules
    payout = rules.payout if rules is not None else limits.payout if limits is not None else None
    return _House(
        rules.chip if rules is not None else CHIP,
        rules.rounding if rules is not None else "player",
        payout,
        limits.least if limits is not None else 0,
        limits.most if limits is not None else 0,
    )


# ---- how it is told


def _told(
    bet: Bet, start: ExampleStart, outcomes: Sequence[Outcome], goal: ExampleEnd, house: _House, random: Random
) -> Example:
    """An example from the outcomes after the bet."""
    stake = stake_for(bet, house)
    steps = [_step_before(bet, outcome, number, start, random) for number, outcome in enumerate(start.outcomes)]
    at = start.spot
    for outcome in outcomes:
        before, (at, result) = at, wager_after(at, outcome)
        steps.append(_step(before, at, outcome, result, stake, house, random))
    ending = None if goal.result is None else goal.bet.results[goal.result]
    money = ExampleMoney(0) if ending is None else _money(goal.bet, goal.result or 0, stake, house)
    if bet.terms.bundle:
        money = _bundle_money(bet, outcomes[-1], stake, house)
    placed = tuple(PlacedBet(name, _stake_of(bet, name, stake, at, house), place) for name, place in start.bets)
    return Example(
        _kind(goal), bet, goal.bet, goal.result, tuple(steps), stake,
        put_down(bet, stake, house.chip, house.rounding), money, placed,
    )  # fmt: skip


def _kind(goal: ExampleEnd) -> ExampleKind:
    if goal.result is None:
        return "open"
    ending = goal.bet.results[goal.result]
    match ending.kind:
        case "cash out" | "surrender" | "take back":
            return ending.kind
        case "line" | "loss" | "turns" | "off":
            return "win" if ending.net > 0 else "loss" if ending.net < 0 else "push"


def _step_before(bet: Bet, outcome: Outcome, number: int, start: ExampleStart, random: Random) -> ExampleStep:
    """An outcome that came before the bet."""
    game, phase = bet.terms.game, 0
    for earlier in start.outcomes[:number]:
        phase = phase_after(game, phase, earlier)
    given, said, short, drawn = _shown(bet, outcome, random)
    return ExampleStep(given, said, short, drawn, outcome, phase, True, False, {}, (), None, None, ())


def _shown(bet: Bet, outcome: Outcome, random: Random) -> tuple[Any, str, str, Picture]:
    game = bet.terms.game
    given = game.entry_of(outcome, random)
    entered = game.parse(given)
    said = game.said(entered)
    return game.to_json(entered), said, game.short(game.outcome(entered)), picture(game.glyphs(entered), said)


def _step(
    before: WagerAt, at: WagerAt, outcome: Outcome, result: int | None, stake: int, house: _House, random: Random
) -> ExampleStep:
    machine = at.bet.machine
    given, said, short, drawn = _shown(at.bet, outcome, random)
    marks = machine.marks(at.state)
    earlier = before.bet.machine.marks(before.state) if before.bet is at.bet else {}
    marked = tuple(name for name, count in marks.items() if count != earlier.get(name, 0))
    claims = machine.offered(at.state) if result is None else ()
    worth = [_money(at.bet, machine.claim_result(claim), stake, house).paid for claim in claims]
    return ExampleStep(
        given=given,
        said=said,
        short=short,
        picture=drawn,
        outcome=outcome,
        phase=before.phase,
        is_before=False,
        counts=before.bet.machine.counts(machine_phase(before.bet, before.phase, before.line), outcome),
        marks=marks,
        marked=marked,
        count=_count(at.bet, machine, at.state),
        worth=max(worth, default=None),
        offers=tuple(machine.claims[claim].kind for claim in claims),
        decides=result is not None,
    )


def _count(bet: Bet, machine: Machine, state: int) -> int | None:
    """The count of a ladder, how often the one event of a wager has come (in a row), or how many of several have."""
    counted, lines = bet.terms.counted, bet.terms.lines
    if len(lines) == 1 and isinstance(lines[0].when, Streak) and lines[0].when in machine.trackers:
        return machine.trackers[lines[0].when].register.read(state)
    events = counted.events if counted is not None else tuple(machine.events)
    registers = [machine.counters[event] for event in events if event in machine.counters]
    together = counted is not None or (len(lines) == 1 and isinstance(lines[0].when, Different))
    if not registers or (not together and len(registers) > 1):
        return None
    return sum(register.read(state) for register in registers)


def with_repeat(example: Example) -> Example:
    """The example with one earlier outcome once more, where it changes nothing; the same where none fits."""
    played, ahead = example.played, len(example.steps) - len(example.played)
    counted = example.bet.terms.counted
    if len(played) < 3 or example.bet.terms.ends.is_fixed or example.bet.turns:
        return example
    if counted is not None and not counted.different:  # each one counts: what does not is no repeat
        return example
    start = next(
        start for start in starts_of(example.bet) if start.outcomes == tuple(s.outcome for s in example.steps[:ahead])
    )
    for place in (2, *range(3, len(played)), 1):
        for again in (step for step in played[:place] if _marks_in_any_phase(example.bet, step)):
            outcomes = [step.outcome for step in (*played[:place], again, *played[place:])]
            if _shows(start, outcomes, place, played):
                return _repeated(example, again, place + ahead)
    return example


def _marks_in_any_phase(bet: Bet, step: ExampleStep) -> bool:
    """Whether a step marks what the same outcome means in every phase: a 4 rolled, but not a point of 4 made."""
    events = [event for event in bet.machine.counters if event.words in step.marked]
    if step.outcome not in bet.terms.game.outcomes:
        return bool(events)
    index = bet.terms.game.outcomes.index(step.outcome)
    phases = range(len(bet.terms.game.phases))
    return bool(events) and all((phase, index) in event.cells for event in events for phase in phases)


def _shows(start: ExampleStart, outcomes: Sequence[Outcome], place: int, played: Sequence[ExampleStep]) -> bool:
    """Whether the outcome at a place changes no mark, and the others mark and decide as they did."""
    at, seen = start.spot, []
    for number, outcome in enumerate(outcomes):
        at, result = wager_after(at, outcome)
        seen.append((at.bet.machine.marks(at.state), result is not None))
        if result is not None and number < len(outcomes) - 1:
            return False
    told = [(step.marks, step.decides) for step in played]
    return seen[place] == seen[place - 1] and [*seen[:place], *seen[place + 1 :]] == told


def _repeated(example: Example, again: ExampleStep, place: int) -> Example:
    """The example with an outcome in between; it comes as it was thrown before, seen from the step before it."""
    steps = example.steps
    game, random = example.bet.terms.game, Random(f"{example.bet.terms.wager} again")
    given, said, short, drawn = _shown(example.bet, again.outcome, random)
    before = steps[place - 1]
    phase = phase_after(game, before.phase, before.outcome)
    extra = replace(
        before, given=given, said=said, short=short, picture=drawn, outcome=again.outcome, marked=(), phase=phase
    )
    later = _rephased(example, (*steps[:place], extra, *steps[place:]))
    return replace(example, steps=later, repeats=place)


def _rephased(example: Example, steps: Sequence[ExampleStep]) -> tuple[ExampleStep, ...]:
    """The steps with the phase that each comes in."""
    game = example.bet.terms.game
    found, phase = [], 0
    for step in steps:
        found.append(replace(step, phase=phase))
        phase = phase_after(game, phase, step.outcome)
    return tuple(found)


# ---- money


def stake_for(bet: Bet, house: _House) -> int:
    """The stake of an example: ten dollars, or the next amount within the limits that is paid in whole chips."""
    unit = _unit(bet, house.chip)
    least, most = max(house.least, house.chip), house.most
    stake = ceil(Fraction(max(USUAL_STAKE, least), unit)) * unit
    if most and stake > most:
        stake = most // unit * unit
    if stake >= least and stake:
        return stake
    parts = sum(share.units for share in bet.terms.bundle) or 1
    return ceil(Fraction(least, house.chip * parts)) * house.chip * parts


def _unit(bet: Bet, chip: int) -> int:
    """The smallest stake that every result pays in whole chips."""
    stages = [bet, *(sibling(bet, name) for name in bet.terms.stages)]
    fractions = [Fraction(bet.commission)]
    for stage in stages:
        is_rounded = stage.terms.commission is not None and stage.terms.commission.is_rounded
        for result in stage.results:
            fractions += [result.net + result.commission, result.envy or Fraction(0)]
            fractions.append(Fraction(0) if is_rounded else result.commission)
    units = sum(share.units for share in bet.terms.bundle) or 1
    return chip * lcm(units, *(fraction.denominator for fraction in fractions))


def _money(bet: Bet, result: int, stake: int, house: _House) -> ExampleMoney:
    """What a result pays on a stake, as the table pays it."""
    ending = bet.results[result]
    taken = taken_from_win(bet, ending, stake, house.chip)
    paid, _ = to_chips(stake * (1 + ending.net + ending.commission) - taken, house.chip, house.rounding)
    envy, _ = to_chips(stake * (ending.envy or Fraction(0)), house.chip, house.rounding)
    most = None if house.payout is None else stake + house.payout.amount // house.chip * house.chip
    if most is not None and paid > most:
        return ExampleMoney(most, envy, int(taken), is_cut=True)
    return ExampleMoney(paid, envy, int(taken))


def _bundle_money(bet: Bet, outcome: Outcome, stake: int, house: _House) -> ExampleMoney:
    """What an outcome pays on all parts of a bundle, each a bet of its own."""
    units, place = sum(share.units for share in bet.terms.bundle), outcome_places(bet.terms.game)[outcome]
    paid = won = 0
    for share in bet.terms.bundle:
        part = stake * share.units // units
        back, _ = to_chips(part * (1 + net_after(sibling(bet, share.bet).terms, place)), house.chip, house.rounding)
        win = max(0, back - part)
        if house.payout is not None and house.payout.scope == "wager":
            win = min(win, house.payout.amount // house.chip * house.chip)
        paid, won = paid + min(back, part), won + win
    if house.payout is None or house.payout.scope == "wager":
        return ExampleMoney(paid + won)
    most = house.payout.amount // house.chip * house.chip
    return ExampleMoney(paid + min(won, most), is_cut=most < won)


def _stake_of(bet: Bet, name: str, stake: int, at: WagerAt, house: _House) -> int:
    """The stake of a bet that an example needs: its own, or enough for what goes behind it."""
    if name == bet.terms.wager:
        return stake
    parent = sibling(bet, name)
    own, limit = stake_for(parent, house), bet.terms.behind.limit if bet.terms.behind is not None else None
    most = None if limit is None else multiple_on(bet.terms.game, limit, at.line or at.phase)
    return own if limit is None or most else max(own, stake)
