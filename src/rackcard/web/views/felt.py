"""The felt: what a page draws of a table, made from the cards offered and the events committed.

Nothing here knows a side bet. A board's drawings follow from the conditions of its wagers: circles for
different events, pips for repetitions, a ladder for counted pays, a track for a sequence of numbers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rackcard.api import load, loads
from rackcard.card import card_ids
from rackcard.games.conditions import AnyOf, Different, Happened
from rackcard.games.game import Event
from rackcard.machine import Bet
from rackcard.money import dollars
from rackcard.number import percent
from rackcard.odds.from_state import Here, here
from rackcard.odds.solve import UnsolvedError
from rackcard.odds.tables import pays_of
from rackcard.strategy.levels import name as mark_name
from rackcard.table.commands.betting import verify_bet
from rackcard.table.log.store import Entry
from rackcard.table.offerings import beaten
from rackcard.table.settle import shares_marks, synced
from rackcard.table.state import Entered, Offering, Refusal, Table, Wager
from rackcard.web.views.history import PlaceKey, Played, Result, came, history, result, spoken, undo
from rackcard.web.views.layout import Layout, layout
from rackcard.web.views.offers import Offer, average, offers
from rackcard.wording.refusals import short_refusal
from rackcard.wording.rules import felt_rule, winners

CHIPS = (1, 5, 25, 100, 500)
"""What chips are worth, in the table's smallest chip."""
SHOWN_LAST = 14
BEADS = 72
ROOMY_MAX = 8


@dataclass(frozen=True)
class Pips:
    """A repeat counter: what is counted, how often it has come, how often it must."""

    name: str
    count: int
    of: int


@dataclass(frozen=True)
class Rung:
    """A step of a pay ladder; ``is_here`` where the marks stand now."""

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
    colour: int
    """Which chip of the tray it looks like: the largest that is not worth more."""


@dataclass(frozen=True)
class Tile:
    """A wager as it lies on the felt."""

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
    ladder: tuple[Rung, ...]
    lines: tuple[tuple[str, str], ...]
    """What each of several pay lines asks for, with its pay."""
    track: tuple[str, ...]
    is_open: bool
    why_closed: str
    shut: str
    """Why it is closed, in a few words, where neither the whole table is nor the seat has it up."""
    stacks: tuple[Stack, ...]
    chance: str
    group: str
    is_posted: bool
    came: int | None = None
    """What the newest outcome brought the seat here, until it bets again."""

    @property
    def came_words(self) -> str:
        """What the newest outcome brought, in words."""
        if self.came is None:
            return ""
        return f"won {dollars(self.came)}" if self.came > 0 else f"lost {dollars(-self.came)}" if self.came else "even"

    @property
    def spoken(self) -> str:
        """The tile for a screen reader."""
        up = "; ".join(f"seat {stack.seat} has {dollars(stack.amount)} up" for stack in self.stacks)
        pips = ", ".join(f"{one.name} {one.count} of {one.of}" for one in self.pips)
        rung = next((f"at {rung.count}, {rung.pay}" for rung in self.ladder if rung.is_here), "")
        track = ", ".join(f"spin {place} {number}" for place, number in enumerate(self.track, 1) if number)
        state = "open" if self.is_open else self.why_closed
        lines = ", ".join(f"{label} pays {pay}" for label, pay in self.lines)
        rule = "; ".join(filter(None, (self.rule, self.ends)))
        pays = "" if self.lines else f"pays {self.pays}"
        parts = (
            self.name, self.came_words, pays, lines, rule, self.envy, pips, self.marked, rung, track, self.chance, up,
            state,
        )  # fmt: skip
        return ". ".join(filter(None, parts))


@dataclass(frozen=True)
class Places:
    """A kind of wager with a place for each group of numbers of the layout, to choose from a list."""

    name: str
    pays: str
    chance: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Board:
    """A card as it lies on the felt."""

    number: int
    card: str
    title: str
    about: str
    tables: str
    accepted: str
    closed: str
    """Why several of its wagers are closed now, said once."""
    circles: tuple[tuple[str, bool], ...]
    tiles: tuple[Tile, ...]
    places: tuple[Places, ...]
    layout: Layout | None
    laid: Mapping[str, Tile]
    """The wagers that lie on the layout, by their names."""


