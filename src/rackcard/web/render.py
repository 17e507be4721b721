"""Pages: templates, static files by their hash, and what every page knows."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rackcard import __version__
from rackcard.money import dollars
from rackcard.number import percent, plural
from rackcard.web.accounts import Person
from rackcard.web.felt import written

STATIC = Path(__file__).parent / "static"

templates = Environment(
    loader=PackageLoader("rackcard.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@cache
def static(name: str) -> str:
    """The address of a static file; it changes with the file, so that a browser may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={digest[:12]}"


templates.globals.update(static=static, version=__version__)
templates.filters.update(dollars=dollars, percent=percent, written=written, plural=plural)


class KeptFiles(StaticFiles):
    """Static files that browsers may keep: their addresses carry their hash."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer


def render(request: Request, name: str, person: Person | None, status: int = 200, **context: Any) -> HTMLResponse:
    """A page or a part of one."""
    text = templates.get_template(name).render(person=person, path=request.url.path, **context)
    return HTMLResponse(text, status)
