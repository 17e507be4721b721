"""Pays, exact numbers and how people write them."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt
from typing import Literal

LOSES = Fraction(-1)


@dataclass(frozen=True, order=True)
class Pay:
    """What one unit staked is paid, as the card words it.

    >>> Pay(Fraction(40), "for").net, Pay(Fraction(39), "to").net
    (Fraction(39, 1), Fraction(39, 1))
    >>> str(Pay(Fraction("0.95"), "to")), str(Pay(Fraction(7), "to", 6))
    ('0.95 to 1', '7 to 6')
    """

    amount: Fraction
    unit: Literal["to", "for", "x"]
    """``x``: that many times the wager, which only an envy bonus is."""
    per: int = 1

    @cached_property
    def net(self) -> Fraction:
        """The gain on one unit staked: a push is 0, a loss is -1."""
        gross = self.amount / self.per
        return gross - 1 if self.unit == "for" else gross

    def amount_in(self, unit: Literal["to", "for", "x"], per: int = 1) -> Fraction:
        """The amount with which the same pay is written in another unit.

        >>> Pay(Fraction(5), "for").amount_in("to"), Pay(Fraction(7), "to", 6).amount_in("for", 6)
        (Fraction(4, 1), Fraction(13, 1))
        """
        return (self.net + 1 if unit == "for" else self.net) * per

    def __str__(self) -> str:
        return self._written

    @cached_property
    def _written(self) -> str:
        if self.net == LOSES:
            return "loses"
        if self.net == 0 and self.unit == "to":
            return "push"
        if self.unit == "x":
            return f"{decimal(self.amount)}x of the wager"
        if self == HALF_LOSS:
            return "loses half"
        return f"{decimal(self.amount)} {self.unit} {self.per}"


PUSH = Pay(Fraction(0), "to")
LOSS = Pay(Fraction(0), "for")
HALF_LOSS = Pay(Fraction(1, 2), "for")


def decimal(value: Fraction, digits: int = 15) -> str:
    """Write a fraction in decimals, correctly rounded to a number of significant digits.

    >>> decimal(Fraction(20049, 760760)), decimal(Fraction(-7, 495), 6), decimal(Fraction(19, 20))
    ('0.0263539092486461', '-0.0141414', '0.95')
    """
    if value == 0:
        return "0"
    sign, value = ("-", -value) if value < 0 else ("", value)
    places = digits - 1
    scaled = value
    while scaled >= 10:
        scaled /= 10
        places -= 1
    while scaled < 1:
        scaled *= 10
        places += 1
    places = max(places, 0)
    text = str(round(value * 10**places)).rjust(places + 1, "0")
    if places == 0:
        return sign + text
    return sign + f"{text[:-places]}.{text[-places:]}".rstrip("0").rstrip(".")


def percent(value: Fraction, places: int = 4) -> str:
    """Write a fraction as a percentage with fixed decimals.

    >>> percent(Fraction(7, 495))
    '1.4141 %'
    >>> percent(Fraction(-1, 50), 2)
    '−2.00 %'
    """
    scaled = round(abs(value) * 100 * 10**places)
    sign = "−" if value < 0 and scaled else ""
    text = str(scaled).rjust(places + 1, "0")
    return f"{sign}{text[:-places]}.{text[-places:]} %"


def one_in(probability: Fraction) -> str:
    """Write a probability as "1 in N".

    >>> one_in(Fraction(2, 73)), one_in(Fraction(0)), one_in(Fraction(1, 1234567))
    ('1 in 36.5', 'never', '1 in 1,234,567')
    """
    return f"1 in {in_how_many(probability)}" if probability else "never"


def in_how_many(probability: Fraction) -> str:
    """The N of "1 in N".

    >>> in_how_many(Fraction(2, 73)), in_how_many(Fraction(0))
    ('36.5', 'never')
    """
    if probability == 0:
        return "never"
    odds = 1 / probability
    return decimal(odds, 4) if odds < 1000 else thousands(round(odds))


def thousands(value: int) -> str:
    """A whole number with its thousands set apart, as everywhere else.

    >>> thousands(1234567), thousands(-999)
    ('1,234,567', '-999')
    """
    return f"{value:,}"


def large(value: Fraction, digits: int = 6) -> str:
    """A number in decimals to so many significant digits, its thousands set apart.

    >>> large(Fraction(120241, 8)), large(Fraction(1, 3), 3)
    ('15,030.1', '0.333')
    """
    whole, point, part = decimal(value, digits).partition(".")
    return thousands(int(whole)) + point + part if abs(value) >= 1 else whole + point + part


def root(value: Fraction, digits: int = 15) -> Fraction:
    """A square root, rounded down to so many decimals: of an exact number, without a float on the way.

    >>> root(Fraction(2), 6)
    Fraction(1414213, 1000000)
    """
    scale = 10**digits
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


_PIECE = 4000
"""How many digits Python writes at once: it refuses whole numbers of more than 4,300."""


def digits_of(number: int) -> str:
    """A whole number in digits, however many it has.

    >>> digits_of(-120), len(digits_of(10**9000))
    ('-120', 9001)
    """
    if number < 0:
        return f"-{digits_of(-number)}"
    pieces = []
    while number.bit_length() > 3 * _PIECE:
        number, piece = divmod(number, 10**_PIECE)
        pieces.append(str(piece).rjust(_PIECE, "0"))
    return "".join((str(number), *reversed(pieces)))


def written(value: Fraction) -> str:
    """A fraction as a text, however long.

    >>> written(Fraction(7, 495)), written(Fraction(-3))
    ('7/495', '-3')
    """
    whole = digits_of(value.numerator)
    return whole if value.denominator == 1 else f"{whole}/{digits_of(value.denominator)}"


def exact(value: Fraction | None) -> dict[str, str] | None:
    """The form a number takes in JSON: the fraction itself and a decimal to read."""
    return None if value is None else {"exact": written(value), "decimal": decimal(value)}


_PLAIN = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12}|/[0-9]{1,12})?")


def parse_number(text: str) -> Fraction:
    """A number as people write it: digits, a decimal point or a fraction bar; no exponents, no other scripts.

    >>> parse_number("1/3"), parse_number("-0.5")
    (Fraction(1, 3), Fraction(-1, 2))
    """
    if not _PLAIN.fullmatch(text) or re.search(r"/0+$", text):
        raise ValueError(text)
    return Fraction(text)


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "roll"), plural(3, "spin"), plural(1_000_000, "hand")
    ('1 roll', '3 spins', '1,000,000 hands')
    """
    return f"{count} {noun}" if count == 1 else f"{thousands(count)} {noun}s"


