"""Exact chance from random bits: outcomes with whole weights as planes, and "no roll" for the bits left over.

The value of a few random bits falls into intervals whose lengths are the weights times a whole number; a value
above the last means no roll, and the lane waits a step. No weight is rounded. Outcomes of equal weight share an
interval, and one bit more tells them apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import gcd

from rackcard.games.device import ChanceError
from rackcard.simulate.circuit.bit_program import ONE, ZERO, Recorder

ACCEPTED = (15, 16)
"""At least this part of the values is a roll; more bits are taken until it is."""
BITS_MAX = 128
PERMUTED_MAX = 7


@dataclass(frozen=True)
class Tree:
    """How many random planes a roll takes, and the intervals in the order they are laid out."""

    bits: int
    """The bits that choose the interval; the sign is one more."""
    signed: bool
    scale: int
    intervals: tuple[tuple[tuple[int, ...], int], ...]
    """The items that share an interval (one, or two that differ by the sign), and its weight."""

    @property
    def randoms(self) -> int:
        return self.bits + self.signed


@lru_cache(maxsize=256)
def tree(weights: tuple[int, ...]) -> Tree:
    """The layout for these weights.

    >>> found = tree((1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1))
    >>> found.randoms, found.scale * sum(weight for _, weight in found.intervals)
    (8, 126)
    """
    pairs: list[tuple[tuple[int, ...], int]] = []
    waiting: dict[int, int] = {}
    for item, weight in enumerate(weights):
        if weight in waiting:
            pairs.append(((waiting.pop(weight), item), 2 * weight))
        else:
            waiting[weight] = item
    signed = bool(pairs)
    found = [*pairs, *(((item,), weight) for weight, item in waiting.items())]
    shared = gcd(*(weight for _, weight in found))
    found = [(items, weight // shared) for items, weight in found]
    total = sum(weight for _, weight in found)
    bits = (total - 1).bit_length()
    while (2**bits // total) * total * ACCEPTED[1] < 2**bits * ACCEPTED[0]:
        bits += 1
    if bits > BITS_MAX:
        raise ChanceError("too-many-bits", limit=BITS_MAX)
    scale = 2**bits // total
    return Tree(bits, signed, scale, _cheapest(tuple(found), bits, scale))


def _cheapest(
    found: tuple[tuple[tuple[int, ...], int], ...], bits: int, scale: int
) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The order of intervals whose borders take the fewest operations to tell."""

    def cost(order: Sequence[tuple[tuple[int, ...], int]]) -> int:
        nodes: set[tuple[int, int]] = set()
        border = 0
        for _, weight in order:
            border += scale * weight
            for bit in range(bits):
                low = border % 2 ** (bit + 1)
                if low % 2**bit and border < 2**bits:
                    nodes.add((bit, low))
        return len(nodes)

    if len(found) <= PERMUTED_MAX:
        return min(permutations(found), key=cost)
    left, order, border = list(found), [], 0
    while left:  # one at a time, the border with the most trailing zeros first
        best = max(left, key=lambda item: ((border + scale * item[1]) & -(border + scale * item[1]), item[1]))
        left.remove(best)
        order.append(best)
        border += scale * best[1]
    return tuple(order)


def roll(recorder: Recorder, layout: Tree, active: int) -> tuple[dict[int, int], int]:
    """The plane of each item, and the plane of lanes that rolled at all; lanes that are not active never do."""
    bits = [recorder.random(bit) for bit in range(layout.bits)]
    planes: dict[int, int] = {}
    border, below = 0, ZERO
    for items, weight in layout.intervals:
        border += layout.scale * weight
        above = recorder.both(_less(recorder, bits, border), active)
        interval = recorder.without(above, below)
        if len(items) == 1:
            planes[items[0]] = interval
        else:
            sign = recorder.random(layout.bits)
            planes[items[0]] = recorder.both(interval, sign)
            planes[items[1]] = recorder.without(interval, sign)
        below = above
    return planes, below


def _less(recorder: Recorder, bits: Sequence[int], border: int) -> int:
    """Whether the value is below a border; a random plane that is on means a bit that is 0."""
    if border >> len(bits):
        return ONE
    found = ZERO
    for position, plane in enumerate(bits):
        found = recorder.either(plane, found) if border >> position & 1 else recorder.both(plane, found)
    return found
