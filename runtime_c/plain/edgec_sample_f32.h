/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sampling of images between their cells, float32: grids (x[N, C, D, H, W] at normalized coordinates) and regions. */
#ifndef EDGEC_SAMPLE_F32_H
#define EDGEC_SAMPLE_F32_H

#include "edgec_float.h"

enum { EDGEC_GRID_NEAREST, EDGEC_GRID_LINEAR, EDGEC_GRID_CUBIC };
enum { EDGEC_PAD_ZEROS, EDGEC_PAD_BORDER, EDGEC_PAD_REFLECTION };

/* size: input cells along depth (1 for images), height, width; points: output positions of one batch entry; axes: 2
 * or 3 coordinates per position, the innermost axis first. */
typedef struct {
    int32_t batch, channels, points, axes;
    int32_t size[3];
    int32_t mode, padding, align_corners;
} edgec_grid_params;

/* Up to four neighbours along one axis: their cells (-1: a zero) and weights. */
typedef struct {
    int32_t count;
    int32_t cell[4];
    float weight[4];
} edgec_taps;

EDGEC_LAYER_PART float edgec_reflect(float v, float low, float high)
{
    const float span = high - low;
    float r;
    if (span <= 0.0f) {
        return low;
    }
    r = fmodf(fabsf(v - low), 2.0f * span);
    return low + ((r > span) ? 2.0f * span - r : r);
}

EDGEC_LAYER_PART float edgec_grid_reflect(const edgec_grid_params *p, float v, int32_t size)
{
    const float edge = (p->align_corners != 0) ? 0.0f : 0.5f;
    return edgec_clamp_f32(edgec_reflect(v, -edge, (float)size - 1.0f + edge), 0.0f, (float)size - 1.0f);
}

/* at is far from any cell only if it came from a huge coordinate, which the clamp keeps inside int32. */
EDGEC_LAYER_PART int32_t edgec_grid_cell(const edgec_grid_params *p, float at, int32_t size)
{
    if (at >= 0.0f && at < (float)size) {
        return (int32_t)at;
    }
    if (p->padding == EDGEC_PAD_ZEROS || !(fabsf(at) < 1e30f)) { /* NaN and infinity read nothing */
        return -1;
    }
    if (p->padding == EDGEC_PAD_BORDER) {
        return (at < 0.0f) ? 0 : size - 1;
    }
    return (int32_t)edgec_grid_reflect(p, at, size);
}

/* Keys' cubic, a = -0.75, as products of its roots: the sum of powers cancels where a weight is small. */
EDGEC_LAYER_PART void edgec_cubic_weights(float t, float *w)
{
    const float a = -0.75f;
    const float u = 1.0f - t;
    w[0] = a * t * u * u;
    w[1] = u * (1.0f + t - (a + 2.0f) * t * t);
    w[2] = t * (1.0f + u - (a + 2.0f) * u * u);
    w[3] = a * u * t * t;
}

EDGEC_LAYER_PART edgec_taps edgec_grid_taps(const edgec_grid_params *p, float v, int32_t size)
{
    edgec_taps taps = {0, {0, 0, 0, 0}, {0.0f, 0.0f, 0.0f, 0.0f}};
    float at = ((v + 1.0f) * (float)size - 1.0f) * 0.5f;
    float first;
    int32_t k;
    if (p->align_corners != 0) {
        at = (v + 1.0f) * 0.5f * ((float)size - 1.0f);
    }
    if (p->mode != EDGEC_GRID_CUBIC) { /* there each tap is padded by itself */
        if (p->padding == EDGEC_PAD_BORDER) {
            at = edgec_clamp_f32(at, 0.0f, (float)size - 1.0f);
        } else if (p->padding == EDGEC_PAD_REFLECTION) {
            at = edgec_grid_reflect(p, at, size);
        } else {
            /* zeros: what lies outside counts as nothing */
        }
    }
    first = (p->mode == EDGEC_GRID_NEAREST) ? rintf(at) : floorf(at);
    taps.count = 2;
    if (p->mode == EDGEC_GRID_NEAREST) {
        taps.count = 1;
    }
    taps.weight[0] = (p->mode == EDGEC_GRID_NEAREST) ? 1.0f : 1.0f - (at - first);
    taps.weight[1] = at - first;
    if (p->mode == EDGEC_GRID_CUBIC) {
        taps.count = 4;
        edgec_cubic_weights(at - first, taps.weight);
        first -= 1.0f;
    }
    for (k = 0; k < taps.count; k++) {
        taps.cell[k] = edgec_grid_cell(p, first + (float)k, size);
    }
    return taps;
}

/* One channel at one position. */
EDGEC_LAYER_PART float edgec_grid_one(const edgec_grid_params *p, const edgec_taps *d, const edgec_taps *h,
                                      const edgec_taps *w, const float *x)
{
    float sum = 0.0f;
    int32_t i, j, k;
    for (i = 0; i < d->count; i++) {
        for (j = 0; j < h->count; j++) {
            for (k = 0; k < w->count; k++) {
                if (d->cell[i] >= 0 && h->cell[j] >= 0 && w->cell[k] >= 0) {
                    const float v = x[(d->cell[i] * p->size[1] + h->cell[j]) * p->size[2] + w->cell[k]];
                    sum += d->weight[i] * h->weight[j] * w->weight[k] * v;
                }
            }
        }
    }
    return sum;
}

