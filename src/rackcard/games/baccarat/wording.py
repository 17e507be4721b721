"""How the events of baccarat are said: on the felt, on a rack card, and in rules of play."""

from collections.abc import Sequence

from rackcard.games.baccarat.rules import RANKS, Hand, Holding
from rackcard.games.event_wording import EventWording
from rackcard.games.meaning import Meaning
from rackcard.number import article, listed, plural, repeated, spelled

PAIRS = {
    "player has a pair": ("a pair in the Player hand", "the first two cards of the Player hand are a pair"),
    "banker has a pair": ("a pair in the Banker hand", "the first two cards of the Banker hand are a pair"),
    "one hand has a pair": ("a pair in one hand", "the first two cards of exactly one hand are a pair"),
    "both hands have a pair": ("a pair in each hand", "the first two cards of each hand are a pair"),
    "both hands have the same pair": (
        "the same pair in each hand",
        "the first two cards of each hand are the same pair",
    ),
}
"""Each event on pairs: on the felt, and as a clause."""


HELD_PAIRS = {
    "none": "",
    "player": ", the player has a pair",
    "banker": ", the banker has a pair",
    "both": ", both have a pair",
    "same": ", both have the same pair",
}


def hand_label(hand: Hand) -> str:
    """A class of hands by its totals, cards and pairs.

    >>> hand_label(Hand(7, 2, 9, 3, "both"))
    'player 7 in 2, banker 9 in 3, both have a pair'
    """
    totals = f"player {hand.player} in {hand.player_cards}, banker {hand.banker} in {hand.banker_cards}"
    return f"{totals}{HELD_PAIRS[hand.pairs]}"


def _held(holding: Holding) -> str:
    """A holding as players call it.

    >>> _held(Holding(7, 3)), _held(Holding(8))
    ('a three-card 7', 'an 8')
    """
    return article(holding.total) if holding.cards is None else f"a {spelled(holding.cards)}-card {holding.total}"


def _total(holding: Holding) -> str:
    """A holding as rules of play write it."""
    cards = "" if holding.cards is None else f" comprised of {spelled(holding.cards)} cards"
    return f"a total of {spelled(holding.total)}{cards}"


def asked_next(unknown: list[str], side: str | None, cards: int) -> str:
    """What the dealer's pad asks for: the next card of a side that has some, or that all cards are dealt."""
    if unknown:
        return f"{unknown[0]} is not a card; expected one of: {' '.join(RANKS)}"
    if side is None:
        return "all cards are in"
    return f"next, the {side}'s {('first', 'second', 'third')[cards]} card"


class BaccaratWording(EventWording):
    """The events of baccarat in words."""

    def short(self, meaning: Meaning, times: int = 1) -> str:
        """An event on the felt."""
        match meaning:
            case Meaning("side-wins", (side, None)):
                told = f"{side.capitalize()} wins"
            case Meaning("side-wins", (side, holding)):
                told = f"{side.capitalize()} wins with {_held(holding)}"
            case Meaning("tie"):
                told = "tie"
            case Meaning("beats", (winner, loser)):
                told = f"{_held(winner)} beats {_held(loser)}"
            case Meaning("hands-have", (count, holding)):
                told = f"{'both hands have' if count == 2 else 'one hand has'} {_held(holding)}"
            case Meaning("won-by", (points,)):
                told = f"a win by {points}"
            case _:
                told = PAIRS[meaning.values[0]][0]
        return f"{told}{repeated(times)}"

    def rack(self, meaning: Meaning, times: int = 1) -> str:
        """An event on a rack card.

        >>> BaccaratWording().rack(Meaning("side-wins", ("banker", Holding(7, 3))))
        'The Banker wins with a three-card 7'
        """
        match meaning:
            case Meaning("side-wins"):
                told = f"The {self.short(meaning)}"
            case Meaning("tie"):
                told = "The Player and Banker tie"
            case Meaning("beats", (winner, loser)):
                told = f"{_held(winner).capitalize()} beats {_held(loser)}, on either side"
            case Meaning("hands-have", (count, holding)):
                told = f"{'Both hands have' if count == 2 else 'Exactly one hand has'} {_held(holding)}"
            case Meaning("won-by", (points,)):
                told = f"Either hand wins by exactly {plural(points, 'point')}"
            case _:
                text = PAIRS[meaning.values[0]][1]
                told = text[0].upper() + text[1:]
        return f"{told}{repeated(times)}"

    def clause(self, meaning: Meaning, times: int = 1) -> str:
        """An event in rules of play.

        >>> BaccaratWording().clause(Meaning("side-wins", ("banker", Holding(7, 3))))
        'the Banker hand wins with a total of seven comprised of three cards'
        """
        match meaning:
            case Meaning("side-wins", (side, holding)):
                told = f"the {side.capitalize()} hand wins" + ("" if holding is None else f" with {_total(holding)}")
            case Meaning("tie"):
                told = "the Player hand and the Banker hand tie"
            case Meaning("beats", (winner, loser)):
                told = f"a hand with {_total(winner)} beats a hand with {_total(loser)}"
            case Meaning("hands-have", (2, holding)):
                told = f"the Player hand and the Banker hand both have {_total(holding)}"
            case Meaning("hands-have", (_, holding)):
                told = f"exactly one of the two hands has {_total(holding)}"
            case Meaning("won-by", (points,)):
                told = f"one hand wins by exactly {plural(points, 'point')}"
            case _:
                told = PAIRS[meaning.values[0]][1]
        return f"{told}{repeated(times)}"

    def every(self, meanings: Sequence[Meaning], register: str) -> str:
        """All of several events."""
        say = {"short": self.short, "rack": self.rack}.get(register, self.clause)
        return listed([say(meaning) for meaning in meanings])

    def counted(self, meanings: Sequence[Meaning], register: str) -> str:
        """What a ladder counts."""
        told = listed([self.short(meaning) for meaning in meanings], "or")
        return f"hands with {told}" if register == "short" else f"Each hand with {told} counts one."
