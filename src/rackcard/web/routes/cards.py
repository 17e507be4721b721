"""The pages of a card: its rules in words, options that reprice it, charts, play, review, and files to take away."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from starlette.responses import Response

from rackcard.api import RackCard, load
from rackcard.card import Option, card_ids
from rackcard.machine import bets
from rackcard.number import decimal, in_how_many, one_in, percent, root, written
from rackcard.odds import CardOdds, Selection, UnsolvedError, WagerOdds
from rackcard.odds.tables import FRACTION_MAX, SPOKEN, Detail, details, grouped, place_name, rolls_grid
from rackcard.report.charts.page_charts import duration_chart, enough, length_words, outcome_chart
from rackcard.report.printing import MEDIA_TYPES, printed
from rackcard.report.prism import model_of
from rackcard.report.review import Finding
from rackcard.report.rules import CardRules, rules
from rackcard.strategy.chart import chart
from rackcard.strategy.solution import WagerStrategy, play_grid, rules_grid
from rackcard.table.state import Refusal
from rackcard.tabular import Grid
from rackcard.web.deps import PersonDep
from rackcard.web.render import render
from rackcard.wording.card_errors import suggestion
from rackcard.wording.charts import ends_title
from rackcard.wording.columns import heads
from rackcard.wording.numbers import NOT_POSTED, remarked
from rackcard.wording.offers import PLAY_CHOICES
from rackcard.wording.pages import (
    DOCUMENTS,
    EXACT_ODDS,
    IN_JSON,
    by_table,
    fair_pay_note,
    no_duration,
    one_outcome,
)

router = APIRouter(include_in_schema=False)

ROLLS_MAX = 60
"""How many outcomes the duration of a wager is followed for."""
PAGE_FIELDS = ("wager", "table", "play")
"""What an address may ask for besides options; a test keeps options from having these names."""


# ---- what is priced, kept for the next request


@lru_cache(maxsize=256)
def priced(card: RackCard, options: tuple[tuple[str, str], ...]) -> CardOdds:
    """The odds of every wager, pay table and play."""
    return card.odds(dict(options))


@lru_cache(maxsize=64)
def reviewed(card: RackCard) -> tuple[Finding, ...]:
    """The findings on a card, under all its options."""
    return tuple(card.review())


@lru_cache(maxsize=256)
def worded(card: RackCard, options: tuple[tuple[str, str], ...]) -> CardRules:
    """The rules in words."""
    return rules(card, dict(options))


@dataclass(frozen=True)
class BestPlay:
    """The best play of a wager as the page shows it."""

    carry: str
    svg: Markup
    grids: tuple[Grid, ...]


@lru_cache(maxsize=128)
def best_play(card: RackCard, options: tuple[tuple[str, str], ...], wager: str, table: str) -> BestPlay:
    """How to play a wager with offers."""
    found = _strategy(card, options, wager, table)
    svg = chart(found).replace("<svg ", '<svg class="strategy" ', 1)
    return BestPlay(found.carry, Markup(svg), (play_grid(found), rules_grid(found)))


def _strategy(card: RackCard, options: tuple[tuple[str, str], ...], wager: str, table: str) -> WagerStrategy:
    return card.strategy(dict(options), wager=wager, table=table).wagers[0]


@dataclass(frozen=True)
class WagerPicture:
    """One wager drawn: how it ends and how long it lasts, each with its figures."""

    outcomes: Markup
    outcome_grid: Grid
    duration: Markup | None
    duration_words: str
    duration_grid: Grid | None


@lru_cache(maxsize=256)
def picture(
    card: RackCard, options: tuple[tuple[str, str], ...], wager: str, table: str, play: str
) -> WagerPicture | None:
    """The charts of one wager; None where it has no rule."""
    entry = next(
        one for one in priced(card, options).wagers
        if (one.terms.wager, one.terms.table, one.play) == (wager, table, play)
    )  # fmt: skip
    if entry.bet is None:
        return None
    unit = card.game.unit
    drawn = Markup(outcome_chart(entry))
    grid = outcome_grid(entry)
    try:
        every = entry.rolls(ROLLS_MAX)
    except UnsolvedError as error:
        return WagerPicture(drawn, grid, None, no_duration(str(error)), None)
    shown = enough(every)
    if len(shown) == 1:
        return WagerPicture(drawn, grid, None, one_outcome(unit), None)
    lasting = Markup(duration_chart(entry, shown, unit))
    return WagerPicture(drawn, grid, lasting, length_words(entry, every, unit), rolls_grid(entry, len(shown)))


def outcome_grid(entry: WagerOdds) -> Grid:
    """The figures of the outcome chart."""
    rows = tuple(
        (
            outcome.label,
            NOT_POSTED if outcome.net is None else decimal(outcome.net, 6).replace("-", "−"),
            percent(outcome.probability, 6),
            one_in(outcome.probability),
            brief(outcome.probability),
        )
        for outcome in entry.outcomes
    )
    ids = ("outcome", "net_gain", "probability", "one_in", "exact")
    return Grid(ends_title(entry.terms.name, entry.terms.table), heads(ids), frozenset(heads(ids[1:])), rows, ids=ids)


def brief(value: Fraction | None) -> str:
    """A fraction that fits a page, else where to find it."""
    text = "–" if value is None else written(value)
    return text if len(text) <= FRACTION_MAX else IN_JSON


def deviation(entry: WagerOdds) -> str:
    """The standard deviation in stakes, from the exact variance."""
    return "–" if entry.variance is None else decimal(root(entry.variance), 4)


def page_grid(odds: CardOdds) -> Grid:
    """The odds as the page shows them, the edge first; pays are with the rules, long fractions in the JSON."""
    unit = odds.card.game.unit
    varied = [name for name in odds.options if len({entry.options[name] for entry in odds.wagers}) > 1]
    columns: dict[str, Callable[[WagerOdds, int], str]] = {"wager": place_name}
    if len({entry.terms.table for entry in odds.wagers}) > 1:
        columns["table"] = lambda entry, _: entry.terms.table
    for name in varied:
        columns[name] = partial(_option, name)
    if any(entry.play != "none" for entry in odds.wagers):
        columns["play"] = lambda entry, _: SPOKEN[entry.play]
    words = frozenset(columns)
    columns["house_edge"] = lambda entry, _: _percent(entry.house_edge)
    if any(entry.terms.envy_is_named for entry in odds.wagers):
        columns["after_envy"] = lambda entry, _: _percent(entry.house_edge_with_envy)
    columns |= {
        "hit": lambda entry, _: _percent(entry.hit),
        "one_in": lambda entry, _: "–" if entry.hit is None else in_how_many(entry.hit),
        "std_dev": lambda entry, _: deviation(entry),
        "mean_outcomes": lambda entry, _: "–" if entry.mean_rolls is None else decimal(entry.mean_rolls, 5),
        "exact_edge": lambda entry, _: brief(entry.house_edge),
    }
    rows = []
    for group in grouped(odds.wagers):
        cells = {name: cell(*group) for name, cell in columns.items()}
        rows.append(tuple(cells.values()))
        same = {name: cells[name] for name in words}
        rows += [_detail_row(columns, same, detail) for detail in details(group[0])]
    figures = frozenset(heads((one for one in columns if one not in words), unit))
    note, ids = "\n".join(fair_pays(odds)), tuple(columns)
    return Grid(EXACT_ODDS, heads(ids, unit), figures, tuple(rows), note, ids=ids)


def _detail_row(columns: Iterable[str], same: Mapping[str, str], detail: Detail) -> tuple[str, ...]:
    """The row of a detail below its wager; the figures that only the whole wager has are dashes."""
    cells = {
        **same,
        "wager": remarked(detail.name, detail.remark),
        "house_edge": _percent(detail.house_edge),
        "hit": _percent(detail.hit),
        "one_in": "–" if detail.hit is None else in_how_many(detail.hit),
        "exact_edge": brief(detail.house_edge),
    }
    return tuple(cells.get(name, "–") for name in columns)


def _option(name: str, entry: WagerOdds, _: int) -> str:
    return entry.options[name]


def _percent(value: Fraction | None) -> str:
    return "–" if value is None else percent(value, 4)


def fair_pays(odds: CardOdds) -> list[str]:
    """A note for each wager without a posted pay."""
    unposted = [entry for entry in odds.wagers if not entry.posted and entry.fair_pay is not None]
    notes = (fair_pay_note(entry.terms.name, decimal(entry.fair_pay, 6)) for entry in unposted if entry.fair_pay)
    return list(dict.fromkeys(notes))


# ---- what an address asks for


@dataclass(frozen=True)
class CardRequest:
    """A card with its options settled, and which wager, pay table and play to look at."""

    card: RackCard
    options: tuple[tuple[str, str], ...]
    wager: str
    table: str
    play: str

    @property
    def query(self) -> str:
        """What an address needs to come back here: only what is not at its default."""
        given = {name: value for name, value in self.options if value != self.card.options[name].default}
        given |= {name: value for name in PAGE_FIELDS if (value := getattr(self, name))}
        return urlencode(given)

    def address(self, page: str = "", **more: Any) -> str:
        """The address of this page or of a file beside it."""
        chosen = replace(self, **more).query
        return f"/cards/{self.card.id}{page}" + (f"?{chosen}" if chosen else "")

    @property
    def lab(self) -> str:
        """The address of the lab with this card, its options as they are chosen here."""
        given = {name: value for name, value in self.options if value != self.card.options[name].default}
        return f"/lab?{urlencode({'card': self.card.id, **given})}"

    @property
    def rows(self) -> CardOdds:
        """The odds asked for, as the command line would choose them; a wager only chooses the charts."""
        odds = priced(self.card, self.options)
        found = Selection(table=self.table or None).among(self.card, odds.wagers, lambda entry: entry.terms)
        if self.play and any(entry.play == self.play for entry in found):
            found = [entry for entry in found if entry.play in (self.play, "none")]
        return replace(odds, wagers=tuple(found))

    @property
    def entry(self) -> WagerOdds:
        """The one to draw: the wager named or the first, at the table and play named or the first."""
        every = priced(self.card, self.options).wagers
        found = Selection(wager=self.wager or None).among(self.card, every, lambda entry: entry.terms)
        if not self.wager:
            found = [entry for entry in found if entry.bet is not None] or found
            first = next((e for e in found if self.table in ("", e.terms.table)), found[0])
            found = [entry for entry in found if entry.terms.group == first.terms.group]
        at = [entry for entry in found if entry.terms.table == self.table] or found
        return next((entry for entry in at if entry.play == (self.play or "best")), at[0])


def shipped(card_id: str) -> RackCard:
    """A shipped card, or a refusal that names the nearest."""
    if card_id not in card_ids():
        hint = suggestion(card_id[:80], list(card_ids()))
        raise Refusal("no-such-card.suggestion", card=card_id[:80], suggestion=hint)
    return load(card_id)


def card_request(request: Request, card_id: str) -> CardRequest:
    """What the address asks for, each part checked."""
    card = shipped(card_id)
    given: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        given.setdefault(name, []).append(value)
    page = {name: given.pop(name, [""])[-1] for name in PAGE_FIELDS}
    chosen = {name: _joined(card.options.get(name), values) for name, values in given.items()}
    found = CardRequest(card, tuple(card.settled(chosen).items()), page["wager"], page["table"], page["play"])
    if found.play not in ("", *PLAY_CHOICES):
        raise Refusal("bad-option.play", play=found.play[:40], plays=tuple(PLAY_CHOICES))
    _ = found.rows, found.entry
    return found


CardRequestDep = Annotated[CardRequest, Depends(card_request)]


def _joined(option: Option | None, values: list[str]) -> str:
    """The value of an option: the last given, or for a list all that are ticked."""
    if option is None or not option.many:
        return values[-1]
    return ",".join(value for value in values if value) or option.default


@dataclass(frozen=True)
class Control:
    """An option as a control: its values with their words, and which one is chosen."""

    name: str
    about: str
    is_reading: bool
    many: bool
    values: tuple[tuple[str, str, bool], ...]
    """Each value, what to show for it, and whether it is chosen."""
    default: str


def controls(at: CardRequest) -> list[Control]:
    """The options of a card as controls."""
    found = []
    for name, chosen in at.options:
        option = at.card.options[name]
        if option.many:
            ticked = option.names(chosen)
            values = tuple((value, value, value in ticked) for value in option.values)
            default = by_table(option.by_table)
        else:
            values = tuple((value, _shown(option, value), value == chosen) for value in option.values)
            default = option.default
        found.append(Control(name, option.about, option.is_reading, option.many, values, default))
    return found


def _shown(option: Option, value: str) -> str:
    """A value as a person reads it: yes and no as they are, any other by the words it puts into the card."""
    return value if value in ("yes", "no", "on", "off") else option.values[value]


# ---- files


def as_file(text: str, kind: str, name: str) -> Response:
    """A text to keep."""
    return Response(text, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def chosen_odds(at: CardRequest) -> CardOdds:
    """The odds of a file: of the pay table and wager in its address, every play."""
    every = priced(at.card, at.options)
    selection = Selection(table=at.table or None, wager=at.wager or None)
    found = selection.among(at.card, every.wagers, lambda entry: entry.terms)
    return replace(every, wagers=tuple(found))


def prism(at: CardRequest) -> tuple[str, str]:
    """The PRISM model of the wager to draw, and a name for it."""
    terms = at.entry.terms
    options = dict(at.options)
    for bet in bets(at.card, options):
        if (bet.terms.wager, bet.terms.table) == (terms.wager, terms.table):
            text = model_of(bet, at.card.chance(options))
            return text, f"{at.card.id}.{terms.wager}.{terms.table}.prism"
    raise Refusal("no-model", wager=terms.name)


# ---- pages


@router.get("/cards")
def cards() -> RedirectResponse:
    """The cards are listed in the lobby."""
    return RedirectResponse("/", 303)


@router.get("/cards/{card_id}")
def card_page(request: Request, at: CardRequestDep, person: PersonDep) -> Response:
    """The page of a card, or the part of it that follows the controls."""
    headers = request.headers
    is_part = "hx-request" in headers and "hx-history-restore-request" not in headers
    page = render(request, "figures.html" if is_part else "card.html", person, part=is_part, **card_context(at))
    first = replace(at, wager="").entry.terms.group  # the one shown unless another is named
    page.headers["HX-Push-Url"] = at.address(wager="" if at.wager == first else at.wager)
    return page


@router.get("/cards/{card_id}/odds.json")
def odds_json(at: CardRequestDep) -> Response:
    """The odds as JSON, every figure as an exact fraction."""
    text = json.dumps(chosen_odds(at).to_dict(), indent=2, ensure_ascii=False) + "\n"
    return as_file(text, "application/json", f"{at.card.id}.odds.json")


@router.get("/cards/{card_id}/odds.csv")
def odds_csv(at: CardRequestDep) -> Response:
    """The odds as CSV."""
    return as_file(chosen_odds(at).to_csv(), "text/csv; charset=utf-8", f"{at.card.id}.odds.csv")


@router.get("/cards/{card_id}/model.prism")
def prism_model(at: CardRequestDep) -> Response:
    """The PRISM model of a wager."""
    text, name = prism(at)
    return as_file(text, "text/plain; charset=utf-8", name)


@router.get("/cards/{card_id}/strategy.svg")
def strategy_svg(at: CardRequestDep) -> Response:
    """The strategy chart of a wager."""
    terms = at.entry.terms
    text = chart(_strategy(at.card, at.options, terms.wager, terms.table))
    return as_file(text, "image/svg+xml", f"{at.card.id}.{terms.wager}.{terms.table}.svg")


@router.get("/cards/{card_id}/print/{name}")
def print_file(name: str, at: CardRequestDep) -> Response:
    """A printed document under the options in the address: rack-card.pdf, par-sheet.xlsx and so on."""
    what, _, to = name.partition(".")
    options = {key: value for key, value in at.options if value != at.card.options[key].default}
    given = {} if what == "review" else {"options": options, "table": at.table or None}
    text = printed(at.card, what, to, **given)  # type: ignore[arg-type]  # it checks both itself
    headers = {"Content-Disposition": f'attachment; filename="{at.card.id}-{what}.{to}"'}
    return Response(text, media_type=MEDIA_TYPES[to], headers=headers)  # type: ignore[index]


@router.get("/cards/{card_id}/card.yaml")
def card_yaml(card_id: str) -> Response:
    """The text of a card."""
    return as_file(shipped(card_id).origin.text, "text/yaml; charset=utf-8", f"{card_id}.yaml")


def card_context(at: CardRequest) -> dict[str, Any]:
    """Everything a card page shows."""
    card, entry = at.card, at.entry
    terms = entry.terms
    has_play = entry.bet is not None and bool(entry.bet.machine.claims) and terms.is_posted
    listed = {one.group: one.name for one in worded(card, at.options).wagers}
    tables = list(dict.fromkeys(one.table for one in card.terms(dict(at.options))))
    by_wager = {one.group: at.table for one in card.terms(dict(at.options)) if one.table == at.table}
    return {
        "at": at, "card": card, "entry": entry, "unit": card.game.unit,
        "rules": worded(card, at.options),
        "grid": page_grid(at.rows),
        "picture": picture(card, at.options, terms.wager, terms.table, entry.play),
        "best": best_play(card, at.options, terms.wager, terms.table) if has_play else None,
        "findings": reviewed(card),
        "controls": controls(at),
        "printed": DOCUMENTS,
        "wagers": listed, "tables": tables, "plays": PLAY_CHOICES,
        "has_offers": any(one.offers for one in card.terms()),
        "practice": {"options": dict(at.options), "tables": by_wager},
        "play_words": PLAY_CHOICES.get(entry.play, ""),
        "figures": {
            "edge": "–" if entry.house_edge is None else percent(entry.house_edge),
            "exact": brief(entry.house_edge),
            "decimal": "" if entry.house_edge is None else decimal(entry.house_edge).replace("-", "−"),
            "envy": entry.house_edge_with_envy if terms.envy_is_named else None,
            "hit": "–" if entry.hit is None else percent(entry.hit),
            "one_in": "" if entry.hit is None else one_in(entry.hit),
            "deviation": deviation(entry),
            "mean": "–" if entry.mean_rolls is None else decimal(entry.mean_rolls, 5),
            "fair": None if entry.fair_pay is None else decimal(entry.fair_pay, 6),
        },
    }  # fmt: skip
