"""The interface of house rules: checking them, and the files that a table has gone by."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from rackcard.card.yaml import BYTES_MAX
from rackcard.house import HouseRules
from rackcard.house.priced import Offered, priced
from rackcard.odds.tables import pays_of
from rackcard.table.commands.house import read_rules
from rackcard.table.state import Refusal
from rackcard.web.answers import HouseCheckAnswer
from rackcard.web.deps import StoreDep, TableWithBooksDep, limit_commands
from rackcard.web.house_versions import HouseVersion, version_of
from rackcard.web.routes.cards import as_file
from rackcard.web.routes.lab import GATE, WAIT_SECONDS

router = APIRouter(prefix="/api")


class HouseText(BaseModel):
    """House rules to check: the text of their file, and the texts of cards that are not shipped."""

    house: str = Field(max_length=BYTES_MAX)
    texts: dict[str, str] = Field(default_factory=dict, max_length=40)


def gated_rules(text: str, texts: Mapping[str, str]) -> HouseRules:
    """House rules read and checked, once there is room to price them."""
    if not GATE.acquire(timeout=WAIT_SECONDS):
        raise Refusal("too-fast.lab")
    try:
        return read_rules(text, texts)
    finally:
        GATE.release()


@router.post("/house/check", dependencies=[Depends(limit_commands)], responses={200: {"model": HouseCheckAnswer}})
def check(given: HouseText) -> dict[str, Any]:
    """Check house rules: their hash, what they mean, and the exact edge of every wager; or why they are refused."""
    rules = gated_rules(given.house, given.texts)
    wagers = {tuple(one.items()): one for one in map(_wager_view, priced(rules))}
    return {"ok": True, "sha256": rules.sha256, "facts": rules.facts(), "wagers": list(wagers.values())}


def _wager_view(one: Offered) -> dict[str, Any]:
    """A wager on offer, once for all its places."""
    edge = one.odds.house_edge
    return {
        "card": one.card.card.id,
        "wager": one.odds.terms.group,
        "name": one.odds.terms.title,
        "table": one.odds.terms.table,
        "pays": pays_of(one.odds.terms),
        "min": one.limits.least,
        "max": one.limits.most,
        "edge": None if edge is None else str(edge),
        "edge_at_maximum": None if one.capped is None else str(one.capped.edge),
    }


@router.get("/tables/{table_id}/house", response_class=Response)
def read_file(
    current: TableWithBooksDep, store: StoreDep, version: Annotated[int | None, Query(ge=1)] = None,
    format: Literal["yaml", "json"] = "yaml",
) -> Response:  # fmt: skip
    """The house rules of a table as they were given, the newest or an earlier version; at a live table for a
    supervisor. As JSON they come with the texts of cards that are not shipped."""
    found = version_of(store, current.table_id, version)
    if format == "json":
        return JSONResponse(_version_view(found))
    return as_file(found.house.text, "text/yaml", f"{found.house.id}.yaml")


def _version_view(found: HouseVersion) -> dict[str, Any]:
    house = found.house
    return {
        "id": house.id, "sha256": house.sha256, "version": house.version, "at": found.at, "by": found.by,
        "reason": found.reason, "house": house.text, "texts": dict(found.texts),
    }  # fmt: skip
