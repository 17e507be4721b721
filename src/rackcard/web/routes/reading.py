"""Pages that a worker process computes: those of the cards, and the lab."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from rackcard.web.deps import AddressDep, PersonDep
from rackcard.web.reader import HEADERS, Answered, Asked, answer
from rackcard.web.workers import workers

router = APIRouter(include_in_schema=False)


@router.get("/cards")
@router.get("/cards/{page:path}")
@router.get("/lab")
@router.api_route("/lab/{page:path}", methods=["GET", "POST"])
async def read(request: Request, person: PersonDep, address: AddressDep) -> Response:
    """A page or file of a card, or a part of the lab, as a worker draws it."""
    scope = request.scope
    sent = tuple((name, value) for name, value in scope["headers"] if name in HEADERS)
    asked = Asked(scope["method"], scope["path"], scope["query_string"], sent, await request.body(), person)
    found: Answered = await workers().ask(answer, asked, client=address)
    response = Response(found.body, found.status)
    response.raw_headers[:] = found.headers
    return response
