"""Who beats a wager: the one place that decides who has the edge, and which reading would give it to the house."""

from dataclasses import dataclass
from fractions import Fraction

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.odds.late_entry import late_entry
from rackcard.odds.price import NO_OFFERS, PLAYS, WagerOdds, price_play, priced
from rackcard.odds.take_down import taking_down


@dataclass(frozen=True)
class SafeReading:
    """A reading that differs in one value from the one in force and leaves the house its edge."""

    option: str
    value: str
    house_edge: Fraction


def player_has_edge(odds: WagerOdds) -> bool:
    """Whether the house loses on a wager, under the play that it was priced with, from any of its starts."""
    edges = [odds.house_edge, *(odds.edge_from(start) for start in odds.starts)]
    return any(edge is not None and edge < 0 for edge in edges)


def against_best_play(bet: Bet, chance: Chance) -> WagerOdds:
    """The odds of a wager against a player who makes no mistake."""
    return priced(bet, chance, "best" if bet.machine.claims else NO_OFFERS)


def beaten(bet: Bet, chance: Chance) -> WagerOdds | None:
    """The odds of a wager that the player beats at best play, else None."""
    odds = against_best_play(bet, chance) if bet.terms.is_posted else None
    return odds if odds is not None and player_has_edge(odds) else None


@dataclass(frozen=True)
class Advantage:
    """What the player has over the house on a wager, from the start that is best for them."""

    edge: Fraction | None
    """None where there are too many starts to price them all."""
    after: tuple[str, ...] = ()
    """The outcomes after which to bet; empty where the bet has its edge from the beginning."""
    by_taking_down: bool = False
    """Whether the player has it by taking the bet down at the right time."""

    @property
    def is_late(self) -> bool:
        """Whether it comes of marks that are there before the bet."""
        return bool(self.after) or (self.edge is None and not self.by_taking_down)


def advantage(bet: Bet, chance: Chance) -> Advantage | None:
    """The player's advantage at best play, also where a bet may be made on marks that are there already.

    Taking a bet down, where its card allows that after an outcome, is a decision of the player's like any other.
    """
    odds = beaten(bet, chance)
    if odds is not None:
        edges = (odds.house_edge, *(odds.edge_from(start) for start in odds.starts))
        return Advantage(max(-edge for edge in edges if edge is not None))
    down = taking_down(bet, chance)
    if down is not None:
        return Advantage(down.edge, by_taking_down=True)
    late = late_entry(bet, chance)
    return None if late is None else Advantage(late.edge, late.after)


def safe_reading(card: Card, odds: WagerOdds) -> SafeReading | None:
    """The first reading under which the house keeps its edge on the same wager, pay table and play.

    The reading in force is never an answer, and neither is the edge of another play.
    """
    for option in card.readings:
        for value in option.choices:
            if value == odds.options[option.name]:
                continue
            kept = _house_edge(card, dict(odds.options) | {option.name: value}, odds)
            if kept is not None and kept >= 0:
                return SafeReading(option.name, value, kept)
    return None


def _house_edge(card: Card, options: dict[str, str], odds: WagerOdds) -> Fraction | None:
    """The edge of the same wager and play under other options; a wager without offers has only one play."""
    same = (bet for bet in bets(card, options) if _key(bet) == (odds.terms.wager, odds.terms.table))
    bet = next(same, None)
    if bet is None or not bet.terms.is_posted:
        return None
    play = odds.play if odds.play in PLAYS else "best"
    return price_play(bet, card.chance(options), play if bet.machine.claims else NO_OFFERS).house_edge


def _key(bet: Bet) -> tuple[str, str]:
    return bet.terms.wager, bet.terms.table
