"""A drawn layout: spots for wagers, what is printed on them, and where chips, the puck and the dolly go.

A game draws its layout in units of its own, which are pixels at natural size. It decides where a wager lies from facts
about it, never from its name. A layout has parts that may be shown apart, and each part two forms: a wide one, and a
narrow one for a phone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal

from rackcard.games.game import Cell
from rackcard.svg import Length

Point = tuple[Length, Length]
WIDTH = 1090
"""How wide all layouts are at natural size, with the gaps between their parts."""
NARROW = 366
"""How wide a part is on a phone."""


# ---- what is known of a wager


@dataclass(frozen=True)
class LaidWager:
    """What decides the place of a wager: facts about its rule."""

    wager: str
    name: str
    """What is printed where the game prints no words of its own."""
    wins: frozenset[Cell]
    """The cells that win it, where it is won by one outcome; empty where there is more to it."""
    ends: frozenset[Cell]
    """The cells of the event that ends it."""
    is_single: bool
    """Whether the first outcome ends it."""
    own_line: bool
    behind: str
    """The wager that it is bet behind, if any."""
    window: str
    has_commission: bool
    bundle: tuple[tuple[str, int], ...]
    """The wagers that it is made of, with the units on each."""
    pay: tuple[str, str]
    """The one pay that it has, as a figure and what follows it: 9, to 1; both empty where it has several."""
    net: Fraction
    """The most that one unit wins."""
    pays: tuple[tuple[frozenset[Cell], Fraction], ...] = ()
    """The cells of each pay line, with what one unit wins there."""
    pushes: frozenset[Cell] = frozenset()
    """The cells on which the stake comes back."""
    turned_from: tuple[str, ...] = ()
    """The wagers whose stakes may become it."""


# ---- what is printed


@dataclass(frozen=True)
class Lettering:
    """A line of text."""

    kind: ClassVar = "lettering"

    text: str
    x: Length
    y: Length
    size: Length = 14
    face: Literal["title", "narrow"] = "title"
    anchor: Literal["start", "middle", "end"] = "middle"
    turn: int = 0
    """How far it is turned about its place, in degrees."""
    ink: str = ""
    spacing: Length = 0


@dataclass(frozen=True)
class PrintedDice:
    """Dice in a row, as they are printed on a layout."""

    kind: ClassVar = "dice"

    faces: tuple[int, ...]
    x: Length
    y: Length
    size: Length = 20

    @property
    def at(self) -> tuple[tuple[int, Length], ...]:
        """Each face and where it begins."""
        return tuple((face, self.x + index * self.size * 23 / 20) for index, face in enumerate(self.faces))


@dataclass(frozen=True)
class PrintedPay:
    """The pay of the spot's wager, where it has one: a large figure and a small unit."""

    kind: ClassVar = "pay"

    x: Length
    y: Length
    size: Length = 18
    anchor: Literal["start", "middle", "end"] = "middle"
    before: str = ""
    """A word in front of it."""


@dataclass(frozen=True)
class Stroke:
    """A line or a shape that is printed."""

    kind: ClassVar = "stroke"

    path: str
    ink: str = "line"


Print = Lettering | PrintedDice | PrintedPay | Stroke


def box(x: Length, y: Length, width: Length, height: Length, round_: Length = 0) -> str:
    """The path of a rectangle, perhaps with round corners.

    >>> box(2, 3, 10, 20)
    'M2 3h10v20h-10z'
    """
    if not round_:
        return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"
    a, b, r = width - 2 * round_, height - 2 * round_, round_
    return (
        f"M{x + r:g} {y:g}h{a:g}q{r:g} 0 {r:g} {r:g}v{b:g}q0 {r:g} {-r:g} {r:g}h{-a:g}q{-r:g} 0 {-r:g} {-r:g}"
        f"v{-b:g}q0 {-r:g} {r:g} {-r:g}z"
    )


def circle(x: Length, y: Length, radius: Length) -> str:
    """The path of a circle."""
    r = radius
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"


def fitted(text: str, width: Length, size: Length, least: Length = 12) -> Length:
    """The size at which a line fits, at most the one asked for; capitals are wide."""
    em = sum(22 / 25 if letter.isupper() else 3 / 10 if letter == " " else 3 / 5 for letter in text)
    return max(least, min(size, width / max(1, em)))


# ---- spots


@dataclass(frozen=True)
class SpotLook:
    """How a spot looks in one form of its part."""

    shape: str
    chips: Point
    prints: tuple[Print, ...] = ()
    step: Point = (30, 0)
    """From one stack of chips to the next."""
    tag: Literal["right", "below"] = "right"
    points: Mapping[str, Point] = field(default_factory=dict)
    """Where chips go that have traveled, by the number of the phase."""
    is_point: bool = False
    """Whether it is a point on the lines, which shows nothing but chips."""


@dataclass(frozen=True)
class Spot:
    """A wager's place on a part of a layout."""

    wager: str
    part: str
    wide: SpotLook
    narrow: SpotLook | None
    """None where it is not drawn on a phone."""
    covers: tuple[str, ...] = ()
    """What it covers, as the game names its outcomes in short."""
    pay: tuple[str, str] = ("", "")
    ink: str = ""
    label: str = ""
    """What a screen reader says before the wager's name: the color of a number."""


@dataclass(frozen=True)
class Part:
    """A piece of a layout that may be shown apart."""

    name: str
    title: str
    width: Length
    height: Length
    narrow: tuple[Length, Length] | None
    """Its size on a phone, where it is shown there."""
    prints: tuple[Print, ...] = ()
    """What is printed beside the spots."""
    narrow_prints: tuple[Print, ...] = ()
    template: str = ""
    """The game's own template that draws the part, if it is not made of spots."""
    is_beside: bool = False
    """Whether a part without a form for a phone stands beside the narrow form of the others where there is room."""

    @property
    def scale(self) -> Length:
        """How much larger the units of the narrow form are."""
        return self.width / self.narrow[0] if self.narrow else 1


@dataclass(frozen=True)
class RaceSpot:
    """A pocket of the racetrack: a press bets it and its neighbors."""

    pocket: str
    straight: str
    """The wager on the pocket alone."""
    neighbors: str
    """The wager on it and two on each side, where the card has one."""
    path: str
    x: Length
    y: Length
    """The place of its number."""
    ink: str


@dataclass(frozen=True)
class WheelPocket:
    """A pocket of the wheel, at so many degrees clockwise from the first."""

    pocket: str
    ink: str
    angle: Length


@dataclass(frozen=True)
class Layout:
    """A layout that a card has wagers for."""

    parts: tuple[Part, ...]
    spots: tuple[Spot, ...]
    pucks: Mapping[int, tuple[Point, Point]] = field(default_factory=dict)
    """The place of the puck on the first part, wide and narrow, by the number of the phase."""
    dollies: Mapping[str, tuple[Point, Point]] = field(default_factory=dict)
    """Where the dolly is set on the part that has it, wide and narrow, by the outcome in short."""
    dolly_part: str = ""
    race: tuple[RaceSpot, ...] = ()
    wheel: tuple[WheelPocket, ...] = ()
    wedge: str = ""
    """The path of the pocket on top of the wheel."""

    @cached_property
    def wagers(self) -> frozenset[str]:
        """The wagers on it, including those on the racetrack."""
        raced = (one.neighbors for one in self.race if one.neighbors)
        return frozenset((*(spot.wager for spot in self.spots), *raced))

    @cached_property
    def by_part(self) -> Mapping[str, tuple[Spot, ...]]:
        return {part.name: tuple(spot for spot in self.spots if spot.part == part.name) for part in self.parts}
