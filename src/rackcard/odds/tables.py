"""Odds as tables of text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rackcard.card import Card, Terms
from rackcard.number import decimal, one_in, percent, root, written
from rackcard.odds.price import CardOdds, WagerOdds, price
from rackcard.tabular import Grid, csv_text
from rackcard.wording import numbers as wording
from rackcard.wording.columns import heads
from rackcard.wording.rules import paid
from rackcard.wording.simulation import weights_label

SPOKEN = wording.PLAYS
"""Each play in a few words."""

FIGURES = ("hit", "return", "house_edge", "house_edge_with_envy", "variance", "mean_rolls", "edge_per_roll")

FRACTION_MAX = 44
"""Fractions longer than this are shown in full only in JSON."""


def pays_of(terms: Terms) -> str:
    """The pays of a wager in one line, the lowest count first."""
    if not terms.has_rule:
        return wording.NO_RULE
    shown = [(str(line.rung) if line.rung else "", line.pay) for line in terms.lines]
    offered = [(str(offer.count), offer.pay) for offer in terms.offers if offer.kind == "cash out"]
    if terms.counted:
        ladder = [*offered, *((label, pay) for label, pay in reversed(shown) if pay and pay.net > -1)]
        rungs = [f"{label}: {pay}" for label, pay in ladder]
        return " … ".join((rungs[0], rungs[-1])) if len(rungs) > 2 else ", ".join(rungs) or wording.LOSES
    return " / ".join(paid(line) for line in terms.lines)


def fraction_text(value: Fraction | None) -> str:
    if value is None:
        return "–"
    text = written(value)
    return text if len(text) <= FRACTION_MAX else wording.IN_JSON


def _maybe(value: Fraction | None, places: int = 4) -> str:
    return "–" if value is None else percent(value, places)


def grouped(entries: Iterable[WagerOdds]) -> Iterator[tuple[WagerOdds, int]]:
    """Entries that differ only in their place on the layout, as one with their number."""

    def figures(entry: WagerOdds) -> tuple[object, ...]:
        places = entry.terms.wager != entry.terms.group
        figure = (entry.house_edge, entry.hit) if places else entry.terms.wager
        return entry.terms.group, entry.terms.table, entry.play, tuple(entry.options.items()), figure

    for _, group in groupby(entries, key=figures):
        same = list(group)
        yield same[0], len(same)


def place_name(entry: WagerOdds, places: int) -> str:
    """A wager's name, or its kind and their number where it stands for several places of the layout."""
    if entry.terms.wager == entry.terms.group:
        return entry.terms.name
    return wording.places(entry.terms.title, places) if places > 1 else entry.terms.name


def odds_grid(odds: CardOdds) -> Grid:
    """One row for each wager, pay table, reading and play."""
    varied = [name for name in odds.options if len({entry.options[name] for entry in odds.wagers}) > 1]
    with_play = any(entry.play != "none" for entry in odds.wagers)
    with_envy = any(entry.terms.envy_is_named for entry in odds.wagers)
    unit = odds.card.game.unit
    ids = (
        "wager", "table", *varied, *(["play"] if with_play else []), "pays", "hit", "hits", "house_edge",
        *(["after_envy"] if with_envy else []), "exact_edge", "std_dev", "mean_outcomes", "edge_per_outcome", "methods",
    )  # fmt: skip
    rows = []
    for entry, places in grouped(odds.wagers):
        deviation = "–" if entry.variance is None else decimal(root(entry.variance), 4)
        rows.append((
            place_name(entry, places),
            entry.terms.table,
            *(entry.options[name] for name in varied),
            *([entry.play] if with_play else []),
            pays_of(entry.terms),
            _maybe(entry.hit),
            "–" if entry.hit is None else one_in(entry.hit),
            _maybe(entry.house_edge),
            *([_maybe(entry.house_edge_with_envy)] if with_envy else []),
            fraction_text(entry.house_edge),
            deviation,
            "–" if entry.mean_rolls is None else decimal(entry.mean_rolls, 5),
            _maybe(entry.edge_per_roll, 3),
            "+".join(entry.methods) or "–",
        ))  # fmt: skip
        lead = (entry.terms.table, *(entry.options[name] for name in varied), *([entry.play] if with_play else []))
        envy = ("–",) * with_envy
        for detail in details(entry):
            hits = ("–", "–") if detail.hit is None else (percent(detail.hit), one_in(detail.hit))
            edges = (_maybe(detail.house_edge), *envy, fraction_text(detail.house_edge))
            rows.append((wording.below(detail.name), *lead, detail.remark, *hits, *edges, *("–",) * 4))
    set_to = [f"{name} {value}" for name, value in odds.options.items() if name not in varied]
    settled = ", ".join(set_to if odds.departures is None else [*set_to, weights_label(odds.departures)])
    figures = [one for one in ids if one not in {"wager", "table", "play", "pays", "methods", *varied}]
    return Grid(
        f"{odds.card.title}" + (f"  [{settled}]" if settled else ""),
        heads(ids, unit),
        frozenset(heads(figures, unit)),
        tuple(rows),
        _odds_note(odds, with_play),
        keys=2 + len(varied) + with_play,
        ids=ids,
    )


