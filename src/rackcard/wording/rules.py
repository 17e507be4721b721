"""The rules of a wager in words, from its terms: for the felt, for a rack card, and for rules of play.

Nothing here reads the card's own phrases: events, conditions and terms are facts, and each base game says its events.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rackcard.games.conditions import Condition, Different, Exactly, Happened, Pattern, Played, Several, Streak
from rackcard.games.game import Event
from rackcard.games.joined_wording import own_line
from rackcard.games.mapping import with_events
from rackcard.games.wording import meaning_of, words_of
from rackcard.number import listed, repeated, spelled
from rackcard.wording.conditions import (
    Register,
    Winners,
    condition_text,
    event_text,
    ordinal,
    plural_spelled,
)
from rackcard.wording.sentence import capitalized

if TYPE_CHECKING:
    from rackcard.card import Terms
    from rackcard.card.terms import PayLine


def winners(terms: Iterable["Terms"]) -> dict[Condition, str]:
    """What wins each wager of a card, with the wager's name; of several wagers on the same event, the first."""
    found: dict[Condition, str] = {}
    for one in terms:
        for line in one.lines:
            won = not line.turns_into and (line.pay is None or line.pay.net > 0)
            if won and not isinstance(line.when, Several):
                found.setdefault(line.when, one.title)
    return found


def as_bet(terms: "Terms") -> "Terms":
    """The terms with the events of the line as a wager with a line of its own sees them."""
    if not terms.own_line:
        return _in_mid_round(terms) if terms.opens.window == "point" else terms

    def own(event: Event) -> Event:
        return replace(event, meaning=own_line(meaning_of(event)))

    works = terms.works if terms.works is None or terms.works_on_table else own(terms.works)
    ends = terms.ends if terms.ends.event is None else replace(terms.ends, event=own(terms.ends.event))
    lines = tuple(replace(line, when=with_events(line.when, own)) for line in terms.lines)
    return replace(terms, lines=lines, ends=ends, works=works)


def _in_mid_round(terms: "Terms") -> "Terms":
    """The terms with the events of the line as a wager sees them that is bet with a point on."""
    ends = terms.ends.event
    if ends is None:
        return terms

    def late(event: Event) -> Event:
        return replace(event, meaning=terms.game.wording.late(meaning_of(event), meaning_of(ends)))

    return replace(terms, lines=tuple(replace(line, when=with_events(line.when, late)) for line in terms.lines))


# ---- what wins and what ends a wager


def goal(terms: "Terms", register: Register, unit: str, names: Winners | None = None) -> str:
    """What wins a wager with one pay, and before what: a phrase for the felt, a sentence for the other registers."""
    terms = as_bet(terms)
    if terms.bundle:
        return bundle(terms) if register == "short" else f"{capitalized(bundle(terms))}."
    text = placed_text(terms, 0, register)
    if text is None:
        text = condition_text(terms.lines[0].when, register, unit, names, _outcomes(terms))
        text = _followed(text, terms, _before(terms, register, unit, names or {}))
    elif terms.ends.is_fixed:  # what else ends it depends on the place
        text += _before(terms, register, unit, {})
    match register:
        case "short":
            return text
        case "rack":
            return f"{text}."
        case "clause":
            return f"The wager wins when {text}."


def winning_clause(terms: "Terms", unit: str, names: Winners | None = None) -> str:
    """What wins a wager with one pay, and before what, in rules of play: what follows *when*."""
    terms = as_bet(terms)
    text = placed_text(terms, 0, "clause")
    if text is None:
        text = condition_text(terms.lines[0].when, "clause", unit, names, _outcomes(terms))
        return _followed(text, terms, _before(terms, "clause", unit, names or {}))
    return text + (_before(terms, "clause", unit, {}) if terms.ends.is_fixed else "")


