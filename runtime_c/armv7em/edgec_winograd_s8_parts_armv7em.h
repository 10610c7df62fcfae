/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The convolutions of edgec_winograd_s8_armv7em.h in parts, for runs in slices: of one image.
 * Items of two tiles: the points of each, then each pair of channels; at the end, where there are limits, runs of the
 * output's bytes.  The points stay in scratch. */
#ifndef EDGEC_WINOGRAD_S8_PARTS_ARMV7EM_H
#define EDGEC_WINOGRAD_S8_PARTS_ARMV7EM_H

#include "edgec_winograd_s8_armv7em.h"

#define EDGEC_WINO_LIMITED 1024 /* bytes limited by an item */

/* Bytes limited by count items from the first one on. */
static inline void edgec_wino_limit(const edgec_winograd_s8_armv7em_params *p, int32_t first, int32_t count, int8_t *y)
{
    const int32_t size = p->out_h * p->out_w * p->out_step;
    for (; count > 0; count--, first++) {
        const int32_t at = first * EDGEC_WINO_LIMITED;
        edgec_clamp_bytes(y + at, (size - at < EDGEC_WINO_LIMITED) ? size - at : EDGEC_WINO_LIMITED, p->lo, p->hi);
    }
}

/* Items of two tiles, the first of which is tile number `tile`, from the first one on, at most count; how many. */
static inline int32_t edgec_wino_two(const edgec_winograd_s8_armv7em_params *p, int32_t tile, int32_t first,
                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                     uint32_t *scratch)
{
    const int32_t columns = (p->out_w + 1) / 2;
    const int32_t tiles = (p->out_h + 1) / 2 * columns;
    const int32_t items = 2 + p->out_c / 2;
    const int32_t end = (first + count < items) ? first + count : items;
    edgec_wino_tile at[2];
    int32_t i;
    for (i = 0; i < 2; i++) {
        const int32_t it = (tile + i < tiles) ? tile + i : tile; /* of an odd number the last once more */
        const int32_t row = it / columns;
        const int32_t column = it - row * columns;
        at[i] = edgec_wino_at(p, y + ((first > 2) ? 2 * (first - 2) : 0), 2 * row, 2 * column);
        if (first <= i && i < end && tile + i < tiles) {
            (void)edgec_wino_input(p, x, y, 2 * row, 2 * column, scratch, i);
        }
    }
    if (end > 2) {
        const int32_t pair = (first > 2) ? first - 2 : 0;
        edgec_wino_channels(p, scratch, stream + pair * (EDGEC_WINO_POINTS * p->in_c + 4), at, 2 * (end - 2 - pair));
    }
    return end - first;
}

/* count items from the first one on. */
EDGEC_SHARED_CODE void edgec_winograd_s8_armv7em_part(const edgec_winograd_s8_armv7em_params *p, int32_t first,
                                                      int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                      uint32_t *scratch)
{
    const int32_t tiles = (p->out_h + 1) / 2 * ((p->out_w + 1) / 2);
    const int32_t items = 2 + p->out_c / 2;
    const int32_t end = (tiles + 1) / 2 * items; /* of what is not limits */
    while (count > 0 && first < end) {
        const int32_t two = first / items;
        const int32_t some = edgec_wino_two(p, 2 * two, first - two * items, count, x, stream, y, scratch);
        first += some;
        count -= some;
    }
    edgec_wino_limit(p, first - end, count, y);
}

#endif
