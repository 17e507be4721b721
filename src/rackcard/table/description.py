"""What a table's entries look like in the HTTP interface, as JSON schemas made from the events themselves."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from rackcard.table.command import Schema
from rackcard.table.commands.control import Stopped
from rackcard.table.registry import EVENTS
from rackcard.table.state import Settlement, TableEvent

_PLAIN: dict[object, Schema] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    object: {},
}
_HIDDEN = frozenset({"postings", "format", "moved", "cause"})
_SETTLED = ("wager", "seat", "result", "kind", "stake", "paid", "house", "breakage", "envy", "commission", "toke")


def entry_schema() -> Schema:
    """An entry of a table's log as screens receive it: distinguished by ``kind``."""
    return {"title": "Entry", "oneOf": [_entry(event) for event in EVENTS.values()]}


def _entry(event: type[TableEvent]) -> Schema:
    properties: Schema = {
        "seq": {"type": "integer", "description": "the number of the entry"},
        "at": {"type": "string", "description": "when, in ISO 8601"},
        "by": {"type": "string", "description": "who gave the command"},
        "kind": {"type": "string", "const": event.kind},
        "data": event_schema(event),
        "hash": {"type": "string", "description": "chained to the entry before; hidden from players"},
    }
    title, about = f"entry: {event.kind}", (event.__doc__ or "").partition("\n")[0]
    required = ["seq", "at", "by", "kind", "data"]
    return {"type": "object", "title": title, "description": about, "properties": properties, "required": required}


def event_schema(event: type[TableEvent]) -> Schema:
    """The facts of an event as the interface shows them."""
    schema = _record(event)
    if issubclass(event, Stopped):
        schema["required"] = ["reason"]
    return schema


def _record(kind: type) -> Schema:
    if kind is Settlement:
        hints = get_type_hints(Settlement)
        properties = {name: _described(hints[name]) for name in _SETTLED}
        why: Schema = {"type": "string", "description": "the payment in words"}
        return {"type": "object", "properties": {**properties, "why": why}, "required": [*_SETTLED, "why"]}
    hints = get_type_hints(kind)
    shown = [one for one in fields(kind) if one.name not in _HIDDEN]
    required = [one.name for one in shown if one.default is MISSING and one.default_factory is MISSING]
    return {
        "type": "object",
        "properties": {one.name: _described(hints[one.name]) for one in shown},
        "required": required,
    }


def _described(hint: object) -> Schema:
    """The schema of a value by its type."""
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return next((_described(part) for part in parts if part is not NoneType), {})
    if origin is tuple:
        return {"type": "array", "items": _described(parts[0])}
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _described(parts[1])}
    return {"type": "object"}
