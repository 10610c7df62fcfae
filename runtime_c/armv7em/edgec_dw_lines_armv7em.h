/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The filters of edgec_dw_filters_armv7em.h where outputs and taps are a single row each, as those of sequences are,
 * and outputs at least one six: each filter's pairs stay where they are made, and no row follows.
 *
 * A filter's stream, which is made here: the pairs from the last ones to the first, .. {w2 w3} {w3 w4} {w0 w1} {w1 w2},
 * then the bias. */
#ifndef EDGEC_DW_LINES_ARMV7EM_H
#define EDGEC_DW_LINES_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dw_lines_code_armv7em.h"

#define EDGEC_DW_LINES_STREAM 11 /* words of a stream, at most */

/* The assembly loads neighbouring members together. */
typedef struct {
    uint32_t stream[EDGEC_DW_LINES_STREAM]; /* ends with the last word */
    int32_t m;                              /* set inside, as pairs and biases are */
    uint32_t add;                           /* (2 * out_zero + 1) << EDGEC_DW_RAISED */
    int8_t *at;                             /* set inside */
    int32_t col_step, col_step3;            /* bytes of y, and three times as many */
    const int16_t *end;                     /* set inside */
    int32_t left;                           /* set inside */
    int32_t bytes, rest;                    /* of x under the sixes, and outputs behind them */
    const int8_t *taps;                     /* of the next filter */
    int32_t tap_bytes;                      /* up to a filter's words bias << 5 | s and m */
    const int16_t *x;                       /* of the next filter */
    int8_t *y;                              /* its first output, beside that of the filter behind it */
    int32_t plane;                          /* bytes from its plane to that of the filter behind it */
    int8_t *y_end;                          /* y behind the last filter */
} edgec_dw_lines_job;

/* Blocks for rows of 2 .. 6 steps. */
#define edgec_dw_lines_2 EDGEC_TAGGED(edgec_dw_lines_2)
EDGEC_BLOCK void edgec_dw_lines_2(edgec_dw_lines_job *job);
#define edgec_dw_lines_3 EDGEC_TAGGED(edgec_dw_lines_3)
EDGEC_BLOCK void edgec_dw_lines_3(edgec_dw_lines_job *job);
#define edgec_dw_lines_4 EDGEC_TAGGED(edgec_dw_lines_4)
EDGEC_BLOCK void edgec_dw_lines_4(edgec_dw_lines_job *job);
#define edgec_dw_lines_5 EDGEC_TAGGED(edgec_dw_lines_5)
EDGEC_BLOCK void edgec_dw_lines_5(edgec_dw_lines_job *job);
#define edgec_dw_lines_6 EDGEC_TAGGED(edgec_dw_lines_6)
EDGEC_BLOCK void edgec_dw_lines_6(edgec_dw_lines_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_LINES_OF_M(member)                                                                                    \
    "i"((int)offsetof(edgec_dw_lines_job, member) - (int)offsetof(edgec_dw_lines_job, m))

#define EDGEC_DW_LINES_DEFINE(steps)                                                                                   \
    EDGEC_BLOCK void edgec_dw_lines_##steps(edgec_dw_lines_job *job)                                                   \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, int32_t *, self, &job->m);                                                               \
        __asm__ volatile(                                                                                              \
            EDGEC_DW_LINES_##steps##_CODE                                                                              \
            : EDGEC_ASM_INOUT(self)                                                                                    \
            : [at] EDGEC_DW_LINES_OF_M(at), [end] EDGEC_DW_LINES_OF_M(end), [left] EDGEC_DW_LINES_OF_M(left),          \
              [bytes] EDGEC_DW_LINES_OF_M(bytes), [rest] EDGEC_DW_LINES_OF_M(rest), [taps] EDGEC_DW_LINES_OF_M(taps),  \
              [x] EDGEC_DW_LINES_OF_M(x), [plane] EDGEC_DW_LINES_OF_M(plane)                                           \
            : EDGEC_ALL_FROM_1);                                                                                       \
    }

#elif EDGEC_BODIES

/* The pairs, the bias and the multiplier of the next filter. */
static inline void edgec_dw_lines_begin(edgec_dw_lines_job *job, int32_t steps)
{
    const int8_t *w = job->taps;
    const int8_t *const tail = w + job->tap_bytes;
    const uint32_t head = edgec_load4(tail);
    const int32_t factor = (int32_t)(1u << (head & 31u));
    uint32_t *to = job->stream + EDGEC_DW_LINES_STREAM - 1;
    int32_t i;
    job->m = (int32_t)edgec_load4(tail + 4);
    job->taps = tail + 8;
    *to = (uint32_t)((int32_t)head >> 5) << (head & 31u);
    for (i = 0; i < steps - 1; i++, w += 2) {
        const int32_t third = (i < steps - 2 || job->tap_bytes % 2 != 0) ? w[2] * factor : 0;
        *--to = edgec_pair(w[1] * factor, third);
        *--to = edgec_pair(w[0] * factor, w[1] * factor);
    }
}

/* The sum of the output at x. */
static inline uint32_t edgec_dw_lines_sum(const edgec_dw_lines_job *job, const int16_t *x, int32_t steps)
{
    const uint32_t *w = job->stream + EDGEC_DW_LINES_STREAM - 1;
    uint32_t sum = *w;
    int32_t j;
    for (j = 0; j < steps - 1; j++, x += 2) {
        w -= 2;
        sum = edgec_smlad(edgec_pair(x[0], x[1]), w[0], sum);
    }
    return sum + (uint32_t)(x[0] * edgec_high(w[1]));
}

static inline void edgec_dw_lines_of(edgec_dw_lines_job *job, int32_t steps)
{
    const int32_t columns = job->bytes / 2 + job->rest;
    for (; job->y < job->y_end; job->y++) {
        int32_t i;
        edgec_dw_lines_begin(job, steps);
        for (i = 0; i < columns; i++) {
            const uint32_t sum = edgec_dw_lines_sum(job, job->x + i, steps);
            const int32_t v = edgec_smmla((int32_t)sum, job->m, job->add) >> 8;
            job->y[i * job->col_step] = (int8_t)edgec_half_s8(v);
        }
        job->x += job->plane / 2;
    }
}

#define EDGEC_DW_LINES_DEFINE(steps)                                                                                   \
    EDGEC_BLOCK void edgec_dw_lines_##steps(edgec_dw_lines_job *job) { edgec_dw_lines_of(job, steps); }

#endif

#if EDGEC_BODIES
EDGEC_DW_LINES_DEFINE(2)
EDGEC_DW_LINES_DEFINE(3)
EDGEC_DW_LINES_DEFINE(4)
EDGEC_DW_LINES_DEFINE(5)
EDGEC_DW_LINES_DEFINE(6)
#endif

static inline void edgec_dw_lines_filters(edgec_dw_lines_job *job, int32_t steps)
{
    if (steps == 2) {
        edgec_dw_lines_2(job);
    } else if (steps == 3) {
        edgec_dw_lines_3(job);
    } else if (steps == 4) {
        edgec_dw_lines_4(job);
    } else if (steps == 5) {
        edgec_dw_lines_5(job);
    } else {
        edgec_dw_lines_6(job);
    }
}

#endif
