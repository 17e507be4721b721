"""Live events: each table's log is read once for all who watch it, and every watcher follows at its own pace.

A watcher holds one number: the last entry it has seen. Later entries come from the newest ones that the table's feed
keeps, or from the log when the watcher is further behind; so none is missed or sent twice, a slow watcher delays
nobody, and a watcher who leaves takes all of its state along.

A page also follows its drawing: what changed in it is drawn once for all pages that see a table alike, and sent to
each. The newest changes are kept; a page that has missed one asks for the drawing.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import islice
from random import random
from time import monotonic
from typing import Literal

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from rackcard.table.log.notices import ENDED, Notices
from rackcard.table.log.store import Entry, Store, read_entry
from rackcard.table.state import Refusal
from rackcard.web.drawings import Viewer
from rackcard.web.fragments import DrawnChange
from rackcard.web.views.json import entry_view

WATCHERS_MAX = 2000
"""How many watchers one server takes at once."""
STRANGERS_SHARE = 0.75
"""The share of the places that people who have not logged in may hold: walls and dealers find room."""
ADDRESS_MAX = 600
"""How many places they may hold from one address: a whole room may share one."""
KEPT_MAX = 600
"""The newest entries of a table that its feed keeps ready."""
PAGE = 200
"""Entries read from the log at a time for a watcher who is behind."""
LOOK_SECONDS = 5.0
"""How often the feeds look for entries that nobody told them of: those of this server are told, and on PostgreSQL
those of others too."""
UNHEARD_SECONDS = 0.25
"""The same while other servers cannot be heard; then they are listened for again as well."""
QUIET_SECONDS = 15.0
"""How long a stream may be silent; then a comment keeps the connection open."""
VERIFY_SECONDS = 10.0
"""How long a stream continues before its watcher's permission is checked again."""
CHANGES_KEPT = 8
"""How many changes of a drawing are kept for pages that are slow to take them; a page further behind has to ask."""
DRAW_SECONDS = 0.1
"""How long the drawings of a table rest after they were drawn: a burst of entries is drawn together."""
PAGES_A_SECOND = 1000
"""To how many pages of a table changes are sent in a second; where more follow, their drawings rest longer."""
PAINTERS_MAX = 2
"""How many tables are drawn for their pages at once: threads are left for commands. One is kept for live tables."""
News = Callable[[str, Mapping[Viewer, int], int], Mapping[Viewer, DrawnChange]]
"""What has changed for viewers of a table, each since a version, up to its newest entry at least; nothing for one who
may not see it."""


Form = Literal["whole", "private", "head"]
"""How an entry is sent: with all that is in it, without the balances of other players, or its number and kind alone,
for pages, which are sent what it changes."""


def frame(entry: Entry, form: Form) -> bytes:
    """An entry as a server-sent event."""
    data = str(entry.seq) if form == "head" else json.dumps(entry_view(entry, private=form == "private"))
    return f"id: {entry.seq}\nevent: {entry.event.kind}\ndata: {data}\n\n".encode()


