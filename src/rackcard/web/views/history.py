"""What has happened at a table, told to whoever looks: history, the newest result, recall, and what is said aloud.

All of it comes from committed events; nothing is worked out from pays.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rackcard.money import dollars
from rackcard.table.apply import apply
from rackcard.table.log.store import Entry
from rackcard.table.replay import is_told, outcome_words, told
from rackcard.table.state import Table
from rackcard.table.words import clause

SPOKEN = 8
"""How many of the newest entries are told aloud, where a page has missed some."""
OUTCOMES = ("outcome", "corrected")
PLAIN = ("voided", "no-roll", "frozen", "resumed", "cards-changed")
"""Events that the history tells by their name and reason."""
SAID = (*PLAIN, "seated", "bought-in", "left", "paused", "confirmed", "closed")
"""Events that are said aloud as the transcript has them."""
PlaceKey = tuple[int, str]
"""The number of a card on the table, and a wager of it."""
Line = tuple[str, int, bool]
"""Words, the net result in cents, and whether it concerns the seat that looks."""


@dataclass(frozen=True)
class Played:
    """A line of the history: what happened, in words, and what it paid."""

    seq: int
    round: int
    text: str
    lines: tuple[Line, ...] = ()
    is_replaced: bool = False
    """Whether a correction has taken its place."""


@dataclass(frozen=True)
class Result:
    """What the newest outcome, or an offer taken since, has come to."""

    title: str
    verdict: str = ""
    """What it came to for the seat, in words."""
    net: int = 0
    lines: tuple[Line, ...] = ()
    paid: int = 0
    """What the ledger gave the seat (+) or took from it, until the seat has bet again."""


@dataclass(frozen=True)
class Recalled:
    """An entry of a past round: when, by whom, what, and what followed from it."""

    at: str
    by: str
    text: str
    lines: tuple[Line, ...] = ()


def _settled(ones: Iterable[Mapping[str, Any]], seat: int | None) -> tuple[Line, ...]:
    return tuple((f"seat {one['seat']}: {one['why']}", one["paid"] - one["stake"], one["seat"] == seat) for one in ones)


def _refunded(data: Mapping[str, Any], seat: int | None) -> tuple[Line, ...]:
    return tuple(
        (f"seat {one['seat']} gets {dollars(one['amount'])} back", 0, one["seat"] == seat)
        for one in data.get("refunds", ())
    )


def history(entries: list[Entry], seat: int | None, number: int, stay: int | None = None) -> Iterable[Played]:
    """The newest first: outcomes with what they paid, claims, corrections, and what else people ask about.

    What happens after an outcome belongs to the next round, as in the transcript. With ``stay``, whoever looks may
    know one stay's purse alone: nobody who has left is still looking, so what others left with is not told.
    """
    corrected: set[int] = set()
    for entry in reversed(entries):
        event, data = entry.event, entry.event.data
        if event.kind in OUTCOMES:
            word = "corrected to " if event.kind == "corrected" else ""
            lines = _settled(data["settlements"], seat) + _refunded(data, seat)
            text = word + outcome_words(data["outcome"])
            yield Played(entry.seq, data["round"], text, lines, data["round"] in corrected)
            number = data["round"] + (0 if event.kind == "corrected" else -1)
            if event.kind == "corrected":
                corrected.add(data["round"])
        elif event.kind == "claimed":
            yield Played(entry.seq, number + 1, data["offer"], _settled([data["settlement"]], seat))
        elif event.kind == "left":
            amount = f" with {dollars(data['amount'])}" if stay is None else ""
            yield Played(entry.seq, number + 1, f"seat {data['seat']} colors up and leaves{amount}")
        elif event.kind in PLAIN:
            reason = f": {clause(data['reason'])}" if "reason" in data else ""
            text = event.kind.replace("-", " ") + reason
            yield Played(entry.seq, number + 1, text, _refunded(data, seat))


def result(table: Table, entries: list[Entry], seat: int | None) -> Result | None:
    """The newest outcome, or an offer that whoever looks has seen taken since, with what it came to."""
    found: tuple[Entry, Result] | None = None
    has_bet = False
    for entry in reversed(entries):
        kind, data = entry.event.kind, entry.event.data
        has_bet = has_bet or (kind in ("bet", "taken-down", "bought-in") and data["seat"] == seat)
        told_ = _result_of(table, entry, seat)
        if told_ is not None:
            found = entry, told_
            break
    if found is None:
        return None
    entry, newest = found
    paid = 0 if has_bet else dict(entry.event.postings).get(f"seat:{seat}", 0)
    return replace(newest, paid=paid)


def _result_of(table: Table, entry: Entry, seat: int | None) -> Result | None:
    kind, data = entry.event.kind, entry.event.data
    unit = table.game.unit.capitalize()
    if kind in OUTCOMES:
        lines = _settled(data["settlements"], seat) + _refunded(data, seat)
        word = "corrected to " if kind == "corrected" else ""
        title = f"{unit} {data['round']}: {word}{outcome_words(data['outcome'])}"
    elif kind == "claimed" and seat in (None, data["settlement"]["seat"]):
        lines, title = _settled([data["settlement"]], seat), str(data["offer"]).capitalize()
    elif kind == "voided":
        lines, title = _refunded(data, seat), f"Voided: {clause(data['reason'])}"
    else:
        return None
    if seat is None:
        return Result(title, lines=lines)
    own = tuple(line for line in lines if line[2])
    net = sum(line[1] for line in own)
    if not own:
        return Result(title, "none of your bets were decided" if kind in OUTCOMES else "")
    verdict = f"you win {dollars(net)}" if net > 0 else f"you lose {dollars(-net)}" if net < 0 else "you come out even"
    shown = tuple((words.removeprefix(f"seat {seat}: "), each, True) for words, each, _ in own)
    return Result(title, "" if kind == "voided" else verdict, net, shown)


def came(table: Table, entries: list[Entry], seat: int | None) -> dict[PlaceKey, int]:
    """What the newest outcome came to for a seat on each wager that it has not bet again since, in cents."""
    placed: dict[int, PlaceKey] = {}
    found: dict[PlaceKey, int] = {}
    if table.last is not None:
        placed = {number: (wager.offering, wager.wager) for number, wager in table.last.before.wagers.items()}
    for entry in entries:
        kind, data = entry.event.kind, entry.event.data
        if kind == "bet":
            placed[data["number"]] = (data["card"], data["wager"])
            if data["seat"] == seat:
                found.pop((data["card"], data["wager"]), None)
        elif kind in (*OUTCOMES, "voided"):
            found = {}
            for one in data.get("settlements", ()):
                if one["seat"] == seat and one["wager"] in placed:
                    key = placed[one["wager"]]
                    found[key] = found.get(key, 0) + one["paid"] - one["stake"]
    return found


def spoken(
    table: Table, entries: list[Entry], seat: int | None, offers: str, stay: int | None = None
) -> list[tuple[int, str]]:  # fmt: skip
    """The newest entries in sentences, each with its number, for those who listen; other seats' bets are left out.

    With ``stay``, purses are told of that one stay alone: of what the seat's player has done since sitting down.
    """
    found: list[tuple[int, str]] = []
    sat = max((e.seq for e in entries if e.event.kind == "seated" and e.event.data["seat"] == seat), default=0)
    newest = max((entry.seq for entry in entries if entry.event.kind in OUTCOMES), default=0)
    for entry in entries[-SPOKEN:]:
        text = _spoken(table, entry, seat, purse=stay is None or (stay > 0 and entry.seq > sat))
        if entry.seq == newest:
            text = ". ".join(filter(None, (text, _point(table), offers)))
        if text:
            found.append((entry.seq, text))
    return found


def _spoken(table: Table, entry: Entry, seat: int | None, *, purse: bool) -> str:
    kind, data = entry.event.kind, entry.event.data
    if "seat" in data and seat not in (None, data["seat"]):
        return ""
    if kind == "bet":
        name = table.offerings[data["card"]].bets[data["wager"]].terms.name
        return f"Seat {data['seat']} bets {dollars(data['amount'])} on {name}"
    if kind == "betting-closed":
        return "No more bets"
    if kind == "taken-down":
        return f"{dollars(data['amount'])} taken down"
    if (newest := _result_of(table, entry, seat)) is not None:
        return ". ".join(filter(None, (newest.title, newest.verdict, *(words for words, _, _ in newest.lines[:12]))))
    if kind not in SAID:
        return ""
    words = told(table, entry.event, purse=purse)
    return words[:1].upper() + words[1:]


def _point(table: Table) -> str:
    """Where the newest outcome has moved the puck, if it has."""
    if len(table.game.phases) == 1 or not table.recent or table.recent[-1][0] == table.phase:
        return ""
    return "The puck is off" if table.phase == 0 else f"The puck is on {table.game.phases[table.phase]}"


def undo(table: Table, entries: list[Entry], seat: int | None) -> dict[str, int] | None:
    """The seat's newest bet that no outcome has locked: which wager, and how much of it."""
    if seat is None or not table.betting:
        return None
    made: list[tuple[int, int]] = []
    for entry in entries:
        data = entry.event.data
        if entry.event.kind in (*OUTCOMES, "voided"):
            made = []
        elif entry.event.kind == "bet" and data["seat"] == seat:
            made.append((data["number"], data["amount"]))
        elif entry.event.kind == "taken-down" and made and data["number"] == made[-1][0]:
            made.pop()
    while made and made[-1][0] not in table.wagers:
        made.pop()
    if not made:
        return None
    number, amount = made[-1]
    stake = table.wagers[number].stake
    return {"wager": number, "amount": amount if stake - amount >= table.limits.wager_min else stake}


