/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int16 activations and int8 weights, channels last, four channels (at least four there are) at
 * a time: pairs of channels as they lie, SMLABB and SMLATT.  Padded cells are 0. Constants: those of the first filter
 * of every channel, then of the second, and so on.  Weights: for each four channels (the last end with the last
 * channel) a word per tap, bytes c0 c2 c1 c3. */
#ifndef EDGEC_DWCONV2D_S16_ARMV7EM_H
#define EDGEC_DWCONV2D_S16_ARMV7EM_H

#include "edgec_requantize_s16_armv7em.h"
#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
    int32_t filters; /* of each channel */
    int32_t lo, hi;
} edgec_dwconv2d_s16_armv7em_params;

/* Four channels of one position; x is the first of them in the first cell inside the input, w the word of its tap. */
EDGEC_INLINE void edgec_dw_s16_four(const edgec_dwconv2d_s16_armv7em_params *p, const edgec_window *at,
                                    const int16_t *x, const uint32_t *w, uint32_t *sums)
{
    const edgec_geometry *g = &p->geo;
    const int32_t step = g->dilation_w * g->in_c;
    const int32_t columns = at->columns.end - at->columns.first;
    uint32_t a = sums[0];
    uint32_t b = sums[1];
    uint32_t c = sums[2];
    uint32_t d = sums[3];
    int32_t rows = at->rows.end - at->rows.first;
    for (; rows > 0; rows--) {
        const int16_t *cell = x;
        int32_t i;
        for (i = 0; i < columns; i++, cell += step) {
            const uint32_t low = edgec_load_pair(cell);
            const uint32_t high = edgec_load_pair(cell + 2);
            const uint32_t even = edgec_sxtb16(w[i]);
            const uint32_t odd = edgec_sxtb16_odd(w[i]);
            a = edgec_smlabb(low, even, a);
            b = edgec_smlatt(low, even, b);
            c = edgec_smlabb(high, odd, c);
            d = edgec_smlatt(high, odd, d);
        }
        x += g->dilation_h * g->in_w * g->in_c;
        w += g->kernel_w;
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

/* One filter of all channels at one position; outputs are filters apart. */
EDGEC_INLINE void edgec_dw_s16_position(const edgec_dwconv2d_s16_armv7em_params *p, const edgec_window *at,
                                        const int16_t *x, const uint32_t *w, const int32_t *bias,
                                        const int32_t *multiplier, const uint8_t *n, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t taps = g->kernel_h * g->kernel_w;
    const int16_t *cell = x + edgec_cell(g, at, at->rows.first, at->columns.first);
    int32_t c;
    int32_t i;
    w += at->rows.first * g->kernel_w + at->columns.first;
    for (c = 0; c < g->in_c; c += 4, w += taps) {
        const int32_t first = (c + 4 <= g->in_c) ? c : g->in_c - 4;
        uint32_t sums[4];
        for (i = 0; i < 4; i++) {
            sums[i] = (uint32_t)bias[first + i];
        }
        edgec_dw_s16_four(p, at, cell + first, w, sums);
        for (i = first; i < first + 4; i++) {
            const int32_t v = edgec_requantize_s16_armv7em((int32_t)sums[i - first], multiplier[i], n[i]);
            const int32_t low = (v < p->lo) ? p->lo : v;
            y[i * p->filters] = (int16_t)((low > p->hi) ? p->hi : low);
        }
    }
}

EDGEC_INLINE void edgec_dwconv2d_s16_armv7em(const edgec_dwconv2d_s16_armv7em_params *p, const int16_t *x,
                                             const uint32_t *w, const int32_t *bias, const int32_t *multiplier,
                                             const uint8_t *n, int16_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t words = (g->in_c + 3) / 4 * g->kernel_h * g->kernel_w;
    int32_t image;
    int32_t oy;
    int32_t ox;
    int32_t f;
    for (image = 0; image < g->batch; image++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                for (f = 0; f < p->filters; f++) {
                    const int32_t first = f * g->in_c;
                    edgec_dw_s16_position(p, &at, x, w + f * words, bias + first, multiplier + first, n + first, y + f);
                }
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