class KeptEntry:
    """An entry of a feed, with the events that it has been sent in."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self._frames: dict[Form, bytes] = {}

    def frame(self, form: Form) -> bytes:
        if form not in self._frames:
            self._frames[form] = frame(self.entry, form)
        return self._frames[form]


@dataclass
class FollowedView:
    """The newest changes of a drawing that pages follow, each from the one before."""

    pages: int = 0
    version: int = 0
    changes: "deque[_Change]" = field(default_factory=lambda: deque(maxlen=CHANGES_KEPT))

    def since(self, version: int, view: str) -> bytes:
        """What has changed since a version, as server-sent events; as far as it is kept."""
        return b"".join(one.frame(view) for one in self.changes if one.version > version)

    def show(self, change: DrawnChange) -> None:
        """Take the newest change."""
        self.version = change.version
        self.changes.append(_Change(change.version, change.to_json()))


@dataclass
class _Change:
    """A change of a drawing, and the event that it is sent in to all pages that name their view alike."""

    version: int
    text: str
    frames: dict[str, bytes] = field(default_factory=dict)

    def frame(self, view: str) -> bytes:
        if view not in self.frames:
            self.frames[view] = f"event: drawn\ndata: {view} {self.text}\n\n".encode()
        return self.frames[view]


class Feed:
    """The newest entries of one table, and a bell that rings when there are more."""

    def __init__(self) -> None:
        self.newest = 0
        self.kept: deque[KeptEntry] = deque(maxlen=KEPT_MAX)
        self.watchers = 0
        self.pulse = 0
        self.is_broken = False
        self.bell, self.wake = asyncio.Event(), asyncio.Event()
        self.shown, self.easel = 0, asyncio.Event()
        """The newest entry that was drawn for the pages, and a bell of their own, for when there is a later one."""
        self.told: deque[Entry] = deque(maxlen=KEPT_MAX)
        """What this server has committed since the feed was last read."""
        self.reader: asyncio.Task[None] | None = None
        self.pictures: dict[Viewer, FollowedView] = {}
        self.undrawn = asyncio.Event()
        self.painter: asyncio.Task[None] | None = None

    def add(self, entries: list[Entry]) -> None:
        """Take in entries that follow the newest."""
        for entry in entries:
            self.kept.append(KeptEntry(entry))
            self.newest = entry.seq

    def taken(self) -> list[Entry]:
        """What this server has committed, where it follows the newest entry without a gap."""
        entries = [entry for entry in self.told if entry.seq > self.newest]
        self.told.clear()
        is_whole = [entry.seq for entry in entries] == [self.newest + 1 + place for place in range(len(entries))]
        return entries if is_whole else []

    def ring(self) -> None:
        """Wake all waiting watchers; the next bell is a new one, so that nobody wakes twice for the same entry."""
        self.bell.set()
        self.bell = asyncio.Event()

    def unveil(self, newest: int) -> None:
        """Wake all waiting pages: entries up to one have been drawn."""
        self.shown = max(self.shown, newest)
        self.easel.set()
        self.easel = asyncio.Event()

    def since(self, after: int, until: int, form: Form) -> bytes | None:
        """The entries after one and up to another, in one piece; None if the feed does not go back that far."""
        begin = len(self.kept) - (self.newest - after)
        if begin < 0:
            return None
        return b"".join([one.frame(form) for one in islice(self.kept, begin, begin + until - after)])


class Notifier:
    """The feeds of one server: one for each table with a watcher."""

    def __init__(self, store: Store, news: News = lambda *_: {}, watchers_max: int = WATCHERS_MAX) -> None:
        self.store, self.news = store, news
        self.notices = Notices(store)
        self.is_hearing = not store.is_shared
        """Whether all that is written becomes known: by this server alone, or by word of the others."""
        self.watchers_max = watchers_max
        self.painting, self.painting_practice = asyncio.Semaphore(PAINTERS_MAX), asyncio.Semaphore(PAINTERS_MAX - 1)
        self.watchers = 0
        self.strangers: Counter[str] = Counter()
        """The places that people hold who have not logged in, by address."""
        self.feeds: dict[str, Feed] = {}
        self.ended = 0
        """How often sessions have been ended, here or elsewhere: streams then look whether theirs is among them."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lookout: asyncio.Task[None] | None = None

    def tell(self, entry: Entry) -> None:
        """This server has committed an entry; called from any thread."""
        self.notices.tell(entry)
        loop = self._loop
        if entry.table_id in self.feeds and loop is not None:
            with suppress(RuntimeError):  # the server is stopping: watchers will reconnect
                loop.call_soon_threadsafe(self._take, entry)

    def tell_ended(self) -> None:
        """This server has ended sessions; called from any thread."""
        self.ended += 1
        self.notices.tell_ended()

    def _take(self, entry: Entry) -> None:
        if feed := self.feeds.get(entry.table_id):
            feed.told.append(entry)
            feed.wake.set()

    def verify_room(self, stranger: str | None = None) -> None:
        """There is a place for somebody who has logged in, or for a stranger at an address."""
        if self.watchers >= self.watchers_max:
            raise Refusal("too-many-watchers", most=self.watchers_max)
        if stranger is None:
            return
        most = int(self.watchers_max * STRANGERS_SHARE)
        if self.strangers.total() >= most:
            raise Refusal("too-many-watchers", most=most)
        if self.strangers[stranger] >= ADDRESS_MAX:
            raise Refusal("too-many-watchers.address", most=ADDRESS_MAX)

    @contextmanager
    def place(self, table_id: str, stranger: str | None = None) -> Iterator[Feed]:
        """A place among a table's watchers, if there is one; the first starts the feed and the last stops it."""
        self.verify_room(stranger)
        self._loop = asyncio.get_running_loop()
        feed = self.feeds.get(table_id)
        if feed is None:
            feed = self.feeds[table_id] = Feed()
            feed.reader = asyncio.create_task(self._read(table_id, feed))
            if self._lookout is None or self._lookout.done():
                self._lookout = asyncio.create_task(self._look_out())
        self.watchers += 1
        feed.watchers += 1
        if stranger is not None:
            self.strangers[stranger] += 1
        try:
            yield feed
        finally:
            self.watchers -= 1
            feed.watchers -= 1
            if stranger is not None:
                self.strangers[stranger] -= 1
                self.strangers += Counter()  # addresses without a place are forgotten
            if not feed.watchers:
                self._drop(table_id, feed)

    def _drop(self, table_id: str, feed: Feed) -> None:
        if self.feeds.get(table_id) is feed:
            del self.feeds[table_id]
        for task in (feed.reader, feed.painter):
            if task is not None:
                task.cancel()

    @contextmanager
    def pictures(self, table_id: str, feed: Feed, viewers: Iterable[Viewer], *, is_live: bool) -> Iterator[None]:
        """The drawings of some viewers are followed; the first page starts each, and the last stops it."""
        every = tuple(viewers)
        for viewer in every:
            feed.pictures.setdefault(viewer, FollowedView()).pages += 1
        if every:
            feed.undrawn.set()
            feed.painter = feed.painter or asyncio.create_task(self._paint(table_id, feed, is_live=is_live))
        try:
            yield
        finally:
            for viewer in every:
                feed.pictures[viewer].pages -= 1
                if not feed.pictures[viewer].pages:
                    del feed.pictures[viewer]

    async def _paint(self, table_id: str, feed: Feed, *, is_live: bool) -> None:
        """Draw what pages follow, one viewer after another, each time the log has grown."""
        while True:
            await feed.undrawn.wait()
            feed.undrawn.clear()
            newest = feed.newest
            asked = {viewer: picture.version for viewer, picture in feed.pictures.items()}
            found: Mapping[Viewer, DrawnChange] = {}
            with suppress(Exception):  # a page that is sent nothing asks for its drawing, and is told why
                async with nullcontext() if is_live else self.painting_practice, self.painting:
                    found = await run_in_threadpool(self.news, table_id, asked, newest)
            for viewer, change in found.items():
                picture = feed.pictures.get(viewer)
                if picture is not None and change.version > picture.version:
                    picture.show(change)
            feed.unveil(newest)
            pages = sum(picture.pages for picture in feed.pictures.values())
            await asyncio.sleep(max(DRAW_SECONDS, pages / PAGES_A_SECOND))

    async def follow(
        self, table_id: str, feed: Feed, after: int, *, private: bool = False,
        views: Mapping[str, Viewer] | None = None,
    ) -> AsyncIterator[bytes]:  # fmt: skip
        """The log after an entry and then as it grows, and with ``views``, by their names, what changes in them.

        A page is sent entries together with what they have changed, so that none waits for a drawing that it knows is
        due; and every change, since each begins with the one before.
        """
        form: Form = "head" if views else "private" if private else "whole"
        seen = dict.fromkeys(views or {}, after)
        while not feed.is_broken:
            pieces = []
            fresh = {
                name: picture
                for name, version in seen.items()
                if (picture := feed.pictures[(views or {})[name]]).version > version
            }
            until = feed.newest
            if views:
                until = min(until, max((feed.shown, *(one.version for one in fresh.values()))))
            if until > after:
                data = feed.since(after, until, form)
                if data is None:
                    entries = [one for one in await run_in_threadpool(self._page, table_id, after) if one.seq <= until]
                    until, data = entries[-1].seq, b"".join(frame(entry, form) for entry in entries)
                after = until
                pieces.append(data)
            pieces += [picture.since(seen[name], name) for name, picture in fresh.items()]
            seen |= {name: picture.version for name, picture in fresh.items()}
            if pieces:
                yield b"".join(pieces)
                continue
            pulse = feed.pulse
            await (feed.easel if views else feed.bell).wait()
            if feed.pulse != pulse:
                yield b": keep-alive\n\n"

    def _page(self, table_id: str, after: int) -> list[Entry]:
        return [read_entry(row) for row in self.store.rows(table_id, after, after + PAGE)]

    async def _look_out(self) -> None:
        """Find what other servers write, for all feeds at once: when they say so, and at intervals in any case."""
        listening = asyncio.create_task(self._listen()) if self.store.is_shared else None
        try:
            while self.feeds:
                await asyncio.sleep(LOOK_SECONDS if self.is_hearing else UNHEARD_SECONDS)
                heads = await run_in_threadpool(self.store.heads_of, list(self.feeds))
                for table_id, feed in self.feeds.items():
                    if heads.get(table_id, 0) > feed.newest:
                        feed.wake.set()
        except Exception:
            for table_id, feed in list(self.feeds.items()):
                self._break(table_id, feed)
            raise
        finally:
            if listening is not None:
                listening.cancel()

    async def _listen(self) -> None:
        """Hear other servers, again and again when the connection is lost."""
        while True:
            with suppress(Exception):  # meanwhile the log is looked at often
                async for tables in self.notices.heard():
                    self.is_hearing = True
                    self.ended += not tables or ENDED in tables
                    for table_id in tables or list(self.feeds):  # before we listened, anything may have been said
                        if feed := self.feeds.get(table_id):
                            feed.wake.set()
            self.is_hearing = False
            self.ended += 1  # some may have, unheard
            await asyncio.sleep(UNHEARD_SECONDS)

    async def _read(self, table_id: str, feed: Feed) -> None:
        """Read the log for a feed whenever there is more of it; what this server writes is at hand."""
        try:
            feed.newest = await run_in_threadpool(self.store.newest, table_id)
            feed.ring()
            feed.unveil(feed.newest)
            quiet_since = monotonic()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(feed.wake.wait(), QUIET_SECONDS)
                entries: list[Entry] = []
                if feed.wake.is_set():
                    feed.wake.clear()
                    entries = feed.taken() or await run_in_threadpool(self._page, table_id, feed.newest)
                feed.add(entries)
                feed.pulse += monotonic() - quiet_since >= QUIET_SECONDS
                is_quiet = not entries and monotonic() - quiet_since >= QUIET_SECONDS
                if entries or is_quiet:
                    quiet_since = monotonic()
                    feed.ring()
                if entries and feed.pictures:
                    feed.undrawn.set()
                elif is_quiet:
                    feed.unveil(feed.shown)
                if len(entries) == PAGE:
                    feed.wake.set()
        except Exception:
            self._break(table_id, feed)
            raise

    def _break(self, table_id: str, feed: Feed) -> None:
        """The database does not answer: the streams end, and watchers who reconnect get a new feed."""
        feed.is_broken = True
        self._drop(table_id, feed)
        feed.ring()
        feed.unveil(feed.shown)


