"""What more than one command must verify: the table's status, an amount, a seat, a bet that is up."""

from rackcard.table.state import Refusal, Table, Wager
from rackcard.wording.commands import clause


def verify_open(table: Table) -> None:
    """The table is neither frozen, nor paused, nor closed, and no payout waits for approval."""
    verify_not_stopped(table)
    if table.oversight.pending:
        raise Refusal("awaiting-approval", bets=len(table.oversight.pending))


def verify_not_stopped(table: Table) -> None:
    """The table is neither frozen, nor paused, nor closed."""
    if table.status == "frozen":
        raise Refusal("frozen", reason=clause(table.stop_reason))
    if table.status == "paused":
        raise Refusal("paused", reason=clause(table.stop_reason), round=table.round)
    if table.status == "closed":
        raise Refusal("closed")


def verify_betting(table: Table) -> None:
    """Nothing counts after "no more bets"."""
    verify_open(table)
    if not table.betting:
        raise Refusal("no-more-bets", unit=table.game.unit)


def verify_undisputed(table: Table, number: int) -> None:
    """No round from one on, all of which would be settled again, is held by a dispute."""
    held = [one.round for one in table.oversight.disputes if one.round >= number]
    if held:
        raise Refusal("disputed", round=min(held))


def verify_amount(table: Table, amount: int) -> None:
    """An amount of money is above zero, in whole chips."""
    if amount == 0:
        raise Refusal("bad-amount.zero", field="amount")
    if amount % table.chip:
        raise Refusal("not-in-chips", amount=amount, chip=table.chip)


def verify_seat(table: Table, seat: int) -> None:
    if seat not in table.seats:
        raise Refusal("no-such-seat", seat=seat)


def wager_of(table: Table, seat: int, number: int) -> Wager:
    """A bet that a seat has up."""
    wager = table.wagers.get(number)
    if wager is None or wager.seat != seat:
        raise Refusal("no-such-wager.number", seat=seat, number=number)
    return wager


def stake_of(table: Table, wager: Wager, amount: int | None) -> int:
    """How much of a stake a command means: all of it unless an amount is given."""
    if amount is None:
        return wager.stake
    verify_amount(table, amount)
    if amount > wager.stake:
        raise Refusal("bad-amount.over-stake", stake=wager.stake, wager=table.bet_of(wager).terms.name)
    return amount
