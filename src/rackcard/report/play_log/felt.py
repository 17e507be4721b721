"""What is up at one table of a log: every bet is judged, moved and paid by the table's own rules.

A log repeats itself: the same bet at the same place, the same roll of the same wager. Each is worked out once by the
table's rules and remembered; whatever depends on more than one wager (a shared payout limit, bundles, claims) goes to
them every time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rackcard.games.game import Outcome
from rackcard.games.supply import Supply
from rackcard.machine import Bet
from rackcard.table.commands.betting import WAGERS_MAX, BetMade, BundleBet, MakeBet, TakenDown
from rackcard.table.commands.claims import Claimed
from rackcard.table.decide import parse
from rackcard.table.outcome import refused_outcome, verify_possible
from rackcard.table.settle import Moved, mark_after, settlements, start_of, wager_after
from rackcard.table.state import Entered, MarkKey, Marks, Refusal, Seat, Settlement, Table, Wager

PURSE = 10**15
"""What every seat has to bet with: a log does not say, and what was bet was paid for."""
OFF = -1
"""The result of a bet that goes back because what it is behind is gone."""

REMEMBERED_MAX = 200_000
"""How many bets and payments are remembered at most."""

T = TypeVar("T")
Made = tuple[int | None, int | None, int]
"""How a bet was booked: which bet of the seat it raises and which it is behind, in their order, and its commission."""


@dataclass(slots=True)
class UpBet:
    """A bet that is up: as the table has it, and the registers that outcomes move."""

    number: int
    wager: Wager
    name: str
    state: int = 0
    line: int = 0
    behind: int = 0

    def now(self) -> Wager:
        """The bet as the table's rules know it."""
        return replace(self.wager, wager=self.name, state=self.state, line=self.line, behind=self.behind)


def _up(number: int, wager: Wager) -> UpBet:
    return UpBet(number, wager, wager.wager, wager.state, wager.line, wager.behind)


@dataclass
class Memory:
    """What tables of one kind have worked out: it serves every table of a log."""

    bets: dict[tuple[Any, ...], Made | Refusal] = field(default_factory=dict)
    moves: dict[tuple[int, ...] | tuple[Any, ...], tuple[int, int, int | None, int]] = field(default_factory=dict)
    marks: dict[tuple[Any, ...], tuple[Marks, tuple[int, int] | None]] = field(default_factory=dict)
    paid: dict[tuple[Any, ...], Settlement] = field(default_factory=dict)


