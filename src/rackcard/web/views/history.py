"""What has happened at a table, for a viewer: history, recall, and what is spoken aloud.

All of it comes from committed events; nothing is worked out from pays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rackcard.table.commands.betting import BetMade, BettingClosed, BundleBet, TakenDown
from rackcard.table.commands.cards import CardsChanged
from rackcard.table.commands.claims import Claimed
from rackcard.table.commands.control import Closed, Confirmed, Frozen, Paused, Resumed, ShiftClosed
from rackcard.table.commands.correction import Corrected, Readjudged, Voided
from rackcard.table.commands.dealing import Burned, ShooterNamed, Shuffled
from rackcard.table.commands.outcome import NoRoll, OutcomeEntered
from rackcard.table.commands.oversight import Disputed, DisputeEnded, PayoutsApproved
from rackcard.table.commands.seating import BoughtIn, Left, Seated
from rackcard.table.history import Step
from rackcard.table.log.store import Entry
from rackcard.table.outcome import outcome_words
from rackcard.table.replay import (
    bet_name,
    changed_in,
    changed_lines,
    event_line,
    marks_lines,
    passes_lines,
    refund_line,
    refunds_of,
    reversed_of,
    round_of,
    settled_of,
    shows_purse,
    travel_lines,
    turned_lines,
)
from rackcard.table.state import Refund, Settlement, Table, TableEvent, Wager
from rackcard.web.views.kept import kept_for
from rackcard.wording.history import history as words
from rackcard.wording.history import payment
from rackcard.wording.sentence import capitalized

SPOKEN = 8
"""How many of the newest entries are spoken, where a page has missed some."""
Plain = (
    Voided | NoRoll | Frozen | Resumed | CardsChanged | ShooterNamed | Burned | Shuffled | ShiftClosed
    | PayoutsApproved | Disputed | DisputeEnded
)  # fmt: skip
"""Events that the history shows as the transcript does."""
Results = OutcomeEntered | Corrected | Voided | Readjudged
"""Events that settle a round, or take what one has settled back."""
Told = Plain | Results | Claimed | Left
"""Events that the history shows."""
Spoken = Plain | Seated | BoughtIn | Left | Paused | Confirmed | Closed
"""Events that are spoken as the transcript has them."""
PlaceKey = tuple[int, str]
"""The number of a card on the table, and a wager of it."""
Line = tuple[str, int, bool]
"""Words, the net result in cents, and whether it concerns the viewer's seat."""


@dataclass(frozen=True)
class HistoryLine:
    """A line of the history: what happened, in words, and what it paid."""

    seq: int
    round: int
    text: str
    lines: tuple[Line, ...] = ()
    is_replaced: bool = False
    """Whether a correction has taken its place."""


@dataclass(frozen=True)
class RoundResult:
    """What the newest outcome, or an offer taken since, has come to."""

    title: str
    verdict: str = ""
    """What it came to for the seat, in words."""
    net: int = 0
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Recalled:
    """An entry of a past round: when, by whom, what, and what followed from it."""

    at: str
    by: str
    text: str
    lines: tuple[Line, ...] = ()


def _settled(ones: Iterable[Settlement], seat: int | None, key: str = "settled") -> tuple[Line, ...]:
    sign = -1 if key == "reversed" else 1
    return tuple((_settled_words(one, key), sign * one.net, one.seat == seat) for one in ones)


@kept_for(16384)
def _settled_words(one: Settlement, key: str) -> str:
    return words(key, {"seat": one.seat, "payment": payment(one)})


def _changed(event: Readjudged, seat: int | None) -> tuple[Line, ...]:
    """What a changed round takes back and settles."""
    taken = [one for again in event.rounds for one in again.reversed]
    return tuple(
        (line, -one.net if any(one is back for back in taken) else one.net, one.seat == seat)
        for one, line in changed_lines(event)
    )


