"""What this edition of the card language does not have, recognized by how people write it."""

import re

from rackcard.games.game import Game

COMMON = (
    (r"\brandom\b|\bmultiplier|\blightning\b|\bmegaball\b", "random-multiplier"),
    (r"(?:\bx ?\d+|\b\d+ ?x)[ ,]*(?:to|or|-|–|up to|and)[ ,]*(?:x ?\d+|\d+ ?x)\b", "random-multiplier"),
    (r"\b\d+ ?x? ?[-–] ?\d+ ?x\b|\bup to (?:x ?\d+|\d+ ?x)\b", "random-multiplier"),
)
"""Patterns of every game, and the code of what they ask for; a game adds its own."""

FIELDS = {
    "multiplier": "random-multiplier",
    "multipliers": "random-multiplier",
    "random": "random-multiplier",
    "drawing": "other-drawing-rules",
    "drawing rules": "other-drawing-rules",
    "draws": "other-drawing-rules",
    "third card": "other-drawing-rules",
    "pockets": "other-wheel",
    "segments": "other-wheel",
    "wheel": "other-wheel",
}
"""Fields that cards of this edition do not have, and the code of what they ask for."""


def not_in_edition(game: Game, kind: str, text: str) -> str:
    """The code of what a phrase asks for that this edition does not have; empty where it asks for no such thing."""
    shown = text[:200].lower()
    if kind == "stake":
        return ""  # 3x there is a multiple of another bet
    patterns = (*game.phrases.guide.not_in_edition, *COMMON)
    return next((code for pattern, code in patterns if re.search(pattern, shown)), "")
