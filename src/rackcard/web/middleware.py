"""ASGI middleware: what every request must satisfy before a route sees it, and the headers of every answer.

These are plain ASGI classes: ``BaseHTTPMiddleware`` would put a queue and a task between every event stream and its
watcher.
"""

import re
from ipaddress import ip_address

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rackcard.table.state import Refusal
from rackcard.web.errors import refusal_response
from rackcard.web.limits import BODY_MAX

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}
"""What every answer says, unless its route says otherwise."""
HOST = re.compile(r"(\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._~-]*))(:[0-9]*)?")
"""A host as a request may name it, with or without a port."""


class SecurityHeaders:
    """Adds the same headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class RequestCheck:
    """Refuses bodies that are too large or of unknown length, and changes that another site asks for."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None = None) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                headers = Headers(scope=scope)
                verify_body(headers)
                verify_host(headers, self.hosts)
                verify_origin(scope["method"], scope["scheme"], headers)
            except Refusal as refusal:
                headerless = {**scope, "headers": [one for one in scope["headers"] if one[0] != b"host"]}
                await refusal_response(Request(headerless), refusal)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def verify_body(headers: Headers) -> None:
    """A body states its length, and is not too large."""
    length = headers.get("content-length", "0")
    is_chunked = "chunked" in headers.get("transfer-encoding", "")
    if is_chunked or not length.isdigit() or int(length) > BODY_MAX:
        raise Refusal("too-large", most=BODY_MAX // 1024)


def verify_host(headers: Headers, hosts: frozenset[str] | None) -> None:
    """A request names this server by an address or by a name of its own; another site's name may be rebound to it."""
    found = HOST.fullmatch(headers.get("host", ""))
    if found is None or (found["address"] is not None and not _is_address(found["address"])):
        raise Refusal("bad-host")
    name = (found["address"] or found["name"] or "").lower()
    if hosts is None or name in hosts or _is_address(name):
        return
    raise Refusal("wrong-host", host=name[:80])


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def verify_origin(method: str, scheme: str, headers: Headers) -> None:
    """A change comes from a page of this server, or from a program other than a browser."""
    origin = headers.get("origin")
    if method in ("GET", "HEAD") or origin is None:
        return
    if origin != f"{scheme}://{headers.get('host')}":
        raise Refusal("other-origin")
