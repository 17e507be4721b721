"""The commands that simulate a card, and that put the parts of a run together."""

import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

from rackcard.cli.arguments import (
    House,
    OneCardName,
    Settings,
    TableName,
    WagerName,
    Weights,
    chance_of,
    one_card,
)
from rackcard.cli.common import (
    AsJson,
    UsageError,
    app,
    decimal_number,
    draw,
    is_quiet,
    note,
    print_json,
    whole_number,
    write_line,
)
from rackcard.cli.progress import Pace
from rackcard.wording import simulation as wording

if TYPE_CHECKING:
    from rackcard.simulate.request import Request, Snapshot, Watcher
    from rackcard.simulate.result import Simulation
    from rackcard.simulate.runner import RunPart

NOTE_SECONDS = 5.0
"""How often progress is printed where there is no terminal to draw a bar on."""


TERMINATED = 143
"""The exit code of a run that SIGTERM has ended: 128 and the number of the signal, as shells have it."""
INTERRUPTED = 130


def part_number(text: str) -> "RunPart":
    """A part of a whole, as in 3/100."""
    from rackcard.simulate.runner import RunPart

    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if found is None:
        raise UsageError("bad-part", text=text)
    return RunPart(int(found[1]), int(found[2]))


def round_count(type_: Any, tokens: Sequence[Token]) -> int:
    """A number of rounds."""
    from rackcard.simulate.circuit.blocks import ROUNDS_MAX

    return whole_number(type_, tokens, 1, ROUNDS_MAX)


@Parameter(name="*")
@dataclass(frozen=True)
class RunOptions:
    """How long to play, where, and compared with what."""

    rounds: Annotated[
        int | None,
        Parameter(
            converter=round_count,
            help="Rounds to play, as in 1e9; by default ten million, or 1,000 on the table engine.",
        ),
    ] = None
    seconds: Annotated[float | None, Parameter(converter=decimal_number, help="Play for this many seconds.")] = None
    until_error: Annotated[
        float | None,
        Parameter(converter=decimal_number, help="Play until no standard error is above this, as in 1e-6."),
    ] = None
    seed: Annotated[
        int,
        Parameter(
            converter=whole_number, help="The seed; the same seed gives the same counts on every engine but table."
        ),
    ] = 1
    workers: Annotated[
        int | None, Parameter(converter=whole_number, help="Processes to use; by default one for each core.")
    ] = None
    engine: Annotated[
        str, Parameter(help="numpy, numba, gpu, dask, or table (the live table itself; slow, with its own generator).")
    ] = "numba"
    cluster: Annotated[str | None, Parameter(help="With --engine dask: the address of the scheduler.")] = None
    resume: Annotated[Path | None, Parameter(help="Save the run in this file, and resume it if the file exists.")] = (
        None
    )
    part: Annotated[str | None, Parameter(help="Play one part of the run, as in 3/100; needs --out.")] = None
    out: Annotated[Path | None, Parameter(help="With --part: the file for rackcard merge.")] = None
    against: Annotated[str | None, Parameter(help="Compare with the exact odds of this card instead: a control.")] = (
        None
    )
    burn: Annotated[
        bool, Parameter(negative=(), help="Burn the first card of each shoe, and as many more as its value.")
    ] = False
    cut: Annotated[
        int | None,
        Parameter(
            converter=whole_number,
            help="Deal each shoe to a cut card with this many cards behind it; there is no verdict.",
        ),
    ] = None

    def request(self) -> "Request":
        """The request that these options make."""
        from rackcard.api import load
        from rackcard.simulate.request import Request
        from rackcard.simulate.table_programs import Dealing

        return Request(
            rounds=self.rounds,
            seconds=self.seconds,
            until_error=self.until_error,
            seed=self.seed,
            engine=self.engine,
            workers=(os.cpu_count() or 1) if self.workers is None else self.workers,
            cluster=self.cluster,
            dealing=Dealing(self.burn, self.cut) if self.burn or self.cut is not None else None,
            against=None if self.against is None else load(self.against),
            resume=self.resume,
            part=None if self.part is None else part_number(self.part),
            out=self.out,
        )


@Parameter(name="*")
@dataclass(frozen=True)
class WagerOptions:
    """Which wagers are played, under which options, and how."""

    setting: Settings = None
    table: TableName = None
    wager: WagerName = None
    house: House = None
    readings: Annotated[bool, Parameter(negative=(), help="Simulate every reading of the document.")] = False
    weights: Weights = None
    play: Annotated[
        str, Parameter(help="best, never, first, or a policy file as rackcard strategy --json writes it.")
    ] = "best"


@Parameter(name="*")
@dataclass(frozen=True)
class OutputOptions:
    """In which form the result is given."""

    as_json: AsJson = False
    as_csv: Annotated[bool, Parameter(name="--csv", negative=(), help="Print CSV instead of a table.")] = False
    svg: Annotated[Path | None, Parameter(help="Write a chart of the convergence of every wager here.")] = None


