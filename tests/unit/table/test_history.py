"""The past of a table is found beside its log, and is what the whole log says."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from rackcard.table import history as histories
from rackcard.table import meter_reading, stretch_builder
from rackcard.table.commands.control import ShiftClosed
from rackcard.table.evidence import evidence
from rackcard.table.history import History, LogPlace, follow
from rackcard.table.log.schema import folds, landmarks, stretches
from rackcard.table.log.store import Store
from rackcard.table.meters import meters, meters_of
from rackcard.table.period import read_period
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.state import Refusal
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web import housekeeping
from rackcard.web.views.history import recalled
from rackcard.web.views.meters import names_of, shifts_of
from tests.support.evidence import verify_evidence
from tests.support.plain_meters import recomputed
from tests.support.table_driver import random_outcome
from tests.support.table_world import Script, run

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]
START = datetime.fromisoformat("2026-01-01T00:00:00.000+00:00")


class Clock:
    """A clock that moves on by some seconds at a time, and is set back now and then."""

    def __init__(self, seed: int) -> None:
        self.random, self.now = Random(seed), START

    def __call__(self) -> str:
        step = -40 if self.random.random() < 0.02 else self.random.randint(0, 20)
        self.now = max(START, self.now + timedelta(seconds=step))
        return self.now.isoformat(timespec="milliseconds")


@pytest.fixture(params=["craps", "roulette", "baccarat"])
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A random history full of corrections, in short stretches, kept a few commands at a time."""
    monkeypatch.setattr(histories, "STRETCH_ENTRIES", 10)
    monkeypatch.setattr("rackcard.table.apply.CHAPTER_OUTCOMES", 5)
    monkeypatch.setattr(histories, "CHAPTER_OUTCOMES", 5)
    for module in (meter_reading, stretch_builder):
        monkeypatch.setattr(module, "FAN", 3)
    store = Store(str(tmp_path / "kept.db"))
    seed = {"craps": 12, "roulette": 3, "baccarat": 4}[request.param]
    service, random = Service(store, clock=Clock(seed)), Random(seed)
    script = Script(request.param, seed, 150)
    for number, command in enumerate(script.accepted):
        with suppress(Refusal):  # what was changed before may have taken the ground from under it
            service.execute("t", command, key=f"k{number}", by=random.choice(("Dora", "Emil")))
        change_earlier(service, random)
        if random.random() < 0.05:
            keep_stretches(store, "t", random.choice((5, 40, 2000)))
    yield store
    store.close()


def change_earlier(service: Service, random: Random) -> None:
    """Now and then another outcome is put in the place of that of an earlier round, or its bets are voided."""
    table = service.table("t")
    if table.first_round is None or table.status != "open" or random.random() > 0.06:
        return
    number = max(table.first_round, table.round - random.randint(0, 12))
    outcome = random_outcome(table.game_id, random)
    command = random.choice(({"do": "void"}, {"do": "correct", "outcome": outcome}))
    with suppress(Refusal):
        service.execute("t", {**command, "round": number, "reason": "looked at again"}, by="Boss")


def rows(store: Store) -> list[list[Any]]:
    with store.engine.connect() as connection:
        return [sorted(connection.execute(sa.select(one)).all()) for one in (stretches, folds, landmarks)]


def test_meters_of_any_period_equal_those_of_the_whole_log(kept: Store) -> None:
    entries = list(kept.entries("t"))
    assert History(kept, "t").newest is not None
    assert any(fold.level for fold in rows(kept)[1])
    times = sorted({entry.at for entry in entries})
    random = Random(5)
    periods: list[Any] = [(None, None), *((None, one) for one in random.sample(times, 4))]
    periods += [(one, None) for one in random.sample(times, 4)]
    periods += [tuple(sorted(random.sample(times, 2))) for _ in range(12)]
    for since, until in periods:
        period = read_period(since, until)
        plain = recomputed(entries, period)
        found = meters_of(kept, "t", period)
        assert found.by_wager == plain.by_wager, (since, until)
        assert {name: plays_aside(one) for name, one in found.by_seat.items()} == {
            name: plays_aside(one) for name, one in plain.by_seat.items()
        }
        assert set(found.by_dealer) == set(plain.by_dealer)
        assert found == meters(entries, period)


