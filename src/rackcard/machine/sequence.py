"""How the numbers of several outcomes compare: whether a relation between them holds, and what makes it hold."""

from itertools import permutations

from rackcard.games.conditions import Sequence


def holds(sequence: Sequence, numbers: list[int], top: int) -> bool | None:
    """Whether a relation between places of a sequence holds, from the numbers so far.

    A place not yet filled is 0; a number above ``top`` is an outcome without one (a zero).
    """
    known = []
    for place in sequence.places:
        number = numbers[place - 1]
        if number > top and sequence.relation not in ("among", "same"):
            return False
        if number:
            known.append(number)
    whole = len(known) == len(sequence.places)
    relation = sequence.relation
    if relation == "among":
        fits = all(number in sequence.numbers for number in known)
    elif relation == "these":
        fits = len(set(known)) == len(known) and all(number in sequence.numbers for number in known)
    elif relation == "same":
        fits = len(set(known)) <= 1
    elif relation == "apart":
        fits = not whole or _gap(known[0], known[1], sequence.ring) == sequence.gap
    else:
        fits = _in_a_row(known, len(sequence.places), sequence.in_order, sequence.ring, top)
    if not fits:
        return False
    return True if whole else None


def _gap(one: int, other: int, ring: int) -> int:
    gap = abs(one - other)
    return min(gap, ring - gap) if ring else gap


def _in_a_row(known: list[int], length: int, in_order: bool, ring: int, top: int) -> bool:
    """Whether the known numbers can be completed to so many consecutive ones."""
    first, last = known[:1], length - 1
    if not first:
        return True
    if in_order:
        return any(
            all((number - first[0] - way * i) % (ring or 10 * top) == 0 for i, number in enumerate(known))
            and (ring or 1 <= first[0] + way * last <= top)
            for way in (1, -1)
        )
    if len(set(known)) < len(known):
        return False
    if not ring:
        return max(known) - min(known) <= last
    return any(all((number - first[0] + back) % ring <= last for number in known) for back in range(length))


def winning_numbers(sequence: Sequence, top: int, codes: int) -> set[tuple[int, ...]]:
    """Every tuple of numbers at the sequence's places for which the relation holds, built, not searched.

    ``codes`` is the highest number that a place can hold; those above ``top`` are outcomes without a number.
    """
    length = len(sequence.places)
    if sequence.relation == "these":
        return set(permutations(sequence.numbers))
    if sequence.relation == "among":
        found: set[tuple[int, ...]] = {()}
        for _ in range(length):
            found = {(*start, number) for start in found for number in sequence.numbers}
        return found
    if sequence.relation == "same":
        return {(number,) * length for number in range(1, codes + 1)}
    wrap = sequence.ring or 10 * top
    steps = [(sequence.gap,)] if sequence.relation == "apart" else [tuple(range(1, length))]
    found = set()
    for low in range(1, top + 1):
        for offsets in steps:
            row = (low, *((low + offset - 1) % wrap + 1 for offset in offsets))
            if max(row) > top:
                continue
            found |= {row, row[::-1]} if sequence.in_order or length == 2 else set(permutations(row))
    return found
