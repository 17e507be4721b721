"""What a table is at one moment: an immutable value, folded from its events.

Marks belong to the table; a wager is a seat, a stake, and the card it was bet on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeVar

from rackcard.card import Card
from rackcard.card.catalogue import loads
from rackcard.card.configured import Configuration, configured
from rackcard.games import GAMES
from rackcard.games.device import Chance
from rackcard.games.game import Game, Outcome
from rackcard.games.paired import PairedLines
from rackcard.games.supply import Supply
from rackcard.house.rules import Approval
from rackcard.machine import Bet, bets
from rackcard.money import Rounding
from rackcard.table.overseen import Oversight
from rackcard.wording.history import cause_sentence
from rackcard.wording.refusals import refusal

if TYPE_CHECKING:
    from rackcard.table.command import Command

Posting = tuple[str, int]
"""An account and what it gains (+) or loses (-), in cents."""
EDITION = 1
"""The edition of the table's own rules that new tables go by; a table keeps the one that it was opened with.

From 1 on a stake is priced from the marks it starts on, with commission in chips and with what may come down; what a
wager wins in parts counts together for approval; a correction lists each of several equal parts; and a dispute keeps
every void from the bets that were up for its round.
"""
TOKES: Final = "tokes"
"""The account of what was bet for the dealers; their envy bonuses are on an account of their own."""
Status = Literal["open", "frozen", "paused", "closed"]
PayoutScope = Literal["", "outcome", "wager"]
"""What a payout limit is for; empty in logs of before claims were limited too, where it is for each outcome."""
Rounded = Literal["", "wager"]
"""What is rounded to chips: all that one wager is paid; empty in logs of before, where it was each part of it."""


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
    """What may be staked and paid, in cents; 0 means no limit."""

    wager_min: int = 100
    wager_max: int = 0
    seat_max: int = 0
    """All that one seat may have up."""
    table_max: int = 0
    """All that may be up at the table."""
    payout_max: int = 0
    """The maximum payout, without stakes: of one outcome, shared pro rata by its winners, or of one wager."""


@dataclass(frozen=True)
class House:
    """The house rules that a table goes by, as they were given."""

    id: str
    sha256: str
    text: str
    version: int
    """1 when the table was opened; one more with every change."""
    seats: int
    books: str
    """Who books bets: ``players`` or ``dealer``."""
    approval: Approval | None = None
    """What waits for a supervisor, or takes two of them."""


@dataclass(frozen=True)
class Offering:
    """A card at a table: its whole text, its options, and a pay table for each wager."""

    text: str
    sha256: str
    options: Mapping[str, str]
    tables: Mapping[str, str]
    accepted: tuple[str, ...] = ()
    """Wagers that the player beats, offered all the same, by name."""
    left_out: tuple[str, ...] | None = None
    """Wagers that the house rules do not offer."""
    posts: Mapping[str, Mapping[str, Any]] | None = None
    """What the house rules fill in, by wager."""
    limits: Mapping[str, tuple[int, int]] | None = None
    """The minimum and maximum of each wager by the house rules, in cents; a maximum of 0 is none."""
    doubles: tuple[str, ...] | None = None
    """Wagers that a card before it at the table offers too, by the same rule at the same pays: they are bet there."""

    def __getstate__(self) -> dict[str, Any]:
        """What is sent from one process to another: what it says, without what was made of that."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def card(self) -> Card:
        """The card as the house offers it."""
        card = card_from_text(self.text)
        if self.limits is None:
            return card
        left_out, posts = self.left_out or (), self.posts or {}
        return _house_card(self.text, tuple(sorted(self.options.items())), Configuration(
            card.sha256, self.tables, left_out, posts
        ))  # fmt: skip

    @cached_property
    def game(self) -> Game:
        """The base game as the card plays it: the variant of its chance."""
        return self.card.game.variant(self.card.chance(self.options))

    @cached_property
    def bets(self) -> dict[str, Bet]:
        every = _bets(self.card, tuple(sorted(self.options.items())), tuple(sorted(self.tables.items())))
        return {name: bet for name, bet in every.items() if name not in self.doubles} if self.doubles else every

    @cached_property
    def shared(self) -> frozenset[str]:
        """The wagers that go by marks that all seats share.

        One on a line of its own, one behind another and one that a stake turns into have marks of their own.
        """
        targets = {result.turns_into for bet in self.bets.values() for result in bet.results}
        return frozenset(name for name, bet in self.bets.items() if name not in targets and bet.shares_marks)

    @cached_property
    def shares_all_marks(self) -> bool:
        """Whether every wager of the card goes by marks that all seats share."""
        return len(self.shared) == len(self.bets)


