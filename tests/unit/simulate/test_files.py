"""Bad files and arguments of a simulation are refused before it plays, and no result is lost."""

import json
import os
import pickle
import re
import subprocess
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rackcard.api import load
from rackcard.card import card_ids
from rackcard.cli.common import explained
from rackcard.games.device import ChanceError
from rackcard.simulate import checkpoint, kernel_cache, simulation
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.errors import EngineError, SimulationError
from rackcard.simulate.request import Request, Snapshot
from rackcard.simulate.simulation import simulate
from rackcard.wording import cli as cli_wording
from rackcard.wording import simulation as wording
from tests.support.command import command

pytestmark = pytest.mark.slow

WHOLE = Program.rounds_before(4)


def cli(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return command("simulate", *arguments)


# ---- policy files


def decision(marked: dict[str, Any], offer: str, take: Any) -> dict[str, Any]:
    return {"state": {"marked": marked}, "offer": offer, "take": take}


@pytest.mark.parametrize(("decisions", "sentence"), [
    ([decision({"4": 1}, "take back", "false")], "true or false in the state with 4 marked"),
    ([decision({"4": -1}, "take back", True)], "whole numbers"),
    ([decision({"4": "1"}, "take back", True)], "whole numbers"),
    ([decision({"4": True}, "take back", True)], "whole numbers"),
    ([decision({"4": 1}, "take back", True), decision({"4": 1}, "cash out", True)], "both taken in the state with 4"),
    ([decision({"4": 1}, "take back", True), decision({"4": 1}, "take back", False)], "both taken and declined"),
    ([decision({"13": 1}, "take back", True)], "13 marked, which cash-out never reaches"),
    ([decision({"4": 1}, "cash out", True)], "cash out in the state with 4 marked, where"),
])  # fmt: skip
def test_a_policy_that_cannot_be_meant_is_refused(decisions: list[Any], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text(json.dumps({"wagers": [{"wager": "cash-out", "pay_table": "1", "decisions": decisions}]}))
    with pytest.raises(SimulationError, match=sentence):
        load("cash-out-craps").simulate(rounds=100, engine="numpy", play=path, table=1)


@pytest.mark.parametrize("card_id", [card for card in card_ids() if any(terms.offers for terms in load(card).terms())])
def test_every_strategy_is_a_policy(card_id: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    card = load(card_id)
    path.write_text(json.dumps(card.strategy().to_dict()))
    best, followed = (card.simulate(rounds=2_000, engine="numpy", play=play) for play in ("best", path))
    assert [wager.counts for wager in followed.wagers] == [wager.counts for wager in best.wagers]


def test_deeply_nested_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 200_000)
    for option in ("--play", "--resume"):
        done = cli("cash-out-craps", "--rounds", "100", option, path)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr


# ---- kept runs


def kept_run(path: Path) -> dict[str, Any]:
    load("high-roller").simulate(rounds=WHOLE, engine="numpy", resume=path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def raise_count(one: dict[str, Any]) -> None:
    one["counts"][1] = one["full"][1] = 10**9


def shorten_rows(one: dict[str, Any]) -> None:
    one["checkpoints"] = [[1, [1]]]


def raise_row(one: dict[str, Any]) -> None:
    one["checkpoints"][0][1][1] = 10**9


@pytest.mark.parametrize("damage", [raise_count, shorten_rows, raise_row])
def test_a_damaged_run_is_refused(damage: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    document = kept_run(path)
    damage(document["done"][0])
    path.write_text(json.dumps(document))
    with pytest.raises(SimulationError, match="damaged"):
        load("high-roller").simulate(rounds=2 * WHOLE, engine="numpy", resume=path)


def test_a_kept_run_without_checkpoints_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    document = kept_run(path)
    document["done"][0]["checkpoints"] = []
    path.write_text(json.dumps(document))
    done = cli("high-roller", "--rounds", str(WHOLE), "--resume", path, "--svg", tmp_path / "a.svg")
    assert done.returncode == 0, done.stderr
    assert "High Roller" in (tmp_path / "a.svg").read_text()


def test_a_longer_kept_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    kept_run(path)
    with pytest.raises(SimulationError, match=f"holds {WHOLE:,} rounds, more than the 1,000 requested"):
        load("high-roller").simulate(rounds=1_000, engine="numpy", resume=path)


def test_rate_and_moments_count_this_run_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    first = kept_run(path)["done"][0]["counts"][0]
    moments: list[Snapshot] = []
    found = simulate(
        load("high-roller"),
        request=Request(rounds=2 * WHOLE, engine="numpy", resume=path),
        watch=moments.append,
    )
    assert found.kept == first
    assert found.rate == pytest.approx((found.outcomes - first) / found.seconds)
    assert (moments[-1].resumed_rounds, moments[-1].resumed_outcomes) == (WHOLE, first)
    assert found.played == {"kept": WHOLE, "numpy": WHOLE}


def test_other_wagers_are_named_in_good_grammar(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    load("super-shooter").simulate(rounds=1000, engine="numpy", resume=path)
    with pytest.raises(SimulationError, match="a run with other wagers, options or play"):
        load("super-shooter").simulate(rounds=1000, engine="numpy", resume=path, wager="all")


def test_a_file_that_cannot_be_written_is_refused_before_playing(tmp_path: Path) -> None:
    played: list[Snapshot] = []
    for path in (tmp_path, tmp_path / "none" / "run.json", Path("/proc/run.json")):
        with pytest.raises(SimulationError, match=r"cannot be written|is not a saved simulation"):
            simulate(load("high-roller"), request=Request(rounds=1000, resume=path), watch=played.append)
    assert not played
    done = cli("high-roller", "--rounds", "1000", "--svg", "/proc/a.svg")
    assert (done.returncode, done.stdout) == (2, "")
    done = cli("high-roller", "--rounds", "1000", "--svg", tmp_path / "a", "--resume", tmp_path / "a")
    assert done.returncode == 2
    assert "same file" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_save_that_fails_loses_no_result_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    monkeypatch.setattr(simulation, "SAVE_SECONDS", 0.0)
    found = load("high-roller").simulate(rounds=WHOLE, engine="numpy", resume=tmp_path / "run.json")
    assert found.wagers[0].rounds == WHOLE
    assert not found.is_saved
    assert capsys.readouterr().err.count("no space left") == 1
    assert not list(tmp_path.iterdir())


def test_a_kept_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    kept_run(path)
    assert path.stat().st_mode & 0o077
    path.chmod(0o640)
    load("high-roller").simulate(rounds=2 * WHOLE, engine="numpy", resume=path)
    assert path.stat().st_mode & 0o777 == 0o640


# ---- arguments


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--rounds", "１２"], "not a number"),
    (["--engine", "abacus"], "table"),
    (["--engine", "table", "--seed", "-1", "--rounds", "3"], "seed"),
    (["--engine", "table", "--workers", "0", "--rounds", "3"], "workers"),
    (["--cluster", "tcp://127.0.0.1:9"], "engines that support it: dask"),
])  # fmt: skip
def test_more_nonsense_is_refused_with_a_sentence(arguments: list[str], sentence: str) -> None:
    done = cli("high-roller", *arguments)
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_code_is_taken_from_nobody_elses_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACKCARD_CACHE", "/proc/no/such/folder")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = kernel_cache.cache_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(EngineError, match="only you"):
        kernel_cache.cache_folder()
    folder.rmdir()
    folder.symlink_to(tmp_path / "other")
    os.mkdir(tmp_path / "other")
    with pytest.raises(EngineError, match="only you"):
        kernel_cache.cache_folder()


# ---- what is refused, as codes and facts


def test_every_refusal_and_note_has_its_sentence() -> None:
    """A code without a template would be a traceback in place of a sentence."""
    raised = re.compile(r'(?:SimulationError|EngineError|UsageError|\bnote)\(\s*"([a-z0-9.-]+)"')
    known = {*wording.REFUSALS, *wording.NOTES, *cli_wording.USAGE, *cli_wording.NOTES}
    package = Path(simulation.__file__).parent.parent
    for path in [*package.glob("simulate/**/*.py"), *package.glob("cli/*.py")]:
        for code in raised.findall(path.read_text(encoding="utf-8")):
            assert code in known, f"{path.name}: {code}"
    for code in checkpoint_codes():
        assert code in wording.REFUSALS


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"seconds": 0}, "seconds must be greater than 0 and at most"),
        ({"until_error": 0}, "until_error must be greater than 0"),
        ({"until_error": 1e-3, "rounds": 9}, "until_error sets the number of rounds; leave out rounds and seconds"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"workers": 0}, "workers must be a whole number from 1"),
        ({"engine": "table", "seconds": 3}, "seconds does not work with the table engine"),
    ],
)
def test_a_program_is_answered_with_its_own_arguments(asked: dict[str, Any], sentence: str) -> None:
    """No option of the command line in what Python is told; the command line names its options."""
    with pytest.raises(SimulationError) as refused:
        load("craps").simulate(**asked)
    assert str(refused.value).startswith(sentence)
    assert "--" not in str(refused.value)
    assert explained(refused.value)[0].startswith("rackcard: --")


@pytest.mark.parametrize(
    ("card", "weights"),
    [("craps", {"7": 7, "6-6": 2}), ("sic-bo", {"11": 30, "6-6-6": 2}), ("baccarat", {"K": Fraction(1, 2)})],
)
def test_weights_that_cannot_be_so_name_no_option(card: str, weights: dict[str, Any]) -> None:
    with pytest.raises(ChanceError) as refused:
        load(card).chance({}).weighted({name: Fraction(weight) for name, weight in weights.items()})
    assert "weights" in str(refused.value)
    assert "--" not in str(refused.value)


def checkpoint_codes() -> list[str]:
    found = checkpoint.Checkpoint(None, load("craps"), 1, [])
    return [f"other-checkpoint.{name}" for name in found.head]


def test_a_refusal_crosses_from_a_worker_process_with_its_facts() -> None:
    error = pickle.loads(pickle.dumps(EngineError("gpu-error", number=3, reason="lost")))
    assert (type(error), error.code, error.facts) == (EngineError, "gpu-error", {"number": 3, "reason": "lost"})
    assert "error 3" in str(error)
