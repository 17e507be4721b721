"""A program as source: for numba, and as C that is CUDA where a GPU compiles it.

Both run one block at a time. The numba source keeps all planes in one flat array with literal offsets, which lets the
compiler see that they are apart and work on many words at once; the C source gives a thread one column of 32 lanes
and keeps its planes in registers.
"""

import hashlib

from rackcard.simulate.blocks import PHILOX_M, PHILOX_ROUNDS, PHILOX_W
from rackcard.simulate.circuit import COLUMNS, GROUP, QUOTA_BITS, Program
from rackcard.simulate.planes import Straight

WORDS = COLUMNS // 2
GPU_THREADS = 128
"""Threads of a CUDA block; two blocks of work side by side."""
_SYMBOLS = {"and": "&", "or": "|", "xor": "^"}


def fingerprint(text: str) -> str:
    """The name under which what is made of a source is kept."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _expressions(program: Straight, fixed: list[str], name: str) -> tuple[list[tuple[str, str]], list[str]]:
    """(name, expression) for every operation, and the name of every plane."""
    names = list(fixed)
    found = []
    for position, (op, a, b) in enumerate(program.ops):
        if op == "not":
            text = f"~{names[a]}"
        elif op == "andnot":
            text = f"{names[a]} & ~{names[b]}"
        else:
            text = f"{names[a]} {_SYMBOLS[op]} {names[b]}"
        names.append(f"{name}{position}")
        found.append((names[-1], text))
    return found, names


# ---- numba


def numba_source(program: Program) -> str:
    """A function ``run(planes, block, keys, counts)`` that plays one block to its end."""
    read = sorted({p for _, a, b in program.step.ops for p in (a, b)} | {p for _, p in program.step.updates})
    base = 2 + program.randoms
    calls = -(-program.randoms // 4)
    constants = 8  # Philox's per-column values: four for even columns, four for odd ones
    lines = [
        '"""Made by rackcard from a card; safe to delete."""',
        "from numba import njit",
        "from numpy import uint64",
        "",
        f"M0, M1 = uint64({PHILOX_M[0]}), uint64({PHILOX_M[1]})",
        "MASK, HALF, NONE, ALL = uint64(0xFFFFFFFF), uint64(32), uint64(0), ~uint64(0)",
        "",
        "",
        "@njit(inline='always')",
        "def bits(x):",
        "    x = x - ((x >> uint64(1)) & uint64(0x5555555555555555))",
        "    x = (x & uint64(0x3333333333333333)) + ((x >> uint64(2)) & uint64(0x3333333333333333))",
        "    x = (x + (x >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)",
        "    return (x * uint64(0x0101010101010101)) >> uint64(56)",
        "",
        "",
        "@njit(cache=True, boundscheck=False, nogil=True)",
        "def run(planes, block, keys, counts):",
        f"    assert planes.size == {(program.registers + constants) * WORDS}",
        *(f"    k{r}, q{r} = keys[{2 * r}], keys[{2 * r + 1}]" for r in range(PHILOX_ROUNDS)),
        *_numba_constants(program),
        "    count = uint64(0)",
        "    while True:",
        f"        for _ in range({GROUP}):",
    ]
    for call in range(calls):
        lines += [
            f"            t{call} = start ^ (count + uint64({call}))",
            f"            u{call} = M0 * t{call}",
            f"            s{call}, l{call} = u{call} >> HALF, u{call} & MASK",
        ]
    lines += [f"            count += uint64({calls})", f"            for w in range({WORDS}):"]
    for call in range(calls):
        planes = min(4, program.randoms - 4 * call)
        lines += [f"                {line}" for line in _numba_philox(program, call, planes)]
    lines += [
        f"                g{plane - base} = planes[{(plane - base) * WORDS} + w]"
        for plane in read
        if base <= plane < base + program.registers
    ]
    fixed = ["NONE", "ALL", *(f"r{i}" for i in range(program.randoms)), *(f"g{i}" for i in range(program.registers))]
    found, names = _expressions(program.step, fixed, "v")
    lines += [f"                {name} = {text}" for name, text in found]
    lines += [
        f"                planes[{register * WORDS} + w] = {names[plane]}" for register, plane in program.step.updates
    ]
    for tally, registers in enumerate(program.tallies):
        if not registers:
            continue
        lines += ["        total = NONE", f"        for w in range({WORDS}):"]
        parts = [f"(bits(planes[{register * WORDS} + w]) << uint64({bit}))" for bit, register in enumerate(registers)]
        lines += [f"            total += {' + '.join(parts)}", f"        counts[{tally}] += total"]
    lines += ["        left = NONE", f"        for w in range({WORDS}):"]
    fixed = ["NONE", "ALL", *(f"planes[{register * WORDS} + w]" for register in range(program.registers))]
    found, names = _expressions(program.tail, fixed, "v")
    lines += [f"            {name} = {text}" for name, text in found]
    lines += [
        f"            planes[{register * WORDS} + w] = {names[plane]}" for register, plane in program.tail.updates
    ]
    lines += [
        f"            left |= planes[{program.active * WORDS} + w]",
        "        if left == NONE:",
        "            return",
    ]
    return "\n".join(lines) + "\n"


def _numba_constants(program: Program) -> list[str]:
    """The first rounds of Philox as far as they are the same in every step."""
    lines = [
        "    low, high = block & MASK, block >> HALF",
        "    p = M1 * low",
        "    start, x1 = (p >> HALF) ^ k0, p & MASK",
        f"    for w in range({WORDS}):",
    ]
    for odd in (0, 1):
        at = (program.registers + 4 * odd) * WORDS
        lines += [
            f"        p = M0 * uint64(2 * w + {odd})",
            "        x2 = (p >> HALF) ^ high ^ q0",
            f"        planes[{at} + w] = (p & MASK) ^ q1",
            "        p = M1 * x2",
            "        x0 = (p >> HALF) ^ x1 ^ k1",
            f"        planes[{at + WORDS} + w] = (p & MASK) ^ k2",
            "        p = M0 * x0",
            f"        planes[{at + 2 * WORDS} + w] = (p >> HALF) ^ q2",
            f"        planes[{at + 3 * WORDS} + w] = (p & MASK) ^ q3",
        ]
    return lines


def _numba_philox(program: Program, call: int, planes: int) -> list[str]:
    """Up to four random planes: the call for the even and for the odd column of a word."""
    lines = []
    for odd, tag in ((0, "e"), (1, "o")):
        at = (program.registers + 4 * odd) * WORDS
        a, b, c, d, e, f = (f"{letter}{tag}{call}" for letter in "abcdef")
        lines += [
            f"{b} = M1 * (planes[{at} + w] ^ s{call})",
            f"{a} = ({b} >> HALF) ^ planes[{at + WORDS} + w]",
            f"{c} = planes[{at + 2 * WORDS} + w] ^ l{call}",
            f"{d} = M0 * {a}",
            f"{e} = M1 * {c}",
            f"{a} = (({e} >> HALF) ^ {b} ^ k3) & MASK",
            f"{b} = {e}",
            f"{c} = ({d} >> HALF) ^ planes[{at + 3 * WORDS} + w]",
        ]
        for r in range(4, PHILOX_ROUNDS):
            lines += [
                f"{e} = M1 * {c}",
                f"{f} = M0 * {a}",
                f"{a} = (({e} >> HALF) ^ {b} ^ k{r}) & MASK",
                f"{c} = (({f} >> HALF) ^ {d} ^ q{r}) & MASK",
                f"{b} = {e}",
                f"{d} = {f}",
            ]
    for index, letter in enumerate("abcd"[:planes]):
        lines.append(f"r{4 * call + index} = ({letter}e{call} & MASK) | ({letter}o{call} << HALF)")
    return lines


# ---- C and CUDA


def c_source(program: Program) -> str:
    """The same in C: ``play`` is one column of one block; CUDA runs many, a C compiler runs them one by one."""
    calls = -(-program.randoms // 4)
    tallied = [(tally, registers) for tally, registers in enumerate(program.tallies) if registers]
    lines = [
        "/* Made by rackcard from a card; safe to delete. */",
        "#include <stdint.h>",
        "#ifdef __CUDACC__",
        "#define DEVICE static __device__ __forceinline__",
        "#define BITS(x) ((uint32_t)__popc(x))",
        "#define HIGH(a, b) __umulhi(a, b)",
        "#define ADD(total, n) atomicAdd(&(total), (Total)(n))",
        "typedef unsigned long long Total;",
        "#else",
        "#define DEVICE static inline",
        "#define BITS(x) ((uint32_t)__builtin_popcount(x))",
        "#define HIGH(a, b) ((uint32_t)(((uint64_t)(a) * (b)) >> 32))",
        "#define ADD(total, n) ((total) += (n))",
        "typedef uint64_t Total;",
        "#endif",
        f"enum {{ COLUMNS = {COLUMNS}, TALLIES = {len(program.tallies)}, THREADS = {GPU_THREADS} }};",
        "",
        "DEVICE void philox(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t k, uint32_t q,",
        "                   uint32_t *out) {",
        "    #pragma unroll",
        f"    for (int r = 0; r < {PHILOX_ROUNDS}; ++r) {{",
        f"        uint32_t h0 = HIGH({PHILOX_M[0]}u, c0), l0 = {PHILOX_M[0]}u * c0;",
        f"        uint32_t h1 = HIGH({PHILOX_M[1]}u, c2), l1 = {PHILOX_M[1]}u * c2;",
        "        c0 = h1 ^ c1 ^ k; c1 = l1; c2 = h0 ^ c3 ^ q; c3 = l0;",
        f"        k += {PHILOX_W[0]}u; q += {PHILOX_W[1]}u;",
        "    }",
        "    out[0] = c0; out[1] = c1; out[2] = c2; out[3] = c3;",
        "}",
        "",
        "DEVICE void play(uint64_t seed, uint64_t block, uint32_t column, uint32_t base, uint32_t more,"
        " Total *counts) {",
        "    const uint32_t none = 0, all = ~0u, first = 32 * column;",
        "    const uint32_t longer = more <= first ? none : more - first >= 32 ? all : (1u << (more - first)) - 1;",
        f"    const uint32_t plain_start = (0u - base) & {2**QUOTA_BITS - 1}u;",
        f"    const uint32_t longer_start = (0u - base - 1) & {2**QUOTA_BITS - 1}u;",
        "    uint32_t " + ", ".join(f"g{i} = 0" for i in range(program.registers)) + ";",
        f"    g{program.active} = base ? all : longer;",
        f"    g{program.last} = all;",
    ]
    for bit, register in enumerate(program.quota):
        lines.append(
            f"    g{register} = ((longer_start >> {bit} & 1) ? longer : none)"
            f" | ((plain_start >> {bit} & 1) ? ~longer : none);"
        )
        if bit >= GROUP.bit_length() - 1:
            lines.append(f"    g{program.last} &= g{register};")
    lines += [f"    uint32_t n{tally} = 0;" for tally, _ in tallied]
    lines += [
        f"    for (uint32_t count = 0; g{program.active}; ) {{",
        "        #pragma unroll",
        f"        for (int step = 0; step < {GROUP}; ++step) {{",
        f"            uint32_t x[{4 * calls}];",
    ]
    for call in range(calls):
        lines.append(
            f"            philox(column, count + {call}u, (uint32_t)block, (uint32_t)(block >> 32), (uint32_t)seed,"
            f" (uint32_t)(seed >> 32), x + {4 * call});"
        )
    lines.append(f"            count += {calls}u;")
    fixed = ["none", "all", *(f"x[{i}]" for i in range(program.randoms)), *(f"g{i}" for i in range(program.registers))]
    found, names = _expressions(program.step, fixed, "v")
    lines += [f"            const uint32_t {name} = {text};" for name, text in found]
    lines += [f"            g{register} = {names[plane]};" for register, plane in _ordered(program.step, program)]
    lines.append("        }")
    for tally, registers in tallied:
        parts = " + ".join(f"(BITS(g{register}) << {bit})" for bit, register in enumerate(registers))
        lines.append(f"        n{tally} += {parts};")
    fixed = ["none", "all", *(f"g{i}" for i in range(program.registers))]
    found, names = _expressions(program.tail, fixed, "w")
    lines += [f"        const uint32_t {name} = {text};" for name, text in found]
    lines += [f"        g{register} = {names[plane]};" for register, plane in program.tail.updates]
    lines.append("    }")
    lines += [f"    ADD(counts[{tally}], n{tally});" for tally, _ in tallied]
    lines += ["}", "", _HOST]
    return "\n".join(lines)


def _ordered(program: Straight, whole: Program) -> list[tuple[int, int]]:
    """Updates in an order in which no register is written before another takes its old value."""
    base = 2 + whole.randoms
    copies = [(r, p) for r, p in program.updates if base <= p < base + whole.registers]
    return [*copies, *((r, p) for r, p in program.updates if (r, p) not in copies)]


_HOST = """
#ifdef __CUDACC__
#include <cuda_runtime.h>

