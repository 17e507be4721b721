"""How a base game is played, in the few words that a printed card has room for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Primer:
    """The rules of a base game: steps for its own card, and a section that cards of side bets print too."""

    steps: tuple[tuple[str, str], ...] = ()
    """Each with the words that it begins with."""
    title: str = ""
    text: str = ""
    """What somebody who bets on the side must know of the game; empty where it goes without saying."""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    no_line_bet: str = ""
    """That a side bet needs no wager of the base game, in a few words."""