@dataclass(frozen=True)
class Felt:
    """Everything a page shows of a table, for one seat or for nobody's."""

    table_id: str
    version: int
    table: Table
    seat: int | None
    boards: tuple[Board, ...]
    offers: tuple[Offer, ...]
    history: tuple[Played, ...]
    result: Result | None
    undo: Mapping[str, int] | None
    puck: str
    verb: str
    """What brings an outcome about, in a word."""
    last: tuple[tuple[str, str], ...]
    """The last outcomes, newest last, each with its kind for the eye."""
    shown: Mapping[str, Any]
    """The newest outcome, for the templates of its game; empty where none came."""
    beads: tuple[tuple[str, str], ...]
    said: tuple[tuple[int, str], ...]
    """The newest entries in sentences, each with its number, for those who listen."""

    @property
    def balance(self) -> int:
        return self.table.balance(self.seat) if self.seat is not None else 0

    @property
    def is_roomy(self) -> bool:
        """Whether there are few enough wagers to draw them large."""
        return sum(len(board.tiles) + 99 * bool(board.layout) for board in self.boards) <= ROOMY_MAX

    @property
    def up(self) -> int:
        """What the seat has up."""
        return sum(wager.stake for wager in self.table.wagers.values() if wager.seat == self.seat)


def felt(
    table_id: str,
    version: int,
    table: Table,
    recent: Iterable[Entry],
    seat: int | None,
    *,
    deals: bool = False,
    stay: int | None = None,
) -> Felt:
    """The felt as a seat sees it, or as somebody who has none does; a dealer sees the offers of every seat.

    With ``stay``, no purse but that of one stay at a seat is told; 0 is nobody's.
    """
    entries = list(recent)
    results = came(table, entries, seat)
    boards = tuple(_board(table, number, seat, results) for number in _laid(table))
    asked = None if deals else seat
    open_ = tuple(offers(table, asked))
    last = table.recent[-1][1] if table.recent else None
    return Felt(
        table_id=table_id,
        version=version,
        table=table,
        seat=seat if seat in table.seats else None,
        boards=boards,
        offers=open_,
        history=tuple(history(table, entries, seat, table.round, stay)),
        result=result(table, entries, asked),
        undo=undo(table, entries, seat),
        puck=_puck(table),
        verb=table.game.verb,
        last=tuple(_kind(table, outcome) for _, outcome in table.recent[-SHOWN_LAST:]),
        shown={} if last is None else table.game.shown(table.game.parse(last.given)),
        beads=tuple(_kind(table, outcome) for _, outcome in table.recent[-BEADS:]) if table.game.has_road else (),
        said=tuple(spoken(table, entries, asked, ". ".join(one.spoken for one in open_), stay)),
    )


def _laid(table: Table) -> list[int]:
    """The cards to draw: those offered, and those that wagers still stand on; side bets before the base game."""
    standing = {wager.offering for wager in table.wagers.values()}
    numbers = [*table.current, *sorted(standing - set(table.current))]
    return sorted(numbers, key=lambda number: table.offerings[number].card.id == table.game_id)


# ---- boards


def _board(table: Table, number: int, seat: int | None, results: Mapping[PlaceKey, int]) -> Board:
    offering = table.offerings[number]
    card = offering.card
    asked = _asked(offering)
    seen = {
        word
        for name, bet in offering.bets.items()
        for word in bet.machine.marks(_state(table, number, name, bet, seat))
    }
    found = layout(offering)
    on_layout = found.wagers if found else frozenset()
    tiles: list[Tile] = []
    laid: dict[str, Tile] = {}
    places: dict[str, list[Tile]] = {}
    for name, bet in offering.bets.items():
        tile = replace(_tile(table, number, name, bet, seat), came=results.get((number, name)))
        if name in on_layout:
            laid[name] = tile
        if bet.terms.group != name:
            places.setdefault(bet.terms.group, []).append(tile)
        elif name not in on_layout:
            tiles.append(tile)
    told = beaten(offering) if offering.accepted and table.gives_advice else {}
    named = ", ".join(offering.bets[name].terms.name for name in offering.accepted if name in told)
    shut = Counter(tile.shut for tile in tiles if tile.shut).most_common(1)
    closed = shut[0][0] if shut and shut[0][1] > 1 else ""
    tables = dict.fromkeys(bet.terms.table for bet in offering.bets.values())
    return Board(
        number=number,
        card=card.id if is_shipped(offering) else "",
        title=card.title,
        about=card.about,
        tables=f"pay table {', '.join(tables)}" if _has_tables(offering) else "",
        accepted=named,
        closed=closed,
        circles=tuple((mark_name(event), event.words in seen) for event in asked),
        tiles=tuple(replace(tile, shut="") if tile.shut == closed else tile for tile in tiles),
        places=tuple(_places(group, tiles) for group, tiles in places.items()),
        layout=found,
        laid=laid,
    )


