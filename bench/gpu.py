"""Measures how fast the GPUs of this machine play: ``python -m bench.gpu``.

Dice as a circuit, spins, shoes by their cells, and shoes whose cards are looked at; each is compared with numpy's
counts of the same blocks first.
"""

import argparse
import json
from pathlib import Path
from time import perf_counter

from rackcard import load, loads
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.jobs import AnyProgram, prepare
from rackcard.simulate.kernels import Kernel, numpy_kernel
from rackcard.simulate.native.cuda import cuda_library, devices
from rackcard.simulate.native.kernels import native_kernel
from rackcard.simulate.table_programs import Dealing

SEED = 1
SECONDS = 2.0
"""A span is made longer until it takes so long."""
LOOKED_AT = """
card: looked-at
title: Looked At
about: wagers that look at the cards
game: baccarat
chance: a shoe of 8 decks
source: an example
wagers:
  red: {wins: every card is red, pays: 20 to 1}
  nines: {wins: 2 nines in the first 4 cards, pays: 10 to 1}
"""


def programs() -> dict[str, AnyProgram]:
    """What is measured."""
    return {
        "repeater-bets-plus, 41 wagers": prepare(load("repeater-bets-plus"))[0].program,
        "super-shooter": prepare(load("super-shooter"))[0].program,
        "straights-and-8s": prepare(load("straights-and-8s"))[0].program,
        "roulette": prepare(load("roulette"))[0].program,
        "baccarat": prepare(load("baccarat"))[0].program,
        "baccarat, dealt to the cut card": prepare(load("baccarat"), dealing=Dealing(burn=True, cut=16))[0].program,
        "baccarat, cards looked at": prepare(loads(LOOKED_AT))[0].program,
    }


def span(program: AnyProgram, blocks: int) -> Span:
    """Full blocks, past the short ones of a circuit."""
    first = 64
    return Span(first, blocks, program.rounds_before(first + blocks) - program.rounds_before(first))


def rate(kernel: Kernel, program: AnyProgram) -> dict[str, float]:
    """Rounds and outcomes a second, over a span that takes a while."""
    blocks = 1
    while True:
        start = perf_counter()
        tallies = kernel.run(span(program, blocks))
        seconds = perf_counter() - start
        if seconds >= SECONDS / 2:
            return {"rounds": span(program, blocks).rounds / seconds, "outcomes": tallies[0] / seconds}
        blocks *= 2 if seconds > 0.1 else 8


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.gpu", description=__doc__)
    parser.add_argument("--out", type=Path, help="also write the figures to this file")
    chosen = parser.parse_args()
    found = {"devices": [f"{device.architecture}, {device.processors} multiprocessors" for device in devices()]}
    figures: dict[str, object] = dict(found)
    for name, program in programs().items():
        start = perf_counter()
        kernel = native_kernel(program, SEED, cuda_library)
        ready = perf_counter() - start
        agrees = kernel.run(span(program, 1)) == numpy_kernel(program, SEED).run(span(program, 1))
        figures[name] = {"agrees with numpy": agrees, "seconds to compile": round(ready, 2), **rate(kernel, program)}
        print(name, json.dumps(figures[name]), flush=True)
    if chosen.out:
        chosen.out.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
