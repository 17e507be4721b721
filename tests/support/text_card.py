"""A card's file as the text witness reads it: part of the text witness, which imports nothing of the package."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import yaml

from tests.support.text_events import ZEROS, faces_of, layout


def card_of(card: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """A card, read where it is given as text."""
    return parsed(card) if isinstance(card, str) else card


@lru_cache(maxsize=64)
def parsed(text: str) -> Mapping[str, Any]:
    """A card's text with every value as text."""
    read: Mapping[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)  # every value is text
    return read


def chosen_options(card: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, str]:
    """The value of every option: as given, or its default."""
    chosen = {}
    for name, option in card.get("options", {}).items():
        default = option["default"]
        chosen[name] = given.get(name, default if isinstance(default, str) else "default")
    return chosen


def is_on(fields: Mapping[str, Any], chosen: Mapping[str, str]) -> bool:
    """Whether a wager or a pay line is on the card: "game is tiger or plain and kind is b" word by word."""
    words = fields.get("if", "").split()
    start = 0
    while start < len(words):
        option, values, end = words[start], [words[start + 2]], start + 3
        assert words[start + 1] == "is", words
        while words[end : end + 1] == ["or"]:
            values.append(words[end + 1])
            end += 2
        assert words[end : end + 1] in ([], ["and"]), words
        if chosen[option] not in values:
            return False
        start = end + 1
    return True


def tables_of(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The pay tables of a wager; a mapping of texts is a ladder where the wager counts."""
    pays = fields.get("pays", "")
    if not isinstance(pays, Mapping):
        return [("1", pays)]
    if "counts" in fields and all(isinstance(pay, str) for pay in pays.values()):
        return [("1", pays)]
    return list(pays.items())


def group_of(card: Mapping[str, Any], wager: str) -> str:
    """The wager of a card that is played on a place."""
    names = [
        name
        for name, fields in card["wagers"].items()
        if "places" in fields and re.fullmatch(rf"{re.escape(name)}(-[0-9]+)+", wager)
    ]
    (name,) = [name for name in names if tuple(wager[len(name) + 1 :].split("-")) in all_places(card["wagers"][name])]
    return str(name)


def all_places(fields: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Every place of the kind that a wager names, on any wheel."""
    kind = fields["places"].removeprefix("each ").split(" on a ")[0]
    if " on a " not in fields["places"]:
        return faces_of(kind)
    return [place for wheel in ZEROS for place in layout(kind, wheel)]
