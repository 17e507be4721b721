"""What a server knows of itself: counts, times, and whether it is stopping."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from time import monotonic, time
from typing import Any

import anyio.to_thread
import sqlalchemy as sa
from fastapi import FastAPI, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rackcard.table.state import Refusal
from rackcard.web.errors import refusal_response
from rackcard.web.metrics import Metrics
from rackcard.web.workers import workers
from rackcard.wording.metrics import METRICS

logger = logging.getLogger("rackcard.requests")
RETRY = b"retry: 1000\nevent: reconnect\ndata: \n\n"
"""What watchers are told when the server stops: to come again in a second, to this server or another."""


class Stopping:
    """Whether the server is stopping; streams wait for it."""

    def __init__(self) -> None:
        self.is_set = False
        self._waiting: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def set(self) -> None:
        """Say so to everything that waits; called from any thread, or from a signal."""
        self.is_set = True
        for event, loop in list(self._waiting.items()):
            with contextlib.suppress(RuntimeError):  # its loop is over
                loop.call_soon_threadsafe(event.set)

    async def wait(self) -> None:
        """Until the server stops."""
        event = asyncio.Event()
        self._waiting[event] = asyncio.get_running_loop()
        try:
            if not self.is_set:
                await event.wait()
        finally:
            del self._waiting[event]


def kind_of(path: str) -> str:
    """What a request is for, as the metrics distinguish it."""
    if path.endswith("/events"):
        return "stream"
    if path.endswith("/commands"):
        return "command"
    first = path.lstrip("/").partition("/")[0]
    return {"api": "api", "static": "static", "health": "probe", "ready": "probe", "metrics": "probe"}.get(
        first.partition("-")[0], "page"
    )


class Observation:
    """Counts and times every request; ends streams when the server stops."""

    def __init__(self, app: ASGIApp, metrics: Metrics, stopping: Stopping) -> None:
        self.app, self.metrics, self.stopping = app, metrics, stopping
        self.in_progress = 0
        metrics.gauge("rackcard_requests_in_progress", METRICS["rackcard_requests_in_progress"], self._in_progress)

    def _in_progress(self) -> float:
        return self.in_progress

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        kind, start, status = kind_of(scope["path"]), monotonic(), 500

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.in_progress += 1
        try:
            await (self._stream if kind == "stream" else self.app)(scope, receive, observed)
        finally:
            self.in_progress -= 1
            self.metrics.add("rackcard_requests_total", kind=kind, status=str(status))
            if kind != "stream":
                self.metrics.time("rackcard_request_seconds", monotonic() - start, kind=kind)
            if logger.isEnabledFor(logging.INFO):
                facts = {"method": scope["method"], "path": scope["path"], "status": status}
                logger.info("request", extra={"facts": facts | {"ms": round(1000 * (monotonic() - start), 1)}})

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A stream of events until it ends by itself, or the server stops: then its watcher is told to reconnect."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        answer = asyncio.ensure_future(self.app(scope, receive, noting))
        stopped = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait({answer, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                answer.result()
                return
            answer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await answer
            if begun:
                await send({"type": "http.response.body", "body": RETRY, "more_body": False})
            else:
                await refusal_response(Request(scope), Refusal("stopping"))(scope, receive, send)
        finally:
            for task in (answer, stopped):
                task.cancel()


def observe(app: FastAPI, metrics: Metrics) -> None:
    """All metrics of a server, read where they are known."""
    state = app.state
    for name in (
        "rackcard_requests_total", "rackcard_database_errors_total", "rackcard_journal_entries_total",
    ):  # fmt: skip
        metrics.counter(name, METRICS[name])
    for name in ("rackcard_request_seconds", "rackcard_database_seconds"):
        metrics.histogram(name, METRICS[name])
    gauges: dict[str, Callable[[], float]] = {
        "rackcard_tables": lambda: len(state.store.listed_ids()),
        "rackcard_watchers": lambda: state.notifier.watchers,
        "rackcard_queue": lambda: state.queue(),
        "rackcard_database_connections": lambda: state.store.engine.pool.checkedout(),
        "rackcard_stopping": lambda: state.stopping.is_set,
        "rackcard_started_seconds": lambda: state.started,
        "rackcard_checkpoint_seconds": lambda: getattr(state.checkpoints, "written_at", 0.0),
        "rackcard_checkpoint_failures": lambda: getattr(state.checkpoints, "failures", 0),
        "rackcard_worker_queue": lambda: workers().counts().waiting,
        "rackcard_worker_refusals": lambda: workers().counts().refused,
        "rackcard_worker_ends": lambda: workers().counts().ended,
        "rackcard_worker_starts": lambda: workers().counts().started,
        "rackcard_worker_kept_bytes": lambda: workers().counts().kept,
        "rackcard_worker_bytes": lambda: workers().held(),
        "rackcard_changed_files": lambda: len(state.changed_files),
    }
    state.started, state.checkpoints, state.changed_files, state.queue = time(), None, (), lambda: 0
    for name, read in gauges.items():
        metrics.gauge(name, METRICS[name], read)
    _time_statements(state.store.engine, metrics)
    state.journal.listeners.append(lambda entry: metrics.add("rackcard_journal_entries_total", kind=entry.kind))


def threads_waiting() -> int:
    """How many requests wait for a thread; asked for where the server's loop runs."""
    return anyio.to_thread.current_default_thread_limiter().statistics().tasks_waiting


def _time_statements(engine: sa.Engine, metrics: Metrics) -> None:
    @sa.event.listens_for(engine, "before_cursor_execute")
    def begun(connection: sa.Connection, *given: Any) -> None:
        connection.info["begun"] = monotonic()

    @sa.event.listens_for(engine, "after_cursor_execute")
    def done(connection: sa.Connection, *given: Any) -> None:
        metrics.time("rackcard_database_seconds", monotonic() - connection.info["begun"])
