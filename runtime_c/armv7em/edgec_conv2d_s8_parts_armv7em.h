/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, weights of 8 bits, in parts (edgec_conv2d_parts_armv7em.h). */
#ifndef EDGEC_CONV2D_S8_PARTS_ARMV7EM_H
#define EDGEC_CONV2D_S8_PARTS_ARMV7EM_H

#include "edgec_conv2d_s8_armv7em.h"

#include "edgec_conv2d_parts_armv7em.h"

/* Items of the position `at`, which no tile holds: its columns, then each pair of channels. */
EDGEC_SHARED_CODE void edgec_conv2d_1x1_one_part(const edgec_conv2d_s8_armv7em_params *p, int32_t at, int32_t item,
                                                 int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                 uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    x += at * p->geo.in_c;
    y += at * p->out_step;
    if (item == 0) {
        edgec_gemm_widen(x, x, x, p->geo.in_c, scratch);
        item = 1;
        count--;
    }
    if (count > 0) {
        edgec_conv2d_1x1_one_pairs(&layer, item - 1, count, y);
    }
    if (item - 1 + count == layer.out_c / 2) {
        edgec_gemm_limit(&layer, y, 1);
    }
}

EDGEC_INLINE void edgec_conv2d_s8_1x1_armv7em_part(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                   int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                   uint32_t *scratch)
{
    const int32_t alone = edgec_conv2d_1x1_alone(p, EDGEC_GEMM_S8);
    const int32_t end = alone / EDGEC_GEMM_POSITIONS * (1 + p->geo.out_c / 2);
    if (alone > 0 && first + count > end) {
        const int32_t item = (first > end) ? first - end : 0;
        const int32_t before = (first < end) ? end - first : 0;
        if (before > 0) {
            edgec_conv2d_points_part(p, EDGEC_GEMM_S8, first, before, x, stream, y, scratch);
        }
        edgec_conv2d_1x1_one_part(p, alone, item, count - before, x, stream, y, scratch);
    } else {
        edgec_conv2d_points_part(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
    }
}

static inline void edgec_conv2d_s8_armv7em_part(const edgec_conv2d_s8_armv7em_params *p, int32_t first, int32_t count,
                                                const int8_t *x, const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_cells_part(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
}

static inline void edgec_conv2d_s8_patch_armv7em_part(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                      int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                      uint32_t *scratch)
{
    edgec_conv2d_patch_part(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
}

/* The same where an item is a whole tile, or a position that none holds. */
EDGEC_INLINE void edgec_conv2d_s8_1x1_armv7em_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                    int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                    uint32_t *scratch)
{
    const int32_t alone = edgec_conv2d_1x1_alone(p, EDGEC_GEMM_S8);
    if (alone > 0 && (first + count) * EDGEC_GEMM_POSITIONS > alone) {
        if (count > 1) {
            edgec_conv2d_point_few_tiles(p, EDGEC_GEMM_S8, first, count - 1, x, stream, y, scratch);
        }
        edgec_conv2d_1x1_one(p, alone, x, stream, y, scratch);
    } else {
        edgec_conv2d_point_few_tiles(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
    }
}

static inline void edgec_conv2d_s8_armv7em_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t first, int32_t count,
                                                 const int8_t *x, const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_cell_few_tiles(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
}

static inline void edgec_conv2d_s8_patch_armv7em_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                       int32_t count, const int8_t *x, const uint32_t *stream,
                                                       int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_patch_tiles(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
}

#endif
