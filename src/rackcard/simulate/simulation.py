"""Simulating a card: from a request, through a run that may be watched, stopped and resumed, to the result."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from rackcard.card import Card
from rackcard.odds.selection import WHOLE_CARD, Selection
from rackcard.simulate.checkpoint import Checkpoint
from rackcard.simulate.errors import SimulationError
from rackcard.simulate.jobs import Job, JobEntry, prepare
from rackcard.simulate.request import WATCH_SECONDS, Request, Snapshot, Watcher
from rackcard.simulate.result import History, RunCounts, SimulatedWager, Simulation, wager_counts
from rackcard.simulate.runner import Limit, RunProgress, run

SAVE_SECONDS = 10.0


def simulate(
    card: Card, selection: Selection = WHOLE_CARD, *, request: Request | None = None, watch: Watcher | None = None
) -> Simulation:
    """Simulate a card on the engine that is asked for; an interruption ends the run with what it has counted."""
    request = request or Request()
    request.verify()
    jobs = prepare(card, selection, request.dealing)
    if not jobs:
        raise SimulationError("no-rule", card=card.id)
    references = _references(jobs, request.against, selection)
    if request.part is not None:
        found = _run_part(card, selection, jobs, references, request, watch)
    elif request.engine == "table":
        from rackcard.simulate.backends.live_table import play_jobs  # the table is loaded only where it is used

        found = play_jobs(card, jobs, references, request, watch)
    else:
        limits = [request.limit(job, len(jobs)) for job in jobs]
        found, _ = _run_jobs(card, jobs, references, request, limits, watch=watch)
    return _simulation(card, selection, request, found)


def merge(paths: Sequence[Path]) -> Simulation:
    """The simulation that the parts of a run make together."""
    from rackcard.simulate.parts import merge_parts  # they know what a request is

    run = merge_parts(paths)
    references = _references(run.jobs, run.request.against, run.selection)
    wagers, history = _counted(run.jobs, run.progress, references)
    found = RunCounts(
        wagers=wagers, history=history, outcomes=sum(one.counts[0] for one in run.progress), seconds=run.seconds,
        complete=True, played=_played(run.progress),
    )  # fmt: skip
    return _simulation(run.card, run.selection, run.request, found)


def _simulation(card: Card, selection: Selection, request: Request, found: RunCounts) -> Simulation:
    return Simulation(
        card=card,
        options=card.settled(selection.options),
        wagers=found.wagers,
        seed=request.seed,
        engine=request.engine,
        outcomes=found.outcomes,
        seconds=found.seconds,
        complete=found.complete,
        cut=request.dealing is not None and request.dealing.cut is not None,
        history=found.history,
        chance=selection.chance,
        against=request.against,
        dealing=request.dealing,
        played=found.played,
        kept=found.resumed,
        is_saved=found.is_saved,
    )


def _run_part(
    card: Card, selection: Selection, jobs: Sequence[Job], references: Sequence[Sequence[JobEntry]], request: Request,
    watch: Watcher | None,
) -> RunCounts:  # fmt: skip
    """Run one part of every job, and write its file once it is complete."""
    from rackcard.simulate.parts import part_of, run_facts, write_part  # they know what a request is

    assert request.part is not None
    assert request.out is not None
    whole = [request.limit(job, len(jobs)) for job in jobs]
    parts = [part_of(job.program, limit, request.part) for job, limit in zip(jobs, whole, strict=True)]
    facts = run_facts(card, selection, request, jobs, whole)
    limits = [limit for _, limit in parts]
    found, done = _run_jobs(card, jobs, references, request, limits, [start for start, _ in parts], watch)
    if found.complete:
        write_part(request.out, facts, done, found.seconds, request.engine)
    return found


def _run_jobs(
    card: Card, jobs: Sequence[Job], references: Sequence[Sequence[JobEntry]], request: Request,
    limits: Sequence[Limit], starts: Sequence[RunProgress] = (), watch: Watcher | None = None,
) -> tuple[RunCounts, list[RunProgress]]:  # fmt: skip
    """Run every job in blocks, and save what a resumed run needs."""
    checkpoint = Checkpoint(request.resume, card, request.seed, jobs, request.part, starts)
    checkpoint.verify(limits)
    start, complete = monotonic(), True
    try:
        for index, limit in enumerate(limits):
            _run_job(jobs[index], index, references[index], limit, request, checkpoint, watch)
    except KeyboardInterrupt:
        complete = False
        if not any(progress.rounds for progress in checkpoint.progress):
            raise
    seconds = monotonic() - start
    checkpoint.save()  # the result is given even if it cannot be saved
    played = [index for index, progress in enumerate(checkpoint.progress) if progress.rounds]  # all unless interrupted
    done = [checkpoint.progress[index] for index in played]
    wagers, history = _counted([jobs[i] for i in played], done, [references[i] for i in played])
    counted = RunCounts(
        wagers=wagers,
        history=history,
        outcomes=sum(progress.counts[0] for progress in done),
        seconds=seconds,
        complete=complete,
        played=_played(done),
        resumed=sum(outcomes for _, outcomes in checkpoint.resumed),
        is_saved=checkpoint.is_saved,
    )
    return counted, checkpoint.progress


def _played(done: Sequence[RunProgress]) -> dict[str, int]:
    """Rounds by the back end that played them."""
    engines = dict.fromkeys(name for progress in done for name in progress.played)
    return {name: sum(progress.played.get(name, 0) for progress in done) for name in engines}


def _run_job(
    job: Job, index: int, references: Sequence[JobEntry], limit: Limit, request: Request, checkpoint: Checkpoint,
    watch: Watcher | None,
) -> None:  # fmt: skip
    """Run one job, calling the watcher and saving from time to time."""
    running = run(
        job.program, request.seed, request.engine, limit, workers=request.workers, cluster=request.cluster,
        done=checkpoint.progress[index],
    )  # fmt: skip
    saved, watched = monotonic(), 0.0
    before = job.program.rounds_before(checkpoint.progress[index].first)
    try:
        for progress in running:
            now = monotonic()
            if watch is not None and now - watched > WATCH_SECONDS:
                watched = now
                wagers, _ = _counted([job], [progress], [references])
                worst = max((wager.z for wager in wagers), key=abs)
                resumed_rounds, resumed_outcomes = checkpoint.resumed[index]
                watch(
                    Snapshot(
                        rounds=progress.rounds,
                        rounds_total=None if limit.rounds is None else limit.rounds - before,
                        outcomes=progress.counts[0],
                        worst_z=worst,
                        resumed_rounds=resumed_rounds,
                        resumed_outcomes=resumed_outcomes,
                    )
                )
            if now - saved > SAVE_SECONDS:
                checkpoint.save()
                saved = now
    finally:
        running.close()


def _counted(
    jobs: Sequence[Job], done: Sequence[RunProgress], references: Sequence[Sequence[JobEntry]]
) -> tuple[tuple[SimulatedWager, ...], tuple[History, ...]]:
    """Every wager with its counts, and how they grew."""
    wagers, history = [], []
    for job, progress, compared in zip(jobs, done, references, strict=True):
        for entry, reference in zip(job.entries, compared, strict=True):
            slots = job.program.slots[entry.unit]
            counts = wager_counts(entry, slots, progress.rounds, progress.counts)
            wagers.append(SimulatedWager(entry, progress.rounds, counts, reference))
            history.append(
                tuple((rounds, wager_counts(entry, slots, rounds, found)) for rounds, found in progress.checkpoints)
            )
    return tuple(wagers), tuple(history)


def _references(jobs: Sequence[Job], against: Card | None, selection: Selection) -> list[list[JobEntry]]:
    """The exact law each wager is compared with: its own, or that of the same wager on another card."""
    if against is None:
        return [list(job.entries) for job in jobs]
    common = [name for name in jobs[0].entries[0].odds.options if name in against.options]
    options = {name: value for name, value in selection.options.items() if name in against.options}

    def key_of(entry: JobEntry) -> tuple[str, ...]:
        terms = entry.bet.terms
        return (terms.wager, terms.table, *(entry.odds.options[name] for name in common))

    known: dict[tuple[str, ...], JobEntry] = {}
    for job in prepare(against, replace(selection, options=options, chance=None)):
        for entry in job.entries:
            known.setdefault(key_of(entry), entry)  # the defaults come first, for readings that only ``against`` has

    def reference(entry: JobEntry) -> JobEntry:
        key = key_of(entry)
        if key not in known or known[key].odds.posted != entry.odds.posted:
            values = tuple(f"{name}={value}" for name, value in zip(common, key[2:], strict=True))
            code = "no-comparison.options" if values else "no-comparison"
            raise SimulationError(code, against=against.id, wager=key[0], table=key[1], options=values)
        return known[key]

    return [[reference(entry) for entry in job.entries] for job in jobs]
