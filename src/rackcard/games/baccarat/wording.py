"""The words of baccarat: its phrases in plain sentences, and why an outcome is refused."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.games.baccarat.rules import RANKS
from rackcard.number import NUMERALS, article

REFUSALS = {
    "not-a-hand": 'a hand is {{"player": [cards], "banker": [cards]}} and nothing else',
    "not-lists": 'a hand is {{"player": [cards], "banker": [cards]}}',
    "number-of-cards": "the {side} must have two or three cards, and has {cards}",
    "unknown-card": "{card} is no card; cards are {ranks}",
    "player-draws": "the player has {player} against {banker} and must draw",
    "player-stands": "the player has {player} against {banker} and must stand",
    "banker-draws": "the banker has {banker} and must draw",
    "banker-stands": "the banker has {banker} and must stand",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "hand-total": ("no hand totals {number}", "Expected: {allowed}."),
    "hand-cards": ("no hand has {number} cards", "Expected: {allowed}."),
    "hand-margin": ("no hand wins by {number}", "Expected: {allowed}."),
    "never-beats": ("{winner} never beats {loser}", 'Name the higher total first, as in "9 beats 7".'),
    "decks-out-of-range": ("{number} decks is out of range", "Expected: {allowed}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {
    "bad-counts": "a shoe needs 13 counts, ace to king, none of them negative",
    "too-few-cards": "a shoe needs at least six cards: a hand may use that many",
    "unknown-rank": "no card has the rank {rank}; ranks are {ranks}",
    "not-whole-cards": "--weights for a shoe are whole cards, as in K=31",
}
"""Why a shoe cannot be so, by code."""

SPELLINGS = {"SIDE": "player or banker"}
"""How the terminals of the grammar are called in error messages."""


@v_args(inline=True)
class Sayings(Transformer[Token, Any]):
    """What follows "if" or "when" for every event and condition of baccarat; whole sentences for when to bet."""

    def holding(self, total: Token, cards: Token | None = None) -> str:
        return article(str(total)) if cards is None else f"a {NUMERALS[int(cards)]}-card {total}"

    def side_wins(self, side: Token, holding: str | None = None) -> str:
        return f"the {side} wins" + (f" with {holding}" if holding else "")

    def tie(self) -> str:
        return "player and banker tie"

    def beats(self, winner: str, loser: str) -> str:
        return f"{winner} beats {loser}, whichever side holds it"

    def both_have(self, holding: str) -> str:
        return f"player and banker both have {holding}"

    def one_has(self, holding: str) -> str:
        return f"one of the two hands has {holding}"

    def side_pair(self, side: Token) -> str:
        return f"the first two cards of the {side} are a pair"

    def one_pair(self) -> str:
        return "the first two cards of one hand are a pair"

    def both_pair(self) -> str:
        return "the first two cards of both hands are pairs"

    def same_pair(self) -> str:
        return "the first two cards of both hands are pairs of the same rank"

    def won_by(self, points: Token) -> str:
        return f"one hand wins by exactly {points} {'point' if points == '1' else 'points'}"


def asked_next(unknown: list[str], side: str | None, cards: int) -> str:
    """What the dealer's pad asks for: the next card of a side that has some, or nothing more."""
    if unknown:
        return f"{unknown[0]} is no card; cards are {' '.join(RANKS)}"
    if side is None:
        return "all cards are in"
    return f"next, the {side}'s {('first', 'second', 'third')[cards]} card"
