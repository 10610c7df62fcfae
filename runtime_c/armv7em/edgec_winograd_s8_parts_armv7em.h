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

/* Where the outputs of a tile go. */
static inline edgec_wino_tile edgec_wino_place(const edgec_winograd_s8_armv7em_params *p, int8_t *y, uint32_t tile)
{
    const uint32_t columns = (uint32_t)(p->out_w + 1) / 2u;
    const uint32_t row = tile / columns;
    return edgec_wino_at(p, y, (int32_t)(2u * row), (int32_t)(2u * (tile - row * columns)));
}

/* Items item .. end - 1 of two tiles, the first of which is tile number `tile`. */
static inline void edgec_wino_two(const edgec_winograd_s8_armv7em_params *p, uint32_t tile, uint32_t item, uint32_t end,
                                  const int8_t *x, const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const uint32_t columns = (uint32_t)(p->out_w + 1) / 2u;
    const uint32_t tiles = (uint32_t)(p->out_h + 1) / 2u * columns;
    const uint32_t other = (tiles % 2u == 0u || tile + 1u < tiles) ? tile + 1u : tile; /* of an odd number the last */
    for (; item < 2u && item < end; item++) {
        if (item == 0u || other != tile) {
            const uint32_t row = (tile + item) / columns;
            const uint32_t column = tile + item - row * columns;
            (void)edgec_wino_input(p, x, y, (int32_t)(2u * row), (int32_t)(2u * column), scratch, (int32_t)item);
        }
    }
    if (end > 2u) {
        edgec_wino_tile at[2];
        item -= 2u;
        at[0] = edgec_wino_place(p, y + 2u * item, tile);
        at[1] = edgec_wino_place(p, y + 2u * item, other);
        edgec_wino_channels(p, scratch, stream + item * (uint32_t)(EDGEC_WINO_POINTS * p->in_c + 4), at,
                            (int32_t)(2u * (end - 2u - item)));
    }
}

/* count items from the first one on. */
EDGEC_SHARED_CODE void edgec_winograd_s8_armv7em_part(const edgec_winograd_s8_armv7em_params *p, int32_t first,
                                                      int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                      uint32_t *scratch)
{
    const uint32_t tiles = (uint32_t)((p->out_h + 1) / 2 * ((p->out_w + 1) / 2));
    const uint32_t items = 2u + (uint32_t)p->out_c / 2u;
    uint32_t two = (uint32_t)first / items;
    uint32_t item = (uint32_t)first - two * items;
    for (; count > 0 && 2u * two < tiles; two++) {
        const uint32_t end = (item + (uint32_t)count < items) ? item + (uint32_t)count : items;
        edgec_wino_two(p, 2u * two, item, end, x, stream, y, scratch);
        count -= (int32_t)(end - item);
        item = 0u;
    }
    edgec_wino_limit(p, (int32_t)((two - (tiles + 1u) / 2u) * items + item), count, y);
}

#endif
