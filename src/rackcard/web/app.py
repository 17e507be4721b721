"""The web application: its parts, its middleware and its routes."""

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from rackcard import __version__
from rackcard.table.log.journal import Journal
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.web.accounts import Accounts, new_code
from rackcard.web.drawings import Drawings
from rackcard.web.errors import REFUSED, add_error_handlers
from rackcard.web.events import Notifier
from rackcard.web.group_commit import GroupCommit
from rackcard.web.lanes import Lanes
from rackcard.web.metrics import Metrics
from rackcard.web.middleware import RequestCheck, SecurityHeaders
from rackcard.web.observation import Observation, Stopping, observe
from rackcard.web.openapi import describe
from rackcard.web.rate_limit import RateLimiter, RateLimits
from rackcard.web.refusal_journal import NotedRefusals
from rackcard.web.render import STATIC, ImmutableStaticFiles, static_root
from rackcard.web.routes import (
    accounts,
    events,
    felt,
    health,
    house,
    journal,
    lobby,
    office,
    reading,
    simulations,
    tables,
    tokens,
)
from rackcard.web.routes.help import SITE, add_help
from rackcard.web.workers import reckon

RATE_SECONDS = 10
"""The span over which commands are counted."""

GZIP_BYTES_MIN, GZIP_LEVEL = 1_000, 5
"""From how many bytes an answer is compressed, and how hard: a felt is drawn again at every entry."""


def create_app(
    url: str,
    *,
    commands_per_second: int = 200,
    hosts: Iterable[str] | None = None,
    set_up_code: str | None = None,
    site: Path = SITE,
) -> FastAPI:
    """The application on a database; with ``hosts``, it answers to these names and to addresses only.

    The first account is made with the set-up code, which only the operator sees.
    """
    store, metrics, stopping = Store(url), Metrics(), Stopping()
    service = Service(store)
    names = None if hosts is None else frozenset(hosts)
    app = FastAPI(
        title="Rackcard",
        version=__version__,
        description="Tables, commands and their ledger.",
        docs_url=None,  # the page that comes with FastAPI loads its parts from another site; ours does not
        redoc_url=None,
        responses={"4XX": REFUSED},
        middleware=[
            Middleware(Observation, metrics=metrics, stopping=stopping),
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, minimum_size=GZIP_BYTES_MIN, compresslevel=GZIP_LEVEL),
            Middleware(RequestCheck, hosts=names),
            Middleware(Lanes, is_live=service.is_live),
        ],
    )
    app.state.store, store.journal = store, Journal(store)
    app.state.service, app.state.accounts, app.state.journal = service, Accounts(store), store.journal
    service.reckon = reckon
    app.state.group_commit = GroupCommit(service, app.state.accounts)
    app.state.set_up_code = set_up_code or os.environ.get("RACKCARD_SET_UP_CODE") or new_code()
    app.state.drawings = Drawings(service)
    app.state.notifier = Notifier(store, app.state.drawings.news)
    service.listeners.append(app.state.drawings.recent.add)  # before pages are told
    service.listeners.append(app.state.notifier.tell)
    app.state.accounts.listeners.append(app.state.notifier.tell_ended)
    app.state.rate_limits = RateLimits(RateLimiter(commands_per_second * RATE_SECONDS, RATE_SECONDS))
    app.state.counts = Counter({"commands": 0, "refusals": 0})
    app.state.metrics, app.state.stopping, app.state.noted = metrics, stopping, NotedRefusals(app.state.journal)
    observe(app, metrics)
    add_error_handlers(app)
    for room in (tables, health, accounts, tokens, house, events, lobby, felt, office, journal, simulations, reading):
        app.include_router(room.router)
    describe(app)
    app.mount(static_root(), ImmutableStaticFiles(directory=STATIC), name="static")
    add_help(app, site)
    return app