@lru_cache(maxsize=256)
def card_from_text(text: str) -> Card:
    """The card that a log has the text of, read once."""
    return loads(text)


@lru_cache(maxsize=256)
def _house_card(text: str, options: tuple[tuple[str, str], ...], configuration: Configuration) -> Card:
    return configured(card_from_text(text), dict(options), configuration)


@lru_cache(maxsize=256)
def _bets(card: Card, options: tuple[tuple[str, str], ...], tables: tuple[tuple[str, str], ...]) -> dict[str, Bet]:
    """The bets of a card by wager, each at its chosen pay table or the first one."""
    chosen: dict[str, Bet] = {}
    wanted = dict(tables)
    for bet in bets(card, dict(options)):
        table = wanted.get(bet.terms.group)
        if bet.terms.wager not in chosen and table in (None, bet.terms.table):
            chosen[bet.terms.wager] = bet
    return chosen


def machine_phase(bet: Bet, phase: int, line: int) -> int:
    """The phase of a wager's machine, by the table's phase and that of the wager's own line."""
    game = bet.machine.game
    if isinstance(game, PairedLines):
        return game.phase(phase, line)
    return line if bet.terms.own_line else phase


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
    line: int = 0
    """The phase of its own line, where it has one."""
    behind: int = 0
    """The number of the wager that it is behind, or 0."""
    commission: int = 0
    """What was put down beside the stake."""
    bundle: int = 0
    """The number of the first of the wagers that were booked with it in one call, or 0."""
    won: int = 0
    """What parts of it that were claimed have won."""
    toke: bool = False
    """Whether it was made for the dealers: what comes back is theirs."""
    ahead: Fraction = Fraction(0)
    """What parts of it that were claimed have been paid beyond what was due, by rounding; below zero for less."""
    ahead_envy: Fraction = Fraction(0)
    """The same for the dealers' envy."""

    @property
    def money(self) -> int:
        """All that is on the felt for it."""
        return self.stake + self.commission

    @property
    def owner(self) -> str:
        """The account of whoever gets what comes back."""
        return TOKES if self.toke else f"seat:{self.seat}"


@dataclass(frozen=True)
class Marks:
    """The registers that all wagers of one kind share, and how many outcomes they have seen."""

    state: int = 0
    outcomes: int = 0


MarkKey = tuple[int, str]
"""The number of an offering and a wager of its card."""


@dataclass(frozen=True)
class Settlement:
    """What a wager was paid, and the facts that say why; two are equal when they pay the same for the same."""

    wager: int
    seat: int
    result: str
    kind: str
    stake: int
    paid: int
    """Everything that the seat receives, the stake included."""
    house: int
    """What the house gains (+) or pays (-), before breakage."""
    breakage: int
    envy: int
    commission: int = 0
    """What the house keeps as commission, out of the win or put down with the bet."""
    beside: int = 0
    """The part of the commission that was put down with the bet."""
    toke: bool = False
    """Whether the bet was made for the dealers, who receive what is paid."""
    name: str = field(default="", compare=False)
    """The wager's name on the layout."""
    pay: str = field(default="", compare=False)
    """The pay as posted: ``30 to 1``, ``push``, or ``loses``."""
    held: str = field(default="", compare=False)
    """What happened to bring the result about, as the card's rules phrase it."""
    limit: int = field(default=0, compare=False)
    """The table's payout limit, where it cut the payment."""
    full: int = field(default=0, compare=False)
    """What the pay alone came to, where the limit cut it."""
    sentence: str | None = field(default=None, compare=False)
    """What an earlier version of the log stored in place of the facts."""

    @property
    def won(self) -> int:
        """What it wins beyond its stake: what a payout limit limits."""
        return max(0, self.paid - self.stake)

    @property
    def net(self) -> int:
        """What the seat gains (+) or loses (-) on it; a bet for the dealers is a gift."""
        return (0 if self.toke else self.paid) - self.stake - self.beside

    @property
    def owner(self) -> str:
        """The account that receives what is paid."""
        return TOKES if self.toke else f"seat:{self.seat}"


@dataclass(frozen=True)
class Refund:
    """A stake, or part of one, that goes back to its seat."""

    number: int
    seat: int
    amount: int
    toke: bool | None = None
    """Whether it goes to the dealers, for whom the bet was made."""


