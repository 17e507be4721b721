"""The golden logs: how one is replayed, and how those of the newest format are written."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.log.codec import FORMAT, canonical, event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.state import Table
from tests.support.table_world import CARDS, GOLDEN, Script


def golden(game: str) -> dict[str, Any]:
    """A short log of a game and the table it ends in."""
    script = Script(game, 10, 60)
    return {"events": [event_to_json(event) for event in script.events], "table": table_to_json(script.table)}  # type: ignore[arg-type]


def replays_to_the_same_table(path: Path) -> None:
    """P10: the events of a golden log lead to the table that it ends in."""
    log = json.loads(path.read_text(encoding="utf-8"))
    table: Table | None = None
    for event in log["events"]:
        table = apply(table, event_from_json(event))
    assert table is not None
    now = json.loads(canonical(table_to_json(table)))
    # The last outcome is kept in another form now: it used to be forgotten as soon as something older came down.
    # Those before it were not kept at all.
    last, now_last = log["table"].pop("last"), now.pop("last")
    assert {name: now[name] for name in log["table"]} == log["table"]
    assert replace(table_from_json(log["table"] | {"last": None}), last=table.last, past=table.past) == table
    if last is not None:
        assert (now_last["outcome"], now_last["settlements"]) == (last["outcome"], last["settlements"])
        wagers = last["wagers"] if "wagers" in last else last["before"]["wagers"]  # the second format keeps all of it
        assert now_last["before"]["wagers"] == wagers


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for game in CARDS:
        path = GOLDEN / f"{game}.{FORMAT}.json"
        path.write_text(json.dumps(golden(game), sort_keys=True, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
