"""Worked examples played again at a live table, and settled once more by the second settler."""

from collections.abc import Mapping
from dataclasses import dataclass

from rackcard.card import Card
from rackcard.report.examples import Example
from rackcard.table import second_settler as naive
from rackcard.table.apply import apply
from rackcard.table.command import Command
from rackcard.table.commands.betting import BetMade, BundleBet, CloseBetting, MakeBet
from rackcard.table.commands.claims import CLAIMS
from rackcard.table.commands.open import Open
from rackcard.table.commands.outcome import EnterOutcome, OutcomeEntered
from rackcard.table.commands.seating import BuyIn, TakeSeat
from rackcard.table.decide import decide
from rackcard.table.offerings import CardEntry
from rackcard.table.outcome import enter
from rackcard.table.replay import settled_of
from rackcard.table.settle import claims_open
from rackcard.table.state import Settlement, Table, TableEvent

PURSE = 10**10


@dataclass(frozen=True)
class Replayed:
    """What a table paid for an example; nothing where the wager is still up."""

    paid: int
    envy: int
    is_open: bool


def opened(card: Card, options: Mapping[str, str], tables: Mapping[str, str]) -> Table:
    """A table with a card, every wager accepted, and the cards that it requires."""
    text = card.origin.text
    terms = card.terms(options)
    changed = {name: value for name, value in options.items() if value != card.options[name].default}
    accept = tuple(dict.fromkeys(one.wager for one in terms))
    required = dict.fromkeys(one.requires.card for one in terms if one.requires is not None)
    entries = (CardEntry(text=text, options=changed, tables=dict(tables), accept=accept),
               *(CardEntry(card=name) for name in required))  # fmt: skip
    return seated(Open("Replay", card.game.id, entries).first())


def seated(event: TableEvent) -> Table:
    """The table with one player who has money."""
    table = apply(None, event)
    for command in (TakeSeat(1, "Witness"), BuyIn(1, PURSE)):
        table = _do(table, command)[1]
    return table


def _do(table: Table, command: Command) -> tuple[TableEvent, Table]:
    (event,) = decide(table, command)
    return event, apply(table, event)


class Replay:
    """One example at one table."""

    def __init__(self, table: Table, example: Example) -> None:
        self.table, self.example = table, example
        self.entered: list[object] = []
        self.own: set[int] = set()
        """The wagers that the example is about."""
        self.since: dict[int, int] = {}
        self.settled: list[Settlement] = []

    def run(self) -> Replayed:
        """Play it to its end."""
        for number, step in enumerate(self.example.steps):
            assert not self.settled, "it was decided before its last outcome"
            self._bet(number)
            self._roll(step.given)
        if self.example.claim is not None:
            self._claim()
        paid, envy = (sum(getattr(one, name) for one in self.settled) for name in ("paid", "envy"))
        return Replayed(paid, envy, bool(self.own & set(self.table.wagers)))

    def _bet(self, place: int) -> None:
        number = next(n for n, one in self.table.offerings.items() if one.card.id == self.example.bet.card.id)
        for one in self.example.bets:
            if one.place == place:
                if (required := self.example.bet.terms.requires) is not None:
                    self._require(required.card, required.wagers[0])
                event, self.table = _do(self.table, MakeBet(1, number, one.wager, one.stake))
                assert isinstance(event, BetMade | BundleBet)
                numbers = [part.number for part in event.parts] if isinstance(event, BundleBet) else [event.number]
                if one is self.example.bets[-1]:
                    self.own = set(numbers)

    def _require(self, card: str, wager: str) -> None:
        number = next(n for n, one in self.table.offerings.items() if one.card.id == card)
        _, self.table = _do(self.table, MakeBet(1, number, wager, 1_000))

    def _roll(self, given: object) -> None:
        _, self.table = _do(self.table, CloseBetting())
        self.entered.append(given)
        before = self.table
        event, self.table = _do(before, EnterOutcome(given))
        assert isinstance(event, OutcomeEntered)
        seen = naive.history(before, [enter(before.game, one) for one in self.entered])
        stages = {n: naive.Stage(one, one.wager, self.since.get(n, one.since), one.behind)
                  for n, one in before.wagers.items()}  # fmt: skip
        second = naive.settle(before, stages, seen)
        told = {one.wager: naive.Due(one.paid, one.envy, one.breakage, one.commission) for one in settled_of(event)}
        assert told == second.due
        self.since |= {turn.number: len(self.entered) for turn in event.turned or ()}
        self.settled += [one for one in settled_of(event) if one.wager in self.own]

    def _claim(self) -> None:
        (number,) = self.own
        offers = claims_open(self.table, number)
        kind = self.example.kind
        seen = naive.history(self.table, [enter(self.table.game, one) for one in self.entered])
        wager = self.table.wagers[number]
        offered = naive.offered(self.table, wager, wager.since, list(seen))
        assert {offer.kind for offer in offered} == set(offers)
        (offer,) = (one for one in offered if one.kind == kind)
        terms = self.table.bet_of(wager).terms
        envy = terms.envy.net if terms.envy is not None and terms.envy_on_surrender and kind == "surrender" else 0
        due = naive.due(self.table, wager.stake, offer.pay.net, envy)  # type: ignore[arg-type]
        due = naive.claim_within_limit(self.table, due, wager.stake, self.table.won_since)
        event, self.table = _do(self.table, CLAIMS[kind](1, number))
        (one,) = settled_of(event)
        assert (one.paid, one.envy) == (due.paid, due.envy)
        self.settled.append(one)
