"""The JSON Schema of a card, for editors that complete and underline as one types.

It knows the fields, and examples of phrases for each, by game. The phrases themselves are the grammar's business, and
``rackcard check`` is the judge.
"""

from typing import Any

from rackcard.card.examples import example_phrases
from rackcard.card.fields import BY_NAME, FIELDS, LINE_FIELDS, OPTION_FIELDS, Field, Scope
from rackcard.card.options import ID
from rackcard.card.reader import WAGERS_MAX
from rackcard.games import GAMES
from rackcard.games.game import Game

TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}


def _hint(field: Field) -> str:
    """The field's own hint, and what each game adds to it."""
    return " | ".join(filter(None, (field.hint, *(game.hints.get(field.name) for game in GAMES.values()))))


def card_schema() -> dict[str, Any]:
    """The schema of the fields that the reader knows."""
    card_fields = {field.name: _property(field) for field in FIELDS if "card" in field.scopes}
    card_fields["wagers"] |= {"minProperties": 1, "maxProperties": WAGERS_MAX}
    wager_fields = {field.name: _property(field) for field in FIELDS if "wager" in field.scopes}
    option_fields = {name: {} if BY_NAME[name].kind == "any" else TEXT for name in OPTION_FIELDS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rack card",
        **_object(card_fields, ["card", "title", "about", "game", "source", "wagers"]),
        "$defs": {
            "wager": _object(wager_fields, []),
            "option": _object(option_fields, ["default"]),
            "line": {
                **_object(dict.fromkeys(LINE_FIELDS, TEXT), ["when"]),
                "oneOf": [{"required": ["pays"]}, {"required": ["turns into"]}],
            },
        },
        "allOf": [_of_game(game) for game in GAMES.values()],
    }


def _of_game(game: Game) -> dict[str, Any]:
    """The phrases that editors offer on a card of one game."""
    wager = _examples(game, "wager")
    line = {"items": {"properties": _examples(game, "line")}}
    wager["pays"] = {"examples": list(example_phrases(game, "pay")), **line}
    wagers = {"additionalProperties": {"properties": wager}}
    return {
        "if": {"properties": {"game": {"const": game.id}}, "required": ["game"]},
        "then": {"properties": {**_examples(game, "card"), "wagers": wagers}},
    }


def _examples(game: Game, scope: Scope) -> dict[str, Any]:
    """Examples for each field of a card, a wager or a line that holds a phrase."""
    fields = [field for field in FIELDS if scope in field.scopes]
    return {field.name: {"examples": list(found)} for field in fields if (found := example_phrases(game, field.kind))}


def _property(field: Field) -> dict[str, Any]:
    """The schema of one field, by what it holds."""
    match field.kind:
        case "id":
            return {"type": "string", "pattern": f"^{ID.pattern}$", "description": field.hint}
        case "game":
            return {"enum": list(GAMES), "description": field.hint}
        case "mapping":
            return _mapping(field.name.removesuffix("s"), field.hint)
        case "faults":
            text = {"type": "string"}
            item = _object({"where": text, "says": text}, ["where", "says"])
            return {"type": "array", "minItems": 1, "items": item, "description": field.hint}
        case "sentences":
            return {"type": "array", "minItems": 1, "items": {"type": "string"}, "description": field.hint}
        case "groups":
            group = {"type": "array", "minItems": 2, "items": {"type": "string"}}
            return {"type": "array", "minItems": 1, "items": group, "description": field.hint}
        case "names":
            return {"type": "object", "additionalProperties": TEXT, "description": field.hint}
        case "ladder":
            return {"type": "object", "description": field.hint}
        case "pays":
            lines = {"type": "array", "items": {"$ref": "#/$defs/line"}}
            return {"description": field.hint, "anyOf": [TEXT, {"type": "object"}, lines]}
        case _:
            return {**TEXT, "description": _hint(field)}


def _object(fields: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def _mapping(kind: str, hint: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": hint,
        "propertyNames": {"pattern": f"^{ID.pattern}$"},
        "additionalProperties": {"$ref": f"#/$defs/{kind}"},
    }