def _refunded(ones: Iterable[Refund], seat: int | None) -> tuple[Line, ...]:
    return tuple((refund_line(one), 0, one.seat == seat) for one in ones)


def _kept_up(table: Table, event: TableEvent, seat: int | None) -> tuple[Line, ...]:
    """The stakes that stay up as other wagers."""
    return tuple((line, 0, whose == seat) for whose, line in turned_lines(table, event))


@kept_for(16)
def _told(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that a history has lines for, the newest first: the same for all who look."""
    return [one for one in reversed(entries) if isinstance(one.event, Told)]


@kept_for(512)
def _came_to(event: OutcomeEntered | Corrected, seat: int | None, turned: tuple[Line, ...]) -> tuple[Line, ...]:
    """What an outcome came to; ``turned`` are the stakes that stay up as other wagers."""
    passed = tuple((line, 0, False) for line in passes_lines(event))
    return _settled(event.settlements, seat) + turned + _refunded(refunds_of(event), seat) + passed


def history(
    table: Table, entries: Sequence[Entry], seat: int | None, number: int, stay: int | None = None
) -> Iterable[HistoryLine]:
    """The newest first: outcomes with what they paid, claims, corrections, and what else people ask about.

    What happens after an outcome belongs to the next round, as in the transcript. With ``stay``, the viewer may know
    one stay's money only: nobody who has left is still looking, so what others left with is not shown.
    """
    corrected: set[int] = set()
    for entry in _told(entries):
        match entry.event:
            case OutcomeEntered() | Corrected() as event:
                text = words(f"page.{event.kind}", {"outcome": outcome_words(table.game, event.outcome)})
                lines = _came_to(event, seat, tuple(_kept_up(table, event, seat)))
                yield HistoryLine(entry.seq, event.round, text, lines, event.round in corrected)
                number = event.round + (0 if isinstance(event, Corrected) else -1)
                if isinstance(event, Corrected):
                    corrected.add(event.round)
            case Readjudged() as event:
                lines = _changed(event, seat) + _refunded(event.refunds, seat)
                yield HistoryLine(entry.seq, number + 1, event_line(table, event), lines)
                corrected.add(event.round)
            case Claimed(offer=offer, settlement=one):
                yield HistoryLine(entry.seq, number + 1, offer, _settled([one], seat))
            case Left() as event:
                key = "page.left" if stay is None else "page.left.private"
                yield HistoryLine(entry.seq, number + 1, words(key, vars(event)))
            case event if isinstance(event, Plain):
                yield HistoryLine(entry.seq, number + 1, event_line(table, event), _refunded(refunds_of(event), seat))
            case _:
                pass


def _result_of(table: Table, event: TableEvent, seat: int | None) -> RoundResult | None:
    if isinstance(event, Claimed) and seat not in (None, event.settlement.seat):
        return None
    if isinstance(event, Readjudged):
        lines = tuple(line for line in _changed(event, seat) if seat is None or line[2])
        return RoundResult(capitalized(event_line(table, event)), lines=lines)
    if not isinstance(event, OutcomeEntered | Corrected | Claimed | Voided):
        return None
    title = capitalized(_title(table, event))
    settled, refunds = settled_of(event), refunds_of(event)
    if seat is None:
        lines = _settled(settled, None) + _kept_up(table, event, None) + _refunded(refunds, None)
        return RoundResult(title, lines=lines)
    own, back = [one for one in settled if one.seat == seat], [one for one in refunds if one.seat == seat]
    turned = tuple(line for line in _kept_up(table, event, seat) if line[2])
    if not own and not back and not turned and isinstance(event, OutcomeEntered | Corrected):
        return RoundResult(title, _undecided(table, event.round, seat))
    if not own and not back and not turned:
        return RoundResult(title)
    net = sum(one.net for one in own)
    lines = tuple((payment(one), one.net, True) for one in own) + turned + _refunded(back, seat)
    verdict = "" if isinstance(event, Voided) or not (own or back) else _verdict(net)
    return RoundResult(title, verdict, net, lines)


def _undecided(table: Table, number: int, seat: int) -> str:
    """What a round did that decided no bet of a seat: which of its bets it marked, or that they stay up."""
    if table.last is None or number != table.round:
        return ""
    before = table.last.before
    up = {n: wager for n, wager in table.wagers_of(seat).items() if n in before.wagers}
    marked = [
        table.bet_of(wager).terms.name
        for n, wager in up.items()
        if _marks(table, wager) != _marks(before, before.wagers[n])
    ]
    key = "verdict.marked" if marked else "verdict.up" if up else "verdict.none"
    return words(key, {"wagers": tuple(dict.fromkeys(marked))})


def _marks(table: Table, wager: Wager) -> dict[str, int]:
    return table.bet_of(wager).machine.marks(table.state_of(wager))


def _title(table: Table, event: OutcomeEntered | Corrected | Claimed | Voided) -> str:
    match event:
        case Claimed(offer=offer):
            return offer
        case Voided():
            return event_line(table, event)
        case _:
            facts = {"unit": table.game.unit, "round": event.round, "outcome": outcome_words(table.game, event.outcome)}
            return words(f"title.{event.kind}", facts)


def _verdict(net: int) -> str:
    """What an outcome came to for a seat."""
    return words(f"verdict.{'won' if net > 0 else 'lost' if net < 0 else 'even'}", {"amount": abs(net)})


def came(table: Table, entries: Sequence[Entry], seat: int | None) -> dict[PlaceKey, int]:
    """What the newest outcome came to for a seat on each wager that it has not bet again since, in cents."""
    result, since = _since_result(entries)
    own = [] if result is None or isinstance(result, Readjudged) else [o for o in settled_of(result) if o.seat == seat]
    if not own:
        return {}
    placed, before = _placed(entries), {} if table.last is None else table.last.before.wagers
    net: dict[PlaceKey, int] = {}
    for one in own:
        wager = before.get(one.wager)
        key = placed.get(one.wager, None if wager is None else (wager.offering, wager.wager))
        if key is not None:
            net[key] = net.get(key, 0) + one.net
    for entry in since:
        match entry.event:
            case BetMade() as bet if bet.seat == seat:
                net.pop((bet.card, bet.wager), None)
            case BundleBet(parts=parts) as bundle if bundle.seat == seat:
                for part in parts:
                    net.pop((bundle.card, part.wager), None)
            case _:
                pass
    return net


@kept_for(16)
def _placed(entries: Sequence[Entry]) -> dict[int, PlaceKey]:
    """Where the bets of some entries were made, by number."""
    placed: dict[int, PlaceKey] = {}
    for entry in entries:
        match entry.event:
            case BetMade() as bet:
                placed[bet.number] = (bet.card, bet.wager)
            case BundleBet(parts=parts) as bundle:
                placed |= {one.number: (bundle.card, one.wager) for one in parts}
            case _:
                pass
    return placed


@kept_for(16)
def _since_result(entries: Sequence[Entry]) -> tuple[Results | None, Sequence[Entry]]:
    """The newest event that settled a round or took one back, and the entries since."""
    for place in range(len(entries) - 1, -1, -1):
        event = entries[place].event
        if isinstance(event, Results):
            return event, entries[place + 1 :]
    return None, entries


def spoken(
    table: Table, entries: Sequence[Entry], seat: int | None, offers: str, stay: int | None = None
) -> list[tuple[int, str]]:  # fmt: skip
    """The newest entries in sentences, each with its number, for screen readers; other seats' bets are left out.

    With ``stay``, only that one stay's money is shown: what the seat's player has done since sitting down.
    """
    lines: list[tuple[int, str]] = []
    sat = 0
    if stay is not None:
        seated = (e.seq for e in reversed(entries) if isinstance(e.event, Seated) and e.event.seat == seat)
        sat = next(seated, 0)
    newest = next((e.seq for e in reversed(entries[-SPOKEN:]) if isinstance(e.event, OutcomeEntered | Corrected)), 0)
    for entry in entries[-SPOKEN:]:
        text = _spoken(table, entry.event, seat, purse=stay is None or (stay > 0 and entry.seq > sat))
        if entry.seq == newest:
            text = ". ".join(filter(None, (text, _point(table), offers)))
        if text:
            lines.append((entry.seq, text))
    return lines


def _spoken(table: Table, event: TableEvent, seat: int | None, *, purse: bool) -> str:
    if seat is not None and getattr(event, "seat", seat) != seat:
        return ""
    if isinstance(event, BetMade | BundleBet):
        return capitalized(words("page.bet", {**vars(event), "wager": bet_name(table, event)}))
    if isinstance(event, TakenDown):
        return words("page.taken-down", {"amount": event.total})
    if (newest := _result_of(table, event, seat)) is not None:
        return ". ".join(filter(None, (newest.title, newest.verdict, *(text for text, _, _ in newest.lines[:12]))))
    if isinstance(event, Spoken | BettingClosed):
        return capitalized(event_line(table, event, purse=purse))
    return ""


def _point(table: Table) -> str:
    """Where the newest outcome has moved the puck, if it has."""
    if len(table.game.phases) == 1 or not table.recent or table.recent[-1][0] == table.phase:
        return ""
    key = "puck.off" if table.phase == 0 else "puck.on"
    return capitalized(words(key, {"point": table.game.phases[table.phase]}))


def undo(table: Table, entries: Sequence[Entry], seat: int | None) -> dict[str, int | bool] | None:
    """The seat's newest bet that no outcome has locked: which wager, and how much of it."""
    if seat is None or not table.betting:
        return None
    made: list[tuple[int, int]] = []
    for entry in _since_result(entries)[1]:
        match entry.event:
            case (BetMade() | BundleBet()) as bet if bet.seat == seat:
                made.append((bet.number, bet.amount))
            case TakenDown(number=number) if made and number == made[-1][0]:
                made.pop()
            case _:
                pass
    while made and made[-1][0] not in table.wagers:
        made.pop()
    if not made:
        return None
    number, amount = made[-1]
    wager = table.wagers[number]
    if wager.bundle:
        return {"wager": number, "bundle": True}
    least, _ = table.bet_limits(wager.offering, table.bet_of(wager))
    return {"wager": number, "amount": amount if wager.stake - amount >= least else wager.stake}


def recalled(
    steps: Iterable[Step], wanted: int, seat: int | None, stay: int | None = None
) -> Iterator[Recalled]:  # fmt: skip
    """Everything of one round, in order; round 1 is all up to the first outcome; money as the transcript has it.

    What a later correction did to the round comes last.
    """
    for step in steps:
        entry, event, before, table = step.entry, step.entry.event, step.before, step.after
        if round_of(before, event) == wanted:
            line = event_line(before, event, purse=shows_purse(before, event, stay))
            yield Recalled(entry.at[11:19], entry.by, line, tuple(_followed(table, event, seat)))
        elif (changed := changed_in(event, wanted)) is not None:
            lines = (*_changed(changed, seat), *_refunded(changed.refunds, seat))
            yield Recalled(entry.at[11:19], entry.by, event_line(table, event), lines)


def _followed(table: Table, event: TableEvent, seat: int | None) -> Iterator[Line]:
    is_outcome = isinstance(event, OutcomeEntered | Corrected)
    yield from _settled(reversed_of(event), seat, "reversed")
    if is_outcome:
        yield from _settled(settled_of(event), seat)
        yield from _kept_up(table, event, seat)
        yield from ((line, 0, whose == seat) for whose, line in travel_lines(table))
        yield from ((line, 0, False) for line in passes_lines(event))
    if isinstance(event, Readjudged):
        yield from _changed(event, seat)
    yield from _refunded(refunds_of(event), seat)
    if is_outcome:
        yield from ((line, 0, False) for line in marks_lines(table))
