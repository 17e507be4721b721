"""Meters and transcripts against what the log says."""

from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rackcard.api import load
from rackcard.table.core import decide
from rackcard.table.fold import apply
from rackcard.table.meters import meters
from rackcard.table.model import Table
from rackcard.table.replay import replay
from rackcard.table.service import Service
from rackcard.table.store import Entry, Store
from tests.table_driver import open_command
from tests.table_world import AT, CARDS, Script, run, spinning

pytestmark = [pytest.mark.filterwarnings("ignore:XDG_RUNTIME_DIR is not set")]


def test_meters_equal_a_count_by_hand(store: Store) -> None:
    """Five spins: red wins, red loses to 00, red loses and a straight-up hits, a correction takes that back."""
    service = Service(store, clock=lambda: AT)
    spinning(service, "t")

    def round_of(outcome: str, **bets: int) -> None:
        for wager, amount in bets.items():
            command = {"do": "bet", "seat": 1, "card": 1, "wager": wager.replace("_", "-"), "amount": amount}
            service.execute("t", command, by="Dora")
        service.execute("t", {"do": "close-betting"}, by="Dora")
        service.execute("t", {"do": "outcome", "outcome": outcome}, by="Dora")

    round_of("1", red=500)
    round_of("00", red=700)
    round_of("2", red=900, straight_2=100)
    service.execute("t", {"do": "correct", "outcome": "3", "reason": "misread"}, by="Max")
    found = meters(store.entries("t"))
    red, two = found.by_wager.values()
    assert (red.wagers, red.handle, red.paid, red.hold) == (3, 2100, 1000 + 1800, -700)
    assert (two.wagers, two.handle, two.paid, two.hold) == (1, 100, 0, 100)
    assert red.expected == 2100 * load("roulette").odds(wager="red").wagers[0].house_edge
    (seat,) = found.by_seat.values()
    assert (seat.name, seat.handle, seat.paid) == ("seat 1", 2200, 2800)
    assert sum(meter.hold for meter in found.by_dealer.values()) == -600
    assert seat.hold == Service(store).table("t").balances["house"]
    assert not meters(store.entries("t"), since="2027").by_seat
    assert not meters(store.entries("t"), until="2026-01-01").by_seat


@pytest.mark.parametrize("game", CARDS)
def test_meters_equal_the_settlements_of_the_log(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    run(Service(store), "t", Script(game, 12, 80))
    handle, paid, count = Counter[str](), Counter[str](), Counter[str]()
    for entry in store.entries("t"):
        data = entry.event.data
        settled = [*data.get("settlements", []), *([data["settlement"]] if "settlement" in data else [])]
        for sign, part in ((1, settled), (-1, data.get("reversed", []))):
            for one in part:
                seat = f"seat {one['seat']}"
                handle[seat] += sign * one["stake"]
                paid[seat] += sign * one["paid"]
                count[seat] += sign
    found = meters(store.entries("t"))
    assert {seat: (m.wagers, m.handle, m.paid) for seat, m in found.by_seat.items()} == {
        seat: (count[seat], handle[seat], paid[seat]) for seat in handle
    }
    for part in (found.by_wager, found.by_dealer):
        assert sum(meter.handle for meter in part.values()) == sum(handle.values())
        assert sum(meter.paid for meter in part.values()) == sum(paid.values())
    house = Service(store).table("t").balances
    assert sum(m.hold - m.envy for m in found.by_seat.values()) == house.get("house", 0) + house.get("breakage", 0)


def held_after(cards: int, spins: int, seats: int) -> list[float]:
    """The z of so many short sessions of red, every seat on the same spin."""
    found: list[float] = []
    random = Random(13)
    opening, closing = open_command("roulette", cards=[{"card": "roulette"}]), {"do": "close-betting"}
    for _ in range(cards):
        table: Table | None = None
        entries: list[Entry] = []

        def do(command: Any, entries: list[Entry] = entries) -> None:
            nonlocal table
            (event,) = decide(table, command)
            table = apply(table, event)
            entries.append(Entry("t", len(entries) + 1, AT, "Dora", None, event, ""))

        do(opening)
        for seat in range(1, seats + 1):
            do({"do": "seat", "seat": seat, "name": "Ann"})
            do({"do": "buy-in", "seat": seat, "amount": 10**6})
        pockets = ["0", "00", *map(str, range(1, 37))]
        for _ in range(spins):
            for seat in range(1, seats + 1):
                do({"do": "bet", "seat": seat, "card": 1, "wager": "red", "amount": 100})
            do(closing)
            do({"do": "outcome", "outcome": random.choice(pockets)})
        (meter,) = meters(entries).by_wager.values()
        assert meter.z is not None
        found.append(meter.z)
    return found


@pytest.mark.parametrize("seats", [1, 6])
def test_z_is_a_standard_score(seats: int) -> None:
    """Over 60 honest sessions z has mean 0 and variance 1, also when six seats share every spin."""
    scores = held_after(60, 12, seats)
    assert abs(sum(scores) / sqrt(len(scores))) < 5
    assert 0.3 < sum(z * z for z in scores) / len(scores) < 2.5


@pytest.mark.parametrize("game", CARDS)
def test_replay_tells_every_entry_and_every_round(game: str, tmp_path: Path, opened: Any) -> None:
    store = opened(str(tmp_path / "log.db"))
    script = Script(game, 12, 80)
    run(Service(store, clock=lambda: AT), "t", script)
    lines = list(replay(store.entries("t")))
    told = [line for line in lines if not line.startswith(" " * 8)]
    assert [int(line.split()[0]) for line in told] == list(range(1, len(script.events) + 1))
    rounds = [event for event in script.events if event.kind == "outcome"]
    assert len(rounds) > 10
    for number in range(1, len(rounds) + 1):
        assert sum(f"round {number} outcome " in line for line in lines) == 1
    parts = [list(replay(store.entries("t"), number)) for number in range(1, len(rounds) + 2)]
    assert sorted(line for part in parts for line in part) == sorted(lines), "the rounds together are the whole"
    why = [one["why"] for e in script.events for one in [*e.data.get("settlements", []), *e.data.get("reversed", [])]]
    assert why
    details = Counter(line.strip().split(": ", 1)[-1].removeprefix("taken back: ") for line in lines)
    for words, count in Counter(why).items():
        assert sum(times for line, times in details.items() if line.endswith(words)) >= count, words
