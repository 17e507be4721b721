"""Spins and shoes by numba: the same draws as the arrays, one sequence or hand after another."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rackcard.simulate.backends.numpy_tables import CardArrays, ShoeArrays, SpinArrays, carded, dealt, hand_ends, spun
from rackcard.simulate.circuit.blocks import MASK, PHILOX_M, PHILOX_ROUNDS, Span, round_keys
from rackcard.simulate.table_programs import HAND_BLOCK

ROUNDS_AT_ONCE = 2**16

M0, M1 = (np.uint64(factor) for factor in PHILOX_M)
LOW, HALF = np.uint64(MASK), np.uint64(32)


@njit(inline="always")
def _philox(keys: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    for r in range(PHILOX_ROUNDS):
        first, second = M0 * a, M1 * c
        a, b = (second >> HALF) ^ b ^ keys[2 * r], second & LOW
        c, d = (first >> HALF) ^ d ^ keys[2 * r + 1], first & LOW
    return a, b, c, d


@njit(cache=True, boundscheck=False, nogil=True)
def _spin(
    keys: Any, first: Any, number: int, borders: Any, limit: Any, moves: Any, starts: Any, pockets: Any, counts: Any
) -> None:
    total = borders[-1]
    is_even = total == np.uint64(len(borders))
    states = np.empty(len(starts), np.int64)
    for i in range(number):
        at = first + np.uint64(i)
        low, high = at & LOW, at >> HALF
        states[:] = starts
        spin, going = 0, True
        a = b = c = d = np.uint64(0)
        while going:
            if spin % 2 == 0:
                a, b, c, d = _philox(keys, np.uint64(spin // 2), np.uint64(0), low, high)
                value = a | b << HALF
            else:
                value = c | d << HALF
            attempt = np.uint64(0)
            while limit != np.uint64(0) and value >= limit:
                attempt += np.uint64(1)
                e, f, g, h = _philox(keys, np.uint64(spin // 2), attempt, low, high)
                value = (e | f << HALF) if spin % 2 == 0 else (g | h << HALF)
            value = value % total
            pocket = np.int64(value) if is_even else np.searchsorted(borders, value, side="right")
            counts[0] += 1
            if spin == 0:
                pockets[pocket] += 1
            going = False
            for unit in range(len(states)):
                state = states[unit]
                if state >= 0:
                    state = moves[state, pocket]
                    states[unit] = state
                    if state >= 0:
                        going = True
                    elif state < -1:
                        counts[-1 - state] += 1
            spin += 1


@njit(inline="always")
def _again(keys: Any, shoe: Any, low: Any, high: Any, card: Any, left: Any, found: Any) -> Any:
    """A place drawn again as long as it would favor a card."""
    unfair = np.uint64(65536) % left
    attempt = np.uint64(0)
    while (found & np.uint64(0xFFFF)) < unfair:
        attempt += np.uint64(1)
        a, b, c, d = _philox(keys, card >> np.uint64(3) | attempt << np.uint64(16), shoe, low, high)
        place = (card & np.uint64(7)) >> np.uint64(1)
        word = a if place == 0 else b if place == 1 else c if place == 2 else d
        found = ((word >> (card & np.uint64(1)) * np.uint64(16)) & np.uint64(0xFFFF)) * left
    return found


@njit(cache=True, boundscheck=False, nogil=True)
def _shuffle(keys: Any, shoe: Any, low: Any, high: Any, deck: Any, begin: int, end: int, drawn: Any) -> None:
    """Shuffle on, eight cards a call: first all places, which goes many at once, then the cards.

    Sixteen bits times the number of cards left: the high half is the place of the card that comes next.
    """
    size = len(deck)
    mask, half = np.uint64(0xFFFF), np.uint64(16)
    for call in range(begin, end):
        a, b, c, d = _philox(keys, np.uint64(call), shoe, low, high)
        left = np.uint64(size - 8 * call)
        drawn[8 * call] = (a & mask) * left
        drawn[8 * call + 1] = (a >> half) * (left - np.uint64(1))
        drawn[8 * call + 2] = (b & mask) * (left - np.uint64(2))
        drawn[8 * call + 3] = (b >> half) * (left - np.uint64(3))
        drawn[8 * call + 4] = (c & mask) * (left - np.uint64(4))
        drawn[8 * call + 5] = (c >> half) * (left - np.uint64(5))
        drawn[8 * call + 6] = (d & mask) * (left - np.uint64(6))
        drawn[8 * call + 7] = (d >> half) * (left - np.uint64(7))
    for card in range(np.uint64(8 * begin), np.uint64(min(8 * end, size))):  # unsigned: never counted from the end
        left = np.uint64(size) - card
        found = np.uint64(drawn[card])
        if (found & mask) < left:
            found = _again(keys, shoe, low, high, card, left, found)
        at = card + (found >> half)
        chosen = deck[at]
        deck[at] = deck[card]
        deck[card] = chosen


@njit(cache=True, boundscheck=False, nogil=True)
def _deal(
    keys: Any, block: Any, wanted: int, fresh: Any, burn: bool, behind: int, hands: int, ends: Any, histogram: Any
) -> None:
    low, high = block & LOW, block >> HALF
    size = len(fresh)
    calls = (size + 7) // 8
    usual = calls * 3 // 4
    drawn = np.empty(8 * calls, np.uint32)
    deck = np.empty(size, np.int16)
    shoe = np.uint64(0)
    while wanted:
        deck[:] = fresh
        ready = usual
        _shuffle(keys, shoe, low, high, deck, 0, ready, drawn)
        if burn and not ready:
            _shuffle(keys, shoe, low, high, deck, 0, 1, drawn)
            ready = 1
        at = 1 + min((deck[0] & 15) + 1, 10) if burn else 0
        played, last = 0, False
        while wanted:
            while at + 6 > 8 * ready and ready < calls:
                _shuffle(keys, shoe, low, high, deck, ready, min(ready + 4, calls), drawn)
                ready = min(ready + 4, calls)
            first, second, third, fourth = deck[at], deck[at + 1], deck[at + 2], deck[at + 3]
            player, banker = (first >> 4) + (third >> 4), (second >> 4) + (fourth >> 4)
            player, banker = player - 10 * (player > 9), banker - 10 * (banker > 9)
            # The next hand waits for this one's number of cards, so all that its values decide is one look.
            end = np.int64(ends[(player * 10 + banker) * 100 + (deck[at + 4] >> 4) * 10 + (deck[at + 5] >> 4)])
            at += 4 + (end & 3)
            pairs = (first == third) + 2 * (second == fourth)
            pairs += pairs == 3 and first == second
            histogram[(end >> 2) * 5 + pairs] += 1
            played += 1
            wanted -= 1
            if behind < size:
                if last:
                    break
                last = bool(at > behind)
            elif played == hands:
                break
        shoe += np.uint64(1)


@njit(cache=True, boundscheck=False, nogil=True)
def _deal_cards(
    keys: Any, block: Any, wanted: int, fresh: Any, burn: bool, behind: int, hands: int, ends: Any, histogram: Any,
    kinds: int, first: Any, second: Any, first_last: Any, second_last: Any, tallies: Any, at_unit: Any, counts: Any,
) -> None:  # fmt: skip
    """Deals as ``_deal`` does; a card's suit is above its rank and value, and each unit is tallied hand by hand."""
    low, high = block & LOW, block >> HALF
    size = len(fresh)
    calls = (size + 7) // 8
    drawn = np.empty(8 * calls, np.uint32)
    deck = np.empty(size, np.int16)
    numbers = np.empty(6, np.int64)
    shoe = np.uint64(0)
    while wanted:
        deck[:] = fresh
        _shuffle(keys, shoe, low, high, deck, 0, calls, drawn)
        at = 1 + min((deck[0] & 15) + 1, 10) if burn else 0
        played, last = 0, False
        while wanted:
            for i in range(6):
                numbers[i] = (deck[at + i] & 15) * 4 + (deck[at + i] >> 8)
            player = ((deck[at] >> 4) & 15) + ((deck[at + 2] >> 4) & 15)
            banker = ((deck[at + 1] >> 4) & 15) + ((deck[at + 3] >> 4) & 15)
            player, banker = player - 10 * (player > 9), banker - 10 * (banker > 9)
            fifth, sixth = (deck[at + 4] >> 4) & 15, (deck[at + 5] >> 4) & 15
            end = np.int64(ends[(player * 10 + banker) * 100 + fifth * 10 + sixth])
            more, bank = (end >> 3) & 1, (end >> 2) & 1
            pairs = (numbers[0] >> 2 == numbers[2] >> 2) + 2 * (numbers[1] >> 2 == numbers[3] >> 2)
            pairs += pairs == 3 and numbers[0] >> 2 == numbers[1] >> 2
            histogram[(end >> 2) * 5 + pairs] += 1
            third = numbers[4] if more else kinds
            fourth = kinds if not bank else numbers[5] if more else numbers[4]
            for unit in range(len(at_unit)):
                one = first[at_unit[unit, 0] + numbers[0] * kinds + numbers[2]]
                other = second[at_unit[unit, 0] + numbers[1] * kinds + numbers[3]]
                one = first_last[at_unit[unit, 1] + one * (kinds + 1) + third]
                other = second_last[at_unit[unit, 2] + other * (kinds + 1) + fourth]
                counts[tallies[at_unit[unit, 3] + one * at_unit[unit, 4] + other]] += 1
            at += 4 + (end & 3)
            played += 1
            wanted -= 1
            if behind < size:
                if last:
                    break
                last = bool(at > behind)
            elif played == hands:
                break
        shoe += np.uint64(1)


