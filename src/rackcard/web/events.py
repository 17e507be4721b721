"""Live events: each table's log is read once for all who watch it, and every watcher follows at its own pace.

A watcher holds a number and nothing else: the entry it has seen last. What came after it is taken from the newest
entries that the table's feed keeps, or from the log when the watcher is further behind; so nothing is missed or sent
twice, a slow watcher holds nobody up, and a watcher who is gone leaves nothing behind.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from random import random
from time import monotonic

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rackcard.table.log.store import Entry, Store, read_entry
from rackcard.table.state import Refusal
from rackcard.web.views.json import entry_view

WATCHERS_MAX = 2000
"""How many may watch at once, in one server."""
KEPT_MAX = 200
"""The newest entries of a table that its feed keeps ready."""
PAGE = 200
"""Entries read from the log at a time for a watcher who is behind."""
POLL_SECONDS = 0.25
"""How often a feed looks for what other servers have written; what this one writes wakes it at once."""
QUIET_SECONDS = 15.0
"""A comment after so much silence keeps the line open."""

ASK_SECONDS = 10.0
"""How long a stream goes on without asking again whether its watcher may still see it."""


def frame(entry: Entry, *, private: bool = False) -> bytes:
    """An entry as a server-sent event."""
    data = json.dumps(entry_view(entry, private=private))
    return f"id: {entry.seq}\nevent: {entry.event.kind}\ndata: {data}\n\n".encode()


class Feed:
    """The newest entries of one table, and a bell that rings when there are more."""

    def __init__(self) -> None:
        self.newest = 0
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=KEPT_MAX)
        self.private: deque[tuple[int, bytes]] = deque(maxlen=KEPT_MAX)
        """The same entries for those who may not look into others' purses."""
        self.watchers = 0
        self.pulse = 0
        self.is_broken = False
        self.bell, self.wake = asyncio.Event(), asyncio.Event()
        self.reader: asyncio.Task[None] | None = None

    def add(self, entries: list[Entry]) -> None:
        """Take in entries that follow the newest."""
        for entry in entries:
            self.frames.append((entry.seq, frame(entry)))
            self.private.append((entry.seq, frame(entry, private=True)))
            self.newest = entry.seq

    def ring(self) -> None:
        """Call whoever waits; the next bell is another one, so that nobody hears the same twice."""
        self.bell.set()
        self.bell = asyncio.Event()

    def since(self, after: int, *, private: bool) -> tuple[int, bytes] | None:
        """All that is kept after an entry, in one piece; None if the feed does not go back that far."""
        frames = self.private if private else self.frames
        if not frames or frames[0][0] > after + 1:
            return None
        if self.newest == after + 1:
            return frames[-1]
        return self.newest, b"".join(data for seq, data in frames if seq > after)


