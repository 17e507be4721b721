"""A simulation in the lab: its progress, then what it found beside the exact figures."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rackcard.number import percent
from rackcard.tabular import Grid
from rackcard.wording.columns import heads
from rackcard.wording.lab import changed_weights, lab_sentence

if TYPE_CHECKING:  # numpy is loaded only where it is used
    from rackcard.simulate.result import Simulation
    from rackcard.web.simulations import Run

NORMAL_95 = 1.96
"""How many standard errors to either side hold 95 of a hundred means."""


@dataclass(frozen=True)
class FoundView:
    """What a run has found, as the page shows it."""

    is_complete: bool
    verdict: str
    """pass, fail or too few rounds."""
    sentence: str
    grid: Grid
    departs: str
    """How what was played with departs from the card's own; empty where it does not."""


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


def found_view(found: "Simulation") -> FoundView:
    """The result of a simulation."""
    departs = lab_sentence("departs", changes=changed_weights(found.shares)) if found.shares else ""
    return FoundView(found.complete, found.verdict, found.sentence(), _grid(found), departs)


def run_view(run: "Run") -> RunView:
    """A run, with its result where it is over."""
    found = run.found
    done = run.rounds if found is not None and found.is_complete else run.done
    progress = lab_sentence("progress", done=done, total=run.rounds)
    shown = (found.verdict, found.sentence, found.grid, found.departs) if found else ("", "", None, "")
    return RunView(run.id, run.is_over, run.is_stopping, done, run.rounds, progress, run.error, *shown)


def _grid(found: "Simulation") -> Grid:
    """The edge that was found, its interval, and the exact one."""
    rows = []
    for one in found.wagers:
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
    ids = ("wager", "table", "rounds", "found", "interval_95", "house_edge", "z")
    return Grid(found.card.title, heads(ids), frozenset(heads(ids[2:])), tuple(rows), ids=ids)


def _percent(value: float) -> str:
    return f"{100 * value:.3f} %".replace("-", "−")
