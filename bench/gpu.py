"""Measures how fast a GPU rolls the repeater card: ``python -m bench.gpu``, on a machine with nvcc and an NVIDIA GPU.

``--write FILE.cu`` only writes the CUDA source, so that a machine without this package's dependencies can run it:
``nvcc -O3 -arch=native -o gpu FILE.cu && ./gpu`` prints the rate and the counts as JSON. ``--check FILE`` compares such
counts with those that the processor finds for the same seed and blocks.
"""

import argparse
import json
from pathlib import Path
from time import perf_counter

from bench.simulate import REPEATERS, circuit, units_of
from rackcard.simulate.backends.numba_circuit import NativeKernel
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import QUOTA, SMALL_BLOCKS, Program
from rackcard.simulate.circuit.codegen import c_source
from rackcard.simulate.kernels import numba_kernel

SEED = 1
CHECKED = 16
"""Blocks whose counts are compared with the processor's."""

MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
    const uint64_t number = argc > 1 ? strtoull(argv[1], 0, 10) : 40000;
    uint64_t checked[TALLIES], counts[TALLIES];
    int failed = run(SEED, FIRST, CHECKED, BASE, 0, checked);
    double best = 0;
    for (int turn = 0; turn < 3 && !failed; ++turn) {
        const double start = now();
        failed = run(SEED, FIRST, number, BASE, 0, counts);
        const double rate = counts[0] / (now() - start);
        if (rate > best) best = rate;
    }
    if (failed) { printf("{\\"error\\": %d}\\n", failed); return 1; }
    printf("{\\"rolls_per_second\\": %.6e, \\"rolls\\": %llu, \\"blocks\\": %llu, \\"checked\\": [", best,
           (unsigned long long)counts[0], (unsigned long long)number);
    for (int i = 0; i < TALLIES; ++i) printf("%s%llu", i ? ", " : "", (unsigned long long)checked[i]);
    printf("]}\\n");
    return 0;
}
"""


def span(blocks: int) -> Span:
    """Full blocks, past the short ones."""
    before = Program.rounds_before
    return Span(SMALL_BLOCKS, blocks, before(SMALL_BLOCKS + blocks) - before(SMALL_BLOCKS))


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.gpu", description=__doc__)
    parser.add_argument("--blocks", type=int, default=40_000, help="blocks of 2,097,152 rounds to play")
    parser.add_argument("--write", type=Path, help="write a CUDA program that needs no other file, and stop")
    parser.add_argument("--check", type=Path, help="compare the counts in this file with the processor's, and stop")
    parser.add_argument("--out", type=Path, help="also write the figures to this file")
    chosen = parser.parse_args()
    program = circuit(units_of(REPEATERS))
    if chosen.write:
        head = f"enum {{ SEED = {SEED}, FIRST = {SMALL_BLOCKS}, CHECKED = {CHECKED}, BASE = {QUOTA} }};\n"
        chosen.write.write_text(c_source(program) + head + MAIN, encoding="utf-8")
        return
    expected = numba_kernel(program, SEED).run(span(CHECKED))
    if chosen.check:
        found = json.loads(chosen.check.read_text(encoding="utf-8"))["checked"]
        print("the counts agree" if found == expected else f"the counts differ: {found} and {expected}")
        raise SystemExit(found != expected)
    kernel = NativeKernel(program, SEED)
    kernel.prepare()
    checked = kernel.run(span(CHECKED))
    best, rolls = 0.0, 0
    for _ in range(3):
        start = perf_counter()
        rolls = kernel.run(span(chosen.blocks))[0]
        best = max(best, rolls / (perf_counter() - start))
    figures = {"rolls_per_second": best, "rolls": rolls, "blocks": chosen.blocks, "checked": checked,
               "agrees_with_processor": checked == expected}  # fmt: skip
    print(json.dumps(figures))
    if chosen.out:
        chosen.out.write_text(json.dumps(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
