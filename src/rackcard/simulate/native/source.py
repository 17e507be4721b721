"""The C source of a kernel: what CUDA and plain C name differently, a body, and what runs it."""

from pathlib import Path

from rackcard.simulate.circuit.blocks import PHILOX_M, PHILOX_ROUNDS, PHILOX_W

THREADS = 128
"""Threads of a CUDA block; two blocks of work side by side."""
WIDE, NARROW = "unsigned long long", "unsigned int"
"""What a block of threads adds up in: narrow sums are faster, and need a bound on what is played at once."""


def part(name: str) -> str:
    """A file of this folder."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def kernel_source(body: str, tallies: int, sums: str = WIDE, threads: int = THREADS, **defines: int) -> str:
    """A whole source: ``play`` of the body plays one item, ``run`` plays many."""
    philox = {
        "PHILOX_ROUNDS": PHILOX_ROUNDS,
        **{f"PHILOX_M{i}": f"{factor}u" for i, factor in enumerate(PHILOX_M)},
        **{f"PHILOX_W{i}": f"{step}u" for i, step in enumerate(PHILOX_W)},
    }
    named = {**philox, "TALLIES": tallies, "THREADS": threads, "SUM": sums, **defines}
    lines = [f"#define {name} {value}" for name, value in named.items()]
    return "\n".join((*lines, part("head.c"), body, part("tail.c")))
