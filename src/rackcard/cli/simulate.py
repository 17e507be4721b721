"""The command that simulates a card."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rackcard.cli.cards import CardName, Readings, Settings, TableName, WagerName, Weights, chance_of, settings
from rackcard.cli.common import AsJson, UsageError, app, draw, note, print_json

if TYPE_CHECKING:
    from rackcard.simulate.request import Moment, Watcher
    from rackcard.simulate.result import Simulation

TABLE_ROUNDS = 1_000
NOTE_SECONDS = 5.0
"""How often progress is noted where there is no terminal to draw a bar on."""


@app.command
def simulate(
    card: CardName,
    *,
    rounds: Annotated[str | None, Parameter(help="Rounds to play, as in 1e9; ten million if nothing is said.")] = None,
    seconds: Annotated[str | None, Parameter(help="Play for so many seconds.")] = None,
    until_error: Annotated[
        str | None, Parameter(help="Play until no standard error is above this, as in 1e-6.")
    ] = None,
    seed: Annotated[str, Parameter(help="The seed; the same seed gives the same counts on any engine.")] = "1",
    workers: Annotated[str | None, Parameter(help="Processes to use; one for each core if nothing is said.")] = None,
    engine: Annotated[str, Parameter(help="numpy, numba, gpu, dask or table (the live table's own core).")] = "numba",
    cluster: Annotated[str | None, Parameter(help="With --engine dask: the scheduler's address.")] = None,
    resume: Annotated[
        Path | None, Parameter(help="Keep the run in this file, and go on from it if it is there.")
    ] = None,
    setting: Settings = None,
    table: TableName = None,
    wager: WagerName = None,
    readings: Readings = False,
    weights: Weights = None,
    play: Annotated[
        str, Parameter(help="best, never, first, or a policy file as rackcard strategy --json writes it.")
    ] = "best",
    against: Annotated[
        str | None, Parameter(help="Compare with the exact odds of this card instead: a control.")
    ] = None,
    burn: Annotated[bool, Parameter(negative=(), help="Burn a card of each shoe, and as many as it counts.")] = False,
    cut: Annotated[
        str | None, Parameter(help="Deal each shoe to a cut card with so many cards behind it; no verdict is given.")
    ] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, Parameter(name="--csv", negative=(), help="Print CSV instead of a table.")] = False,
    svg: Annotated[Path | None, Parameter(help="Write the convergence of every wager here.")] = None,
) -> int:
    """Simulate a card and compare with its exact odds; exit 1 if the verdict over all wagers fails."""
    from rackcard.api import load
    from rackcard.simulate.chart import convergence
    from rackcard.simulate.request import Request, verify_writable
    from rackcard.simulate.request import simulate as run
    from rackcard.simulate.table_programs import Dealing

    if as_json and as_csv:
        raise UsageError("give one of --json and --csv")
    loaded, options = load(card), settings(setting)
    chance = chance_of(loaded, loaded.settled(options), weights)
    dealing = Dealing(burn, None if cut is None else _whole("cut", cut)) if burn or cut is not None else None
    asked = None if rounds is None else _whole("rounds", rounds)
    chosen_seed = _whole("seed", seed)
    files = {"--svg": svg, "--resume": resume, "--play": Path(play), "the card": Path(card)}
    for path in (svg, resume):
        if path is not None:
            same = [name for name, other in files.items() if other is not None and other.resolve() == path.resolve()]
            if len(same) > 1:
                raise UsageError(f"{same[0]} and {same[1]} are the same file, {path}; give two")
            verify_writable(path)
    if engine == "table":
        unfit = {"--seconds": seconds, "--until-error": until_error, "--resume": resume, "--against": against,
                 "--burn": burn or None, "--cut": cut, "--cluster": cluster}  # fmt: skip
        given = [name for name, value in unfit.items() if value is not None]
        if given:
            raise UsageError(f"{given[0]} does not go with --engine table; it plays --rounds")
        Request(seed=chosen_seed, engine="numpy", workers=1 if workers is None else _whole("workers", workers)).verify()
        from rackcard.simulate.jobs import prepare
        from rackcard.table.rehearse import rehearse

        jobs = prepare(loaded, options, table=table, wager=wager, readings=readings, chance=chance, play=play)
        with _bar(loaded.title, asked or TABLE_ROUNDS) as step:
            found = rehearse(loaded, jobs, asked if asked is not None else TABLE_ROUNDS, chosen_seed, step, chance)
    else:
        request = Request(
            asked,
            None if seconds is None else float(_number("seconds", seconds)),
            None if until_error is None else float(_number("until-error", until_error)),
            chosen_seed,
            engine,
            (os.cpu_count() or 1) if workers is None else _whole("workers", workers),
            cluster,
        )
        with _watched(loaded.title, request.seconds) as watch:
            found = run(
                loaded, options, request=request, table=table, wager=wager, readings=readings, chance=chance,
                play=play, dealing=dealing, against=None if against is None else load(against), resume=resume,
                watch=watch,
            )  # fmt: skip
    _print(found, as_json=as_json, as_csv=as_csv)
    if svg is not None:
        svg.write_text(convergence(found), encoding="utf-8")
        note(f"wrote {svg}")
    if not found.is_saved:
        return 2
    return 1 if found.verdict == "fail" else 0


def _print(found: "Simulation", *, as_json: bool, as_csv: bool) -> None:
    if as_json:
        print_json(found.to_dict())
    elif as_csv:
        sys.stdout.write(found.to_csv())
    else:
        draw(found.grid())
    if as_json or as_csv:
        note(found.sentence())


def _number(name: str, text: str) -> Decimal:
    try:
        if not text.isascii():
            raise InvalidOperation
        number = Decimal(text.replace("_", ""))
    except InvalidOperation:
        raise UsageError(f"--{name} {text} is not a number; write for example 1000 or 1e9") from None
    if not number.is_finite() or abs(number.adjusted()) > 60:
        raise UsageError(f"--{name} {text} is out of range")
    return number


def _whole(name: str, text: str) -> int:
    number = _number(name, text)
    if number != number.to_integral_value():
        raise UsageError(f"--{name} {text} is not a whole number")
    return int(number)


@contextmanager
def _watched(title: str, seconds: float | None) -> Iterator["Watcher"]:
    """A progress line on stderr: how far, how fast, how long still, and the largest z so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    start, noted = monotonic(), 0.0
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=seconds, told="")

        def watch(moment: "Moment") -> None:
            nonlocal noted
            elapsed = monotonic() - start
            rounds = max(1, moment.rounds - moment.kept_rounds)  # a kept run tells nothing of how fast this one is
            rate = (moment.outcomes - moment.kept_outcomes) / elapsed / 1e6
            told = f"{moment.rounds:,} rounds, {rate:,.0f} M/s, z {moment.worst_z:+.2f}"
            if seconds is not None:
                bar.update(task, completed=min(elapsed, seconds), told=told)
            else:
                bar.update(task, total=moment.of and moment.of - moment.kept_rounds, completed=rounds, told=told)
            if bar.disable and (noted == 0.0 or elapsed - noted > NOTE_SECONDS):
                noted = elapsed
                total = (moment.of or moment.rounds) - moment.kept_rounds
                left = (seconds or elapsed * total / rounds) - elapsed
                note(f"{told}, {max(left, 0.0):.0f} s left")

        yield watch


@contextmanager
def _bar(title: str, rounds: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=rounds)
        yield lambda done: bar.update(task, completed=done)
