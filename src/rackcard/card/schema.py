"""The JSON Schema of a card, for editors that complete and underline as one types.

It knows the fields; the phrases themselves are the grammar's business, and ``rackcard check`` is the judge.
"""

from typing import Any

from rackcard.card.options import ID, OPTION_FIELDS
from rackcard.card.reader import WAGERS_MAX
from rackcard.card.terms import CARD_FIELDS, LINE_FIELDS, WAGER_FIELDS
from rackcard.games import GAMES

HINTS = {
    "card": "The card's id: small letters, digits and hyphens.",
    "title": "The name printed on the card.",
    "about": "One line that says what the card is about.",
    "game": "The base game.",
    "source": "The document, and the clause within it.",
    "chance": "",
    "marks": "none | from the first bet",
    "ends": "after 3 rolls, spins or hands",
    "settles": "as soon as decided | at the end",
    "works": "always",
    "opens": "before any roll, while no wager of this card is up",
    "requires": "nothing",
    "several": "yes | no: may a seat have several separate bets",
    "partial": "yes | no: may part of a wager be cashed out",
    "offers": "Which offers the house makes: none | surrender | cash out, take back",
    "envy on": "wins | wins and surrenders",
    "cells": "to 1 | for 1: what the bare numbers of the pay tables mean",
    "options": "Choices of the operator (about) and readings of the document (why).",
    "wagers": "One entry for each wager.",
    "name": "The wager's name on the layout.",
    "also": "Other names for it.",
    "wins": "any of this, that",
    "counts": "",
    "pays": "40 for 1 | a ladder {4: 1 to 1} | a list of {when, pays} | any of these by pay table",
    "envy": "What the dealer gets: 2 to 1 | not posted",
    "surrender": "Pays by count: {1: 6 for 1}",
    "cash out": "at any pay",
    "take back": "after the first roll, below the first pay",
    "take down": "before the first roll | at any time",
    "places": "",
}
"""What an editor shows for each field; a game adds its own phrases."""


def _hint(name: str) -> str:
    return " | ".join(filter(None, (HINTS[name], *(game.hints.get(name) for game in GAMES.values()))))


def card_schema() -> dict[str, Any]:
    """The schema; a test holds it to the fields that the reader knows."""
    text: dict[str, Any] = {"type": ["string", "number", "boolean"]}
    pays = {
        "description": HINTS["pays"],
        "anyOf": [text, {"type": "object"}, {"type": "array", "items": {"$ref": "#/$defs/line"}}],
    }
    wager_fields = {name: {**text, "description": _hint(name)} for name in WAGER_FIELDS}
    wager_fields |= {"pays": pays, "surrender": {"type": "object", "description": HINTS["surrender"]}}
    card_fields = {name: {**text, "description": _hint(name)} for name in CARD_FIELDS}
    card_fields |= {
        "card": {"type": "string", "pattern": f"^{ID.pattern}$", "description": HINTS["card"]},
        "game": {"enum": list(GAMES), "description": HINTS["game"]},
        "options": _mapping("option", HINTS["options"]),
        "wagers": _mapping("wager", HINTS["wagers"]) | {"minProperties": 1, "maxProperties": WAGERS_MAX},
    }
    option_fields: dict[str, Any] = dict.fromkeys(OPTION_FIELDS, text)
    option_fields |= {name: {} for name in ("values", "default", "any of")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rack card",
        **_object(card_fields, ["card", "title", "about", "game", "source", "wagers"]),
        "$defs": {
            "wager": _object(wager_fields, ["pays"]),
            "option": _object(option_fields, ["default"]),
            "line": _object(dict.fromkeys(LINE_FIELDS, text), ["when", "pays"]),
        },
    }


def _object(fields: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def _mapping(kind: str, hint: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": hint,
        "propertyNames": {"pattern": f"^{ID.pattern}$"},
        "additionalProperties": {"$ref": f"#/$defs/{kind}"},
    }
