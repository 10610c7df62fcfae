/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int16 activations and int8 weights: y[M, N] = x[M, K] . w[N, K]^T + bias[N]. */
#ifndef EDGEC_DENSE_S16_H
#define EDGEC_DENSE_S16_H

#include "edgec_dot_s16.h"
#include "edgec_fixed.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t lo, hi;
} edgec_dense_s16_params;

static inline void edgec_dense_s16_plain(const edgec_dense_s16_params *p, const int16_t *x,
                                         const int8_t *EDGEC_RESTRICT w, const int32_t *EDGEC_RESTRICT bias,
                                         const int32_t *EDGEC_RESTRICT multiplier, const uint8_t *EDGEC_RESTRICT shift,
                                         int16_t *y)
{
    int32_t m;
    int32_t o;
    for (m = 0; m < p->rows; m++) {
        for (o = 0; o < p->out_c; o++) {
            const int32_t acc = edgec_dot_s16(x + m * p->in_c, w + o * p->in_c, p->in_c, bias[o]);
            y[m * p->out_c + o] = (int16_t)edgec_requantize(acc, multiplier[o], shift[o], 0, p->lo, p->hi);
        }
    }
}

#endif
