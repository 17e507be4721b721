"""What a kernel needs of whatever runs it."""

import ctypes
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

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
