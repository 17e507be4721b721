"""A drawn layout: the boxes of a felt and the points on its lines where chips lie."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    """A wager's place: a box, or a point on the lines where the chip for several outcomes goes."""

    wager: str
    x: int
    y: int
    width: int
    height: int
    """In quarters of a number's box; a point has neither width nor height."""
    covers: tuple[str, ...]
    colour: str = ""
    label: str = ""
    """What is printed in the box, where it is not the one outcome that it covers."""
    prints_pay: bool = False
    """Whether the pay is printed below, where there is one pay."""

    @property
    def text(self) -> str:
        """What is printed in the box; empty where it bears the wager's name."""
        return self.label or (self.covers[0] if len(self.covers) == 1 else "")

    @property
    def middle(self) -> tuple[int, int]:
        """Where the arrow keys find it, in eighths."""
        return 2 * self.x + self.width, 2 * self.y + self.height


@dataclass(frozen=True)
class Layout:
    """The boxes and points of a layout that a card has wagers for."""

    width: int
    boxes: tuple[Spot, ...]
    points: tuple[Spot, ...]

    @property
    def wagers(self) -> frozenset[str]:
        return frozenset(spot.wager for spot in (*self.boxes, *self.points))
