"""Phrases that a card of every game may use, by kind; those of one game are in its folder."""

from functools import cache

from rackcard.games.game import Game

COMMON: dict[str, tuple[str, ...]] = {
    "pay": ("7 to 1", "30 for 1", "0.95 to 1", "7 to 6", "push", "loses", "loses half", "not posted"),
    "cell": ("7", "0", "-1"),
    "cells": ("to 1", "for 1"),
    "commission": (
        "5 % of the win",
        "5 % of the stake, on a win",
        "5 % of the stake, when bet",
        "5 % of the win, when bet",
        "5 % of the win, on a win, rounded down to the chip",
    ),
    "condition": ("any of six, eight", "any 2 of fours, fives, sixes", "all of low, high", "no rule given"),
    "counts": ("how many of fours, fives, sixes",),
    "rung": ("4", "3 to 4", "10 or more"),
    "takes": ("the first in the list", "the first to happen"),
    "line": ("the table's",),
    "settles": ("as soon as decided", "at the end"),
    "requires": ("nothing",),
    "stake": ("up to 2 times", "to win up to 3 times"),
    "offers": ("none", "surrender", "cash out", "take back", "cash out, take back"),
    "cash_out": ("at any pay",),
    "take_back": ("after the first {unit}, below the first pay", "after any {unit}, below the first pay"),
    "take_down": ("before the first {unit}", "at any time"),
    "envy": ("2 to 1", "2x of the wager", "not posted"),
    "envy_on": ("wins", "wins and surrenders"),
    "answer": ("yes", "no"),
    "guarded": ("ends is early", "ends is early and pays is high"),
}


@cache
def example_phrases(game: Game, kind: str) -> tuple[str, ...]:
    """Phrases of a kind that a card of a game may use, the game's own first."""
    common = (phrase.format(unit=game.unit) for phrase in COMMON.get(kind, ()))
    own = game.phrases.guide.examples.get(kind, ())
    events = game.phrases.guide.examples["event"] if kind in ("condition", "counts", "ends") else ()
    return tuple(dict.fromkeys((*own, *common, *events)))
