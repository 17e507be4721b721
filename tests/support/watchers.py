"""A server in this process, and those who watch its tables over HTTP."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn

from rackcard.table.service import Service
from rackcard.web.app import create_app
from rackcard.web.http_protocol import TimedProtocol
from tests.support.served import free_port


@contextmanager
def serving(url: str) -> Iterator[tuple[int, Any]]:
    """The application on a real socket in this process, so that a test can look inside."""
    app, port = create_app(url, commands_per_second=100_000), free_port()
    config = uvicorn.Config(app, http=TimedProtocol, port=port, log_level="error", timeout_graceful_shutdown=1)
    one = uvicorn.Server(config)
    thread = Thread(target=one.run)
    thread.start()
    while not one.started:
        time.sleep(0.01)
    try:
        yield port, app
    finally:
        one.should_exit = True
        thread.join()
        app.state.store.close()


class Watcher:
    """One who watches a table over HTTP."""

    def __init__(self, port: int, after: int, headers: dict[str, str] | None = None, table: str = "t") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/api/tables/{table}/events?after={after}", headers=headers or {})
        self.answer = self.connection.getresponse()

    def until(self, seq: int) -> list[int]:
        """The numbers of the entries sent, up to one."""
        found: list[int] = []
        while not found or found[-1] < seq:
            line = self.answer.readline()
            assert line, "the stream ended"
            if line.startswith(b"id: "):
                found.append(int(line[4:]))
        return found

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def write(service: Service, count: int) -> None:
    for _ in range(count):
        service.execute("t", {"do": "buy-in", "seat": 1, "amount": 100})


def eventually(holds: Callable[[], bool]) -> None:
    """Wait for what must come; a test that hangs is ended by its watcher's own patience."""
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")
