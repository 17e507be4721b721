"""What a kernel needs of whatever runs it, and the processor as one that does: the witness of the same source."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rackcard.simulate.circuit.codegen import fingerprint
from rackcard.simulate.errors import EngineError
from rackcard.simulate.kernel_cache import cache_folder, keep

Array = NDArray[Any]
Field = type[ctypes.c_uint32] | type[ctypes.c_uint64] | type[ctypes.c_void_p]


Buffer = Any
"""An array where a kernel can read and write it, as its library keeps it."""


class Library(Protocol):
    """A compiled source, and the memory it works in."""

    def upload(self, array: Array) -> Buffer:
        """An array for the kernel; it must outlive the runs that use it."""
        ...

    def download(self, buffer: Buffer, number: int) -> Array:
        """What a run over so many items has written, one value for each."""
        ...

    def run(self, job: Mapping[str, int | Buffer | None], number: int) -> list[int]:
        """Play the first so many items of a job and add up its tallies."""
        ...


OpenLibrary = Callable[[str, int, int, tuple[tuple[str, Field], ...]], Library]
"""Compiles a source: with the number of its tallies, the threads of a block, and the fields of its job."""


def structure(fields: tuple[tuple[str, Field], ...]) -> type[ctypes.Structure]:
    """The job of a source, as C has it."""
    return type("Job", (ctypes.Structure,), {"_fields_": list(fields)})


class ProcessorLibrary:
    """The source compiled by a C compiler, one item after another."""

    def __init__(self, source: str, tallies: int, fields: tuple[tuple[str, Field], ...], compiler: str) -> None:
        self.tallies, self.job_type = tallies, structure(fields)
        self.loaded = _loaded(source, compiler)

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


def processor_library(source: str, tallies: int, threads: int, fields: tuple[tuple[str, Field], ...]) -> Library:
    """A source on the processor, by the system's C compiler."""
    return ProcessorLibrary(source, tallies, fields, "cc")


@lru_cache(maxsize=16)
def _loaded(source: str, compiler: str) -> ctypes.CDLL:
    found = shutil.which(compiler)
    if found is None:
        raise EngineError("no-compiler", compiler=compiler)
    name = fingerprint(source)
    folder = cache_folder()
    library = folder / f"rackcard_{name}.so"
    if not library.exists():
        text, made = folder / f"rackcard_{name}.c", folder / f"rackcard_{name}.{os.getpid()}.so"
        keep(text, source.encode())
        options = ["-O2", "-march=native", "-fPIC", "-w", "-shared"]
        done = subprocess.run(
            [found, *options, "-o", str(made), str(text)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise EngineError("not-compiled", compiler=compiler, output=done.stderr.strip()[-400:])
        os.replace(made, library)
    return ctypes.CDLL(str(library))
