"""The words of the meters: what the columns mean, and how the hold compares with theory."""

from rackcard.money import dollars

NOTE = (
    "theory: the exact house edge on what was staked; for a wager with offers, against best play, so other play leaves "
    "the house more. usual: theory plus or minus two standard deviations. Rounding and the payout limit are part of "
    "the hold, not of theory."
)

BY_WAGER, BY_SEAT, BY_DEALER = "By wager", "By seat", "By dealer"
"""The titles of the tables."""

VERDICTS = {
    "too-few": "too few to tell",
    "expected": "as expected",
    "above": "above the usual range",
    "below": "below the usual range",
    "far-above": "far above theory",
    "far-below": "far below theory",
}
"""How the hold compares with theory."""


def band(low: str, high: str) -> str:
    """What is usual, from its lower to its upper end."""
    return f"{low} to {high}"


def held(name: str, hold: int, theory: int, usual: tuple[int, int] | None, verdict: str, *, is_best: bool) -> str:
    """A line in a sentence; money in cents.

    >>> held("Red", 500, 26, None, "", is_best=False)
    'Red: held $5.00, theory $0.26'
    >>> held("Cash Out", 500, 26, (-100, 150), "as expected", is_best=True)
    'Cash Out: held $5.00, theory at best play $0.26, usually −$1.00 to $1.50; as expected'
    """
    if usual is None:
        return f"{name}: held {dollars(hold)}, theory {dollars(theory)}"
    assumed = " at best play" if is_best else ""
    between = band(*map(dollars, usual))
    return f"{name}: held {dollars(hold)}, theory{assumed} {dollars(theory)}, usually {between}; {verdict}"


def seat_label(seat: int | str) -> str:
    """Whose bets a line counts: those of a seat by its number, or those for the dealers.

    >>> seat_label(3), seat_label("tokes")
    ('seat 3', 'tokes')
    """
    return f"seat {seat}" if isinstance(seat, int) else seat


def shift_label(number: int) -> str:
    """The name of a shift."""
    return f"Shift {number}"
