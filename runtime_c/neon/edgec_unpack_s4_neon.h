/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* int4 weights become the stream of an int8 kernel in scratch, some channels at a time, before that kernel runs. */
#ifndef EDGEC_UNPACK_S4_NEON_H
#define EDGEC_UNPACK_S4_NEON_H

#include "edgec_neon.h"

/* `chunk` channels are unpacked at a time and the others at last, at most 15 more; `taps` weights a channel; `room`
 * bytes of scratch for a stream.  Weights are doubled `left` times, up to four. */
typedef struct {
    int32_t chunk, taps, room, left;
} edgec_chunks_neon;

/* 32 weights in 16 bytes: the first 16 in the low halves.  Of the last 32 there may be the first 16 only, in 8 bytes,
 * low halves first. */
EDGEC_INLINE const int8_t *edgec_unpack_neon(const int8_t *from, int32_t weights, int32_t left, int8_t *to)
{
    const int8x16_t up = vdupq_n_s8((int8_t)left);
    const int8x16_t down = vdupq_n_s8((int8_t)(left - 4));
    int32_t i;
    for (i = 0; i + 64 <= weights; i += 64) {
        const int8x16_t a = vld1q_s8(from);
        const int8x16_t b = vld1q_s8(from + 16);
        int8x16x4_t v;
        v.val[0] = vshlq_s8(vshlq_n_s8(a, 4), down);
        v.val[1] = vshlq_s8(vshrq_n_s8(a, 4), up);
        v.val[2] = vshlq_s8(vshlq_n_s8(b, 4), down);
        v.val[3] = vshlq_s8(vshrq_n_s8(b, 4), up);
        edgec_store_four_neon(to + i, v);
        from += 32;
    }
    if (i + 32 <= weights) {
        const int8x16_t a = vld1q_s8(from);
        vst1q_s8(to + i, vshlq_s8(vshlq_n_s8(a, 4), down));
        vst1q_s8(to + i + 16, vshlq_s8(vshrq_n_s8(a, 4), up));
        from += 16;
        i += 32;
    }
    if (i < weights) {
        const int8x8_t a = vld1_s8(from);
        vst1_s8(to + i, vshl_s8(vshl_n_s8(a, 4), vget_low_s8(down)));
        vst1_s8(to + i + 8, vshl_s8(vshr_n_s8(a, 4), vget_low_s8(up)));
        from += 8;
    }
    return from;
}

/* So many bytes, a multiple of 16; `twice`, a constant: each two words twice, as two positions with two channels lie.
 */
EDGEC_INLINE void edgec_unpack_ends_neon(const int8_t *from, int32_t bytes, int twice, int8_t *to)
{
    int32_t i;
    for (i = 0; i < bytes; i += 16) {
        const int64x2_t v = vreinterpretq_s64_s8(vld1q_s8(from + i));
        if (twice) {
            vst1q_s8(to + 2 * i, vreinterpretq_s8_s64(vzip1q_s64(v, v)));
            vst1q_s8(to + 2 * i + 16, vreinterpretq_s8_s64(vzip2q_s64(v, v)));
        } else {
            vst1q_s8(to + i, vreinterpretq_s8_s64(v));
        }
    }
}

/* The stream of `outputs` channels: of each channel `lead` bytes before its weights and `tail` behind them, in the
 * packed stream half of them where they lie `twice`.  Blocks have 16 channels, or 8 or 4 of the last ones, as
 * edgec_gemm_s8_neon_dot.h says, or `widest` is 4. */
EDGEC_INLINE const int8_t *edgec_unpack_blocks_neon(const edgec_chunks_neon *g, const int8_t *from, int32_t outputs,
                                                    int32_t lead, int32_t tail, int twice, int32_t widest, int8_t *to)
{
    const int32_t part = twice ? 2 : 1;
    int32_t c = 0;
    while (c < outputs) {
        const int32_t rest = outputs - c;
        int32_t width = 4;
        if (widest == 16 && (rest >= 16 || (rest > 8 && outputs >= 16))) {
            width = 16;
        } else if (widest == 16 && (rest >= 8 || (rest > 4 && outputs >= 8))) {
            width = 8;
        }
        edgec_unpack_ends_neon(from, lead / part * width, twice, to);
        to += lead * width;
        from = edgec_unpack_neon(from + lead / part * width, g->taps * width, g->left, to);
        to += g->taps * width;
        edgec_unpack_ends_neon(from, tail / part * width, twice, to);
        to += tail * width;
        from += tail / part * width;
        c += width;
    }
    return from;
}

#endif
