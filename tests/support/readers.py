"""P20: readers who ask for heavy things, beside a live table that is dealt."""

import http.client
import json
import os
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.web.accounts import Accounts
from tests.support.hostile_cards import SUBSETS
from tests.support.load import quantile, resident
from tests.support.served import served

PASSWORD = "correct horse battery"
CARDS_EACH = 31
"""As many as a practice table takes beside those of its base game."""
WAGERS_EACH = 12
DOCUMENTS = ("par-sheet.pdf", "math-report.pdf", "rack-card.pdf", "review.pdf")


@dataclass
class Floor:
    """A server with a live table: its port, its process, and a dealer who rolls."""

    port: int
    process: int
    headers: dict[str, str]
    random: Random = field(default_factory=lambda: Random(20))

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)

    def do(self, command: dict[str, Any]) -> float:
        """Give a command; the seconds until its answer."""
        start = time.perf_counter()
        self.connection.request("POST", "/api/tables/live/commands", json.dumps(command), self.headers)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return time.perf_counter() - start

    def roll(self) -> float:
        """Roll the dice; the seconds from the roll to its answer."""
        self.do({"do": "close-betting"})
        return self.do({"do": "outcome", "outcome": [self.random.randint(1, 6), self.random.randint(1, 6)]})

    def processor_seconds(self) -> tuple[float, float]:
        """The processor time that the server has used, and that its workers have."""
        return used(self.process), sum(map(used, children(self.process)))

    def memory(self) -> int:
        """The memory of the server and its workers, in bytes."""
        total = resident(self.process)
        for child in children(self.process):
            with suppress(OSError, StopIteration):
                total += resident(child)
        return total


def used(process: int) -> float:
    try:
        words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(path.read_text(encoding="ascii").rpartition(")")[2].split()[1]) == process:
                found.append(int(path.parent.name))
    return found


@contextmanager
def floor(folder: Path, workers: int | None = None) -> Iterator[Floor]:
    """A server with a live table and its dealer; ``workers`` is for the control: none."""
    url = str(folder / "floor.db")
    with closing(Store(url)) as store:
        cards = [{"card": "craps"}, {"card": "super-shooter"}]
        Service(store).execute("live", {"do": "open", "name": "Live", "game": "craps", "cards": cards, "live": True})
        accounts = Accounts(store)
        accounts.create("boss", "supervisor", PASSWORD)
        accounts.create("dora", "dealer", PASSWORD)
        token, person = accounts.log_in("dora", PASSWORD)
    with served(url, workers) as (port, process):
        headers = {"Content-Type": "application/json", "Cookie": f"rackcard_session={token}"}
        found = Floor(port, process, headers | {"X-CSRF-Token": person.csrf})
        with closing(found.connection):
            yield found


# ---- what readers ask for


def heavy_cards(seed: int, cards: int) -> str:
    """A practice table with cards of one's own, none like any other's."""
    random = Random(seed)
    return json.dumps({"cards": [{"text": _heavy_card(random, seed, number)} for number in range(cards)]})


def _heavy_card(random: Random, seed: int, number: int) -> str:
    wagers = "".join(
        f"  w{i}: {{wins: 'all of {' '.join(map(str, random.choice(SUBSETS[:600])))} rolled', pays: "
        f"{random.randint(2, 9)} to 1}}\n"
        for i in range(WAGERS_EACH)
    )
    return (
        f"card: own-{seed}-{number}\ntitle: Own {seed} {number}\nabout: A card of one's own.\ngame: craps\n"
        f"source: a stranger\nmarks: from the first bet\nends: any seven\n"
        f"opens: before any roll, while no wager of this card is up\nwagers:\n{wagers}"
    )


Asked = tuple[str, str, str | None, str]
"""A request: its method, address, body and the kind of that."""


def practice(seed: int, cards: int = CARDS_EACH) -> Asked:
    return "POST", "/api/practice", heavy_cards(seed, cards), "application/json"


def lab(seed: int) -> Asked:
    form = urlencode({"text": _heavy_card(Random(seed), seed, 0), "before": ""})
    return "POST", "/lab/check", form, "application/x-www-form-urlencoded"


def reading(seed: int) -> Asked:
    """Anything that a reader may ask for: a page, a document, the lab, a table of one's own, the lobby."""
    random = Random(seed)
    card = random.choice(("craps", "roulette", "cash-out-craps", "dice-works", "straights-and-8s", "parlay-craps"))
    return random.choice(
        (
            ("GET", f"/cards/{card}", None, ""),
            ("GET", f"/cards/{card}/print/{random.choice(DOCUMENTS)}", None, ""),
            ("GET", f"/cards/{card}/odds.json", None, ""),
            ("GET", "/", None, ""),
            lab(seed),
            practice(seed),
        )
    )


