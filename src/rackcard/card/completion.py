"""What may be written at a place of a card: the fields that belong there, and phrases that can be read there.

An editor asks with the whole text and a line and column. The answer comes from the list of fields, the games' own
examples and the grammar, and every phrase has been read before it is proposed.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from lark import UnexpectedInput

from rackcard.card.examples import example_phrases
from rackcard.card.fields import BY_NAME, FIELDS, Field
from rackcard.card.fields import Scope as FieldScope
from rackcard.card.outline import ITEM, Cursor, Outline, Path, cursor, outline
from rackcard.card.phrases import STARTS, NoRule, Places, Scope, meaning_of, next_words
from rackcard.games import GAMES
from rackcard.games.conditions import End
from rackcard.games.device import Chance
from rackcard.games.game import Event, Game
from rackcard.games.phrases import NOWHERE, PhraseError

PROPOSALS_MAX = 40
TYPED_MAX = 200
"""A longer beginning is not completed."""
NAMES_MIN = 2
"""How many names a list of wagers or events needs."""

Kind = Literal["field", "phrase", "word", "name"]


@dataclass(frozen=True)
class Proposal:
    """Something that may be written here."""

    label: str
    kind: Kind
    insert: str
    """The text to put in, with the quotes that YAML needs."""
    hint: str = ""


@dataclass(frozen=True)
class Completion:
    """What may be written at a place, and where what is replaced begins."""

    column: int
    """Counted from 1; what is between it and the cursor is replaced."""
    proposals: tuple[Proposal, ...]


def complete(text: str, line: int, column: int) -> Completion:
    """What may be written at a line and column of a text, the likeliest first.

    >>> [one.label for one in complete("game: craps\\nends: any", 2, 10).proposals][:2]
    ['any seven', 'any seven with a point on']
    """
    at = cursor(text, line, column)
    if at.in_comment or len(at.typed) > TYPED_MAX:
        return Completion(column, ())
    found = tuple(dict.fromkeys(_Place(at, outline(text)).proposals()))[:PROPOSALS_MAX]
    return Completion(at.column + 1, tuple(map(_after_space, found)) if at.lacks_space else found)


def _after_space(one: Proposal) -> Proposal:
    """A value that is not yet set off from the colon before it."""
    return replace(one, insert=f" {one.insert}")


def field_scope(path: Path) -> FieldScope | None:
    """Whose fields are named inside of a path; None where names are the card's own."""
    match path:
        case ():
            return "card"
        case ("options", _):
            return "option"
        case ("wagers", _):
            return "wager"
        case ("wagers", _, "pays", *_, last) if last == ITEM:
            return "line"
        case _:
            return None


def field_of(path: Path) -> Field | None:
    """The field that a path leads to."""
    scope = field_scope(path[:-1]) if path else None
    field = BY_NAME.get(path[-1]) if path else None
    return field if field is not None and scope in field.scopes else None


