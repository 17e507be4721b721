"""Every error that a route may raise, as an answer: JSON with a code and a sentence, or a page with the sentence."""

import errno
from contextlib import suppress

import sqlalchemy as sa
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from rackcard.card import CardError, OptionError
from rackcard.games.device import ChanceError
from rackcard.odds import UnsolvedError
from rackcard.report.printing import PrintError
from rackcard.table.log.store import is_busy, trouble_of
from rackcard.table.service import printable
from rackcard.table.state import Refusal
from rackcard.web.render import render
from rackcard.web.status import status_of
from rackcard.wording.pages import refusal_title
from rackcard.wording.refusals import bad_field

CARD_ERRORS = (CardError, OptionError, UnsolvedError, ChanceError, PrintError)
"""Errors of a card, its options or its odds: their sentence is for the person who asked."""
DATABASE_ERRORS = (sa.exc.SQLAlchemyError, OSError)
"""What a database, or the system below it, may raise."""
SYSTEM_TROUBLE = {
    errno.EMFILE: "no-database.files",
    errno.ENFILE: "no-database.files",
    errno.ENOSPC: "no-database.full",
    errno.EDQUOT: "no-database.full",
    errno.EROFS: "no-database.read-only",
}
"""What the system says when it has run out of something, and the refusal for it."""
REFUSED = {
    "description": "Refused: a stable code, and a sentence that says why.",
    "content": {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
                "required": ["code", "message"],
            }
        }
    },
}
"""Every refusal, as the OpenAPI description has it."""


def refusal_response(request: Request, refusal: Refusal) -> Response:
    """A refusal as JSON, or as a page where a person opened one."""
    return _error_response(request, refusal.code, printable(refusal.sentence), status_of(refusal.code))


def _error_response(request: Request, code: str, sentence: str, status: int) -> Response:
    request.app.state.counts["refusals"] += 1
    if not _wants_page(request):
        return JSONResponse({"code": code, "message": sentence}, status)
    person = getattr(request.state, "person", None)
    return render(request, "refused.html", person, status, title=refusal_title(status), sentence=sentence)


def _wants_page(request: Request) -> bool:
    """Whether a browser opens a page, rather than a script that fetches a part of one or calls the interface."""
    is_browser = "text/html" in request.headers.get("accept", "") and "hx-request" not in request.headers
    return is_browser and not request.url.path.startswith("/api/")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    person = getattr(request.state, "person", None)
    if person is not None:
        with suppress(Refusal, *DATABASE_ERRORS):  # a refusal that cannot be noted is one all the same
            await run_in_threadpool(
                request.app.state.noted.note, person.name, error.code, request.method, request.url.path
            )  # fmt: skip
    return refusal_response(request, error)


async def _card_error(request: Request, error: Exception) -> Response:
    return _error_response(request, "bad-option", str(error.args[0]), 422)


def invalid_request(error: RequestValidationError) -> Refusal:
    """The first field that is wrong; the value that was sent is not sent back."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return Refusal("bad-json", reason=first["ctx"]["error"])
    field = " ".join(str(part) for part in first["loc"][1:]) or "request body"
    kind = "missing_body" if first["type"] == "missing" and not first["loc"][1:] else first["type"]
    reason = bad_field(field, kind, first["msg"], first.get("ctx", {}))
    return Refusal("bad-field", field=field, reason=reason)


async def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal_response(request, invalid_request(error))


async def _invalid_text(request: Request, error: Exception) -> Response:
    """Half a surrogate pair was sent: it cannot be written, so it has not been."""
    return refusal_response(request, Refusal("bad-text.unicode"))


async def _database_error(request: Request, error: Exception) -> Response:
    """A database that others hold too long, or that does not answer, is a refusal; the sender may try again."""
    assert isinstance(error, sa.exc.DBAPIError)
    trouble = trouble_of(error)
    key = "busy.database" if is_busy(error) else f"no-database.{trouble}" if trouble else "no-database"
    if key == "no-database" and not isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError):
        raise error
    return _trouble_response(request, key)


def count_trouble(request: Request, key: str) -> None:
    """Count that the database has failed, for those who watch the server."""
    request.app.state.metrics.add("rackcard_database_errors_total", code=key)


def _trouble_response(request: Request, key: str) -> Response:
    count_trouble(request, key)
    return refusal_response(request, Refusal(key))


async def _no_connection(request: Request, error: Exception) -> Response:
    """All connections to the database are in use."""
    return _trouble_response(request, "busy.database")


async def _system_error(request: Request, error: Exception) -> Response:
    """The system has run out of something; whatever is no such thing is a defect."""
    assert isinstance(error, OSError)
    if error.errno not in SYSTEM_TROUBLE:
        raise error
    return _trouble_response(request, SYSTEM_TROUBLE[error.errno])


def not_taken(error: HTTPException, path: str, method: str) -> Refusal:
    """An address, a method or a body that no route takes."""
    if error.status_code == 404:
        return Refusal("no-such-page", path=path[:80])
    if error.status_code == 405:
        return Refusal("bad-method", path=path[:80], method=method[:20])
    return Refusal("bad-json.unreadable")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = refusal_response(request, not_taken(error, request.url.path, request.method))
    answer.headers.update(error.headers or {})
    return answer


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error that a route may raise."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(UnicodeEncodeError, _invalid_text)
    app.add_exception_handler(sa.exc.OperationalError, _database_error)
    app.add_exception_handler(sa.exc.InterfaceError, _database_error)
    app.add_exception_handler(sa.exc.InternalError, _database_error)
    app.add_exception_handler(sa.exc.TimeoutError, _no_connection)
    app.add_exception_handler(OSError, _system_error)
    app.add_exception_handler(HTTPException, _http_error)
    for kind in CARD_ERRORS:
        app.add_exception_handler(kind, _card_error)
