"""The processor as what runs a kernel: the witness of the same source, by the system's C compiler."""

import ctypes
import os
import subprocess
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from rackcard.simulate.circuit.codegen import fingerprint
from rackcard.simulate.kernel_cache import cache_folder, keep
from rackcard.simulate.native.library import Array, Field, Library, structure


class ProcessorLibrary:
    """The source compiled by a C compiler, one item after another."""

    def __init__(self, source: str, tallies: int, fields: tuple[tuple[str, Field], ...]) -> None:
        self.tallies, self.job_type = tallies, structure(fields)
        self.loaded = _loaded(source)

    def upload(self, array: Array) -> Array:
        return np.ascontiguousarray(array)

    def download(self, buffer: Array, number: int) -> Array:
        return buffer[:number]

    def run(self, job: Mapping[str, int | Array | None], number: int) -> list[int]:
        """Play the first so many items of a job and add up its tallies."""
        values = {name: value.ctypes.data if isinstance(value, np.ndarray) else value for name, value in job.items()}
        total = (ctypes.c_uint64 * self.tallies)()
        self.loaded.run(ctypes.byref(self.job_type(**values)), ctypes.c_uint64(0), ctypes.c_uint64(number), total)
        return list(total)


@lru_cache(maxsize=16)
def _loaded(source: str) -> ctypes.CDLL:
    name = fingerprint(source)
    folder = cache_folder()
    library = folder / f"rackcard_{name}.so"
    if not library.exists():
        text, made = folder / f"rackcard_{name}.c", folder / f"rackcard_{name}.{os.getpid()}.so"
        keep(text, source.encode())
        options = ["-O2", "-march=native", "-fPIC", "-w", "-shared"]
        subprocess.run(["cc", *options, "-o", str(made), str(text)], check=True)
        os.replace(made, library)
    return ctypes.CDLL(str(library))


def processor_library(source: str, tallies: int, threads: int, fields: tuple[tuple[str, Field], ...]) -> Library:
    """A source on the processor."""
    return ProcessorLibrary(source, tallies, fields)
