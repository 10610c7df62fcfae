/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output rows of the filters of a 3x3 depthwise convolution of int8 (edgec_dw_3x3_armv7em.h), one behind the other,
 * whose taps and biases are raised by powers of two, so that all channels have one shift, which instructions state. */
#ifndef EDGEC_DW_RAISED_ARMV7EM_H
#define EDGEC_DW_RAISED_ARMV7EM_H

#include "edgec_dw_taps_armv7em.h"

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

#define EDGEC_DW_FROM_BIAS(member) "i"((int)offsetof(edgec_dw_job, member) - (int)offsetof(edgec_dw_job, bias))

#define EDGEC_DW_RAISED_DEFINE(name, code, stride)                                                                     \
    EDGEC_BLOCK void name(edgec_dw_job *job)                                                                           \
    {                                                                                                                  \
        EDGEC_ASM_VARIABLE(0, uint32_t *, self, &job->bias);                                                           \
        __asm__ volatile(                                                                                              \
            code                                                                                                       \
            : EDGEC_ASM_INOUT(self)                                                                                    \
            : [at] EDGEC_DW_FROM_BIAS(at), [end] EDGEC_DW_FROM_BIAS(end), [x] EDGEC_DW_FROM_BIAS(x),                   \
              [bytes] EDGEC_DW_FROM_BIAS(bytes), [behind] EDGEC_DW_FROM_BIAS(behind), [left] EDGEC_DW_FROM_BIAS(left), \
              [filter] EDGEC_DW_FROM_BIAS(filter), [under] EDGEC_DW_FROM_BIAS(under),                                  \
              [plane] EDGEC_DW_FROM_BIAS(plane), [m] EDGEC_DW_FROM_BIAS(m), [x_next] EDGEC_DW_FROM_BIAS(x_next),       \
              [x_tail] EDGEC_DW_FROM_BIAS(x_tail), [last] EDGEC_DW_FROM_BIAS(last), [pitch] EDGEC_DW_FROM_BIAS(pitch), \
              [t1] "i"(12), [t2] "i"(20)                                                                               \
            : EDGEC_ALL_FROM_1);                                                                                       \
    }

#elif EDGEC_BODIES

/* Words bias << 5 | s and m: taps and bias are times 1 << s. */
static inline uint32_t edgec_dw_end_raised(edgec_dw_job *job, const int8_t *end)
{
    const uint32_t head = edgec_load4(end);
    const uint32_t s = head & 31u;
    job->bias = (uint32_t)((int32_t)head >> 5) << s;
    job->m = (int32_t)edgec_load4(end + 4);
    return s;
}

/* edgec_dw_expand_3x3 of taps times 1 << s, s <= 8. */
static inline void edgec_dw_expand_raised(const int8_t *w, uint32_t s, uint32_t *taps)
{
    int32_t ky;
    EDGEC_UNROLLED
    for (ky = 0; ky < 3; ky++, w += 3, taps += 2) {
        const uint32_t v = edgec_load4(w);
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v) << s;
        taps[0] = edgec_lows(even << s, odd);
        taps[1] = edgec_lows(odd, (even >> 16) << s);
    }
}

/* All rows of count columns of a filter: the outputs of a row lie at steps from y on. */
static inline void edgec_dw_raised_down(const edgec_dw_job *job, const int16_t *x, int8_t *y, int32_t count,
                                        const int32_t *steps, int32_t stride)
{
    const int16_t *const end = x + job->under / 2;
    int32_t i;
    for (; x < end; x += stride * job->pitch / 2, y += job->down) {
        for (i = count - 1; i >= 0; i--) { /* the first one last: absent ones go to its place */
            y[steps[i]] = edgec_dw_finish(job, edgec_dw_sum(job, x + i * stride));
        }
    }
}

/* A filter: its groups, then what is behind them. */
static inline void edgec_dw_raised_filter(const edgec_dw_job *job, int32_t group, int32_t stride)
{
    const int32_t step = job->col_step;
    const int32_t steps[EDGEC_DW_GROUP_S1] = {0,        step,    2 * step, (stride == 1) ? 3 * step : job->col_step3,
                                              4 * step, 5 * step};
    const int16_t *const behind = job->x + job->bytes / 2;
    const int32_t rows = job->under / (stride * job->pitch);
    const int16_t *x = job->x;
    int8_t *y = job->y;
    int32_t left = job->behind;
    while (x < behind) {
        edgec_dw_raised_down(job, x, y, group, steps, stride);
        x += (job->x_next + job->under) / 2;
        y += job->y_next + rows * job->down;
    }
    while (left > 0) {
        const int32_t two[2] = {0, (stride == 2) ? job->second : (left == 1) ? 0 : step};
        edgec_dw_raised_down(job, x, y, 2, two, stride);
        left -= (stride == 1) ? 2 : 1;
        x += 2;
        y += (stride == 1) ? 2 * step : step;
    }
}

/* The pairs of the next filter's taps, its bias and its multiplier. */
static inline void edgec_dw_raised_next(edgec_dw_job *job)
{
    job->n = EDGEC_DW_RAISED;
    edgec_dw_expand_raised(job->filter, edgec_dw_end_raised(job, job->filter + 9), job->taps);
    job->filter += 17;
}

static inline void edgec_dw_raised(edgec_dw_job *job, int32_t group, int32_t stride)
{
    for (; job->y < job->y_end; job->y++, job->x += job->plane / 2) {
        edgec_dw_raised_next(job);
        edgec_dw_raised_filter(job, group, stride);
    }
}

#define EDGEC_DW_RAISED_DEFINE(name, code, stride)                                                                     \
    EDGEC_BLOCK void name(edgec_dw_job *job) { edgec_dw_raised(job, EDGEC_DW_GROUP_S##stride, stride); }

#endif

#endif
