"""Tiles: a wager as the felt draws it, from its conditions, its marks and the chips on it.

Pips count repetitions, a ladder shows counted pays, a track a sequence of numbers; this module knows no side bet.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from threading import Lock

from rackcard.card import Card
from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import Different, Happened
from rackcard.house import BetLimits
from rackcard.machine import Bet
from rackcard.odds.tables import pays_of
from rackcard.strategy.levels import name as mark_name
from rackcard.table.behind import line_phase, parents
from rackcard.table.commands.betting import WAGERS_MAX, verify_wager
from rackcard.table.commands.verify import verify_betting
from rackcard.table.state import Offering, Refusal, Table, Wager
from rackcard.web.views.kept import kept_for
from rackcard.wording.limits import stakes
from rackcard.wording.pages import change_label, tile_phrase
from rackcard.wording.refusals import short_refusal
from rackcard.wording.rules import felt_rule, winners

CHIPS = (1, 5, 25, 100, 500)
"""What the chips of a tray are worth, in its smallest."""
SMALLEST, DOLLAR = 25, 100
"""The least that a chip of a tray is worth, in cents, and what it is worth where a table pays to the cent."""
AMOUNT_CODES = ("not-enough", "over-wager-limit", "over-seat-limit", "over-table-limit", "odds-limit", "stake-edge")
"""Refusals that depend on the amount: the wager itself is open."""
MOVING = ("status", "betting", "wagers", "balances", "next_wager", "past", "last")
"""What of a table decides nothing of a wager that nothing is up on, unless it takes bets by what is up on others."""
STEADY = tuple(one.name for one in fields(Table) if one.name not in MOVING)
BARE_MAX = 64
"""Of how many tables the wagers without chips are kept."""
Opening = tuple[bool, str, str, str]
"""Whether a wager takes bets, and why not: in a sentence, in a few words, as a code."""


@dataclass(frozen=True)
class Pips:
    """A repeat counter: what is counted, how often it has happened, how often it must."""

    name: str
    count: int
    of: int


@dataclass(frozen=True)
class LadderStep:
    """A step of a pay ladder; ``is_here`` where the marks are now."""

    count: str
    pay: str
    is_here: bool


@dataclass(frozen=True)
class Stack:
    """Chips of one seat on a wager."""

    number: int
    seat: int
    amount: int
    is_mine: bool
    point: str = ""
    """The point of its own line, where it has traveled to one."""
    is_toke: bool = False
    """Whether it was made for the dealers."""


@dataclass(frozen=True)
class Tile:
    """A wager on the felt."""

    card: int
    wager: str
    name: str
    rule: str
    """What wins, in the words of the card."""
    ends: str
    """What ends it, where the wagers of its card do not all end alike."""
    pays: str
    envy: str
    pips: tuple[Pips, ...]
    marked: str
    """How far it is, in words, where it asks for different events or counts them."""
    ladder: tuple[LadderStep, ...]
    lines: tuple[tuple[str, str], ...]
    """What each of several pay lines asks for, with its pay."""
    track: tuple[str, ...]
    is_open: bool
    """Whether it takes bets while the table does."""
    why_closed: str
    stacks: tuple[Stack, ...]
    chance: str
    group: str
    is_posted: bool
    limits: str = ""
    """Its own minimum and maximum, where the house rules give some."""
    units: int = 1
    """How many chips of the tray a press puts down: one on each unit of a bundle."""
    choices: tuple[tuple[int, str], ...] = ()
    """The bets of the seat that it may go behind, by number, each with its point; where there are several."""
    came: int | None = None
    """What the newest outcome brought the seat here, until it bets again."""
    closed_by: str = ""
    """The code of the refusal that closes it."""
    closed_label: str = ""
    """The same in a few words, also where the seat has it up."""

    def command(self, behind: int = 0) -> dict[str, int | str]:
        """What a press asks for."""
        asked: dict[str, int | str] = {"card": self.card, "wager": self.wager}
        asked |= {"units": self.units} if self.units > 1 else {}
        return asked | ({"behind": behind} if behind else {})

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once: what is drawn of a tile is looked up by it."""
        return hash((self.card, self.wager, self.stacks, self.came, self.is_open, self.marked, self.pips, self.track))

    @property
    def came_words(self) -> str:
        """What the newest outcome brought, in words."""
        return change_label(self.came)

    @property
    def spoken(self) -> str:
        """The tile for a screen reader."""
        return _spoken(self)


