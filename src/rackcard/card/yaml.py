"""Strict YAML: text, mappings and lists with their places in the file, and nothing else.

Scalars stay text, so that ``30:1``, ``off``, ``no`` and ``010`` can never turn into a number or a
truth value. Aliases, anchors, tags, duplicate keys, deep nesting and oversized files are refused while
the stream is read, before anything is built from them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

import yaml

BYTES_MAX = 128 * 1024
DEPTH_MAX = 8
NODES_MAX = 20_000

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Mark:
    """A place in a file, counted from 0 as the parser does."""

    line: int
    column: int


class CardError(ValueError):
    """A card that cannot be used: where, what is wrong, and what to do about it.

    It prints as ``cards/x.yaml:12:7``, the line, a caret, the cause and the remedy.
    """

    def __init__(self, origin: "Origin", mark: Mark, cause: str, remedy: str) -> None:
        cause, remedy = _short(cause), _short(remedy)
        self.path, self.mark, self.cause, self.remedy = origin.name, mark, cause, remedy
        place = f"{origin.name}:{mark.line + 1}:{mark.column + 1}"
        shown, column = _excerpt(origin.line(mark.line), mark.column)
        super().__init__(f"{place}: {cause}\n    {shown}\n    {' ' * column}^\n  {remedy}")

    @property
    def line(self) -> int:
        return self.mark.line + 1

    @property
    def column(self) -> int:
        return self.mark.column + 1


def _short(text: str, most: int = 700) -> str:
    """A sentence of ours with long words of theirs cut: an error must fit a screen."""
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
        return "".join(char if char.isprintable() else "·" for char in line)

    def refuse(self, mark: Mark, cause: str, remedy: str) -> NoReturn:
        raise CardError(self, mark, cause, remedy)


@dataclass(frozen=True)
class Text:
    """A scalar, as written."""

    value: str
    mark: Mark


@dataclass(frozen=True)
class Items:
    """A list."""

    items: "tuple[Node, ...]"
    mark: Mark


@dataclass(frozen=True)
class Fields:
    """A mapping, keys in the order written."""

    keys: tuple[Text, ...]
    values: "tuple[Node, ...]"
    mark: Mark

    def pairs(self) -> "Iterator[tuple[Text, Node]]":
        return zip(self.keys, self.values, strict=True)


Node = Text | Items | Fields


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
        Origin(name, "").refuse(
            Mark(0, 0),
            f"the file is larger than {BYTES_MAX // 1024} KiB",
            "Split it: one card per file. The largest shipped card is under 10 KiB.",
        )
    try:
        return Origin(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        column = len(before) - (before.rfind("\n") + 1)
        return Origin(name, before).refuse(
            Mark(before.count("\n"), column),
            f"byte {error.start} is not UTF-8 text",
            "Save the card as UTF-8.",
        )


def parse(origin: Origin) -> Fields:
    """The mapping a card's text holds."""
    if len(origin.text.encode()) > BYTES_MAX:
        origin.refuse(Mark(0, 0), f"the card is larger than {BYTES_MAX // 1024} KiB", "Split it: one card per file.")
    if control := _CONTROL.search(origin.text):
        before = origin.text[: control.start()]
        origin.refuse(
            Mark(before.count("\n"), len(before) - (before.rfind("\n") + 1)),
            f"the character #x{ord(control[0]):04x} may not stand in a card",
            "Remove the control character.",
        )
    try:
        root = _Builder(origin).build()
    except yaml.MarkedYAMLError as error:
        _refuse_yaml(origin, error)
    if not isinstance(root, Fields):
        origin.refuse(root.mark, "a card is a mapping of fields", 'Start with a line such as "card: my-card".')
    return root


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def _refuse_yaml(origin: Origin, error: yaml.MarkedYAMLError) -> NoReturn:
    """Say in our words what the YAML parser means."""
    place = error.problem_mark or error.context_mark
    mark = Mark(place.line, place.column) if place else Mark(0, 0)
    problem = str(error.problem)
    line = origin.line(mark.line)
    opened = error.context_mark
    if "token" in problem and line[mark.column : mark.column + 1] == "·":
        origin.refuse(mark, "a tab stands here", "Indent with spaces.")
    if opened is not None and mark.line >= len(origin.text.splitlines()):
        start = Mark(opened.line, opened.column)
        sign = {"[": "bracket", "{": "brace"}.get(origin.line(start.line)[start.column : start.column + 1], "quote")
        origin.refuse(start, f"the {sign} opened here is never closed", f"Add the closing {sign}.")
    remedy = "Check the indentation, colons, braces and quotes."
    if "mapping values" in problem or (":" in line and "did not find expected" in problem):
        remedy = "A phrase with a colon needs quotes; check the indentation, braces and quotes too."
    origin.refuse(mark, f"this is not YAML: {problem}", remedy)


