/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Softmax and its logarithm, float32, along one axis of [outer, n, inner]; the output may be the input's buffer. */
#ifndef EDGEC_SOFTMAX_F32_H
#define EDGEC_SOFTMAX_F32_H

#include "edgec_float.h"

typedef struct {
    int32_t outer, n, inner;
} edgec_softmax_f32_params;

/* The largest element of one group: element i is x[i * inner]. */
static inline float edgec_softmax_f32_top(const edgec_softmax_f32_params *p, const float *x)
{
    float top = x[0];
    int32_t i;
    for (i = 1; i < p->n; i++) {
        top = (x[i * p->inner] > top) ? x[i * p->inner] : top;
    }
    return top;
}

static inline void edgec_softmax_f32_plain(const edgec_softmax_f32_params *p, const float *x, float *y)
{
    int32_t g;
    int32_t i;
    for (g = 0; g < p->outer * p->inner; g++) {
        const int32_t first = g / p->inner * p->n * p->inner + g % p->inner;
        const float top = edgec_softmax_f32_top(p, x + first);
        float sum = 0.0f;
        for (i = 0; i < p->n; i++) {
            const float e = expf(x[first + i * p->inner] - top);
            y[first + i * p->inner] = e;
            sum += e;
        }
        for (i = 0; i < p->n; i++) {
            y[first + i * p->inner] /= sum;
        }
    }
}

static inline void edgec_log_softmax_f32_plain(const edgec_softmax_f32_params *p, const float *x, float *y)
{
    int32_t g;
    int32_t i;
    for (g = 0; g < p->outer * p->inner; g++) {
        const int32_t first = g / p->inner * p->n * p->inner + g % p->inner;
        const float top = edgec_softmax_f32_top(p, x + first);
        float sum = expf(x[first] - top);
        float log_sum;
        for (i = 1; i < p->n; i++) {
            sum += expf(x[first + i * p->inner] - top);
        }
        log_sum = logf(sum);
        for (i = 0; i < p->n; i++) {
            y[first + i * p->inner] = (x[first + i * p->inner] - top) - log_sum;
        }
    }
}

#endif
