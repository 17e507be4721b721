/* One sequence of spins: a table of moves for each unit, and a histogram of first pockets after the tallies. */
typedef struct {
    uint64_t seed, start, limit;
    const uint64_t *borders;
    const int32_t *moves, *starts;
} Job;

DEVICE uint32_t pocket_of(const Job *job, uint64_t value) {
    const uint64_t total = job->borders[POCKETS - 1];
    value %= total;
    if (total == POCKETS) return (uint32_t)value;
    uint32_t low = 0, high = POCKETS - 1;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (job->borders[middle] > value) high = middle; else low = middle + 1;
    }
    return low;
}

DEVICE uint64_t bits_of(const uint32_t *words, uint32_t spin) {
    return spin % 2 ? words[2] | (uint64_t)words[3] << 32 : words[0] | (uint64_t)words[1] << 32;
}

DEVICE void play(const Job *job, uint64_t number, Sum *counts) {
    const uint64_t sequence = job->start + number;
    const uint32_t low = (uint32_t)sequence, high = (uint32_t)(sequence >> 32);
    const uint32_t k = (uint32_t)job->seed, q = (uint32_t)(job->seed >> 32);
    uint32_t words[4], again[4], spin = 0, going = 1;
    int32_t states[UNITS + 1];
    for (int unit = 0; unit < UNITS; ++unit) states[unit] = job->starts[unit];
    while (going) {
        if (spin % 2 == 0) philox(spin / 2, 0, low, high, k, q, words);
        uint64_t value = bits_of(words, spin);
        for (uint32_t attempt = 1; job->limit && value >= job->limit; ++attempt) {
            philox(spin / 2, attempt, low, high, k, q, again);
            value = bits_of(again, spin);
        }
        const uint32_t pocket = pocket_of(job, value);
        if (spin == 0) ADD(counts[TALLIES - POCKETS + pocket], 1);
        going = 0;
        for (int unit = 0; unit < UNITS; ++unit) {
            int32_t state = states[unit];
            if (state < 0) continue;
            state = job->moves[(int64_t)state * POCKETS + pocket];
            states[unit] = state;
            if (state >= 0) going = 1;
            else if (state < -1) ADD(counts[-1 - state], 1);
        }
        ++spin;
    }
    ADD(counts[0], spin);
}
