"""What a base game adds to the card language: rules of the grammar, and what their phrases mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Token, Transformer

from rackcard.games.conditions import Different, Happened
from rackcard.games.game import Event


class PhraseError(ValueError):
    """A phrase that the grammar or a base game refuses; ``column`` counts from the phrase's start."""

    def __init__(self, column: int, cause: str, remedy: str) -> None:
        self.column, self.cause, self.remedy = column, cause, remedy
        super().__init__(cause)


@dataclass(frozen=True)
class ThisPlace:
    """The wager's own place comes at least so many times; ``kind`` says how, where a place can come in several ways."""

    times: int = 1
    kind: str = ""


@dataclass(frozen=True)
class Places:
    """Every place of one kind on the layout: the names of what it covers, and the events that win there by kind."""

    places: tuple[tuple[tuple[str, ...], Mapping[str, Event]], ...]

    def has(self, place: ThisPlace) -> bool:
        """Whether these places can come in the way that a rule asks for."""
        return all(place.kind in events for _, events in self.places)


@dataclass(frozen=True)
class Counted:
    """What a pay ladder counts: repetitions of one event, or how many different ones of several."""

    words: str
    events: tuple[Event, ...]
    different: bool

    def at_least(self, count: int) -> Happened | Different:
        return Different(self.events, count) if self.different else Happened(self.events[0], count)

    @property
    def most(self) -> int | None:
        """The highest count there can be, or None where there is no end."""
        return len(self.events) if self.different else None


@dataclass(frozen=True)
class PhraseBook:
    """The phrases of one game: added to the grammar that all cards share."""

    folder: Path
    """Where ``phrases.lark`` is."""
    meaning: type[Transformer[Token, Any]]
    """One method for each alternative: the event, condition or device that it means."""
    starts: tuple[str, ...]
    """Starting rules that the game adds to those of all games."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """How the game's terminals are called in error messages."""

    @property
    def grammar(self) -> str:
        return (self.folder / "phrases.lark").read_text(encoding="utf-8")


def bad(token: Token, cause: str, remedy: str) -> PhraseError:
    """The fault of a token."""
    return PhraseError((token.column or 1) - 1, cause, remedy)


def only(tokens: tuple[Token, ...], allowed: tuple[int, ...], cause: str) -> tuple[int, ...]:
    """The numbers of the tokens, each one allowed and none twice."""
    values: list[int] = []
    for token in tokens:
        if int(token) not in allowed:
            raise bad(token, cause.format(token), f"Allowed: {_listed(allowed)}.")
        if int(token) in values:
            raise bad(token, f"{token} stands twice", "Name each number once.")
        values.append(int(token))
    return tuple(values)


def _listed(allowed: tuple[int, ...]) -> str:
    """Numbers that may stand somewhere, a long run as its ends."""
    run = len(allowed) > 6 and list(allowed) == list(range(allowed[0], allowed[-1] + 1))
    return f"{allowed[0]} to {allowed[-1]}" if run else " ".join(map(str, allowed))
