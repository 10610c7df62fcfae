/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of one channel of a depthwise convolution with any window of 2 to 9 columns, stride 1 along a row, from
 * its plane of int16 (edgec_dwconv2d_planes_armv7em.h).
 *
 * Two outputs side by side share the words of two columns: the even one takes the taps {w0 w1} {w2 w3} .., the odd one
 * {0 w0} {w1 w2} ..  Both pairs of a step lie behind each other in a stream: the bias six times, then the steps of each
 * row of taps and the bytes from their end to the next row, of the last row back to the next six outputs. */
#ifndef EDGEC_DW_ANY_ARMV7EM_H
#define EDGEC_DW_ANY_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dw_any_code_armv7em.h"

#define EDGEC_DW_STREAM 72 /* words of a stream, at most */
#define EDGEC_DW_STEPS 5   /* of a row of taps, at most */

/* The rows of a filter; the assembly loads neighbouring members together. */
typedef struct {
    uint32_t stream[EDGEC_DW_STREAM]; /* ends with the last word */
    int32_t m;
    uint32_t add, n; /* add is (2 * out_zero + 1) << n */
    int8_t *at;
    int32_t col_step, col_step3; /* bytes of y, and three times as many */
    const int16_t *end;          /* set inside */
    int32_t left;                /* set inside */
    const uint32_t *start;       /* of the stream */
    const int16_t *x;
    int32_t bytes, rest;    /* of x under a row's sixes, and outputs behind them */
    int32_t x_next, y_next; /* from the end of a row to the next one, bytes */
    int32_t rows;           /* down to 0 */
} edgec_dw_any_job;

/* Blocks for rows of 2 .. 5 steps. */
#define edgec_dw_any_2 EDGEC_TAGGED(edgec_dw_any_2)
EDGEC_BLOCK void edgec_dw_any_2(edgec_dw_any_job *job);
#define edgec_dw_any_3 EDGEC_TAGGED(edgec_dw_any_3)
EDGEC_BLOCK void edgec_dw_any_3(edgec_dw_any_job *job);
#define edgec_dw_any_4 EDGEC_TAGGED(edgec_dw_any_4)
EDGEC_BLOCK void edgec_dw_any_4(edgec_dw_any_job *job);
#define edgec_dw_any_5 EDGEC_TAGGED(edgec_dw_any_5)
EDGEC_BLOCK void edgec_dw_any_5(edgec_dw_any_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_FROM_M(member) "i"((int)offsetof(edgec_dw_any_job, member) - (int)offsetof(edgec_dw_any_job, m))

#define EDGEC_DW_ANY_DEFINE(steps)                                                                                     \
    EDGEC_BLOCK void edgec_dw_any_##steps(edgec_dw_any_job *job)                                                       \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, int32_t *, self, &job->m);                                                               \
        __asm__ volatile(EDGEC_DW_ANY_##steps##_CODE                                                                   \
                         : EDGEC_ASM_INOUT(self)                                                                       \
                         : [at] EDGEC_DW_FROM_M(at), [end] EDGEC_DW_FROM_M(end), [left] EDGEC_DW_FROM_M(left),         \
                           [start] EDGEC_DW_FROM_M(start), [x] EDGEC_DW_FROM_M(x), [bytes] EDGEC_DW_FROM_M(bytes),     \
                           [x_next] EDGEC_DW_FROM_M(x_next), [rows] EDGEC_DW_FROM_M(rows)                              \
                         : EDGEC_ALL_FROM_1);                                                                          \
    }

#elif EDGEC_BODIES

/* The sum of the output at column i of a row. */
static inline uint32_t edgec_dw_any_sum(const edgec_dw_any_job *job, const int16_t *row, int32_t i, int32_t steps)
{
    const uint32_t *w = job->start + 6;
    const int16_t *x = row + (i & ~1);
    uint32_t sum = job->start[i % 6];
    for (;;) {
        int32_t j;
        for (j = 0; j < steps; j++) {
            sum = edgec_smlad(edgec_load_pair(x), w[i & 1], sum);
            x += 2;
            w += 2;
        }
        if ((int32_t)*w < 0) {
            return sum;
        }
        x += 4 + (int32_t)*w / 2; /* sixes read two words more */
        w++;
    }
}

