"""The strategy chart: marks against ways left, each field told by letter, pattern and shade, never by colour alone."""

from collections.abc import Iterator
from fractions import Fraction
from html import escape

from rackcard.odds.best import Choice
from rackcard.strategy.report import WagerStrategy
from rackcard.strategy.rules import verb

CELL_WIDTH, CELL_HEIGHT = 88, 28
LEFT, TOP, RIGHT, BOTTOM = 92, 122, 24, 104
FILLS = {"take": "#1d4e6b", "ride": "#f6f1e3", "depends": "url(#both)", "tie": "#b9b3a2"}
INKS = {"take": "#ffffff", "ride": "#10201a", "depends": "#10201a", "tie": "#10201a"}


def chart(wager: WagerStrategy) -> str:
    """An SVG of the best play of one wager."""
    fields: dict[tuple[int, int], list[Choice]] = {}
    for choice in wager.best.choices:
        key = (wager.progress.level(choice.state), wager.progress.ways(choice.state))
        fields.setdefault(key, []).append(choice)
    levels = sorted({level for level, _ in fields})
    ways = sorted({way for _, way in fields}, reverse=True)
    width = LEFT + CELL_WIDTH * len(levels) + RIGHT
    width = max(width, 560)
    height = TOP + CELL_HEIGHT * len(ways) + BOTTOM
    terms = wager.bet.terms
    title = f"{terms.name}, pay table {terms.table}: when to {verb(wager.bet)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="title desc" font-family="Georgia, serif">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(wager.carry)}</desc>',
        '<defs><pattern id="both" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="8" height="8" fill="#f6f1e3"/><rect width="3" height="8" fill="#9fb4bf"/></pattern></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(24, 32, title, 18, weight="bold"),
        _text(24, 54, "T take the offer · R ride · D depends on which are missing · = a tie", 12.5),
        _text(
            24, 72, "The figure is what taking is worth more than riding, in stakes, where the two are closest.", 12.5
        ),
        *_axes(wager, levels, ways),
    ]
    for (level, way), choices in fields.items():
        x = LEFT + CELL_WIDTH * levels.index(level)
        y = TOP + CELL_HEIGHT * ways.index(way)
        parts.extend(_field(x, y, choices))
    foot = TOP + CELL_HEIGHT * len(ways)
    for i, line in enumerate(_folded(wager.carry, int(width / 6.6))[:4]):
        parts.append(_text(24, foot + 30 + 17 * i, line, 12.5))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _axes(wager: WagerStrategy, levels: list[int], ways: list[int]) -> Iterator[str]:
    word = "times rolled" if wager.progress.by_repeats else "numbers marked"
    yield _text(LEFT, TOP - 24, word, 12, fill="#555555")
    yield _text(24, TOP - 8, "ways left", 12, fill="#555555")
    for i, level in enumerate(levels):
        yield _text(LEFT + CELL_WIDTH * i + CELL_WIDTH / 2, TOP - 8, str(level), 14, anchor="middle", weight="bold")
    for i, way in enumerate(ways):
        yield _text(LEFT - 12, TOP + CELL_HEIGHT * i + 19, str(way), 13, anchor="end")


def _field(x: float, y: float, choices: list[Choice]) -> Iterator[str]:
    """One field: its verdict, and how much more taking is worth than riding where the two are closest."""
    gains = sorted(choice.taking - choice.riding for choice in choices)
    if gains[0] > 0:
        verdict, letter = "take", "T"
    elif gains[-1] < 0:
        verdict, letter = "ride", "R"
    elif gains[0] == gains[-1] == 0:
        verdict, letter = "tie", "="
    else:
        verdict, letter = "depends", "D"
    closest = min(gains, key=abs)
    shown = f"{_signed(gains[0])} / {_signed(gains[-1])}" if verdict == "depends" else _signed(closest)
    size = 11 if len(shown) <= 8 else 8.5
    yield (
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" rx="3" '
        f'fill="{FILLS[verdict]}" stroke="#10201a" stroke-width="0.7"/>'
    )
    ink = INKS[verdict]
    yield _text(x + 7, y + 19, letter, 14, fill=ink, weight="bold")
    yield _text(x + CELL_WIDTH - 6, y + 18, shown, size, fill=ink, anchor="end")


def _signed(value: Fraction) -> str:
    hundredths = round(value * 100)
    sign = "+" if hundredths > 0 else "−" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def _folded(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _text(
    x: float, y: float, text: str, size: float, *, fill: str = "#10201a", anchor: str = "start", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )
