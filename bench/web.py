"""Measures how fast the pages answer through a real socket, and how much a first visit loads."""

import asyncio
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.support.following import Connection, opened, pages_of, processor_seconds, shown_by_all
from tests.support.served import served

from bench.odds import table
from bench.table import CARD, SEATS

REQUESTS = 50
FOLLOWED_SEATS, WATCHED = 16, (0, 18, 180)
"""A table that pages follow: its seats, and how many pages; 18 are one for each seat, a dealer's and a display."""
BETS = ((1, "citywide"), (1, "uptown"), (2, "pass"))
GOAL_MS, GOAL_BYTES = 100, 200_000
PASSWORD = "correct horse battery"
SET_UP_CODE = "BENCHMARK"


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    with tempfile.TemporaryDirectory() as folder:
        visitor = Visitor(Path(folder) / "web.db")
        try:
            visitor.fill()
            yield answers(visitor)
            yield first_page(visitor)
        finally:
            visitor.server.kill()
            visitor.server.wait()
        yield followed(Path(folder) / "followed.db")


class Visitor:
    """A supervisor's session on a separate server process."""

    def __init__(self, database: Path) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        words: list[str | Path] = [
            Path(sys.executable).parent / "rackcard",
            "serve",
            "--db",
            database,
            "--port",
            str(port),
        ]
        env = os.environ | {"RACKCARD_SET_UP_CODE": SET_UP_CODE}
        self.server = subprocess.Popen(words, stderr=subprocess.DEVNULL, env=env)
        while True:
            try:
                self.get("/health")
                return
            except OSError:
                assert self.server.poll() is None, "the server ended before it answered"
                time.sleep(0.05)

    def get(self, path: str) -> bytes:
        with self.opener.open(f"{self.url}{path}", timeout=60) as answer:
            return bytes(answer.read())

    def post(self, path: str, body: Any) -> None:
        request = urllib.request.Request(
            f"{self.url}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        self.opener.open(request, timeout=60).close()

    def fill(self) -> None:
        """A house that is set up, and a table with every wager of a card up at every seat."""
        self.post("/api/setup", {"name": "boss", "password": PASSWORD, "code": SET_UP_CODE})
        cards = [{"card": CARD}, {"card": "craps"}]
        self.post("/api/tables", {"table": "busy", "name": "Busy", "game": "craps", "cards": cards})
        for seat in range(1, SEATS + 1):
            self.do("seat", seat=seat, name=f"P{seat}")
            self.do("buy-in", seat=seat, amount=1_000_000)
        view = json.loads(self.get("/api/tables/busy"))
        for seat in range(1, SEATS + 1):
            for wager in view["cards"][0]["wagers"]:
                self.do("bet", seat=seat, card=1, wager=wager["wager"], amount=500)
        for dice in ([3, 3], [2, 2], [4, 5]):
            self.do("close-betting")
            self.do("outcome", outcome=dice)

    def do(self, word: str, **fields: Any) -> None:
        self.post("/api/tables/busy/commands", {"do": word, **fields})


def answers(visitor: Visitor) -> str:
    """Every kind of page, many times over, with warm caches."""
    pages = (
        ("lobby", "/"), ("felt", "/tables/busy?seat=7"), ("felt, the changing part",
         "/tables/busy/felt?seat=7"), ("dealer", "/tables/busy/dealer"), ("office", "/office"), ("docs", "/docs"),
    )  # fmt: skip
    rows = []
    for name, path in pages:
        size = len(visitor.get(path))
        times = []
        for _ in range(REQUESTS):
            start = time.perf_counter()
            visitor.get(path)
            times.append(1000 * (time.perf_counter() - start))
        middle, most = statistics.median(times), max(times)
        goal = f"under {GOAL_MS} ms" if middle < GOAL_MS else f"**missed**: under {GOAL_MS} ms"
        rows.append((name, f"**{middle:.0f} ms**", f"{most:.0f} ms", f"{size / 1000:.0f} kB", goal))
    note = (
        f"{REQUESTS} requests each, one after another, each on a new connection; the table has {SEATS} seats with "
        f"every wager of {CARD} up, {SEATS * 19} in total, each with its chance."
    )
    return table("Pages", ("page", "median", "slowest", "size", "goal for the median"), rows, note)


def first_page(visitor: Visitor) -> str:
    """What a browser loads on a first visit, without compression."""
    page = visitor.get("/")
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.decode())))
    sizes = {path.partition("?")[0].removeprefix("/static/"): len(visitor.get(path)) for path in files}
    total = len(page) + sum(sizes.values())
    rows = [("the lobby", f"{len(page):,} B", "")]
    rows += [(name, f"{size:,} B", "") for name, size in sizes.items()]
    rows.append(("total", f"**{total:,} B**", f"under {GOAL_BYTES // 1000} kB"))
    return table("The first page", ("file", "size", "goal"), rows, "No compression, and no file from another site.")


def followed(database: Path) -> str:
    """What pages that follow a table cost the server, in its processor time, against a table that nobody watches."""
    found = asyncio.run(_followed(database))
    rows = []
    for pages, seconds in found.items():
        ratio = seconds / found[0]
        goal = ("at most 2 times" if ratio <= 2 else "**missed**: at most 2 times") if pages == 18 else ""
        rows.append(
            (f"one roll, {FOLLOWED_SEATS} seats, {pages} pages following", f"{seconds:.2f} s", f"**{ratio:.1f}**", goal)
        )
    note = (
        f"A roll is {len(BETS)} bets of each seat, no more bets and the outcome. Each command waits until every page "
        "shows the one before, as at human pace: no page skips a version."
    )
    return table("Pages that follow a table", ("", "processor time", "times unwatched", "goal"), rows, note)


async def _followed(database: Path) -> dict[int, float]:
    found = {}
    with served(str(database)) as (port, process):
        client = Connection(port)

        async def do(word: str, **fields: Any) -> int:
            status, body = await client.send("POST", "/api/tables/t/commands", {"do": word, **fields})
            assert status == 200, body
            return int(json.loads(body)["entry"]["seq"])

        cards = [{"card": CARD}, {"card": "craps"}]
        await client.send("POST", "/api/tables", {"table": "t", "name": "Full", "game": "craps", "cards": cards})
        for seat in range(1, FOLLOWED_SEATS + 1):
            await do("seat", seat=seat, name=f"P{seat}")
            await do("buy-in", seat=seat, amount=10**9)
        for count in WATCHED:
            async with opened(pages_of(port, count, FOLLOWED_SEATS)) as pages:
                for _ in range(2):  # the first with cold caches
                    used = processor_seconds(process)
                    for seat in range(1, FOLLOWED_SEATS + 1):
                        for card, wager in BETS:
                            await shown_by_all(pages, await do("bet", seat=seat, card=card, wager=wager, amount=500))
                    await shown_by_all(pages, await do("close-betting"))
                    await shown_by_all(pages, await do("outcome", outcome=[3, 4]))
                    found[count] = processor_seconds(process) - used
        await client.close()
    return found