static inline void edgec_dw_any(edgec_dw_any_job *job, int32_t steps)
{
    const int32_t sixes = job->bytes / 12;
    const int32_t fours = (job->rest + 3) / 4;
    const int32_t columns = 6 * sixes + job->rest;
    for (; job->rows > 0; job->rows--) {
        int32_t i;
        for (i = 0; i < columns; i++) {
            const uint32_t sum = edgec_dw_any_sum(job, job->x, i, steps);
            const int32_t v = edgec_smmla((int32_t)sum, job->m, job->add) >> job->n;
            job->at[i * job->col_step] = (int8_t)edgec_half_s8(v);
        }
        job->x += (job->bytes + 8 * fours + job->x_next) / 2;
        job->at += (6 * sixes + job->rest / 4 * 4) * job->col_step + job->y_next;
    }
}

#define EDGEC_DW_ANY_DEFINE(steps)                                                                                     \
    EDGEC_BLOCK void edgec_dw_any_##steps(edgec_dw_any_job *job) { edgec_dw_any(job, steps); }

#endif

#if EDGEC_BODIES
EDGEC_DW_ANY_DEFINE(2)
EDGEC_DW_ANY_DEFINE(3)
EDGEC_DW_ANY_DEFINE(4)
EDGEC_DW_ANY_DEFINE(5)
#endif

static inline void edgec_dw_any_rows(edgec_dw_any_job *job, int32_t steps)
{
    if (steps == 2) {
        edgec_dw_any_2(job);
    } else if (steps == 3) {
        edgec_dw_any_3(job);
    } else if (steps == 4) {
        edgec_dw_any_4(job);
    } else {
        edgec_dw_any_5(job);
    }
}

/* Rows of so many outputs: sixes, then up to two fours; from the end of one to its beginning. */
static inline void edgec_dw_any_columns(edgec_dw_any_job *job, int32_t columns)
{
    const int32_t rest = columns % 6;
    const int32_t sixes = columns / 6 - ((columns > 6 && rest > 0 && rest < 3) ? 1 : 0);
    job->rest = columns - 6 * sixes;
    job->bytes = 12 * sixes;
    job->x_next = -job->bytes - 8 * ((job->rest + 3) / 4);
    job->y_next = -(6 * sixes + job->rest / 4 * 4) * job->col_step;
}

/* Steps of a row of cols taps; 0 of windows that these blocks do not compute. */
static inline int32_t edgec_dw_any_steps(int32_t stride, int32_t rows, int32_t cols)
{
    const int32_t steps = (cols < 3) ? 2 : cols / 2 + 1;
    return (stride == 1 && steps <= EDGEC_DW_STEPS && 6 + rows * (2 * steps + 1) <= EDGEC_DW_STREAM) ? steps : 0;
}

/* The pairs of a row of cols taps at w, behind the others of a stream; reads up to three bytes behind the row. */
static inline uint32_t *edgec_dw_any_taps(const int8_t *w, int32_t cols, uint32_t *to)
{
    const int32_t steps = (cols < 3) ? 2 : cols / 2 + 1;
    uint32_t before = 0u;
    int32_t j;
    for (j = 0; j < steps; j += 2, w += 4) {
        const int32_t left = cols - 2 * j;
        const uint32_t all = (left > 0) ? edgec_load4(w) : 0u;
        const uint32_t v = (left > 0 && left < 4) ? all & ((1u << 8 * left) - 1u) : all;
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v);
        *to++ = edgec_lows(even, odd);
        *to++ = edgec_lows(before >> 16, even);
        if (j + 1 < steps) {
            *to++ = edgec_highs(even, odd);
            *to++ = edgec_low_high(odd, even);
        }
        before = odd;
    }
    return to;
}

#endif
