"""Charts of printed sheets: green for the house, red and a diamond for the player, words beside both."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10

from rackcard.number import percent, thousands
from rackcard.report.documents.content import Picture
from rackcard.report.figures import Length
from rackcard.report.hold import BANDS, Band
from rackcard.strategy import WagerStrategy
from rackcard.strategy.chart import grid, verdict
from rackcard.svg import box, hatch, line, place, shortened, svg, text
from rackcard.wording import sheet_charts as wording
from rackcard.wording.sheet_charts import closed

Chart = tuple[str, str, float]
"""A chart, the sentence that a reader who cannot see it gets, and its share of the width."""

FELT, BRASS, RED, RED_INK, RED_PALE = "#0f3d2e", "#d9b45b", "#c2412d", "#a3241a", "#f8e1dc"
GREEN_PALE, INK, GRAY, HAIR = "#e3ede5", "#1b211e", "#545c57", "#c9cdc8"
SHADES = {90: "#5f8f76", 95: "#9dbba8", 99: "#cfdcd3"}
"""The shade of each band, the narrowest darkest."""
FACES = 'font-family="Barlow Semi Condensed, Barlow, Libertinus Serif, sans-serif" '


def _marked(x: float, y: float, words: str, size: float, *, anchor: str = "end", bold: bool = True) -> Iterator[str]:
    """Words about the player's edge after a diamond, which a gray print keeps."""
    wide = 0.42 * size * len(words)
    left = x - wide - size if anchor == "end" else x
    r = size * 0.32
    middle = y - size * 0.33
    corners = ((left, middle), (left + r, middle - r), (left + 2 * r, middle), (left + r, middle + r))
    points = " ".join(f"{place(a)},{place(b)}" for a, b in corners)
    yield f'<polygon points="{points}" fill="{RED_INK}"/>'
    yield text(x if anchor == "end" else x + size, y, words, size, anchor=anchor, bold=bold, fill=RED_INK)


def _drawn(parts: Sequence[str], title: str, described: str, width: float, height: float, share: float) -> Chart:
    size = f'width="{place(width)}" height="{place(height)}" {FACES}'
    return svg(parts, title, described, width, height, size), described, share


def bar(share: float, *, top: bool = False) -> Picture:
    """A bar for a cell of a table: as long as its share of the longest."""
    wide = max(110 * share, 0.6)
    fill = BRASS if top else SHADES[90]
    drawn = svg([box(0, 1, wide, 7, fill)], "", "", 112, 9, 'width="112" height="9" ')
    return Picture(drawn, "", 0.5)


# ---- the hold


def hold_chart(found: Sequence[Band], edge: Fraction, width: float = 380, share: float = 1) -> Chart:
    """Range of the actual hold, by the number of bets decided: three bands around the edge."""
    high = 188.0 if width < 500 else 214.0
    left, top, floor_at = 42.0, 8.0, high - 34
    lowest, highest = map(float, found[0].ranges[99])
    step = _step(highest - lowest)
    low, peak = floor(lowest / step * 2) * step / 2, min(ceil(highest / step * 2) * step / 2, 1.0)
    low, peak = min(low, 0.0), max(peak, 0.0)
    peak = peak if peak > low else low + step  # the same hold in every run
    counts = [log10(band.decisions) for band in found]

    def x(count: float) -> float:
        span = counts[-1] - counts[0]
        return left + (width - left - 8) * ((count - counts[0]) / span if span else 0.5)

    def y(value: float) -> float:
        return top + (floor_at - top) * (peak - value) / (peak - low)

    parts = []
    if low < 0:
        parts.append(box(left, y(0), width - left - 8, floor_at - y(0), RED_PALE))
    ticks = [step * n for n in range(floor(low / step), ceil(peak / step) + 1)]
    ticks = [tick for tick in ticks if low - 1e-9 <= tick <= peak + 1e-9]
    for tick in ticks:
        parts.append(line(left, y(tick), width - 8, y(tick), width=0.5, stroke=HAIR))
        label = wording.tick(Fraction(round(tick * 1000), 1000))
        parts.append(text(left - 5, y(tick) + 3, label, 8, anchor="end", fill=GRAY))
    for one in reversed(BANDS):
        upper = [(x(c), y(float(b.ranges[one][1]))) for c, b in zip(counts, found, strict=True)]
        lower = [(x(c), y(float(b.ranges[one][0]))) for c, b in zip(counts, found, strict=True)]
        points = " ".join(f"{place(a)},{place(b)}" for a, b in [*upper, *reversed(lower)])
        parts.append(f'<polygon points="{points}" fill="{SHADES[one]}"/>')
    if low < 0:
        parts.append(line(left, y(0), width - 8, y(0), width=1.1, stroke=RED_INK))
        parts += _marked(width - 12, floor_at - 7, wording.PLAYERS_AHEAD, 8.4, bold=False)
    parts.append(line(left, y(float(edge)), width - 8, y(float(edge)), width=1.3, stroke=INK))
    above = y(float(edge)) - 14 if edge >= 0 else y(float(edge)) + 16
    parts.append(text(width - 12, above, wording.edge(edge), 8.6, anchor="end", bold=True, fill=INK))
    for count, band in zip(counts, found, strict=True):
        if abs(count - round(count)) < 1e-9:
            anchor = "end" if count == counts[-1] else "middle"
            parts.append(text(x(count), floor_at + 12, thousands(band.decisions), 8, anchor=anchor, fill=GRAY))
    parts += _legend([(SHADES[one], wording.band(one)) for one in BANDS], left - 30, high - 12, wording.OF_RUNS)
    return _drawn(parts, wording.HOLD, wording.hold(edge, found[0], found[-1]), width, high, share)


