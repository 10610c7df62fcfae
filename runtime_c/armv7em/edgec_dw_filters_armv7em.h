/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Filters of a depthwise convolution with any window of 2 to 11 columns, stride 1 along a row, one behind the other,
 * from planes of int16 (edgec_dwconv2d_planes_armv7em.h).  Taps and biases are raised by powers of two, so that all
 * channels have one shift, which instructions state.
 *
 * Two outputs side by side share the words of two columns: the even one takes the taps {w0 w1} {w2 w3} .. and the last
 * one, the odd one w0 {w1 w2} ..  A filter's stream, which is made here: the bias six times, then for each row of taps
 * the pairs {w0 w1} {w1 w2} {w2 w3} .. and the bytes from their end to the next row, of the last row back to the next
 * six outputs. */
#ifndef EDGEC_DW_FILTERS_ARMV7EM_H
#define EDGEC_DW_FILTERS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dw_filters_code_armv7em.h"

#define EDGEC_DW_FILTERS_STREAM 72 /* words of a stream, at most */
#define EDGEC_DW_FILTERS_STEPS 6   /* of a row of taps, at most: pairs of columns */

/* Filters and their rows; the assembly loads neighbouring members together. */
typedef struct {
    uint32_t stream[EDGEC_DW_FILTERS_STREAM]; /* ends with the last word */
    int32_t m;                                /* set inside, as pairs and biases are */
    uint32_t add;                             /* (2 * out_zero + 1) << EDGEC_DW_RAISED */
    int8_t *at;                               /* set inside */
    int32_t col_step, col_step3;              /* bytes of y, and three times as many */
    const int16_t *end;                       /* set inside */
    uint32_t *start;                          /* of the stream */
    int32_t left, rows_left;                  /* set inside */
    const int8_t *taps;                       /* of the next filter */
    int32_t tap_bytes;                        /* up to a filter's words bias << 5 | s and m */
    int32_t odd, tap_rows;                    /* whether a row has an odd number of taps; rows */
    int32_t bytes, rest;                      /* of x under a row's sixes, and outputs behind them */
    int32_t x_next, y_next;                   /* from the end of a row to the next one, bytes */
    const int16_t *x;                         /* of the next filter */
    int8_t *y;                                /* its first output, beside that of the filter behind it */
    int32_t plane;                            /* bytes from its plane to that of the filter behind it */
    int8_t *y_end;                            /* y behind the last filter */
    int32_t rows;
} edgec_dw_filters_job;

/* Blocks for rows of 2 .. 6 steps. */
#define edgec_dw_filters_2 EDGEC_TAGGED(edgec_dw_filters_2)
EDGEC_BLOCK void edgec_dw_filters_2(edgec_dw_filters_job *job);
#define edgec_dw_filters_3 EDGEC_TAGGED(edgec_dw_filters_3)
EDGEC_BLOCK void edgec_dw_filters_3(edgec_dw_filters_job *job);
#define edgec_dw_filters_4 EDGEC_TAGGED(edgec_dw_filters_4)
EDGEC_BLOCK void edgec_dw_filters_4(edgec_dw_filters_job *job);
#define edgec_dw_filters_5 EDGEC_TAGGED(edgec_dw_filters_5)
EDGEC_BLOCK void edgec_dw_filters_5(edgec_dw_filters_job *job);
#define edgec_dw_filters_6 EDGEC_TAGGED(edgec_dw_filters_6)
EDGEC_BLOCK void edgec_dw_filters_6(edgec_dw_filters_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_OF_M(member) "i"((int)offsetof(edgec_dw_filters_job, member) - (int)offsetof(edgec_dw_filters_job, m))

#define EDGEC_DW_FILTERS_DEFINE(steps)                                                                                 \
    EDGEC_BLOCK void edgec_dw_filters_##steps(edgec_dw_filters_job *job)                                               \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, int32_t *, self, &job->m);                                                               \
        __asm__ volatile(EDGEC_DW_FILTERS_##steps##_CODE                                                               \
                         : EDGEC_ASM_INOUT(self)                                                                       \
                         : [at] EDGEC_DW_OF_M(at), [end] EDGEC_DW_OF_M(end), [left] EDGEC_DW_OF_M(left),               \
                           [start] EDGEC_DW_OF_M(start), [rows_left] EDGEC_DW_OF_M(rows_left),                         \
                           [taps] EDGEC_DW_OF_M(taps), [tap_bytes] EDGEC_DW_OF_M(tap_bytes), [odd] EDGEC_DW_OF_M(odd), \
                           [bytes] EDGEC_DW_OF_M(bytes), [x_next] EDGEC_DW_OF_M(x_next), [x] EDGEC_DW_OF_M(x),         \
                           [plane] EDGEC_DW_OF_M(plane), [rows] EDGEC_DW_OF_M(rows)                                    \
                         : EDGEC_ALL_FROM_1);                                                                          \
    }

#elif EDGEC_BODIES

