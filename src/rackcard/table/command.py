"""Commands: each is a frozen dataclass whose annotated fields say, once, what JSON it is read from.

From that one declaration come the refusals of a missing, unknown or malformed field, and the description of the
command in the HTTP interface.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Protocol, Self, get_args, get_origin, get_type_hints

from rackcard.money import AMOUNT_MAX
from rackcard.table.state import Refusal, Table, TableEvent

if TYPE_CHECKING:
    from rackcard.table.reckoned import Reckoning

Role = Literal["supervisor", "dealer", "seat", "display"]
ROLES: tuple[Role, ...] = ("supervisor", "dealer", "seat", "display")
SUPERVISOR: frozenset[Role] = frozenset({"supervisor"})
DEALER: frozenset[Role] = frozenset({"dealer"})
FLOOR: frozenset[Role] = SUPERVISOR | DEALER
PLAYERS: frozenset[Role] = frozenset({"dealer", "seat"})
"""A seat bets for itself, or the dealer for it."""

SEATS_MAX = 64
"""The highest number of a seat at any table; house rules give fewer."""
NAME_MAX = 60
REASON_MAX = 400

Schema = dict[str, object]
"""A JSON schema."""


class FieldKind(Protocol):
    """How a field is read from JSON, and how the interface describes it."""

    def read(self, name: str, value: object) -> object: ...

    def schema(self) -> Schema: ...


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int = 0
    most: int = AMOUNT_MAX

    def read(self, name: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise Refusal("bad-number", field=name, least=self.least, most=self.most)
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class TextField:
    """Printable text."""

    most: int

    def read(self, name: str, value: object) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > self.most or not value.isprintable():
            raise Refusal("bad-text", field=name, most=self.most)
        return value.strip()

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": self.most}


@dataclass(frozen=True)
class Flag:
    """True or false; the code of its refusal is its own."""

    code: str

    def read(self, name: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise Refusal(self.code)
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class ChoiceField:
    """One of a few words; the code of its refusal is its own."""

    code: str
    words: tuple[str, ...]

    def read(self, name: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise Refusal(self.code)
        return value

    def schema(self) -> Schema:
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class GivenField:
    """Any JSON; the game reads it when the command is decided."""

    def read(self, name: str, value: object) -> object:
        return value

    def schema(self) -> Schema:
        return {}


AMOUNT = Annotated[int, Whole(), "in cents, in whole chips"]
SEAT = Annotated[int, Whole(1, SEATS_MAX), "the number of a seat"]
WAGER = Annotated[int, Whole(0, 10**12), "the number of a bet that is up"]
NAME = Annotated[str, TextField(NAME_MAX), "a name"]
REASON = Annotated[str, TextField(REASON_MAX), "why, for the log"]
ROUND = Annotated[int, Whole(), "the number of the last outcome, as a confirmation"]
OUTCOME = Annotated[object, GivenField(), "the outcome as the dealer enters it, in the form of the game"]


@dataclass(frozen=True)
class CommandField:
    """A field of a command: how it is read, what it means, and whether it may be left out."""

    kind: FieldKind
    about: str
    is_required: bool


class Command:
    """Something that a person asks a table to do."""

    do: ClassVar[str]
    """The command's name in JSON."""
    roles: ClassVar[frozenset[Role]]
    """Who may give it at a live table."""
    events: ClassVar[tuple[type[TableEvent], ...]]
    """What it leads to."""
    is_journaled: ClassVar[bool] = False
    """Whether the journal of the house notes it at a live table."""
    is_slow: ClassVar[bool] = False
    """Whether following it may take long: cards are priced, or rounds are followed again."""

    def verify(self, table: Table) -> None:
        """Raise a refusal if the table cannot follow the command now."""
        raise NotImplementedError

    def decide(self, table: Table) -> TableEvent:
        """The event that the command leads to, or a refusal; the table itself is not touched."""
        raise NotImplementedError

    def reckoning(self, table: Table | None) -> "Reckoning | None":
        """What is heavy about deciding it, to be computed before the table is locked; nothing for most."""
        return None

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """The command that JSON describes."""
        declared = command_fields(cls)
        verify_names(cls.do, tuple(declared), given)
        values = {}
        for name, one in declared.items():
            if name in given:
                values[name] = one.kind.read(name, given[name])
            elif one.is_required:
                raise Refusal("missing-field", command=cls.do, field=name)
        return cls(**values)


def verify_names(command: str, names: tuple[str, ...], given: Mapping[str, object]) -> None:
    """An unknown field is a mistake, and never ignored."""
    for name in given:
        if name != "do" and name not in names:
            key = "unknown-field" if names else "unknown-field.none"
            raise Refusal(key, command=command, field=str(name)[:40], fields=names)


def command_fields(command: type[Command]) -> dict[str, CommandField]:
    """The fields of a command as JSON has them, from its annotations."""
    kind: type = command
    return _declared(kind)


@cache
def _declared(command: type) -> dict[str, CommandField]:
    hints = get_type_hints(command, include_extras=True)
    declared = {}
    for one in fields(command):
        kind, about = _annotation(hints[one.name])
        if kind is not None:
            declared[one.name] = CommandField(kind, about, one.default is MISSING and one.default_factory is MISSING)
    return declared


def _annotation(hint: object) -> tuple[FieldKind | None, str]:
    """The kind of a field and its description, wherever ``Annotated`` is inside ``X | None``."""
    if get_origin(hint) is Annotated:
        _, kind, about = get_args(hint)
        return kind, about
    return next((found for part in get_args(hint) if (found := _annotation(part))[0] is not None), (None, ""))


def command_schema(command: type[Command]) -> Schema:
    """The JSON schema of a command."""
    declared = command_fields(command)
    properties: dict[str, Schema] = {"do": {"type": "string", "const": command.do}}
    for name, one in declared.items():
        properties[name] = one.kind.schema() | {"description": one.about}
    return {
        "type": "object",
        "title": command.do,
        "description": (command.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": ["do", *(name for name, one in declared.items() if one.is_required)],
        "additionalProperties": False,
    }
