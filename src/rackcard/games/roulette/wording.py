"""The words of roulette: its phrases in plain sentences, and why an outcome is refused."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.number import listed

REFUSALS = {
    "not-a-spin": 'a spin is a pocket: "0", "00", "000" or "1" to "36"',
    "missing": "the wheel of {card} has no pocket {pocket}",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "span-out-of-range": ("a span of numbers cannot include {number}", "Expected: {allowed}."),
    "empty-span": ("there is no number from {low} to {high}", "Write the lower number first."),
    "no-such-column": ("there is no column {number}", "Expected: {allowed}."),
    "no-such-pocket": ("no pocket has the number {number}", "Expected: {allowed}."),
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

SPELLINGS = {"GROUP": "red, black, odd or even", "PLACE": "a place of the layout"}
"""How the terminals of the grammar are called in error messages."""


@v_args(inline=True)
class Sayings(Transformer[Token, Any]):
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
