"""Measures exact best play, compared with Storm in exact mode on the exported decision process."""

from collections.abc import Iterator
from dataclasses import replace

from tests.support.storm import check

from bench.odds import best as shortest
from bench.odds import forget, table
from rackcard.api import load
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.odds.optimal_play import best
from rackcard.odds.price import worth

CARD = "cash-out-craps"


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield cash_out()


def solve(found: list[Bet], chance: Chance) -> None:
    """Best play with every state's values, with empty caches."""
    forget()
    for bet in found:
        best(replace(bet.machine), chance, worth(bet))


def cash_out() -> str:
    """All four tables, then each against Storm, and with the bet off on the come-out."""
    card = load(CARD)
    rows = []
    every, chance = bets(card), card.chance()
    together = shortest(lambda: solve(every, chance))
    rows.append(("all four tables", f"{1000 * together:.1f} ms", "", "", "under 100 ms"))
    for bet in every:
        ours = shortest(lambda bet=bet: solve([bet], chance))  # type: ignore[misc]
        law = chance.law()
        storm = min(check(bet, law, ['R{"return"}max=? [ F "paid" ]']).seconds for _ in range(3))
        name = f"table {bet.terms.table}"
        rows.append((name, f"{1000 * ours:.1f} ms", f"{1000 * storm:.0f} ms", f"**{storm / ours:.1f}**", "at least 3"))
    off = bets(card, {"come-out": "off"})
    apart = shortest(lambda: solve(off, chance))
    rows.append(
        ("all four, off on the come-out", f"{1000 * apart:.1f} ms", "", f"{apart / together:.2f} of on", "about 1")
    )
    columns = ("exact best play, 1,023 states each", "ours", "Storm", "Storm / ours", "goal")
    note = "Caches empty; pay tables with the same machine are solved separately."
    return table("Best play of Cash Out Craps", columns, rows, note)
