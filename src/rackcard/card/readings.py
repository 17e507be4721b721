"""What has been read of a card under some options, kept for all options that it does not depend on."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from rackcard.card.terms import Terms


class Consulted:
    """The options that the reader has looked at."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._always: frozenset[str] = frozenset()

    def add(self, name: str) -> None:
        self._names.add(name)

    def update(self, names: Iterable[str]) -> None:
        self._names.update(names)

    def hold(self) -> None:
        """Count what has been looked at so far among what every wager depends on."""
        self._always = frozenset(self._names)

    @contextmanager
    def apart(self) -> Iterator[set[str]]:
        """The options that are looked at in between, beside those that every wager depends on."""
        before, self._names = self._names, set(self._always)
        try:
            yield self._names
        finally:
            self._names = before


@dataclass(frozen=True)
class Reading:
    """The terms of a wager, and the options that they depend on."""

    terms: tuple[Terms, ...]
    options: Mapping[str, str]


@dataclass
class Readings:
    """All that has been read of a card's wagers."""

    by_wager: dict[str, list[Reading]] = field(default_factory=dict)

    def of(self, wager: str, chosen: Mapping[str, str]) -> Reading | None:
        """What was read of a wager under options that are chosen the same; None where there is none."""
        for reading in self.by_wager.get(wager, ()):
            if all(chosen[name] == value for name, value in reading.options.items()):
                return reading
        return None

    def keep(self, wager: str, terms: tuple[Terms, ...], options: Mapping[str, str]) -> Reading:
        """Keep what has been read of a wager."""
        reading = Reading(terms, options)
        self.by_wager.setdefault(wager, []).append(reading)
        return reading
