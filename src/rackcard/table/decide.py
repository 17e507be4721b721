"""Decides which event follows from a command: no clock, no randomness, no input or output."""

from collections.abc import Mapping

from rackcard.table.command import Command
from rackcard.table.commands.open import Open
from rackcard.table.commands.oversight import signed
from rackcard.table.registry import COMMANDS
from rackcard.table.state import Refusal, Table, TableEvent


def decide(table: Table | None, given: Command | Mapping[str, object], by: str = "") -> list[TableEvent]:
    """The events that follow from somebody's command, or a refusal; the table itself is not touched."""
    command = signed(given if isinstance(given, Command) else parse(table, given), by)
    if table is None:
        if not isinstance(command, Open):
            raise Refusal("no-table")
        return [command.first()]
    return [command.decide(table)]


def parse(table: Table | None, given: Mapping[str, object]) -> Command:
    """The command that JSON describes; what this table cannot follow at all is refused before its fields are read."""
    if not isinstance(given, Mapping) or not isinstance(name := given.get("do"), str):
        raise Refusal("bad-command")
    if table is None and name != Open.do:
        raise Refusal("no-table")
    if table is not None and name == Open.do:
        raise Refusal("table-exists", table=table.name)
    if name not in COMMANDS:
        raise Refusal("unknown-command", command=name[:40], commands=tuple(COMMANDS))
    return COMMANDS[name].parse(given)
