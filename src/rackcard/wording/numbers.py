"""Tables of odds in words: notes, titles and what is written for a figure that is missing or too long."""

from fractions import Fraction

from rackcard.number import decimal, percent
from rackcard.wording.offers import PLAY_CHOICES

NO_RULE = "no rule given"
NOT_POSTED = "not posted"
LOSES = "loses"
IN_JSON = "in --json"
"""A fraction too long for a table; JSON has it in full."""

PLAYS: dict[str, str] = {"none": "", **PLAY_CHOICES}

PLAYS_NOTE = "play: best = the best play; never = no offer is taken; first = the first payout offered is taken"


def places(name: str, count: int) -> str:
    return f"{name} ({count} places)"


def card_note(card: str, sha256: str) -> str:
    return f"card {card}, sha256 {sha256[:16]}…"


def other_weights(weights: str) -> str:
    """Figures that are not those of the card's own dice, wheel or shoe."""
    return f"not the card's own odds: {weights}"


def bad_share(share: object) -> str:
    """A quantile that does not exist."""
    return f"{share} is not a probability; expected a number greater than 0 and at most 1"


def from_start(label: str) -> str:
    """A wager from one of its starts, in a row below it."""
    return f"from {label}"


def share(probability: Fraction | None) -> str:
    """How often a wager starts somewhere."""
    return "" if probability is None else f"{percent(probability, 2)} of starts"


def with_parent(name: str, start: str) -> str:
    """A wager with the one it is behind, in a row below it."""
    return f"with {name}" + (f" from {start}" if start else "")


def mean_stake(stake: Fraction) -> str:
    """The mean stake of two wagers."""
    return f"mean stake {decimal(stake, 5)}"


def below(name: str) -> str:
    """The name of a row that belongs to the one above it."""
    return f"  {name}"


def remarked(name: str, remark: str) -> str:
    """The name of a row with what is remarked on it."""
    return f"{name}, {remark}" if remark else name


def fair_pay_note(name: str, pay: Fraction) -> str:
    return f"{name}: no pay posted; the fair pay is {decimal(pay, 6)} to 1"


def length_title(name: str, table: str) -> str:
    return f"{name}, table {table}: the outcome that decides it"
