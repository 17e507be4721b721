"""Titles, captions and descriptions of charts."""

from collections.abc import Iterable
from fractions import Fraction

from rackcard.number import decimal, one_in, percent, plural
from rackcard.wording.sentence import capitalized

NUMBERS_MARKED = "numbers marked"
WAYS_LEFT = "ways left"
ALWAYS = "always"

SHARES = ((Fraction(1, 2), "half"), (Fraction(9, 10), "nine in ten"), (Fraction(99, 100), "99 in 100"))
"""The shares of wagers whose length is described."""


def ends_title(name: str, table: str) -> str:
    return f"{name}, pay table {table}: how it ends"


def length_title(name: str, table: str) -> str:
    return f"{name}, pay table {table}: how long it lasts"


def scale(logarithmic: bool) -> str:
    """What the length of a bar means."""
    return "Bars: each step to the right is ten times as likely." if logarithmic else "Bars: length is probability."


def outcome(label: str, kind: str, net: Fraction | None) -> str:
    """A result with what it means for the player."""
    if net is None:
        return f"{label} (no pay posted)"
    if net < 0:
        return label if kind == "loss" else f"{label}: loses"
    return f"{label}: stake returned" if net == 0 else f"{label}: wins {decimal(net, 6)}"


def outcomes(shown: Iterable[tuple[str, Fraction]]) -> str:
    """All bars of a chart, for readers who cannot see it."""
    return "; ".join(f"{label} {percent(probability)}, {one_in(probability)}" for label, probability in shown)


def probability(value: Fraction) -> str:
    return f"{percent(value)} · {one_in(value)}"


def decided_on(unit: str) -> str:
    return f"{unit} that decides it"


def length(mean: Fraction | None, within: Iterable[tuple[str, int]], unit: str) -> str:
    """How long a wager lasts: the mean, and by when half and nine in ten are decided."""
    parts = [] if mean is None else [f"{decimal(mean, 5)} {unit}s on average"]
    parts += [f"{share} are decided within {plural(count, unit)}" for share, count in within]
    return f"{capitalized('; '.join(parts))}." if parts else ""


def decisions_title(name: str) -> str:
    return f"{name}: what to do"


def decisions(name: str, value: Fraction) -> str:
    title = decisions_title(name)
    return f"{title}, by numbers marked and ways left; the best play returns {decimal(value, 6)}."
