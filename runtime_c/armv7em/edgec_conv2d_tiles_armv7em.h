/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last: x[N, H, W, C], y[N, OH, OW, O], in tiles of three positions, group by group,
 * with weights of the bits that a kernel names.
 * The input under a tile is widened once to int16 columns in scratch; see edgec_gemm_tile_armv7em.h for the rest.
 * The input's zero point is folded into the bias; padded cells hold the zero point.  Where input and output have the
 * same size and each position reads only itself (1x1), the output may be the input's buffer. */
#ifndef EDGEC_CONV2D_TILES_ARMV7EM_H
#define EDGEC_CONV2D_TILES_ARMV7EM_H

#include "edgec_conv2d_windows_armv7em.h"
#include "edgec_gemm_tile_armv7em.h"

static inline edgec_gemm_layer edgec_conv2d_layer(const edgec_conv2d_s8_armv7em_params *p, const uint32_t *stream,
                                                  const uint32_t *columns)
{
    edgec_gemm_layer layer;
    layer.columns = columns;
    layer.stream = stream;
    layer.units = p->units;
    layer.out_c = p->geo.out_c;
    layer.out_zero = p->out_zero;
    layer.lo = p->lo;
    layer.hi = p->hi;
    layer.out_step = p->out_step;
    return layer;
}

/* 1x1, stride 1, no padding: positions are rows of C bytes; the next `left` of them. */
static inline void edgec_conv2d_1x1_tiles(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                          int32_t bits, int32_t left, const int8_t *x, int8_t *y, uint32_t *scratch)
{
    const int32_t in_c = p->geo.in_c;
    for (; left > 0; left -= EDGEC_GEMM_POSITIONS) {
        const int32_t count = (left < EDGEC_GEMM_POSITIONS) ? left : EDGEC_GEMM_POSITIONS;
        edgec_gemm_widen(x, (left > 1) ? x + in_c : x, (left > 2) ? x + 2 * in_c : x, in_c, scratch);
        edgec_gemm_tile(layer, bits, y, count);
        x += EDGEC_GEMM_POSITIONS * in_c;
        y += EDGEC_GEMM_POSITIONS * p->out_step;
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_1x1_run(const edgec_conv2d_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                            const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    edgec_conv2d_1x1_tiles(p, &layer, bits, p->geo.batch * p->geo.in_h * p->geo.in_w, x, y, scratch);
}

/* The columns of three windows, tap by tap; C is a multiple of 4. */
static inline void edgec_conv2d_gather(const edgec_conv2d_s8_armv7em_params *p, const edgec_conv2d_at *at,
                                       const int8_t *x, const int8_t *padding, uint32_t *columns)
{
    const edgec_geometry *g = &p->geo;
    const int whole = edgec_conv2d_inside(g, &at[0]) && edgec_conv2d_inside(g, &at[1]) &&
                      edgec_conv2d_inside(g, &at[2]) && g->dilation_w == 1 && p->groups == 1;
    const int32_t step = whole ? g->kernel_w : 1; /* taps of a row that are one run of bytes */
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        for (kx = 0; kx < g->kernel_w; kx += step) {
            const int8_t *cells[EDGEC_GEMM_POSITIONS];
            int32_t i;
            for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
                cells[i] =
                    edgec_conv2d_cell(p, x, padding, at[i].row + ky * g->dilation_h, at[i].column + kx * g->dilation_w);
            }
            columns = edgec_gemm_widen(cells[0], cells[1], cells[2], step * g->in_c, columns);
        }
    }
}

/* The next `left` positions of one group of one image; x begins at the group's first channel, y at the position. */
static inline void edgec_conv2d_image(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                      int32_t bits, edgec_conv2d_at next, int32_t left, const int8_t *x,
                                      const int8_t *padding, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    while (left > 0) {
        edgec_conv2d_at at[EDGEC_GEMM_POSITIONS];
        int32_t count = 0;
        int32_t i;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            at[i] = next;
            if (left > 0) {
                edgec_conv2d_step(g, &next);
                left--;
                count++;
            } else {
                at[i] = at[0];
            }
        }
        edgec_conv2d_gather(p, at, x, padding, scratch);
        edgec_gemm_tile(layer, bits, y, count);
        y += count * layer->out_step;
    }
}

