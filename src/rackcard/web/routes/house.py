"""House rules: checking them, the files that a table has gone by, and changing them at an open table."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from rackcard.card.yaml import BYTES_MAX
from rackcard.house.difference import house_difference
from rackcard.house.tables import effects_grid, offered_facts
from rackcard.table.commands.house import read_rules
from rackcard.table.log.store import Store
from rackcard.table.state import Refusal, Table
from rackcard.tabular import Grid
from rackcard.web.accounts import Person
from rackcard.web.answers import HouseCheckAnswer
from rackcard.web.deps import AddressDep, PersonDep, StoreDep, TableDep, TableWithBooksDep, limit_commands
from rackcard.web.drawings import CurrentTable
from rackcard.web.house_form import Sent
from rackcard.web.house_versions import HouseVersion, own_texts, version_of, versions
from rackcard.web.permissions import verify_view
from rackcard.web.render import render
from rackcard.web.routes.cards import as_file
from rackcard.web.workers import workers
from rackcard.wording.house import EFFECTS, change_line, in_force

router = APIRouter()


class HouseText(BaseModel):
    """House rules to check: the text of their file, and the texts of cards that are not shipped."""

    house: str = Field(max_length=BYTES_MAX)
    texts: dict[str, str] = Field(default_factory=dict, max_length=40)


@router.post("/api/house/check", dependencies=[Depends(limit_commands)], responses={200: {"model": HouseCheckAnswer}})
async def check(given: HouseText, address: AddressDep) -> dict[str, Any]:
    """Check house rules: their hash, what they mean, and the exact edge of every wager; or why they are refused."""
    return await workers().ask(checked, given.house, given.texts, client=address)


def checked(text: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """What there is to say of house rules that are in order."""
    rules = read_rules(text, texts)
    return {"ok": True, "sha256": rules.sha256, "facts": rules.facts(), "wagers": offered_facts(rules)}


@router.get("/api/tables/{table_id}/house", response_class=Response)
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


# ---- a change at an open table


@router.get("/tables/{table_id}/house", include_in_schema=False)
def house_of_table(request: Request, current: TableDep, store: StoreDep, person: PersonDep) -> Response:
    """The house rules of a table: those in force, their versions, and a place to change them."""
    return _page(request, current, store, person, {})


@router.post("/tables/{table_id}/house", include_in_schema=False)
async def compare(request: Request, current: TableDep, store: StoreDep, person: PersonDep) -> Response:
    """What other house rules would change at a table, before anything is changed."""
    sent = Sent(await request.body())
    if current.table.house is None:
        raise Refusal("no-house-rules")
    text, texts = sent.text("text"), sent.texts() or _own(current.table)
    given: dict[str, Any] = {"text": text}
    try:
        found = await workers().ask(compared, *_in_force(current.table), text, texts)
        given |= {"difference": found, "changes": found.changes, "effects": found.effects, "texts": json.dumps(texts)}
    except Refusal as refusal:
        given |= {"error": refusal.sentence}
    return await run_in_threadpool(_page, request, current, store, person, given)


class HouseComparison(NamedTuple):
    """What other house rules would change."""

    changes: list[str]
    effects: Grid | None


def compared(text: str, texts: Mapping[str, str], wanted: str, wanted_texts: Mapping[str, str]) -> HouseComparison:
    """Two house rules, and how they differ."""
    found = house_difference(read_rules(text, texts), read_rules(wanted, wanted_texts))
    changes = [change_line(one.path, one.before, one.after) for one in found.changes]
    return HouseComparison(changes, effects_grid(found, EFFECTS) if found.effects else None)


def _in_force(table: Table) -> tuple[str, dict[str, str]]:
    """The text of the house rules in force, with the text of every card as the table has it."""
    assert table.house is not None
    return table.house.text, {one.card.id: one.text for one in map(table.offerings.__getitem__, table.current)}


def _own(table: Table) -> dict[str, str]:
    """The texts of the table's cards that are not shipped."""
    return own_texts(tuple(table.offerings[number] for number in table.current))


def _page(
    request: Request, current: CurrentTable, store: Store, person: Person | None, given: Mapping[str, Any]
) -> Response:  # fmt: skip
    table = current.table
    if table.is_live and person is None:
        return RedirectResponse(f"/login?next=/tables/{current.table_id}/house", 303)
    verify_view(person, current.table_id, table, "supervisor")
    house = table.house
    if house is None:
        raise Refusal("no-house-rules")
    own = _own(table)
    shown: dict[str, Any] = {
        "text": house.text, "texts": json.dumps(own) if own else "", "error": "", "difference": None, "changes": [],
        "effects": None,
    }  # fmt: skip
    return render(
        request, "house_change.html", person, table=table, table_id=current.table_id, version=current.version,
        versions=list(versions(store, current.table_id))[::-1],
        in_force=in_force(house.id, house.version, house.sha256), **(shown | dict(given)),
    )  # fmt: skip
