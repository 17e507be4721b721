"""Pages that follow a table on a real server: their stream brings every change; what it did not bring they ask for."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support import following
from tests.support.following import Connection, Page, last_shown, opened, pages_of, shown_by_all
from tests.support.served import served

pytestmark = pytest.mark.slow
Do = Callable[..., Awaitable[int]]


def at_a_table(folder: Path, work: Callable[[int, Do], Awaitable[None]]) -> None:
    """Do something at a table with two seats, for which commands are given."""

    async def run(port: int) -> None:
        client = Connection(port)

        async def do(word: str, **fields: Any) -> int:
            status, body = await client.send("POST", "/api/tables/t/commands", {"do": word, **fields})
            assert status == 200, body
            return int(json.loads(body)["entry"]["seq"])

        cards = [{"card": "repeater-bets-plus"}, {"card": "craps"}]
        await client.send("POST", "/api/tables", {"table": "t", "name": "T", "game": "craps", "cards": cards})
        for seat in (1, 2):
            await do("seat", seat=seat, name=f"P{seat}")
            await do("buy-in", seat=seat, amount=100_000)
        await asyncio.wait_for(work(port, do), 120)
        await client.close()

    with served(str(folder / "t.db")) as (port, _):
        asyncio.run(run(port))


async def roll(do: Do, pages: list[Page]) -> int:
    """Bets of both seats, and an outcome; every command waits until all pages show the one before."""
    for seat in (1, 2):
        for card, wager in ((1, "citywide"), (2, "pass")):
            await shown_by_all(pages, await do("bet", seat=seat, card=card, wager=wager, amount=500))
    await shown_by_all(pages, await do("close-betting"))
    newest = await do("outcome", outcome=[3, 4])
    await shown_by_all(pages, newest)
    return newest


def test_the_stream_brings_every_change_and_a_page_that_has_missed_some_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages that do not ask by the clock show every version all the same; one that begins behind asks once."""
    monkeypatch.setattr(following, "LATE_SECONDS", 10_000.0)

    async def work(port: int, do: Do) -> None:
        pages = pages_of(port, 6, 2)
        assert [(page.view, page.seat) for page in pages] == [
            ("dealer", ""), ("display", ""), ("seat", "1"), ("seat", "2"), ("seat", "0"), ("seat", "0"),
        ]  # fmt: skip
        async with opened(pages):
            first = max(page.version for page in pages)
            newest = await roll(do, pages)
        assert [(page.asked, page.wrong) for page in pages] == [(0, [])] * 6
        assert all(set(page.shown) >= set(range(first, newest + 1)) for page in pages)
        assert set(last_shown(pages, first, newest)) == set(range(first, newest + 1))
        page = pages[2]
        page.version -= 3
        task = asyncio.create_task(page.follow())
        await shown_by_all([page], newest)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await page.connection.close()
        assert (page.asked, page.wrong) == (1, [])

    at_a_table(tmp_path, work)


def test_control_a_drawing_of_another_viewer_is_noticed() -> None:
    page = Page(0, "seat", "1", version=3, viewer="mine")
    assert page.change({"viewer": "mine", "base": 3, "version": 4, "set": {}, "order": {}})
    assert not page.change({"viewer": "mine", "base": 5, "version": 6, "set": {}, "order": {}})
    assert page.wrong == []
    page.change({"viewer": "other", "base": 4, "version": 5, "set": {}, "order": {}})
    assert page.wrong == ["seat:1 was sent a drawing of another viewer"]


def test_control_the_last_page_counts() -> None:
    pages = [Page(0, "seat", shown={1: 1.0, 3: 2.0}), Page(0, "seat", shown={1: 5.0, 2: 6.0, 3: 7.0})]
    assert last_shown(pages, 1, 3) == {1: 5.0, 2: 6.0, 3: 7.0}
