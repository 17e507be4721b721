"""Thumbnails: the pattern of a card in a small picture, for the lobby and for rack cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from markupsafe import Markup

from rackcard.card import Card
from rackcard.felt.parts import (
    FeltPattern,
    FeltSpot,
    LadderPattern,
    ListPattern,
    NumbersPattern,
    PayFigure,
    PipsPattern,
    PlacesPattern,
    SpotPattern,
    TrackPattern,
)
from rackcard.felt.patterns import card_patterns
from rackcard.games.conditions import Sequence as NumberSequence
from rackcard.games.glyphs import Glyph
from rackcard.machine import Bet, bets
from rackcard.svg import box, line, place, shortened, text

WIDE, TALL, EDGE = 184, 118, 10
WORDS_MIN = 120
"""Below this width a thumbnail has no words."""
FELT, SHADE, PRINT, SOFT, INK, PIP = "#0e5c40", "#0a4531", "#f5ebd0", "#b9c7b0", "#1c1712", "#8f0f09"
COLORS = {
    "red": "#c02b20", "black": "#17181c", "green": "#157a48", "player": "#2f6fc4", "banker": "#c4302a", "tie": "#1e8550"
}  # fmt: skip
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of a die, on a grid of three by three."""
CELLS, LINES, SETS = 6, 4, 3
"""How many cells, pay lines and sets there is room for."""

Words = Callable[..., str]


def thumbnail(card: Card, options: Mapping[str, str] | None = None, width: int = WIDE) -> Markup:
    """The first pattern of a card under options, in a picture of a width; without words where it is too small."""
    return _drawn(card, tuple(card.settled(options).items()), width)


@lru_cache(maxsize=128)
def _drawn(card: Card, options: tuple[tuple[str, str], ...], width: int) -> Markup:
    every = bets(card, dict(options))
    drawn = card_patterns(every)
    words: Words = text if width >= WORDS_MIN else lambda *args, **kwargs: ""
    parts = [box(0, 0, WIDE, TALL, FELT)]
    if drawn:
        parts += _pattern(max(drawn, key=lambda one: (_weight(one), -drawn.index(one))), every, words)
    height = place(width * TALL / WIDE)
    return Markup(
        f'<svg class="thumbnail" viewBox="0 0 {WIDE} {TALL}" width="{width}" height="{height}" aria-hidden="true">'
        f'<g font-family="Besley, Georgia, serif" font-weight="800">{"".join(parts)}</g></svg>'
    )


def _weight(pattern: FeltPattern) -> int:
    """Which pattern says most about a card: marks before pays, many spots before one."""
    return len(pattern.spots) + (20 if pattern.kind in ("ladder", "numbers", "pips", "track") else 0)


def _pattern(pattern: FeltPattern, every: Sequence[Bet], words: Words) -> list[str]:
    match pattern:
        case LadderPattern():
            return _ladder(pattern, words)
        case NumbersPattern():
            return _numbers(pattern, words)
        case PipsPattern():
            return _pips(pattern, words)
        case TrackPattern():
            return _track(pattern, every, words)
        case ListPattern():
            return _rows([(row.glyphs, row.text, row.pay) for row in pattern.rows], words)
        case SpotPattern():
            return _cells(pattern.spots, words)
        case PlacesPattern():
            return _places(pattern, words)
        case _:
            assert_never(pattern)


def _frame(x: float, y: float, wide: float, tall: float, *, is_dashed: bool = False) -> str:
    """A printed box, dashed where nothing can be bet."""
    dash = ' stroke-dasharray="3 3"' if is_dashed else ""
    return (
        f'<rect x="{place(x)}" y="{place(y)}" width="{place(wide)}" height="{place(tall)}" rx="3" fill="{SHADE}" '
        f'stroke="{PRINT if not is_dashed else SOFT}" stroke-width="1.25"{dash}/>'
    )


def _ring(x: float, y: float, radius: float) -> str:
    at = f'cx="{place(x)}" cy="{place(y)}" r="{place(radius)}"'
    return f'<circle {at} fill="none" stroke="{PRINT}" stroke-width="1.25"/>'


def _fitted(figure: str, wide: float, most: float) -> float:
    """The size of figures that fit into a width."""
    return min(most, wide / (0.68 * max(1, len(figure))))


def _ladder(pattern: LadderPattern, words: Words) -> list[str]:
    rungs = [rung for rung in pattern.rungs if rung.pay.number] or list(pattern.rungs)
    room = WIDE - 2 * EDGE
    parts = [
        _ring(EDGE + (i + 0.5) * room / len(pattern.circles), 16, min(6.0, room / len(pattern.circles) / 2 - 1.5))
        for i in range(len(pattern.circles))
    ]
    top, wide = (30 if pattern.circles else 14), room / len(rungs)
    for i, rung in enumerate(rungs):
        tall = 26 + (TALL - top - 8 - 26) * (i / (len(rungs) - 1) if len(rungs) > 1 else 1)
        x, y = EDGE + i * wide, TALL - 8 - tall
        parts.append(_frame(x + 1, y, wide - 2, tall))
        size = _fitted(rung.pay.number, wide - 3, 15)
        parts.append(words(x + wide / 2, y + 5 + size * 0.8, rung.pay.number, size, anchor="middle", fill=PRINT))
    return parts


