"""Simulations of the lab: a few at a time in processes of their own, each watched, stopped and soon forgotten."""

import pickle
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from rackcard.api import RackCard
from rackcard.card import CardError
from rackcard.games.device import Chance, ChanceError
from rackcard.odds import Selection, UnsolvedError
from rackcard.table.state import Refusal
from rackcard.web.routes.lab_tools import usable
from rackcard.web.views.lab_chance import read_weights
from rackcard.web.views.lab_simulation import FoundView, found_view
from rackcard.web.worker import WorkerJob, tell
from rackcard.web.workers import Process
from rackcard.wording.lab import SIMULATION_FAILED

if TYPE_CHECKING:  # numpy is loaded only where it is used
    from rackcard.simulate.request import Snapshot

ROUNDS_MAX = 20_000_000
SECONDS_MAX = 60.0
"""After this long a run is stopped with what it has."""
LIMIT_SECONDS = 4 * SECONDS_MAX
"""After this long its process is ended."""
RUNNING_MAX = 2
"""How many run at once, for all browsers together."""
KEPT_MAX = 32
BROWSER_MAX = 64
"""How long the name may be by which a browser asks."""


@dataclass
class Run:
    """A simulation under way, or what it has found."""

    id: str
    browser: str
    rounds: int
    process: Process | None = field(default=None, repr=False)
    is_stopping: bool = False
    done: int = 0
    """Rounds of all jobs so far."""
    found: FoundView | None = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        return self.found is not None or bool(self.error)

    def follow(self, data: bytes) -> None:
        """Have it run in a process of its own, to its end."""
        try:
            self.process = Process()
            if self.is_stopping:
                self.process.stop()
            answer = self.process.run(data, LIMIT_SECONDS, self._told)
            self.process.end()
        except OSError:
            self.error = SIMULATION_FAILED
            return
        if answer.error is None:
            self.found = pickle.loads(answer.found)
        else:
            known = (CardError, ChanceError, UnsolvedError, SimulationStoppedError, Refusal)
            self.error = str(answer.error) if isinstance(answer.error, known) else SIMULATION_FAILED

    def _told(self, rounds: int) -> None:
        self.done = rounds


class SimulationStoppedError(Exception):
    """A card that cannot be simulated, in words."""


class Simulations:
    """The runs of one server."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._lock = Lock()

    def start(self, text: str, weights: str, browser: str, rounds: int) -> Run:
        """Start a run, or refuse it: one for each browser, and a few for all."""
        if find_spec("numpy") is None:
            raise Refusal("busy.no-simulation")
        if not 1 <= rounds <= ROUNDS_MAX:
            raise Refusal("bad-number", field="rounds", least=1, most=ROUNDS_MAX)
        run = Run(secrets.token_urlsafe(12), browser[:BROWSER_MAX], rounds)
        with self._lock:
            running = [one for one in self._runs.values() if not one.is_over]
            if any(one.browser == run.browser for one in running):
                raise Refusal("too-fast.simulation")
            if len(running) >= RUNNING_MAX:
                raise Refusal("too-fast.simulations", most=RUNNING_MAX)
            self._runs[run.id] = run
            while len(self._runs) > KEPT_MAX:
                self._runs.popitem(last=False)
        job = pickle.dumps(WorkerJob(simulated, (text, weights, rounds, secrets.randbelow(2**32)), LIMIT_SECONDS))
        Thread(target=run.follow, args=(job,), daemon=True, name=f"simulation {run.id}").start()
        return run

    def get(self, run_id: str) -> Run:
        """A run by its id."""
        found = self._runs.get(run_id)
        if found is None:
            raise Refusal("no-such-page.simulation")
        return found

    def stop(self, run_id: str) -> Run:
        """Stop a run; it ends with what it has counted."""
        run = self.get(run_id)
        run.is_stopping = True
        if run.process is not None:
            run.process.stop()
        return run


# ---- in the process of a run


def verify_simulated(text: str, weights: str) -> None:
    """Refuse a card or weights that cannot be simulated."""
    _weighted(usable(text).card, weights)


def _weighted(card: RackCard, weights: str) -> Chance | None:
    given = read_weights(weights)
    return card.chance().weighted(given) if given else None


def simulated(text: str, weights: str, rounds: int, seed: int) -> FoundView:
    """What a simulation finds; it says how far it is, and ends early when it is told to."""
    from rackcard.simulate.errors import SimulationError
    from rackcard.simulate.request import Request
    from rackcard.simulate.simulation import simulate

    started = monotonic()

    def watch(snapshot: "Snapshot") -> None:
        if not tell(snapshot.rounds) or monotonic() - started > SECONDS_MAX:
            raise KeyboardInterrupt  # ends a run with what it has counted, as at a terminal

    card = usable(text).card
    request = Request(rounds=rounds, engine="numpy", seed=seed)
    try:
        return found_view(simulate(card, Selection(chance=_weighted(card, weights)), request=request, watch=watch))
    except SimulationError as error:
        raise SimulationStoppedError(str(error)) from None
