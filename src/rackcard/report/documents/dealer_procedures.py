"""Dealer procedures: booking, marking, calls, taking and paying, and what is done when something goes wrong."""

from collections.abc import Iterator, Sequence

from rackcard.card import Terms, load
from rackcard.number import listed, serial_commas
from rackcard.report.documents.content import Document, Para, PrintedTable, Row
from rackcard.report.documents.numbered import Numbered
from rackcard.report.examples import Example, examples, worked_example
from rackcard.report.offered import is_draft, offered_wagers, said
from rackcard.report.request import Order
from rackcard.wording import dealer_procedures as wording
from rackcard.wording import payout_rules as payouts
from rackcard.wording import rules as clauses
from rackcard.wording import rules_of_play as rules
from rackcard.wording.conditions import event_text
from rackcard.wording.offers import claims_said


def dealer_procedures(order: Order) -> Document:
    """The procedures for the dealers of a card."""
    with serial_commas():
        return _document(order)


def _document(order: Order) -> Document:
    posted = [said(order, terms) for terms in offered_wagers(order) if terms.is_posted]
    card = order.card
    made = Numbered()
    made.blocks.append(Para(wording.intro(card.filed, "" if card.is_base else card.game.title)))
    if not posted:
        made.blocks.append(Para(rules.drafted()))
    else:
        _opening(made, order, posted)
        _booking(made, order, posted)
        _marking(made, order, posted)
        _calls(made, order, posted)
        _settling(made, order, posted)
        _offers(made, order, posted)
        _envy(made, posted)
        _wrong(made, order, posted)
        _shooter(made, order, posted)
    made.section(wording.DUTIES)
    for step in card.procedure:
        made.clause(step, source=rules.SOURCE)
    return Document(
        "dealer-procedures",
        card.filed,
        wording.DEALER_PROCEDURES,
        (tuple(made.blocks),),
        order.imprint,
        order.date,
        order.house,
        order.aside,
        is_draft(order, posted),
    )


def has_marks(posted: Sequence[Terms]) -> bool:
    """Whether lammers are placed for any of these wagers."""
    return any(terms.marks != "none" and not terms.ends.is_single for terms in posted)


def piece_of(posted: Sequence[Terms]) -> str:
    """What marks are made with: lammers, or the markers of a number track; empty where nothing is marked."""
    if not has_marks(posted):
        return ""
    return rules.MARKER if any(rules.is_sequence(x.when for x in terms.lines) for terms in posted) else rules.LAMMER


# ---- what rules of play say too


def order_of_settlement(order: Order, posted: Sequence[Terms]) -> tuple[str, list[str]]:
    """What the dealer does after an outcome, in order."""
    unit = order.card.game.unit
    items = [wording.CALL_IT.format(unit=unit)]
    if has_marks(posted):
        items.append(wording.MARK_IT.format(piece=piece_of(posted)))
    pushes = any(line.pay is not None and line.pay.net == 0 for terms in posted for line in terms.lines)
    items += [wording.TAKE_ALL, wording.pay_by_position(pushes)]
    if any(terms.envy is not None for terms in posted):
        items.append(wording.PAY_ENVY)
    if claims := claims_said(posted):
        items.append(wording.ASK_OFFERS.format(claims=listed(claims)))
    last = wording.OPEN_AGAIN.format(piece=piece_of(posted)) if has_marks(posted) else ""
    items.append(last or wording.OPEN_NEXT.format(unit=unit))
    return wording.order_of(unit), items


def irregularities(order: Order, posted: Sequence[Terms], *, with_shooter: bool = True) -> Iterator[tuple[str, str]]:
    """What is done when something goes wrong, each with its title."""
    game = order.card.game
    effect = wording.void_effect(game, piece_of(posted)) if has_marks(posted) else wording.single_void(game)
    yield f"{wording.void_title(game)}.", f"{game.play_wording.void} {effect}"
    if has_marks(posted):
        yield wording.wrong_mark(piece_of(posted))
    yield wording.LATE_WAGER, wording.late_wager(game)
    if requests := wording.requests_said(posted):
        yield wording.LATE_REQUEST, wording.late_request(game, requests)
    yield wording.miscalled(game.unit)
    if has_marks(posted):
        yield wording.CANNOT_TELL, wording.cannot_tell(game.unit, order.card.title)
    if with_shooter and game.has_shooter and has_marks(posted):
        yield wording.SHOOTER_CHANGE, wording.shooter_change(_keeps(posted))
    lead, text = wording.DISPUTE
    yield lead, text.format(unit=game.unit)


def _keeps(posted: Sequence[Terms]) -> bool:
    """Whether marks and wagers go on when the shooter's hand ends."""
    return not any(terms.marks == "hand" for terms in posted)


# ---- sections


