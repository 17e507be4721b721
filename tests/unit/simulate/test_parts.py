"""A run in parts equals one run to the digit; parts of different runs are never added up."""

import json
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.parts import block_at, cuts, merge_parts
from tests.support.command import command

CARD = ("high-roller", "--engine", "numpy", "--workers", "1")
ROUNDS = Program.rounds_before(5) + 12_345


def play(folder: Path, *words: str, part: str = "", name: str = "") -> Path:
    """One part of a run, written to a file."""
    path = folder / (name or f"p{part.partition('/')[0]}.json")
    done = command("simulate", *CARD, "--rounds", str(ROUNDS), *words, "--part", part, "--out", path)
    assert done.returncode in (0, 1), done.stderr
    return path


def counts(text: str) -> Any:
    document = json.loads(text)
    return [[one["count"] for one in wager["outcomes"]] for wager in document["wagers"]], [
        wager["rounds"] for wager in document["wagers"]
    ]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("parts")
    return [play(folder, part=f"{number}/3") for number in (1, 2, 3)]


@pytest.mark.slow
def test_parts_make_one_run_to_the_digit(parts: list[Path]) -> None:
    whole = command("simulate", *CARD, "--rounds", str(ROUNDS), "--json")
    merged = command("merge", parts[2], parts[0], parts[1], "--json")
    assert merged.returncode == whole.returncode == 0
    assert counts(merged.stdout) == counts(whole.stdout)
    assert json.loads(merged.stdout)["sha256"] == json.loads(whole.stdout)["sha256"]


