"""The office: supervisors open live tables and manage accounts there."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from rackcard.table.command import ROLES
from rackcard.table.state import Refusal
from rackcard.web.catalogue import catalogue
from rackcard.web.deps import AccountsDep, PersonDep, ServiceDep
from rackcard.web.render import render
from rackcard.web.routes.lobby import newest_tables

router = APIRouter(include_in_schema=False)


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
    return render(
        request, "office.html", person, accounts=accounts.listed(), roles=ROLES, games=catalogue(), tables=live
    )  # fmt: skip
