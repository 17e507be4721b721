"""The strategy chart: marks against ways left, each field with a letter, a pattern and a shade, never color alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rackcard.odds.optimal_play import Choice
from rackcard.strategy.solution import WagerStrategy
from rackcard.svg import box, hatch, svg, text
from rackcard.wording import strategy as wording

CELL_WIDTH, CELL_HEIGHT = 88, 28
LEFT, TOP, RIGHT, BOTTOM = 92, 122, 24, 104
INK, SOFT, RIDE = "#10201a", "#555555", "#f6f1e3"
VERDICTS = {"T": ("#1d4e6b", "#ffffff"), "R": (RIDE, INK), "D": ("url(#both)", INK), "=": ("#b9b3a2", INK)}
"""How each verdict is filled, and its ink."""


def verdict(choices: Sequence[Choice]) -> str:
    """T take, R ride, D it depends on which are missing, = a tie; what is never worse is done."""
    gains = [choice.taking - choice.riding for choice in choices]
    if not any(gains):
        return "="
    if min(gains) >= 0:
        return "T"
    return "R" if max(gains) < 0 else "D"


def grid(wager: WagerStrategy) -> tuple[dict[tuple[int, int], list[Choice]], list[int], list[int]]:
    """The decisions of a wager by marks and ways left, and both in the order in which they are drawn."""
    fields: dict[tuple[int, int], list[Choice]] = {}
    for choice in wager.best.choices:
        key = (wager.progress.level(choice.state), wager.progress.ways(choice.state))
        fields.setdefault(key, []).append(choice)
    return fields, sorted({level for level, _ in fields}), sorted({way for _, way in fields}, reverse=True)


def chart_title(wager: WagerStrategy) -> str:
    """What the chart of a wager is headed by."""
    terms = wager.bet.terms
    return wording.chart_title(terms.name, terms.table, dict.fromkeys(offer.kind for offer in reversed(terms.offers)))


def chart(wager: WagerStrategy) -> str:
    """An SVG of the best play of one wager."""
    fields, levels, ways = grid(wager)
    width = LEFT + CELL_WIDTH * len(levels) + RIGHT
    width = max(width, 560)
    height = TOP + CELL_HEIGHT * len(ways) + BOTTOM
    title = chart_title(wager)
    parts = [
        hatch("both", 8, 3, "#9fb4bf", RIDE),
        box(0, 0, width, height, "#ffffff"),
        text(24, 32, title, 18, fill=INK, bold=True),
        text(24, 54, wording.VERDICT_LEGEND, 12.5, fill=INK),
        text(24, 72, wording.FIGURE_LEGEND, 12.5, fill=INK),
        *_axes(wager, levels, ways),
    ]
    for (level, way), choices in fields.items():
        x = LEFT + CELL_WIDTH * levels.index(level)
        y = TOP + CELL_HEIGHT * ways.index(way)
        parts.extend(_field(x, y, choices))
    foot = TOP + CELL_HEIGHT * len(ways)
    for i, line in enumerate(_folded(wager.carry, int(width / 6.6))[:4]):
        parts.append(text(24, foot + 30 + 17 * i, line, 12.5, fill=INK))
    size = f'width="{width}" height="{height}" font-family="Georgia, serif" '
    return svg(parts, title, wager.carry, width, height, size) + "\n"


def _axes(wager: WagerStrategy, levels: list[int], ways: list[int]) -> Iterator[str]:
    word = wording.TIMES_ROLLED if wager.progress.by_repeats else wording.NUMBERS_MARKED
    yield text(LEFT, TOP - 24, word, 12, fill=SOFT)
    yield text(24, TOP - 8, wording.WAYS_LEFT, 12, fill=SOFT)
    for i, level in enumerate(levels):
        x = LEFT + CELL_WIDTH * i + CELL_WIDTH / 2
        yield text(x, TOP - 8, str(level), 14, anchor="middle", fill=INK, bold=True)
    for i, way in enumerate(ways):
        yield text(LEFT - 12, TOP + CELL_HEIGHT * i + 19, str(way), 13, anchor="end", fill=INK)


def _field(x: float, y: float, choices: list[Choice]) -> Iterator[str]:
    """One field: its verdict, and how much more taking is worth than riding where the two are closest."""
    gains = sorted(choice.taking - choice.riding for choice in choices)
    letter = verdict(choices)
    closest = min(gains, key=abs)
    shown = f"{_signed(gains[0])} / {_signed(gains[-1])}" if letter == "D" else _signed(closest)
    size = 11 if len(shown) <= 8 else 8.5
    fill, ink = VERDICTS[letter]
    yield box(x + 1, y + 1, CELL_WIDTH - 2, CELL_HEIGHT - 2, fill, line=0.7, stroke=INK, round=3)
    yield text(x + 7, y + 19, letter, 14, fill=ink, bold=True)
    yield text(x + CELL_WIDTH - 6, y + 18, shown, size, fill=ink, anchor="end")


def _signed(value: Fraction) -> str:
    hundredths = round(value * 100)
    sign = "+" if hundredths > 0 else "−" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def _folded(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
