/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fully connected layers of edgec_dense_widened_armv7em.h in parts, for runs in slices.
 * Items of a row of x: the row widened, then each pair of outputs.  The row stays in scratch. */
#ifndef EDGEC_DENSE_PARTS_ARMV7EM_H
#define EDGEC_DENSE_PARTS_ARMV7EM_H

#include "edgec_dense_widened_armv7em.h"

/* Pairs first .. first + count - 1 of the outputs of a row, the first of which is at y. */
static inline void edgec_dense_some(const edgec_dense_s8_armv7em_params *p, int32_t bits, int32_t first, int32_t count,
                                    const uint32_t *stream, int8_t *y, const uint32_t *scratch)
{
    const int32_t whole = p->out_c / 2;
    edgec_dense_job job = {0};
    job.row = scratch;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    job.stream = stream + first * (p->units * (bits / 2) + 4);
    job.y = y + 2 * first;
    job.pairs = (first + count > whole) ? whole - first : count;
    if (job.pairs > 0) {
        edgec_dense_pairs(&job, bits);
    }
    if (first + count > whole) { /* the last output once more with the one before it */
        job.y--;
        job.pairs = 1;
        edgec_dense_pairs(&job, bits);
    }
    if (first + count == (p->out_c + 1) / 2 && (p->lo > INT8_MIN || p->hi < INT8_MAX)) {
        edgec_clamp_bytes(y, p->out_c, p->lo, p->hi);
    }
}

/* count items from the first one on. */
EDGEC_SHARED_CODE void edgec_dense_part(const edgec_dense_s8_armv7em_params *p, int32_t bits, int32_t first,
                                        int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                        uint32_t *scratch)
{
    const int32_t items = 1 + (p->out_c + 1) / 2;
    int32_t row = first / items;
    int32_t item = first - row * items;
    while (count > 0) {
        if (item == 0) {
            edgec_dense_widen(x + row * p->in_c, p->in_c, scratch);
            item = 1;
            count--;
        } else {
            const int32_t some = (items - item < count) ? items - item : count;
            edgec_dense_some(p, bits, item - 1, some, stream, y + row * p->out_c, scratch);
            item += some;
            count -= some;
            if (item == items) {
                item = 0;
                row++;
            }
        }
    }
}

#endif
