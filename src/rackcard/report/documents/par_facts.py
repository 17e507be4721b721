"""What the PAR sheet and its workbook both say: rules, pays, limits, exposure, and how figures are written."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rackcard.card import Terms
from rackcard.house import BetLimits
from rackcard.house.priced import Capped, capped
from rackcard.number import percent
from rackcard.odds import Outcome, WagerOdds
from rackcard.report import figures
from rackcard.report.documents.filed import Sheet, reading_words, without_table
from rackcard.report.request import Order
from rackcard.report.rules import chance_words
from rackcard.wording import par_sheet as wording
from rackcard.wording import rules as in_words
from rackcard.wording.options import option_label, option_value


def maybe(value: Fraction | None, places: int = 4) -> str:
    """A percentage of a column, or a dash."""
    return "–" if value is None else percent(value, places)


def column(value: Fraction | None, places: int = 4) -> str:
    """A figure of a column whose decimal points are aligned."""
    if value is None:
        return "–"
    whole, part = divmod(round(value * 10**places), 10**places)
    return f"{whole}.{part:0{places}}"


def heading_of(sheet: Sheet) -> str:
    """A sheet's name with its pay table."""
    return wording.heading(sheet.name, sheet.first.terms.table)


def summary_facts(order: Order, found: list[Sheet]) -> Iterator[tuple[str, str]]:
    """What holds for the whole sheet, each with what it is."""
    card = order.card
    yield "Played with", chance_words(card, found[0].first.options) if found else ""
    yield "Source", card.source
    for label, text in (("Jurisdiction", card.jurisdiction), ("Rule", card.rule), ("Statute", card.statute)):
        if text and text not in card.source:
            yield label, text
    for name, value in order.options.items():
        option = card.options[name]
        if not option.many or value != option.default:
            yield option_label(name), option_value(value)
    yield "Limits", _limits_words(order)
    if order.wagers:
        yield "Wagers", wording.only(order.wagers)
    if order.table is not None:
        yield "Pay table", wording.only_table(order.table, without_table(order))


def how_to_read(found: list[Sheet]) -> str:
    """What the figures mean."""
    return wording.how_to_read(is_solved_twice(found))


def is_solved_twice(found: Sequence[Sheet]) -> bool:
    """Whether two methods agree on every figure."""
    return all(len(entry.methods) == 2 for sheet in found for entry in sheet.entries if entry.terms.has_rule)


def assumptions(order: Order, found: Sequence[Sheet]) -> str:
    """What the figures take for granted."""
    chance = order.card.chance(order.options)
    full = wording.FULL_SHOE if chance.shuffled is not None else ""
    nets = [outcome.net for sheet in found for outcome in sheet.first.outcomes if outcome.net is not None]
    whole = wording.PAYS_WHOLE if all(net.denominator == 1 for net in nets) else wording.PAYS_ROUNDED
    return wording.assumptions(chance_words(order.card, order.options), full, order.card.game.unit, whole)


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


def rule_of(order: Order, terms: Terms) -> Iterator[tuple[str, str]]:
    """What wins and ends a wager, and when it works."""
    unit = order.card.game.unit
    if terms.filed:
        yield "Filed as", terms.filed
    yield "Rule", rule_words(order, terms)
    yield "Ends", in_words.end_clause(terms, unit) + (wording.AT_THE_END if terms.settles_at_end else "")
    if terms.works is not None:
        yield "Works", in_words.works(terms, unit)


def rules(order: Order, sheet: Sheet, entry: WagerOdds) -> Iterator[tuple[str, str]]:
    """What is priced on a sheet: the rule and what it is read and played as."""
    terms = entry.terms
    yield from rule_of(order, terms)
    if sheet.readings:
        words = reading_words(order, sheet) if order.card.readings else ""
        yield "Reading", words or wording.NO_READING
    if terms.source:
        yield "Clause", terms.source
    if terms.has_rule:
        yield "Pays", pays_in_full(order, terms)
    if terms.offers:
        yield "Offers", _offers(terms)
    if terms.envy_is_named:
        yield "Envy", str(terms.envy) if terms.envy else wording.ENVY_NOT_POSTED
    yield "Play assumed", wording.PLAY_ASSUMED.get(entry.play, entry.play) + wording.PAY_CHANGES.get(entry.play, "")
    if entry.methods:
        yield "Methods", wording.methods(entry.methods)


def rule_words(order: Order, terms: Terms) -> str:
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


def pay_words(outcome: Outcome) -> str:
    """The pay of an outcome as the card words it."""
    return wording.NOT_POSTED if outcome.result.pay is None else str(outcome.result.pay)


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


def capped_words(order: Order, entry: WagerOdds) -> str:
    """What the maximum payout does to the figures of a wager; empty where it cuts no win."""
    cut: Capped | None = capped(entry, order.limits_of(entry.terms))
    limits = order.limits_of(entry.terms)
    if cut is None or limits is None or limits.payout is None:
        return ""
    edge = percent(cut.edge, 4)
    if cut.edge_with_envy is not None and entry.terms.envy_is_named:
        edge += wording.after_envy(cut.edge_with_envy)
    holds_to = cut.stake if cut.stake >= limits.least else None
    return wording.capped(limits.payout, holds_to, limits.most, edge, has_play=entry.play != "none")


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
