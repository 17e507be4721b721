"""Half of the pure core: ``decide(table, command) -> events``.

No clock, no randomness, no input or output. For each thing a person can do there is ``verify_x``, which
raises a refusal with a code and a sentence, and the decision that follows when it does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from rackcard.card.phrases import Requires
from rackcard.games import GAMES
from rackcard.machine import Bet
from rackcard.money import AMOUNT_MAX, dollars
from rackcard.number import percent
from rackcard.table.command import Command, asked, field, text, verify_fields, whole
from rackcard.table.correction import corrected
from rackcard.table.offerings import edge_as_paid, even_stake, offerings, verify_same_chance
from rackcard.table.outcome import read_outcome
from rackcard.table.settle import claims_open, move, postings, settlement, settlements, shares_marks
from rackcard.table.state import Event, Limits, Marks, Offering, Refusal, Table, Wager
from rackcard.wording.commands import clause

SEATS_MAX = 64
NAME_MAX = 60
REASON_MAX = 400
WAGERS_MAX = 20_000


# ---- what a command speaks of


def _amount(table: Table, command: Command, name: str = "amount") -> int:
    """An amount of money: whole cents, more than nothing, in whole chips."""
    amount = whole(command, name)
    if amount == 0:
        raise Refusal("bad-amount", f"{name} must be more than nothing")
    if amount % table.chip:
        raise Refusal("not-in-chips", f"{dollars(amount)} is not a whole number of chips of {dollars(table.chip)}")
    return amount


def _seat(table: Table, command: Command) -> int:
    seat = whole(command, "seat", SEATS_MAX, least=1)
    if seat not in table.seats:
        raise Refusal("no-such-seat", f"nobody sits at seat {seat}")
    return seat


def _wager(table: Table, command: Command, seat: int) -> int:
    number = whole(command, "wager", 10**12)
    wager = table.wagers.get(number)
    if wager is None or wager.seat != seat:
        raise Refusal("no-such-wager", f"seat {seat} has no wager number {number} up")
    return number


# ---- what must hold


def verify_open(table: Table) -> None:
    if table.status == "frozen":
        raise Refusal("frozen", f"the table is frozen: {clause(table.evidence)}; a supervisor must resume it")
    if table.status == "paused":
        last = f"the dealer must confirm that round {table.round} was the last"
        raise Refusal("paused", f"{clause(table.evidence)}; {last}")
    if table.status == "closed":
        raise Refusal("closed", "the table is closed")


def verify_betting(table: Table) -> None:
    """Nothing counts after "no more bets"."""
    verify_open(table)
    if not table.betting:
        raise Refusal("no-more-bets", "no more bets: wait until this outcome is settled")


def verify_bet(table: Table, seat: int, offering: int, name: str, amount: int) -> Bet:
    """A bet may be made or raised: posted, open by its card, within every limit, and paid for."""
    verify_betting(table)
    bet = _bet(table, offering, name)
    if not bet.terms.is_posted:
        raise Refusal("not-posted", f"{bet.terms.name} cannot be bet: no pay is posted for it")
    _verify_window(table, offering, bet)
    _verify_required(table, seat, bet)
    own = [w for w in table.wagers.values() if (w.seat, w.offering, w.wager) == (seat, offering, name)]
    _verify_not_standing(table, bet, own)
    standing = [w for w in own if not table.has_rolled(w)]
    raised = 0 if bet.terms.several else sum(w.stake for w in standing)
    _verify_limits(table, seat, bet, raised + amount, amount, sum(w.stake for w in own))
    _verify_rounding(table, offering, bet, raised + amount)
    if table.balance(seat) < amount:
        raise Refusal(
            "not-enough", f"seat {seat} has {dollars(table.balance(seat))}, and {dollars(amount)} is asked for"
        )
    if len(table.wagers) >= WAGERS_MAX:
        raise Refusal("too-many-wagers", f"{WAGERS_MAX:,} wagers are up; settle some first")
    return bet


def _verify_not_standing(table: Table, bet: Bet, own: list[Wager]) -> None:
    if any(table.has_rolled(w) for w in own) and not bet.terms.several and shares_marks(bet):
        raise Refusal("already-up", f"{bet.terms.name} is up from an earlier outcome and stands until it is decided")


def _bet(table: Table, offering: int, name: str) -> Bet:
    if offering not in table.current:
        raise Refusal("not-offered", f"card number {offering} takes no wagers here")
    card = table.offerings[offering].card
    bet = table.offerings[offering].bets.get(name)
    if bet is None:
        named = next((terms for terms in card.terms() if terms.wager == name), None)
        if named is not None:
            raise Refusal("not-posted", f"{named.name} cannot be bet: the document gives no rule for it")
        raise Refusal("no-such-wager", f"{card.title} has no wager {name}")
    return bet


def _verify_window(table: Table, offering: int, bet: Bet) -> None:
    """The card's own rule for when it may be bet."""
    opens, name = bet.terms.opens, bet.terms.name
    marks = table.marks.get((offering, bet.terms.wager), Marks())
    if opens.window == "come-out" and table.phase != 0:
        raise Refusal("window", f"{name} is bet before the come-out, and a point is on")
    if opens.window == "point" and table.phase == 0:
        raise Refusal("window", f"{name} is bet after the come-out, and no point is on")
    if opens.window == "round" and marks.outcomes:
        raise Refusal("window", f"{name} is bet before the first roll of a round, and this round has begun")
    if opens.guard == "unmarked" and bet.machine.marks(marks.state):
        shown = ", ".join(f"{what} {count}×" for what, count in bet.machine.marks(marks.state).items())
        raise Refusal("marked", f"{name} is closed until the round ends: {shown}")
    card = table.offerings[offering].card.id
    up = [wager for wager in table.wagers.values() if table.offerings[wager.offering].card.id == card]
    if opens.guard == "none up" and any(map(table.has_rolled, up)):
        raise Refusal("card-up", f"{name} is closed while a wager of its card is up from earlier outcomes")
    if shares_marks(bet) and bet.machine.verdict(marks.state, over=False) is not None:
        raise Refusal("decided", f"{name} is already decided in this round")