@app.command
def simulate(
    card: OneCardName,
    *,
    run: RunOptions | None = None,
    wagers: WagerOptions | None = None,
    output: OutputOptions | None = None,
) -> int:
    """Simulate a card and compare it with its exact odds; exit 1 if the verdict over all wagers is a failure.

    Ctrl-C and SIGTERM end a run with what it has counted, and save it for --resume; after SIGTERM the exit code is 143.
    """
    from rackcard.odds.selection import Selection
    from rackcard.simulate.simulation import simulate as run_simulation

    run, wagers, output = run or RunOptions(), wagers or WagerOptions(), output or OutputOptions()
    if output.as_json and output.as_csv:
        raise UsageError("json-and-csv")
    loaded, options = one_card(card, wagers.house, wagers.setting)
    chance = chance_of(loaded, loaded.settled(options), wagers.weights)
    selection = Selection(options, wagers.table, wagers.wager, wagers.readings, chance, wagers.play)
    written = {"--svg": output.svg, "--resume": run.resume, "--out": run.out}
    _verify_files(written, {"--play": wagers.play, "the card": card})
    ended: list[int] = []
    try:
        with _ended_by_sigterm(ended), _watched(loaded.title, run.seconds) as watch:
            found = run_simulation(loaded, selection, request=run.request(), watch=watch)
    except KeyboardInterrupt:
        if not ended:
            raise
        note("stopped")
        return TERMINATED
    if run.part is not None and not found.complete:
        code = "part-stopped" if run.resume is None else "part-stopped.saved"
        note(code, part=run.part)
        return TERMINATED if ended else INTERRUPTED
    verdict = _finished(found, output, run.out)
    return TERMINATED if ended else verdict


@app.command
def merge(
    *parts: Annotated[Path, Parameter(help="The files of all parts of a run, in any order.")],
    output: OutputOptions | None = None,
) -> int:
    """Merge the parts of a simulation: the same counts as one run, to the digit; exit 1 if the verdict fails."""
    from rackcard.simulate.simulation import merge as put_together

    output = output or OutputOptions()
    if output.as_json and output.as_csv:
        raise UsageError("json-and-csv")
    if not parts:
        raise UsageError("no-parts")
    _verify_files({"--svg": output.svg}, {f"part {number}": str(path) for number, path in enumerate(parts, start=1)})
    return _finished(put_together(parts), output)


def _finished(found: "Simulation", output: OutputOptions, out: Path | None = None) -> int:
    """Print a result and write its files; the exit code."""
    from rackcard.simulate.chart import convergence

    _print(found, output)
    if output.svg is not None:
        output.svg.write_text(convergence(found), encoding="utf-8")
        note("wrote", path=output.svg)
    if out is not None:
        note("wrote", path=out)
    if not found.is_saved:
        return 2
    return 1 if found.verdict == "fail" else 0


@contextmanager
def _ended_by_sigterm(ended: list[int]) -> Iterator[None]:
    """SIGTERM ends a run as Ctrl-C does, and is told apart from it."""

    def end(number: int, frame: object) -> None:
        ended.append(number)
        signal.raise_signal(signal.SIGINT)  # workers that are being started hold that back

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _verify_files(written: dict[str, Path | None], read: dict[str, str]) -> None:
    """Refuse files that cannot be written, or that are named twice."""
    from rackcard.simulate.checkpoint import verify_writable

    files = {name: Path(path) for name, path in [*written.items(), *read.items()] if path is not None}
    for path in filter(None, written.values()):
        same = [name for name, other in files.items() if other.resolve() == path.resolve()]
        if len(same) > 1:
            raise UsageError("same-file", first=same[0], second=same[1], path=path)
        verify_writable(path)


def _print(found: "Simulation", output: OutputOptions) -> None:
    if output.as_json:
        print_json(found.to_dict())
    elif output.as_csv:
        sys.stdout.write(found.to_csv())
    else:
        draw(found.grid())
        return
    if not is_quiet():
        write_line(found.sentence())


@contextmanager
def _watched(title: str, seconds: float | None) -> Iterator["Watcher"]:
    """A progress line on stderr: how far, how fast, the largest z so far, and the time left once it is known."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[line]}"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    start, noted, pace = monotonic(), 0.0, Pace()
    is_drawn = console.is_terminal and not is_quiet()
    with Progress(*columns, console=console, transient=True, disable=not is_drawn) as bar:
        task = bar.add_task(title, total=seconds, line="")

        def watch(now: "Snapshot") -> None:
            nonlocal noted
            elapsed = monotonic() - start
            rounds = max(1, now.rounds - now.resumed_rounds)  # only the rounds of this run show its speed
            total = None if now.rounds_total is None else now.rounds_total - now.resumed_rounds
            rate = (now.outcomes - now.resumed_outcomes) / elapsed
            limits = [pace.left(elapsed, rounds, total), None if seconds is None else seconds - elapsed]
            left = min((limit for limit in limits if limit is not None), default=None)
            line = wording.progress_note(wording.progress(now.rounds, rate, now.worst_z), left)
            if seconds is not None:
                bar.update(task, completed=min(elapsed, seconds), line=line)
            else:
                bar.update(task, total=total, completed=rounds, line=line)
            if not is_drawn and not is_quiet() and (noted == 0.0 or elapsed - noted > NOTE_SECONDS):
                noted = elapsed
                write_line(line)

        yield watch
