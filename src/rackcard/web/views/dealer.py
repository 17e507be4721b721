"""The dealer's page: the bets of every seat, and what the last outcome asks of the dealer, in order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rackcard.money import short_dollars
from rackcard.odds.tables import pays_of
from rackcard.table.behind import line_phase
from rackcard.table.call_bet import CallBet, read_call
from rackcard.table.commands.betting import verify_bet
from rackcard.table.outcome import outcome_words
from rackcard.table.state import Refusal, Table, Wager
from rackcard.table.worklist import WorkLine, new_marks, worklist
from rackcard.web.views.tiles import chips, written
from rackcard.wording.pages import dealer_phrase
from rackcard.wording.sentence import capitalized

SEATS_SHOWN = 8
"""How many seats the page has columns for; more are shown where they are taken."""

Chips = tuple[tuple[int, int, str], ...]
"""How many chips of each kind, largest first: the count, which chip of the tray, and what is written on it."""


@dataclass(frozen=True)
class BetRow:
    """A wager with money on it: what each seat has there."""

    name: str
    cells: tuple[str, ...]
    """By seat, empty where a seat has none."""
    is_first: bool
    """Whether it is the first of its card."""
    is_off: bool


@dataclass(frozen=True)
class Matrix:
    """The bets by seat."""

    seats: tuple[tuple[int, str], ...]
    """The seats with their players; an empty name is an open seat."""
    rows: tuple[BetRow, ...]
    totals: tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """Something for the dealer to do, and to tick off."""

    id: str
    seat: int
    name: str
    note: str
    amount: int = 0
    chips: Chips = ()


@dataclass(frozen=True)
class Work:
    """What the last outcome asks of the dealer: take, pay, mark; what is paid comes from the rack."""

    title: str
    note: str
    take: tuple[Task, ...]
    pay: tuple[Task, ...]
    mark: tuple[Task, ...]
    paid: int
    chips: Chips


def chips_for(table: Table, cents: int) -> Chips:
    """An amount in chips of the tray, the largest first; what no chip fits is left out."""
    found, kinds = [], chips(table)
    for place in range(len(kinds), 0, -1):
        value, text = kinds[place - 1]
        count, cents = divmod(cents, value)
        if count:
            found.append((count, place, text))
    return tuple(found)


# ---- the bets by seat


def matrix(table: Table, most: int) -> Matrix:
    """The bets by seat: wagers with money only, the base game's first."""
    shown = {*range(1, min(most, SEATS_SHOWN) + 1), *table.seats}
    seats = tuple((number, table.seats[number].name if number in table.seats else "") for number in sorted(shown))
    places: dict[tuple[bool, int, int, str], list[Wager]] = {}
    for wager in table.wagers.values():
        places.setdefault(_place(table, wager), []).append(wager)
    ordered = sorted(places)
    rows = tuple(
        _row(table, seats, places[key], is_first=not at or ordered[at - 1][1] != key[1])
        for at, key in enumerate(ordered)
    )
    money = {number: sum(one.money for one in table.wagers_of(number).values()) for number, _ in seats}
    return Matrix(seats, rows, tuple(written(money[number]) if money[number] else "" for number, _ in seats))


def _place(table: Table, wager: Wager) -> tuple[bool, int, int, str]:
    """Where a wager is on the felt: its card, its place there, and its own point."""
    offering = table.offerings[wager.offering]
    return not offering.card.is_base, wager.offering, list(offering.bets).index(wager.wager), _point(table, wager)


def _point(table: Table, wager: Wager) -> str:
    """The point that a bet has of its own, or that the bet it is behind has."""
    parent = table.wagers.get(wager.behind, wager)
    game = table.bet_of(parent).terms.game
    if not parent.line or (not table.bet_of(parent).terms.own_line and not wager.behind):
        return ""
    phase = game.phases[line_phase(table, parent)]
    return str(game.phase_numbers.get(phase, phase))


def _row(table: Table, seats: Iterable[tuple[int, str]], wagers: list[Wager], *, is_first: bool) -> BetRow:
    terms = table.bet_of(wagers[0]).terms
    name = " ".join(filter(None, (terms.name, _point(table, wagers[0]))))
    cells = tuple(_cell([one for one in wagers if one.seat == seat]) for seat, _ in seats)
    return BetRow(name, cells, is_first, is_off=False)


def _cell(wagers: list[Wager]) -> str:
    """What a seat has up on a wager; a bet for the dealers is added with a T."""
    own = sum(one.stake for one in wagers if not one.toke)
    tokes = sum(one.stake for one in wagers if one.toke)
    return " ".join(filter(None, (written(own) if own else "", f"T{written(tokes)}" if tokes else "")))


