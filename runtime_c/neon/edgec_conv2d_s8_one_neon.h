/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution to one output channel, int8: eight positions share the loads of the filter, 16 taps a vector; two
 * products are summed in 16 bits (weights are in -127..127). */
#ifndef EDGEC_CONV2D_S8_ONE_NEON_H
#define EDGEC_CONV2D_S8_ONE_NEON_H

#include "edgec_conv2d_neon.h"

#define EDGEC_CONV2D_ONE_NEON_POSITIONS 8 /* of a tile; a row has as many at least */

/* For each position of a tile. */
#define EDGEC_GEMM_ONE_ALL_NEON(of) of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7)
#define EDGEC_GEMM_ONE_FROM_NEON(i) const int8_t *x##i = g->segments[s] + from + i * step;
#define EDGEC_GEMM_ONE_ZERO_NEON(i) int32x4_t sum##i = vdupq_n_s32(0);
/* 16 taps, or 8: two products in 16 bits, then four sums. */
#define EDGEC_GEMM_ONE_16_NEON(i)                                                                                      \
    {                                                                                                                  \
        const int8x16_t v = vld1q_s8(x##i);                                                                            \
        sum##i = vpadalq_s16(sum##i, vmlal_high_s8(vmull_s8(vget_low_s8(v), vget_low_s8(taps)), v, taps));             \
        x##i += 16;                                                                                                    \
    }
#define EDGEC_GEMM_ONE_8_NEON(i) sum##i = vpadalq_s16(sum##i, vmull_s8(vld1_s8(x##i), taps));

typedef struct {
    int32x4_t low, high;
} edgec_gemm_one_sums_neon;

/* Sums of eight positions, one in a lane. */
EDGEC_INLINE edgec_gemm_one_sums_neon edgec_gemm_one_tile_neon(const edgec_gemm_neon *g, intptr_t from)
{
    const intptr_t step = g->step;
    const int8_t *w = g->stream;
    edgec_gemm_one_sums_neon tile;
    EDGEC_GEMM_ONE_ALL_NEON(EDGEC_GEMM_ONE_ZERO_NEON)
    int32_t s;
    for (s = 0; s < g->count; s++) {
        const int8_t *const end = w + (g->bytes & ~15);
        EDGEC_GEMM_ONE_ALL_NEON(EDGEC_GEMM_ONE_FROM_NEON)
        while (w != end) {
            const int8x16_t taps = vld1q_s8(w);
            EDGEC_GEMM_ONE_ALL_NEON(EDGEC_GEMM_ONE_16_NEON)
            w += 16;
        }
        if ((g->bytes & 8) != 0) {
            const int8x8_t taps = vld1_s8(w);
            EDGEC_GEMM_ONE_ALL_NEON(EDGEC_GEMM_ONE_8_NEON)
            w += 8;
        }
    }
    tile.low = vpaddq_s32(vpaddq_s32(sum0, sum1), vpaddq_s32(sum2, sum3));
    tile.high = vpaddq_s32(vpaddq_s32(sum4, sum5), vpaddq_s32(sum6, sum7));
    return tile;
}

EDGEC_INLINE void edgec_gemm_one_store_neon(int8_t *y, intptr_t step, int8x8_t v)
{
    if (step == 1) {
        vst1_s8(y, v);
        return;
    }
    vst1_lane_s8(y, v, 0);
    vst1_lane_s8(y + step, v, 1);
    vst1_lane_s8(y + 2 * step, v, 2);
    vst1_lane_s8(y + 3 * step, v, 3);
    y += 4 * step;
    vst1_lane_s8(y, v, 4);
    vst1_lane_s8(y + step, v, 5);
    vst1_lane_s8(y + 2 * step, v, 6);
    vst1_lane_s8(y + 3 * step, v, 7);
}

/* All positions of a job, eight or more: the last ones overlap those before.  The stream ends with the channel's bias,
 * multiplier and shift. */
EDGEC_SHARED_CODE void edgec_gemm_one_neon(const edgec_gemm_neon *job)
{
    const edgec_gemm_neon g = *job;
    const edgec_ending_neon *const e = &g.ending;
    const int32_t *const ends = (const int32_t *)(const void *)(g.stream + g.count * g.bytes);
    const int32x4_t bias = vdupq_n_s32(ends[0]);
    const int32x4_t m = vdupq_n_s32(ends[1]);
    const int32x4_t minus_n = vdupq_n_s32(ends[2]);
    const int32_t last = g.positions - EDGEC_CONV2D_ONE_NEON_POSITIONS;
    int32_t p = 0;
    for (;;) {
        const edgec_gemm_one_sums_neon tile = edgec_gemm_one_tile_neon(&g, (intptr_t)p * g.step);
        const int32x4_t low = edgec_scaled_neon(vaddq_s32(tile.low, bias), m, minus_n, e, 1);
        const int32x4_t high = edgec_scaled_neon(vaddq_s32(tile.high, bias), m, minus_n, e, 1);
        const int16x8_t both = vqmovn_high_s32(vqmovn_s32(low), high);
        const int8x8_t v = vqmovn_s16(vqaddq_s16(both, vdupq_n_s16((int16_t)e->out_zero)));
        const int8x8_t limited = vmin_s8(vmax_s8(v, vdup_n_s8((int8_t)e->lo)), vdup_n_s8((int8_t)e->hi));
        edgec_gemm_one_store_neon(g.y + (intptr_t)p * g.out_step, g.out_step, limited);
        if (p == last) {
            break;
        }
        p = (p + EDGEC_CONV2D_ONE_NEON_POSITIONS < last) ? p + EDGEC_CONV2D_ONE_NEON_POSITIONS : last;
    }
}

static inline void edgec_conv2d_s8_one_neon(const edgec_conv2d_neon_params *p, const int8_t *x, const int8_t *stream,
                                            int8_t *y, int8_t *scratch)
{
    edgec_conv2d_run_neon(p, x, stream, y, scratch, 0, edgec_gemm_one_neon);
}

static inline void edgec_conv2d_s8_1x1_one_neon(const edgec_conv2d_1x1_neon_params *p, const int8_t *x,
                                                const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_conv2d_1x1_run_neon(p, x, stream, y, scratch, edgec_gemm_one_neon);
}

#endif
