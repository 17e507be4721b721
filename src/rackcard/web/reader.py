"""The pages that are computed from cards alone, as a worker process answers them: no database, no table."""

import asyncio
from functools import cache
from typing import NamedTuple, NoReturn

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import Message, Scope

from rackcard.web.accounts import Person
from rackcard.web.deps import get_person
from rackcard.web.errors import invalid_request, not_taken
from rackcard.web.routes import cards, lab, lab_tools

HEADERS = (b"content-type", b"hx-request", b"hx-history-restore-request")
"""What a page may depend on, besides its address, its body and who asks."""


class Asked(NamedTuple):
    """A request, with everything that its answer depends on."""

    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    person: Person | None


class Answered(NamedTuple):
    """The answer to a request."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def is_kept(self) -> bool:
        """Whether the next one who asks gets the same; not where the page says to ask again."""
        return all(name != b"retry-after" for name, _ in self.headers)


async def _raised(request: Request, error: Exception) -> NoReturn:
    raise error


async def _person(request: Request) -> Person | None:
    """The person who asks: the server has found out who it is."""
    person: Person | None = request.scope["person"]
    request.state.person = person
    return person


@cache
def reader_app() -> FastAPI:
    """The pages as an application; what they refuse is raised, for the server to answer."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.dependency_overrides[get_person] = _person
    for error in (HTTPException, RequestValidationError):
        app.add_exception_handler(error, _raised)
    for room in (cards, lab, lab_tools):
        app.include_router(room.router)
    return app


def answer(asked: Asked) -> Answered:
    """The answer to a request, or the error that it leads to."""
    try:
        return asyncio.run(_answer(asked))
    except HTTPException as error:
        raise not_taken(error, asked.path, asked.method) from None
    except RequestValidationError as error:
        raise invalid_request(error) from None


async def _answer(asked: Asked) -> Answered:
    scope: Scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": "",
        "method": asked.method, "path": asked.path, "raw_path": asked.path.encode(), "query_string": asked.query,
        "headers": list(asked.headers), "server": ("server", 80), "client": None, "person": asked.person,
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": asked.body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await reader_app()(scope, receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answered(sent[0]["status"], tuple(sent[0]["headers"]), body)
