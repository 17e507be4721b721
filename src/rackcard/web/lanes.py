"""Lanes: how many requests of each kind are answered at once, so that dealing always finds a thread and a processor.

A command to a live table waits for nobody. Whatever else needs a thread has a lane with a number of places: commands
of practice tables, pages of live tables, logging in, other pages, and books, which may be long. Pages are few at a
time, since all that are drawn share one processor with the dealing: more at once would not be drawn sooner. What
workers compute has their queue instead.

A place is held only while an answer is made: not while a request arrives, and not while an answer is sent, since a
client may take its time for either.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from typing import Literal

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rackcard.table.state import Refusal
from rackcard.web.errors import refusal_response

LaneName = Literal["practice", "floor", "log-in", "pages", "books"]
PLACES: dict[LaneName, int] = {"practice": 16, "floor": 4, "log-in": 2, "pages": 2, "books": 1}
DEALING = 40
"""The threads that no lane can take."""
WAITING_MAX = 100
"""How many requests may wait in one lane."""
ADDRESS_MAX = 50
"""How many of them may come from one address: a whole room may stand behind one."""
SWITCH_SECONDS = 0.0005
"""How long a thread may compute while another one waits to; a command takes its turn some ten times."""
FREE = ("static", "health", "ready", "metrics", "cards", "lab", "help")
"""Where addresses begin that need no thread for long: files, probes, and what workers compute."""
BOOKS = frozenset({"ledger.csv", "meters", "meters.csv", "rounds", "recall", "shifts", "journal", "journal.csv"})
"""Parts of addresses that read a log as far as it goes."""

LOGGING_IN = frozenset({"login", "logout", "unlock", "join", "setup"})
"""Where addresses begin that a session comes from: readers hold no place there."""


def lane_of(method: str, path: str, is_live: Callable[[str], bool], *, draws: bool = False) -> LaneName | None:
    """The lane of a request, which may be a command that has a page drawn; None for what never waits here."""
    parts = path.lstrip("/").split("/")
    is_api = parts[0] == "api"
    if parts[-1] == "events" or parts[0].partition("-")[0] in FREE or path in ("/api/practice", "/api/house/check"):
        return None
    if not BOOKS.isdisjoint(parts):
        return "books"
    place = parts[1:] if is_api and len(parts) > 1 else parts
    if place[0] in LOGGING_IN:
        return "log-in"
    if len(place) < 2 or place[0] != "tables":
        return "pages"
    if method == "POST" and place[-1] == "commands" and (is_live(place[1]) or not draws):
        return None if is_live(place[1]) else "practice"
    return "floor" if is_live(place[1]) else "pages"


class Lane:
    """The places of one kind of request, and who waits for one."""

    def __init__(self, places: int) -> None:
        self.places, self.waiting = asyncio.Semaphore(places), Counter[str]()

    async def enter(self, address: str) -> "LanePlace":
        """Take a place, when it is free; too many who wait are refused."""
        if self.waiting.total() >= WAITING_MAX:
            raise Refusal("busy.readers")
        if self.waiting[address] >= ADDRESS_MAX:
            raise Refusal("too-fast.reader", most=ADDRESS_MAX)
        self.waiting[address] += 1
        try:
            await self.places.acquire()
        finally:
            self.waiting[address] -= 1
            self.waiting += Counter()  # addresses without a request are forgotten
        return LanePlace(self.places)


class LanePlace:
    """A place in a lane, which is held from the beginning."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places, self._is_held = places, True

    def leave(self) -> None:
        """Give the place back, if it is held."""
        if self._is_held:
            self._is_held = False
            self._places.release()

    def sender(self, send: Send) -> Send:
        """Sends an answer, and leaves the place meanwhile: the next part of it is made when there is one again."""

        async def send_outside(message: Message) -> None:
            if message["type"] == "http.response.body":
                self.leave()
            await send(message)
            if message.get("more_body"):
                await self._places.acquire()
                self._is_held = True

        return send_outside


async def arrived(scope: Scope, receive: Receive) -> Receive:
    """A request whose body is all there, or a refusal where its client has gone; its length was checked before."""
    if not int(Headers(scope=scope).get("content-length", "0")):
        return receive
    parts: list[Message] = []
    while not parts or parts[-1].get("more_body"):
        parts.append(await receive())
        if parts[-1]["type"] == "http.disconnect":
            raise Refusal("bad-json.unreadable")
    left = iter(parts)

    async def again() -> Message:
        return next(left, None) or await receive()

    return again


class Lanes:
    """Lets requests in by lane."""

    def __init__(self, app: ASGIApp, is_live: Callable[[str], bool]) -> None:
        self.app, self.is_live = app, is_live
        self.lanes: dict[LaneName, Lane] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = self._lane_of(scope) if scope["type"] == "http" else None
        if name is None:
            await self.app(scope, receive, send)
            return
        try:
            whole = await arrived(scope, receive)
            place = await self._lane(name).enter(scope["client"][0] if scope.get("client") else "-")
        except Refusal as refusal:
            await refusal_response(Request(scope), refusal)(scope, receive, send)
            return
        try:
            await self.app(scope, whole, place.sender(send))
        finally:
            place.leave()

    def _lane_of(self, scope: Scope) -> LaneName | None:
        draws = any(name == b"x-view" for name, _ in scope["headers"])
        return lane_of(scope["method"], scope["path"], self.is_live, draws=draws)

    def _lane(self, name: LaneName) -> Lane:
        """A lane of the loop that runs; with the first one come the threads for all."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self.lanes = loop, {lane: Lane(places) for lane, places in PLACES.items()}
            sys.setswitchinterval(SWITCH_SECONDS)
            anyio.to_thread.current_default_thread_limiter().total_tokens = DEALING + sum(PLACES.values())
        return self.lanes[name]
