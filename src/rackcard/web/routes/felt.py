"""The felt: a table's page as a seat, a dealer, a supervisor or a display sees it, and its parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from rackcard.table.history import History
from rackcard.table.log.store import Store
from rackcard.table.outcome import looked_at
from rackcard.table.state import Refusal
from rackcard.web.accounts import Person
from rackcard.web.deps import DrawingsDep, HaveHeader, PersonDep, ReadableTableDep, StoreDep, TableDep
from rackcard.web.drawings import CurrentTable, Drawings, Viewer, seat_of, version_had
from rackcard.web.permissions import View, verify_view
from rackcard.web.render import render, table_path
from rackcard.web.routes.cards import as_file
from rackcard.web.views.dealer import called
from rackcard.web.views.history import recalled
from rackcard.web.views.inspector import inspect
from rackcard.web.views.json import stay_of
from rackcard.web.views.meters import MetersView, meters_csv, meters_view, shifts_of

router = APIRouter(prefix="/tables/{table_id}", include_in_schema=False)
PAGES: dict[View, str] = {
    "seat": "seat.html", "dealer": "dealer.html", "supervisor": "supervisor.html", "display": "display.html",
}  # fmt: skip
"""The page of each view."""


def draw(
    request: Request, current: CurrentTable, drawings: Drawings, person: Person | None, view: View, asked: int | None
) -> HTMLResponse:  # fmt: skip
    """A table's page; its drawing is kept, so that the page is sent changes from the beginning."""
    viewer = Viewer.of(person, view, asked, current.table)
    drawings.drawing(current, viewer)
    context = drawings.context(current, viewer)
    return render(request, PAGES[view], person, is_part=False, **context)


def show(
    request: Request, current: CurrentTable, drawings: Drawings, person: Person | None, view: View, seat: int | None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """A view of a table, or the way to it: to log in, or to the view that is the person's own."""
    if current.table.is_live and person is None:
        return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
    if current.table.is_live and person is not None and view == "seat" and person.role in ("dealer", "display"):
        return RedirectResponse(table_path(current.table_id, person.role), 303)
    verify_view(person, current.table_id, current.table, view)
    return draw(request, current, drawings, person, view, seat)


@router.get("", response_model=None)
def seat_view(
    request: Request, current: TableDep, drawings: DrawingsDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a seat."""
    return show(request, current, drawings, person, "seat", seat)


@router.get("/dealer", response_model=None)
def dealer_view(
    request: Request, current: TableDep, drawings: DrawingsDep, person: PersonDep, seat: int | None = None
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the dealer."""
    return show(request, current, drawings, person, "dealer", seat)


@router.get("/supervisor", response_model=None)
def supervisor_view(
    request: Request, current: TableDep, drawings: DrawingsDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of the supervisor."""
    return show(request, current, drawings, person, "supervisor", None)


@router.get("/display", response_model=None)
def display_view(
    request: Request, current: TableDep, drawings: DrawingsDep, person: PersonDep
) -> HTMLResponse | RedirectResponse:  # fmt: skip
    """The view of a large display."""
    return show(request, current, drawings, person, "display", None)


@router.get("/felt")
def felt_part(
    current: TableDep, drawings: DrawingsDep, person: PersonDep, view: View = "seat", seat: int | None = None,
    x_have: HaveHeader = None,
) -> Response:  # fmt: skip
    """The part of the page that follows the log: the whole, or what has changed since the version that a page has."""
    verify_view(person, current.table_id, current.table, view)
    viewer = Viewer.of(person, view, seat, current.table)
    drawing = drawings.drawing(current, viewer)
    change = drawings.change(current.table_id, viewer, version_had(viewer, x_have), drawing)
    if change is None:
        return HTMLResponse(drawing.root.text)
    return Response(change.to_json(), media_type="application/json")


@router.get("/inspect")
def inspect_part(
    request: Request, current: ReadableTableDep, person: PersonDep, card: int, wager: str, seat: int | None = None
) -> HTMLResponse:  # fmt: skip
    """One wager looked at closely, as a seat sees it."""
    own = seat_of(current.table, Viewer.of(person, "seat", seat, current.table))
    return render(request, "inspect.html", person, found=inspect(current.table, card, wager, own))


@router.get("/call")
def call(
    current: TableDep, person: PersonDep, text: str = Query(max_length=200), seat: int | None = None
) -> Mapping[str, object]:
    """What a bet that is being called to the dealer is understood as."""
    verify_view(person, current.table_id, current.table, "dealer")
    return called(current.table, text, seat)


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
    found = list(recalled(History(store, current.table_id).round_steps(number), number, seat, stay_of(person, table)))
    return render(
        request, "recall.html", person, table_id=current.table_id, table=table, number=number, found=found, seat=seat
    )  # fmt: skip


@dataclass(frozen=True)
class MetersQuery:
    """Which meters: of a shift, by its number, or of a period."""

    shift: str = ""
    since: str = ""
    until: str = ""

    def view(self, store: Store, table_id: str) -> MetersView:
        shifts = shifts_of(store, table_id)
        if self.shift.isdecimal() and 1 <= int(self.shift[:6]) <= len(shifts):
            one = shifts[int(self.shift) - 1]
            return meters_view(store, table_id, shifts, one.since, one.until)
        return meters_view(store, table_id, shifts, self.since, self.until)


@router.get("/meters")
def meters_part(
    request: Request, current: TableDep, store: StoreDep, person: PersonDep, asked: Annotated[MetersQuery, Depends()]
) -> HTMLResponse:  # fmt: skip
    """The meters of a table, for the supervisor's view."""
    verify_view(person, current.table_id, current.table, "supervisor")
    shift = int(asked.shift) if asked.shift.isdecimal() else 0
    return render(
        request, "meters.html", person, found=asked.view(store, current.table_id), table_id=current.table_id,
        shift=shift, since=asked.since, until=asked.until, query=request.url.query,
    )  # fmt: skip


@router.get("/meters.csv")
def meters_file(
    current: TableDep, store: StoreDep, person: PersonDep, asked: Annotated[MetersQuery, Depends()]
) -> Response:  # fmt: skip
    """The meters of a table as comma-separated values."""
    verify_view(person, current.table_id, current.table, "supervisor")
    text = meters_csv(asked.view(store, current.table_id))
    return as_file(text, "text/csv", f"{current.table_id}-meters.csv")
