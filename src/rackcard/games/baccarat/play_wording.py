"""How baccarat is dealt, in words."""

from typing import Any

from rackcard.games.baccarat.dealing import banker_draws
from rackcard.games.play_wording import Definition, PlayWording
from rackcard.number import listed

VALUES = tuple(range(10))


class BaccaratPlayWording(PlayWording):
    """Baccarat in rules of play and dealer procedures."""

    is_closed = "the first card of the hand is dealt"
    too_late = "the first card of the hand has been dealt"
    close_duty = "close the wagering before the first card of the hand is dealt"
    close_call = "No more bets."
    caller = "dealer"
    device = "The cards, the shoe, and their handling shall be those of the game of Baccarat."
    void = (
        "The dealer shall call a misdeal if a card is exposed in the shoe or dealt to the wrong hand and the proper "
        "order of the cards cannot be restored."
    )
    next_call = "The cards of the hand are placed in the discard rack, and a new hand is dealt."

    def definitions(self, game: Any) -> tuple[Definition, ...]:
        return (
            ("Hand", "the deal of one Player hand and one Banker hand."),
            (
                "Total",
                "the last digit of the sum of the cards of a Player hand or Banker hand. An ace counts 1, the cards "
                "from 2 through 9 count their number, and tens, jacks, queens, and kings count 0.",
            ),
            ("Natural", "a total of 8 or 9 with the first two cards."),
            ("Tie", "a hand on which the Player hand and the Banker hand have equal totals."),
        )

    def dealing(self) -> tuple[str, ...]:
        return (
            "Four cards are dealt face up: the first and third to the Player hand, the second and fourth to the Banker "
            "hand.",
            "If either hand has a natural, no further card is dealt.",
            "Otherwise the Player hand draws a third card on a total from 0 through 5 and stands on 6 or 7.",
            "The Banker hand then draws or stands as follows. The hand with the higher total wins.",
        )

    def drawing(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
        """By the Banker's total, the third cards of the Player against which the Banker draws."""
        rows = []
        for total in range(8):
            against = [third for third in VALUES if banker_draws(0, total, third)]
            stood = "draws" if banker_draws(6, total, None) else "stands"
            rows.append((str(total), _against(against), stood))
        heads = ("Banker total", "Draws when the Player\u2019s third card counts", "When the Player stood")
        return heads, tuple(rows)


def _against(values: list[int]) -> str:
    """The values of third cards that the Banker draws against."""
    if len(values) == len(VALUES):
        return "any"
    left = [value for value in VALUES if value not in values]
    if not values:
        return "stands"
    return f"any but {listed(left)}" if len(left) == 1 else listed(values)
