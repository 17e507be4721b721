"""How craps is dealt, in words."""

from typing import Any

from rackcard.games.play_wording import Definition, PlayWording
from rackcard.number import listed

SPOKEN = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
"""Totals as they are called."""


class CrapsPlayWording(PlayWording):
    """Craps in rules of play and dealer procedures."""

    value = "Total"
    is_closed = "the dice are offered to the shooter"
    too_late = "the shooter has thrown the dice"
    close_duty = "check all wagers before the dice are offered to the shooter"
    close_call = "No more bets. Dice are out."
    caller = "stickperson"
    device = "The dice and their handling shall be those of the game of Craps."
    void = (
        "The boxperson or stickperson may call no roll if a die leaves the table, comes to rest on the rail or on "
        "another die, or does not lie flat, or if the shooter does not throw both dice together."
    )
    next_call = "The dice are returned to the shooter and thrown again."

    def definitions(self, game: Any) -> tuple[Definition, ...]:
        points = listed(game.phase_numbers.values(), "or")
        return (
            ("Total", "the sum of the numbers that the two dice show."),
            (
                "Come-out roll",
                "the first roll of a shooter\u2019s hand, and each roll that follows a decision of the Pass line.",
            ),
            ("Point", f"a total of {points} on a come-out roll, until that total or a 7 is rolled."),
            ("Seven-out", "a total of 7 while a point is established. It ends the shooter\u2019s hand."),
        )

    def number(self, outcome: Any) -> str:
        return str(sum(outcome))

    def spoken(self, outcome: Any) -> str:
        return SPOKEN[sum(outcome) - 2]
