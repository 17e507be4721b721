"""Measures exact odds, compared with Storm in exact mode on the exported models."""

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from tests.support.storm import check

from rackcard.api import load
from rackcard.card import card_ids, phrases
from rackcard.card.phrases import grammar_of
from rackcard.games import GAMES
from rackcard.games.baccarat import shoe_count as shoe
from rackcard.games.device import Chance
from rackcard.machine import Bet, Machine, bets
from rackcard.machine import explore as exploring
from rackcard.machine.explore import NEVER
from rackcard.odds.solve import METHODS

RACKCARD = Path(sys.executable).parent / "rackcard"
EIGHT_DECKS = [card for card in card_ids() if load(card).game.id == "baccarat"]


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield cold_processes()
    yield catalogue()
    yield baccarat()
    yield against_storm()


def table(title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], note: str = "") -> str:
    lines = [f"## {title}", "", "| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([*lines, "", *([note, ""] if note else [])])


def best(work: Callable[[], object], times: int = 5) -> float:
    """The shortest of several runs: the cost of the work without interference."""
    return min(timed(work) for _ in range(times))


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


ROOMS = tuple(f"rackcard.{room}" for room in ("api", "card", "games", "machine", "odds", "strategy"))
KEPT = (grammar_of, phrases._meanings)
"""What a process builds once, whatever it is asked."""


def forget() -> None:
    """Empties every cache but the grammar, so that the next price is computed again from the card's text."""
    for name, module in list(sys.modules.items()):
        if name.startswith(ROOMS):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and value not in KEPT:
                    value.cache_clear()


def cold_processes() -> str:
    """Whole processes, including the start of the interpreter."""
    commands = {
        "python -c pass": ([sys.executable, "-c", "pass"], ""),
        "import rackcard": ([sys.executable, "-c", "import rackcard"], "under 0.15 s"),
        "rackcard --help": ([str(RACKCARD), "--help"], "under 0.3 s"),
        "rackcard odds super-shooter": ([str(RACKCARD), "odds", "super-shooter"], "under 0.5 s"),
    }
    rows = []
    for name, (command, goal) in commands.items():
        runs = [timed(lambda c=command: subprocess.run(c, capture_output=True, check=True)) for _ in range(9)]  # type: ignore[misc]
        rows.append((f"`{name}`", f"{statistics.median(runs):.3f} s", goal))
    return table("Cold processes", ("command", "median of nine", "goal"), rows)


def catalogue() -> str:
    """Every card, wager, pay table and reading in one process."""
    start = perf_counter()
    for game in GAMES.values():
        grammar_of(game)
    grammar = perf_counter() - start
    forget()
    rows = []
    total, wagers = 0.0, 0
    for name in card_ids():
        start = perf_counter()
        priced = load(name).odds(readings=True)
        seconds = perf_counter() - start
        total += seconds
        wagers += len(priced.wagers)
        rows.append((name, str(len(priced.wagers)), f"{seconds:.3f} s"))
    rows.append(("**all**", str(wagers), f"**{total:.3f} s**"))
    note = (
        "Caches empty, every wager by two methods. Goal: under 1.5 s in total, no card above 0.3 s. "
        f"Building the grammar, once per process, took another {grammar:.3f} s."
    )
    return table("The whole catalog", ("card", "prices", "seconds"), rows, note)


def baccarat() -> str:
    """All baccarat cards from a fresh eight-deck shoe."""

    def work() -> None:
        forget()
        for name in EIGHT_DECKS:
            load(name).odds()

    rows = [
        ("all baccarat cards, every wager by two methods", f"{best(work):.3f} s"),
        ("the shoe's joint law, four cards first", f"{best(lambda: _law(shoe.law_by_hands)):.3f} s"),
        ("the shoe's totals, third cards first", f"{best(lambda: _law(shoe.totals_by_thirds)):.3f} s"),
    ]
    return table("Baccarat from a fresh eight-deck shoe", ("what", "best of five"), rows, "Goal: under 0.1 s in total.")


def _law(count: Callable[..., object]) -> object:
    """A law of the shoe, counted with empty caches."""
    forget()
    return count(load("baccarat").chance())


def against_storm() -> str:
    """Each exported wager: our fastest exact method against Storm building and checking its model."""
    rows = []
    ratios = []
    seen: set[tuple[Machine, Chance]] = set()
    for name in card_ids():
        card = load(name)
        if card.game.id == "baccarat":
            continue
        for options in card.combinations():
            for bet in bets(card, options):
                chance = card.chance(options)
                if (bet.machine, chance) in seen or (card.id == card.game.id == "roulette" and len(seen) % 9):
                    seen.add((bet.machine, chance))
                    continue
                seen.add((bet.machine, chance))
                ratio, method, ours, storm, states = _race(bet, chance)
                ratios.append(ratio)
                row = (
                    name, bet.terms.wager, " ".join(v for o, v in options.items() if card.options[o].is_reading),
                    f"{states:,}", method, f"{1000 * ours:.2f} ms", f"{1000 * storm:.1f} ms", f"**{ratio:,.0f}**",
                )  # fmt: skip
                rows.append(row)
                print(f"  {name} {bet.terms.wager}: {ratio:,.0f}", file=sys.stderr, flush=True)
    columns = ("card", "wager", "reading", "states in Storm", "our method", "ours", "Storm", "Storm / ours")
    note = (
        f"Lowest ratio {min(ratios):,.0f}, median {statistics.median(ratios):,.0f}, highest {max(ratios):,.0f}. "
        "Goals: at least 10 for every wager, at least 10,000 for the largest, and that one under 1 ms. Ours starts "
        "from a compiled card with empty caches; Storm's time is to parse, build and check one probability. On the "
        "roulette layout, where every place is the same model, every ninth place is measured."
    )
    return table("Exact odds against Storm in exact mode", columns, rows, note)


def _race(bet: Bet, chance: Chance) -> tuple[float, str, float, float, int]:
    law = chance.law()
    ours: dict[str, float] = {}
    for name, method in METHODS.items():

        def work(method: Callable[..., object] = method) -> object:
            exploring._graph.cache_clear()
            return method(replace(bet.machine), law, NEVER)

        if work() is not None:
            ours[name] = best(work, 3)
    fastest = min(ours, key=lambda name: ours[name])
    word = "Pmax" if bet.machine.claims else "P"
    asked = [f'{word}=? [ F "result_0" ]']
    checked = check(bet, law, asked)
    storm = checked.seconds
    if storm < 5:
        storm = min(storm, check(bet, law, asked).seconds)
    return storm / ours[fastest], fastest, ours[fastest], storm, checked.states
