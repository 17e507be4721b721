"""Measures the simulation, compared with the plain versions in bench/plain.py; all ratios are within one run."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from bench import plain
from bench.odds import table
from rackcard.api import load
from rackcard.card import card_ids
from rackcard.machine import bets
from rackcard.machine.explore import NEVER
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import Program, Unit, compile_units
from rackcard.simulate.kernels import Kernel, compile_kernel, numba_kernel, numpy_kernel
from rackcard.simulate.runner import Limit, run
from rackcard.simulate.table_programs import HAND_BLOCK, Dealing, compile_shoe

REPEATERS = "repeater-bets-plus"
SHOOTERS = ("dice-works", "high-roller", "parlay-craps", "roll-the-line")
TIMES = 3


def sections() -> Iterator[str]:
    """Each measurement as a section of the report."""
    yield rolls()
    yield wagers()
    yield hands()
    yield starting()
    yield workers()


def units_of(*cards: str) -> list[Unit]:
    return list(dict.fromkeys(Unit(bet.machine, NEVER) for card in cards for bet in bets(load(card))))


def circuit(units: Sequence[Unit]) -> Program:
    return compile_units(units, load("craps").chance().law())


def span(blocks: int) -> Span:
    """Full blocks, past the short ones."""
    return Span(64, blocks, Program.rounds_before(64 + blocks) - Program.rounds_before(64))


def rate(kernel: Kernel, work: Span) -> float:
    start = process_time()
    return kernel.run(work)[0] / (process_time() - start)


def best(works: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The highest rate of each, measured in turns so that all run under the same load of a shared machine."""
    found = dict.fromkeys(works, 0.0)
    for _ in range(TIMES):
        for name, work in works.items():
            found[name] = max(found[name], work())
    return found


def timed_rolls(work: Callable[[int, int], object], number: int) -> Callable[[], float]:
    work(1000, 1)

    def measure() -> float:
        start = process_time()
        work(number, 1)
        return number / (process_time() - start)

    return measure


def millions(value: float) -> str:
    return f"{value / 1e6:,.2f} M/s" if value < 1e7 else f"{value / 1e6:,.0f} M/s"


def rolls() -> str:
    """Dice cards: crapssim, the plain loop, numpy and numba."""
    program, together = circuit(units_of(REPEATERS)), circuit(units_of(*SHOOTERS))
    kernels = [numba_kernel(program, 1), numba_kernel(together, 1)]
    for kernel in kernels:
        kernel.run(Span(0, 1, 1))
    found = best({
        "crapssim": lambda: 20_000 / plain.pass_line(20_000),
        "plain": timed_rolls(plain.repeaters, 4_000_000),
        "numpy": lambda: rate(numpy_kernel(program, 1), span(64)),
        "numba": lambda: rate(kernels[0], span(8)),
        "plain shooters": timed_rolls(plain.hands_of_a_shooter, 4_000_000),
        "numba shooters": lambda: rate(kernels[1], span(4)),
    })  # fmt: skip
    rows = [
        ("crapssim, pass line only", millions(found["crapssim"]), "", ""),
        ("Repeater Bets Plus, 19 wagers: plain numba loop", millions(found["plain"]), "", ""),
        ("… numpy back end", millions(found["numpy"]), f"**{found['numpy'] / found['plain']:.1f}** × plain",
         "at least 6"),
        ("… numba back end, one core", millions(found["numba"]), f"**{found['numba'] / found['plain']:.0f}** × plain",
         "at least 40"),
        ("", "", f"**{found['numba'] / found['crapssim']:,.0f}** × crapssim", "at least 30,000"),
        ("four shooter's-hand cards, 15 wagers: plain numba loop", millions(found["plain shooters"]), "", ""),
        ("… numba back end", millions(found["numba shooters"]),
         f"**{found['numba shooters'] / found['plain shooters']:.0f}** × plain", "at least 20"),
    ]  # fmt: skip
    note = (
        "Rolls in a second of processor time on one core, the best of three runs each. The four cards are Dice Works, "
        "High Roller, Parlay Craps and Roll the Line under the seven-out reading. Every round is played to its end."
    )
    return table("Simulation: rolls", ("what", "rate", "ratio", "goal"), rows, note)


def wagers() -> str:
    """The cost of one more wager."""
    units = units_of(REPEATERS)
    numbers = (1, 5, 10, 19)
    programs = {str(n): circuit(units[:n]) for n in numbers}
    kernels = {name: numba_kernel(program, 1) for name, program in programs.items()}
    for kernel in kernels.values():
        kernel.run(Span(0, 1, 1))
    found = best({name: (lambda kernel=kernel: rate(kernel, span(4))) for name, kernel in kernels.items()})  # type: ignore[misc]
    rows = [
        (name, f"{len(programs[name].step.ops)}", f"{len(programs[name].step.ops) / int(name):.0f}",
         millions(found[name]), f"{1e9 / found[name] / int(name):.3f} ns")
        for name in programs
    ]  # fmt: skip
    note = "Wagers of Repeater Bets Plus in the order of the card. The roll itself, including Philox, is computed once."
    columns = ("wagers", "operations per step", "each", "rate", "per wager and roll")
    return table("Simulation: one more wager", columns, rows, note)


