"""The card itself: its fields, its options and its hash."""

import hashlib
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, TypeVar

from rackcard.card.configured import Configuration
from rackcard.card.filing import DocumentFault, Filing
from rackcard.card.options import Option, OptionError
from rackcard.card.readings import Readings
from rackcard.card.terms import Terms
from rackcard.card.terms_reader import TermsReader
from rackcard.card.yaml import Fields, Origin, plain
from rackcard.games.device import Chance
from rackcard.games.game import Game

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Card:
    """A side bet, written down once."""

    id: str
    title: str
    about: str
    game: Game
    source: str
    options: Mapping[str, Option]
    origin: Origin
    root: Fields
    filing: Filing = field(default_factory=Filing)
    configuration: Configuration | None = None
    """What a house makes of it; None for the card as its text has it."""

    def __repr__(self) -> str:
        return f"<Card {self.id}: {self.title}, {self.game.name}>"

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.sha256 == other.sha256 and self._set_as == other._set_as

    @cached_property
    def _set_as(self) -> tuple[str, ...]:
        """What tells two configurations of one card apart."""
        if self.configuration is None:
            return ()
        return (self.configuration.canonical, *map(repr, self.options.values()))

    @cached_property
    def canonical(self) -> str:
        """The card without comments, layout and field order: what the hash is taken of."""
        return json.dumps(plain(self.root), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def sha256(self) -> str:
        """The hash of the card's own text, whatever a house makes of it."""
        if self.configuration is not None:
            return self.configuration.sha256
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @property
    def is_base(self) -> bool:
        """Whether it is the card of the base game itself."""
        return self.id == self.game.id

    @property
    def filed(self) -> str:
        """The name of the game on paper: as filed, or the title where the card has no other."""
        return self.filing.filed or self.title

    @property
    def jurisdiction(self) -> str:
        return self.filing.jurisdiction

    @property
    def rule(self) -> str:
        return self.filing.rule

    @property
    def statute(self) -> str:
        return self.filing.statute

    @property
    def together(self) -> tuple[tuple[str, ...], ...]:
        """Groups of wagers that use the same pay table."""
        return self.filing.together

    @property
    def faults(self) -> tuple[DocumentFault, ...]:
        """What is broken in the document itself."""
        return self.filing.faults

    @property
    def procedure(self) -> tuple[str, ...]:
        """What the document asks of the dealer, step by step."""
        return self.filing.procedure

    @property
    def readings(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options.values() if option.is_reading)

    def settled(self, given: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with its value: the given ones checked, the others at their default."""
        chosen = {name: option.default for name, option in self.options.items()}
        for name, value in (given or {}).items():
            if name not in chosen:
                code = "unknown-option" if chosen else "unknown-option.none"
                raise OptionError(code, card=self.id, option=name, known=list(chosen))
            chosen[name] = self.options[name].checked(value)
        return chosen

    def combinations(
        self, given: Mapping[str, str] | None = None, *, readings_only: bool = True
    ) -> Iterator[dict[str, str]]:
        """The settled options for every reading (or every option) that is not given, the default first."""
        chosen = self.settled(given)
        free = [
            option
            for option in self.options.values()
            if option.name not in (given or {}) and (option.is_reading or not readings_only)
        ]
        choices = [sorted(option.choices, key=lambda v, d=option.default: v != d) for option in free]  # type: ignore[misc]
        for values in product(*choices):
            yield chosen | dict(zip((option.name for option in free), values, strict=True))

    def different_combinations(self) -> Iterator[dict[str, str]]:
        """Each combination of options under which a wager reads as under none before, nearest to the defaults first."""
        default, seen = self.settled(), set[int]()
        every = self.combinations(readings_only=False)
        for chosen in sorted(every, key=lambda chosen: sum(chosen[name] != default[name] for name in chosen)):
            new = {id(terms) for terms in self.terms(chosen)} - seen
            if new:
                seen |= new
                yield chosen

    def chance(self, given: Mapping[str, str] | None = None) -> Chance:
        """What the card is played with: dice, a wheel, a shoe."""
        chosen = self.settled(given)
        key = tuple(chosen.items())
        if key not in self._chances:
            self._chances[key] = self._reader(chosen).chance()
        return self._chances[key]

    def chance_words(self, given: Mapping[str, str] | None = None) -> str:
        """The same in words."""
        return self._reader(self.settled(given)).chance_words()

    def terms(self, given: Mapping[str, str] | None = None) -> tuple[Terms, ...]:
        """The terms of every wager at every pay table."""
        chosen = self.settled(given)
        key = tuple(chosen.items())
        if key not in self._terms:
            self._terms[key] = self._offered(tuple(self._reader(chosen).terms()))
        return self._terms[key]

    def _offered(self, terms: tuple[Terms, ...]) -> tuple[Terms, ...]:
        """The terms that a house offers: one pay table for each wager that it does not leave out."""
        if self.configuration is None:
            return terms
        first: dict[str, str] = {}
        for one in terms:
            first.setdefault(one.group, one.table)
        return tuple(one for one in terms if self.configuration.offers(one, first[one.group]))

    def count_bets(self) -> int:
        """How many bets the options make of the card's wagers, each once where an option makes no difference."""
        found = 0
        self.terms()
        for readings in self._readings.by_wager.values():
            found += len(readings[0].terms) * prod(len(self.options[name].choices) for name in readings[0].options)
        return found

    def _reader(self, chosen: Mapping[str, str]) -> TermsReader:
        return TermsReader(self.origin, self.root, self.game, self.options, chosen, self._readings)

    @cached_property
    def _chances(self) -> dict[tuple[tuple[str, str], ...], Chance]:
        return {}

    def remembered(self, what: Hashable, terms: Terms, work: Callable[[], T]) -> T:
        """What has been worked out from some terms of this card, under whichever options they were first read."""
        kept = self._remembered.get((what, id(terms)))
        if kept is None or kept[0] is not terms:
            kept = self._remembered[what, id(terms)] = (terms, work())
        return kept[1]

    @cached_property
    def _remembered(self) -> dict[tuple[Hashable, int], tuple[Terms, Any]]:
        return {}

    @cached_property
    def _readings(self) -> Readings:
        return Readings()

    @cached_property
    def _terms(self) -> dict[tuple[tuple[str, str], ...], tuple[Terms, ...]]:
        return {}
