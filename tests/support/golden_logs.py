"""The golden logs: how one is replayed, and how those of the newest format are written."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.log.codec import FORMAT, canonical, event_from_json, event_to_json, table_from_json, table_to_json
from rackcard.table.state import Table
from tests.support.table_driver import Play
from tests.support.table_world import CARDS, GOLDEN, Script


def golden(game: str) -> dict[str, Any]:
    """A short log of a game and the table it ends in."""
    script = Script(game, 10, 60)
    return {"events": [event_to_json(event) for event in script.events], "table": table_to_json(script.table)}  # type: ignore[arg-type]


def dealt() -> dict[str, Play]:
    """Short tables with what dealers and supervisors do besides entering outcomes."""
    craps = Play("craps", "craps", "repeater-bets-plus")
    craps.do({"do": "shooter", "seat": 1})
    craps.bet(1, "pass", 1000)
    craps.bet(2, "repeating-2")
    craps.do({"do": "bet", "seat": 1, "card": 1, "wager": "field", "amount": 500, "toke": True})
    craps.outcome([2, 3], [2, 3], [2, 2], [3, 4])
    craps.bet(1, "field", seat=2)
    craps.do({"do": "correct", "round": 1, "outcome": [2, 2], "reason": "misread"})
    craps.outcome([1, 1])
    craps.do({"do": "void", "round": 5, "reason": "late bets"})
    craps.bet(2, "repeating-12", seat=2)
    craps.do({"do": "void", "card": 2, "reason": "bet too late"})
    craps.bet(1, "field", seat=3)
    craps.do({"do": "void", "reason": "a spilled drink"})
    craps.do({"do": "close-shift"})
    craps.outcome([3, 3])
    baccarat = Play("baccarat", "baccarat", live=True)
    baccarat.do({"do": "shuffle", "behind": 14})
    baccarat.do({"do": "burn", "cards": ["7h"], "unseen": 7})
    baccarat.bet(1, "player", 1000)
    baccarat.outcome({"player": ["9h", "Ks"], "banker": ["3d", "4c"]})
    return {"craps-dealing": craps, "baccarat-dealing": baccarat}


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
    for name, play in dealt().items():
        path = GOLDEN / f"{name}.{FORMAT}.json"
        log = {"events": [event_to_json(event) for event in play.events], "table": table_to_json(play.now)}
        path.write_text(json.dumps(log, sort_keys=True, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for game in CARDS:
        path = GOLDEN / f"{game}.{FORMAT}.json"
        path.write_text(json.dumps(golden(game), sort_keys=True, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
