"""What a simulation refuses, as a code and facts, and the warnings that do not end a run."""

import sys
from functools import partial
from typing import Any

from rackcard.wording import simulation


class SimulationError(ValueError):
    """A simulation that cannot be run as asked."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return simulation.refusal(self.code, self.facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, **self.facts), ()  # it may cross from a worker process


class EngineError(SimulationError):
    """An engine that cannot run here."""


def note(code: str, **facts: Any) -> None:
    """Print a warning on stderr."""
    print(f"rackcard: {simulation.note(code, facts)}", file=sys.stderr)
