"""The server process: how it stops."""

import signal
from typing import Any

import uvicorn
from fastapi import FastAPI

GRACE_SECONDS = 10
"""How long commands in hand may take to finish."""


class GracefulServer(uvicorn.Server):  # type: ignore[misc]
    """Stops by finishing what it has begun: no new requests, watchers told to reconnect, commands answered."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.config.app.state.stopping.set()
        super().handle_exit(sig, frame)


def run_server(app: FastAPI, **options: Any) -> None:
    """Serve until a signal comes; a stop that was asked for is a success."""
    server = GracefulServer(uvicorn.Config(app, timeout_graceful_shutdown=GRACE_SECONDS, **options))
    before = {sig: signal.signal(sig, lambda *given: None) for sig in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run()  # it raises its signals again when it is done, and nobody is to die of them
    finally:
        for sig, handler in before.items():
            signal.signal(sig, handler)
