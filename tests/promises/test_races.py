"""Promises under contention: no bet counts after "no more bets", and a full table with many viewers stays current."""

import json
import threading
import urllib.request
from pathlib import Path

import pytest

from rackcard.table.commands import betting, claims, verify
from tests.support.races import KINDS, races
from tests.support.served import post

RACES = 500


@pytest.mark.parametrize("kind", KINDS)
def test_p6_nothing_counts_after_no_more_bets(kind: str, tmp_path: Path) -> None:
    assert len(races(kind, tmp_path, RACES, seed=6)) == RACES


@pytest.mark.parametrize("kind", KINDS)
def test_p6_control_a_table_that_does_not_close_is_caught(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (betting, claims):
        monkeypatch.setattr(module, "verify_betting", verify.verify_open)
    with pytest.raises(AssertionError, match="after no more bets"):
        races(kind, tmp_path, RACES, seed=6)


WATCHERS = 50


def test_p16_a_full_table_stays_in_step_with_its_watchers(server: str) -> None:
    """A smoke of the load: 64 seats with wagers up, and watchers who all see the same events."""
    cards = [{"card": "repeater-bets-plus"}, {"card": "super-shooter"}]
    post(f"{server}/api/tables", {"table": "t", "name": "Full", "game": "craps", "cards": cards})
    command = f"{server}/api/tables/t/commands"
    for seat in range(1, 65):
        post(command, {"do": "seat", "seat": seat, "name": f"P{seat}"})
        post(command, {"do": "buy-in", "seat": seat, "amount": 100_000})
        post(command, {"do": "bet", "seat": seat, "card": 1, "wager": "citywide", "amount": 500})
    placed = post(command, {"do": "bet", "seat": 1, "card": 2, "wager": "all", "amount": 500})["entry"]["seq"]
    seen: list[str] = []

    def watch() -> None:
        with urllib.request.urlopen(f"{server}/api/tables/t/events?after={placed}", timeout=60) as stream:
            lines = [stream.readline() for _ in range(8)]
        seen.append(b"".join(lines).decode())

    threads = [threading.Thread(target=watch) for _ in range(WATCHERS)]
    for thread in threads:
        thread.start()
    post(command, {"do": "close-betting"})
    settled = post(command, {"do": "outcome", "outcome": [3, 4]})["entry"]["data"]["settlements"]
    for thread in threads:
        thread.join()
    assert len(settled) == 65
    assert len(seen) == WATCHERS
    assert len(set(seen)) == 1
    events = [json.loads(line[6:]) for line in seen[0].splitlines() if line.startswith("data: ")]
    assert [event["kind"] for event in events] == ["betting-closed", "outcome"]
