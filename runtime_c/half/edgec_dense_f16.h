/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, float16: y[M, N] = clamp(bias[N] + x[M, K] . w[N, K]^T), tap by tap (edgec_half_sum.h). */
#ifndef EDGEC_DENSE_F16_H
#define EDGEC_DENSE_F16_H

#include "edgec_half_sum.h"

typedef struct {
    int32_t rows, in_c, out_c;
    float lo, hi;
} edgec_dense_f16_params;

static inline void edgec_dense_f16_half(const edgec_dense_f16_params *p, const uint16_t *x, const uint16_t *w,
                                        const uint16_t *bias, uint16_t *y)
{
    int32_t m;
    int32_t o;
    for (m = 0; m < p->rows; m++) {
        for (o = 0; o < p->out_c; o++) {
            const float sum = edgec_half_dot(x + m * p->in_c, w + o * p->in_c, p->in_c, edgec_half_to_float(bias[o]));
            y[m * p->out_c + o] = edgec_float_to_half(edgec_clamp_f32(sum, p->lo, p->hi));
        }
    }
}

#endif
