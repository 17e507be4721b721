"""The words of chance that all games share: why weights cannot be so."""

CHANCE_ERRORS = {
    "negative-weight": "a weight is negative; weights are 0 or more",
    "no-weight": "every weight is 0; at least one must be greater",
    "never-decided": "with these weights a wager might never be decided; give an outcome that ends it a weight",
    "weights-too-fine": "these weights are too fine to simulate; use rounder weights",
    "too-many-bits": "these weights need more than {limit} random bits for each outcome; use rounder weights",
    "cut-card": "a cut card with {cut} cards behind it does not fit a shoe of {size}; expected {least} to {most}",
    "too-few-to-burn": "the shoe has too few cards to burn one and deal a hand",
    "too-many-cards": "a shoe is dealt with at most {limit:,} cards",
}
"""Why weights cannot be so, by code."""
