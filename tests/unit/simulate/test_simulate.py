"""The simulation: the same counts everywhere, exact figures met, wrong ones caught, nonsense refused."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from rackcard.api import EngineName, RackCard, load, loads
from rackcard.games.baccarat.shoe import Shoe
from rackcard.games.craps.dice import Dice
from rackcard.games.roulette.wheel import Wheel
from rackcard.odds.selection import Selection
from rackcard.simulate import runner
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import GROUP, Program
from rackcard.simulate.circuit.codegen import group_steps
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import prepare
from rackcard.simulate.kernels import is_compiled, numba_kernel, numpy_kernel
from rackcard.simulate.native.cuda import by_nvrtc, nvrtc
from rackcard.simulate.native.kernels import native_kernel
from rackcard.simulate.native.library import Field, Library
from rackcard.simulate.request import ENGINES, Request, Snapshot
from rackcard.simulate.result import Simulation
from rackcard.simulate.runner import Limit, RunProgress, run
from rackcard.simulate.simulation import simulate
from rackcard.simulate.table_programs import Dealing
from tests.support.command import RACKCARD, command
from tests.support.processor_library import processor_library
from tests.support.sample import sampled, sampled_cards
from tests.support.simulate_witness import evaluate, philox

pytestmark = pytest.mark.slow


def counts(found: Simulation) -> list[tuple[int, ...]]:
    return [wager.counts for wager in found.wagers]


def cli(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return command("simulate", *arguments)


# ---- one truth for randomness


def test_philox_is_the_published_generator() -> None:
    """Known answers of Random123 are for ten rounds; seven are checked against a plain second writing of the paper."""

    def plain(key: list[int], counter: list[int]) -> list[int]:
        for _ in range(7):
            low = [0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]]
            counter = [
                (low[1] // 2**32) ^ counter[1] ^ key[0],
                low[1] % 2**32,
                (low[0] // 2**32) ^ counter[3] ^ key[1],
                low[0] % 2**32,
            ]
            key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
        return counter

    for seed, counter in ((0, (0, 0, 0, 0)), (2**64 - 1, (2**32 - 1,) * 4), (0x123456789ABCDEF0, (1, 2, 3, 4))):
        assert list(philox(seed, counter)) == plain([seed % 2**32, seed >> 32], list(counter))


SPANS = [Span(0, 1, 5_000), Span(62, 3, 2 * 32_768 + 70_001), Span(2**33, 1, 2048), Span(1, 1, 1)]


@pytest.mark.parametrize("card_id", ["super-shooter", "repeater-bets-plus", "roll-the-line"][: sampled(1, 3)])
def test_numpy_numba_and_c_count_alike(card_id: str) -> None:
    (job,) = prepare(load(card_id), Selection(readings=True))
    assert isinstance(job.program, Program)
    kernels = [
        numpy_kernel(job.program, 11),
        numba_kernel(job.program, 11),
        native_kernel(job.program, 11, processor_library),
    ]
    for span in SPANS:
        first, *others = [kernel.run(span) for kernel in kernels]
        assert first[0] > 0
        assert all(other == first for other in others), span


@pytest.mark.parametrize("lines", [1, 300])
def test_a_program_too_long_for_one_line_is_cut_into_fewer_steps(lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    (job,) = prepare(load("super-shooter"))
    assert isinstance(job.program, Program)
    whole = group_steps(job.program)
    monkeypatch.setattr("rackcard.simulate.circuit.codegen.LINES_MAX", lines)
    assert group_steps(job.program) < whole
    for span in SPANS:
        assert numba_kernel(job.program, 3).run(span) == numpy_kernel(job.program, 3).run(span)


@pytest.mark.parametrize(
    ("card_id", "dealing"),
    [("straights-and-8s", None), ("roulette", None), ("tiger-baccarat", None),
     ("baccarat", Dealing(burn=True)), ("golden-dragon-baccarat", Dealing(burn=True, cut=16))],
)  # fmt: skip
def test_numpy_numba_and_c_spin_and_deal_alike(card_id: str, dealing: Dealing | None) -> None:
    (job,) = prepare(load(card_id), dealing=dealing)
    native = native_kernel(job.program, 5, processor_library)
    for span in (Span(0, 1, 5_000), Span(3, 2, job.program.rounds_before(1) + 777)):
        assert numpy_kernel(job.program, 5).run(span) == numba_kernel(job.program, 5).run(span) == native.run(span)


def test_a_biased_wheel_with_awkward_weights_spins_alike() -> None:
    wheel = Wheel.of_pockets(["0", *map(str, range(1, 37))], {"17": Fraction(999_999_999_989, 1_000_000_007)})
    (job,) = prepare(load("straights-and-8s"), Selection({"wheel": "single-zero"}, chance=wheel))
    span = Span(0, 1, 20_000)
    native = native_kernel(job.program, 5, processor_library)
    assert numpy_kernel(job.program, 5).run(span) == native.run(span)
    assert numpy_kernel(job.program, 5).run(span) == numba_kernel(job.program, 5).run(span)
    assert load("roulette").simulate({"wheel": "single-zero"}, rounds=200_000, chance=wheel).verdict == "pass"


CARDS = Path(__file__).parents[2] / "phrase_cards" / "baccarat-cards.yaml"


@pytest.mark.parametrize("dealing", [None, Dealing(burn=True, cut=20)])
def test_wagers_that_look_at_the_cards_are_counted_alike(dealing: Dealing | None) -> None:
    (job,) = prepare(loads(CARDS.read_text(encoding="utf-8")), dealing=dealing)
    native = native_kernel(job.program, 5, processor_library)
    for span in (Span(0, 1, 3_000), Span(3, 2, job.program.rounds_before(1) + 77)):
        assert numba_kernel(job.program, 5).run(span) == native.run(span)


@pytest.mark.parametrize("card", ["super-shooter", "straights-and-8s", "baccarat", CARDS])
def test_every_kernel_compiles_for_a_gpu_without_one(card: str | Path) -> None:
    loaded = load(card) if isinstance(card, str) else loads(card.read_text(encoding="utf-8"))
    sources = []

    def noted(source: str, tallies: int, threads: int, fields: tuple[tuple[str, Field], ...]) -> Library:
        sources.append(source)
        return processor_library(source, tallies, threads, fields)

    for job in prepare(loaded):
        native_kernel(job.program, 1, noted)
    compiler = nvrtc()
    assert compiler is not None, "the extra gpu is not installed"
    assert all(by_nvrtc(compiler, source, "sm_90").startswith(b"\x7fELF") for source in sources)


def test_seeds_differ_and_blocks_differ() -> None:
    (job,) = prepare(load("high-roller"))
    kernel = numpy_kernel(job.program, 1)
    assert kernel.run(Span(0, 1, 2048)) != kernel.run(Span(1, 1, 2048))
    assert kernel.run(Span(0, 1, 2048)) != numpy_kernel(job.program, 2).run(Span(0, 1, 2048))


WHOLE = Program.rounds_before(40)
ROUNDS = Program.rounds_before(65) + 12_345


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return load("high-roller").simulate(rounds=ROUNDS, engine="numpy", seed=4)


def test_two_processes_count_as_one(alone: Simulation) -> None:
    pooled = load("high-roller").simulate(rounds=ROUNDS, engine="numpy", seed=4, workers=2)
    assert (counts(pooled), pooled.outcomes) == (counts(alone), alone.outcomes)


def test_a_resumed_run_counts_as_one(alone: Simulation, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    card = load("high-roller")
    card.simulate(rounds=WHOLE + 99, engine="numpy", seed=4, resume=kept)
    resumed = card.simulate(rounds=ROUNDS, engine="numba", seed=4, resume=kept)
    assert (counts(resumed), resumed.outcomes) == (counts(alone), alone.outcomes)
    again = card.simulate(rounds=ROUNDS, engine="numpy", seed=4, resume=kept)
    assert counts(again) == counts(alone)


def test_every_round_is_played_to_its_end() -> None:
    """Exactly the rounds asked for, whatever their number; each wager is decided in every one of them."""
    for rounds in (1, 2047, 2048, 2049, 100_000):
        found = load("craps").simulate(rounds=rounds, engine="numpy")
        assert {sum(wager.counts) for wager in found.wagers} == {rounds}


def test_cutting_rounds_off_would_be_caught() -> None:
    """The control of the quota: lanes stopped after a fixed number of steps lose the long rounds, which win more."""
    (job,) = prepare(load("high-roller"))
    program, entry = job.program, job.entries[0]
    assert isinstance(program, Program)
    random, lanes = Random(3), 20_000
    mask = 2**lanes - 1
    registers, found = [0] * program.registers, [0] * len(program.tallies)
    registers[program.active] = mask
    for _ in range(3):
        for _ in range(GROUP):
            evaluate(program.step, [random.getrandbits(lanes) for _ in range(program.randoms)], registers, mask)
        for tally, bits in enumerate(program.tallies):
            found[tally] += sum(registers[register].bit_count() << bit for bit, register in enumerate(bits))
        evaluate(program.tail, [], registers, mask)
    slots = program.slots[0]
    decided = sum(found[slot] for slot in slots if slot is not None)
    exact = sum(p for p, slot in zip(entry.probabilities, slots, strict=True) if slot is not None)
    rounds = found[0] / float(entry.odds.mean_rolls or 1)
    assert decided < rounds * float(exact) * 0.9


# ---- the cluster


@pytest.mark.slow
def test_a_dask_cluster_of_two_counts_as_one_though_a_worker_dies(alone: Simulation) -> None:
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    with cluster, Client(cluster) as client:
        killed = False
        (job,) = prepare(load("high-roller"))
        progress = RunProgress()
        for progress in run(job.program, 4, "dask", Limit(rounds=ROUNDS), cluster=cluster.scheduler_address):
            assert progress.rounds
            if not killed and progress.rounds > Program.rounds_before(1):
                killed = True
                pids = client.run(os.getpid)
                os.kill(next(iter(pids.values())), signal.SIGKILL)
    assert killed
    slots = job.program.slots[0]
    assert [progress.counts[slot] for slot in slots if slot is not None] == [
        count for count, slot in zip(alone.wagers[0].counts, slots, strict=True) if slot is not None
    ]


def test_a_killed_process_costs_time_only(alone: Simulation) -> None:
    import multiprocessing

    (job,) = prepare(load("high-roller"))
    killed, progress = 0, RunProgress()
    for progress in run(job.program, 4, "numpy", Limit(rounds=ROUNDS), workers=2):
        assert progress.rounds
        workers = multiprocessing.active_children()
        if workers and not killed:
            killed = workers[0].pid or 0
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert progress.rounds == ROUNDS
    assert progress.counts[0] == alone.outcomes


# ---- exact figures met


def plays_of(card: RackCard) -> list[str]:
    return ["best", "never", "first"] if any(terms.offers for terms in card.terms()) else ["best"]


CASES = [(card, play) for card in sampled_cards() for play in plays_of(load(card))]


@pytest.mark.parametrize(("card_id", "play"), CASES)
def test_every_wager_table_and_reading_meets_its_exact_figure(card_id: str, play: str) -> None:
    rounds = 500_000 if load(card_id).game.id == "baccarat" else 300_000
    engine: EngineName = "numpy" if load(card_id).chance().program == "circuit" else "numba"
    found = load(card_id).simulate(rounds=rounds, engine=engine, readings=True, play=play, seed=20)
    assert found.verdict == "pass", found.sentence()
    assert max(abs(wager.z) for wager in found.wagers) <= 4


def test_other_chances_meet_their_exact_figures() -> None:
    dice = Dice.of_totals({7: Fraction(13, 2), 2: Fraction(1, 3)})
    assert load("craps").simulate(rounds=500_000, engine="numpy", chance=dice).verdict == "pass"
    shoe = Shoe.of_decks(1).without("9", "9", "9", "K")
    assert load("tiger-baccarat").simulate(rounds=500_000, engine="numpy", chance=shoe).verdict == "pass"
    few = load("baccarat").simulate({"decks": "6"}, rounds=300_000, engine="numpy", dealing=Dealing(burn=True))
    assert few.verdict == "pass"


def test_a_cut_card_gives_no_verdict() -> None:
    found = load("baccarat").simulate(rounds=50_000, engine="numpy", dealing=Dealing(cut=20))
    assert found.verdict == "none"
    assert "no verdict" in found.sentence()


def test_hands_of_a_shoe_are_nearly_independent() -> None:
    """The plain standard error is honest: over whole shoes the variance is that of independent hands, within noise."""
    (job,) = prepare(load("baccarat"), Selection(wager="banker"))
    entry, slots = job.entries[0], job.program.slots[0]
    values = [float(result.net) for result in entry.bet.results]
    kernel = numba_kernel(job.program, 8)
    sums = []
    for block in range(1_000):
        found = kernel.run(Span(block, 1, 69 * 8))
        results = [found[slot] if slot is not None else 0 for slot in slots]
        results[entry.bet.machine.loss] = 69 * 8 - sum(results)
        sums.append(sum(n * v for n, v in zip(results, values, strict=True)))
    mean = sum(sums) / len(sums)
    variance = sum((s - mean) ** 2 for s in sums) / (len(sums) - 1)
    assert 0.85 < variance / (69 * 8 * float(entry.odds.variance or 0)) < 1.15


def test_a_policy_file_is_followed(tmp_path: Path) -> None:
    card = load("cash-out-craps")
    path = tmp_path / "policy.json"
    path.write_text(json.dumps(card.strategy(table=1).to_dict()))
    best, followed = (card.simulate(rounds=100_000, engine="numpy", play=play, table=1) for play in ("best", path))
    assert counts(best) == counts(followed)
    assert {wager.entry.odds.play for wager in followed.wagers} == {"policy"}
    document = card.strategy(table=1).to_dict()
    for entry in document["wagers"]:
        for decision in entry["decisions"]:
            decision["take"] = decision["offer"] == "take back"
    path.write_text(json.dumps(document))
    timid = card.simulate(rounds=100_000, engine="numpy", play=path, table=1)
    assert timid.verdict == "pass"
    assert all(wager.mean > -1 for wager in timid.wagers)
    assert counts(timid) != counts(best)


# ---- controls: what is wrong is caught


def test_a_pay_changed_by_one_unit_is_caught(tmp_path: Path) -> None:
    text = load("repeater-bets-plus").origin.text
    changed = loads(text.replace("pays: 9 for 1", "pays: 10 for 1"))
    found = changed.simulate(rounds=1_000_000, engine="numpy", wager="citywide", against=load("repeater-bets-plus"))
    assert found.verdict == "fail"
    assert found.failed[0].entry.bet.terms.wager == "citywide"


@pytest.mark.parametrize(("card_id", "wager"), [("craps", "any-seven"), ("repeater-bets-plus", None)][: sampled(1, 2)])
def test_dice_loaded_by_one_percent_are_caught(card_id: str, wager: str | None) -> None:
    loaded = Dice.of_totals({7: Fraction(606, 100)})
    card = load(card_id)
    assert card.simulate(rounds=3_000_000, engine="numpy", chance=loaded, wager=wager).verdict == "pass"
    assert card.simulate(rounds=3_000_000, engine="numpy", chance=loaded, wager=wager, against=card).verdict == "fail"


def test_another_play_is_caught() -> None:
    card = load("cash-out-craps")
    (job,) = prepare(card, Selection(table=1, play="best"))
    (other,) = prepare(card, Selection(table=1, play="first"))
    found = card.simulate(rounds=200_000, engine="numpy", table=1, play="best")
    wager = found.wagers[0]
    assert wager.entry.probabilities == job.entries[0].probabilities != other.entries[0].probabilities
    swapped = type(wager)(wager.entry, wager.rounds, wager.counts, other.entries[0])
    assert min(swapped.p_values) < 1e-6


# ---- the live table as an engine


@pytest.mark.parametrize("card_id", ["cash-out-craps", "straights-and-8s", "tiger-baccarat", "repeater-bets-plus"])
def test_the_live_table_pays_what_the_odds_say(card_id: str) -> None:
    found = load(card_id).simulate(rounds=150, seed=6, engine="table")
    assert found.verdict == "pass"
    assert all(wager.rounds == 150 for wager in found.wagers)


def test_the_live_table_is_an_engine_like_the_others() -> None:
    """From Python and from the command line the same request is run, with the same counts."""
    assert "table" in ENGINES
    snapshots: list[Snapshot] = []
    request = Request(rounds=40, seed=3, engine="table", against=load("craps"))
    found = simulate(load("craps"), Selection(wager="pass"), request=request, watch=snapshots.append)
    assert (found.engine, found.played, sum(found.wagers[0].counts)) == ("table", {"table": 40}, 40)
    assert found.to_dict()["against"]["card"] == "craps"
    assert snapshots[-1].rounds_total == 40
    assert counts(load("craps").simulate(rounds=40, seed=3, engine="table", wager="pass")) == counts(found)
    done = cli("craps", "--engine", "table", "--rounds", "40", "--seed", "3", "--wager", "pass", "--json")
    shown = [outcome["count"] for outcome in json.loads(done.stdout)["wagers"][0]["outcomes"]]
    assert shown == list(found.wagers[0].counts)


def test_the_table_engine_refuses_what_it_does_not_support(tmp_path: Path) -> None:
    unsupported: list[dict[str, Any]] = [
        {"seconds": 1.0}, {"until_error": 0.1}, {"resume": tmp_path / "run.json"}, {"cluster": "tcp://127.0.0.1:9"},
    ]  # fmt: skip
    for given in unsupported:
        with pytest.raises(SimulationError, match="does not work with the table engine"):
            load("craps").simulate(engine="table", wager="pass", **given)


# ---- running it


def test_seconds_and_errors_are_limits() -> None:
    timed = load("craps").simulate(seconds=0.5, engine="numpy", wager="pass")
    assert timed.wagers[0].rounds % Program.rounds_before(1) == 0
    found = load("craps").simulate(until_error=0.002, engine="numpy", wager="pass")
    assert found.wagers[0].standard_error <= 0.002
    assert found.wagers[0].rounds < 300_000


def test_json_and_csv_carry_what_they_should() -> None:
    done = cli("cash-out-craps", "--rounds", "2e4", "--engine", "numpy", "--workers", "1", "--json", "--table", "1")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    (wager,) = document["wagers"]
    assert wager["rounds"] == 20_000 == sum(outcome["count"] for outcome in wager["outcomes"])
    assert wager["exact"]["exact"] == str(-(load("cash-out-craps").odds(table=1)["cash-out"].house_edge or 0))
    assert wager["z"] == pytest.approx((wager["mean"] - float(Fraction(wager["exact"]["exact"])))
                                       / wager["standard_error"])  # fmt: skip
    assert document["rolls"] > 20_000
    assert document["verdict"]["result"] == "pass"
    assert {"seconds", "rolls_per_second", "seed", "engine", "sha256"} <= set(document)
    table = cli("cash-out-craps", "--rounds", "2e4", "--engine", "numpy", "--workers", "1", "--csv").stdout
    assert len(table.splitlines()) == 5
    found = load("cash-out-craps").simulate(rounds=2000, engine="numpy")
    assert found.to_dict()["wagers"][0]["rounds"] == 2000
    assert "<table>" in found._repr_html_()


def test_the_convergence_is_drawn(tmp_path: Path) -> None:
    from xml.etree import ElementTree

    picture = tmp_path / "a.svg"
    done = cli("high-roller", "--rounds", "5e5", "--engine", "numpy", "--workers", "1", "--svg", picture)
    assert done.returncode == 0, done.stderr
    root = ElementTree.fromstring(picture.read_text())
    assert root.tag.endswith("svg")
    assert "High Roller" in picture.read_text()


def test_a_control_exits_with_1() -> None:
    words = ("--rounds", "3e6", "--engine", "numpy", "--weights", "7=6.06", "--against", "craps")
    done = cli("craps", "--wager", "any-seven", *words)
    assert done.returncode == 1
    assert "FAIL:" in done.stdout


def test_ctrl_c_leaves_a_valid_part(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    command: list[str | Path] = [
        RACKCARD, "simulate", "high-roller", "--rounds", "1e12", "--engine", "numpy", "--workers", "1", "--json",
        "--resume", kept,
    ]  # fmt: skip
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "rounds" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    document = json.loads(out)
    assert not document["complete"]
    rounds = document["wagers"][0]["rounds"]
    assert rounds % Program.rounds_before(1) == 0
    same = load("high-roller").simulate(rounds=rounds, engine="numba", resume=None)
    assert [o["count"] for o in document["wagers"][0]["outcomes"]] == list(same.wagers[0].counts)
    assert json.loads(kept.read_text())["done"][0]["rounds"] == rounds


BAD: list[tuple[list[str], str]] = [
    (["--rounds", "0"], "rounds, not"),
    (["--rounds", "-1"], "rounds, not"),
    (["--rounds", "1e16"], "rounds, not"),
    (["--rounds", "1e30"], "--rounds 1e30 is out of range; expected 1 to 1,000,000,000,000,000"),
    (["--rounds", "1e999999999"], "out of range"),
    (["--rounds", "many"], "not a number"),
    (["--rounds", "1.5"], "not a whole number"),
    (["--rounds", "nan"], "--rounds nan is not a number"),
    (["--seconds", "-3"], "--seconds must be"),
    (["--until-error", "0"], "greater than 0"),
    (["--until-error", "1e-30"], "takes"),
    (["--engine", "abacus"], "unknown engine abacus"),
    (["--engine", "gpu"], "use --engine numba"),
    (["--workers", "0"], "--workers must"),
    (["--seed", "-1"], "seed"),
    (["--play", "wildly"], "unknown play wildly"),
    (["--wager", "nothing"], "no wager nothing"),
    (["--table", "99"], "no pay table"),
    (["--set", "nothing=1"], "no option nothing"),
    (["--burn"], "need a shoe"),
    (["--json", "--csv"], "only one of --json and --csv"),
    (["--svg", "no/such/folder/a.svg"], "does not exist"),
    (["--engine", "table", "--seconds", "3"], "--seconds does not work with the table engine"),
    (["--engine", "table", "--burn"], "--burn or --cut does not work with the table engine"),
    (["--engine", "table", "--rounds", "0"], "the table engine plays 1 to 10,000,000 rounds, not 0"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=lambda value: " ".join(value)[:40])
def test_nonsense_is_refused_with_a_sentence(arguments: list[str], sentence: str) -> None:
    done = cli("high-roller", *arguments)
    assert done.returncode == 2, done.stderr
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A saved run."""
    kept = tmp_path_factory.mktemp("saved") / "run.json"
    load("high-roller").simulate(rounds=WHOLE, engine="numpy", resume=kept)
    return kept.read_text()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text.replace("high-roller", "low-roller"), "another card"),
        (lambda text: text.replace('"seed": 1', '"seed": 2'), "another seed"),
        (lambda text: text[:-30], "is not a saved simulation"),
        (lambda text: text.replace('"blocks": 40', '"blocks": 41'), "damaged"),
        (lambda text: text.replace('"rounds": ', '"rounds": -'), "damaged"),
        (lambda text: text.replace('"counts": [', '"counts": ["", '), "damaged"),
        (lambda text: "[]", "is not a saved simulation"),
        (lambda text: "my notes", "is not a saved simulation"),
    ],
)
def test_a_file_of_another_run_is_refused_and_left_alone(
    change: Callable[[str], str], sentence: str, tmp_path: Path, saved: str
) -> None:
    kept = tmp_path / "run.json"
    card = load("high-roller")
    text = change(saved)
    kept.write_text(text)
    with pytest.raises(SimulationError, match=sentence):
        card.simulate(rounds=WHOLE, engine="numpy", resume=kept)
    assert kept.read_text() == text
    with pytest.raises(SimulationError):
        load("craps").simulate(rounds=1000, engine="numpy", resume=kept)
    assert kept.read_text() == text


