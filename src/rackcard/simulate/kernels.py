"""Kernels: the back end that counts the spans of a program, and the compilation that some of them need."""

import atexit
import os
import pickle
import subprocess
import sys
import tempfile
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from rackcard.simulate.backends.numba_circuit import NumbaKernel
from rackcard.simulate.circuit.blocks import Span
from rackcard.simulate.circuit.circuit import Program
from rackcard.simulate.errors import note
from rackcard.simulate.jobs import AnyProgram
from rackcard.simulate.kernel_cache import cache_folder
from rackcard.simulate.table_programs import CardProgram, ShoeProgram

Tallies = tuple[list[int], str]
"""The tallies of a span, and the back end that counted them."""


class Kernel(Protocol):
    """Plays spans of blocks."""

    def run(self, span: Span) -> list[int]:
        """The tallies of a span."""
        ...


def fingerprint(program: AnyProgram) -> str:
    """A digest of a program, by which the checkpoint of another one is recognized."""
    return sha256(repr(program).encode()).hexdigest()[:32]


@lru_cache(maxsize=64)
def _compiled_name(program: AnyProgram) -> str:
    """The name of what numba compiles for a program, which changes with the versions involved."""
    versions = f"{sys.version_info[:2]} {version('numba')} {version('numpy')}"
    written = "circuit/codegen.py" if isinstance(program, Program) else "backends/numba_tables.py"
    text = Path(__file__).parent / written
    what = fingerprint(program) if isinstance(program, Program) else type(program).__name__
    return sha256(f"{versions}{what}{text.read_text(encoding='utf-8')}".encode()).hexdigest()[:24]


def _marker(program: AnyProgram) -> Path:
    """The file that exists once numba has compiled what a program needs."""
    return cache_folder() / f"{_compiled_name(program)}.ready"


def is_compiled(program: AnyProgram) -> bool:
    """Whether numba has compiled what a program needs, in this run or an earlier one."""
    return _marker(program).exists()


def numpy_kernel(program: AnyProgram, seed: int) -> Kernel:
    """The back end that needs no compiler."""
    from rackcard.simulate.backends.numpy_circuit import NumpyKernel
    from rackcard.simulate.backends.numpy_tables import CardArrays, ShoeArrays, SpinArrays

    if isinstance(program, Program):
        return NumpyKernel(program, seed)
    if isinstance(program, CardProgram):
        return CardArrays(program, seed)
    return ShoeArrays(program, seed) if isinstance(program, ShoeProgram) else SpinArrays(program, seed)


def numba_kernel(program: AnyProgram, seed: int) -> Kernel:
    """The default back end."""
    if isinstance(program, Program):
        return NumbaKernel(program, seed)
    from rackcard.simulate.backends.numba_tables import CardLoops, ShoeLoops, SpinLoops

    if isinstance(program, CardProgram):
        return CardLoops(program, seed)
    return ShoeLoops(program, seed) if isinstance(program, ShoeProgram) else SpinLoops(program, seed)


@lru_cache(maxsize=8)
def kernel(program: AnyProgram, seed: int, engine: str) -> Kernel:
    """The kernel of an engine, ready to run."""
    if engine == "numpy":
        return numpy_kernel(program, seed)
    if engine == "gpu":
        from rackcard.simulate.native.cuda import cuda_library
        from rackcard.simulate.native.kernels import native_kernel

        return native_kernel(program, seed, cuda_library)
    return numba_kernel(program, seed)


def count_span(program: AnyProgram, seed: int, engine: str, span: Span) -> Tallies:
    """Count a span; until numba has compiled, numpy counts the same."""
    if engine == "dask":  # a worker on another machine has no process that compiles for it
        engine = "numba"
        if not is_compiled(program):
            compile_kernel(program)
    elif engine == "numba" and not is_compiled(program):
        engine = "numpy"
    return kernel(program, seed, engine).run(span), engine


def compile_kernel(program: AnyProgram) -> None:
    """Compile what numba needs for a program, for this run and later ones."""
    numba_kernel(program, 0).run(Span(0, 1, 1))
    _marker(program).touch()


class BackgroundCompiler:
    """A process that compiles a kernel while numpy plays; a failure is reported once."""

    def __init__(self, program: AnyProgram) -> None:
        handle, name = tempfile.mkstemp(suffix=".program")
        with os.fdopen(handle, "wb") as file:
            pickle.dump(program, file)
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - outlives this call
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "rackcard.simulate.compile_worker", name],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, start_new_session=True,
        )  # fmt: skip

    def report(self) -> None:
        """Close the file with the errors of a process that is over; a failure is printed as a warning."""
        with self.errors:
            self.errors.seek(0)
            lines = self.errors.read().decode(errors="replace").strip().splitlines()
        if self.process.returncode:
            note("numpy-instead", reason=lines[-1] if lines else f"exit status {self.process.returncode}")


_compilers: list[BackgroundCompiler] = []
"""Those that were running when last looked at: Popen warns about a running child that nothing refers to."""


def compile_in_background(program: AnyProgram) -> None:
    """Start compiling a kernel; the run goes on."""
    _compilers.append(BackgroundCompiler(program))


def report_failed_compilers() -> None:
    """Print a warning for each compilation that has failed since the last call."""
    for compiler in tuple(_compilers):
        if compiler.process.poll() is None:
            continue
        try:
            _compilers.remove(compiler)
        except ValueError:  # another thread has taken it out, and reports it
            continue
        compiler.report()


@atexit.register
def _close_errors() -> None:
    """A compilation goes on after this process; nobody reads its errors then."""
    for compiler in _compilers:
        compiler.errors.close()
