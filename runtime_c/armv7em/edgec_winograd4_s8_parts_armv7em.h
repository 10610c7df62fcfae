/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The convolutions of edgec_winograd4_s8_armv7em.h in parts, for runs in slices: of one image.
 * Items as in edgec_winograd_s8_parts_armv7em.h. */
#ifndef EDGEC_WINOGRAD4_S8_PARTS_ARMV7EM_H
#define EDGEC_WINOGRAD4_S8_PARTS_ARMV7EM_H

#include "edgec_winograd4_s8_armv7em.h"

#include "edgec_winograd_s8_parts_armv7em.h"

/* Items of two tiles, the first of which is tile number `tile`, from the first one on, at most count; how many. */
static inline int32_t edgec_wino4_two(const edgec_winograd_s8_armv7em_params *p, int32_t tile, int32_t first,
                                      int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                      uint32_t *scratch)
{
    const int32_t columns = (p->out_w + 3) / 4;
    const int32_t tiles = (p->out_h + 3) / 4 * columns;
    const int32_t items = 2 + p->out_c / 2;
    const int32_t end = (first + count < items) ? first + count : items;
    edgec_wino4_output_job jobs[2];
    int32_t i;
    for (i = 0; i < 2; i++) {
        const int32_t it = (tile + i < tiles) ? tile + i : tile; /* of an odd number the last once more */
        const int32_t row = it / columns;
        const int32_t column = it - row * columns;
        edgec_wino4_at(p, y + ((first > 2) ? 2 * (first - 2) : 0), 4 * row, 4 * column, &jobs[i]);
        if (first <= i && i < end && tile + i < tiles) {
            edgec_wino4_input(p, x, 4 * row, 4 * column, scratch, i);
        }
    }
    if (end > 2) {
        const int32_t pair = (first > 2) ? first - 2 : 0;
        const uint32_t *weights = stream + pair * (EDGEC_WINO4_POINTS * p->in_c + 2 * EDGEC_WINO4_ENDS);
        edgec_wino4_channels(p, scratch, weights, jobs, 2 * (end - 2 - pair));
    }
    return end - first;
}

/* count items from the first one on. */
EDGEC_SHARED_CODE void edgec_winograd4_s8_armv7em_part(const edgec_winograd_s8_armv7em_params *p, int32_t first,
                                                       int32_t count, const int8_t *x, const uint32_t *stream,
                                                       int8_t *y, uint32_t *scratch)
{
    const int32_t tiles = (p->out_h + 3) / 4 * ((p->out_w + 3) / 4);
    const int32_t items = 2 + p->out_c / 2;
    const int32_t end = (tiles + 1) / 2 * items; /* of what is not limits */
    while (count > 0 && first < end) {
        const int32_t two = first / items;
        const int32_t some = edgec_wino4_two(p, 2 * two, first - two * items, count, x, stream, y, scratch);
        first += some;
        count -= some;
    }
    edgec_wino_limit(p, first - end, count, y);
}

#endif