def _mark(event: yaml.Event) -> Mark:
    start = event.start_mark
    assert start is not None
    return Mark(start.line, start.column)


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
                self.origin.refuse(_mark(event), "the file holds a second document", "Keep one card per file.")
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, 0)
        if root is None:
            self.origin.refuse(Mark(0, 0), "the file is empty", 'Start with a line such as "card: my-card".')
        return root

    def node(self, event: yaml.NodeEvent, depth: int) -> Node:
        mark = _mark(event)
        self.nodes += 1
        if self.nodes > NODES_MAX:
            self.origin.refuse(mark, f"the card has more than {NODES_MAX} values", "Split it into several cards.")
        if depth > DEPTH_MAX:
            self.origin.refuse(
                mark, f"this is nested more than {DEPTH_MAX} deep", "No field of a card goes that deep; flatten it."
            )
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self.origin.refuse(
                mark, "anchors and aliases (& and *) are not allowed", "Write the value out where it is used."
            )
        if tag := getattr(event, "tag", None):
            self.origin.refuse(mark, f"tags are not allowed ({tag})", "Remove the tag; every value is text.")
        if isinstance(event, yaml.ScalarEvent):
            if not all(char.isprintable() or char.isspace() for char in event.value):
                self.origin.refuse(mark, "the text holds characters that cannot be printed", "Remove the escapes.")
            return Text(" ".join(event.value.split()), mark)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                items.append(self.node(inner, depth + 1))
            return Items(tuple(items), mark)
        return self.fields(mark, depth)

    def fields(self, mark: Mark, depth: int) -> Fields:
        seen: dict[str, Mark] = {}
        keys: list[Text] = []
        values: list[Node] = []
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key = self.node(inner, depth + 1)
            if not isinstance(key, Text):
                self.origin.refuse(key.mark, "a field's name must be plain text", "Put a word before the colon.")
            if key.value in seen:
                self.origin.refuse(
                    key.mark,
                    f'"{key.value}" stands twice here; the first is on line {seen[key.value].line + 1}',
                    "Keep one of the two.",
                )
            seen[key.value] = key.mark
            keys.append(key)
            values.append(self.node(next(self.events), depth + 1))
        return Fields(tuple(keys), tuple(values), mark)


def suggestion(word: str, known: list[str]) -> str:
    """A sentence that lists what may stand here, the nearest first if one is near."""
    near = get_close_matches(word, known, n=1)
    listing = ", ".join(known)
    return (f"Did you mean {near[0]}? " if near else "") + f"Known here: {listing}."


class Section:
    """A mapping being read: fields are taken one by one, and what is left over is an error."""

    def __init__(self, origin: Origin, fields: Fields, known: list[str], what: str) -> None:
        self.origin, self.mark, self.what = origin, fields.mark, what
        self._nodes = {key.value: (key, value) for key, value in fields.pairs()}
        for name, (key, value) in self._nodes.items():
            if name not in known:
                bare = isinstance(value, Text) and not value.value
                comma = " Inside { } a phrase with a comma needs quotes." if bare else ""
                origin.refuse(key.mark, f'{what} has no field "{name}"', suggestion(name, known) + comma)

    def has(self, name: str) -> bool:
        return name in self._nodes

    def node(self, name: str) -> Node | None:
        return self._nodes[name][1] if name in self._nodes else None

    def text(self, name: str, *, required: bool = True) -> Text | None:
        node = self.node(name)
        if node is None:
            if required:
                self.origin.refuse(self.mark, f'{self.what} needs a field "{name}"', f'Add a line "{name}: …".')
            return None
        text = self.as_text(node, f'"{name}"')
        if not text.value:
            self.origin.refuse(text.mark, f'"{name}" is empty', "Write something after the colon, or remove the line.")
        return text

    def as_text(self, node: Node, what: str) -> Text:
        if not isinstance(node, Text):
            self.origin.refuse(
                node.mark,
                f"{what} must be a phrase, not a list or mapping",
                "Write it as plain text, without brackets.",
            )
        return node
