"""The sentences of a dealer card: what the dealer looks up between two outcomes."""

from collections.abc import Sequence

from rackcard.number import listed

DEALER_CARD = "For the dealer"
PAYS, BOOKING, MARKING, CALLS = "Pays", "Booking", "Marking", "Calls"
ORDER, OFFERS, ENVY, DUTIES = "After each {unit}", "Offers", "Envy", "From the rules"
WAGER, PAYS_COLUMN, ENVY_COLUMN = "Wager", "Pays", "Envy"
EVENT, SAY = "When", "Say"
BOOKED_BY = {"players": "Players place their own bets.", "dealer": "The dealer books every bet."}
NO_ENVY = "No envy bonus is posted: the dealer receives none."
NO_MORE = "No bet, change or offer after the call for no more bets."
NOT_OPEN = "Not open."
CHIPS = {"player": "Round winnings up to the chip.", "house": "Round winnings down to the chip."}


def after_each(unit: str) -> str:
    return ORDER.format(unit=unit)


def offer_row(count: int, pay: str) -> str:
    """What an offer pays, with the count that it is for."""
    return f"{count}: {pay}"


# ---- signage

SIGNAGE = "Limits and pays"
MINIMUM, MAXIMUM, PAYOUT_LIMIT = "Minimum", "Maximum", "Payout limit"
ALL_OTHERS = "All other wagers"


NAMED_MAX = 6
"""So many wagers are named below a limit on a sign; the limits of more are those of all others."""


def whose(names: Sequence[str], *, alone: bool, common: bool) -> str:
    """Below limits on a sign, the wagers they are for; nothing where all wagers have them.

    >>> whose(["Little", "Big"], alone=False, common=True)
    'Little and Big'
    >>> whose(["Little"] * 7, alone=False, common=True)
    'All other wagers'
    """
    if alone:
        return ""
    return ALL_OTHERS if common and len(names) > NAMED_MAX else listed(names)
