"""The sentences of a rack card: to a player, in the present tense, each from the facts of the wagers."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rackcard.games.game import Event
from rackcard.games.wording import meaning_of, words_of
from rackcard.money import short_dollars
from rackcard.number import Pay, decimal, listed, spelled
from rackcard.wording.limits import Payout, StakeLimits
from rackcard.wording.rules import counted_name, counted_sentence, end_phrase, felt_line, limit, paid
from rackcard.wording.sentence import capitalized

if TYPE_CHECKING:
    from rackcard.card import Terms

Step = tuple[str, str]
"""The point that a step begins with, and the rest of it."""

HOW_TO_PLAY = "How to play"
PAYS_CONTINUED = "Pays"
TO_CHOOSE = "or ride?"
CASH_OUT, RIDE, SURRENDER = "Cash out", "Ride", "Surrender"
DEALER_ENVY = "Dealer envy bonus"
LIMITS = "Limits"
ENVY = "Envy"
ROLLED = "Number"
REPEATS = "Repeats"
COMBINED = "Combinations"
FULL_PAY, EARLY_PAY = "full pay: you win", "surrender pay: yours if you stop here"
EACH_ALONE = "each part is paid by itself"
EACH_OWN_TRACK = "Each is its own bet. Fill its track to win."
MAXIMUMS_ON_BACK = "maximums on the back"
NO_REPEAT = "A repeat changes nothing."
NOTICES = (
    "See a floor supervisor for the full rules. Management reserves all rights.",
    "Gambling problem? Call 1-800-GAMBLER.",
)


# ---- the front


def tagline(terms: "Terms", kind: str, wagers: int) -> str:
    """What a card is, in one line."""
    game, unit, ends = terms.game, terms.game.unit, terms.ends.event
    before = "" if ends is None else f" before {ender(terms)}"
    kinds = {offer.kind for offer in terms.offers}
    way = " Cash out on the way." if "cash out" in kinds else " Surrender on the way." if "surrender" in kinds else ""
    match kind:
        case "ladder":
            return f"{capitalized(counted_name(terms))}{before}.{way}"
        case "numbers":
            return f"Mark all your numbers{before}.{way}"
        case "pips":
            return f"Repeat your number{before}.{way}"
        case "":
            return f"{side_bets(wagers)} for {game.name}."
        case _ if terms.ends.is_fixed and not terms.ends.is_single:
            return f"{side_bets(wagers)} on {spelled(terms.ends.outcomes or 0)} {unit}s."
        case _:
            where = f"on one {game.name} {unit}" if terms.ends.is_single else f"for {game.name}"
            return f"{side_bets(wagers)} {where}."


def ender(terms: "Terms") -> str:
    """What ends a wager; where it is off on some outcomes, not any of its kind does."""
    assert terms.ends.event is not None
    words, meaning = words_of(terms.ends.event.game), meaning_of(terms.ends.event)
    return words.ender(meaning) if terms.works is None else words.noun(meaning) or words.ender(meaning)


def side_bets(count: int) -> str:
    return capitalized(f"{spelled(count)} side bet{'s' if count > 1 else ''}")


def commission_in_pay(pay: Pay) -> str:
    """That a pay a little below even money has the commission in it."""
    return f"{pay} is even money less a commission of {decimal((1 - pay.net) * 100)}%."


def rung_label(text: str, count: int, noun: tuple[str, str]) -> str:
    """What a step of a ladder takes.

    >>> rung_label("4", 4, ("number", "numbers")), rung_label("1", 1, ("point", "points"))
    ('4 numbers', '1 point')
    """
    return f"{text} {noun[0] if text == '1' else noun[1]}"


def rung_of_all(count: int, noun: tuple[str, str]) -> str:
    return f"All {spelled(count)} {noun[1]}"


def rung_of_parts(text: str, of: int) -> str:
    return f"{text} of {of}"


def up_to(pay: str) -> str:
    return f"up to {pay}"


def pays_unit(unit: str) -> str:
    return f"pays {unit}"


def also_called(name: str) -> str:
    return f"also called {name}"


def on_table(table: str) -> str:
    return f"pay table {table}"


def any_place(count: int) -> str:
    return f"on any of {count} places"


def envy_note(pay: Pay) -> str:
    """The envy bonus of a wager, beside its name."""
    return f"envy {envy_short(pay)}"


def envy_short(pay: Pay) -> str:
    return f"{decimal(pay.amount)}×" if pay.unit == "x" else str(pay)


def number_first(before: str) -> str:
    """What wins a family of wagers on numbers: the number, before something else."""
    return f"Your number{before}." if before else "Your number on the next roll."


def before_number(noun: str) -> str:
    return f"{capitalized(noun)} before your number."


def one_outcome(unit: str) -> str:
    return f"Decided by one {unit}."


def end_loses(terms: "Terms") -> str:
    """What loses, on the strip below the pays."""
    what = capitalized(ender(terms))
    return f"{what} and the bet loses" if terms.works is None else f"{what} while the bet is on loses"


def comes_first(what: str) -> str:
    return f"{capitalized(what)} and the bet loses"


def fewer_lose(count: int, noun: tuple[str, str]) -> str:
    """What loses on a ladder that is paid at the end."""
    return f"Fewer than {rung_label(str(count), count, noun)} and the bet loses"


def anything_else(unit: str) -> str:
    return f"One {unit} decides. Anything else loses"


def within(outcomes: int, unit: str) -> str:
    return f"{capitalized(spelled(outcomes))} {unit}s decide. Anything else loses"


def minimum(limits: StakeLimits) -> str:
    return f"{short_dollars(limits.least)} minimum"


def maximum(limits: StakeLimits) -> str:
    return f"{short_dollars(limits.most)} maximum"


def for_means(pay: Pay) -> str:
    """What "for" says, once on a card that has it."""
    back = short_dollars(int(pay.amount * 100))
    return f"{pay} = {back} back for every {short_dollars(pay.per * 100)}, your bet included"


def dollars_of(amount: int) -> str:
    """An amount without cents where it is whole."""
    return short_dollars(amount)


# ---- steps


def bet_step(terms: "Terms", title: str) -> Step:
    """When a wager may be bet."""
    unit = terms.game.unit
    window = terms.game.windows.get(terms.opens.window, f"before any {unit}")
    match terms.opens.guard:
        case "unmarked":
            return f"Bet {window}", "as long as your bet has no lammers yet."
        case "none up":
            return f"Bet {window}", f"if nobody has a {title} bet up."
        case None:
            return f"Bet {window}.", ""


def count_step(terms: "Terms") -> Step:
    """What counts on a ladder."""
    assert terms.counted is not None
    return counted_sentence(terms, "rack"), NO_REPEAT if terms.counted.different else ""


def sets_step(unit: str) -> Step:
    return "Each number of your bet gets a lammer", f"the first time it comes. {NO_REPEAT}"


def sets_win_step(terms: "Terms") -> Step:
    if terms.settles_at_end:
        return "Mark them all to win.", f"You are paid when {end_phrase(terms, terms.game.unit)}."
    return "Mark them all and you are paid at once.", ""


def repeats_step(terms: "Terms", is_number: bool) -> Step:
    what = "your number comes, it" if is_number else "it happens, your bet"
    unit = terms.game.unit
    paid = f"when {end_phrase(terms, unit)}" if terms.settles_at_end else f"on that {unit}"
    return f"Each time {what} moves up one stop.", f"Reach the last stop and you are paid {paid}."


def streak_step() -> Step:
    return "It must come in a row.", "Anything else sends you back to the start."


def combined_step(names: Sequence[str]) -> Step:
    """Wagers that win with others of the card."""
    if len(names) == 1:
        return names[0], "wins as soon as one of the bets shown with it wins."
    return listed(names) if len(names) <= 3 else COMBINED, "win as soon as one of the bets shown with them wins."


def one_outcome_step(unit: str, several: bool, *, held: bool = False) -> Step:
    lead = f"One {unit} decides {'every' if several else 'the'} bet"
    return f"{lead}{UNLESS_HELD if held else ''}.", "The front shows what pays; anything else loses."


UNLESS_HELD = ", unless it becomes another"


def several_outcomes_step(outcomes: int, unit: str) -> Step:
    return f"Your bet is up for {spelled(outcomes)} {unit}s.", "The front shows what pays; anything else loses."


def one_pay_step() -> Step:
    return "One bet, one pay.", "Where two lines fit, the one printed first is paid."


def named_step(name: str, steps: Iterable[Step]) -> Step:
    """The steps of one of several wagers, as one that begins with its name."""
    return f"{name}.", " ".join(part for step in steps for part in step if part)


def at_end_step(terms: "Terms") -> Step:
    """When a ladder without offers is paid."""
    if terms.ends.is_single:
        return "Your count sets the pay.", ""
    early = "" if terms.settles_at_end else ", or as soon as the pay can no longer change"
    ends = end_phrase(terms, terms.game.unit)
    return (
        "Your count sets the pay",
        f"when {ends}{early}." if terms.ends.event is not None else f"after {ends}{early}.",
    )


def plain_step(text: str) -> Step:
    return "What decides it.", text


def several_windows(units: str) -> str:
    return f"Bet between {units}, when each bet is open."


def claim_step(first: str, unit: str) -> Step:
    return (
        f"With {first} or more, you can cash out",
        f"between {unit}s. You win what the ladder shows, and your bet comes back.",
    )


def ride_step(thing: str, top: str) -> Step:
    """What happens if nothing is claimed; ``thing`` is what moves up a ladder that counts each of them once."""
    moves = f"The next new {thing} moves you up. " if thing else ""
    return "Say nothing and your bet rides.", f"{moves}{top}"


def surrender_step(unit: str) -> Step:
    return (
        "Surrender if you like.",
        f"At a stop with a pay in a ring you can end the bet for that pay, between {unit}s.",
    )


def loses_step(terms: "Terms", several: bool) -> Step:
    """What loses, and what does not."""
    assert terms.ends.event is not None
    words, meaning = words_of(terms.ends.event.game), meaning_of(terms.ends.event)
    which = " everything still up" if several else ""
    if terms.works is not None:
        return f"{capitalized(ender(terms))} loses{which}", "while the bet is on."
    return f"{capitalized(ender(terms))} loses{which}.", words.ender_note(meaning)


def top_pays(label: str, pay: Pay) -> str:
    return f"{label} pay {pay} at once; you don't have to ask."


# ---- examples


def example_heading(stake: int, name: str) -> str:
    return f"{short_dollars(stake)} on {name}"


FOR_EXAMPLE = "For example"
STOP_NOW = {"cash out": "Yours if you stop", "surrender": "Surrender now", "": ""}
"""What the last column of an example says, by what can be taken on the way."""
REPEAT, OFF, NOTHING_YET = "repeat", "off", "–"


def your(mark: str) -> str:
    return f"Your {mark}"


def bet_back(amount: int) -> str:
    return f"{short_dollars(amount)} bet back"


def wins_amount(won: int, *, cut: bool = False) -> str:
    """What is won; where the payout limit cuts it, that it does."""
    return f"wins {short_dollars(won)}{' (payout limit)' if cut else ''}"


def loses_amount(lost: int) -> str:
    return f"loses {short_dollars(lost)}"


COMES_BACK = "comes back"


def stake_at(stake: int, pay: Pay | None) -> str:
    return short_dollars(stake) if pay is None or pay.net <= 0 else f"{short_dollars(stake)} at {pay}"


def money_at(won: int, paid: int, stake: int, pay: Pay) -> str:
    """What a player gets, by how the pay is said."""
    if pay.unit == "for":
        return f"{short_dollars(paid)} at {pay}, your bet included"
    return f"{short_dollars(won)} at {pay}, plus your {short_dollars(stake)}"


def claimed(kind: str, money: str, terms: "Terms") -> str:
    """How an example ends that the player ends."""
    said = 'You say "cash out"' if kind == "cash out" else "You surrender"
    risk = "" if terms.ends.event is None else f" Ride on instead, and {ender(terms)} takes it all."
    return f"{said}: {money}.{risk}"


def won_example(money: str) -> str:
    return f"You win: {money}."


def envy_paid(amount: int) -> str:
    return f" The house pays the dealer {short_dollars(amount)}."


CUT = " The payout limit applies."


# ---- the rest of the back


def choice_heading(kind: str) -> str:
    return f"{kind} {TO_CHOOSE}"


def take_text(kind: str) -> str:
    if kind == CASH_OUT:
        return "Paid right away, pay and bet together. You're out until betting opens again."
    return "Paid right away at the pay in the ring. The bet is over."


def ride_text(event: Event | None, unit: str) -> str:
    if event is None:
        return f"Go for a bigger pay on the next {unit}."
    words, meaning = words_of(event.game), meaning_of(event)
    return f"Go for a bigger pay. If {words.noun(meaning) or words.ender(meaning)} comes first, the bet loses."


def whose(names: Sequence[str]) -> str:
    """Whose rule follows: wagers by name."""
    return f"{listed(names)}."


ALL_OTHERS = "All other wagers."


def held_over(unit: str, *, again: bool) -> str:
    """What becomes of a bet that is held for another outcome."""
    more = " If the same comes again, it stays up again." if again else ""
    return (
        f"A bet that becomes another stays up for the next {unit}. If it would win then, you get it back; if not, it "
        f"loses.{more}"
    )


STAYS_UP = "it stays up"


def held_pays(held: "Terms") -> str:
    """What a bet pays that another has become."""
    unit = held.game.unit
    lines = [
        f"{felt_line(held, index, unit)}: {STAYS_UP if line.turns_into == held.wager else paid(line)}"
        for index, line in enumerate(held.lines)
    ]
    return f"{held.title}: {'; '.join([*lines, 'anything else loses'])}."


def behind(terms: "Terms") -> str:
    """How much may be bet behind another wager."""
    assert terms.behind is not None
    return f"Bet behind {terms.behind.name} once its point is on{limit(terms)}."


def bet_sentence(terms: "Terms") -> str:
    window = terms.game.windows.get(terms.opens.window, f"before any {terms.game.unit}")
    return f"Bet {window}."


MIND_LEAD = "Changed your mind?"


def envy_text(on_surrender: bool, amount: Pay | None, has_offers: bool) -> str:
    """What the dealer gets, where it is the same for all wagers or is on the front."""
    whom = "the house also pays the dealer"
    if amount is None:
        what = f"{whom} the envy bonus shown on the front"
    elif amount.unit == "x":
        what = f"{whom} {decimal(amount.amount)} times your bet"
    else:
        what = f"{whom} {amount} on your bet"
    surrendered = (
        "" if not has_offers else " Surrendered bets pay it too." if on_surrender else " Surrendered bets pay none."
    )
    return f"When you win, {what}. It costs you nothing.{surrendered}"


def limit_words(limits: StakeLimits) -> str:
    if limits.least == limits.most:
        return short_dollars(limits.least)
    most = f" to {short_dollars(limits.most)}" if limits.most else " or more"
    return f"{short_dollars(limits.least)}{most}"


def limits_of(text: str, names: Sequence[str]) -> str:
    """The limits of most wagers, or of some by name."""
    return f"{listed(names)} {text}" if names else f"{text} a bet"


def all_limits(parts: Iterable[str]) -> str:
    return f"{capitalized('; '.join(parts))}."


def payout_words(payout: Payout, unit: str, claims: Iterable[str]) -> str:
    """What a payout limit means to a player."""
    named = listed(claims)
    most = short_dollars(payout.amount)
    if payout.scope == "wager":
        counted = f" {named.capitalize()} count toward it." if named else ""
        return f"No bet wins more than {most}.{counted}"
    counted = f"; {named} count too" if named else ""
    return f"All wins of one {unit} together pay up to {most}, shared in proportion{counted}."


def imprint(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)


def options_in_force(options: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options)
