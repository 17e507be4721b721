"""One outcome: it moves the marks once, and settles every wager of every seat and card through the machine."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rackcard.games.game import Outcome
from rackcard.machine import Bet, Machine, Result
from rackcard.money import to_chips
from rackcard.number import PUSH
from rackcard.table.commission import beside_part, taken_from_win
from rackcard.table.state import (
    Entered,
    MarkKey,
    Marks,
    Posting,
    Settlement,
    Table,
    Turned,
    Wager,
    altered,
    machine_phase,
)

OFF = Result("off", "off", PUSH, Fraction(0))
"""How a wager ends whose parent is gone while it is not decided itself: the stake goes back."""
ZERO = Fraction(0)
HELD_MAX = 60
"""A rule longer than this, such as every red number by name, says less than the wager's own name."""

Pile = tuple[int, int, str, bool, int]
"""What tells the stakes of one wager from those of another."""


@dataclass(frozen=True)
class Moved:
    """Where an outcome leads: the marks, the wagers still up, the phase, and what is decided."""

    before: Table
    """The table that the outcome came to."""
    entered: Entered
    marks: Mapping[MarkKey, Marks]
    wagers: Mapping[int, Wager]
    phase: int
    decided: Mapping[int, tuple[int, str]]
    """The result of each wager that is over, and the rule that held."""
    turned: tuple[Turned, ...] = ()
    """The stakes that have become other wagers."""
    orphans: tuple[int, ...] = ()
    """Wagers that are not decided themselves, but what they are behind is gone."""


def move(table: Table, entered: Entered) -> Moved:
    """Follow an outcome: marks once for all, wagers without shared marks one by one."""
    outcome = entered.outcome
    index = table.game.outcomes.index(outcome)
    phase = table.game.moves[table.phase][index] if len(table.game.phases) > 1 else 0
    marks, results = _move_marks(table, outcome, phase)
    up = {wager.offering for wager in table.wagers.values()}
    if not results and all(table.offerings[number].shares_all_marks for number in up):
        return Moved(table, entered, marks, table.wagers, phase, {})
    wagers: dict[int, Wager] = {}
    decided: dict[int, tuple[int, str]] = {}
    turned: list[Turned] = []
    shared_results = {
        (offering, name): (result, held_rule(table.offerings[offering].bets[name], result, state))
        for (offering, name), (result, state) in results.items()
    }
    all_shared = {number for number in up if table.offerings[number].shares_all_marks}
    for number, wager in table.wagers.items():
        if wager.offering in all_shared:  # the common case, and the fast one: the wager has no registers of its own
            shared_result = shared_results.get((wager.offering, wager.wager))
            if shared_result is None:
                wagers[number] = wager
            else:
                decided[number] = shared_result
            continue
        bet = table.bet_of(wager)
        moved, result, state = _move_wager(table, wager, bet, outcome, phase, results)
        if result is None:
            wagers[number] = moved
        elif bet.results[result].turns_into:
            wagers[number] = into = _turned(table, moved, bet.results[result].turns_into, phase)
            turned.append(Turned(number, wager.seat, wager.offering, wager.wager, into.wager, wager.stake))
        else:
            decided[number] = (result, held_rule(bet, result, state))
    gone = {*decided, *(one.number for one in turned)}
    orphans = tuple(number for number, wager in wagers.items() if wager.behind in gone)
    wagers = {number: wager for number, wager in wagers.items() if number not in orphans}
    left = settled_marks(table, marks, wagers.values())
    return Moved(table, entered, left, wagers, phase, decided, tuple(turned), orphans)


def _turned(table: Table, wager: Wager, name: str, phase: int) -> Wager:
    """A wager that has become another, at its first state from the next outcome on."""
    state = start_of(table.offerings[wager.offering].bets[name], phase)
    return altered(wager, wager=name, state=state, line=0, behind=0)


def start_of(bet: Bet, phase: int) -> int:
    """The state that a stake starts from when it becomes this wager."""
    return synced(bet.machine, 0, machine_phase(bet, phase, 0))