class _Place:
    """A place of one text."""

    def __init__(self, at: Cursor, found: Outline) -> None:
        self.at, self.found = at, found
        self.wager = at.path[1] if at.path[:1] == ("wagers",) and len(at.path) > 1 else ""

    # ---- what the card says elsewhere
    @cached_property
    def game(self) -> Game | None:
        return GAMES.get(self.found.value("game"))

    @cached_property
    def scope(self) -> Scope:
        """What phrases may refer to; an event or a place that cannot be read is left out."""
        game = self.game
        assert game is not None
        scope = Scope(_device(game, self.found.value("chance")))
        for name in self.found.named("events"):
            with suppress(PhraseError, UnexpectedInput):
                event = meaning_of(game, "event", self.found.value("events", name), scope)
                scope = Scope(scope.device, (*scope.events, (name, event)))
        return Scope(scope.device, scope.events, self.place(game, scope))

    def place(self, game: Game, scope: Scope) -> tuple[tuple[str, Event], ...]:
        """The events of the wager's first place, where it is bet on places."""
        given = self.found.value("wagers", self.wager, "places")
        if given and "places" in game.phrases.starts:
            with suppress(PhraseError, UnexpectedInput):
                places: Places = meaning_of(game, "places", given, scope)
                return tuple(places.places[0][1].items())
        return ()

    @property
    def others(self) -> list[str]:
        """The other wagers of the card."""
        return [name for name in self.found.named("wagers") if name != self.wager]

    @property
    def nameable(self) -> list[str]:
        """The other wagers whose rule a phrase may name: it is the same wherever they are bet."""
        fields = {name: self.found.named("wagers", name) for name in self.others}
        return [name for name, own in fields.items() if "places" not in own and "bundle" not in own]

    # ---- proposals
    def proposals(self) -> Iterator[Proposal]:
        if self.at.is_name:
            yield from self.names()
        elif self.game is not None or self.at.path == ("game",):
            yield from self.values()

    def names(self) -> Iterator[Proposal]:
        """Names of fields that are not there yet, or of wagers and counts where those are named."""
        path, scope = self.at.path, field_scope(self.at.path)
        there = [*self.found.named(*path)]
        if scope is not None:
            for field in FIELDS:
                if scope in field.scopes and field.name not in there and _begins(field.name, self.at.typed):
                    yield Proposal(field.name, "field", f"{field.name}: ", self.hint(field))
            return
        listed = self.others if path[2:] == ("bundle",) else self.rungs(path)
        for name in listed:
            if name not in there and _begins(name, self.at.typed):
                yield Proposal(name, "name", f"{name}: ")

    def rungs(self, path: Path) -> list[str]:
        """The counts of a ladder."""
        is_ladder = path[2:3] == ("surrender",) or (path[2:3] == ("pays",) and self.has("counts"))
        return [str(count) for count in range(1, 13)] if is_ladder and self.game is not None else []

    def has(self, field: str) -> bool:
        return field in self.found.named("wagers", self.wager)

    def hint(self, field: Field) -> str:
        """What the field is for, and an example of the game."""
        own = self.game.hints.get(field.name, "") if self.game is not None else ""
        return " | ".join(filter(None, (field.hint, own)))

    def values(self) -> Iterator[Proposal]:
        """Values of the field that the place is in."""
        path = self.at.path
        if path == ("game",):
            yield from self.listed(GAMES)
        elif path[:1] == ("options",):
            yield from self.listed(self.option_values(path))
        elif path[2:] in (("behind",), ("stake",)) or path[-1:] == ("turns into",):
            yield from self.listed(self.others) if path[-1] != "stake" else self.phrases("stake")
        elif path[:1] == ("together",):
            yield from self.listed(self.found.named("wagers"))
        elif path[-1:] == ("if",):
            yield from self.listed(self.guards())
        elif kind := self.kind(path):
            yield from self.phrases(kind)

    def kind(self, path: Path) -> str:
        """The kind of phrase at a path; empty where there is none."""
        field = field_of(path)
        if path[:1] == ("events",) and len(path) > 1:
            return "event"
        if path[2:3] in (("pays",), ("surrender",)) and (field is None or field.kind == "pays"):
            is_bare = self.has("cells") or "cells" in self.found.named()
            return "cell" if is_bare and path[2] == "pays" else "pay"
        game = self.game
        known = game is not None and field is not None and field.kind in (*STARTS, *game.phrases.starts)
        return field.kind if known and field is not None else ""

    def listed(self, names: Iterable[str]) -> Iterator[Proposal]:
        for name in names:
            if _begins(name, self.at.typed):
                yield self.proposal(name, "name")

    def option_values(self, path: Path) -> list[str]:
        """The values that an option's default may have."""
        if path[2:3] not in (("default",), ("departs",)):
            return []
        values = (*path[:2], "values")
        return [*self.found.named(*values), *self.found.values.get(values, ())]

    def guards(self) -> Iterator[str]:
        """Each option at each of its values."""
        for option in self.found.named("options"):
            for value in self.option_values(("options", option, "default")):
                if re.fullmatch(r"[a-z0-9-]+", value):
                    yield f"{option} is {value}"

    def phrases(self, kind: str) -> Iterator[Proposal]:
        """Phrases that go on as the text begins, then single words that may follow it."""
        game = self.game
        assert game is not None
        typed = self.at.typed.lstrip("\"'")
        if typed.startswith("<") or not typed:
            for option in self.found.named("options"):
                if f"<{option}>".startswith(typed):
                    yield self.proposal(f"<{option}>", "name")
        own, examples = self.named_phrases(kind), example_phrases(game, kind)
        candidates = [*own, *examples] if typed else [*examples, *own]
        fitting = [phrase for one in candidates if (phrase := adapted(one, typed)) and self.reads(kind, phrase)]
        fitting.sort(key=lambda phrase: not phrase.startswith(typed))
        for phrase in fitting:
            yield self.proposal(phrase, "phrase")
        beginning, _, word = typed.rpartition(" ")
        if beginning:
            for following in next_words(game, kind, beginning):
                if following.startswith(word) and following != word:
                    yield self.proposal(f"{beginning} {following}", "word", is_whole=False)

    def named_phrases(self, kind: str) -> Iterator[str]:
        """Phrases made of the card's own names."""
        if kind in ("event", "condition", "counts", "ends"):
            yield from dict(self.scope.events)
        if kind in ("condition", "counts") and len(self.nameable) >= NAMES_MIN:
            joined = ", ".join(self.nameable[:4])
            yield from (f"any of {joined}", f"all of {joined}") if kind == "condition" else (f"how many of {joined}",)

    def reads(self, kind: str, phrase: str) -> bool:
        """Whether a phrase can be read here, and names nothing that the card does not have."""
        assert self.game is not None
        try:
            meaning = meaning_of(self.game, kind, phrase, self.scope)
        except (PhraseError, UnexpectedInput):
            return False
        is_needed = isinstance(meaning, NoRule) and self.at.path[-1] == "when"
        is_late = isinstance(meaning, End) and self.game.ends_max == 1 and not meaning.is_single
        if is_needed or is_late:
            return False
        known = {*self.nameable, *dict(self.scope.events)}
        parts = getattr(meaning, "parts", (meaning,))
        return all(name in known for part in parts for name in getattr(part, "names", ()))

    def proposal(self, words: str, kind: Kind, *, is_whole: bool = True) -> Proposal:
        """A value as YAML takes it at this place: quoted where a comma or colon would end it."""
        typed = self.at.typed
        if typed[:1] in ("'", '"'):
            return Proposal(words, kind, typed[0] + words + (typed[0] if is_whole else ""))
        is_broken = ": " in words or (self.at.in_brackets and re.search(r"[,\[\]{}]", words) is not None)
        written = f'"{words}"' if is_broken and is_whole else words
        return Proposal(words, kind, written)


