"""What is up at one table of a log: every bet is judged, moved and paid by the table's own rules.

A log repeats itself: the same bet at the same place, the same roll of the same wager. Each is worked out once by the
table's rules and remembered; whatever depends on more than one wager (a shared payout limit, bundles, claims) goes to
them every time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
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
    """A bet that is up: what the table knows of it, in a form that outcomes move."""

    number: int
    seat: int
    offering: int
    name: str
    stake: int
    since: int
    state: int = 0
    line: int = 0
    behind: int = 0
    commission: int = 0
    bundle: int = 0
    won: int = 0
    toke: bool = False
    ahead: tuple[Fraction, Fraction] | None = None
    """What was paid beyond its due for parts of it that were claimed, to the player and to the dealers."""

    def now(self) -> Wager:
        """The bet as the table's rules know it."""
        wager = Wager(
            self.seat, self.offering, self.name, self.stake, self.since, self.state, self.line, self.behind,
            self.commission, self.bundle, self.won, self.toke,
        )  # fmt: skip
        return wager if self.ahead is None else replace(wager, ahead=self.ahead[0], ahead_envy=self.ahead[1])


def _up(number: int, wager: Wager) -> UpBet:
    ahead = (wager.ahead, wager.ahead_envy)
    return UpBet(
        number, wager.seat, wager.offering, wager.wager, wager.stake, wager.since, wager.state, wager.line,
        wager.behind, wager.commission, wager.bundle, wager.won, wager.toke, ahead if any(ahead) else None,
    )  # fmt: skip


@dataclass
class Memory:
    """What tables of one kind have worked out: it serves every table of a log."""

    bets: dict[tuple[Any, ...], Made | Refusal] = field(default_factory=dict)
    moves: dict[tuple[int, ...] | tuple[Any, ...], tuple[int, int, int | None, int]] = field(default_factory=dict)
    marks: dict[tuple[Any, ...], tuple[Marks, tuple[int, int] | None]] = field(default_factory=dict)
    paid: dict[tuple[Any, ...], Settlement] = field(default_factory=dict)


