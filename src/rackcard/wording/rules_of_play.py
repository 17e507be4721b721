"""Rules of play in words: shall, may and means, with defined terms in capitals and serial commas."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rackcard.games.conditions import Condition, Different, Exactly, Happened, Pattern, Several, Streak
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.games.game import Game
from rackcard.games.wording import mark_of
from rackcard.number import Pay, decimal, listed, spelled
from rackcard.wording.conditions import ordinal
from rackcard.wording.rules import (
    as_bet,
    counted_name,
    end_event_clause,
    end_phrase,
    limit,
)
from rackcard.wording.sentence import capitalized, unbroken

if TYPE_CHECKING:
    from rackcard.card import Terms


def tied(pay: Pay | None) -> str:
    """A pay that no line breaks."""
    return unbroken(str(pay))


RULES_OF_PLAY = "Rules of play"
SOURCE = "Source"
ALL_OTHERS = "All other wagers."
ALL_WAGERS = "All wagers"
DEFINITIONS, EQUIPMENT, WAGERS, PLAY = "Definitions", "Equipment", "Wagers", "Play of the game"
PAYOUTS, DEALER, IRREGULARITIES = "Payouts", "Dealer procedures", "Irregularities"
LIMITS, EXAMPLES, OPTIONS = "Limits", "Worked examples", "Options elected"
SUBMITTED, APPROVED, DATE = "Submitted for the house", "Approved", "Date"


def intro(title: str, game: str, wagers: int, is_base: bool, has_base: bool) -> str:
    """What these rules are for."""
    if is_base:
        return f"These rules govern the wagers of the game of {game}."
    if has_base:
        return f"These rules govern the {spelled(wagers)} wagers of {title}, a form of the game of {game}."
    what = "an optional side wager" if wagers == 1 else f"a set of {spelled(wagers)} optional side wagers"
    return f"{title} is {what} for the game of {game}."


def from_source(source: str, under: str) -> str:
    """Where the rules come from, and where they are filed."""
    filed = f" Filed under {under.rstrip('.')}." if under else ""
    return f"{SOURCE}: {source}.{filed}"


def drafted() -> str:
    return "No pay is posted for any of these wagers. None of them shall be offered until a pay is posted."


LAMMER, MARKER = "lammer", "marker"
"""What marks are made with."""

# ---- definitions


def defined(term: str, meaning: str, names: Sequence[str] = ()) -> tuple[str, str]:
    """A term in quotation marks, and what it means; perhaps for some wagers only.

    >>> defined("Count", "the number of rolls.", ["Long"])
    ('“Count”', 'means, for Long, the number of rolls.')
    """
    return f"“{term}”", f"means, for {listed(names)}, {meaning}" if names else f"means {meaning}"


def marked(unit: str, piece: str) -> str:
    return (
        f"shown by a {piece} on the layout because it has come during the current Round. “Mark” means to place the "
        f"{piece} after the {unit} is called."
    )


def round_of(terms: "Terms", card: str) -> str:
    """What a round of marks is: it depends on what begins and what ends it."""
    unit = terms.game.unit
    ends = end_phrase(as_bet(terms), unit)
    first = f"the period that begins with the first {unit} after"
    if terms.ends.is_fixed:
        return f"{first} a {card} wager is made and ends with {ends}, or when no such wager remains in play."
    match terms.marks:
        case "bet":
            return f"{first} a {card} wager is made and ends when no such wager remains in play."
        case "game":
            return (
                f"{first} the previous Round and ends when the wager is decided or {ends}, whether or not it is made."
            )
        case _:
            return f"{first} the previous Round and ends when {ends}, whether or not wagers are made."


def count_of(terms: "Terms") -> str:
    """What the count is, and since when."""
    if terms.ends.is_single:
        since = f"on the {terms.game.unit} that decides the wager"
    else:
        since = "during the current Round" if terms.marks != "none" else "since the wager was made"
    told = f"the number of {counted_name(terms)}" if is_named_count(terms) else counted_name(terms)
    return f"{told} {since}."


def is_named_count(terms: "Terms") -> bool:
    """Whether what is counted has a name, rather than a list of conditions."""
    return terms.counted is not None and (bool(terms.counted.events) or terms.counted.kind == "outcomes")


CASH_OUT = "to end a wager between {unit}s at the odds posted for the Count."


def surrender_means(terms: "Terms") -> str:
    return f"to give up a wager between {terms.game.unit}s for the surrender odds posted for {_progress(terms)}."


def _progress(terms: "Terms") -> str:
    """What surrender odds go by."""
    return "the number of times it has been Marked" if terms.marks != "none" else "how often its event has come"


ENVY = "an amount that the house pays the dealer when a wager wins. It is not taken from the player."


def to_one() -> str:
    return "that the wager is paid that many times its amount and that the wager itself is returned."


def for_one() -> str:
    return (
        "that the player receives that many times the amount of the wager in all. The wager itself is included and is "
        "not returned in addition."
    )


# ---- equipment


def layout_zone(title: str, game: str, wagers: int) -> str:
    what = "The wager" if wagers == 1 else "The wagers"
    whose = "a betting area for it" if wagers == 1 else "a betting area for each of them"
    return (
        f"{what} shall be offered only at a {game} table whose layout bears the name {title}, {whose}, and the "
        "payouts of section 5."
    )


def positions(seats: int) -> str:
    return f"The betting areas shall be numbered 1 to {seats}, one for each position at the table."


def played_with(chance: str, device: str) -> str:
    return f"The game shall be played with {chance}. {device}"


def lammers(events: Sequence[str], times: int) -> str:
    """What the layout shows for marks, and how many lammers are kept."""
    if times > 1:
        return (
            "The layout shall bear a track for each wager, with a position for each time its event must happen. "
            "A lammer shall be kept at the table for each track."
        )
    return (
        f"The layout shall bear a position for each of {listed(events)}. {capitalized(spelled(len(events)))} lammers "
        "shall be kept at the table for these positions."
    )


def count_row(highest: int) -> str:
    return f"The layout shall bear a position for each Count from 1 to {highest}, and a lammer shall be kept for them."


def number_track(unit: str, outcomes: int) -> str:
    return (
        f"The layout shall bear a number track, and {spelled(outcomes)} markers shall be kept at the table for the "
        f"numbers of the {unit}s."
    )


POSTED = "The payouts of section 5 and the limits of section 8 shall be posted at the table."

# ---- wagers


def optional(names: Sequence[str], required: Sequence[str]) -> str:
    """That nobody need make the wager, and what it needs."""
    who = f"A {names[0]} wager is optional." if len(names) == 1 else "Each of the wagers is optional."
    if required:
        return f"{who} It may be made only by a player who has a {listed(required, 'or')} wager in play."
    return f"{who} No other wager is required to make it."


def opens(terms: "Terms", card: str) -> str:
    """When a wager may be made."""
    unit = terms.game.unit
    if not terms.is_bet:
        return "The wager may not be made by itself."
    if terms.behind is not None:
        return (
            f"The wager may be made only behind a {terms.behind.name} wager whose point is established{limit(terms)}."
        )
    window = terms.game.windows.get(terms.opens.window, f"before any {unit}")
    if terms.opens.window == "round" and terms.marks != "none":
        window = f"before the first {unit} of a Round"
    own = f" The first {unit} after it is made is its own come-out roll." if terms.own_line else ""
    marks = terms.marks != "none" and not terms.ends.is_single
    match terms.opens.guard if marks or terms.opens.guard == "none up" else None:
        case "unmarked":
            return f"A wager may be made {window}, provided that nothing is Marked for it in the current Round.{own}"
        case "none up":
            return (
                f"A wager may be made {window}, provided that no {card} wager of any player remains in play from an "
                f"earlier {unit}.{own}"
            )
        case None:
            return f"A wager may be made {window}.{own}"


def several(terms: "Terms", wagers: int) -> str:
    """How many wagers a player may have."""
    if terms.several:
        return "A player may have more than one wager in play. Each is settled by itself."
    if terms.opens.guard == "unmarked" and terms.marks != "none" and not terms.ends.is_single:
        return f"A player may add to a wager before any {terms.game.unit} as long as nothing is Marked for it."
    each = " of each kind" if wagers > 1 else ""
    return (
        f"A player may have one wager{each} in a Round." if terms.marks != "none" and not terms.ends.is_single else ""
    )


def not_offered(names: Iterable[str]) -> str:
    return f"The source posts no pay for {listed(names)}. These wagers shall not be offered until a pay is posted."


def places(count: int) -> str:
    return f"The wager may be made on any of {count} places of the layout."


def placed(terms: "Terms") -> str:
    """Where a wager is put, and until when it may be changed."""
    unit = terms.game.unit
    limits = "A wager shall be placed in its betting area and shall be within the limits of section 8."
    if terms.ends.is_single:
        return f"{limits} It may be changed or taken down until {terms.game.play_wording.is_closed}."
    return f"{limits} It may be changed or taken down until the first {unit} after it is made."


def kept(terms: "Terms") -> str:
    """What may be done with a wager later."""
    unit = terms.game.unit
    if terms.ends.is_single and not terms.down_any_time:
        return ""
    if terms.down_any_time:
        return f"A wager may be reduced or taken down before any {unit}."
    return (
        f"After that {unit} a wager may not be reduced, moved, or taken down. It remains in play until it is "
        "decided or "
        "ended as these rules provide."
    )


def commission(terms: "Terms") -> str:
    """What the house takes."""
    taken = terms.commission
    if taken is None:
        return ""
    rounded = ", rounded down to a whole chip" if taken.is_rounded else ""
    rate = f"a commission of {decimal(taken.rate * 100)}%"
    match taken.of, taken.when_bet:
        case "win", False:
            return f"The house shall take {rate} from the winnings{rounded}."
        case "stake", False:
            return f"The house shall take {rate} of the wager from the winnings{rounded}."
        case of, _:
            whose = "wager" if of == "stake" else "amount to be won"
            return f"The player shall pay {rate} of the {whose} when the wager is made{rounded}."


INDEPENDENT = "A wager is settled without regard to whether any other wager is made, wins, or loses."


def bundle(terms: "Terms") -> str:
    """What a combination is made of."""
    units = sum(share.units for share in terms.bundle)
    shares = listed([f"{spelled(share.units)} on {share.name}" for share in terms.bundle])
    return f"The wager is made in {spelled(units)} units: {shares}. Each of these is paid or lost as a separate wager."


# ---- play


def marking(terms: "Terms", sentence: str) -> str:
    """What the dealer marks on a ladder; ``sentence`` is what it counts."""
    if terms.counted is not None and terms.counted.different:
        return f"{sentence} A repeat has no effect."
    return f"{sentence} The dealer shall move the lammer to the new Count."


def marked_by(conditions: Iterable[Condition], unit: str) -> str:
    """What the dealer does as a wager gets on, by what its lines ask for."""
    found = dict.fromkeys(text for one in conditions for text in _markings(one, unit))
    if _repeats(unit) in found:
        found.pop(_once(unit), None)
    return " ".join(found)


def _markings(condition: Condition, unit: str) -> Iterator[str]:
    """How what a condition asks for is marked, in sentences; what must not come has no mark."""
    match condition:
        case Several(parts):
            for part in parts:
                yield from _markings(part, unit)
        case Happened(_, 1) | Different():
            yield _once(unit)
        case Happened():
            yield _repeats(unit)
        case Exactly(_, times) if times:
            yield _repeats(unit)
        case Streak():
            yield _in_a_row(unit)
        case Pattern():
            yield _in_order(unit)
        case _:
            pass


def _once(unit: str) -> str:
    return (
        f"The first time that a {unit} counts for a wager, the dealer shall Mark it on the layout. A repeat has no "
        "effect."
    )


def _repeats(unit: str) -> str:
    return (
        f"Each time a {unit} counts toward a wager, the dealer shall move the lammer on its track by one position. "
        f"The {unit}s need not be consecutive."
    )


def _in_a_row(unit: str) -> str:
    return (
        f"Each time a {unit} counts toward a wager, the dealer shall move the lammer on its track by one position. "
        f"Any other {unit} sends the lammer back to the start of the track."
    )


def _in_order(unit: str) -> str:
    return (
        f"After each {unit} the dealer shall move the lammer on the track of a wager to show how many of its events "
        "have come in order."
    )


NUMBERS_MARKED = "After each {unit} the dealer shall place a marker on the number on the number track."


def first_that_applies(terms: "Terms") -> str:
    """How several pay lines go together."""
    if terms.takes_first:
        return "The wager is decided by the first of these to happen:"
    return "The wager is settled by the first of these that applies:"


def line_result(clause: str, paid: str) -> str:
    """What a pay line is for, and what it does."""
    return f"{clause}: {paid}"


def paid(pay: Pay | None, turns_into: str) -> str:
    """What a pay line does with the wager."""
    if turns_into:
        return f"it becomes the wager {turns_into}"
    if pay is None:
        return "not posted"
    if pay.net == 0:
        return "the wager is returned"
    if -1 < pay.net < 0:
        return f"the wager {pay}"
    return "the wager loses" if pay.net <= -1 else f"it pays {tied(pay)}"


def counted_pay(terms: "Terms") -> str:
    """How the count of a ladder becomes a payout."""
    unit, cashed = terms.game.unit, any(offer.kind == "cash out" for offer in terms.offers)
    if cashed:
        top = terms.lines[0]
        highest = spelled(top.rung.count if top.rung is not None else 0)
        return (
            f"When the Count reaches {highest}, the wager is paid {tied(top.pay)} at once, without a request "
            "by the player."
        )
    ended = "the Round ends" if terms.marks != "none" else "its time is over"
    if terms.ends.is_single:
        return "The wager is paid the odds posted for the Count."
    if terms.settles_at_end:
        return f"When {ended}, the wager is paid the odds posted for the Count."
    return (
        f"The wager is paid the odds posted for the Count when {ended}, or on the {unit} after which the payout can no "
        "longer change."
    )


def settled_at_end(terms: "Terms") -> str:
    """When a wager that has won is paid."""
    if not terms.settles_at_end or terms.counted is not None:
        return ""
    last = f" (the {ordinal(terms.ends.outcomes)} {terms.game.unit})" if terms.ends.outcomes else ""
    ended = "the Round ends" if terms.marks != "none" else "its time is over"
    return f"A wager that has won is paid when {ended}{last}. A wager that can no longer win is taken at once."


def cash_out(terms: "Terms") -> str:
    """When a player may cash out."""
    unit = terms.game.unit
    counts = [offer.count or 0 for offer in terms.offers if offer.kind == "cash out"]
    rest = (
        "A player may cash out part of a wager; the remainder stays in play and must be within the limits."
        if terms.partial
        else "A wager may be cashed out only as a whole."
    )
    return (
        f"Between {unit}s, and while the Count is {spelled(min(counts))} or more, a player may cash out. The "
        "wager is paid the "
        f"odds posted for the Count. A wager that is not cashed out remains in play. {rest}"
    )


def surrender(terms: "Terms", posted: str = "section 5") -> str:
    """When a player may surrender."""
    unit = terms.game.unit
    if terms.partial:
        part = "Part of a wager may be surrendered; the remainder stays in play."
    else:
        part = "A wager may be surrendered only as a whole."
    return (
        f"Between {unit}s a player may surrender a wager for which {posted} has surrender odds for "
        f"{_progress(terms)}. The wager is paid those odds and is settled. {part}"
    )


def take_back(terms: "Terms", below: int | None) -> str:
    """When a player may have the wager back."""
    unit = terms.game.unit
    until = f", and while the Count is below {spelled(below)}" if below else ""
    waits = any(offer.kind == "take back" and not _is_any_time(offer.when) for offer in terms.offers)
    first = f"After the first {unit} on which the wager is on" if terms.works is not None and waits else (
        f"After the first {unit}"
    )  # fmt: skip
    return f"{first}{until}, a player may ask for the wager back. It is returned without a payout."


def _is_any_time(when: Condition) -> bool:
    return getattr(when, "outcomes", 1) == 0


def ends(terms: "Terms") -> str:
    """What loses, and whether an outcome that looks like the end is not."""
    bet = as_bet(terms)
    unit, event = terms.game.unit, bet.ends.event
    if event is None:
        if terms.ends.is_single:
            return f"The wager is decided by the next {unit}. It loses unless these rules provide otherwise."
        last = ordinal(terms.ends.outcomes or 0)
        return f"The wager is decided no later than the {last} {unit}. It loses if it has not won by then."
    told = end_event_clause(event)
    after = "" if terms.ends.outcomes is None else f", or after {spelled(terms.ends.outcomes)} {unit}s"
    if terms.counted is not None and not any(offer.kind == "cash out" for offer in terms.offers):
        return f"The wager is decided when {told}{after}. It loses if no payout is posted for the Count."
    if terms.may_win_at_end:
        return f"The wager is decided when {told}{after}. It loses if it has not won."
    return f"When {told}{after}, every wager that has not been decided loses."


def first_outcome(terms: "Terms", kind: str, call: str) -> str:
    """What an outcome that ends a shooter's hand later does on a come-out roll, which need not be the first roll."""
    waits = any(terms.waits(index) or terms.asks_at_end(index) for index in range(len(terms.lines)))
    match kind:
        case "win" | "push" | "loss" if waits or (kind == "loss" and terms.may_win_at_end):
            return f"{call} on a come-out roll decides the wager as on any other roll."
        case "loss":
            return f"{call} on a come-out roll is treated as on any other roll: the wager loses."
        case "win":
            return f"{call} on a come-out roll wins the wager."
        case _:
            return f"{call} on a come-out roll does not decide the wager."


