"""The terms of a wager: its pay lines, its end and its offers, once options are set."""

from dataclasses import dataclass
from typing import Literal, assert_never

from rackcard.card.condition_parts import leaves
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
    place: str = ""
    """What follows the title in its name, where it is one of several places of the layout."""

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
    def is_marked_unbet(self) -> bool:
        """Whether it is marked while nobody has bet on it, so that a later bet finds marks."""
        return self.marks not in ("none", "bet")

    @property
    def is_bet(self) -> bool:
        """Whether it may be bet by itself."""
        return self.opens.window != "never"

    @property
    def may_win_at_end(self) -> bool:
        """Whether the outcome that ends the wager may be what it is paid or returned on: the end does not just lose."""
        paid = [index for index, line in enumerate(self.lines) if line.pay is None or line.pay.net > -1]
        return any(self.waits(index) or self.asks_at_end(index) or self._comes_with_end(index) for index in paid)

    def waits(self, index: int) -> bool:
        """Whether a pay line is paid at the end only: it speaks of all outcomes, or an earlier line may yet hold."""
        if self.settles_at_end:
            return True
        if not may_hold_early(self.lines[index].when):
            return True
        if self.takes_first or self._only_with_end(index):
            return False
        return any(not self._may_fail_early(line.when) for line in self.lines[:index])

    def asks_at_end(self, index: int) -> bool:
        """Whether a part of a line speaks of all outcomes, though another part may be paid before."""
        return asks_at_end(self.lines[index].when)

    def _comes_with_end(self, index: int) -> bool:
        """Whether one outcome may be both what a line asks for and the end."""
        ends = self.ends.event
        return ends is not None and any(event.cells & ends.cells for event in _asked(self.lines[index].when))

    def _only_with_end(self, index: int) -> bool:
        """Whether no outcome but the end is what a line asks for."""
        ends, asked = self.ends.event, _asked(self.lines[index].when)
        return ends is not None and bool(asked) and all(event.cells <= ends.cells for event in asked)

    def _may_fail_early(self, condition: Condition) -> bool:
        """Whether a condition may be out of reach before the end."""
        match condition:
            case Several(parts, wanted):
                return sum(not self._may_fail_early(part) for part in parts) < wanted
            case Exactly() | Sequence():
                return True
            case Happened() | Different() | Streak() | Pattern() | Played():
                return self.ends.outcomes is not None
            case _:
                assert_never(condition)


def may_hold_early(condition: Condition) -> bool:
    """Whether a condition may hold for good before the end."""
    if isinstance(condition, Several):
        return sum(map(may_hold_early, condition.parts)) >= condition.at_least
    return not isinstance(condition, Exactly)


def differing(terms: Terms, other: Terms) -> str:
    """The field by which another wager, named in the rules of one, may stand otherwise while this one is up."""
    if other.own_line != terms.own_line:
        return "line"
    if (other.works, other.works_on_table) != (terms.works, terms.works_on_table):
        return "works"
    if other.behind is not None and other.behind != terms.behind:
        return "behind"
    if not other.is_bet or other.opens.window != terms.opens.window:
        return "opens"
    if other.takes_first and len(other.lines) > 1:
        return "takes"
    if other.ends == terms.ends:
        return ""
    asks = any(asks_at_end(line.when) for line in other.lines)
    return "ends" if asks or not _ends_no_later(terms.ends, other.ends) else ""


def _ends_no_later(ends: End, other: End) -> bool:
    """Whether whatever ends another wager has ended this one too."""
    if other.event is not None and not (ends.event is not None and other.event.cells <= ends.event.cells):
        return False
    return other.outcomes is None or (ends.outcomes is not None and ends.outcomes <= other.outcomes)


def asks_at_end(condition: Condition) -> bool:
    """Whether a part of a condition speaks of all outcomes."""
    return any(isinstance(part, Exactly) for part in leaves((condition,)))


def _asked(condition: Condition) -> tuple[Event, ...]:
    """The events that a condition counts or looks for."""
    found: list[Event] = []
    for leaf in leaves((condition,)):
        match leaf:
            case Happened(event) | Exactly(event) | Streak(event):
                found.append(event)
            case Different(events) | Pattern(events):
                found += events
            case Played() | Sequence():
                pass
            case _:
                assert_never(leaf)
    return tuple(found)
