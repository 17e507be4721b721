"""Servers forked from one process that has loaded the program and priced the catalogue, so that each starts at once.

``python -m tests.support.forked_server`` is that process: it reads one request a line and answers with one line.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rackcard.cli import main as rackcard
from rackcard.web.catalogue import catalogue

ROOT = Path(__file__).parents[2]
LOADED = ("rackcard.web.app", "rackcard.web.precompute", "uvicorn.loops.auto", "uvicorn.protocols.http.auto")
"""What a server imports when it starts."""


class ForkedServer:
    """``rackcard serve`` in a process of its own, which is not a child of this one.

    Its notes go to the file ``notes``, and ``settings`` are added to its environment.
    """

    def __init__(
        self, *words: str | Path, notes: str | Path = os.devnull, settings: Mapping[str, str] | None = None
    ) -> None:
        asked = {"serve": [str(word) for word in words], "notes": str(notes), "settings": dict(settings or {})}
        self.pid = int(_ask(asked))
        self.code: int | None = None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def poll(self) -> int | None:
        """How the process ended, or None while it runs."""
        return self._waited(0)

    def wait(self, timeout: float = 60) -> int:
        code = self._waited(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("rackcard serve", timeout)
        return code

    def _waited(self, seconds: float) -> int | None:
        if self.code is None:
            self.code = _ask({"wait": self.pid, "seconds": seconds})
        return self.code


@cache
def _forker() -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "tests.support.forked_server"]
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    return process


def _ask(request: dict[str, Any]) -> Any:
    process = _forker()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


# ---- the process that forks


def _serve(request: dict[str, Any]) -> None:
    """The new process: pages are priced when they are asked for, never ahead."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(quiet, stream)
    os.dup2(os.open(request["notes"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.environ.update(request["settings"])
    sys.argv = ["rackcard", "serve", *request["serve"]]
    with patch("rackcard.web.precompute.precompute", lambda: None):
        rackcard()


def _forked(request: dict[str, Any]) -> int:
    child = os.fork()
    if child == 0:
        status = 1
        try:
            _serve(request)
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            os._exit(status)
    return child


def _ended(pid: int, seconds: float) -> int | None:
    until = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= until:
            return None
        time.sleep(0.01)


def main() -> None:
    """Answer requests until there are no more; the servers that are left end with this process."""
    for module in LOADED:
        import_module(module)
    catalogue()
    started: list[int] = []
    for line in sys.stdin:
        request = json.loads(line)
        if "serve" in request:
            answer: int | None = _forked(request)
            started.append(answer or 0)
        else:
            answer = _ended(request["wait"], request["seconds"])
            if answer is not None:
                started.remove(request["wait"])
        print(json.dumps(answer), flush=True)
    for pid in started:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
