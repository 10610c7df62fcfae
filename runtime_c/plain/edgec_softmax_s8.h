/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax, int8, along one axis of [outer, n, inner]; the output may be the input's buffer. */
#ifndef EDGEC_SOFTMAX_S8_H
#define EDGEC_SOFTMAX_S8_H

#include "edgec_fixed.h"

typedef struct {
    int32_t outer, n, inner;
    int32_t used; /* length of the table; differences beyond it count as zero */
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_softmax_s8_params;

/* A share in unsigned Q16 to the output's scale; the usual one, 1/256, is a shift. */
static inline int8_t edgec_softmax_s8_finish(const edgec_softmax_s8_params *p, int32_t share)
{
    if (p->multiplier == INT32_C(1) << 30 && p->shift > 30u) {
        const uint32_t n = p->shift - 30u;
        const int32_t y = p->out_zero + ((share + (INT32_C(1) << (n - 1u))) >> n); /* no less than out_zero */
        return (int8_t)((y > INT8_MAX) ? INT8_MAX : y);
    }
    return (int8_t)edgec_requantize(share, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
}

/* One group: element i is x[i * inner]. */
EDGEC_INLINE void edgec_softmax_s8_group(const edgec_softmax_s8_params *p, const int8_t *x,
                                         const EDGEC_FLASH uint16_t *table, int8_t *y)
{
    const int32_t n = edgec_opaque(p->n);
    const uint32_t used = (uint32_t)p->used;
    int32_t top = INT8_MIN;
    uint32_t sum = 0u;
    int32_t i;
    for (i = 0; i < n; i++) {
        const int32_t v = x[i * p->inner];
        top = (v > top) ? v : top;
    }
    for (i = 0; i < n; i++) {
        const int32_t below = top - x[i * p->inner];
        const uint32_t d = (uint32_t)below;
        sum += (d < used) ? table[d] : 0u;
    }
    sum = (sum < table[0]) ? table[0] : sum; /* never less: the largest value counts; so that tools see it too */
    for (i = 0; i < n; i++) {
        const int32_t below = top - x[i * p->inner];
        const uint32_t d = (uint32_t)below;
        const uint32_t e = (d < used) ? table[d] : 0u;
        const uint32_t share = (e << 16) / sum; /* at most 2**16 */
        y[i * p->inner] = edgec_softmax_s8_finish(p, (int32_t)share);
    }
}

/* table[d] = exp(-d * scale) in unsigned Q15; table[0] is not zero, so no sum is. */
EDGEC_INLINE void edgec_softmax_s8_plain(const edgec_softmax_s8_params *p, const int8_t *x,
                                         const EDGEC_FLASH uint16_t *table, int8_t *y)
{
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->inner; i++) {
            const int32_t first = o * p->n * p->inner + i;
            edgec_softmax_s8_group(p, x + first, table, y + first);
        }
    }
}

#endif
