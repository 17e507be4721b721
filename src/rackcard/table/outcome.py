"""Outcomes as dealers enter them: two dice, a pocket, or the cards of a hand."""

from collections.abc import Mapping
from typing import Any

from rackcard.chance import POCKETS
from rackcard.games.baccarat.rules import dealt
from rackcard.table.state import Refusal, Table


def read_outcome(table: Table, given: Any) -> Any:
    """An outcome as the dealer enters it: two dice, a pocket, or the cards of a hand in the order dealt."""
    if table.game_id == "craps":
        if not isinstance(given, list) or len(given) != 2 or not all(type(d) is int and 1 <= d <= 6 for d in given):
            raise Refusal("bad-outcome", reason="a roll is two dice from 1 to 6, as in [4, 3]")
        return (min(given), max(given))
    if table.game_id == "roulette":
        if not isinstance(given, str) or given not in POCKETS:
            raise Refusal("bad-outcome", reason='a spin is a pocket: "0", "00", "000" or "1" to "36"')
        return given
    if not isinstance(given, Mapping) or set(given) != {"player", "banker"}:
        raise Refusal("bad-outcome", reason='a hand is {"player": [cards], "banker": [cards]} and nothing else')
    if not all(isinstance(cards, list) for cards in given.values()):
        raise Refusal("bad-outcome", reason='a hand is {"player": [cards], "banker": [cards]}')
    try:
        hand = dealt(given["player"], given["banker"])
    except ValueError as error:
        raise Refusal("bad-outcome", reason=str(error)) from None
    return hand
