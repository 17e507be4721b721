"""Outcomes as dealers enter them, read by the base game."""

from typing import Any

from rackcard.games.game import Outcome, OutcomeError
from rackcard.table.state import Refusal, Table
from rackcard.wording.sentence import fill


def read_outcome(table: Table, given: Any) -> Outcome:
    """The outcome that a dealer entered, or a refusal that says what the game expects."""
    try:
        return table.game.read(given)
    except OutcomeError as error:
        raise Refusal("bad-outcome", fill(table.game.refusals[error.code], error.facts)) from None


def verify_possible(table: Table, outcome: Outcome) -> None:
    """What the device of an offered card cannot bring about cannot have come."""
    for number in table.current:
        offering = table.offerings[number]
        missing = offering.card.chance(offering.options).missing(outcome)
        if missing is not None:
            facts = {**missing, "card": offering.card.title}
            raise Refusal("bad-outcome", fill(table.game.refusals["missing"], facts))
