/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The convolutions of edgec_winograd4_s8_armv7em.h in parts, for runs in slices: of one image.
 * Items as in edgec_winograd_s8_parts_armv7em.h. */
#ifndef EDGEC_WINOGRAD4_S8_PARTS_ARMV7EM_H
#define EDGEC_WINOGRAD4_S8_PARTS_ARMV7EM_H

#include "edgec_winograd4_s8_armv7em.h"

#include "edgec_winograd_s8_parts_armv7em.h"

/* Where the outputs of a tile go, which is whole where the layer's sides are. */
static inline void edgec_wino4_place(const edgec_winograd_s8_armv7em_params *p, int8_t *y, uint32_t tile,
                                     edgec_wino4_output_job *job)
{
    const uint32_t columns = (uint32_t)(p->out_w + 3) / 4u;
    const int32_t row = 4 * (int32_t)(tile / columns);
    const int32_t column = 4 * (int32_t)(tile % columns);
    if (p->out_w % 4 == 0 && p->out_h % 4 == 0) {
        edgec_wino4_at(p, y + (row * p->out_w + column) * p->out_step, 0, 0, job);
    } else {
        edgec_wino4_at(p, y, row, column, job);
    }
}

/* The points of a tile, the first or second of two. */
static inline void edgec_wino4_points(const edgec_winograd_s8_armv7em_params *p, const int8_t *x, uint32_t tile,
                                      uint32_t second, uint32_t *scratch)
{
    const uint32_t columns = (uint32_t)(p->out_w + 3) / 4u;
    const uint32_t row = tile / columns;
    edgec_wino4_input(p, x, (int32_t)(4u * row), (int32_t)(4u * (tile - row * columns)), scratch, (int32_t)second);
}

/* Items item .. end - 1 of two tiles, the first of which is tile number `tile`. */
static inline void edgec_wino4_two(const edgec_winograd_s8_armv7em_params *p, uint32_t tile, uint32_t item,
                                   uint32_t end, const int8_t *x, const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const uint32_t tiles = (uint32_t)((p->out_h + 3) / 4 * ((p->out_w + 3) / 4));
    const uint32_t other = (tiles % 2u == 0u || tile + 1u < tiles) ? tile + 1u : tile; /* of an odd number the last */
    for (; item < 2u && item < end; item++) {
        if (item == 0u || other != tile) {
            edgec_wino4_points(p, x, tile + item, item, scratch);
        }
    }
    if (end > 2u) {
        const uint32_t words = (uint32_t)(EDGEC_WINO4_POINTS * p->in_c + 2 * EDGEC_WINO4_ENDS);
        edgec_wino4_output_job jobs[2];
        item -= 2u;
        edgec_wino4_place(p, y + 2u * item, tile, &jobs[0]);
        edgec_wino4_place(p, y + 2u * item, other, &jobs[1]);
        edgec_wino4_channels(p, scratch, stream + item * words, jobs, (int32_t)(2u * (end - 2u - item)));
    }
}

/* count items from the first one on. */
EDGEC_SHARED_CODE void edgec_winograd4_s8_armv7em_part(const edgec_winograd_s8_armv7em_params *p, int32_t first,
                                                       int32_t count, const int8_t *x, const uint32_t *stream,
                                                       int8_t *y, uint32_t *scratch)
{
    const uint32_t tiles = (uint32_t)((p->out_h + 3) / 4 * ((p->out_w + 3) / 4));
    const uint32_t items = 2u + (uint32_t)p->out_c / 2u;
    uint32_t two = (uint32_t)first / items;
    uint32_t item = (uint32_t)first - two * items;
    for (; count > 0 && 2u * two < tiles; two++) {
        const uint32_t end = (item + (uint32_t)count < items) ? item + (uint32_t)count : items;
        edgec_wino4_two(p, 2u * two, item, end, x, stream, y, scratch);
        count -= (int32_t)(end - item);
        item = 0u;
    }
    edgec_wino_limit(p, (int32_t)((two - (tiles + 1u) / 2u) * items + item), count, y);
}

#endif
