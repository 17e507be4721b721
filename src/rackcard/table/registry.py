"""Every command of a table, registered once: its module says what it takes, who may give it, and what it does."""

from rackcard.table.command import ROLES, Command, Role, Schema, command_schema
from rackcard.table.commands.betting import CloseBetting, MakeBet, TakeDown
from rackcard.table.commands.cards import ChangeCards
from rackcard.table.commands.claims import CashOut, Surrender, TakeBack
from rackcard.table.commands.control import Advice, Close, CloseShift, Confirm, Freeze, Pause, Resume
from rackcard.table.commands.correction import Correct, Void
from rackcard.table.commands.dealing import Burn, NameShooter, Shuffle
from rackcard.table.commands.house import ChangeHouse
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import CallOff, EnterOutcome, Generate
from rackcard.table.commands.oversight import Approve, Decline, EndDispute, HoldDispute
from rackcard.table.commands.seating import BuyIn, Leave, SettleOwed, TakeSeat
from rackcard.table.commands.tokes import PayTokes
from rackcard.table.state import TableEvent

COMMANDS: dict[str, type[Command]] = {
    command.do: command
    for command in (
        Open, TakeSeat, BuyIn, MakeBet, TakeDown, CloseBetting, EnterOutcome, CallOff, Surrender, CashOut, TakeBack,
        Correct, Void, ChangeCards, ChangeHouse, Advice, Leave, SettleOwed, Freeze, Resume, Pause, Confirm, Close,
        NameShooter, Burn, Shuffle, CloseShift, PayTokes, Approve, Decline, HoldDispute, EndDispute,
    )
}  # fmt: skip
"""The commands that a table decides, by name."""

REQUESTS: dict[str, type[Command]] = {**COMMANDS, Generate.do: Generate}
"""The commands that people may send: ``generate`` becomes ``outcome`` before the table sees it."""

EVENTS: dict[str, type[TableEvent]] = {event.kind: event for command in COMMANDS.values() for event in command.events}
"""Everything that can happen at a table, by kind."""

EVENTS_JOURNALED: frozenset[str] = frozenset(
    event.kind for command in COMMANDS.values() if command.is_journaled for event in command.events
)
"""What the journal of the house notes of a live table."""


def allowed() -> dict[Role, frozenset[str]]:
    """The commands that each role may give at a live table; a seat only for itself."""
    return {role: frozenset(name for name, one in REQUESTS.items() if role in one.roles) for role in ROLES}


def request_schema() -> Schema:
    """The JSON schema of a command to an open table: one of several objects, distinguished by ``do``."""
    commands = [command_schema(command) for name, command in REQUESTS.items() if name != Open.do]
    return {"title": "Command", "oneOf": commands, "discriminator": {"propertyName": "do"}}


def open_schema(table_id: Schema) -> Schema:
    """The JSON schema of a table to open: its id, and the fields of the command ``open``."""
    schema = command_schema(Open)
    properties = schema["properties"]
    assert isinstance(properties, dict)
    fields = {name: one for name, one in properties.items() if name != "do"}
    required = [name for name in _required(schema) if name != "do"]
    return schema | {"title": "NewTable", "properties": {"table": table_id, **fields}, "required": ["table", *required]}


def _required(schema: Schema) -> list[str]:
    required = schema["required"]
    assert isinstance(required, list)
    return required
