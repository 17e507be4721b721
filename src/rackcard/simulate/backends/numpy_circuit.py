"""The numpy back end: a circuit run by ufuncs, many blocks at once, with no compiler at all."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rackcard.simulate.circuit.bit_program import Op, StraightCode
from rackcard.simulate.circuit.blocks import MASK, PHILOX_M, Quota, Span, quotas, round_keys
from rackcard.simulate.circuit.circuit import COLUMNS, GROUP, Program

Words = NDArray[np.uint64]
Call = tuple[Callable[..., Any], tuple[Words, ...]]

WORDS = COLUMNS // 2
BLOCKS_AT_ONCE = 64
"""This many blocks make planes long enough that a ufunc's own cost is small, and short enough for the cache."""

_UFUNCS: dict[str, Callable[..., Any]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "not": np.bitwise_not,
}


class Randoms:
    """Philox for a row of columns; what does not change from step to step is worked out once."""

    def __init__(self, seed: int, first: int, blocks: int) -> None:
        self.keys = [(np.uint64(a), np.uint64(b)) for a, b in round_keys(seed)]
        self.m0, self.m1 = (np.uint64(m) for m in PHILOX_M)
        self.shift, self.mask = np.uint64(32), np.uint64(MASK)
        numbers = np.repeat(np.arange(first, first + blocks, dtype=np.uint64), COLUMNS)
        column = np.tile(np.arange(COLUMNS, dtype=np.uint64), blocks)
        key = self.keys
        p0, p1 = self.m0 * column, self.m1 * (numbers & self.mask)
        self.start = (p1 >> self.shift) ^ key[0][0]
        x1, x3 = p1 & self.mask, p0 & self.mask
        x2 = (p0 >> self.shift) ^ (numbers >> self.shift) ^ key[0][1]
        self.third = x3 ^ key[1][1]
        p1 = self.m1 * x2
        x0 = (p1 >> self.shift) ^ x1 ^ key[1][0]
        self.second = (p1 & self.mask) ^ key[2][0]
        p0 = self.m0 * x0
        self.high = (p0 >> self.shift) ^ key[2][1]
        self.fourth = (p0 & self.mask) ^ key[3][1]
        self.a, self.b, self.c, self.d, self.e = (np.empty_like(p0) for _ in range(5))

    def fill(self, count: int, planes: Sequence[NDArray[np.uint32]]) -> None:
        """Four planes for the call with this number; planes are given as their 32-bit columns."""
        a, b, c, d, e, shift, mask = self.a, self.b, self.c, self.d, self.e, self.shift, self.mask
        key = self.keys
        np.bitwise_xor(self.start, np.uint64(count), out=a)
        np.multiply(a, self.m0, out=d)  # the second round: only its first half moves
        np.right_shift(d, shift, out=c)
        np.bitwise_xor(c, self.third, out=c)
        np.multiply(c, self.m1, out=b)
        np.right_shift(b, shift, out=a)
        np.bitwise_xor(a, self.second, out=a)
        np.bitwise_and(d, mask, out=d)
        np.bitwise_xor(d, self.high, out=c)
        np.multiply(a, self.m0, out=d)
        np.multiply(c, self.m1, out=e)  # the fourth round
        np.right_shift(e, shift, out=a)
        np.bitwise_xor(a, b, out=a)
        np.bitwise_xor(a, key[3][0], out=a)
        np.bitwise_and(a, mask, out=a)
        np.right_shift(d, shift, out=c)
        np.bitwise_xor(c, self.fourth, out=c)
        b, e = e, b
        for key_low, key_high in key[4:]:
            np.multiply(c, self.m1, out=e)
            np.right_shift(e, shift, out=c)
            np.bitwise_xor(b, c, out=b)
            np.bitwise_xor(b, key_low, out=b)
            np.multiply(a, self.m0, out=c)
            np.bitwise_and(b, mask, out=a)
            np.right_shift(c, shift, out=b)
            np.bitwise_xor(d, b, out=d)
            np.bitwise_xor(d, key_high, out=d)
            d, c = c, d
            np.bitwise_and(c, mask, out=c)
            b, e = e, b
        for plane, word in zip(planes, (a, b, c, d), strict=False):
            np.copyto(plane, word, casting="unsafe")


