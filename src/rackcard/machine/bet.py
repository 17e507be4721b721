"""From a card's terms to machines: what can be bet, how it is decided, and what each result pays."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor
from typing import Literal

from rackcard.card import Card, Terms
from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import End, Exactly, Happened
from rackcard.games.game import Event
from rackcard.games.mapping import with_events
from rackcard.games.paired import paired
from rackcard.machine.machine import Claim, Machine, TooLargeError
from rackcard.number import LOSES, LOSS, PUSH, Pay


class NotPostedError(ValueError):
    """A figure that needs a pay was asked of a result whose pay is not posted; it names the result."""


@dataclass(frozen=True)
class Result:
    """One way a wager can end."""

    label: str
    kind: Literal["line", "loss", "surrender", "cash out", "take back", "turns", "off"]
    """``turns``: the stake becomes another wager. ``off``: it goes back because what it is behind is decided."""
    pay: Pay | None
    """None where no pay is posted."""
    envy: Fraction | None
    """What the dealer gets for each unit staked; None where envy is named and no amount posted."""
    commission: Fraction = Fraction(0)
    """What the house takes of each unit staked, out of what is won."""
    turns_into: str = ""
    """The wager that the stake becomes."""

    @cached_property
    def net(self) -> Fraction:
        if self.pay is None:
            raise NotPostedError(self.label)
        return self.pay.net - self.commission

    @cached_property
    def gross(self) -> Fraction:
        """What one unit staked comes back as, before commission."""
        return 1 + self.net + self.commission

    @property
    def is_push(self) -> bool:
        """Whether the stake goes back and nothing is won, whatever was paid beside it."""
        return self.pay is not None and self.pay.net == 0


@dataclass(frozen=True)
class Bet:
    """A wager at one pay table under settled options: its terms, its machine and its results."""

    card: Card
    options: Mapping[str, str]
    terms: Terms
    machine: Machine
    results: tuple[Result, ...]
    commission: Fraction = Fraction(0)
    """What is put down beside each unit staked, and kept by the house."""
    rounded_at: Fraction | None = None
    """The stake in chips that its commission is rounded at, and that of the wagers it may become."""

    @property
    def shares_marks(self) -> bool:
        """Whether all seats go by the same marks: not on a line of its own, nor behind another, nor one that turns."""
        terms = self.terms
        return terms.marks != "none" and not terms.own_line and terms.behind is None and not self.turns

    @property
    def turns(self) -> bool:
        """Whether its stake may become another wager."""
        return any(result.turns_into for result in self.results)

    @cached_property
    def parent(self) -> "Bet | None":
        """The wager that this one is bet behind."""
        behind = self.terms.behind
        return None if behind is None else sibling(self, behind.wager)


@lru_cache(maxsize=4096)
def _interned(machine: Machine) -> Machine:
    """One machine serves every pay table, option and card that asks for the same rules."""
    return machine


def bets(card: Card, options: Mapping[str, str] | None = None, among: Iterable[Terms] | None = None) -> list[Bet]:
    """Every wager and pay table of a card that has a rule, or of some of its terms, compiled."""
    chosen = card.settled(options)
    every = card.terms(options) if among is None else among
    return [_compiled(card, chosen, terms) for terms in every if terms.has_rule]


def sibling(bet: Bet, wager: str) -> Bet:
    """Another wager of the same card, at the same pay table where it has one."""
    found = [terms for terms in bet.card.terms(bet.options) if terms.wager == wager and terms.has_rule]
    same = [terms for terms in found if terms.table == bet.terms.table] or found
    other = _compiled(bet.card, bet.options, same[0])
    return other if bet.rounded_at is None else as_rounded(other, bet.rounded_at)


def _compiled(card: Card, options: Mapping[str, str], terms: Terms) -> Bet:
    """A bet, compiled once for all options that make no difference to it."""
    bet = card.remembered("bet", terms, lambda: _compile(card, options, terms))
    return bet if bet.options == options else replace(bet, options=options)


def _compile(card: Card, options: Mapping[str, str], terms: Terms) -> Bet:
    built = _machine(terms)
    machine = _interned(built)
    try:
        _ = machine.registers
    except TooLargeError as error:
        card.origin.refuse(terms.location, "wager-too-large", wager=terms.wager, **error.facts)
    if machine.is_too_fine:
        card.origin.refuse(terms.location, "wager-too-fine", wager=terms.wager)
    if terms.works_on_table and not _decided_as_they_happen(terms):
        card.origin.refuse(terms.location, "behind-at-the-end", wager=terms.wager)
    results = tuple(_results(card, terms))
    beside = terms.commission is not None and terms.commission.when_bet
    return Bet(card, options, terms, machine, results, commission(card, terms) if beside else Fraction(0))


def _decided_as_they_happen(terms: Terms) -> bool:
    """Whether no line of a wager waits for the end, where it may be off and goes back."""
    ends = terms.ends.event
    assert ends is not None
    whens = [line.when for line in terms.lines]
    if all(isinstance(when, Happened) and when.times == 1 and when.event.cells <= ends.cells for when in whens):
        return True
    return len(whens) == 1 and not any(isinstance(part, Exactly) for part in leaves(whens))


def _machine(terms: Terms) -> Machine:
    built = Machine(
        game=terms.game,
        lines=tuple(line.when for line in terms.lines),
        ends=terms.ends,
        settles_at_end=terms.settles_at_end,
        works=terms.works,
        claims=tuple(Claim(offer.kind, offer.when, offer.unless) for offer in terms.offers),
        takes_first=terms.takes_first,
    )
    if terms.works_on_table:
        return _on_two_lines(built, terms)
    return replace(built, begins=begins(terms)) if built.has_phase else built


def begins(terms: Terms) -> tuple[frozenset[int], ...]:
    """Where a wager begins other than in the first phase: where it may not be bet there, or is behind another."""
    if terms.behind is not None:
        return (_with_odds(terms),)
    phases = terms.game.window_phases.get(terms.opens.window, frozenset((0,)))
    return () if 0 in phases or terms.own_line else (phases,)


def _with_odds(terms: Terms) -> frozenset[int]:
    """The phases in which something may be bet behind another wager: those of the points that its stake names."""
    game, behind = terms.game, terms.behind
    points = {phase: game.phase_numbers.get(game.phases[phase], 0) for phase in range(1, len(game.phases))}
    limit = None if behind is None else behind.limit
    return frozenset(phase for phase, point in points.items() if limit is None or limit.on(point) is not None)


def _on_two_lines(machine: Machine, terms: Terms) -> Machine:
    """A wager behind one with a line of its own, which counts only in some phases of the table's.

    Off when what it is behind is decided, it goes back: the line that is added last.
    """
    game, event = paired(terms.game), terms.ends.event
    assert event is not None
    assert terms.works is not None
    works, ends = game.of_table(terms.works), game.of_own(event)

    def counted(own: Event) -> Event:
        lifted = game.of_own(own)
        return replace(lifted, cells=lifted.cells & works.cells)

    off = replace(ends, words=f"{ends.words}, off", cells=ends.cells - works.cells)
    lines = (*(with_events(line, counted) for line in machine.lines), Happened(off))
    with_odds = _with_odds(terms)
    begin = (game.bet_in, frozenset(phase for phase in game.under_way if game.own(phase) in with_odds))
    return replace(machine, game=game, lines=lines, ends=End(ends), works=None, begins=begin)


def commission(card: Card, terms: Terms) -> Fraction:
    """The commission on one unit staked, where it does not depend on how the wager ends."""
    taken = terms.commission
    if taken is None:
        return Fraction(0)
    if taken.of == "stake":
        return taken.rate
    wins = {line.pay.net for line in terms.lines if line.pay is not None and line.pay.net > 0}
    if len(wins) != 1:
        card.origin.refuse(terms.location, "commission-several-pays", wager=terms.wager)
    return taken.rate * wins.pop()


def as_rounded(bet: Bet, stake: Fraction) -> Bet:
    """The wager at a stake in chips, its commission rounded down to the chip where the card says so."""
    taken = bet.terms.commission
    if taken is None or not taken.is_rounded:
        return replace(bet, rounded_at=stake) if bet.turns else bet

    def rounded(share: Fraction) -> Fraction:
        return Fraction(floor(share * stake)) / stake

    results = tuple(replace(result, commission=rounded(result.commission)) for result in bet.results)
    return replace(bet, results=results, commission=rounded(bet.commission), rounded_at=stake)


def _results(card: Card, terms: Terms) -> list[Result]:
    """In the machine's order: pay lines, loss, claims."""
    posted = terms.envy.net if terms.envy is not None else None
    envy = posted if terms.envy_is_named else Fraction(0)
    none = Fraction(0)
    taken = terms.commission if terms.commission is not None and not terms.commission.when_bet else None
    results = []
    for line in terms.lines:
        if line.turns_into:
            results.append(Result(line.label, "turns", PUSH, none, turns_into=line.turns_into))
            continue
        won = line.pay is None or line.pay.net > 0
        share = none
        if taken is not None and line.pay is not None and won:
            share = taken.rate * line.pay.net if taken.of == "win" else taken.rate
        results.append(Result(line.label, "line", line.pay, envy if won else none, share))
    if terms.works_on_table:
        results.append(Result("off", "off", PUSH, none))
    results.append(Result("loses", "loss", LOSS, none))
    for offer in terms.offers:
        earns = terms.envy_on_surrender and offer.kind == "surrender"
        results.append(Result(offer.label, offer.kind, offer.pay, envy if earns else none))
    assert any(result.kind == "loss" and result.net == LOSES for result in results)
    return results
