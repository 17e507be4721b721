"""Work in blocks: which rounds a block plays, and the random bits that belong to it.

A block is a fixed number of lanes with a quota of rounds each; every lane plays its rounds to the end, so no round
is cut off, and the last block covers any number of rounds. The random words of a block are Philox4x32 with seven
rounds: a function of the seed, the block, the step and the column alone. So the counts depend only on them.
"""

from dataclasses import dataclass

from rackcard.simulate.circuit.circuit import LANES, QUOTA, QUOTA_BITS, Program

ROUNDS_MAX = 10**15

PHILOX_ROUNDS = 7
PHILOX_M = (0xD2511F53, 0xCD9E8D57)
PHILOX_W = (0x9E3779B9, 0xBB67AE85)
MASK = 0xFFFFFFFF


@dataclass(frozen=True)
class Span:
    """Some blocks in a row, the last of them perhaps not full."""

    first: int
    blocks: int
    rounds: int


def round_keys(seed: int) -> list[tuple[int, int]]:
    """The two key words of every round of Philox."""
    low, high = seed & MASK, seed >> 32 & MASK
    return [((low + r * PHILOX_W[0]) & MASK, (high + r * PHILOX_W[1]) & MASK) for r in range(PHILOX_ROUNDS)]


@dataclass(frozen=True)
class Quota:
    """The rounds of one block: every lane plays ``base``, and the first ``more`` lanes one more."""

    base: int
    more: int

    @classmethod
    def of(cls, rounds: int) -> "Quota":
        return cls(*divmod(rounds, LANES))

    def start(self, bit: int, more: bool) -> int:
        """A bit of the counter that overflows when a lane has played its rounds."""
        value: int = (-(self.base + more) % QUOTA) >> bit & 1
        return value

    def starts(self) -> list[tuple[int, int]]:
        """The first bits of the counter, for plain lanes and for those with one round more."""
        assert self.base + bool(self.more) <= QUOTA
        return [(self.start(bit, False), self.start(bit, True)) for bit in range(QUOTA_BITS)]


def quotas(span: Span) -> list[Quota]:
    """The quota of every block of a span of rolls."""
    found, left = [], span.rounds
    for block in range(span.first, span.first + span.blocks):
        rounds = min(left, Program.rounds_before(block + 1) - Program.rounds_before(block))
        found.append(Quota.of(rounds))
        left -= rounds
    assert left == 0, "a span has the rounds of its blocks"
    return found