def refund_of(number: int, wager: Wager) -> Refund:
    """All that is on the felt for a wager, going back."""
    return Refund(number, wager.seat, wager.money, wager.toke or None)


@dataclass(frozen=True)
class Turned:
    """A stake that has become another wager, under the same number."""

    number: int
    seat: int
    card: int
    wager: str
    into: str
    stake: int


@dataclass(frozen=True)
class Undone:
    """A take-down or a claim that a correction takes back, so that the wager is up again."""

    number: int
    seat: int
    what: str


@dataclass(frozen=True)
class Cause:
    """Why the program itself stopped a table: a code, and the facts of its sentence."""

    code: str
    facts: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        return cause_sentence(self.code, self.facts)


@dataclass(frozen=True)
class Entered:
    """An outcome as the dealer entered it, and as the game knows it."""

    given: object
    outcome: Outcome


@dataclass(frozen=True, kw_only=True)
class TableEvent:
    """Something that happened at a table; its postings sum to zero."""

    kind: ClassVar[str]
    is_purse: ClassVar[bool] = False
    """Whether it moves cash between a player's pocket and the table: its amount is the player's business."""
    postings: tuple[Posting, ...] = ()
    format: int = field(default=2, compare=False, repr=False)
    """How the log stores it; 1 held sentences where 2 holds facts."""

    @property
    def won(self) -> int:
        """What a claim wins beyond its stake; other events have their settlements for that."""
        return 0

    def apply(self, table: "Table") -> "Table":
        """The table after the event, but for its balances."""
        raise NotImplementedError

    def overseen(self, table: "Table") -> "Oversight":
        """What supervisors have to see to after the event; the table is the one before it."""
        return table.oversight

    def again(self, table: "Table") -> "TableEvent | None":
        """The same at another table, after a correction; None where there is nothing to do it with."""
        return self

    def as_command(self) -> "Command | None":
        """The command that the event follows from; None where only its own facts can be checked."""
        raise NotImplementedError


Value = TypeVar("Value", "Table", "Wager", "Marks", "Last", Settlement, TableEvent)


def altered(value: Value, **changes: Any) -> Value:
    """A value with some fields changed, as ``replace`` has it, many times as fast: every event alters a table."""
    new = object.__new__(type(value))
    vars(new).update(vars(value), **changes)
    assert len(vars(new)) <= len(vars(value))  # less where another thread has just kept the text of an event
    return new


def next_seat(seats: Iterable[int], after: int) -> int:
    """The next of some seats clockwise, or 0 where there is none.

    >>> next_seat((1, 3, 5), 3), next_seat((1, 3, 5), 5), next_seat((), 5)
    (5, 1, 0)
    """
    ordered = sorted(seats)
    return next((seat for seat in ordered if seat > after), ordered[0] if ordered else 0)


