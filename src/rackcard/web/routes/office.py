"""The office: supervisors write house rules, open live tables and manage accounts there."""

import json
from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rackcard.card import card_ids
from rackcard.card.catalogue import load
from rackcard.games import GAMES
from rackcard.house import HouseRules
from rackcard.house.fields import names
from rackcard.house.reader import payout_parts
from rackcard.house.rules import HOUSE_SEATS_MAX
from rackcard.table.command import ROLES
from rackcard.table.commands.house import read_rules
from rackcard.table.state import Refusal
from rackcard.web.accounts import Person
from rackcard.web.deps import AccountsDep, PersonDep, ServiceDep
from rackcard.web.house_form import HouseForm, Sent, form_of, new_form, read_form
from rackcard.web.house_versions import own_texts
from rackcard.web.permissions import verify_unlocked
from rackcard.web.render import render, rendered
from rackcard.web.routes.lobby import newest_tables
from rackcard.web.views.house import HouseView, Verdict, verdict_of
from rackcard.web.workers import workers

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
async def house_page(
    request: Request, service: ServiceDep, person: PersonDep, table: str = ""
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The form of house rules: to open a table from, or to change those of a table."""
    if person is None:
        return RedirectResponse("/login?next=/office/house", 303)
    verify_office(person)
    form = new_form()
    if table:
        text, texts, own = await run_in_threadpool(in_force, service, table)
        form = await workers().ask(loaded_form, text, texts, own)
    return await draw_form(request, "house.html", person, form, table)


def in_force(service: ServiceDep, table_id: str) -> tuple[str, dict[str, str], dict[str, str]]:
    """The house rules that a table goes by, with the texts of its cards, and of those that are the house's own."""
    table = service.table(table_id)
    if table.house is None:
        raise Refusal("no-house-rules")
    cards = tuple(table.offerings[number] for number in table.current)
    return table.house.text, {one.card.id: one.text for one in cards}, own_texts(cards)


def loaded_form(text: str, texts: Mapping[str, str], own: Mapping[str, str]) -> HouseForm:
    """The form of house rules; refused where they cannot be used."""
    return form_of(read_rules(text, texts), own)


@router.post("/office/house")
async def house_form(request: Request, person: PersonDep) -> Response:
    """The form after a choice: what it leads to, and the file that it describes."""
    verify_office(person)
    sent = Sent(await request.body())
    form = read_form(sent)
    return await draw_form(request, "house_form.html", person, form, sent.one("change"))


@router.post("/office/house/load")
async def load_file(request: Request, person: PersonDep) -> Response:
    """The form of a file; a file that cannot be used is refused with the place."""
    verify_office(person)
    sent = Sent(await request.body())
    text, texts = sent.text("text"), sent.texts()
    form = await workers().ask(loaded_form, text, texts, texts)
    return await draw_form(request, "house_form.html", person, form, sent.one("change"), text)


@router.post("/office/house/check")
async def check_file(request: Request, person: PersonDep) -> Response:
    """What there is to say about a file, as it is being typed."""
    verify_office(person)
    sent = Sent(await request.body())
    verdict = await workers().ask(file_verdict, sent.text("text"), sent.texts())
    return render(request, "house_verdict.html", person, verdict=verdict)


def file_verdict(text: str, texts: Mapping[str, str]) -> Verdict:
    """What there is to say about a file."""
    return verdict_of(read_or_refused(text, texts))


def read_or_refused(text: str, texts: Mapping[str, str]) -> HouseRules | Refusal:
    """House rules, or why they are refused."""
    try:
        return read_rules(text, texts)
    except Refusal as refusal:
        if refusal.code != "bad-house":
            raise
        return refusal


async def draw_form(
    request: Request, name: str, person: Person | None, form: HouseForm, table: str, text: str = ""
) -> HTMLResponse:  # fmt: skip
    """The form with everything that follows from it; ``text`` is the file as it was given."""
    return HTMLResponse(await workers().ask(drawn_form, request.url.path, name, person, form, table, text))


def drawn_form(path: str, name: str, person: Person | None, form: HouseForm, table: str, text: str) -> str:
    """The form as a worker draws it."""
    read = read_or_refused(text or form.text, form.texts)
    shown = HouseView(form, read if isinstance(read, HouseRules) else None)
    fields = {field: form.fields.get(field, "") for field in names("house")}
    return rendered(
        path, name, person, form=form, fields=fields, cards=shown.cards(cards_of(form.game)), games=GAMES,
        text=text or form.text, texts=json.dumps(dict(form.texts)) if form.texts else "", verdict=verdict_of(read),
        table=table, seats_most=HOUSE_SEATS_MAX, payout=payout_of(form),
    )  # fmt: skip


def cards_of(game: str) -> list[str]:
    """The shipped cards of a game, its own first."""
    found = [card for card in card_ids() if load(card).game.id == game]
    return sorted(found, key=lambda card: card != game)


def payout_of(form: HouseForm) -> tuple[str, str]:
    """The payout limit of a form: the amount, and what it is for."""
    amount, scope = payout_parts(str(form.fields.get("payout limit", "")))
    return amount, scope or "outcome"
