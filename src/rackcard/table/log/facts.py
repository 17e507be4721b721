"""The facts of a refusal as text for the database, and back."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

_FRACTION = "fraction"


def facts_to_json(facts: Mapping[str, object]) -> str:
    """Plain facts as JSON; a fraction keeps its exact value.

    >>> facts_to_json({"edge": Fraction(1, 3), "wagers": ("pass", "come")})
    '{"edge": {"fraction": "1/3"}, "wagers": ["pass", "come"]}'
    """
    return json.dumps(facts, default=_exact)


def _exact(value: object) -> object:
    if isinstance(value, Fraction):
        return {_FRACTION: str(value)}
    return str(value)


def facts_from_json(text: str) -> dict[str, Any]:
    """The facts that were stored.

    >>> facts_from_json('{"edge": {"fraction": "1/3"}}')
    {'edge': Fraction(1, 3)}
    """
    facts: dict[str, Any] = json.loads(text, object_hook=_fraction)
    return facts


def _fraction(value: dict[str, Any]) -> object:
    return Fraction(value[_FRACTION]) if set(value) == {_FRACTION} else value
