"""Straight-line bit programs: recorded once, each operation once, run by any back end.

A *plane* holds one bit for every lane, and a lane is a shooter. The recorder folds constants and finds common
subexpressions, so wagers that ask the same thing share the planes that answer it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

ZERO, ONE = 0, 1
"""The planes that are always off and always on."""

Op = tuple[str, int, int]
"""An operation on earlier planes; ``andnot`` is the first without the second."""
OPERATIONS = ("and", "or", "xor", "andnot", "not")


@dataclass(frozen=True)
class StraightCode:
    """Operations in order, and the register that each last value goes to.

    Planes 0 and 1 are constants, then come the random planes, the registers, and the results of the operations.
    """

    ops: tuple[Op, ...]
    updates: tuple[tuple[int, int], ...]
    """(register, plane): registers not named keep their value."""


class Recorder:
    """Records operations on planes.

    >>> recorder = Recorder()
    >>> a, b = recorder.random(0), recorder.random(1)
    >>> recorder.both(a, b) == recorder.both(b, a), recorder.both(a, ONE) == a
    (True, True)
    """

    def __init__(self) -> None:
        self.ops: list[Op] = [("zero", 0, 0), ("one", 0, 0)]
        self._known: dict[Op, int] = {}

    def _record(self, op: Op) -> int:
        if op not in self._known:
            self._known[op] = len(self.ops)
            self.ops.append(op)
        return self._known[op]

    def random(self, index: int) -> int:
        """A plane of random bits, new in every step."""
        return self._record(("random", index, index))

    def register(self, index: int) -> int:
        """The plane that a register holds as the step begins."""
        return self._record(("register", index, index))

    def _inverse(self, plane: int) -> int | None:
        """What a plane is the opposite of, if it was recorded so."""
        if plane in (ZERO, ONE):
            return ONE - plane
        return self.ops[plane][1] if self.ops[plane][0] == "not" else None

    def opposite(self, a: int) -> int:
        known = self._inverse(a)
        return known if known is not None else self._record(("not", a, a))

    def both(self, a: int, b: int) -> int:
        if ZERO in (a, b):
            return ZERO
        if a == b or b == ONE:
            return a
        if a == ONE:
            return b
        if self._inverse(b) is not None:
            return self.without(a, self.opposite(b))
        if self._inverse(a) is not None:
            return self.without(b, self.opposite(a))
        return self._record(("and", min(a, b), max(a, b)))

    def without(self, a: int, b: int) -> int:
        """The first where the second is not."""
        if a in (ZERO, b) or b == ONE:
            return ZERO
        if b == ZERO:
            return a
        if a == ONE:
            return self.opposite(b)
        inverse = self._inverse(b)
        if inverse is not None:
            return self.both(a, inverse)
        return self._record(("andnot", a, b))

    def either(self, a: int, b: int) -> int:
        if ONE in (a, b):
            return ONE
        if a == b or b == ZERO:
            return a
        if a == ZERO:
            return b
        if self._inverse(b) is not None and self._inverse(a) is not None:
            return self.opposite(self.both(self.opposite(a), self.opposite(b)))
        return self._record(("or", min(a, b), max(a, b)))

    def odd(self, a: int, b: int) -> int:
        """Exactly one of the two."""
        if a == b:
            return ZERO
        if a in (ZERO, ONE) or b in (ZERO, ONE):
            constant, other = (a, b) if a in (ZERO, ONE) else (b, a)
            return other if constant == ZERO else self.opposite(other)
        return self._record(("xor", min(a, b), max(a, b)))

    def any(self, planes: Iterable[int]) -> int:
        found = ZERO
        for plane in sorted(set(planes)):
            found = self.either(found, plane)
        return found

    def all(self, planes: Iterable[int]) -> int:
        found = ONE
        for plane in sorted(set(planes)):
            found = self.both(found, plane)
        return found

    def choose(self, test: int, yes: int, no: int) -> int:
        """One plane where the test holds, the other where it does not."""
        if yes == no:
            return yes
        if yes in (ONE, test):
            return self.either(test, no)
        if yes == ZERO:
            return self.without(no, test)
        if no in (ZERO, test):
            return self.both(test, yes)
        if no == ONE:
            return self.either(yes, self.opposite(test))
        return self.either(self.both(test, yes), self.without(no, test))

    def select(self, planes: Sequence[int], answers: Mapping[int, bool]) -> int:
        """A truth table: the answer for each code that can come, the first plane being the code's lowest bit.

        Codes that are not named never come, so anything may be answered for them. Shannon's expansion from the
        highest bit, equal parts recorded once.
        """
        known: dict[tuple[int, frozenset[int], frozenset[int]], int] = {}

        def part(depth: int, yes: frozenset[int], no: frozenset[int]) -> int:
            if not yes:
                return ZERO
            if not no:
                return ONE
            key = (depth, yes, no)
            if key not in known:
                bit = 1 << (depth - 1)
                high = part(depth - 1, frozenset(c - bit for c in yes if c & bit),
                            frozenset(c - bit for c in no if c & bit))  # fmt: skip
                low = part(depth - 1, frozenset(c for c in yes if not c & bit), frozenset(c for c in no if not c & bit))
                seen_high = any(c & bit for c in yes | no)
                seen_low = any(not c & bit for c in yes | no)
                if not seen_high or not seen_low:
                    known[key] = low if not seen_high else high
                else:
                    known[key] = self.choose(planes[depth - 1], high, low)
            return known[key]

        yes = frozenset(code for code, answer in answers.items() if answer)
        return part(len(planes), yes, frozenset(answers) - yes)


def needed(ops: Sequence[Op], roots: Iterable[int]) -> set[int]:
    """Every plane that the roots are made of."""
    wanted = set(roots)
    for index in range(len(ops) - 1, -1, -1):
        if index in wanted and ops[index][0] in OPERATIONS:
            wanted.update(ops[index][1:])
    return wanted


def straight(ops: Sequence[Op], updates: Mapping[int, int], randoms: int, registers: Mapping[int, int]) -> StraightCode:
    """The program without unused planes; ``registers`` gives the new number of each register that stays."""
    wanted = needed(ops, updates.values())
    number = {ZERO: ZERO, ONE: ONE}
    base = 2 + randoms + len(registers)
    listed: list[Op] = []
    for index, (op, a, b) in enumerate(ops):
        if index not in wanted or index in (ZERO, ONE):
            continue
        if op == "random":
            number[index] = 2 + a
        elif op == "register":
            number[index] = 2 + randoms + registers[a]
        else:
            number[index] = base + len(listed)
            listed.append((op, number[a], number[b]))
    return StraightCode(
        tuple(listed), tuple((registers[register], number[plane]) for register, plane in updates.items())
    )
