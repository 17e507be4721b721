"""Curves as SVG: several series over the same few steps, told apart by dash and mark as well as by color.

Colors come from the page, which knows light and dark; without it a curve is drawn in the color of the text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, floor

from rackcard.number import percent
from rackcard.svg import place, shortened, svg
from rackcard.wording.lab import lab_sentence

WIDTH, HEIGHT = 620, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 38, 44
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
"""How far apart the lines of the scale may be."""
DASHES = ("", "7 5", "2 4")


@dataclass(frozen=True)
class Series:
    """One curve: a value for each step."""

    name: str
    values: tuple[Fraction, ...]


def curve_chart(title: str, labels: Sequence[str], series: Sequence[Series]) -> str:
    """The curves over their steps, the whole stake as a line across where it is in sight."""
    values = [float(value) for one in series for value in one.values]
    low, high, step = _scale(min(values), max(values))
    floor_y, wide = HEIGHT - BOTTOM, WIDTH - LEFT - RIGHT
    across = wide / max(len(labels) - 1, 1)

    def at(index: int, value: float) -> tuple[float, float]:
        x = LEFT + (across * index if len(labels) > 1 else wide / 2)
        return x, floor_y - (floor_y - TOP) * (value - low) / (high - low)

    parts = []
    for number in range(round((high - low) / step) + 1):
        value = low + step * number
        _, y = at(0, value)
        kind = "whole" if abs(value - 1) < step / 100 else "rule"
        parts.append(_line(kind, LEFT, y, WIDTH - RIGHT, y))
        parts.append(_text(LEFT - 8, y + 4, percent(Fraction(round(value * 10**4), 10**4), 1), "end"))
    every = ceil(len(labels) / 8)
    room = max(4, int(wide / max(ceil(len(labels) / every), 1) / 9))
    for index, label in enumerate(labels):
        if index % every == 0:
            x, _ = at(index, low)
            anchor = "start" if index == 0 and len(labels) > 1 else "end" if index == len(labels) - 1 else "middle"
            parts.append(_text(x, floor_y + 18, shortened(label, room), anchor))
    for number, one in enumerate(series):
        points = [at(index, float(value)) for index, value in enumerate(one.values)]
        parts += _curve(number, points, one.name, LEFT + number * wide / len(series))
    described = " ".join(
        lab_sentence("series", name=one.name, values=[
            lab_sentence("point", label=label, value=value) for label, value in zip(labels, one.values, strict=True)
        ])
        for one in series
    )  # fmt: skip
    return svg(parts, title, described, WIDTH, HEIGHT, 'class="chart curves" ')


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """The ends of a scale that holds both values with about five lines, and how far they are apart."""
    span = max(high - low, 0.02)
    step = next((one for one in STEPS if span / one <= 5), span / 5)
    start = floor(low / step) * step
    end = ceil(high / step) * step
    return start, end if end > start else start + step, step


def _curve(number: int, points: Sequence[tuple[float, float]], name: str, legend: float) -> list[str]:
    """A curve with its marks and its name above."""
    kind = f"curve-{number + 1}"
    dash = f' stroke-dasharray="{DASHES[number]}"' if DASHES[number] else ""
    drawn = " ".join(f"{place(x)},{place(y)}" for x, y in points)
    marks = [_mark(number, x, y) for x, y in (*points, (legend + 17, 14))]
    return [
        f'<g class="{kind}"><polyline points="{drawn}" fill="none" stroke="currentColor" stroke-width="2.5"{dash}/>',
        f'<line x1="{place(legend)}" y1="14" x2="{place(legend + 34)}" y2="14" stroke="currentColor" '
        f'stroke-width="2.5"{dash}/>',
        *marks,
        "</g>",
        _text(legend + 42, 18, name, "start"),
    ]


def _mark(number: int, x: float, y: float) -> str:
    """A mark of its own for each curve: discs, then squares."""
    if number == 0:
        return f'<circle cx="{place(x)}" cy="{place(y)}" r="4" fill="currentColor"/>'
    return f'<rect x="{place(x - 4)}" y="{place(y - 4)}" width="8" height="8" fill="currentColor"/>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line class="{kind}" x1="{place(x1)}" y1="{place(y1)}" x2="{place(x2)}" y2="{place(y2)}" '
        'stroke="currentColor" stroke-width="1"/>'
    )


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return (
        f'<text x="{place(x)}" y="{place(y)}" font-size="13" text-anchor="{anchor}" '
        f'fill="currentColor">{escape(words)}</text>'
    )
