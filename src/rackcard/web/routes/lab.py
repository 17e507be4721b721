"""The lab: a card is written on one side, and its odds and review show on the other as one types."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rackcard.api import RackCard
from rackcard.card import CardError, OptionError, loads
from rackcard.games import GAMES
from rackcard.games.device import ChanceError
from rackcard.machine import bets
from rackcard.machine.check import summary
from rackcard.number import percent
from rackcard.odds import CardOdds, UnsolvedError, WagerOdds, price
from rackcard.odds.price import NO_OFFERS, PLAYS, price_play
from rackcard.odds.tables import SPOKEN
from rackcard.report.review import Finding
from rackcard.report.rules import CardRules, rules
from rackcard.table.state import Refusal
from rackcard.tabular import Grid
from rackcard.web.deps import PersonDep
from rackcard.web.render import render
from rackcard.web.routes.cards import page_grid, shipped
from rackcard.web.views.lab_editor import vocabulary
from rackcard.web.views.lab_pays import pay_groups
from rackcard.web.views.lab_verdict import verdict_of
from rackcard.wording.columns import heads
from rackcard.wording.pages import (
    HOUSE_EDGE,
    NEW_WAGER,
    SLOW_PRICES,
    SLOW_REVIEW,
    each_place,
    edge_change,
    wagers_removed,
)

router = APIRouter(include_in_schema=False)

SECONDS_MAX = 2.0
"""How long the lab prices a card in one request; no wager is begun after that."""
FIELDS_MAX = 8
TRIES_MAX = 12
"""How often a page asks again about a card that takes long; each request gets further than the one before."""


@cache
def example() -> str:
    """The card that the lab starts from."""
    return Path(__file__).with_name("example.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Evaluation:
    """A card without errors, its odds and its review, as far as the time allowed."""

    card: RackCard
    in_order: str
    rules: CardRules
    odds: CardOdds | None
    findings: tuple[Finding, ...] | None
    slow: str = ""


def with_options(card: RackCard, options: Mapping[str, str]) -> str:
    """The text of a card with the options given as its defaults; as it was where its form does not allow that."""
    chosen = {name: value for name, value in card.settled(options).items() if value != card.options[name].default}
    text = card.origin.text
    for name, value in chosen.items():
        option = card.options[name]
        new = f"{{{', '.join(f'{table}: [{value}]' for table in option.by_table)}}}" if option.many else value
        place = re.compile(rf"^(  {re.escape(name)}:\n(?:    .*\n)*?    default:).*\n(?:     .*\n)*", re.MULTILINE)
        if (found := place.search(text)) is not None:
            text = f"{text[: found.end(1)]} {new}\n{text[found.end() :]}"
    return text if chosen and loads(text).settled().items() >= _plain(card, chosen) else card.origin.text


def _plain(card: RackCard, chosen: Mapping[str, str]) -> set[tuple[str, str]]:
    """Options with one value each; a list is a default of its own in the text."""
    return {(name, value) for name, value in chosen.items() if not card.options[name].many}


class _Slow(Exception):
    """The time ran out; what was found until then. Not cached, so that the next try gets further."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation


def evaluate(text: str) -> Evaluation:
    """A card's odds and review; a card that cannot be used raises its error."""
    try:
        return _evaluate(text)
    except _Slow as slow:
        return slow.evaluation


@lru_cache(maxsize=64)
def _evaluate(text: str) -> Evaluation:
    found = _priced(text)
    if not _prices(found.card, found.card.different_combinations(), monotonic() + SECONDS_MAX):
        raise _Slow(replace(found, slow=SLOW_REVIEW))
    return replace(found, findings=tuple(found.card.review()))


def priced(text: str) -> Evaluation:
    """A card's odds under its default options, without its review; a card that takes long has none."""
    try:
        return _priced(text)
    except _Slow as slow:
        return slow.evaluation


@lru_cache(maxsize=64)
def _priced(text: str) -> Evaluation:
    until = monotonic() + SECONDS_MAX
    card = RackCard.of(loads(text))
    found = Evaluation(card, summary(card.check(), card), rules(card), None, None)
    if not _prices(card, [card.settled()], until):
        raise _Slow(replace(found, slow=SLOW_PRICES))
    return replace(found, odds=price(card))


def _prices(card: RackCard, combinations: Iterable[Mapping[str, str]], until: float) -> bool:
    """Solve every wager once, so that pricing finds it solved; False when the time is over."""
    for options in combinations:
        for _ in solved(card, options):
            if monotonic() > until:
                return False
    return True


