/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resizing along one axis of [outer, n, inner], int8, of few values side by side: 16 outputs of a row at a time, whose
 * cells TBL brings together. */
#ifndef EDGEC_RESAMPLE_FEW_S8_NEON_H
#define EDGEC_RESAMPLE_FEW_S8_NEON_H

#include "edgec_neon.h"

/* Bytes of a row that 16 outputs read from, at most. */
#define EDGEC_RESAMPLE_NEON_WINDOW 64
#define EDGEC_RESAMPLE_V7_WINDOW 32

/* row, outputs: bytes of a row of the input, and of the output (16 and more).  The stream holds, for each 16 outputs,
 * where their window begins (16 bytes), then of each tap where the cells lie in it and 16 weights; the last 16 outputs
 * of a row may overlap those before. */
typedef struct {
    int32_t outer, row, outputs, taps;
    int32_t in_zero, multiplier, minus_n;
    edgec_ending_neon ending;
} edgec_resample_few_s8_neon_params;

#if defined(__aarch64__)
#define EDGEC_RESAMPLE_FEW_WINDOW_NEON EDGEC_RESAMPLE_NEON_WINDOW
typedef int8x16x4_t edgec_window_neon;

EDGEC_INLINE edgec_window_neon edgec_window_at_neon(const int8_t *x) { return vld1q_s8_x4(x); }

EDGEC_INLINE int8x16_t edgec_window_taps_neon(edgec_window_neon window, const int8_t *at)
{
    return vqtbl4q_s8(window, vreinterpretq_u8_s8(vld1q_s8(at)));
}
#else
#define EDGEC_RESAMPLE_FEW_WINDOW_NEON EDGEC_RESAMPLE_V7_WINDOW
typedef int8x8x4_t edgec_window_neon;

EDGEC_INLINE edgec_window_neon edgec_window_at_neon(const int8_t *x)
{
    const edgec_window_neon window = {{vld1_s8(x), vld1_s8(x + 8), vld1_s8(x + 16), vld1_s8(x + 24)}};
    return window;
}

EDGEC_INLINE int8x16_t edgec_window_taps_neon(edgec_window_neon window, const int8_t *at)
{
    return vcombine_s8(vtbl4_s8(window, vld1_s8(at)), vtbl4_s8(window, vld1_s8(at + 8)));
}
#endif

/* 16 outputs; `t` is their part of the stream behind where the window begins. */
EDGEC_INLINE int8x16_t edgec_resample_few_neon(const edgec_resample_few_s8_neon_params *p, const int8_t *from,
                                               const int8_t *t)
{
    const edgec_ending_neon *const e = &p->ending;
    const edgec_window_neon window = edgec_window_at_neon(from);
    const int8x16_t zero = vdupq_n_s8((int8_t)p->in_zero);
    const int32x4_t m = vdupq_n_s32(p->multiplier);
    const int32x4_t n = vdupq_n_s32(p->minus_n);
    int32x4_t a = vdupq_n_s32(0);
    int32x4_t b = a;
    int32x4_t c = a;
    int32x4_t d = a;
    int32_t k;
    for (k = 0; k < p->taps; k++) {
        const int8x16_t v = edgec_window_taps_neon(window, t);
        const int16_t *const weights = (const int16_t *)(const void *)(t + 16);
        const int16x8_t w = vld1q_s16(weights);
        const int16x8_t w_high = vld1q_s16(weights + 8);
        const int16x8_t low = vsubl_s8(vget_low_s8(v), vget_low_s8(zero));
        const int16x8_t high = vsubl_high_s8(v, zero);
        a = vmlal_s16(a, vget_low_s16(low), vget_low_s16(w));
        b = vmlal_high_s16(b, low, w);
        c = vmlal_s16(c, vget_low_s16(high), vget_low_s16(w_high));
        d = vmlal_high_s16(d, high, w_high);
        t += 48;
    }
    return edgec_narrowed_neon(edgec_scaled_neon(a, m, n, e, 1), edgec_scaled_neon(b, m, n, e, 1),
                               edgec_scaled_neon(c, m, n, e, 1), edgec_scaled_neon(d, m, n, e, 1), e, 0);
}

static inline void edgec_resample_few_s8_neon(const edgec_resample_few_s8_neon_params *p, const int8_t *x,
                                              const int8_t *stream, int8_t *y)
{
    const int32_t last = p->outputs - 16;
    int8_t part[EDGEC_RESAMPLE_FEW_WINDOW_NEON] = {0};
    int32_t o;
    for (o = 0; o < p->outer; o++) {
        const int8_t *t = stream;
        const int8_t *cells = x;
        int32_t at = 0;
        if (p->row < EDGEC_RESAMPLE_FEW_WINDOW_NEON) { /* nothing behind the input is read */
            memcpy(part, x, (size_t)p->row);
            cells = part;
        }
        for (;;) {
            const int32_t first = *(const int32_t *)(const void *)t;
            vst1q_s8(y + at, edgec_resample_few_neon(p, cells + first, t + 16));
            if (at == last) {
                break;
            }
            at = (at + 16 < last) ? at + 16 : last;
            t += 16 + 48 * p->taps;
        }
        x += p->row;
        y += p->outputs;
    }
}

#endif
