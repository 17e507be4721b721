"""A program as source: for numba, and as C that is CUDA where a GPU compiles it.

Both run one block at a time. The numba source keeps all planes in one flat array with literal offsets, which lets the
compiler see that they are apart and work on many words at once; the C source gives a thread one column of 32 lanes
and keeps its planes in registers.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from rackcard.simulate.circuit.bit_program import ONE, ZERO, Op, Recorder, StraightCode
from rackcard.simulate.circuit.blocks import MASK, PHILOX_M, PHILOX_ROUNDS, PHILOX_W
from rackcard.simulate.circuit.circuit import COLUMNS, GROUP, QUOTA_BITS, Program

WORDS = COLUMNS // 2
PART = 16
"""Words of a block that numba plays at a time: what they work in fits the fastest cache."""
LINES_MAX = 4_000
"""Lines that the compiler gets through in tens of seconds; a larger program has fewer steps in a line."""
PHILOX_VALUES = 8
"""What Philox keeps for each word: four values for the even column, four for the odd one."""
PHILOX_LINES = 56
"""A call has about this many lines."""
GPU_THREADS = 128
"""Threads of a CUDA block; two blocks of work side by side."""
_SYMBOLS = {"and": "&", "or": "|", "xor": "^"}


def fingerprint(text: str) -> str:
    """The name under which what is made of a source is kept."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _expressions(program: StraightCode, fixed: list[str], name: str) -> tuple[list[tuple[str, str]], list[str]]:
    """(name, expression) for every operation, and the name of every plane."""
    names = list(fixed)
    found = []
    for position, (op, a, b) in enumerate(program.ops):
        names.append(f"{name}{position}")
        found.append((names[-1], _expression(op, names[a], names[b])))
    return found, names


def _expression(op: str, a: str, b: str) -> str:
    if op == "not":
        return f"~{a}"
    return f"{a} & ~{b}" if op == "andnot" else f"{a} {_SYMBOLS[op]} {b}"


# ---- numba


@dataclass(frozen=True)
class StepGroup:
    """Some steps in a row and their tail as one program of its own: no tally is kept, each is read off its planes."""

    ops: tuple[Op, ...]
    """As recorded: constants, random planes and registers are operations too."""
    updates: Mapping[int, int]
    """The plane that each register has in the end, for those that change."""
    tallies: tuple[tuple[int, ...], ...]


def grouped(program: Program, steps: int) -> StepGroup:
    """A group of steps and the tail; what every group resets is known to be off, and is folded away."""
    record = Recorder()
    reset = {register for register, plane in program.tail.updates if plane == ZERO}
    values = [ZERO if r in reset else record.register(r) for r in range(program.registers)]
    for step in range(steps):
        randoms = [record.random(program.randoms * step + i) for i in range(program.randoms)]
        values = _replayed(record, program.step, randoms, values)
    tallies = tuple(tuple(values[register] for register in tally) for tally in program.tallies)
    values = _replayed(record, program.tail, [], values)
    updates = {r: plane for r, plane in enumerate(values) if r not in reset and plane != record.register(r)}
    return StepGroup(tuple(record.ops), updates, tallies)


def _replayed(record: Recorder, program: StraightCode, randoms: list[int], registers: list[int]) -> list[int]:
    """Record a program once more, from these planes; the planes that the registers have after it."""
    planes = [ZERO, ONE, *randoms, *registers]
    how = {"and": record.both, "or": record.either, "xor": record.odd, "andnot": record.without}
    for op, a, b in program.ops:
        planes.append(record.opposite(planes[a]) if op == "not" else how[op](planes[a], planes[b]))
    after = list(registers)
    for register, plane in program.updates:
        after[register] = planes[plane]
    return after