def is_shipped(offering: Offering) -> bool:
    """Whether a card on the table is one that comes with the program, unchanged: only then it has a page."""
    return offering.card.id in card_ids() and load(offering.card.id).sha256 == offering.sha256


def _has_tables(offering: Offering) -> bool:
    terms = offering.card.terms(offering.options)
    return len({one.table for one in terms}) > 1


def _asked(offering: Offering) -> list[Event]:
    """The different events that wagers of a card ask for, in the order of the widest of them."""
    found: dict[Event, None] = {}
    different = [line for bet in offering.bets.values() for line in bet.machine.lines if isinstance(line, Different)]
    for line in sorted(different, key=lambda line: -len(line.events)):
        found.update(dict.fromkeys(line.events))
    return list(found)


def _places(group: str, tiles: list[Tile]) -> Places:
    plain = group.replace("-", " ").capitalize()
    bare = next((tile for tile in tiles if not any(stack.is_mine for stack in tile.stacks)), tiles[0])
    return Places(plain, bare.pays, bare.chance, tuple(tiles))


def _tile(table: Table, number: int, name: str, bet: Bet, seat: int | None) -> Tile:
    terms, machine = bet.terms, bet.machine
    state = _state(table, number, name, bet, seat)
    is_open, why, shut = _open(table, seat, number, name)
    stacks = tuple(
        Stack(key, wager.seat, wager.stake, wager.seat == seat, _colour(table, wager.stake))
        for key, wager in table.wagers.items()
        if (wager.offering, wager.wager) == (number, name)
    )
    marks = machine.marks(state)
    marked = ""
    if (line := machine.lines[0]) and isinstance(line, Different) and not terms.counted:
        found = sum(1 for event in line.events if event.words in marks)
        marked = f"{found} of {line.at_least}"
    if terms.counted:
        marked = f"{terms.counted.words}: {_level(bet, state)}"
    rule, ends = _told(table.offerings[number], bet)
    envy = f"dealer envy {terms.envy}" if terms.envy is not None else ""
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
        is_open=is_open,
        why_closed=why,
        shut="" if any(stack.is_mine for stack in stacks) else shut,
        stacks=stacks,
        chance=_chance(table, number, name, bet, seat, state, is_open),
        group=terms.group,
        is_posted=terms.is_posted,
    )


def _is_listed(bet: Bet) -> bool:
    """Whether a wager pays more than one thing, so that each pay must say what it is for."""
    return len(bet.terms.lines) > 1 and not bet.terms.counted


def _own(table: Table, number: int, name: str, seat: int | None) -> list[Wager]:
    """What a seat has up on a wager."""
    return [w for w in table.wagers.values() if (w.seat, w.offering, w.wager) == (seat, number, name)]


def _state(table: Table, number: int, name: str, bet: Bet, seat: int | None) -> int:
    """Where a wager stands: by the marks of all, or, where a card keeps none, by the seat's own oldest wager."""
    if shares_marks(bet):
        return table.mark_of(number, name).state
    return next((wager.state for wager in _own(table, number, name, seat)), 0)


def _open(table: Table, seat: int | None, number: int, name: str) -> tuple[bool, str, str]:
    """Whether a wager takes bets now, by the table's own rules, and why not: in a sentence, and in a few words.

    What a seat can afford is not asked here; what closes the whole table has no words of its own.
    """
    try:
        verify_bet(table, seat or 0, number, name, max(table.limits.wager_min, table.chip))
    except Refusal as refusal:
        if refusal.code in ("not-enough", "over-wager-limit", "over-seat-limit", "over-table-limit"):
            return True, "", ""
        is_whole = refusal.code in ("no-more-bets", "frozen", "paused", "closed")
        return False, refusal.sentence, "" if is_whole else short_refusal(refusal.key, refusal.facts)
    return True, "", ""


@lru_cache(maxsize=256)
def _rules(text: str, options: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], tuple[str, str]]:
    """What wins and what ends each wager of a card at each pay table."""
    card = loads(text)
    every = card.terms(dict(options))
    names = winners(every)
    return {(terms.wager, terms.table): felt_rule(terms, card.game.unit, names) for terms in every}


