"""A misread outcome at a busy table, corrected, against the same play after the right entry: P8."""

from dataclasses import replace
from random import Random
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.commands.betting import BetMade, BundleBet
from rackcard.table.decide import decide
from rackcard.table.state import Refusal, Table
from tests.support.table_driver import Driver, random_outcome


def done_since(driver: Driver, random: Random) -> list[tuple[dict[str, Any], int]]:
    """Things that players do between outcomes: those that were followed, with the number of a bet's wager."""
    done: list[tuple[dict[str, Any], int]] = []
    may_leave = random.random() < 0.2
    for _ in range(30):
        table = driver.table
        assert table is not None
        seat = random.randint(1, 5)
        number = random.choice(table.current)
        wager = random.choice(list(table.offerings[number].bets))
        up = random.choice([*table.wagers, 0])
        mine = table.wagers[up].seat if up else 0
        bet = {"do": "bet", "seat": seat, "card": number, "wager": wager, "amount": 100 * random.randint(1, 40)}
        command: dict[str, Any] = random.choice(
            [
                *[bet] * 12,
                {"do": "take-down", "seat": mine, "wager": up},
                *({"do": offer, "seat": mine, "wager": up} for offer in ("cash-out", "surrender", "take-back")),
                {"do": "buy-in", "seat": seat, "amount": 5000},
                {"do": "leave", "seat": seat} if may_leave else bet,
                {"do": "seat", "seat": seat, "name": "Late"},
            ]
        )
        event = driver.try_to(command)
        if event is not None:
            done.append((command, event.number if isinstance(event, BetMade | BundleBet) else 0))
    return done


def held(table: Table) -> dict[str, int]:
    """Every account, a player's own two together."""
    total: dict[str, int] = {}
    visits = {f"seat:{seat}": f"owed:{who.visit}" for seat, who in table.seats.items()}
    for account, amount in table.balances.items():
        name = visits.get(account, account)
        total[name] = total.get(name, 0) + amount
    return {account: amount for account, amount in total.items() if amount}


def corrected_after_anything(seed: int) -> None:
    """A misread outcome, a busy table, and the correction: as if the right outcome had been entered at once."""
    random = Random(seed)
    game = ("craps", "roulette", "baccarat")[seed % 3]
    driver = Driver(game)
    for _ in range(random.randint(15, 60)):
        driver.step(random)
    driver.try_to({"do": "close-betting"})
    start = driver.table
    assert start is not None
    right, wrong = random_outcome(game, random), random_outcome(game, random)
    driver.do({"do": "outcome", "outcome": wrong})
    done = done_since(driver, random)
    driver.do({"do": "correct", "outcome": right, "reason": "misread"})
    table = driver.table
    entered = apply(start, decide(start, {"do": "outcome", "outcome": right})[0])
    if any(command["do"] == "leave" for command, _ in done):
        return  # who leaves takes another sum along: the table's own checks have looked at it
    for command, number in done:
        try:
            (event,) = decide(replace(entered, next_wager=number), command)
        except Refusal:
            continue
        entered = apply(entered, event)
    assert table is not None
    assert table.wagers == entered.wagers, f"seed {seed}"
    assert (table.marks, table.phase, table.seats) == (entered.marks, entered.phase, entered.seats), f"seed {seed}"
    assert held(table) == held(entered), f"seed {seed}"