HOUSE = """
house: the-mill
name: The Mill
game: craps
cards: {super-shooter: {wagers: {little: {pays: 2}, big: {pays: 2}, all: {pays: 3}}}}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["super-shooter", "--house", "house.yaml"],
        ["high-roller", "--weights", "7=7"],
        ["high-roller", "--weights", "7=7", "--against", "high-roller"],
        ["baccarat", "--wager", "tie", "--burn"],
        ["roulette", "--wager", "red", "--rounds", "600000"],
        ["cash-out-craps", "--table", "1", "--play", "policy.json"],
    ],
    ids=lambda words: " ".join(words),
)
def test_what_a_run_is_played_with_goes_with_its_parts(words: list[str], tmp_path: Path) -> None:
    """House rules, weights, another card to compare with, a play, a burned card: parts need nothing but their files."""
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    policy = {"wagers": [{"wager": "cash-out", "pay_table": "1", "decisions": []}]}
    (tmp_path / "policy.json").write_text(json.dumps(policy), encoding="utf-8")
    rounds = [] if "--rounds" in words else ["--rounds", "150000"]
    run = ["simulate", *words, "--engine", "numpy", "--workers", "1", *rounds]
    for number in (1, 2):
        done = command(*run, "--part", f"{number}/2", "--out", f"p{number}.json", folder=tmp_path)
        assert done.returncode in (0, 1), done.stderr
    whole = command(*run, "--json", folder=tmp_path)
    merged = command("merge", "p1.json", "p2.json", "--json", folder=tmp_path)
    assert merged.returncode == whole.returncode, merged.stderr
    left, right = json.loads(whole.stdout), json.loads(merged.stdout)
    for name in ("seconds", "rolls_per_second", "played_by"):
        del left[name], right[name]
    assert left == right


@pytest.mark.slow
def test_missing_and_repeated_parts_are_named(parts: list[Path]) -> None:
    done = command("merge", parts[1])
    assert (done.returncode, done.stderr.strip()) == (
        2, "rackcard: of 3 parts these are missing: 1, 3; run them, and merge all",
    )  # fmt: skip
    done = command("merge", *parts, parts[0])
    assert done.returncode == 2
    assert "are both part 1; leave one of them out" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 2}, "has seed 2 and"),
        ({"rounds": [7]}, "is a part of 7 rounds"),
        ({"chance": {"1-1": 2}}, "were played with different weights"),
        ({"play": "never"}, "were played by different policies"),
        ({"sha256": "x"}, "are parts of different texts of the card"),
        ({"card": "craps"}, "is a part of craps and"),
        ({"parts": 4}, "is one of 4 parts and"),
        ({"house": {}}, "under different house rules"),
    ],
)
def test_parts_of_different_runs_are_refused_with_what_differs(
    parts: list[Path], tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps(json.loads(parts[1].read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(SimulationError) as refused:
        merge_parts([parts[0], other, parts[2]])
    assert said in str(refused.value)


@pytest.mark.slow
def test_counts_that_no_part_has_are_refused(parts: list[Path], tmp_path: Path) -> None:
    other, document = tmp_path / "other.json", json.loads(parts[1].read_text(encoding="utf-8"))
    document["jobs"][0]["rounds"] += 1
    other.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SimulationError, match="damaged"):
        merge_parts([parts[0], other, parts[2]])


@pytest.mark.slow
def test_a_part_that_was_killed_is_run_again_and_merged(tmp_path: Path) -> None:
    """Four parts, the third ended by SIGTERM: nothing is written, its run is saved, and it goes on."""
    rounds = str(Program.rounds_before(24))
    words = [*CARD, "--rounds", rounds]
    out, saved = tmp_path / "p3.json", tmp_path / "run.json"
    third = ["--part", "3/4", "--out", str(out), "--resume", str(saved)]
    process = subprocess.Popen(
        [sys.executable, "-m", "rackcard", "simulate", *words, *third],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stderr is not None
    process.stderr.readline()  # it has counted something
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 143, said
    assert "part 3/4 was stopped and is not written" in said
    assert not out.exists()
    assert saved.exists()
    for number in (1, 2, 4):
        command("simulate", *words, "--part", f"{number}/4", "--out", tmp_path / f"p{number}.json")
    assert command("simulate", *words, *third).returncode == 0
    merged = command("merge", *sorted(tmp_path.glob("p?.json")), "--json")
    assert counts(merged.stdout) == counts(command("simulate", *words, "--json").stdout)


@pytest.mark.slow
def test_a_saved_run_of_another_part_is_refused(parts: list[Path], tmp_path: Path) -> None:
    saved = tmp_path / "run.json"
    play(tmp_path, "--resume", str(saved), part="2/3")
    done = command(
        "simulate", *CARD, "--rounds", str(ROUNDS), "--part", "1/3", "--out", tmp_path / "x", "--resume", saved
    )
    assert (done.returncode, "is a run of another part" in done.stderr) == (2, True)


def test_cuts_leave_no_part_empty_and_cover_every_block() -> None:
    program: Any = Program
    rounds = Program.rounds_before(70) + 1
    for number in (1, 2, 3, 7, 71):
        found = cuts(program, rounds, number)
        assert found[0] == 0
        assert found[-1] == block_at(program, rounds) == 71
        assert all(low < high for low, high in pairwise(found))
    with pytest.raises(SimulationError, match="make at most 71 parts"):
        cuts(program, rounds, 72)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "3/2", "--out", "x.json"], "--part 3/2 is out of range"),
        (["--part", "0/2", "--out", "x.json"], "--part 0/2 is out of range"),
        (["--part", "half", "--out", "x.json"], "--part half is not a part of a whole"),
        (["--part", "1/2"], "a part is written to a file; give --out"),
        (["--out", "x.json"], "--out is for a part of a run"),
        (["--part", "1/2", "--out", "x.json", "--seconds", "3"], "leave out --seconds"),
        (["--until-error", "1e-3", "--rounds", "1000"], "--until-error sets the number of rounds"),
    ],
)
def test_a_part_that_cannot_be_played_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    done = command("simulate", *CARD, *words, folder=tmp_path)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_rounds_and_seconds_go_together_and_the_first_to_come_ends_the_run() -> None:
    begun = time.monotonic()
    few = command("simulate", *CARD, "--rounds", "50000", "--seconds", "60", "--json")
    assert time.monotonic() - begun < 30
    assert json.loads(few.stdout)["wagers"][0]["rounds"] == 50_000
    short = command("simulate", *CARD, "--rounds", "1e12", "--seconds", "0.2", "--json")
    assert json.loads(short.stdout)["wagers"][0]["rounds"] < 10**12


def test_merge_needs_parts() -> None:
    assert "merge needs the files of all parts" in command("merge").stderr
    assert "there is no file nowhere.json" in command("merge", "nowhere.json").stderr
