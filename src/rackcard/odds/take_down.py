"""Taking down: a bet that may come down between outcomes is worth what the best time to take it down makes of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from rackcard.card import Card
from rackcard.games.device import Chance
from rackcard.machine import Bet, bets
from rackcard.machine.explore import starts
from rackcard.machine.machine import TooLargeError
from rackcard.machine.notes import Note
from rackcard.odds.course import STATES_MAX, course_of, steps
from rackcard.odds.optimal_play import riding_from, riding_values
from rackcard.odds.price import worth


@dataclass(frozen=True)
class TakeDownGain:
    """What a player gains who takes a bet down where riding is worth less than its stake."""

    edge: Fraction | None
    """The player's edge on the stake; None where there are too many states to price them all."""


def comes_down(bet: Bet) -> bool:
    """Whether a bet may be taken down after an outcome: by its card, or because it is behind another."""
    return bet.terms.down_any_time or bet.terms.behind is not None


def stake_back(bet: Bet) -> Fraction | None:
    """What comes back of one unit that is taken down, with the commission beside it; None where it stays up."""
    return 1 + bet.commission if comes_down(bet) else None


def taking_down(bet: Bet, chance: Chance) -> TakeDownGain | None:
    """The edge that a player has by taking a bet down; None where it gives none, or none that best play lacks."""
    if not bet.terms.is_posted or not any(map(comes_down, _stages(bet))):
        return None
    try:
        riding, best = (_best_start(bet, chance, is_down=is_down) for is_down in (False, True))
    except TooLargeError:
        return TakeDownGain(None)
    staked = 1 + bet.commission
    return TakeDownGain(best / staked - 1) if best > max(riding, staked) else None


def take_down_notes(card: Card) -> Iterator[Note]:
    """What a check says of wagers that the player beats by taking them down, under the default options."""
    for bet in bets(card):
        down = taking_down(bet, card.chance()) if bet.terms.is_bet else None
        if down is not None:
            facts = {"wager": bet.terms.name, "unit": card.game.unit}
            unknown = Note("take-down.unknown", facts)
            yield unknown if down.edge is None else Note("take-down", {**facts, "edge": down.edge})


def _stages(bet: Bet) -> tuple[Bet, ...]:
    return course_of(bet).stages if bet.turns else (bet,)


def _best_start(bet: Bet, chance: Chance, *, is_down: bool) -> Fraction:
    """What a bet is worth from the best of its starts."""
    if bet.turns:
        return _best_course(bet, chance, is_down=is_down)
    begin = first_states(bet, chance)
    riding = riding_from(bet.machine, chance, worth(bet), stake_back(bet) if is_down else None, begin)
    return max(riding[state] for state in begin)


def first_states(bet: Bet, chance: Chance) -> tuple[int, ...]:
    """The states without marks in which a bet may be made."""
    machine, window = bet.machine, bet.terms.opens.window
    if machine.begins:
        return tuple(starts(machine, chance.law()))
    if not machine.has_phase or bet.terms.own_line or window == "round" or window in bet.terms.game.window_phases:
        return (machine.first,)
    return tuple(sorted({machine.first, *machine.game.moves[0]}))


def _best_course(bet: Bet, chance: Chance, *, is_down: bool) -> Fraction:
    """The same of a stake that may become other wagers, of which some come down."""
    course = course_of(bet)
    stepped = steps(course, chance)
    if stepped is None:
        raise TooLargeError("states", limit=STATES_MAX)
    chain, places = stepped
    down = [is_down and comes_down(stage) for stage in course.stages]
    back = fmpq(1) + fmpq(bet.commission.numerator, bet.commission.denominator)
    offers = {number: back for number, place in enumerate(places) if down[place.stage]}
    riding = riding_values(chain, (1 + ending.net for ending in course.endings), offers)
    return max(riding[number] for number in chain.starts)