def _numbers(pattern: NumbersPattern, words: Words) -> list[str]:
    parts: list[str] = []
    sets, right = pattern.sets[:SETS], WIDE - EDGE - (44 if pattern.wholes else 0)
    if pattern.circles:
        room = (WIDE - 2 * EDGE) / len(pattern.circles)
        parts += [_ring(EDGE + (i + 0.5) * room, 18, min(7.0, room / 2 - 1)) for i in range(len(pattern.circles))]
    top = 32 if pattern.circles else 8
    tall = (TALL - top - 8) / max(1, len(sets))
    for i, one in enumerate(sets):
        y = top + i * tall
        for n, circle in enumerate(one.circles[:8]):
            x = EDGE + 9 + n * min(21, (right - EDGE) / len(one.circles))
            parts.append(_ring(x, y + 9, 8))
            parts.append(words(x, y + 12.5, circle.text, 9, anchor="middle", fill=PRINT))
        below = y + (21 if one.circles else 2)
        parts += _named(EDGE, below, right - EDGE - 6, y + tall - below - 3, one.spot, words)
    for whole in pattern.wholes[:1]:
        parts += [line(right, 22, right + 4, 22, stroke=PRINT), line(right + 4, 22, right + 4, TALL - 22, stroke=PRINT)]
        parts += [line(right, TALL - 22, right + 4, TALL - 22, stroke=PRINT), _frame(right + 8, 8, 36, TALL - 16)]
        for n, word in enumerate(whole.name.split(" ")[:2]):
            size = _fitted(word, 34, 11)
            parts.append(words(right + 26, 32 + 13 * n, word, size, anchor="middle", fill=PRINT))
        size = _fitted(whole.pay.number, 32, 16)
        parts.append(words(right + 26, 72, whole.pay.number, size, anchor="middle", fill=PRINT))
    return parts


def _named(x: float, y: float, wide: float, tall: float, spot: FeltSpot, words: Words) -> list[str]:
    """A box with a wager's name and its pay."""
    pay = _best(spot)
    size = _fitted(pay.number, 36, min(15.0, tall * 0.6))
    letters = max(4, int((wide - 12 - (size * 0.68 * len(pay.number))) / 5.6))
    middle = y + tall / 2 + 4
    return [
        _frame(x, y, wide, tall, is_dashed=not spot.is_posted),
        words(x + 6, middle, shortened(spot.name, letters), 10, fill=PRINT if spot.is_posted else SOFT),
        words(x + wide - 5, middle, pay.number, size, anchor="end", fill=PRINT),
    ]


def _best(spot: FeltSpot) -> PayFigure:
    return spot.rows[0].pay if spot.rows else spot.pay


def _pips(pattern: PipsPattern, words: Words) -> list[str]:
    room = (WIDE - 2 * EDGE) / len(pattern.columns)
    highest = max(min(column.of, 10) for column in pattern.columns)
    tall = min(13.0, (TALL - 34) / highest)
    parts = []
    for i, column in enumerate(pattern.columns):
        x = EDGE + i * room
        for n in range(min(column.of, 10)):
            parts.append(_frame(x + 1, TALL - 24 - (n + 1) * tall, room - 2, tall - 2.5))
        label = column.label if len(column.label) <= 3 else ""
        size = _fitted(label, room, 11)
        parts.append(words(x + room / 2, TALL - 11, label, size, anchor="middle", fill=PRINT))
    return parts


def _track(pattern: TrackPattern, every: Sequence[Bet], words: Words) -> list[str]:
    """The slots, with the numbers of the best sequence where it names some."""
    slots = pattern.slots[:5]
    bet = next(one for one in every if one.terms.wager == pattern.spot.wager)
    named = next(
        (one for one in bet.machine.lines if isinstance(one, NumberSequence) and one.relation == "these"), None
    )
    by_number = {bet.terms.game.number(outcome): outcome for outcome in bet.terms.game.outcomes}
    wide = min(44.0, (WIDE - 2 * EDGE - 10 * (len(slots) - 1)) / len(slots))
    x, parts = (WIDE - len(slots) * wide - 10 * (len(slots) - 1)) / 2, list[str]()
    for i, slot in enumerate(slots):
        number = named.numbers[i] if named is not None and i < len(named.numbers) else 0
        fill = COLORS.get(bet.terms.game.kind(by_number[number]), SHADE) if number in by_number and number else SHADE
        figure = str(number) if number else shortened(slot.text, 7) if slot.text else "?"
        parts.append(box(x, 14, wide, 52, fill, line=1.25, stroke=PRINT, round=4))
        parts.append(words(x + wide / 2, 46, figure, _fitted(figure, wide - 6, 20), anchor="middle", fill=PRINT))
        if i:
            parts.append(line(x - 8, 40, x - 2, 40, width=1.5, stroke=PRINT))
        x += wide + 10
    pay = pattern.rows[0].pay if pattern.rows else pattern.spot.pay
    return [*parts, words(WIDE / 2, 98, pay.text, 18, anchor="middle", fill=PRINT)]


