"""Charts as SVG, told by shape, shade and words, never by colour: they are read in black and white."""

from collections.abc import Iterator
from fractions import Fraction
from html import escape

from rackcard.number import decimal, percent
from rackcard.odds.best import Choice
from rackcard.report.printing.figures import Band, Length
from rackcard.strategy import WagerStrategy

INK, SHADE, PALE, PAPER = "#111111", "#8a8a8a", "#dcdcdc", "#ffffff"
WIDTH, HEIGHT = 330, 148
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 24, 34


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(
    x: float, y: float, words: str, size: float = 9, anchor: str = "start", fill: str = INK, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}" '
        f'fill="{fill}"{weight}>{escape(words)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, width: float = 0.6, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}" '
        f'stroke="{INK}" stroke-width="{_number(width)}"{dashed}/>'
    )


def _svg(parts: list[str], title: str, width: float = WIDTH, height: float = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_number(width)} {_number(height)}" '
        f'width="{_number(width)}" height="{_number(height)}" role="img" '
        f'font-family="Libertinus Serif, Georgia, serif"><title>{escape(title)}</title>' + "".join(parts) + "</svg>"
    )


def length_chart(found: Length, unit: str) -> tuple[str, str]:
    """How likely each number of outcomes is, and a line at the median."""
    title = f"How long it lasts, in {unit}s"
    shown = [float(probability) for probability in found.exactly[: _worth_showing(found)]]
    top = max(shown)
    step = (WIDTH - LEFT - RIGHT) / len(shown)
    floor = HEIGHT - BOTTOM
    parts = [_text(LEFT, 13, title, 10, bold=True), *_shares(top, floor)]
    for place, value in enumerate(shown):
        tall = (floor - TOP) * value / top
        parts.append(
            f'<rect x="{_number(LEFT + place * step + step * 0.12)}" y="{_number(floor - tall)}" '
            f'width="{_number(step * 0.76)}" height="{_number(tall)}" fill="{SHADE}"/>'
        )
    every = max(1, -(-len(shown) // 10))
    for place in range(0, len(shown), every):
        parts.append(_text(LEFT + (place + 0.5) * step, floor + 11, str(place + 1), 8, "middle"))
    median = found.quantile(Fraction(1, 2))
    if median is not None and median <= len(shown):
        x = LEFT + (median - 0.5) * step
        parts.append(_line(x, TOP - 4, x, floor, 0.8, "3 2"))
        parts.append(_text(WIDTH - RIGHT, 13, f"dashed: half are decided by {median}", 8, "end"))
    parts.append(_text((WIDTH + LEFT) / 2, HEIGHT - 6, f"{unit}s until it is decided", 8.5, "middle"))
    return _svg(parts, title), f"{title}: half are decided within {median}."


def _worth_showing(found: Length) -> int:
    """As many bars as hold 99 of a hundred, no fewer than five, no more than sixty."""
    return min(max(found.quantile(Fraction(99, 100)) or len(found.exactly), 5), 60, len(found.exactly))


def _shares(top: float, floor: float) -> Iterator[str]:
    yield _line(LEFT, floor, WIDTH - RIGHT, floor)
    for part in (0.5, 1.0):
        y = floor - (floor - TOP) * part
        yield _line(LEFT - 3, y, LEFT, y)
        yield _text(LEFT - 5, y + 3, f"{100 * top * part:.2g} %", 8, "end")


def hold_chart(found: list[Band], edge: Fraction) -> tuple[str, str]:
    """How the bands of actual hold close around the edge."""
    title = "Where the actual hold lies"
    low, high = (float(value) for value in found[0].nearly)
    floor = HEIGHT - BOTTOM
    step = (WIDTH - LEFT - RIGHT) / (len(found) - 1)

    def at(place: int, value: Fraction) -> str:
        y = TOP + (floor - TOP) * (high - float(value)) / (high - low)
        return f"{_number(LEFT + place * step)},{_number(y)}"

    def area(pairs: list[tuple[Fraction, Fraction]], fill: str) -> str:
        upper = [at(i, pair[1]) for i, pair in enumerate(pairs)]
        lower = [at(i, pair[0]) for i, pair in reversed(list(enumerate(pairs)))]
        return f'<polygon points="{" ".join([*upper, *lower])}" fill="{fill}" stroke="{INK}" stroke-width="0.4"/>'

    parts = [
        _text(LEFT, 13, title, 10, bold=True),
        area([band.nearly for band in found], PALE),
        area([band.likely for band in found], SHADE),
    ]
    middle = float(at(0, edge).split(",")[1])
    parts += [_line(LEFT, middle, WIDTH - RIGHT, middle, 1.1), *_zero(low, high, middle)]
    parts.append(_line(LEFT, TOP, LEFT, floor))
    for value in (found[0].nearly[1], found[0].nearly[0]):
        parts.append(_text(LEFT - 4, float(at(0, value).split(",")[1]) + 3, percent(value, 1), 8, "end"))
    parts.append(_text(LEFT - 4, middle + 3, percent(edge, 1), 8, "end", bold=True))
    for place, name in enumerate(("10³", "10⁴", "10⁵", "10⁶", "10⁷")):
        anchor = "end" if place == len(found) - 1 else "middle"
        parts.append(_text(LEFT + place * step, floor + 12, name, 8.5, anchor))
    parts.append(_text((WIDTH + LEFT) / 2, HEIGHT - 6, "decisions; dark 90 %, light 99 % of runs", 8.5, "middle"))
    return _svg(parts, title), f"{title}: the bands of 90 and 99 % close around {percent(edge)}."


def _zero(low: float, high: float, middle: float) -> Iterator[str]:
    """The line at which neither side is ahead, where the bands cross it."""
    if low < 0 < high:
        y = TOP + (HEIGHT - BOTTOM - TOP) * high / (high - low)
        yield _line(LEFT, y, WIDTH - RIGHT, y, 0.6, "2 2")
        if abs(y - middle) > 9:
            yield _text(WIDTH - RIGHT, y - 3 if y < middle else y + 9, "neither side ahead", 8, "end")


def return_chart(parts_of: list[tuple[str, Fraction]]) -> tuple[str, str]:
    """What each result gives back of one unit staked."""
    title = "Where the return comes from"
    shown = parts_of[:9]
    top = max((float(value) for _, value in shown), default=0) or 1.0
    floor = HEIGHT - 12
    step = min((floor - TOP) / max(len(shown), 1), 26)
    names = 118
    parts = [_text(4, 13, title, 10, bold=True)]
    for place, (name, value) in enumerate(shown):
        y = TOP + place * step
        wide = (WIDTH - names - 58) * float(value) / top
        short = name if len(name) <= 28 else name[:27] + "…"
        parts.append(_text(names - 6, y + step / 2 + 3, short, 8, "end"))
        parts.append(
            f'<rect x="{names}" y="{_number(y + step * 0.18)}" width="{_number(wide)}" '
            f'height="{_number(step * 0.64)}" fill="{SHADE}" stroke="{INK}" stroke-width="0.4"/>'
        )
        parts.append(_text(names + wide + 4, y + step / 2 + 3, percent(value, 2), 8))
    return _svg(parts, title), title + ": " + "; ".join(f"{name} {percent(value, 2)}" for name, value in shown) + "."


# ---- what to do, on the card a player carries

CELL, TALL = 27.0, 14.0
VERDICTS = {"T": (INK, PAPER), "R": (PAPER, INK), "D": ("", INK), "=": (PALE, INK)}
"""How each verdict is filled, and the ink of its letter; what depends has the pattern of its own chart."""


def verdict(choices: list[Choice]) -> str:
    """T take, R ride, D it depends on which are missing, = a tie."""
    gains = [choice.taking - choice.riding for choice in choices]
    if not any(gains):
        return "="
    if min(gains) >= 0:
        return "T"
    return "R" if max(gains) < 0 else "D"


def decision_chart(wager: WagerStrategy) -> tuple[str, str]:
    """Marks against ways left, one letter in each field."""
    fields: dict[tuple[int, int], list[Choice]] = {}
    for choice in wager.best.choices:
        key = (wager.progress.level(choice.state), wager.progress.ways(choice.state))
        fields.setdefault(key, []).append(choice)
    levels = sorted({level for level, _ in fields})
    ways = sorted({way for _, way in fields}, reverse=True)
    left, top = 46.0, 32.0
    title = f"{wager.bet.terms.name}: what to do"
    both = f"both-{wager.bet.terms.wager}"
    parts = [
        f'<defs><pattern id="{both}" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="4" height="4" fill="{PAPER}"/><rect width="1.3" height="4" fill="{SHADE}"/></pattern></defs>',
        _text(left, 11, "numbers marked", 9.5),
        _text(left - 6, top - 5, "ways left", 9.5, "end"),
    ]
    for place, level in enumerate(levels):
        parts.append(_text(left + CELL * (place + 0.5), top - 5, str(level), 11, "middle", bold=True))
    for place, way in enumerate(ways):
        parts.append(_text(left - 6, top + TALL * (place + 0.5) + 3.4, str(way), 9.5, "end"))
    for (level, way), choices in sorted(fields.items()):
        letter = verdict(choices)
        fill, ink = VERDICTS[letter]
        x, y = left + CELL * levels.index(level), top + TALL * ways.index(way)
        parts.append(
            f'<rect x="{_number(x + 0.5)}" y="{_number(y + 0.5)}" width="{_number(CELL - 1)}" '
            f'height="{_number(TALL - 1)}" fill="{fill or f"url(#{both})"}" stroke="{INK}" stroke-width="0.5"/>'
        )
        if letter == "D":
            parts.append(f'<circle cx="{_number(x + CELL / 2)}" cy="{_number(y + TALL / 2)}" r="5.4" fill="{PAPER}"/>')
        parts.append(_text(x + CELL / 2, y + TALL / 2 + 3.5, letter, 10, "middle", ink, bold=True))
    told = f"{title}, by numbers marked and ways left; the best play returns {decimal(wager.best.value, 6)}."
    return _svg(parts, title, left + CELL * len(levels) + 4, top + TALL * len(ways) + 4), told
