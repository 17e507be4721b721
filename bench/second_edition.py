"""Measures the constructs of the card language that need more than counters: each as a card, priced exactly."""

from collections.abc import Callable, Iterator
from time import process_time

from bench.odds import _race, forget, table
from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.card.phrases import grammar_of
from rackcard.games import GAMES
from rackcard.machine import bets

HEAD = "card: measured\ntitle: Measured\nabout: A card to measure.\nsource: the bench\n"
CRAPS = HEAD + "game: craps\nwagers:\n"
WHEEL = HEAD + "game: roulette\nchance: a single-zero wheel\nwagers:\n"

REPLAY = (
    CRAPS
    + """  replay:
    ends: seven-out
    opens: before the come-out
    pays:
      - {when: "4 made 4 times, or 10 made 4 times", pays: 1000 to 1}
      - {when: "5 made 4 times, or 9 made 4 times", pays: 500 to 1}
      - {when: "4 made 3 times, or 10 made 3 times", pays: 120 to 1}
      - {when: "6 made 4 times, or 8 made 4 times", pays: 100 to 1}
      - {when: "5 made 3 times, or 9 made 3 times", pays: 95 to 1}
      - {when: "6 made 3 times, or 8 made 3 times", pays: 70 to 1}
"""
)
COME_ODDS = (
    CRAPS
    + """  come:
    line: its own
    opens: after the come-out
    ends: the line is decided
    wins: the line wins
    pays: 1 to 1
  come-odds:
    behind: come
    works: with the table's point on
    stake: up to 3 times on 4 or 10, 4 times on 5 or 9, 5 times on 6 or 8
    pays:
      - {when: 4 or 10 made, pays: 2 to 1}
      - {when: 5 or 9 made, pays: 3 to 2}
      - {when: 6 or 8 made, pays: 6 to 5}
"""
)
STREAK = CRAPS + "  streak: {ends: any seven, wins: 6 rolled 3 times in a row, pays: 300 to 1}\n"
PATTERN = CRAPS + "  pattern: {ends: seven-out, wins: 6 rolled then at once 8 rolled then 9 rolled, pays: 5 to 1}\n"
PRISON = (
    WHEEL
    + """  red:
    ends: after 1 spin
    pays:
      - {when: the number is red, pays: 1 to 1}
      - {when: the number is 0, turns into: red-in-prison}
  red-in-prison:
    opens: never
    ends: after 1 spin
    pays:
      - {when: the number is red, pays: push}
      - {when: the number is 0, turns into: red-in-prison}
"""
)
SHOE = HEAD + "game: baccarat\nchance: a shoe of 6 decks\nwagers:\n"
SUITS = (
    SHOE
    + """  red: {wins: every card is red, pays: 30 to 1}
  suited: {wins: player starts with K and Q suited, pays: 50 to 1}
  nines: {counts: nines in the first 4 cards, pays: {1: 1 to 1, 2: 8 to 1, 3 or more: 100 to 1}}
"""
)
RACED = {"Replay": REPLAY, "come with odds": COME_ODDS, "a streak": STREAK, "a pattern": PATTERN, "en prison": PRISON}


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield goals()
    yield against_storm()


def against_storm() -> str:
    """What an exact price costs us and Storm."""
    rows = []
    for name, text in RACED.items():
        card = loads(text)
        for bet in bets(card):
            if not bet.terms.is_bet or bet.turns:
                continue
            ratio, method, ours, storm, states = _race(bet, card.chance())
            rows.append((name, bet.terms.wager, f"{states:,}", method, f"{1000 * ours:.2f} ms",
                         f"{1000 * storm:.1f} ms", f"**{ratio:,.0f}**"))  # fmt: skip
    columns = ("card", "wager", "states in Storm", "our method", "ours", "Storm", "Storm / ours")
    return table("The second edition against Storm", columns, rows, "Goal: Replay under 0.1 s.")


def goals() -> str:
    """What reading and pricing a card costs once the grammar is there, in processor time: the machine is shared."""
    for game in GAMES.values():
        grammar_of(game)
    forget()
    by_card = {name: _spent(lambda name=name: load(name).odds(readings=True)) for name in card_ids()}  # type: ignore[misc]
    slowest = max(by_card, key=lambda name: by_card[name])
    few, many = (_priced(_hands(count)) for count in (2, 64))
    rows = [
        ("the catalog, every card and reading", f"{sum(by_card.values()):.3f} s", "under 2 s"),
        (f"its slowest card, {slowest}", f"{by_card[slowest]:.3f} s", "under 0.4 s"),
        ("Replay", f"{_priced(REPLAY):.4f} s", "under 0.1 s"),
        ("six decks, suits", f"{_priced(SUITS):.3f} s", "under 0.5 s"),
        ("one hand, 2 lines", f"{few:.4f} s", ""),
        ("one hand, 64 lines", f"{many:.4f} s", f"as 2 lines; **{many / few:.1f}** times"),
    ]
    return table("What the card language costs", ("read and priced with empty caches", "processor time", "goal"), rows)


def _spent(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _priced(text: str) -> float:
    """The least time that reading and pricing a card takes."""

    def work() -> float:
        forget()
        return _spent(lambda: loads(text).odds())

    return min(work() for _ in range(5))


def _hands(count: int) -> str:
    """A baccarat wager on one hand with so many pay lines."""
    totals = [(player, banker) for player in range(8) for banker in range(8)][:count]
    pays = "".join(f"      - {{when: player has {p} and banker has {b}, pays: 9 to 1}}\n" for p, b in totals)
    return SHOE + "  one:\n    pays:\n" + pays