def felt_rule(terms: "Terms", unit: str, names: Winners | None = None) -> tuple[str, str]:
    """What wins a wager and what ends it, as a tile of the felt shows them; empty where the pays say it."""
    if not terms.has_rule:
        return "", ""
    if terms.bundle:
        return bundle(terms), f"one {unit}"
    if not terms.counted and len(terms.lines) == 1:
        return f"wins: {goal(terms, 'short', unit, names)}", ""
    ends = f"one {unit}" if terms.ends.is_single else f"until {end_phrase(as_bet(terms), unit)}"
    return (f"counts {counted_name(terms)}" if terms.counted else ""), ends


def line_text(terms: "Terms", index: int, unit: str, names: Winners | None = None) -> str:
    """What one of several pay lines of a wager is for, as a rack card lists it."""
    terms = as_bet(terms)
    line = terms.lines[index]
    match line.when:
        case Happened(event, 1) if line.pay is not None and line.pay.net <= 0:  # it is not a goal of the player
            return capitalized(words_of(event.game).plain(meaning_of(event)))
        case _:
            text = placed_text(terms, index, "rack")
            return text or condition_text(line.when, "rack", unit, names, _outcomes(terms))


def line_clause(terms: "Terms", index: int, names: Winners | None = None) -> str:
    """What one of several pay lines of a wager is for, in rules of play: what follows *when*."""
    bet = as_bet(terms)
    text = placed_text(bet, index, "clause")
    return text or condition_text(bet.lines[index].when, "clause", terms.game.unit, names, _outcomes(terms))


def felt_line(terms: "Terms", index: int, unit: str, names: Winners | None = None) -> str:
    """What one of several pay lines of a wager is for, as the felt lists it: in as few words as possible."""
    terms = as_bet(terms)
    text = placed_text(terms, index, "short")
    return text or condition_text(terms.lines[index].when, "short", unit, names, _outcomes(terms))


def if_cashed_out(count: int) -> str:
    """A count of a ladder that is paid on request only."""
    return f"{count}, if cashed out"


def filed_line(text: str, filed: str) -> str:
    """What a pay line is for, with what the document calls it."""
    return f"{text} (filed: {filed})" if filed else text


def placed_text(terms: "Terms", index: int, register: Register) -> str | None:
    """What a pay line is for on a wager that may be bet on several places, whichever it is on; None on any other."""
    when = terms.lines[index].when
    if terms.wager == terms.group or not isinstance(when, Happened):
        return None
    text = words_of(when.event.game).placed(meaning_of(when.event), register)
    return text if when.times == 1 else f"{text},{repeated(when.times)}"


def _outcomes(terms: "Terms") -> int:
    """After how many outcomes a wager is over; 0 where an event ends it."""
    return terms.ends.outcomes or 0


def before_phrase(terms: "Terms", unit: str) -> str:
    """What loses if it comes first, after what wins; empty where nothing can."""
    return _before(as_bet(terms), "short", unit, {})


def loses_first(terms: "Terms") -> str:
    """What loses a wager that one outcome may both win and end; empty where the end says it."""
    when, ends = as_bet(terms).lines[0].when, as_bet(terms).ends.event
    if ends is None or not isinstance(when, Happened) or len(terms.lines) > 1:
        return ""
    return words_of(ends.game).before(meaning_of(ends), meaning_of(when.event)) or ""


def _followed(text: str, terms: "Terms", before: str) -> str:
    """What wins and before what, with a comma where what wins is more than one thing."""
    when = terms.lines[0].when
    is_one = isinstance(when, Happened | Streak | Exactly | Different) and not any(
        words_of(event.game).is_joined(meaning_of(event)) for event in _events(when)
    )
    is_long = not is_one and any(mark in text for mark in (", then ", ", or ", ", but ", "; "))
    return f"{text},{before}" if is_long and before.startswith(" ") else text + before


