"""P12: cards bent and broken at random, read in a process of their own within limits of memory and time.

``python -m tests.support.fuzz SEED COUNT FILE`` reads so many, each written to the file first, and reports.
A fault ends the process at the card that brought it about.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

ROOT = Path(__file__).parents[2]
CARDS = sorted((ROOT / "src" / "rackcard" / "cards").glob("*.yaml"))
BYTES_MAX = 256 * 1024 * 1024
SECONDS_MAX = 30
"""A safety net only: what a card used is measured and reported."""

SNIPPETS = (
    "&a [*a]", "*a", "<<: {}", "!!python/name:os", "? x", "[" * 500, "{a: " * 300, "- " * 300, '"\\e[31m"', "~", "yes",
    "<x>", "<" * 200, "any of ", "all of 2 3 4 5 6 8 9 10 11 12 rolled", "2 rolled 40 times", "12 rolled 40 times",
    "different numbers rolled", "points made", "not posted", "no rule given", "299 to 1", "1 for 1", "9" * 400,
    "seven-out", "any seven", "spins 1 2 3 are in a row", "banker wins with 7 in 3 cards", "１２", "-1", "1e9", "\0",
    "\t", "# ", "'", '"', ": ", "\u202e", "x" * 5000,
)  # fmt: skip


def _lines(change: Callable[[list[str], Random], None]) -> Callable[[str, Random], str]:
    def changed(text: str, random: Random) -> str:
        lines = text.split("\n")
        change(lines, random)
        return "\n".join(lines)

    return changed


def _drop(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    del lines[at : at + random.randint(1, 3)]


def _double(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at:at] = lines[at : at + random.randint(1, 6)] * random.choice((1, 1, 2, 50))


def _swap(lines: list[str], random: Random) -> None:
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _indent(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] = " " * random.randint(1, 8) + lines[at].lstrip()


def _insert(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(SNIPPETS) + text[at:]


def _cut(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] + text[at + random.choice((1, 3, 30, 3000)) :]


def _word(text: str, random: Random) -> str:
    """A word in the place of another, as cards use them."""
    words = text.split(" ")
    words[random.randrange(len(words))] = random.choice([*words, str(random.choice((0, 2, 7, 40, 41, 10**9)))])
    return " ".join(words)


def _graft(text: str, random: Random) -> str:
    """A piece of another card."""
    other = random.choice(CARDS).read_text(encoding="utf-8")
    at, start = random.randrange(len(text) + 1), random.randrange(len(other))
    return text[:at] + other[start : start + random.randint(10, 2000)] + text[at:]


CHANGES = (_lines(_drop), _lines(_double), _lines(_swap), _lines(_indent), _insert, _cut, _word, _word, _word, _graft)


def mutant(seed: int) -> bytes:
    """A shipped card after a few changes; now and then some bytes of it as well."""
    random = Random(seed)
    text = random.choice(CARDS).read_text(encoding="utf-8")
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        text = random.choice(CHANGES)(text, random) or " "
    data = bytearray(text.encode())
    if random.random() < 0.1:
        for _ in range(random.randint(1, 20)):
            data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def read_all(first: int, count: int, path: Path) -> dict[str, Any]:
    """Read so many; how many were refused, and the slowest in seconds of processor time."""
    from rackcard import load
    from rackcard.card import CardError

    found: dict[str, Any] = {"refused": 0, "sound": 0, "slowest": 0.0, "seed": first}
    for seed in range(first, first + count):
        path.write_bytes(mutant(seed))
        start = process_time()
        soft = int(start) + SECONDS_MAX
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        try:
            load(path)
            told = ""
        except CardError as error:
            told = str(error)
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        assert told.replace("\n", "").isprintable(), f"seed {seed}: not printable: {told!r}"
        assert len(told) <= 2000, f"seed {seed}: {len(told)} letters"
        found["refused" if told else "sound"] += 1
        took = process_time() - start
        if took > found["slowest"]:
            found |= {"slowest": took, "seed": seed}
    status = Path("/proc/self/status").read_text()  # getrusage would include the parent process
    return found | {"peak": 1024 * int(next(line for line in status.splitlines() if "VmHWM" in line).split()[1])}


def apart(seed: int, count: int, folder: Path) -> dict[str, Any]:
    """Read so many in a process of their own; a fault there is a failure here, with its seed."""
    path = folder / f"{seed}.yaml"
    command = [sys.executable, "-m", "tests.support.fuzz", str(seed), str(count), str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"seed {seed} on: {(done.stderr.strip() or f'signal {-done.returncode}')[-400:]}"
    told: dict[str, Any] = json.loads(done.stdout)
    return told


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES_MAX, BYTES_MAX))
    print(json.dumps(read_all(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
