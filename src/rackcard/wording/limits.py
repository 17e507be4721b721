"""Limits of bets and payouts in words, as paper and pages say them."""

from typing import Literal, Protocol

from rackcard.money import dollars

PAYOUT_SCOPES: dict[Literal["outcome", "wager"], str] = {"outcome": "outcome, shared by all winners", "wager": "wager"}
"""What a payout limit is for, as house rules write it after "for each"."""


class StakeLimits(Protocol):
    """The minimum and maximum of a bet, in cents; a maximum of 0 is none."""

    @property
    def least(self) -> int: ...

    @property
    def most(self) -> int: ...


class Payout(Protocol):
    """A payout limit: an amount in cents, for each ``outcome`` or each ``wager``."""

    @property
    def amount(self) -> int: ...

    @property
    def scope(self) -> str: ...


def stakes(limits: StakeLimits) -> str:
    """The minimum and maximum of a bet."""
    if not limits.most:
        return f"{dollars(limits.least)} or more"
    if limits.least == limits.most:
        return dollars(limits.least)
    return f"{dollars(limits.least)} to {dollars(limits.most)}"


def maximum_payout(payout: Payout) -> str:
    """A payout limit as part of a longer sentence."""
    whose = "on one wager" if payout.scope == "wager" else f"for each {PAYOUT_SCOPES['outcome']}"
    return f"maximum payout {dollars(payout.amount)} {whose}, cash-outs and surrenders included"
