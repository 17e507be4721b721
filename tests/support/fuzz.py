"""P12: cards bent and broken at random, read in a process of their own within limits of memory and time.

``python -m tests.support.fuzz SEED COUNT FILE`` reads so many, each written to the file first, and reports.
A fault ends the process at the card that brought it about.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from math import inf
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
CARDS = sorted((ROOT / "src" / "rackcard" / "cards").glob("*.yaml"))
BYTES_MAX = 256 * 1024 * 1024
SECONDS_MAX = 1
"""Processor time for one card: other work on the machine does not count."""
SECONDS_STOPPED = 30
"""Processor time after which a card that never ends is stopped."""
YARDSTICK = 0.018
"""Processor time that the yardstick took where the bound was set; the slowest of 100,000 cards took 0.63 s there."""

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


def slowness() -> float:
    """How many times slower this machine is at present than the one where the bound was set; at least 1.

    The yardstick is a text read by PyYAML's own reader, which is written in Python and none of ours.
    """
    text = "- {wins: any seven, pays: 4 to 1}\n" * 200
    least = inf
    for _ in range(3):
        start = process_time()
        yaml.load(text, yaml.SafeLoader)
        least = min(least, process_time() - start)
    return max(1.0, least / YARDSTICK)


def in_time(took: float, what: str) -> None:
    """What was done took 1 s of processor time at most, or as much more as this machine is slower."""
    assert took < SECONDS_MAX or took < SECONDS_MAX * slowness(), f"{what}: {took:.2f} s of processor time"


def read(seed: int, data: bytes, path: Path) -> tuple[str, float]:
    """What is said of a card, nothing of a sound one, and the processor time that it took."""
    from rackcard import load
    from rackcard.card import CardError

    path.write_bytes(data)
    start = process_time()
    try:
        load(path)
        told = ""
    except CardError as error:
        told = str(error)
    except BaseException as error:
        raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
    took = process_time() - start
    assert told.replace("\n", "").isprintable(), f"seed {seed}: not printable: {told!r}"
    assert len(told) <= 2000, f"seed {seed}: {len(told)} letters"
    in_time(took, f"seed {seed}")
    return told, took


def read_all(first: int, count: int, path: Path) -> dict[str, Any]:
    """Read so many; how many were refused, and the slowest in seconds of processor time."""
    found: dict[str, Any] = {"refused": 0, "sound": 0, "slowest": 0.0, "seed": first}
    for seed in range(first, first + count):
        resource.setrlimit(resource.RLIMIT_CPU, (int(process_time()) + SECONDS_STOPPED, resource.RLIM_INFINITY))
        told, took = read(seed, mutant(seed), path)
        found["refused" if told else "sound"] += 1
        if took > found["slowest"]:
            found |= {"slowest": took, "seed": seed}
    status = Path("/proc/self/status").read_text()  # getrusage would include the parent process
    return found | {"peak": 1024 * int(next(line for line in status.splitlines() if "VmHWM" in line).split()[1])}


def apart(seed: int, count: int, folder: Path) -> dict[str, Any]:
    """Read so many in a process of their own; a fault there is a failure here, with its seed: also a slow card."""
    path = folder / f"{seed}.yaml"
    command = [sys.executable, "-m", "tests.support.fuzz", str(seed), str(count), str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode < 0:
        last = next(n for n in range(seed, seed + count) if mutant(n) == path.read_bytes())
        raise AssertionError(f"seed {last}: ended by signal {-done.returncode}")
    assert done.returncode == 0, f"seed {seed} on: {done.stderr.strip()[-400:]}"
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def checked(folder: Path, content: str | bytes, lifted: str = "") -> tuple[subprocess.CompletedProcess[str], float]:
    """The command ``check`` on a card, in a new process within limits, and the processor time that it took.

    A limit of the reader may be lifted, such as ``yaml.BYTES_MAX``.
    """
    (folder / "card.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    forks = get_context("forkserver")
    forks.set_forkserver_preload(["tests.support.loaded_program"])
    process = forks.Process(target=_check, args=(folder, lifted))
    process.start()
    process.join()
    assert process.exitcode is not None
    out, err = ((folder / name).read_text(encoding="utf-8") for name in ("out", "err"))
    used = folder / "seconds"
    took = float(used.read_text()) if used.exists() else inf
    return subprocess.CompletedProcess(["check", "card.yaml"], process.exitcode, out, err), took


def _check(folder: Path, lifted: str) -> None:
    from tests.support.command import run_within

    if lifted:
        module, name = lifted.split(".")
        setattr(import_module(f"rackcard.card.{module}"), name, 10**8)
    start = process_time()
    try:
        run_within(["check", "card.yaml"], str(folder), str(folder), SECONDS_STOPPED, BYTES_MAX)
    finally:
        (folder / "seconds").write_text(str(process_time() - start))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES_MAX, BYTES_MAX))
    print(json.dumps(read_all(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))))
