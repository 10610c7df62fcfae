/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fully connected layer, int8, four outputs at a time, in parts, for runs in slices.
 * Items of a row of x: the row widened, then each four of outputs.  The row stays in scratch. */
#ifndef EDGEC_DENSE_S8_FOURS_PARTS_ARMV7EM_H
#define EDGEC_DENSE_S8_FOURS_PARTS_ARMV7EM_H

#include "edgec_dense_s8_fours_armv7em.h"

/* count items from the first one on. */
static inline void edgec_dense_s8_fours_armv7em_part(const edgec_dense_s8_armv7em_params *p, int32_t first,
                                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                     uint32_t *scratch)
{
    const int32_t items = 1 + (p->out_c + 3) / 4;
    int32_t row = (p->rows > 1) ? (int32_t)((uint32_t)first / (uint32_t)items) : 0;
    int32_t item = first - row * items;
    while (count > 0) {
        if (item == 0) {
            edgec_dense_widen(x + row * p->in_c, p->in_c, scratch);
            item = 1;
            count--;
        }
        if (count > 0) {
            const int32_t some = (p->rows > 1 && items - item < count) ? items - item : count;
            edgec_dense_of_fours(p, item - 1, some, stream, y + row * p->out_c, scratch);
            count -= some;
        }
        item = 0;
        row++;
    }
}

#endif
