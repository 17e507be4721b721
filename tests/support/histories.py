"""Random histories of a table, and what must hold of each: P1, P2, P8 and P10."""

import json
from random import Random
from typing import Any

from rackcard.games import GAMES
from rackcard.table import apply as fold
from rackcard.table.apply import apply
from rackcard.table.commands.correction import Corrected
from rackcard.table.decide import decide
from rackcard.table.log.codec import event_from_json, event_to_json, snapshot_text, table_of_snapshot
from rackcard.table.replay import settled_of
from rackcard.table.settle import settled_marks
from rackcard.table.state import Table, TableEvent
from tests.support.table_driver import Driver, random_outcome


def unlawful(before: Table, event: TableEvent, after: Table) -> str | None:
    """What an event breaks of P1 and P2, reckoned from its facts alone; None if it keeps them."""
    if sum(amount for _, amount in event.postings) or sum(after.balances.values()):
        return "the postings do not add up to nothing"
    if any(amount < 0 for account, amount in after.balances.items() if account.startswith("seat:")):
        return "a seat is below nothing"
    if after.balances.get("felt", 0) != sum(wager.stake + wager.commission for wager in after.wagers.values()):
        return "the felt is not what is up"
    if event.kind not in ("outcome", "claimed"):
        return None
    settled = settled_of(event)
    numbers = [one.wager for one in settled]
    if len(set(numbers)) < len(numbers) or not set(numbers) <= set(before.wagers):
        return "a wager settled twice, or was not up"
    posted = dict(event.postings)
    due: dict[str, int] = {}
    for one in settled:
        if one.stake + one.beside != one.paid + one.house + one.envy + one.breakage + one.commission:
            return "a settlement does not add up to its stake"
        winner = "tokes" if before.wagers[one.wager].toke else f"seat:{one.seat}"
        for account, amount in ((winner, one.paid), ("dealer", one.envy), ("commission", one.commission)):
            due[account] = due.get(account, 0) + amount
    if any(posted.get(account, 0) != amount for account, amount in due.items()):
        return "a seat or the dealer was not posted what was settled"
    return None


def drive(game: str, seed: int, steps: int, **more: Any) -> Driver:
    """A random run in which every event is checked, and audited by the second settler."""
    random, driver = Random(seed), Driver(game, **more)
    follow = driver.do

    def checked(command: Any) -> TableEvent:
        before = driver.table
        event = follow(command)
        assert before is not None
        assert driver.table is not None
        wrong = unlawful(before, event, driver.table)
        assert wrong is None, (wrong, command)
        return event

    driver.do = checked  # type: ignore[method-assign]
    for step in range(steps):
        try:
            driver.step(random)
        except AssertionError as error:
            raise AssertionError(f"game {game}, seed {seed}, step {step}: {error}") from error
    return driver


STEPS = 350


def conserved(game: str, seed: int, steps: int = STEPS) -> Driver:
    """P1 and P2: a random history on every card of a game, every event checked as it comes."""
    chip, rounding = ((100, "player"), (500, "house"), (25, "house"))[seed % 3]
    limits = {"wager_min": 100, "payout_max": (0, 200_000)[seed % 2]}
    return drive(game, seed, steps, chip=chip, rounding=rounding, limits=limits)


def essence(table: Table) -> tuple[Any, ...]:
    """A table without its log: what is up, marked and held."""
    balances = {account: amount for account, amount in table.balances.items() if amount}
    return table.wagers, table.marks, table.phase, balances, table.round, table.betting, table.seats


def misread(seed: int) -> tuple[Table, Any, list[Any]]:
    """A random history up to an outcome: the table, the right outcome, and those entered by mistake."""
    random = Random(seed)
    game = tuple(GAMES)[seed % len(GAMES)]
    driver = Driver(game)
    for _ in range(random.randint(15, 60)):
        driver.step(random)
    driver.try_to({"do": "close-betting"})
    assert driver.table is not None
    right, *wrong = (random_outcome(game, random) for _ in range(random.randint(2, 3)))
    return driver.table, right, wrong