class LoggedTable:
    """One table of a log, with what is up."""

    def __init__(self, opened: Table, memory: Memory) -> None:
        self.opened, self.memory = opened, memory
        self.game = opened.game
        self.numbers: Mapping[Outcome, int] = {outcome: i for i, outcome in enumerate(self.game.outcomes)}
        self.seats = {number: Seat(str(number), number) for number in range(1, 25)}
        self.balances = {f"seat:{seat}": PURSE for seat in self.seats}
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
        guarded = {key for key, bet in self.bets.items() if bet.terms.opens.guard == "none up"}
        self.involved = set(self.bets) if opened.limits.table_max else guarded | self.shared
        """The wagers that are judged by more than what their seat has up."""
        self.fine = {key for key, bet in self.bets.items() if bet.machine.is_fine}

    def table(self, up: Iterable[UpBet] | None = None) -> Table:
        """The table at this moment, as its rules know it; with only some of what is up, where that is enough."""
        bets = self.up.values() if up is None else up
        return replace(
            self.opened, phase=self.phase, round=self.round, marks=self.marks, supply=self.supply, seats=self.seats,
            wagers={one.number: one.now() for one in bets}, next_wager=self.next_number, balances=self.balances,
            won_before=self.won,
        )  # fmt: skip

    # ---- bets

    def bet(self, seat: int, key: MarkKey, amount: int, toke: bool, behind: int | None) -> list[int]:
        """Make a bet, or raise one: the numbers of the bets it is booked as; a Refusal where the table refuses it."""
        bet = self.bets[key]
        if bet.terms.bundle or len(self.up) >= WAGERS_MAX - 1:
            return self._by_the_table(MakeBet(seat, *key, amount, behind, toke))
        own = self.by_seat.get(seat)
        if own is None:
            own = self.by_seat[seat] = {}
        mine = self._looked_at(own, key, bet) if own else []
        facts: tuple[Any, ...] = (key, amount, toke, self.phase)
        if mine or behind is not None or key in self.involved:
            facts = self._facts(mine, key, bet, amount, toke, behind)
        made = self.memory.bets.get(facts)
        if made is None:
            made = self._made(mine, bet, MakeBet(seat, *key, amount, behind, toke))
            self.memory.bets = _room_in(self.memory.bets)
            self.memory.bets[facts] = made
        if isinstance(made, Refusal):
            raise made
        raised, parent, commission = made
        if raised is not None:
            one = mine[raised]
            one.stake, one.commission = one.stake + amount, one.commission + commission
            return [one.number]
        number, above, line = self.next_number, None if parent is None else mine[parent], 0
        if above is not None and bet.terms.own_line:
            line = above.line if self.bets[key[0], above.name].terms.own_line else self.phase
        self.next_number += 1
        self.up[number] = own[number] = UpBet(
            number, seat, *key, amount, self.round, 0, line, 0 if above is None else above.number, commission, toke=toke
        )
        return [number]

    def _looked_at(self, own: Mapping[int, UpBet], key: MarkKey, bet: Bet) -> list[UpBet]:
        """The bets of a seat that a new one is judged by."""
        if bet.terms.requires is not None or self.opened.limits.seat_max:
            return list(own.values())
        behind = bet.terms.behind
        names = key[1:] if behind is None else (key[1], behind.wager)
        return [one for one in own.values() if one.name in names and one.offering == key[0]]

    def _facts(
        self, mine: list[UpBet], key: MarkKey, bet: Bet, amount: int, toke: bool, behind: int | None
    ) -> tuple[Any, ...]:
        """Everything that a bet is judged by."""
        mark = self.marks.get(key) if key in self.shared else None
        places = {one.number: place for place, one in enumerate(mine)}
        held = tuple(
            (one.offering, one.name, one.stake, one.commission, one.toke, one.bundle > 0, one.since < self.round,
             one.line, places.get(one.behind))
            for one in mine
        )  # fmt: skip
        others: Any = None
        if bet.terms.opens.guard == "none up":
            others = any(one.since < self.round for one in self.up.values() if one.offering == key[0])
        if self.opened.limits.table_max:
            others = (others, sum(one.stake for one in self.up.values()))
        seen = None if mark is None else (mark.state, mark.outcomes > 0)
        return key, amount, toke, places.get(behind or 0), behind is None, self.phase, seen, held, others

    def _made(self, mine: list[UpBet], bet: Bet, command: MakeBet) -> Made | Refusal:
        is_alone = bet.terms.opens.guard != "none up" and not self.opened.limits.table_max
        try:
            event = command.decide(self.table(mine if is_alone else None))
        except Refusal as refusal:
            return refusal
        assert isinstance(event, BetMade)
        places = {one.number: place for place, one in enumerate(mine)}
        return places.get(event.number), places.get(event.behind or 0), event.commission or 0

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
            self.by_seat.setdefault(one.seat, {})[number] = one
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

    def outcome(self, entered: Entered) -> list[tuple[int, Settlement]]:
        """Move everything by one outcome, and settle what it decides: payments by the number of the bet."""
        outcome = entered.outcome
        index = self.numbers[outcome]
        after = self.game.moves[self.phase][index] if len(self.game.phases) > 1 else 0
        if self.supply is not None:
            with refused_outcome(self.game):
                self.supply = self.supply.after(outcome)
        if not self.up and not self.shared:
            self.phase, self.round, self.won = after, self.round + 1, 0
            return []
        results = self._move_marks(outcome, index, after) if self.shared else {}
        decided, gone = dict[int, int](), set[int]()
        for number, one in self.up.items():
            key = (one.offering, one.name)
            if key in self.shared:
                if key in results:
                    decided[number] = results[key][0]
                continue
            one.state, one.line, result, _ = self._moved(key, one, outcome, index, after)
            if result is None:
                continue
            if into := self.bets[key].results[result].turns_into:
                gone.add(number)
                one.name, one.line, one.behind = into, 0, 0
                one.state = start_of(self.bets[key[0], into], after)
            else:
                decided[number] = result
        orphans = self._orphans(decided, gone) if decided or gone else []
        settled = self._settled(entered, decided, orphans, after) if decided or orphans else []
        for number, _ in settled:
            del self.by_seat[self.up.pop(number).seat][number]
        self.phase, self.round = after, self.round + 1
        self.won = sum(one.won for _, one in settled) if self.opened.limits.payout_max else 0
        if self.passing:
            self._clear_marks()
        return settled

    def _orphans(self, decided: Mapping[int, int], turned: set[int]) -> list[int]:
        gone = turned.union(decided)
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
        up = {one.offering for one in self.up.values()} if self.passing else set()
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
        up = {one.offering for one in self.up.values()}
        for key in self.passing:
            if key[0] not in up:
                self.marks.pop(key, None)

    # ---- payments

    def _settled(
        self, entered: Entered, decided: Mapping[int, int], orphans: list[int], after: int
    ) -> list[tuple[int, Settlement]]:
        if self.opened.limits.payout_max:
            paid = settlements(self._decided(self.table(), entered, decided, orphans, after))
            return [(one.wager, one) for one in paid]
        every = {**decided, **dict.fromkeys(orphans, OFF)}
        return [(number, self._payment(entered, self.up[number], result, after)) for number, result in every.items()]

    def _payment(self, entered: Entered, one: UpBet, result: int, after: int) -> Settlement:
        """What a bet is paid; of the bets that are just alike, the one that came first."""
        facts = (one.offering, one.name, one.stake, one.commission, one.ahead, result)
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
        return found

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
