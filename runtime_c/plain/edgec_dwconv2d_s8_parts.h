/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The depthwise convolution of edgec_dwconv2d_s8.h in parts, for runs in slices: of one image.  Items of a position:
 * its blocks of channels, then the single channels that are left. */
#ifndef EDGEC_DWCONV2D_S8_PARTS_H
#define EDGEC_DWCONV2D_S8_PARTS_H

#include "edgec_dwconv2d_s8.h"

EDGEC_LAYER_PART void edgec_dwconv2d_s8_plain_part(const edgec_dwconv2d_s8_params *p, int32_t first, int32_t count,
                                                   const int8_t *x, const EDGEC_FLASH int8_t *EDGEC_RESTRICT w,
                                                   const EDGEC_FLASH int32_t *EDGEC_RESTRICT bias,
                                                   const EDGEC_FLASH int32_t *EDGEC_RESTRICT multiplier,
                                                   const EDGEC_FLASH uint8_t *EDGEC_RESTRICT shift, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t blocks = g->out_c / EDGEC_DWCONV2D_S8_BLOCK;
    const int32_t items = blocks + g->out_c % EDGEC_DWCONV2D_S8_BLOCK;
    int32_t position = first / items;
    int32_t item = first - position * items;
    while (count > 0) {
        const int32_t row = position / g->out_w;
        const edgec_window at = edgec_window_at(g, row, position - row * g->out_w);
        int8_t *to = y + position * g->out_c;
        while (item < blocks && count > 0) {
            edgec_dwconv2d_s8_block(p, &at, x, w, bias, multiplier, shift, item * EDGEC_DWCONV2D_S8_BLOCK,
                                    EDGEC_DWCONV2D_S8_BLOCK, to);
            item++;
            count--;
        }
        while (item < items && count > 0) {
            const int32_t o = blocks * EDGEC_DWCONV2D_S8_BLOCK + item - blocks;
            edgec_dwconv2d_s8_block(p, &at, x, w, bias, multiplier, shift, o, 1, to);
            item++;
            count--;
        }
        item = 0;
        position++;
    }
}

#endif