def corrected_history(seed: int) -> None:
    """A random history whose last outcome is misread, perhaps twice, and corrected, against one entered right."""
    start, right, wrong = misread(seed)
    entered = apply(start, decide(start, {"do": "outcome", "outcome": right})[0])
    table = apply(start, decide(start, {"do": "outcome", "outcome": wrong[0]})[0])
    for outcome in (*wrong[1:], right):
        (event,) = decide(table, {"do": "correct", "outcome": outcome, "reason": "misread"})
        assert isinstance(event, Corrected)
        assert event.reason == "misread"
        table = apply(table, event)
    assert essence(table) == essence(entered), f"seed {seed}"
    assert table.last == entered.last, f"seed {seed}"


def corrected_after_payouts(seed: int) -> None:
    """The same, but seats that can color up leave with the wrong payout before it is corrected."""
    start, right, wrong = misread(seed)
    entered = apply(start, decide(start, {"do": "outcome", "outcome": right})[0])
    table = apply(start, decide(start, {"do": "outcome", "outcome": wrong[0]})[0])
    for seat in list(table.seats):
        if not any(wager.seat == seat for wager in table.wagers.values()):
            table = apply(table, decide(table, {"do": "leave", "seat": seat})[0])
    (event,) = decide(table, {"do": "correct", "outcome": right, "reason": "misread"})
    table = apply(table, event)
    assert fold.broken_invariant(table, event) is None, f"seed {seed}"
    # Bets that would be up again for a player who has left are refunded; the rest is as if entered correctly.
    gone = {number: wager for number, wager in entered.wagers.items() if wager.seat not in table.seats}
    up = {number: wager for number, wager in entered.wagers.items() if number not in gone}
    marks = settled_marks(entered, entered.marks, up.values())
    assert (table.wagers, table.marks, table.phase) == (up, marks, entered.phase), f"seed {seed}"
    for account in ("felt", "house", "dealer", "breakage"):
        off = sum(wager.stake for wager in gone.values()) if account == "felt" else 0
        assert table.balances.get(account, 0) == entered.balances.get(account, 0) - off, f"seed {seed}, {account}"
    for_dealers = sum(wager.stake for wager in gone.values() if wager.toke)
    assert table.balances.get("tokes", 0) == entered.balances.get("tokes", 0) + for_dealers, f"seed {seed}, tokes"
    for seat, who in entered.seats.items():  # in hand, carried away and still owed: together what is due
        carried = table.balances.get(f"owed:{who.visit}", 0)
        before = apply(start, decide(start, {"do": "outcome", "outcome": wrong[0]})[0]).balance(seat)
        held = table.balance(seat) if seat in table.seats else before
        back = sum(wager.stake for wager in gone.values() if wager.seat == seat and not wager.toke)
        assert held + carried == entered.balance(seat) + back, f"seed {seed}, seat {seat}"


def corrected_histories(seeds: range) -> None:
    for seed in seeds:
        corrected_history(seed)
        corrected_after_payouts(seed)


def replayed(events: list[TableEvent], snapshot_at: int) -> Table:
    """The table from its events as JSON, the later ones applied to a snapshot as JSON."""
    table: Table | None = None
    for number, event in enumerate(events):
        table = apply(table, event_from_json(json.loads(json.dumps(event_to_json(event)))))
        if number == snapshot_at:
            table = table_of_snapshot(snapshot_text(table))
    assert table is not None
    return table


def rebuilt(driver: Driver, seed: int) -> None:
    """P10: the events alone, and from snapshots in the middle and at the end, lead to the same table."""
    for snapshot_at in (-1, len(driver.events) // 2, len(driver.events) - 1):
        assert replayed(driver.events, snapshot_at) == driver.table, f"seed {seed}, {driver.game}, from {snapshot_at}"
