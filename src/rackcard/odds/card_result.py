"""What is found out about a card, wager by wager."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from rackcard.card import Card
from rackcard.games.device import Chance


class WagerResult(Protocol):
    """What is found out about one wager."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON has it."""


W = TypeVar("W", bound=WagerResult)


@dataclass(frozen=True)
class CardResult(Generic[W]):
    """The results of some wagers of a card, under its options."""

    card: Card
    options: Mapping[str, str]
    wagers: tuple[W, ...]
    chance: Chance | None = None
    """What the card was priced with, where that is not its own dice, wheel or shoe."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.card.id}: {len(self.wagers)} entries>"

    @property
    def departures(self) -> dict[str, Fraction] | None:
        """The weights that are not the card's own, each as a multiple of the usual one; None for the card's own."""
        return None if self.chance is None else self.chance.departures(self.card.chance(self.options))

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            "chance": None if self.chance is None else self.chance.named_weights(),
            "wagers": [wager.to_dict() for wager in self.wagers],
        }

    def __iter__(self) -> Iterator[W]:
        return iter(self.wagers)