/* The pairs, the bias and the multiplier of the next filter. */
static inline void edgec_dw_filters_begin(edgec_dw_filters_job *job, int32_t steps)
{
    const int8_t *w = job->taps;
    const int8_t *const tail = w + job->tap_bytes;
    const uint32_t head = edgec_load4(tail);
    const int32_t factor = (int32_t)(1u << (head & 31u));
    uint32_t *to = job->start;
    int32_t i;
    int32_t ky;
    job->m = (int32_t)edgec_load4(tail + 4);
    job->taps = tail + 8;
    for (i = 0; i < 6; i++) {
        *to++ = (uint32_t)((int32_t)head >> 5) << (head & 31u);
    }
    for (ky = 0; ky < job->tap_rows; ky++) {
        for (i = 0; i < steps - 1; i++, w += 2) {
            const int32_t third = (i < steps - 2 || job->odd != 0) ? w[2] * factor : 0;
            *to++ = edgec_pair(w[0] * factor, w[1] * factor);
            *to++ = edgec_pair(w[1] * factor, third);
        }
        w += job->odd;
        to++;
    }
}

/* The sum of the output at x. */
static inline uint32_t edgec_dw_filters_sum(const edgec_dw_filters_job *job, const int16_t *x, int32_t steps)
{
    const uint32_t *w = job->start + 6;
    uint32_t sum = job->start[0];
    for (;;) {
        int32_t j;
        for (j = 0; j < steps - 1; j++, x += 2, w += 2) {
            sum = edgec_smlad(edgec_pair(x[0], x[1]), w[0], sum);
        }
        sum += (uint32_t)(x[0] * edgec_high(w[-1]));
        if ((int32_t)*w < 0) {
            return sum;
        }
        x += 6 + (int32_t)*w / 2; /* sixes read two words more, and the last tap is one */
        w++;
    }
}

static inline void edgec_dw_filters_of(edgec_dw_filters_job *job, int32_t steps)
{
    const int32_t sixes = job->bytes / 12;
    const int32_t fours = (job->rest + 3) / 4;
    const int32_t columns = 6 * sixes + job->rest;
    for (; job->y < job->y_end; job->y++) {
        const int16_t *x = job->x;
        int8_t *y = job->y;
        int32_t row;
        edgec_dw_filters_begin(job, steps);
        for (row = 0; row < job->rows; row++) {
            int32_t i;
            for (i = 0; i < columns; i++) {
                const uint32_t sum = edgec_dw_filters_sum(job, x + i, steps);
                const int32_t v = edgec_smmla((int32_t)sum, job->m, job->add) >> 8;
                y[i * job->col_step] = (int8_t)edgec_half_s8(v);
            }
            x += (job->bytes + 8 * fours + job->x_next) / 2;
            y += (6 * sixes + job->rest / 4 * 4) * job->col_step + job->y_next;
        }
        job->x += job->plane / 2;
    }
}

#define EDGEC_DW_FILTERS_DEFINE(steps)                                                                                 \
    EDGEC_BLOCK void edgec_dw_filters_##steps(edgec_dw_filters_job *job) { edgec_dw_filters_of(job, steps); }

#endif

#if EDGEC_BODIES
EDGEC_DW_FILTERS_DEFINE(2)
EDGEC_DW_FILTERS_DEFINE(3)
EDGEC_DW_FILTERS_DEFINE(4)
EDGEC_DW_FILTERS_DEFINE(5)
EDGEC_DW_FILTERS_DEFINE(6)
#endif

/* Steps of a row of cols taps. */
static inline int32_t edgec_dw_filters_steps(int32_t cols) { return (cols < 3) ? 2 : cols / 2 + 1; }

static inline void edgec_dw_filters_rows(edgec_dw_filters_job *job, int32_t steps)
{
    if (steps == 2) {
        edgec_dw_filters_2(job);
    } else if (steps == 3) {
        edgec_dw_filters_3(job);
    } else if (steps == 4) {
        edgec_dw_filters_4(job);
    } else if (steps == 5) {
        edgec_dw_filters_5(job);
    } else {
        edgec_dw_filters_6(job);
    }
}

/* Sixes of a row of so many outputs, behind which up to two fours go. */
static inline int32_t edgec_dw_sixes(int32_t columns)
{
    const int32_t rest = columns % 6;
    return columns / 6 - ((columns > 6 && rest > 0 && rest < 3) ? 1 : 0);
}

/* Rows of so many outputs; from the end of one to its beginning. */
static inline void edgec_dw_filters_columns(edgec_dw_filters_job *job, int32_t columns)
{
    const int32_t sixes = edgec_dw_sixes(columns);
    job->rest = columns - 6 * sixes;
    job->bytes = 12 * sixes;
    job->x_next = -job->bytes - 8 * ((job->rest + 3) / 4);
    job->y_next = -(6 * sixes + job->rest / 4 * 4) * job->col_step;
}

#endif
