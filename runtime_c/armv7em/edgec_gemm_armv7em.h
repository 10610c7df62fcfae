/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the matrix products of three positions with pairs of output channels share: the job, and the assembly around
 * the inner loop. */
#ifndef EDGEC_GEMM_ARMV7EM_H
#define EDGEC_GEMM_ARMV7EM_H

#include "edgec_armv7em.h"

#define EDGEC_GEMM_POSITIONS 3
#define EDGEC_GEMM_UNIT 4 /* k of a step */
#define EDGEC_GEMM_ENDS 4 /* words of a pair's stream that are no weights */
#define EDGEC_GEMM_ENDS_SHIFTS 5
#define EDGEC_GEMM_SHIFT 3 /* of channel B in a stream with one shift for all */
#define EDGEC_GEMM_UNIT_WORDS (EDGEC_GEMM_POSITIONS * EDGEC_GEMM_UNIT / 2) /* of columns */
#define EDGEC_GEMM_ROUND 3 /* units from one word to the next by which the loop over k for speed goes on */
/* Words of columns of so many units, with what that loop keeps between and behind them. */
#define EDGEC_GEMM_COLUMN_WORDS(units) (EDGEC_GEMM_UNIT_WORDS * (units) + ((units)-1) / EDGEC_GEMM_ROUND + 4)

/* Forms of a pair's stream: weights of 8 bits with one shift for all channels and with one for each, of 4 bits. */
#define EDGEC_GEMM_S8 0
#define EDGEC_GEMM_S8_SHIFTS 1
#define EDGEC_GEMM_S4 2

/* The assembly loads neighbouring members together; it addresses them from `columns`. */
typedef struct {
    uint32_t line;         /* of planes: bytes from one line to the next, in the upper half lines behind the first */
    int32_t tiles;         /* behind the one whose columns are made, of 1x1 layers with weights of 8 bits */
    int32_t all;           /* pairs of a tile */
    int32_t y_step;        /* from behind the channels of a tile to the next one */
    const uint32_t *first; /* the stream of a tile's pairs */
    const int8_t *x;       /* the next tile's rows; up to three bytes behind a row are read */
    int32_t in_c;
    int32_t words; /* of a row: units */
    const uint32_t *stream;
    int32_t units;  /* ceil(K / 4) */
    uint32_t ends;  /* set inside: n A << 8 | n B in the low half */
    int32_t zz;     /* 2 * out_zero + 1 */
    int32_t size;   /* set inside */
    uint32_t entry; /* set inside; 0 ahead of the first tile of a job for speed */
    uint32_t *columns;
    int32_t second, third; /* offsets of the other positions from y; 0 where there is none */
    int8_t *y;             /* channel 0 of the first position */
    int32_t pairs;
} edgec_gemm_job;

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_GEMM_FROM_COLUMNS(member)                                                                                \
    "i"((int)offsetof(edgec_gemm_job, member) - (int)offsetof(edgec_gemm_job, columns))

/* What blocks with one shift for all channels read, in two words that are loaded together. */
#define EDGEC_GEMM_SELF(job)                                                                                           \
    ((uint64_t)(uintptr_t) & (job)->columns | (uint64_t)((uint32_t)(job)->zz << EDGEC_GEMM_SHIFT) << 32)

#define EDGEC_GEMM_OPERANDS                                                                                            \
    [stream] EDGEC_GEMM_FROM_COLUMNS(stream), [units] EDGEC_GEMM_FROM_COLUMNS(units),                                  \
        [ends] EDGEC_GEMM_FROM_COLUMNS(ends), [entry] EDGEC_GEMM_FROM_COLUMNS(entry),                                  \
        [size] EDGEC_GEMM_FROM_COLUMNS(size), [y] EDGEC_GEMM_FROM_COLUMNS(y)

