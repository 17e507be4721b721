"""One position: from the marks a player names to the state, the offer and what it is worth."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from rackcard.games.device import Chance
from rackcard.machine import Bet
from rackcard.machine.explore import NEVER, explore
from rackcard.number import decimal, exact
from rackcard.odds.optimal_play import Choice, best
from rackcard.odds.price import worth
from rackcard.odds.solve import outcome_law
from rackcard.strategy.levels import Progress, name


class PositionError(ValueError):
    """A position that cannot be, or in which nothing is offered."""


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
        taking, riding = (decimal(value, 6) for value in (self.choice.taking, self.choice.riding))
        verdict = "either is as good" if self.choice.is_tie else (self.offer if self.choice.take else "ride")
        return (
            f"{verdict}: {self.offer} is worth {taking}, riding {riding} for each unit staked; "
            f"the wrong choice costs {decimal(self.choice.cost, 6)}"
        )

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
    if not bet.machine.claims:
        raise PositionError(f"{bet.terms.wager} leaves nothing to decide: no offer is ever made on it")
    if not bet.terms.is_posted:
        raise PositionError(f"{bet.terms.wager} has a pay that is not posted, so its decisions have no value")
    progress = Progress(bet, chance)
    state = _state(bet, marks, phase)
    found = best(bet.machine, chance, worth(bet))
    choices = {choice.state: choice for choice in found.choices}
    if state in choices:
        return Position(bet, progress.marked(state), choices[state])
    if state in explore(bet.machine, outcome_law(chance), NEVER).rows:
        shown = ", ".join(marks) or "nothing"
        offers = "; ".join(offer.label for offer in bet.terms.offers)
        raise PositionError(f"nothing is offered on {bet.terms.wager} with {shown} marked; the offers are: {offers}")
    raise PositionError(
        f"with {', '.join(marks)} marked {bet.terms.wager} is already decided: there is nothing to choose"
    )


def _state(bet: Bet, marks: list[str], phase: str | None) -> int:
    machine = bet.machine
    by_name: dict[str, Any] = {}
    for event, register in machine.counters.items():
        for part in (name(event), *name(event).split(" or ")):
            by_name[part] = register
    counts: Counter[Any] = Counter()
    for mark in marks:
        if mark not in by_name:
            known = " ".join(name(event) for event in machine.counters)
            raise PositionError(
                f"{mark or 'an empty name'} is never marked on {bet.terms.wager}; its marks are: {known}"
            )
        counts[by_name[mark]] += 1
        if counts[by_name[mark]] >= by_name[mark].size:
            most = by_name[mark].size - 1
            times = "once" if most == 1 else f"{most} times"
            raise PositionError(f"{mark} is named too often: on {bet.terms.wager} it is marked {times} at most")
    state: int = sum(count * register.stride for register, count in counts.items())
    played = next((register for register in machine.registers if register.name == "played"), None)
    if played is not None and marks:
        state += (played.size - 1) * played.stride
    if phase is not None:
        if not machine.has_phase or phase not in machine.game.phases:
            known = ", ".join(machine.game.phases) if machine.has_phase else "none: the wager does not look at it"
            raise PositionError(f"there is no phase {phase} here; phases: {known}")
        state += machine.game.phases.index(phase)
    return state