def ask(port: int, asked: Asked) -> tuple[int, str]:
    """The status of an answer, and the code of a refusal."""
    method, path, body, kind = asked
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
        connection.request(method, path, body, {"Content-Type": kind} if kind else {})
        answer = connection.getresponse()
        text = answer.read()
    if answer.status < 400:
        return answer.status, ""
    refused = json.loads(text)
    assert set(refused) == {"code", "message"}, refused
    return answer.status, refused["code"]


class Readers:
    """So many who ask for one thing after another, until they are told to stop."""

    def __init__(self, port: int, asked: Iterator[Asked], number: int) -> None:
        self.port, self.asked = port, asked
        self.answers: Counter[tuple[int, str]] = Counter()
        self.wrong: list[BaseException] = []
        self._lock, self._over = threading.Lock(), threading.Event()
        self.threads = [threading.Thread(target=self._read, daemon=True) for _ in range(number)]
        for thread in self.threads:
            thread.start()

    def _read(self) -> None:
        try:
            while not self._over.is_set():
                with self._lock:
                    one = next(self.asked, None)
                if one is None:
                    return
                found = ask(self.port, one)
                with self._lock:
                    self.answers[found] += 1
        except BaseException as error:
            self.wrong.append(error)

    @property
    def unanswered(self) -> int:
        return sum(thread.is_alive() for thread in self.threads)

    def join(self) -> None:
        for thread in self.threads:
            thread.join()
        assert not self.wrong, self.wrong

    def stop(self) -> None:
        self._over.set()
        self.join()


def endless(seed: int) -> Iterator[Asked]:
    return map(reading, count(seed * 1_000_000))


# ---- the campaign

RATIO_MAX = 2.0
GROWTH_MAX = 256 * 2**20
"""How much the process that deals may grow while readers ask."""
PACE_SECONDS = 0.05


@dataclass
class Beside:
    """What was measured: seconds from a roll to its answer, alone and beside readers, and memory."""

    alone: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    dealing: list[int] = field(default_factory=list)
    """The memory of the process that deals."""
    whole: list[int] = field(default_factory=list)
    """The same with its workers."""
    answers: Counter[tuple[int, str]] = field(default_factory=Counter)
    seconds: tuple[float, float] = (0.0, 0.0)
    """The processor time of the server and of its workers."""


def ratio(found: Beside, share: float) -> float:
    """How many times as long a roll takes beside readers as alone."""
    return quantile(found.beside, share) / (quantile(found.alone, share) or 1.0)


def held_up(found: Beside) -> str | None:
    """A sentence if rolls were held up: it depends on the machine, so it is reported and not asserted."""
    slower = ratio(found, 0.99)
    return None if slower <= RATIO_MAX else f"goal missed: the p99 of a roll was {slower:.2f} times that of idle"


def swollen(found: Beside) -> str | None:
    """Whether the process that deals grew too much, in a sentence."""
    if found.dealing and max(found.dealing) - found.dealing[0] > GROWTH_MAX:
        return f"the server grew from {found.dealing[0] / 2**20:.0f} to {max(found.dealing) / 2**20:.0f} MiB"
    return None


def rolls_beside_readers(
    folder: Path, found: Beside, readers: int, alone: float, seed: int
) -> Generator[None, None, None]:
    """Rolls alone for some seconds, then beside so many readers until it is closed."""
    with floor(folder) as at:
        ask(at.port, ("GET", "/", None, ""))
        for _ in range(20):
            at.roll()
        until = time.monotonic() + alone
        while time.monotonic() < until:
            found.alone.append(at.roll())
            time.sleep(PACE_SECONDS)
            yield
        before = at.processor_seconds()
        crowd = Readers(at.port, endless(seed), readers)
        try:
            while True:
                found.beside.append(at.roll())
                if len(found.beside) % 20 == 1:
                    found.dealing.append(resident(at.process))
                    found.whole.append(at.memory())
                assert not crowd.wrong, crowd.wrong
                time.sleep(PACE_SECONDS)
                yield
        finally:
            after = at.processor_seconds()
            found.seconds = (after[0] - before[0], after[1] - before[1])
            found.answers = crowd.answers
            crowd.stop()
