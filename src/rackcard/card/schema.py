"""The JSON Schema of a card, for editors that complete and underline as one types.

Fields come from the reader's own lists, phrases from the grammar of each game, and limits from the reader. What needs
more than one place of a card at a time, names and prices above all, is left to ``rackcard check``.
"""

from functools import cache
from typing import Any

from rackcard.card.bundle import OTHERS, UNITS_MAX
from rackcard.card.examples import COMMON, example_phrases
from rackcard.card.fields import BY_NAME, FIELDS, LINE_FIELDS, OPTION_FIELDS, Field, Scope
from rackcard.card.filing import FAULT_FIELDS
from rackcard.card.options import ID
from rackcard.card.phrase_patterns import GAP, kinds_of, name_pattern, phrase_pattern, reads
from rackcard.card.phrases import PARTS_MAX
from rackcard.card.reader import WAGERS_MAX
from rackcard.card.terms_reader import LINES_MAX, SCOPED, TABLES_MAX
from rackcard.games import GAMES
from rackcard.games.game import Game

Schema = dict[str, Any]

TEXT: Schema = {
    "type": ["string", "number", "boolean"],
    "pattern": r"^(?=[\s\S]*\S)[^\u0000-\u0008\u000e-\u001b\u007f]*$",
}
"""Text as an editor's own reader of YAML has it: ``5`` is a number there."""
SCALAR: Schema = {"type": ["string", "number", "boolean", "null"]}
TABLE_NAME = r"^[A-Za-z0-9]{1,8}$"
NUMBERED: Schema = {"if": {"propertyNames": {"pattern": "^[0-9]+$"}}, "then": {"required": ["1"]}}
"""Pay tables with numbers for names are numbered from 1: other numbers are counts of a ladder."""
RUNG: Schema = {"$ref": "#/$defs/rung"}
BARE: Schema = {
    "if": {"type": "number"},
    "then": {"anyOf": [{"minimum": 0}, {"const": -1}]},
    "else": {"pattern": r"^(?!\s*-(?!1\s*$))"},
}
"""A bare number below zero is a whole stake."""
ZERO: Schema = {"pattern": "^0(?![0-9])(?! to)"}
NO_RULE = GAP.join(("", *COMMON["condition"][-1].split(), ""))
"""The phrase where a document gives no rule."""
THIS = "(?:^|[^a-z-])this(?![a-z-])"
NOT_POSTED = COMMON["pay"][-1]
PARTS = rf"(?:(?:^|\s)then\s[\s\S]*){{{PARTS_MAX}}}"
RULES: Schema = {
    "condition": {"not": {"anyOf": [{"pattern": PARTS}, {"pattern": rf"{NO_RULE}\S|\S{NO_RULE}"}]}},
    "commission": {"not": {"pattern": r"stake\s*(?:,\s*rounded[\s\S]*)?$"}},
}
"""What no phrase of a kind says: a pattern of too many parts, a rule beside one not given, no time for a share."""
UNITS = ("cell", "pay")
AS_NUMBER = ("6", "0.5")
AS_TRUTH = ("yes", "on", "true")
"""Texts that an editor may take for a number or a truth value."""
EVERY_KIND = {kind for game in GAMES.values() for kind in kinds_of(game)}


@cache
def card_schema() -> Schema:
    """The schema of a card: its fields, and what each may hold in each game."""
    card_fields = {field.name: _property(field) for field in FIELDS if "card" in field.scopes}
    card_fields["wagers"] |= {"minProperties": 1, "maxProperties": WAGERS_MAX}
    wager_fields = {field.name: _property(field) for field in FIELDS if "wager" in field.scopes}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rack card",
        **_object(card_fields, ["card", "title", "about", "game", "source", "wagers"]),
        "$defs": {
            "wager": {**_object(wager_fields, []), "allOf": _wager_rules()},
            "option": _option(),
            "pay-line": {
                **_object({name: _property(BY_NAME[name], "line") for name in LINE_FIELDS}, ["when"]),
                "oneOf": [{"required": ["pays"]}, {"required": ["turns into"]}],
            },
            **{f"pays-in-{unit}s": _pays(unit) for unit in UNITS},
            **_phrases(),
        },
        "allOf": [*(_of_game(game) for game in GAMES.values()), _pays_by_cells(), _without_options()],
    }


