"""Drawing: the few shapes of SVG that every chart is made of, on the screen and on paper.

Floating-point numbers are only positions here: the exact figures are in the tables beside a chart.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

INK = "#111111"
Length = float
"""A place or a size in a drawing, never a figure that anybody is paid by."""


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture that a notebook shows and a file keeps."""

    svg: str
    title: str

    def __repr__(self) -> str:
        return f"<Drawing: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, as SVG."""
        Path(path).write_text(self.svg, encoding="utf-8")


def place(value: float) -> str:
    """A position as short as it may be written.

    >>> place(12.0), place(0.333)
    ('12', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    x: float, y: float, words: str, size: float, *, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    """Words at a place: their start, middle or end."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{place(x)}" y="{place(y)}" font-size="{place(size)}" text-anchor="{anchor}" '
        f'fill="{fill}"{weight}>{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, *, width: float = 0.6, dash: str = "", stroke: str = INK) -> str:
    """A straight line, perhaps dashed."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{place(x1)}" y1="{place(y1)}" x2="{place(x2)}" y2="{place(y2)}" '
        f'stroke="{stroke}" stroke-width="{place(width)}"{dashed}/>'
    )


def box(
    x: float, y: float, wide: float, tall: float, fill: str, *, line: float = 0, stroke: str = INK, round: float = 0
) -> str:
    """A box, with a line around it if it has a width."""
    around = f' stroke="{stroke}" stroke-width="{place(line)}"' if line else ""
    corners = f' rx="{place(round)}"' if round else ""
    return (
        f'<rect x="{place(x)}" y="{place(y)}" width="{place(wide)}" height="{place(tall)}"{corners} '
        f'fill="{fill}"{around}/>'
    )


def hatch(name: str, step: float, stripe: float, fill: str, under: str = "#ffffff") -> str:
    """A pattern of slanted stripes, by its name."""
    wide = place(step)
    return (
        f'<defs><pattern id="{name}" width="{wide}" height="{wide}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="{wide}" height="{wide}" fill="{under}"/>'
        f'<rect width="{place(stripe)}" height="{wide}" fill="{fill}"/></pattern></defs>'
    )


def svg(parts: Iterable[str], title: str, description: str, width: float, height: float, more: str = "") -> str:
    """A whole picture, with its title and with a description for a reader who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {more}viewBox="0 0 {place(width)} {place(height)}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>" + "\n".join(parts) + "</svg>"
    )


def shortened(words: str, most: int) -> str:
    """Words that take no more than so many letters.

    >>> shortened("spins 1 2 are 1 apart", 9)
    'spins 1…'
    """
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
