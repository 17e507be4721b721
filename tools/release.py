"""A release, tried as a stranger would: built, installed into empty environments, every command run from elsewhere.

``make release-check`` (``python -m tools.release``) does all of it: on every Python from 3.11 that is on the machine,
with the lowest versions that pyproject.toml allows, and with each extra alone, whose size it prints. It takes some
minutes and downloads every package. The gate does a part: tests/test_release.py.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

ROOT = Path(__file__).parents[1]
OLDEST = (3, 11)
NOBODY = 65534
"""A user and a group that own nothing."""
EXTRAS = ("print", "web", "postgres", "simulate", "cluster", "editor", "notebook", "gpu", "web,print,simulate", "all")
BARE = {"PATH": "/usr/bin:/bin"}
"""The variables of a process that has no home and nothing of ours."""
LOG = "die1,die2\n3,4\n1,1\n6,6\n"


@dataclass(frozen=True)
class Trial:
    """A command, the exit code it ends with, and something that it prints."""

    words: tuple[str, ...]
    code: int = 0
    says: str = ""


CORE = (
    Trial(("--version",)),
    Trial(("--help",), says="Usage: rackcard"),
    Trial(("completion", "bash"), says="_rackcard"),
    Trial(("cards", "--ids"), says="super-shooter"),
    Trial(("new", "own.yaml", "--game", "roulette"), says="wrote own.yaml"),
    Trial(("check", "own.yaml"), says="own: 3 wagers"),
    Trial(("show", "craps"), says="card: craps"),
    Trial(("odds", "dice-works"), says="64.9419 %"),
    Trial(("strategy", "cash-out-craps", "--table", "1"), says="2.8636 %"),
    Trial(("review", "dice-works"), code=1, says="fault"),
    Trial(("diff", "own.yaml", "own.yaml")),
    Trial(("export", "craps", "--to", "csv"), says="craps"),
    Trial(("schema",), says="$schema"),
    Trial(("print", "craps", "--out", "craps.html"), says="wrote craps.html"),
    Trial(("settle", "log.csv", "craps"), says="3 rolls"),
)
"""What the core can do by itself."""
WITHOUT = (
    Trial(("simulate", "craps", "--rounds", "1000"), 2, "pip install 'rackcard[simulate]'"),
    Trial(("merge", "part.json"), 2, ""),
    Trial(("print", "craps", "--out", "craps.pdf"), 2, "pip install 'rackcard[print]'"),
    Trial(("pack", "house.yaml", "--out", "x.zip"), 2, "pip install 'rackcard["),
    Trial(("verify", "x.zip"), 2, ""),
    Trial(("lsp",), 2, "pip install 'rackcard[editor]'"),
    *(
        Trial(words, 2, "pip install 'rackcard[web]'")
        for words in (
            ("serve", "--port", "0"), ("account", "add", "Ann", "--role", "supervisor", "--password-file", "secret"),
            ("audit", "x.db"), ("tables", "x.db"), ("replay", "x.db"), ("meters", "x.db"),
            ("shift-report", "x.db"), ("evidence", "x.db", "--round", "1"), ("backup", "x.db", "y.db"),
            ("restore", "x.db", "--into", "y.db"), ("checkpoint", "x.db", "--key", "key", "--out", "folder"),
            ("checkpoint-key", "key"),
        )
    ),
)  # fmt: skip
"""What it names the extra for; or refuses for another reason before it comes to that."""
EVERYTHING = (
    Trial(("account", "add", "Ann", "--role", "supervisor", "--password-file", "secret", "--db", "house.db")),
    Trial(("audit", "house.db"), says="journal: 1 entry"),
    Trial(("tables", "house.db"), says="entries"),
    Trial(("backup", "house.db", "copy.db")),
    Trial(("restore", "copy.db", "--into", "again.db")),
    Trial(("checkpoint-key", "key")),
    Trial(("manifest",), says="rackcard/version.py"),
    Trial(("simulate", "craps", "--rounds", "20000", "--engine", "numpy"), says="PASS"),
    Trial(("simulate", "craps", "--rounds", "20000", "--workers", "1"), says="PASS"),
    Trial(("simulate", "craps", "--rounds", "1e6", "--part", "1/2", "--out", "p1.json", "--engine", "numpy")),
    Trial(("simulate", "craps", "--rounds", "1e6", "--part", "2/2", "--out", "p2.json", "--engine", "numpy")),
    Trial(("merge", "p1.json", "p2.json"), says="PASS"),
    Trial(("print", "craps", "--out", "craps.pdf"), says="wrote craps.pdf"),
    Trial(("print", "craps", "--what", "par-sheet", "--out", "craps.xlsx"), says="wrote craps.xlsx"),
)
"""What all extras together can do beside it."""


# ---- building


def build(folder: Path) -> tuple[Path, Path]:
    """The source distribution, and the wheel made from it and nothing else."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    _done([*hatchling, "-t", "sdist"], ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tempfile.TemporaryDirectory() as place, tarfile.open(sdist) as archive:
        archive.extractall(place, filter="data")
        (source,) = Path(place).iterdir()
        _done([*hatchling, "-t", "wheel"], source)
    (wheel,) = folder.glob("*.whl")
    return sdist, wheel