def plays_aside(meter: Any) -> tuple[Any, ...]:
    return tuple(value for name, value in vars(meter).items() if name != "play")


def test_every_round_is_recalled_as_the_whole_log_has_it(kept: Store) -> None:
    every = list(follow(kept.entries("t")))
    past = History(kept, "t")
    for number in range(1, every[-1].after.round + 2):
        assert list(replay(past.round_steps(number), number)) == list(replay(every, number)), number
        assert list(recalled(past.round_steps(number), number, 1)) == list(recalled(every, number, 1)), number


def test_the_evidence_of_every_round_is_the_same_without_stretches(kept: Store) -> None:
    rounds = range(1, next(iter(reversed(list(follow(kept.entries("t")))))).after.round + 1)
    with_them = [evidence(kept, "t", number) for number in rounds]
    forget(kept)
    assert with_them == [evidence(kept, "t", number) for number in rounds]
    assert all(map(verify_evidence, with_them))


def forget(store: Store) -> None:
    with store.engine.begin() as connection:
        for one in (stretches, folds, landmarks):
            connection.execute(sa.delete(one))


def test_what_is_kept_little_by_little_is_what_is_kept_at_once(kept: Store) -> None:
    while keep_stretches(kept, "t"):
        pass
    little = rows(kept)
    forget(kept)
    while keep_stretches(kept, "t"):
        pass
    for one, other in zip(rows(kept), little, strict=True):
        assert one == other
    assert keep_stretches(kept, "t") == 0


def test_a_place_leads_to_the_same_table_as_the_whole_log(kept: Store) -> None:
    """But for the past, which is shorter: a correction reaches no further back than the place."""
    past = History(kept, "t")
    whole = {step.entry.seq: step.after for step in past.steps(LogPlace())}
    for number in (3, 12, 20):
        place = past.reaching(past.before_round(number), None)
        assert place.round < number
        for step in past.steps(place):
            here, there = vars(step.after), vars(whole[step.entry.seq])
            assert {n: v for n, v in here.items() if n != "past"} == {n: v for n, v in there.items() if n != "past"}


def test_shifts_and_visits_are_found_beside_the_log(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "STRETCH_ENTRIES", 4)
    service = Service(store, clock=Clock(1))
    run(service, "t", Script("roulette", 5, 60))
    for _ in range(3):
        service.execute("t", {"do": "seat", "seat": 9, "name": "Late"})
        service.execute("t", {"do": "close-betting"})
        service.execute("t", {"do": "outcome", "outcome": "7"})
        service.execute("t", {"do": "close-shift"})
        keep_stretches(store, "t")
        service.execute("t", {"do": "leave", "seat": 9})
    closed = [entry for entry in store.entries("t") if isinstance(entry.event, ShiftClosed)]
    assert [one.until for one in shifts_of(store, "t")] == [*(entry.at for entry in closed), ""]
    visits = service.table("t").next_visit
    expected = [entry.event.name for entry in store.entries("t") if entry.event.kind == "seated"]  # type: ignore[attr-defined]
    assert names_of(store, "t", range(1, visits)) == dict(enumerate(expected, 1))


def test_a_server_keeps_the_stretches_of_its_tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a log that it finds, and those that end while it runs; nothing is written with a command."""
    monkeypatch.setattr(housekeeping, "KEPT_EVERY", 1)
    run(Service(store), "t", Script("roulette", 5, 40))
    service, keeper = Service(store), housekeeping.StretchKeeper(store)
    service.listeners.append(keeper.heard)
    assert rows(store)[0] == []
    while keeper.is_due:
        keeper.look()
    found = len(rows(store)[0])
    assert found
    service.execute("t", {"do": "close-betting"})
    service.execute("t", {"do": "outcome", "outcome": "7"})
    service.execute("t", {"do": "close-shift"})
    service.execute("t", {"do": "close-betting"})
    service.execute("t", {"do": "outcome", "outcome": "7"})
    assert len(rows(store)[0]) == found
    keeper.look()
    assert len(rows(store)[0]) > found
