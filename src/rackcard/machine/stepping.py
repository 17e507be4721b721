"""What takes a machine from state to state and says what a state comes to, built once: millions of steps are taken."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from rackcard.machine.condition_tests import Test
from rackcard.machine.registers import Effect

if TYPE_CHECKING:
    from rackcard.machine.machine import Machine

Move = Callable[[int, Effect], tuple[int, bool]]
"""Takes a state and an effect to the state after it, and whether the wager's time is up."""


class Decider(Protocol):
    """Takes a state, and whether the wager's time is up, to the result if no outcome can change it, else None."""

    def __call__(self, state: int, over: bool, asked: Iterable[tuple[int, Test]] = ...) -> int | None: ...


def mover(machine: "Machine") -> Move:
    """What moves the registers of a machine."""
    phases, has_phase, horizon = machine.phases, machine.has_phase, machine.ends.outcomes
    spins = [(spin.stride, spin.size) for spin in machine.spins]
    played = machine.played
    time_stride, time_size = (played.stride, played.size) if played is not None else (1, 1)
    known, moves_of = machine.known_moves, machine.moves_of

    def move(state: int, effect: Effect) -> tuple[int, bool]:
        before = state
        if has_phase:
            state += effect.phase - state % phases
        if not effect.counts:
            return state, False
        raised, tracked = known.get(id(effect)) or moves_of(effect)
        for stride, size, highest in raised:
            if before // stride % size < highest:
                state += stride
        for stride, size, shifts in tracked:
            state += shifts[before // stride % size]
        for stride, size in spins:
            if not before // stride % size:
                state += effect.number * stride
                break
        if played is None:
            return state, effect.ends or horizon == 1
        time = before // time_stride % time_size
        if time < time_size - 1:
            state += time_stride
        return state, effect.ends or (horizon is not None and time + 1 >= horizon)

    return move


def verdict_of(machine: "Machine") -> Decider:
    """What decides a machine's states, by all lines or by those that may still hold."""
    every, loss, foregone = machine.numbered_tests, machine.loss, machine.foregone
    waits, goes_on = machine.settles_at_end, machine.takes_first

    def verdict(state: int, over: bool, asked: Iterable[tuple[int, Test]] = every) -> int | None:
        is_open = False
        for result, test in asked:
            holds = test(state, over)
            if holds:
                return result if over or not waits else None
            if holds is None and not over:
                if not goes_on:
                    return foregone.get(state)
                is_open = True
        return foregone.get(state) if is_open else loss

    return verdict
