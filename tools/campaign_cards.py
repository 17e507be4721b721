"""The part of the campaign on cards nobody wrote: seed after seed, and a later run on the same code goes on.

What has been examined is in the part's section of docs/campaign.md with a fingerprint of the code. A card that fails is
noted, and the run goes on with the next; a fault found is then known by its seed.
"""

import re
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tools.campaign_parts import Run, part, workers

ROOT = Path(__file__).parent.parent
ROOMS = ("card", "felt", "games", "machine", "number.py", "odds", "report", "simulate", "strategy")
LOOKED_AT = (
    *(f"src/rackcard/{room}" for room in ROOMS),
    "src/rackcard/table/second_settler.py",
    *(f"tests/support/{name}*.py" for name in ("card_", "generated_", "text_")),
)
"""What decides about a card of this part: the rooms it goes through and the witnesses, not tables, pages and words."""
SUFFIXES = (".py", ".yaml", ".lark", ".typ")
SECONDS_MAX = 120
"""A card that takes more processor time than this has failed."""
FAILED_SHOWN = 20
TASKS_EACH = 200
"""A process remembers what it has priced, some five megabytes a card."""


class Examined(NamedTuple):
    """A seed, and what became of its card: "priced", "refused", or the first line of what failed."""

    seed: int
    found: str


@dataclass
class Tally:
    """What runs on one state of the code have examined, from the first seed to the last without a gap."""

    code: str
    first: int
    last: int
    counts: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def add(self, one: Examined) -> None:
        self.last = one.seed
        self.counts[one.found if one.found in ("priced", "refused") else "failed"] += 1
        if one.found not in ("priced", "refused"):
            self.failed.append(one.found)

    def lines(self) -> list[str]:
        """The section of the report; ``earlier`` reads it."""
        counts = ", ".join(f"{self.counts[name]:,} {name}" for name in ("priced", "refused", "failed"))
        shown = [f"- {text}" for text in self.failed[:FAILED_SHOWN]]
        return [
            f"Code `{self.code}`, seeds {self.first:,} to {self.last:,}: {counts}.",
            *([""] if shown else []),
            *shown,
        ]


def earlier(lines: list[str], code: str) -> Tally | None:
    """The tally in a section of the report; None where it is of other code.

    >>> tally = Tally("0a1b", 1, 900, Counter(priced=500, refused=399, failed=1), ["seed 7: no"])
    >>> earlier(tally.lines(), "0a1b") == tally, earlier(tally.lines(), "0a1c")
    (True, None)
    """
    pattern = (
        "Code `([0-9a-f]+)`, seeds ([0-9,]+) to ([0-9,]+): ([0-9,]+) priced, ([0-9,]+) refused, ([0-9,]+) failed[.]"
    )
    found = next(filter(None, (re.fullmatch(pattern, line) for line in lines)), None)
    if found is None or found[1] != code:
        return None
    first, last, priced, refused, failed = (int(text.replace(",", "")) for text in found.groups()[1:])
    texts = [line.removeprefix("- ") for line in lines if line.startswith("- ")]
    return Tally(code, first, last, Counter(priced=priced, refused=refused, failed=failed), texts)


def fingerprint() -> str:
    """A digest of the code that a card goes through."""
    digest = sha256()
    found = [path for pattern in LOOKED_AT for path in ROOT.glob(pattern)]
    found += [inside for path in found for inside in path.rglob("*")]
    for path in sorted(found):
        if path.suffix in SUFFIXES:
            digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _too_long(*_: object) -> None:
    raise TimeoutError(f"more than {SECONDS_MAX} s of processor time")


def examine(seed: int) -> Examined:
    """Examine the card of a seed; what fails is told, not raised."""
    from tests.support.card_examination import examined

    signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_MAX)
    try:
        return Examined(seed, examined(seed))
    except AssertionError as error:
        return Examined(seed, str(error).splitlines()[0][:200])
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def one_by_one(seeds: range, jobs: int) -> Iterator[Examined]:
    """Seeds in order, in several processes."""
    if jobs == 1:
        yield from map(examine, seeds)
        return
    with workers(jobs, TASKS_EACH) as pool:
        yield from pool.imap(examine, seeds)


@part("cards", "Generated cards: every method, settler, simulation and document agrees, or a sentence refuses",
      "cards", 100_000)  # fmt: skip
def generated_cards(run: Run) -> Iterator[int]:
    """Goes on where an earlier run on the same code ended, unless another first seed is given."""
    code = fingerprint()
    tally = earlier(run.earlier, code) or Tally(code, run.seed, run.seed - 1)
    if tally.first != run.seed:
        tally = Tally(code, run.seed, run.seed - 1)
    run.before = tally.counts.total()
    run.failures = tally.failed

    def notes() -> str:
        run.section[:] = tally.lines()
        run.seeds = f"{tally.first:,} to {tally.last:,}"
        return f"{tally.counts['priced']:,} priced, {tally.counts['refused']:,} refused with a sentence"

    run.notes = notes
    for one in one_by_one(range(tally.last + 1, tally.first + run.want), run.jobs):
        tally.add(one)
        if tally.failed and tally.failed[-1] == one.found:
            run.tell(one.found)
        yield 1
