"""What the rail may do for a seat now: clear, rebet, double and take down, as commands that the table would accept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rackcard.table.apply import apply
from rackcard.table.command import Command
from rackcard.table.commands.betting import BetMade, BundleBet, MakeBet, TakeDown, TakenDown
from rackcard.table.commands.correction import Corrected, Readjudged, Voided
from rackcard.table.commands.outcome import OutcomeEntered
from rackcard.table.log.store import Entry
from rackcard.table.state import Refusal, Table
from rackcard.web.views.story import place_id
from rackcard.wording.refusals import short_refusal
from rackcard.wording.seat import left_out

BATCH_MAX = 40
"""How many bets one press repeats."""


@dataclass(frozen=True)
class Batch:
    """Commands that one press sends, one after another."""

    commands: tuple[Mapping[str, Any], ...]
    total: int
    left_out: str = ""
    """The bets that would be refused, and why."""


@dataclass(frozen=True)
class Rail:
    """What the buttons of the rail do."""

    clear: Batch | None = None
    rebet: Batch | None = None
    double: Batch | None = None
    down: Mapping[str, Mapping[str, Any]] | None = None
    """By place: the bets that come down, or why none does."""

    @property
    def can_take_down(self) -> bool:
        return any("wagers" in one for one in (self.down or {}).values())


@dataclass(frozen=True)
class _Bet:
    """A bet as it was made, with what is left of it."""

    card: int
    wager: str
    amount: int
    behind: int | None = None

    def command(self, seat: int, *, behind: bool) -> MakeBet:
        return MakeBet(seat, self.card, self.wager, self.amount, self.behind if behind else None)


Bets = Mapping[int, _Bet]


def rail(table: Table, entries: Sequence[Entry], seat: int | None) -> Rail:
    """What a seat may do with one press; nothing while betting is closed."""
    if seat not in table.seats or seat is None or not table.betting or table.status != "open":
        return Rail()
    last, now = _rounds(entries, seat)
    fresh = {(one.card, one.wager) for number, one in now.items() if number in table.wagers}
    again = [
        one.command(seat, behind=False)
        for number, one in last.items()
        if number not in table.wagers and (one.card, one.wager) not in fresh
    ]
    standing = [one.command(seat, behind=True) for number, one in now.items() if number in table.wagers]
    return Rail(_clear(table, seat), _batch(table, again), _batch(table, standing), _down(table, seat))


def _rounds(entries: Sequence[Entry], seat: int) -> tuple[Bets, Bets]:
    """What a seat bet in the last round in which it bet, and what it has bet since the last outcome."""
    ends = [place for place, entry in enumerate(entries) if isinstance(entry.event, OutcomeEntered)]
    spans = [entries[begin:end] for begin, end in zip([0, *ends], [*ends, len(entries)], strict=True)]
    now, *before = (_bets(span, seat) for span in reversed(spans))
    return next(filter(None, before), {}), now


def _bets(entries: Sequence[Entry], seat: int) -> dict[int, _Bet]:
    """What a seat has bet in some entries and not taken down."""
    now: dict[int, _Bet] = {}
    for entry in entries:
        match entry.event:
            case Corrected() | Voided() | Readjudged():
                now = {}
            case BetMade(toke=None) as bet if bet.seat == seat:
                held = now.get(bet.number)
                amount = bet.amount + (held.amount if held else 0)
                now[bet.number] = _Bet(bet.card, bet.wager, amount, bet.behind)
            case BundleBet() as bundle if bundle.seat == seat:
                now[bundle.number] = _Bet(bundle.card, bundle.wager, bundle.amount)
            case TakenDown() as taken if taken.seat == seat:
                _take(now, taken)
            case _:
                pass
    return now


def _take(now: dict[int, _Bet], taken: TakenDown) -> None:
    """Forget what was taken down."""
    held = now.pop(taken.number, None)
    if held is not None and not taken.bundle and held.amount > taken.amount:
        now[taken.number] = replace(held, amount=held.amount - taken.amount)
    for one in taken.more or ():
        now.pop(one.number, None)


def _batch(table: Table, wanted: Iterable[MakeBet]) -> Batch | None:
    """The bets that the table accepts one after another; None where it accepts none."""
    commands: list[Mapping[str, Any]] = []
    refused: list[tuple[str, str]] = []
    total = 0
    for one in list(wanted)[:BATCH_MAX]:
        try:
            event = one.decide(table)
        except Refusal as refusal:
            reason = short_refusal(refusal.key, refusal.facts)
            refused.append((_name(table, one), reason or refusal.sentence))
            continue
        table = apply(table, event)
        total += one.amount
        commands.append(_sent(one))
    return Batch(tuple(commands), total, left_out(refused)) if commands else None


def _name(table: Table, one: MakeBet) -> str:
    bet = table.offerings[one.card].bets.get(one.wager)
    return one.wager if bet is None else bet.terms.name


def _sent(one: Command) -> dict[str, Any]:
    """A command as a page sends it."""
    given = {name: value for name, value in vars(one).items() if value is not None and value is not False}
    return {"do": one.do, **given}


def _clear(table: Table, seat: int) -> Batch | None:
    """Take down all that a seat has bet since the last outcome, the newest first."""
    fresh = {n: one for n, one in table.wagers_of(seat).items() if not table.has_rolled(one) and not one.toke}
    commands: list[Mapping[str, Any]] = []
    for number, one in sorted(fresh.items(), reverse=True):
        if one.bundle in (0, number) or one.bundle not in fresh:
            commands.append(_sent(TakeDown(seat, number, bundle=one.bundle == number)))
    return Batch(tuple(commands), sum(one.money for one in fresh.values())) if commands else None


def _down(table: Table, seat: int) -> dict[str, dict[str, Any]]:
    """What comes down from each place, the newest first; or why it does not."""
    found: dict[str, dict[str, Any]] = {}
    for number, wager in sorted(table.wagers_of(seat).items(), reverse=True):
        if wager.toke:
            continue
        here = found.setdefault(place_id(wager), {})
        try:
            TakeDown(seat, number).verify(table)
        except Refusal as refusal:
            here.setdefault("why", refusal.sentence)
        else:
            here.setdefault("wagers", []).append(number)
    return found