def works(on: str, unit: str, at_table: bool, marks: bool) -> str:
    """When a wager is off."""
    where = " at the table" if at_table else ""
    back = " If it is off when the wager in front of it is decided, it is returned." if at_table else ""
    does = "nothing is Marked for it, and it neither wins nor loses" if marks else "it neither wins nor loses"
    return f"A wager is on only while {on}{where}. On any other {unit} it is off: {does}.{back}"


def zeros(name: str) -> str:
    return f"A {name} is not part of any winning sequence."


def round_over(unit: str, piece: str) -> str:
    return f"When the Round ends, the dealer shall remove all {piece}s, and wagering reopens before the next {unit}."


EACH_WINS = "Each of these wagers wins when the event beside it happens:"
WAGER_WINS_WHEN = ("Wager", "Wins when", "Source")


def envy(terms: "Terms", posted: str = "section 5") -> str:
    """What the house pays the dealer."""
    if not terms.envy_is_named:
        return ""
    if terms.envy is None:
        return "No envy is paid until the house posts an amount."
    surrendered = terms.envy_on_surrender and any(offer.kind == "surrender" for offer in terms.offers)
    taken = " or is surrendered" if surrendered else ""
    return (
        f"When a wager with an envy in {posted} wins{taken}, the house shall pay the dealer that envy on the "
        "amount of the wager, in addition to the payout."
    )


NO_ENVY = "No envy is paid on a wager that is surrendered."

# ---- what is marked


def mark_names(conditions: Iterable[Condition]) -> tuple[list[str], int]:
    """What lammers are placed for, and the highest number of times that one event must come."""
    names: dict[str, None] = {}
    most = 1
    for condition in conditions:
        match condition:
            case Different(events):
                names |= dict.fromkeys(map(mark_of, events))
            case Happened(event, times) | Streak(event, times) | Exactly(event, times):
                names[mark_of(event)] = None
                most = max(most, times)
            case Pattern(events):
                names |= dict.fromkeys(map(mark_of, events))
                most = max(most, len(events))
            case Several(parts):
                inner, times = mark_names(parts)
                names |= dict.fromkeys(inner)
                most = max(most, times)
            case _:
                pass
    return list(names), most


def is_sequence(conditions: Iterable[Condition]) -> bool:
    """Whether numbers of several outcomes are compared."""
    return any(
        isinstance(one, NumberSequence) or (isinstance(one, Several) and is_sequence(one.parts)) for one in conditions
    )


def unit_title(game: Game) -> str:
    return game.unit.capitalize()
