/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8 and int16: weighted sums that fit int32, rounded once. */
#ifndef EDGEC_RESAMPLE_INT_H
#define EDGEC_RESAMPLE_INT_H

#include "edgec_fixed.h"
#include "edgec_resample.h"

typedef struct {
    edgec_resample_params shape;
    int32_t in_zero;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_resample_int_params;

#define EDGEC_DEFINE_RESAMPLE(symbol, type, lo, hi)                                                                    \
    static inline void symbol(const edgec_resample_int_params *p, const type *x, const int32_t *index,                 \
                              const EDGEC_FLASH int16_t *weight, type *y)                                              \
    {                                                                                                                  \
        const edgec_resample_params *s = &p->shape;                                                                    \
        int32_t o, i, j, k;                                                                                            \
        for (o = 0; o < s->outer; o++) {                                                                               \
            const type *from = x + o * s->n * s->inner;                                                                \
            for (i = 0; i < s->out; i++) {                                                                             \
                for (j = 0; j < s->inner; j++) {                                                                       \
                    int32_t acc = 0;                                                                                   \
                    for (k = i * s->taps; k < (i + 1) * s->taps; k++) {                                                \
                        acc += weight[k] * (from[index[k] * s->inner + j] - p->in_zero);                               \
                    }                                                                                                  \
                    *y++ = (type)edgec_requantize(acc, p->multiplier, p->shift, p->out_zero, lo, hi);                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_RESAMPLE(edgec_resample_s8_plain, int8_t, INT8_MIN, INT8_MAX)
EDGEC_DEFINE_RESAMPLE(edgec_resample_s16_plain, int16_t, INT16_MIN, INT16_MAX)

#endif