def _before(terms: "Terms", register: Register, unit: str, names: Winners) -> str:
    """What loses if it comes first, or the outcomes within which it must happen."""
    when, ends = terms.lines[0].when, terms.ends.event
    parts = _leaves(when)
    if isinstance(when, Several) and all(part in names for part in when.parts):
        return ""  # the other wagers say it
    if ends is None:
        outcomes = terms.ends.outcomes or 0
        counts = all(isinstance(part, COUNTED) for part in parts) and outcomes > 1
        return f" within {spelled(outcomes)} {unit}s" if counts else ""
    events = _events(when)
    if not events or not all(isinstance(part, COUNTED) for part in parts):
        return ""
    within = "" if terms.ends.outcomes is None else f", within {plural_spelled(terms.ends.outcomes, unit)}"
    if any(event.cells & ends.cells for event in events):
        left = words_of(ends.game).before(meaning_of(ends), meaning_of(events[0])) if len(events) == 1 else None
        return f" before {left}{within}" if left else within
    return f" before {_end(ends, register)}{within}"


COUNTED = (Happened, Different, Streak, Pattern, Exactly)
"""Conditions on what outcomes are, rather than on how their numbers compare."""


def _leaves(condition: Condition) -> tuple[Condition, ...]:
    """The parts that a condition is made of, however deep."""
    if isinstance(condition, Several):
        return tuple(leaf for part in condition.parts for leaf in _leaves(part))
    return (condition,)


def _end(ends: Event, register: Register) -> str:
    words, meaning = words_of(ends.game), meaning_of(ends)
    return words.clause(meaning) if register == "clause" else words.until(meaning)


def end_phrase(terms: "Terms", unit: str) -> str:
    """What ends a wager, after *until*: "a 7 is rolled", "the third spin"."""
    event, outcomes = terms.ends.event, terms.ends.outcomes
    last = "" if outcomes is None else f"the {ordinal(outcomes)} {unit}" if outcomes > 1 else f"the next {unit}"
    if event is None:
        return last
    text = words_of(event.game).plain(meaning_of(event))
    return f"{text} or {last}, whichever comes first" if last else text


def end_event_clause(event: Event) -> str:
    """An event that ends a wager, in rules of play: what follows *when*."""
    return _end(event, "clause")


def end_clause(terms: "Terms", unit: str) -> str:
    """What ends a wager, in rules of play."""
    event, outcomes = terms.ends.event, terms.ends.outcomes
    after = "" if outcomes is None else f"after {plural_spelled(outcomes, unit)}"
    if event is None:
        return f"{capitalized(after)}."
    note = words_of(event.game).note(meaning_of(event))
    over = "" if terms.counted or terms.may_win_at_end else " Wagers that have not won by then lose."
    first = f", or {after}, whichever comes first" if after else ""
    return f"When {_end(event, 'clause')}{first}.{over}{note}"


def _events(condition: Condition) -> tuple[Event, ...]:
    """The events that a condition asks for."""
    match condition:
        case Happened(event) | Exactly(event) | Streak(event):
            return (event,)
        case Different(events) | Pattern(events):
            return events
        case Several(parts):
            return tuple(event for part in parts for event in _events(part))
        case _:
            return ()


def counted_name(terms: "Terms") -> str:
    """What a ladder counts, by name."""
    return _counted(terms, "short")


def counted_sentence(terms: "Terms", register: Register) -> str:
    """What a ladder counts, in a sentence."""
    return _counted(terms, register)


def _counted(terms: "Terms", register: Register) -> str:
    counted = terms.counted
    assert counted is not None
    unit = terms.game.unit
    if counted.kind == "outcomes":
        return f"{unit}s" if register == "short" else f"Each {unit} counts one, the one that ends the wager included."
    if not counted.events:
        parts = "; ".join(condition_text(part, "short", unit) for part in counted.parts)
        return f"how many of these: {parts}" if register == "short" else f"Each of these counts one: {parts}."
    events = counted.events
    return words_of(events[0].game).counted([meaning_of(event) for event in events], register)


# ---- a rack card: how a wager is decided