@lru_cache(maxsize=8192)
def _spoken(tile: Tile) -> str:
    up = "; ".join(_stack_words(one.seat, one.amount) for one in tile.stacks)
    rule = "; ".join(filter(None, (tile.rule, tile.ends)))
    parts = (
        tile.name, tile.came_words, _pay_words(tile.pays, tile.lines), rule, tile.envy, tile.limits,
        *_mark_words(tile.pips, tile.marked, tile.ladder, tile.track), tile.chance, up, tile.why_closed,
    )  # fmt: skip
    return ". ".join(filter(None, parts))


@lru_cache(maxsize=4096)
def _pay_words(pays: str, lines: tuple[tuple[str, str], ...]) -> str:
    """What a wager pays, for a screen reader."""
    return ", ".join(tile_phrase("line", label=label, pay=pay) for label, pay in lines) or tile_phrase(
        "pays", pays=pays
    )


@lru_cache(maxsize=4096)
def _mark_words(
    pips: tuple[Pips, ...], marked: str, ladder: tuple[LadderStep, ...], track: tuple[str, ...]
) -> tuple[str, ...]:
    """How far a wager is, for a screen reader."""
    counted = ", ".join(tile_phrase("pips", name=one.name, count=one.count, of=one.of) for one in pips)
    here_ = next((rung for rung in ladder if rung.is_here), None)
    rung = "" if here_ is None else tile_phrase("rung", count=here_.count, pay=here_.pay)
    spins = [(place, number) for place, number in enumerate(track, 1) if number]
    return counted, marked, rung, ", ".join(tile_phrase("spin", place=place, number=number) for place, number in spins)


@lru_cache(maxsize=4096)
def _stack_words(seat: int, amount: int) -> str:
    return tile_phrase("stack", seat=seat, amount=amount)


@dataclass(frozen=True)
class PlaceList:
    """A kind of wager with a place for each group of numbers of the layout, to choose from a list."""

    name: str
    pays: str
    chance: str
    tiles: tuple[Tile, ...]


def places_of(title: str, tiles: list[Tile]) -> PlaceList:
    bare = next((tile for tile in tiles if not any(stack.is_mine for stack in tile.stacks)), tiles[0])
    return PlaceList(title, bare.pays, bare.chance, tuple(tiles))


def tile_of(table: Table, number: int, name: str, bet: Bet, seat: int | None) -> Tile:
    """A wager as a seat sees it."""
    standing = _standing(table)
    if (number, name) not in standing.up and standing.is_alike(number, name):
        if (number, name) not in standing.bare:
            standing.bare[number, name] = _tile(table, standing, number, name, bet, seat)
        return standing.bare[number, name]
    return _tile(table, standing, number, name, bet, seat)


def _tile(table: Table, standing: "_Standing", number: int, name: str, bet: Bet, seat: int | None) -> Tile:
    state = state_of(table, number, name, bet, seat)
    is_open, why, shut, closed_by = _opening(table, seat, number, bet)
    choices = _choices(table, seat, number, bet)
    stacks = standing.stacks(number, name, seat)
    printed = _printed(table.offerings[number], number, name, state)
    if is_open and not stacks and len(choices) < 2:
        return printed
    return replace(
        printed,
        is_open=is_open,
        why_closed=why,
        stacks=stacks,
        choices=choices if len(choices) > 1 else (),
        closed_by=closed_by,
        closed_label=shut,
    )


def stacks_of(table: Table, number: int, name: str, seat: int | None) -> tuple[Stack, ...]:
    """The chips on a wager, as a seat sees them."""
    return _standing(table).stacks(number, name, seat)


def has_stacks(table: Table, number: int, name: str) -> bool:
    """Whether there are chips on a wager."""
    return (number, name) in _standing(table).up


class _Standing:
    """What is up at a table by wager, and what is the same for all who look at it: worked out once."""

    def __init__(self, table: Table) -> None:
        self.up: dict[tuple[int, str], list[tuple[Wager, Stack, Stack]]] = {}
        """Each with its chips as others see them and as its own seat does."""
        for number, one in table.wagers.items():
            point = _own_point(table, one)
            chips = [Stack(number, one.seat, one.stake, is_mine, point, one.toke) for is_mine in (False, not one.toke)]
            self.up.setdefault((one.offering, one.wager), []).append((one, chips[0], chips[1]))
        self.bare = _bare(table)
        is_full = len(table.wagers) >= WAGERS_MAX
        self._apart = {} if is_full else {number: _by_bets(table.offerings[number]) for number in table.current}

    def is_alike(self, number: int, name: str) -> bool:
        """Whether a wager that nothing is up on is the same for all seats."""
        return number in self._apart and name not in self._apart[number]

    def stacks(self, number: int, name: str, seat: int | None) -> tuple[Stack, ...]:
        found = self.up.get((number, name))
        return tuple([mine if one.seat == seat else theirs for one, theirs, mine in found]) if found else ()


