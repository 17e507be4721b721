"""Chips: the denominations that a sum is stacked in."""

DENOMINATIONS = (100_000, 50_000, 10_000, 2_500, 500, 100, 25)
"""What chips are worth, in cents, the largest first."""
DRAWN_MAX = 7
"""A stack shows no more chips than this; its tag has the exact sum."""


def pile(cents: int) -> tuple[int, ...]:
    """The chips of a stack, the largest at the bottom; where there are too many, the top ones are left out.

    >>> pile(3_700), pile(1_25), pile(40)
    ((2500, 500, 500, 100, 100), (100, 25), (25,))
    """
    chips: list[int] = []
    for worth in DENOMINATIONS:
        count, cents = divmod(cents, worth)
        chips += [worth] * min(count, DRAWN_MAX)
    if not chips:
        chips.append(DENOMINATIONS[-1])
    return tuple(chips[:DRAWN_MAX])


def chip_text(cents: int) -> str:
    """What is printed on a chip.

    >>> chip_text(100_000), chip_text(500), chip_text(25)
    ('1K', '5', '25¢')
    """
    return "1K" if cents == 100_000 else f"{cents}¢" if cents < 100 else str(cents // 100)


def look(cents: int) -> int:
    """Which chip an amount looks like that is none of them: the largest that is not worth more.

    >>> look(2_500), look(5_000), look(10)
    (2500, 2500, 25)
    """
    return next((worth for worth in DENOMINATIONS if worth <= cents), DENOMINATIONS[-1])


def chip_tag(cents: int) -> str:
    """The exact sum of a stack, for its tag.

    >>> chip_tag(123_400), chip_tag(1_250)
    ('$1,234', '$12.50')
    """
    whole, part = divmod(cents, 100)
    return f"${whole:,}.{part:02}" if part else f"${whole:,}"