def _told(offering: Offering, bet: Bet) -> tuple[str, str]:
    """What wins a wager and what ends it, at its own pay table."""
    rules = _rules(offering.text, tuple(sorted(offering.options.items())))
    return rules[bet.terms.wager, bet.terms.table]


def _pips(bet: Bet, marks: Mapping[str, int]) -> tuple[Pips, ...]:
    line = bet.machine.lines[0]
    if bet.terms.counted or bet.machine.ends == 1:
        return ()
    parts = line.parts if isinstance(line, AnyOf) else (line,)
    return tuple(
        Pips(mark_name(part.event), min(marks.get(part.event.words, 0), part.times), part.times)
        for part in parts
        if isinstance(part, Happened) and part.times > 1
    )


def _level(bet: Bet, state: int) -> int:
    """How far a counted wager is, by the machine's registers."""
    counted = bet.terms.counted
    assert counted is not None
    counts = [bet.machine.counters[event].read(state) for event in counted.events]
    return sum(1 for count in counts if count) if counted.different else counts[0]


def _ladder(bet: Bet, state: int) -> tuple[Rung, ...]:
    """The pays of a counted wager, lowest first: those that are claimed and those that come by themselves."""
    terms = bet.terms
    level = _level(bet, state)
    rungs: dict[int, tuple[str, str]] = {}
    for offer in terms.offers:
        if offer.kind == "cash out" and isinstance(offer.when, Different | Happened):
            at = offer.when.at_least if isinstance(offer.when, Different) else offer.when.times
            rungs[at] = (str(at), str(offer.pay))
    for line in terms.lines:
        if line.rung is not None:
            rungs[line.rung.count] = (str(line.rung), str(line.pay) if line.pay else "not posted")
    here_ = max((count for count in rungs if count <= level), default=None)
    return tuple(Rung(*rungs[count], count == here_ and level > 0) for count in sorted(rungs))


def _track(bet: Bet, marks: Mapping[str, int]) -> tuple[str, ...]:
    """The numbers of a sequence so far, a place left empty for each one to come."""
    return tuple(str(marks[spin.name]) if spin.name in marks else "" for spin in bet.machine.spins)


def _chance(
    table: Table, number: int, name: str, bet: Bet, seat: int | None, state: int, is_open: bool
) -> str:  # fmt: skip
    """The exact chance of winning from here and what the wager is worth, where the table may say it."""
    if not table.gives_advice or bet.machine.verdict(state, over=False) is not None:
        return ""
    offering = table.offerings[number]
    chance = offering.card.chance(offering.options)

    def from_here(at: int) -> Here:
        return here(bet, chance, synced(bet.machine, at, table.phase))

    try:
        found = from_here(state)
        own = _own(table, number, name, seat)
        if found.value is None or not (own or is_open):  # what nobody can bet returns nobody anything
            return f"{percent(found.win, 2)} to win"
        if not own:
            return f"{percent(found.win, 2)} to win, returns {percent(found.value, 2)}"
        total = Fraction(0)
        for wager in own:
            each = found if shares_marks(bet) else from_here(wager.state)
            total += (each.value or 0) * wager.stake
    except UnsolvedError:
        return ""
    return f"{percent(found.win, 2)} to win, worth {average(total)}"


# ---- the outcomes


def _puck(table: Table) -> str:
    """The puck of a game with phases: off, or on the point."""
    return "" if len(table.game.phases) == 1 else "OFF" if table.phase == 0 else table.game.phases[table.phase]


def _kind(table: Table, entered: Entered) -> tuple[str, str]:
    """An outcome in a few letters, and its kind for the eye, as the game has them."""
    return table.game.short(entered.outcome), table.game.kind(entered.outcome)


def chips(table: Table) -> tuple[tuple[int, str], ...]:
    """The chips of the tray, in cents, each with what is written on it."""
    least = -(-table.limits.wager_min // table.chip) * table.chip
    amounts = sorted({*(table.chip * times for times in CHIPS), *((least,) if least > table.chip * CHIPS[-1] else ())})
    return tuple((amount, written(amount)) for amount in amounts)


def _colour(table: Table, amount: int) -> int:
    return max(1, sum(1 for worth_, _ in chips(table)[: len(CHIPS)] if worth_ <= amount))


def written(cents: int) -> str:
    """An amount as it is written on a chip.

    >>> written(500), written(50)
    ('5', '0.50')
    """
    whole, part = divmod(cents, 100)
    return f"{whole}" if not part else f"{whole}.{part:02}"
