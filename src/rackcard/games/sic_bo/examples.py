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
        "5 shows",
        "5 does not show",
        "the total is not odd",
        "1 and 2 show",
        "triple 3",
        "any triple",
        "this double shows",
        "this triple shows",
        "this combination shows",
        "this number shows once",
        "this number shows at least twice",
    ),
    "condition": ("any triple", "the total is 9", "5 shows at least twice", "1 and 2 show", "no triple"),
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

REWRITES = (
    (r"^every ", "each "),
    (r"^the number is ([1-6])$", r"\1 shows"),
    (r"^(\d+) rolled$", r"the total is \1"),
    (r"\btotal (?=\d)", "total is "),
    (r"^(?:the )?total (?:is )?", "the total is "),
    (r"\b([1-6]) or ([1-6]) (shows .+)$", r"\1 \3 or \2 \3"),
    (r"\b([1-6]) shows (\w+(?: times)?) or (\w+(?: times)?)$", r"\1 shows \2 or \1 shows \3"),
    (r"\btriple ([1-6]) or ([1-6])\b", r"triple \1 or triple \2"),
    (r"\bdouble ([1-6])\b", r"\1 shows at least twice"),
    (r"^not (?:an?|any) triple", "no triple"),
)
"""Patterns of what people write, each with what a card has for it."""

GUIDE = Guide(EXAMPLES, SYNONYMS, FRAMES, REWRITES)
