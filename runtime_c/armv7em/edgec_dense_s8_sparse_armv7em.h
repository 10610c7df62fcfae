/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8: y[M, N] = x[M, K] . w[N, K]^T + bias[N], of whose weights only the blocks that are not
 * zero are stored (edgec_sparse_row_armv7em.h).  Scratch: a row of x as columns of `units` blocks. */
#ifndef EDGEC_DENSE_S8_SPARSE_ARMV7EM_H
#define EDGEC_DENSE_S8_SPARSE_ARMV7EM_H

#include "edgec_sparse_row_armv7em.h"

typedef struct {
    int32_t rows, in_c, out_c;
    int32_t out_zero, lo, hi;
    int32_t units; /* ceil(in_c / 4), a multiple of 4 */
} edgec_dense_s8_sparse_armv7em_params;

EDGEC_SHARED_CODE void edgec_dense_s8_sparse_armv7em(const edgec_dense_s8_sparse_armv7em_params *p, const int8_t *x,
                                                     const uint32_t *words, int8_t *y, uint32_t *scratch)
{
    edgec_sparse_row_job job;
    int32_t m;
    int32_t i;
    job.y = y;
    job.zz = 2 * p->out_zero + 1;
    job.row = scratch;
    for (m = 0; m < p->rows; m++) {
        for (i = 0; i < p->units; i++) {
            const int32_t left = p->in_c - EDGEC_SPARSE_UNIT * i;
            const uint32_t bytes = (left >= EDGEC_SPARSE_UNIT) ? edgec_load4(x + EDGEC_SPARSE_UNIT * i)
                                                               : edgec_load_rest(x + EDGEC_SPARSE_UNIT * i, left);
            scratch[2 * i + 1] = edgec_sparse_first(bytes);
            scratch[2 * i] = edgec_sparse_second(scratch[2 * i + 1]);
        }
        job.outputs = p->out_c;
        job.words = words;
        edgec_sparse_row_armv7em(&job);
        x += p->in_c;
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_clamp_bytes(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

#endif
