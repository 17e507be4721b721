"""One position: from the marks a player names to the state, the offer and what it is worth."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rackcard.games.device import Chance
from rackcard.games.game import Event
from rackcard.games.wording import meaning_of
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, explore
from rackcard.machine.registers import Register
from rackcard.number import exact
from rackcard.odds.optimal_play import Choice, best
from rackcard.odds.price import worth
from rackcard.strategy.levels import Progress, name
from rackcard.wording import strategy as wording
from rackcard.wording.sentence import fill


class PositionError(ValueError):
    """A position that cannot be, or in which no offer is made: a code and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(fill(wording.POSITION_ERRORS[code], facts))


@dataclass(frozen=True)
class Position:
    """What to do with one set of marks."""

    bet: Bet
    marked: dict[str, int]
    choice: Choice

    @property
    def offer(self) -> str:
        return self.bet.terms.offers[self.choice.claim].kind

    @property
    def sentence(self) -> str:
        choice = self.choice
        verdict = wording.EITHER if choice.is_tie else (self.offer if choice.take else "ride")
        return wording.position(verdict, self.offer, choice.taking, choice.riding, choice.cost)

    def to_dict(self) -> dict[str, Any]:
        return {
            "wager": self.bet.terms.wager,
            "pay_table": self.bet.terms.table,
            **decision(self.bet, self.marked, None, self.choice),
            "cost_of_the_wrong_choice": exact(self.choice.cost),
        }


def decision(bet: Bet, marked: dict[str, int], phase: str | None, choice: Choice) -> dict[str, Any]:
    """A choice in the form JSON takes: values count the stake."""
    state: dict[str, Any] = {"marked": marked}
    if phase is not None:
        state["phase"] = phase
    offer = bet.terms.offers[choice.claim]
    return {
        "state": state,
        "offer": offer.kind,
        "pays": str(offer.pay),
        "take": choice.take,
        "tie": choice.is_tie,
        "value_of_taking": exact(choice.taking),
        "value_of_riding": exact(choice.riding),
    }


def position(bet: Bet, chance: Chance, marks: list[str], phase: str | None = None) -> Position:
    """The best choice with these marks; a mark may be named as often as it can be marked."""
    wager = bet.terms.wager
    if not bet.machine.claims:
        raise PositionError("no-offers", wager=wager)
    if not bet.terms.is_posted:
        raise PositionError("not-posted", wager=wager)
    progress = Progress(bet, chance)
    state = _state(bet, marks, phase)
    found = best(bet.machine, chance, worth(bet))
    choices = {choice.state: choice for choice in found.choices}
    if state in choices:
        return Position(bet, progress.marked(state), choices[state])
    shown = wording.marks(marks)
    if state in explore(bet.machine, chance.law(), NEVER).rows:
        offers = "; ".join(offer.label for offer in bet.terms.offers)
        raise PositionError("no-offer-here", wager=wager, marks=shown, offers=offers)
    raise PositionError("decided", wager=wager, marks=shown)


def _state(bet: Bet, marks: list[str], phase: str | None) -> int:
    machine = bet.machine
    state = _marked_state(bet, marks)
    if machine.played is not None and marks:
        state += (machine.played.size - 1) * machine.played.stride
    if phase is not None:
        if not machine.has_phase:
            raise PositionError("no-phases", phase=phase)
        if phase not in machine.game.phases:
            raise PositionError("no-phase", phase=phase, known=", ".join(machine.game.phases))
        state += machine.game.phases.index(phase)
    return state


def _marked_state(bet: Bet, marks: list[str]) -> int:
    """The state with exactly these marks."""
    by_name: dict[str, Register] = {}
    for event, register in bet.machine.counters.items():
        by_name |= dict.fromkeys((*_numbers(event), event.words), register)
    by_name |= {name(event): register for event, register in bet.machine.counters.items()}
    counts: Counter[Register] = Counter()
    for mark in marks:
        if mark not in by_name:
            known = " ".join(name(event) for event in bet.machine.counters)
            raise PositionError("unknown-mark", mark=mark or "an empty name", wager=bet.terms.wager, known=known)
        counts[by_name[mark]] += 1
        most = by_name[mark].size - 1
        if counts[by_name[mark]] > most:
            times = "once" if most == 1 else f"{most} times"
            raise PositionError("too-often", mark=mark, wager=bet.terms.wager, times=times)
    return sum(count * register.stride for register, count in counts.items())


def _numbers(event: Event) -> tuple[str, ...]:
    """The numbers of an event that any of several brings about; each may be named for its mark."""
    match meaning_of(event).values:
        case (tuple() as numbers, *_) if len(numbers) > 1:
            return tuple(map(str, numbers))
        case _:
            return ()
