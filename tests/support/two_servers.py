"""Two servers on one PostgreSQL; either dies, stalls, comes back or is restarted in turn while clients play: P22."""

import os
import signal
import time
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from random import Random
from threading import Event, Thread
from typing import Any

from rackcard.table.audit import audit_table
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal
from tests.support.forked_server import ForkedServer
from tests.support.served import Client, free_port
from tests.support.table_driver import random_outcome

KINDS = ("stall", "kill", "restart")
PASSING = ("busy", "no-database", "stopping", "too-fast")
"""Refusals that say nothing about the command: it is sent again."""
PATIENCE_SECONDS = 30.0
"""How long after a fault play may take to go on."""


class Pair:
    """Two servers, each on a port of its own for good."""

    def __init__(self, url: str) -> None:
        self.url, self.ports = url, [free_port(), free_port()]
        self.servers = [self._started(0), self._started(1)]
        for number in (0, 1):
            self.ready(number)

    def _started(self, number: int) -> ForkedServer:
        return ForkedServer("--db", self.url, "--port", str(self.ports[number]))

    def ready(self, number: int) -> None:
        """Wait until a server takes requests."""
        for _ in range(1200):
            try:
                with closing(Client(self.ports[number])) as client:
                    client.get("/ready")
                return
            except (OSError, Refusal, ValueError):
                time.sleep(0.05)
        raise AssertionError(f"server {number} is not ready")

    def fault(self, kind: str, number: int, seconds: float) -> None:
        """Something happens to one server, and it comes back."""
        server = self.servers[number]
        if kind == "stall":
            server.send_signal(signal.SIGSTOP)
            time.sleep(seconds)
            server.send_signal(signal.SIGCONT)
        else:
            server.send_signal(signal.SIGKILL if kind == "kill" else signal.SIGTERM)
            server.wait(30)
            self.servers[number] = self._started(number)
        self.ready(number)

    def close(self) -> None:
        for server in self.servers:
            if server.poll() is None:
                os.kill(server.pid, signal.SIGCONT)
                server.send_signal(signal.SIGKILL)
                server.wait(30)


class Player(Thread):
    """A client that plays its own seat and deals, at whichever server answers; each command once, by its key."""

    def __init__(self, ports: list[int], number: int, over: Event) -> None:
        super().__init__(daemon=True)
        self.ports, self.number, self.over = ports, number, over
        self.done: dict[str, int] = {}
        self.refused: Counter[str] = Counter()
        self.longest = 0.0
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            self._play()
        except BaseException as error:
            self.failed = error

    def _play(self) -> None:
        random, turn = Random(self.number), 0
        while not self.over.is_set():
            command: dict[str, Any] = random.choice(
                [
                    {"do": "bet", "seat": 1, "card": 1, "wager": random.choice(["red", "odd"]), "amount": 100},
                    {"do": "buy-in", "seat": 1, "amount": 100},
                    {"do": "close-betting"},
                    {"do": "outcome", "outcome": random_outcome("roulette", random)},
                ]
            )
            begun = time.monotonic()
            self._send(command, f"c{self.number}.{turn}", random)
            self.longest = max(self.longest, time.monotonic() - begun)
            turn += 1

    def _send(self, command: dict[str, Any], key: str, random: Random) -> None:
        """One command until it is answered, by one server or the other."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            client = Client(random.choice(self.ports))
            client.connection.timeout = 2
            try:
                self.done[key] = client.do(command, key=key)["entry"]["seq"]
                return
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    self.refused[refusal.code] += 1
                    return
                time.sleep(0.05)
            except (OSError, ValueError):  # no answer, or half of one
                time.sleep(0.02)
            finally:
                client.close()
        raise AssertionError(f"{key} was never answered: the table is stuck")


def faults_of_two(
    url: str, numbers: range, seconds: float, kinds: tuple[str, ...] = KINDS
) -> Generator[int, None, None]:  # fmt: skip
    """P22: nothing that was answered is lost, nothing is done twice, no table is stuck; one for each fault."""
    pair, over = Pair(url), Event()
    players = [Player(pair.ports, number, over) for number in range(3)]
    try:
        with closing(Client(pair.ports[0])) as client:
            opening = {"table": "t", "name": "T", "game": "roulette", "cards": [{"card": "roulette"}]}
            client.post("/api/tables", opening)
            client.do({"do": "seat", "seat": 1, "name": "Ann"})
            client.do({"do": "buy-in", "seat": 1, "amount": 10**9})
        for player in players:
            player.start()
        for number in numbers:
            random = Random(number)
            before = sum(len(player.done) for player in players)
            pair.fault(kinds[number % len(kinds)], random.randrange(2), seconds * (0.2 + random.random()))
            _progress(players, before, number)
            yield 1
    finally:
        over.set()
        for player in players:
            player.join(90)
        pair.close()
    with closing(Store(url)) as store:
        compare(store, players)


def _progress(players: list[Player], before: int, number: int) -> None:
    """After a fault play goes on."""
    until = time.monotonic() + PATIENCE_SECONDS
    while sum(len(player.done) for player in players) < before + 5:
        failed = next((player.failed for player in players if player.failed), None)
        assert failed is None, f"seed {number}: {failed}"
        assert time.monotonic() < until, f"seed {number}: play did not go on"
        time.sleep(0.02)


def compare(store: Store, players: list[Player]) -> None:
    """Every command that was answered is in the log where the answer says, once, and the log is in order."""
    log = {entry.key: entry.seq for entry in store.entries("t") if entry.key}
    for player in players:
        assert player.failed is None, player.failed
        lost = {key: seq for key, seq in player.done.items() if log.get(key) != seq}
        assert not lost, f"answered and not in the log so: {lost}"
    seqs = [entry.seq for entry in store.entries("t")]
    assert seqs == list(range(1, len(seqs) + 1)), "an entry is missing"
    assert len(log) == len(seqs) - 3, "a command is there twice or without its key"
    fault = audit_table(store, "t")[1]
    assert fault is None, str(fault)
