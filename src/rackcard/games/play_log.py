"""Outcomes in a log of real play: the columns that a game writes them in, and what its device shows by chance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rackcard.games.game import OutcomeError

FACES = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True)
class DeviceTest:
    """Something that a device shows with every outcome, and how likely each of its values is."""

    name: str
    law: Mapping[str, Fraction]
    values: Callable[[Any], tuple[str, ...]]
    """The values that one outcome shows."""
    cards: int = 0
    """How many cards a full shoe holds, where each is dealt once; 0 where nothing that came is gone."""
    is_serial: bool = False
    """Whether one outcome is also compared with the next."""


def shares_of(law: Mapping[Any, int], values: Callable[[Any], tuple[str, ...]]) -> dict[str, Fraction]:
    """How likely each value is, from the weights of outcomes that show one or several of them.

    >>> shares_of({(1, 1): 1, (1, 2): 2}, lambda dice: tuple(map(str, dice)))
    {'1': Fraction(2, 3), '2': Fraction(1, 3)}
    """
    weights: dict[str, int] = {}
    for outcome, weight in law.items():
        for value in values(outcome):
            weights[value] = weights.get(value, 0) + weight
    total = sum(weights.values())
    return {value: Fraction(weight, total) for value, weight in weights.items() if weight}


def total_and_faces(law: Mapping[Any, int], label: Callable[[Any], str]) -> tuple[DeviceTest, ...]:
    """What dice show: their total, the faces, and the combination of faces."""

    def total(faces: Any) -> tuple[str, ...]:
        return (str(sum(faces)),)

    def each(faces: Any) -> tuple[str, ...]:
        return tuple(map(str, faces))

    def together(faces: Any) -> tuple[str, ...]:
        return (label(tuple(sorted(faces))),)

    return (
        DeviceTest("totals", shares_of(law, total), total, is_serial=True),
        DeviceTest("faces", shares_of(law, each), each),
        DeviceTest("combinations", shares_of(law, together), together),
    )


def faces_read(cells: tuple[str, ...]) -> list[int]:
    """The faces of dice as a log writes them.

    >>> faces_read(("4", "3"))
    [4, 3]
    """
    for column, cell in enumerate(cells):
        if cell not in FACES:
            raise OutcomeError("not-a-face", column=column, text=cell[:40])
    return [int(cell) for cell in cells]


def die_columns(dice: int) -> tuple[str, ...]:
    """A column for each of some dice.

    >>> die_columns(2)
    ('die1', 'die2')
    """
    return tuple(f"die{number}" for number in range(1, dice + 1))