# ---- phrases
def _definition(game: Game, kind: str, names: bool = True) -> str:
    """The name of the definition of a kind of phrase: one for all games where they have the same."""
    patterns = {phrase_pattern(one, kind) for one in GAMES.values() if kind in kinds_of(one)}
    shared = len(patterns) == 1 and all(kind in kinds_of(one) for one in GAMES.values())
    return kind if shared else f"{game.id}-{kind}" if names else f"{game.id}-{kind}-without-names"


def _phrases() -> Schema:
    """The definition of each kind of phrase."""
    found: Schema = {}
    for game in GAMES.values():
        for kind in kinds_of(game):
            for names in (True, False) if kind in SCOPED else (True,):
                name = _definition(game, kind, names)
                pattern = phrase_pattern(game, kind, with_names=names)
                found[name] = {"type": _types(game, kind), "pattern": pattern, **RULES.get(kind, {})}
    return found


def _types(game: Game, kind: str) -> list[str]:
    """How an editor may take a phrase of a kind: a number or a truth value where it can be one."""
    found = ["string"]
    found += ["number"] * any(reads(game, kind, text) for text in AS_NUMBER)
    found += ["boolean"] * any(reads(game, kind, text) for text in AS_TRUTH)
    return found


def _of_game(game: Game) -> Schema:
    """What a card of one game may say, with phrases that editors offer."""
    wager = _examples(game, "wager")
    line = {"items": {"properties": _examples(game, "line")}}
    wager["pays"] = {"examples": list(example_phrases(game, "pay")), **line}
    wagers = {"additionalProperties": {"properties": wager}}
    always = [field for field in FIELDS if field.kind not in SCOPED]
    scoped = [field for field in FIELDS if field.kind in SCOPED]
    return {
        "if": {"properties": {"game": {"const": game.id}}, "required": ["game"]},
        "then": {
            "properties": {**_examples(game, "card"), "wagers": wagers},
            "required": [] if game.default_chance else ["chance"],
            "allOf": [
                _read(game, always),
                {
                    "if": {"required": ["events"]},
                    "then": {**_read(game, scoped), **_named_events(game)},
                    "else": _read(game, scoped, names=False),
                },
                *_ends(game),
            ],
        },
    }


def _examples(game: Game, scope: Scope) -> Schema:
    """Examples for each field of a card, a wager or a line that holds a phrase."""
    fields = [field for field in FIELDS if scope in field.scopes]
    return {field.name: {"examples": list(found)} for field in fields if (found := example_phrases(game, field.kind))}


def _read(game: Game, fields: list[Field], *, names: bool = True) -> Schema:
    """The phrases of some fields, on the card, its wagers and their lines."""

    def of(scope: Scope) -> Schema:
        found: Schema = {}
        for field in fields:
            if scope in field.scopes and field.kind in kinds_of(game):
                found[field.name] = {"$ref": f"#/$defs/{_definition(game, field.kind, names)}"}
            elif scope in field.scopes and field.kind in EVERY_KIND:
                found[field.name] = False
        return found

    wager = of("wager")
    if line := of("line"):
        lines = {"items": {"properties": line}}
        wager["pays"] = {**lines, "additionalProperties": lines}
    return {"properties": {**of("card"), "wagers": {"additionalProperties": {"properties": wager}}}}


def _named_events(game: Game) -> Schema:
    event = {"$ref": f"#/$defs/{_definition(game, 'event')}"}
    names = {"propertyNames": {"pattern": f"^{name_pattern(game)}$"}, "additionalProperties": event}
    return {"allOf": [{"properties": {"events": names}}]}


def _ends(game: Game) -> list[Schema]:
    """Where a wager ends, in games that do not end each of them by themselves."""
    if game.default_ends is not None:
        single = {"pattern": rf"<|after\s*{game.ends_max}(?![0-9])"} if game.ends_max == 1 else {}
        wagers = {"additionalProperties": {"properties": {"ends": single}}}
        return [{"properties": {"ends": single, "wagers": wagers}}]
    known = [{"required": [name]} for name in ("ends", "behind", "bundle")]
    each: Schema = {"additionalProperties": {"anyOf": known}}
    return [{"if": {"not": {"required": ["ends"]}}, "then": {"properties": {"wagers": each}}}]


