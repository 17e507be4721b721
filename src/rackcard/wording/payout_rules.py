"""Payouts, limits and options in rules of play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rackcard.money import short_dollars
from rackcard.number import listed, spelled
from rackcard.wording.limits import Payout, StakeLimits
from rackcard.wording.options import option_value
from rackcard.wording.rules import counted_name
from rackcard.wording.rules_of_play import is_named_count
from rackcard.wording.sentence import capitalized

if TYPE_CHECKING:
    from rackcard.card import Terms

PAID_AS_FOLLOWS = "Winning wagers shall be paid as follows."
PAYS_HEAD = ("Wager", "Result", "Odds", "Paid", "Envy")
AT_ONCE, AT_END, ON_REQUEST = "at once", "at the end", "on request"
SOONER_OR_LATER = "at once or at the end"
AMOUNTS = "Amounts received include the wager."
AMOUNTS_CUT = "Amounts received include the wager. The payout limit of section 8 is applied to them."


def receives(stake: int) -> str:
    return f"A {short_dollars(stake)} wager receives"


def counted_result(count: str, terms: "Terms") -> str:
    """A step of a ladder."""
    if count == "1" or not is_named_count(terms):
        return f"Count of {count}"
    return f"{count} {counted_name(terms)}"


def surrendered_after(count: int, marks: bool) -> str:
    times = {1: "once", 2: "twice"}.get(count, f"{spelled(count)} times")
    return f"Surrender, Marked {times}" if marks else f"Surrender, after its event has come {times}"


WINS = "Wins"


def chips(chip: int, rounding: str) -> str:
    """What is done with a payout that is not a whole number of chips."""
    favor = "up" if rounding == "player" else "down"
    return (
        f"The smallest chip is {short_dollars(chip)}. A payout that is not a whole number of chips is rounded {favor}."
    )


# ---- limits


def stakes(name: str, limits: StakeLimits) -> str:
    """The minimum and maximum of a wager."""
    most = f" and at most {short_dollars(limits.most)}" if limits.most else ""
    return f"{name} shall be at least {short_dollars(limits.least)}{most}."


def any_wager(names: Sequence[str], wagers: int) -> str:
    """Whose limits they are."""
    if len(names) == wagers:
        return f"A {names[0]} wager" if wagers == 1 else "Each wager"
    return f"A wager on {listed(names, 'or')}"


HOUSE_LIMITS = "Wagers shall be within the minimum and maximum that the house posts at the table."


def payout_limit(payout: Payout, unit: str, claims: Sequence[str]) -> str:
    """How a payout limit is applied."""
    amount, taken = short_dollars(payout.amount), listed(claims)
    if payout.scope == "wager":
        counted = f" {capitalized(taken)} count toward this amount." if taken else ""
        return f"The winnings on one wager shall not exceed {amount}, not counting the wager itself.{counted}"
    counted = f" {capitalized(taken)} count with the {unit} before them." if taken else ""
    return (
        f"The winnings on all wagers won on one {unit} shall together not exceed {amount}, not counting the wagers "
        "themselves. If more is owed, each wager is paid in proportion to what it is owed, in whole chips, and "
        "the chips "
        f"that remain go to the largest fractions.{counted}"
    )


def seat_limit(amount: int) -> str:
    return f"All wagers of one player in play shall together not exceed {short_dollars(amount)}."


def table_limit(amount: int) -> str:
    return f"All wagers in play at the table shall together not exceed {short_dollars(amount)}."


# ---- options

ELECTED = (
    "The source leaves these matters to the house, which elects as follows. A change of any of them is a new "
    "version of these rules."
)
MATTER, CHOICE = "Matter", "Elected"
PAY_TABLE = "Pay table"


def chosen(value: str, is_reading: bool, departs: bool) -> str:
    """The value of an option; a reading is the house's reading of its source."""
    words = option_value(value)
    if departs:
        return f"{words} (departs from the source)"
    return f"{words} (reading)" if is_reading else words


def pay_table_of(name: str) -> str:
    return f"{PAY_TABLE}, {name}"
