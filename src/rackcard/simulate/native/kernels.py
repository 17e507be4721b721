"""Programs played by the C source: dice as circuits, spins, and shoes, with the counts of every other back end."""

import ctypes
from itertools import groupby
from typing import Any

import numpy as np

from rackcard.simulate.backends.numpy_tables import (
    CardArrays,
    ShoeArrays,
    SpinArrays,
    carded,
    dealt,
    hand_ends,
    spun,
)
from rackcard.simulate.circuit.blocks import Span, quotas
from rackcard.simulate.circuit.circuit import COLUMNS, Program
from rackcard.simulate.circuit.codegen import c_source
from rackcard.simulate.jobs import AnyProgram
from rackcard.simulate.native.library import Array, Buffer, Field, Library, OpenLibrary
from rackcard.simulate.native.source import NARROW, THREADS, kernel_source, part
from rackcard.simulate.table_programs import HAND_BLOCK, CardProgram, ShoeProgram

WORD, LONG, PLACE = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p
SHOES_AT_ONCE = 2**22
HANDS_MAX = 2**31
"""Hands that are dealt in one launch: what a block of threads adds up stays within its words."""
SHOE_THREADS = 64
"""The decks of so many shoes fit in the memory that the threads of a block share."""


class NativeCircuit:
    """Dice: a column of 32 lanes is one item."""

    FIELDS: tuple[tuple[str, Field], ...] = (("seed", LONG), ("first", LONG), ("base", WORD), ("more", WORD))

    def __init__(self, program: Program, seed: int, open_library: OpenLibrary) -> None:
        self.program, self.seed = program, seed
        tallies = len(program.tallies)
        self.library = open_library(kernel_source(c_source(program), tallies), tallies, THREADS, self.FIELDS)

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        total = [0] * len(self.program.tallies)
        at = span.first
        for quota, group in groupby(quotas(span)):  # blocks alike go together
            number = len(list(group))
            job: dict[str, int | Buffer | None] = {
                "seed": self.seed, "first": at, "base": quota.base, "more": quota.more
            }  # fmt: skip
            counts = self.library.run(job, number * COLUMNS)
            total = [a + b for a, b in zip(total, counts, strict=True)]
            at += number
        return total


class NativeSpins(SpinArrays):
    """Spins: a sequence is one item."""

    FIELDS: tuple[tuple[str, Field], ...] = (
        ("seed", LONG), ("start", LONG), ("limit", LONG), ("borders", PLACE), ("moves", PLACE), ("starts", PLACE),
    )  # fmt: skip

    def __init__(self, program: Any, seed: int, open_library: OpenLibrary) -> None:
        super().__init__(program, seed)
        pockets = len(program.weights)
        self.tallies = program.tallies + pockets
        source = kernel_source(part("spins.c"), self.tallies, POCKETS=pockets, UNITS=len(program.starts))
        self.library = open_library(source, self.tallies, THREADS, self.FIELDS)
        arrays: dict[str, Array] = {
            "borders": self.borders,
            "moves": self.moves.astype(np.int32),
            "starts": np.array(program.starts, np.int32),
        }
        self.buffers = {name: self.library.upload(array) for name, array in arrays.items()}

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        job = {"seed": self.seed, "start": self.program.rounds_before(span.first), "limit": int(self.limit)}
        found = np.array(self.library.run({**job, **self.buffers}, span.rounds), np.int64)
        return spun(self.program, found[self.program.tallies :], found[: self.program.tallies])


