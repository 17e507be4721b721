"""The part of the campaign on load: rolls at a full table that hundreds of pages follow."""

from collections.abc import Iterator
from contextlib import closing
from time import monotonic

from tools.campaign_parts import Run, part

SEATS = 64


@part("P16", f"P16: rolls at a table with {SEATS} seats, three wagers each, and 500 pages following, full durability",
      "seconds", 3_600)  # fmt: skip
def load(run: Run) -> Iterator[int]:
    """Rolls once a second, and bets every wager again after every seven.

    The pages are one for each seat, a dealer's, a display and people without a seat, all kept up to date.
    """
    return _loaded(run, "500 pages", "tests.support.following")


@part("P16-events", f"P16: the same with {SEATS} seats and 500 programs that read the events alone", "seconds", 600)
def load_events(run: Run) -> Iterator[int]:
    """The same for those who read events: each is sent every one of them once."""
    return _loaded(run, "500 viewers", "tests.support.load")


def _loaded(run: Run, crowd: str, module: str) -> Iterator[int]:
    from tests.support.load import Load, grown, quantile, rolls, slow

    found = Load()

    def notes() -> str:
        answered, seen, memory = found.answered, found.seen, [size / 2**20 for _, size in found.memory]
        run.section[:] = [
            "| what | p50 | p99 | largest |",
            "|---|---|---|---|",
            _times("roll to its answer", answered),
            _times(f"roll to the last of {crowd}", seen),
            "",
            f"Server memory {memory[0]:.0f} MiB at the start, at most {max(memory):.0f}, {memory[-1]:.0f} at the end, "
            f"over {found.memory[-1][0] / 60:.1f} minutes; {found.settled:,} wagers settled, {found.events:,} events, "
            f"each seen by every viewer; {found.processor / max(len(answered), 1):.2f} s of processor time a roll. "
            f"After every seven all {3 * SEATS} bets are made again within a second or two, and the next roll comes a "
            "second later. Goal: p99 of the answer under 250 ms, constant memory.",
        ]
        rate = f"{len(answered):,} rolls, p99 {1000 * quantile(answered, 0.99):.0f} ms"
        return f"{rate}, memory {memory[0]:.0f} to {memory[-1]:.0f} MiB"

    run.notes, run.missed = notes, lambda: slow(found)
    seconds = 0
    try:
        with closing(rolls(run.folder, found, SEATS, 500, 1.0, run.seed, module)) as work:
            start = monotonic() if next(work, None) else 0.0  # from the first roll: setting up takes a while
            for _ in work:
                passed = int(monotonic() - start) - seconds
                seconds += passed
                yield passed
    finally:
        wrong = grown(found)
        assert wrong is None, f"seed {run.seed}: {wrong}"


def _times(what: str, values: list[float]) -> str:
    from tests.support.load import quantile

    shown = (quantile(values, 0.5), quantile(values, 0.99), max(values, default=0.0))
    return f"| {what} | " + " | ".join(f"{1000 * value:.0f} ms" for value in shown) + " |"
