"""What rules of play and dealer procedures say of a base game: its words for one outcome, from the bet to the call."""

from abc import ABC, abstractmethod
from typing import Any

Definition = tuple[str, str]
"""A term, and what it means, after *means*."""


class PlayWording(ABC):
    """How a base game is dealt, in words: the module ``play_wording`` in a game's folder fills it in."""

    value: str = ""
    """What the number of an outcome is called in a table; empty where an outcome has none."""
    is_closed: str
    """When wagering closes, after *before*."""
    too_late: str
    """When a wager is late, after *after*."""
    close_duty: str
    """What the dealer does to close wagering, after *shall*."""
    close_call: str
    """What is called then."""
    caller: str
    """Who calls the outcome."""
    device: str
    """Whose rules the dice, the wheel or the shoe are under."""
    void: str
    """When an outcome is void."""
    next_call: str
    """What follows when an outcome is void: what is done again."""

    @abstractmethod
    def definitions(self, game: Any) -> tuple[Definition, ...]:
        """The terms of the base game that its wagers use."""

    def number(self, outcome: Any) -> str:
        """The number of an outcome."""
        return ""

    def spoken(self, outcome: Any) -> str:
        """The number of an outcome as it is called."""
        return self.number(outcome)

    def dealing(self) -> tuple[str, ...]:
        """How one outcome is dealt, where rules of play must say it."""
        return ()

    def drawing(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
        """The rule by which cards are drawn, as the heads and rows of a table; None where there is none."""
        return None
