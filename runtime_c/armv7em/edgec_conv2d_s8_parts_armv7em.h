/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, weights of 8 bits, in parts (edgec_conv2d_parts_armv7em.h). */
#ifndef EDGEC_CONV2D_S8_PARTS_ARMV7EM_H
#define EDGEC_CONV2D_S8_PARTS_ARMV7EM_H

#include "edgec_conv2d_s8_armv7em.h"

#include "edgec_conv2d_parts_armv7em.h"

static inline void edgec_conv2d_s8_1x1_armv7em_part(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                    int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                    uint32_t *scratch)
{
    edgec_conv2d_points_part(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
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

/* The same where an item is a whole tile. */
static inline void edgec_conv2d_s8_1x1_armv7em_tiles(const edgec_conv2d_s8_armv7em_params *p, int32_t first,
                                                     int32_t count, const int8_t *x, const uint32_t *stream, int8_t *y,
                                                     uint32_t *scratch)
{
    edgec_conv2d_point_few_tiles(p, EDGEC_GEMM_S8, first, count, x, stream, y, scratch);
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
