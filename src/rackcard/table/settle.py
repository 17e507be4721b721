"""One outcome: it moves the marks once, and settles every wager of every seat and card through the machine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rackcard.machine import Bet, Machine
from rackcard.money import dollars, to_chips
from rackcard.table.state import MarkKey, Marks, Settlement, Table, Wager

WORDS_MAX = 60
"""A reason longer than this, such as every red number by name, tells less than the wager's own name."""


@dataclass(frozen=True)
class Moved:
    """Where an outcome leads: the marks, the wagers still up, the phase, and what is decided."""

    marks: Mapping[MarkKey, Marks]
    wagers: Mapping[int, Wager]
    phase: int
    decided: Mapping[int, tuple[int, str]]
    """The result of each wager that is over, and what happened, in words."""


def shares_marks(bet: Bet) -> bool:
    return bet.terms.marks != "none"


_newest: tuple[Table, Any, Moved] | None = None


def move(table: Table, outcome: Any) -> Moved:
    """Follow an outcome; what was just worked out to decide it is not worked out again to apply it."""
    global _newest
    known = _newest
    if known is None or known[0] is not table or known[1] != outcome:
        known = _newest = (table, outcome, _move(table, outcome))
    return known[2]


def _move(table: Table, outcome: Any) -> Moved:
    """Marks once for all, wagers without shared marks one by one."""
    index = table.game.outcomes.index(outcome)
    phase = table.game.moves[table.phase][index] if len(table.game.phases) > 1 else 0
    marks, results = _move_marks(table, outcome, phase)
    up = {wager.offering for wager in table.wagers.values()}
    if not results and all(table.offerings[number].shares_all_marks for number in up):
        return Moved(marks, table.wagers, phase, {})
    wagers, decided = {}, {}
    told = {
        (offering, name): (result, happened(table.offerings[offering].bets[name], result, state))
        for (offering, name), (result, state) in results.items()
    }
    all_shared = {number for number in up if table.offerings[number].shares_all_marks}
    for number, wager in table.wagers.items():
        if wager.offering in all_shared:  # the common case, and the fast one: nothing of the wager's own to move
            outcome_of = told.get((wager.offering, wager.wager))
            if outcome_of is None:
                wagers[number] = wager
            else:
                decided[number] = outcome_of
            continue
        bet = table.bet_of(wager)
        state, moved = wager.state, wager
        if shares_marks(bet):
            result, state = results.get((wager.offering, wager.wager), (None, 0))
        elif not bet.machine.counts(table.phase, outcome):
            result, moved = None, replace(wager, state=synced(bet.machine, wager.state, phase))
        else:
            state = synced(bet.machine, wager.state, table.phase)
            state, result = bet.machine.step(state, outcome)
            moved = replace(wager, state=state)
        if result is None:
            wagers[number] = moved
        else:
            decided[number] = (result, happened(bet, result, state))
    return Moved(settled_marks(table, marks, wagers.values()), wagers, phase, decided)


def synced(machine: Machine, state: int, phase: int) -> int:
    """The state with the table's phase, where the machine looks at it."""
    return state - state % machine.phases + phase if machine.has_phase else state


def happened(bet: Bet, result: int, state: int) -> str:
    """What brought a result about: the rule that held, in the words of the card."""
    if bet.results[result].label == "wins":
        words = bet.machine.held(bet.machine.lines[result], state)
        return words if words and len(words) <= WORDS_MAX else "won"
    return bet.results[result].label


def _move_marks(table: Table, outcome: Any, phase: int) -> tuple[dict[MarkKey, Marks], dict[MarkKey, tuple[int, int]]]:
    """Every set of marks after an outcome, and the results that it decides; a round that is over starts anew."""
    marks: dict[MarkKey, Marks] = {}
    results: dict[MarkKey, tuple[int, int]] = {}
    up = {wager.offering for wager in table.wagers.values()}
    for number in sorted(up | set(table.current)):
        for name, bet in table.offerings[number].bets.items():
            key = (number, name)
            if not shares_marks(bet) or (bet.terms.marks == "bet" and number not in up):
                continue
            before = table.marks.get(key, Marks())
            if not bet.machine.counts(table.phase, outcome):
                marks[key] = replace(before, state=synced(bet.machine, before.state, phase))
                continue
            state, over, result = advance(bet.machine, before.state, table.phase, outcome)
            if result is not None:
                results[key] = (result, state)
            start = synced(bet.machine, 0, phase)
            marks[key] = Marks(start, 0) if over else Marks(state, before.outcomes + 1)
    return marks, results