def _rows(rows: Sequence[tuple[tuple[Glyph, ...], str, PayFigure]], words: Words) -> list[str]:
    shown, parts = rows[:LINES], list[str]()
    tall = (TALL - 16) / len(shown)
    for i, (glyphs, told, pay) in enumerate(shown):
        y = 8 + (i + 0.5) * tall
        drawn, x = _glyphs(glyphs, EDGE, y, words)
        parts += drawn
        parts.append(line(x + 4, y, 134, y, width=2, stroke=SOFT) if glyphs else "")
        parts.append("" if glyphs else words(EDGE, y + 4, shortened(told, 22), 9, fill=PRINT))
        figure = pay.number or pay.word
        size = _fitted(figure, 38, 16)
        parts.append(words(WIDE - EDGE, y + size * 0.35, figure, size, anchor="end", fill=PRINT))
    return parts


def _cells(spots: Sequence[FeltSpot], words: Words) -> list[str]:
    """A grid of cells: the drawing of what wins and the pay, or the name where there is no drawing."""
    shown = spots[:CELLS]
    columns = 1 if len(shown) < 3 else 2
    rows = -(-len(shown) // columns)
    wide, tall = (WIDE - 2 * EDGE + 6) / columns, (TALL - 10) / rows
    parts = []
    for i, spot in enumerate(shown):
        x, y = EDGE + (i % columns) * wide, 8 + (i // columns) * tall
        glyphs = _narrowed(spot.rows[0].glyphs if spot.rows else spot.glyphs, wide - 48)
        if not glyphs or not spot.is_posted:
            parts += _named(x, y, wide - 6, tall - 6, spot, words)
            continue
        parts.append(_frame(x, y, wide - 6, tall - 6))
        parts += _glyphs(glyphs, x + 5, y + (tall - 6) / 2, words)[0]
        figure = _best(spot).number
        size = _fitted(figure, 26, 14)
        parts.append(words(x + wide - 11, y + (tall - 6) / 2 + size * 0.35, figure, size, anchor="end", fill=PRINT))
    return parts


def _narrowed(glyphs: tuple[Glyph, ...], room: float) -> tuple[Glyph, ...]:
    """Drawings that fit: without the cards of a hand where its total is there."""
    wide = sum(_glyph(one, 0, 0, text)[1] + 2 for one in glyphs)
    totals = any(one.kind == "tile" for one in glyphs)
    return tuple(one for one in glyphs if one.kind != "cards") if totals and wide > room else glyphs


def _places(pattern: PlacesPattern, words: Words) -> list[str]:
    columns = 6
    shown = pattern.spots[: columns * 3]
    wide = (WIDE - 2 * EDGE) / columns
    parts = [words(EDGE, 22, shortened(f"{pattern.title} {pattern.pay.text}".strip(), 22), 12, fill=PRINT)]
    for i, _ in enumerate(shown):
        parts.append(_frame(EDGE + (i % columns) * wide + 1, 32 + (i // columns) * 27, wide - 2, 24))
    return parts


def _glyphs(glyphs: Iterable[Glyph], x: float, y: float, words: Words) -> tuple[list[str], float]:
    """Drawings in a row, with the place after the last."""
    parts: list[str] = []
    for one in glyphs:
        drawn, wide = _glyph(one, x, y, words)
        parts += drawn
        x += wide + 2
    return parts, x


def _glyph(one: Glyph, x: float, y: float, words: Words) -> tuple[list[str], float]:
    match one.kind:
        case "die":
            pips = "".join(
                f'<circle cx="{place(x + 3 + 4 * (at % 3))}" cy="{place(y - 4 + 4 * (at // 3))}" r="1.3" fill="{PIP}"/>'
                for at in PIPS[one.count]
            )
            return [box(x, y - 7, 14, 14, PRINT, round=3), pips], 14
        case "cards":
            cards = [box(x + 5 * n, y - 5, 4, 10, SOFT if one.is_dim else PRINT, round=1) for n in range(one.count)]
            return cards, 5.0 * one.count
        case "disc":
            disc = f'<circle cx="{place(x + 6.5)}" cy="{place(y)}" r="6.5" fill="{COLORS.get(one.color, SHADE)}"/>'
            return [disc, words(x + 6.5, y + 3.2, one.text, 9, anchor="middle", fill="#ffffff")], 13
        case "tile" | "pocket" | "card":
            wide = 8 + 5 * len(one.text)
            fill = COLORS.get(one.color) or (SOFT if one.is_dim else PRINT)
            letter = PRINT if one.kind == "pocket" and one.color else INK
            return [
                box(x, y - 7, wide, 14, fill, round=2),
                words(x + wide / 2, y + 4, one.text, 10, anchor="middle", fill=letter),
            ], wide
        case "sign":
            return [words(x + 3, y + 4, one.text, 11, anchor="middle", fill=PRINT)], 6
        case _:
            assert_never(one.kind)
