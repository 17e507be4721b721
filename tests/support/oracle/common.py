"""What every oracle says: open, decided, lost; pays to and for 1; rolls with their point."""

from collections.abc import Sequence
from fractions import Fraction

OPEN = ("open", None)

NOT_POSTED = None
"""The net of a wager that wins where the document prints no pay."""

LOSES = Fraction(-1)
PUSH = Fraction(0)


def decided(net: Fraction | int | None, outcomes: int) -> tuple:
    return ("decided", net if net is None else Fraction(net), outcomes)


def to_1(pay: int) -> Fraction:
    """``X to 1``: X times the stake, and the stake back."""
    return Fraction(pay)


def for_1(pay: int) -> Fraction:
    """``X for 1``: X times the stake, and the stake is gone."""
    return Fraction(pay) - 1


def rolls_with_point(rolls: Sequence[tuple[int, int]]) -> list[tuple[int, int | None]]:
    """Each roll's total with the point that was on when it was thrown, None on a come-out."""
    seen: list[tuple[int, int | None]] = []
    point: int | None = None
    for first, second in rolls:
        total = first + second
        seen.append((total, point))
        if point is None and total in (4, 5, 6, 8, 9, 10):
            point = total
        elif point is not None and total in (7, point):
            point = None
    return seen


def is_seven_out(total: int, point: int | None) -> bool:
    return total == 7 and point is not None


def round_is_lost(ends: str, total: int, point: int | None) -> bool:
    """Whether this roll loses a wager of the Colorado rules, by the reading ``ends``."""
    return is_seven_out(total, point) if ends == "seven-out" else total == 7
