"""The words of sic bo: its phrases in plain sentences, and why an outcome is refused."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.number import article

REFUSALS = {
    "not-a-roll": "a roll is three dice from 1 to 6, as in [2, 4, 5]",
}
"""Why an outcome is refused, by code."""


_DICE = {"once": "one of the dice", "twice": "two of the dice", "three times": "all three dice"}
_PLACES = {
    "double": "at least two of the dice show its number",
    "triple": "all three dice show its number",
    "combination": "the dice show both of its numbers",
}


@v_args(inline=True)
class SicBoSayings(Transformer[Token, Any]):
    """What follows "if" or "when" for every event of sic bo."""

    def total(self, number: Token) -> str:
        return f"the three dice total {number}"

    def total_between(self, low: Token, high: Token) -> str:
        return f"the three dice total {low} to {high} and are not all alike"

    def parity(self, kind: Token) -> str:
        return f"the total of the three dice is {kind} and they are not all alike"

    def shows(self, face: Token, times: Token) -> str:
        return f"{article(str(face))} is on {_DICE[str(times)]}"

    def double(self, face: Token) -> str:
        return f"at least two of the dice show {article(str(face))}"

    def combination(self, first: Token, second: Token) -> str:
        return f"the dice show both {article(str(first))} and {article(str(second))}"

    def triple(self, face: Token) -> str:
        return f"all three dice show {article(str(face))}"

    def any_triple(self) -> str:
        return "all three dice are alike"

    def this_place(self, kind: Token) -> str:
        return _PLACES[str(kind)]

    def this_number(self, times: Token) -> str:
        return f"its number is on {_DICE[str(times)]}"

    def each_place(self, kind: Token) -> str:
        return f"It may stand on any {kind}."

    def each_number(self) -> str:
        return "It may stand on any number from 1 to 6."
