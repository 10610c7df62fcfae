/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, four outputs at a time (edgec_dense_fours_s8_armv7em.h). */
#ifndef EDGEC_DENSE_S8_FOURS_ARMV7EM_H
#define EDGEC_DENSE_S8_FOURS_ARMV7EM_H

#include "edgec_dense_fours_s8_armv7em.h"
#include "edgec_dense_row_armv7em.h"

#define EDGEC_DENSE_FOUR_WORDS 9 /* that are no weights */

/* Fours first .. first + count - 1 of the outputs of a row at y; the last four end with the last output. */
EDGEC_INLINE void edgec_dense_of_fours(const edgec_dense_s8_armv7em_params *p, int32_t first, int32_t count,
                                       const uint32_t *stream, int8_t *y, const uint32_t *scratch)
{
    const int32_t whole = p->out_c / 4;
    edgec_dense_job job = {0};
    job.row = scratch;
    job.units = p->units;
    job.zz = 2 * p->out_zero + 1;
    job.stream = stream + first * (EDGEC_DENSE_UNIT * p->units + EDGEC_DENSE_FOUR_WORDS);
    job.y = y + 4 * first;
    job.pairs = (p->out_c % 4 != 0 && first + count > whole) ? whole - first : count;
    if (p->out_c % 4 == 0 || job.pairs > 0) {
        edgec_dense_s8_of_fours(&job);
    }
    if (p->out_c % 4 != 0 && first + count > whole) {
        job.y = y + p->out_c - 4;
        job.pairs = 1;
        edgec_dense_s8_of_fours(&job);
    }
    if (first + count == (p->out_c + 3) / 4 && (p->lo > INT8_MIN || p->hi < INT8_MAX)) {
        edgec_clamp_bytes(y, p->out_c, p->lo, p->hi);
    }
}

EDGEC_SHARED_CODE void edgec_dense_some_fours(const edgec_dense_s8_armv7em_params *p, int32_t first, int32_t count,
                                              const uint32_t *stream, int8_t *y, const uint32_t *scratch)
{
    edgec_dense_of_fours(p, first, count, stream, y, scratch);
}

static inline void edgec_dense_s8_fours_armv7em(const edgec_dense_s8_armv7em_params *p, const int8_t *x,
                                                const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    int32_t m;
    for (m = 0; m < p->rows; m++) {
        edgec_dense_widen(x + m * p->in_c, p->in_c, scratch);
        edgec_dense_some_fours(p, 0, (p->out_c + 3) / 4, stream, y + m * p->out_c, scratch);
    }
}

#endif
