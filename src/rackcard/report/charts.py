"""Charts as SVG, told by length, pattern and words, so that they print in black and white.

Every chart has a title and a description; the exact figures stand in the tables beside it. Floating-point
numbers are positions on paper here, nothing else.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape
from math import ceil, log10

from rackcard.number import decimal, one_in, percent, plural
from rackcard.odds import WagerOdds
from rackcard.odds.price import Outcome

WIDTH = 600
INK, SOFT, RULE = "#10201a", "#4b5a52", "#d9d0b8"
RARE = Fraction(1, 50)
"""Where an outcome is rarer than this, lengths go by powers of ten."""
SHOWN_MAX = 40
"""A chart shows at most so many bars; the rest stand in the table."""


def outcome_chart(entry: WagerOdds, key: str = "outcomes") -> str:
    """How a wager ends: a bar for each result, the rare ones on a scale where they can be seen."""
    shown = entry.outcomes[:SHOWN_MAX]
    rarest = min((o.probability for o in shown), default=Fraction(1))
    decades = ceil(-_log10(rarest)) if rarest < RARE else 0
    terms = entry.terms
    title = f"{terms.name}, pay table {terms.table}: how it ends"
    told = "; ".join(f"{_label(o)} {percent(o.probability)}, {one_in(o.probability)}" for o in shown[:12])
    row, top = 46, 40
    height = top + row * len(shown) + 26
    parts = [*_open(WIDTH, height, title, told, key)]
    scale = "each step to the right is ten times as likely" if decades else "length is probability"
    parts.append(_text(0, 14, f"Bars: {scale}.", 13, fill=SOFT))
    left, wide = 0, WIDTH - 4
    ticks = [Fraction(1, 10**n) for n in range(decades, -1, -1)] if decades else [Fraction(n, 4) for n in range(5)]
    for tick in ticks:
        x = left + wide * _share(tick, decades)
        parts.append(
            f'<line x1="{x:.1f}" y1="{top - 12}" x2="{x:.1f}" y2="{height - 22}" stroke="{RULE}" stroke-width="1"/>'
        )
        anchor = "start" if x < 30 else "end" if x > WIDTH - 40 else "middle"
        if decades <= 8 or ticks.index(tick) % 2 == decades % 2:
            parts.append(_text(x, height - 6, _tick(tick, decades), 12, fill=SOFT, anchor=anchor))
    for index, outcome in enumerate(shown):
        y = top + row * index
        length = max(wide * _share(outcome.probability, decades), 2.0)
        parts.append(_text(left, y + 11, _cut(_label(outcome), 50), 14))
        figure = f"{percent(outcome.probability)} · {one_in(outcome.probability)}"
        parts.append(_text(WIDTH - 4, y + 11, figure, 13, anchor="end"))
        parts.append(
            f'<rect x="{left + 0.75}" y="{y + 18}" width="{length:.1f}" height="15" rx="2" '
            f'fill="{_fill(outcome, key)}" stroke="{INK}" stroke-width="1.2"/>'
        )
    parts.append("</svg>")
    return "\n".join(parts)


def duration_chart(entry: WagerOdds, rolls: Sequence[Fraction], unit: str, key: str = "duration") -> str:
    """On which outcome a wager is decided: a bar for each."""
    shown = list(rolls[:SHOWN_MAX])
    terms = entry.terms
    title = f"{terms.name}, pay table {terms.table}: how long it lasts"
    highest = max(shown, default=Fraction(1)) or Fraction(1)
    top, tall, left, height = 18, 190, 62, 262
    step = (WIDTH - left - 8) / max(len(shown), 1)
    parts = [*_open(WIDTH, height, title, length_words(entry, rolls, unit), key)]
    for part in range(5):
        y = top + tall * (1 - part / 4)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{WIDTH}" y2="{y:.1f}" stroke="{RULE}" stroke-width="1"/>')
        parts.append(_text(left - 8, y + 4, percent(highest * part / 4, 1), 12, fill=SOFT, anchor="end"))
    every = max(1, ceil(len(shown) / 12))
    for index, probability in enumerate(shown):
        length = tall * float(probability / highest)
        x = left + step * index + step * 0.14
        parts.append(
            f'<rect x="{x:.1f}" y="{top + tall - length:.1f}" width="{step * 0.72:.1f}" '
            f'height="{max(length, 0.8):.1f}" fill="#2f6b55" stroke="{INK}" stroke-width="0.8"/>'
        )
        if (index + 1) % every == 0 or index == 0:
            parts.append(_text(x + step * 0.36, top + tall + 18, str(index + 1), 12, fill=SOFT, anchor="middle"))
    parts.append(_text(left, height - 8, f"decided on which {unit}", 13, fill=SOFT))
    parts.append("</svg>")
    return "\n".join(parts)


def hold_chart(z: float, usual: float, far: float, told: str, *, is_enough: bool = True) -> str:
    """What was held against theory: the middle is theory, the band what is usual, the bar goes to what came of it.

    ``z``, ``usual`` and ``far`` are in standard deviations, so that wagers large and small can be compared; a bar that
    is empty tells nothing yet.
    """
    wide, high, middle = 240, 26, 13
    step = wide / 2 / (far + 1)

    def at(score: float) -> float:
        return wide / 2 + step * max(-far - 1, min(far + 1, score))

    left, right = sorted((at(0), at(z)))
    ink = "#8c2a17" if abs(z) >= usual else "#2f6b55"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hold" viewBox="0 0 {wide} {high}" role="img" '
        f'aria-label="{escape(told)}">',
        f'<line x1="0" y1="{middle}" x2="{wide}" y2="{middle}" stroke="{RULE}" stroke-width="1"/>',
        f'<rect class="usual" x="{at(-usual):.1f}" y="3" width="{2 * usual * step:.1f}" height="{high - 6}" rx="3" '
        f'fill="{RULE}"/>',
        f'<rect class="held" x="{left:.1f}" y="8" width="{max(right - left, 1):.1f}" height="{high - 16}" '
        f'fill="{ink if is_enough else "#ffffff"}" stroke="{ink if is_enough else SOFT}" stroke-width="1"/>',
        f'<line x1="{at(0):.1f}" y1="1" x2="{at(0):.1f}" y2="{high - 1}" stroke="{INK}" stroke-width="2"/>',
    ]
    if abs(z) > far + 1:  # further out than the paper goes
        tip, back = at(z), at(z) - (9 if z > 0 else -9)
        parts.append(f'<path d="M{tip:.1f} {middle} L{back:.1f} 4 L{back:.1f} {high - 4} Z" fill="{INK}"/>')
    return "".join([*parts, "</svg>"])


def length_words(entry: WagerOdds, rolls: Sequence[Fraction], unit: str) -> str:
    """How long it lasts in a sentence: the mean, and by when half and nine in ten are decided."""
    told = []
    if entry.mean_rolls is not None:
        told.append(f"{decimal(entry.mean_rolls, 5)} {unit}s on average")
    for share, words in ((Fraction(1, 2), "half"), (Fraction(9, 10), "nine in ten"), (Fraction(99, 100), "99 in 100")):
        decided, count = Fraction(0), 0
        for count, probability in enumerate(rolls, start=1):
            decided += probability
            if decided >= share:
                told.append(f"{words} are decided within {plural(count, unit)}")
                break
    return "; ".join(told).capitalize() + "." if told else ""


def enough(rolls: Sequence[Fraction], left: Fraction = Fraction(1, 1000)) -> list[Fraction]:
    """As many of the first outcomes as it takes until hardly any wager is still up."""
    shown, still = [], Fraction(1)
    for probability in rolls:
        shown.append(probability)
        still -= probability
        if still <= left:
            break
    return shown


# ---- drawing


def _open(width: int, height: int, title: str, told: str, key: str) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" font-family="Georgia, serif">'
    )
    yield f'<title id="{key}-title">{escape(title)}</title>'
    yield f'<desc id="{key}-desc">{escape(told)}</desc>'
    yield (
        f'<defs><pattern id="{key}-loss" width="7" height="7" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="7" height="7" fill="#ffffff"/>'
        f'<rect width="2" height="7" fill="#8d8468"/></pattern></defs>'
    )


def _fill(outcome: Outcome, key: str) -> str:
    """Wins solid, a stake returned empty, a loss hatched."""
    if outcome.net is None or outcome.net > 0:
        return "#2f6b55"
    return "#ffffff" if outcome.net == 0 else f"url(#{key}-loss)"


def _label(outcome: Outcome) -> str:
    if outcome.net is None:
        return f"{outcome.label} (no pay posted)"
    if outcome.net < 0:
        return "loses" if outcome.label == "loses" else f"{outcome.label}: loses"
    if outcome.net == 0:
        return f"{outcome.label}: stake back"
    return f"{outcome.label}: gains {decimal(outcome.net, 6)}"


def _log10(value: Fraction) -> float:
    return log10(value.numerator) - log10(value.denominator)


def _share(probability: Fraction, decades: int) -> float:
    """How far along the scale a probability lies, from 0 to 1."""
    if not decades:
        return float(probability)
    return max(0.0, (_log10(probability) + decades) / decades) if probability else 0.0


def _tick(tick: Fraction, decades: int) -> str:
    if not decades:
        return f"{tick.numerator * 100 // tick.denominator} %"
    return "always" if tick == 1 else one_in(tick)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _text(x: float, y: float, text: str, size: float, *, fill: str = INK, anchor: str = "start") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"
