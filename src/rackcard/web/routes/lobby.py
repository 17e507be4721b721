"""The lobby: every card to practice on, and the open tables."""

import secrets
from collections.abc import Iterator

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from rackcard.table.offerings import offerings, read_entry
from rackcard.table.service import Service
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import DISPLAY_SECONDS, Person
from rackcard.web.catalogue import catalogue
from rackcard.web.deps import AddressDep, PersonDep, ServiceDep, limit_commands
from rackcard.web.permissions import verify_reads
from rackcard.web.practice import PRACTICE_CHIP, PRACTICE_MONEY, Laid, Practice, laid
from rackcard.web.render import render
from rackcard.web.views.lobby import own_table
from rackcard.web.workers import workers

router = APIRouter(include_in_schema=False)
TABLES_MAX = 400
"""How many of the newest tables the lobby looks at."""
LIVE_SHOWN, OTHERS_SHOWN = 40, 6
"""How many live tables, and practice tables of others, the lobby lists."""
OWN_COOKIE, OWN_KEPT = "rackcard_tables", 12
"""Where a browser remembers the practice tables it has opened, and how many."""


def newest_tables(service: Service) -> Iterator[tuple[str, Table]]:
    """The newest tables with their ids, the newest first."""
    for table_id, newest in service.store.heads()[::-1][:TABLES_MAX]:
        yield table_id, service.glance(table_id, newest)


def own_tables(request: Request) -> list[str]:
    """The practice tables that this browser has opened, the newest first; a cookie is only a hint of what to list."""
    return request.cookies.get(OWN_COOKIE, "").split(".")[:OWN_KEPT]


@router.get("/")
def lobby(request: Request, service: ServiceDep, person: PersonDep) -> HTMLResponse:
    """The lobby."""
    is_open = [
        (table_id, table)
        for table_id, table in newest_tables(service)
        if table.status != "closed" and not (table.is_live and person is None)
    ]
    own, games = own_tables(request), catalogue()
    staffed = [pair for pair in is_open if is_staffed(person, *pair)]
    mine = [*staffed[:LIVE_SHOWN], *(pair for pair in is_open if pair[0] in own and not pair[1].is_live)]
    live = [pair for pair in is_open if pair[1].is_live and pair not in staffed]
    others = [pair for pair in is_open if pair not in live and pair not in mine and not pair[1].is_live]
    every = [one for cards in games.values() for one in cards]
    return render(
        request, "lobby.html", person, games=games, total=len(every), names={one.card.id: one.wagers for one in every},
        first=next(one.card for one in every if one.has_offers),
        mine=[own_table(table_id, table, person) for table_id, table in mine],
        tables=[*live[:LIVE_SHOWN], *others[:OTHERS_SHOWN]], left_out=max(0, len(others) - OTHERS_SHOWN),
    )  # fmt: skip


def is_staffed(person: Person | None, table_id: str, table: Table) -> bool:
    """Whether a live table is a person's own: a seat's by its visit, a dealer's or a display's by its account."""
    if person is None or not table.is_live:
        return False
    try:
        verify_reads(person, table_id, table)
    except Refusal:
        return False
    return True


@router.post("/api/practice", status_code=201, dependencies=[Depends(limit_commands)])
async def practice(
    request: Request, response: Response, new: Practice, service: ServiceDep, address: AddressDep
) -> dict[str, str]:  # fmt: skip
    """Open a practice table with a seat taken and play money bought in, ready to bet."""
    found = await workers().ask(laid, new.text_form, client=address)
    offerings.take((tuple(map(read_entry, found.entries)), found.game), found.offered)
    table_id = await run_in_threadpool(open_practice, service, found)
    kept = ".".join([table_id, *own_tables(request)][:OWN_KEPT])
    response.set_cookie(OWN_COOKIE, kept, httponly=True, samesite="strict", max_age=DISPLAY_SECONDS)
    return {"table": table_id, "go": f"/tables/{table_id}"}


def open_practice(service: Service, found: Laid) -> str:
    """Open a practice table with these cards; its id."""
    number = secrets.token_hex(4)
    table_id = f"practice-{number}"
    for step in (
        {"do": "open", "name": f"Practice {number}", "game": found.game, "cards": found.entries, "chip": PRACTICE_CHIP},
        {"do": "seat", "seat": 1, "name": "You"},
        {"do": "buy-in", "seat": 1, "amount": PRACTICE_MONEY},
    ):
        service.execute(table_id, step, by="practice")
    return table_id
