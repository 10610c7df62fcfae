/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax, int16, along one axis of [outer, n, inner]: each exp() once, kept in the output's place as an unsigned Q15.
 * The output may be the input's buffer; its step is 2**-15. */
#ifndef EDGEC_SOFTMAX_S16_ARMV7EM_H
#define EDGEC_SOFTMAX_S16_ARMV7EM_H

#include "edgec_armv7em.h"

typedef struct {
    int32_t outer, n, inner;
    int32_t used; /* length of high; larger differences count as zero */
} edgec_softmax_s16_armv7em_params;

EDGEC_INLINE int32_t edgec_softmax_s16_armv7em_top(const edgec_softmax_s16_armv7em_params *p, const int16_t *x)
{
    int32_t top = x[0];
    int32_t i = 1;
    if (p->inner == 1 && p->n >= 2) {
        uint32_t two = edgec_load_pair(x);
        for (i = 2; i + 2 <= p->n; i += 2) {
            two = edgec_max_pair(two, edgec_load_pair(x + i));
        }
        top = (edgec_low(two) > edgec_high(two)) ? edgec_low(two) : edgec_high(two);
    }
    for (; i < p->n; i++) {
        const int32_t v = x[i * p->inner];
        top = (v > top) ? v : top;
    }
    return top;
}

/* One group: element i is x[i * inner]. */
EDGEC_INLINE void edgec_softmax_s16_armv7em_group(const edgec_softmax_s16_armv7em_params *p, const int16_t *x,
                                                  const uint16_t *high, const uint16_t *low, int16_t *y)
{
    const int32_t top = edgec_softmax_s16_armv7em_top(p, x);
    uint32_t sum = 0u;
    int32_t i;
    for (i = 0; i < p->n; i++) {
        const uint32_t d = (uint32_t)(top - x[i * p->inner]);
        uint32_t e = 0u;
        if (p->used == 256 || d < (uint32_t)p->used * 256u) {
            e = ((uint32_t)high[d >> 8] * low[d & 255u] + (1u << 14)) >> 15;
        }
        sum += e;
        y[i * p->inner] = (int16_t)(uint16_t)e;
    }
    for (i = 0; i < p->n; i++) {
        const uint32_t e = (uint16_t)y[i * p->inner];
        const uint32_t share = ((e << 16) / sum + 1u) >> 1; /* at most 2**15 */
        y[i * p->inner] = (int16_t)edgec_limit_s16((int32_t)share, 0, INT16_MAX);
    }
}

/* The largest element of a group counts as 1, so no sum is zero. */
EDGEC_INLINE void edgec_softmax_s16_armv7em(const edgec_softmax_s16_armv7em_params *p, const int16_t *x,
                                            const uint16_t *high, const uint16_t *low, int16_t *y)
{
    int32_t o;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        for (i = 0; i < p->inner; i++) {
            const int32_t first = o * p->n * p->inner + i;
            edgec_softmax_s16_armv7em_group(p, x + first, high, low, y + first);
        }
    }
}

#endif