@kept_for(32)
def _standing(table: Table) -> _Standing:
    return _Standing(table)


@kept_for(8192)
def _printed(offering: Offering, number: int, name: str, state: int) -> Tile:
    """A wager without chips, with the marks of a state: the same for everybody."""
    bet = offering.bets[name]
    terms, machine = bet.terms, bet.machine
    marks = machine.marks(state)
    marked = ""
    if (line := machine.lines[0]) and isinstance(line, Different) and not terms.counted:
        found = sum(1 for event in line.events if event.words in marks)
        marked = tile_phrase("marked", marked=found, of=line.at_least)
    if terms.counted:
        marked = tile_phrase("counted", words=terms.counted.words, level=_level(bet, state))
    rule, ends = _rules(offering.card, tuple(sorted(offering.options.items())))[name, terms.table]
    envy = "" if terms.envy is None else tile_phrase("envy", envy=terms.envy)
    if terms.envy_is_named and terms.envy is None:
        envy = tile_phrase("envy-not-posted")
    return Tile(
        card=number,
        wager=name,
        name=terms.name,
        rule=rule,
        ends=ends,
        pays=pays_of(terms),
        envy=envy,
        pips=_pips(bet, marks),
        marked=marked,
        ladder=_ladder(bet, state) if terms.counted else (),
        lines=tuple((line.label, str(line.pay)) for line in terms.lines) if _is_listed(bet) else (),
        track=_track(bet, marks),
        is_open=True,
        why_closed="",
        stacks=(),
        chance="",
        group=terms.group,
        is_posted=terms.is_posted,
        limits=_limits(offering, bet),
        units=sum(share.units for share in terms.bundle) or 1,
    )


def _limits(offering: Offering, bet: Bet) -> str:
    """The minimum and maximum that a wager has of its own."""
    own = offering.limits
    return "" if own is None else tile_phrase("limits", stakes=stakes(BetLimits(*own[bet.terms.group])))


def _is_listed(bet: Bet) -> bool:
    """Whether a wager pays more than one thing, so that each pay must say what it is for."""
    return len(bet.terms.lines) > 1 and not bet.terms.counted


def own_wagers(table: Table, number: int, name: str, seat: int | None) -> list[Wager]:
    """What a seat has up on a wager for itself."""
    return [one for one, *_ in _standing(table).up.get((number, name), ()) if one.seat == seat and not one.toke]


def state_of(table: Table, number: int, name: str, bet: Bet, seat: int | None) -> int:
    """The state of a wager: by the marks of all, or, where a card keeps none, by the seat's own oldest wager."""
    if name in table.offerings[number].shared:
        return table.mark_of(number, name).state
    return next((wager.state for wager in own_wagers(table, number, name, seat)), 0)


def shut(table: Table) -> str:
    """Why the whole table takes no bets now; empty where it does."""
    try:
        verify_betting(table)
    except Refusal as refusal:
        return refusal.sentence
    return ""


@kept_for(128)
def _by_bets(offering: Offering) -> frozenset[str]:
    """The wagers of a card that take bets by what is up on others; any other is open to all seats or to none."""
    every = {name: bet.terms for name, bet in offering.bets.items()}
    found = {
        name
        for name, terms in every.items()
        if terms.behind is not None or terms.requires is not None or terms.opens.guard == "none up"
    }
    return frozenset(found | {name for name, terms in every.items() if any(s.bet in found for s in terms.bundle)})


_BARE: OrderedDict[tuple[int, ...], tuple[list[object], dict[tuple[int, str], Tile]]] = OrderedDict()
_BARE_LOCK = Lock()


def _bare(table: Table) -> dict[tuple[int, str], Tile]:
    """The wagers without chips, as far as they have been looked at: the same from bet to bet."""
    facts = [getattr(table, name) for name in STEADY]
    key = tuple(map(id, facts))
    with _BARE_LOCK:
        _, found = _BARE.setdefault(key, (facts, {}))  # no other takes the identity of the facts
        while len(_BARE) > BARE_MAX:
            _BARE.popitem(last=False)
        return found


