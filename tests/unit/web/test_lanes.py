"""Lanes: which requests wait for which, and that dealing waits for none."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from rackcard.table.state import Refusal
from rackcard.web import lanes
from rackcard.web.lanes import PLACES, Lane, Lanes, lane_of


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/api/tables/live/commands", None),
        ("POST", "/api/tables/own/commands", "practice"),
        ("GET", "/tables/live/dealer", "floor"),
        ("GET", "/api/tables/live", "floor"),
        ("GET", "/tables/own/felt", "pages"),
        ("GET", "/", "pages"),
        ("GET", "/api/tables", "pages"),
        ("GET", "/api/tables/live/ledger.csv", "books"),
        ("GET", "/tables/live/recall/3", "books"),
        ("GET", "/journal", "books"),
        ("GET", "/api/tables/live/events", None),
        ("GET", "/api/events", None),
        ("GET", "/cards/craps", None),
        ("POST", "/lab/check", None),
        ("POST", "/api/practice", None),
        ("GET", "/static/0123/live.js", None),
        ("GET", "/health", None),
    ],
)
def test_every_request_has_its_lane(method: str, path: str, lane: str | None) -> None:
    assert lane_of(method, path, "live".__eq__) == lane


def test_a_practice_command_that_has_a_page_drawn_goes_with_the_pages() -> None:
    assert lane_of("POST", "/api/tables/own/commands", "live".__eq__, draws=True) == "pages"
    assert lane_of("POST", "/api/tables/live/commands", "live".__eq__, draws=True) is None


async def second_of_one_address() -> None:
    lane = Lane(1)
    await lane.enter("a")
    waiting = asyncio.create_task(lane.enter("a"))
    await asyncio.sleep(0)
    try:
        await lane.enter("a")
    finally:
        waiting.cancel()


def test_one_address_does_not_fill_a_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "ADDRESS_MAX", 1)
    with pytest.raises(Refusal) as refused:
        asyncio.run(second_of_one_address())
    assert refused.value.key == "too-fast.reader"


def scope(path: str, method: str = "GET") -> Scope:
    return {"type": "http", "method": method, "path": path, "headers": [], "query_string": b""}


async def nothing() -> Message:
    return {"type": "http.disconnect"}


async def crowd() -> tuple[list[str], list[str]]:
    """What is being answered while readers hold every place, and what was answered in the end."""
    begun: list[str] = []
    ended: list[str] = []
    gate = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["path"])
        if not scope["path"].endswith("commands"):
            await gate.wait()
        ended.append(scope["path"])

    async def send(message: Message) -> None:
        raise AssertionError(message)

    through = Lanes(app, "live".__eq__)
    readers = [asyncio.create_task(through(scope("/"), nothing, send)) for _ in range(10)]
    await asyncio.sleep(0)
    await through(scope("/api/tables/live/commands", "POST"), nothing, send)
    await through(scope("/api/tables/own/commands", "POST"), nothing, send)
    held = list(begun)
    gate.set()
    await asyncio.gather(*readers)
    return held, ended


def test_commands_pass_readers_who_hold_every_place() -> None:
    held, ended = asyncio.run(crowd())
    assert held == ["/"] * PLACES["pages"] + ["/api/tables/live/commands", "/api/tables/own/commands"]
    assert ended.count("/") == 10


def test_too_many_who_wait_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "WAITING_MAX", 2)

    async def enter() -> list[Any]:
        lane = Lane(1)
        await lane.enter("a")
        waiting = [asyncio.create_task(lane.enter(address)) for address in "abc"]
        await asyncio.sleep(0)
        lane.leave()
        await asyncio.sleep(0)
        lane.leave()
        return await asyncio.gather(*waiting, return_exceptions=True)

    monkeypatch.setattr(lanes, "ADDRESS_MAX", 1)
    found = asyncio.run(enter())
    assert found[:2] == [None, None]
    assert isinstance(found[2], Refusal)
    assert found[2].key == "busy.readers"
