"""The server process: what it does with memory, and how it stops."""

import gc
import signal
from typing import Any

import uvicorn
from fastapi import FastAPI

GRACE_SECONDS = 10
"""How long commands in hand may take to finish."""
COLLECTED_AFTER = 20_000, 10, 10
"""After how many new objects cyclic garbage is looked for, and how often among older ones: a roll makes a hundred
thousand objects that all go by themselves, and a look at everything that is kept takes as long as ten commands."""


class GracefulServer(uvicorn.Server):  # type: ignore[misc]
    """Stops by finishing what it has begun: no new requests, watchers told to reconnect, commands answered."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.config.app.state.stopping.set()
        super().handle_exit(sig, frame)


def collect_seldom() -> None:
    """Have cyclic garbage looked for as a server does: seldom, and not in what was loaded."""
    gc.freeze()  # it stays until the end
    gc.set_threshold(*COLLECTED_AFTER)


def run_server(app: FastAPI, **options: Any) -> None:
    """Serve until a signal comes; a stop that was asked for is a success."""
    collect_seldom()
    server = GracefulServer(uvicorn.Config(app, timeout_graceful_shutdown=GRACE_SECONDS, **options))
    before = {sig: signal.signal(sig, lambda *given: None) for sig in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run()  # it raises its signals again when it is done, and nobody is to die of them
    finally:
        for sig, handler in before.items():
            signal.signal(sig, handler)
