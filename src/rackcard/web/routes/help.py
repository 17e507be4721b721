"""The documentation site at /help, as it was built into the package; a page that says how, where it was not."""

import base64
import hashlib
import mimetypes
import re
import zipfile
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse, Response

from rackcard.web.deps import PersonDep
from rackcard.web.render import render

SITE = Path(__file__).parent.parent / "help.zip"
"""Where a wheel and an editable install have the site: hatch_build.py builds it there."""
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'self'; img-src 'self' data:; script-src 'self'{scripts}; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)
"""What a page of the site may load: its own scripts by their hashes, and icons that its style sheet holds itself."""

router = APIRouter()


def add_help(app: FastAPI, archive: Path = SITE) -> None:
    """Serve the site of an archive, or say that it is not built."""
    app.include_router(site_router(Site(archive)) if archive.is_file() else router)


class Site:
    """The files of the site, read from their archive."""

    def __init__(self, archive: Path) -> None:
        self.archive = zipfile.ZipFile(archive)
        self.tags = {entry.filename: f'"{entry.CRC:08x}"' for entry in self.archive.infolist()}
        self.policy = lru_cache(maxsize=256)(self._policy)

    def _policy(self, name: str) -> str:
        """The policy of one page: no script runs in it but those that it was built with."""
        digests = (hashlib.sha256(script).digest() for script in INLINE.findall(self.archive.read(name)))
        return POLICY.format(scripts="".join(f" 'sha256-{base64.b64encode(one).decode()}'" for one in digests))

    def headers(self, name: str) -> dict[str, str]:
        """Browsers ask again before they show an old copy."""
        own = {"Content-Security-Policy": self.policy(name)} if name.endswith(".html") else {}
        return {"ETag": self.tags[name], "Cache-Control": "no-cache", **own}


def site_router(site: Site) -> APIRouter:
    """The address of every file of the site; a folder's is that of its page."""
    found = APIRouter(include_in_schema=False)

    @found.api_route("/help", methods=["GET", "HEAD"])
    def front() -> RedirectResponse:
        return RedirectResponse("/help/")

    @found.api_route("/help/{path:path}", methods=["GET", "HEAD"])
    def page(request: Request, path: str) -> Response:
        name = f"{path}index.html" if path == "" or path.endswith("/") else path
        if name not in site.tags:
            if f"{path}/index.html" in site.tags:
                return RedirectResponse(f"/help/{path}/")
            raise HTTPException(404)
        headers = site.headers(name)
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(site.archive.read(name), media_type=kind, headers=headers)

    return found


@router.get("/help", include_in_schema=False)
@router.get("/help/{page:path}", include_in_schema=False)
def not_built(request: Request, person: PersonDep, page: str = "") -> HTMLResponse:
    """How to build the site."""
    return render(request, "help_missing.html", person, 404)
