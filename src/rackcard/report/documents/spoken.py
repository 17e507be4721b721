"""A card's phrases said in plain sentences: one way of saying each alternative of the grammar, for every card alike."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from lark import Token, Transformer, v_args

from rackcard.card.phrases import phrase_tree
from rackcard.games.game import Game
from rackcard.number import NUMERALS, listed

__all__ = ["listed", "sentence", "spoken", "with_names"]


@v_args(inline=True)
class _Spoken(Transformer[Token, Any]):
    """What follows "if" or "when" for conditions of all games; whole sentences for when to bet."""

    def or_numbers(self, *tokens: Token) -> list[str]:
        return [str(token) for token in tokens]

    numbers = or_names = names = or_numbers

    # ---- what must have happened
    def happened(self, clause: str, times: Token | None = None) -> str:
        if times is None or times == "1":
            return clause
        several = " in all" if " or " in clause else ""
        return f"{clause} {NUMERALS.get(int(times), times)} times{several}"

    def any_wager(self, names: list[str]) -> str:
        return f"any one of these wins: {', '.join(f'<{name}>' for name in names)}"

    def no_rule(self) -> str:
        return ""

    # ---- when it ends, when it counts, when it may be bet
    def ends_on(self, clause: str) -> str:
        return clause

    def ends_after(self, count: Token, unit: Token) -> str:
        one = unit.removesuffix("s")
        return f"one {one}" if count == "1" else f"{NUMERALS[int(count)]} {one}s"

    def works_always(self) -> str:
        return ""

    def opens_window(self, window: str, guard: str = "") -> str:
        return f"Bet {window}{guard}."

    def any_outcome(self, unit: Token) -> str:
        return f"before any {unit.removesuffix('s')}"

    def while_unmarked(self) -> str:
        return ", as long as nothing is marked for that wager"

    def while_none_up(self) -> str:
        return ", as long as none of these wagers is still up from earlier"

    def requires_nothing(self) -> str:
        return ""

    def requires_wager(self, card: Token, wagers: list[str]) -> str:
        return f"You must also have a wager up on {listed([f'<{name}>' for name in wagers], 'or')} ({card})."


@cache
def _say(game: Game) -> Callable[[Any], Any]:
    """What says the phrases of one game: its own sayings, and those of all games."""
    sayings: Transformer[Token, Any] = type("_Sayings", (game.phrases.sayings, _Spoken), {})()
    return sayings.transform


KINDS = {"wins": "condition", "when": "condition"}
"""The grammar's name for the phrase of a field, where it is not the field's own."""


@cache
def spoken(game: Game, field: str, phrase: str) -> str:
    """A phrase of a card in plain words, or nothing where there is nothing to say.

    >>> from rackcard.card import load
    >>> game = load("craps").game
    >>> spoken(game, "wins", "2 rolled 2 times"), spoken(game, "ends", "any seven")
    ('a 2 is rolled two times', 'a 7 is rolled')
    >>> spoken(game, "opens", "before any roll, while the wager has no marks")
    'Bet before any roll, as long as nothing is marked for that wager.'
    """
    return str(_say(game)(phrase_tree(game, KINDS.get(field, field), phrase))) if phrase else ""


def with_names(clause: str, names: Mapping[str, str]) -> str:
    """A clause with the wagers it cites by the names they bear on the layout."""
    for wager, name in names.items():
        clause = clause.replace(f"<{wager}>", name)
    return clause


def sentence(clause: str) -> str:
    """A clause as a sentence of its own.

    >>> sentence("a 7 is rolled")
    'A 7 is rolled.'
    """
    return clause[:1].upper() + clause[1:] + ("" if clause.endswith(".") else ".")
