"""How a wager stands from the marks it has: its chance, what it is worth, and what is best; computed by a worker."""

from fractions import Fraction
from typing import NamedTuple

from rackcard.odds.from_state import here
from rackcard.odds.optimal_play import Choice, best
from rackcard.odds.price import worth
from rackcard.odds.solve import UnsolvedError
from rackcard.table.state import Offering, Refusal
from rackcard.web.workers import workers

PATIENCE_SECONDS = 60.0
"""How long a page of a table waits for a figure; without it, it is drawn without."""


class Standing(NamedTuple):
    """A wager from a state in which it is not decided."""

    win: Fraction
    value: Fraction | None
    """What riding returns on one unit staked; None where a pay is not posted."""
    choice: Choice | None
    """What is offered there, if anything."""


def standing_of(offering: Offering, wager: str, state: int) -> Standing | None:
    """How a wager stands; None where it cannot be solved, or not in time."""
    try:
        return workers().call(standing, offering, wager, state, priority="table", patience=PATIENCE_SECONDS)
    except UnsolvedError:
        return None
    except Refusal as refusal:
        if refusal.code != "busy":
            raise
        return None


def standing(offering: Offering, wager: str, state: int) -> Standing:
    """How a wager of a card at a table stands."""
    bet, chance = offering.bets[wager], offering.card.chance(offering.options)
    choices = best(bet.machine, chance, worth(bet)).choices if bet.machine.claims and bet.terms.is_posted else ()
    found = here(bet, chance, state)
    return Standing(found.win, found.value, next((one for one in choices if one.state == state), None))
