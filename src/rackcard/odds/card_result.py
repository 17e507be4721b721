"""What is found out about a card, wager by wager."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rackcard.card import Card


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

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card.id,
            "sha256": self.card.sha256,
            "options": dict(self.options),
            "wagers": [wager.to_dict() for wager in self.wagers],
        }

    def __iter__(self) -> Iterator[W]:
        return iter(self.wagers)
