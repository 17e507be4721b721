/* One shoe of a block: as many of its hands as belong to the block, tallied by cell; with CARD_UNITS by cards too. */
typedef struct {
    uint64_t seed, block;
    uint32_t shoes, burn, behind, hands;
    const uint8_t *fresh;
    const int16_t *ends;
    const uint16_t *wanted;
    uint16_t *dealt;
    const int32_t *first, *second, *first_last, *second_last, *tallies, *at_unit;
} Job;

#ifdef __CUDACC__
#if SIZE * THREADS <= 32768
#define IN_SHARED
#define CARD(i) deck[(i) * THREADS]
#define DECK __shared__ uint8_t decks[SIZE * THREADS]; uint8_t *deck = decks + threadIdx.x
#endif
#endif
#ifndef IN_SHARED
#define CARD(i) deck[i]
#define DECK uint8_t deck[SIZE]
#endif
#define RANK(card) ((card) & 15u)
#define VALUE(card) (RANK(card) < 9 ? RANK(card) + 1 : 0u)
#define NUMBER(card) (RANK(card) * 4 + ((card) >> 4))

typedef struct {
    uint32_t shoe, low, high, k, q;
} Draw;

DEVICE uint32_t bits_of(const uint32_t *words, uint32_t card) {
    return words[(card & 7) >> 1] >> ((card & 1) * 16) & 0xFFFFu;
}

DEVICE void shuffle(const Draw *draw, uint8_t *deck, uint32_t call) {
    uint32_t words[4], again[4];
    philox(call, draw->shoe, draw->low, draw->high, draw->k, draw->q, words);
    #pragma unroll
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t card = 8 * call + i;
        if (card >= SIZE) return;
        const uint32_t left = SIZE - card;
        uint32_t found = bits_of(words, card) * left;
        if ((found & 0xFFFFu) < left) {
            const uint32_t unfair = 65536u % left;
            for (uint32_t attempt = 1; (found & 0xFFFFu) < unfair; ++attempt) {
                philox(call | attempt << 16, draw->shoe, draw->low, draw->high, draw->k, draw->q, again);
                found = bits_of(again, card) * left;
            }
        }
        const uint32_t at = card + (found >> 16);
        const uint8_t chosen = CARD(at);
        CARD(at) = CARD(card);
        CARD(card) = chosen;
    }
}

#if CARD_UNITS
DEVICE void count_cards(const Job *job, const uint32_t *cards, uint32_t more, uint32_t bank, Sum *counts) {
    uint32_t numbers[6];
    for (int i = 0; i < 6; ++i) numbers[i] = NUMBER(cards[i]);
    const uint32_t third = more ? numbers[4] : KINDS, fourth = !bank ? KINDS : more ? numbers[5] : numbers[4];
    for (int unit = 0; unit < CARD_UNITS; ++unit) {
        const int32_t *at = job->at_unit + 5 * unit;
        int32_t one = job->first[at[0] + numbers[0] * KINDS + numbers[2]];
        int32_t other = job->second[at[0] + numbers[1] * KINDS + numbers[3]];
        one = job->first_last[at[1] + one * (KINDS + 1) + third];
        other = job->second_last[at[2] + other * (KINDS + 1) + fourth];
        ADD(counts[CELLS + job->tallies[at[3] + one * at[4] + other]], 1);
    }
}
#endif

DEVICE void play(const Job *job, uint64_t number, Sum *counts) {
    const uint32_t wanted = job->wanted ? job->wanted[number] : 65535u;
    if (!wanted) return;
    DECK;
    const uint64_t block = job->block + number / job->shoes;
    const Draw draw = {(uint32_t)(number % job->shoes), (uint32_t)block, (uint32_t)(block >> 32),
                       (uint32_t)job->seed, (uint32_t)(job->seed >> 32)};
    for (uint32_t i = 0; i < SIZE; ++i) CARD(i) = job->fresh[i];
    const uint32_t calls = (SIZE + 7) / 8;
    uint32_t ready = 0, at = 0, played = 0, last = 0;
    if (job->burn) {
        shuffle(&draw, deck, ready++);
        const uint32_t burned = RANK(CARD(0)) + 1;
        at = 1 + (burned < 10 ? burned : 10);
    }
    while (played < wanted) {
        while (at + 6 > 8 * ready && ready < calls) shuffle(&draw, deck, ready++);
        uint32_t cards[6];
        #pragma unroll
        for (uint32_t i = 0; i < 6; ++i) cards[i] = CARD(at + i);
        uint32_t player = VALUE(cards[0]) + VALUE(cards[2]), banker = VALUE(cards[1]) + VALUE(cards[3]);
        player -= 10 * (player > 9);
        banker -= 10 * (banker > 9);
        const uint32_t end = job->ends[(player * 10 + banker) * 100 + VALUE(cards[4]) * 10 + VALUE(cards[5])];
        uint32_t pairs = (RANK(cards[0]) == RANK(cards[2])) + 2 * (RANK(cards[1]) == RANK(cards[3]));
        pairs += pairs == 3 && RANK(cards[0]) == RANK(cards[1]);
        if (job->wanted) {
            ADD(counts[(end >> 2) * 5 + pairs], 1);
#if CARD_UNITS
            count_cards(job, cards, (end >> 3) & 1, (end >> 2) & 1, counts);
#endif
        }
        at += 4 + (end & 3);
        ++played;
        if (job->behind < SIZE) {
            if (last) break;
            last = at > job->behind;
        } else if (played == job->hands) break;
    }
    if (job->dealt) job->dealt[number] = (uint16_t)played;
}
