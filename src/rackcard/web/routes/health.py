"""Health, readiness, metrics, and the description of the HTTP interface."""

from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.concurrency import run_in_threadpool

from rackcard import __version__
from rackcard.table.state import Refusal
from rackcard.web.deps import PersonDep, StoreDep
from rackcard.web.observation import threads_waiting
from rackcard.web.render import render
from rackcard.wording.metrics import METRICS

router = APIRouter()
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/health")
def health(store: StoreDep) -> dict[str, Any]:
    """Whether the server is alive; the number of tables is null while the database does not answer."""
    try:
        tables = len(store.listed_ids())
    except sa.exc.SQLAlchemyError:
        tables = None
    return {"status": "ok", "tables": tables, "version": __version__}


@router.get("/ready")
def ready(request: Request, store: StoreDep) -> dict[str, Any]:
    """Whether the server takes requests: its database answers, is up to date and whole, and it is not stopping."""
    if request.app.state.stopping.is_set:
        raise Refusal("stopping")
    if not store.is_current():
        raise Refusal("no-database.version")
    request.app.state.journal.verify()
    return {"status": "ready", "version": __version__}


@router.get("/metrics", response_class=PlainTextResponse)
async def read_metrics(request: Request) -> PlainTextResponse:
    """Counters, gauges and histograms in the Prometheus text format."""
    state = request.app.state
    waiting = threads_waiting() + state.group_commit.waiting
    state.queue = lambda: waiting
    return PlainTextResponse(await run_in_threadpool(_metrics, state), media_type=PROMETHEUS)


def _metrics(state: Any) -> str:
    lines = []
    for name, count in state.counts.items():
        full = f"rackcard_{name}_total"
        lines += [f"# HELP {full} {METRICS[full]}", f"# TYPE {full} counter", f"{full} {count}"]
    return "\n".join((*lines, str(state.metrics.text())))


@router.get("/docs", include_in_schema=False)
def docs(request: Request, person: PersonDep) -> HTMLResponse:
    """The HTTP interface as a page."""
    return render(request, "docs.html", person, schema=request.app.openapi())
