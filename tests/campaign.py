"""The long run of the table's promises: ``make campaign`` writes docs/campaign.md with what was actually run.

The gate runs the same checks in small; every figure here says how much was done in the time that was given.
"""

import argparse
import os
import platform
import subprocess
import sys
from datetime import date
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.odds.price import price_play
from rackcard.table.core import decide
from rackcard.table.fold import apply
from rackcard.table.model import Refusal, Table
from rackcard.table.service import generate
from tests.table_driver import BEATEN, Driver, random_outcome

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "docs" / "campaign.md"
STEPS_EACH = 500


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def random_play(steps: int) -> str:
    """P1, P2, P8: random play on all cards, the second settler beside every event."""
    done, events, start = 0, 0, perf_counter()
    for seed in range(steps // STEPS_EACH):
        game = ("craps", "roulette", "baccarat")[seed % 3]
        random = Random(seed)
        driver = Driver(game, chip=random.choice([100, 50, 25]))
        try:
            for _ in range(STEPS_EACH):
                driver.step(random)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, {game}: {error}") from error
        done += STEPS_EACH
        events += len(driver.events)
        if seed % 100 == 99:
            progress(f"  random play: {done:,} of {steps:,} steps, {done / (perf_counter() - start):,.0f} a second")
    return f"{done:,} steps, {events:,} events, every settlement confirmed by the second settler"


def live_return(card_id: str, seconds: float, random: Random) -> list[tuple[str, int, float]]:
    """P3: every wager of a card bet whenever it is open, through the live core; the return against the exact one."""
    game = load(card_id).game.id
    command = {"do": "open", "name": "C", "game": game, "cards": [{"card": card_id, "accept": BEATEN.get(card_id, [])}]}
    table = _after(None, command)
    for command in ({"do": "seat", "seat": 1, "name": "P"}, {"do": "buy-in", "seat": 1, "amount": 10**11}):
        table = _after(table, command)
    bets = {name: bet for name, bet in table.offerings[1].bets.items() if bet.terms.is_posted}
    if game == "roulette" and len(bets) > 60:
        bets = dict(random.sample(sorted(bets.items()), 60))
    total, squares, count = dict.fromkeys(bets, 0), dict.fromkeys(bets, 0), dict.fromkeys(bets, 0)
    end = perf_counter() + seconds
    while perf_counter() < end:
        up = {wager.wager for wager in table.wagers.values()}
        for name in bets.keys() - up:  # one at a time, so that results are independent
            try:
                table = _after(table, {"do": "bet", "seat": 1, "card": 1, "wager": name, "amount": 100 * 60})
            except Refusal:
                continue
        table = _after(table, {"do": "close-betting"})
        before = table
        (event,) = decide(table, {"do": "outcome", "outcome": random_fair(game, table, random)})
        table = apply(table, event)
        for one in event.data["settlements"]:
            name = before.wagers[one["wager"]].wager
            net = (one["paid"] - one["stake"]) / one["stake"]
            total[name] += net
            squares[name] += net * net
            count[name] += 1
    return [(name, count[name], _z(bet, table, total[name], count[name])) for name, bet in bets.items() if count[name]]


def _after(table: Table | None, command: dict[str, Any]) -> Table:
    (event,) = decide(table, command)
    return apply(table, event)


def random_fair(game: str, table: Table, random: Random) -> Any:
    """An outcome with the right odds, quickly: dice from a seeded generator, wheels and shoes as the table deals."""
    return random_outcome(game, random) if game == "craps" else generate(table)


def _z(bet: Any, table: Table, total: float, count: int) -> float:
    offering = table.offerings[1]
    odds = price_play(bet, offering.card.chance(offering.options), "never")
    mean, variance = -float(odds.house_edge or 0), float(odds.variance or 0)
    return (total - count * mean) / sqrt(count * variance) if variance else 0.0


def gate_with(name: str, **counts: str) -> str:
    """A gate test file run again, with larger counts from the environment."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", f"tests/{name}"],
        cwd=ROOT,
        env={**os.environ, **counts},
        capture_output=True,
        text=True,
        check=False,
    )
    last = [line for line in done.stdout.splitlines() if line.strip()][-1]
    return (
        "passed" if done.returncode == 0 else f"FAILED: {last}"
    ) + f" ({', '.join(counts.values()) or 'gate counts'})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, help="steps of random play")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of live play for each card")
    parser.add_argument("--date", default=date.today().isoformat(), help="the date to write into the report")
    chosen = parser.parse_args()
    lines = [
        "# Campaign",
        "",
        f"Written by `make campaign` on {chosen.date}: Python {platform.python_version()}, {os.cpu_count()} cores. The "
        "same checks as the gate, run longer; the counts are those actually run. Certified by nobody.",
        "",
        "| promise | what was run |",
        "|---|---|",
    ]
    progress("random play …")
    lines.append(f"| P1, P2, P8 | {random_play(chosen.steps)} |")
    progress("store, kills, keys, tamperings …")
    lines.append(f"| P4, P5, P7, P9, P10, P14 | `tests/test_table_store.py` {gate_with('test_table_store.py')} |")
    lines += [
        "",
        "## P3: returns through the live engine",
        "",
        "| card | wagers settled | wagers | largest z |",
        "|---|---|---|---|",
    ]
    for card in card_ids():
        if not any(terms.is_posted for terms in load(card).terms()):
            continue
        found = live_return(card, chosen.seconds, Random(1))
        worst = max(found, key=lambda row: abs(row[2]))
        progress(f"  {card}: {sum(row[1] for row in found):,} wagers, z {worst[2]:+.2f}")
        lines.append(f"| {card} | {sum(row[1] for row in found):,} | {len(found)} | {worst[2]:+.2f} ({worst[0]}) |")
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    progress(f"wrote {REPORT.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main()