def decided(terms: "Terms", unit: str, who: str) -> str:
    """When a wager is paid and when it loses."""
    terms = as_bet(terms)
    single = len(terms.lines) == 1 and not terms.counted
    if terms.bundle:
        return f"{who} is several bets in one call. Each of them is paid or lost by itself."
    if terms.ends.is_fixed and not (terms.counted and not terms.ends.is_single):
        if terms.ends.is_single:
            return f"{who} is decided by one {unit}. The front shows what pays; anything else loses."
        pays = "It wins if what the front shows has happened by then" if single else "The first line that applies pays"
        if terms.takes_first and not single:
            pays = "The first line on the front to happen is paid at once"
        return f"{who} lasts {spelled(terms.ends.outcomes or 0)} {unit}s. {pays}; anything else loses."
    ends = end_phrase(terms, unit)
    if terms.counted:
        return _decided_by_count(terms, unit, ends)
    if terms.takes_first and not single:
        return f"{who} is up until {ends}. The first line on the front to happen is paid at once; anything else loses."
    if not single:
        if not terms.settles_at_end:
            return f"Until {ends}, the first line on the front that applies pays. Anything else loses."
        return f"{who} is up until {ends}. Then the first line on the front that applies pays; anything else loses."
    if terms.settles_at_end:
        return f"{who} is up until {ends}. It wins then if what the front shows has happened."
    if terms.waits(0):
        return f"{who} is up until {ends}. It wins then if what the front shows is true, and loses if not."
    if terms.may_win_at_end:
        return f"{who} is up until {ends}. The front shows what wins; anything else loses."
    return f"{who} wins as soon as what the front shows has happened. If {_first(terms, unit)}, it loses."


def _first(terms: "Terms", unit: str) -> str:
    """What ends a wager before it has won, after *if*."""
    event, outcomes = terms.ends.event, terms.ends.outcomes
    if event is None:
        return f"{spelled(outcomes or 0)} {unit}s go by first"
    text = f"{words_of(event.game).plain(meaning_of(event))} first"
    return text if outcomes is None else f"{text}, or {spelled(outcomes)} {unit}s go by"


def _decided_by_count(terms: "Terms", unit: str, ends: str) -> str:
    counts = counted_sentence(terms, "rack")
    if any(offer.kind == "cash out" for offer in terms.offers):
        top = terms.lines[0].rung
        return (
            f"{counts} Your count sets the payout, which you claim between {unit}s. "
            f"Only the payout for {top} is paid automatically. If {_first(terms, unit)}, the wager loses."
        )
    early = "" if terms.settles_at_end else ", or as soon as it can no longer change"
    return f"{counts} The wager is up until {ends}. Your count then sets the payout{early}."


def marks_kept(terms: "Terms", unit: str) -> str:
    """How long marks are kept: a round of marks ends with what ends the wager, whatever the options make of it."""
    if terms.marks == "none":
        return ""
    if terms.ends.is_fixed:
        return f"The {unit}s count from the first bet and are the same for all players."
    ends = end_phrase(terms, unit) + ("" if terms.works is None else " while the wager works")
    match terms.marks:
        case "bet":
            kept = f"start with the first bet and stay until {ends} or no wager of this game is up"
        case "game":
            kept = f"stay until the wager wins or {ends}"
        case _:
            kept = f"stay until {ends}"
    return f"Lammers {kept}. They are the same for all players."


def zeros(name: str, pockets: Iterable[str], spins_by_saved: Mapping[tuple[int, ...], Iterable[int]], unit: str) -> str:
    """What a zero does to a wager on a sequence of numbers: which lines can still be paid after it."""
    parts = []
    for saved, at in spins_by_saved.items():
        where = f"on {unit} {listed(at, 'or')}"
        parts.append(f"{where} only lines on {unit}s {listed(saved)} can pay" if saved else f"{where} the wager loses")
    return f"A {name} ({listed(pockets, 'or')}) is never part of a winning line: {'; '.join(parts)}."


COLLECTED_EARLY = "A wager is collected as soon as it can no longer be paid."


