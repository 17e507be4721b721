"""Two pay tables of a wager side by side in the lab: before and now, or one table and another."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rackcard.number import percent
from rackcard.odds import CardOdds, WagerOdds
from rackcard.odds.tables import SPOKEN
from rackcard.report.charts.curves import Series, curve_chart
from rackcard.tabular import Grid
from rackcard.wording.columns import heads
from rackcard.wording.lab import lab_sentence

PLAY_ORDER = ("never", "first", "best")
Choices = Mapping[str, tuple[str, CardOdds]]
"""What may be compared, by its key: its name and its odds."""


@dataclass(frozen=True)
class Side:
    """One of the two that are compared."""

    name: str
    entries: tuple[WagerOdds, ...]
    """The wager at one pay table, an entry for each play."""

    @property
    def best(self) -> WagerOdds:
        return self.entries[0]


@dataclass(frozen=True)
class Comparison:
    """Two sides as curves and figures."""

    wager: str
    first: str
    second: str
    wagers: tuple[tuple[str, str], ...]
    """Each wager that may be chosen, and its name."""
    choices: tuple[tuple[str, str], ...]
    """Each side that may be chosen, and its name."""
    charts: tuple[tuple[str, str], ...]
    """What each chart shows, and the chart."""
    grid: Grid | None


def comparison(known: Choices, wager: str = "", first: str = "", second: str = "") -> Comparison | None:
    """What a wager returns on two sides; None where no wager has a pay."""
    wagers = _wagers(known)
    if not wagers:
        return None
    wager = wager if wager in wagers else next(iter(wagers))
    sides = _sides(known, wager)
    default = list(sides)
    first = first if first in sides else default[0]
    second = second if second in sides else default[1 if len(default) > 1 else 0]
    pair = [sides[one] for one in dict.fromkeys((first, second))]
    charts = [_added_up(pair), *_by_play(pair), *_by_table(known, wager)]
    return Comparison(
        wager, first, second, tuple(wagers.items()), tuple((key, side.name) for key, side in sides.items()),
        tuple(charts), _figures(pair),
    )  # fmt: skip


def _wagers(known: Choices) -> dict[str, str]:
    found: dict[str, str] = {}
    for _, odds in known.values():
        for entry in odds.wagers:
            if entry.posted:
                found.setdefault(entry.terms.group, entry.terms.title)
    return found


def _sides(known: Choices, wager: str) -> dict[str, Side]:
    """Every version of the card at every pay table that has the wager."""
    found: dict[str, Side] = {}
    for key, (name, odds) in known.items():
        entries = [entry for entry in odds.wagers if entry.terms.group == wager and entry.posted]
        tables = list(dict.fromkeys(entry.terms.table for entry in entries))
        for table in tables:
            same = [entry for entry in entries if entry.terms.table == table]
            place = [entry for entry in same if entry.terms.wager == same[0].terms.wager]
            label = lab_sentence("table", which=name, table=table) if len(tables) > 1 else name
            found[f"{key}/{table}"] = Side(label, tuple(place))
    return found


def _labels(entry: WagerOdds) -> dict[str, str]:
    """The count of each result that has one, in place of its whole label."""
    counts = {line.label: line.rung for line in entry.terms.lines}
    counts |= {offer.label: offer.rung for offer in entry.terms.offers}
    return {label: str(rung) for label, rung in counts.items() if rung is not None}


def _parts(entry: WagerOdds) -> list[tuple[str, Fraction, Fraction]]:
    """What each result returns of one unit staked: its label, net and share, the smallest pay first."""
    counts = _labels(entry)
    paid = [
        (counts.get(one.label, one.label), one.net, one.probability * (1 + one.net) / entry.stake)
        for one in entry.outcomes
        if one.net is not None
    ]
    return sorted(paid, key=lambda one: one[1])


def _chart(code: str, labels: list[str], series: list[Series]) -> tuple[str, str]:
    title = lab_sentence(code)
    return title, curve_chart(title, labels, series)


def _added_up(pair: list[Side]) -> tuple[str, str]:
    """The return added up over the results, a curve for each side."""
    labels = list(dict.fromkeys(label for side in pair for label, _, _ in _parts(side.best)))
    series = []
    for side in pair:
        shares = {label: share for label, _, share in _parts(side.best)}
        total, values = Fraction(0), []
        for label in labels:
            total += shares.get(label, Fraction(0))
            values.append(total)
        series.append(Series(side.name, tuple(values)))
    return _chart("cumulative", labels, series)


def _by_play(pair: list[Side]) -> list[tuple[str, str]]:
    """The return by what is done with offers, where there are any."""
    if any(len(side.entries) < len(PLAY_ORDER) for side in pair):
        return []
    series = []
    for side in pair:
        by_play = {entry.play: entry.player_return or Fraction(0) for entry in side.entries}
        series.append(Series(side.name, tuple(by_play[play] for play in PLAY_ORDER)))
    return [_chart("by-play", [SPOKEN[play] for play in PLAY_ORDER], series)]


def _by_table(known: Choices, wager: str) -> list[tuple[str, str]]:
    """The return by pay table, where there are several, a curve for each version of the card."""
    found: dict[str, dict[str, Fraction]] = {}
    for name, odds in known.values():
        for entry in odds.wagers:
            if entry.terms.group == wager and entry.player_return is not None:
                found.setdefault(name, {}).setdefault(entry.terms.table, entry.player_return)
    tables = list(dict.fromkeys(table for values in found.values() for table in values))
    whole = {name: values for name, values in found.items() if len(values) == len(tables)}
    if len(tables) < 2 or not whole:
        return []
    series = [Series(name, tuple(values[table] for table in tables)) for name, values in whole.items()]
    return [_chart("by-table", tables, series)]


def _figures(pair: list[Side]) -> Grid:
    """What each result returns on each side, and the whole."""
    columns = (*heads(["result"]), *(side.name for side in pair))
    by_side = [{label: share for label, _, share in _parts(side.best)} for side in pair]
    labels = list(dict.fromkeys(label for shares in by_side for label in shares))
    rows = [
        (label, *("–" if label not in shares else percent(shares[label], 2) for shares in by_side)) for label in labels
    ]
    whole = [side.best.player_return or Fraction(0) for side in pair]
    edges = [side.best.house_edge or Fraction(0) for side in pair]
    rows.append((lab_sentence("return"), *(percent(value, 4) for value in whole)))
    rows.append((lab_sentence("edge"), *(percent(value, 4) for value in edges)))
    return Grid(lab_sentence("figures"), columns, frozenset(columns[1:]), tuple(rows))
