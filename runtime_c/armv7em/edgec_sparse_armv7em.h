/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums of products of four positions of int8 with filters of which only the blocks that are not zero are stored: four
 * neighbouring input channels k0 .. k3 of one tap and one output channel.
 *
 * A block of weights is one word of two half words {k1 - 256 * k0, k3 - 256 * k2}, whose low bytes (SXTB16) are k1 and
 * k3. A block of a position is two: the bytes with the first and third as unsigned x + 128, that is, as half words {256
 * * x1 + x0 + 128, ...}, and {127 - x0, 127 - x2}.  Word times second plus low bytes times first is 256 times the
 * block's sum and a part that depends on the weights alone, which the first value of the sum makes up for.  So the
 * weights of a block are widened by one instruction, not two: 16 MACs take 15 instructions.  Sums wrap; exact because
 * 256 times a sum fits int32, which the binding proves.
 *
 * Words of a filter: {first value of the sum, blocks ..., m}; bytes: {stored blocks - 1 | n << 11 as 16 bits, blocks
 * left out before each ...}.  Columns: for each block the second words of the four positions, then the first ones. */
#ifndef EDGEC_SPARSE_ARMV7EM_H
#define EDGEC_SPARSE_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_armv7em.h"
#include "edgec_sparse_code_armv7em.h"

#define EDGEC_SPARSE_POSITIONS 4
#define EDGEC_SPARSE_UNIT 4                             /* input channels of a block */
#define EDGEC_SPARSE_WORDS (2 * EDGEC_SPARSE_POSITIONS) /* of a block's columns */

/* Four bytes of x as the first word of a position, and its second word from that. */
static inline uint32_t edgec_sparse_first(uint32_t bytes) { return bytes ^ 0x00800080u; }

static inline uint32_t edgec_sparse_second(uint32_t first) { return ~first & 0x00FF00FFu; }

/* The assembly loads neighbouring members together. */
typedef struct {
    int32_t second, third, fourth; /* offsets of the other positions from y; 0 where there is none */
    int8_t *y;                     /* the next channel of the first position */
    int32_t channels;
    int32_t zz; /* 2 * out_zero + 1 */
    const uint32_t *columns;
    const uint32_t *words;
    const uint8_t *places;
} edgec_sparse_job;

/* All channels of a tile. */
#define edgec_sparse_tile_armv7em EDGEC_TAGGED(edgec_sparse_tile_armv7em)
EDGEC_BLOCK void edgec_sparse_tile_armv7em(edgec_sparse_job *job);

/* n bytes of each of four positions as columns, the last block filled with zeros; the column behind them. */
#define edgec_sparse_widen EDGEC_TAGGED(edgec_sparse_widen)
EDGEC_BLOCK uint32_t *edgec_sparse_widen(const int8_t *const *cells, int32_t n, uint32_t *columns);

#if EDGEC_BODIES
static inline void edgec_sparse_column(uint32_t bytes, uint32_t *to)
{
    const uint32_t first = edgec_sparse_first(bytes);
    to[0] = edgec_sparse_second(first);
    to[EDGEC_SPARSE_POSITIONS] = first;
}

EDGEC_BLOCK uint32_t *edgec_sparse_widen(const int8_t *const *cells, int32_t n, uint32_t *columns)
{
    const int8_t *a = cells[0];
    const int8_t *b = cells[1];
    const int8_t *c = cells[2];
    const int8_t *d = cells[3];
#if EDGEC_ARMV7EM_BLOCKS
    int32_t words = n >> 2;
    if (words > 0) {
        __asm__ volatile(EDGEC_SPARSE_WIDEN_CODE
                         : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d), [to] "+r"(columns), [n] "+r"(words)
                         : [mask] "r"(0x00FF00FFu)
                         : "r4", "r5", "r6", "r8", "cc", "memory");
    }
    n &= EDGEC_SPARSE_UNIT - 1;
#else
    for (; n >= EDGEC_SPARSE_UNIT; n -= EDGEC_SPARSE_UNIT) {
        edgec_sparse_column(edgec_load4(a), columns);
        edgec_sparse_column(edgec_load4(b), columns + 1);
        edgec_sparse_column(edgec_load4(c), columns + 2);
        edgec_sparse_column(edgec_load4(d), columns + 3);
        columns += EDGEC_SPARSE_WORDS;
        a += EDGEC_SPARSE_UNIT;
        b += EDGEC_SPARSE_UNIT;
        c += EDGEC_SPARSE_UNIT;
        d += EDGEC_SPARSE_UNIT;
    }
#endif
    if (n > 0) {
        edgec_sparse_column(edgec_load_rest(a, n), columns);
        edgec_sparse_column(edgec_load_rest(b, n), columns + 1);
        edgec_sparse_column(edgec_load_rest(c, n), columns + 2);
        edgec_sparse_column(edgec_load_rest(d, n), columns + 3);
        columns += EDGEC_SPARSE_WORDS;
    }
    return columns;
}
#endif

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_sparse_tile_armv7em(edgec_sparse_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_sparse_job *, self, job);
    __asm__ volatile(EDGEC_SPARSE_TILE_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [words] "i"(offsetof(edgec_sparse_job, words)), [places] "i"(offsetof(edgec_sparse_job, places)),
                       [columns] "i"(offsetof(edgec_sparse_job, columns)), [zz] "i"(offsetof(edgec_sparse_job, zz)),
                       [y] "i"(offsetof(edgec_sparse_job, y))
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* The outputs of the next channel from its sums; the channel behind it. */
static inline void edgec_sparse_outputs(edgec_sparse_job *job, const uint32_t *sums, uint32_t m, uint32_t n)
{
    int32_t at[EDGEC_SPARSE_POSITIONS];
    int32_t i;
    at[0] = 0;
    at[1] = job->second;
    at[2] = job->third;
    at[3] = job->fourth;
    for (i = EDGEC_SPARSE_POSITIONS - 1; i >= 0; i--) { /* the first one last: absent positions write to its cell */
        job->y[at[i]] = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], (int32_t)m, n, job->zz);
    }
    job->y++;
    job->channels--;
}

EDGEC_BLOCK void edgec_sparse_tile_armv7em(edgec_sparse_job *job)
{
    while (job->channels > 0) {
        const uint32_t head = (uint32_t)job->places[0] | ((uint32_t)job->places[1] << 8);
        const int32_t blocks = (int32_t)(head & 0x7FFu) + 1;
        const uint32_t *column = job->columns;
        uint32_t sums[EDGEC_SPARSE_POSITIONS];
        int32_t i;
        int32_t k;
        job->places += 2;
        for (i = 0; i < EDGEC_SPARSE_POSITIONS; i++) {
            sums[i] = job->words[0];
        }
        job->words++;
        for (k = 0; k < blocks; k++) {
            const uint32_t word = job->words[k];
            column += EDGEC_SPARSE_WORDS * (uint32_t)job->places[k];
            for (i = 0; i < EDGEC_SPARSE_POSITIONS; i++, column++) {
                sums[i] = edgec_smlad(word, column[0], sums[i]);
                sums[i] = edgec_smlad(edgec_sxtb16(word), column[EDGEC_SPARSE_POSITIONS], sums[i]);
            }
            column += EDGEC_SPARSE_POSITIONS;
        }
        job->places += blocks;
        job->words += blocks;
        edgec_sparse_outputs(job, sums, job->words[0], head >> 11);
        job->words++;
    }
}

#endif

#endif
