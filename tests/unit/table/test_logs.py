"""P10: the log alone rebuilds the table; old logs replay on new code; snapshots.

The golden logs are written once and then kept, ``game.format.json``: they stand for tables of earlier versions. Those
of the newest format are written by ``python -m tests.support.golden_logs``.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.games import GAMES
from rackcard.table import service as services
from rackcard.table.apply import apply
from rackcard.table.auditor import Auditor
from rackcard.table.decide import decide
from rackcard.table.log import codec, schema
from rackcard.table.log.codec import (
    FORMAT,
    canonical,
    event_from_json,
    event_to_json,
    snapshot_text,
    table_from_json,
    table_of_snapshot,
    table_to_json,
)
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Table, TableEvent
from tests.support.golden_logs import dealt, replays_to_the_same_table
from tests.support.table_driver import open_command
from tests.support.table_world import CARDS, GOLDEN, Script, fresh, run, spinning

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_p10_an_old_log_replays_to_the_same_table(path: Path) -> None:
    replays_to_the_same_table(path)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_p10_an_old_log_is_written_back_to_the_letter_and_passes_its_audit(path: Path) -> None:
    auditor = Auditor()
    for stored in json.loads(path.read_text(encoding="utf-8"))["events"]:
        event = event_from_json(stored)
        assert canonical(event_to_json(event)) == canonical(stored)
        wrong = auditor.see(event)
        assert wrong is None, (str(wrong), stored)


def test_p10_a_log_written_now_holds_no_sentences() -> None:
    """What was paid and why is facts: the words are made when somebody reads them."""
    stored = [event_to_json(event)["data"] for event in Script("craps", 12, 120).events]
    settled = [one for data in stored for one in (*data.get("settlements", ()), *data.get("reversed", ()))]
    assert settled
    assert all("why" not in one and one["name"] and one["pay"] for one in settled)


def test_p10_there_is_a_golden_log_of_every_game() -> None:
    """Of the first format there are those of the games that were dealt then."""
    games = {f"{game}.1" for game in ("craps", "roulette", "baccarat")} | {f"{game}.{FORMAT}" for game in GAMES}
    assert {path.stem for path in GOLDEN.glob("*.json")} == games | {f"{name}.2" for name in dealt()}


@pytest.mark.parametrize("game", CARDS)
def test_p10_a_table_survives_its_json(game: str) -> None:
    for table in Script(game, 11, 60).tables()[1:]:
        assert table is not None
        again = table_from_json(json.loads(canonical(table_to_json(table))))
        assert again == table


def test_p10_a_snapshot_keeps_the_order_in_which_wagers_settle() -> None:
    """Two servers, one opened from a snapshot, must write the same event."""
    table = fresh("roulette")
    commands: list[dict[str, Any]] = [
        {"do": "seat", "seat": 1, "name": "Ann"},
        {"do": "buy-in", "seat": 1, "amount": 10_000},
        *({"do": "bet", "seat": 1, "card": 1, "wager": f"straight-{n}", "amount": 100} for n in range(1, 13)),
        {"do": "close-betting"},
    ]
    for command in commands:
        table = apply(table, decide(table, command)[0])
    again = table_from_json(json.loads(canonical(table_to_json(table))))
    assert again == table
    spin = {"do": "outcome", "outcome": "1"}
    assert event_to_json(decide(again, spin)[0]) == event_to_json(decide(table, spin)[0])


@pytest.mark.slow
def test_a_long_log_opens_from_its_snapshot(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 25)
    script = Script("craps", 3, 160)
    run(Service(store), "t", script)
    kept = store.newest_snapshot("t")
    assert kept is not None
    assert kept[0] == len(script.events) // 25 * 25
    assert kept[2] == script.tables()[kept[0]]
    folded: list[TableEvent] = []

    def recorded(table: Table | None, event: TableEvent) -> Table:
        folded.append(event)
        return apply(table, event)

    monkeypatch.setattr(services, "apply", recorded)
    service = Service(store)
    assert service.table("t") == script.tables()[-1]
    assert len(folded) == len(script.events) - kept[0]
    assert service.look("t")[0] == len(script.events)


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        {"hash": "0" * 64},
        {"seq": 7},
        {"seq": 10**6},
        {"table": "{}"},
        {"table": "not JSON"},
    ],
    ids=str,
)
def test_a_snapshot_that_does_not_fit_is_ignored(
    store: Store, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    monkeypatch.setattr(services, "SNAPSHOT_EVERY", 10)
    script = Script("baccarat", 3, 20)
    run(Service(store), "t", script)
    with store.engine.begin() as connection:
        connection.execute(sa.update(schema.snapshots).values(**change))
    assert Service(store).table("t") == script.tables()[-1]


def test_a_snapshot_writes_no_event_that_the_log_has_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has every event of the shift, and a roll waits for it: they are written once, when they are logged."""
    service = Service(store)
    run(service, "t", Script("roulette", 1, 30))
    table = service.table("t")
    assert table.past
    with monkeypatch.context() as patch:
        patch.setattr(codec, "event_to_json", lambda event: pytest.fail(f"{event.kind} is written again"))
        text = snapshot_text(table)
    assert table_of_snapshot(text) == table
    events = [event_to_json(event) for event in table.past[-1].events]
    assert json.loads(text)["past"][-1] == events


def test_a_snapshot_with_the_events_within_the_table_is_read(store: Store) -> None:
    service = Service(store)
    run(service, "t", Script("roulette", 1, 30))
    table = service.table("t")
    assert table.past
    assert table_of_snapshot(canonical(table_to_json(table))) == table


def test_a_snapshot_keeps_the_outcome_as_it_was_entered(store: Store) -> None:
    """Whatever the caller does with its list afterwards."""
    service, dice = Service(store), [3, 4]
    service.execute("t", open_command("craps", cards=[{"card": "craps"}]))
    service.execute("t", {"do": "close-betting"})
    entry = service.execute("t", {"do": "outcome", "outcome": dice}).entry
    dice[0] = 6
    store.snapshot(entry, service.table("t"))
    replayed = apply(None, next(store.entries("t")).event)
    for one in store.entries("t", 1):
        replayed = apply(replayed, one.event)
    assert Service(store).table("t") == service.table("t") == replayed


def test_two_servers_may_keep_the_same_snapshot(store: Store) -> None:
    """A snapshot is optional: saving it twice, or failing to save it, has no effect."""
    service = Service(store)
    spinning(service, "t")
    entry = list(store.entries("t"))[-1]
    for _ in range(2):
        store.snapshot(entry, service.table("t"))
    assert Service(store).table("t") == service.table("t")