def works(terms: "Terms", unit: str) -> str:
    """When a wager is off."""
    terms = as_bet(terms)
    if terms.works is None:
        return ""
    if terms.works_on_table:
        on = event_text(terms.works, "clause")
        return f"The wager works only while {on} at the table. It is returned if it is off when its bet is decided."
    on = event_text(terms.works, "clause")
    return f"The wager works only while {on}. On any other {unit} it is off: it cannot win or lose."


# ---- how to bet


def opens(terms: "Terms", unit: str) -> str:
    """When a wager may be bet."""
    if not terms.is_bet:
        return "It cannot be bet by itself."
    if terms.behind is not None:
        return f"Bet behind {terms.behind.name} once its point is on{limit(terms)}."
    window = terms.game.windows.get(terms.opens.window, f"before any {unit}")
    own = f" Its first {unit} is its own come-out roll." if terms.own_line else ""
    match terms.opens.guard:
        case "unmarked":
            return f"Bet {window}, as long as the wager has no lammers yet.{own}"
        case "none up":
            return f"Bet {window}, once the last round is over.{own}"
        case None:
            return f"Bet {window}.{own}"


def limit(terms: "Terms") -> str:
    """How much may be bet behind another wager, after a comma; empty where there is no limit."""
    if terms.behind is None or terms.behind.limit is None:
        return ""
    most, points = terms.behind.limit, set(terms.game.phase_numbers.values())
    parts: list[str] = []
    for numbers, times in most.multiples:
        on = [number for number in numbers if number in points]
        if numbers and not on:
            continue
        whose = "" if parts else f" the {terms.behind.name} bet"
        where = f" on {listed(on, 'or')}" if on else ""
        parts.append(f"{times} time{'s' if times > 1 else ''}{whose}{where}")
    return f", {'to win ' if most.to_win else ''}up to {', '.join(parts)}"


def commission(terms: "Terms") -> str:
    """What the house takes beside the pays; empty where nothing."""
    taken = terms.commission
    if taken is None:
        return ""
    rounded = ", rounded down to the chip" if taken.is_rounded else ""
    rate = f"{float(taken.rate * 100):g} % commission"
    match taken.of, taken.when_bet:
        case "win", False:
            return f"{rate} on wins{rounded}."
        case "stake", False:
            return f"{rate} on the bet, taken from wins{rounded}."
        case of, _:
            return f"{rate} on the {'bet' if of == 'stake' else 'win'}, paid when you bet{rounded}."


def bundle(terms: "Terms") -> str:
    """What a bundle is made of: bets with the same number of units together."""
    parts = []
    by_units = sorted(terms.bundle, key=lambda share: -share.units)
    for units, shares in groupby(by_units, key=lambda share: share.units):
        names = [share.name for share in shares]
        parts.append(f"{plural_spelled(units, 'unit')}{' each' if len(names) > 1 else ''} on {listed(names)}")
    return "; ".join(parts)


def paid(line: "PayLine") -> str:
    """What a pay line pays, or what the stake becomes."""
    if line.turns_into:
        return f"becomes {line.turns_into_name}"
    return "not posted" if line.pay is None else str(line.pay)


def requires(card: str, names: Iterable[str]) -> str:
    """Which wagers of another card a player must have up."""
    return f"You must also have a bet on {listed(names, 'or')} ({card})."


def places(count: int) -> str:
    """On how many places of the layout a wager may be bet."""
    return f"Bet on any of the {count} places." if count > 1 else ""


def several(terms: "Terms") -> str:
    """Whether a seat may have several bets, and whether part of one may be cashed out."""
    separate = "You may have several separate bets; each is settled by itself." if terms.several else ""
    partial = "You may cash out part of a bet and let the rest ride." if terms.partial else ""
    return " ".join(part for part in (separate, partial) if part)


def take_down(terms: "Terms", unit: str) -> str:
    """Until when a bet may be taken down; empty where its first outcome decides it."""
    if terms.down_any_time:
        return "You may take it down at any time."
    return "" if terms.ends.is_single else f"You may take it down before the first {unit} after you bet it."