def _without_options() -> Schema:
    """A card without options cites none."""
    plain: Schema = {"pattern": _lacks("<[^<>]*>")}

    def of(scope: Scope) -> Schema:
        found: Schema = {field.name: plain for field in FIELDS if scope in field.scopes and field.kind in EVERY_KIND}
        return found | ({"if": False} if "if" in found else {})

    pays = {**plain, "items": {"properties": {**of("line"), "pays": plain}}, "propertyNames": plain}
    tables = {**pays, "additionalProperties": pays}
    wagers = {"additionalProperties": {"properties": {**of("wager"), "pays": tables}}}
    then = {"properties": {**of("card"), "wagers": wagers}}
    return {"if": {"not": {"required": ["options"]}}, "then": then}


# ---- fields
def _property(field: Field, scope: Scope = "card") -> Schema:
    """The schema of one field, by what it holds."""
    hint = {"description": field.hint}
    match field.kind:
        case "id":
            return {"type": ["string", "number"], "pattern": f"^{ID.pattern}$", **hint}
        case "game":
            return {"enum": list(GAMES), **hint}
        case "mapping":
            return {**_mapping(field.name.removesuffix("s")), **hint}
        case "faults":
            item = _object(dict.fromkeys(FAULT_FIELDS, TEXT), FAULT_FIELDS)
            return {"type": "array", "minItems": 1, "items": item, **hint}
        case "sentences":
            return {"type": "array", "minItems": 1, "items": TEXT, **hint}
        case "groups":
            group = {"type": "array", "minItems": 2, "items": TEXT}
            return {"type": "array", "minItems": 1, "items": group, **hint}
        case "names":
            return {"type": "object", "additionalProperties": TEXT, **hint}
        case "ladder":
            return {"type": "object", **hint}
        case "pays" if scope != "line":
            lines = {"items": {"$ref": "#/$defs/pay-line"}}
            return {"type": [*TEXT["type"], "array", "object"], **lines, "additionalProperties": lines, **hint}
        case _:
            said = " | ".join(filter(None, (field.hint, *(game.hints.get(field.name) for game in GAMES.values()))))
            return {**TEXT, "description": said}


def _lacks(pattern: str) -> str:
    """The expression of texts in which another is not found."""
    return rf"^(?![\s\S]*{pattern})"


