"""How sic bo is dealt, in words."""

from typing import Any

from rackcard.games.play_wording import Definition, PlayWording


class SicBoPlayWording(PlayWording):
    """Sic bo in rules of play and dealer procedures."""

    value = "Total"
    is_closed = "the dealer calls no more bets"
    too_late = "the dealer has called no more bets"
    close_duty = "shake the dice under the cover and close the wagering before the cover is lifted"
    close_call = "No more bets."
    caller = "dealer"
    device = "The dice, the shaker, and their handling shall be those of the game of Sic Bo."
    void = (
        "The dealer shall call no roll if a die does not lie flat, if one die rests on another, or if the shaker was "
        "opened before the wagering was closed."
    )
    next_call = "The dice are shaken again."

    def definitions(self, game: Any) -> tuple[Definition, ...]:
        return (
            ("Total", "the sum of the numbers that the three dice show."),
            ("Triple", "a roll on which all three dice show the same number."),
            ("Double", "a roll on which at least two dice show the same number."),
        )

    def number(self, outcome: Any) -> str:
        return str(sum(outcome))
