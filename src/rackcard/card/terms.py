"""The terms of a wager: its pay lines, its end and its offers, once options are set."""

from dataclasses import dataclass
from typing import Literal, assert_never

from rackcard.card.phrases import Commission, Counted, Opens, Requires, Rung, StakeLimit
from rackcard.card.yaml import Location
from rackcard.games.conditions import (
    Condition,
    Different,
    End,
    Exactly,
    Happened,
    Pattern,
    Played,
    Sequence,
    Several,
    Streak,
)
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
    turns_into: str = ""
    """The wager that the whole stake becomes, where the line does not pay."""
    turns_into_name: str = ""
    """That wager's name on the layout."""
    filed: str = ""
    """What the document calls the line, where the card says it."""


@dataclass(frozen=True)
class Offer:
    """What the player may take between outcomes, while ``when`` holds and ``unless`` does not."""

    kind: Literal["surrender", "cash out", "take back"]
    label: str
    when: Condition
    unless: Condition | None
    pay: Pay
    rung: Rung | None = None
    """The step of the ladder that it pays, where it is one."""

    @property
    def count(self) -> int | None:
        """The count at which it is made, or None where it goes by no count."""
        if self.rung is not None:
            return self.rung.count
        match self.when:
            case Different(_, at_least) | Several(_, at_least):
                return at_least
            case Happened(_, times):
                return times
            case Exactly() | Streak() | Pattern() | Played() | Sequence():
                return None
            case _:
                assert_never(self.when)


@dataclass(frozen=True)
class Behind:
    """A wager that may only be bet behind another: it reads its point and is over when it is."""

    wager: str
    limit: StakeLimit | None
    name: str
    """The name of what it is behind, on the layout."""


@dataclass(frozen=True)
class Share:
    """A part of a bundle: one of the card's bets, and how many units of the bundle's stake are for it."""

    bet: str
    units: int
    name: str
    """The bet's name on the layout."""


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
    ends: End
    takes_first: bool
    """Whether the first line to become true is paid, rather than the first in the list."""
    own_line: bool
    """Whether the wager has a come-out of its own."""
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
    behind: Behind | None = None
    commission: Commission | None = None
    bundle: tuple[Share, ...] = ()
    works_on_table: bool = False
    """Whether it counts by the table's line although its own line decides it."""
    filed: str = ""
    """The wager's name exactly as filed, where the layout has a shorter one."""

    @property
    def paper_name(self) -> str:
        """The wager's name on paper: as filed, or as on the layout."""
        return self.filed or self.title

    def words(self, name: str) -> str:
        """The phrase in a field, or nothing where neither the wager nor the card fills it."""
        return dict(self.wording).get(name, "")

    @property
    def has_rule(self) -> bool:
        return bool(self.lines)

    @property
    def is_posted(self) -> bool:
        return self.has_rule and all(line.pay is not None or line.turns_into for line in self.lines)

    @property
    def stages(self) -> tuple[str, ...]:
        """The wagers that a stake on it may turn into."""
        return tuple(line.turns_into for line in self.lines if line.turns_into)

    @property
    def is_bet(self) -> bool:
        """Whether it may be bet by itself."""
        return self.opens.window != "never"
