"""Strict YAML: text, mappings and lists with their places in the file, and nothing else.

Scalars stay text, so that ``30:1``, ``off``, ``no`` and ``010`` can never turn into a number or a
truth value. Aliases, anchors, tags, duplicate keys, deep nesting and oversized files are refused while
the stream is read, before anything is built from them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from rackcard.card.edition import FIELDS as FIELDS_NOT_IN_EDITION
from rackcard.wording.card_errors import card_error, near
from rackcard.wording.sentence import Facts

BYTES_MAX = 128 * 1024
DEPTH_MAX = 8
NODES_MAX = 20_000

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Location:
    """A place in a file, counted from 0 as the parser does."""

    line: int
    column: int
    origin: "Origin | None" = field(default=None, compare=False, repr=False)
    """The file, where it is not the one that is being read."""


START = Location(0, 0)


class CardError(ValueError):
    """A card that cannot be used: a code and its facts, where it is, and in words the cause and the remedy.

    It prints as ``cards/x.yaml:12:7`` with the cause, the line, a caret and the remedy.
    """

    def __init__(self, origin: "Origin", location: Location, code: str, facts: Facts) -> None:
        self.origin, self.path, self.location, self.code, self.facts = origin, origin.name, location, code, facts
        self.cause, self.remedy = map(_short, card_error(code, facts))
        place = f"{origin.name}:{self.line}:{self.column}"
        self.shown = shown, column = _excerpt(origin.line(location.line), location.column)
        super().__init__(f"{place}: {self.cause}\n    {shown}\n    {' ' * column}^\n  {self.remedy}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.origin, self.location, self.code, self.facts)  # it may cross from a worker process

    @property
    def line(self) -> int:
        return self.location.line + 1

    @property
    def column(self) -> int:
        return self.location.column + 1

    @property
    def excerpt(self) -> str:
        """The line with a caret below its place."""
        shown, column = self.shown
        return f"    {shown}\n    {' ' * column}^"


def _short(text: str, most: int = 700) -> str:
    """A sentence with the card's long words cut, so that an error fits a screen."""
    words = (word if len(word) <= 80 else word[:60] + "…" for word in text.split(" "))
    shown = " ".join(words)
    return shown if len(shown) <= most else shown[:most] + "…"


def _excerpt(line: str, column: int, width: int = 100) -> tuple[str, int]:
    """At most ``width`` characters of a line around a column, and where the column then is."""
    start = max(0, column - width // 2) if len(line) > width else 0
    return line[start : start + width], column - start


@dataclass(frozen=True)
class Origin:
    """Where a text came from."""

    name: str
    text: str

    def line(self, number: int) -> str:
        lines = self.text.splitlines()
        line = lines[number] if number < len(lines) else ""
        return line if line.isprintable() else "".join(char if char.isprintable() else "·" for char in line)

    def refuse(self, location: Location, code: str, **facts: object) -> NoReturn:
        raise CardError(location.origin or self, location, code, facts)


@dataclass(frozen=True)
class Text:
    """A scalar, as written."""

    value: str
    location: Location


@dataclass(frozen=True)
class Items:
    """A list."""

    items: "tuple[Node, ...]"
    location: Location


@dataclass(frozen=True)
class Fields:
    """A mapping, keys in the order written."""

    keys: tuple[Text, ...]
    values: "tuple[Node, ...]"
    location: Location

    def pairs(self) -> "Iterator[tuple[Text, Node]]":
        return zip(self.keys, self.values, strict=True)


Node = Text | Items | Fields


def plain(node: Node) -> Any:
    """A node as text, lists and dictionaries."""
    if isinstance(node, Text):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.items]
    return {key.value: plain(value) for key, value in node.pairs()}