def advance(machine: Machine, state: int, phase: int, outcome: Any) -> tuple[int, bool, int | None]:
    """The state after an outcome, whether the round is over, and the result if it is decided."""
    state, over = machine.follow(synced(machine, state, phase), outcome)
    return state, over, machine.verdict(state, over)


def settled_marks(table: Table, marks: Mapping[MarkKey, Marks], up: Iterable[Wager]) -> dict[MarkKey, Marks]:
    """Marks that run from the first bet are cleared when nothing of their card is up any more."""
    offerings = {wager.offering for wager in up}
    return {
        key: mark
        for key, mark in marks.items()
        if key[0] in offerings or table.offerings[key[0]].bets[key[1]].terms.marks != "bet"
    }


def claims_open(table: Table, number: int) -> dict[str, int]:
    """The offers open on a wager, by kind, with the result each stands for."""
    wager = table.wagers[number]
    bet = table.bet_of(wager)
    if not table.has_rolled(wager):
        return {}
    state = table.marks.get((wager.offering, wager.wager), Marks()).state if shares_marks(bet) else wager.state
    return {bet.machine.claims[claim].kind: bet.machine.claim_result(claim) for claim in bet.machine.offered(state)}


def settlements(table: Table, decided: Mapping[int, tuple[int, str]]) -> tuple[Settlement, ...]:
    """What each decided wager is paid, the table's payout limit shared pro rata."""
    found = []
    alike: dict[tuple[int, str, int, int], dict[str, Any]] = {}
    for number, (result, why) in decided.items():
        wager = table.wagers[number]
        key = (wager.offering, wager.wager, wager.stake, result)
        if key not in alike:
            alike[key] = vars(settlement(table, number, result, why=why))
        found.append(Settlement(**{**alike[key], "wager": number, "seat": wager.seat}))
    limit = table.limits.payout_max
    won = {one.wager: one.paid - one.stake for one in found if one.paid > one.stake}
    if not limit or sum(won.values()) <= limit:
        return tuple(found)
    shares = shared(limit, won, table.chip)
    return tuple(_limited(table, one, shares[one.wager]) if one.wager in shares else one for one in found)


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


def settlement(table: Table, number: int, result: int, stake: int | None = None, why: str = "") -> Settlement:
    """What one wager, or part of its stake, is paid for a result."""
    wager = table.wagers[number]
    bet = table.bet_of(wager)
    found = bet.results[result]
    amount = wager.stake if stake is None else stake
    exact = amount * (1 + found.net)
    paid, breakage = to_chips(exact, table.chip, table.rounding)
    envy, envy_breakage = to_chips(amount * (found.envy or Fraction(0)), table.chip, table.rounding)
    return Settlement(
        wager=number,
        seat=wager.seat,
        result=found.label,
        kind=found.kind,
        stake=amount,
        paid=paid,
        house=amount - (paid - breakage) - (envy - envy_breakage),
        breakage=-(breakage + envy_breakage),
        envy=envy,
        why=_why(bet, result, why or found.label, amount, paid, envy),
    )


def _limited(table: Table, one: Settlement, won: int) -> Settlement:
    """A win cut to its share of the table's payout limit; the stake comes back whole, and the house keeps the rest."""
    why = f"{one.why}; the table's payout limit of {dollars(table.limits.payout_max)} leaves {dollars(one.stake + won)}"
    return replace(one, paid=one.stake + won, house=one.stake - (one.stake + won) - one.envy - one.breakage, why=why)


def _why(bet: Bet, result: int, rule: str, stake: int, paid: int, envy: int) -> str:
    """A payment in words: the wager, the rule that held, the stake, the pay, and what is paid."""
    found = bet.results[result]
    if found.kind == "loss" or found.net == -1:
        return f"{bet.terms.name}: {dollars(stake)} loses"
    if found.pay is not None and found.pay.net == 0 and found.pay.unit == "to":
        return f"{bet.terms.name}: {rule}, {dollars(stake)} goes back"
    dealer = f", the dealer gets {dollars(envy)}" if envy else ""
    return f"{bet.terms.name}: {rule}, {dollars(stake)} pays {found.pay} = {dollars(paid)}{dealer}"


def postings(settled: Iterable[Settlement]) -> tuple[tuple[str, int], ...]:
    """The entries of settlements: stakes leave the felt; seats, house, dealer and breakage take what is theirs."""
    accounts: dict[str, int] = {}
    for one in settled:
        for account, amount in (
            ("felt", -one.stake),
            (f"seat:{one.seat}", one.paid),
            ("house", one.house),
            ("dealer", one.envy),
            ("breakage", one.breakage),
        ):
            accounts[account] = accounts.get(account, 0) + amount
    return tuple((account, amount) for account, amount in accounts.items() if amount)
