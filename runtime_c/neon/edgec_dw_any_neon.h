/* Depthwise rows of any windows, 16 channels at a time, two taps together. */
#ifndef EDGEC_DW_ANY_NEON_H
#define EDGEC_DW_ANY_NEON_H

#include "edgec_neon.h"

/* As edgec_dw_neon, with cells of any number of taps, which is even: the stream fills up with weights of zero. */
typedef struct {
    const int8_t *const *cells; /* of the taps, for position 0 */
    int32_t taps, step;
    const int8_t *stream;
    int8_t *y;
    int32_t positions, channels, out_step, half;
    edgec_ending_neon ending;
} edgec_dw_any_neon;

/* A position: two products in 16 bits, then sums of 32 bits. */
EDGEC_INLINE int8x16_t edgec_dw_any_position_neon(const edgec_dw_any_neon *g, const int8_t *w, int64_t at, int half)
{
    const int32_t *ends = (const int32_t *)(const void *)(w + 16 * g->taps);
    const int32x4x4_t bias = vld1q_s32_x4(ends);
    const int32x4x4_t m = vld1q_s32_x4(ends + 16);
    const int32x4x4_t n = vld1q_s32_x4(ends + 32);
    int32x4_t a = bias.val[0];
    int32x4_t b = bias.val[1];
    int32x4_t c = bias.val[2];
    int32x4_t d = bias.val[3];
    int32_t t;
    for (t = 0; t < g->taps; t += 2) {
        const int8_t *const x0 = g->cells[t] + at;
        const int8_t *const x1 = g->cells[t + 1] + at;
        const int8x16_t w0 = vld1q_s8(w + 16 * t);
        const int8x16_t w1 = vld1q_s8(w + 16 * t + 16);
        int16x8_t two;
        if (half) {
            two = vmlal_s8(vmull_s8(vld1_s8(x0), vget_low_s8(w0)), vld1_s8(x1), vget_low_s8(w1));
        } else {
            const int8x16_t u = vld1q_s8(x0);
            const int8x16_t v = vld1q_s8(x1);
            const int16x8_t high = vmlal_high_s8(vmull_high_s8(u, w0), v, w1);
            two = vmlal_s8(vmull_s8(vget_low_s8(u), vget_low_s8(w0)), vget_low_s8(v), vget_low_s8(w1));
            c = vaddw_s16(c, vget_low_s16(high));
            d = vaddw_high_s16(d, high);
        }
        a = vaddw_s16(a, vget_low_s16(two));
        b = vaddw_high_s16(b, two);
    }
    return edgec_narrowed_neon(edgec_scaled_neon(a, m.val[0], n.val[0], &g->ending, 1),
                               edgec_scaled_neon(b, m.val[1], n.val[1], &g->ending, 1),
                               edgec_scaled_neon(c, m.val[2], n.val[2], &g->ending, 1),
                               edgec_scaled_neon(d, m.val[3], n.val[3], &g->ending, 1), &g->ending, 1);
}

EDGEC_ONCE void edgec_dw_any_row_neon(const edgec_dw_any_neon *job)
{
    const edgec_dw_any_neon g = *job;
    const int8_t *w = g.stream;
    const int32_t last = g.channels - (g.half ? 8 : 16);
    int32_t c = 0;
    int32_t p;
    for (;;) {
        for (p = 0; p < g.positions; p++) {
            int8_t *const y = g.y + (int64_t)p * g.out_step + c;
            const int64_t at = (int64_t)p * g.step + c;
            if (g.half) {
                vst1_s8(y, vget_low_s8(edgec_dw_any_position_neon(&g, w, at, 1)));
            } else {
                vst1q_s8(y, edgec_dw_any_position_neon(&g, w, at, 0));
            }
        }
        w += 16 * g.taps + 192;
        if (c == last) {
            break;
        }
        c = c + 16 < last ? c + 16 : last;
    }
}

#endif
