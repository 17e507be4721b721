"""Fragments: a drawing as a tree of elements that can be replaced one by one, and what changes from one to the next.

A template marks an element with ``{{ fragment(id) }}<element id=…>…</element>{{ end }}``, and the value of an attribute
with ``{{ fragment('@id name') }}…{{ end }}``. No page is sent the marks. A page is sent the change from the drawing
that it has: the elements and attributes that differ, and the children of an element whose children came or went.
"""

import html
import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

_SECRET = secrets.token_hex(8)
"""No text that a person writes has it, so that none passes for a mark."""
END = Markup(f"\x01{_SECRET}\x02")
_MARK = re.compile(f"\x01{_SECRET}([^\x02]*)\x02")


def fragment(name: str) -> Markup:
    """The mark before an element, by its id, or before the value of an attribute, as ``@id name``."""
    return Markup(f"\x01{_SECRET}{name}\x02")


def plain(text: str) -> str:
    """A text without its marks."""
    return _MARK.sub("", text)


@dataclass(frozen=True, eq=False)
class Fragment:
    """An element of a drawing: its text, with the fragments inside it in their places."""

    name: str
    pieces: tuple["str | Fragment", ...]

    @cached_property
    def children(self) -> "tuple[Fragment, ...]":
        return tuple(one for one in self.pieces if isinstance(one, Fragment))

    @cached_property
    def frame(self) -> tuple[str, ...]:
        """The text around the fragments inside, with their names."""
        return tuple(one if isinstance(one, str) else f"\x01{one.name}" for one in self.pieces)

    @property
    def is_list(self) -> bool:
        """Whether it has nothing but fragments between its two tags."""
        return len(self.pieces) > 2 and not any(one.strip() for one in self.pieces[1:-1] if isinstance(one, str))

    @property
    def text(self) -> str:
        return "".join(self._texts())

    def _texts(self) -> Iterator[str]:
        for one in self.pieces:
            if isinstance(one, str):
                yield one
            else:
                yield from one._texts()

    def find(self, name: str) -> "Fragment | None":
        """The fragment inside that has a name."""
        for one in self.children:
            found = one if one.name == name else one.find(name)
            if found is not None:
                return found
        return None


def parsed(text: str) -> Fragment:
    """A drawing with its marks as a tree; the root has no name."""
    open_: list[tuple[str, list[str | Fragment]]] = [("", [])]
    for place, piece in enumerate(_MARK.split(text)):
        if place % 2 == 0:
            if piece:
                open_[-1][1].append(piece)
        elif piece:
            open_.append((piece, []))
        else:
            name, pieces = open_.pop()
            open_[-1][1].append(Fragment(name, tuple(pieces)))
    ((name, pieces),) = open_
    return Fragment(name, tuple(pieces))


@dataclass
class DrawnChange:
    """What a page with one drawing needs to show another."""

    viewer: str
    """Whose drawing it is."""
    base: int
    """The version of the drawing that it starts from; a page that has a later one takes it too."""
    version: int
    set: dict[str, str] = field(default_factory=dict)
    """Elements and values of attributes, by their names."""
    order: dict[str, list[str]] = field(default_factory=dict)
    """The children of an element, in their order."""

    def to_dict(self) -> dict[str, object]:
        return {"viewer": self.viewer, "base": self.base, "version": self.version, "set": self.set, "order": self.order}

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))


def changed(old: Fragment, new: Fragment, change: DrawnChange) -> DrawnChange | None:
    """A change with what differs between two drawings; None where there is no smaller change than the whole."""
    return change if _compare(old, new, change) else None


def _compare(old: Fragment, new: Fragment, change: DrawnChange) -> bool:
    """Note what differs; False where the root itself does."""
    if old is new:
        return True
    if old.frame == new.frame:
        for before, after in zip(old.children, new.children, strict=True):
            _compare(before, after, change)
        return True
    if not new.name:
        return False
    if new.is_list and old.is_list and (old.pieces[0], old.pieces[-1]) == (new.pieces[0], new.pieces[-1]):
        change.order[new.name] = [one.name for one in new.children]
        known = {one.name: one for one in old.children}
        for one in new.children:
            if one.name in known:
                _compare(known[one.name], one, change)
            else:
                change.set[one.name] = one.text
        return True
    change.set[new.name] = html.unescape(new.text) if new.name.startswith("@") else new.text
    return True


def merged(old: Fragment, new: Fragment) -> Fragment:
    """A drawing that keeps what an earlier one has alike, so that many versions take little more room than one."""
    known = {one.name: one for one in old.children}
    pieces = tuple(
        merged(known[one.name], one) if isinstance(one, Fragment) and one.name in known else one for one in new.pieces
    )
    if len(pieces) == len(old.pieces) and all(_is_alike(*pair) for pair in zip(old.pieces, pieces, strict=True)):
        return old
    return Fragment(new.name, pieces)


def _is_alike(old: str | Fragment, new: str | Fragment) -> bool:
    return old is new or (isinstance(old, str) and old == new)
