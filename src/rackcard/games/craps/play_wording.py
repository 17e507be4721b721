"""How craps is dealt, in words."""

from typing import Any

from rackcard.games.craps.rules import CrapsRules
from rackcard.games.craps.wording import one_of
from rackcard.games.play_wording import Definition, PlayWording
from rackcard.games.primer import Primer
from rackcard.number import listed, spelled

CALLS = {2: "Two, aces", 3: "Three, craps", 7: "Seven", 11: "Eleven, yo", 12: "Twelve, boxcars"}
"""What the stickperson calls for totals with a name of their own."""


def called(first: int, second: int, point: int, next_point: int) -> str:
    """What the stickperson calls for a roll, by the point it came to and the point that is on after it; 0 for none.

    >>> called(5, 5, 5, 5), called(3, 4, 6, 0), called(2, 4, 0, 6)
    ('Ten, the hard way. The point is still 5.', 'Seven out.', 'Six. The point is 6.')
    """
    total = first + second
    if total == 7 and point:
        return "Seven out."
    hard = ", the hard way" if first == second and total not in CALLS else ""
    call = f"{CALLS.get(total, spelled(total).capitalize())}{hard}."
    if point == next_point:
        return f"{call} The point is still {point}." if point else call
    return f"{call} The point is {next_point}." if next_point else f"{call} The point is made."


def primer(played: CrapsRules) -> Primer:
    """How craps is played, ordinary or crapless."""
    crapless = not played.craps
    wins = f"Pass wins on {one_of(played.naturals)}"
    loses = "" if crapless else f" and loses on {one_of(played.craps)}; Don't Pass the other way round"
    return Primer(
        steps=(
            ("The come-out roll.", f"{wins}{loses}. Any other total becomes the point."),
            ("With a point on,", "Pass wins if the point is rolled before a 7. A 7 first is a seven-out: Pass loses"
             + (" and the dice pass to the next shooter." if crapless else ", Don't Pass wins, and the dice pass on.")),
            ("Come bets" if crapless else "Come and Don't Come",
             "are line bets of their own, made while a point is on. The next roll is their come-out."),
            ("Odds", "go behind a line or come bet once it has a point. They pay the true odds, with no house edge."),
            ("Everything else", "is decided by one roll, or by its number and the 7, as the pays say."),
        ),
        no_line_bet="no line bet needed",
    )  # fmt: skip


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
