"""What a base game adds to the card language: rules of the grammar, and what their phrases mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Token, Transformer

from rackcard.games.conditions import Different, Happened
from rackcard.games.game import Event
from rackcard.number import listed


class PhraseError(ValueError):
    """A phrase that the grammar or a base game refuses: a code and its facts; columns count from the phrase's start."""

    def __init__(self, column: int, code: str, **facts: object) -> None:
        self.column, self.code, self.facts = column, code, facts
        super().__init__(code)


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


def bad(token: Token, code: str, **facts: object) -> PhraseError:
    """The fault of a token."""
    return PhraseError((token.column or 1) - 1, code, **facts)


def only(tokens: tuple[Token, ...], allowed: tuple[int, ...], code: str, **facts: object) -> tuple[int, ...]:
    """The numbers of the tokens, each one allowed and none twice; the error of one that is not has the given code."""
    values: list[int] = []
    for token in tokens:
        if int(token) not in allowed:
            raise bad(token, code, number=token, allowed=_range(allowed), **facts)
        if int(token) in values:
            raise bad(token, "duplicate-number", number=token)
        values.append(int(token))
    return tuple(values)


def _range(allowed: tuple[int, ...]) -> str:
    """The allowed numbers, those in a row by their ends."""
    row = len(allowed) > 2 and list(allowed) == list(range(allowed[0], allowed[-1] + 1))
    return f"{allowed[0]} to {allowed[-1]}" if row else listed(allowed, "or")
