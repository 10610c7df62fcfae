/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Means of a window of int8 columns whose sums are carried from step to step.  Cells are [channels] each, one behind
 * the other. */
#ifndef EDGEC_MOVING_MEAN_S8_H
#define EDGEC_MOVING_MEAN_S8_H

#include "edgec_fixed.h"

/* Cells that are new, that leave before the next step, and at both ends of the window.  offset is -in_zero * (cells of
 * the window); the multiplier holds the division. */
typedef struct {
    int32_t channels, fresh, old;
    int32_t before, behind;
    int32_t offset, multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_moving_mean_s8_params;

/* acc and a channel of so many cells. */
EDGEC_LAYER_PART int32_t edgec_cells_sum_s8(const int8_t *x, int32_t cells, int32_t channels, int32_t acc)
{
    const int32_t n = edgec_opaque(cells); /* a loop in all cases: written out, four of them are long */
    int32_t at = 0;
    int32_t i;
    for (i = 0; i < n; i++) {
        acc += x[at];
        at += channels;
    }
    return acc;
}

/* sums[channels] hold what remained of the window; kept[channels] takes what remains for the next step, and may be the
 * same buffer. */
EDGEC_INLINE void edgec_moving_mean_s8_plain(const edgec_moving_mean_s8_params *p, const int8_t *fresh,
                                             const int8_t *old, const int32_t *sums, const int8_t *before,
                                             const int8_t *behind, int8_t *y, int32_t *kept)
{
    const int32_t n = p->channels;
    int32_t c;
    for (c = 0; c < n; c++) {
        const int32_t now = edgec_cells_sum_s8(fresh + c, p->fresh, n, sums[c]);
        const int32_t ends = edgec_cells_sum_s8(before + c, p->before, n, p->offset);
        const int32_t acc = edgec_cells_sum_s8(behind + c, p->behind, n, now + ends);
        const int32_t even = edgec_to_even(acc, p->multiplier, p->shift);
        kept[c] = now - edgec_cells_sum_s8(old + c, p->old, n, 0);
        y[c] = (int8_t)edgec_requantize(even, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
    }
}

#endif
