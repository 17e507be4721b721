"""The convergence as a picture: the running mean of every wager, its interval, and the exact value."""

from collections.abc import Sequence
from html import escape
from math import log10, sqrt

from rackcard.simulate.result import History, SimulatedWager, Simulation
from rackcard.wording.simulation import chart_heading, chart_title

WIDTH, HEIGHT = 420, 200
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 34, 30
PANELS_MAX = 40
INTERVAL = 1.959964
"""Standard errors on each side of the mean: 95 %."""


def convergence(simulation: Simulation) -> str:
    """An SVG with a panel for each wager; of very many the ones farthest from their exact value."""
    panels = list(zip(simulation.wagers, simulation.history, strict=True))
    every = len(panels)
    panels = sorted(panels, key=lambda pair: -abs(pair[0].z))[:PANELS_MAX] if len(panels) > PANELS_MAX else panels
    columns = 1 if len(panels) == 1 else 2
    rows = -(-len(panels) // columns)
    width, height = columns * WIDTH, rows * HEIGHT + 30
    heading = chart_heading(simulation.card.title, simulation.terms, len(panels), every)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11" role="img">',
        f"<title>{escape(chart_title(simulation.card.title))}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="12" y="20" font-size="14" font-weight="bold">{escape(heading)}</text>',
    ]
    for index, (wager, history) in enumerate(panels):
        x, y = index % columns * WIDTH, index // columns * HEIGHT + 30
        parts.append(f'<g transform="translate({x},{y})">{_panel(wager, history, simulation.varied)}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(wager: SimulatedWager, history: History, varied: Sequence[str]) -> str:
    """One wager: rounds on a logarithmic axis, the mean as a line in its band."""
    points: list[tuple[int, float, float]] = []
    history = history or ((wager.rounds, wager.counts),)
    for rounds, counts in history:
        here = SimulatedWager(wager.entry, rounds, counts, wager.against)
        points.append((rounds, float(here.mean), INTERVAL * here.standard_error))
    exact = float(wager.exact)
    deviation = wager.standard_error * sqrt(wager.rounds)
    reach = max(3 * deviation / sqrt(points[0][0]), *(abs(mean - exact) for _, mean, _ in points), 1e-9)
    first, last = log10(points[0][0]), log10(points[-1][0])
    if last - first < 0.3:
        first = last - 0.3

    def across(rounds: int) -> float:
        return LEFT + (log10(rounds) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def up(value: float) -> float:
        value = max(exact - reach, min(exact + reach, value))
        return TOP + (exact + reach - value) / (2 * reach) * (HEIGHT - TOP - BOTTOM)

    band = [f"{across(n):.1f},{up(mean + half):.1f}" for n, mean, half in points]
    band += [f"{across(n):.1f},{up(mean - half):.1f}" for n, mean, half in reversed(points)]
    line = " ".join(f"{across(n):.1f},{up(mean):.1f}" for n, mean, _ in points)
    marks = []
    for power in range(int(first), int(last) + 1):
        if first <= power <= last:
            marks.append(
                f'<text x="{across(10**power):.1f}" y="{HEIGHT - 10}" text-anchor="middle" fill="#555">'
                f'10<tspan dy="-4" font-size="8">{power}</tspan></text>'
            )
    for value in (exact - reach, exact, exact + reach):
        marks.append(
            f'<text x="{LEFT - 6}" y="{up(value) + 4:.1f}" text-anchor="end" fill="#555">{100 * value:.4g} %</text>'
        )
    terms = wager.entry.bet.terms
    options = "".join(f", {name}={wager.entry.odds.options[name]}" for name in varied)
    title = f"{terms.name}, table {terms.table}{options}  z {wager.z:+.2f}".replace("-", "−")
    return "".join([
        f'<text x="{LEFT}" y="22">{escape(title)}</text>',
        f'<polygon points="{" ".join(band)}" fill="#9ecae1" fill-opacity="0.5"/>',
        f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(exact):.1f}" y2="{up(exact):.1f}" stroke="#b2182b" '
        'stroke-dasharray="5 3"/>',
        f'<polyline points="{line}" fill="none" stroke="#08519c" stroke-width="1.5"/>',
        f'<circle cx="{across(points[-1][0]):.1f}" cy="{up(points[-1][1]):.1f}" r="2.5" fill="#08519c"/>',
        *marks,
    ])  # fmt: skip