__global__ void blocks(uint64_t seed, uint64_t first, uint64_t number, uint32_t base, uint32_t more, Total *total) {
    __shared__ Total shared[TALLIES];
    for (int i = threadIdx.x; i < TALLIES; i += blockDim.x) shared[i] = 0;
    __syncthreads();
    const uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < number * COLUMNS; i += stride) {
        play(seed, first + i / COLUMNS, (uint32_t)(i % COLUMNS), base, more, shared);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TALLIES; i += blockDim.x) atomicAdd(&total[i], shared[i]);
}

extern "C" int devices(void) {
    int found = 0;
    return cudaGetDeviceCount(&found) == cudaSuccess ? found : 0;
}

extern "C" int run(uint64_t seed, uint64_t first, uint64_t number, uint32_t base, uint32_t more, uint64_t *counts) {
    Total *total;
    int processors = 0, each = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, blocks, THREADS, 0);
    if (cudaMalloc(&total, sizeof(Total) * TALLIES) != cudaSuccess) return (int)cudaGetLastError();
    cudaMemset(total, 0, sizeof(Total) * TALLIES);
    uint64_t wanted = (number * COLUMNS + THREADS - 1) / THREADS, most = (uint64_t)processors * each;
    const unsigned grid = (unsigned)(wanted < most ? wanted : most);
    blocks<<<grid, THREADS>>>(seed, first, number, base, more, total);
    cudaMemcpy(counts, total, sizeof(Total) * TALLIES, cudaMemcpyDeviceToHost);
    cudaFree(total);
    return (int)cudaGetLastError();
}
#else
int devices(void) { return 0; }

int run(uint64_t seed, uint64_t first, uint64_t number, uint32_t base, uint32_t more, uint64_t *counts) {
    for (int i = 0; i < TALLIES; ++i) counts[i] = 0;
    for (uint64_t block = 0; block < number; ++block)
        for (uint32_t column = 0; column < COLUMNS; ++column)
            play(seed, first + block, column, base, more, counts);
    return 0;
}
#endif
"""
