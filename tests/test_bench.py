"""The benchmarks can be imported, and the caches that they empty exist."""

from bench.__main__ import ROOMS
from bench.odds import forget

from rackcard import load
from rackcard.odds.solve import solve


def test_every_room_of_the_bench_can_be_entered() -> None:
    assert {"odds", "strategy", "table", "simulate", "web"} <= set(ROOMS)
    assert all(callable(room.sections) for room in ROOMS.values())


def test_caches_are_emptied_before_they_are_measured() -> None:
    load("craps").odds()
    known = load("craps")
    assert solve.cache_info().currsize
    forget()
    assert not solve.cache_info().currsize
    assert load("craps") is not known, "a card remembers its prices"
