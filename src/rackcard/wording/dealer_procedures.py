"""Dealer procedures in words: what the dealer does and says, in the order of one outcome."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rackcard.games.game import Game
from rackcard.money import short_dollars
from rackcard.number import listed, spelled
from rackcard.wording.sentence import capitalized

if TYPE_CHECKING:
    from rackcard.card import Terms

DEALER_PROCEDURES = "Dealer procedures"
OPENING, BOOKING, MARKING, CALLS = "Before wagering opens", "Booking wagers", "Marking", "Calls"
SETTLING, ENVY = "Taking and paying", "Dealer envy"
IRREGULARITIES, CORRECTIONS, SHOOTER = "Irregularities", "Corrections and voids", "Change of shooter"
DUTIES, TOKES = "Duties named in the source", "Wagers for the dealers"


def intro(title: str, game: str) -> str:
    whose = f" for {game}" if game else ""
    return (
        f"These procedures are for the dealers and supervisors of {title}. The standard procedures of the house{whose} "
        "apply to everything that is not set out here."
    )


# ---- before wagering opens


def check_layout(piece: str) -> str:
    """What is looked at when the table opens."""
    lammers = f" that all {piece}s are there and off the layout," if piece else ""
    return (
        f"The dealer shall check{lammers} that the payouts and limits are posted, and that the rack cards are in place."
    )


def check_chance(chance: str) -> str:
    return f"The supervisor shall see that the game is played with {chance}."


# ---- booking


def books(by_dealer: bool) -> str:
    """Who places wagers."""
    if by_dealer:
        return (
            "The player hands the chips to the dealer and names the wager. The dealer repeats the wager and "
            "the amount, "
            "and places the chips in the betting area that bears the number of the player’s position."
        )
    return (
        "Players place their own wagers. The dealer shall see that each wager is in the betting area of its player and "
        "that it is clear whose it is."
    )


def within_limits(limits: str) -> str:
    return f"The dealer shall refuse or correct a wager outside the limits before wagering is closed. {limits}"


def wager_limits(name: str, least: int, most: int) -> str:
    """The limits of some wagers, as a dealer needs them."""
    if not most:
        return f"{name}: {short_dollars(least)} minimum."
    return f"{name}: {short_dollars(least)} to {short_dollars(most)}."


def required(names: Sequence[str]) -> str:
    return f"The dealer shall see that the player has a {listed(names, 'or')} wager in play before the wager is booked."


PAY_TABLE = "the pay table"
THIS_TABLE = "the table below"
NO_OTHER_TIME = "The dealer shall refuse a wager that is made at any other time."


def closing(game: Game) -> str:
    """How wagering is closed."""
    play = game.play_wording
    return f"The dealer shall {play.close_duty}, and announce: “{play.close_call}”"


def not_later(game: Game) -> str:
    return f"No wager may be made, changed, or taken down after {game.play_wording.too_late}."


# ---- marking


def mark_after_call(game: Game, piece: str) -> str:
    return (
        f"A {piece} is placed only after the {game.play_wording.caller} has called the {game.unit}. The {piece}s are "
        f"the same for all players and are not moved between {game.unit}s except to correct an error."
    )


MARK_WITHOUT_WAGERS = "The {piece}s are placed whether or not a wager is in play."


# ---- calls

EVENT, ANNOUNCEMENT = "Event", "Announcement"
USE_WORDS = "The dealer shall use these words or words to the same effect:"


def quoted(words: str) -> str:
    return f"“{words}”"


WAGERING_OPENS, WAGERING_CLOSES = "Wagering opens", "Wagering closes"
NEW_MARK, OLD_MARK, COUNT_RISES = "A new Mark", "Already Marked", "The Count rises"
OFFER_OPEN, OFFER_TAKEN, ASKED_BACK = "An offer is open", "An offer is taken", "Wager asked back"
WAGER_WINS, WAGER_LOSES, WAGER_PUSHES = "A wager wins", "A wager loses", "A wager is returned"


def opens_call(name: str) -> str:
    return f"{name} is open. Place your bets."


def new_mark_call(mark: str, name: str, count: int, counts: bool) -> str:
    """What is called when a lammer is placed."""
    if not counts:
        return f"{mark}. That’s {spelled(count)} on {name}."
    return f"{mark} is new. The count is {spelled(count)}."


def count_call(said: str, count: int) -> str:
    """What is called when the lammer of a count moves on."""
    return f"{said}. The count is {spelled(count)}."


def old_mark_call(mark: str, count: int) -> str:
    return f"{mark} again. The count is still {spelled(count)}."


def offer_call(kind: str, name: str, pay: str) -> str:
    """How an offer is called."""
    asked = "Any cash-outs?" if kind == "cash out" else "Any surrenders?"
    return f"{name} pays {pay}. {asked}"


def taken_call(kind: str, pay: str) -> str:
    doing = "Cashing out" if kind == "cash out" else "Surrender"
    return f"{doing}, position three, at {pay}."


BACK_CALL = "Returning the bet, position five."


def wins_call(name: str, pay: str) -> str:
    return f"{name} pays {pay}."


def loses_call(name: str) -> str:
    return f"{name} loses."


def push_call(name: str) -> str:
    return f"{name} pushes."


def void_call(game: Game) -> str:
    return f"{capitalized(game.void_call)}."


# ---- taking and paying


def order_of(unit: str) -> str:
    return f"After each {unit} the dealer shall, in this order:"


CALL_IT = "call the {unit};"
MARK_IT = "place or move the {piece}s;"
TAKE_ALL = "take all losing wagers;"


def pay_by_position(pushes: bool) -> str:
    """In which order wagers are paid."""
    returned = " and return pushes" if pushes else ""
    return (
        f"pay winning wagers{returned}, position by position from the lowest number, and at each position in the order "
        "of the layout;"
    )


PAY_ENVY = "pay the envy with the wager that earns it;"
ASK_OFFERS = "ask for {claims} and settle them, position by position;"
OPEN_AGAIN = "when the Round is over, remove the {piece}s and announce that wagering is open."
OPEN_NEXT = "announce that wagering is open for the next {unit}."

PAY_STEP = (
    "To pay, the dealer places the winnings beside the wager, announces the odds, and leaves both for the player. A "
    "wager that was decided does not stay up unless the player makes it again."
)
TAKE_BEFORE_PAY = "No wager is paid before all losing wagers have been taken."
PAY_IN_CHIPS = "Winnings are paid in whole chips of {chip}; a fraction is rounded {favor}."


def in_chips(chip: int, rounding: str) -> str:
    favor = "up" if rounding == "player" else "down"
    return PAY_IN_CHIPS.format(chip=short_dollars(chip), favor=favor)


def limit_duty(unit: str) -> str:
    return (
        f"When the winnings of one {unit} are near the payout limit, the dealer shall call a supervisor before "
        "any wager "
        "is paid."
    )


def pay_commission(sentence: str) -> str:
    return f"{sentence} The dealer announces the commission when it is taken."


# ---- offers


def offers_title(unit: str) -> str:
    return f"Offers between {unit}s"


def call_offers(kinds: Sequence[str], unit: str) -> str:
    return (
        f"After all wagers of a {unit} have been settled, and before wagering is closed, the dealer asks for "
        f"{listed(kinds)}. Players shall not be urged; a player who does not answer lets the wager ride."
    )


PAY_CLAIM = (
    "The dealer repeats the request and the position, checks it against the layout, announces the odds, pays "
    "the wager, "
    "and removes it from the layout."
)
CLAIM_IN_PART = (
    "A player may claim part of a wager. The part is paid and removed; the rest must be at least the minimum and stays "
    "in play."
)
RETURN_CLAIM = "A wager that is asked back is returned without a payout, and the dealer announces it."
MADE_AGAIN = "A player whose wager was claimed may not wager again until wagering reopens for that wager."

# ---- envy

ENVY_PAID = (
    "Envy is taken from the table’s chips, shown to the supervisor, and placed in the dealers’ toke box. It is never "
    "taken from the player’s payout."
)

# ---- tokes

TOKE_RULE = (
    "A player may make a wager for the dealers. It is placed on the edge of the betting area and announced; it is "
    "settled like any other wager, and all that it receives belongs to the dealers."
)

# ---- void outcomes and irregularities


def void_effect(game: Game, piece: str) -> str:
    """What a void outcome does."""
    call = game.void_call
    verb = "A hand called misdeal" if call == "misdeal" else f"A {game.unit} called {call}"
    return (
        f"{verb} has no effect: nothing is Marked and no wager is decided. All wagers and {piece}s stay as they are, "
        f"and wagers may be "
        f"changed again. {game.play_wording.next_call}"
    )


def single_void(game: Game) -> str:
    call = game.void_call
    verb = "A hand called misdeal" if call == "misdeal" else f"A {game.unit} called {call}"
    return f"{verb} decides nothing, and all wagers may be changed again. {game.play_wording.next_call}"


def void_title(game: Game) -> str:
    return capitalized(game.void_call)


def wrong_mark(piece: str) -> tuple[str, str]:
    return (
        f"Wrong {piece}.",
        f"A {piece} that was wrongly placed, or not placed, shall be corrected as soon as it is seen. Wagers settled "
        f"since then are settled again by the right {piece}s.",
    )


LATE_WAGER = "Late wager."
LATE_REQUEST = "Late request."
DISPUTE = ("Disputes.", "A dispute shall be referred to a supervisor at once and decided before the next {unit}.")
CANNOT_TELL = "Round that cannot be reconstructed."
SHOOTER_CHANGE = "Change of shooter."


def late_wager(game: Game) -> str:
    return f"A wager made after {game.play_wording.too_late} is void and shall be returned, whatever the result."


def late_request(game: Game, claims: Sequence[str]) -> str:
    return (
        f"A request for {listed(claims, 'or')} made after {game.play_wording.too_late} is not accepted for that "
        f"{game.unit}."
    )


def cannot_tell(unit: str, name: str) -> str:
    return (
        f"If it cannot be established which {unit}s were made, a supervisor shall declare the Round void. All {name} "
        "wagers in play are returned."
    )


def shooter_change(keeps: bool) -> str:
    if keeps:
        return "A change of shooter does not affect a wager or the lammers."
    return (
        "When the shooter’s hand ends, the wagers that depend on it are settled and the lammers are removed before the "
        "dice go to the next shooter."
    )


def dice_pass() -> str:
    return "The dice pass to the next position on the left that has a player. A player may decline to shoot."


# ---- corrections


def miscalled(unit: str) -> tuple[str, str]:
    return (
        f"Miscalled {unit}.",
        f"If a {unit} was called or entered wrongly, play stops, and a supervisor determines the right result. Every "
        f"wager decided by the wrong result, and by every {unit} since, is settled again: what was underpaid "
        "is paid, and "
        "what was overpaid is taken back or recorded as owed by the player.",
    )


def since_then(claims: Sequence[str], unit: str) -> tuple[str, str]:
    """What becomes of what was done between a result and its correction."""
    what = capitalized(listed(["wagers", *claims]))
    returned = "undone, and the wagers are returned" if claims else "undone and returned"
    return (
        "After a correction.",
        f"{what} made since the corrected {unit} stand if the right result allows them; the others are {returned}.",
    )


def voided(piece: str, has_point: bool) -> tuple[str, str]:
    """What a void does, and what it leaves as it was."""
    stays = [f"the {piece}s"] if piece else []
    stays += ["the point"] if has_point else []
    does, them = ("stay", "them") if piece else ("stays", "it")
    left = f" {capitalized(listed(stays))} {does} as the earlier results left {them}." if stays else ""
    return (
        "Voids.",
        "A supervisor may void a round, all wagers in play, or all wagers of one game. The wagers concerned are "
        f"returned in full, and what they were paid is taken back.{left}",
    )


RECORD = (
    "Record.",
    "Each correction and void is recorded with its reason and the name of the person who made it. Nothing is erased.",
)
SHIFT = ("End of a shift.", "Results of a shift may be corrected until the shift is closed, and not afterwards.")


def requests_said(terms: "Sequence[Terms]") -> list[str]:
    """What players may ask for, one at a time."""
    kinds = {offer.kind for one in terms for offer in one.offers}
    words = {"cash out": "a cash-out", "surrender": "a surrender", "take back": "the return of a wager"}
    return [said for kind, said in words.items() if kind in kinds]