def _opening(table: Table, seat: int | None, number: int, bet: Bet) -> Opening:
    """Whether a wager takes bets while the table does, by the table's own rules; not whether a seat can afford it."""
    unit = table.chip * (sum(share.units for share in bet.terms.bundle) or 1)
    least, _ = table.bet_limits(number, bet)
    amount = -(-max(least, table.chip) // unit) * unit if bet.terms.bundle else least
    behind = next((choice for choice, _ in _choices(table, seat, number, bet)), None)
    try:
        verify_wager(table, seat or 0, number, bet.terms.wager, max(amount, table.chip), behind)
    except Refusal as refusal:
        if refusal.code in AMOUNT_CODES:
            return True, "", "", ""
        return False, refusal.sentence, short_refusal(refusal.key, refusal.facts), refusal.code
    return True, "", "", ""


def _choices(table: Table, seat: int | None, number: int, bet: Bet) -> tuple[tuple[int, str], ...]:
    """The bets of a seat that a bet may go behind, by number, each with its point."""
    if bet.terms.behind is None or seat is None:
        return ()
    found = ((n, line_phase(table, one)) for n, one in parents(table, seat, number, bet).items())
    return tuple((n, bet.terms.game.phases[line]) for n, line in found if line)


def _own_point(table: Table, wager: Wager) -> str:
    """The point that a wager has traveled to on a line of its own."""
    game = table.bet_of(wager).terms.game
    return game.phases[wager.line] if wager.line else ""


@lru_cache(maxsize=256)
def _rules(card: Card, options: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], tuple[str, str]]:
    """What wins and what ends each wager of a card at each pay table; the end is left out where all end alike."""
    every = card.terms(dict(options))
    names = winners(every)
    rules = {(terms.wager, terms.table): felt_rule(terms, card.game.unit, names) for terms in every}
    endings = {terms.group: rules[terms.wager, terms.table][1] for terms in every}
    ends_alike = len(endings) > 1 and len(set(endings.values())) == 1
    return {key: (rule, "" if ends_alike else ends) for key, (rule, ends) in rules.items()}


def _pips(bet: Bet, marks: Mapping[str, int]) -> tuple[Pips, ...]:
    line = bet.machine.lines[0]
    if bet.terms.counted or bet.machine.ends.is_single:
        return ()
    return tuple(
        Pips(mark_name(part.event), min(marks.get(part.event.words, 0), part.times), part.times)
        for part in leaves([line])
        if isinstance(part, Happened) and part.times > 1
    )


def _level(bet: Bet, state: int) -> int:
    """How far a counted wager is, by the machine's registers."""
    counted = bet.terms.counted
    assert counted is not None
    counters = bet.machine.counters
    counts = [counters[event].read(state) for event in counted.events if event in counters]
    return sum(1 for count in counts if count) if counted.different else max(counts, default=0)


def _ladder(bet: Bet, state: int) -> tuple[LadderStep, ...]:
    """The pays of a counted wager, lowest first: those that are claimed and those that come by themselves."""
    terms = bet.terms
    level = _level(bet, state)
    rungs: dict[int, tuple[str, str]] = {}
    for offer in terms.offers:
        if offer.kind == "cash out" and offer.count is not None:
            rungs[offer.count] = (str(offer.count), str(offer.pay))
    for line in terms.lines:
        if line.rung is not None:
            rungs[line.rung.count] = (str(line.rung), str(line.pay) if line.pay else tile_phrase("not-posted"))
    here_ = max((count for count in rungs if count <= level), default=None)
    return tuple(LadderStep(*rungs[count], count == here_ and level > 0) for count in sorted(rungs))


def _track(bet: Bet, marks: Mapping[str, int]) -> tuple[str, ...]:
    """The numbers of a sequence so far, a place left empty for each one to come."""
    return tuple(str(marks[spin.name]) if spin.name in marks else "" for spin in bet.machine.spins)


def chips(table: Table) -> tuple[tuple[int, str], ...]:
    """The chips of the tray, in cents, each with what is written on it."""
    least, unit = -(-table.limits.wager_min // table.chip) * table.chip, _smallest(table)
    amounts = sorted({*(unit * times for times in CHIPS), *((least,) if least > unit * CHIPS[-1] else ())})
    return tuple((amount, written(amount)) for amount in amounts)


def _smallest(table: Table) -> int:
    """The smallest chip of a tray."""
    return table.chip if table.chip >= SMALLEST else DOLLAR


def written(cents: int) -> str:
    """An amount as it is written on a chip.

    >>> written(500), written(50)
    ('5', '0.50')
    """
    whole, part = divmod(cents, 100)
    return f"{whole}" if not part else f"{whole}.{part:02}"
