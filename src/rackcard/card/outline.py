"""The outline of a card that is still being written: which field the cursor is in, whatever is unfinished around it.

A half-typed text is rarely good YAML, so this reads lines, indentation and brackets and never refuses anything.
"""

import re
from dataclasses import dataclass, field

ITEM = "-"
"""What a path has for an entry of a list."""
_KEY = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s#\[\]{},"'&*!|>%@`][^#\[\]{},]*?)\s*:(?=\s|$)\s*""")

Path = tuple[str, ...]


@dataclass(frozen=True)
class Cursor:
    """Where somebody writes: the fields around it, and what is there already."""

    path: Path
    """The fields that it is in, outermost first; its own field last where it is in a value."""
    typed: str
    """What is written of the name or value before the cursor."""
    column: int
    """Where that begins in the line, from 0."""
    is_name: bool
    """Whether a field's name is written here, rather than a value."""
    in_brackets: bool
    """Whether it is inside of ``{}`` or ``[]``, where a comma ends a value."""
    in_comment: bool
    lacks_space: bool
    """Whether a value follows its colon without the space that YAML needs."""


@dataclass
class Outline:
    """The names and values of a text by their paths."""

    names: dict[Path, list[str]] = field(default_factory=dict)
    values: dict[Path, list[str]] = field(default_factory=dict)
    """Values as they are written; the entries of a list are all at its own path."""

    def value(self, *path: str) -> str:
        """The value of a field; empty where it has none."""
        return next(iter(self.values.get(path, ())), "")

    def named(self, *path: str) -> list[str]:
        """The names of the fields at a path."""
        return self.names.get(path, [])


def outline(text: str) -> Outline:
    """The names and values of a text, as far as they can be made out."""
    reader = _Reader()
    for line in text.splitlines():
        reader.line(line)
    return reader.found


def cursor(text: str, line: int, column: int) -> Cursor:
    """Where a line and column are, both counted from 1 as errors count them."""
    lines = text.split("\n")
    number = max(0, min(line - 1, len(lines) - 1))
    reader = _Reader()
    for earlier in lines[:number]:
        reader.line(earlier)
    return reader.cursor(lines[number][: max(0, column - 1)])


@dataclass
class _Level:
    """A mapping or list that is open: a block by its indentation, or a bracket."""

    indent: int
    """-1 for a bracket."""
    name: str
    bracket: str = ""


class _Reader:
    """Reads a text line by line."""

    def __init__(self) -> None:
        self.levels: list[_Level] = []
        self.found = Outline()
        self.token = ""
        self.start = 0
        self.is_name = True
        self.in_comment = False

    @property
    def path(self) -> Path:
        return tuple(level.name for level in self.levels if level.name)

    @property
    def bracket(self) -> str:
        """The innermost bracket that is open; empty outside of all."""
        for level in reversed(self.levels):
            if level.bracket or level.indent >= 0:
                return level.bracket
        return ""

    def line(self, line: str) -> None:
        """Read a line that is complete."""
        if line.strip():
            self.read(line)
            self.close_token()

    def cursor(self, line: str) -> Cursor:
        """Read a line up to the cursor."""
        self.read(line)
        lacks_space = not self.is_name and not self.token and line.endswith(":")
        return Cursor(
            self.path, self.token, self.start, self.is_name, bool(self.bracket), self.in_comment, lacks_space
        )  # fmt: skip

    def read(self, line: str) -> None:
        self.in_comment = False
        at = len(line) - len(line.lstrip(" "))
        if self.bracket and self.is_forgotten(line[at:], at):
            self.levels = [level for level in self.levels if level.indent >= 0]
        if self.bracket:
            self.start_token(at)
        else:
            at = self.block(line, at)
        self.flow(line, at)

    def is_forgotten(self, rest: str, at: int) -> bool:
        """Whether a bracket was not closed yet: a line that is no deeper than its own names a field."""
        owner = max((level.indent for level in self.levels), default=0)
        return at <= owner and _KEY.match(rest) is not None

    def block(self, line: str, at: int) -> int:
        """The beginning of a line outside of brackets: its list items and its name; where the value begins."""
        rest = line[at:]
        if rest.startswith("#"):
            self.start_token(at)
            return at
        is_item = rest == ITEM or rest.startswith(f"{ITEM} ")
        self.leave(at, is_item=is_item)
        while rest == ITEM or rest.startswith(f"{ITEM} "):
            self.levels.append(_Level(at, ITEM))
            step = 1 if rest == ITEM else 2 + len(rest[2:]) - len(rest[2:].lstrip(" "))
            at, rest = at + step, rest[step:]
        self.is_name = True
        if match := _KEY.match(rest):
            self.open_name(match["key"], at)
            at += match.end()
        self.start_token(at)
        return at

    def leave(self, indent: int, *, is_item: bool) -> None:
        """Leave the blocks that a line with this indentation is not in; a list may be as deep as its field."""
        while self.levels:
            last = self.levels[-1]
            if last.indent < indent or (is_item and last.indent == indent and last.name != ITEM):
                return
            self.levels.pop()

    def open_name(self, key: str, indent: int) -> None:
        name = _plain(key)
        self.found.names.setdefault(self.path, []).append(name)
        self.levels.append(_Level(indent, name))
        self.is_name = False

    def start_token(self, at: int) -> None:
        self.token, self.start = "", at

    def flow(self, line: str, at: int) -> None:
        """The rest of a line: values, brackets and comments."""
        quote = ""
        while at < len(line):
            char = line[at]
            if quote:
                quote = "" if char == quote else quote
                self.token += char
            elif char in "\"'" and not self.token:
                quote, self.token = char, char
            elif char == "#" and (at == 0 or line[at - 1] == " "):
                self.close_token()
                self.start_token(len(line))
                self.in_comment = True
                return
            elif char in "{[" and not self.token:
                self.open_bracket(char, at)
            elif self.bracket and char in "]},":
                self.close_entry(char, at)
            elif self.bracket == "{" and char == ":" and line[at + 1 : at + 2] in ("", " "):
                self.open_name(self.token, -1)
                self.start_token(min(at + 2, len(line)))
                at += 1
            elif char != " " or self.token:
                self.token += char
            else:
                self.start = at + 1
            at += 1

    def open_bracket(self, char: str, at: int) -> None:
        self.levels.append(_Level(-1, ITEM if char == "{" and self.bracket == "[" else "", char))
        self.is_name = char == "{"
        self.start_token(at + 1)

    def close_entry(self, char: str, at: int) -> None:
        """The end of an entry in brackets, or of the brackets."""
        self.close_token()
        if not self.levels[-1].bracket:
            self.levels.pop()
        if char != "," and self.bracket:
            self.levels.pop()
        self.is_name = self.bracket == "{"
        self.start_token(at + 1)

    def close_token(self) -> None:
        """Keep a value that is complete; a bare entry of a list belongs to the list's own path."""
        path = self.path
        if path[-1:] == (ITEM,):
            path = path[:-1]
        elif self.is_name:
            return
        if self.token.strip():
            self.found.values.setdefault(path, []).append(_plain(self.token))


def _plain(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
