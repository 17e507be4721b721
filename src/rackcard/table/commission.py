"""Commission: what is put down beside a stake, and what is taken out of a win."""

from fractions import Fraction

from rackcard.machine import Bet, Result
from rackcard.money import Rounding
from rackcard.table.state import Table, Wager


def put_down(bet: Bet, stake: int, chip: int, rounding: Rounding) -> int:
    """The commission put down with a stake, in whole chips: rounded down where the card or the table says so."""
    if not bet.commission or bet.terms.commission is None:
        return 0
    exact = stake * bet.commission
    if bet.terms.commission.is_rounded or rounding == "player":
        return int(exact // chip) * chip
    return -int(-exact // chip) * chip


def taken_from_win(bet: Bet, result: Result, stake: int, chip: int) -> Fraction:
    """The commission taken out of what a result pays, rounded down to the chip where the card says so."""
    if not result.commission:
        return result.commission
    exact = stake * result.commission
    if bet.terms.commission is not None and bet.terms.commission.is_rounded:
        return Fraction(exact // chip * chip)
    return exact


def beside_part(table: Table, wager: Wager, amount: int) -> int:
    """The part of what was put down beside a stake that belongs to some of it."""
    if amount == wager.stake:
        return wager.commission
    left = put_down(table.bet_of(wager), wager.stake - amount, table.chip, table.rounding)
    return max(wager.commission - left, 0)
