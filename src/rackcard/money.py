"""Money: whole numbers of the smallest unit, one rule of rounding, and how amounts are written."""

import re
from fractions import Fraction
from typing import Literal

Rounding = Literal["player", "house"]
"""In whose favor a pay that is not a whole number of chips is rounded."""

AMOUNT_MAX = 10**11
"""A thousand million dollars in cents: more than any table ever holds."""

_WRITTEN = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{2})?")


def cents(text: str) -> int:
    """An amount as people write it, in cents.

    >>> cents("5"), cents("12.50")
    (500, 1250)
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError(text)
    whole, _, part = text.partition(".")
    return 100 * int(whole) + int(part or 0)


def amount(text: str) -> int:
    """The same where a dollar sign and commas between thousands may be written.

    >>> amount("$50,000"), amount("5")
    (5000000, 500)
    """
    plain = text.strip().removeprefix("$").strip()
    return cents(plain.replace(",", "") if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{2})?", plain) else plain)


def dollars(amount: int) -> str:
    """An amount of cents as people read it.

    >>> dollars(7500), dollars(1), dollars(-250)
    ('$75.00', '$0.01', '−$2.50')
    """
    sign = "−" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100:,}.{abs(amount) % 100:02}"


def short_dollars(amount: int) -> str:
    """An amount of cents in as few figures as it has.

    >>> short_dollars(7500), short_dollars(6579)
    ('$75', '$65.79')
    """
    return dollars(amount).removesuffix(".00")


def to_chips(exact: Fraction, chip: int, rule: Rounding) -> tuple[int, int]:
    """What is paid, in whole chips, and the breakage: what the rounding gave (+) or kept (-), in cents.

    >>> to_chips(Fraction(975), 50, "player"), to_chips(Fraction(975), 50, "house")
    ((1000, 25), (950, -25))
    """
    if rule == "player":
        paid = -(-exact // chip) * chip
        return int(paid), int(paid) - int(exact // 1)
    paid = exact // chip * chip
    return int(paid), int(paid) + int(-exact // 1)
