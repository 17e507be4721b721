"""Outcomes as dealers enter them, read once by the base game."""

from rackcard.games.game import Game, Outcome, OutcomeError
from rackcard.table.state import Entered, Refusal, Table
from rackcard.wording.sentence import fill


def enter(game: Game, given: object) -> Entered:
    """An outcome as the dealer entered it, or a refusal that says what the game expects."""
    try:
        return Entered(given, game.read(given))
    except OutcomeError as error:
        raise Refusal("bad-outcome", reason=fill(game.refusals[error.code], error.facts)) from None


def verify_possible(table: Table, outcome: Outcome) -> None:
    """Refuse an outcome that the dice, wheel or shoe of an offered card cannot produce."""
    for number in table.current:
        offering = table.offerings[number]
        missing = offering.card.chance(offering.options).missing(outcome)
        if missing is not None:
            reason = fill(table.game.refusals["missing"], {**missing, "card": offering.card.title})
            raise Refusal("bad-outcome", reason=reason)


def outcome_words(game: Game, given: object) -> str:
    """An outcome as it is said."""
    return game.said(game.parse(given))
