"""Storm, the exact model checker, as the tests and the bench use it."""

import tempfile
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter

import stormpy

from rackcard.machine import Bet
from rackcard.report.prism import model


@dataclass(frozen=True)
class Checked:
    """What Storm says of a model: each property's exact value, its states, and the seconds it took."""

    values: list[Fraction]
    states: int
    seconds: float


def check(bet: Bet, law: Mapping[Hashable, int], properties: list[str]) -> Checked:
    """Build the exported model of a wager in exact arithmetic and check properties of it."""
    with tempfile.NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(model(bet, law))
        file.flush()
        start = perf_counter()
        program = stormpy.parse_prism_program(file.name)
        parsed = stormpy.parse_properties("; ".join(properties), program)
        built = stormpy.build_model[stormpy.Rational](program, parsed)
        first = built.initial_states[0]
        values = [stormpy.model_checking(built, one).get_value(first) for one in parsed]
        seconds = perf_counter() - start
    return Checked([Fraction(str(value)) for value in values], built.nr_states, seconds)
