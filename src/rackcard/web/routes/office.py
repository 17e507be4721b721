"""The office: supervisors write house rules, open live tables and manage accounts there."""

import json
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rackcard.card import card_ids
from rackcard.card.catalogue import load
from rackcard.card.yaml import Origin
from rackcard.games import GAMES
from rackcard.house import HouseRules, read_house
from rackcard.house.fields import names
from rackcard.house.rules import SEATS_MAX
from rackcard.table.command import ROLES
from rackcard.table.state import Refusal
from rackcard.web.accounts import Person
from rackcard.web.deps import AccountsDep, PersonDep, ServiceDep
from rackcard.web.house_form import HouseForm, Sent, form_of, new_form, read_form
from rackcard.web.house_versions import own_texts
from rackcard.web.permissions import verify_unlocked
from rackcard.web.render import render
from rackcard.web.routes.house import gated_rules
from rackcard.web.routes.lobby import newest_tables
from rackcard.web.views.house import HouseView, verdict_of

router = APIRouter(include_in_schema=False)


def verify_office(person: Person | None) -> Person:
    """The office is for supervisors."""
    if person is None:
        raise Refusal("log-in")
    if person.role != "supervisor":
        raise Refusal("not-supervisor.office")
    verify_unlocked(person)
    return person


@router.get("/office", response_model=None)
def office(
    request: Request, service: ServiceDep, accounts: AccountsDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The office, or the way into it."""
    if accounts.is_empty():
        return render(request, "login.html", None, then="/office", is_first=True)
    if person is None:
        return RedirectResponse("/login?next=/office", 303)
    if person.role != "supervisor":
        raise Refusal("not-supervisor.office")
    if person.is_locked:
        raise Refusal("locked.office")
    live = [(table_id, table) for table_id, table in newest_tables(service) if table.is_live]
    return render(request, "office.html", person, accounts=accounts.listed(), roles=ROLES, tables=live)


# ---- house rules


@router.get("/office/house", response_model=None)
def house_page(
    request: Request, service: ServiceDep, person: PersonDep, table: str = ""
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The form of house rules: to open a table from, or to change those of a table."""
    if person is None:
        return RedirectResponse("/login?next=/office/house", 303)
    verify_office(person)
    form = table_form(service, table) if table else new_form()
    return draw_form(request, "house.html", person, form, table)


def table_form(service: ServiceDep, table_id: str) -> HouseForm:
    """The form of the house rules that a table goes by."""
    table = service.table(table_id)
    if table.house is None:
        raise Refusal("no-house-rules")
    cards = tuple(table.offerings[number] for number in table.current)
    rules = read_house(Origin("house.yaml", table.house.text), texts={one.card.id: one.text for one in cards})
    return form_of(rules, own_texts(cards))


@router.post("/office/house")
async def house_form(request: Request, person: PersonDep) -> Response:
    """The form after a choice: what it leads to, and the file that it describes."""
    verify_office(person)
    sent = Sent(await request.body())
    form = read_form(sent)
    return await run_in_threadpool(draw_form, request, "house_form.html", person, form, sent.one("change"))


@router.post("/office/house/load")
async def load_file(request: Request, person: PersonDep) -> Response:
    """The form of a file; a file that cannot be used is refused with the place."""
    verify_office(person)
    sent = Sent(await request.body())
    text, texts = sent.text("text"), sent.texts()
    rules = await run_in_threadpool(gated_rules, text, texts)
    form = form_of(rules, texts)
    return await run_in_threadpool(draw_form, request, "house_form.html", person, form, sent.one("change"), text)


@router.post("/office/house/check")
async def check_file(request: Request, person: PersonDep) -> Response:
    """What there is to say about a file, as it is being typed."""
    verify_office(person)
    sent = Sent(await request.body())
    read = await run_in_threadpool(read_or_refused, sent.text("text"), sent.texts())
    return render(request, "house_verdict.html", person, verdict=await run_in_threadpool(verdict_of, read))


def read_or_refused(text: str, texts: Mapping[str, str]) -> HouseRules | Refusal:
    """House rules, or why they are refused."""
    try:
        return gated_rules(text, texts)
    except Refusal as refusal:
        if refusal.code != "bad-house":
            raise
        return refusal


def draw_form(
    request: Request, name: str, person: Person | None, form: HouseForm, table: str, text: str = ""
) -> HTMLResponse:  # fmt: skip
    """The form with everything that follows from it; ``text`` is the file as it was given."""
    read = read_or_refused(text or form.text, form.texts)
    shown = HouseView(form, read if isinstance(read, HouseRules) else None)
    fields = {field: form.fields.get(field, "") for field in names("house")}
    return render(
        request, name, person, form=form, fields=fields, cards=shown.cards(cards_of(form.game)), games=GAMES,
        text=text or form.text, texts=json.dumps(dict(form.texts)) if form.texts else "", verdict=verdict_of(read),
        table=table, seats_most=SEATS_MAX, payout=payout_of(form),
    )  # fmt: skip


def cards_of(game: str) -> list[str]:
    """The shipped cards of a game, its own first."""
    found = [card for card in card_ids() if load(card).game.id == game]
    return sorted(found, key=lambda card: card != game)


def payout_of(form: HouseForm) -> tuple[str, str]:
    """The payout limit of a form: the amount, and what it is for."""
    amount, _, scope = str(form.fields.get("payout limit", "")).partition(" for each ")
    return amount, "wager" if scope == "wager" else "outcome"
