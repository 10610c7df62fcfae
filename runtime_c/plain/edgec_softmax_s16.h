/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax, int16, along one axis of [outer, n, inner]; the output may be the input's buffer. */
#ifndef EDGEC_SOFTMAX_S16_H
#define EDGEC_SOFTMAX_S16_H

#include "edgec_fixed.h"

typedef struct {
    int32_t outer, n, inner;
    int32_t used; /* length of high; larger differences count as zero */
    int32_t multiplier;
    uint32_t shift;
} edgec_softmax_s16_params;

/* exp(-d * scale) in unsigned Q15 as high[d / 256] * low[d % 256]. */
static inline uint32_t edgec_softmax_s16_exp(const edgec_softmax_s16_params *p, int32_t d, const uint16_t *high,
                                             const uint16_t *low)
{
    if ((d >> 8) >= p->used) {
        return 0u;
    }
    return ((uint32_t)high[d >> 8] * low[d & 255] + 0x4000u) >> 15;
}

/* One group: element i is x[i * inner]. */
static inline void edgec_softmax_s16_group(const edgec_softmax_s16_params *p, const int16_t *x, const uint16_t *high,
                                           const uint16_t *low, int16_t *y)
{
    int32_t top = INT16_MIN;
    uint32_t sum = 0u;
    int32_t i;
    for (i = 0; i < p->n; i++) {
        const int32_t v = x[i * p->inner];
        top = (v > top) ? v : top;
    }
    for (i = 0; i < p->n; i++) {
        sum += edgec_softmax_s16_exp(p, top - x[i * p->inner], high, low);
    }
    for (i = 0; i < p->n; i++) {
        const uint32_t e = edgec_softmax_s16_exp(p, top - x[i * p->inner], high, low);
        const uint32_t share = (e << 16) / sum; /* unsigned Q16, at most 2**16 */
        y[i * p->inner] = (int16_t)edgec_requantize((int32_t)share, p->multiplier, p->shift, 0, INT16_MIN, INT16_MAX);
    }
}

/* The largest element of a group counts as 1, so no sum is zero. */
static inline void edgec_softmax_s16_plain(const edgec_softmax_s16_params *p, const int16_t *x, const uint16_t *high,
                                           const uint16_t *low, int16_t *y)
{
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->inner; i++) {
            const int32_t first = o * p->n * p->inner + i;
            edgec_softmax_s16_group(p, x + first, high, low, y + first);
        }
    }
}

#endif
