"""Charts as SVG that rely on length, pattern and words, so that they print in black and white.

Those of the card page are wide and have its colors; those of printed sheets are small and gray. Every chart has a
title and a description; the exact figures are in the tables beside it.
"""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import ceil, log10

from rackcard.number import one_in, percent
from rackcard.odds import WagerOdds
from rackcard.odds.price import Outcome
from rackcard.report.figures import Length
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


def _on_paper(parts: list[str], title: str, description: str, width: float, height: float) -> Picture:
    size = f'width="{place(width)}" height="{place(height)}" font-family="Libertinus Serif, Georgia, serif" '
    return svg(parts, title, description, width, height, size), description, width


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
