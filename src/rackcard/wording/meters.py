"""The words of the meters: what the columns mean, and how the hold compares with theory."""

NOTE = (
    "theory: the exact house edge on what was staked; for a wager with offers, against best play, so other play leaves "
    "the house more. usual: theory plus or minus two standard deviations. Rounding and the payout limit are part of "
    "the hold, not of theory."
)

VERDICTS = {
    "too-few": "too few to tell",
    "expected": "as expected",
    "above": "above the usual range",
    "below": "below the usual range",
    "far-above": "far above theory",
    "far-below": "far below theory",
}
"""How the hold compares with theory."""


def seat_label(seat: int | str) -> str:
    """Whose bets a line counts: those of a seat by its number, or those for the dealers.

    >>> seat_label(3), seat_label("tokes")
    ('seat 3', 'tokes')
    """
    return f"seat {seat}" if isinstance(seat, int) else seat


def shift_label(number: int) -> str:
    """The name of a shift."""
    return f"Shift {number}"
