"""P16: a full craps table under load: seats with wagers up and 500 watchers or pages, at full durability.

The server and the watchers run in separate processes: ``python -m tests.support.load PORT COUNT AFTER`` is of watchers
who read the events alone, ``python -m tests.support.following PORT COUNT AFTER SEATS`` of pages that follow a table.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rackcard.table.log.store import Store
from tests.support.following import processor_seconds
from tests.support.served import ROOT, Client, served
from tests.support.table_world import faults

CARD = "repeater-bets-plus"
WAGERS = ("citywide", "uptown", "repeating-6")


@dataclass
class Load:
    """What was measured: seconds from the roll's request to its answer, and until the last watcher had seen it."""

    answered: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    """Seconds since the start, and the server's resident memory in bytes."""
    settled: int = 0
    watchers: int = 0
    events: int = 0
    asked: int = 0
    """How often pages had to ask for a drawing that their stream did not bring."""
    processor: float = 0.0
    """The processor time of the server, in seconds."""


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)] if values else 0.0


ANSWER_SECONDS_MAX = 0.25
GROWTH_MAX = 32 * 2**20
"""Memory is flat if an hour adds less than this; the first minute is left out."""


def slow(load: Load) -> str | None:
    """A sentence if the time goal was missed: it depends on the machine, so it is reported and not asserted."""
    worst = quantile(load.answered, 0.99)
    if worst < ANSWER_SECONDS_MAX:
        return None
    return f"goal missed: the slowest rolls in a hundred took {1000 * worst:.0f} ms or more to settle"


def grown(load: Load) -> str | None:
    """Whether memory was not flat, in a sentence."""
    warm = [size for at, size in load.memory if at >= 60]
    if warm and max(warm) - warm[0] > GROWTH_MAX:
        return f"the server's memory grew from {warm[0] / 2**20:.0f} to {max(warm) / 2**20:.0f} MiB"
    return None


def resident(process: int) -> int:
    text = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(next(line for line in text.splitlines() if line.startswith("VmRSS:")).split()[1])


def rolls(
    folder: Path, load: Load, seats: int, watchers: int, rate: float, seed: int, crowd_of: str = "tests.support.load"
) -> Generator[int, None, None]:  # fmt: skip
    """Rolls at a given rate until stopped; measurements are added to the load as they come, the rest at the end.

    ``crowd_of`` is the module of those who watch: readers of events, or pages.
    """
    random = Random(seed)
    url = str(folder / "load.db")
    with settled_again(url, seed), served(url) as (port, process):
        client = Client(port)
        cards = [{"card": CARD}]
        client.post("/api/tables", {"table": "t", "name": "Full", "game": "craps", "cards": cards})
        for seat in range(1, seats + 1):
            client.do({"do": "seat", "seat": seat, "name": f"P{seat}"})
            client.do({"do": "buy-in", "seat": seat, "amount": 10**9})
        newest = bet_all(client, seats)
        words = [sys.executable, "-m", crowd_of, str(port), str(watchers), str(newest), str(seats)]
        crowd = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        assert crowd.stdout.readline() == "watching\n"
        client.close()  # many pages take a while to open; a connection that was idle is not used again
        start = due = time.monotonic()
        used = processor_seconds(process)
        asked: dict[int, float] = {}
        try:
            while True:
                due += 1 / rate
                time.sleep(max(0.0, due - time.monotonic()))
                client.do({"do": "close-betting"})
                dice = [random.randint(1, 6), random.randint(1, 6)]
                began = time.monotonic()
                entry = client.do({"do": "outcome", "outcome": dice})["entry"]
                load.answered.append(time.monotonic() - began)
                asked[entry["seq"]] = began
                load.settled += len(entry["data"]["settlements"])
                newest = entry["seq"]
                if not load.memory or time.monotonic() - start > load.memory[-1][0] + 5:
                    load.memory.append((time.monotonic() - start, resident(process)))
                if sum(dice) == 7:
                    newest = bet_all(client, seats)
                    due = time.monotonic()
                yield 1
        finally:
            load.memory.append((time.monotonic() - start, resident(process)))
            load.processor = processor_seconds(process) - used
            crowd.stdin.write(f"{newest}\n")
            crowd.stdin.flush()
            told = json.loads(crowd.stdout.readline())
            crowd.wait(60)
            client.close()
            assert told["wrong"] == [], f"seed {seed}: a watcher missed or was sent twice: {told['wrong'][:3]}"
            load.watchers, load.events, load.asked = watchers, newest, told.get("asked", 0)
            load.seen = [told["last"][str(seq)] - began for seq, began in asked.items()]


@contextmanager
def settled_again(url: str, seed: int) -> Iterator[None]:
    """P2: after a run, whose server has stopped, the second settler says the same of every wager of all tables."""
    try:
        yield
    finally:
        with closing(Store(url)) as store:
            wrong = [fault for fault in faults(store) if fault is not None]
        assert not wrong, f"seed {seed}: {wrong[0]}"


def bet_all(client: Client, seats: int) -> int:
    seq = 0
    for seat in range(1, seats + 1):
        for wager in WAGERS:
            bet = {"do": "bet", "seat": seat, "card": 1, "wager": wager, "amount": 500}
            seq = client.do(bet)["entry"]["seq"]
    return seq


# ---- the watchers


class Crowd:
    """Watchers on raw sockets: each checks that it is sent every entry once, and the last to see one is noted."""

    def __init__(self, port: int, count: int, after: int) -> None:
        self.port, self.count, self.after = port, count, after
        self.last: dict[int, float] = {}
        self.at = [after] * count
        self.wrong: list[Any] = []
        self.ready = 0

    async def watch(self, number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        writer.write(f"GET /api/tables/t/events?after={self.after} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            self.wrong.append([number, head.decode()])
        self.ready += 1
        while line := await reader.readline():
            if line.startswith(b"id: "):
                seq = int(line[4:])
                if seq != self.at[number] + 1:
                    self.wrong.append([number, self.at[number], seq])
                self.at[number] = seq
                self.last[seq] = time.monotonic()
        writer.close()

    async def run(self) -> None:
        tasks = [asyncio.create_task(self.watch(number)) for number in range(self.count)]
        while self.ready < self.count:
            await asyncio.sleep(0.02)
        print("watching", flush=True)
        until = int(await asyncio.to_thread(sys.stdin.readline) or 0)
        for _ in range(3000):
            if min(self.at) >= until:
                break
            await asyncio.sleep(0.01)
        self.wrong += [[number, at, "behind"] for number, at in enumerate(self.at) if at < until]
        for task in tasks:
            task.cancel()
        print(json.dumps({"last": self.last, "wrong": self.wrong[:20]}), flush=True)


if __name__ == "__main__":
    asyncio.run(Crowd(*map(int, sys.argv[1:4])).run())