@dataclass(frozen=True)
class Detail:
    """A row below a wager."""

    name: str
    remark: str
    """How often the wager starts so, or the mean stake."""
    hit: Fraction | None
    house_edge: Fraction | None


def details(entry: WagerOdds) -> Iterator[Detail]:
    """Rows below a wager: from each of its starts, and together with the wager that it is behind."""
    for start in entry.starts:
        name, share = wording.from_start(start.label), wording.share(start.probability)
        yield Detail(name, share, entry.hit_from(start), entry.edge_from(start))
    parent = entry.bet.parent if entry.bet is not None else None
    for label, both in entry.with_parent.items():
        assert parent is not None
        name, stake = wording.with_parent(parent.terms.name, label), wording.mean_stake(both.stake)
        yield Detail(name, stake, None, both.house_edge)


def _odds_note(odds: CardOdds, with_play: bool) -> str:
    notes = [wording.card_note(odds.card.id, odds.card.sha256)]
    if odds.departures is not None:
        notes.append(wording.other_weights(weights_label(odds.departures)))
    if with_play:
        notes.append(wording.PLAYS_NOTE)
    for entry in odds.wagers:
        if not entry.posted and entry.fair_pay is not None:
            notes.append(wording.fair_pay_note(entry.terms.name, entry.fair_pay))
    return "\n".join(dict.fromkeys(notes))


def catalogue_grid(card: Card) -> Grid:
    """A card as the catalogue shows it: pays and exact edges at the default options."""
    rows: list[tuple[str, ...]] = []
    for entry, places in grouped(price(card).wagers):
        play = wording.PLAYS.get(entry.play, entry.play)
        table = entry.terms.table
        rows.append((place_name(entry, places), table, pays_of(entry.terms), play,
                     _maybe(entry.house_edge), fraction_text(entry.house_edge)))  # fmt: skip
    ids: tuple[str, ...] = ("wager", "table", "pays", "play", "house_edge", "exact_edge")
    if not any(row[3] for row in rows):
        rows = [(*row[:3], *row[4:]) for row in rows]
        ids = (*ids[:3], *ids[4:])
    return Grid(
        f"{card.title}  ·  {card.id}",
        heads(ids),
        frozenset(heads(ids[-2:])),
        tuple(rows),
        card.about,
        keys=2,
        ids=ids,
    )


def rolls_grid(entry: WagerOdds, most: int) -> Grid:
    """How long a wager lasts."""
    rows, still = [], Fraction(1)
    for count, probability in enumerate(entry.rolls(most), start=1):
        still -= probability
        rows.append((str(count), percent(probability), percent(still), fraction_text(probability)))
    ids = ("outcome", "decided", "still_up", "exact")
    title = wording.length_title(entry.terms.name, entry.terms.table)
    return Grid(title, heads(ids), frozenset(heads(ids)), tuple(rows), ids=ids)


def odds_csv(odds: CardOdds) -> str:
    """One line for each wager, pay table, reading and play; every figure as a fraction and a decimal."""
    figures = [column for name in FIGURES for column in (name, f"{name}_decimal")]
    columns = ["card", "sha256", "wager", "name", "pay_table", *odds.options, "play", "posted", *figures, "methods"]
    rows = []
    for entry in odds.wagers:
        values = (entry.hit, entry.player_return, entry.house_edge, entry.house_edge_with_envy,
                  entry.variance, entry.mean_rolls, entry.edge_per_roll)  # fmt: skip
        cells = [cell for value in values for cell in (("", "") if value is None else (written(value), decimal(value)))]
        rows.append([
            odds.card.id, odds.card.sha256, entry.terms.wager, entry.terms.name, entry.terms.table,
            *(entry.options[name] for name in odds.options), entry.play, "yes" if entry.posted else "no",
            *cells, "+".join(entry.methods),
        ])  # fmt: skip
    return csv_text(columns, rows)


def odds_html(odds: CardOdds) -> str:
    return odds_grid(odds).html()


def card_html(card: Card) -> str:
    return catalogue_grid(card).html()
