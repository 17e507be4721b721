"""Phrases that a sic bo card may use, by kind: offered in error messages, completed by editors, read by the tests."""

from rackcard.games.phrases import Guide

EXAMPLES: dict[str, tuple[str, ...]] = {
    "event": (
        "the total is 9",
        "the total is 4 to 10 without a triple",
        "the total is 11 to 17 without a triple",
        "the total is odd without a triple",
        "the total is even without a triple",
        "5 shows once",
        "5 shows twice",
        "5 shows three times",
        "5 shows at least twice",
        "1 and 2 show",
        "triple 3",
        "any triple",
        "this double shows",
        "this number shows twice",
    ),
    "condition": ("any triple", "the total is 9", "5 shows at least twice", "1 and 2 show", "no triple 3"),
    "counts": ("any triple",),
    "ends": ("after 1 roll",),
    "works": ("always",),
    "marks": ("none", "from the first bet"),
    "opens": ("before any roll", "before any roll, while no wager of this card is up", "never"),
    "chance": ("three dice",),
    "places": ("each double", "each triple", "each combination", "each number"),
    "requires": ("nothing", "a wager on sic-bo: small or big"),
    "behind": ("small",),
    "turns_into": ("small-again",),
}

SYNONYMS = {
    "small": "the total is 4 to 10 without a triple",
    "big": "the total is 11 to 17 without a triple",
    "sum": "total",
    "a triple": "any triple",
    "triples": "any triple",
    "any three of a kind": "any triple",
    "three of a kind": "any triple",
    "odd": "the total is odd without a triple",
    "even": "the total is even without a triple",
    "3 dice": "three dice",
}
"""What people say, and what a card says."""

FRAMES = (
    "{} once",
    "the total is {} without a triple",
    "the total is {}",
    "{} without a triple",
    "{} show",
    "any {}",
    "the {}",
)
"""What may be missing around a phrase."""

REWRITES = ((r"\btotal (?=\d)", "total is "), (r"^(?:the )?total (?:is )?", "the total is "))
"""Patterns of what people write, each with what a card has for it."""

GUIDE = Guide(EXAMPLES, SYNONYMS, FRAMES, REWRITES)