def _move_wager(
    table: Table, wager: Wager, bet: Bet, outcome: Outcome, phase: int, results: Mapping[MarkKey, tuple[int, int]]
) -> tuple[Wager, int | None, int]:
    """A wager after an outcome, its result if it is decided, and the registers that decided it."""
    if wager.wager in table.offerings[wager.offering].shared:
        result, state = results.get((wager.offering, wager.wager), (None, 0))
        return wager, result, state
    state, line, result, decided_by = wager_after(bet, (wager.state, wager.line), (table.phase, phase), outcome)
    if (state, line) != (wager.state, wager.line):
        wager = altered(wager, state=state, line=line)
    return wager, result, decided_by


def wager_after(
    bet: Bet, registers: tuple[int, int], phases: tuple[int, int], outcome: Outcome
) -> tuple[int, int, int | None, int]:
    """The state and line of a wager with registers of its own after an outcome, its result, and what decided it.

    The table's phases are those before the outcome and after it.
    """
    (before, line), (phase, after), machine = registers, phases, bet.machine
    at = machine_phase(bet, phase, line)
    if bet.terms.own_line:
        line = bet.terms.game.moves[line][bet.terms.game.outcomes.index(outcome)]
    if not machine.counts(at, outcome):
        return synced(machine, before, machine_phase(bet, after, line)), line, None, before
    state, result = machine.step(synced(machine, before, at), outcome)
    return state, line, result, state


def synced(machine: Machine, state: int, phase: int) -> int:
    """The state with the table's phase, where the machine looks at it."""
    return state - state % machine.phases + phase if machine.has_phase else state


def held_rule(bet: Bet, result: int, state: int) -> str:
    """The part of a wager's rule that held, as its card phrases it; empty where the result's own label says it."""
    if bet.results[result].label != "wins":
        return ""
    held = bet.machine.held_line(result, state)
    return held if len(held) <= HELD_MAX else ""


def _move_marks(
    table: Table, outcome: Outcome, phase: int
) -> tuple[dict[MarkKey, Marks], dict[MarkKey, tuple[int, int]]]:
    """Every set of marks after an outcome, and the results that it decides; a round that is over starts again."""
    marks: dict[MarkKey, Marks] = {}
    results: dict[MarkKey, tuple[int, int]] = {}
    up = {wager.offering for wager in table.wagers.values()}
    for number in sorted(up | set(table.current)):
        shared = table.offerings[number].shared
        for name, bet in table.offerings[number].bets.items():
            key = (number, name)
            if name not in shared or (bet.terms.marks == "bet" and number not in up):
                continue
            marks[key], result = mark_after(bet, table.marks.get(key, Marks()), (table.phase, phase), outcome)
            if result is not None:
                results[key] = result
    return marks, results


def mark_after(
    bet: Bet, before: Marks, phases: tuple[int, int], outcome: Outcome
) -> tuple[Marks, tuple[int, int] | None]:
    """A set of marks after an outcome, and the result that it decides, with the registers that decided it."""
    phase, after = phases
    if not bet.machine.counts(phase, outcome):
        return altered(before, state=synced(bet.machine, before.state, after)), None
    state, over, result = advance(bet.machine, before.state, phase, outcome)
    begins_again = over or (result is not None and bet.terms.marks == "game")
    marks = Marks(synced(bet.machine, 0, after), 0) if begins_again else Marks(state, before.outcomes + 1)
    return marks, None if result is None else (result, state)


def advance(machine: Machine, state: int, phase: int, outcome: Outcome) -> tuple[int, bool, int | None]:
    """The state after an outcome, whether the round is over, and the result if it is decided."""
    state, over = machine.follow(synced(machine, state, phase), outcome)
    return state, over, machine.verdict(state, over)


def settled_marks(table: Table, marks: Mapping[MarkKey, Marks], up: Iterable[Wager]) -> dict[MarkKey, Marks]:
    """Marks that run from the first bet are cleared when no wager of their card is up any more."""
    offerings = {wager.offering for wager in up}
    return {
        key: mark
        for key, mark in marks.items()
        if key[0] in offerings or table.offerings[key[0]].bets[key[1]].terms.marks != "bet"
    }


def claims_open(table: Table, number: int) -> dict[str, int]:
    """The offers open on a wager, by kind, with the result of each."""
    wager = table.wagers[number]
    bet = table.bet_of(wager)
    if not table.has_rolled(wager):
        return {}
    offered = bet.machine.offered(table.state_of(wager))
    return {bet.machine.claims[claim].kind: bet.machine.claim_result(claim) for claim in offered}