def _verify_required(table: Table, seat: int, bet: Bet) -> None:
    required: Requires | None = bet.terms.requires
    if required is None:
        return
    for wager in table.wagers.values():
        card = table.offerings[wager.offering].card.id
        if wager.seat == seat and card == required.card and wager.wager in required.wagers:
            return
    raise Refusal(
        "line-bet-required", f"{bet.terms.name} needs a wager on {' or '.join(required.wagers)} of {required.card}"
    )


def _verify_limits(table: Table, seat: int, bet: Bet, wager: int, amount: int, already: int) -> None:
    """``wager`` is what this wager would come to, ``already`` what the seat has up on its like."""
    limits = table.limits
    total = already + amount
    if wager < limits.wager_min:
        raise Refusal("below-minimum", f"the least on {bet.terms.name} is {dollars(limits.wager_min)}")
    mine = sum(one.stake for one in table.wagers.values() if one.seat == seat)
    every = sum(one.stake for one in table.wagers.values())
    for code, limit, would, what in (
        ("over-wager-limit", limits.wager_max, total, f"on {bet.terms.name}"),
        ("over-seat-limit", limits.seat_max, mine + amount, "for one seat"),
        ("over-table-limit", limits.table_max, every + amount, "for the table"),
    ):
        if limit and would > limit:
            raise Refusal(code, f"the most {what} is {dollars(limit)}, and this would make {dollars(would)}")


def _verify_rounding(table: Table, offering: int, bet: Bet, stake: int) -> None:
    """Chips rounded up must not make a stake that the player beats, where the money is real."""
    offered, even = table.offerings[offering], even_stake(bet, table.chip)
    if not table.is_live or bet.terms.wager in offered.accepted or stake % even == 0:
        return
    edge = edge_as_paid(offered, bet, stake, table.chip, table.rounding)
    if edge > 0:
        raise Refusal(
            "stake-edge",
            f"{dollars(stake)} on {bet.terms.name}, paid in chips of {dollars(table.chip)}, gives the player an edge "
            f"of {percent(edge, 2)}; bet {dollars(even)} or a multiple of it",
        )


def can(table: Table, command: Command) -> bool:
    """Whether a command would be followed."""
    try:
        decide(table, command)
    except Refusal:
        return False
    return True


# ---- decisions


def decide(table: Table | None, command: Command) -> list[Event]:
    """The events that follow from a command, or a refusal; the table itself is not touched."""
    if not isinstance(command, Mapping) or not isinstance(command.get("do"), str):
        raise Refusal("bad-command", 'a command is an object with a field "do"')
    word = command["do"]
    if table is None:
        if word != "open":
            raise Refusal("no-table", "the table has not been opened")
        verify_fields(command)
        return [_open(command)]
    if word == "open":
        raise Refusal("table-exists", f"{table.name} is open already")
    if word not in DECISIONS:
        raise Refusal("unknown-command", f"there is no command {word[:40]}; commands: open, {', '.join(DECISIONS)}")
    verify_fields(command)
    return [DECISIONS[word](table, command)]


