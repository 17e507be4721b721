"""A misread outcome at a busy table, corrected, against the same play after the right entry: P8."""

from dataclasses import replace
from random import Random
from typing import Any

from rackcard.games import GAMES
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
    game = tuple(GAMES)[seed % len(GAMES)]
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


def played_on(driver: Driver, random: Random, outcomes: int) -> list[tuple[dict[str, Any], int]]:
    """What people do over some more outcomes, as ``done_since`` has it."""
    done = done_since(driver, random)
    for _ in range(outcomes):
        for command in ({"do": "close-betting"}, {"do": "outcome", "outcome": random_outcome(driver.game, random)}):
            driver.do(command)
            done.append((command, 0))
        done += done_since(driver, random)
    return done


def done_again(table: Table, done: list[tuple[dict[str, Any], int]]) -> Table:
    """The same commands at another table; what is refused there is left out."""
    for command, number in done:
        try:
            (event,) = decide(replace(table, next_wager=number or table.next_wager), command)
        except Refusal:
            continue
        table = apply(table, event)
    return table


def changed_far_back(seed: int) -> None:
    """A round some outcomes back is corrected or voided, as if that had been done at once."""
    random = Random(seed)
    game = tuple(GAMES)[seed % len(GAMES)]
    driver = Driver(game)
    for seat in range(1, 6):  # short of money, so that what a wrong outcome paid is bet again
        driver.do({"do": "seat", "seat": seat, "name": "Short"})
        driver.do({"do": "buy-in", "seat": seat, "amount": 6000})
    for _ in range(random.randint(15, 40)):
        driver.step(random)
    driver.try_to({"do": "close-betting"})
    start = driver.table
    assert start is not None
    right, wrong = random_outcome(game, random), random_outcome(game, random)
    number = start.round + 1
    driver.do({"do": "outcome", "outcome": wrong})
    done = played_on(driver, random, random.randint(1, 4))
    if random.random() < 0.7:
        driver.do({"do": "correct", "round": number, "outcome": right, "reason": "misread"})
        entered = start
    else:
        driver.do({"do": "void", "round": number, "reason": "late bets"})
        entered = replace(apply(start, decide(start, {"do": "void", "reason": "late bets"})[0]), betting=False)
        right = wrong
    if any(command["do"] == "leave" for command, _ in done):
        return  # who leaves takes another sum along: the table's own checks have looked at it
    entered = apply(entered, decide(entered, {"do": "outcome", "outcome": right})[0])
    entered, table = done_again(entered, done), driver.table
    assert table is not None
    assert table.wagers == entered.wagers, f"seed {seed}"
    assert (table.marks, table.phase, table.seats) == (entered.marks, entered.phase, entered.seats), f"seed {seed}"
    assert (table.round, table.recent) == (entered.round, entered.recent), f"seed {seed}"
    assert held(table) == held(entered), f"seed {seed}"