def read_text(path: Path) -> Origin:
    """The text of a card file, refused if it is too large or not UTF-8."""
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(BYTES_MAX + 1)
    except OSError as error:
        error.filename = name
        raise
    if len(data) > BYTES_MAX:
        Origin(name, "").refuse(START, "file-too-large", limit=BYTES_MAX // 1024)
    try:
        return Origin(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        column = len(before) - (before.rfind("\n") + 1)
        return Origin(name, before).refuse(Location(before.count("\n"), column), "not-utf-8", byte=error.start)


def parse(origin: Origin) -> Fields:
    """The mapping a card's text holds."""
    if len(origin.text.encode()) > BYTES_MAX:
        origin.refuse(START, "text-too-large", limit=BYTES_MAX // 1024)
    if control := _CONTROL.search(origin.text):
        before = origin.text[: control.start()]
        location = Location(before.count("\n"), len(before) - (before.rfind("\n") + 1))
        origin.refuse(location, "control-character", character=f"U+{ord(control[0]):04X}")
    try:
        root = _Builder(origin).build()
    except yaml.MarkedYAMLError as error:
        _refuse_yaml(origin, error)
    if not isinstance(root, Fields):
        origin.refuse(root.location, "not-a-mapping")
    return root


SIGNS = {"[": "bracket", "{": "brace", "'": "quote", '"': "quote"}
"""What must be closed."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def _refuse_yaml(origin: Origin, error: yaml.MarkedYAMLError) -> NoReturn:
    """Refuse a text that the YAML parser does not take, for the reason that it most likely has."""
    place = error.problem_mark or error.context_mark
    location = Location(place.line, place.column) if place else START
    problem = str(error.problem)
    line = origin.line(location.line)
    opened = error.context_mark
    if "token" in problem and line[location.column : location.column + 1] == "·":
        origin.refuse(location, "tab")
    if opened is not None and location.line >= len(origin.text.splitlines()):
        start = Location(opened.line, opened.column)
        first = origin.line(start.line)[start.column : start.column + 1]
        if first not in SIGNS:  # a name that is still being typed
            origin.refuse(start, "no-colon", name=origin.line(start.line)[start.column :].strip())
        origin.refuse(start, "never-closed", sign=SIGNS[first])
    colon = "mapping values" in problem or (":" in line and "did not find" in problem)
    origin.refuse(location, "not-yaml.colon" if colon else "not-yaml", problem=problem)


def _location(event: yaml.Event) -> Location:
    start = event.start_mark
    assert start is not None
    return Location(start.line, start.column)


class _Builder:
    """Builds nodes from the parser's events, checking limits as they arrive."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.events = yaml.parse(origin.text, Loader=_Loader)
        self.nodes = 0

    def build(self) -> Node:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                self.origin.refuse(_location(event), "second-document")
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, 0)
        if root is None:
            self.origin.refuse(START, "empty-file")
        return root

    def node(self, event: yaml.Event, depth: int) -> Node:
        assert isinstance(event, yaml.NodeEvent), event
        location = _location(event)
        self.nodes += 1
        if self.nodes > NODES_MAX:
            self.origin.refuse(location, "too-many-values", limit=NODES_MAX)
        if depth > DEPTH_MAX:
            self.origin.refuse(location, "too-deep", limit=DEPTH_MAX)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self.origin.refuse(location, "anchor")
        if tag := getattr(event, "tag", None):
            self.origin.refuse(location, "tag", tag=tag)
        if isinstance(event, yaml.ScalarEvent):
            if not all(char.isprintable() or char.isspace() for char in event.value):
                self.origin.refuse(location, "not-printable")
            return Text(" ".join(event.value.split()), location)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(inner, depth + 1))
            return Items(tuple(items), location)
        return self.fields(location, depth)

    def fields(self, location: Location, depth: int) -> Fields:
        seen: dict[str, Location] = {}
        keys: list[Text] = []
        values: list[Node] = []
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key = self.node(inner, depth + 1)
            if not isinstance(key, Text):
                self.origin.refuse(key.location, "field-name")
            if key.value in seen:
                first = seen[key.value].line + 1
                self.origin.refuse(key.location, "duplicate-field", field=key.value, line=first)
            seen[key.value] = key.location
            keys.append(key)
            values.append(self.node(next(self.events), depth + 1))
        return Fields(tuple(keys), tuple(values), location)


class Section:
    """A mapping being read: fields are taken one by one, and what is left over is an error."""

    def __init__(self, origin: Origin, fields: Fields, known: list[str], what: str) -> None:
        self.origin, self.location, self.what = origin, fields.location, what
        self._nodes = {key.value: (key, value) for key, value in fields.pairs()}
        for name, (key, value) in self._nodes.items():
            if name not in known:
                if name in FIELDS_NOT_IN_EDITION:
                    origin.refuse(key.location, FIELDS_NOT_IN_EDITION[name])
                bare = isinstance(value, Text) and not value.value
                code = "unknown-field.comma" if bare else "unknown-field"
                origin.refuse(key.location, code, what=what, field=name, known=known, near=near(name, known))

    @property
    def names(self) -> list[str]:
        """The fields that are there."""
        return list(self._nodes)

    def has(self, name: str) -> bool:
        return name in self._nodes

    def node(self, name: str) -> Node | None:
        return self._nodes[name][1] if name in self._nodes else None

    def text(self, name: str, *, required: bool = True) -> Text | None:
        node = self.node(name)
        if node is None:
            if required:
                self.origin.refuse(self.location, "missing-field", what=self.what, field=name)
            return None
        text = self.as_text(node, f'"{name}"')
        if not text.value:
            self.origin.refuse(text.location, "empty-field", field=name)
        return text

    def as_text(self, node: Node, what: str) -> Text:
        if not isinstance(node, Text):
            self.origin.refuse(node.location, "not-text", what=what)
        return node