def adapted(phrase: str, typed: str) -> str:
    """A phrase with the numbers that were typed in the place of its own; empty where it begins otherwise.

    >>> adapted("6 rolled 3 times", "8 rolled 2"), adapted("6 rolled 3 times", "roll"), adapted("any seven", "six")
    ('8 rolled 2 times', '6 rolled 3 times', '')
    """
    if _begins(phrase, typed):
        return phrase
    given, own = re.split(r"(\d+)", typed), re.split(r"(\d+)", phrase)
    if len(given) > len(own) or len(given) == 1:
        return ""
    for place, part in enumerate(given):
        is_last = place == len(given) - 1
        if place % 2:
            own[place] = part
        elif not (own[place].startswith(part) if is_last else own[place] == part):
            return ""
    return "".join(own)


def _begins(words: str, typed: str) -> bool:
    """Whether the text goes on as it was begun, or a word of it does."""
    return words.startswith(typed) or f" {typed}" in words


@lru_cache(maxsize=64)
def _device(game: Game, chance: str) -> Chance | None:
    """What the card is played with: as it says, or as a card of the game would say."""
    for phrase in (chance, game.default_chance, *example_phrases(game, "chance")):
        with suppress(PhraseError, UnexpectedInput):
            if phrase:
                device: Chance = meaning_of(game, "chance", phrase, NOWHERE)
                return device
    return None
