"""Lanes: which requests wait for which, and that dealing waits for none."""

import asyncio
from collections import Counter
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from rackcard.table.state import Refusal
from rackcard.web import lanes
from rackcard.web.lanes import PLACES, Lane, LanePlace, Lanes, lane_of


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/api/tables/live/commands", None),
        ("POST", "/api/tables/own/commands", "practice"),
        ("GET", "/tables/live/dealer", "floor"),
        ("GET", "/api/tables/live", "floor"),
        ("GET", "/tables/own/felt", "pages"),
        ("GET", "/", "pages"),
        ("POST", "/api/login", "log-in"),
        ("GET", "/login", "log-in"),
        ("POST", "/api/join", "log-in"),
        ("GET", "/api", "pages"),
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
        first = await lane.enter("a")
        waiting = [asyncio.create_task(lane.enter(address)) for address in "abc"]
        await asyncio.sleep(0)
        first.leave()
        await asyncio.sleep(0)
        waiting[0].result().leave()
        return await asyncio.gather(*waiting, return_exceptions=True)

    monkeypatch.setattr(lanes, "ADDRESS_MAX", 1)
    found = asyncio.run(enter())
    assert [type(one) for one in found[:2]] == [LanePlace, LanePlace]
    assert isinstance(found[2], Refusal)
    assert found[2].key == "busy.readers"


async def half_sent() -> tuple[list[str], list[bytes]]:
    """What is answered while requests that are half sent wait for the rest, and the bodies in the end."""
    begun: list[str] = []
    bodies: list[bytes] = []
    rest = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["path"])
        if scope["headers"]:
            request = Request(scope, receive)
            bodies.append(await request.body())

    async def slowly(parts: list[bytes]) -> Message:
        if len(parts) == 1:
            await rest.wait()
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    through, half = Lanes(app, "live".__eq__), []
    for path in ("/api/tables", "/api/login"):
        for _ in range(PLACES["pages"]):
            asked = {**scope(path, "POST"), "headers": [(b"content-length", b"4")]}
            half.append(asyncio.create_task(through(asked, partial(slowly, [b"ab", b"cd"]), send)))
    await asyncio.sleep(0)
    for path in ("/", "/login"):
        await asyncio.wait_for(through(scope(path), nothing, send), 5)
    held = list(begun)
    rest.set()
    await asyncio.gather(*half)
    return held, bodies


def test_a_request_that_is_half_sent_holds_no_place() -> None:
    held, bodies = asyncio.run(half_sent())
    assert held == ["/", "/login"]
    assert bodies == [b"abcd"] * 2 * PLACES["pages"]


def test_a_client_that_goes_before_its_request_is_there_is_refused() -> None:
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError(scope)

    async def send(message: Message) -> None:
        sent.append(message)

    state = SimpleNamespace(counts=Counter[str]())
    asked = {**scope("/api/login", "POST"), "headers": [(b"content-length", b"4")], "app": SimpleNamespace(state=state)}
    asyncio.run(Lanes(app, "live".__eq__)(asked, nothing, send))
    assert sent[0]["status"] == 422


async def stalled() -> tuple[list[str], int]:
    """Which books are made while a client does not read its own, and how often its own went on."""
    begun: list[str] = []
    read, parts = asyncio.Event(), 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal parts
        begun.append(scope["path"])
        for number in range(3):
            await send({"type": "http.response.body", "body": b"x", "more_body": number < 2})
            parts += scope["path"].endswith("ledger.csv")

    async def late(message: Message) -> None:
        await read.wait()

    async def at_once(message: Message) -> None:
        pass

    through = Lanes(app, "live".__eq__)
    one = asyncio.create_task(through(scope("/api/tables/own/ledger.csv"), nothing, late))
    await asyncio.sleep(0)
    await asyncio.wait_for(through(scope("/tables/live/meters"), nothing, at_once), 5)
    assert parts == 0
    read.set()
    await one
    assert through.lanes["books"].places._value == PLACES["books"]
    return begun, parts


def test_a_client_that_does_not_read_its_books_keeps_nobody_from_others() -> None:
    assert asyncio.run(stalled()) == (["/api/tables/own/ledger.csv", "/tables/live/meters"], 3)
