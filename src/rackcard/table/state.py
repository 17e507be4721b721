"""What a table is at one moment: an immutable value, folded from its events.

Marks belong to the table; a wager is a seat, a stake, and the card it was bet on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from rackcard.api import RackCard, loads
from rackcard.games import GAMES
from rackcard.games.game import Game
from rackcard.machine import Bet, bets
from rackcard.money import Rounding
from rackcard.wording.refusals import refusal


class Refusal(Exception):
    """A request that is refused: a stable code, and the facts that its sentence is made of.

    ``key`` may name a variant of the code, as in ``bad-amount.zero``; only the part before the dot is public. A
    sentence is given only where it was stored by an earlier version.

    >>> Refusal("seat-taken", seat=3).sentence
    'seat 3 is taken'
    """

    def __init__(self, key: str, sentence: str | None = None, /, **facts: Any) -> None:
        self.key, self.facts = key, facts
        self.code = key.partition(".")[0]
        self._stored = sentence
        super().__init__(key)

    @property
    def sentence(self) -> str:
        """The refusal in English."""
        return refusal(self.key, self.facts) if self._stored is None else self._stored

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Limits:
    """What may be staked and paid, in cents; 0 stands for no limit."""

    wager_min: int = 100
    wager_max: int = 0
    seat_max: int = 0
    """All that one seat may have up."""
    table_max: int = 0
    """All that may be up at the table."""
    payout_max: int = 0
    """The most that one outcome wins at the table; beyond it winners share it pro rata."""


@dataclass(frozen=True)
class Offering:
    """A card as it lies on the table: its whole text, its options, and a pay table for each wager."""

    text: str
    sha256: str
    options: Mapping[str, str]
    tables: Mapping[str, str]
    accepted: tuple[str, ...] = ()
    """Wagers that the player beats, offered all the same, by name."""

    @property
    def card(self) -> RackCard:
        return _card(self.text)

    @cached_property
    def bets(self) -> dict[str, Bet]:
        return _bets(self.text, tuple(sorted(self.options.items())), tuple(sorted(self.tables.items())))

    @cached_property
    def shares_all_marks(self) -> bool:
        """Whether every wager of the card goes by marks that all seats share."""
        return all(bet.terms.marks != "none" for bet in self.bets.values())


@lru_cache(maxsize=256)
def _card(text: str) -> RackCard:
    return loads(text)


@lru_cache(maxsize=256)
def _bets(text: str, options: tuple[tuple[str, str], ...], tables: tuple[tuple[str, str], ...]) -> dict[str, Bet]:
    """The bets of a card by wager, each at its chosen pay table or the first one."""
    chosen: dict[str, Bet] = {}
    wanted = dict(tables)
    for bet in bets(_card(text), dict(options)):
        table = wanted.get(bet.terms.group)
        if bet.terms.wager not in chosen and table in (None, bet.terms.table):
            chosen[bet.terms.wager] = bet
    return chosen


@dataclass(frozen=True)
class Seat:
    """A player at a place; ``visit`` tells this stay from any other's."""

    name: str
    visit: int


@dataclass(frozen=True)
class Wager:
    """A stake on a wager of a card; ``state`` is its own where the card keeps no marks for all."""

    seat: int
    offering: int
    wager: str
    stake: int
    since: int
    """How many outcomes the table had seen when it was bet."""
    state: int = 0


@dataclass(frozen=True)
class Marks:
    """The registers that all wagers of one kind share, and how many outcomes they have seen."""

    state: int = 0
    outcomes: int = 0


MarkKey = tuple[int, str]
"""The number of an offering and a wager of its card."""


@dataclass(frozen=True)
class Settlement:
    """What a wager came to: all that is paid to the seat, and why in words."""

    wager: int
    seat: int
    result: str
    kind: str
    stake: int
    paid: int
    house: int
    """What the house gains (+) or pays (-), before breakage."""
    breakage: int
    envy: int
    why: str


@dataclass(frozen=True)
class Event:
    """Something that happened at a table: what, the facts, and the postings, which add up to nothing."""

    kind: str
    data: Mapping[str, Any]
    postings: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Last:
    """The last outcome, kept until the next so that another can be put in its place."""

    outcome: Any
    before: "Table"
    """The table that it found, without a last outcome of its own."""
    settlements: tuple[Mapping[str, Any], ...]
    """As its event lists them."""
    since: tuple[Event, ...] = ()
    """What has happened after it."""


@dataclass(frozen=True)
class Table:
    """A table at one moment."""

    name: str
    game_id: str
    limits: Limits
    chip: int
    rounding: Rounding
    offerings: Mapping[int, Offering]
    current: tuple[int, ...]
    """The offerings that take new wagers."""
    is_live: bool = False
    advice: bool = False
    """Whether the operator of a live table lets seats see the chance from here and the advice."""
    status: Literal["open", "frozen", "paused", "closed"] = "open"
    betting: bool = True
    round: int = 0
    """How many outcomes have been entered."""
    phase: int = 0
    seats: Mapping[int, Seat] = field(default_factory=dict)
    wagers: Mapping[int, Wager] = field(default_factory=dict)
    marks: Mapping[MarkKey, Marks] = field(default_factory=dict)
    balances: Mapping[str, int] = field(default_factory=dict)
    next_wager: int = 1
    next_visit: int = 1
    recent: tuple[tuple[int, Any], ...] = ()
    """The last outcomes as entered, with the phase each came in: marks for a card that is laid later."""
    last: Last | None = None
    evidence: str = ""
    """Why the table is frozen or paused."""

    @property
    def game(self) -> Game:
        return GAMES[self.game_id]

    @property
    def gives_advice(self) -> bool:
        """Practice tables teach; a live table only when its operator has said so."""
        return self.advice or not self.is_live

    def bet_of(self, wager: Wager) -> Bet:
        return self.offerings[wager.offering].bets[wager.wager]

    def balance(self, seat: int) -> int:
        return self.balances.get(f"seat:{seat}", 0)

    def has_rolled(self, wager: Wager) -> bool:
        """Whether a wager has seen an outcome."""
        return self.round > wager.since

    def up(self, offering: int) -> list[Wager]:
        """The wagers up on an offering's card."""
        return [wager for wager in self.wagers.values() if wager.offering == offering]

    @property
    def owing(self) -> dict[int, int]:
        """What corrections have left to be paid to or by players, by visit."""
        named = {name: amount for name, amount in self.balances.items() if name.startswith("owed:")}
        return {int(name.removeprefix("owed:")): amount for name, amount in named.items() if amount}

    def owed(self, visit: int) -> int:
        """What the house still has to pay a player (+), or a player the house (-), after a correction."""
        return self.balances.get(f"owed:{visit}", 0)
