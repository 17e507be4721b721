"""What a simulation refuses, each with a sentence."""


class SimulationError(ValueError):
    """A simulation that cannot be run as asked."""


class EngineError(SimulationError):
    """An engine that cannot run here."""
