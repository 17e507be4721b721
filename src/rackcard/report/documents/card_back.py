"""The back of a rack card: how to play in a few steps, an example, choices on the way, limits and the imprint."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from rackcard.card import Terms
from rackcard.felt.patterns import repeated_event
from rackcard.games.conditions import Condition, Several, Streak
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.games.wording import mark_of
from rackcard.house import PayoutLimit
from rackcard.machine import Bet, bets
from rackcard.machine.check import witness
from rackcard.machine.machine import TooLargeError
from rackcard.report.documents.card_example import example_blocks
from rackcard.report.documents.card_front import noun_of, printed_kind, rung_label, rungs_of, wins_with_end
from rackcard.report.documents.card_parts import ChoiceBox, ChoiceBoxes, FinePrint, StepList
from rackcard.report.documents.content import Block, Heading, Para, PrintedTable, Row
from rackcard.report.offered import has_base_wagers, said, table_of
from rackcard.report.request import Order, short_hash
from rackcard.report.rules import chance_words, required
from rackcard.wording import documents, rules
from rackcard.wording import rack_card as wording
from rackcard.wording.documents import imprint_card, imprint_house, long_date
from rackcard.wording.offers import claims_said
from rackcard.wording.rack_card import Step

STEPS_MAX = 8
"""A card with more to explain is explained by the rules of play."""


def back_blocks(order: Order, posted: list[Terms]) -> Iterator[Block]:
    """What the back says."""
    every = bets(order.card, order.options, posted)
    is_base = order.card.is_base
    primer = posted[0].game.primer
    steps = primer.steps if is_base else tuple(side_bet_steps(order, every))
    yield StepList(steps[:STEPS_MAX])
    yield from example_blocks(order, every)
    yield from _choices(posted)
    if primer.columns and (is_base or primer.text):
        yield Heading(primer.title)
        if not is_base:
            yield Para(primer.text)
        yield PrintedTable(primer.columns, tuple(Row(cells) for cells in primer.rows))
    yield from _remarks(order, posted, is_base=is_base)
    yield from envy(posted)
    yield from limits(order, posted)
    yield fine_print(order, posted)


# ---- steps


def side_bet_steps(order: Order, every: Sequence[Bet]) -> Iterator[Step]:
    """How side bets are played, from the facts of their machines."""
    posted = [bet.terms for bet in every]
    bet_steps = list(dict.fromkeys(wording.bet_step(terms, order.card.title) for terms in posted))
    needs = " ".join(dict.fromkeys(text for terms in posted if (text := required(terms))))
    if len(bet_steps) == 1:
        lead, rest = bet_steps[0]
        yield lead, f"{rest} {needs}".strip()
    else:
        yield wording.several_windows(order.card.game.units), needs
    yield from _kind_steps(every)
    lost = [terms for terms in posted if not wins_with_end(terms)]
    everything = all(terms in lost or terms.ends.is_single or terms.bundle for terms in posted)
    if lost and everything and len({(terms.ends.event, terms.works) for terms in lost}) == 1:
        yield wording.loses_step(lost[0], len(posted) > 1)


def _kind_steps(every: Sequence[Bet]) -> Iterator[Step]:
    """What counts and what wins, by the patterns on the card."""
    kinds = {bet.terms.wager: printed_kind(bet) for bet in every}
    unit = every[0].terms.game.unit

    def of(kind: str) -> list[Bet]:
        return [bet for bet in every if kinds[bet.terms.wager] == kind]

    ladders = [bet.terms for bet in of("ladder")]
    for terms in ladders:
        steps = _ladder_steps(terms)
        yield from steps if len(ladders) == 1 else [wording.named_step(terms.title, steps)]
    if sets := of("numbers"):
        yield wording.sets_step(unit)
        yield wording.sets_win_step(sets[0].terms)
    if repeated := of("pips"):
        is_number = all(mark_of(repeated_event(bet)[0])[:1].isdigit() for bet in repeated)
        yield wording.repeats_step(repeated[0].terms, is_number)
        if any(isinstance(bet.machine.lines[0], Streak) for bet in repeated):
            yield wording.streak_step()
    rest = [*of("list"), *of("spot"), *of("track")]
    won = rules.winners(bet.terms for bet in every)
    if combined := [bet.terms.title for bet in rest if _is_of_others(bet.terms.lines[0].when, won)]:
        yield wording.combined_step(combined)
    if any(offer.kind == "surrender" for bet in every for offer in bet.terms.offers):
        yield wording.surrender_step(unit)
    yield from _line_steps([bet.terms for bet in rest], len(every))


def _is_of_others(when: Condition, won: Mapping[Condition, str]) -> bool:
    """Whether a wager wins as soon as one of others does."""
    return isinstance(when, Several) and when.at_least == 1 and all(part in won for part in when.parts)


def _line_steps(rest: Sequence[Terms], every: int) -> Iterator[Step]:
    """How wagers are decided that outcomes decide by themselves."""
    if not rest:
        return
    unit = rest[0].game.unit
    if all(terms.ends.is_single for terms in rest):
        yield wording.one_outcome_step(unit, every > 1, held=any(terms.stages for terms in rest))
    elif all(terms.ends.is_fixed for terms in rest) and len({terms.ends.outcomes for terms in rest}) == 1:
        yield wording.several_outcomes_step(rest[0].ends.outcomes or 0, unit)
    elif len(rest) == every:
        yield from _decided_steps(rest, unit)
    elif several := [terms for terms in rest if len(terms.lines) > 1 and not terms.bundle]:
        yield from _decided_steps(several, unit, by_name=True)
    if any(len(terms.lines) > 1 and not (terms.bundle or terms.takes_first) for terms in rest):
        yield wording.one_pay_step()


def _decided_steps(rest: Sequence[Terms], unit: str, *, by_name: bool = False) -> Iterator[Step]:
    """When wagers are decided: once where all are alike, and otherwise by name."""
    told: dict[str, list[str]] = {}
    for terms in rest:
        told.setdefault(rules.decided(terms, unit, documents.each_wager(1)), []).append(terms.title)
    if len(told) == 1 and not by_name:
        yield wording.plain_step(rules.decided(rest[0], unit, documents.each_wager(len(rest))))
        return
    *some, (common, many) = sorted(told.items(), key=lambda each: len(each[1]))
    steps = [(wording.whose(_by_family(names, rest)), text) for text, names in some]
    steps.append((wording.ALL_OTHERS if len(many) > NAMED_MAX else wording.whose(_by_family(many, rest)), common))
    if len(steps) > KINDS_MAX:
        yield wording.plain_step(" ".join(part for step in steps for part in step))
    else:
        yield from steps


NAMED_MAX = 6
"""At most this many wagers are named beside the rule that most wagers share."""
KINDS_MAX = 3
"""So many kinds of wagers have a step each; more share one."""


def _ladder_steps(terms: Terms) -> Iterator[Step]:
    yield wording.count_step(terms)
    steps, noun = rungs_of(terms), noun_of(terms)
    if any(offer.kind == "cash out" for offer in terms.offers):
        first, last = steps[0], steps[-1]
        yield wording.claim_step(rung_label(terms, first[0], first[1]), terms.game.unit)
        thing = noun[0] if terms.counted is not None and terms.counted.different else ""
        yield wording.ride_step(thing, wording.top_pays(rung_label(terms, last[0], last[1]), last[2]))
    elif steps:
        yield wording.at_end_step(terms)


# ---- choices, remarks, envy


def _choices(posted: Sequence[Terms]) -> Iterator[Block]:
    """What may be taken on the way, beside riding on."""
    unit = posted[0].game.unit
    kinds = {offer.kind for terms in posted for offer in terms.offers}
    for kind, name in (("cash out", wording.CASH_OUT), ("surrender", wording.SURRENDER)):
        if kind not in kinds:
            continue
        having = [terms for terms in posted if any(offer.kind == kind for offer in terms.offers)]
        yield Heading(wording.choice_heading(name))
        take = ChoiceBox(name, wording.take_text(name))
        yield ChoiceBoxes((take, ChoiceBox(wording.RIDE, wording.ride_text(having[0].ends.event, unit), "ride")))
    back = [terms for terms in posted if any(offer.kind == "take back" for offer in terms.offers)]
    if back:
        yield Para(rules.take_back(back[0], unit), wording.MIND_LEAD)


def _remarks(order: Order, posted: list[Terms], *, is_base: bool) -> Iterator[Para]:
    """What else a player should know: lammers, bets that are off, zeros, several bets, taking down."""
    unit = order.card.game.unit
    says: list[Callable[[Terms], str]] = [
        lambda terms: rules.marks_kept(terms, unit),
        lambda terms: rules.works(terms, unit),
        lambda terms: rules.COLLECTED_EARLY if _lost_early(order, terms) else "",
        lambda terms: _zeros(order, terms),
        lambda terms: _held_over(order, terms),
        rules.several,
        lambda terms: wording.behind(terms) if terms.behind is not None else "",
        lambda terms: rules.take_down(terms, unit) if is_base or terms.down_any_time else "",
    ]
    if is_base and len({terms.opens for terms in posted}) > 1:
        says.append(lambda terms: wording.bet_sentence(terms) if terms.behind is None else "")
    yield from commission_in_pays(posted)
    for say in says:
        yield from said_of(posted, say)


def _held_over(order: Order, terms: Terms) -> str:
    """What becomes of a bet that turns into others: it is held over for another outcome, or paid as they are."""
    others = {one.wager: said(order, one) for one in order.card.terms(order.options)}
    held = list(_turned_into(terms, others))
    if len(held) == 1 and _only_comes_back(terms, held[0]):
        return wording.held_over(terms.game.unit, again=held[0].wager in held[0].stages)
    return " ".join(wording.held_pays(one) for one in held if not one.is_bet)


def _turned_into(terms: Terms, others: Mapping[str, Terms]) -> Iterable[Terms]:
    """The wagers that a bet may become, one after another, each once."""
    found: dict[str, Terms] = {}
    left = list(terms.stages)
    while left:
        stage = left.pop(0)
        if stage not in found and stage != terms.wager:
            found[stage] = others[stage]
            left += others[stage].stages
    return found.values()


def _only_comes_back(terms: Terms, held: Terms) -> bool:
    """Whether a bet that is held comes back on what would have won it, and can win nothing."""
    back = {line.when for line in held.lines if line.pay is not None and line.pay.net == 0}
    others = [line for line in held.lines if line.when not in back]
    is_plain = all(line.turns_into == held.wager or (line.pay is not None and line.pay.net == -1) for line in others)
    won = {line.when for line in terms.lines if line.pay is not None and line.pay.net > 0}
    return is_plain and bool(back) and back == won


def commission_in_pays(posted: Sequence[Terms]) -> Iterator[Para]:
    """That a commission is in a pay, where one is a little below even money and none is taken beside it."""
    for terms in posted:
        for line in terms.lines if terms.commission is None else ():
            if line.pay is not None and EVEN_LESS <= line.pay.net < 1 and line.pay.unit == "to" and line.pay.per == 1:
                yield Para(wording.commission_in_pay(line.pay), wording.whose([terms.title]))


EVEN_LESS = Fraction(9, 10)
"""A pay from here to even money has a commission in it."""


def said_of(offered: list[Terms], say: Callable[[Terms], str]) -> Iterator[Para]:
    """What holds for all wagers once; what holds for some, with their names in front."""
    by_sentence: dict[str, list[str]] = {}
    for terms in offered:
        if text := say(terms):
            by_sentence.setdefault(text, []).append(terms.title)
    for text, names in by_sentence.items():
        if len(names) == len(offered):
            yield Para(text)
        else:
            yield Para(text, wording.whose(_by_family(names, offered)))


def _by_family(names: Sequence[str], offered: Sequence[Terms]) -> list[str]:
    """Wagers by name, those that differ in a number alone under the name they share, where all of them are meant."""

    def family(name: str) -> str:
        words = name.split(" ")
        plain = [word for word in words if not any(letter.isdigit() for letter in word)]
        return " ".join(plain) if len(words) - len(plain) == 1 and plain else ""

    others = {family(terms.title) for terms in offered if terms.title not in names}
    many = Counter(map(family, names))
    return list(
        dict.fromkeys(
            name if not family(name) or family(name) in others or many[family(name)] < 2 else family(name)
            for name in names
        )
    )


def _lost_early(order: Order, terms: Terms) -> bool:
    """Whether a wager can be lost before its last outcome."""
    if not terms.ends.is_fixed or terms.ends.outcomes in (None, 1):
        return False
    machine = bets(order.card, order.options, [terms])[0].machine
    try:
        lost = witness(machine, machine.loss)
    except TooLargeError:
        return False
    return lost is not None and len(lost) < (terms.ends.outcomes or 0)


def _zeros(order: Order, terms: Terms) -> str:
    """What a zero does to a wager on a sequence of numbers: at each spin, which lines can still be paid after it."""
    whens = [line.when for line in terms.lines]
    sequences = [when for when in whens if isinstance(when, NumberSequence)]
    game, law = order.card.game, order.card.chance(order.options).law()
    if not sequences or len(sequences) < len(whens) or any(_takes_zeros(one, game.top) for one in sequences):
        return ""
    zeros = [game.label(outcome) for outcome in game.outcomes if not game.number(outcome) and law.get(outcome)]
    if not zeros or not terms.ends.outcomes:
        return ""
    by_saved: dict[tuple[int, ...], list[int]] = {}
    for spin in range(1, terms.ends.outcomes + 1):
        saved = {place for one in sequences if spin not in one.places for place in one.places}
        by_saved.setdefault(tuple(sorted(saved)), []).append(spin)
    return rules.zeros(game.unnumbered, zeros, by_saved, game.unit)


def _takes_zeros(sequence: NumberSequence, top: int) -> bool:
    """Whether an outcome without a number can be part of a sequence."""
    return sequence.relation == "same" or max(sequence.numbers, default=0) > top


def envy(posted: Sequence[Terms]) -> Iterator[Block]:
    """What the dealer gets; silent where no amount is posted."""
    paid = [terms for terms in posted if terms.envy is not None]
    if not paid:
        return
    amounts = {terms.envy for terms in paid}
    yield Heading(wording.DEALER_ENVY)
    same = amounts.pop() if len(amounts) == 1 and len(paid) == len(posted) else None
    surrendered = any(offer.kind == "surrender" for terms in paid for offer in terms.offers)
    yield Para(wording.envy_text(any(terms.envy_on_surrender for terms in paid), same, surrendered))


# ---- limits and imprint


def limits(order: Order, posted: Sequence[Terms]) -> Iterator[Para]:
    """The limits of each wager, once where they are the same, and the payout limit."""
    by_limits: dict[str, list[str]] = {}
    for terms in posted:
        if (one := order.limits_of(terms)) is not None:
            by_limits.setdefault(wording.limit_words(one), []).append(terms.title)
    most = max(by_limits, key=lambda text: len(by_limits[text]), default="")
    parts = [wording.limits_of(text, () if text == most else names) for text, names in by_limits.items()]
    told = [wording.all_limits(sorted(parts, key=lambda part: not part.startswith(most)))] if parts else []
    if (payout := payout_of(order)) is not None:
        told.append(wording.payout_words(payout, order.card.game.unit, claims_said(posted)))
    if told:
        yield Para(" ".join(told), wording.LIMITS, small=True)


def payout_of(order: Order) -> PayoutLimit | None:
    """The payout limit that the house has set."""
    return order.rules.payout if order.rules is not None else order.limits.payout if order.limits else None


def played_with(order: Order) -> str:
    """The game, and the dice, wheel or shoe that it is dealt from."""
    card = order.card
    side_bet = card.game.title if card.is_base else documents.side_bet(card.game.title, has_base_wagers(order))
    return f"{side_bet}, {documents.played_with(chance_words(card, order.options))}."


def fine_print(order: Order, posted: list[Terms]) -> FinePrint:
    """Notices, and what ties the card to its text and its house rules."""
    table = table_of(order, posted)
    options = [(name, value) for name, value in order.given.items() if value != order.card.settled().get(name)]
    imprint = wording.imprint((
        order.card.filed,
        wording.on_table(table) if table else "",
        wording.options_in_force(options),
        imprint_card(short_hash(order.card.sha256)),
        "" if order.rules is None else imprint_house(short_hash(order.rules.sha256)),
        long_date(order.date) or order.dated,
    ))  # fmt: skip
    card = order.card
    filed = documents.filed_under(card.jurisdiction, card.rule, card.statute)
    return FinePrint((played_with(order), *wording.NOTICES, imprint, filed))
