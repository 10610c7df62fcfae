/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of one channel of a 3x3 depthwise convolution from its plane of int16 (edgec_dwconv2d_s8_armv7em.h and
 * edgec_dwconv2d_s16_3x3_armv7em.h).
 * Each row of taps is two pairs {w0 w1} {w1 w2}; with SMLAD, SMLABT and SMLATB two of them make any three taps, at even
 * and at odd columns, from words of two columns. */
#ifndef EDGEC_DW_3X3_ARMV7EM_H
#define EDGEC_DW_3X3_ARMV7EM_H

#include "edgec_armv7em.h"

#define EDGEC_DW_PAIRS 64   /* of taps, at most */
#define EDGEC_DW_GROUP_S1 6 /* outputs of a step */
#define EDGEC_DW_GROUP_S2 4

#define EDGEC_DW_RAISED 8 /* the shift of raised sums (edgec_dw_raised_armv7em.h) */

/* Output rows of one channel of a strip; the assembly loads neighbouring members together. */
typedef struct {
    uint32_t n;
    int32_t pitch; /* bytes */
    const int16_t *x;
    int8_t *y;
    int32_t x_step, row_step; /* to the next row, bytes */
    int32_t groups, rest;     /* output columns: groups of the step above, and the rest */
    int32_t left;             /* set inside */
    int32_t rows;             /* down to 0 */
    const int8_t *filter;     /* of raised sums: in the stream, the next one */
    int32_t plane;            /* of raised sums: bytes from the plane of a filter to that of the next one */
    int8_t *y_end;            /* of raised sums: y behind the last filter, whose outputs lie beside each other */
    int32_t x_next, y_next;   /* of raised sums: from below a group's last row to the top of the next group, bytes */
    int32_t x_tail, y_tail;   /* of raised sums: the same of two columns behind the groups */
    int32_t behind;           /* of raised sums: outputs of a row behind the groups; at stride 2, steps of two */
    int32_t bytes;            /* of raised sums: of x from the first group to what is behind them */
    int32_t under;            /* of raised sums: bytes from the first row of x to that behind the last */
    const int16_t *last;      /* set inside */
    int32_t second;           /* of raised sums: bytes of y to the second output behind the groups of stride 2, or 0 */
    int32_t col_step3;        /* three times col_step, or 0 if groups of stride 2 have three outputs */
    int32_t m;
    uint32_t add;       /* (2 * out_zero + 1) << n */
    int8_t *at;         /* set inside */
    int32_t col_step;   /* bytes of y */
    int32_t down;       /* of raised sums: row_step */
    const int16_t *end; /* set inside */
    uint32_t bias;
    uint32_t taps[EDGEC_DW_PAIRS + 1];
} edgec_dw_job;

static inline int8_t edgec_dw_finish(const edgec_dw_job *job, uint32_t sum)
{
    return (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, job->m, job->add) >> job->n);
}

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_OFFSETS                                                                                               \
    [bias] "i"(offsetof(edgec_dw_job, bias)), [m] "i"(offsetof(edgec_dw_job, m)), [n] "i"(offsetof(edgec_dw_job, n)),  \
        [pitch] "i"(offsetof(edgec_dw_job, pitch)), [x] "i"(offsetof(edgec_dw_job, x)),                                \
        [at] "i"(offsetof(edgec_dw_job, at)), [x_step] "i"(offsetof(edgec_dw_job, x_step)),                            \
        [groups] "i"(offsetof(edgec_dw_job, groups)), [rest] "i"(offsetof(edgec_dw_job, rest)),                        \
        [end] "i"(offsetof(edgec_dw_job, end)), [left] "i"(offsetof(edgec_dw_job, left)),                              \
        [rows] "i"(offsetof(edgec_dw_job, rows)), [t0] "i"(offsetof(edgec_dw_job, taps)),                              \
        [t1] "i"(offsetof(edgec_dw_job, taps) + 8), [t2] "i"(offsetof(edgec_dw_job, taps) + 16)

/* All rows, with the code for a stride and a type of outputs. */
#define EDGEC_DW_DEFINE(name, code, stride, lowest)                                                                    \
    EDGEC_BLOCK void name(edgec_dw_job *job)                                                                           \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, edgec_dw_job *, self, job);                                                              \
        __asm__ volatile(code : EDGEC_ASM_INOUT(self) : EDGEC_DW_OFFSETS : EDGEC_ALL_FROM_1);                          \
    }

#elif EDGEC_BODIES

/* An output at y: int8 or int16, which `lowest` tells (INT8_MIN, INT16_MIN, or 0 for int16 from 0 on). */
static inline void edgec_dw_put(const edgec_dw_job *job, uint32_t sum, int32_t lowest, int8_t *y)
{
    if (lowest == INT8_MIN) {
        *y = edgec_dw_finish(job, sum);
    } else {
        const int32_t v = edgec_smmla((int32_t)sum, job->m, job->add) >> job->n >> 1;
        const int16_t out = (int16_t)edgec_limit_s16(v, lowest, INT16_MAX);
        memcpy(y, &out, sizeof out);
    }
}

/* The sum of the output whose window begins at x. */
static inline uint32_t edgec_dw_sum(const edgec_dw_job *job, const int16_t *x)
{
    uint32_t sum = job->bias;
    int32_t ky;
    for (ky = 0; ky < 3; ky++, x += job->pitch / 2) {
        sum = edgec_smlad(edgec_pair(x[0], x[1]), job->taps[2 * ky], sum);
        sum += (uint32_t)(x[2] * edgec_high(job->taps[2 * ky + 1]));
    }
    return sum;
}

static inline void edgec_dw_rows_3x3(edgec_dw_job *job, int32_t group, int32_t stride, int32_t lowest)
{
    const int32_t columns = group * job->groups + job->rest;
    for (; job->rows > 0; job->rows--) {
        int32_t i;
        for (i = 0; i < columns; i++) {
            edgec_dw_put(job, edgec_dw_sum(job, job->x + i * stride), lowest, job->y + i * job->col_step);
        }
        job->x += job->x_step / 2;
        job->y += job->row_step;
    }
}

#define EDGEC_DW_DEFINE(name, code, stride, lowest)                                                                    \
    EDGEC_BLOCK void name(edgec_dw_job *job) { edgec_dw_rows_3x3(job, EDGEC_DW_GROUP_S##stride, stride, lowest); }

#endif

#endif