def _step(span: float) -> float:
    """The distance between two lines of a scale: four to eight of them."""
    for step in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0):
        if span / step <= 6:
            return step
    return 2.0


def _legend(items: Sequence[tuple[str, str]], left: float, y: float, after: str = "") -> Iterator[str]:
    for fill, words in items:
        yield box(left, y, 16, 8, fill)
        yield text(left + 20, y + 7.5, words, 8.4, fill=GRAY)
        left += 34 + 4.3 * len(words)
    if after:
        yield text(left, y + 7.5, after, 8.4, fill=GRAY)


# ---- edges side by side


def edge_bars(rows: Sequence[tuple[str, Fraction]], width: float = 262, share: float = 1) -> Chart:
    """The house edge of each way to play, one bar below the other, the first one dark."""
    longest = max((abs(edge) for _, edge in rows), default=Fraction(0)) or Fraction(1)
    parts = []
    for number, (name, edge) in enumerate(rows):
        y = 12 + 36 * number
        wide = max((width - 60) * float(abs(edge) / longest), 1.5)
        fill = RED if edge < 0 else FELT if number == 0 else SHADES[95]
        room = int(width / 4.4)
        parts.append(text(0, y, shortened(name, room), 9, bold=number == 0, fill=INK))
        parts.append(box(0, y + 5, wide, 11, fill))
        figure = closed(percent(edge, 2))
        if edge < 0:
            parts += _marked(wide + 6, y + 14, figure, 9.2, anchor="start")
        else:
            parts.append(text(wide + 6, y + 14, figure, 9.2, bold=True, fill=INK))
    return _drawn(parts, wording.BY_PLAY, wording.edges(rows), width, 20 + 36 * len(rows), share)


@dataclass(frozen=True)
class Compared:
    """A row of a chart of edges side by side: its name, what is said below it, and the edge under each reading."""

    name: str
    below: str
    edges: tuple[Fraction | None, ...]


HOUSE_SERIES = (FELT, SHADES[95], BRASS, SHADES[99], GRAY)
PLAYER_SERIES = (RED, "#e3a195", RED_INK, "#f0c7bf", GRAY)
"""The fill of each reading's bars, by who has the edge: the first dark, the second light."""


