"""The slow witness of the simulation: steps the machine outcome by outcome and lane by lane, next to the circuit."""

from collections.abc import Mapping, Sequence
from random import Random

from rackcard.machine.explore import NEVER
from rackcard.machine.machine import Machine
from rackcard.simulate.circuit.bit_program import StraightCode
from rackcard.simulate.circuit.bit_sampler import Tree, tree
from rackcard.simulate.circuit.blocks import MASK, PHILOX_M, round_keys
from rackcard.simulate.circuit.circuit import GROUP, Program, Unit, compile_units, indistinct


def chosen(layout: Tree, value: int) -> int | None:
    """The item that the random bits of one lane mean, or None for no roll; computed without planes."""
    low = ~value & (2**layout.bits - 1)
    border = 0
    for items, weight in layout.intervals:
        if border <= low < border + layout.scale * weight:
            return items[0] if len(items) == 1 or value >> layout.bits & 1 else items[1]
        border += layout.scale * weight
    return None


def evaluate(program: StraightCode, fixed: Sequence[int], registers: list[int], mask: int) -> None:
    """One pass of a straight-line program on whole numbers as planes."""
    planes = [0, mask, *fixed, *registers]
    for op, a, b in program.ops:
        x, y = planes[a], planes[b]
        planes.append({"and": x & y, "or": x | y, "xor": x ^ y, "andnot": x & ~y, "not": mask & ~x}[op])
    for register, plane in program.updates:
        registers[register] = planes[plane]


class Lane:
    """Every unit played by the machine itself, all beginning a round together."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self.results = [[0] * (len(unit.machine.lines) + 1 + len(unit.machine.claims)) for unit in units]
        self.rounds = 0
        self.begin()

    def begin(self) -> None:
        self.states = [0] * len(self.units)
        self.over = [False] * len(self.units)
        self.decided = [False] * len(self.units)

    def roll(self, outcome: object) -> None:
        for index, unit in enumerate(self.units):
            if self.over[index]:
                continue
            _, over = unit.machine.follow(self.states[index], outcome)
            state, result = unit.machine.step(self.states[index], outcome)
            self.states[index] = state
            self.over[index] = over
            if not self.decided[index]:
                if result is None:
                    result = taken(unit, unit.machine, state)
                if result is not None:
                    self.decided[index] = True
                    self.results[index][result] += 1
        if all(self.over):
            assert all(self.decided)
            self.rounds += 1
            self.begin()


def taken(unit: Unit, machine: Machine, state: int) -> int | None:
    open_claims = machine.offered(state)
    if unit.play is NEVER or not open_claims:
        return None
    claim = unit.play.policy(machine, state, open_claims)
    return None if claim is None else machine.claim_result(claim)


def compare(units: Sequence[Unit], law: Mapping[object, int], random: Random, steps: int, lanes: int = 40) -> Program:
    """Roll circuit and machines together and compare every tally after every group of steps."""
    program = compile_units(units, law)
    atoms, weights = indistinct(units, law)
    layout = tree(weights)
    outcomes = units[0].machine.game.outcomes
    mask = 2**lanes - 1
    registers = [0] * program.registers
    registers[program.active] = mask
    witnesses = [Lane(units) for _ in range(lanes)]
    counts = [0] * len(program.tallies)
    rolls = 0
    for step in range(1, steps + 1):
        randoms = [random.getrandbits(lanes) for _ in range(program.randoms)]
        for lane, witness in enumerate(witnesses):
            value = sum((plane >> lane & 1) << bit for bit, plane in enumerate(randoms))
            item = chosen(layout, value)
            if item is not None:
                rolls += 1
                witness.roll(outcomes[random.choice(sorted(atoms[item]))])
        evaluate(program.step, randoms, registers, mask)
        if step % GROUP == 0:
            for tally, bits in enumerate(program.tallies):
                counts[tally] += sum(registers[register].bit_count() << bit for bit, register in enumerate(bits))
            evaluate(program.tail, [], registers, mask)
            found = [[None if slot is None else counts[slot] for slot in slots] for slots in program.slots]
            for index, unit in enumerate(units):
                expected = [sum(w.results[index][r] for w in witnesses) for r in range(len(found[index]))]
                loss = unit.machine.loss
                assert [None if r == loss else n for r, n in enumerate(expected)] == found[index], (unit, step)
            assert counts[0] == rolls
    return program


def philox(seed: int, counter: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Four random words, plainly: what every back end must agree with."""
    a, b, c, d = counter
    for key_low, key_high in round_keys(seed):
        first, second = PHILOX_M[0] * a, PHILOX_M[1] * c
        a, b, c, d = (second >> 32) ^ b ^ key_low, second & MASK, (first >> 32) ^ d ^ key_high, first & MASK
    return a, b, c, d
