"""The offers open on a table: what may be taken between outcomes, and what riding is worth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rackcard.number import percent
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.settle import claims_open, limited, settlement, synced
from rackcard.table.state import Table
from rackcard.web.views.standing import standing_of
from rackcard.wording.pages import advice, average, offer_sentence


@dataclass(frozen=True)
class OpenOffer:
    """What may be taken between outcomes, and what riding is worth."""

    number: int
    seat: int
    title: str
    stake: int
    takes: tuple[tuple[str, str, int], ...]
    """The word of the command, the word on the button, and what is paid."""
    is_partial: bool
    limit: int = 0
    """The payout limit, where it cuts what may be taken."""
    riding: str = ""
    win: str = ""
    win_percent: int = 0
    advice: str = ""
    better: Literal["take", "ride", ""] = ""
    """Which choice is worth more, where the table may say it."""

    @property
    def spoken(self) -> str:
        """The offer in a sentence."""
        return offer_sentence(self.seat, self.title, [(label, paid) for _, label, paid in self.takes])


def offers(table: Table, seat: int | None) -> Iterable[OpenOffer]:
    """The offers open to a seat, or to every seat where no seat is given."""
    for number, wager in table.wagers.items():
        if (seat is not None and wager.seat != seat) or not table.betting:
            continue
        open_ = claims_open(table, number)
        if open_:
            yield _offer(table, number, open_)


def _offer(table: Table, number: int, open_: Mapping[str, int]) -> OpenOffer:
    wager, bet = table.wagers[number], table.bet_of(table.wagers[number])
    paid = {kind: limited(table, settlement(table, number, result)) for kind, result in open_.items()}
    takes = tuple((CLAIMS[kind].do, kind.capitalize(), one.paid) for kind, one in paid.items())
    plain = OpenOffer(number, wager.seat, bet.terms.name, wager.stake, takes, bet.terms.partial)
    if any(one.limit for one in paid.values()):
        return replace(plain, limit=table.limits.payout_max)  # advice goes by the pays in full
    if not table.gives_advice:
        return plain
    state = synced(bet.machine, table.state_of(wager), table.phase_of(wager))
    found = standing_of(table.offerings[wager.offering], wager.wager, state)
    if found is None or found.choice is None or found.value is None:
        return plain
    choice = found.choice
    kind = bet.machine.claims[choice.claim].kind
    better: Literal["take", "ride", ""] = "" if choice.is_tie else "take" if choice.take else "ride"
    return OpenOffer(
        number, wager.seat, bet.terms.name, wager.stake, takes, bet.terms.partial,
        riding=average(found.value * wager.stake), win=percent(found.win, 1),
        win_percent=round(found.win * 100), advice=advice(better, kind, choice.cost * wager.stake), better=better,
    )  # fmt: skip