# ---- what a player may do on the way, and what the dealer gets


def surrender(unit: str) -> str:
    return f"After any {unit} you may surrender the wager for the payout shown for its count. The wager is then over."


def cash_out(unit: str) -> str:
    return (
        f"After any {unit} you may take the payout shown for your count, or let it ride for more. "
        "A payout you do not take before the end is lost."
    )


def take_back(terms: "Terms", unit: str) -> str:
    """When a player may have the stake back."""
    return f"{capitalized(_back_after(terms, unit))}, and until you reach the first payout, you may take your bet back."


def _back_after(terms: "Terms", unit: str) -> str:
    """After which outcome a stake may be taken back: any, or the first on which the wager works."""
    waits = any(offer.kind == "take back" and offer.when != Played(0) for offer in terms.offers)
    if terms.works is None:
        return f"after the first {unit}"
    return f"after the first {unit} on which the wager works" if waits else f"after any {unit}, on or off"


ENVY_NOT_POSTED = "No envy bonus is posted: the dealer receives none."


def envy(on_surrender: bool) -> str:
    """When the dealer is paid."""
    when = "win or surrender" if on_surrender else "win"
    return (
        f"When you {when}, the dealer wins too: the house pays the dealer the envy bonus shown, on the amount of your "
        "bet. It costs you nothing."
    )


# ---- rules of play, as a card's page lists them


def play_terms(terms: "Terms", unit: str, required: str) -> Iterable[tuple[str, str]]:
    """What a player must know beyond the rule and the pays, each with what it is about."""
    terms = as_bet(terms)
    if terms.bundle:
        yield "Made of", f"{capitalized(bundle(terms))}. Each bet is paid or lost by itself."
    yield "Ends", end_clause(terms, unit)
    if terms.settles_at_end:
        yield "Paid", "At the end."
    if terms.takes_first:
        yield "Paid", "The first line to happen, at once."
    if taken := commission(terms):
        yield "Commission", taken
    if terms.works is not None:
        where = " at the table" if terms.works_on_table else ""
        yield f"{unit.capitalize()}s that count", f"Only while {event_text(terms.works, 'clause')}{where}."
    yield "Betting", opens(terms, unit)
    if required:
        yield "Requires", required
    if terms.marks != "none":
        yield "Lammers", marks_kept(terms, unit)
    if offers := " ".join(_offers(terms, unit)):
        yield "Offers", offers
    if terms.partial and terms.offers:
        yield "Partial", "Part of a wager may be cashed out; the rest stays up."
    if terms.envy_is_named:
        yield "Envy bonus", envy_terms(terms)
    if terms.several:
        yield "Several bets", "A seat may have several separate bets."
    yield "Take down", "At any time." if terms.down_any_time else f"Before the first {unit} of the wager."


def _offers(terms: "Terms", unit: str) -> Iterable[str]:
    """What may be taken between outcomes, and at which pay."""
    surrenders = [offer for offer in terms.offers if offer.kind == "surrender"]
    if surrenders:
        yield f"Surrender {listed([f'at {offer.count} for {offer.pay}' for offer in surrenders], 'or')}."
    kinds = {offer.kind for offer in terms.offers}
    if "cash out" in kinds:
        yield "Cash out at any payout below."
    if "take back" in kinds:
        yield f"Take the bet back {_back_after(terms, unit)}, below the first payout."


def envy_terms(terms: "Terms") -> str:
    """What the dealer is paid, and when."""
    earned = "wins or is surrendered" if terms.envy_on_surrender else "wins"
    if terms.envy is None:
        return ENVY_NOT_POSTED
    of_stake = "" if terms.envy.unit == "x" else " on the stake"
    return f"{terms.envy}{of_stake}, paid to the dealer when the wager {earned}."


NO_RULE = "The document gives no rule."
PAID_BY_COUNT = "The payout depends on the count reached."
FIRST_LINE = "The first line below that applies pays."
BUNDLE_PAYS = "All of its bets together come to the pays below."
