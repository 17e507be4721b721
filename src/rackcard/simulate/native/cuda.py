"""GPUs by the CUDA driver, with no toolkit: NVRTC compiles, from its wheel or a toolkit, or else nvcc."""

import ctypes
import ctypes.util
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from rackcard.simulate.circuit.codegen import fingerprint
from rackcard.simulate.errors import EngineError
from rackcard.simulate.kernel_cache import cache_folder, keep
from rackcard.simulate.native.library import Array, Field, Library, structure

TOOLKITS = ("/usr/local/cuda", "/opt/cuda")
PROCESSORS, MAJOR, MINOR = 16, 75, 76
"""Attributes of a device: how many multiprocessors it has, and its compute capability."""


# ---- the driver


@cache
def driver() -> ctypes.CDLL:
    """The driver's library; an error says that there is none, or no GPU."""
    try:
        found = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    except OSError:
        raise EngineError("no-gpu") from None
    number = ctypes.c_int()
    if found.cuInit(0) or found.cuDeviceGetCount(ctypes.byref(number)) or not number.value:
        raise EngineError("no-gpu")
    return found


def _call(name: str, *given: Any) -> None:
    """Call the driver; what it answers is an error or nothing."""
    failed = getattr(driver(), name)(*given)
    if failed:
        text = ctypes.c_char_p()
        driver().cuGetErrorString(failed, ctypes.byref(text))
        raise EngineError("gpu-error", number=failed, reason=(text.value or b"").decode())


@dataclass(frozen=True)
class Device:
    """One GPU and its context."""

    context: ctypes.c_void_p
    processors: int
    architecture: str
    """Such as sm_90; code compiled for one does not run on another."""

    def enter(self) -> None:
        """Make what follows happen on this GPU."""
        _call("cuCtxSetCurrent", self.context)


@cache
def devices() -> tuple[Device, ...]:
    """Every GPU of this machine."""
    number = ctypes.c_int()
    _call("cuDeviceGetCount", ctypes.byref(number))
    return tuple(map(_device, range(number.value)))


def _device(ordinal: int) -> Device:
    device, context = ctypes.c_int(), ctypes.c_void_p()
    _call("cuDeviceGet", ctypes.byref(device), ordinal)
    processors, major, minor = (_attribute(device, which) for which in (PROCESSORS, MAJOR, MINOR))
    _call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    return Device(context, processors, f"sm_{major}{minor}")


def _attribute(device: ctypes.c_int, which: int) -> int:
    value = ctypes.c_int()
    _call("cuDeviceGetAttribute", ctypes.byref(value), which, device)
    return value.value


# ---- compilers


def compiled(source: str, architecture: str) -> bytes:
    """A source as the code of one kind of GPU, from the cache or a compiler."""
    path = cache_folder() / f"rackcard_{fingerprint(source)}_{architecture}.cubin"
    if not path.exists():
        compiler = nvrtc()
        by_one = _by_nvcc(source, architecture) if compiler is None else by_nvrtc(compiler, source, architecture)
        keep(path, by_one)
    return path.read_bytes()


@cache
def nvrtc() -> ctypes.CDLL | None:
    """NVIDIA's compiler as a library, where there is one."""
    for path in _places_ofnvrtc():
        try:
            return ctypes.CDLL(path)
        except OSError:
            continue
    return None


def _places_ofnvrtc() -> Iterator[str]:
    """Where NVRTC may be: the wheel of the extra, a toolkit, the system's libraries."""
    wheels = importlib.util.find_spec("nvidia")
    for folder in wheels.submodule_search_locations or () if wheels else ():
        yield from _libraries(Path(folder), "*/lib/libnvrtc.so.*", "*/bin/nvrtc64*.dll")
    for toolkit in (os.environ.get("CUDA_PATH", ""), *TOOLKITS):
        if toolkit:
            yield from _libraries(Path(toolkit), "lib64/libnvrtc.so.*", "targets/*/lib/libnvrtc.so.*")
    if found := ctypes.util.find_library("nvrtc"):
        yield found


def _libraries(folder: Path, *patterns: str) -> list[str]:
    found = [path for pattern in patterns for path in folder.glob(pattern) if "builtins" not in path.name]
    return sorted(map(str, found), reverse=True)


def by_nvrtc(nvrtc: ctypes.CDLL, source: str, architecture: str) -> bytes:
    """A source compiled by NVRTC, which needs neither a toolkit nor a C compiler."""
    program = ctypes.c_void_p()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"rackcard.cu", 0, None, None):
        raise EngineError("not-compiled", compiler="NVRTC", output="")
    try:
        options = [f"--gpu-architecture={architecture}".encode(), b"--std=c++17"]
        given = (ctypes.c_char_p * len(options))(*options)
        if nvrtc.nvrtcCompileProgram(program, len(options), given):
            log = _text_of(nvrtc, "ProgramLog", program).rstrip(b"\0").decode(errors="replace").strip()
            raise EngineError("not-compiled", compiler="NVRTC", output=log[-400:])
        return _text_of(nvrtc, "CUBIN", program)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def _text_of(nvrtc: ctypes.CDLL, what: str, program: ctypes.c_void_p) -> bytes:
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, text)
    return text.raw


