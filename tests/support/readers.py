"""P20: readers who ask for heavy things, beside a live table that is dealt."""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from rackcard.table.log.store import Store
from rackcard.table.service import Service
from rackcard.table.stretch_builder import keep_stretches
from rackcard.web.accounts import Accounts
from rackcard.web.deps import COOKIE
from tests.support.hostile_cards import SUBSETS
from tests.support.load import quantile, resident
from tests.support.long_log import long_log
from tests.support.served import ROOT, served

PASSWORD = "correct horse battery"
CARDS_EACH = 31
"""As many as a practice table takes beside those of its base game."""
WAGERS_EACH = 12
DOCUMENTS = ("par-sheet.pdf", "math-report.pdf", "rack-card.pdf", "review.pdf")
READ_CARDS = ("craps", "roulette", "cash-out-craps", "dice-works", "straights-and-8s", "parlay-craps")
FIRST_ROLLS = 20
"""The rolls of the live table before anybody reads: its rounds that may be asked for."""


@dataclass
class Floor:
    """A server with a live table: its port, its process, and a dealer who rolls."""

    port: int
    process: int
    url: str
    headers: dict[str, str]
    supervisor: str
    """The cookie of a supervisor's session."""
    rounds: dict[str, int]
    """The tables with books to read, and how many rounds of each there are to ask for."""
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

    @property
    def dealer(self) -> str:
        """The cookie of the dealer's session."""
        return self.headers["Cookie"]

    def first_rolls(self) -> None:
        """The rolls before anybody reads, so that there are rounds to ask for."""
        for _ in range(FIRST_ROLLS):
            self.roll()

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
def floor(folder: Path, workers: int | None = None, past: int = 0) -> Iterator[Floor]:
    """A server with a live table and its dealer; ``workers`` is for the control: none.

    With a past, there is a practice table of so many entries beside it.
    """
    url = str(folder / "floor.db")
    with closing(Store(url)) as store:
        cards = [{"card": "craps"}, {"card": "super-shooter"}]
        Service(store).execute("live", {"do": "open", "name": "Live", "game": "craps", "cards": cards, "live": True})
        accounts = Accounts(store)
        accounts.create("boss", "supervisor", PASSWORD)
        accounts.create("dora", "dealer", PASSWORD)
        token, person = accounts.log_in("dora", PASSWORD)
        supervisor, _ = accounts.log_in("boss", PASSWORD)
        rounds = {"live": FIRST_ROLLS}
        if past:
            rounds["t"] = long_log(store, past).round
            while keep_stretches(store, "t"):
                pass
    with served(url, workers) as (port, process):
        headers = {"Content-Type": "application/json", "Cookie": cookie(token), "X-CSRF-Token": person.csrf}
        found = Floor(port, process, url, headers, cookie(supervisor), rounds)
        with closing(found.connection):
            yield found


def cookie(token: str) -> str:
    return f"{COOKIE}={token}"


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


class Asked(NamedTuple):
    """A request: its method, address, body and the kind of that, and the cookie of whoever has logged in."""

    method: str
    path: str
    body: str | None = None
    kind: str = ""
    cookie: str = ""


def practice(seed: int, cards: int = CARDS_EACH) -> Asked:
    return Asked("POST", "/api/practice", heavy_cards(seed, cards), "application/json")


def lab(seed: int) -> Asked:
    form = urlencode({"text": _heavy_card(Random(seed), seed, 0), "before": ""})
    return Asked("POST", "/lab/check", form, "application/x-www-form-urlencoded")


def pages(random: Random) -> list[Asked]:
    """What anybody may ask for about a card, and the lobby."""
    card = f"/cards/{random.choice(READ_CARDS)}"
    ends = ("", f"/print/{random.choice(DOCUMENTS)}", "/odds.json", "/odds.csv", "/model.prism")
    return [*(Asked("GET", card + end) for end in ends), Asked("GET", "/")]


def books(at: Floor, random: Random) -> list[Asked]:
    """What a supervisor may ask for about a table and the house, and a round that its dealer recalls."""
    table, rounds = random.choice(list(at.rounds.items()))
    number = random.randint(1, rounds)
    ends = ("ledger.csv", "meters", f"rounds/{number}/evidence", "shifts/1")
    own = [f"/tables/{table}/meters.csv", "/journal.csv", *(f"/api/tables/{table}/{end}" for end in ends)]
    recalled = (f"/api/tables/{table}/rounds/{number}", f"/tables/{table}/recall/{number}")
    return [
        *(Asked("GET", path, cookie=at.supervisor) for path in own),
        *(Asked("GET", path, cookie=at.dealer) for path in recalled),
    ]


