"""How roulette is dealt, in words."""

from typing import Any

from rackcard.games.play_wording import Definition, PlayWording


class RoulettePlayWording(PlayWording):
    """Roulette in rules of play and dealer procedures."""

    value = "Number"
    is_closed = "the dealer waves and calls no more bets"
    too_late = "the dealer has called no more bets"
    close_duty = "wave a hand over the layout while the ball is still on the rim"
    close_call = "No more bets."
    caller = "dealer"
    device = "The wheel, the ball, and their handling shall be those of the game of Roulette."
    void = (
        "The dealer shall call no spin if the ball leaves the wheel, does not complete three turns, or is touched or "
        "hindered, or if a foreign object falls into the wheel."
    )
    next_call = "The ball is spun again."

    def definitions(self, game: Any) -> tuple[Definition, ...]:
        return (
            ("Number", "the number of the compartment in which the ball comes to rest."),
            ("Zero", "any of 0, 00, and 000 that the wheel has. A zero is neither red nor black, odd nor even."),
        )

    def number(self, outcome: Any) -> str:
        return str(outcome)
