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


@njit(cache=True, boundscheck=False, nogil=True)
def _deal(
    keys: Any, block: Any, wanted: int, fresh: Any, burn: bool, behind: int, hands: int, player_draws: Any,
    draws: Any, histogram: Any,
) -> None:  # fmt: skip
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    low, high = block & mask, block >> half
    size = len(fresh)
    deck = np.empty(size, np.int16)
    halves = np.empty(8, np.uint32)
    hand = np.empty(6, np.int64)
    worth = np.empty(6, np.int64)
    shoe = np.uint64(0)
    while wanted:
        deck[:] = fresh
        at, ready, played, last = 0, 0, 0, False
        need = 4
        burning = burn
        while wanted:
            # ---- cards are drawn when they are needed: the next place of the shuffle at a time
            goal = at + (1 if burning else need)
            while ready < goal:
                if ready % 8 == 0:
                    a, b, c, d = _philox(keys, np.uint64(ready // 8), shoe, low, high)
                    halves[0], halves[1] = a & np.uint64(0xFFFF), a >> np.uint64(16)
                    halves[2], halves[3] = b & np.uint64(0xFFFF), b >> np.uint64(16)
                    halves[4], halves[5] = c & np.uint64(0xFFFF), c >> np.uint64(16)
                    halves[6], halves[7] = d & np.uint64(0xFFFF), d >> np.uint64(16)
                left = np.uint32(size - ready)
                found = halves[ready % 8] * left
                rest = found & np.uint32(0xFFFF)
                if rest < left:
                    unfair = np.uint32(65536) % left
                    attempt = np.uint64(0)
                    while rest < unfair:
                        attempt += np.uint64(1)
                        mixed = np.uint64(ready // 8) | attempt << np.uint64(16)
                        a, b, c, d = _philox(keys, mixed, shoe, low, high)
                        word = a if ready % 8 < 2 else b if ready % 8 < 4 else c if ready % 8 < 6 else d
                        again = np.uint32((word >> np.uint64(16 * (ready % 2))) & np.uint64(0xFFFF))
                        found = again * left
                        rest = found & np.uint32(0xFFFF)
                place = ready + np.int64(found >> np.uint32(16))
                card = deck[place]
                deck[place] = deck[ready]
                deck[ready] = card
                ready += 1
            if burning:
                at = 1 + min(deck[0] + 1, 10)
                burning = False
                continue
            # ---- a hand, by the drawing rules
            for i in range(need):
                hand[i] = deck[at + i]
                worth[i] = hand[i] + 1 if hand[i] < 9 else 0
            player, banker = (worth[0] + worth[2]) % 10, (worth[1] + worth[3]) % 10
            more = player_draws[player * 10 + banker]
            if more and need < 5:
                need = 5
                continue
            bank = draws[(player * 10 + banker) * 11 + (worth[4] if more else 10)]
            if bank and need < 5 + more:
                need = 5 + more
                continue
            if more:
                player = (player + worth[4]) % 10
            if bank:
                banker = (banker + worth[4 + more]) % 10
            pairs = (hand[0] == hand[2]) + 2 * (hand[1] == hand[3])
            if pairs == 3 and hand[0] == hand[1]:
                pairs = 4
            histogram[(((player * 10 + banker) * 2 + more) * 2 + bank) * 5 + pairs] += 1
            at += need
            need = 4
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
    return np.array([word for pair in round_keys(seed) for word in pair], np.uint64)
