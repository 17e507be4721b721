"""What is wrong with an outcome, a phrase or weights of sic bo, by code."""

REFUSALS = {
    "not-a-face": "{text} is not a face of a die; write 1 to 6",
    "not-a-roll": "a roll is three dice from 1 to 6, as in [2, 4, 5]",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "die-face": ("no die shows {number}", "Expected: {allowed}."),
    "three-dice-total.plain": ("three dice never total {number} without a triple", "Expected: {allowed}."),
    "die-times": ("three dice never show a number {number} times", "Expected: {allowed}."),
    "three-dice-total": ("three dice never total {number}", "Expected: {allowed}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {
    "mixed-weights": "weights {given}: name totals from 3 to 18 (11=30) or three faces (6-6-6=2), not both",
}
"""Why dice cannot be so, by code."""
