"""Pages that follow a table as a browser's do, without one: ``static/live.js`` is the original.

Each holds a stream, takes the changes of its drawing as they come, and asks for the drawing where it has missed one.
"""

import asyncio
import json
import re
import sys
import zlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

LATE_SECONDS = 3.0
"""What the stream does not bring in this time is asked for."""


def processor_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


class Connection:
    """A connection that is kept open, for one request after another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        if self.streams is None or self.streams[0].at_eof():
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        reader, writer = self.streams
        sent = b"" if body is None else json.dumps(body).encode()
        more = {"Content-Type": "application/json", "Content-Length": str(len(sent)), "Accept-Encoding": "gzip"}
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in (more | headers).items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        assert length, head
        found = await reader.readexactly(int(length[1]))
        if "content-encoding: gzip" in head:
            found = zlib.decompress(found, 31)
        return int(head.split()[1]), found

    async def close(self) -> None:
        if self.streams is not None:
            await closed(self.streams[1])


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, also one that the other side has closed."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@dataclass
class Page:
    """A page: the view and the seat it shows, and the version of its drawing."""

    port: int
    view: str
    seat: str = ""
    table: str = "t"
    version: int = 0
    viewer: str = ""
    newest: int = 0
    shown: dict[int, float] = field(default_factory=dict)
    """When each version was there."""
    asked: int = 0
    """How often it has asked for its drawing."""
    bytes: int = 0
    wrong: list[str] = field(default_factory=list)
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Load the page."""
        self.connection = Connection(self.port)
        path = f"/tables/{self.table}" + ("" if self.view == "seat" else f"/{self.view}")
        _, found = await self.connection.send("GET", path + (f"?seat={self.seat}" if self.seat else ""))
        self.take(found.decode())

    def take(self, text: str) -> None:
        """Show a whole drawing."""
        found = re.search(r'data-version="(\d+)"[^>]*?data-viewer="(\w+)"', text)
        assert found, text[:200]
        self.version, self.viewer = int(found[1]), found[2]
        self.see()

    def see(self) -> None:
        self.newest = max(self.newest, self.version)
        self.shown[self.version] = monotonic()
        self.moved.set()

    async def ask(self) -> None:
        """Ask for the drawing, or what has changed in it."""
        self.asked += 1
        path = f"/tables/{self.table}/felt?view={self.view}" + (f"&seat={self.seat}" if self.seat else "")
        status, found = await self.connection.send("GET", path, **{"X-Have": f"{self.viewer}:{self.version}"})
        self.bytes += len(found)
        if status != 200:
            self.wrong.append(found.decode()[:200])
        elif found.startswith(b"{"):
            self.change(json.loads(found))
        else:
            self.take(found.decode())

    def change(self, change: Any) -> bool:
        """Show a change; False where one before it has been missed."""
        if change["viewer"] != self.viewer:
            self.wrong.append(f"{self.view}:{self.seat} was sent a drawing of another viewer")
        if change["version"] <= self.version:
            return True
        if change["base"] > self.version:
            return False
        self.version = change["version"]
        self.see()
        return True

    async def follow(self) -> None:
        """Hold the stream, and keep up with it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        query = f"tables={self.table}:{self.version}&views={self.table}:{self.view}:{self.seat}"
        writer.write(f"GET /api/events?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        late: asyncio.TimerHandle | None = None
        tasks: set[asyncio.Task[None]] = set()

        def ask() -> None:
            if self.version < self.newest and not any(not one.done() for one in tasks):
                tasks.add(asyncio.create_task(self.ask()))

        try:
            while line := await reader.readline():
                self.bytes += len(line)
                if line.startswith(b"id: "):
                    self.newest = max(self.newest, int(line[4:]))
                    if late is not None:
                        late.cancel()
                    late = asyncio.get_running_loop().call_later(LATE_SECONDS, ask)
                elif line.startswith(f"data: {self.view}:{self.seat} ".encode()):
                    change = json.loads(line.split(b" ", 2)[2])
                    self.newest = max(self.newest, change["version"])
                    if not self.change(change):
                        ask()
        finally:
            if late is not None:
                late.cancel()
            await asyncio.gather(*tasks)
            await closed(writer)


@asynccontextmanager
async def opened(pages: Iterable[Page]) -> AsyncIterator[list[Page]]:
    """Pages that are open and follow; each gets a moment to be among the table's viewers."""
    every = list(pages)
    for page in every:
        await page.open()
    tasks = [asyncio.create_task(page.follow()) for page in every]
    await asyncio.sleep(0.5 + 0.01 * len(every))
    try:
        yield every
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for page in every:
            await page.connection.close()


async def shown_by_all(pages: Iterable[Page], version: int) -> None:
    """Wait until every page shows a version."""
    for page in pages:
        while page.version < version:
            page.moved.clear()
            await page.moved.wait()


# ---- many pages, in a process of their own


def pages_of(port: int, count: int, seats: int) -> list[Page]:
    """A dealer's page, a display, one for each seat, and people who watch without one."""
    found = [Page(port, "dealer"), Page(port, "display"), *(Page(port, "seat", str(n)) for n in range(1, seats + 1))]
    return [*found, *(Page(port, "seat", "0") for _ in range(count - len(found)))][:count]


def last_shown(pages: Iterable[Page], first: int, until: int) -> dict[int, float]:
    """When the last page showed each version, or a later one."""
    last: dict[int, float] = {}
    for page in pages:
        soonest = float("inf")
        for version in range(until, first - 1, -1):
            soonest = min(soonest, page.shown.get(version, soonest))
            last[version] = max(last.get(version, 0.0), soonest)
    return last


async def crowd(port: int, count: int, after: int, seats: int) -> None:
    """Pages that follow until they are told the last version; then when each version was shown by all, and what was
    wrong."""
    async with opened(pages_of(port, count, seats)) as pages:
        print("watching", flush=True)
        until = int(await asyncio.to_thread(sys.stdin.readline) or 0)
        with suppress(TimeoutError):
            await asyncio.wait_for(shown_by_all(pages, until), 60)
    behind = [f"{page.view}:{page.seat} shows {page.version} of {until}" for page in pages if page.version < until]
    last = {} if behind else last_shown(pages, after + 1, until)
    wrong = [*behind, *(text for page in pages for text in page.wrong)][:20]
    print(json.dumps({"last": last, "wrong": wrong, "asked": sum(page.asked for page in pages)}), flush=True)


if __name__ == "__main__":
    asyncio.run(crowd(*map(int, sys.argv[1:5])))
