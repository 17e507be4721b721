"""Real servers in processes of their own; ``python -m tests.support.served DATABASE PORT`` is one without limits."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rackcard.table.state import Refusal
from tests.support.forked_server import ForkedServer

ROOT = Path(__file__).parents[2]
SET_UP_CODE = "TESTCODE"
"""What servers of the tests take for their first account."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def served_at(database: Path) -> Iterator[str]:
    """The address of a server as the command line starts it."""
    port = free_port()
    process = ForkedServer("--db", database, "--port", str(port))
    url = f"http://127.0.0.1:{port}"
    while True:
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1)
            break
        except OSError:
            assert process.poll() is None
            time.sleep(0.05)
    try:
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


@contextmanager
def served(url: str, workers: int | None = None) -> Iterator[tuple[int, int]]:
    """A server on a database, without a limit on the pace of one address: its port, and its process."""
    port = free_port()
    words = [sys.executable, "-m", "tests.support.served", url, str(port), *([] if workers is None else [str(workers)])]
    process = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                with closing(Client(port)) as client:
                    client.get("/health")
                break
            except OSError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def get(self, path: str) -> Any:
        self.connection.request("GET", path)
        return self._answer()

    def post(self, path: str, body: Any, key: str | None = None) -> Any:
        headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
        self.connection.request("POST", path, json.dumps(body), headers)
        return self._answer()

    def do(self, command: Any, table_id: str = "t", key: str | None = None) -> Any:
        return self.post(f"/api/tables/{table_id}/commands", command, key)

    def _answer(self) -> Any:
        answer = self.connection.getresponse()
        body = answer.read()
        found = json.loads(body)
        if answer.status >= 400:
            raise Refusal(found["code"], found["message"])
        return found

    def close(self) -> None:
        self.connection.close()


def main() -> None:
    from rackcard.web.app import create_app
    from rackcard.web.server import run_server

    if len(sys.argv) > 3:
        from rackcard.web.workers import Workers, use

        use(Workers(int(sys.argv[3])))
    app = create_app(sys.argv[1], commands_per_second=10**6)
    run_server(app, port=int(sys.argv[2]), log_level="error")


if __name__ == "__main__":
    main()
