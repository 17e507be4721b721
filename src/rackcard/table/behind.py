"""Bets behind other bets: which one a bet goes behind, and how much may be bet there."""

from collections.abc import Iterable
from fractions import Fraction

from rackcard.card.phrases import StakeLimit
from rackcard.games.game import Game
from rackcard.games.paired import PairedLines
from rackcard.machine import Bet
from rackcard.table.state import Refusal, Table, Wager, machine_phase


def line_phase(table: Table, wager: Wager) -> int:
    """The phase of the line that a wager goes by: its own, or the table's."""
    return wager.line if table.bet_of(wager).terms.own_line else table.phase


def parents(table: Table, seat: int, offering: int, bet: Bet) -> dict[int, Wager]:
    """The bets of a seat that a bet may go behind, by number."""
    behind = bet.terms.behind
    wanted = (offering, behind.wager if behind is not None else "")
    own = {n: one for n, one in table.wagers_of(seat).items() if not one.toke}
    return {n: one for n, one in own.items() if (one.offering, one.wager) == wanted}


def home_of(table: Table, seat: int, offering: int, name: str, asked: int | None) -> int:
    """The number of the card that a bet is booked on: the one asked for, or that of the bet it goes behind.

    After a change of house rules a bet that is up keeps its own, and so does what is put behind it.
    """
    bet = table.offerings[offering].bets.get(name) if offering in table.current else None
    if bet is None or bet.terms.behind is None or _goes_behind(table, seat, offering, bet, asked):
        return offering
    card = table.offerings[offering].card.id
    for number, earlier in table.offerings.items():
        old = earlier.bets.get(name) if earlier.card.id == card else None
        if old is not None and _goes_behind(table, seat, number, old, asked):
            return number
    return offering


def _goes_behind(table: Table, seat: int, offering: int, bet: Bet, asked: int | None) -> bool:
    found = parents(table, seat, offering, bet)
    return bool(found) if asked is None else asked in found


def parent_of(table: Table, seat: int, offering: int, bet: Bet, asked: int | None) -> int:
    """The number of the bet that a bet goes behind: the one asked for, or the only one that has a point; 0 for none."""
    name = bet.terms.name
    if bet.terms.behind is None or bet.parent is None:
        if asked is not None:
            raise Refusal("not-behind", wager=name)
        return 0
    facts = {"wager": name, "parent": bet.parent.terms.name, "seat": seat}
    found = parents(table, seat, offering, bet)
    if asked is not None and asked not in found:
        raise Refusal("behind-bet.other", number=asked, **facts)
    if not found:
        raise Refusal("behind-bet.none", **facts)
    chosen = found if asked is None else {asked: found[asked]}
    started = [number for number, one in chosen.items() if line_phase(table, one) or not _has_points(bet)]
    if not started:
        raise Refusal("behind-bet.no-point", **facts)
    if len(started) > 1:
        raise Refusal("behind-bet.several", numbers=tuple(started), **facts)
    return started[0]


def _has_points(bet: Bet) -> bool:
    return len(bet.terms.game.phases) > 1


def verify_odds(table: Table, bet: Bet, parent: Wager, stake: int) -> None:
    """All that is bet behind one bet is within the limit for its point."""
    behind = bet.terms.behind
    if behind is None or behind.limit is None or bet.parent is None:
        return
    line = line_phase(table, parent)
    game, limit = bet.terms.game, behind.limit
    point = game.phase_numbers.get(game.phases[line], game.phases[line])
    facts: dict[str, str | int] = {"wager": bet.terms.name, "parent": bet.parent.terms.name, "point": point}
    multiple = multiple_on(game, limit, line)
    if multiple is None:
        raise Refusal("no-odds", **facts)
    most = multiple * parent.stake
    facts |= {"stake": parent.stake, "maximum": most, "total": stake}
    if not limit.to_win and stake > most:
        raise Refusal("odds-limit", **facts)
    if limit.to_win and (won := stake * highest_win(bet, line)) > most:
        raise Refusal("odds-limit.to-win", won=int(won), **facts)


def multiple_on(game: Game, limit: StakeLimit, line: int) -> int | None:
    """How many times the bet in front may be bet with this point on; None where nothing may."""
    point = game.phase_numbers.get(game.phases[line], 0)
    return limit.on(point)


def highest_win(bet: Bet, line: int) -> Fraction:
    """The most that one unit wins on the next outcome that decides it, with this point on."""
    machine = bet.machine
    table_phases: Iterable[int] = range(len(bet.terms.game.phases))
    if not isinstance(machine.game, PairedLines):
        table_phases = (line,)
    states = [machine_phase(bet, phase, line) if machine.has_phase else 0 for phase in table_phases]
    results = {machine.step(state, outcome)[1] for state in states for outcome in machine.game.outcomes}
    wins = [pay.net for result in results if result is not None and (pay := bet.results[result].pay) is not None]
    return max([Fraction(0), *wins])


def possible_results(bet: Bet, state: int) -> list[int]:
    """The results that the next outcome may bring from a state."""
    found = {bet.machine.step(state, outcome)[1] for outcome in bet.machine.game.outcomes}
    return sorted(result for result in found if result is not None)
