"""A command against "no more bets", both at once: P6."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from rackcard.table.audit import audit
from rackcard.table.commands.betting import BetMade
from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.state import Refusal

FIELD: dict[str, Any] = {"do": "bet", "seat": 1, "card": 1, "wager": "field", "amount": 100}


def opened(tmp_path: Path, cards: list[dict[str, Any]], seats: int) -> Service:
    service = Service(Store(str(tmp_path / "races.db")))
    service.execute("t", {"do": "open", "name": "Races", "game": "craps", "cards": cards})
    for seat in range(1, seats + 1):
        service.execute("t", {"do": "seat", "seat": seat, "name": f"P{seat}"})
        service.execute("t", {"do": "buy-in", "seat": seat, "amount": 10**9})
    return service


def roll(service: Service, *totals: tuple[int, int]) -> None:
    for dice in totals:
        service.execute("t", {"do": "close-betting"})
        service.execute("t", {"do": "outcome", "outcome": list(dice)})


def race(service: Service, command: dict[str, Any], random: Random) -> bool:
    """A command against "no more bets": whether it was followed, and if so, that it came first in the log.

    Whoever reaches the barrier last runs on at once, so chance decides who that is and who waits a moment.
    """
    start = threading.Barrier(2)
    seqs: dict[str, int] = {}
    codes: list[str] = []

    def give(what: dict[str, Any], moment: float) -> None:
        start.wait()
        time.sleep(moment)
        try:
            seqs[what["do"]] = service.execute("t", what).entry.seq
        except Refusal as refusal:
            codes.append(refusal.code)

    rivals = random.sample([command, {"do": "close-betting"}], 2)
    threads = [threading.Thread(target=give, args=(what, random.random() / 1000)) for what in rivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    service.execute("t", {"do": "no-roll", "reason": "the next race"})
    assert codes in ([], ["no-more-bets"])
    followed = command["do"] in seqs
    assert not followed or seqs[command["do"]] < seqs["close-betting"], f"{command['do']}: after no more bets"
    return followed


def checked(service: Service, followed: list[bool]) -> list[bool]:
    assert all(fault is None for _, _, fault in audit(service.store))
    service.store.close()
    return followed


def bets(folder: Path, count: int, random: Random) -> list[bool]:
    """Every race is for a new wager: one that was made is taken down before the next."""
    service = opened(folder, [{"card": "craps"}], 1)
    followed = []
    for _ in range(count):
        followed.append(race(service, FIELD, random))
        up = service.table("t").wagers
        assert [wager.stake for wager in up.values()] == [100] * followed[-1]
        for number in up:
            service.execute("t", {"do": "take-down", "seat": 1, "wager": number})
    return checked(service, followed)


def raises(folder: Path, count: int, random: Random) -> list[bool]:
    """Every race adds to one wager."""
    service = opened(folder, [{"card": "craps"}], 1)
    service.execute("t", FIELD)
    followed = [race(service, FIELD, random) for _ in range(count)]
    (up,) = service.table("t").wagers.values()
    assert up.stake == 100 * (1 + sum(followed))
    return checked(service, followed)


def take_downs(folder: Path, count: int, random: Random) -> list[bool]:
    service = opened(folder, [{"card": "craps"}], 1)
    followed = []
    for _ in range(count):
        placed = service.execute("t", FIELD)
        assert isinstance(placed.entry.event, BetMade)
        followed.append(race(service, {"do": "take-down", "seat": 1, "wager": placed.entry.event.number}, random))
    return checked(service, followed)


def cash_outs(folder: Path, count: int, random: Random) -> list[bool]:
    service = opened(folder, [{"card": "cash-out-craps", "options": {"several": "yes"}}], 1)
    for _ in range(count):
        service.execute("t", {"do": "bet", "seat": 1, "card": 1, "wager": "cash-out", "amount": 100})
    roll(service, (2, 2), (2, 3), (3, 3), (4, 4))
    numbers = list(service.table("t").wagers)
    return checked(
        service, [race(service, {"do": "cash-out", "seat": 1, "wager": number}, random) for number in numbers]
    )


def surrenders(folder: Path, count: int, random: Random) -> list[bool]:
    """At most 256 in one go: four wagers at each of 64 seats."""
    seats = min(count // 4, 64)
    service = opened(folder, [{"card": "repeater-bets-plus"}], seats)
    for seat in range(1, seats + 1):
        for number in (2, 12, 3, 11):
            wager = f"repeating-{number}"
            service.execute("t", {"do": "bet", "seat": seat, "card": 1, "wager": wager, "amount": 100})
    roll(service, (1, 1), (6, 6), (1, 2), (1, 2), (5, 6), (5, 6))
    up = service.table("t").wagers
    return checked(
        service, [race(service, {"do": "surrender", "seat": w.seat, "wager": n}, random) for n, w in up.items()]
    )


KINDS: dict[str, Callable[[Path, int, Random], list[bool]]] = {
    "bet": bets,
    "raise": raises,
    "take-down": take_downs,
    "cash-out": cash_outs,
    "surrender": surrenders,
}


def races(kind: str, folder: Path, count: int, seed: int) -> list[bool]:
    """P6: so many races of one kind, on as many tables as they need; which were followed."""
    followed: list[bool] = []
    random = Random(seed)
    while len(followed) < count:
        place = folder / f"{kind} {len(followed)}"
        place.mkdir()
        followed += KINDS[kind](place, min(count - len(followed), 256), random)
    assert 0 < sum(followed) < count, f"seed {seed}, {kind}: every race went one way, {sum(followed)} of {count}"
    return followed