#define EDGEC_GEMM_TILE_OPERANDS                                                                                       \
    [tiles] EDGEC_GEMM_FROM_COLUMNS(tiles), [all] EDGEC_GEMM_FROM_COLUMNS(all),                                        \
        [y_step] EDGEC_GEMM_FROM_COLUMNS(y_step), [first] EDGEC_GEMM_FROM_COLUMNS(first),                              \
        [x] EDGEC_GEMM_FROM_COLUMNS(x)

#elif EDGEC_BODIES

/* Words of each of three rows as columns; what is behind them. */
static inline uint32_t *edgec_gemm_words(const int8_t *a, const int8_t *b, const int8_t *c, int32_t words,
                                         uint32_t *columns)
{
    for (; words > 0; words--) {
        const uint32_t v[EDGEC_GEMM_POSITIONS] = {edgec_load4(a), edgec_load4(b), edgec_load4(c)};
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++, columns++) {
            columns[0] = edgec_sxtb16(v[i]);
            columns[3] = edgec_sxtb16_odd(v[i]);
        }
        columns += EDGEC_GEMM_POSITIONS;
        a += EDGEC_GEMM_UNIT;
        b += EDGEC_GEMM_UNIT;
        c += EDGEC_GEMM_UNIT;
    }
    return columns;
}

/* The outputs of a pair from the sums {256 * A} x 3, {B} x 3 (times what n counts), with {m A, m B} at last; the next
 * pair. */
static inline void edgec_gemm_outputs(edgec_gemm_job *job, const uint32_t *sums, const uint32_t *last, uint32_t n_a,
                                      uint32_t n_b)
{
    int32_t at[EDGEC_GEMM_POSITIONS];
    int32_t i;
    at[0] = 0;
    at[1] = job->second;
    at[2] = job->third;
    for (i = EDGEC_GEMM_POSITIONS - 1; i >= 0; i--) { /* the first one last: absent positions write to its cell */
        int8_t *y = job->y + at[i];
        y[0] = (int8_t)edgec_requantize_armv7em((int32_t)sums[i], (int32_t)last[0], n_a, job->zz);
        y[1] = (int8_t)edgec_requantize_armv7em((int32_t)sums[3 + i], (int32_t)last[1], n_b, job->zz);
    }
    job->y += 2;
    job->pairs--;
    job->stream = last + 2;
}

/* The sums of a pair with weights of 8 bits, which begin with those of A and B; what is behind the weights w. */
static inline const uint32_t *edgec_gemm_s8_sums(const edgec_gemm_job *job, uint32_t a, uint32_t b, const uint32_t *w,
                                                 uint32_t *sums)
{
    const uint32_t *x = job->columns;
    const uint32_t *last = w + 2 * job->units;
    int32_t i;
    for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
        sums[i] = a;
        sums[3 + i] = b;
    }
    for (; w < last; w++) {
        const uint32_t low = edgec_sxtb16(*w);
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++, x++) {
            sums[i] = edgec_smlad(*w, *x, sums[i]);
            sums[3 + i] = edgec_smlad(low, *x, sums[3 + i]);
        }
    }
    for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
        sums[i] -= sums[3 + i];
    }
    return last;
}

/* The columns of the next tile, whose pairs are to be computed. */
static inline void edgec_gemm_s8_next(edgec_gemm_job *job)
{
    (void)edgec_gemm_words(job->x, job->x + job->in_c, job->x + 2 * job->in_c, job->words, job->columns);
    job->x += EDGEC_GEMM_POSITIONS * job->in_c;
    job->stream = job->first;
    job->pairs = job->all;
}

/* All tiles with weights of 8 bits, each of whose pairs a function computes. */
static inline void edgec_gemm_s8_tiles(edgec_gemm_job *job, void (*tile)(edgec_gemm_job *job))
{
    if (job->pairs == 0) {
        edgec_gemm_s8_next(job);
    }
    tile(job);
    for (; job->tiles > 0; job->tiles--) {
        job->y += job->y_step;
        edgec_gemm_s8_next(job);
        tile(job);
    }
}

#endif

#endif
