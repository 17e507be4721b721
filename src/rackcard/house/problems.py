"""All that is wrong with a card: in its text, or else in what its wagers do. Of house rules, what is met first."""

from rackcard.card import CardError, loads
from rackcard.card.problems import in_order, text_problems
from rackcard.house.reader import is_house
from rackcard.machine import TooLargeError
from rackcard.machine.check import examine

UNREAD = ("not-utf-8", "file-too-large")
"""Errors of a file whose text is not known."""


def problems(first: CardError) -> list[CardError]:
    """The error that a text was refused for, and every other that does not follow from it, by their lines."""
    origin = first.origin
    try:
        if first.code in UNREAD or is_house(origin):
            return [first]
        found = text_problems(first)
        if found == [first]:
            examine(loads(origin.text, origin.name), found.append)
    except (CardError, TooLargeError):
        return [first]
    return in_order(found)
