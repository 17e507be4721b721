"""The JSON Schema of house rules, for editors."""

from typing import Any

from rackcard.card.options import ID
from rackcard.games import GAMES
from rackcard.house.fields import FIELDS, HouseField, Scope
from rackcard.house.reader import CARDS_MAX

TEXT: dict[str, Any] = {"type": ["string", "number", "boolean"]}
NAMES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


def house_schema() -> dict[str, Any]:
    """The schema of the fields that the reader knows."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "House rules",
        **_object("house", ["house", "name", "game", "cards"]),
        "$defs": {scope: _object(scope, []) for scope in ("card", "wager", "post", "approval")},
    }


def _object(scope: Scope, required: list[str]) -> dict[str, Any]:
    fields = {field.name: _property(field) for field in FIELDS if scope in field.scopes}
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def _property(field: HouseField) -> dict[str, Any]:
    hint = {"description": field.hint}
    match field.name:
        case "house":
            return {"type": "string", "pattern": f"^{ID.pattern}$", **hint}
        case "game":
            return {"enum": list(GAMES), **hint}
        case "cards":
            entry = {"anyOf": [{"$ref": "#/$defs/card"}, {"type": "null"}]}
            return {
                "type": "object",
                "maxProperties": CARDS_MAX,
                "minProperties": 1,
                "additionalProperties": entry,
                **hint,
            }
        case "wagers" | "posts":
            inner = {"$ref": f"#/$defs/{'wager' if field.name == 'wagers' else 'post'}"}
            return {"type": "object", "additionalProperties": inner, **hint}
        case "approval":
            return {"$ref": "#/$defs/approval", **hint}
        case "accepts":
            return {"type": "object", "additionalProperties": NAMES, **hint}
        case "only" | "leaves out":
            return {**NAMES, **hint}
        case "options":
            return {"type": "object", "additionalProperties": {"anyOf": [TEXT, NAMES]}, **hint}
        case "pays":
            return {"anyOf": [TEXT, {"type": "object"}, {"type": "array"}], **hint}
        case _:
            return {**TEXT, **hint}