_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(count: int) -> str:
    """A count in a sentence: in letters up to ten.

    >>> spelled(6), spelled(12)
    ('six', '12')
    """
    return _NUMERALS[count] if 0 <= count < len(_NUMERALS) else str(count)


def repeated(times: int) -> str:
    """How often something happened, after its verb; once goes without saying.

    >>> repeated(3), repeated(2), repeated(1)
    (' three times', ' twice', '')
    """
    return "" if times == 1 else " twice" if times == 2 else f" {spelled(times)} times"


def article(number: object) -> str:
    """A number as a thing.

    >>> article(8), article(7), article("11")
    ('an 8', 'a 7', 'an 11')
    """
    return f"an {number}" if str(number) in ("8", "11", "18") else f"a {number}"


def ranges(numbers: Iterable[int], last: str = "or") -> str:
    """Numbers as English lists them, three or more in a row by their ends.

    >>> ranges([4, 5, 6, 9]), ranges([4, 5])
    ('4 to 6 or 9', '4 or 5')
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return listed(parts, last)


_SERIAL: ContextVar[bool] = ContextVar("serial comma", default=False)


@contextmanager
def serial_commas() -> Iterator[None]:
    """Write lists of three or more with a comma before the last item, as rules of play do."""
    before = _SERIAL.set(True)
    try:
        yield
    finally:
        _SERIAL.reset(before)


def listed(items: Iterable[object], last: str = "and") -> str:
    """Items as English lists them.

    >>> listed(["8", "18", "28"], "or"), listed([8])
    ('8, 18 or 28', '8')
    >>> with serial_commas():
    ...     listed(["8", "18", "28"], "or"), listed([8, 18])
    ('8, 18, or 28', '8 and 18')
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return words[0] if words else ""
    comma = "," if _SERIAL.get() and len(words) > 2 else ""
    return f"{', '.join(words[:-1])}{comma} {last} {words[-1]}"