class Scheduled:
    """A straight-line program as ufunc calls on fixed arrays.

    A register's new value is written into its own array where the old one is no longer read, and an array of
    the program's own is used again when its plane is read no more.
    """

    def __init__(self, program: StraightCode, fixed: Sequence[Words], registers: Sequence[Words]) -> None:
        self.calls: list[Call] = []
        ops, moved = _plain(program, len(fixed))
        base, size = len(fixed) - len(registers), len(fixed[0])
        last_read: dict[int, int] = {}
        for position, (_, a, b) in enumerate(ops):
            last_read[a] = last_read[b] = position
        targets: dict[int, list[int]] = {}
        for register, plane in moved:
            targets.setdefault(plane, []).append(register)
        held: dict[int, Words] = dict(enumerate(fixed))
        written: set[int] = set()
        spare: list[Words] = []
        for position, (op, a, b) in enumerate(ops):
            plane = len(fixed) + position
            home = next((r for r in targets.get(plane, ()) if last_read.get(base + r, -1) <= position), None)
            free = [p for p in {a, b} if p >= len(fixed) and p not in targets and last_read[p] == position]
            if home is not None:
                out = registers[home]
                written.add(home)
            elif free:
                out = held[free.pop()]
            else:
                out = spare.pop() if spare else np.empty(size, np.uint64)
            spare += [held[p] for p in free]
            self.calls.append((_UFUNCS[op], (held[a], out) if op == "not" else (held[a], held[b], out)))
            held[plane] = out
        for register, plane in moved:
            if register not in written:
                self.calls.append((np.copyto, (registers[register], held[plane])))

    def run(self) -> None:
        for call, arguments in self.calls:
            call(*arguments)


def _plain(program: StraightCode, fixed: int) -> tuple[list[Op], list[tuple[int, int]]]:
    """The program in operations that numpy has: the opposite of a plane is made once for all who leave it out."""
    number = {plane: plane for plane in range(fixed)}
    ops: list[Op] = []
    opposites: dict[int, int] = {}

    def add(op: Op) -> int:
        ops.append(op)
        return fixed + len(ops) - 1

    for position, (op, a, b) in enumerate(program.ops):
        one, other = number[a], number[b]
        if op in ("not", "andnot"):
            if other not in opposites:
                opposites[other] = add(("not", other, other))
            other = opposites[other]
        number[fixed + position] = other if op == "not" else add(("and" if op == "andnot" else op, one, other))
    return ops, [(register, number[plane]) for register, plane in program.updates]


class NumpyKernel:
    """Runs a program on spans of blocks."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.seed = program, seed

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        counts = [0] * len(self.program.tallies)
        every = quotas(span)
        for at in range(0, len(every), BLOCKS_AT_ONCE):
            part = self._run(span.first + at, every[at : at + BLOCKS_AT_ONCE])
            counts = [a + b for a, b in zip(counts, part, strict=True)]
        return counts

    def _run(self, first: int, every: Sequence[Quota]) -> list[int]:
        program = self.program
        words = WORDS * len(every)
        fixed: list[Words] = [np.zeros(words, np.uint64), np.full(words, ~np.uint64(0))]
        randoms = [np.zeros(words, np.uint64) for _ in range(program.randoms)]
        registers = starting(program, every)
        step = Scheduled(program.step, [*fixed, *randoms, *registers], registers)
        tail = Scheduled(program.tail, [*fixed, *registers], registers)
        source = Randoms(self.seed, first, len(every))
        columns = [plane.view(np.uint32) for plane in randoms]
        calls = -(-program.randoms // 4)
        counts = [0] * len(program.tallies)
        active, count = registers[program.active], 0
        while active.any():
            for _ in range(GROUP):
                for call in range(calls):
                    source.fill(count, columns[4 * call : 4 * call + 4])
                    count += 1
                step.run()
            for tally, bits in enumerate(program.tallies):
                for bit, register in enumerate(bits):
                    counts[tally] += int(np.bitwise_count(registers[register]).sum(dtype=np.int64)) << bit
            tail.run()
        return counts


def starting(program: Program, every: Sequence[Quota]) -> list[Words]:
    """The registers of a row of blocks before the first step."""
    lanes = np.arange(64 * WORDS)
    registers = [np.zeros((len(every), WORDS), np.uint64) for _ in range(program.registers)]
    for block, quota in enumerate(every):
        more = np.packbits(lanes < quota.more, bitorder="little").view(np.uint64)
        ones = ~np.uint64(0)
        registers[program.active][block] = ones if quota.base else more
        last = np.full(WORDS, ones)
        for bit, (register, (plain, longer)) in enumerate(zip(program.quota, quota.starts(), strict=True)):
            plane = (more if longer else more & ~more) | (~more if plain else more & ~more)
            registers[register][block] = plane
            if bit >= GROUP.bit_length() - 1:
                last &= plane
        registers[program.last][block] = last
    return [register.reshape(-1) for register in registers]
