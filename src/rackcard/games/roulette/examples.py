"""Phrases that a roulette card may use, by kind: offered in error messages, completed by editors, read by the tests."""

from rackcard.games.phrases import Guide

EXAMPLES: dict[str, tuple[str, ...]] = {
    "event": (
        "the number is 17",
        "the number is red",
        "the number is 17 or 20",
        "the number is 0 or 00",
        "the number is 1 to 18",
        "the number is 19 or more",
        "the number is red and odd",
        "the number is 1 to 18 but not 7",
        "the number is not black",
        "the number is even",
        "the number is green",
        "the number is in column 2",
        "the number is in dozen 3",
        "the number is within 2 of 17 on the wheel",
        "the ball lands on this place",
    ),
    "condition": (
        "the number is red",
        "the number is 17 2 times",
        "the number is red 3 times in a row",
        "the number is 8 exactly 2 times",
        "no red",
        "the number is red then the number is black",
        "the number is 17 then at once the number is 17",
        "the ball lands on this place",
        "the ball lands on this place 2 times",
        "spins 1 2 3 are 8 18 28 in any order",
        "spins 1 2 are among 7 17 27",
        "spins 1 2 are the same",
        "spins 1 2 3 are consecutive numbers in any order",
        "spins 1 2 3 are consecutive numbers in order with 36 beside 1",
        "spins 1 2 are 1 apart",
        "spins 1 2 are 1 apart with 36 beside 1",
        "the number is red 3 times, or the number is black 3 times",
    ),
    "counts": ("spins", "the number is red", "the number is 17", "the ball lands on this place"),
    "ends": ("after 1 spin", "after 3 spins", "the number is green", "after 5 spins, or the number is green"),
    "works": ("always",),
    "marks": ("none", "from the first bet"),
    "opens": (
        "before any spin",
        "before any spin, while the wager has no marks",
        "before any spin, while no wager of this card is up",
        "never",
    ),
    "chance": ("a single-zero wheel", "a double-zero wheel", "a triple-zero wheel"),
    "places": (
        "each number on a double-zero wheel",
        "each number on a single-zero wheel",
        "each number on a triple-zero wheel",
        "each split on a double-zero wheel",
        "each street on a double-zero wheel",
        "each trio on a single-zero wheel",
        "each corner on a double-zero wheel",
        "each first four on a single-zero wheel",
        "each top line on a double-zero wheel",
        "each six line on a double-zero wheel",
    ),
    "requires": ("nothing", "a wager on roulette: red or black"),
    "behind": ("red",),
    "turns_into": ("red-in-prison",),
}

SYNONYMS = {
    "double zero wheel": "double-zero wheel",
    "single zero wheel": "single-zero wheel",
    "double zero": "00",
    "single zero": "a single-zero wheel",
    "double-zero": "a double-zero wheel",
    "one spin": "after 1 spin",
    "next spin": "after 1 spin",
    "the ball lands on": "the number is",
    "triple zero": "000",
    "zero": "0",
    "lands on": "is",
    "comes up": "is",
    "low": "1 to 18",
    "high": "19 to 36",
    "manque": "1 to 18",
    "passe": "19 to 36",
    "rouge": "red",
    "noir": "black",
    "pair": "even",
    "impair": "odd",
    "first dozen": "in dozen 1",
    "second dozen": "in dozen 2",
    "third dozen": "in dozen 3",
    "first column": "in column 1",
    "second column": "in column 2",
    "third column": "in column 3",
    "a european wheel": "a single-zero wheel",
    "european wheel": "a single-zero wheel",
    "a french wheel": "a single-zero wheel",
    "an american wheel": "a double-zero wheel",
    "american wheel": "a double-zero wheel",
    "straight up": "number",
    "straight": "number",
    "square": "corner",
    "basket": "first four",
    "line bet": "six line",
    "double street": "six line",
}
"""What people say, and what a card says."""

FRAMES = (
    "after {}",
    "the number is in {}",
    "the number is {} on the wheel",
    "the number is {}",
    "the {}",
    "a {}",
    "each {} on a double-zero wheel",
)
"""What may be missing around a phrase."""

REWRITES = (
    (r"^every ", "each "),
    (r"(?<!is )(?<!or )(?<!and )(?<!not )(?<!no )\b(red|black|odd|even|green)\b", r"the number is \1"),
    (r"(?<=\d),? and (?=\d+ are)", " "),
    (r"\b(\d+) (?=\d+\b)", r"\1 or "),
    (r"^(\d+) (?:rolled|shows)$|^the total is (\d+)$", r"the number is \1\2"),
    (r"\b(once|twice|times),? (or|and) (?=(?:red|black|odd|even|green|in|\d+)\b)", r"\1, \2 the number is "),
    (r"\bneighbou?rs of (\d+)\b", r"the number is within 2 of \1 on the wheel"),
)
"""Patterns of what people write, each with what a card has for it."""

NOT_IN_EDITION = (
    (r"\bwheel (?:of|with) \d+|\bbig[- ]six\b|\b(?:no|quadruple)[- ]zero\b", "other-wheel"),
    (r"\b\d+[- ](?:pocket|number|segment|slot)s?\b", "other-wheel"),
)
"""Patterns of what this edition of the language does not have, each with the code of its error."""

GUIDE = Guide(EXAMPLES, SYNONYMS, FRAMES, REWRITES, NOT_IN_EDITION)
