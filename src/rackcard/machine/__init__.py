"""The waist: a card's wager compiled into registers and rules."""

from rackcard.machine.bet import Bet, Result, bets
from rackcard.machine.machine import Claim, Machine, TooLargeError
from rackcard.machine.registers import Effect, Register

__all__ = ["Bet", "Claim", "Effect", "Machine", "Register", "Result", "TooLargeError", "bets"]
