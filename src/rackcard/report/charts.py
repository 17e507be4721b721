"""Charts as SVG that rely on length, pattern and words, so that they print in black and white.

Those of the card page are wide and have its colors; those of printed sheets are small and gray. Every chart has a
title and a description; the exact figures are in the tables beside it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, log10

from rackcard.number import one_in, percent
from rackcard.odds import WagerOdds
from rackcard.odds.price import Outcome
from rackcard.report.figures import Band, Length
from rackcard.strategy import WagerStrategy
from rackcard.strategy.chart import grid, verdict
from rackcard.svg import INK, box, hatch, line, place, shortened, svg, text
from rackcard.wording import charts as wording

# ---- on the screen

SCREEN = 600
SCREEN_INK, SOFT, RULE, GREEN = "#10201a", "#4b5a52", "#d9d0b8", "#2f6b55"
SERIF = 'font-family="Georgia, serif" '
RARE = Fraction(1, 50)
"""Where an outcome is rarer than this, lengths go by powers of ten."""
SHOWN_MAX = 40
"""A chart shows at most so many bars; the rest are in the table."""


def outcome_chart(entry: WagerOdds, key: str = "outcomes") -> str:
    """How a wager ends: a bar for each result, the rare ones on a scale where they can be seen."""
    shown = entry.outcomes[:SHOWN_MAX]
    rarest = min((o.probability for o in shown), default=Fraction(1))
    decades = ceil(-_log10(rarest)) if rarest < RARE else 0
    terms = entry.terms
    title = wording.ends_title(terms.name, terms.table)
    described = wording.outcomes((_label(outcome), outcome.probability) for outcome in shown[:12])
    row, top = 46, 40
    height = top + row * len(shown) + 26
    scale = wording.scale(bool(decades))
    parts = [hatch(f"{key}-loss", 7, 2, "#8d8468"), text(0, 14, scale, 13, fill=SOFT)]
    wide = SCREEN - 4
    ticks = [Fraction(1, 10**n) for n in range(decades, -1, -1)] if decades else [Fraction(n, 4) for n in range(5)]
    for tick in ticks:
        x = wide * _share(tick, decades)
        parts.append(line(x, top - 12, x, height - 22, width=1, stroke=RULE))
        anchor = "start" if x < 30 else "end" if x > SCREEN - 40 else "middle"
        if decades <= 8 or ticks.index(tick) % 2 == decades % 2:
            parts.append(text(x, height - 6, _tick(tick, decades), 12, fill=SOFT, anchor=anchor))
    for index, outcome in enumerate(shown):
        y = top + row * index
        length = max(wide * _share(outcome.probability, decades), 2.0)
        figure = wording.probability(outcome.probability)
        room = int((SCREEN - 14 - 6.2 * len(figure)) / 6.8)
        parts.append(text(0, y + 11, shortened(_label(outcome), room), 14, fill=SCREEN_INK))
        parts.append(text(SCREEN - 4, y + 11, figure, 13, anchor="end", fill=SCREEN_INK))
        parts.append(box(0.75, y + 18, length, 15, _fill(outcome, key), line=1.2, stroke=SCREEN_INK, round=2))
    return svg(parts, title, described, SCREEN, height, f'class="chart" {SERIF}')


def duration_chart(entry: WagerOdds, rolls: Sequence[Fraction], unit: str) -> str:
    """On which outcome a wager is decided: a bar for each."""
    shown = list(rolls[:SHOWN_MAX])
    terms = entry.terms
    title = wording.length_title(terms.name, terms.table)
    highest = max(shown, default=Fraction(1)) or Fraction(1)
    top, tall, left, height = 18, 190, 62, 262
    step = (SCREEN - left - 8) / max(len(shown), 1)
    parts = []
    for part in range(5):
        y = top + tall * (1 - part / 4)
        parts.append(line(left, y, SCREEN, y, width=1, stroke=RULE))
        parts.append(text(left - 8, y + 4, percent(highest * part / 4, 1), 12, fill=SOFT, anchor="end"))
    every = max(1, ceil(len(shown) / 12))
    for index, probability in enumerate(shown):
        length = tall * float(probability / highest)
        x = left + step * index + step * 0.14
        parts.append(box(x, top + tall - length, step * 0.72, max(length, 0.8), GREEN, line=0.8, stroke=SCREEN_INK))
        if (index + 1) % every == 0 or index == 0:
            parts.append(text(x + step * 0.36, top + tall + 18, str(index + 1), 12, fill=SOFT, anchor="middle"))
    parts.append(text(left, height - 8, wording.decided_on(unit), 13, fill=SOFT))
    return svg(parts, title, length_words(entry, rolls, unit) or title, SCREEN, height, f'class="chart" {SERIF}')


def held_chart(z: float, usual: float, far: float, description: str, *, is_enough: bool = True) -> str:
    """What was held against theory: the middle is theory, the band what is usual, the bar goes to what came of it.

    ``z``, ``usual`` and ``far`` are in standard deviations, so that wagers large and small can be compared; a bar that
    is empty shows that there is too little data.
    """
    wide, high, middle = 240, 26, 13
    step = wide / 2 / (far + 1)

    def at(score: float) -> float:
        return wide / 2 + step * max(-far - 1, min(far + 1, score))

    left, right = sorted((at(0), at(z)))
    ink = "#8c2a17" if abs(z) >= usual else "#2f6b55"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hold" viewBox="0 0 {wide} {high}" role="img" '
        f'aria-label="{escape(description)}">',
        f'<line x1="0" y1="{middle}" x2="{wide}" y2="{middle}" stroke="{RULE}" stroke-width="1"/>',
        f'<rect class="usual" x="{at(-usual):.1f}" y="3" width="{2 * usual * step:.1f}" height="{high - 6}" rx="3" '
        f'fill="{RULE}"/>',
        f'<rect class="held" x="{left:.1f}" y="8" width="{max(right - left, 1):.1f}" height="{high - 16}" '
        f'fill="{ink if is_enough else "#ffffff"}" stroke="{ink if is_enough else SOFT}" stroke-width="1"/>',
        f'<line x1="{at(0):.1f}" y1="1" x2="{at(0):.1f}" y2="{high - 1}" stroke="{SCREEN_INK}" stroke-width="2"/>',
    ]
    if abs(z) > far + 1:  # further out than the paper goes
        tip, back = at(z), at(z) - (9 if z > 0 else -9)
        parts.append(f'<path d="M{tip:.1f} {middle} L{back:.1f} 4 L{back:.1f} {high - 4} Z" fill="{SCREEN_INK}"/>')
    return "".join([*parts, "</svg>"])


def length_words(entry: WagerOdds, rolls: Sequence[Fraction], unit: str) -> str:
    """How long it lasts in a sentence: the mean, and by when half and nine in ten are decided."""
    found = Length(tuple(rolls))
    within = [(words, count) for share, words in wording.SHARES if (count := found.quantile(share)) is not None]
    return wording.length(entry.mean_rolls, within, unit)


def enough(rolls: Sequence[Fraction], left: Fraction = Fraction(1, 1000)) -> list[Fraction]:
    """As many of the first outcomes as it takes until hardly any wager is still up."""
    shown, still = [], Fraction(1)
    for probability in rolls:
        shown.append(probability)
        still -= probability
        if still <= left:
            break
    return shown


def _fill(outcome: Outcome, key: str) -> str:
    """Wins solid, a stake returned empty, a loss hatched."""
    if outcome.net is None or outcome.net > 0:
        return GREEN
    return "#ffffff" if outcome.net == 0 else f"url(#{key}-loss)"


def _label(outcome: Outcome) -> str:
    return wording.outcome(outcome.label, outcome.result.kind, outcome.net)


def _log10(value: Fraction) -> float:
    return log10(value.numerator) - log10(value.denominator)


def _share(probability: Fraction, decades: int) -> float:
    """How far along the scale a probability is, from 0 to 1."""
    if not decades:
        return float(probability)
    return max(0.0, (_log10(probability) + decades) / decades) if probability else 0.0


def _tick(tick: Fraction, decades: int) -> str:
    if not decades:
        return f"{tick.numerator * 100 // tick.denominator} %"
    return wording.ALWAYS if tick == 1 else one_in(tick)


# ---- on paper

Picture = tuple[str, str, float]
"""A chart, the sentence that a reader who cannot see it gets, and how wide it is drawn."""

SHADE, PALE, PAPER = "#8a8a8a", "#dcdcdc", "#ffffff"
WIDTH, NARROW, HEIGHT = 330, 225, 148
"""Charts are set two in a row, or three: then those that have room to spare are narrow."""
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 24, 34
LETTER = 3.75
"""The width of a letter of the smallest type on a chart, on average."""


def _on_paper(parts: list[str], title: str, description: str, width: float = WIDTH, height: float = HEIGHT) -> Picture:
    size = f'width="{place(width)}" height="{place(height)}" font-family="Libertinus Serif, Georgia, serif" '
    return svg(parts, title, description, width, height, size), description, width


def length_chart(found: Length, unit: str, width: float = WIDTH) -> Picture:
    """How likely each number of outcomes is, and a line at the median."""
    title = wording.paper_length_title(unit)
    shown = [float(probability) for probability in found.exactly[: _worth_showing(found)]]
    top = max(shown)
    step = (width - LEFT - RIGHT) / len(shown)
    floor = HEIGHT - BOTTOM
    parts = [text(LEFT, 13, title, 10, bold=True), *_shares(top, floor, width)]
    for index, value in enumerate(shown):
        tall = (floor - TOP) * value / top
        parts.append(box(LEFT + index * step + step * 0.12, floor - tall, step * 0.76, tall, SHADE))
    every = max(1, ceil(len(shown) / (10 if width == WIDTH else 6)))
    for index in range(0, len(shown), every):
        parts.append(text(LEFT + (index + 0.5) * step, floor + 11, str(index + 1), 8, anchor="middle"))
    median, half = found.quantile(Fraction(1, 2)), None
    if median is not None and median <= len(shown):
        x = LEFT + (median - 0.5) * step
        parts.append(line(x, TOP - 4, x, floor, width=0.8, dash="3 2"))
        half = median
    axis = wording.paper_length_axis(unit, half)
    parts.append(text((width + LEFT) / 2, HEIGHT - 6, axis, 8.5, anchor="middle"))
    return _on_paper(parts, title, wording.paper_length(unit, median), width)


def _worth_showing(found: Length) -> int:
    """As many bars as hold 99 of a hundred, no fewer than five, no more than sixty."""
    return min(max(found.quantile(Fraction(99, 100)) or len(found.exactly), 5), 60, len(found.exactly))


def _shares(top: float, floor: float, width: float) -> Iterator[str]:
    yield line(LEFT, floor, width - RIGHT, floor)
    for part in (0.5, 1.0):
        y = floor - (floor - TOP) * part
        yield line(LEFT - 3, y, LEFT, y)
        yield text(LEFT - 5, y + 3, f"{100 * top * part:.2g} %", 8, anchor="end")


def hold_chart(found: list[Band], edge: Fraction, width: float = WIDTH) -> Picture:
    """How the bands of actual hold close around the edge."""
    title = wording.HOLD
    low, high = (float(value) for value in found[0].nearly)
    floor = HEIGHT - BOTTOM
    step = (width - LEFT - RIGHT) / (len(found) - 1)

    def up(value: float) -> float:
        return TOP + (floor - TOP) * (high - value) / (high - low)

    def area(pairs: list[tuple[Fraction, Fraction]], fill: str) -> str:
        upper = [(index, float(pair[1])) for index, pair in enumerate(pairs)]
        lower = [(index, float(pair[0])) for index, pair in reversed(list(enumerate(pairs)))]
        points = " ".join(f"{place(LEFT + index * step)},{place(up(value))}" for index, value in [*upper, *lower])
        return f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="0.4"/>'

    middle = up(float(edge))
    parts = [
        text(LEFT, 13, title, 10, bold=True),
        area([band.nearly for band in found], PALE),
        area([band.likely for band in found], SHADE),
        line(LEFT, middle, width - RIGHT, middle, width=1.1),
        *_zero(low, high, middle, width),
        line(LEFT, TOP, LEFT, floor),
    ]
    for value in (found[0].nearly[1], found[0].nearly[0]):
        parts.append(text(LEFT - 4, up(float(value)) + 3, percent(value, 1), 8, anchor="end"))
    parts.append(text(LEFT - 4, middle + 3, percent(edge, 1), 8, anchor="end", bold=True))
    for index, name in enumerate(("10³", "10⁴", "10⁵", "10⁶", "10⁷")):
        anchor = "end" if index == len(found) - 1 else "middle"
        parts.append(text(LEFT + index * step, floor + 12, name, 8.5, anchor=anchor))
    parts.append(text((width + LEFT) / 2, HEIGHT - 6, wording.HOLD_BANDS, 8.5, anchor="middle"))
    return _on_paper(parts, title, wording.hold(edge), width)


def _zero(low: float, high: float, middle: float, width: float) -> Iterator[str]:
    """The line at which neither side is ahead, where the bands cross it."""
    if low < 0 < high:
        y = TOP + (HEIGHT - BOTTOM - TOP) * high / (high - low)
        yield line(LEFT, y, width - RIGHT, y, dash="2 2")
        if abs(y - middle) > 9:
            yield text(width - RIGHT, y - 3 if y < middle else y + 9, wording.NEITHER_AHEAD, 8, anchor="end")


def return_chart(parts_of: list[tuple[str, Fraction]]) -> Picture:
    """What each result gives back of one unit staked."""
    title = wording.RETURN
    shown = sorted(parts_of, key=lambda part: -part[1])[:9] if len(parts_of) > 9 else parts_of
    top = max((float(value) for _, value in shown), default=0) or 1.0
    floor = HEIGHT - 12
    step = min((floor - TOP) / max(len(shown), 1), 26)
    names = min(max(len(name) for name, _ in shown) * LETTER + 14, WIDTH * 0.62)
    parts = [text(4, 13, title, 10, bold=True)]
    if len(parts_of) > len(shown):
        parts.append(text(WIDTH - RIGHT, 13, wording.largest(len(shown), len(parts_of)), 8, anchor="end"))
    for index, (name, value) in enumerate(shown):
        y = TOP + index * step
        wide = (WIDTH - names - 46) * float(value) / top
        short = shortened(name, int((names - 8) / LETTER))
        parts.append(text(names - 6, y + step / 2 + 3, short, 8, anchor="end"))
        parts.append(box(names, y + step * 0.18, wide, step * 0.64, SHADE, line=0.4))
        parts.append(text(names + wide + 4, y + step / 2 + 3, percent(value, 2), 8))
    return _on_paper(parts, title, wording.returned(shown))


# ---- what to do, on the card a player carries

CELL, TALL = 27.0, 14.0
VERDICTS = {"T": (INK, PAPER), "R": (PAPER, INK), "D": ("", INK), "=": (PALE, INK)}
"""How each verdict is filled, and the ink of its letter; what depends has the pattern of its own chart."""


def decision_chart(wager: WagerStrategy) -> Picture:
    """Marks against ways left, one letter in each field."""
    fields, levels, ways = grid(wager)
    left, top = 46.0, 32.0
    title = wording.decisions_title(wager.bet.terms.name)
    both = f"both-{wager.bet.terms.wager}"
    parts = [
        hatch(both, 4, 1.3, SHADE, PAPER),
        text(left, 11, wording.NUMBERS_MARKED, 9.5),
        text(left - 6, top - 5, wording.WAYS_LEFT, 9.5, anchor="end"),
    ]
    for index, level in enumerate(levels):
        parts.append(text(left + CELL * (index + 0.5), top - 5, str(level), 11, anchor="middle", bold=True))
    for index, way in enumerate(ways):
        parts.append(text(left - 6, top + TALL * (index + 0.5) + 3.4, str(way), 9.5, anchor="end"))
    for (level, way), choices in sorted(fields.items()):
        letter = verdict(choices)
        fill, ink = VERDICTS[letter]
        x, y = left + CELL * levels.index(level), top + TALL * ways.index(way)
        parts.append(box(x + 0.5, y + 0.5, CELL - 1, TALL - 1, fill or f"url(#{both})", line=0.5))
        if letter == "D":
            parts.append(f'<circle cx="{place(x + CELL / 2)}" cy="{place(y + TALL / 2)}" r="5.4" fill="{PAPER}"/>')
        parts.append(text(x + CELL / 2, y + TALL / 2 + 3.5, letter, 10, anchor="middle", fill=ink, bold=True))
    described = wording.decisions(wager.bet.terms.name, wager.best.value)
    return _on_paper(parts, title, described, left + CELL * len(levels) + 4, top + TALL * len(ways) + 4)
