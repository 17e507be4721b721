"""From a card's terms to machines: what can be bet, how it is decided, and what each result pays."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from rackcard.card import Card, Terms
from rackcard.machine.machine import Claim, Machine, TooLargeError
from rackcard.number import LOSES, LOSS, Pay


class NotPostedError(ValueError):
    """A figure that needs a pay was asked of a result whose pay is not posted; it names the result."""


@dataclass(frozen=True)
class Result:
    """One way a wager can end."""

    label: str
    kind: Literal["line", "loss", "surrender", "cash out", "take back"]
    pay: Pay | None
    """None where no pay is posted."""
    envy: Fraction | None
    """What the dealer gets for each unit staked; None where envy is named and no amount posted."""

    @property
    def net(self) -> Fraction:
        if self.pay is None:
            raise NotPostedError(self.label)
        return self.pay.net


@dataclass(frozen=True)
class Bet:
    """A wager at one pay table under settled options: its terms, its machine and its results."""

    card: Card
    options: Mapping[str, str]
    terms: Terms
    machine: Machine
    results: tuple[Result, ...]


@lru_cache(maxsize=4096)
def _interned(machine: Machine) -> Machine:
    """One machine serves every pay table, option and card that asks for the same rules."""
    return machine


def bets(card: Card, options: Mapping[str, str] | None = None) -> list[Bet]:
    """Every wager and pay table of a card that has a rule, compiled."""
    chosen = card.settled(options)
    return [_compile(card, chosen, terms) for terms in card.terms(options) if terms.has_rule]


def _compile(card: Card, options: Mapping[str, str], terms: Terms) -> Bet:
    built = Machine(
        game=card.game,
        lines=tuple(line.when for line in terms.lines),
        ends=terms.ends,
        settles_at_end=terms.settles_at_end,
        works=terms.works,
        claims=tuple(Claim(offer.kind, offer.when, offer.unless) for offer in terms.offers),
        takes_first=terms.takes_first,
    )
    built = replace(built, begins=begins(terms)) if built.has_phase else built
    machine = _interned(built)
    try:
        _ = machine.registers
    except TooLargeError as error:
        card.origin.refuse(terms.location, "wager-too-large", wager=terms.wager, **error.facts)
    return Bet(card, options, terms, machine, tuple(_results(terms)))


def begins(terms: Terms) -> tuple[frozenset[int], ...]:
    """Where a wager begins: nowhere else than in the first phase where it may be bet there."""
    phases = terms.game.window_phases.get(terms.opens.window, frozenset((0,)))
    return () if 0 in phases or terms.own_line else (phases,)


def _results(terms: Terms) -> list[Result]:
    """In the machine's order: pay lines, loss, claims."""
    posted = terms.envy.net if terms.envy is not None else None
    envy = posted if terms.envy_is_named else Fraction(0)
    none = Fraction(0)
    results = [
        Result(line.label, "line", line.pay, envy if line.pay is None or line.pay.net > 0 else none)
        for line in terms.lines
    ]
    results.append(Result("loses", "loss", LOSS, none))
    for offer in terms.offers:
        earns = terms.envy_on_surrender and offer.kind == "surrender"
        results.append(Result(offer.label, offer.kind, offer.pay, envy if earns else none))
    assert results[len(terms.lines)].net == LOSES
    return results
