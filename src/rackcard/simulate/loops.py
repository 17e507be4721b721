"""Spins and shoes by numba: the same draws as the arrays, one sequence or hand after another."""

from typing import Any

import numpy as np
from numba import njit

from rackcard.simulate.arrays import ShoeArrays, SpinArrays, dealt, spun
from rackcard.simulate.blocks import Span, round_keys
from rackcard.simulate.outcomes import CELLS, HAND_BLOCK

ROUNDS_AT_ONCE = 2**16


@njit(inline="always")
def _philox(keys: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for r in range(7):
        first, second = np.uint64(0xD2511F53) * a, np.uint64(0xCD9E8D57) * c
        a, b = (second >> half) ^ b ^ keys[2 * r], second & mask
        c, d = (first >> half) ^ d ^ keys[2 * r + 1], first & mask
    return a, b, c, d


@njit(cache=True, boundscheck=False, nogil=True)
def _spin(
    keys: Any, first: Any, number: int, borders: Any, limit: Any, moves: Any, starts: Any, pockets: Any, counts: Any
) -> None:
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    total = borders[-1]
    is_even = total == np.uint64(len(borders))
    states = np.empty(len(starts), np.int64)
    for i in range(number):
        at = first + np.uint64(i)
        low, high = at & mask, at >> half
        states[:] = starts
        spin, going = 0, True
        a = b = c = d = np.uint64(0)
        while going:
            if spin % 2 == 0:
                a, b, c, d = _philox(keys, np.uint64(spin // 2), np.uint64(0), low, high)
                value = a | b << half
            else:
                value = c | d << half
            attempt = np.uint64(0)
            while limit != np.uint64(0) and value >= limit:
                attempt += np.uint64(1)
                e, f, g, h = _philox(keys, np.uint64(spin // 2), attempt, low, high)
                value = (e | f << half) if spin % 2 == 0 else (g | h << half)
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
def _swap(keys: Any, shoe: Any, low: Any, high: Any, deck: Any, card: int, bits: Any) -> None:
    """Put one of the cards left, chosen by sixteen bits, in its place; drawn again where that would favour one."""
    left = np.uint32(len(deck) - card)
    found = np.uint32(bits) * left
    if (found & np.uint32(0xFFFF)) < left:
        unfair = np.uint32(65536) % left
        attempt = np.uint64(0)
        while (found & np.uint32(0xFFFF)) < unfair:
            attempt += np.uint64(1)
            a, b, c, d = _philox(keys, np.uint64(card >> 3) | attempt << np.uint64(16), shoe, low, high)
            place = (card & 7) >> 1
            word = a if place == 0 else b if place == 1 else c if place == 2 else d
            found = np.uint32((word >> np.uint64(16 * (card & 1))) & np.uint64(0xFFFF)) * left
    at = card + np.int64(found >> np.uint32(16))
    chosen = deck[at]
    deck[at] = deck[card]
    deck[card] = chosen


@njit(cache=True, boundscheck=False, nogil=True)
def _shuffle(keys: Any, shoe: Any, low: Any, high: Any, deck: Any, begin: int, end: int, words: Any) -> None:
    """Shuffle on, eight cards a call: all random words first, which goes many at once, then the places."""
    first, second, third, fourth = words
    for call in range(begin, end):
        a, b, c, d = _philox(keys, np.uint64(call), shoe, low, high)
        first[call] = a
        second[call] = b
        third[call] = c
        fourth[call] = d
    low_half, half = np.uint64(0xFFFF), np.uint64(16)
    size = len(deck)
    for call in range(begin, end):
        card = 8 * call
        if card + 8 <= size:
            a, b, c, d = first[call], second[call], third[call], fourth[call]
            _swap(keys, shoe, low, high, deck, card, a & low_half)
            _swap(keys, shoe, low, high, deck, card + 1, a >> half)
            _swap(keys, shoe, low, high, deck, card + 2, b & low_half)
            _swap(keys, shoe, low, high, deck, card + 3, b >> half)
            _swap(keys, shoe, low, high, deck, card + 4, c & low_half)
            _swap(keys, shoe, low, high, deck, card + 5, c >> half)
            _swap(keys, shoe, low, high, deck, card + 6, d & low_half)
            _swap(keys, shoe, low, high, deck, card + 7, d >> half)
        else:
            for rest in range(card, size):
                place = (rest & 7) >> 1
                row = first if place == 0 else second if place == 1 else third if place == 2 else fourth
                _swap(keys, shoe, low, high, deck, rest, row[call] >> np.uint64(16 * (rest & 1)) & low_half)


@njit(cache=True, boundscheck=False, nogil=True)
def _deal(
    keys: Any, block: Any, wanted: int, fresh: Any, burn: bool, behind: int, hands: int, player_draws: Any,
    draws: Any, histogram: Any,
) -> None:  # fmt: skip
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    low, high = block & mask, block >> half
    size = len(fresh)
    calls = (size + 7) // 8
    usual = calls * 3 // 4
    row = (size + 7) // 8
    words = (np.empty(row, np.uint64), np.empty(row, np.uint64), np.empty(row, np.uint64), np.empty(row, np.uint64))
    worth = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])
    deck = np.empty(size, np.int16)
    shoe = np.uint64(0)
    while wanted:
        deck[:] = fresh
        ready = usual
        _shuffle(keys, shoe, low, high, deck, 0, ready, words)
        if burn and not ready:
            _shuffle(keys, shoe, low, high, deck, 0, 1, words)
            ready = 1
        at = 1 + min(deck[0] + 1, 10) if burn else 0
        played, last = 0, False
        while wanted:
            while at + 6 > 8 * ready and ready < calls:
                _shuffle(keys, shoe, low, high, deck, ready, min(ready + 4, calls), words)
                ready = min(ready + 4, calls)
            first, second, third, fourth = deck[at], deck[at + 1], deck[at + 2], deck[at + 3]
            player, banker = worth[first] + worth[third], worth[second] + worth[fourth]
            player, banker = player - 10 * (player > 9), banker - 10 * (banker > 9)
            both = player * 10 + banker
            # No branches: what is drawn is as good as random, and a wrong guess costs more than a hand does.
            fifth, sixth = worth[deck[at + 4]], worth[deck[at + 5]]
            more = player_draws[both]
            bank = draws[both * 11 + more * fifth + (1 - more) * 10]
            player += more * fifth
            banker += bank * (more * sixth + (1 - more) * fifth)
            player, banker = player - 10 * (player > 9), banker - 10 * (banker > 9)
            at += 4 + more + bank
            pairs = (first == third) + 2 * (second == fourth)
            pairs += pairs == 3 and first == second
            histogram[(((player * 10 + banker) * 2 + more) * 2 + bank) * 5 + pairs] += 1
            played += 1
            wanted -= 1
            if behind < size:
                if last:
                    break
                last = at > behind
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
        histogram = np.zeros(CELLS, np.int64)
        fresh = np.array(program.deck, np.int16)
        behind = len(fresh) if program.cut is None else len(fresh) - program.cut
        left = span.rounds
        for block in range(span.first, span.first + span.blocks):
            wanted = min(left, HAND_BLOCK)
            left -= wanted
            _deal(_keys(self.seed), np.uint64(block), wanted, fresh, program.burn, behind, program.hands,
                  self.player_draws.astype(np.int64), self.draws.astype(np.int64), histogram)  # fmt: skip
        return dealt(program, histogram)


def _keys(seed: int) -> Any:
    return tuple(np.uint64(word) for pair in round_keys(seed) for word in pair)