def compared_chart(rows: Sequence[Compared], series: Sequence[str], width: float = 660) -> Chart:
    """Edges under some readings side by side: to the left of zero the player's, to the right the house's."""
    thick = 15.0
    tall = thick * len(series) + 10
    left, right, top = 150.0, 8.0, 22.0
    values = [float(edge) for row in rows for edge in row.edges if edge is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    span = (high - low) or 1.0
    low, high = low - (0.16 * span if low < 0 else 0), high + 0.16 * span
    bottom = top + tall * len(rows)

    def x(value: float) -> float:
        return left + (width - left - right) * (value - low) / (high - low)

    parts = [box(x(0), top, width - right - x(0), bottom - top, GREEN_PALE)]
    if low < 0:
        parts.append(box(left, top, x(0) - left, bottom - top, RED_PALE))
        parts += _marked(x(0) - 6, top - 8, wording.PLAYERS_EDGE, 9)
    parts.append(text(x(0) + 6, top - 8, wording.HOUSE_EDGE, 9, bold=True, fill=FELT))
    step = _step(high - low)
    for n in range(ceil(low / step), floor(high / step) + 1):
        parts.append(line(x(n * step), top, x(n * step), bottom, width=0.6, stroke="#ffffff"))
        tick = wording.tick(Fraction(round(n * step * 1000), 1000))
        parts.append(text(x(n * step), bottom + 13, tick, 8.4, anchor="middle", fill=GRAY))
    for number, row in enumerate(rows):
        y = top + tall * number + 5
        parts.append(text(left - 10, y + 10, shortened(row.name, 30), 9.4, anchor="end", bold=True, fill=INK))
        if row.below:
            parts.append(text(left - 10, y + 21, shortened(row.below, 36), 8.2, anchor="end", fill=GRAY))
        for which, edge in enumerate(row.edges):
            if edge is not None:
                parts += _edge_bar(x, y + thick * which, edge, which)
    parts.append(line(x(0), top, x(0), bottom, width=1.2, stroke=INK))
    parts += _legend([(HOUSE_SERIES[which], name) for which, name in enumerate(series)], 0, bottom + 24)
    described = wording.compared([(row.name, row.edges) for row in rows], series)
    return _drawn(parts, wording.COMPARED, described, width, bottom + 38, 1)


def _edge_bar(x: Callable[[float], float], y: float, edge: Fraction, which: int) -> Iterator[str]:
    start, end = sorted((x(0), x(float(edge))))
    yield box(start, y, max(end - start, 1.2), 11, (PLAYER_SERIES if edge < 0 else HOUSE_SERIES)[which])
    if edge < 0:
        yield from _marked(start - 5, y + 9, closed(percent(edge, 2)), 9)
    else:
        yield text(end + 5, y + 9, closed(percent(edge, 2)), 9, bold=True, fill=INK)


# ---- how long it lasts


def length_chart(found: Length, unit: str, width: float = 316, share: float = 1) -> Chart:
    """How likely each length is; dark as far as half of all bets are decided."""
    median = found.quantile(Fraction(1, 2))
    count = min(max(found.quantile(Fraction(99, 100)) or len(found.exactly), 5), 60, len(found.exactly))
    soonest = next(place for place, probability in enumerate(found.exactly) if probability)
    first = soonest if soonest >= count else 0  # a wager that always stands longer than is drawn
    shown = [float(probability) for probability in found.exactly[first : first + count]]
    peak, floor_at, top = max(shown), 146.0, 18.0
    step = (width - 4) / max(len(shown), 8)
    parts = [line(0, floor_at, width, floor_at, width=0.7, stroke=INK)]
    every = max(1, ceil(len(shown) / 8))
    for index, value in enumerate(shown):
        tall = (floor_at - top) * value / peak
        dark = median is not None and first + index + 1 <= median
        parts.append(box(step * index + step * 0.1, floor_at - tall, step * 0.8, tall, FELT if dark else SHADES[95]))
        if index == 0 or (index + 1) % every == 0:
            parts.append(
                text(step * (index + 0.5), floor_at + 12, str(first + index + 1), 8.4, anchor="middle", fill=GRAY)
            )
    highest = shown.index(peak)
    anchor = "start" if highest < 2 else "middle"
    label = closed(percent(found.exactly[first + highest], 1))
    at = 0 if highest < 2 else step * (highest + 0.5)
    parts.append(text(at, top - 5, label, 8.4, anchor=anchor, fill=INK))
    return _drawn(parts, wording.LENGTH, wording.length(unit, median), width, 162, share)


# ---- what to do

CELL, TALL = 20.5, 28.0


def has_decisions(wager: WagerStrategy) -> bool:
    """Whether there is anything to draw: an offer that can be made in some state."""
    return bool(grid(wager)[2])


def decision_chart(wager: WagerStrategy, letter_of: str, width: float = 660) -> Chart:
    """Counts down, ways left across: where an offer is taken, where the bet rides."""
    fields, levels, ways = grid(wager)
    places = list(range(min(ways), max(ways) + 1))
    left, top = 126.0, 14.0
    cell = min(CELL, (width - left) / len(places))
    key = f"both-{wager.bet.terms.wager}"
    offers = {(group.level): wording.offered(group.offer, group.pays) for group in wager.groups}
    parts = [hatch(key, 4, 1.6, BRASS, "#e3ede5"), text(2, 8, wording.COUNTED, 8, fill=GRAY)]
    for row, level in enumerate(reversed(levels)):
        y = top + TALL * row
        parts.append(text(20, y + 18, str(level), 11.5, anchor="end", bold=True, fill=INK))
        parts.append(text(28, y + 17.5, offers.get(level, ""), 8.6, fill=GRAY))
        for way in places:
            if (level, way) in fields:
                parts += _decision(
                    left + cell * places.index(way), y, cell, verdict(fields[level, way]), key, letter_of
                )
    bottom = top + TALL * len(levels)
    for index, way in enumerate(places):
        parts.append(text(left + cell * (index + 0.5), bottom + 11, str(way), 8, anchor="middle", fill=GRAY))
    parts.append(text(left + cell * len(places) / 2, bottom + 24, wording.WAYS_LEFT, 8, anchor="middle", fill=GRAY))
    used = left + cell * len(places) + 4
    described = wording.decisions(wager.bet.terms.name, wager.best.value)
    return _drawn(parts, described, described, max(used, width), bottom + 28, 1)


def _decision(x: float, y: float, cell: float, letter: str, key: str, taken: str) -> Iterator[str]:
    fills = {"T": BRASS, "R": "#e0e8e2", "D": f"url(#{key})", "=": "#ffffff"}
    around = 0.9 if letter == "=" else 0
    yield box(x + 1, y + 2, cell - 2, TALL - 4, fills[letter], line=around, stroke="#7a5c14")
    shown = {"T": taken, "D": "±", "=": "="}.get(letter, "")
    if shown:
        yield text(x + cell / 2, y + TALL / 2 + 3.4, shown, 9.4, anchor="middle", bold=True, fill=INK)
