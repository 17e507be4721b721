"""Health, metrics, and the description of the HTTP interface."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from rackcard import __version__
from rackcard.web.deps import PersonDep, StoreDep
from rackcard.web.render import render

router = APIRouter()


@router.get("/health")
def health(store: StoreDep) -> dict[str, Any]:
    """Whether the database answers."""
    return {"status": "ok", "tables": len(store.listed_ids()), "version": __version__}


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(request: Request, store: StoreDep) -> str:
    """Counters in the Prometheus text format."""
    lines = [f"rackcard_{name}_total {count}" for name, count in request.app.state.counts.items()]
    return "\n".join([*lines, f"rackcard_tables {len(store.listed_ids())}"]) + "\n"


@router.get("/docs", include_in_schema=False)
def docs(request: Request, person: PersonDep) -> HTMLResponse:
    """The HTTP interface as a page."""
    return render(request, "docs.html", person, schema=request.app.openapi())
