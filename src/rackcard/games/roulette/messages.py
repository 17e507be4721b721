"""What is wrong with an outcome, a phrase or weights of roulette, by code."""

REFUSALS = {
    "not-a-spin": 'a spin is a pocket: "0", "00", "000" or "1" to "36"',
    "missing": "the wheel of {card} has no pocket {pocket}",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "whose-not": (
        'it is not clear how much of the phrase "not" takes',
        "Give a part of it a name under events, and use the name.",
    ),
    "span-out-of-range": ("a span of numbers cannot include {number}", "Expected: {allowed}."),
    "empty-span": ("there is no number from {low} to {high}", "Write the lower number first."),
    "no-such-dozen": ("there is no dozen {number}", "Expected: {allowed}."),
    "pocket-not-on-wheel": (
        "the wheel of this card has no {pocket}",
        'Remove it, write "green" for every zero of the wheel, or change "chance:".',
    ),
    "neighbors-out-of-range": ("within {number} on the wheel is out of range", "Expected: {allowed}."),
    "no-wheel-order": (
        "a triple-zero wheel has no standard order of its numbers",
        "Name the numbers themselves, or play on a single-zero or double-zero wheel.",
    ),
    "no-such-column": ("there is no column {number}", "Expected: {allowed}."),
    "neighbors-of-several": ("this place covers several numbers", 'Write "places: each number on a … wheel".'),
    "no-such-pocket": ("no pocket has the number {number}", "Expected: {allowed}."),
    "zero-in-any-order": (
        '"in any order" takes the numbers 1 to 36, not 0',
        'Leave out the 0, or write "spins {spins} are among {pockets}".',
    ),
    "spin-out-of-range": ("spin {number} is out of range", "Expected: {allowed}."),
    "spins-out-of-order": ("the spins are out of order", 'Write them in rising order, as in "spins 1 2 3".'),
    "spins-and-numbers": ("{spins} spins cannot be {numbers} numbers", "Name one number for each spin."),
    "two-spins-apart": ("only two spins can be apart", 'Name two spins, as in "spins 1 2 are 1 apart".'),
    "gap-out-of-range": ("{number} apart is out of range", "Expected: {allowed}."),
    "unknown-wheel": ("there is no {wheel} wheel", "Expected one of: {known:list}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {"unknown-pocket": "no wheel has a pocket {pocket}; pockets are 0, 00, 000 and 1 to 36"}
"""Why a wheel cannot be so, by code."""