# ---- the list


def work_of(table: Table) -> Work | None:
    """The dealer's list after the last outcome; None before the first."""
    if table.last is None:
        return None
    lines = worklist(table)
    pay = tuple(_task(table, one) for one in lines if one.step != "take")
    paid = sum(one.amount for one in lines if one.step in ("pay", "envy"))
    return Work(
        title=capitalized(outcome_words(table.game, table.last.entered.given)),
        note=_round_note(table),
        take=tuple(_task(table, one) for one in lines if one.step == "take"),
        pay=pay,
        mark=tuple(_marks(table)),
        paid=paid,
        chips=chips_for(table, paid),
    )


def _task(table: Table, one: WorkLine) -> Task:
    note = one.pay
    if one.step == "envy":
        note = dealer_phrase("envy")
    elif one.step == "return":
        note = dealer_phrase("keeps", pay=one.pay)
    if one.is_toke:
        note = dealer_phrase("toke", note=note)
    counted = chips_for(table, one.amount) if one.step in ("pay", "envy") else ()
    return Task(f"{one.step}-{one.wager}", one.seat, one.name, note, one.amount, counted)


def _round_note(table: Table) -> str:
    assert table.last is not None
    facts = {"unit": capitalized(table.game.unit), "round": table.round}
    point = table.game.phases[table.phase]
    if len(table.game.phases) > 1 and table.phase and table.last.before.phase == table.phase:
        return dealer_phrase("point-stays", point=point, **facts)
    return dealer_phrase("round", **facts)


def _marks(table: Table) -> Iterator[Task]:
    """The puck, bets that move to their point, bets that stay up as others, and new lammers."""
    assert table.last is not None
    game, before = table.game, table.last.before
    if len(game.phases) > 1 and before.phase != table.phase:
        point = game.phase_numbers.get(game.phases[table.phase], game.phases[table.phase])
        key = "puck.on" if table.phase else "puck.off"
        yield Task("puck", 0, dealer_phrase(key, point=point), "")
    for number, wager in table.wagers.items():
        was = before.wagers.get(number)
        if was is not None and wager.line != was.line and not wager.behind and (point := _point(table, wager)):
            name = table.bet_of(wager).terms.name
            yield Task(f"move-{number}", wager.seat, dealer_phrase("travels", wager=name, point=point), "", wager.stake)
        elif was is not None and was.wager != wager.wager:
            into = table.bet_of(wager).terms.name
            name = before.bet_of(was).terms.name
            yield Task(f"turn-{number}", wager.seat, name, dealer_phrase("turns", into=into), wager.stake)
    for at, mark in enumerate(new_marks(table)):
        yield Task(f"mark-{at}", 0, dealer_phrase("lammer", event=mark.event), ", ".join(mark.wagers))


# ---- a bet that is called


def called(table: Table, text: str, selected: int | None) -> dict[str, object]:
    """What a call was understood as, with the command that books it; or what was not understood."""
    try:
        call = read_call(table, text, selected)
    except Refusal as refusal:
        wagers = refusal.facts.get("wagers", ()) if refusal.key == "bad-call.several" else ()
        return {"refused": refusal.sentence, "choices": list(wagers)}
    return {
        "command": call.command(), "seat": call.seat, "player": table.seats[call.seat].name, "wager": call.name,
        "amount": short_dollars(call.amount) if call.amount else "", "note": _note(table, call),
        "refused": _why_not(table, call),
    }  # fmt: skip


def _note(table: Table, call: CallBet) -> str:
    bet = table.offerings[call.card].bets[call.wager]
    if call.up is not None:
        return dealer_phrase("call.down", amount=table.wagers[call.up].stake)
    place = (call.card, call.wager, call.is_toke)
    up = sum(o.stake for o in table.wagers_of(call.seat).values() if (o.offering, o.wager, o.toke) == place)
    total = dealer_phrase("call.total", amount=up + call.amount) if up else ""
    pays = "" if bet.terms.bundle else dealer_phrase("call.pays", pays=pays_of(bet.terms))
    return " · ".join(filter(None, (pays, total)))


def _why_not(table: Table, call: CallBet) -> str:
    """Why a call that was understood cannot be booked now; empty where it can."""
    if call.up is not None:
        return ""
    try:
        verify_bet(table, call.seat, call.card, call.wager, call.amount, call.behind, toke=call.is_toke)
    except Refusal as refusal:
        return refusal.sentence
    return ""
