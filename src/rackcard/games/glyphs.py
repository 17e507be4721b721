"""Glyphs: the small drawings that stand for an event on the felt, as facts; the pages draw each kind in one way."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Glyph:
    """One drawing: its kind, what is written on it, and its color where it has one."""

    kind: Literal["die", "pocket", "disc", "card", "cards", "tile", "sign"]
    """A face of a die, a pocket of a wheel, the disc of a hand, a playing card, so many cards, a number on a tile, a
    sign between."""
    text: str = ""
    color: str = ""
    is_dim: bool = False

    @property
    def count(self) -> int:
        """The face of a die, or how many cards."""
        return int(self.text)


def dice(faces: Iterable[int]) -> tuple[Glyph, ...]:
    """Faces of dice, in the order given."""
    return tuple(Glyph("die", str(face)) for face in faces)


def tiles(numbers: Iterable[int]) -> tuple[Glyph, ...]:
    """Numbers, each on a tile."""
    return tuple(Glyph("tile", str(number)) for number in numbers)
