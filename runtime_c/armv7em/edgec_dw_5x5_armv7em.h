/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Filters of a depthwise convolution of 5x5, stride 1, to three columns, one behind the other, from planes of int16
 * whose rows are ten long: all sums of a row at once.  They are raised to the shift of all channels behind the last
 * tap.
 *
 * A filter's stream, which is made here: the bias three times, then for each row of taps the pairs {w0 w1} {w1 w2} {w2
 * w3} {w3 w4}. */
#ifndef EDGEC_DW_5X5_ARMV7EM_H
#define EDGEC_DW_5X5_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_dw_5x5_code_armv7em.h"

#define EDGEC_DW_5X5_PITCH 10  /* int16 of a plane's row */
#define EDGEC_DW_5X5_STREAM 23 /* words of a stream */

/* The assembly loads neighbouring members together. */
typedef struct {
    uint32_t stream[EDGEC_DW_5X5_STREAM];
    int32_t m;              /* set inside, as pairs and biases are */
    uint32_t add;           /* (2 * out_zero + 1) << EDGEC_DW_RAISED */
    int8_t *at;             /* set inside */
    int32_t col_step, down; /* bytes of y to the next column, to the next row */
    uint32_t raise;         /* set inside */
    const int16_t *end;     /* set inside */
    const int8_t *taps;     /* of the next filter, its words bias << 5 | s and m behind them */
    int32_t rows;           /* of outputs, in bytes of x */
    const int16_t *x;       /* of the next filter */
    int8_t *y;              /* its first output, beside that of the filter behind it */
    int32_t plane;          /* bytes from its plane to that of the filter behind it */
    int8_t *y_end;          /* y behind the last filter */
} edgec_dw_5x5_job;

#define edgec_dw_5x5_filters EDGEC_TAGGED(edgec_dw_5x5_filters)
EDGEC_BLOCK void edgec_dw_5x5_filters(edgec_dw_5x5_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_5X5_OF_M(member) "i"((int)offsetof(edgec_dw_5x5_job, member) - (int)offsetof(edgec_dw_5x5_job, m))

EDGEC_BLOCK void edgec_dw_5x5_filters(edgec_dw_5x5_job *job)
{
    EDGEC_ASM_VARIABLE(0, int32_t *, self, &job->m);
    __asm__ volatile(EDGEC_DW_5X5_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [at] EDGEC_DW_5X5_OF_M(at), [raise] EDGEC_DW_5X5_OF_M(raise), [end] EDGEC_DW_5X5_OF_M(end),
                       [taps] EDGEC_DW_5X5_OF_M(taps), [rows] EDGEC_DW_5X5_OF_M(rows), [x] EDGEC_DW_5X5_OF_M(x),
                       [plane] EDGEC_DW_5X5_OF_M(plane)
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* The sum of the output at x, not raised. */
static inline uint32_t edgec_dw_5x5_sum(const int16_t *x, const int8_t *w, uint32_t sum)
{
    int32_t ky;
    for (ky = 0; ky < 5; ky++, x += EDGEC_DW_5X5_PITCH, w += 5) {
        sum = edgec_smlad(edgec_pair(x[0], x[1]), edgec_pair(w[0], w[1]), sum);
        sum = edgec_smlad(edgec_pair(x[2], x[3]), edgec_pair(w[2], w[3]), sum);
        sum += (uint32_t)(x[4] * w[4]);
    }
    return sum;
}

EDGEC_BLOCK void edgec_dw_5x5_filters(edgec_dw_5x5_job *job)
{
    for (; job->y < job->y_end; job->y++, job->x += job->plane / 2) {
        const int16_t *const end = job->x + job->rows / 2;
        const uint32_t head = edgec_load4(job->taps + 25);
        const int32_t m = (int32_t)edgec_load4(job->taps + 29);
        const int16_t *x = job->x;
        int8_t *y = job->y;
        for (; x < end; x += EDGEC_DW_5X5_PITCH, y += job->down) {
            int32_t i;
            for (i = 0; i < 3; i++) {
                const uint32_t sum = edgec_dw_5x5_sum(x + i, job->taps, (uint32_t)((int32_t)head >> 5));
                const int32_t v = edgec_smmla((int32_t)(sum << (head & 31u)), m, job->add) >> 8;
                y[i * job->col_step] = (int8_t)edgec_half_s8(v);
            }
        }
        job->taps += 33;
    }
}

#endif

#endif
