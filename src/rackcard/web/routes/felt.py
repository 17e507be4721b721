"""The felt: a table's page as a seat, a dealer, a supervisor or a display sees it, and its parts."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from rackcard.report.charts import held_chart
from rackcard.table.command import SEATS_MAX
from rackcard.table.log.store import Store
from rackcard.table.meters import FAR, USUAL, meters
from rackcard.table.outcome import looked_at
from rackcard.table.state import Refusal, Table
from rackcard.web.accounts import Person
from rackcard.web.deps import CurrentTable, PersonDep, ReadableTableDep, StoreDep, TableDep
from rackcard.web.permissions import View, allowed_commands, dealer_books, verify_view
from rackcard.web.practice import PRACTICE_MONEY
from rackcard.web.render import render, table_path
from rackcard.web.views.display import display_boards
from rackcard.web.views.felt import Felt, felt
from rackcard.web.views.history import recalled
from rackcard.web.views.inspector import inspect
from rackcard.web.views.json import stay_of
from rackcard.web.views.tiles import chips

PAGES: dict[View, str] = {
    "seat": "seat.html", "dealer": "table.html", "supervisor": "table.html", "display": "display.html",
}  # fmt: skip
"""The page of each view."""
PARTS: dict[View, str] = {
    "seat": "seat_part.html", "dealer": "part.html", "supervisor": "part.html", "display": "display_part.html",
}  # fmt: skip
"""The part of each page that follows the log."""
router = APIRouter(prefix="/tables/{table_id}", include_in_schema=False)
RECENT = 600
"""How many entries of the log a page looks back."""


def felt_of(current: CurrentTable, store: Store, seat: int | None, view: View, person: Person | None) -> Felt:
    """The felt for a seat and a view; a display is read by everybody, so it shows no balance."""
    table = current.table
    recent = store.entries(current.table_id, max(0, current.version - RECENT))
    stay = 0 if table.is_live and view == "display" else stay_of(person, table)
    return felt(current.table_id, current.version, table, recent, seat, deals=view == "dealer", stay=stay)


def seat_of(table: Table, person: Person | None, view: View, asked: int | None) -> int | None:
    """Whose chips a page moves: a seat's own at a live table, any seat's at a practice table."""
    if view in ("display", "supervisor"):
        return None
    if table.is_live and view == "seat":
        return person.seat if person is not None and person.role == "seat" else None
    if asked in table.seats or (asked is not None and view == "seat"):
        return asked if asked in table.seats else None
    return next(iter(sorted(table.seats)), None)


def free_seat(table: Table, asked: int | None) -> int:
    """A seat to offer to somebody who is watching: the one asked for, or the first that is free."""
    seats = seats_of(table)
    wanted = (asked or 1, *range(1, seats))
    return next((seat for seat in wanted if seat not in table.seats and seat <= seats), seats)


def seats_of(table: Table) -> int:
    """How many seats a table has: by its house rules, or as many as any."""
    return SEATS_MAX if table.house is None else table.house.seats


def draw(
    request: Request, name: str, current: CurrentTable, store: Store, person: Person | None, view: View,
    asked: int | None,
) -> HTMLResponse:  # fmt: skip
    """A table's page, or the part of it that follows the log."""
    table = current.table
    own = seat_of(table, person, view, asked)
    drawn = felt_of(current, store, own, view, person)
    may = allowed_commands(person, table)
    is_booked = view == "seat" and own is not None and dealer_books(table)
    return render(
        request, name, person, felt=drawn, table=table, view=view, may=may,
        asked=own if asked is None else asked, free_seat=free_seat(table, asked), is_part=name in PARTS.values(),
        chips=chips(table), has_tray=view in ("seat", "dealer") and ("bet" in may or is_booked),
        seats=seats_of(table), practice_money=PRACTICE_MONEY,
        boards=display_boards(drawn) if view == "display" else (), pad=_pad(table),
    )  # fmt: skip


def show(
    request: Request, current: CurrentTable, store: Store, person: Person | None, view: View, seat: int | None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """A view of a table, or the way to it: to log in, or to the view that is the person's own."""
    if current.table.is_live and person is None:
        return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
    if current.table.is_live and person is not None and view == "seat" and person.role in ("dealer", "display"):
        return RedirectResponse(table_path(current.table_id, person.role), 303)
    verify_view(person, current.table_id, current.table, view)
    return draw(request, PAGES[view], current, store, person, view, seat)


@router.get("", response_model=None)
def seat_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a seat."""
    return show(request, current, store, person, "seat", seat)


@router.get("/dealer", response_model=None)
def dealer_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the dealer."""
    return show(request, current, store, person, "dealer", seat)


@router.get("/supervisor", response_model=None)
def supervisor_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the supervisor."""
    return show(request, current, store, person, "supervisor", None)


@router.get("/display", response_model=None)
def display_view(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a large display."""
    return show(request, current, store, person, "display", None)


@router.get("/felt")
def felt_part(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, view: View = "seat",
    seat: int | None = None,
) -> HTMLResponse:  # fmt: skip
    """The part of the page that follows the log."""
    verify_view(person, current.table_id, current.table, view)
    return draw(request, PARTS[view], current, store, person, view, seat)


@router.get("/inspect")
def inspect_part(
    request: Request, current: ReadableTableDep, person: PersonDep, card: int, wager: str, seat: int | None = None
) -> HTMLResponse:  # fmt: skip
    """One wager looked at closely, as a seat sees it."""
    own = seat_of(current.table, person, "seat", seat)
    return render(request, "inspect.html", person, found=inspect(current.table, card, wager, own))


@router.get("/next-entry")
def next_to_enter(request: Request, current: ReadableTableDep) -> Mapping[str, str]:
    """What the dealer's pad takes next, by the rules of the game."""
    return current.table.game.next_entry(request.query_params, looked_at(current.table))


@router.get("/recall/{number}")
def recall(
    request: Request, number: int, current: ReadableTableDep, store: StoreDep, person: PersonDep,
    seat: int | None = None,
) -> HTMLResponse:  # fmt: skip
    """Everything that happened in one round."""
    table = current.table
    if not 1 <= number <= table.round + 1:
        raise Refusal("no-such-round", table=current.table_id, round=str(number)[:20])
    found = list(recalled(store.entries(current.table_id), number, seat, stay_of(person, table)))
    return render(
        request, "recall.html", person, table_id=current.table_id, table=table, number=number, found=found, seat=seat
    )  # fmt: skip


@router.get("/meters")
def meters_part(request: Request, current: TableDep, store: StoreDep, person: PersonDep) -> HTMLResponse:
    """The meters of a table, for the supervisor's view."""
    verify_view(person, current.table_id, current.table, "supervisor")
    found = meters(store.entries(current.table_id))
    drawn = [
        "" if one.z is None else Markup(held_chart(one.z, USUAL, FAR, one.sentence, is_enough=one.is_enough))
        for one in found.by_wager.values()
    ]
    return render(request, "meters.html", person, grids=list(found.grids()), drawn=drawn)


def _pad(table: Table) -> Mapping[str, Any]:
    """What the dealer's pad needs."""
    return table.game.pad(table.device, looked_at(table))