def _by_nvcc(source: str, architecture: str) -> bytes:
    places = (shutil.which("nvcc"), *(f"{toolkit}/bin/nvcc" for toolkit in TOOLKITS))
    nvcc = next((place for place in places if place and Path(place).exists()), None)
    if nvcc is None:
        raise EngineError("no-cuda-compiler")
    folder, name = cache_folder(), f"rackcard_{fingerprint(source)}"
    text, made = folder / f"{name}.cu", folder / f"{name}.{os.getpid()}.cubin"
    keep(text, source.encode())
    options = ["-O3", f"-arch={architecture}", "-cubin"]
    done = subprocess.run([nvcc, *options, "-o", str(made), str(text)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise EngineError("not-compiled", compiler="nvcc", output=done.stderr.strip()[-400:])
    try:
        return made.read_bytes()
    finally:
        made.unlink()


# ---- a kernel on every GPU


@dataclass(frozen=True)
class DeviceKernel:
    """A compiled source on one GPU: its function, the blocks that fit at once, and room for its tallies."""

    device: Device
    function: ctypes.c_void_p
    blocks: int
    total: ctypes.c_uint64


@dataclass
class DeviceBuffer:
    """An array on every GPU, freed with its last use."""

    places: list[tuple[Device, ctypes.c_uint64]]
    dtype: Any
    length: int

    def __del__(self) -> None:
        for device, place in self.places:
            device.enter()
            driver().cuMemFree_v2(place)


class CudaLibrary:
    """A source on all GPUs of this machine; each plays its share of the items."""

    def __init__(self, source: str, tallies: int, threads: int, fields: tuple[tuple[str, Field], ...]) -> None:
        self.tallies, self.threads, self.job_type = tallies, threads, structure(fields)
        self.kernels = [self._load(device, source) for device in devices()]

    def _load(self, device: Device, source: str) -> DeviceKernel:
        code = compiled(source, device.architecture)
        device.enter()
        module, function, each = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
        _call("cuModuleLoadData", ctypes.byref(module), code)
        _call("cuModuleGetFunction", ctypes.byref(function), module, b"run")
        _call("cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(each), function, self.threads,
              ctypes.c_size_t(0))  # fmt: skip
        return DeviceKernel(device, function, device.processors * max(1, each.value), _allocated(8 * self.tallies))

    def upload(self, array: Array) -> DeviceBuffer:
        """An array on every GPU."""
        array = np.ascontiguousarray(array)
        places = []
        for kernel in self.kernels:
            kernel.device.enter()
            place = _allocated(max(array.nbytes, 1))
            if array.nbytes:
                _call("cuMemcpyHtoD_v2", place, ctypes.c_void_p(array.ctypes.data), ctypes.c_size_t(array.nbytes))
            places.append((kernel.device, place))
        return DeviceBuffer(places, array.dtype, len(array))

    def download(self, buffer: DeviceBuffer, number: int) -> Array:
        """What each GPU has written for its share of the items."""
        found = np.zeros(number, buffer.dtype)
        for (device, place), (first, count) in zip(buffer.places, self._shares(number), strict=True):
            if count:
                device.enter()
                size = found.itemsize
                _call("cuMemcpyDtoH_v2", ctypes.c_void_p(found.ctypes.data + first * size),
                      ctypes.c_uint64(place.value + first * size), ctypes.c_size_t(count * size))  # fmt: skip
        return found

    def run(self, job: Mapping[str, int | DeviceBuffer | None], number: int) -> list[int]:
        """Play the first so many items of a job and add up its tallies; all GPUs work at the same time."""
        for index, (kernel, (first, count)) in enumerate(zip(self.kernels, self._shares(number), strict=True)):
            self._launch(kernel, self._job(job, index), first, count)
        total = [0] * self.tallies
        for kernel in self.kernels:
            counts = (ctypes.c_uint64 * self.tallies)()
            kernel.device.enter()
            _call("cuMemcpyDtoH_v2", counts, kernel.total, ctypes.c_size_t(8 * self.tallies))
            total = [a + b for a, b in zip(total, counts, strict=True)]
        return total

    def _shares(self, number: int) -> Sequence[tuple[int, int]]:
        """The first item of each GPU, and how many it plays."""
        borders = [number * i // len(self.kernels) for i in range(len(self.kernels) + 1)]
        return [(low, high - low) for low, high in pairwise(borders)]

    def _job(self, job: Mapping[str, int | DeviceBuffer | None], index: int) -> ctypes.Structure:
        values = {
            name: value.places[index][1].value if isinstance(value, DeviceBuffer) else value
            for name, value in job.items()
        }
        return self.job_type(**values)

    def _launch(self, kernel: DeviceKernel, job: ctypes.Structure, first: int, number: int) -> None:
        kernel.device.enter()
        _call("cuMemsetD8_v2", kernel.total, ctypes.c_ubyte(0), ctypes.c_size_t(8 * self.tallies))
        if not number:
            return
        given = (job, ctypes.c_uint64(first), ctypes.c_uint64(number), kernel.total)
        pointers = (ctypes.c_void_p * len(given))(*(ctypes.addressof(value) for value in given))
        grid = min(-(-number // self.threads), kernel.blocks)
        _call("cuLaunchKernel", kernel.function, grid, 1, 1, self.threads, 1, 1, 0, None, pointers, None)


def _allocated(size: int) -> ctypes.c_uint64:
    place = ctypes.c_uint64()
    _call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(size))
    return place


@lru_cache(maxsize=16)
def cuda_library(source: str, tallies: int, threads: int, fields: tuple[tuple[str, Field], ...]) -> Library:
    """A source on the GPUs of this machine."""
    return CudaLibrary(source, tallies, threads, fields)
