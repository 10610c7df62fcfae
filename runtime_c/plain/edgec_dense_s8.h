/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8: y[M, N] = x[M, K] . w[N, K]^T + bias[N]; the input's zero point is folded into the bias.
 */
#ifndef EDGEC_DENSE_S8_H
#define EDGEC_DENSE_S8_H

#include "edgec_dot_s8.h"
#include "edgec_fixed.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
} edgec_dense_s8_params;

static inline void edgec_dense_s8_plain(const edgec_dense_s8_params *p, const int8_t *x,
                                        const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                        const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                        const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                        const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    int32_t m;
    int32_t o;
    for (m = 0; m < p->rows; m++) {
        for (o = 0; o < p->out_c; o++) {
            const int32_t acc = edgec_dot_s8(x + m * p->in_c, w + o * p->in_c, (edgec_count)p->in_c, bias[o]);
            y[m * p->out_c + o] = (int8_t)edgec_requantize(acc, multiplier[o], shift[o], p->out_zero, p->lo, p->hi);
        }
    }
}

#endif
