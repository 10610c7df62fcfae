/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* (x - mean) / sqrt(variance + epsilon) * scale + bias, float32; the output may be the input's buffer. */
#ifndef EDGEC_NORMALIZE_F32_H
#define EDGEC_NORMALIZE_F32_H

#include "edgec_float.h"
#include "edgec_groups.h"

typedef struct {
    edgec_groups shape;
    float epsilon;
} edgec_normalize_f32_params;

static inline void edgec_normalize_f32_group(const edgec_normalize_f32_params *p, const float *x, const float *scale,
                                             const float *bias, float *y)
{
    const int32_t n = p->shape.n;
    const int32_t step = p->shape.inner;
    float mean = 0.0f;
    float squares = 0.0f;
    float factor;
    int32_t i;
    for (i = 0; i < n; i++) {
        mean += x[i * step];
    }
    mean /= (float)n;
    for (i = 0; i < n; i++) {
        const float d = x[i * step] - mean;
        squares += d * d;
    }
    factor = 1.0f / sqrtf(squares / (float)n + p->epsilon);
    for (i = 0; i < n; i++) {
        const int32_t f = i * p->shape.along;
        y[i * step] = (x[i * step] - mean) * factor * scale[f] + bias[f];
    }
}

EDGEC_DEFINE_GROUPS(edgec_normalize_f32_plain, float, float, edgec_normalize_f32_params, edgec_normalize_f32_group)

#endif
