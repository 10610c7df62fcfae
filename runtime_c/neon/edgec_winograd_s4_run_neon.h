/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 3x3 convolution of stride 1, int8 with int4 weights, by the Winograd kernels for int8 weights: the filters of some
 * output channels are brought to the 16 points in scratch, then these channels are computed at all positions. */
#ifndef EDGEC_WINOGRAD_S4_RUN_NEON_H
#define EDGEC_WINOGRAD_S4_RUN_NEON_H

#include "edgec_unpack_s4_neon.h"
#include "edgec_winograd_neon.h"

#define EDGEC_WINO_S4_ENDS 48 /* bytes of a block's biases, multipliers and shifts */

/* `chunk` output channels at a time, a multiple of four, and the others at last, at most three more; `room` bytes of
 * scratch for a stream. */
typedef struct {
    edgec_winograd_neon_params conv;
    int32_t chunk, room;
} edgec_winograd_s4_neon_params;

/* How far apart a block's values lie: those of 8 input channels, rows of points, input channels, pairs of points. */
typedef struct {
    int32_t unit, row, channel, pair;
} edgec_wino_places_neon;

/* Two points of 4 input x 4 output channels. */
EDGEC_INLINE void edgec_wino_pair_neon(int8x16_t a, int8x16_t b, int32_t channel, int16_t *to)
{
    const int32x4x2_t v = vtrnq_s32(vreinterpretq_s32_s8(a), vreinterpretq_s32_s8(b));
    const int8x16_t even = vreinterpretq_s8_s32(v.val[0]);
    const int8x16_t odd = vreinterpretq_s8_s32(v.val[1]);
    vst1q_s16(to, vmovl_s8(vget_low_s8(even)));
    vst1q_s16(to + channel, vmovl_s8(vget_low_s8(odd)));
    vst1q_s16(to + 2 * channel, vmovl_s8(vget_high_s8(even)));
    vst1q_s16(to + 3 * channel, vmovl_s8(vget_high_s8(odd)));
}

/* 4 input x 4 output channels at all points: 2G g 2G', which fits 8 bits. */
EDGEC_INLINE void edgec_wino_filters_neon(const int8x16_t g[9], edgec_wino_places_neon at, int16_t *to)
{
    int8x16_t t[4][3];
    int32_t i;
    int32_t j;
#pragma GCC unroll 3
    for (j = 0; j < 3; j++) {
        const int8x16_t outer = vaddq_s8(g[j], g[6 + j]);
        t[0][j] = vaddq_s8(g[j], g[j]);
        t[1][j] = vaddq_s8(outer, g[3 + j]);
        t[2][j] = vsubq_s8(outer, g[3 + j]);
        t[3][j] = vaddq_s8(g[6 + j], g[6 + j]);
    }
#pragma GCC unroll 4
    for (i = 0; i < 4; i++) {
        const int8x16_t outer = vaddq_s8(t[i][0], t[i][2]);
        int16_t *const row = to + i * at.row;
        edgec_wino_pair_neon(vaddq_s8(t[i][0], t[i][0]), vaddq_s8(outer, t[i][1]), at.channel, row);
        edgec_wino_pair_neon(vsubq_s8(outer, t[i][1]), vaddq_s8(t[i][2], t[i][2]), at.channel, row + at.pair);
    }
}

/* The filters of a block of four output channels: of 8 input channels 9 taps of 32 weights, as edgec_unpack_neon reads
 * them. */
EDGEC_INLINE const int8_t *edgec_wino_block_neon(const int8_t *from, int32_t in_c, edgec_wino_places_neon at,
                                                 int16_t *to)
{
    int32_t c;
    int32_t j;
    for (c = 0; c < in_c; c += EDGEC_WINO_NEON_UNIT) {
        int8x16_t g[9];
#pragma GCC unroll 9
        for (j = 0; j < 9; j++) {
            g[j] = vshrq_n_s8(vshlq_n_s8(vld1q_s8(from + 16 * j), 4), 4);
        }
        edgec_wino_filters_neon(g, at, to);
#pragma GCC unroll 9
        for (j = 0; j < 9; j++) {
            g[j] = vshrq_n_s8(vld1q_s8(from + 16 * j), 4);
        }
        edgec_wino_filters_neon(g, at, to + 4 * at.channel);
        from += 9 * 16;
        to += at.unit;
    }
    return from;
}

/* Makes the stream of so many output channels, as a library has it. */
typedef const int8_t *edgec_wino_stream_function_neon(const int8_t *from, int32_t in_c, int32_t outputs, int8_t *to);

EDGEC_INLINE void edgec_winograd_s4_run_neon(const edgec_winograd_s4_neon_params *p, const int8_t *x,
                                             const int8_t *stream, int8_t *y, int8_t *scratch,
                                             edgec_wino_function_neon *whole_row, edgec_wino_function_neon *general_row,
                                             edgec_wino_stream_function_neon *make)
{
    edgec_winograd_neon_params part = p->conv;
    int32_t c = 0;
    while (c < p->conv.out_c) {
        const int32_t rest = p->conv.out_c - c;
        const int32_t next = rest < p->chunk + EDGEC_WINO_NEON_CHANNELS ? rest : p->chunk;
        stream = make(stream, p->conv.rows.geo.in_c, next, scratch);
        part.out_c = next;
        edgec_winograd_run_neon(&part, x, scratch, y + c, scratch + p->room, whole_row, general_row);
        c += next;
    }
}

#endif
