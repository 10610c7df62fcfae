/* Depthwise convolution of any window, float32, channels last: four channels of one position in registers. */
#ifndef EDGEC_DWFOUR_F32_FPU_H
#define EDGEC_DWFOUR_F32_FPU_H

#include "edgec_fpu.h"
#include "edgec_window.h"

/* bounds is one of EDGEC_BOUND_*. */
typedef struct {
    edgec_geometry geo;
    int32_t bounds;
    float lo, hi;
} edgec_dwfour_f32_params;

/* Weights [C / 4][kh][kw][4] and biases, filled up with zeros; x is the image, y the position's first channel. */
typedef struct {
    const float *x, *w, *bias;
    float *y;
    int32_t bounds;
    float lo, hi;
} edgec_dwfour_f32;

/* Channels first .. first + 3: the sums over the taps inside the input. */
static inline void edgec_dwfour_f32_whole(const edgec_geometry *g, const edgec_window *at, const edgec_dwfour_f32 *d,
                                          int32_t first, float *sums)
{
    const int32_t step = g->dilation_w * g->in_c - 4;
    float a0 = d->bias[first], a1 = d->bias[first + 1], a2 = d->bias[first + 2], a3 = d->bias[first + 3];
    int32_t ky;
    int32_t n;
    for (ky = at->rows.first; ky < at->rows.end; ky++) {
        const float *w = d->w + first * g->kernel_h * g->kernel_w + (ky * g->kernel_w + at->columns.first) * 4;
        const float *x = d->x + edgec_cell(g, at, ky, at->columns.first) + first;
        for (n = at->columns.end - at->columns.first; n > 0; n--) {
            EDGEC_FOUR(w, w0, w1, w2, w3)
            EDGEC_FOUR_MORE(x, x0, x1, x2, x3)
            a0 = EDGEC_MADD_F32(a0, x0, w0);
            a1 = EDGEC_MADD_F32(a1, x1, w1);
            a2 = EDGEC_MADD_F32(a2, x2, w2);
            a3 = EDGEC_MADD_F32(a3, x3, w3);
            EDGEC_FENCE_F32(a0, a1, a2, a3);
            x += step;
        }
    }
    sums[0] = a0;
    sums[1] = a1;
    sums[2] = a2;
    sums[3] = a3;
}

/* The last one to three channels. */
static inline void edgec_dwfour_f32_rest(const edgec_geometry *g, const edgec_window *at, const edgec_dwfour_f32 *d,
                                         int32_t first, float *sums)
{
    int32_t c;
    int32_t ky;
    int32_t kx;
    for (c = first; c < g->in_c; c++) {
        float a = d->bias[c];
        for (ky = at->rows.first; ky < at->rows.end; ky++) {
            const float *w = d->w + first * g->kernel_h * g->kernel_w + ky * g->kernel_w * 4 + c - first;
            for (kx = at->columns.first; kx < at->columns.end; kx++) {
                a = EDGEC_MADD_F32(a, d->x[edgec_cell(g, at, ky, kx) + c], w[4 * kx]);
            }
        }
        sums[c - first] = a;
    }
}

EDGEC_SHARED void edgec_dwfour_f32_position(const edgec_geometry *g, const edgec_window *at, const edgec_dwfour_f32 *d)
{
    int32_t first;
    int32_t i;
    for (first = 0; first < g->in_c; first += 4) {
        const int32_t channels = (g->in_c - first < 4) ? g->in_c - first : 4;
        float sums[4];
        if (channels == 4) {
            edgec_dwfour_f32_whole(g, at, d, first, sums);
        } else {
            edgec_dwfour_f32_rest(g, at, d, first, sums);
        }
        for (i = 0; i < channels; i++) {
            const float low = (d->bounds == EDGEC_BOUND_NONE || !(sums[i] < d->lo)) ? sums[i] : d->lo;
            d->y[first + i] = (d->bounds == EDGEC_BOUND_BOTH && low > d->hi) ? d->hi : low;
        }
    }
}

static inline void edgec_dwconv2d_f32_fpu(const edgec_dwfour_f32_params *p, const float *EDGEC_RESTRICT x,
                                          const float *EDGEC_RESTRICT w, const float *EDGEC_RESTRICT bias,
                                          float *EDGEC_RESTRICT y)
{
    const edgec_geometry *g = &p->geo;
    edgec_dwfour_f32 d;
    int32_t n;
    int32_t oy;
    int32_t ox;
    d.x = x;
    d.w = w;
    d.bias = bias;
    d.y = y;
    d.bounds = p->bounds;
    d.lo = p->lo;
    d.hi = p->hi;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_dwfour_f32_position(g, &at, &d);
                d.y += g->out_c;
            }
        }
        d.x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
