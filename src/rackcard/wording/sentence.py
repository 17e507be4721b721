"""Filling a sentence's template with facts: money, percentages, lists and plurals are written in one way."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Any

from rackcard.money import dollars
from rackcard.number import listed, percent, plural

__all__ = ["Facts", "capitalized", "fill", "first_few", "listed", "unbroken", "uncapitalized"]

NO_BREAK = "\u00a0"
"""A space at which no line ends."""

Facts = Mapping[str, Any]
"""What a sentence speaks of, by name: plain values only."""


_VERBS = {"has": "have", "needs": "need"}
"""Verbs as they are with one and with several."""
_SEVERAL = frozenset({"house rules"})


class _Sentences(Formatter):
    """Formats: ``$`` money from cents, ``%`` a percentage, ``and`` / ``or`` / ``list`` lists,
    ``quoted or`` and so on with quotes, ``n roll`` a count, ``has`` and ``needs`` a subject with its verb."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "$":
            return dollars(value)
        if format_spec == "%":
            return percent(Fraction(value), 2)
        if format_spec.startswith("quoted "):
            return self.format_field([f'"{one}"' for one in value], format_spec.removeprefix("quoted "))
        if format_spec in ("and", "or"):
            return listed(value, format_spec)
        if format_spec == "list":
            return ", ".join(map(str, value))
        if format_spec.startswith("n "):
            return plural(value, format_spec.removeprefix("n "))
        if format_spec in _VERBS:
            return f"{value} {_VERBS[format_spec] if value in _SEVERAL else format_spec}"
        return str(super().format_field(value, format_spec))


_SENTENCES = _Sentences()


def fill(template: str, facts: Facts) -> str:
    """The sentence that a template makes of facts.

    >>> fill("the minimum bet on {wager} is {minimum:$}", {"wager": "Little", "minimum": 500})
    'the minimum bet on Little is $5.00'
    """
    return _SENTENCES.vformat(template, (), facts)


FEW = 4


def first_few(names: Sequence[str], most: int = FEW) -> str:
    """Names as a list; of more than ``most``, the first few and how many more.

    >>> first_few(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d and 2 more'
    """
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:FEW])} and {len(names) - FEW} more"


def unbroken(text: str) -> str:
    """A text that stays on one line, to be read at one glance."""
    return text.replace(" ", NO_BREAK)


def capitalized(sentence: str) -> str:
    """A sentence with its first letter in upper case; names inside keep theirs."""
    return sentence[:1].upper() + sentence[1:]


def uncapitalized(sentence: str) -> str:
    """The beginning of a sentence as it is inside one."""
    return sentence[:1].lower() + sentence[1:]