def hands() -> str:
    """Baccarat shoes with every baccarat wager settled."""
    cards = [card for card in card_ids() if load(card).game.id == "baccarat"]
    program = compile_shoe(units_of(*cards), load("baccarat").chance().shuffled, Dealing())  # type: ignore[arg-type]
    kernel = numba_kernel(program, 1)
    kernel.run(Span(0, 1, 1))

    def tidy() -> float:
        start = process_time()
        plain.baccarat(400, 1)
        return 400 * 69 / (process_time() - start)

    found = best({
        "tidy": tidy,
        "numpy": lambda: rate(numpy_kernel(program, 1), Span(0, 1, HAND_BLOCK)),
        "numba": lambda: rate(kernel, Span(0, 16, 16 * HAND_BLOCK)),
    })  # fmt: skip
    count = sum(len(bets(load(card))) for card in cards)
    rows = [
        ("plain Python, counted by class", millions(found["tidy"]), "", ""),
        ("numpy", millions(found["numpy"]), f"{found['numpy'] / found['tidy']:.1f} × plain", ""),
        ("numba", millions(found["numba"]), f"**{found['numba'] / found['tidy']:.0f}** × plain", "at least 60"),
    ]
    return table(
        "Simulation: baccarat", ("hands", "rate", "ratio", "goal"), rows,
        f"Eight decks, 69 hands from each shuffled shoe, {count} wagers and tables settled from one histogram.",
    )  # fmt: skip


def starting() -> str:
    """From the command to the first result on the screen, before and after compiling."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for what in ("not compiled yet", "already compiled"):
            rows.append((what, f"**{_first_result(folder):.1f} s**", "at most 3 s"))
            compile_in(folder)
    note = "`rackcard simulate`, 10⁹ rounds requested."
    return table("Simulation: first result", ("kernel", "time", "goal"), rows, note)


def compile_in(folder: str) -> None:
    before = os.environ.get("RACKCARD_CACHE")
    os.environ["RACKCARD_CACHE"] = folder
    from rackcard.simulate.jobs import prepare

    compile_kernel(prepare(load(REPEATERS))[0].program)
    if before is None:
        del os.environ["RACKCARD_CACHE"]
    else:
        os.environ["RACKCARD_CACHE"] = before


def _first_result(folder: str) -> float:
    command = [str(Path(sys.executable).parent / "rackcard"), "simulate", REPEATERS, "--rounds", "1e9"]
    start = perf_counter()
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env={**os.environ, "RACKCARD_CACHE": folder}
    ) as process:
        assert process.stderr is not None
        assert b"rounds" in process.stderr.readline()
        seconds = perf_counter() - start
        process.terminate()
    return seconds


UP_SECONDS = 4.0
"""By then the workers have started; until then the parent process plays alone."""


def pace(number: int, seed: int = 1) -> float:
    """Rolls in a second with so many workers, excluding startup."""
    program = circuit(units_of(REPEATERS))
    launched, start, began, found = perf_counter(), 0.0, 0, 0.0
    for progress in run(program, seed, "numba", Limit(seconds=12.0), workers=number):
        if not start and perf_counter() > launched + UP_SECONDS:
            start, began = perf_counter(), progress.counts[0]
        elif start:
            found = (progress.counts[0] - began) / (perf_counter() - start)
    return found


def apart() -> float:
    """The same by two independent runs at once: the most the machine allows."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        return sum(pool.map(pace, (1, 1), (1, 2)))


def workers() -> str:
    """One process and two, on the same rounds."""
    compile_kernel(circuit(units_of(REPEATERS)))
    one, two, both = pace(1), pace(2), apart()
    one, two, both = max(one, pace(1)), max(two, pace(2)), max(both, apart())
    rows = [
        ("one", millions(one), ""),
        ("two workers of one run", millions(two), f"**{two / one:.2f}** × one"),
        ("two independent runs, the most the machine allows", millions(both), f"{both / one:.2f} × one"),
    ]
    note = (
        "Goal: at least 1.8 on two otherwise idle cores, excluding startup. If two independent runs do not reach it "
        f"either, the cores share hardware; two workers reach {two / both:.2f} of two independent runs."
    )
    return table("Simulation: workers", ("processes", "rolls", "ratio"), rows, note)
