"""The story of an outcome for a seat: the call, one net figure, then what it won, lost, marked and offers.

All of it comes from committed events and the marks before and after; nothing is worked out from pays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import Different, Happened
from rackcard.machine import Bet
from rackcard.strategy.levels import name as mark_name
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.correction import Corrected, Readjudged, Voided
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import Entry
from rackcard.table.replay import event_line, refunds_of, settled_of, turned_lines
from rackcard.table.state import Settlement, Table, TableEvent, Wager
from rackcard.web.views.offers import OpenOffer
from rackcard.wording.seat import progress, settled_line, signed, story
from rackcard.wording.sentence import capitalized

LINES_MAX = 5
COUNTED_UP, ANNOUNCED = 10, 50
"""From which pay to 1 a win is counted up, and from which it has a sign of its own."""
ALL_NUMBERS = 10
"""How many different events make a win of all of them a feat, whatever it pays."""

Told = OutcomeEntered | Corrected | Claimed | Voided | Readjudged
Kind = Literal["won", "lost", "marked", "offered", "note"]


@dataclass(frozen=True)
class StoryLine:
    """A line of a story, with a figure where money moves or is offered."""

    kind: Kind
    text: str
    figure: str = ""


@dataclass(frozen=True)
class Sign:
    """What is announced when a bet wins big."""

    name: str
    pay: str
    amount: int


@dataclass(frozen=True)
class Story:
    """What the newest outcome, or an offer taken since, came to for a seat."""

    call: str
    net: int | None
    """What it came to in cents; None where no bet of the seat was decided."""
    lines: tuple[StoryLine, ...] = ()
    more: tuple[StoryLine, ...] = ()
    """What does not fit."""
    won: tuple[str, ...] = ()
    """The places where the seat has won, by the ids of their elements."""
    lost: tuple[str, ...] = ()
    tier: int = 0
    """How a win is celebrated: 1 by light, 2 also by counting up, 3 by a sign."""
    sign: Sign | None = None

    @property
    def net_words(self) -> str:
        return "" if self.net is None else signed(self.net)

    @property
    def more_words(self) -> str:
        return story("more", {"count": len(self.more)})


def told(table: Table, entries: Sequence[Entry], seat: int | None, offers: Sequence[OpenOffer]) -> Story | None:
    """The story of the newest outcome, or of a claim since that concerns the viewer."""
    for entry in reversed(entries):
        event = entry.event
        if isinstance(event, Claimed) and seat not in (None, event.settlement.seat):
            continue
        if isinstance(event, Told):
            return _story(table, event, seat, offers)
    return None


def _story(table: Table, event: Told, seat: int | None, offers: Sequence[OpenOffer]) -> Story:
    call = _call(table, event)
    own = [one for one in settled_of(event) if seat in (None, one.seat)]
    lines = [*_settled(own, seat), *_came_back(table, event, seat)]
    if seat is not None and isinstance(event, OutcomeEntered | Corrected) and event.round == table.round:
        lines += _marked_and_offered(table, seat, offers)
    if not lines and seat is not None and isinstance(event, OutcomeEntered | Corrected):
        lines = [StoryLine("note", story("up" if table.wagers_of(seat) else "none"))]
    net = sum(one.net for one in own) if own and seat is not None else None
    shown = lines if len(lines) <= LINES_MAX else lines[: LINES_MAX - 1]
    won, lost = _places(table, own, seat)
    tier, sign = _celebrated(table, event, own) if seat is not None else (0, None)
    return Story(call, net, tuple(shown), tuple(lines[len(shown) :]), won, lost, tier, sign)


def _call(table: Table, event: Told) -> str:
    match event:
        case Claimed(offer=offer):
            return capitalized(story("claimed", {"offer": offer}))
        case OutcomeEntered() | Corrected() if table.recent and event.round == table.round:
            before, entered = table.recent[-1]
            return capitalized(table.game.call(table.game.parse(entered.given), before, table.phase))
        case _:
            return f"{capitalized(event_line(table, event))}."


def _settled(own: Iterable[Settlement], seat: int | None) -> Iterator[StoryLine]:
    """What was won, then what pushed, then what was lost."""
    kinds: dict[int, Kind] = {1: "won", 0: "note", -1: "lost"}
    for one in sorted(own, key=lambda one: (one.net < 0, -one.net)):
        text = settled_line(one)
        kind = kinds[(one.net > 0) - (one.net < 0)]
        yield StoryLine(
            kind,
            text if seat is not None else story("seat", {"seat": one.seat, "line": text}),
            signed(one.net) if one.net else "",
        )


def _came_back(table: Table, event: Told, seat: int | None) -> Iterator[StoryLine]:
    """The stakes that go back or stay up as other wagers."""
    for whose, line in turned_lines(table, event):
        if seat in (None, whose):
            yield StoryLine("note", capitalized(line))
    for refund in refunds_of(event):
        if seat in (None, refund.seat):
            yield StoryLine("note", story("refunded", {"amount": refund.amount}))


# ---- marks and offers


def _marked_and_offered(table: Table, seat: int, offers: Sequence[OpenOffer]) -> Iterator[StoryLine]:
    """The bets that the outcome marked, then those that have an offer; and those that were off."""
    marked, offered = dict[int, str](), {one.number: one for one in offers}
    for number, wager in table.wagers_of(seat).items():
        if table.last is not None and number in table.last.before.wagers:
            was = table.last.before
            bet = table.bet_of(wager)
            after, before = table.state_of(wager), was.state_of(was.wagers[number])
            if bet.machine.marks(after) != bet.machine.marks(before):
                marked[number] = _progress(bet, before, after)
    for number, text in marked.items():
        if number not in offered:
            yield StoryLine("marked", _marked_line(table.wagers[number], table, text))
    for number, offer in offered.items():
        if number in table.wagers:
            text = _marked_line(table.wagers[number], table, marked[number]) if number in marked else offer.title
            yield StoryLine("offered", text, story("offered", {"amount": max(paid for _, _, paid in offer.takes)}))
    off = _off(table, seat)
    if off:
        yield StoryLine("note", story("off", {"names": off, "unit": table.game.unit}))


def _off(table: Table, seat: int) -> list[str]:
    """The bets of a seat that the newest outcome did not count for."""
    if table.last is None:
        return []
    was, outcome = table.last.before, table.last.entered.outcome
    names = [
        was.bet_of(wager).terms.name
        for number, wager in was.wagers_of(seat).items()
        if number in table.wagers and not was.bet_of(wager).machine.counts(was.phase_of(wager), outcome)
    ]
    return list(dict.fromkeys(names))


def _marked_line(wager: Wager, table: Table, text: str) -> str:
    name = table.bet_of(wager).terms.name
    return story("marked", {"name": name, "progress": text}) if text else story("marked.plain", {"name": name})


def _progress(bet: Bet, before: int, after: int) -> str:
    """How far a bet is, and what is new of it."""
    machine, counted = bet.machine, bet.terms.counted
    was, marks = machine.marks(before), machine.marks(after)
    if machine.spins:
        return progress("spins", {"numbers": [marks[spin.name] for spin in machine.spins if spin.name in marks]})
    line = machine.lines[0]
    if counted is not None and not counted.different:
        return progress("level", {"words": counted.words, "level": max(marks.values(), default=0)})
    if counted is not None or isinstance(line, Different):
        events = counted.events if counted is not None else line.events if isinstance(line, Different) else ()
        fresh = [mark_name(event) for event in events if event.words in marks and event.words not in was]
        level = sum(1 for event in events if event.words in marks)
        return progress("new", {"marks": fresh, "level": level}) if fresh else ""
    repeats = [part for part in leaves([line]) if isinstance(part, Happened) and part.times > 1]
    if len(repeats) == 1:
        return progress("of", {"level": marks.get(repeats[0].event.words, 0), "of": repeats[0].times})
    return ""


# ---- the moment of a win


def _places(table: Table, own: Iterable[Settlement], seat: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where a seat has won and where it has lost, by the ids of the places."""
    before = table.last.before.wagers if table.last is not None else {}
    won, lost = dict[str, None](), dict[str, None]()
    for one in own if seat is not None else ():
        wager = before.get(one.wager)
        if wager is not None and one.net:
            (won if one.net > 0 else lost)[place_id(wager)] = None
    return tuple(won), tuple(lost)


def place_id(wager: Wager) -> str:
    """The id of the element that a wager is on."""
    return f"w-{wager.offering}-{wager.wager}"


def _celebrated(table: Table, event: TableEvent, own: Sequence[Settlement]) -> tuple[int, Sign | None]:
    """How the best win is celebrated; a cash-out is a quiet win."""
    wins = [one for one in own if one.net > 0 and not one.toke]
    if not wins or isinstance(event, Voided | Readjudged):
        return 0, None
    best = max(wins, key=lambda one: (one.won / one.stake, one.won))
    if isinstance(event, Claimed):
        return 1, None
    if best.won >= ANNOUNCED * best.stake or _is_feat(table, best):
        return 3, Sign(best.name, best.pay, best.won)
    return 2 if best.won >= COUNTED_UP * best.stake else 1, None


def _is_feat(table: Table, one: Settlement) -> bool:
    """Whether a bet won with all of many different events."""
    wager = table.last.before.wagers.get(one.wager) if table.last is not None else None
    if wager is None:
        return False
    line = table.bet_of(wager).machine.lines[0]
    return isinstance(line, Different) and line.at_least == len(line.events) >= ALL_NUMBERS and one.won >= one.stake