def merged(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Postings with one entry for each account, and none of zero."""
    total: dict[str, int] = {}
    for account, amount in postings:
        total[account] = total.get(account, 0) + amount
    return tuple((account, amount) for account, amount in total.items() if amount)


def posted(balances: Mapping[str, int], postings: Iterable[Posting]) -> dict[str, int]:
    """Balances after postings."""
    after = dict(balances)
    for account, amount in postings:
        after[account] = after.get(account, 0) + amount
    return after


@dataclass(frozen=True)
class Last:
    """The last outcome, kept until the next so that another can be put in its place."""

    entered: Entered
    before: "Table"
    """The table before it, without a last outcome of its own."""
    settlements: tuple[Settlement, ...]
    since: tuple[TableEvent, ...] = ()
    """What has happened after it."""


@dataclass(frozen=True)
class Chapter:
    """Part of what a correction can still reach: a table, and everything that happened from its next outcome on.

    It holds what happened as the table knows it now: after a correction, as if the right outcome had been entered.
    """

    before: "Table"
    """The table before the first outcome, without a past of its own."""
    events: tuple[TableEvent, ...]
    outcomes: int
    """How many of the events are outcomes."""


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
    status: Status = "open"
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
    recent: tuple[tuple[int, Entered], ...] = ()
    """The last outcomes, each with the phase it came in: marks for a card that is laid later."""
    last: Last | None = None
    past: tuple[Chapter, ...] = field(default=(), repr=False)
    """Everything since the shift began that a correction can still reach, in order."""
    shift: int = 0
    """How many shifts have been closed."""
    shooter: int = 0
    """The seat that has the dice, in a game with a shooter; 0 where none is named."""
    supply: Supply | None = None
    """What is left to deal from, where the table tracks it."""
    evidence: str = ""
    """Why the table is frozen or paused, as the person who did it wrote."""
    cause: Cause | None = None
    """Why the program itself froze or paused it."""
    house: House | None = None
    """The house rules it goes by, where it was opened from some."""
    payout: PayoutScope = ""
    rounded: Rounded = ""
    edition: int = 0
    """The edition of the table's own rules that it goes by; 0 in logs of before there were several."""
    won_before: int = 0
    """What the last outcome and the claims since had won when the shift was closed."""
    oversight: Oversight = field(default_factory=Oversight)

    @property
    def approval(self) -> Approval:
        """What waits for a supervisor here, by the house rules."""
        return (self.house and self.house.approval) or Approval()

    @property
    def first_round(self) -> int | None:
        """The earliest round whose outcome can still be changed; None where there is none."""
        return self.past[0].before.round + 1 if self.past else None

    @property
    def game(self) -> Game:
        """The base game as it is played with the device of the table's cards."""
        offering = next(iter(self.offerings.values()), None)
        return GAMES[self.game_id] if offering is None else offering.game

    @property
    def device(self) -> Chance:
        """The dice, the wheel or the shoe of the cards on offer."""
        offering = self.offerings[self.current[0]]
        return offering.card.chance(offering.options)

    @property
    def gives_advice(self) -> bool:
        """Practice tables teach; a live table only when its operator has said so."""
        return self.advice or not self.is_live

    def bet_of(self, wager: Wager) -> Bet:
        return self.offerings[wager.offering].bets[wager.wager]

    @property
    def stop_reason(self) -> str:
        """Why the table is frozen or paused, in words."""
        return self.evidence if self.cause is None else self.cause.sentence

    def mark_of(self, offering: int, wager: str) -> Marks:
        """The marks that all wagers of one kind share."""
        return self.marks.get((offering, wager), Marks())

    def state_of(self, wager: Wager) -> int:
        """The registers that decide a wager: those that all of its kind share, or its own."""
        if wager.wager not in self.offerings[wager.offering].shared:
            return wager.state
        return self.mark_of(wager.offering, wager.wager).state

    def phase_of(self, wager: Wager) -> int:
        """The phase that a wager's machine is in: the table's, or that of the wager's own line, or both."""
        return machine_phase(self.bet_of(wager), self.phase, wager.line)

    def behind(self, number: int) -> dict[int, Wager]:
        """The wagers behind another, by number."""
        return {n: wager for n, wager in self.wagers.items() if wager.behind == number}

    def wagers_of(self, seat: int) -> dict[int, Wager]:
        """The wagers that a seat has up, by number."""
        return {number: wager for number, wager in self.wagers.items() if wager.seat == seat}

    def balance(self, seat: int) -> int:
        return self.balances.get(f"seat:{seat}", 0)

    def bet_limits(self, offering: int, bet: Bet) -> tuple[int, int]:
        """The minimum and maximum of a wager: its own by the house rules, or the table's."""
        own = self.offerings[offering].limits
        return self.limits_of_table if own is None else own[bet.terms.group]

    @property
    def limits_of_table(self) -> tuple[int, int]:
        """The minimum and maximum of wagers that have none of their own."""
        return self.limits.wager_min, self.limits.wager_max

    def has_rolled(self, wager: Wager) -> bool:
        """Whether a wager has seen an outcome."""
        return self.round > wager.since

    def up(self, offering: int) -> list[Wager]:
        """The wagers up on an offering's card."""
        return [wager for wager in self.wagers.values() if wager.offering == offering]

    @property
    def won_since(self) -> int:
        """What the last outcome and the claims after it have won."""
        if self.last is None:
            return self.won_before
        return sum(one.won for one in self.last.settlements) + sum(event.won for event in self.last.since)

    @property
    def outstanding(self) -> dict[int, int]:
        """What corrections have left to be paid to or by players, by visit."""
        named = {name: amount for name, amount in self.balances.items() if name.startswith("owed:")}
        return {int(name.removeprefix("owed:")): amount for name, amount in named.items() if amount}

    def owed(self, visit: int) -> int:
        """What the house still has to pay a player (+), or a player the house (-), after a correction."""
        return self.balances.get(f"owed:{visit}", 0)
