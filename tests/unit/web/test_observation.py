"""What a server tells of itself: health, readiness, metrics; and what it does by the clock."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rackcard.table.log.checkpoint import CheckpointFolder, create_key, read_key
from rackcard.table.log.journal import Journal
from rackcard.table.state import Refusal
from rackcard.web.housekeeping import CheckpointWriter, ClockWatch, Housekeeper
from rackcard.web.logs import JsonFormatter
from rackcard.wording.metrics import METRICS
from tests.support.web import Floor, do, seated

pytestmark = pytest.mark.slow

SAMPLE = re.compile(r'([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? ([0-9.e+-]+|\+Inf)')


def read(client: TestClient) -> tuple[dict[str, str], dict[str, float]]:
    """The types and the values of the metrics."""
    types, values = {}, {}
    for line in client.get("/metrics").text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            types[name] = kind
        elif not line.startswith("# HELP "):
            found = SAMPLE.fullmatch(line)
            assert found, line
            values[found[1] + (found[2] or "")] = float(found[3])
    return types, values


def test_every_metric_has_a_type_and_a_meaning(client: TestClient) -> None:
    seated(client)
    assert do(client, "bet", seat=9, card=1, wager="pass", amount=500).status_code == 422
    types, values = read(client)
    assert set(types) == set(METRICS)
    assert set(types.values()) == {"counter", "gauge", "histogram"}
    assert values["rackcard_commands_total"] == 3
    assert values["rackcard_refusals_total"] == 1
    assert values['rackcard_requests_total{kind="command",status="200"}'] == 2
    assert values['rackcard_requests_total{kind="command",status="422"}'] == 1
    assert values['rackcard_request_seconds_count{kind="command"}'] == 3
    assert values['rackcard_request_seconds_bucket{kind="command",le="+Inf"}'] == 3
    assert values["rackcard_database_seconds_count"] > 0
    assert values["rackcard_tables"] == 1
    assert values["rackcard_requests_in_progress"] == 1
    assert values["rackcard_stopping"] == 0


def test_a_server_that_stops_is_alive_and_not_ready(app: Any, client: TestClient) -> None:
    assert client.get("/ready").json()["status"] == "ready"
    app.state.stopping.set()
    assert client.get("/health").status_code == 200
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
    assert client.get("/api/tables/t1/events").json()["code"] == "stopping"


def test_a_database_of_another_version_is_not_ready(app: Any, client: TestClient) -> None:
    with app.state.store.engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO rackcard_schema VALUES (99)")
    assert client.get("/ready").json()["code"] == "no-database"


def kinds(app: Any) -> list[str]:
    return [entry.kind for entry in app.state.journal.entries()]


def test_a_clock_that_is_set_is_noted(app: Any) -> None:
    now = [1000.0]
    watch = ClockWatch(app.state.journal, lambda: now[0])
    watch.look()
    assert kinds(app) == []
    now[0] -= 3600
    watch.look()
    assert kinds(app) == ["clock-step"]
    watch.look()
    assert kinds(app) == ["clock-step"]
    (entry,) = app.state.journal.entries()
    assert -3_601_000 < entry.facts["milliseconds"] < -3_599_000


@pytest.fixture
def writer(app: Any, tmp_path: Path) -> CheckpointWriter:
    create_key(tmp_path / "key")
    (tmp_path / "checkpoints").mkdir()
    folder = CheckpointFolder(tmp_path / "checkpoints", read_key(tmp_path / "key"))
    found = CheckpointWriter(app.state.store, app.state.journal, folder)
    app.state.service.listeners.append(found.heard)
    app.state.checkpoints = found
    return found


def test_a_checkpoint_is_written_at_once_every_hour_and_after_a_shift(
    app: Any, floor: Floor, writer: CheckpointWriter, client: TestClient
) -> None:
    for _ in range(3):
        writer.look()
    assert kinds(app).count("checkpoint") == 1
    boss, token = floor["supervisor"]
    assert do(boss, "close-shift", "live", token).status_code == 200
    writer.look()
    writer.look()
    assert kinds(app).count("checkpoint") == 2
    writer._tried -= 3600
    writer.look()
    assert kinds(app).count("checkpoint") == 3
    assert read(client)[1]["rackcard_checkpoint_seconds"] > 0


def test_a_checkpoint_that_cannot_be_written_is_noted_and_tried_again(
    app: Any, writer: CheckpointWriter, tmp_path: Path
) -> None:
    (tmp_path / "checkpoints").rmdir()
    keeper = Housekeeper()
    keeper.tasks.append(writer.look)
    keeper.look()
    assert kinds(app) == ["checkpoint-failed"]
    keeper.look()  # not again at once
    assert kinds(app) == ["checkpoint-failed"]
    (tmp_path / "checkpoints").mkdir()
    writer._tried -= 60
    keeper.look()
    assert kinds(app) == ["checkpoint-failed", "checkpoint"]


def test_of_a_database_that_has_gone_back_no_checkpoint_is_signed(
    app: Any, writer: CheckpointWriter, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that is stopped then says so in a line, not with the trace of a defect."""
    app.state.store.stop_writing(Refusal("behind", table="t1", entry=3))
    keeper = Housekeeper()
    keeper.last += [lambda: app.state.journal.record("server-stopped", "server"), writer.write]
    keeper.stop()
    assert [(record.message, record.exc_info) for record in caplog.records] == [("housekeeping-refused", None)] * 2
    assert list((tmp_path / "checkpoints").iterdir()) == []
    assert kinds(app) == []


def test_people_who_try_what_is_not_theirs_are_noted_once_a_minute(app: Any, floor: Floor) -> None:
    seat, token = floor["seat1"]
    for _ in range(3):
        assert do(seat, "void", "live", token, reason="x").status_code == 403
    found = [entry for entry in Journal(app.state.store).entries() if entry.kind == "refused"]
    assert [(entry.who, entry.facts["code"]) for entry in found] == [("seat1", "not-your-role")]


def test_a_line_of_the_log_is_one_object() -> None:
    record = logging.LogRecord("rackcard.requests", logging.INFO, "", 0, "request", (), None)
    record.facts = {"path": "/\n"}
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["facts"] == {"path": "/\n"}
