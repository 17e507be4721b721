"""Fragments: a drawing as a tree of elements that can be replaced one by one, and what changes from one to the next.

A template marks an element with ``{{ fragment(id) }}<element id=…>…</element>{{ end }}``, and the value of an attribute
with ``{{ fragment('@id name') }}…{{ end }}``. No page is sent the marks. A page is sent the change from the drawing
that it has: the elements and attributes that differ, and the children of an element whose children came or went.
"""

import html
import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from threading import local

from markupsafe import Markup

_SECRET = secrets.token_hex(8)
"""No text that a person writes has it, so that none passes for a mark."""
END = Markup(f"\x01{_SECRET}\x02")
_MARK = re.compile(f"\x01{_SECRET}([^\x02]*)\x02")


def fragment(name: str) -> Markup:
    """The mark before an element, by its id, or before the value of an attribute, as ``@id name``."""
    return Markup(f"\x01{_SECRET}{name}\x02")


class Fragment:
    """An element of a drawing: its text, with the fragments inside it in their places."""

    __slots__ = ("children", "name", "pieces")

    def __init__(self, name: str, pieces: "tuple[str | Fragment, ...]") -> None:
        self.name, self.pieces = name, pieces
        self.children = tuple([one for one in pieces if isinstance(one, Fragment)])

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


Slots = dict[str, tuple[object, Fragment]]
"""The parts of a page that its viewer was drawn last, each with the values that it was drawn of."""


class _Drawing(local):
    """What this thread is drawing."""

    held: dict[str, Fragment] | None = None
    """Trees that were drawn before and belong in it, by the marks in their places."""
    slots: Slots | None = None
    """What its viewer was drawn last."""


_drawing = _Drawing()


def drawn(draw: Callable[[], str], slots: Slots | None = None) -> Fragment:
    """What is drawn, as a tree; its root has no name. ``slots`` are its viewer's, for ``again``."""
    outer = _drawing.held, _drawing.slots
    _drawing.held, _drawing.slots = {}, slots
    try:
        return _parsed(draw(), _drawing.held)
    finally:
        _drawing.held, _drawing.slots = outer


def again(slot: str, values: object, caller: Callable[[], str]) -> Markup:
    """A part of a page as its viewer was drawn it last, where it is of the same values; nobody else is shown it.

    A template calls it around the part: ``{% call again(slot, values) %}…{% endcall %}``. The part must depend on
    nothing but the values.
    """
    slots = _drawing.slots
    if slots is None:
        return Markup(caller())
    known = slots.get(slot)
    if known is None or known[0] != values:
        known = slots[slot] = values, drawn(caller, slots)
    return inserted(known[1])


def inserted(root: Fragment) -> Markup:
    """The mark in the place of a tree that was drawn before: it becomes part of what is being drawn, as it is."""
    if _drawing.held is None:  # no tree is being made
        return Markup(root.text)
    mark = f"={id(root)}"
    _drawing.held[mark] = root
    return fragment(mark)


def _parsed(text: str, held: Mapping[str, Fragment]) -> Fragment:
    """A text with its marks as a tree."""
    open_: list[tuple[str, list[str | Fragment]]] = [("", [])]
    for place, piece in enumerate(_MARK.split(text)):
        if place % 2 == 0:
            if piece:
                _put(open_[-1][1], piece)
        elif piece.startswith("="):
            for one in held[piece].pieces:
                _put(open_[-1][1], one)
        elif piece:
            open_.append((piece, []))
        else:
            name, pieces = open_.pop()
            open_[-1][1].append(Fragment(name, tuple(pieces)))
    ((name, pieces),) = open_
    return Fragment(name, tuple(pieces))


def _put(pieces: list[str | Fragment], piece: str | Fragment) -> None:
    """Add a piece; texts that meet become one."""
    if isinstance(piece, str) and pieces and isinstance(last := pieces[-1], str):
        pieces[-1] = last + piece
    else:
        pieces.append(piece)


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
    if _is_framed_alike(old, new):
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


def _is_framed_alike(old: Fragment, new: Fragment) -> bool:
    """Whether two fragments have the same text around the fragments inside, and those the same names."""
    if len(old.pieces) != len(new.pieces):
        return False
    for before, after in zip(old.pieces, new.pieces, strict=True):
        if before is after:
            continue
        if isinstance(before, str) or isinstance(after, str):
            if before != after:
                return False
        elif before.name != after.name:
            return False
    return True


def merged(old: Fragment, new: Fragment) -> Fragment:
    """A drawing that keeps what an earlier one has alike, so that many versions take little more room than one."""
    if old is new or not new.children:
        return old if old is new or old.pieces == new.pieces else new
    known = {one.name: one for one in old.children}
    pieces = tuple(
        [merged(known[one.name], one) if isinstance(one, Fragment) and one.name in known else one for one in new.pieces]
    )
    if len(pieces) == len(old.pieces) and all(map(_is_alike, old.pieces, pieces)):
        return old
    return Fragment(new.name, pieces)


def _is_alike(old: str | Fragment, new: str | Fragment) -> bool:
    return old is new or (isinstance(old, str) and old == new)