def _object(fields: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def _mapping(kind: str) -> Schema:
    return {
        "type": "object",
        "propertyNames": {"pattern": f"^{ID.pattern}$"},
        "additionalProperties": {"$ref": f"#/$defs/{kind}"},
    }


def _option() -> Schema:
    """An option: a choice among at least two values, or a list of names with a default for each pay table."""
    names: Schema = {"type": "array", "items": TEXT}
    lists = {
        "any of": {**names, "minItems": 1},
        "default": {"type": "object", "additionalProperties": names},
        "values": {"type": "array", "items": names},
    }
    choices = {"type": ["array", "object"], "items": SCALAR, "minItems": 2, "minProperties": 2}
    one = {"values": {**choices, "additionalProperties": SCALAR}, "default": TEXT}
    fields: Schema = {name: {} if BY_NAME[name].kind == "any" else TEXT for name in OPTION_FIELDS}
    return {
        **_object(fields, ["default"]),
        "oneOf": [{"required": ["why"]}, {"required": ["about"]}],
        "if": {"required": ["any of"]},
        "then": {"properties": lists},
        "else": {"properties": one, "required": ["values"]},
    }


# ---- wagers and their pays
def _wager_rules() -> list[Schema]:
    """Which fields of a wager go together."""
    first, last = COMMON["takes"][1], COMMON["settles"][1]
    takes_first = {"properties": {"takes": {"const": first}}, "required": ["takes"]}
    at_end = {"properties": {"settles": {"const": last}}, "required": ["settles"]}
    units = {"anyOf": [{"type": "integer"}, {"pattern": "^[0-9]+$"}], "minimum": 1, "maximum": UNITS_MAX}
    bundle = {"minProperties": 1, "additionalProperties": {"type": ["integer", "string"], **units}}
    needs = {"surrender": ["wins"], "stake": ["behind"], "cash out": ["counts"], "take back": ["counts"]}
    several = {"properties": {"wins": {"pattern": "<|time|twice"}}}
    return [
        {"if": {"required": ["surrender"]}, "then": several},
        {"if": {"required": ["cash out"]}, "then": {"properties": {"pays": {"propertyNames": {"not": ZERO}}}}},
        *_place_rules(),
        {
            "if": {"required": ["bundle"]},
            "then": {"propertyNames": {"enum": [*OTHERS, "if", "bundle"]}, "properties": {"bundle": bundle}},
            "else": {"required": ["pays"]},
        },
        {"not": {"required": ["wins", "counts"]}},
        {"dependentRequired": needs},
        {"if": {"required": ["behind"]}, "then": {"properties": {"ends": False, "opens": False}}},
        {"if": takes_first, "then": {"properties": {"counts": False}, "not": at_end}},
    ]


def _place_rules() -> list[Schema]:
    """A wager on places speaks of this place, and no other does."""
    this = {"pattern": f"<|{THIS}"}
    unspoken = {"pattern": _lacks(THIS)}
    spoken = {"items": {"properties": {"when": unspoken}}}
    one = {"items": {"required": ["when"]}, "contains": {"properties": {"when": this}, "required": ["when"]}}
    lines = {"anyOf": [{"type": "array", **one}, {"type": "object", "additionalProperties": one}]}
    phrases = dict.fromkeys(("wins", "counts"), unspoken)
    without = {**phrases, "pays": {**spoken, "additionalProperties": spoken}}
    named = [{"properties": {name: this}, "required": [name]} for name in phrases]
    return [
        {
            "if": {"required": ["places"]},
            "then": {"anyOf": [*named, {"properties": {"pays": lines}, "required": ["pays"]}]},
            "else": {"properties": without},
        }
    ]


def _pays(unit: str) -> Schema:
    """The pays of a wager, each with its unit or all as bare numbers: by what it has beside them."""
    pay: Schema = {"$ref": f"#/$defs/{unit}"}
    pay = {"allOf": [pay, BARE]} if unit == "cell" else pay
    ladder = {
        "type": "object",
        "minProperties": 1,
        "propertyNames": RUNG,
        "additionalProperties": pay,
        "not": {"propertyNames": ZERO},
    }
    line = {"type": "object", "properties": {"pays": pay, "when": {"pattern": _lacks(NO_RULE)}}}
    lines = {"type": "array", "minItems": 1, "maxItems": LINES_MAX, "items": line}
    surrender = {
        "type": "object",
        "propertyNames": RUNG,
        "additionalProperties": {"$ref": "#/$defs/pay", "not": {"const": NOT_POSTED}},
    }
    return {
        "if": {"required": ["counts"]},
        "then": {"properties": {"pays": {"anyOf": [ladder, _tables(ladder)]}}},
        "else": {
            "if": {"required": ["wins"]},
            "then": {"properties": {"pays": {"anyOf": [pay, {**_tables(pay), **NUMBERED}]}, "surrender": surrender}},
            "else": {"properties": {"pays": {"anyOf": [lines, _tables(lines)]}}},
        },
    }


def _tables(one: Schema) -> Schema:
    """Several pay tables by their names."""
    names = {"propertyNames": {"pattern": TABLE_NAME}, "minProperties": 1, "maxProperties": TABLES_MAX}
    return {"type": "object", **names, "additionalProperties": one}


def _pays_by_cells() -> Schema:
    """Pays are bare numbers where the card or the wager says what those mean."""

    def wagers(one: Schema) -> Schema:
        return {"properties": {"wagers": {"additionalProperties": one}}}

    bare, written = ({"$ref": f"#/$defs/pays-in-{unit}s"} for unit in UNITS)
    has = {"required": ["cells"]}
    return {"if": has, "then": wagers(bare), "else": wagers({"if": has, "then": bare, "else": written})}
