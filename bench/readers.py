"""Measures a roll at a live table beside other tables that are open, and beside readers who ask for heavy things."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

from tests.support.load import quantile
from tests.support.readers import (
    NO_ROOM,
    PACE_SECONDS,
    RATIO_MAX,
    Asked,
    Floor,
    Readers,
    ask,
    floor,
    lab,
    pages,
    practice,
)
from tests.support.served import Client

from bench.odds import table

TABLES, BATCHES, ROLLS = (2, 20, 200), 3, 50
"""How many other tables are open, and how many batches of rolls are measured beside so many: the least counts."""
READERS, TURNS, TURN_SECONDS, CARDS = 10, 3, 4.0, 4
"""The readers, how often they come and for how long, and how many cards a practice table of theirs has."""
AS_IT_IS, CONTROL = "the heavy work done by workers", "the heavy work done by the process that deals"


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield dealing_beside_readers()


def dealing_beside_readers() -> str:
    """What a roll costs while other tables are open, and how long it takes while readers ask for heavy things."""
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / part for part in ("tables", "workers", "none")]
        for folder in folders:
            folder.mkdir()
        rows = list(_among_tables(folders[0]))
        with floor(folders[1]) as as_it_is, floor(folders[2], workers=0) as control:
            timed = {AS_IT_IS: TimedRolls(as_it_is), CONTROL: TimedRolls(control)}
            for turn in range(TURNS):
                for one in timed.values():
                    one.take(turn)
        rows += _among_readers(timed)
    note = (
        f"A roll is no more bets and the outcome, over HTTP. The other tables have a player with a wager up and nobody "
        f"deals them. The {READERS} readers ask for pages and documents of cards, the lab, and practice tables with "
        f"{CARDS} cards of their own, {TURNS} times for {TURN_SECONDS:.0f} seconds; a server with workers and one "
        f"without take turns. The first gave readers {timed[AS_IT_IS].answered:,} answers, the other one "
        f"{timed[CONTROL].answered:,}. Readers, workers and the process that deals share the cores. The cost of ten "
        "times as many pages that follow a table is under *Pages that follow a table*, and that of recall, meters and "
        "pages after ten times as many entries under *A long history*."
    )
    return table("Dealing beside readers", ("a roll at a live table", "time", "ratio", "goal"), rows, note)


# ---- other tables


def _among_tables(folder: Path) -> Iterator[tuple[str, ...]]:
    """The processor time of a roll beside more and more tables that are open."""
    found: dict[int, float] = {}
    with floor(folder) as at:
        at.first_rolls()
        for number in (TABLES[0], *TABLES):  # the first with cold caches
            at.connection.close()  # one that was idle is not used again
            with closing(Client(at.port)) as client:
                for place in range(max(found, default=0), number):
                    _open(client, f"t{place}")
            found[number] = min(_batch(at) for _ in range(BATCHES)) / ROLLS
    for number, seconds in found.items():
        yield (
            f"{number} other tables open", f"{1000 * seconds:.2f} ms of the processor",
            f"**{seconds / found[TABLES[0]]:.2f}**", "",
        )  # fmt: skip


def _batch(at: Floor) -> float:
    """The processor time that the server uses for a batch of rolls."""
    before, _ = at.processor_seconds()
    for _ in range(ROLLS):
        at.roll()
    return at.processor_seconds()[0] - before


def _open(client: Client, name: str) -> None:
    """A practice table with a player who has a wager up."""
    client.post("/api/tables", {"table": name, "name": name, "game": "craps", "cards": [{"card": "craps"}]})
    client.do({"do": "seat", "seat": 1, "name": "P"}, name)
    client.do({"do": "buy-in", "seat": 1, "amount": 10_000}, name)
    client.do({"do": "bet", "seat": 1, "card": 1, "wager": "pass", "amount": 500}, name)


# ---- readers


class TimedRolls:
    """Rolls at one live table, alone and beside readers."""

    def __init__(self, at: Floor) -> None:
        self.at, self.answered = at, 0
        self.alone, self.beside = list[float](), list[float]()
        ask(at.port, Asked("GET", "/"))
        at.first_rolls()

    def take(self, turn: int) -> None:
        """Roll alone for a while, and then beside readers."""
        self.at.connection.close()  # one that was idle is not used again
        self.alone += self._rolls()
        readers = Readers(self.at.port, map(heavy, count(turn * 10_000)), READERS)
        self.beside += self._rolls()
        readers.stop()
        assert {code for _, code in readers.answers} <= NO_ROOM, readers.answers
        self.answered += sum(number for (_, code), number in readers.answers.items() if not code)

    def _rolls(self) -> Iterator[float]:
        until = time.monotonic() + TURN_SECONDS
        while time.monotonic() < until:
            yield self.at.roll()
            time.sleep(PACE_SECONDS)


def heavy(seed: int) -> Asked:
    """Something that takes long to compute."""
    random = Random(seed)
    match random.choice(("page", "lab", "practice")):
        case "lab":
            return lab(seed)
        case "practice":
            return practice(seed, CARDS)
        case _:
            return random.choice(pages(random)[:-1])


def _among_readers(timed: dict[str, TimedRolls]) -> Iterator[tuple[str, ...]]:
    """The time of a roll alone and beside readers."""
    alone = [seconds for one in timed.values() for seconds in one.alone]
    for share, words in ((0.5, "half of the rolls within"), (0.99, "99 of 100 within")):
        idle = quantile(alone, share)
        yield f"alone: {words}", f"{1000 * idle:.1f} ms", "1.00", ""
        for name, one in timed.items():
            ratio = quantile(one.beside, share) / idle
            goal = f"at most {RATIO_MAX:.0f}" if name == AS_IT_IS and share == 0.99 else ""
            if goal and ratio > RATIO_MAX:
                goal = f"**missed**: {goal}"
            beside = f"{1000 * quantile(one.beside, share):.1f} ms"
            yield f"beside {READERS} readers, {name}: {words}", beside, f"**{ratio:.2f}**", goal
