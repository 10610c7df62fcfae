/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner]: every output cell is a weighted sum of listed input cells. */
#ifndef EDGEC_RESAMPLE_F32_H
#define EDGEC_RESAMPLE_F32_H

#include "edgec_resample.h"

static inline void edgec_resample_f32_plain(const edgec_resample_params *p, const float *x, const int32_t *index,
                                            const float *weight, float *y)
{
    int32_t o, i, j, k;
    for (o = 0; o < p->outer; o++) {
        const float *from = x + o * p->n * p->inner;
        for (i = 0; i < p->out; i++) {
            for (j = 0; j < p->inner; j++) {
                float sum = 0.0f;
                for (k = 0; k < p->taps; k++) {
                    sum += weight[i * p->taps + k] * from[index[i * p->taps + k] * p->inner + j];
                }
                *y++ = sum;
            }
        }
    }
}

#endif