EDGEC_LAYER_PART void edgec_grid_sample_f32_plain(const edgec_grid_params *p, const float *x, const float *grid,
                                                  float *y)
{
    const int32_t cells = p->size[0] * p->size[1] * p->size[2];
    int32_t n, i, c;
    for (n = 0; n < p->batch; n++) {
        for (i = 0; i < p->points; i++) {
            const float *at = grid + (n * p->points + i) * p->axes;
            const edgec_taps w = edgec_grid_taps(p, at[0], p->size[2]);
            const edgec_taps h = edgec_grid_taps(p, at[1], p->size[1]);
            edgec_taps d = {1, {0, 0, 0, 0}, {1.0f, 0.0f, 0.0f, 0.0f}};
            if (p->axes == 3) {
                d = edgec_grid_taps(p, at[2], p->size[0]);
            }
            for (c = 0; c < p->channels; c++) {
                const int32_t lane = n * p->channels + c;
                y[lane * p->points + i] = edgec_grid_one(p, &d, &h, &w, x + lane * cells);
            }
        }
    }
}

/* ratio: samples per cell and axis, 0: as many as the cell is wide. */
typedef struct {
    int32_t batch, channels, height, width;
    int32_t regions, out_h, out_w, ratio;
    int32_t maximum, half_pixel;
    float scale;
} edgec_roi_params;

/* The weighted corners around (y, x): their sum, or the largest. */
EDGEC_LAYER_PART float edgec_roi_corner(const edgec_roi_params *p, const float *image, float y, float x)
{
    const int32_t last_row = p->height - 1;
    const int32_t last_column = p->width - 1;
    const float bottom = (float)last_row;
    const float right = (float)last_column;
    float v[4];
    float fy, fx;
    int32_t y0, x0, y1, x1;
    if (!(y >= -1.0f && y <= (float)p->height && x >= -1.0f && x <= (float)p->width)) {
        return 0.0f;
    }
    y = edgec_clamp_f32(y, 0.0f, bottom);
    x = edgec_clamp_f32(x, 0.0f, right);
    y0 = (int32_t)y;
    x0 = (int32_t)x;
    y1 = (y0 + 1 < p->height) ? y0 + 1 : y0;
    x1 = (x0 + 1 < p->width) ? x0 + 1 : x0;
    fy = y - (float)y0;
    fx = x - (float)x0;
    v[0] = (1.0f - fy) * (1.0f - fx) * image[y0 * p->width + x0];
    v[1] = (1.0f - fy) * fx * image[y0 * p->width + x1];
    v[2] = fy * (1.0f - fx) * image[y1 * p->width + x0];
    v[3] = fy * fx * image[y1 * p->width + x1];
    if (p->maximum == 0) {
        return v[0] + v[1] + v[2] + v[3];
    }
    return fmaxf(fmaxf(v[0], v[1]), fmaxf(v[2], v[3]));
}

/* Samples along one axis of a cell: as many as it is wide.  Regions come at run time, so the number is bounded. */
EDGEC_LAYER_PART int32_t edgec_roi_samples(const edgec_roi_params *p, float extent)
{
    if (p->ratio > 0) {
        return p->ratio;
    }
    if (!(extent > 0.0f)) {
        return 0;
    }
    return (extent < 4096.0f) ? (int32_t)ceilf(extent) : 4096;
}

/* One cell of size bh x bw whose corner is (y, x). */
EDGEC_LAYER_PART float edgec_roi_cell(const edgec_roi_params *p, const float *image, float y, float x, float bh,
                                      float bw)
{
    const int32_t gy = edgec_roi_samples(p, bh);
    const int32_t gx = edgec_roi_samples(p, bw);
    const int32_t cells = gy * gx;
    float result = 0.0f;
    int32_t i, j;
    for (i = 0; i < gy; i++) {
        for (j = 0; j < gx; j++) {
            const float at_y = y + ((float)i + 0.5f) * bh / (float)gy;
            const float at_x = x + ((float)j + 0.5f) * bw / (float)gx;
            const float v = edgec_roi_corner(p, image, at_y, at_x);
            if (p->maximum != 0) {
                result = (i + j == 0 || v > result) ? v : result;
            } else {
                result += v;
            }
        }
    }
    return (p->maximum == 0 && cells > 0) ? result / (float)cells : result;
}

EDGEC_LAYER_PART void edgec_roi_align_f32_plain(const edgec_roi_params *p, const float *x, const float *rois,
                                                const int64_t *batch, float *y)
{
    const float shift = (p->half_pixel != 0) ? 0.5f : 0.0f;
    const float least = (p->half_pixel != 0) ? 0.0f : 1.0f;
    int32_t r, c, i;
    for (r = 0; r < p->regions; r++) {
        const float left = rois[4 * r] * p->scale - shift;
        const float top = rois[4 * r + 1] * p->scale - shift;
        const float height = rois[4 * r + 3] * p->scale - shift - top;
        const float width = rois[4 * r + 2] * p->scale - shift - left;
        const float bh = ((p->half_pixel != 0 || height > least) ? height : least) / (float)p->out_h;
        const float bw = ((p->half_pixel != 0 || width > least) ? width : least) / (float)p->out_w;
        const int32_t n = (batch[r] >= 0 && batch[r] < p->batch) ? (int32_t)batch[r] : 0;
        for (c = 0; c < p->channels; c++) {
            const float *image = x + (n * p->channels + c) * p->height * p->width;
            for (i = 0; i < p->out_h * p->out_w; i++) {
                const int32_t row = i / p->out_w;
                const int32_t column = i % p->out_w;
                const float at_y = top + (float)row * bh;
                const float at_x = left + (float)column * bw;
                *y++ = edgec_roi_cell(p, image, at_y, at_x, bh, bw);
            }
        }
    }
}

#endif