/* Any kernel, stride, padding and dilation; C is a multiple of 4.  Scratch: columns, then C bytes. */
EDGEC_SHARED_CODE void edgec_conv2d_tiles_run(const edgec_conv2d_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                              const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const edgec_conv2d_at begin = edgec_conv2d_begin(g);
    int8_t *padding = (int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units);
    int32_t n;
    int32_t i;
    edgec_fill_s8(padding, g->in_c, p->in_zero);
    for (n = 0; n < g->batch; n++) {
        layer.stream = stream;
        for (i = 0; i < p->groups; i++) {
            edgec_conv2d_image(p, &layer, bits, begin, g->out_h * g->out_w, x + i * g->in_c, padding, y + i * g->out_c,
                               scratch);
            layer.stream += p->words;
        }
        x += p->groups * g->in_c * g->in_h * g->in_w;
        y += layer.out_step * g->out_h * g->out_w;
    }
}

/* The window at one position as one run of bytes. */
static inline void edgec_conv2d_patch_at(const edgec_conv2d_s8_armv7em_params *p, const edgec_conv2d_at *at,
                                         const int8_t *x, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t step = p->groups * g->in_c;
    const int32_t run = g->kernel_w * g->in_c;
    int32_t ky;
    int32_t kx;
    if (g->dilation_w == 1 && p->groups == 1 && edgec_conv2d_inside(g, at)) {
        for (ky = 0; ky < g->kernel_h; ky++) {
            memcpy(to, x + ((at->row + ky * g->dilation_h) * g->in_w + at->column) * step, (size_t)run);
            to += run;
        }
        return;
    }
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t row = at->row + ky * g->dilation_h;
        for (kx = 0; kx < g->kernel_w; kx++) {
            const int32_t column = at->column + kx * g->dilation_w;
            if (row < 0 || row >= g->in_h || column < 0 || column >= g->in_w) {
                edgec_fill_s8(to, g->in_c, p->in_zero);
            } else {
                memcpy(to, x + (row * g->in_w + column) * step, (size_t)g->in_c);
            }
            to += g->in_c;
        }
    }
}

/* The next `left` positions of one group of one image by windows copied to bytes. */
static inline void edgec_conv2d_patch_image(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                            int32_t bits, edgec_conv2d_at next, int32_t left, const int8_t *x,
                                            int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t size = 4 * p->units;
    int8_t *patch = (int8_t *)(scratch + EDGEC_GEMM_UNIT_WORDS * p->units);
    while (left > 0) {
        int32_t count = 0;
        while (left > 0 && count < EDGEC_GEMM_POSITIONS) {
            edgec_conv2d_patch_at(p, &next, x, patch + count * size);
            edgec_conv2d_step(g, &next);
            left--;
            count++;
        }
        edgec_gemm_widen(patch, patch + size, patch + 2 * size, g->kernel_h * g->kernel_w * g->in_c, scratch);
        edgec_gemm_tile(layer, bits, y, count);
        y += count * layer->out_step;
    }
}

/* Any convolution whose cells are not whole words (few channels, odd channels): windows are first copied to bytes.
 * Scratch: columns, then three windows of 4 * units bytes. */
static inline void edgec_conv2d_patch_run(const edgec_conv2d_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                          const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const edgec_conv2d_at begin = edgec_conv2d_begin(g);
    int32_t n;
    int32_t i;
    for (n = 0; n < g->batch; n++) {
        layer.stream = stream;
        for (i = 0; i < p->groups; i++) {
            edgec_conv2d_patch_image(p, &layer, bits, begin, g->out_h * g->out_w, x + i * g->in_c, y + i * g->out_c,
                                     scratch);
            layer.stream += p->words;
        }
        x += p->groups * g->in_c * g->in_h * g->in_w;
        y += layer.out_step * g->out_h * g->out_w;
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_patch_once(const edgec_conv2d_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                               const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_patch_run(p, bits, x, stream, y, scratch);
}

/* With few channels the copies are worth being compiled for the layer. */
static inline void edgec_conv2d_patch(const edgec_conv2d_s8_armv7em_params *p, int32_t bits, const int8_t *x,
                                      const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    if (p->geo.in_c <= 4) {
        edgec_conv2d_patch_run(p, bits, x, stream, y, scratch);
    } else {
        edgec_conv2d_patch_once(p, bits, x, stream, y, scratch);
    }
}

#endif