def reading(at: Floor, seed: int) -> Asked:
    """Anything that a reader may ask for: a page, a document, an export, a book, the lab, a table of one's own."""
    random = Random(seed)
    match random.choice(("page", "page", "book", "book", "lab", "practice")):
        case "lab":
            return lab(seed)
        case "practice":
            return practice(seed)
        case "book":
            return random.choice(books(at, random))
        case _:
            return random.choice(pages(random))


def ask(port: int, asked: Asked) -> tuple[int, str]:
    """The status of an answer, and the code of a refusal."""
    headers = {"Content-Type": asked.kind, "Cookie": asked.cookie}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=600)) as connection:
        connection.request(asked.method, asked.path, asked.body, {name: text for name, text in headers.items() if text})
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


def endless(at: Floor, seed: int) -> Iterator[Asked]:
    return (reading(at, number) for number in count(seed * 1_000_000))


class Audits:
    """One audit of a database after another, each a process of its own, until they are told to stop."""

    def __init__(self, url: str) -> None:
        self.words = [sys.executable, "-m", "rackcard", "audit", url]
        self.ended: Counter[int] = Counter()
        """How often an audit has ended, by its exit status: 0 where it has found no fault."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._audit, daemon=True)
        self._thread.start()

    def _audit(self) -> None:
        while not self._over.is_set():
            done = subprocess.run(self.words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.ended[done.returncode] += 1

    def stop(self) -> None:
        """The one in hand is the last."""
        self._over.set()
        self._thread.join()


# ---- the campaign

RATIO_MAX = 2.0
GROWTH_MAX = 256 * 2**20
"""How much the process that deals may grow while readers ask."""
PACE_SECONDS = 0.05
PAST_ENTRIES = 10_000
"""The entries of the table whose books are read and audited beside the live one."""
NO_ROOM = {"", "too-fast", "busy"}
"""The codes of answers to readers who may ask for what they ask for; some are told that there is no room."""


@dataclass
class Beside:
    """What was measured: seconds from a roll to its answer, alone and beside readers, and memory."""

    alone: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    dealing: list[int] = field(default_factory=list)
    """The memory of the process that deals."""
    whole: list[int] = field(default_factory=list)
    """The same with its workers."""
    began: float | None = None
    """When the readers began, by the monotonic clock: until then the server started, and rolled alone."""
    answers: Counter[tuple[int, str]] = field(default_factory=Counter)
    audits: Counter[int] = field(default_factory=Counter)
    """How often an audit beside the rolls has ended, by its exit status."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """The processor time of the server and of its workers."""


def ratio(found: Beside, share: float) -> float:
    """How many times as long a roll takes beside readers as alone."""
    return quantile(found.beside, share) / (quantile(found.alone, share) or 1.0)


def held_up(found: Beside) -> str | None:
    """A sentence if rolls were held up: it depends on the machine, so it is reported and not asserted."""
    if not found.alone or not found.beside:
        return "goal missed: no roll was timed alone, or none beside readers"
    slower = ratio(found, 0.99)
    return None if slower <= RATIO_MAX else f"goal missed: the p99 of a roll was {slower:.2f} times that of idle"


def swollen(found: Beside) -> str | None:
    """Whether the process that deals grew too much, in a sentence."""
    if found.dealing and max(found.dealing) - found.dealing[0] > GROWTH_MAX:
        return f"the server grew from {found.dealing[0] / 2**20:.0f} to {max(found.dealing) / 2**20:.0f} MiB"
    return None


def turned_away(found: Beside) -> str | None:
    """Whether a reader was refused for another reason than that there is no room, or an audit failed, in a sentence."""
    refused = {f"{status} {code}": times for (status, code), times in found.answers.items() if code not in NO_ROOM}
    failed = {f"audit {status}": times for status, times in found.audits.items() if status}
    return f"refused or failed: {refused | failed}" if refused or failed else None


def rolls_beside_readers(
    folder: Path, found: Beside, readers: int, alone: float, seed: int, past: int = PAST_ENTRIES
) -> Generator[None, None, None]:
    """Rolls alone for some seconds, then beside so many readers and an audit until it is closed."""
    with floor(folder, past=past) as at:
        ask(at.port, Asked("GET", "/"))
        at.first_rolls()
        until = time.monotonic() + alone
        while time.monotonic() < until:
            found.alone.append(at.roll())
            time.sleep(PACE_SECONDS)
            yield
        before = at.processor_seconds()
        crowd, audits = Readers(at.port, endless(at, seed), readers), Audits(at.url)
        found.began = time.monotonic()
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
            found.answers, found.audits = crowd.answers, audits.ended
            audits.stop()
            crowd.stop()
            wrong = turned_away(found)
            assert wrong is None, f"seed {seed}: {wrong}"
