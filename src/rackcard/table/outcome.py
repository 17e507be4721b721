"""Outcomes as dealers enter them, read once by the base game."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from rackcard.games.game import Event, Game, Outcome, OutcomeError
from rackcard.table.state import Entered, Refusal, Table
from rackcard.wording.sentence import fill


@contextmanager
def refused_outcome(game: Game) -> Iterator[None]:
    """A refusal in the words of the game, where it finds that something cannot have come."""
    try:
        yield
    except OutcomeError as error:
        raise Refusal("bad-outcome", reason=fill(game.refusals[error.code], error.facts)) from None


def enter(game: Game, given: object) -> Entered:
    """An outcome as the dealer entered it, or a refusal that says what the game expects."""
    with refused_outcome(game):
        return Entered(deepcopy(given), game.read(given))  # what the caller has may still change


def looked_at(table: Table) -> Iterator[Event]:
    """The events that wagers on offer or still up look for."""
    for number in sorted(set(table.current) | {wager.offering for wager in table.wagers.values()}):
        for bet in table.offerings[number].bets.values():
            if bet.machine.is_fine:
                yield from bet.machine.watched


def verify_possible(table: Table, outcome: Outcome) -> None:
    """Refuse an outcome that no offered card's device can produce, or that is not entered as closely as wagers look."""
    lacking = table.game.lacks(outcome, looked_at(table))
    if lacking is not None:
        raise Refusal("bad-outcome", reason=fill(table.game.refusals[lacking.code], lacking.facts))
    if table.supply is not None:
        with refused_outcome(table.game):
            table.supply.after(outcome)
    for number in table.current:
        offering = table.offerings[number]
        missing = offering.card.chance(offering.options).missing(outcome)
        if missing is not None:
            reason = fill(table.game.refusals["missing"], {**missing, "card": offering.card.title})
            raise Refusal("bad-outcome", reason=reason)


def outcome_words(game: Game, given: object) -> str:
    """An outcome as it is said."""
    return game.said(game.parse(given))
