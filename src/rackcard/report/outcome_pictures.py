"""Outcomes as pictures on paper: dice, a pocket, the cards of a hand, drawn from the glyphs of their game."""

from collections.abc import Iterable
from typing import assert_never

from rackcard.games.glyphs import Glyph
from rackcard.report.documents.content import Picture
from rackcard.svg import box, place, svg, text

TALL = 20
"""The height of a drawing, in its own units."""
GAP, ASIDE = 2, 9
"""The room between two glyphs of one thing, and before the next thing."""
PAPER, EDGE, PIP, INK = "#ffffff", "#c9cdc8", "#a3241a", "#1b211e"
COLORS = {"red": "#a3241a", "black": "#1b211e", "green": "#0f5c3c"}
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of a die, on a grid of three by three."""
SUITS = {
    "♠": "M5 0 C5 3 0.5 4 0.5 7 A2.1 2.1 0 0 0 4.5 7.4 L3.6 10 H6.4 L5.5 7.4 A2.1 2.1 0 0 0 9.5 7 C9.5 4 5 3 5 0 Z",
    "♥": "M5 10 C3 7.6 0 5.6 0 2.9 A2.5 2.5 0 0 1 5 2.2 A2.5 2.5 0 0 1 10 2.9 C10 5.6 7 7.6 5 10 Z",
    "♦": "M5 0 L9 5 L5 10 L1 5 Z",
    "♣": "M5 0.4 A2.2 2.2 0 0 1 6.8 3.8 A2.2 2.2 0 1 1 5.5 7 L6.4 10 H3.6 L4.5 7 A2.2 2.2 0 1 1 3.2 3.8 "
    "A2.2 2.2 0 0 1 5 0.4 Z",
}
"""The sign of each suit, ten units high."""
FACE = 'font-family="Barlow Condensed" font-weight="600" '


def picture(glyphs: Iterable[Glyph], said: str, scale: float = 1) -> Picture:
    """Glyphs side by side; what came is said for a reader who cannot see them."""
    return picture_of_several([glyphs], said, scale)


def picture_of_several(outcomes: Iterable[Iterable[Glyph]], said: str, scale: float = 1) -> Picture:
    """The glyphs of several outcomes, one after another."""
    parts: list[str] = []
    x = 0.5
    for number, glyphs in enumerate(outcomes):
        x, before = x + (ASIDE if number else 0), ""
        for glyph in glyphs:
            if before:
                x += ASIDE if before == "disc" else GAP
            drawn, wide = _drawn(glyph, x)
            parts += drawn
            x, before = x + wide, glyph.kind
    size = f'width="{place(x + 0.5)}" height="{TALL}" {FACE}'
    return Picture(svg(parts, said, said, x + 0.5, TALL, size), said, scale)


def _drawn(one: Glyph, x: float) -> tuple[list[str], float]:
    match one.kind:
        case "die":
            pips = [_disc(x + 4.5 + 4.75 * (at % 3), 5.25 + 4.75 * (at // 3), 1.6, PIP) for at in PIPS[one.count]]
            return [box(x, 0.75, 18.5, 18.5, PAPER, line=0.7, stroke=EDGE, round=3.4), *pips], 18.5
        case "card":
            return _card(one, x), 14.5
        case "cards":
            wide = 6.0 * one.count
            return [box(x + 6 * n, 3, 5, 14, EDGE, round=1) for n in range(one.count)], wide
        case "disc":
            return [
                f'<circle cx="{place(x + 9)}" cy="10" r="8.4" fill="{PAPER}" stroke="{INK}" stroke-width="0.9"/>',
                text(x + 9, 14.4, one.text, 12.5, anchor="middle", fill=INK),
            ], 18
        case "pocket":
            fill = COLORS.get(one.color, INK)
            return [_disc(x + 9.5, 10, 9.3, fill), text(x + 9.5, 14.2, one.text, 12, anchor="middle", fill=PAPER)], 19
        case "tile":
            wide = 9 + 5.5 * len(one.text)
            return [
                box(x, 1, wide, 18, PAPER, line=0.7, stroke=EDGE, round=3),
                text(x + wide / 2, 14.4, one.text, 12.5, anchor="middle", fill=INK),
            ], wide
        case "sign":
            return [text(x + 4, 14.4, one.text, 12.5, anchor="middle", fill=INK)], 8
        case _:
            assert_never(one.kind)


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{place(x)}" cy="{place(y)}" r="{place(radius)}" fill="{fill}"/>'


def _card(one: Glyph, x: float) -> list[str]:
    """A playing card: its rank above its suit."""
    fill, suit = COLORS[one.color], one.text[-1]
    if suit not in SUITS:
        rank, sign = one.text, ""
    else:
        rank = one.text[:-1]
        sign = f'<path transform="translate({place(x + 4.25)} 11.4) scale(0.6)" fill="{fill}" d="{SUITS[suit]}"/>'
    return [
        box(x, 0.5, 14.5, 19, PAPER, line=0.7, stroke=EDGE, round=2.2),
        text(x + 7.25, 10.2 if sign else 14, rank, 10.5, anchor="middle", fill=fill),
        sign,
    ]
