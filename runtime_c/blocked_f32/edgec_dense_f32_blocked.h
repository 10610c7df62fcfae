/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, float32: tiles of four rows, a last row or an only one by eight output channels at a time. */
#ifndef EDGEC_DENSE_F32_BLOCKED_H
#define EDGEC_DENSE_F32_BLOCKED_H

#include "edgec_gemm_f32_blocked.h"

/* bounds is one of EDGEC_BOUND_*. */
typedef struct {
    int32_t rows, in_c, out_c;
    int32_t bounds;
    float lo, hi;
} edgec_dense_f32_blocked_params;

/* y[M, N] = clamp(x[M, K] . w^T + bias[N]), w packed as for tiles. */
static inline void edgec_dense_f32_blocked(const edgec_dense_f32_blocked_params *p, const float *EDGEC_RESTRICT x,
                                           const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                           float *EDGEC_RESTRICT y)
{
    edgec_tile_f32 t;
    int32_t m;
    int32_t i;
    t.w = w;
    t.bias = bias;
    t.run = p->in_c;
    t.out_c = p->out_c;
    t.bounds = p->bounds;
    t.lo = p->lo;
    t.hi = p->hi;
    if (p->rows == 1) {
        t.x[0] = x;
        t.y = y;
        edgec_line_f32_run(&t);
        return;
    }
    t.rows = 1;
    t.x_row = 0;
    t.step = p->out_c;
    for (m = 0; m < p->rows; m += EDGEC_TILE) {
        t.count = (p->rows - m < EDGEC_TILE) ? p->rows - m : EDGEC_TILE;
        for (i = 0; i < EDGEC_TILE; i++) {
            t.x[i] = x + (m + ((i < t.count) ? i : 0)) * p->in_c;
        }
        t.y = y + m * p->out_c;
        edgec_tile_f32_run(&t);
    }
}

#endif