class SpinLoops(SpinArrays):
    """Runs a spin program by numba."""

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        pockets = np.zeros(len(self.program.weights), np.int64)
        counts = np.zeros(self.program.tallies, np.int64)
        starts = np.array(self.program.starts, np.int64)
        start = self.program.rounds_before(span.first)
        for at in range(start, start + span.rounds, ROUNDS_AT_ONCE):
            number = min(ROUNDS_AT_ONCE, start + span.rounds - at)
            _spin(
                _keys(self.seed), np.uint64(at), number, self.borders, self.limit, self.moves, starts, pockets, counts
            )
        return spun(self.program, pockets, counts)


class ShoeLoops(ShoeArrays):
    """Runs a shoe program by numba."""

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        program = self.program
        histogram = np.zeros(program.tables.cells, np.int64)
        fresh = valued(self.fresh())
        ends = hand_ends(self)
        behind = len(fresh) if program.cut is None else len(fresh) - program.cut
        for block, wanted in blocks_of(span):
            _deal(
                _keys(self.seed), np.uint64(block), wanted, fresh, program.burn, behind, program.hands, ends, histogram
            )
        return dealt(program, histogram)


class CardLoops(CardArrays):
    """Runs a shoe program of which some units look at the cards themselves by numba."""

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        program = self.program
        histogram = np.zeros(program.tables.cells, np.int64)
        counts = np.zeros(program.tallies, np.int64)
        fresh = valued(self.fresh())
        ends = hand_ends(self)
        behind = len(fresh) if program.cut is None else len(fresh) - program.cut
        first, second, first_last, second_last, tallies, at_unit = self.joined_units().values()
        for block, wanted in blocks_of(span):
            _deal_cards(
                _keys(self.seed), np.uint64(block), wanted, fresh, program.burn, behind, program.hands, ends, histogram,
                program.cards, first, second, first_last, second_last, tallies, at_unit, counts,
            )  # fmt: skip
        return carded(program, histogram, counts)


def blocks_of(span: Span) -> Iterator[tuple[int, int]]:
    """The blocks of a span, each with the hands wanted from it."""
    left = span.rounds
    for block in range(span.first, span.first + span.blocks):
        wanted = min(left, HAND_BLOCK)
        left -= wanted
        yield block, wanted


def valued(deck: NDArray[np.int16]) -> NDArray[np.int16]:
    """A deck with the value of each card in the four bits above its rank."""
    ranks = deck & 15
    values: NDArray[np.int16] = deck | np.where(ranks < 9, ranks + 1, 0).astype(np.int16) << np.int16(4)
    return values


def _keys(seed: int) -> Any:
    return tuple(np.uint64(word) for pair in round_keys(seed) for word in pair)
