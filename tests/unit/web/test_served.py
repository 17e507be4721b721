"""The interface on a real server."""

import re
import signal
import time
import urllib.request
from pathlib import Path

import pytest

from tests.support.command import command
from tests.support.forked_server import ForkedServer
from tests.support.served import post
from tests.support.web import (
    CARDS,
)

pytestmark = pytest.mark.slow

# ---- a real server


def read_events(url: str, wanted: int) -> list[int]:
    """The sequence numbers of the first events of a stream."""
    found = []
    with urllib.request.urlopen(url, timeout=20) as stream:
        for line in stream:
            if line.startswith(b"id: "):
                found.append(int(line[4:]))
            if len(found) == wanted:
                return found
    return found


def test_an_address_that_cannot_be_had_is_refused_before_anything_is_opened(server: str, tmp_path: Path) -> None:
    taken = server.rsplit(":", 1)[1]
    for port, told in (("70000", "from 0 to 65535"), (taken, "already in use")):
        done = command("serve", "--db", tmp_path / "new.db", "--port", port)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert told in done.stderr
        assert not (tmp_path / "new.db").exists()


def test_port_0_is_any_free_port(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    process = ForkedServer("--db", tmp_path / "new.db", "--port", "0", notes=notes)
    try:
        while not (said := re.search(r"http://127\.0\.0\.1:([1-9]\d*) ", notes.read_text(encoding="utf-8"))):
            assert process.poll() is None
            time.sleep(0.05)
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{said[1]}/health", timeout=20) as answer:
                    assert answer.status == 200
                break
            except OSError:
                time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_live_events_resume_from_any_number(server: str) -> None:
    post(f"{server}/api/tables", {"table": "t1", "name": "T", "game": "craps", "cards": CARDS})
    for seat in range(1, 6):
        post(f"{server}/api/tables/t1/commands", {"do": "seat", "seat": seat, "name": f"P{seat}"})
    assert read_events(f"{server}/api/tables/t1/events", 6) == [1, 2, 3, 4, 5, 6]
    assert read_events(f"{server}/api/tables/t1/events?after=4", 2) == [5, 6]
    request = urllib.request.Request(f"{server}/api/tables/t1/events", headers={"Last-Event-ID": "5"})
    with urllib.request.urlopen(request, timeout=20) as stream:
        assert stream.readline() == b"id: 6\n"