@dataclass(frozen=True)
class Watch:
    """What a watcher follows of one table: from which entry on, and with whose permission."""

    table_id: str
    after: int
    verify: Callable[[], object] | None = None
    """Raises a Refusal where the watcher may no longer see the table; None for one that anybody may see."""
    private: bool = False
    stranger: str | None = None
    """The address of a watcher who has not logged in."""
    views: Mapping[str, Viewer] = field(default_factory=dict)
    """The views that pages follow, as they name them."""


async def _while_allowed(notifier: Notifier, watch: Watch, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Entries while the watcher may see them: checked when a player leaves or a session ends, and at intervals."""
    verified = monotonic() - VERIFY_SECONDS * random()  # spread out: hundreds of watchers may have come together
    ended = notifier.ended
    async for piece in pieces:
        if watch.verify is None:
            yield piece
            continue
        if b"event: left\n" in piece or notifier.ended != ended or monotonic() - verified > VERIFY_SECONDS:
            verified, ended = monotonic(), notifier.ended
            await run_in_threadpool(watch.verify)
        yield piece


class EventStream(StreamingResponse):
    """The answer to a watcher of one table; its place is freed however the answer ends."""

    def __init__(self, notifier: Notifier, watch: Watch) -> None:
        super().__init__((), media_type="text/event-stream")
        self.notifier, self.watch = notifier, watch

    async def _pieces(self, feed: Feed) -> AsyncIterator[bytes]:
        watch = self.watch
        entries = self.notifier.follow(watch.table_id, feed, watch.after, private=watch.private)
        with suppress(Refusal):  # the stream ends with the permission to see it
            async for piece in _while_allowed(self.notifier, watch, entries):
                yield piece

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.notifier.place(self.watch.table_id, self.watch.stranger) as feed:
            self.body_iterator = self._pieces(feed)
            await super().__call__(scope, receive, send)


Piece = tuple[str, bytes]
"""Something to send, and the table that it is of."""


def named(event: str, table_id: str) -> bytes:
    """A line of a stream of several tables: whose entries follow, or whose have ended."""
    return f"event: {event}\ndata: {table_id}\n\n".encode()


async def _together(sources: Iterable[AsyncIterator[Piece]]) -> AsyncIterator[Piece]:
    """What comes from several sources, until one of them ends."""
    queue: asyncio.Queue[Piece | None] = asyncio.Queue(maxsize=1)

    async def forward(source: AsyncIterator[Piece]) -> None:
        async for piece in source:
            await queue.put(piece)
        await queue.put(None)

    tasks = [asyncio.create_task(forward(one)) for one in sources]
    try:
        while (piece := await queue.get()) is not None:
            yield piece
    finally:
        for task in tasks:
            task.cancel()


class SharedStream(StreamingResponse):
    """The answer to a watcher of several tables, such as a browser with several of them open.

    An event ``table`` says whose entries follow. An event ``ended`` says that the watcher may not see a table, or no
    longer; the others continue. When a feed breaks the whole stream ends, and the watcher reconnects.
    """

    def __init__(self, notifier: Notifier, watches: Sequence[Watch], refused: Sequence[str] = ()) -> None:
        super().__init__((), media_type="text/event-stream")
        self.notifier, self.watches, self.refused = notifier, watches, refused

    async def _followed(self, watch: Watch, feed: Feed) -> AsyncIterator[tuple[str, bytes]]:
        """What comes of one table; the stream goes on without it once its watcher may not see it."""
        entries = self.notifier.follow(watch.table_id, feed, watch.after, private=watch.private, views=watch.views)
        try:
            every, is_live = watch.views.values(), watch.verify is not None
            with self.notifier.pictures(watch.table_id, feed, every, is_live=is_live):
                async for piece in _while_allowed(self.notifier, watch, entries):
                    yield watch.table_id, piece
        except Refusal:
            yield watch.table_id, named("ended", watch.table_id)
            await asyncio.Event().wait()  # until the watcher goes

    async def _pieces(self, feeds: Sequence[Feed]) -> AsyncIterator[bytes]:
        yield b": open\n\n" + b"".join(named("ended", table_id) for table_id in self.refused)
        every = [self._followed(watch, feed) for watch, feed in zip(self.watches, feeds, strict=True)]
        newest = ""
        async for table_id, piece in every[0] if len(every) == 1 else _together(every):
            yield piece if table_id == newest else named("table", table_id) + piece
            newest = table_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with ExitStack() as places:
            feeds = [places.enter_context(self.notifier.place(one.table_id, one.stranger)) for one in self.watches]
            self.body_iterator = self._pieces(feeds)
            await super().__call__(scope, receive, send)
