"""Which wagers of a card are meant, under which options, with which dice, wheel or shoe, and how they are played."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from rackcard.card import Card, OptionError, Terms
from rackcard.games.device import Chance

T = TypeVar("T")


@dataclass(frozen=True)
class Selection:
    """A choice among the wagers, pay tables and readings of a card.

    >>> from rackcard.card import load
    >>> card = load("craps")
    >>> [terms.name for terms in Selection(wager="pass").among(card, card.terms(), lambda terms: terms)]
    ['Pass']
    """

    options: Mapping[str, str] = field(default_factory=dict)
    """The options that are set; the others keep their defaults."""
    table: str | int | None = None
    """Only this pay table."""
    wager: str | None = None
    """Only this wager, or this group of wagers."""
    readings: bool = False
    """Every reading of the document that ``options`` leaves open, rather than the defaults."""
    chance: Chance | None = None
    """What the card is played with, where that is not its own dice, wheel or shoe."""
    play: str | Path = "best"
    """How offers are played: ``best``, ``never``, ``first``, or a policy file."""
    stake: Fraction | None = None
    """What is bet, in units of the smallest chip, for commission that is rounded down to the chip."""

    def combinations(self, card: Card) -> Iterator[dict[str, str]]:
        """The settled options of each reading, the defaults first."""
        return card.combinations(self.options) if self.readings else iter([card.settled(self.options)])

    def chance_of(self, card: Card, options: Mapping[str, str]) -> Chance:
        """The dice, wheel or shoe under settled options."""
        return card.chance(options) if self.chance is None else self.chance

    def among(self, card: Card, found: Iterable[T], terms_of: Callable[[T], Terms]) -> list[T]:
        """The items of the chosen wager and pay table; an unknown name raises an error that lists the known ones."""
        every = list(found)
        chosen = [one for one in every if self.wager in (None, terms_of(one).wager, terms_of(one).group)]
        if not chosen and self.wager is not None:  # by its name, as tables show it
            said = self.wager.casefold()
            chosen = [one for one in every if said in (terms_of(one).name.casefold(), terms_of(one).title.casefold())]
        if not every and self.wager is None:
            raise OptionError("nothing-to-bet", card=card.id)
        if not chosen:
            known = list(dict.fromkeys(terms_of(one).group for one in every))
            raise OptionError("unknown-wager", card=card.id, wager=self.wager, known=known)
        tables = list(dict.fromkeys(terms_of(one).table for one in chosen))
        if self.table is not None and str(self.table) not in tables:
            raise OptionError("unknown-table", card=card.id, table=self.table, known=tables)
        return [one for one in chosen if self.table is None or terms_of(one).table == str(self.table)]


WHOLE_CARD = Selection()
"""Every wager and pay table under the default options."""
