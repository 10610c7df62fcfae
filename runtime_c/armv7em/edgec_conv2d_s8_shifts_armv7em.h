/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, weights of 8 bits, a shift for each channel: edgec_conv2d_tiles_armv7em.h with the stream of
 * edgec_gemm_s8_shifts_armv7em.h. */
#ifndef EDGEC_CONV2D_S8_SHIFTS_ARMV7EM_H
#define EDGEC_CONV2D_S8_SHIFTS_ARMV7EM_H

#include "edgec_gemm_s8_shifts_armv7em.h"

#include "edgec_conv2d_tiles_armv7em.h"

#if !EDGEC_GEMM_TILE_S8_SHIFTS
#error "the headers of blocks come before those of kernels"
#endif

static inline void edgec_conv2d_s8_1x1_shifts_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                      const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_1x1_run(p, EDGEC_GEMM_S8_SHIFTS, x, stream, y, scratch);
}

static inline void edgec_conv2d_s8_shifts_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                  const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_tiles_run(p, EDGEC_GEMM_S8_SHIFTS, x, stream, y, scratch);
}

static inline void edgec_conv2d_s8_patch_shifts_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                        const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_patch(p, EDGEC_GEMM_S8_SHIFTS, x, stream, y, scratch);
}

#endif
