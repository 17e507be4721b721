"""HTTP for clients that finish what they begin: a request that is not all there in time is closed."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 30.0
"""How long the headers and the body of a request may take to arrive."""


class TimedProtocol(H11Protocol):  # type: ignore[misc]
    """One connection of a client; between requests the server's own limit applies."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._wait()
        else:
            self._done()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Close the connection unless the request is there in time."""
        if self.deadline is None:
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _done(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
