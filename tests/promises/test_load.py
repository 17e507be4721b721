"""P16, the measure itself: what is slow, what grows, and what a watcher misses is seen; the faults are the control.

What a run has paid is settled again: P2.
"""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rackcard.table import settle
from rackcard.table.commands import outcome as outcomes
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Settlement
from tests.support.load import Crowd, Load, grown, settled_again, slow
from tests.support.table_world import spinning


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


def paid_elsewhere(settled: Sequence[Settlement]) -> tuple[tuple[str, int], ...]:
    """Balanced, but paid to another seat."""
    return settle.postings([replace(one, seat=2) for one in settled])


def run_of(url: str) -> None:
    """A database with a wager that has won."""
    with closing(Store(url)) as store:
        service = Service(store)
        spinning(service, "t")
        service.execute("t", {"do": "bet", "seat": 1, "card": 1, "wager": "red", "amount": 500})
        service.execute("t", {"do": "close-betting"})
        service.execute("t", {"do": "outcome", "outcome": "1"})


def test_p2_a_run_that_paid_what_is_due_is_in_order(tmp_path: Path) -> None:
    with settled_again(str(tmp_path / "run.db"), 7):
        run_of(str(tmp_path / "run.db"))


def test_p2_control_a_run_that_paid_another_seat_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = str(tmp_path / "run.db")
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "postings", paid_elsewhere)
        run_of(url)
    with pytest.raises(AssertionError, match="seed 7: table t, entry 6"), settled_again(url, 7):
        pass