def group_steps(program: Program) -> int:
    """How many steps go into one group: all between two tails, if that is not too much for the compiler."""
    each = len(program.step.ops) + PHILOX_LINES * -(-program.randoms // 4)
    steps = GROUP
    while steps > 1 and steps * each > LINES_MAX:
        steps //= 2
    return steps


def scratch_words(program: Program) -> int:
    """The words that the function works in: registers, Philox's values, and the counts of each tally, for a part."""
    return (program.registers + PHILOX_VALUES + len(program.tallies)) * PART


def numba_source(program: Program) -> str:
    """A function ``run(starts, planes, block, keys, counts)`` that plays one block to its end, part by part.

    The steps of a group are one straight line, in which each register is loaded and stored once.
    """
    steps = group_steps(program)
    calls = steps * -(-program.randoms // 4)
    counted = (program.registers + PHILOX_VALUES) * PART
    lines = [
        '"""Made by rackcard from a card; safe to delete."""',
        "from numba import njit",
        "from numba.extending import intrinsic",
        "from numpy import uint64",
        "",
        f"M0, M1 = uint64({PHILOX_M[0]}), uint64({PHILOX_M[1]})",
        f"MASK, HALF, NONE, ALL = uint64({MASK}), uint64(32), uint64(0), ~uint64(0)",
        "",
        "",
        "@intrinsic",
        "def bits(typing, x):",
        "    return x(x), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])",
        "",
        "",
        "@njit(cache=True, boundscheck=False, nogil=True)",
        "def run(starts, planes, block, keys, counts):",
        f"    assert starts.size == {program.registers * WORDS}",
        f"    assert planes.size == {scratch_words(program)}",
        *(f"    k{r}, q{r} = keys[{2 * r}], keys[{2 * r + 1}]" for r in range(PHILOX_ROUNDS)),
        "    low, high = block & MASK, block >> HALF",
        "    p = M1 * low",
        "    start, x1 = (p >> HALF) ^ k0, p & MASK",
        f"    for first in range(0, {WORDS}, {PART}):",
        f"        for register in range({program.registers}):",
        f"            for w in range({PART}):",
        f"                planes[{PART} * register + w] = starts[{WORDS} * register + first + w]",
        f"        planes[{counted}:] = NONE",
        *_numba_constants(program),
        "        count = uint64(0)",
        "        while True:",
    ]
    for call in range(calls):
        lines += [
            f"            u{call} = M0 * (start ^ (count + uint64({call})))",
            f"            s{call}, l{call} = u{call} >> HALF, u{call} & MASK",
        ]
    lines += [
        f"            count += uint64({calls})",
        "            left = NONE",
        f"            for w in range({PART}):",
    ]
    lines += [f"                {line}" for line in _numba_group(program, grouped(program, steps))]
    lines += [
        "            if left == NONE:",
        "                break",
        f"        for tally in range({len(program.tallies)}):",
        f"            for w in range({PART}):",
        f"                counts[tally] += planes[{counted} + {PART} * tally + w]",
    ]
    return "\n".join(lines) + "\n"


def _numba_group(program: Program, group: StepGroup) -> list[str]:
    """A group for one word, tally by tally, so that few planes are in use at a time."""
    lines: list[str] = []
    names = {ZERO: "NONE", ONE: "ALL"}
    loads = {a: plane for plane, (op, a, _) in enumerate(group.ops) if op == "register"}
    waiting = dict(group.updates)

    def make(plane: int) -> str:
        """The name of a plane, after the lines that it takes."""
        stack = [plane]
        while stack:
            op, a, b = group.ops[stack[-1]]
            if stack[-1] in names:
                stack.pop()
            elif op == "random":
                step, index = divmod(a, program.randoms)
                _add_randoms(program, step, index // 4, lines, names, randoms)
            elif op == "register":
                names[stack[-1]] = f"g{a}"
                lines.append(f"g{a} = planes[{a * PART} + w]")
            elif missing := [part for part in (b, a) if part not in names]:
                stack += missing
            else:
                names[stack[-1]] = f"v{stack[-1]}"
                lines.append(f"v{stack[-1]} = {_expression(op, names[a], names[b])}")
        return names[plane]

    def store() -> None:
        """Write the registers that have their last value, each after it was read."""
        for register, plane in list(waiting.items()):
            if plane in names:
                if register in loads:
                    make(loads[register])
                lines.append(f"planes[{register * PART} + w] = {names[plane]}")
                del waiting[register]

    randoms = {a: plane for plane, (op, a, _) in enumerate(group.ops) if op == "random"}
    for tally, planes in enumerate(group.tallies):
        parts = [f"(bits({make(plane)}) << uint64({bit}))" for bit, plane in enumerate(planes) if plane != ZERO]
        if parts:
            at = (program.registers + PHILOX_VALUES + tally) * PART
            lines.append(f"planes[{at} + w] += {' + '.join(parts)}")
        store()
    for plane in group.updates.values():
        make(plane)
        store()
    lines.append(f"left |= {names[group.updates[program.active]]}")
    return lines


def _add_randoms(
    program: Program, step: int, call: int, lines: list[str], names: dict[int, str], randoms: Mapping[int, int]
) -> None:
    """The random planes of one call of Philox, all at once."""
    made = range(4 * call, min(4 * call + 4, program.randoms))
    first = program.randoms * step
    lines += _numba_philox(program, step * -(-program.randoms // 4) + call, [f"r{first + index}" for index in made])
    names.update({randoms[first + index]: f"r{first + index}" for index in made})


def _numba_constants(program: Program) -> list[str]:
    """The first rounds of Philox as far as they are the same in every step."""
    lines = [f"        for w in range({PART}):"]
    for odd in (0, 1):
        at = (program.registers + 4 * odd) * PART
        lines += [
            f"            p = M0 * uint64(2 * (first + w) + {odd})",
            "            x2 = (p >> HALF) ^ high ^ q0",
            f"            planes[{at} + w] = (p & MASK) ^ q1",
            "            p = M1 * x2",
            "            x0 = (p >> HALF) ^ x1 ^ k1",
            f"            planes[{at + PART} + w] = (p & MASK) ^ k2",
            "            p = M0 * x0",
            f"            planes[{at + 2 * PART} + w] = (p >> HALF) ^ q2",
            f"            planes[{at + 3 * PART} + w] = (p & MASK) ^ q3",
        ]
    return lines


def _numba_philox(program: Program, call: int, names: list[str]) -> list[str]:
    """Up to four random planes: the call for the even and for the odd column of a word.

    All numbers have 32 bits; where they are multiplied the mask says so, and the compiler takes the short product.
    """
    lines = []
    for odd, tag in ((0, "e"), (1, "o")):
        at = (program.registers + 4 * odd) * PART
        a, b, c, d, e, f = (f"{letter}{tag}{call}" for letter in "abcdef")
        lines += [
            f"{b} = M1 * ((planes[{at} + w] ^ s{call}) & MASK)",
            f"{a} = (({b} >> HALF) ^ planes[{at + PART} + w]) & MASK",
            f"{c} = (planes[{at + 2 * PART} + w] ^ l{call}) & MASK",
            f"{d} = M0 * {a}",
            f"{e} = M1 * {c}",
            f"{a} = (({e} >> HALF) ^ {b} ^ k3) & MASK",
            f"{b} = {e}",
            f"{c} = (({d} >> HALF) ^ planes[{at + 3 * PART} + w]) & MASK",
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
    for name, letter in zip(names, "abcd", strict=False):
        lines.append(f"{name} = ({letter}e{call} & MASK) | ({letter}o{call} << HALF)")
    return lines


# ---- C and CUDA


def c_source(program: Program) -> str:
    """The same in C: ``play`` is one column of one block; CUDA runs many, a C compiler runs them one by one."""
    calls = -(-program.randoms // 4)
    tallied = [(tally, registers) for tally, registers in enumerate(program.tallies) if registers]
    lines = [*_c_head(program), *_c_registers(program)]
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


def _c_head(program: Program) -> list[str]:
    """What CUDA and plain C name differently, and the random numbers."""
    return [
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
    ]


def _c_registers(program: Program) -> list[str]:
    """The head of ``play``: the registers of a column before the first step."""
    lines = [
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
    return lines


def _ordered(program: StraightCode, whole: Program) -> list[tuple[int, int]]:
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