def _open(command: Command) -> Event:
    game = text(command, "game", 20)
    if game not in GAMES:
        raise Refusal("no-such-game", f"there is no game {game}; games: {', '.join(GAMES)}")
    chip = whole({"do": "open", "chip": command.get("chip", 100)}, "chip", 10**6, least=1)
    rounding = command.get("rounding", "player")
    if rounding not in ("player", "house"):
        raise Refusal("bad-rounding", "rounding is in favour of the player or the house")
    live = command.get("live", False)
    if not isinstance(live, bool):
        raise Refusal("bad-live", "live is true or false")
    given = command.get("limits", {})
    if not isinstance(given, Mapping) or not set(given) <= set(Limits.__dataclass_fields__):
        raise Refusal("bad-limits", f"limits are: {', '.join(Limits.__dataclass_fields__)}")
    limits = {name: whole({"do": "open", name: value}, name) for name, value in given.items()}
    _verify_limits_meet(Limits(**limits))
    return Event(
        "opened",
        {
            "name": text(command, "name", NAME_MAX),
            "game": game,
            "chip": chip,
            "rounding": rounding,
            "limits": limits,
            "live": live,
            "cards": [_laid(offering) for offering in offerings(command, game)],
        },
    )


def _verify_limits_meet(limits: Limits) -> None:
    for name in ("wager_max", "seat_max", "table_max"):
        if 0 < getattr(limits, name) < limits.wager_min:
            raise Refusal(
                "bad-limits", f"{name} is {dollars(getattr(limits, name))}, less than the least wager, "
                f"{dollars(limits.wager_min)}",
            )  # fmt: skip


def _sit(table: Table, command: Command) -> Event:
    verify_open(table)
    seat = whole(command, "seat", SEATS_MAX, least=1)
    if seat in table.seats:
        raise Refusal("seat-taken", f"seat {seat} is taken")
    return Event("seated", {"seat": seat, "name": text(command, "name", NAME_MAX)})


def _buy_in(table: Table, command: Command) -> Event:
    verify_open(table)
    seat, amount = _seat(table, command), _amount(table, command)
    if table.balance(seat) + amount > AMOUNT_MAX:
        raise Refusal("bad-amount", f"a seat holds at most {dollars(AMOUNT_MAX)}")
    return Event("bought-in", {"seat": seat, "amount": amount}, (("cash", -amount), (f"seat:{seat}", amount)))


def _place(table: Table, command: Command) -> Event:
    seat, amount = _seat(table, command), _amount(table, command)
    offering, name = whole(command, "card", 10**6), text(command, "wager", 80)
    bet = verify_bet(table, seat, offering, name, amount)
    raised = next(
        (
            number
            for number, wager in table.wagers.items()
            if (wager.seat, wager.offering, wager.wager) == (seat, offering, name) and not table.has_rolled(wager)
        ),
        None,
    )
    number = table.next_wager if raised is None or bet.terms.several else raised
    data = {"seat": seat, "card": offering, "wager": name, "number": number, "amount": amount}
    return Event("bet", data, ((f"seat:{seat}", -amount), ("felt", amount)))


def _take_down(table: Table, command: Command) -> Event:
    verify_betting(table)
    seat = _seat(table, command)
    number = _wager(table, command, seat)
    wager = table.wagers[number]
    terms = table.bet_of(wager).terms
    if table.has_rolled(wager) and not terms.down_any_time:
        raise Refusal("stands", f"{terms.name} stands until it is decided")
    amount = _amount(table, command) if "amount" in command else wager.stake
    if amount > wager.stake:
        raise Refusal("bad-amount", f"only {dollars(wager.stake)} is up on {terms.name}")
    if amount == wager.stake:
        _verify_not_required(table, number)
    elif wager.stake - amount < table.limits.wager_min:
        raise Refusal("below-minimum", f"the least on {terms.name} is {dollars(table.limits.wager_min)}")
    else:
        _verify_rounding(table, wager.offering, table.bet_of(wager), wager.stake - amount)
    postings_ = (("felt", -amount), (f"seat:{seat}", amount))
    return Event("taken-down", {"seat": seat, "number": number, "amount": amount}, postings_)


