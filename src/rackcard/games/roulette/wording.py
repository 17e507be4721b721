"""The words of roulette: its phrases in plain sentences, and why an outcome is refused."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.number import listed

REFUSALS = {
    "not-a-spin": 'a spin is a pocket: "0", "00", "000" or "1" to "36"',
    "missing": "the wheel of {card} has no pocket {pocket}",
}
"""Why an outcome is refused, by code."""


@v_args(inline=True)
class RouletteSayings(Transformer[Token, Any]):
    """What follows "if" or "when" for every event and condition of roulette; whole sentences for when to bet."""

    def this_place(self) -> str:
        return "the ball lands on a number that it covers"

    def group(self, name: Token) -> str:
        return f"the number is {name}"

    def span(self, low: Token, high: Token) -> str:
        return f"the number is from {low} to {high}"

    def column(self, number: Token) -> str:
        return f"the number is in column {number}"

    def spins_these(self, spins: list[str], numbers: list[str]) -> str:
        return f"spins {listed(spins)} are {listed(numbers)}, in any order"

    def spins_among(self, spins: list[str], numbers: list[str]) -> str:
        return f"spins {listed(spins)} are each {listed(numbers, 'or')}"

    def spins_row(self, spins: list[str], order: str, ring: str) -> str:
        return f"spins {listed(spins)} are numbers in a row, {order}{ring}"

    def spins_apart(self, spins: list[str], gap: Token, ring: str) -> str:
        return f"spins {listed(spins)} lie {gap} apart{ring}"

    def any_order(self) -> str:
        return "in any order"

    def in_order(self) -> str:
        return "in order, rising or falling"

    def no_ring(self) -> str:
        return ""

    def with_ring(self) -> str:
        return " (36 lies beside 1)"

    def each_place(self, place: Token, wheel: Token) -> str:
        return f"It may stand on any {place} of the {wheel} layout."
