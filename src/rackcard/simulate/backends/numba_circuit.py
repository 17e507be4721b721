"""Circuits by numba; what it compiles is kept between runs, so a second run starts at once."""

import importlib.util
import sys
from functools import lru_cache
from typing import Any

from rackcard.simulate.circuit.blocks import Span, quotas, round_keys
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.circuit.codegen import WORDS, fingerprint, numba_source, scratch_words
from rackcard.simulate.kernel_cache import cache_folder, keep


class NumbaKernel:
    """Runs a program by numba, one block after another."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program, self.seed = program, seed
        self._source = numba_source(program)
        self._name = fingerprint(self._source)

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        import numpy as np

        from rackcard.simulate.backends.numpy_circuit import starting

        play = _numba_function(self._name, self._source)
        keys = np.array([word for pair in round_keys(self.seed) for word in pair], np.uint64)
        counts = np.zeros(len(self.program.tallies), np.uint64)
        size = scratch_words(self.program)
        room = np.zeros(size + 8, np.uint64)
        at = -room.ctypes.data // 8 % 8  # whole lines of the cache: a vector across two of them costs twice
        planes = room[at : at + size]
        starts, of = np.zeros(self.program.registers * WORDS, np.uint64), None
        for block, quota in enumerate(quotas(span)):
            if quota != of:  # blocks alike start alike
                starts, of = np.concatenate(starting(self.program, [quota])), quota
            play(starts, planes, np.uint64(span.first + block), keys, counts)
        return [int(count) for count in counts]


@lru_cache(maxsize=64)
def _numba_function(name: str, source: str) -> Any:
    """The function of a generated module; numba keeps what it compiles beside the module."""
    folder = cache_folder()
    path = folder / f"rackcard_{name}.py"
    keep(path, source.encode())
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # numba asks for it by name when it loads what it kept
    spec.loader.exec_module(module)
    return module.run
