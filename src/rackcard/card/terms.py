"""The terms of a wager: its pay lines, its end and its offers, once options are set."""

from dataclasses import dataclass
from typing import Literal, assert_never

from rackcard.card.phrases import Counted, Opens, Requires, Rung
from rackcard.card.yaml import Location
from rackcard.games.conditions import AnyOf, Condition, Different, Happened, Played, Sequence
from rackcard.games.game import Event, Game
from rackcard.number import Pay


@dataclass(frozen=True)
class PayLine:
    """A pay line: the first of a wager's lines that holds is paid."""

    label: str
    when: Condition
    pay: Pay | None
    """None where the document posts no pay."""
    location: Location
    rung: Rung | None = None


@dataclass(frozen=True)
class Offer:
    """What the player may take between outcomes, while ``when`` holds and ``unless`` does not."""

    kind: Literal["surrender", "cash out", "take back"]
    label: str
    when: Condition
    unless: Condition | None
    pay: Pay

    @property
    def count(self) -> int | None:
        """The count at which it is made, or None where it goes by no count."""
        match self.when:
            case Different(_, at_least):
                return at_least
            case Happened(_, times):
                return times
            case AnyOf() | Played() | Sequence():
                return None
            case _:
                assert_never(self.when)


@dataclass(frozen=True)
class Terms:
    """One wager of a card at one pay table, every option settled."""

    game: Game
    wager: str
    name: str
    title: str
    """The wager's name on the layout, without its place."""
    group: str
    """The wager as the card writes it; those of its places share one."""
    also: str
    table: str
    lines: tuple[PayLine, ...]
    counted: Counted | None
    ends: Event | int
    settles_at_end: bool
    works: Event | None
    offers: tuple[Offer, ...]
    envy: Pay | None
    envy_is_named: bool
    envy_on_surrender: bool
    opens: Opens
    requires: Requires | None
    marks: str
    several: bool
    partial: bool
    down_any_time: bool
    """Whether the stake may be taken down after the wager has seen an outcome."""
    source: str
    wording: tuple[tuple[str, str], ...]
    """The card's own phrases for this wager by field, the words of its options in place."""
    location: Location

    def words(self, name: str) -> str:
        """The phrase in a field, or nothing where neither the wager nor the card fills it."""
        return dict(self.wording).get(name, "")

    @property
    def has_rule(self) -> bool:
        return bool(self.lines)

    @property
    def is_posted(self) -> bool:
        return self.has_rule and all(line.pay is not None for line in self.lines)