def settlements(moved: Moved) -> tuple[Settlement, ...]:
    """What each decided wager is paid, the table's payout limit shared pro rata."""
    table, settled = moved.before, list[Settlement]()
    alike: dict[tuple[object, ...], Settlement] = {}
    for number, (result, held) in moved.decided.items():
        wager = table.wagers[number]
        if wager.ahead or wager.ahead_envy:  # parts of it were paid before
            settled.append(settlement(table, number, result, held=held))
            continue
        key = (wager.offering, wager.wager, wager.stake, wager.commission, result)
        if key not in alike:
            alike[key] = settlement(table, number, result, held=held)
        settled.append(altered(alike[key], wager=number, seat=wager.seat, toke=wager.toke))
    settled += [_settlement(table, number, OFF, table.wagers[number].stake) for number in moved.orphans]
    limit = table.limits.payout_max
    won = {one.wager: one.won for one in settled if one.won}
    if not limit or not won:
        return tuple(settled)
    shares = _shares_by_wager(table, won) if table.payout == "wager" else _shares(limit, won, table.chip)
    return tuple(_limited(table, one, shares[one.wager]) if one.wager in shares else one for one in settled)


def _shares(limit: int, won: Mapping[int, int], chip: int) -> dict[int, int]:
    """What winners get who share a limit; nothing is cut where all that is won is within it."""
    return shared(limit, won, chip) if sum(won.values()) > limit else {}


def _shares_by_wager(table: Table, won: Mapping[int, int]) -> dict[int, int]:
    """What winners get where each wager has a limit: all that a seat has put on it, at once or later, shares one."""
    piles: dict[Pile, dict[int, int]] = {}
    for number, amount in won.items():
        piles.setdefault(_pile(table, number), {})[number] = amount
    shares: dict[int, int] = {}
    for pile, wins in piles.items():
        gone = _won_by(table, pile)
        shares |= _shares(max(0, table.limits.payout_max - gone), wins, table.chip)
    return shares


def _won_by(table: Table, pile: Pile) -> int:
    """What the stakes of a pile have won so far."""
    return sum(one.won for number, one in table.wagers.items() if one.won and _pile(table, number) == pile)


def won_in_all(table: Table, settled: Sequence[Settlement]) -> dict[int, int]:
    """What each wager that is settled wins, with what stakes on the same wager win too and have won in parts before."""
    piles = {one.wager: _pile(table, one.wager) for one in settled}
    total = {pile: _won_by(table, pile) for pile in piles.values()}
    for one in settled:
        total[piles[one.wager]] += one.won
    return {number: total[pile] for number, pile in piles.items()}


def beside_it(table: Table, number: int) -> list[int]:
    """The other stakes that share a payout limit with one."""
    pile = _pile(table, number)
    return [other for other in table.wagers if other != number and _pile(table, other) == pile]


def _pile(table: Table, number: int) -> Pile:
    """The wager that a stake is on, by seat; where a card allows several, each stake is its own."""
    wager = table.wagers[number]
    several = number if table.bet_of(wager).terms.several else 0
    return wager.seat, wager.offering, wager.wager, wager.toke, several


def limited(table: Table, one: Settlement) -> Settlement:
    """A settlement of one wager within what the payout limit leaves for it."""
    left = _payout_left(table, one.wager)
    return one if left is None or one.won <= left else _limited(table, one, left)


def _payout_left(table: Table, number: int) -> int | None:
    """What one wager may still win, in whole chips; None where there is no limit.

    A claim counts with the outcome before it, so claims may win what that outcome and claims since have left.
    """
    limit = table.limits.payout_max
    if not limit or not table.payout:
        return None
    won = _won_by(table, _pile(table, number)) if table.payout == "wager" else table.won_since
    return max(0, limit - won) // table.chip * table.chip


