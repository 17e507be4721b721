"""Phrases that a baccarat card may use, by kind: offered in error messages, completed by editors, read by the tests."""

from re import Match

from rackcard.games.baccarat.playing_cards import RANK_WORDS, RANKS
from rackcard.games.phrases import Guide, Rewrite

EXAMPLES: dict[str, tuple[str, ...]] = {
    "event": (
        "player wins",
        "banker wins",
        "tie",
        "banker wins with 6",
        "banker wins with 7 in 3 cards",
        "player wins with 8 in 2 cards",
        "9 in 2 cards beats 7",
        "one hand has 9 in 3 cards",
        "both hands have 7 in 2 cards",
        "a hand wins by 4 points",
        "player has a pair",
        "banker has a pair",
        "one hand has a pair",
        "both hands have a pair",
        "both hands have the same pair",
        "tie with 6",
        "player does not win",
        "a hand wins by 4 to 9 points",
        "player wins with a natural",
        "player has a natural",
        "player starts with a suited pair",
        "player starts with two suited cards",
        "player starts with K and Q suited",
        "player starts with 3",
        "player draws 8",
        "one hand has three of a kind",
        "every card is red",
        "every player card is a heart",
        "5 cards are dealt",
        "the totals make 10 or more",
        "player wins with a natural",
        "banker wins with 8 or 9",
        "banker wins by 4 to 9 points",
        "player does not win",
        "tie with 6",
        "not tie",
        "banker has 3 cards",
        "either hand has a natural",
        "8 or 9 beats 6 or 7",
        "either hand starts with a pair",
        "either hand starts with a suited pair",
        "both hands start with the same pair",
        "player starts with two suited cards",
        "player starts with K and Q suited",
        "player starts with K and Q",
        "player starts with 9 and 9 suited",
        "player starts with 3",
        "player draws 8 or K",
        "banker draws J to K",
        "player draws A to 4",
        "banker draws 9 to K",
        "banker does not draw 8",
        "either hand has three of a kind",
        "every card is red",
        "every card is a heart",
        "every player card is black",
        "5 cards are dealt",
        "the totals make 10 or more",
        "4 nines in the first 4 cards",
        "a 9 in the first 4 cards",
        "an ace dealt",
        "2 kings of hearts dealt",
        "3 suited nines in the first 4 cards",
        "a 9 of diamonds in the first 4 cards",
    ),
    "condition": (
        "player wins",
        "banker wins with 7 in 3 cards",
        "tie",
        "no tie",
        "no hand wins",
        "no 9 dealt",
        "4 nines in the first 4 cards",
        "a 9 in the first 4 cards",
        "player has a pair",
    ),
    "counts": (
        "nines in the first 4 cards",
        "nines dealt",
        "nines of hearts dealt",
        "suited nines in the first 4 cards",
        "player wins",
        "tie",
    ),
    "ends": ("after 1 hand",),
    "works": ("always",),
    "marks": ("none", "from the first bet"),
    "opens": ("before any hand", "before any hand, while no wager of this card is up", "never"),
    "chance": ("a shoe of 8 decks", "a shoe of 6 decks"),
    "requires": ("nothing", "a wager on baccarat: player or banker"),
    "behind": ("player",),
    "turns_into": ("player-again",),
}

SYNONYMS = {
    "the player": "player",
    "the banker": "banker",
    "bank": "banker",
    "punto": "player",
    "banco": "banker",
    "player pair": "player has a pair",
    "banker pair": "banker has a pair",
    "either pair": "either hand starts with a pair",
    "perfect pair": "either hand starts with a suited pair",
    "any hand": "either hand",
    "each hand": "both hands",
    "trips": "three of a kind",
    "all cards are": "every card is",
    "with a pair": "starts with a pair",
    "natural win": "wins with a natural",
    "a tie": "tie",
    "ties": "tie",
    "draw": "tie",
    "with a total of": "with",
    "with three cards": "in 3 cards",
    "with two cards": "in 2 cards",
    "with 3 cards": "in 3 cards",
    "with 2 cards": "in 2 cards",
    "neither hand": "no hand",
    "neither": "no hand",
}
"""What people say, and what a card says."""

FRAMES = ("a {}", "{} wins", "a shoe of {}")
"""What may be missing around a phrase."""

_SIGNS = dict(zip(RANK_WORDS, RANKS, strict=True))
_WORDS = "|".join(RANK_WORDS)


def _two(match: Match[str]) -> str:
    """Two cards of one rank, by its word."""
    return f"{_SIGNS[match[1]]} and {_SIGNS[match[1]]}"


def _sign(match: Match[str]) -> str:
    """A rank by its sign."""
    return _SIGNS.get(match[1], match[1].upper())


REWRITES: tuple[Rewrite, ...] = (
    (r"\b(?:an? )?(?:three|3)[- ]card (\d)\b", r"\1 in 3 cards"),
    (r"\b(?:an? )?(?:two|2)[- ]card (\d)\b", r"\1 in 2 cards"),
    (r"^an? (\d+)-deck shoe$|^(\d+)[ -]decks?(?: shoe)?$", r"a shoe of \1\2 decks"),
    (rf"\b(?:an? )?({_WORDS}|[jqk]|a(?= (?:and|or|to) |$))\b(?! dealt| of | in )", _sign),
    (rf"\b(?:two|2|a pair of) ({_WORDS})(?:e?s)?$", _two),
    (r"\b(player|banker|hand) does not draws?(?: (?:a|any|a third) card)?$", r"\1 has 2 cards"),
    (r"\b(player|banker|hand) draws(?: (?:a|a third|any) card)?$", r"\1 has 3 cards"),
    (r"\bis (?:all )?(spade|heart|diamond|club)s?$", r"is a \1"),
    (rf"^(?:any |some )?({_WORDS})(?:e?s)? (?=dealt|in the|of )", lambda match: f"a {_SIGNS[match[1]]} "),
    (r"^the total is (?=\d)", "the totals make "),
    (r"^not (player|banker) wins?\b", r"\1 does not win"),
    (r"^not (player|banker) has\b", r"\1 does not have"),
    (r"^both hands draw(?: (?:a|a third) card)?$", "both hands have 3 cards"),
    (r"\b(player|banker) wins with a pair\b", r"\1 wins and \1 has a pair"),
    (r"\b(player|banker) (?:has|wins with) (\w+) and (\w+)( suited)?$", r"\1 starts with \2 and \3\4"),
    (r"\b(player|banker) loses$", lambda match: f"{'banker' if match[1] == 'player' else 'player'} wins"),
)
"""Patterns of what people write, each with what a card has for it."""

NOT_IN_EDITION = (
    (
        r"\b(?:stands?|hits?|draws?|drawing) (?:on|to|rules?|a third card (?:on|with)|below|under)\b",
        "other-drawing-rules",
    ),
    (r"\b(?:consecutive|successive|straight) (?:hands|wins|ties)\b|\bhands? in a row\b", "several-outcomes"),
    (r"\bnext \d+ hands\b|\b(?:in|within|over) \d+ hands\b|\bthe shoe\b", "several-outcomes"),
)
"""Patterns of what this edition of the language does not have, each with the code of its error."""

GUIDE = Guide(EXAMPLES, SYNONYMS, FRAMES, REWRITES, NOT_IN_EDITION)
