"""A simulation in the lab: its progress, then what it found beside the exact figures."""

from dataclasses import dataclass

from rackcard.number import percent
from rackcard.tabular import Grid
from rackcard.web.simulations import Run
from rackcard.wording.lab import SIMULATION_COLUMNS, changed_weights, lab_sentence

NORMAL_95 = 1.96
"""How many standard errors to either side hold 95 of a hundred means."""


@dataclass(frozen=True)
class RunView:
    """A run as the page shows it."""

    id: str
    is_over: bool
    is_stopping: bool
    done: int
    rounds: int
    progress: str
    error: str
    verdict: str
    """pass, fail, too few rounds, or none."""
    sentence: str
    grid: Grid | None
    departs: str
    """How what was played with departs from the card's own; empty where it does not."""


def run_view(run: Run) -> RunView:
    """A run, with its result where it is over."""
    done = run.rounds if run.found is not None and run.found.complete else run.done
    progress = lab_sentence("progress", done=done, total=run.rounds)
    found = run.found
    return RunView(
        run.id, run.is_over, run.stopping.is_set(), done, run.rounds, progress, run.error,
        found.verdict if found else "", found.sentence() if found else "", _grid(run) if found else None,
        lab_sentence("departs", changes=changed_weights(found.shares)) if found and found.shares else "",
    )  # fmt: skip


def _grid(run: Run) -> Grid:
    """The edge that was found, its interval, and the exact one."""
    assert run.found is not None
    rows = []
    for one in run.found.wagers:
        terms, away = one.entry.bet.terms, NORMAL_95 * one.standard_error
        sign = -1 if one.measure == "net" else 1
        low, high = sorted((sign * float(one.mean) - away, sign * float(one.mean) + away))
        rows.append((
            terms.name,
            terms.table,
            f"{one.rounds:,}",
            percent(sign * one.mean),
            lab_sentence("interval", low=_percent(low), high=_percent(high)),
            percent(sign * one.exact),
            f"{one.z:+.2f}".replace("-", "−"),
        ))  # fmt: skip
    columns = SIMULATION_COLUMNS
    return Grid(run.found.card.title, columns, frozenset(columns[2:]), tuple(rows))


def _percent(value: float) -> str:
    return f"{100 * value:.3f} %".replace("-", "−")