def test_a_broken_policy_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    card = load("cash-out-craps")
    for text, sentence in [
        ("{", "is not a policy file"),
        ('{"wagers": 3}', "is not a policy file"),
        ('{"wagers": []}', "has no decisions for"),
        ('{"wagers": [{"wager": "cash-out", "pay_table": "1", "decisions": [{"state": {"marked": {}}, '
         '"offer": "a free drink", "take": true}]}]}', "takes a free drink"),
    ]:  # fmt: skip
        path.write_text(text)
        with pytest.raises(SimulationError, match=sentence):
            card.simulate(rounds=100, engine="numpy", play=path, table=1)


def test_the_first_result_comes_before_anything_is_compiled(
    alone: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache numpy plays until numba is ready; the counts are the same either way."""
    monkeypatch.setenv("RACKCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(runner, "SMALL_ROUNDS", 0)
    (job,) = prepare(load("high-roller"))
    running = run(job.program, 4, "numba", Limit(rounds=ROUNDS))
    progress = next(running)
    assert not is_compiled(job.program)
    while not is_compiled(job.program):
        sleep(0.05)
    for progress in running:
        assert progress.rounds
    assert set(progress.played) == {"numpy", "numba"}
    assert sum(progress.played.values()) == ROUNDS
    assert progress.counts[0] == alone.outcomes
    counted = list(zip(job.program.slots[0], alone.wagers[0].counts, strict=True))
    assert [progress.counts[slot] for slot, _ in counted if slot is not None] == [
        n for slot, n in counted if slot is not None
    ]


def test_a_request_is_verified_before_anything_runs() -> None:
    with pytest.raises(SimulationError, match="engine"):
        simulate(load("craps"), request=Request(rounds=5, engine="cuckoo"))
    with pytest.raises(SimulationError, match="shoe"):
        load("craps").simulate(rounds=5, dealing=Dealing())
