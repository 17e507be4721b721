"""The words of chance that all games share: why weights cannot be so."""

CHANCE_ERRORS = {
    "negative-weight": "a weight is negative; weights are 0 or more",
    "no-weight": "every weight is 0; at least one must be more",
    "never-decided": "with these weights a wager might never be decided; give an outcome that ends it a weight",
}
"""Why weights cannot be so, by code."""
