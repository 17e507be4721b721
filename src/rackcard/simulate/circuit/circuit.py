"""A card as a circuit: the registers and rules of its wagers as one straight-line bit program.

Every lane is a table of its own. In each step it rolls once; the planes of the roll move counters, points and
"done" marks, and each result of each wager that is decided now is one plane, which vertical counters add up. All
wagers begin a round together, and the round is over when the last of them must be. Wagers that ask the same
question of the same rolls share the planes that answer it; wagers with the same machine and play are one unit.

The rules come from :class:`rackcard.machine.Machine` (letters, effects, conditions) and from nowhere else.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from rackcard.card.condition_parts import leaves
from rackcard.games.conditions import Condition, Different, Exactly, Happened, Pattern, Played, Several, Streak
from rackcard.games.conditions import Sequence as Run
from rackcard.games.game import Event
from rackcard.machine.explore import FIRST, NEVER, Play, explore
from rackcard.machine.machine import Machine
from rackcard.machine.registers import Effect
from rackcard.simulate.circuit.bit_program import ONE, ZERO, Recorder, StraightCode, needed, straight
from rackcard.simulate.circuit.bit_sampler import roll, tree
from rackcard.simulate.circuit.conditions import counts_of, fewest, is_bounded, needs_levels, only_at_the_end

GROUP = 4
"""Steps between two looks at the counters: they are as wide as what can happen in that many steps."""
QUOTA_BITS = 10
QUOTA = 2**QUOTA_BITS
"""The most rounds that one lane plays in a block."""
_LOW = GROUP.bit_length() - 1
COLUMNS = 64
"""Words of 32 lanes in a block."""
LANES = 32 * COLUMNS
SMALL_BLOCKS, SMALL_QUOTA = 64, 16
"""The first blocks are short: a small run still fills long planes, and the first result comes soon."""

Cells = tuple[frozenset[int], ...]
"""For each phase the outcomes that do something."""


@dataclass(frozen=True)
class Unit:
    """A machine and how its offers are treated."""

    machine: Machine
    play: Play


@dataclass(frozen=True)
class Program:
    """The circuit of some units: what one step does, and what is done after every few steps."""

    randoms: int
    registers: int
    step: StraightCode
    tail: StraightCode
    """Run after every GROUP steps; it takes no random planes."""
    active: int
    """The register of lanes that still play."""
    quota: tuple[int, ...]
    """The registers of the rounds left, lowest bit first, counted up to an overflow."""
    last: int
    """The register of lanes whose high bits are all on."""
    tallies: tuple[tuple[int, ...], ...]
    """For each tally the registers it is kept in between tails, lowest bit first; the first tally is rolls."""
    slots: tuple[tuple[int | None, ...], ...]
    """For each unit the tally of each result; None for a loss, which is what remains."""

    @staticmethod
    def rounds_before(block: int) -> int:
        """How many rounds the blocks before this one play: the first ones are small, so that short runs use many."""
        small = min(block, SMALL_BLOCKS)
        rounds: int = LANES * (SMALL_QUOTA * small + QUOTA * (block - small))
        return rounds


class _Counter:
    """How often something has happened in this round, in as few planes as those who ask allow."""

    def __init__(self, raised: int) -> None:
        self.raised = raised
        self.cap = 0
        self.is_level = False
        self.registers: list[int] = []
        self.old: list[int] = []
        self.new: list[int] = []

    @property
    def top(self) -> int:
        """The highest value kept: the cap itself only if a condition reads it after it was reached."""
        return self.cap if self.is_level else self.cap - 1


class _Builder:
    """Builds the program of some units under one law of outcomes."""

    def __init__(self, units: Sequence[Unit], law: Mapping[Hashable, int]) -> None:
        self.units, self.law = units, law
        self.game = units[0].machine.game
        self.recorder = Recorder()
        self.registers = 0
        self.updates: dict[int, int] = {}
        self.counters: dict[object, _Counter] = {}
        self.tallied: list[tuple[int, int]] = []
        self.over_marks: dict[int, int] = {}

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1

    def plane(self, register: int) -> int:
        return self.recorder.register(register)

    # ---- the roll
    def build(self) -> Program:
        record = self.recorder
        self.active = self.register()
        atoms, weights = indistinct(self.units, self.law)
        layout = tree(weights)
        planes, self.rolled = roll(record, layout, self.plane(self.active))
        self.atom_planes = [(atom, planes[index]) for index, atom in enumerate(atoms)]
        self._phase_planes()
        self._counter_planes()
        ends = [self._ends(unit.machine) for unit in self.units]
        self.round_end = self._round_end(ends)
        self._raise_counters()
        self.tallied.append((self.rolled, 1))
        slots = tuple(self._unit(unit, over) for unit, over in zip(self.units, ends, strict=True))
        self._next_phases()
        return self._finish(layout.randoms, slots)

    def rolled_in(self, outcomes: frozenset[int]) -> int:
        """The plane of lanes that rolled one of these."""
        record = self.recorder
        inside = [plane for atom, plane in self.atom_planes if atom <= outcomes]
        outside = [plane for atom, plane in self.atom_planes if not atom <= outcomes]
        if len(inside) <= len(outside) + 1:
            return record.any(inside)
        return record.without(self.rolled, record.any(outside))

    # ---- phases
    def _phase_planes(self) -> None:
        """One plane for each phase but the first, and one for any of them."""
        self.phases: list[int] = []
        if any(unit.machine.has_phase for unit in self.units):
            self.phase_registers = [self.register() for _ in self.game.phases]
            on, *rest = map(self.plane, self.phase_registers)
            self.phases = [self.recorder.opposite(on), *rest]

    def _next_phases(self) -> None:
        """The phase after the roll; a new round begins in the first."""
        if not self.phases:
            return
        record = self.recorder
        after = [record.without(plane, self.round_end) for plane in self._phases_after()]
        self.updates[self.phase_registers[0]] = record.any(after)
        for register, plane in zip(self.phase_registers[1:], after, strict=True):
            self.updates[register] = plane

    def happens(self, cells: Cells) -> int:
        """The plane of lanes in which one of the cells came up."""
        record = self.recorder
        by_outcomes: dict[frozenset[int], list[int]] = {}
        for phase, outcomes in enumerate(cells):
            by_outcomes.setdefault(outcomes, []).append(phase)
        parts = []
        for outcomes, phases in by_outcomes.items():
            if not outcomes:
                continue
            if len(phases) == len(cells):
                return self.rolled_in(outcomes)
            if len(phases) > len(cells) // 2:
                others = record.any(self.phases[phase] for phase in range(len(cells)) if phase not in phases)
                parts.append(record.without(self.rolled_in(outcomes), others))
            else:
                where = record.any(self.phases[phase] for phase in phases)
                parts.append(record.both(where, self.rolled_in(outcomes)))
        return record.any(parts)

    # ---- counters
    def raised(self, machine: Machine, event: Event) -> int:
        """The plane of lanes in which an event happens and counts for a machine."""
        index = list(machine.events).index(event)
        return self.happens(_cells(machine, lambda effect: index in effect.counters))

    def counted(self, machine: Machine) -> int:
        return self.happens(_cells(machine, lambda effect: effect.counts))

    def counter(self, raised: int, key: object = None) -> _Counter:
        """The counter of what a plane raises, shared by all who ask."""
        return self.counters.setdefault(raised if key is None else key, _Counter(raised))

    def played(self, machine: Machine) -> _Counter:
        """The counter of the rolls that count for a machine."""
        counted = self.counted(machine)
        return self.counter(counted, ("played", counted))

    def _counter_planes(self) -> None:
        """Who asks what: first all counters with their caps, so that they can be shared, then their planes."""
        for unit in self.units:
            machine = unit.machine
            at_once = machine.lines[:1] if not machine.settles_at_end else ()
            later = [*machine.lines[len(at_once) :]]
            if unit.play is not NEVER:
                later += [c for claim in machine.claims for c in (claim.when, claim.unless) if c is not None]
            for condition, level in [*((c, False) for c in at_once), *((c, True) for c in later)]:
                for part in leaves([condition]):
                    self._ask(unit, part, needs_levels(condition) or (level and not is_bounded(machine, part)))
            for time in range(1, machine.ends.outcomes or 0):
                self._raise_cap(self.played(machine), time, True)
        for counter in self.counters.values():
            bits = counter.top.bit_length() if counter.top > 0 else 0
            counter.registers = [self.register() for _ in range(bits)]
            counter.old = [self.plane(register) for register in counter.registers]

    def _raise_cap(self, counter: _Counter, cap: int, level: bool) -> None:
        counter.cap = max(counter.cap, cap)
        counter.is_level |= level

    def _ask(self, unit: Unit, part: Condition, level: bool) -> None:
        machine = unit.machine
        level |= machine.ends.is_fixed and not machine.ends.is_single
        match part:
            case Happened(event, times):
                self._raise_cap(self.counter(self.raised(machine, event)), times, level)
            case Different(events):
                for event in events:
                    self._raise_cap(self.counter(self.raised(machine, event)), 1, True)
            case Played(outcomes):
                self._raise_cap(self.played(machine), outcomes, True)
            case Several() | Run() | Exactly() | Streak() | Pattern():
                raise AssertionError(f"no circuit for {part}")
            case _:
                assert_never(part)

    def _raise_counters(self) -> None:
        """The values after this roll; a new round begins with none."""
        record = self.recorder
        for counter in self.counters.values():
            full = [plane for bit, plane in enumerate(counter.old) if counter.cap >> bit & 1]
            carry = record.without(counter.raised, record.all(full)) if counter.is_level else counter.raised
            counter.new = []
            for bit, (register, old) in enumerate(zip(counter.registers, counter.old, strict=True)):
                # The highest bit never carries: by then the count is at its top, or is not read any more.
                is_top = bit == len(counter.registers) - 1
                counter.new.append(record.either(old, carry) if is_top else record.odd(old, carry))
                carry = record.both(old, carry)
                self.updates[register] = record.without(counter.new[bit], self.round_end)

    def reaches(self, counter: _Counter, times: int) -> int:
        """The plane of lanes in which this very roll brings the count to this value, for all that were below it."""
        below = times - 1
        planes = [plane for bit, plane in enumerate(counter.old) if below >> bit & 1]
        return self.recorder.both(counter.raised, self.recorder.all(planes))

    def at_least(self, counter: _Counter, times: int) -> int:
        """The plane of lanes whose count, this roll included, is at least this value."""
        if times <= 0:
            return ONE
        return self.recorder.select(counter.new, {value: value >= times for value in range(counter.top + 1)})

    # ---- conditions
    def holds(self, machine: Machine, condition: Condition, at_once: bool = False) -> int:
        """The plane of lanes where a condition holds after this roll; ``at_once`` if it decides when it first does."""
        record = self.recorder
        match condition:
            case Several(parts, 1):
                return record.any([self.holds(machine, part, at_once) for part in parts])
            case Several(parts, wanted):
                return self._some([self.holds(machine, part) for part in parts], wanted)
            case Happened(event, times):
                counter = self.counter(self.raised(machine, event))
                return self.reaches(counter, times) if at_once else self.at_least(counter, times)
            case Different():
                return self._different(machine, condition, condition.at_least)
            case Played(outcomes):
                return self.at_least(self.played(machine), outcomes)
            case Run() | Exactly() | Streak() | Pattern():
                raise AssertionError(f"no circuit for {condition}")
            case _:
                assert_never(condition)

    def _different(self, machine: Machine, condition: Different, wanted: int) -> int:
        """At least this many of the events seen: one row of planes for each count reached."""
        return self._some(
            [self.at_least(self.counter(self.raised(machine, event)), 1) for event in condition.events], wanted
        )

    def _some(self, seen: Sequence[int], wanted: int) -> int:
        """The plane of lanes in which at least so many of these planes hold."""
        record = self.recorder
        return record.all(seen) if wanted == len(seen) else counts_of(record, seen)[wanted]

    def impossible(self, machine: Machine, condition: Condition) -> int:
        """The plane of lanes in which a condition can no longer come to hold: too few rolls are left."""
        record, ends = self.recorder, machine.ends.outcomes
        if ends is None or ends == 1:
            return ZERO
        match condition:
            case Several(parts):
                return record.all([self.impossible(machine, part) for part in parts])
            case Happened() | Different():
                return self._too_late(machine, condition, ends)
            case Played() | Run() | Exactly() | Streak() | Pattern():
                return ZERO
            case _:
                assert_never(condition)

    def _too_late(self, machine: Machine, condition: Happened | Different, ends: int) -> int:
        """The plane of lanes in which more events are missing than rolls are left."""
        record, played, parts = self.recorder, self.played(machine), []
        for time in range(1, ends):
            now = record.select(played.new, {value: value == time for value in range(played.top + 1)})
            parts.append(record.without(now, self._within(machine, condition, ends - time)))
        return record.any(parts)

    def _within(self, machine: Machine, condition: Happened | Different, left: int) -> int:
        """The plane of lanes in which so few events are missing that the rolls left can bring them all."""
        match condition:
            case Happened(event, times):
                return self.at_least(self.counter(self.raised(machine, event)), times - left)
            case Different():
                return self._different(machine, condition, max(condition.at_least - left, 0))
            case _:
                assert_never(condition)

    # ---- decisions
    def _ends(self, machine: Machine) -> int:
        """The plane of lanes in which a machine's time is up with this roll."""
        if machine.ends.outcomes is None:
            return self.happens(_cells(machine, lambda effect: effect.ends))
        counted, last = self.counted(machine), machine.ends.outcomes - 1
        if not last:
            return counted
        played = self.played(machine)
        late = self.recorder.select(played.old, {value: value >= last for value in range(played.top + 1)})
        return self.recorder.both(counted, late)

    def _round_end(self, ends: Sequence[int]) -> int:
        """When every unit's time has come; units that end together need no mark of their own."""
        record = self.recorder
        distinct = sorted(set(ends))
        if len(distinct) == 1:
            return distinct[0]
        registers = {over: self.register() for over in distinct}
        now = {over: record.either(self.plane(register), over) for over, register in registers.items()}
        finished = record.all(list(now.values()))
        for over, register in registers.items():
            self.over_marks[over] = self.plane(register)
            self.updates[register] = record.without(now[over], finished)
        return finished

    def _unit(self, unit: Unit, over: int) -> tuple[int | None, ...]:
        """Tallies for every result of a unit but the loss, by the same scan of lines as the machine's verdict."""
        machine, record = unit.machine, self.recorder
        guard = record.opposite(self.over_marks.get(over, ZERO))
        early = unit.play is not NEVER and bool(machine.claims)
        early |= not machine.settles_at_end and not only_at_the_end(machine)
        done = self.register() if early else None
        if done is not None:
            guard = record.without(guard, self.plane(done))
        scanned, pending, fires = guard, ZERO, []
        for index, line in enumerate(machine.lines):
            at_once = index == 0 and not machine.settles_at_end
            true = self.holds(machine, line, at_once)
            never = self.impossible(machine, line)
            here = record.both(scanned, true)
            fires.append(record.both(here, over) if machine.settles_at_end else here)
            if machine.settles_at_end:
                pending = record.either(pending, record.without(here, over))
            open_ = record.without(record.without(scanned, true), never)
            pending = record.either(pending, record.without(open_, over))
            scanned = record.both(record.without(scanned, true), record.either(never, over))
        lost = record.both(guard, self._foregone(unit)) if early else ZERO
        taken = self._taken(unit, record.without(pending, lost))
        won = [self._tally(fire, fewest(line)) for line, fire in zip(machine.lines, fires, strict=True)]
        claimed = [self._tally(plane, fewest(claim.when)) for claim, plane in zip(machine.claims, taken, strict=True)]
        if done is not None:
            decided = record.any([*fires, *taken, lost, *([scanned] if machine.ends.is_fixed else [])])
            after = record.either(self.plane(done), decided)
            self.updates[done] = record.without(after, self.round_end)
        return (*won, None, *claimed)

    def _tally(self, plane: int, spacing: int) -> int:
        self.tallied.append((plane, spacing))
        return len(self.tallied) - 1

    # ---- offers
    def _foregone(self, unit: Unit) -> int:
        """The plane of lanes whose result nothing can change any more, where a player might still claim something."""
        machine, record = unit.machine, self.recorder
        if unit.play is NEVER or not (machine.claims and machine.foregone):
            return ZERO
        planes, codes = self._coded(machine)
        known = dict.fromkeys(map(codes, explore(machine, self.law, NEVER).states), False)
        known |= dict.fromkeys(map(codes, machine.foregone), True)
        return record.both(self.counted(machine), record.select(planes, known))

    def _taken(self, unit: Unit, pending: int) -> list[int]:
        """For each claim the plane of lanes in which the player takes it now."""
        machine, record = unit.machine, self.recorder
        if unit.play is NEVER or not machine.claims:
            return [ZERO for _ in machine.claims]
        if machine.claims_while_off:  # no mark says that there was a roll
            pending = record.both(pending, self.rolled)
        if unit.play is FIRST:
            taken = []
            for claim in machine.claims:
                available = self.holds(machine, claim.when)
                if claim.unless is not None:
                    available = record.without(available, self.holds(machine, claim.unless))
                take = ZERO if claim.kind == "take back" else record.both(pending, available)
                taken.append(take)
                pending = record.without(pending, take)
            return taken
        planes, codes = self._coded(machine)
        choices = {}
        for state in explore(machine, self.law, NEVER).states:
            claims = machine.offered(state)
            choices[state] = unit.play.policy(machine, state, claims) if claims else None
        return [
            record.both(pending, record.select(planes, {codes(s): c == claim for s, c in choices.items()}))
            for claim in range(len(machine.claims))
        ]

    def _coded(self, machine: Machine) -> tuple[list[int], "_Codes"]:
        """The planes of a machine's registers after this roll, and the code that a state has on them."""
        planes: list[int] = []
        parts: list[tuple[int, int, str, int]] = []
        for register in machine.registers:
            at = len(planes)
            if machine.has_phase and register == machine.registers[0]:
                planes += self._phases_after()
                parts.append((register.stride, register.size, "one of", at))
                continue
            event = next((e for e, r in machine.counters.items() if r == register), None)
            counted = self.counted(machine)
            counter = self.counter(self.raised(machine, event)) if event else self.counter(counted, ("played", counted))
            if counter.cap == register.size - 1:
                planes += counter.new
                parts.append((register.stride, register.size, "binary", at))
            else:  # shared with a wager that counts further
                planes += [self.at_least(counter, value) for value in range(1, register.size)]
                parts.append((register.stride, register.size, "up to", at))
        return planes, _Codes(parts)

    def _phases_after(self) -> list[int]:
        """The planes of all phases but the first after this roll."""
        record, moves = self.recorder, self.game.moves
        found = []
        for phase in range(1, len(self.phases)):
            leaving = frozenset(i for i, target in enumerate(moves[phase]) if target != phase)
            parts = [record.without(self.phases[phase], self.rolled_in(leaving))]
            for before in range(len(self.phases)):
                into = frozenset(i for i, target in enumerate(moves[before]) if target == phase)
                if before != phase and into:
                    parts.append(record.both(self.phases[before], self.rolled_in(into)))
            found.append(record.any(parts))
        return found

    # ---- the whole
    def _finish(self, randoms: int, slots: tuple[tuple[int | None, ...], ...]) -> Program:
        """Quotas, tallies, and only what they ask for."""
        record = self.recorder
        quota = [self.register() for _ in range(QUOTA_BITS)]
        last, carried = self.register(), self.register()
        carry = self.round_end
        for register in quota[:_LOW]:
            self.updates[register] = record.odd(self.plane(register), carry)
            carry = record.both(self.plane(register), carry)
        self.updates[self.active] = record.without(self.plane(self.active), record.both(carry, self.plane(last)))
        self.updates[carried] = record.either(self.plane(carried), carry)
        tallies = [self._vertical(plane, spacing) for plane, spacing in self.tallied]
        kept = {self.active, last, carried, *quota, *(register for tally in tallies for register in tally)}
        while True:  # unread registers take with them those that only they read
            roots = [plane for register, plane in self.updates.items() if register in kept]
            read = {record.ops[p][1] for p in needed(record.ops, roots) if record.ops[p][0] == "register"}
            if read <= kept:
                break
            kept |= read
        numbers = {register: index for index, register in enumerate(sorted(kept))}
        step = straight(record.ops, {r: plane for r, plane in self.updates.items() if r in kept}, randoms, numbers)
        return Program(
            randoms,
            len(numbers),
            step,
            self._tail(quota, last, carried, tallies, numbers),
            numbers[self.active],
            tuple(numbers[register] for register in quota),
            numbers[last],
            tuple(tuple(numbers[register] for register in tally) for tally in tallies),
            slots,
        )

    def _vertical(self, plane: int, spacing: int) -> tuple[int, ...]:
        """A counter as wide as what can happen in a lane between two tails."""
        record = self.recorder
        if plane == ZERO:
            return ()
        most = -(-GROUP // spacing)
        bits = [self.register() for _ in range(most.bit_length())]
        carry = plane
        for bit, register in enumerate(bits):
            old = self.plane(register)
            self.updates[register] = record.either(old, carry) if bit == len(bits) - 1 else record.odd(old, carry)
            carry = record.both(old, carry)
        return tuple(bits)

    def _tail(
        self,
        quota: Sequence[int],
        last: int,
        carried: int,
        tallies: Iterable[Sequence[int]],
        numbers: Mapping[int, int],
    ) -> StraightCode:
        """Every few steps: carry into the high bits of the quota, and reset the tallies.

        The low bits overflow at most once in that many steps, so the carries of a group are one plane.
        """
        record = Recorder()
        updates = {register: ZERO for tally in tallies for register in tally}
        carry, highs = record.register(carried), []
        for register in quota[_LOW:]:
            old = record.register(register)
            updates[register] = record.odd(old, carry)
            highs.append(updates[register])
            carry = record.both(old, carry)
        updates[last] = record.all(highs)
        updates[carried] = ZERO
        return straight(record.ops, updates, 0, numbers)


class _Codes:
    """From a state to its code on a list of planes."""

    def __init__(self, parts: Sequence[tuple[int, int, str, int]]) -> None:
        self.parts = parts

    def __call__(self, state: int) -> int:
        code = 0
        for stride, size, kind, at in self.parts:
            value = state // stride % size
            if kind == "one of":
                code |= (1 << value >> 1) << at
            else:
                code |= (value if kind == "binary" else (1 << value) - 1) << at
        return code


def _cells(machine: Machine, test: Callable[[Effect], bool]) -> Cells:
    """For every phase of the game the outcomes whose effect passes a test."""
    found: list[set[int]] = [set() for _ in machine.game.phases]
    for indexes, effects in machine.letters:
        for phase in range(len(found)):
            if test(effects[phase if machine.has_phase else 0]):
                found[phase].update(indexes)
    return tuple(map(frozenset, found))


def indistinct(units: Sequence[Unit], law: Mapping[Hashable, int]) -> tuple[list[frozenset[int]], tuple[int, ...]]:
    """The outcomes that no unit tells apart, by number, with their weights; what cannot come is left out."""
    outcomes = units[0].machine.game.outcomes
    letters = [
        {index: letter for letter, (indexes, _) in enumerate(unit.machine.letters) for index in indexes}
        for unit in units
    ]
    found: dict[tuple[int, ...], list[int]] = {}
    for index, outcome in enumerate(outcomes):
        if law.get(outcome, 0):
            found.setdefault(tuple(of[index] for of in letters), []).append(index)
    atoms = [frozenset(indexes) for indexes in found.values()]
    return atoms, tuple(sum(law[outcomes[index]] for index in atom) for atom in atoms)


def compile_units(units: Sequence[Unit], law: Mapping[Hashable, int]) -> Program:
    """The program of some units, which must be of one game, rolled with these weights."""
    return _Builder(units, law).build()