class _Shoes:
    """Shoes: one shoe is one item; which of its hands belong to the block is known before it is dealt."""

    FIELDS: tuple[tuple[str, Field], ...] = (
        ("seed", LONG), ("block", LONG), ("shoes", WORD), ("burn", WORD), ("behind", WORD), ("hands", WORD),
        *((name, PLACE) for name in ("fresh", "ends", "wanted", "dealt")),
        *((name, PLACE) for name in ("first", "second", "first_last", "second_last", "tallies", "at_unit")),
    )  # fmt: skip

    def __init__(self, arrays: ShoeArrays, open_library: OpenLibrary, units: dict[str, Array]) -> None:
        program = arrays.program
        self.program, self.seed = program, arrays.seed
        deck = arrays.fresh()
        size, cells, number = len(deck), program.tables.cells, len(units["at_unit"]) if units else 0
        tallies = cells + (program.tallies if number else 0)
        kinds = program.cards if isinstance(program, CardProgram) else 0
        source = kernel_source(
            part("shoes.c"), tallies, NARROW, SHOE_THREADS, SIZE=size, CELLS=cells, CARD_UNITS=number, KINDS=kinds
        )  # fmt: skip
        self.library: Library = open_library(source, tallies, SHOE_THREADS, self.FIELDS)
        compact = (deck & 15 | deck >> 8 << 4).astype(np.uint8)
        self.job: dict[str, int | Buffer | None] = {
            "seed": self.seed,
            "burn": int(program.burn),
            "behind": size if program.cut is None else size - program.cut,
            "hands": program.hands,
            "fresh": self.library.upload(compact),
            "ends": self.library.upload(hand_ends(arrays)),
            "dealt": None,
            **{name: self.library.upload(array.astype(np.int32)) for name, array in units.items()},
        }
        self.tallies = tallies
        self.kept: tuple[tuple[int, int], Buffer] | None = None

    def run(self, span: Span) -> Array:
        """The tallies of a span, block after block, as many together as fit."""
        total = np.zeros(self.tallies, np.int64)
        shoes = -(-HAND_BLOCK // self.program.hands)
        together = max(1, min(SHOES_AT_ONCE // shoes, HANDS_MAX // HAND_BLOCK))
        at, left = span.first, span.rounds
        while left:
            full = min(together, left // HAND_BLOCK) or 1
            rounds = min(left, full * HAND_BLOCK)
            job = {**self.job, "block": at, "shoes": shoes, "wanted": None}
            job["wanted"] = self._wanted(job, full, shoes, rounds // full)
            total += np.array(self.library.run(job, full * shoes), np.int64)
            at, left = at + full, left - rounds
        return total

    def _wanted(self, job: dict[str, int | Buffer | None], blocks: int, shoes: int, wanted: int) -> Buffer:
        """How many hands of each shoe belong to its block, of which so many are wanted."""
        if self.program.cut is None:
            if self.kept is None or self.kept[0] != (blocks, wanted):
                own = _first_hands(np.full((1, shoes), self.program.hands, np.int32), wanted)
                self.kept = (blocks, wanted), self.library.upload(np.tile(own, blocks))
            return self.kept[1]
        written = self.library.upload(np.zeros(blocks * shoes, np.uint16))
        self.library.run({**job, "dealt": written}, blocks * shoes)
        each = self.library.download(written, blocks * shoes).reshape(blocks, shoes).astype(np.int32)
        return self.library.upload(_first_hands(each, wanted))


def _first_hands(each: Array, wanted: int) -> Array:
    """Of shoes with so many hands each, how many of them are among the first so many of their row."""
    before = np.cumsum(each, axis=1, dtype=np.int32) - each
    own: Array = np.clip(wanted - before, 0, each).astype(np.uint16).reshape(-1)
    return own


class NativeShoes(ShoeArrays):
    """A shoe program."""

    def __init__(self, program: ShoeProgram, seed: int, open_library: OpenLibrary) -> None:
        super().__init__(program, seed)
        self.shoes = _Shoes(self, open_library, {})

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        return dealt(self.program, self.shoes.run(span))


class NativeCards(CardArrays):
    """A shoe program of which some units look at the cards themselves."""

    def __init__(self, program: CardProgram, seed: int, open_library: OpenLibrary) -> None:
        super().__init__(program, seed)
        self.shoes = _Shoes(self, open_library, self.joined_units())

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        found = self.shoes.run(span)
        cells = self.program.tables.cells
        return carded(self.program, found[:cells], found[cells:])


def native_kernel(
    program: AnyProgram, seed: int, open_library: OpenLibrary
) -> NativeCircuit | NativeSpins | NativeShoes | NativeCards:
    """The kernel of a program, compiled and ready to run."""
    if isinstance(program, Program):
        return NativeCircuit(program, seed, open_library)
    if isinstance(program, CardProgram):
        return NativeCards(program, seed, open_library)
    if isinstance(program, ShoeProgram):
        return NativeShoes(program, seed, open_library)
    return NativeSpins(program, seed, open_library)
