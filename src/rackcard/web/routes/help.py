"""The documentation site at /help, as it was built into the package; a page that says how, where it was not."""

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rackcard.web.deps import PersonDep
from rackcard.web.render import render

SITE = Path(__file__).parent.parent / "help"
"""Where a wheel and an editable install have the site: hatch_build.py builds it there."""
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'self'; img-src 'self' data:; script-src 'self'{scripts}; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)
"""What a page of the site may load: its own scripts by their hashes, and icons that its style sheet holds itself."""

router = APIRouter()


def add_help(app: FastAPI, site: Path = SITE) -> None:
    """Serve the site of a folder, or say that it is not built."""
    if (site / "index.html").is_file():
        app.mount("/help", SiteFiles(directory=site, html=True), name="help")
    else:
        app.include_router(router)


@lru_cache(maxsize=256)
def page_policy(path: Path) -> str:
    """The policy of one page: no script runs in it but those that it was built with."""
    digests = (hashlib.sha256(script).digest() for script in INLINE.findall(path.read_bytes()))
    return POLICY.format(scripts="".join(f" 'sha256-{base64.b64encode(one).decode()}'" for one in digests))


class SiteFiles(StaticFiles):
    """The files of the site; browsers ask again before they show an old copy."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        if isinstance(answer, FileResponse) and Path(answer.path).suffix == ".html":
            answer.headers["Content-Security-Policy"] = page_policy(Path(answer.path))
        else:
            answer.headers["Cache-Control"] = "no-cache"
        return answer


@router.get("/help", include_in_schema=False)
@router.get("/help/{page:path}", include_in_schema=False)
def not_built(request: Request, person: PersonDep, page: str = "") -> HTMLResponse:
    """How to build the site."""
    return render(request, "help_missing.html", person, 404)