class Notifier:
    """The feeds of one server: one for each table that somebody watches."""

    def __init__(self, store: Store, watchers_max: int = WATCHERS_MAX) -> None:
        self.store = store
        self.watchers_max = watchers_max
        self.watchers = 0
        self.feeds: dict[str, Feed] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self, entry: Entry) -> None:
        """This server has committed an entry; called from any thread."""
        loop = self._loop
        if entry.table_id in self.feeds and loop is not None:
            with suppress(RuntimeError):  # the server is going down: whoever watches will ask again
                loop.call_soon_threadsafe(self._wake, entry.table_id)

    def _wake(self, table_id: str) -> None:
        if feed := self.feeds.get(table_id):
            feed.wake.set()

    def verify_room(self) -> None:
        if self.watchers >= self.watchers_max:
            raise Refusal("too-many-watchers", f"{self.watchers_max} are watching already; try again later")

    @contextmanager
    def place(self, table_id: str) -> Iterator[Feed]:
        """A place among a table's watchers; the first brings the feed and the last takes it away."""
        self._loop = asyncio.get_running_loop()
        feed = self.feeds.get(table_id)
        if feed is None:
            feed = self.feeds[table_id] = Feed()
            feed.reader = asyncio.create_task(self._read(table_id, feed))
        self.watchers += 1
        feed.watchers += 1
        try:
            yield feed
        finally:
            self.watchers -= 1
            feed.watchers -= 1
            if not feed.watchers:
                self._drop(table_id, feed)

    def _drop(self, table_id: str, feed: Feed) -> None:
        if self.feeds.get(table_id) is feed:
            del self.feeds[table_id]
        if feed.reader is not None:
            feed.reader.cancel()

    async def follow(
        self, table_id: str, feed: Feed, after: int, *, private: bool = False
    ) -> AsyncIterator[bytes]:  # fmt: skip
        """The log after an entry and then as it grows."""
        while not feed.is_broken:
            if feed.newest <= after:
                pulse = feed.pulse
                await feed.bell.wait()
                if feed.pulse != pulse:
                    yield b": still here\n\n"
                continue
            kept = feed.since(after, private=private)
            if kept is None:
                entries = await run_in_threadpool(self._page, table_id, after)
                kept = entries[-1].seq, b"".join(frame(entry, private=private) for entry in entries)
            after, data = kept
            yield data

    def _page(self, table_id: str, after: int) -> list[Entry]:
        return [read_entry(row) for row in self.store.rows(table_id, after, after + PAGE)]

    async def _read(self, table_id: str, feed: Feed) -> None:
        """Read the log for a feed: at once when this server writes, and every so often for what others write."""
        try:
            feed.newest = await run_in_threadpool(self.store.newest, table_id)
            feed.ring()
            quiet_since = monotonic()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(feed.wake.wait(), POLL_SECONDS)
                feed.wake.clear()
                entries = await run_in_threadpool(self._page, table_id, feed.newest)
                feed.add(entries)
                feed.pulse += monotonic() - quiet_since >= QUIET_SECONDS
                if entries or monotonic() - quiet_since >= QUIET_SECONDS:
                    quiet_since = monotonic()
                    feed.ring()
                if len(entries) == PAGE:
                    feed.wake.set()
        except Exception:
            # The database does not answer: the streams end, and whoever asks again gets a new feed.
            feed.is_broken = True
            self._drop(table_id, feed)
            feed.ring()
            raise


class Straight:
    """The outermost layer: keeps the server's own way out at hand, for streams that need no other layer.

    Every piece that goes out through all layers costs three times as much, for every watcher.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = asyncio.Event()

        async def out(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body":
                has_begun.set()

        if scope["type"] == "http":
            scope["rackcard.straight"] = (send, has_begun)
        await self.app(scope, receive, out)


class EventStream(StreamingResponse):
    """The answer to a watcher; its place is given back however the answer ends."""

    def __init__(
        self,
        notifier: Notifier,
        table_id: str,
        after: int,
        verify: Callable[[], object] = lambda: None,
        *,
        private: bool = False,
    ) -> None:
        super().__init__((), media_type="text/event-stream")
        self.notifier, self.table_id, self.after, self.verify = notifier, table_id, after, verify
        self.private = private

    async def _while_allowed(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The stream ends with the right to see it: looked at again when somebody leaves, and now and then."""
        asked = monotonic() - ASK_SECONDS * random()  # not all at once: hundreds may have come together
        async for piece in pieces:
            if b"event: left\n" in piece or monotonic() - asked > ASK_SECONDS:
                asked = monotonic()
                try:
                    await run_in_threadpool(self.verify)
                except Refusal:
                    return
            yield piece

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        straight, has_begun = scope["rackcard.straight"]
        is_first = True

        async def out(message: Message) -> None:
            """The head, the first piece and the end go through every layer, the rest straight out."""
            nonlocal is_first
            if message["type"] != "http.response.body" or not message.get("more_body") or is_first:
                is_first = is_first and message["type"] != "http.response.body"
                await send(message)
                return
            await has_begun.wait()  # the first piece is out: no layer has anything left to say
            await straight(message)

        with self.notifier.place(self.table_id) as feed:
            pieces = self.notifier.follow(self.table_id, feed, self.after, private=self.private)
            self.body_iterator = self._while_allowed(pieces)
            await super().__call__(scope, receive, out)
