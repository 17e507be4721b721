"""What the lab answers beside its verdict: completion, other pays, comparisons, other chances, live tables."""

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rackcard.card import CardError, OptionError
from rackcard.card.completion import complete
from rackcard.card.examples import example_phrases
from rackcard.card.fields import FIELDS
from rackcard.card.skeleton import skeleton
from rackcard.games import GAMES
from rackcard.games.device import ChanceError
from rackcard.number import parse_number
from rackcard.odds import UnsolvedError
from rackcard.table.state import Refusal
from rackcard.web.deps import PersonDep
from rackcard.web.house_form import HouseForm, Sent, new_form, slug
from rackcard.web.render import render
from rackcard.web.routes.lab import Evaluation, priced
from rackcard.web.routes.office import draw_form, verify_office
from rackcard.web.views.lab_chance import other_chance, read_weights
from rackcard.web.views.lab_compare import comparison
from rackcard.web.views.lab_pays import reprice, wanted
from rackcard.wording.lab import lab_sentence

router = APIRouter(include_in_schema=False)
TEXT_MAX = 200_000
CardText = Annotated[str, StringConstraints(max_length=TEXT_MAX)]
NOT_USABLE = (CardError, OptionError, UnsolvedError, ChanceError)


class TextPosition(BaseModel):
    """A place in a text."""

    text: CardText
    line: int
    column: int


class OtherPays(BaseModel):
    """A card and other amounts for some of its pays, by their numbers."""

    text: CardText
    pays: dict[int, str] = Field(max_length=200)


class WantedEdge(BaseModel):
    """A card, one of its pays, and the house edge that is wanted, in percent."""

    text: CardText
    pay: int
    edge: str = Field(max_length=20)


def usable(text: str) -> Evaluation:
    """A card that has been priced."""
    looked = priced(text)
    if looked.odds is None:
        raise Refusal("bad-form.slow")
    return looked


def number(text: str) -> Fraction:
    """A number that somebody typed."""
    try:
        return parse_number(text.strip().removesuffix("%").strip())
    except ValueError:
        raise Refusal("bad-form.number", value=text[:20]) from None


@router.post("/lab/complete")
def complete_text(at: TextPosition) -> dict[str, Any]:
    """What may be written at a place of a text."""
    return asdict(complete(at.text, at.line, at.column))


@router.get("/lab/skeleton")
def new_card(game: str) -> dict[str, str]:
    """A small card of a game to start from."""
    if game not in GAMES:
        raise Refusal("no-such-game", game=game[:40], games=tuple(GAMES))
    return {"text": skeleton(game)}


@router.get("/lab/phrases")
def phrases(request: Request, person: PersonDep, game: str = "") -> Response:
    """Examples of what a card of a game may say, field by field."""
    chosen = GAMES.get(game) or next(iter(GAMES.values()))
    listed = []
    for field in FIELDS:
        kind = "pay" if field.kind == "pays" else field.kind
        if found := example_phrases(chosen, kind):
            listed.append((field.name, found))
    return render(request, "lab_phrases.html", person, fields=listed, game=chosen)


@router.post("/lab/reprice")
def other_pays(given: OtherPays) -> dict[str, object]:
    """The edges under other pays, and the text that has them."""
    return reprice(usable(given.text).card, {one: number(value) for one, value in given.pays.items()}).to_dict()


@router.post("/lab/goal")
def pay_for_edge(given: WantedEdge) -> dict[str, object]:
    """The pay at which a wager has the edge that is wanted."""
    return wanted(usable(given.text).card, given.pay, number(given.edge) / 100).to_dict()


@router.post("/lab/compare")
async def compare(request: Request, person: PersonDep) -> Response:
    """Two versions or pay tables of a wager as curves."""
    sent = Sent(await request.body())
    found = await run_in_threadpool(_compared, sent)
    return render(request, "lab_compare.html", person, compared=found)


def _compared(sent: Sent) -> Any:
    texts = {name: sent.text(name) for name in ("before", "text", "tried")}
    return comparison(versions(texts), sent.one("wager"), sent.one("first"), sent.one("second"))


def versions(texts: Mapping[str, str]) -> dict[str, Any]:
    """The odds of each text that can be priced, those that are the same as an earlier one left out."""
    names = {"before": "before", "text": "now", "tried": "tried"}
    found: dict[str, Any] = {}
    for key, name in names.items():
        text = texts.get(key, "")
        if not text or text in [texts.get(other) for other in found]:
            continue
        try:
            odds = priced(text).odds
        except NOT_USABLE:
            continue
        if odds is not None:
            found[key] = (lab_sentence(name), odds)
    if list(found) == ["before"]:
        found = {"text": (lab_sentence("now"), found["before"][1])}
    return found


@router.post("/lab/chance")
async def chance(request: Request, person: PersonDep) -> Response:
    """A card under other weights."""
    sent = Sent(await request.body())
    found = await run_in_threadpool(_other_chance, sent.text("text"), sent.one("weights"))
    return render(request, "lab_chance.html", person, chance=found, weights=sent.one("weights"))


def _other_chance(text: str, weights: str) -> Any:
    return other_chance(usable(text).card, read_weights(weights))


@router.post("/lab/offer")
async def offer(request: Request, person: PersonDep) -> Response:
    """The house rules of a live table that offers the card; a card that has an error is refused with the reason."""
    verify_office(person)
    sent = Sent(await request.body())
    text = sent.text("text")
    form = await run_in_threadpool(house_with, text)
    return await draw_form(request, "house.html", person, form, "")


def house_with(text: str) -> HouseForm:
    """House rules in the making: the base game and the card, which is checked and guarded as they are read."""
    try:
        card = usable(text).card
    except NOT_USABLE as error:
        raise Refusal("bad-card", reason=str(error.args[0])) from None
    base = new_form(card.game.id)
    own = {card.id: {"file": f"{card.id}.yaml"}}
    fields = dict(base.fields) | {"house": slug(card.title), "name": card.title[:60], "cards": {**base.cards, **own}}
    return HouseForm(fields, {card.id: text})
