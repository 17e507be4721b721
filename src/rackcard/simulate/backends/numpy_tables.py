"""Spins and shoes by numpy: many sequences or shoes at once, with no compiler."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rackcard.simulate.circuit.blocks import MASK, PHILOX_M, Span, round_keys
from rackcard.simulate.table_programs import HAND_BLOCK, HAND_MAX, CardProgram, CardUnit, ShoeProgram, SpinProgram

Words = NDArray[np.uint64]
SPINS_AT_ONCE = 2**15
SHOES_AT_ONCE = 2**11


def philox_words(seed: int, counter: tuple[Any, Any, Any, Any]) -> tuple[Words, Words, Words, Words]:
    """Philox for arrays of counters."""
    a, b, c, d = np.broadcast_arrays(*(np.asarray(part, np.uint64) for part in counter))
    m0, m1, mask, half = np.uint64(PHILOX_M[0]), np.uint64(PHILOX_M[1]), np.uint64(MASK), np.uint64(32)
    for key_low, key_high in round_keys(seed):
        first, second = m0 * a, m1 * c
        a, b = (second >> half) ^ b ^ np.uint64(key_low), second & mask
        c, d = (first >> half) ^ d ^ np.uint64(key_high), first & mask
    return a, b, c, d


class SpinArrays:
    """Runs a spin program."""

    def __init__(self, program: SpinProgram, seed: int) -> None:
        self.program, self.seed = program, seed
        self.borders = np.cumsum(np.array(program.weights, np.uint64))
        self.total = self.borders[-1]
        self.limit = np.uint64(2**64 // int(self.total) * int(self.total) % 2**64)
        self.moves = np.array(program.moves, np.int64).reshape(-1, len(program.weights))

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        pockets = np.zeros(len(self.program.weights), np.int64)
        counts = np.zeros(self.program.tallies, np.int64)
        start = self.program.rounds_before(span.first)
        for at in range(start, start + span.rounds, SPINS_AT_ONCE):
            self._sequences(at, min(SPINS_AT_ONCE, start + span.rounds - at), pockets, counts)
        return spun(self.program, pockets, counts)

    def _sequences(self, first: int, number: int, pockets: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        rounds = np.arange(first, first + number, dtype=np.uint64)
        states = np.empty((len(self.program.starts), number), np.int64)
        states[:] = np.array(self.program.starts, np.int64)[:, None]
        spin = 0
        while len(rounds):
            pocket = self._spin(rounds, spin)
            counts[0] += len(rounds)
            if spin == 0:
                pockets += np.bincount(pocket, minlength=len(pockets))
            if not len(states):
                return
            for unit, own in enumerate(states):
                up = own >= 0
                own[up] = self.moves[own[up], pocket[up]]
                decided = up & (own < 0)
                tallied = np.bincount(-1 - own[decided], minlength=len(counts))
                tallied[0] = 0  # a loss is what remains
                counts += tallied
                states[unit] = own
            going = (states >= 0).any(axis=0)
            rounds, states = rounds[going], states[:, going]
            spin += 1

    def _spin(self, rounds: Words, spin: int) -> NDArray[np.int64]:
        """The pocket of a spin of each round: 64 random bits, drawn again above the last whole multiple."""
        values = np.empty(len(rounds), np.uint64)
        waiting, attempt = np.arange(len(rounds)), 0
        half = np.uint64(32)
        while len(waiting):
            those = rounds[waiting]
            words = philox_words(self.seed, (spin // 2, attempt, those & np.uint64(MASK), those >> half))
            drawn = words[2 * (spin % 2)] | words[2 * (spin % 2) + 1] << half
            values[waiting] = drawn
            waiting = waiting[drawn >= self.limit] if self.limit else waiting[:0]
            attempt += 1
        found: NDArray[np.int64] = np.searchsorted(self.borders, values % self.total, side="right")
        return found


def spun(program: SpinProgram, pockets: NDArray[np.int64], counts: NDArray[np.int64]) -> list[int]:
    """The tallies with those of single spins settled from the histogram of pockets."""
    for tally, places in program.first:
        counts[tally] += pockets[list(places)].sum()
    return [int(count) for count in counts]


class ShoeArrays:
    """Runs a shoe program."""

    def __init__(self, program: ShoeProgram, seed: int) -> None:
        self.program, self.seed = program, seed
        self.draws = np.array(program.tables.second_draws, bool)
        self.player_draws = np.array(program.tables.first_draws, bool)

    def fresh(self) -> NDArray[np.int16]:
        """The deck before it is shuffled."""
        return np.array(self.program.deck, np.int16)

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        histogram = np.zeros(self.program.tables.cells, np.int64)
        left = span.rounds
        for block in range(span.first, span.first + span.blocks):
            wanted, shoe = min(left, HAND_BLOCK), 0
            left -= wanted
            while wanted:
                cells = self._shoes(block, shoe, min(SHOES_AT_ONCE, -(-wanted // self.program.hands)))[:wanted]
                histogram += np.bincount(cells, minlength=len(histogram))
                wanted -= len(cells)
                shoe += SHOES_AT_ONCE
        return dealt(self.program, histogram)

    def _shoes(self, block: int, first: int, number: int) -> NDArray[np.int64]:
        """The cells of every hand of some shoes, shoe by shoe."""
        program = self.program
        size = len(program.deck)
        everyone = np.arange(number)
        deck = np.repeat(self.fresh()[:, None], number, axis=1)
        words: tuple[Words, ...] = ()
        for card in range(size):
            if card % 8 == 0:
                words = philox_words(self.seed, (card // 8, first + everyone, block & MASK, block >> 32))
            place = self._pick(words, block, first, card, size - card)
            chosen = deck[card + place, everyone]
            deck[card + place, everyone] = deck[card]
            deck[card] = chosen
        return self._deal(deck, everyone)

    def _pick(self, words: tuple[Words, ...], block: int, first: int, card: int, left: int) -> NDArray[np.int64]:
        """A place among the cards left, from sixteen bits; drawn again where that would favor one."""

        def bits(source: tuple[Words, ...]) -> Words:
            return (source[card % 8 // 2] >> np.uint64(16 * (card % 2)) & np.uint64(0xFFFF)) * np.uint64(left)

        found = bits(words)
        unfair, attempt = np.uint64(2**16 % left), 1
        while True:
            again = np.flatnonzero((found & np.uint64(0xFFFF)) < unfair)
            if not len(again):
                return (found >> np.uint64(16)).astype(np.int64)
            counter = (card // 8 | attempt << 16, first + again, block & MASK, block >> 32)
            found[again] = bits(philox_words(self.seed, counter))
            attempt += 1

    def _deal(self, deck: NDArray[np.int16], everyone: NDArray[np.int64]) -> NDArray[np.int64]:
        hands = [np.where(hand.over, -1, hand.cell) for hand in self._hands(deck, everyone)]
        cells = np.stack(hands).T.reshape(-1)
        return cells[cells >= 0]

    def _hands(self, deck: NDArray[np.int16], everyone: NDArray[np.int64]) -> Iterator["DealtHands"]:
        """The hands of some shoes, one from each at a time; the ranks of cards are in their low four bits."""
        program = self.program
        size, number = deck.shape
        at = np.zeros(number, np.int64)
        if program.burn:
            at += 1 + np.minimum((deck[0] & 15) + 1, 10)
        behind = size if program.cut is None else size - program.cut
        last = np.zeros(number, bool)
        over = np.zeros(number, bool)
        dealt = 0
        while not over.all() and (program.cut is not None or dealt < program.hands):
            ending = last.copy()
            start = np.minimum(at, size - HAND_MAX)
            cards = [deck[start + i, everyone].astype(np.int64) for i in range(HAND_MAX)]
            ranks = [card & 15 for card in cards]
            values = [np.where(rank < 9, rank + 1, 0) for rank in ranks]
            player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
            more = self.player_draws[player * 10 + banker]
            third = np.where(more, values[4], 10)
            bank = self.draws[(player * 10 + banker) * 11 + third]
            banked = np.where(bank, np.where(more, values[5], values[4]), 0)
            pairs = _pairs(ranks)
            player_total = np.where(more, player + values[4], player) % 10
            code = (((player_total * 10 + (banker + banked) % 10) * 2 + more) * 2 + bank) * 5 + pairs
            yield DealtHands(over.copy(), cards, more, bank, code)
            dealt += 1
            at = start + 4 + more + bank
            last |= at > behind
            over |= ending


class DealtHands(NamedTuple):
    """One hand from each of several shoes."""

    over: NDArray[np.bool_]
    """Shoes that have no more hands: what they show does not count."""
    cards: list[NDArray[np.int64]]
    more: NDArray[np.bool_]
    """Whether the first hand draws."""
    bank: NDArray[np.bool_]
    cell: NDArray[np.int64]


class CardArrays(ShoeArrays):
    """Runs a shoe program of which some units look at the cards themselves."""

    program: CardProgram

    def __init__(self, program: CardProgram, seed: int) -> None:
        super().__init__(program, seed)
        self.units = [CardTables.of(unit) for unit in program.units]

    def fresh(self) -> NDArray[np.int16]:
        """The deck: the rank of a card in its low four bits, its suit above."""
        return np.array(self.program.deck, np.int16) | np.array(self.program.suits, np.int16) << np.int16(8)

    def joined_units(self) -> dict[str, NDArray[np.int64]]:
        """The tables of all units one behind another, and where those of each begin."""
        names = ("first", "second", "first_last", "second_last", "tallies")
        parts = [(*unit.firsts, *unit.lasts, unit.tallies) for unit in self.units]
        sizes = np.array([[len(one), len(three), len(four), len(five)] for one, _, three, four, five in parts])
        at_unit = np.zeros((len(parts), 5), np.int64)
        at_unit[1:, :4] = np.cumsum(sizes, axis=0)[:-1]
        at_unit[:, 4] = [unit.finals for unit in self.units]
        joined = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        return {**dict(zip(names, joined, strict=True)), "at_unit": at_unit}

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        histogram = np.zeros(self.program.tables.cells, np.int64)
        counts = np.zeros(self.program.tallies, np.int64)
        left = span.rounds
        for block in range(span.first, span.first + span.blocks):
            wanted, shoe = min(left, HAND_BLOCK), 0
            left -= wanted
            while wanted:
                rows = self._shoes(block, shoe, min(SHOES_AT_ONCE, -(-wanted // self.program.hands)))[:wanted]
                histogram += np.bincount(rows[:, 0], minlength=len(histogram))
                for unit in range(len(self.units)):
                    counts += np.bincount(rows[:, 1 + unit], minlength=len(counts))
                wanted -= len(rows)
                shoe += SHOES_AT_ONCE
        return carded(self.program, histogram, counts)

    def _deal(self, deck: NDArray[np.int16], everyone: NDArray[np.int64]) -> NDArray[np.int64]:
        """A row for each hand, shoe by shoe: its cell, and the tally of each unit that looks at cards."""
        hands = []
        for hand in self._hands(deck, everyone):
            numbers = [(card & 15) * 4 + (card >> 8) for card in hand.cards]
            none = np.int64(self.program.cards)
            thirds = (
                np.where(hand.more, numbers[4], none),
                np.where(hand.bank, np.where(hand.more, numbers[5], numbers[4]), none),
            )
            tallies = [unit.tally(self.program.cards, numbers, thirds) for unit in self.units]
            hands.append(np.stack([np.where(hand.over, -1, hand.cell), *tallies], axis=1))
        rows = np.stack(hands).transpose(1, 0, 2).reshape(-1, 1 + len(self.units))
        return rows[rows[:, 0] >= 0]


class CardTables(NamedTuple):
    """The tables of a unit that looks at cards, as arrays."""

    firsts: tuple[NDArray[np.int64], NDArray[np.int64]]
    lasts: tuple[NDArray[np.int64], NDArray[np.int64]]
    finals: int
    tallies: NDArray[np.int64]

    @classmethod
    def of(cls, unit: CardUnit) -> "CardTables":
        firsts, lasts = ((np.array(one, np.int64), np.array(two, np.int64)) for one, two in (unit.firsts, unit.lasts))
        return cls(firsts, lasts, unit.finals, np.array(unit.tallies, np.int64))

    def tally(
        self, cards: int, numbers: list[NDArray[np.int64]], thirds: tuple[NDArray[np.int64], NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        """The tally of each hand, from the numbers of its cards."""
        player, banker = (
            self.lasts[hand][self.firsts[hand][numbers[hand] * cards + numbers[hand + 2]] * (cards + 1) + thirds[hand]]
            for hand in (0, 1)
        )
        found: NDArray[np.int64] = self.tallies[player * self.finals + banker]
        return found


def carded(program: CardProgram, histogram: NDArray[np.int64], counts: NDArray[np.int64]) -> list[int]:
    """The tallies of every wager: by cells, and those that looked at cards."""
    own = [0, *(int(count) for count in counts[1:])]
    return [one + other for one, other in zip(dealt(program, histogram), own, strict=True)]


def _pairs(ranks: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Who holds a pair: none, player, banker, both, or both the same."""
    player, banker = ranks[0] == ranks[2], ranks[1] == ranks[3]
    both = player & banker
    return np.where(both, np.where(ranks[0] == ranks[1], 4, 3), player + 2 * banker)


def dealt(program: ShoeProgram, histogram: NDArray[np.int64]) -> list[int]:
    """The tallies of every wager, settled from the histogram of hands."""
    counts = [int(histogram.sum())] + [0] * (program.tallies - 1)
    for tally, cells in program.cells:
        counts[tally] = int(histogram[list(cells)].sum())
    return counts


def hand_ends(shoes: ShoeArrays) -> NDArray[np.int16]:
    """How a hand ends, by both first totals and the values of the next two cards: its cell but for the pairs, and
    how many of the two were drawn."""
    player, banker, fifth, sixth = np.indices((10, 10, 10, 10))
    more = shoes.player_draws[player * 10 + banker]
    bank = shoes.draws[(player * 10 + banker) * 11 + np.where(more, fifth, 10)]
    player_end = (player + more * fifth) % 10
    banker_end = (banker + bank * np.where(more, sixth, fifth)) % 10
    cell = ((player_end * 10 + banker_end) * 2 + more) * 2 + bank
    ends: NDArray[np.int16] = (4 * cell + more + bank).astype(np.int16).reshape(-1)
    return ends
