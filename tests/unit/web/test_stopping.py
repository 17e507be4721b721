"""A server that stops: what it has begun is finished, watchers are told to reconnect, and it says so in the journal."""

import http.client
import signal
import time
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from rackcard.table.log.checkpoint import create_key, read_public_key
from rackcard.table.log.checkpoint import read_all as read_checkpoints
from rackcard.table.log.journal import Journal
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal
from tests.support.forked_server import ForkedServer
from tests.support.served import Client, free_port
from tests.support.table_world import faults

pytestmark = pytest.mark.slow


def test_a_stopped_server_finishes_its_commands_and_tells_its_watchers(tmp_path: Path) -> None:
    """Checkpoints and JSON logs are on: the last checkpoint is of the last entry. P24: start and stop are on record."""
    database, port, key = tmp_path / "t.db", free_port(), tmp_path / "key"
    public = create_key(key)
    (tmp_path / "checkpoints").mkdir()
    words: list[str | Path] = ["--db", database, "--port", str(port), "--log-format", "json"]
    words += ["--checkpoint-key", key, "--checkpoints", tmp_path / "checkpoints"]
    process = ForkedServer(*words, notes=tmp_path / "notes")
    with closing(opened(port)) as client:
        client.post("/api/tables", {"table": "t", "name": "T", "game": "craps", "cards": [{"card": "craps"}]})
        client.do({"do": "seat", "seat": 1, "name": "Ann"})
    watcher = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    watcher.request("GET", "/api/tables/t/events?after=2")
    stream = watcher.getresponse()
    done: list[int] = []
    senders = [Thread(target=send, args=(port, number, done)) for number in range(4)]
    for sender in senders:
        sender.start()
    while len(done) < 20:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    for sender in senders:
        sender.join()
    assert process.wait() == 0
    assert stream.read().endswith(b"retry: 1000\nevent: reconnect\ndata: \n\n")
    watcher.close()
    told = (tmp_path / "notes").read_text(encoding="utf-8")
    assert "running at" in told
    assert '"event": "request"' in told
    with closing(Store(str(database))) as store:
        found = {entry.seq for entry in store.entries("t")}
        assert set(done) <= found
        assert len(found) <= len(done) + 2 + 4  # an answer may have been on its way when its connection closed
        kinds = [entry.kind for entry in Journal(store).entries()]
        assert (kinds[0], kinds[-2:]) == ("server-started", ["server-stopped", "checkpoint"])
        last = read_checkpoints([tmp_path / "checkpoints"], read_public_key(public))[-1]
        assert last.tables["t"].entries == max(found)
        assert faults(store) == [None]


def opened(port: int) -> Client:
    """A client of a server that has just been started."""
    while True:
        client = Client(port)
        try:
            client.get("/ready")
            return client
        except OSError:
            client.close()
            time.sleep(0.05)


def send(port: int, number: int, done: list[int]) -> None:
    """Commands until the server is gone; those that were answered."""
    client = Client(port)
    for turn in range(10_000):
        try:
            command = {"do": "buy-in", "seat": 1, "amount": 100}
            done.append(client.do(command, key=f"c{number}.{turn}")["entry"]["seq"])
        except (OSError, http.client.HTTPException):
            break
        except Refusal:  # too fast, or stopping
            time.sleep(0.01)
    client.close()
