"""The options of a card in words: their names and their values, which a card writes with hyphens."""

import re

from rackcard.wording.sentence import capitalized

_HYPHENS = re.compile(r"\b(?:seven-out|come-out|(?:single|double|triple)-zero)\b|(?<=[0-9])-(?=[0-9])|(-)")
"""Hyphens that belong to a compound or stand between figures, and, as a group, those between words."""


def option_value(value: str) -> str:
    """The value of an option as a person reads it: without the hyphens between its words.

    >>> option_value("any-seven"), option_value("before-the-come-out"), option_value("double-zero")
    ('any seven', 'before the come-out', 'double-zero')
    >>> option_value("3-4-5x"), option_value("2-and-12-double")
    ('3-4-5x', '2 and 12 double')
    """
    return _HYPHENS.sub(lambda found: " " if found[1] else found[0], value)


def option_label(name: str) -> str:
    """The name of an option as a label.

    >>> option_label("take-back"), option_label("come-out")
    ('Take back', 'Come-out')
    """
    return capitalized(option_value(name))