def shared(limit: int, won: Mapping[int, int], chip: int) -> dict[int, int]:
    """A limit in whole chips among winners, pro rata; the chips left over go to the largest remainders.

    >>> shared(10000, {1: 10000, 2: 10000, 3: 10000}, 100)
    {1: 3400, 2: 3300, 3: 3300}
    """
    chips, total = limit // chip, sum(won.values())
    shares = {number: chips * win // total for number, win in won.items()}
    largest = sorted(won, key=lambda number: (-(chips * won[number] % total), number))
    for number in largest[: chips - sum(shares.values())]:
        shares[number] += 1
    return {number: chip * share for number, share in shares.items()}


def settlement(table: Table, number: int, result: int, stake: int | None = None, held: str = "") -> Settlement:
    """What one wager, or part of its stake, is paid for a result."""
    wager = table.wagers[number]
    ending = table.bet_of(wager).results[result]
    return _settlement(table, number, ending, wager.stake if stake is None else stake, held)


def _settlement(table: Table, number: int, ending: Result, amount: int, held: str = "") -> Settlement:
    wager = table.wagers[number]
    bet = table.bet_of(wager)
    taken = taken_from_win(bet, ending, amount, table.chip)
    beside = beside_part(table, wager, amount)
    exact, exact_envy = _exact(ending, amount, taken)
    paid, breakage = _in_chips(table, exact, wager.ahead)
    envy, envy_breakage = _in_chips(table, exact_envy, wager.ahead_envy)
    commission = beside + int(taken)
    return Settlement(
        wager=number,
        seat=wager.seat,
        result=ending.label,
        kind=ending.kind,
        stake=amount,
        paid=paid,
        house=amount + beside - commission - (paid - breakage) - (envy - envy_breakage),
        breakage=-(breakage + envy_breakage),
        envy=envy,
        commission=commission,
        beside=beside,
        toke=wager.toke,
        name=bet.terms.name,
        pay=str(ending.pay),
        held=held,
    )


def _exact(ending: Result, amount: int, taken: Fraction) -> tuple[Fraction, Fraction]:
    """What is due to the player and to the dealer for a result, with so much taken as commission."""
    due = amount * ending.gross
    return due - taken if taken else due, amount * ending.envy if ending.envy else ZERO


def _in_chips(table: Table, exact: Fraction, ahead: Fraction) -> tuple[int, int]:
    """What is paid where earlier parts were paid so much beyond their due, and what that gives (+) or keeps (-)."""
    if not exact and not ahead:  # most wagers lose, and few pay the dealer
        return 0, 0
    paid, _ = to_chips(exact - ahead, table.chip, table.rounding)
    due = exact // 1 if table.rounding == "player" else -(-exact // 1)
    return paid, paid - int(due)


def ahead_after(table: Table, one: Settlement, result: int) -> tuple[Fraction, Fraction]:
    """How far a wager is ahead of what is due when part of it has been claimed, for the player and the dealer."""
    if not table.rounded:
        return Fraction(0), Fraction(0)
    wager = table.wagers[one.wager]
    bet = table.bet_of(wager)
    ending = bet.results[result]
    exact, exact_envy = _exact(ending, one.stake, taken_from_win(bet, ending, one.stake, table.chip))
    return wager.ahead + (one.full or one.paid) - exact, wager.ahead_envy + one.envy - exact_envy


def _limited(table: Table, one: Settlement, won: int) -> Settlement:
    """A win cut to its share of the table's payout limit; the stake comes back whole, and the house keeps the rest."""
    paid = one.stake + won
    house = one.stake + one.beside - one.commission - paid - one.envy - one.breakage
    return replace(one, paid=paid, house=house, limit=table.limits.payout_max, full=one.paid)


def postings(settled: Sequence[Settlement]) -> tuple[Posting, ...]:
    """The entries of settlements: stakes leave the felt; the others take what is theirs."""
    if not settled:
        return ()
    accounts = dict.fromkeys(("felt", settled[0].owner, "house", "dealer", "breakage", "commission"), 0)
    accounts["felt"] = -sum([one.stake + one.beside for one in settled])
    accounts["house"] = sum([one.house for one in settled])
    accounts["dealer"] = sum([one.envy for one in settled])
    accounts["breakage"] = sum([one.breakage for one in settled])
    accounts["commission"] = sum([one.commission for one in settled])
    for one in settled:
        owner = one.owner
        accounts[owner] = accounts.get(owner, 0) + one.paid
    return tuple((account, amount) for account, amount in accounts.items() if amount)