class Felt:
    """One table of a log, with what is up."""

    def __init__(self, opened: Table, memory: Memory) -> None:
        self.opened, self.memory = opened, memory
        self.game = opened.game
        self.numbers: Mapping[Outcome, int] = {outcome: i for i, outcome in enumerate(self.game.outcomes)}
        self.seats = {number: Seat(str(number), number) for number in range(1, 25)}
        self.phase, self.round, self.next_number, self.won = 0, 0, 1, 0
        self.supply: Supply | None = None
        self.up: dict[int, UpBet] = {}
        self.by_seat: dict[int, dict[int, UpBet]] = {}
        self.marks: dict[MarkKey, Marks] = {}
        self.bets: dict[MarkKey, Bet] = {
            (number, name): bet for number, one in opened.offerings.items() for name, bet in one.bets.items()
        }
        self.shared = {(number, name) for number, one in opened.offerings.items() for name in one.shared}
        self.lasting = [key for key in self.shared if self.bets[key].terms.marks != "bet"]
        self.passing = [key for key in self.shared if self.bets[key].terms.marks == "bet"]
        self.fine = {key for key, bet in self.bets.items() if bet.machine.is_fine}

    def table(self) -> Table:
        """The table at this moment, as its rules know it."""
        return replace(
            self.opened, phase=self.phase, round=self.round, marks=self.marks, supply=self.supply, seats=self.seats,
            wagers={number: one.now() for number, one in self.up.items()}, next_wager=self.next_number,
            balances={f"seat:{seat}": PURSE for seat in self.seats}, won_before=self.won,
        )  # fmt: skip

    # ---- bets

    def bet(self, seat: int, key: MarkKey, amount: int, toke: bool, behind: int | None) -> list[int]:
        """Make a bet, or raise one: the numbers of the bets it is booked as; a Refusal where the table refuses it."""
        bet = self.bets[key]
        if bet.terms.bundle or len(self.up) >= WAGERS_MAX - 1:
            return self._by_the_table(MakeBet(seat, *key, amount, behind, toke))
        own = self.by_seat.setdefault(seat, {})
        facts = self._facts(own, key, bet, amount, toke, behind)
        made = self.memory.bets.get(facts)
        if made is None:
            made = self._made(list(own), MakeBet(seat, *key, amount, behind, toke))
            self.memory.bets = _room_in(self.memory.bets)
            self.memory.bets[facts] = made
        if isinstance(made, Refusal):
            raise made
        raised, parent, commission = made
        if raised is not None:
            one = list(own.values())[raised]
            stake, beside = one.wager.stake + amount, one.wager.commission + commission
            one.wager = replace(one.wager, stake=stake, commission=beside)
            return [one.number]
        number, parent_bet = self.next_number, None if parent is None else list(own.values())[parent]
        line = 0
        if parent_bet is not None and bet.terms.own_line:
            line = parent_bet.line if self.bets[key[0], parent_bet.name].terms.own_line else self.phase
        above = 0 if parent_bet is None else parent_bet.number
        wager = Wager(seat, *key, amount, self.round, line=line, behind=above, commission=commission, toke=toke)
        self.next_number += 1
        self.up[number] = own[number] = UpBet(number, wager, key[1], 0, line, above)
        return [number]

    def _facts(
        self, own: Mapping[int, UpBet], key: MarkKey, bet: Bet, amount: int, toke: bool, behind: int | None
    ) -> tuple[Any, ...]:
        """Everything that a bet is judged by."""
        opened = self.opened
        mark = self.marks.get(key) if key in self.shared else None
        places = {number: place for place, number in enumerate(own)}
        mine = tuple(
            (one.wager.offering, one.name, one.wager.stake, one.wager.commission, one.wager.toke, one.wager.bundle > 0,
             one.wager.since < self.round, one.line, places.get(one.behind))
            for one in own.values()
        )  # fmt: skip
        others: Any = None
        if bet.terms.opens.guard == "none up":
            others = any(one.wager.since < self.round for one in self.up.values() if one.wager.offering == key[0])
        if opened.limits.table_max:
            others = (others, sum(one.wager.stake for one in self.up.values()))
        seen = None if mark is None else (mark.state, mark.outcomes > 0)
        return key, amount, toke, places.get(behind or 0), behind is None, self.phase, seen, mine, others

    def _made(self, own: list[int], command: MakeBet) -> Made | Refusal:
        try:
            event = command.decide(self.table())
        except Refusal as refusal:
            return refusal
        assert isinstance(event, BetMade)
        raised = own.index(event.number) if event.number in own else None
        return raised, own.index(event.behind) if event.behind else None, event.commission or 0

    def _by_the_table(self, command: MakeBet) -> list[int]:
        before = self.table()
        event = command.decide(before)
        self._take(event.apply(before))
        if isinstance(event, BundleBet):
            return [part.number for part in event.parts]
        return [event.number]

    def _take(self, table: Table) -> None:
        """What is up, as the table's rules have left it."""
        self.up = {number: _up(number, wager) for number, wager in table.wagers.items()}
        self.by_seat = {}
        for number, one in self.up.items():
            self.by_seat.setdefault(one.wager.seat, {})[number] = one
        self.marks, self.next_number = dict(table.marks), table.next_wager

    def act(self, given: Mapping[str, object]) -> tuple[Settlement | None, dict[int, int]]:
        """Take a bet down or claim an offer: the settlement of a claim, or what goes back by number."""
        before = self.table()
        event = parse(before, given).decide(before)
        self._take(event.apply(before))
        match event:
            case Claimed(settlement=one):
                self.won += one.won
                return one, {}
            case TakenDown(number=number, amount=amount, commission=commission, more=more):
                back = {one.number: one.amount for one in more or ()}
                return None, {number: amount + (commission or 0), **back}
            case _:
                raise AssertionError("only bets come down and offers are claimed")

    # ---- outcomes

    def shuffle(self) -> None:
        """A new shoe, where outcomes are dealt from one."""
        self.supply = self.game.supply(self.opened.device)

    def verify(self, entered: Entered) -> None:
        """Refuse an outcome that the table's device cannot bring about."""
        verify_possible(self.opened, entered.outcome)

    def outcome(self, entered: Entered) -> list[Settlement]:
        """Move everything by one outcome, and settle what it decides."""
        outcome = entered.outcome
        index = self.numbers[outcome]
        after = self.game.moves[self.phase][index] if len(self.game.phases) > 1 else 0
        if self.supply is not None:
            with refused_outcome(self.game):
                self.supply = self.supply.after(outcome)
        results = self._move_marks(outcome, index, after) if self.shared else {}
        decided, gone = dict[int, int](), set[int]()
        for number, one in self.up.items():
            key = (one.wager.offering, one.name)
            if key in self.shared:
                if key in results:
                    decided[number] = results[key][0]
                continue
            state, line, result, _ = self._moved(key, one, outcome, index, after)
            one.state, one.line = state, line
            if result is None:
                continue
            if into := self.bets[key].results[result].turns_into:
                gone.add(number)
                one.name, one.line, one.behind = into, 0, 0
                one.state = start_of(self.bets[key[0], into], after)
            else:
                decided[number] = result
        orphans = self._orphans(decided, gone)
        settled = self._settled(entered, decided, orphans, after) if decided or orphans else []
        for number in (*decided, *orphans):
            del self.by_seat[self.up.pop(number).wager.seat][number]
        self.phase, self.round = after, self.round + 1
        self.won = sum(one.won for one in settled)
        if self.passing:
            self._clear_marks()
        return settled

    def _orphans(self, decided: Mapping[int, int], turned: set[int]) -> list[int]:
        gone = turned.union(decided)
        if not gone:
            return []
        return [n for n, one in self.up.items() if one.behind in gone and n not in decided]

    def _moved(
        self, key: MarkKey, one: UpBet, outcome: Outcome, index: int, after: int
    ) -> tuple[int, int, int | None, int]:
        if key in self.fine:
            return wager_after(self.bets[key], (one.state, one.line), (self.phase, after), outcome)
        facts = (*key, one.state, one.line, self.phase, index)
        found = self.memory.moves.get(facts)
        if found is None:
            found = wager_after(self.bets[key], (one.state, one.line), (self.phase, after), outcome)
            self.memory.moves[facts] = found
        return found

    def _move_marks(self, outcome: Outcome, index: int, after: int) -> dict[MarkKey, tuple[int, int]]:
        up = {one.wager.offering for one in self.up.values()} if self.passing else set()
        results: dict[MarkKey, tuple[int, int]] = {}
        for key in (*self.lasting, *(key for key in self.passing if key[0] in up)):
            before = self.marks.get(key, _NONE)
            facts = (key, before.state, self.phase, index)
            found = None if key in self.fine else self.memory.marks.get(facts)
            if found is None:
                found = mark_after(self.bets[key], replace(before, outcomes=0), (self.phase, after), outcome)
                self.memory.marks[facts] = found
            moved, result = found
            counts = self.bets[key].machine.counts(self.phase, outcome)
            self.marks[key] = moved if not before.outcomes else _seen_more(before, moved, counts)
            if result is not None:
                results[key] = result
        return results

    def _clear_marks(self) -> None:
        """Marks that run from the first bet end with the last one."""
        up = {one.wager.offering for one in self.up.values()}
        for key in self.passing:
            if key[0] not in up:
                self.marks.pop(key, None)

    # ---- payments

    def _settled(
        self, entered: Entered, decided: Mapping[int, int], orphans: list[int], after: int
    ) -> list[Settlement]:
        if self.opened.limits.payout_max:
            return list(settlements(self._decided(self.table(), entered, decided, orphans, after)))
        every = {**decided, **dict.fromkeys(orphans, OFF)}
        return [self._payment(entered, self.up[number], result, after) for number, result in every.items()]

    def _payment(self, entered: Entered, one: UpBet, result: int, after: int) -> Settlement:
        wager = one.wager
        facts = (wager.offering, one.name, wager.stake, wager.commission, wager.ahead, wager.ahead_envy, result)
        found = self.memory.paid.get(facts)
        if found is None:
            alone = replace(self.opened, wagers={one.number: one.now()})
            is_off = result == OFF
            moved = self._decided(
                alone, entered, {} if is_off else {one.number: result}, [one.number] if is_off else [], after
            )  # fmt: skip
            (found,) = settlements(moved)
            self.memory.paid = _room_in(self.memory.paid)
            self.memory.paid[facts] = found
        if (found.wager, found.seat, found.toke) == (one.number, wager.seat, wager.toke):
            return found
        return _for_bet(found, one)

    def _decided(
        self, table: Table, entered: Entered, decided: Mapping[int, int], orphans: list[int], after: int
    ) -> Moved:
        """The facts that payments are made from."""
        results = {number: (result, "") for number, result in decided.items()}
        return Moved(table, entered, {}, {}, after, results, (), tuple(orphans))


_NONE = Marks()


def _room_in(known: dict[tuple[Any, ...], T]) -> dict[tuple[Any, ...], T]:
    """What is remembered, or nothing where that has grown too large."""
    return known if len(known) < REMEMBERED_MAX else {}


def _seen_more(before: Marks, moved: Marks, counts: bool) -> Marks:
    """Marks that had seen outcomes: one more, unless they begin again or this one does not count."""
    if not counts:
        return Marks(moved.state, before.outcomes)
    return Marks(moved.state, before.outcomes + 1) if moved.outcomes else moved


def _for_bet(one: Settlement, bet: UpBet) -> Settlement:
    """A payment as it is for another bet that is just like it."""
    return Settlement(
        bet.number, bet.wager.seat, one.result, one.kind, one.stake, one.paid, one.house, one.breakage, one.envy,
        one.commission, one.beside, bet.wager.toke, one.name, one.pay,
    )  # fmt: skip


def ups(felts: Mapping[str, Felt]) -> Iterator[UpBet]:
    """The bets that are still up at the end of a log."""
    for felt in felts.values():
        yield from felt.up.values()