def recalled(
    entries: Iterable[Entry], wanted: int, seat: int | None, stay: int | None = None
) -> Iterator[Recalled]:  # fmt: skip
    """Everything of one round, in order; round 1 is all up to the first outcome; purses as the transcript has them."""
    table: Table | None = None
    for entry in entries:
        before = table
        table = apply(table, entry.event)
        number = before.round + (0 if entry.event.kind == "corrected" else 1) if before else 1
        if number > wanted:
            return
        if number == wanted:
            lines = tuple(_followed(table, entry, seat))
            words = told(before, entry.event, purse=is_told(before, entry.event, stay))
            yield Recalled(entry.at[11:19], entry.by, words, lines)


def _followed(table: Table, entry: Entry, seat: int | None) -> Iterator[Line]:
    kind, data = entry.event.kind, entry.event.data
    for words, net, mine in _settled(data.get("reversed", ()), seat):
        yield f"taken back: {words}", -net, mine
    yield from _settled(data.get("settlements", ()), seat)
    yield from _refunded(data, seat)
    if kind not in OUTCOMES:
        return
    up = {(wager.offering, wager.wager) for wager in table.wagers.values()}
    for number, name in sorted(up & set(table.marks)):
        bet = table.offerings[number].bets[name]
        marks = bet.machine.marks(table.marks[number, name].state)
        if marks:
            shown = ", ".join(f"{what} {count}×" for what, count in marks.items())
            yield f"marks of {bet.terms.name}: {shown}", 0, False
