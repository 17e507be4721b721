"""What a base game adds to the card language: rules of the grammar, and what their phrases mean."""

from collections.abc import Callable, Mapping
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field
from pathlib import Path
from re import Match
from typing import TYPE_CHECKING, Any, Literal

from lark import Token, Transformer

from rackcard.games.algebra import placed
from rackcard.games.conditions import Condition, Different, Happened, Played, Several
from rackcard.games.game import Event
from rackcard.number import listed

if TYPE_CHECKING:
    from rackcard.games.device import Chance


class PhraseError(ValueError):
    """A phrase that the grammar or a base game refuses: a code and its facts; columns count from the phrase's start."""

    def __init__(self, column: int, code: str, **facts: object) -> None:
        self.column, self.code, self.facts = column, code, facts
        super().__init__(code)


@dataclass(frozen=True)
class Scope:
    """What a phrase may refer to beside its own words: the events a card names, and the place a wager is bet on."""

    device: "Chance | None" = None
    """What the card is played with."""
    events: tuple[tuple[str, Event], ...] = ()
    place: tuple[tuple[str, Event], ...] = ()
    """The events that win on the wager's place, by how it can come; empty where the wager has no places."""
    wagers: tuple[str, ...] = field(default=(), compare=False)
    """The names of the card's wagers: what a phrase means does not depend on them, what is offered for it does."""


NOWHERE = Scope()


@dataclass(frozen=True)
class Places:
    """Every place of one kind on the layout: the names of what it covers, and the events that win there by kind."""

    places: tuple[tuple[tuple[str, ...], Mapping[str, Event]], ...]


@dataclass(frozen=True)
class Numbers:
    """Numbers in a list: one, the first and last of a range, or the lowest where all above it are meant too."""

    tokens: tuple[Token, ...]
    is_span: bool = False
    is_open: bool = False

    def within(self, allowed: SequenceOf[int]) -> tuple[int, ...]:
        """The allowed numbers that are meant; those named themselves must be among them, which is not checked here."""
        low, high = int(self.tokens[0]), int(self.tokens[-1])
        if self.is_open:
            return tuple(number for number in allowed if number >= low)
        if self.is_span:
            return tuple(number for number in allowed if low <= number <= high)
        return (low,)


@dataclass(frozen=True)
class TableLine:
    """The outcomes that count, by the table's line rather than the wager's own."""

    works: Event


@dataclass(frozen=True)
class NameHolds:
    """How many of these wagers or named events of the card hold, for a ladder."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Counted:
    """What a pay ladder counts."""

    words: str
    kind: Literal["event", "different", "outcomes", "several", "steps"]
    """Repetitions of one event, different events, outcomes, conditions that hold, or one condition for each count."""
    events: tuple[Event, ...] = ()
    parts: tuple[Condition, ...] = ()

    @property
    def different(self) -> bool:
        return self.kind == "different"

    def at_least(self, count: int) -> Condition:
        match self.kind:
            case "event":
                return Happened(self.events[0], count)
            case "different":
                return Different(self.events, count)
            case "outcomes":
                return Played(count)
            case "several":
                return Several(self.parts, count)
            case "steps":
                return self.parts[count - 1] if 1 <= count <= len(self.parts) else Several(self.parts, count)

    @property
    def most(self) -> int | None:
        """The highest count there can be, or None where there is no end."""
        match self.kind:
            case "event" | "outcomes":
                return None
            case "different":
                return len(self.events)
            case "several" | "steps":
                return len(self.parts)


Rewrite = tuple[str, str | Callable[[Match[str]], str]]
"""A pattern of what people write, and what a card has for it."""


@dataclass(frozen=True)
class Guide:
    """What helps with a phrase that is not understood: examples, and how people write what a card says otherwise."""

    examples: Mapping[str, tuple[str, ...]]
    """Phrases of each kind, which error messages offer and editors complete."""
    synonyms: Mapping[str, str]
    """What people say, and what a card says."""
    frames: tuple[str, ...]
    """What may be missing around a phrase."""
    rewrites: tuple[Rewrite, ...] = ()
    """Patterns of what people write, each with what a card has for it."""
    not_in_edition: tuple[tuple[str, str], ...] = ()
    """Patterns of what this edition of the language does not have, each with the code of its error."""


@dataclass(frozen=True)
class PhraseBook:
    """The phrases of one game: added to the grammar that all cards share."""

    folder: Path
    """Where ``phrases.lark`` is."""
    meaning: type[Transformer[Token, Any]]
    """One method for each alternative: the event, condition or device that it means."""
    starts: tuple[str, ...]
    """Starting rules that the game adds to those of all games."""
    guide: Guide
    """What helps with a phrase that is not understood."""

    @property
    def grammar(self) -> str:
        return (self.folder / "phrases.lark").read_text(encoding="utf-8")


def bad(token: Token, code: str, **facts: object) -> PhraseError:
    """The fault of a token."""
    return PhraseError((token.column or 1) - 1, code, **facts)


def this_place(scope: Scope, kind: str = "") -> Event:
    """The event of the wager's own place; ``kind`` says how it comes, where it can come in several ways."""
    if not scope.place:
        raise PhraseError(0, "this-place-without-places")
    events = dict(scope.place)
    if kind not in events:
        raise PhraseError(0, "places-without-this-place")
    return placed(events[kind])


def listed_numbers(items: SequenceOf[Numbers], allowed: tuple[int, ...], code: str, **facts: object) -> tuple[int, ...]:
    """The numbers of a list, each one allowed and none twice; ranges skip what is not allowed in between."""
    values: list[int] = []
    for item in items:
        only(item.tokens, allowed, code, **facts)
        if item.is_span and int(item.tokens[0]) > int(item.tokens[-1]):
            raise bad(item.tokens[0], "empty-range", low=item.tokens[0], high=item.tokens[-1])
        for number in item.within(allowed):
            if number in values:
                raise bad(item.tokens[0], "duplicate-number", number=number)
            values.append(number)
    return tuple(values)


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