def solved(card: RackCard, options: Mapping[str, str]) -> Iterator[None]:
    """Solve a card's wagers one by one; each is solved only once."""
    chance = card.chance(options)
    for bet in bets(card, options):
        for play in PLAYS if bet.machine.claims and bet.terms.is_posted else (NO_OFFERS,):
            yield
            price_play(bet, chance, play)


def moves(before: CardOdds | None, now: CardOdds) -> Grid:
    """The edge of each wager, before and now."""
    known = {} if before is None else {_key(entry): entry for entry in before.wagers}
    # The same wager at any play: offers may have come or gone.
    any_play = {key[:2]: entry for key, entry in reversed(known.items())}
    here = {_key(entry)[:2] for entry in now.wagers}
    with_play = any(entry.play != "none" for entry in now.wagers)
    with_table = len({entry.terms.table for entry in now.wagers}) > 1
    which_ids = ["table"] * with_table + ["play"] * with_play
    ids = ("wager", *which_ids, "edge_before", "house_edge", "change")
    rows: dict[tuple[str, ...], None] = {}
    for entry in now.wagers:
        old = known.get(_key(entry)) or any_play.get(_key(entry)[:2])
        name = entry.terms.name
        if entry.terms.wager != entry.terms.group:
            name = each_place(entry.terms.title)
        was, edge = None if old is None else old.house_edge, entry.house_edge
        shown = NEW_WAGER if before is not None and old is None else _edge(was)
        which = [*([entry.terms.table] if with_table else []), *([SPOKEN[entry.play]] if with_play else [])]
        rows[name, *which, shown, _edge(edge), edge_change(was, edge)] = None
    gone = dict.fromkeys(old.terms.name for key, old in known.items() if key[:2] not in here)
    note = wagers_removed(gone) if gone else ""
    return Grid(HOUSE_EDGE, heads(ids), frozenset(heads(ids[-3:])), tuple(rows), note, ids=ids)


def _key(entry: WagerOdds) -> tuple[str, str, str]:
    return entry.terms.wager, entry.terms.table, entry.play


def _edge(edge: Fraction | None) -> str:
    return "–" if edge is None else percent(edge)


def verdict(text: str, before: str) -> dict[str, Any]:
    """What the lab shows of a text, and how it differs from the one it began as."""
    found: dict[str, Any] = {"error": None, "looked": None, "grid": None, "moves": None, "pays": None, "line": 0}
    try:
        looked = evaluate(text)
    except CardError as error:
        return found | {"error": str(error), "line": error.line, "column": error.column, "said": error.cause}
    except (OptionError, UnsolvedError, ChanceError) as error:
        return found | {"error": str(error.args[0]), "column": 0, "said": str(error.args[0])}
    old = None
    if before and before != text:
        try:
            old = priced(before).odds
        except (CardError, OptionError, UnsolvedError, ChanceError):
            old = None  # the first text had an error: there is no edge to compare with
    short = verdict_of(looked.odds, looked.findings)
    said = looked.in_order if short.color == "fine" else " ".join((f"{short.headline}.", *short.sentences[:1]))
    found |= {"looked": looked, "said": said, "compares": old is not None, "short": short}
    if looked.odds is not None:
        found |= {"grid": page_grid(looked.odds), "moves": moves(old or looked.odds, looked.odds)}
        found["pays"] = pay_groups(looked.card)
    return found


def asking_again(page: Response, found: Mapping[str, Any]) -> Response:
    """A page whose figures took too long says when to ask again; each time they get further."""
    if found["looked"] is not None and found["looked"].slow:
        page.headers["Retry-After"] = "1"
    return page


@router.get("/lab")
def lab(request: Request, person: PersonDep, card: str = "") -> Response:
    """The lab, with a card to start from."""
    options = {name: value for name, value in request.query_params.items() if name != "card"}
    text = with_options(shipped(card), options) if card else example()
    key = "&".join([card, *(f"{name}={value}" for name, value in options.items())])
    found = verdict(text, text)
    known: dict[str, Any] = {"vocabulary": vocabulary(), "games": GAMES}
    page = render(request, "lab.html", person, text=text, key=key, part=False, tries=1, again=True, **known, **found)
    return asking_again(page, found)


@router.post("/lab/check")
async def check(request: Request, person: PersonDep) -> Response:
    """The verdict on a text, for the page to show."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=FIELDS_MAX)
    except ValueError:
        raise Refusal("bad-form") from None
    text, before = (fields.get(name, [""])[0].replace("\r\n", "\n") for name in ("text", "before"))
    given = fields.get("tries", ["0"])[0]
    found = await run_in_threadpool(verdict, text, before)
    tries = int(given) + 1 if given in map(str, range(TRIES_MAX)) else TRIES_MAX
    page = render(request, "verdict.html", person, part=True, tries=tries, again=tries < TRIES_MAX, **found)
    return asking_again(page, found)
