/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, weights of 8 bits: edgec_conv2d_tiles_armv7em.h with the stream of
 * edgec_gemm_s8_armv7em.h. */
#ifndef EDGEC_CONV2D_S8_ARMV7EM_H
#define EDGEC_CONV2D_S8_ARMV7EM_H

#include "edgec_gemm_one_armv7em.h"
#include "edgec_gemm_s8_armv7em.h"

#include "edgec_conv2d_tiles_armv7em.h"

#if !EDGEC_GEMM_TILE_S8
#error "the headers of blocks come before those of kernels"
#endif

/* Pairs first .. first + count - 1 of the channels of a position, whose columns scratch holds; y is the position. */
EDGEC_INLINE void edgec_conv2d_1x1_one_pairs(const edgec_gemm_layer *layer, int32_t first, int32_t count, int8_t *y)
{
    edgec_gemm_job job;
    edgec_gemm_begin(layer, &job);
    edgec_gemm_at(layer, y + 2 * first, 1, &job);
    job.columns += EDGEC_GEMM_ONE_COLUMN;
    job.stream += first * edgec_gemm_pair_words(layer, EDGEC_GEMM_S8);
    job.pairs = count;
    edgec_gemm_one_s8_armv7em(&job);
}

/* The position `at` of a 1x1 layer, which no tile holds. */
static inline void edgec_conv2d_1x1_one(const edgec_conv2d_s8_armv7em_params *p, int32_t at, const int8_t *x,
                                        const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    x += at * p->geo.in_c;
    y += at * p->out_step;
    edgec_gemm_widen(x, x, x, p->geo.in_c, scratch);
    edgec_conv2d_1x1_one_pairs(&layer, 0, layer.out_c / 2, y);
    edgec_gemm_limit(&layer, y, 1);
}

EDGEC_INLINE void edgec_conv2d_s8_1x1_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                              const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const int32_t alone = edgec_conv2d_1x1_alone(p, EDGEC_GEMM_S8);
    edgec_conv2d_1x1_run(p, EDGEC_GEMM_S8, x, stream, y, scratch);
    if (alone > 0) {
        edgec_conv2d_1x1_one(p, alone, x, stream, y, scratch);
    }
}

static inline void edgec_conv2d_s8_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                           const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_tiles_run(p, EDGEC_GEMM_S8, x, stream, y, scratch);
}

static inline void edgec_conv2d_s8_patch_armv7em(const edgec_conv2d_s8_armv7em_params *p, const int8_t *x,
                                                 const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_patch(p, EDGEC_GEMM_S8, x, stream, y, scratch);
}

#endif