def _done(words: list[str], folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


# ---- environments


@dataclass(frozen=True)
class Installed:
    """An environment with Rackcard and what it needs, and nothing else: not even pip."""

    folder: Path

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def rackcard(self) -> Path:
        return self.folder / "bin" / "rackcard"

    def size(self, package: str = "") -> tuple[int, int]:
        """The bytes of all its files or those of a package, with compiled modules, and how many packages there are."""
        packages = 0
        total = 0
        (libraries,) = (self.folder / "lib").glob("python*/site-packages")
        for place, folders, files in os.walk(libraries / package):
            packages += sum(name.endswith(".dist-info") for name in folders)
            total += sum((Path(place) / name).lstat().st_size for name in files)
        return total, packages


@contextmanager
def installed(
    wheel: Path, extra: str = "", python: str = sys.executable, pins: Iterable[str] = ()
) -> Iterator[Installed]:
    """An empty environment with the wheel in it, in a folder that every user may enter and none may write to."""
    folder = Path(tempfile.mkdtemp(prefix="rackcard-"))
    try:
        folder.chmod(0o755)
        environment = Installed(folder / "env")
        _done([python, "-m", "venv", "--without-pip", str(environment.folder)], folder)
        (folder / "pins.txt").write_text("\n".join(pins), encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "install", "--quiet", "--no-input"]
        what = f"{wheel}[{extra}]" if extra else str(wheel)
        _done([*pip, "--disable-pip-version-check", "--constraint", str(folder / "pins.txt"), what], folder)
        for place, _, files in os.walk(environment.folder):
            for name in (place, *(os.path.join(place, file) for file in files)):
                if not os.path.islink(name):
                    os.chmod(name, os.stat(name).st_mode & ~0o222)
        yield environment
    finally:
        for place, _, _ in os.walk(folder):
            os.chmod(place, 0o755)
        shutil.rmtree(folder)


def lowest_versions(extras: Iterable[str] = EXTRAS[:6]) -> list[str]:
    """The lowest versions that the core and some extras say they work with, as pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [*project["dependencies"], *(one for extra in extras for one in project["optional-dependencies"][extra])]
    found = [re.match(r"([A-Za-z0-9_.-]+)(?:\[[a-z]+\])?>=([0-9.]+)", one) for one in named]
    return [f"{one[1]}=={one[2]}" for one in found if one is not None]


def pythons() -> dict[str, str]:
    """Every Python from 3.11 on this machine, by its version."""
    folders = [Path(place) for place in os.environ.get("PATH", "").split(os.pathsep) if place]
    folders += sorted((Path.home() / ".pyenv" / "versions").glob("*/bin"))
    found: dict[str, str] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("python3.*"))):
        if re.fullmatch(r"python3\.\d+", path.name):
            asked = [str(path), "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2], sys.executable)"]
            done = subprocess.run(asked, capture_output=True, text=True, check=False)
            version, _, program = done.stdout.strip().partition(" ")
            if done.returncode == 0 and tuple(map(int, version.split("."))) >= OLDEST:
                found.setdefault(version, program)
    return found


# ---- trying


@dataclass(frozen=True)
class Person:
    """Somebody who runs commands: what is in their environment, and who they are."""

    name: str
    environment: Mapping[str, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    who: Mapping[str, Any] = field(default_factory=dict)

    def run(self, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a program in a folder, without a home and without anything else that this process has set."""
        return subprocess.run(
            words, cwd=folder, env={**BARE, **self.environment}, capture_output=True, check=False,
            encoding=self.encoding, timeout=600, stdin=subprocess.DEVNULL, **self.who,
        )  # fmt: skip


PLAIN = Person("plain")
"""HOME is unset, like everything else."""
C_LOCALE = Person("LC_ALL=C", {"LC_ALL": "C"})
LEGACY = Person("cp1252", {"PYTHONIOENCODING": "cp1252"}, "cp1252")
STRANGER = Person("another user", {"HOME": "/nonexistent"}, who={"user": NOBODY, "group": NOBODY, "extra_groups": []})


def can_be_run_by_others(python: str) -> bool:
    """Whether another user may run an interpreter; never where this user cannot become another."""
    if os.geteuid() != 0:
        return False
    try:
        return STRANGER.run([python, "-c", ""], Path("/")).returncode == 0
    except OSError:
        return False


def tried(environment: Installed, trials: Iterable[Trial], person: Person = PLAIN) -> list[str]:
    """Run each command in a new folder; what did not go as it should."""
    wrong = []
    folder = Path(tempfile.mkdtemp(prefix="rackcard-tried-"))
    try:
        (folder / "log.csv").write_text(LOG, encoding="utf-8")
        (folder / "secret").write_text("correct horse battery\n", encoding="utf-8")
        (folder / "house.yaml").write_text("house: h\nname: H\ngame: craps\ncards: {craps: {}}\n", encoding="utf-8")
        for path in (folder, *folder.iterdir()):
            os.chown(path, person.who.get("user", -1), person.who.get("group", -1))
        for trial in trials:
            done = person.run([str(environment.rackcard), *trial.words], folder)
            said = done.stdout + done.stderr
            if done.returncode != trial.code or trial.says not in said or "Traceback" in said:
                wrong.append(f"{person.name}: rackcard {' '.join(trial.words)}: exit {done.returncode}: {said[-600:]}")
    finally:
        shutil.rmtree(folder)
    return wrong


def minus_signs(environment: Installed, person: Person) -> bool:
    """Whether a negative edge keeps its sign in what a person's terminal can show."""
    done = person.run([str(environment.rackcard), "odds", "dice-works", "--table", "1"], Path("/"))
    return bool(re.search(r"[-−]64\.9419 %", done.stdout)) and "?" not in done.stdout


def served(environment: Installed) -> list[str]:
    """Start a server on any port and read its health, its lobby and the help that came with the wheel."""
    folder = Path(tempfile.mkdtemp(prefix="rackcard-served-"))
    words = [str(environment.rackcard), "serve", "--db", "house.db", "--port", "0"]
    process = subprocess.Popen(words, cwd=folder, env=BARE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        address = None
        for line in process.stderr:
            if address := re.search(r"http://[0-9.:]+", line):
                break
        if address is None:
            return [f"serve: exit {process.wait()}"]
        wrong = []
        for path, says in (("/health", '"ok"'), ("/", "Rackcard"), ("/help/card-language/", "The card language")):
            if says not in _answer(address[0] + path):
                wrong.append(f"serve: {path} has no {says}")
        process.terminate()
        if process.wait(60) != 0:
            wrong.append(f"serve: exit {process.returncode} when it was stopped")
        return wrong
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()
        shutil.rmtree(folder)


def _answer(address: str) -> str:
    """What a server answers; it listens a moment after it says where."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            return str(error)
        except OSError:
            time.sleep(0.1)
    return "no answer"


def typed(environment: Installed) -> list[str]:
    """What the type checker of a user says of two right lines and a wrong one."""
    lines = 'import rackcard\nfound = rackcard.load("craps").odds()["pass"].house_edge\nreveal_type(found)\n'
    lines += 'rackcard.load("craps").simulate(rounds=10, engine="abacus")\n'
    words = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(environment.python), "own.py"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "own.py").write_text(lines, encoding="utf-8")
        said = subprocess.run(words, cwd=folder, env=BARE, capture_output=True, text=True, check=False).stdout
    wanted = ('own.py:3: note: Revealed type is "fractions.Fraction | None"', 'own.py:4: error: Argument "engine"')
    return [f"mypy: no line {line}:\n{said}" for line in wanted if line not in said]


def commands_of(environment: Installed) -> set[str]:
    """Every command of the program."""
    code = "import json; from rackcard.cli import app; print(json.dumps([one for one in app if one[0] != '-']))"
    return set(json.loads(PLAIN.run([str(environment.python), "-c", code], Path("/")).stdout))


# ---- the whole of it


def every_trial(wheel: Path, version: str, python: str) -> list[str]:
    """The core and everything on one Python."""
    wrong: list[str] = []
    with installed(wheel, python=python) as environment:
        wrong += tried(environment, (*CORE, *WITHOUT))
        for person in (C_LOCALE, LEGACY, *([STRANGER] if can_be_run_by_others(python) else [])):
            wrong += tried(environment, CORE, person)
            if not minus_signs(environment, person):
                wrong.append(f"{person.name}: a minus sign is lost")
    with installed(wheel, "all", python) as environment:
        wrong += [*tried(environment, (*CORE, *EVERYTHING)), *served(environment), *typed(environment)]
    print(f"Python {version}: {'as it should be' if not wrong else 'WRONG'}", flush=True)
    return wrong


def main() -> None:
    """Build, install and try everything; print the sizes; exit 1 if anything is wrong."""
    with tempfile.TemporaryDirectory() as place:
        sdist, wheel = build(Path(place))
        print(f"{sdist.name} {sdist.stat().st_size / 1e6:.1f} MB, {wheel.name} {wheel.stat().st_size / 1e6:.1f} MB")
        wrong = [fault for version, python in pythons().items() for fault in every_trial(wheel, version, python)]
        oldest = pythons()[".".join(map(str, OLDEST))]
        with installed(wheel, ",".join(EXTRAS[:6]), oldest, lowest_versions()) as environment:
            found = [*tried(environment, (*CORE, *EVERYTHING)), *served(environment)]
            print(f"Lowest versions: {'as they should be' if not found else 'WRONG'}", flush=True)
            wrong += found
        print("\n| installed | MB | packages |\n|---|---|---|")
        for extra in ("", *EXTRAS):
            with installed(wheel, extra) as environment:
                size, packages = environment.size()
                print(
                    f"| {f'rackcard[{extra}]' if extra else 'rackcard'} | {size / 1e6:.0f} | {packages} |", flush=True
                )
    for fault in wrong:
        print(fault, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