def _verify_not_required(table: Table, number: int) -> None:
    """A wager that another of the same seat needs stays up."""
    left = {n: wager for n, wager in table.wagers.items() if n != number}
    without = replace(table, wagers=left)
    for wager in left.values():
        if wager.seat == table.wagers[number].seat:
            try:
                _verify_required(without, wager.seat, table.bet_of(wager))
            except Refusal as refusal:
                raise Refusal("required", f"it must stay up: {refusal.sentence}") from None


def _claim(kind: str) -> Callable[[Table, Command], Event]:
    """Surrender, cash out and take back: an offer taken between outcomes, whole or, where allowed, in part."""

    def decision(table: Table, command: Command) -> Event:
        verify_betting(table)
        seat = _seat(table, command)
        number = _wager(table, command, seat)
        wager, bet = table.wagers[number], table.bet_of(table.wagers[number])
        result = claims_open(table, number).get(kind)
        if result is None:
            raise Refusal("not-offered", f"{kind} is not offered on {bet.terms.name} now")
        stake = wager.stake
        if "amount" in command:
            stake = _amount(table, command)
            if stake > wager.stake:
                raise Refusal("bad-amount", f"only {dollars(wager.stake)} is up on {bet.terms.name}")
            if stake < wager.stake and not bet.terms.partial:
                raise Refusal("not-in-part", f"{bet.terms.name} is not cashed out in part at this table")
        one = settlement(table, number, result, stake)
        return Event("claimed", {"offer": kind, "settlement": vars(one).copy()}, postings([one]))

    return decision


def _close_betting(table: Table, command: Command) -> Event:
    verify_betting(table)
    return Event("betting-closed", {})


def _outcome(table: Table, command: Command) -> Event:
    verify_open(table)
    if table.betting:
        raise Refusal("betting-open", "say no more bets before the outcome is entered")
    given = field(command, "outcome")
    outcome = read_outcome(table, given)
    _verify_possible(table, outcome)
    settled = settlements(table, move(table, outcome).decided)
    data = {
        "round": table.round + 1,
        "outcome": given,
        "source": "generated" if command.get("generated") is True else "dealer",
        "settlements": [vars(one).copy() for one in settled],
    }
    return Event("outcome", data, postings(settled))


def _verify_possible(table: Table, outcome: Any) -> None:
    """A pocket that the wheel of an offered card lacks cannot have come."""
    if table.game_id != "roulette":
        return
    for number in table.current:
        offering = table.offerings[number]
        law = offering.card.chance(offering.options).law()  # type: ignore[union-attr]
        if not law.get(outcome):
            raise Refusal("bad-outcome", f"the wheel of {offering.card.title} has no pocket {outcome}")


def _no_roll(table: Table, command: Command) -> Event:
    verify_open(table)
    if table.betting:
        raise Refusal("betting-open", "there is no roll to call off: betting is open")
    return Event("no-roll", {"reason": text(command, "reason", REASON_MAX)})


def _correct(table: Table, command: Command) -> Event:
    """Put another outcome in the place of the last; everything since is seen in its light."""
    verify_open(table)
    if table.last is None:
        raise Refusal("nothing-to-correct", "there is no outcome to correct: none was entered, or the round was voided")
    given = field(command, "outcome")
    _verify_possible(table.last.before, read_outcome(table, given))
    return corrected(table, given, text(command, "reason", REASON_MAX), _fits)


def _fits(table: Table, event: Event) -> bool:
    """Whether a player could have done here what was done; what the house does is a fact."""
    if event.kind not in ("bet", "taken-down", "claimed"):
        return True
    if event.kind == "bet":
        table = replace(table, next_wager=event.data["number"])
    try:
        return decide(table, asked(event)) == [event]
    except Refusal:
        return False


