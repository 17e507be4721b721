"""What is left to bring outcomes about, in games where one outcome changes the next: the cards of a shoe."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from rackcard.games.game import Event, Outcome


class Supply(ABC):
    """A frozen value that every outcome takes something from; an OutcomeError says what is not there."""

    @abstractmethod
    def after(self, outcome: Outcome) -> "Supply":
        """What is left after an outcome."""

    @abstractmethod
    def burned(self, cards: object, unseen: int) -> "Supply":
        """What is left after cards were burned: those that were seen, as a dealer enters them, and so many unseen."""

    @abstractmethod
    def shuffled(self, behind: int) -> "Supply":
        """A new and full supply, with so many cards behind the cut card; 0 for no cut card."""

    @abstractmethod
    def sample(self, random: Random, events: Iterable[Event]) -> Any:
        """An outcome from what is left, as a dealer enters it where wagers look at these events."""

    @property
    @abstractmethod
    def facts(self) -> Mapping[str, int | str]:
        """What is left, for programs."""

    @property
    @abstractmethod
    def said(self) -> str:
        """What is left, and what is to be done about it, in words."""

    @abstractmethod
    def to_json(self) -> Any:
        """The supply as a snapshot keeps it."""
