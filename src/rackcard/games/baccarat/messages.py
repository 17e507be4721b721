"""What is wrong with an outcome, a phrase or weights of baccarat, by code."""

REFUSALS = {
    "not-a-hand": 'a hand must be {{"player": [cards], "banker": [cards]}}',
    "not-lists": 'a hand must be {{"player": [cards], "banker": [cards]}}',
    "number-of-cards": "the {side} must have two or three cards, and has {cards}",
    "unknown-card": "{card} is not a card; expected one of: {ranks}",
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
