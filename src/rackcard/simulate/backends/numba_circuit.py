"""The back ends that compile: numba for the processor, generated CUDA C for a GPU; both kept between runs.

Compiled code is in the user's cache folder under the hash of its source, so a second run starts at once.
"""

import ctypes
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from rackcard.simulate.circuit.blocks import Span, quotas, round_keys
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.circuit.codegen import WORDS, c_source, fingerprint, numba_source, scratch_words
from rackcard.simulate.errors import EngineError


def cache_folder() -> Path:
    """Where compiled kernels are kept: the user's cache, or a folder named by RACKCARD_CACHE."""
    named = os.environ.get("RACKCARD_CACHE")
    base = Path(named) if named else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rackcard"
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError:
        base = Path(tempfile.gettempdir()) / f"rackcard-{os.getuid()}"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = base.lstat()  # anybody can create a folder of this name, and code in it is run
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o022:
            raise EngineError("unsafe-cache", folder=str(base)) from None
    return base


def _keep(path: Path, text: str) -> None:
    """Write a file as a whole, even while another process writes it."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)


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
    _keep(path, source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # numba asks for it by name when it loads what it kept
    spec.loader.exec_module(module)
    return module.run


class NativeKernel:
    """Runs the generated C: on a GPU by nvcc, or by a C compiler on the processor as the witness of the same source."""

    def __init__(self, program: Program, seed: int, compiler: str = "nvcc") -> None:
        self.program, self.seed, self.compiler = program, seed, compiler

    def prepare(self) -> None:
        """Compile and load; an error says what is missing."""
        library = _library(c_source(self.program), self.compiler)
        if self.compiler == "nvcc" and not library.devices():
            raise EngineError("no-gpu")

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        library = _library(c_source(self.program), self.compiler)
        total = [0] * len(self.program.tallies)
        at = span.first
        for quota, group in groupby(quotas(span)):  # blocks alike go together
            number = len(list(group))
            counts = (ctypes.c_uint64 * len(total))()
            failed = library.run(self.seed, at, number, quota.base, quota.more, counts)
            if failed:
                raise EngineError("gpu-error", number=failed)
            total = [a + b for a, b in zip(total, counts, strict=True)]
            at += number
        return total


@lru_cache(maxsize=16)
def _library(source: str, compiler: str) -> Any:
    """The compiled source as a library, compiled on first use."""
    found = shutil.which(compiler)
    if found is None and compiler == "nvcc" and Path("/usr/local/cuda/bin/nvcc").exists():
        found = "/usr/local/cuda/bin/nvcc"
    if found is None:
        raise EngineError("no-compiler", compiler=compiler)
    is_cuda = compiler == "nvcc"
    folder = cache_folder()
    name = fingerprint(source + compiler)
    library = folder / f"rackcard_{name}.so"
    if not library.exists():
        text = folder / f"rackcard_{name}{'.cu' if is_cuda else '.c'}"
        _keep(text, source)
        made = folder / f"rackcard_{name}.{os.getpid()}.so"
        options = ["-O3", "-arch=native", "-Xcompiler", "-fPIC"] if is_cuda else ["-O2", "-march=native", "-fPIC", "-w"]
        done = subprocess.run(
            [found, *options, "-shared", "-o", str(made), str(text)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise EngineError("not-compiled", compiler=compiler, output=done.stderr.strip()[-400:])
        os.replace(made, library)
    loaded = ctypes.CDLL(str(library))
    loaded.run.argtypes = [ctypes.c_uint64] * 3 + [ctypes.c_uint32] * 2 + [ctypes.POINTER(ctypes.c_uint64)]
    return loaded
