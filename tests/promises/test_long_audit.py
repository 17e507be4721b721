"""P9 and P21: an audit in parts, or from a checkpoint on, says what one from the beginning says."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table import audit_parallel, kept_check
from rackcard.table import history as histories
from rackcard.table.audit import audit_table
from rackcard.table.audit_parallel import AuditPart, audit_in_parts, audit_part, cuts, is_cut, place_at
from rackcard.table.audit_since import audit_since
from rackcard.table.history import History, LogPlace
from rackcard.table.log import schema
from rackcard.table.log.checkpoint import LogHead, take
from rackcard.table.log.codec import canonical, event_from_json
from rackcard.table.log.store import START, Store
from rackcard.table.log.stretches import Stretches
from rackcard.table.service import Service
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web.views.meters import names_of, shifts_of
from tests.support.forgers import everything, put_back, rehashed
from tests.support.long_log import long_log
from tests.support.table_world import AT, GOLDEN

pytestmark = pytest.mark.slow
ENTRIES = 1_500


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a long log and all that is kept beside it."""
    path = tmp_path_factory.mktemp("long") / "long.db"
    with closing(Store(str(path))) as store:
        long_log(store, ENTRIES, shift=50)
        while keep_stretches(store, "t"):
            pass
    return path


@pytest.fixture
def long(written: Path, tmp_path: Path, opened: Any, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(audit_parallel, "PART_ENTRIES", 300)
    shutil.copy(written, tmp_path / "long.db")
    store: Store = opened(str(tmp_path / "long.db"))
    return store


class Parts:
    """An audit in parts, which notes what each part found."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found: list[Any] = []
        monkeypatch.setattr(audit_parallel, "audit_part", self._audit_part)

    def _audit_part(self, part: AuditPart) -> Any:
        self.found.append(audit_part(part))
        return self.found[-1]

    def audit(self, store: Store) -> Any:
        return audit_in_parts(store, store.url, "t", lambda: (ThreadPoolExecutor(1), 2))


def test_parts_of_a_log_are_checked_by_themselves(long: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Parts(monkeypatch)
    assert parts.audit(long) == audit_table(long, "t") == (long.newest("t"), None)
    assert len(parts.found) > 2
    assert [one.fault for one in parts.found] == [None] * len(parts.found)
    assert sum(one.entries for one in parts.found) == long.newest("t")


def test_a_log_is_cut_only_where_nothing_later_goes_back_behind(long: Store) -> None:
    history = History(long, "t")
    newest = history.newest
    assert newest is not None
    changes = [entry for entry in long.entries("t") if entry.event.kind == "corrected-earlier"]
    assert changes
    good = {number: is_cut(history, place_at(history, number), None) for number in range(1, newest.number + 1)}
    for number, is_good in good.items():
        place = place_at(history, number)
        crossed = any(one.seq > place.seq and one.event.round <= place.round for one in changes)  # type: ignore[attr-defined]
        assert not (is_good and crossed)
    assert any(good.values())
    assert all(is_cut(history, place, None) for place in cuts(history, long.newest("t"), 4, None))


def test_p9_a_forged_entry_is_named_in_parts_as_from_the_beginning(
    long: Store, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """In each part: an amount that was raised and hashed again, up to the end of the log."""
    rows = everything(long)
    text = json.dumps(rows)
    parts, named = Parts(monkeypatch), []
    for seed in range(4):
        changed = json.loads(text)
        log = sorted((row for row in changed["events"]), key=lambda row: row["seq"])
        bets = [n for n, row in enumerate(log) if '"kind":"bet"' in row["entry"] and n // (len(log) // 4) == seed]
        place = Random(seed).choice(bets)
        entry = json.loads(log[place]["entry"])
        entry["data"]["amount"] += 100
        log[place]["entry"] = canonical(entry)
        for number in range(place, len(log)):
            log[number]["hash"] = rehashed(log[number], log[number - 1]["hash"])
        put_back(long, changed)
        found = parts.audit(long)
        assert found == audit_table(long, "t")
        named.append(found[1] is not None and found[1].seq == place + 1)
    assert named == [True] * 4


CHANGES = {
    "the table at the end of a stretch": ("stretches", "state", '"felt":', '"felt":1'),
    "what a round settled": ("stretches", "rounds", '"seat 1"', '"seat 2"'),
    "the hash": ("stretches", "hash", "", "x"),
    "the meters of a stretch": ("folds", "fold", '"seat 1"', '"seat 2"'),
}


@pytest.mark.parametrize("what", CHANGES)
def test_p9_what_is_kept_beside_the_log_cannot_change_unseen(
    long: Store, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    name, column, old, new = CHANGES[what]
    rows = everything(long)
    row = next(row for row in rows[name] if row["number"] == 3 and old in row[column])
    row[column] = row[column].replace(old, new, 1) if old else new + row[column][1:]
    put_back(long, rows)
    _, fault = audit_table(long, "t")
    assert fault is not None
    assert fault.wrong.code == "stretch"
    assert Parts(monkeypatch).audit(long)[1] == fault


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM landmarks WHERE kind = 'corrected-earlier'", "landmark"),
        ("UPDATE landmarks SET number = number + 1 WHERE kind = 'seated'", "landmark"),
        ("INSERT INTO landmarks VALUES ('t', 'shift-closed', 9, 1000000, '2026-01-01')", "landmark"),
        ("DELETE FROM folds WHERE level = 0 AND number = 2", "stretch"),
        ("INSERT INTO folds SELECT table_id, 3, 0, since, until, fold FROM folds LIMIT 1", "fold"),
        ("DELETE FROM stretches WHERE number = 2", "stretch"),
        ("UPDATE stretches SET last = last + 1000000 WHERE number = (SELECT max(number) FROM stretches)", ""),
    ],
)
def test_p9_nothing_that_is_kept_is_missing_or_made_up(long: Store, statement: str, code: str) -> None:
    with long.engine.begin() as connection:
        assert connection.execute(sa.text(statement)).rowcount
    _, fault = audit_table(long, "t")
    assert fault is not None
    assert code in ("", fault.wrong.code)


@pytest.mark.parametrize("is_below", [True, False])
def test_p9_no_stretch_has_a_number_that_nothing_is_compared_with(
    long: Store, is_below: bool, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """In one audit, in parts and from a checkpoint on; and a number below zero does not lead anywhere."""
    head = take(long, AT).tables["t"]
    place = History(long, "t").before_round(10**6)
    rows = everything(long)
    newest = max(rows["stretches"], key=lambda row: row["number"])
    if is_below:
        rows["stretches"].append(newest | {"number": -1, "round": newest["round"] + 1})
    else:  # with meters, so that these are as many as they should be
        rows["stretches"].append(newest | {"number": newest["number"] + 1})
        rows["folds"].append(rows["folds"][0] | {"level": 0, "number": newest["number"] + 1})
    put_back(long, rows)
    for _, fault in (audit_table(long, "t"), Parts(monkeypatch).audit(long)):
        assert fault is not None
        assert fault.wrong.code == "kept-stray"
    assert audit_since(long, "t", head).fault is not None
    assert not is_below or History(long, "t").before_round(10**6) == place


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO landmarks VALUES ('t', 'shift-closed', 1, 2, '2026-01-01')",
        "INSERT INTO landmarks VALUES ('t', 'seated', 1, 3, '2026-01-01')",
        "INSERT INTO folds VALUES ('t', 0, 0, '2026-01-01', '2026-01-01', '{}')",
    ],
)
def test_p9_a_log_without_stretches_has_nothing_that_belongs_to_one(store: Store, statement: str) -> None:
    service = Service(store)
    service.execute("t", {"do": "open", "name": "T", "game": "craps", "chip": 100, "cards": [{"card": "craps"}]})
    for seat, name in enumerate(("Ann", "Bob"), 1):
        service.execute("t", {"do": "seat", "seat": seat, "name": name})
    assert audit_table(store, "t")[1] is None
    with store.engine.begin() as connection:
        connection.execute(sa.text(statement))
    _, fault = audit_table(store, "t")
    assert fault is not None
    assert fault.wrong.code == "kept-stray"
    assert len(shifts_of(store, "t")) == 1
    assert names_of(store, "t", (1, 2)) == {1: "Ann", 2: "Bob"}


def test_a_landmark_of_another_entry_is_not_followed(long: Store) -> None:
    entries = History(long, "t").found(("corrected-earlier",))
    assert entries
    with long.engine.begin() as connection:
        connection.execute(sa.text("UPDATE landmarks SET seq = seq - 1 WHERE kind = 'corrected-earlier'"))
    assert History(long, "t").found(("corrected-earlier",)) == []


def test_p9_control_an_audit_that_does_not_look_beside_the_log(long: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_check.KeptCheck, "_compared", lambda self, built: None)
    with long.engine.begin() as connection:
        connection.execute(sa.text("UPDATE stretches SET state = '{}' WHERE number = 3"))
    assert audit_table(long, "t")[1] is None


# ---- from a checkpoint on


def test_an_audit_goes_on_from_a_signed_checkpoint(long: Store) -> None:
    head = take(long, AT).tables["t"]
    service = Service(long)
    for _ in range(3):
        service.execute("t", {"do": "close-betting"})
        service.execute("t", {"do": "outcome", "outcome": [3, 4]})
    found = audit_since(long, "t", head)
    assert (found.entries, found.fault) == (long.newest("t"), None)
    assert ENTRIES // 2 < found.compared <= head.entries
    assert audit_since(long, "t", None).compared == 0
    assert audit_since(long, "t", LogHead(head.entries, head.hash)).compared == 0


def test_a_snapshot_before_the_signed_stretch_is_compared_on_the_way_to_it(long: Store) -> None:
    head = take(long, AT).tables["t"]
    history = History(long, "t")
    place = place_at(history, head.stretch)
    step = next(step for step in history.steps(LogPlace()) if step.entry.seq == place.seq - 200)
    long.snapshot(step.entry, step.after)
    found = audit_since(long, "t", head)
    assert (found.compared, found.fault) == (place.seq, None)
    long.snapshot(step.entry, replace(step.after, next_visit=99))
    found = audit_since(long, "t", head)
    assert found.fault is not None
    assert (found.fault.seq, found.fault.wrong.code) == (step.entry.seq, "snapshot")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM landmarks WHERE kind = 'shift-closed' AND number = 1",
        "UPDATE landmarks SET number = number + 1 WHERE kind = 'seated'",
        "INSERT INTO landmarks VALUES ('t', 'voided', 3, 90, '2026-01-01')",
    ],
)
def test_p9_landmarks_before_a_checkpoint_are_those_of_the_entries(long: Store, statement: str) -> None:
    head = take(long, AT).tables["t"]
    with long.engine.begin() as connection:
        assert connection.execute(sa.text(statement)).rowcount
    found = audit_since(long, "t", head)
    assert found.fault is not None
    assert (found.compared, found.fault.wrong.code) == (0, "landmark")


def test_landmarks_of_an_old_log_before_a_checkpoint(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cleared the table, which is found by the outcomes before it."""
    monkeypatch.setattr(histories, "STRETCH_ENTRIES", 4)
    rows, previous = everything(store), START
    rows["tables"] = [{"table_id": "t", "opened_at": AT}]
    stored = json.loads((GOLDEN / "craps.1.json").read_text(encoding="utf-8"))["events"]
    for seq, event in enumerate(stored, 1):
        row = {"table_id": "t", "seq": seq, "at": AT, "by": "", "key": None, "entry": canonical(event)}
        previous = row["hash"] = rehashed(row, previous)
        rows["events"].append(row)
        posted = event_from_json(event).postings
        rows["postings"] += [{"table_id": "t", "seq": seq, "account": name, "amount": one} for name, one in posted]
    put_back(store, rows)
    assert keep_stretches(store, "t")
    (cleared,) = Stretches(store, "t").landmarks(("voided",))
    found = audit_since(store, "t", take(store, AT).tables["t"])
    assert found.fault is None
    assert found.compared > cleared.seq


def test_what_was_signed_must_be_there(long: Store) -> None:
    """A changed entry before the checkpoint, a table that was not signed, and a bad entry after it."""
    head = take(long, AT).tables["t"]
    last = head.entries
    rows = json.dumps(everything(long))

    def after(change: Any) -> Any:
        changed = json.loads(rows)
        change(changed)
        put_back(long, changed)
        return audit_since(long, "t", head)

    def early(changed: Any) -> None:
        changed["events"][4]["by"] = "nobody"

    def state(changed: Any) -> None:
        row = next(row for row in changed["stretches"] if row["number"] == head.stretch - 1)
        row["state"] = row["state"].replace('"felt":', '"felt":1', 1)

    def late(changed: Any) -> None:
        row = max(changed["postings"], key=lambda row: row["seq"])
        row["amount"] += 1

    assert after(early).fault.seq == 5
    whole = after(state)
    assert (whole.compared, whole.fault.wrong.code) == (0, "stretch")
    assert after(late).fault.seq > last - 20
    assert after(lambda changed: None).fault is None
    other = audit_since(long, "t", replace(head, hash="0" * 64))
    assert other.fault is not None
    assert other.fault.wrong.code == "not-signed"


def test_tables_of_before_have_no_stretches(long: Store) -> None:
    with long.engine.begin() as connection:
        for one in (schema.stretches, schema.folds, schema.landmarks):
            connection.execute(sa.delete(one))
    assert audit_table(long, "t")[1] is None
