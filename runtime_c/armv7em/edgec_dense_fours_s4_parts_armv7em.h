/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fully connected layers of edgec_dense_fours_s4_armv7em.h in parts, for runs in slices.
 * Items of a row of x: the row widened, then each four of outputs.  The row stays in scratch. */
#ifndef EDGEC_DENSE_FOURS_S4_PARTS_ARMV7EM_H
#define EDGEC_DENSE_FOURS_S4_PARTS_ARMV7EM_H

#include "edgec_dense_fours_s4_armv7em.h"

/* count items from the first one on. */
static inline void edgec_dense_fours_s4_armv7em_part(const edgec_dense_s8_armv7em_params *p, int32_t first,
                                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                     uint32_t *scratch)
{
    const int32_t fours = (p->out_c + EDGEC_DENSE_FOUR - 1) / EDGEC_DENSE_FOUR;
    int32_t row = first / (1 + fours);
    int32_t item = first - row * (1 + fours);
    while (count > 0) {
        int8_t *out = y + row * p->out_c;
        int32_t some = 1;
        if (item == 0) {
            edgec_dense_fours_row(p, x + row * p->in_c, scratch);
        } else {
            some = (1 + fours - item < count) ? 1 + fours - item : count;
            edgec_dense_fours_some(p, stream, item - 1, some, out, scratch);
        }
        item += some;
        count -= some;
        if (item == 1 + fours) {
            if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
                edgec_clamp_bytes(out, p->out_c, p->lo, p->hi);
            }
            item = 0;
            row++;
        }
    }
}

#endif
