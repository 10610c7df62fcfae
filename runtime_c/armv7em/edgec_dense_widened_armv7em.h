/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, whose rows of x are widened to int16 in scratch (edgec_dense_armv7em.h). */
#ifndef EDGEC_DENSE_WIDENED_ARMV7EM_H
#define EDGEC_DENSE_WIDENED_ARMV7EM_H

#include "edgec_dense_row_armv7em.h"

/* The products that a model has are those whose headers come before this one. */
#ifdef EDGEC_DENSE_PAIRS_S4_ARMV7EM_H
#define EDGEC_DENSE_S4 1
#else
#define EDGEC_DENSE_S4 0
#endif
#ifdef EDGEC_DENSE_PAIRS_S8_ARMV7EM_H
#define EDGEC_DENSE_S8 1
#else
#define EDGEC_DENSE_S8 0
#endif

static inline void edgec_dense_pairs(edgec_dense_job *job, int32_t bits)
{
#if EDGEC_DENSE_S4 && EDGEC_DENSE_S8
    if (bits == 4) {
        edgec_dense_s4_pairs(job);
    } else {
        edgec_dense_s8_pairs(job);
    }
#elif EDGEC_DENSE_S4
    if (bits == 4) {
        edgec_dense_s4_pairs(job);
    }
#elif EDGEC_DENSE_S8
    if (bits == 8) {
        edgec_dense_s8_pairs(job);
    }
#else
    (void)job;
    (void)bits;
#endif
}

EDGEC_SHARED_CODE void edgec_dense_run(const edgec_dense_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                       const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_dense_job job;
    int32_t m;
    job.row = scratch;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    for (m = 0; m < p->rows; m++) {
        edgec_dense_widen(x + m * p->in_c, p->in_c, scratch);
        job.stream = stream;
        job.y = y + m * p->out_c;
        job.pairs = p->out_c / 2;
        edgec_dense_pairs(&job, bits);
        if (p->out_c % 2 != 0) { /* the last output once more with the one before it */
            job.y--;
            job.pairs = 1;
            edgec_dense_pairs(&job, bits);
        }
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        edgec_clamp_bytes(y, p->rows * p->out_c, p->lo, p->hi);
    }
}

#endif
