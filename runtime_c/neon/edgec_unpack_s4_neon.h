/* int4 weights become the stream of an int8 kernel in scratch, some channels at a time, before that kernel runs. */
#ifndef EDGEC_UNPACK_S4_NEON_H
#define EDGEC_UNPACK_S4_NEON_H

#include "edgec_neon.h"

/* `chunk` channels are unpacked at a time and the others at last, at most 15 more; `taps` weights a channel; `room` bytes
 * of scratch for a stream. */
typedef struct {
    int32_t chunk, taps, room;
} edgec_chunks_neon;

/* 32 weights in 16 bytes: the first 16 in the low halves.  Of the last 32 there may be the first 16 only, in 8 bytes, low
 * halves first. */
EDGEC_INLINE const int8_t *edgec_unpack_neon(const int8_t *from, int32_t weights, int8_t *to)
{
    int32_t i;
    for (i = 0; i + 64 <= weights; i += 64) {
        const int8x16_t a = vld1q_s8(from);
        const int8x16_t b = vld1q_s8(from + 16);
        int8x16x4_t v;
        v.val[0] = vshrq_n_s8(vshlq_n_s8(a, 4), 4);
        v.val[1] = vshrq_n_s8(a, 4);
        v.val[2] = vshrq_n_s8(vshlq_n_s8(b, 4), 4);
        v.val[3] = vshrq_n_s8(b, 4);
        vst1q_s8_x4(to + i, v);
        from += 32;
    }
    if (i + 32 <= weights) {
        const int8x16_t a = vld1q_s8(from);
        vst1q_s8(to + i, vshrq_n_s8(vshlq_n_s8(a, 4), 4));
        vst1q_s8(to + i + 16, vshrq_n_s8(a, 4));
        from += 16;
        i += 32;
    }
    if (i < weights) {
        const int8x8_t a = vld1_s8(from);
        vst1_s8(to + i, vshr_n_s8(vshl_n_s8(a, 4), 4));
        vst1_s8(to + i + 8, vshr_n_s8(a, 4));
        from += 8;
    }
    return from;
}

/* One block: `lead` bytes as they are, weights, `tail` bytes as they are; all multiples of 16. */
EDGEC_INLINE const int8_t *edgec_unpack_block_neon(const int8_t *from, int32_t lead, int32_t weights, int32_t tail,
                                                   int8_t *to)
{
    if (lead > 0) {
        edgec_copy_neon(to, from, lead);
    }
    from = edgec_unpack_neon(from + lead, weights, to + lead);
    edgec_copy_neon(to + lead + weights, from, tail);
    return from + tail;
}

/* The stream of `outputs` channels: of each channel `lead` bytes before its weights and `tail` behind them.  Blocks have
 * `widest` channels, or as few as half or a quarter of them, as edgec_gemm_s8_neon_dot.h says, or all have 4. */
EDGEC_ONCE const int8_t *edgec_unpack_blocks_neon(const int8_t *from, int32_t outputs, int32_t taps, int32_t lead,
                                                  int32_t tail, int32_t widest, int8_t *to)
{
    int32_t c = 0;
    while (c < outputs) {
        const int32_t rest = outputs - c;
        int32_t width = 4;
        if (widest == 16 && (rest >= 16 || (rest > 8 && outputs >= 16))) {
            width = 16;
        } else if (widest == 16 && (rest >= 8 || (rest > 4 && outputs >= 8))) {
            width = 8;
        }
        from = edgec_unpack_block_neon(from, lead * width, taps * width, tail * width, to);
        to += (lead + taps + tail) * width;
        c += width;
    }
    return from;
}

#endif
