"""The words of craps: its phrases in plain sentences, and why an outcome is refused."""

from typing import Any

from lark import Token, Transformer, v_args

from rackcard.number import article, listed

REFUSALS = {
    "not-a-roll": "a roll is two dice from 1 to 6, as in [4, 3]",
}
"""Why an outcome is refused, by code."""

CARD_ERRORS = {
    "dice-total": ("two dice never total {number}", "Expected: {allowed}."),
    "not-a-point": ("{number} is never a point", "Expected: {allowed}."),
    "no-hard-way": ("{number} has no hard way", "Expected: {allowed}."),
}
"""What is wrong with a phrase of a card: cause and remedy, by code."""

CHANCE_ERRORS = {
    "unknown-pair": "two dice never show {first}-{second}; faces are 1 to 6",
    "unknown-total": "two dice never total {total}; totals are 2 to 12",
    "mixed-weights": "--weights {given}: name totals from 2 to 12 (7=7) or pairs of faces (6-6=2), not both",
}
"""Why dice cannot be so, by code."""


def _roll(numbers: list[str]) -> str:
    return listed([article(numbers[0]), *numbers[1:]], "or")


@v_args(inline=True)
class Sayings(Transformer[Token, Any]):
    """What follows "if" or "when" for every event and condition of craps; whole sentences for when to bet."""

    def rolled(self, numbers: list[str]) -> str:
        return f"{_roll(numbers)} is rolled"

    def hard(self, number: Token) -> str:
        return f"a hard {number} is rolled (both dice {int(number) // 2})"

    def on_come_out(self, numbers: list[str]) -> str:
        return f"{_roll(numbers)} is rolled on the come-out"

    def any_seven(self) -> str:
        return "a 7 is rolled"

    def seven_out(self) -> str:
        return "the shooter sevens out (a 7 with a point on)"

    def point_made(self, numbers: list[str]) -> str:
        return f"a point of {listed(numbers, 'or')} is made"

    def line_wins(self) -> str:
        return "the line wins (7 or 11 on the come-out, or the point made)"

    def line_loses(self) -> str:
        return "the line loses (2, 3 or 12 on the come-out, or a 7 with a point on)"

    def line_decided(self) -> str:
        return "the line is decided"

    def all_rolled(self, numbers: list[str]) -> str:
        return f"{listed(numbers)} have all been rolled" if len(numbers) > 1 else f"{_roll(numbers)} is rolled"

    def all_made(self, numbers: list[str]) -> str:
        return f"the points {listed(numbers)} have all been made" if len(numbers) > 1 else self.point_made(numbers)

    def different_numbers(self) -> str:
        return "how many different numbers are rolled, each counted once"

    def different_points(self) -> str:
        return "how many different points are made, each counted once"

    def points_made(self) -> str:
        return "how many points are made"

    def line_wins_counted(self) -> str:
        return "how many times the line wins (7 or 11 on the come-out, or the point made)"

    def works_with_point(self) -> str:
        return "It is off on come-out rolls: nothing counts for it and nothing loses."

    def before_come_out(self) -> str:
        return "before a come-out roll"

    def after_come_out(self) -> str:
        return "after the come-out, with a point on"

    def first_of_round(self) -> str:
        return "before the first roll of a round"
