"""Simulations of the lab: a few at a time in threads of their own, each watched, stopped and soon forgotten."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from rackcard.api import RackCard
from rackcard.card import CardError
from rackcard.games.device import Chance, ChanceError
from rackcard.odds import Selection, UnsolvedError
from rackcard.table.state import Refusal
from rackcard.wording.lab import SIMULATION_FAILED

if TYPE_CHECKING:  # numpy is loaded only where it is used
    from rackcard.simulate.request import Snapshot
    from rackcard.simulate.result import Simulation

ROUNDS_MAX = 20_000_000
SECONDS_MAX = 60.0
"""After this long a run is stopped with what it has."""
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
    stopping: Event = field(default_factory=Event)
    started: float = field(default_factory=monotonic)
    done: int = 0
    """Rounds of all jobs so far."""
    found: "Simulation | None" = None
    error: str = ""

    @property
    def is_over(self) -> bool:
        return self.found is not None or bool(self.error)


class Simulations:
    """The runs of one server."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._lock = Lock()

    def start(self, card: RackCard, browser: str, rounds: int, chance: Chance | None = None) -> Run:
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
        Thread(target=_simulate, args=(card, run, chance), daemon=True, name=f"simulation {run.id}").start()
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
        run.stopping.set()
        return run


def _simulate(card: RackCard, run: Run, chance: "Chance | None") -> None:
    from rackcard.simulate.errors import SimulationError
    from rackcard.simulate.request import Request
    from rackcard.simulate.simulation import simulate

    def watch(snapshot: "Snapshot") -> None:
        run.done = snapshot.rounds
        if run.stopping.is_set() or monotonic() - run.started > SECONDS_MAX:
            raise KeyboardInterrupt  # ends a run with what it has counted, as at a terminal

    request = Request(rounds=run.rounds, engine="numpy", seed=secrets.randbelow(2**32))
    try:
        run.found = simulate(card, Selection(chance=chance), request=request, watch=watch)
    except (SimulationError, UnsolvedError, CardError, ChanceError) as error:
        run.error = str(error)
    except BaseException:
        run.error = SIMULATION_FAILED
        raise