def _merged(entries: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    total: dict[str, int] = {}
    for account, amount in entries:
        total[account] = total.get(account, 0) + amount
    return tuple((account, amount) for account, amount in total.items() if amount)


def _void(table: Table, command: Command) -> Event:
    """Call the round off: every stake up goes back to its seat, and all marks are cleared."""
    verify_open(table)
    refunds = [{"number": number, "seat": wager.seat, "amount": wager.stake} for number, wager in table.wagers.items()]
    entries = [(f"seat:{wager.seat}", wager.stake) for wager in table.wagers.values()]
    total = sum(amount for _, amount in entries)
    data = {"reason": text(command, "reason", REASON_MAX), "refunds": refunds}
    return Event("voided", data, _merged((*entries, ("felt", -total))))


def _change_cards(table: Table, command: Command) -> Event:
    """Other cards for wagers to come; what is up stays on the card it was bet on."""
    verify_open(table)
    offered = offerings(command, table.game_id)
    up = {wager.offering for wager in table.wagers.values()}
    verify_same_chance([*offered, *(table.offerings[number] for number in up)])
    return Event("cards-changed", {"cards": [_laid(offering) for offering in offered]})


def _laid(offering: Offering) -> dict[str, Any]:
    return asdict(offering) | {"accepted": list(offering.accepted)}


def _advice(table: Table, command: Command) -> Event:
    """Let seats of a live table see the chance from here and the advice, or stop it; the log says who did."""
    verify_open(table)
    allow = field(command, "allow")
    if not isinstance(allow, bool):
        raise Refusal("bad-advice", "allow is true or false")
    return Event("advice-changed", {"allow": allow})


def _leave(table: Table, command: Command) -> Event:
    """Colour up and go: only with nothing up; what a correction left owing is evened out first."""
    verify_open(table)
    seat = _seat(table, command)
    if any(wager.seat == seat for wager in table.wagers.values()):
        raise Refusal("wagers-up", f"seat {seat} still has wagers up")
    held, visit = table.balance(seat), table.seats[seat].visit
    evened = max(table.owed(visit), -held)
    entries = ((f"seat:{seat}", -held), (f"owed:{visit}", -evened), ("cash", held + evened))
    return Event("left", {"seat": seat, "amount": held + evened}, _merged(entries))


def _settle_owed(table: Table, command: Command) -> Event:
    """What a correction left owing to or by a player who has left: paid in cash, or borne by the house."""
    verify_open(table)
    visit = whole(command, "visit", 10**12)
    owed = table.owed(visit)
    if not owed:
        raise Refusal("nothing-owed", f"nothing is owed to or by visit {visit}")
    by = field(command, "by")
    if by not in ("cash", "house"):
        raise Refusal("bad-settling", "what is owed is settled by cash, or by the house that bears it")
    data = {"visit": visit, "amount": owed, "by": by, "reason": text(command, "reason", REASON_MAX)}
    return Event("owed-settled", data, ((f"owed:{visit}", -owed), (by, owed)))


def _freeze(table: Table, command: Command) -> Event:
    if table.status != "open":
        raise Refusal("not-open", f"the table is {table.status}")
    return Event("frozen", {"reason": text(command, "reason", REASON_MAX)})


def _resume(table: Table, command: Command) -> Event:
    """Open a frozen table again, the last outcome confirmed."""
    if table.status != "frozen":
        raise Refusal("not-frozen", f"the table is {table.status}, not frozen")
    _verify_last_round(table, command)
    return Event("resumed", {"round": table.round})


def _pause(table: Table, command: Command) -> Event:
    """Hold a table until its dealer has confirmed the last outcome: after a crash, or whenever in doubt."""
    verify_open(table)
    return Event("paused", {"reason": text(command, "reason", REASON_MAX)})


def _confirm(table: Table, command: Command) -> Event:
    """Go on with a paused table, the last outcome confirmed."""
    if table.status != "paused":
        raise Refusal("not-paused", f"the table is {table.status}, not paused")
    _verify_last_round(table, command)
    return Event("confirmed", {"round": table.round})


def _verify_last_round(table: Table, command: Command) -> None:
    if whole(command, "round") != table.round:
        raise Refusal("confirm-outcome", f"confirm the last outcome: this table stands after round {table.round}")


def _close(table: Table, command: Command) -> Event:
    verify_open(table)
    if table.wagers:
        raise Refusal("wagers-up", f"wagers still up: {len(table.wagers)}; settle or void them first")
    if table.seats:
        raise Refusal("seats-taken", f"not coloured up yet: seat {', '.join(map(str, table.seats))}")
    if table.owing:
        raise Refusal("owed", f"what corrections left owing is not settled: visit {', '.join(map(str, table.owing))}")
    return Event("closed", {})


DECISIONS: dict[str, Callable[[Table, Command], Event]] = {
    "seat": _sit,
    "buy-in": _buy_in,
    "bet": _place,
    "take-down": _take_down,
    "close-betting": _close_betting,
    "outcome": _outcome,
    "no-roll": _no_roll,
    "surrender": _claim("surrender"),
    "cash-out": _claim("cash out"),
    "take-back": _claim("take back"),
    "correct": _correct,
    "void": _void,
    "change-cards": _change_cards,
    "advice": _advice,
    "leave": _leave,
    "settle-owed": _settle_owed,
    "freeze": _freeze,
    "resume": _resume,
    "pause": _pause,
    "confirm": _confirm,
    "close": _close,
}