def _opening(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    made.section(wording.OPENING)
    made.clause(wording.check_layout(piece_of(posted)))
    made.clause(wording.check_chance(order.card.chance_words(order.options)))


def _booking(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    card = order.card
    made.section(wording.BOOKING)
    made.clause(wording.books(order.rules is not None and order.rules.books == "dealer"))
    made.said(posted, lambda terms: rules.opens(terms, card.title))
    if any(map(_is_restricted, posted)):
        made.clause(wording.NO_OTHER_TIME)
    by_limits: dict[tuple[int, int], list[str]] = {}
    for terms in posted:
        if (limits := order.limits_of(terms)) is not None:
            by_limits.setdefault((limits.least, limits.most), []).append(terms.paper_name)
    limits_said = [
        wording.wager_limits(_names(names, posted), least, most) for (least, most), names in by_limits.items()
    ] or [payouts.HOUSE_LIMITS]  # fmt: skip
    made.clause(wording.within_limits(" ".join(limits_said)))
    for terms in posted[:1]:
        if terms.requires is not None:
            names = {one.wager: one.name for one in load(terms.requires.card).terms()}
            made.clause(wording.required([names[wager] for wager in terms.requires.wagers]))
    made.said(posted, lambda terms: wording.pay_commission(taken) if (taken := rules.commission(terms)) else "")
    made.clause(wording.closing(card.game))
    made.clause(wording.not_later(card.game))
    made.clause(wording.TOKE_RULE, f"{wording.TOKES}.")


def _is_restricted(terms: Terms) -> bool:
    """Whether a wager may not be made before every outcome."""
    return terms.opens.guard is not None or terms.opens.window in terms.game.windows or terms.behind is not None


def _names(names: list[str], posted: Sequence[Terms]) -> str:
    return rules.ALL_WAGERS if len(names) == len(posted) else listed(names)


def _marking(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    if not has_marks(posted):
        return
    game = order.card.game
    made.section(wording.MARKING)
    made.said(posted, marking_rule)
    made.clause(wording.mark_after_call(game, piece_of(posted)))
    if any(terms.is_marked_unbet for terms in posted):
        made.clause(wording.MARK_WITHOUT_WAGERS.format(piece=piece_of(posted)))
    made.said(posted, lambda terms: works_rule(terms, game.unit))
    made.clause(rules.round_over(game.unit, piece_of(posted)))


def marking_rule(terms: Terms) -> str:
    """What the dealer marks for a wager."""
    if terms.marks == "none" or terms.ends.is_single:
        return ""
    conditions = [line.when for line in terms.lines]
    unit = terms.game.unit
    if rules.is_sequence(conditions):
        return rules.NUMBERS_MARKED.format(unit=unit)
    if terms.counted is not None:
        return rules.marking(terms, clauses.counted_sentence(terms, "clause"))
    return rules.marked_by(conditions, unit)


def works_rule(terms: Terms, unit: str) -> str:
    """When a wager is off."""
    if terms.works is None:
        return ""
    bet = clauses.as_bet(terms)
    assert bet.works is not None
    return rules.works(event_text(bet.works, "clause"), unit, terms.works_on_table, terms.marks != "none")


# ---- calls


def _calls(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    made.section(wording.CALLS)
    rows = tuple(Row((event, wording.quoted(words))) for event, words in dict(announcements(order, posted)).items())
    columns = (wording.EVENT, wording.ANNOUNCEMENT)
    made.clause(wording.USE_WORDS, below=(PrintedTable(columns, rows, wide=frozenset({1})),))


def announcements(order: Order, posted: Sequence[Terms]) -> Iterator[tuple[str, str]]:
    """What the dealer says, event by event; numbers and odds are those of an example."""
    game, card = order.card.game, order.card
    yield wording.WAGERING_OPENS, wording.opens_call(card.title)
    yield wording.WAGERING_CLOSES, game.play_wording.close_call
    shown = next((one for terms in posted if (one := worked_example(order, terms)) is not None), None)
    if shown is not None:
        yield from _outcome_call(order, shown)
        if has_marks(posted):
            yield from _mark_calls(order, shown)
    offering = next((terms for terms in posted if terms.offers), None)
    if offering is not None:
        yield from _offer_calls(order, offering)
    yield from _result_calls(order, posted)
    yield wording.void_title(game), wording.void_call(game)


def _outcome_call(order: Order, example: Example) -> Iterator[tuple[str, str]]:
    game, step = example.bet.terms.game, example.steps[0]
    entered = game.parse(step.given)
    index = game.outcomes.index(step.outcome) if step.outcome in game.outcomes else 0
    after = game.moves[step.phase][index] if len(game.phases) > 1 else 0
    yield rules.unit_title(game), game.call(entered, step.phase, after)


def _mark_calls(order: Order, example: Example) -> Iterator[tuple[str, str]]:
    terms, play = example.bet.terms, order.card.game.play_wording
    marking = [step for step in example.played if step.marked and step.count and not step.decides]
    if marking:
        step = marking[-1]
        mark = play.spoken(step.outcome) or step.said
        if terms.counted is not None and not terms.counted.different:
            yield wording.COUNT_RISES, wording.count_call(mark, step.count or 0)
        else:
            counts = terms.counted is not None
            yield wording.NEW_MARK, wording.new_mark_call(mark, terms.paper_name, step.count or 0, counts)
    if example.repeats is not None and terms.counted is not None:
        step = example.steps[example.repeats]
        yield wording.OLD_MARK, wording.old_mark_call(play.spoken(step.outcome) or step.said, step.count or 0)


def _offer_calls(order: Order, terms: Terms) -> Iterator[tuple[str, str]]:
    for kind in ("cash out", "surrender"):
        offers = [offer for offer in terms.offers if offer.kind == kind]
        if offers:
            pay = str(offers[0].pay)
            yield wording.OFFER_OPEN, wording.offer_call(kind, terms.paper_name, pay)
            yield wording.OFFER_TAKEN, wording.taken_call(kind, pay)
    if any(offer.kind == "take back" for offer in terms.offers):
        yield wording.ASKED_BACK, wording.BACK_CALL


def _result_calls(order: Order, posted: Sequence[Terms]) -> Iterator[tuple[str, str]]:
    terms = posted[0]
    won = next((line.pay for line in terms.lines if line.pay is not None and line.pay.net > 0), None)
    if won is not None:
        yield wording.WAGER_WINS, wording.wins_call(terms.paper_name, str(won))
    yield wording.WAGER_LOSES, wording.loses_call(terms.paper_name)
    pushing = next((one for one in posted if any(x.kind == "push" for x in examples(order, one))), None)
    if pushing is not None:
        yield wording.WAGER_PUSHES, wording.push_call(pushing.paper_name)


# ---- taking and paying


def _settling(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    unit, house = order.card.game.unit, order.rules
    made.section(wording.SETTLING)
    text, items = order_of_settlement(order, posted)
    made.clause(text, items=items, together=True)
    made.clause(wording.TAKE_BEFORE_PAY)
    made.clause(wording.PAY_STEP)
    if house is not None:
        made.clause(wording.in_chips(house.chip, house.rounding))
    payout = house.payout if house is not None else order.limits.payout if order.limits is not None else None
    if payout is not None:
        made.clause(f"{payouts.payout_limit(payout, unit, claims_said(posted))} {wording.limit_duty(unit)}")


def _offers(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    claims = claims_said(posted)
    if not claims:
        return
    made.section(wording.offers_title(order.card.game.unit))
    made.clause(wording.call_offers(claims, order.card.game.unit))
    made.said(posted, lambda terms: rules.cash_out(terms) if _has(terms, "cash out") else "")
    for text in dict.fromkeys(
        rules.surrender(terms, wording.PAY_TABLE) for terms in posted if _has(terms, "surrender")
    ):
        made.clause(text)
    made.clause(wording.PAY_CLAIM)
    if any(terms.partial for terms in posted):
        made.clause(wording.CLAIM_IN_PART)
    if any(_has(terms, "take back") for terms in posted):
        made.clause(wording.RETURN_CLAIM)
    made.clause(wording.MADE_AGAIN)


def _has(terms: Terms, kind: str) -> bool:
    return any(offer.kind == kind for offer in terms.offers)


def _envy(made: Numbered, posted: Sequence[Terms]) -> None:
    made.section(wording.ENVY)
    add_envy(made, posted, wording.THIS_TABLE)
    by_envy: dict[str, list[str]] = {}
    for terms in posted:
        if terms.envy is not None:
            by_envy.setdefault(str(terms.envy), []).append(terms.paper_name)
    rows = tuple(Row((listed(names), envy)) for envy, names in by_envy.items())
    if rows:
        table = PrintedTable((payouts.PAYS_HEAD[0], payouts.PAYS_HEAD[-1]), rows, frozenset({1}), frozenset({0}))
        made.clause(wording.ENVY_PAID, below=(table,))


def add_envy(made: Numbered, posted: Sequence[Terms], where: str = "section 5") -> None:
    """What the house pays the dealer, and where it is posted."""
    for text in dict.fromkeys(rules.envy(terms, where) for terms in posted):
        made.clause(text)
    paid = [terms for terms in posted if terms.envy is not None]
    if any(_has(terms, "surrender") and not terms.envy_on_surrender for terms in paid):
        made.clause(rules.NO_ENVY)


def _wrong(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    made.section(wording.IRREGULARITIES)
    for lead, text in irregularities(order, posted, with_shooter=False):
        made.clause(text, lead)
    made.section(wording.CORRECTIONS)
    voided = wording.voided(piece_of(posted), len(order.card.game.phases) > 1)
    since = wording.since_then(claims_said(posted), order.card.game.unit)
    for lead, text in (since, voided, wording.RECORD, wording.SHIFT):
        made.clause(text, lead)


def _shooter(made: Numbered, order: Order, posted: Sequence[Terms]) -> None:
    if order.card.game.has_shooter:
        made.section(wording.SHOOTER)
        made.clause(wording.dice_pass())
        if has_marks(posted):
            made.clause(wording.shooter_change(_keeps(posted)))
