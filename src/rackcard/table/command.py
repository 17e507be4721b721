"""Reading commands: whatever is wrong in one is said, and nothing is changed."""

from collections.abc import Mapping
from typing import Any

from rackcard.money import AMOUNT_MAX
from rackcard.table.model import Refusal

Command = Mapping[str, Any]
"""A command as JSON has it: ``do`` says what, the other fields with what."""


def field(command: Command, name: str) -> Any:
    if name not in command:
        raise Refusal("missing-field", f"{command.get('do')} needs the field {name}")
    return command[name]


def whole(command: Command, name: str, most: int = AMOUNT_MAX) -> int:
    value = field(command, name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Refusal("bad-number", f"{name} must be a whole number from 0 to {most:,}")
    return value


def text(command: Command, name: str, most: int) -> str:
    value = field(command, name)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
        raise Refusal("bad-text", f"{name} must be printable text of 1 to {most} characters")
    return value.strip()
