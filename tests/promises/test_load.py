"""P16, the measure itself: what is slow, what grows, and what a watcher misses is seen; the faults are the control."""

import asyncio

import pytest

from tests.support.load import Crowd, Load, grown, slow


def test_p16_quick_answers_and_flat_memory_are_as_promised() -> None:
    load = Load([0.05] * 990 + [0.2] * 10, memory=[(0, 10**8), (60, 11 * 10**7), (3600, 12 * 10**7)])
    assert (slow(load), grown(load)) == (None, None)


@pytest.mark.parametrize(
    ("load", "told"),
    [
        (Load([0.05] * 980 + [0.3] * 20), "took 300 ms"),
        (Load([0.05], memory=[(60, 10**8), (1800, 2 * 10**8), (3600, 10**8)]), "memory grew from 95 to 191 MiB"),
    ],
)
def test_p16_control_slow_answers_and_growing_memory_are_caught(load: Load, told: str) -> None:
    assert told in (slow(load) or "") + (grown(load) or "")


async def watched(numbers: list[int], until: int) -> list[object]:
    """What a watcher says of a server that sends these entries."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + b"".join(b"id: %d\n" % number for number in numbers))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        crowd = Crowd(server.sockets[0].getsockname()[1], 1, 0)
        await crowd.watch(0)
    return [*crowd.wrong, *([["behind"]] if crowd.at[0] < until else [])]


def test_p16_a_watcher_who_is_sent_everything_once_is_content() -> None:
    assert asyncio.run(watched([1, 2, 3], 3)) == []


@pytest.mark.parametrize("numbers", [[1, 3], [1, 2, 2, 3], [1, 2]])
def test_p16_control_a_missed_or_doubled_entry_is_caught(numbers: list[int]) -> None:
    assert asyncio.run(watched(numbers, 3)) != []
