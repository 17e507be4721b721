"""Reading commands: whatever is wrong in one is said, and nothing is changed."""

from collections.abc import Mapping
from typing import Any

from rackcard.money import AMOUNT_MAX
from rackcard.table.state import Event, Refusal

Command = Mapping[str, Any]
"""A command as JSON has it: ``do`` says what, the other fields with what."""


FIELDS: dict[str, tuple[str, ...]] = {
    "open": ("name", "game", "cards", "limits", "chip", "rounding", "live"),
    "seat": ("seat", "name"),
    "buy-in": ("seat", "amount"),
    "bet": ("seat", "card", "wager", "amount"),
    "take-down": ("seat", "wager", "amount"),
    "close-betting": (),
    "outcome": ("outcome", "generated"),
    "no-roll": ("reason",),
    "surrender": ("seat", "wager", "amount"),
    "cash-out": ("seat", "wager", "amount"),
    "take-back": ("seat", "wager", "amount"),
    "correct": ("outcome", "reason"),
    "void": ("reason",),
    "change-cards": ("cards",),
    "advice": ("allow",),
    "leave": ("seat",),
    "settle-owed": ("visit", "by", "reason"),
    "freeze": ("reason",),
    "resume": ("round",),
    "pause": ("reason",),
    "confirm": ("round",),
    "close": (),
}
"""Every command, and the fields that it may have beside ``do``."""

ASKED = {
    "seated": "seat",
    "bought-in": "buy-in",
    "bet": "bet",
    "taken-down": "take-down",
    "betting-closed": "close-betting",
    "outcome": "outcome",
    "no-roll": "no-roll",
    "corrected": "correct",
    "voided": "void",
    "advice-changed": "advice",
    "left": "leave",
    "owed-settled": "settle-owed",
    "frozen": "freeze",
    "resumed": "resume",
    "paused": "pause",
    "confirmed": "confirm",
    "closed": "close",
}
"""The command that an event follows from, where its kind alone says so."""


def asked(event: Event) -> Command:
    """The command that an event follows from; what cards were laid with is not asked again."""
    data = event.data
    if event.kind == "claimed":
        one = data["settlement"]
        word = str(data["offer"]).replace(" ", "-")
        return {"do": word, "seat": one["seat"], "wager": one["wager"], "amount": one["stake"]}
    word = ASKED[event.kind]
    command = {"do": word} | {name: data[name] for name in FIELDS[word] if name in data}
    if event.kind == "taken-down":
        command["wager"] = data["number"]
    if event.kind == "outcome":
        command["generated"] = data["source"] == "generated"
    return command


def verify_fields(command: Command) -> None:
    """A field that a command does not have is a mistake, and never passed over."""
    word = command["do"]
    known = FIELDS[word]
    for name in command:
        if name != "do" and name not in known:
            key = "unknown-field" if known else "unknown-field.none"
            raise Refusal(key, command=word, field=str(name)[:40], fields=known)


def field(command: Command, name: str) -> Any:
    if name not in command:
        raise Refusal("missing-field", command=command.get("do"), field=name)
    return command[name]


def whole(command: Command, name: str, most: int = AMOUNT_MAX, *, least: int = 0) -> int:
    value = field(command, name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refusal("bad-number", field=name, least=least, most=most)
    return value


def text(command: Command, name: str, most: int) -> str:
    value = field(command, name)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
        raise Refusal("bad-text", field=name, most=most)
    return value.strip()
