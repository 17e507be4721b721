"""What a simulation refuses, each with a sentence, and what it has to say meanwhile."""

import sys


class SimulationError(ValueError):
    """A simulation that cannot be run as asked."""


class EngineError(SimulationError):
    """An engine that cannot run here."""


def note(text: str) -> None:
    """Say something on stderr that does not end a run."""
    print(text, file=sys.stderr)
