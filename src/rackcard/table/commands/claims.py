"""Claims: surrender, cash out and take back, taken between outcomes, whole or, where allowed, in part."""

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rackcard.table.command import AMOUNT, PLAYERS, SEAT, WAGER, Command
from rackcard.table.commands.betting import without
from rackcard.table.commands.oversight import waiting
from rackcard.table.commands.verify import stake_of, verify_betting, verify_seat, wager_of
from rackcard.table.overseen import Oversight
from rackcard.table.settle import ahead_after, beside_it, claims_open, limited, postings, settlement, won_in_all
from rackcard.table.state import Refusal, Settlement, Table, TableEvent, Wager


@dataclass(frozen=True, kw_only=True)
class Claimed(TableEvent):
    """A player took an offer that was open on a bet."""

    kind: ClassVar[str] = "claimed"
    offer: str
    settlement: Settlement

    @property
    def won(self) -> int:
        return self.settlement.won

    def apply(self, table: Table) -> Table:
        one = self.settlement
        wager = table.wagers[one.wager]
        won = wager.won + one.won if table.payout else 0
        after = without(table, one.wager, wager.stake - one.stake, wager.commission - one.beside, won)
        if table.last is None:
            after = replace(after, won_before=table.won_before + one.won)
        if one.wager not in after.wagers:
            return _handed_on(after, beside_it(table, one.wager), won)
        ahead, ahead_envy = ahead_after(table, one, claims_open(table, one.wager)[self.offer])
        rest = replace(after.wagers[one.wager], ahead=ahead, ahead_envy=ahead_envy)
        return replace(after, wagers={**after.wagers, one.wager: rest})

    def overseen(self, table: Table) -> Oversight:
        settled = (self.settlement,)
        return replace(table.oversight, pending=waiting(table, settled, partial(won_in_all, table, settled)))

    def as_command(self) -> Command:
        one = self.settlement
        return CLAIMS[self.offer](one.seat, one.wager, one.stake)

    def again(self, table: Table) -> "Claimed | None":
        """The same claim at another table, paid by what it is worth there; None where it is not open."""
        one = self.settlement
        wager = table.wagers.get(one.wager)
        result = claims_open(table, one.wager).get(self.offer) if wager is not None else None
        if wager is None or result is None or wager.stake < one.stake:
            return None
        return claimed(self.offer, limited(table, settlement(table, one.wager, result, one.stake)))


def _handed_on(table: Table, others: list[int], won: int) -> Table:
    """The table where what a stake has won counts toward the payout limit of those beside it."""
    if not others or not won:
        return table
    first = table.wagers[others[0]]
    return replace(table, wagers={**table.wagers, others[0]: replace(first, won=first.won + won)})


def claimed(offer: str, one: Settlement) -> Claimed:
    """The event of an offer taken."""
    return Claimed(offer=offer, settlement=one, postings=postings([one]))


@dataclass(frozen=True)
class ClaimCommand(Command):
    """Take an offer that is open on a bet."""

    offer: ClassVar[str]
    """The offer as the card's rules name it."""
    roles: ClassVar = PLAYERS
    events: ClassVar = (Claimed,)
    seat: SEAT
    wager: WAGER
    amount: AMOUNT | None = None

    def verify(self, table: Table) -> None:
        verify_betting(table)
        verify_seat(table, self.seat)
        wager = wager_of(table, self.seat, self.wager)
        terms = table.bet_of(wager).terms
        if self.offer not in claims_open(table, self.wager):
            raise Refusal("not-offered.claim", offer=self.offer, wager=terms.name)
        if stake_of(table, wager, self.amount) < wager.stake and not terms.partial:
            raise Refusal("not-in-part", wager=terms.name)
        self._verify_rest(table, wager)
        if behind := table.behind(self.wager):
            raise Refusal("behind-up", wager=table.bet_of(next(iter(behind.values()))).terms.name)

    def _verify_rest(self, table: Table, wager: Wager) -> None:
        """What a part leaves up is within the limits of a bet."""
        rest = wager.stake - stake_of(table, wager, self.amount)
        bet = table.bet_of(wager)
        least, _ = table.bet_limits(wager.offering, bet)
        if table.rounded and 0 < rest < least:
            raise Refusal("below-minimum.rest", wager=bet.terms.name, minimum=least, rest=rest)

    def decide(self, table: Table) -> Claimed:
        self.verify(table)
        stake = stake_of(table, table.wagers[self.wager], self.amount)
        result = claims_open(table, self.wager)[self.offer]
        return claimed(self.offer, limited(table, settlement(table, self.wager, result, stake)))


@dataclass(frozen=True)
class Surrender(ClaimCommand):
    """Surrender a bet for the surrender pay."""

    do: ClassVar[str] = "surrender"
    offer: ClassVar[str] = "surrender"


@dataclass(frozen=True)
class CashOut(ClaimCommand):
    """Take the payout for the count so far."""

    do: ClassVar[str] = "cash-out"
    offer: ClassVar[str] = "cash out"


@dataclass(frozen=True)
class TakeBack(ClaimCommand):
    """Take the stake back while the card allows it."""

    do: ClassVar[str] = "take-back"
    offer: ClassVar[str] = "take back"


CLAIMS: dict[str, type[ClaimCommand]] = {claim.offer: claim for claim in (Surrender, CashOut, TakeBack)}
"""The command of each offer."""
