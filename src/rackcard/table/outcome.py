"""Outcomes as dealers enter them: two dice, a pocket, or the cards of a hand."""

from collections.abc import Mapping

from rackcard.chance import POCKETS
from rackcard.games.baccarat.rules import dealt
from rackcard.games.game import Game, Outcome
from rackcard.table.state import Entered, Refusal


def enter(game: Game, given: object) -> Entered:
    """An outcome as the dealer entered it, read once by its game."""
    return Entered(given, _parse(game, given))


def _parse(game: Game, given: object) -> Outcome:
    if game.id == "craps":
        if not isinstance(given, list) or len(given) != 2 or not all(type(d) is int and 1 <= d <= 6 for d in given):
            raise Refusal("bad-outcome", reason="a roll is two dice from 1 to 6, as in [4, 3]")
        return (min(given), max(given))
    if game.id == "roulette":
        if not isinstance(given, str) or given not in POCKETS:
            raise Refusal("bad-outcome", reason='a spin is a pocket: "0", "00", "000" or "1" to "36"')
        return given
    if not isinstance(given, Mapping) or set(given) != {"player", "banker"}:
        raise Refusal("bad-outcome", reason='a hand is {"player": [cards], "banker": [cards]} and nothing else')
    if not all(isinstance(cards, list) for cards in given.values()):
        raise Refusal("bad-outcome", reason='a hand is {"player": [cards], "banker": [cards]}')
    try:
        return dealt(given["player"], given["banker"])
    except ValueError as error:
        raise Refusal("bad-outcome", reason=str(error)) from None


def outcome_words(game: Game, given: object) -> str:
    """An outcome as it is said."""
    match given:
        case [int(one), int(other)]:
            return f"{one}-{other}, {one + other}"
        case {"player": list(player), "banker": list(banker)}:
            return f"player {' '.join(map(str, player))}, banker {' '.join(map(str, banker))}"
        case _:
            return str(given)
