/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution in groups, int8, channels last: the cells of a group are widened once to a plane in scratch, with
 * padding around them, and all positions of a row are computed from there, three at a time
 * (edgec_gemm_lines_armv7em.h). The last three of a row end with it: some are computed twice.  The input's zero point
 * is folded into the bias; padded cells hold the zero point.
 *
 * Where windows are several cells apart, the cells of a row lie in as many phases, so that those under a tap of
 * neighbouring windows are neighbours.  Windows with gaps between taps are those of images of every second, third ..
 * row and column, which are computed one after the other.  Lines of a row of the plane: for each phase one for each
 * word of a cell; a word holds channels {0 2} or {1 3} of four, {0 1} of two that are left. */
#ifndef EDGEC_GCONV2D_S8_ARMV7EM_H
#define EDGEC_GCONV2D_S8_ARMV7EM_H

#include "edgec_gemm_lines_armv7em.h"
#include "edgec_gemm_tile_armv7em.h"
#include "edgec_window.h"

/* The geometry's channels are those of a group: a position of x is groups * in_c bytes, of y groups * out_c
 * out of out_step. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
    int32_t groups;
    int32_t words;    /* of a group in the stream */
    int32_t taps;     /* words of a line under a window */
    int32_t phases;   /* of the columns of windows that are several cells apart */
    int32_t band;     /* rows of outputs whose windows scratch holds */
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_gconv2d_s8_armv7em_params;

/* Outputs of every dilation_h-th row and dilation_w-th column: the first ones, and how many there are. */
typedef struct {
    int32_t row, column;
    int32_t rows, columns;
} edgec_gconv2d_image;

/* Words of a cell. */
static inline int32_t edgec_gconv2d_words(const edgec_gconv2d_s8_armv7em_params *p)
{
    const int32_t rest = p->geo.in_c % EDGEC_GEMM_UNIT;
    return 2 * (p->geo.in_c / EDGEC_GEMM_UNIT) + ((rest == 3) ? 2 : (rest > 0) ? 1 : 0);
}

/* Words of a line: those under all windows of a row. */
static inline int32_t edgec_gconv2d_width(const edgec_gconv2d_s8_armv7em_params *p)
{
    const edgec_geometry *g = &p->geo;
    return (g->out_w + g->dilation_w - 1) / g->dilation_w + p->taps - 1;
}

/* Lines of a row of the plane. */
static inline int32_t edgec_gconv2d_lines(const edgec_gconv2d_s8_armv7em_params *p)
{
    return p->phases * edgec_gconv2d_words(p);
}

static inline void edgec_gconv2d_fill(const edgec_gconv2d_s8_armv7em_params *p, int32_t count, uint32_t *to)
{
    int32_t i;
    for (i = 0; i < count; i++) {
        to[i] = ((uint32_t)p->in_zero & 0xFFFFu) * 0x10001u;
    }
}

/* The words of a cell, lines of so many words apart. */
static inline void edgec_gconv2d_cell(const int8_t *x, int32_t channels, int32_t width, uint32_t *to)
{
    const int32_t rest = channels % EDGEC_GEMM_UNIT;
    int32_t i;
    for (i = 0; i + EDGEC_GEMM_UNIT <= channels; i += EDGEC_GEMM_UNIT) {
        const uint32_t v = edgec_load4(x + i);
        to[0] = edgec_sxtb16(v);
        to[width] = edgec_sxtb16_odd(v);
        to += 2 * width;
    }
    if (rest > 0) {
        const uint32_t v = edgec_load_rest(x + i, rest);
        to[0] = edgec_sxtb16((rest == 2) ? v | v << 8 : v);
        if (rest == 3) {
            to[width] = edgec_sxtb16_odd(v);
        }
    }
}

/* A phase of a row of the plane, whose first cell is that of `column`, which may lie outside of the input's row at x.
 */
static inline void edgec_gconv2d_phase(const edgec_gconv2d_s8_armv7em_params *p, const int8_t *x, int32_t column,
                                       uint32_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t step = g->stride_w * g->dilation_w;
    const int32_t cell = p->groups * g->in_c;
    const int32_t width = edgec_gconv2d_width(p);
    const int32_t words = edgec_gconv2d_words(p);
    int32_t from = (column < 0) ? (step - 1 - column) / step : 0;
    int32_t end = (column < g->in_w) ? (g->in_w - column + step - 1) / step : 0;
    int32_t i;
    from = (from < width) ? from : width;
    end = (end < width) ? end : width;
    end = (end > from) ? end : from;
    for (i = 0; i < words; i++) {
        edgec_gconv2d_fill(p, from, to + i * width);
        edgec_gconv2d_fill(p, width - end, to + i * width + end);
    }
    x += (column + from * step) * cell;
    for (i = from; i < end; i++) {
        edgec_gconv2d_cell(x, g->in_c, width, to + i);
        x += step * cell;
    }
}

/* Rows of the plane from `row` of the input on, which may lie outside, with columns from `column` on; x begins at a
 * group's first channel. */
static inline void edgec_gconv2d_plane(const edgec_gconv2d_s8_armv7em_params *p, const int8_t *x, int32_t row,
                                       int32_t column, int32_t rows, uint32_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t phase = edgec_gconv2d_words(p) * edgec_gconv2d_width(p);
    for (; rows > 0; rows--) {
        int32_t i;
        for (i = 0; i < p->phases; i++) {
            if (row >= 0 && row < g->in_h) {
                edgec_gconv2d_phase(p, x + row * g->in_w * p->groups * g->in_c, column + i * g->dilation_w, to);
            } else {
                edgec_gconv2d_fill(p, phase, to);
            }
            to += phase;
        }
        row += g->dilation_h;
    }
}

/* Some pairs of channels of tiles side by side, from the position whose first output is y and whose window is at
 * `columns`. */
static inline void edgec_gconv2d_pairs(const edgec_gconv2d_s8_armv7em_params *p, edgec_gemm_job *job, int32_t tiles,
                                       uint32_t *columns, int8_t *y)
{
    job->tiles = tiles - 1;
    job->columns = columns;
    job->stream = job->first;
    job->y = y;
    job->pairs = job->all;
    edgec_gemm_lines_s8_armv7em(job, p->taps);
}

/* The same of so many outputs of a row. */
static inline void edgec_gconv2d_row(const edgec_gconv2d_s8_armv7em_params *p, edgec_gemm_job *job, int32_t count,
                                     uint32_t *columns, int8_t *y)
{
    const int32_t last = count - EDGEC_GEMM_POSITIONS;
    edgec_gconv2d_pairs(p, job, count / EDGEC_GEMM_POSITIONS, columns, y);
    if (count % EDGEC_GEMM_POSITIONS != 0) {
        edgec_gconv2d_pairs(p, job, 1, columns + last, y + last * p->geo.dilation_w * p->out_step);
    }
}

/* The outputs of an image, of a group whose first channels are x and y. */
static inline void edgec_gconv2d_rows(const edgec_gconv2d_s8_armv7em_params *p, const edgec_gconv2d_image *image,
                                      edgec_gemm_job *job, const int8_t *x, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t step = g->stride_h * edgec_gconv2d_lines(p) * edgec_gconv2d_width(p);
    const int32_t column = image->column * g->stride_w - g->pad_left;
    int32_t row;
    int32_t i;
    y += (image->row * g->out_w + image->column) * p->out_step;
    for (row = 0; row < image->rows; row += p->band) {
        const int32_t rows = (image->rows - row < p->band) ? image->rows - row : p->band;
        const int32_t first = (image->row + row * g->dilation_h) * g->stride_h - g->pad_top;
        edgec_gconv2d_plane(p, x, first, column, (rows - 1) * g->stride_h + g->kernel_h, scratch);
        for (i = 0; i < rows; i++) {
            edgec_gconv2d_row(p, job, image->columns, scratch + i * step, y);
            y += g->dilation_h * g->out_w * p->out_step;
        }
    }
}

/* A group whose first channels are x and y: one image after the other. */
static inline void edgec_gconv2d_group(const edgec_gconv2d_s8_armv7em_params *p, edgec_gemm_job *job, const int8_t *x,
                                       int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gconv2d_image image;
    for (image.row = 0; image.row < g->dilation_h; image.row++) {
        image.rows = (g->out_h - image.row + g->dilation_h - 1) / g->dilation_h;
        for (image.column = 0; image.column < g->dilation_w; image.column++) {
            image.columns = (g->out_w - image.column + g->dilation_w - 1) / g->dilation_w;
            edgec_gconv2d_rows(p, &image, job, x, y, scratch);
        }
    }
}

static inline void edgec_gconv2d_s8_armv7em(const edgec_gconv2d_s8_armv7em_params *p, const int8_t *x,
                                            const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t neighbour = g->dilation_w * p->out_step;
    edgec_gemm_layer layer = {scratch, stream, 0, g->out_c, p->out_zero, p->lo, p->hi, neighbour};
    edgec_gemm_job job;
    int32_t n;
    int32_t i;
    edgec_gemm_begin(&layer, &job);
    edgec_gemm_at(&layer, y, EDGEC_GEMM_POSITIONS, &job);
    job.all = job.pairs;
    job.y_step = EDGEC_GEMM_POSITIONS * neighbour - g->out_c;
    job.line = edgec_gemm_line(edgec_gconv2d_width(p), g->kernel_h * edgec_gconv2d_lines(p));
    layer.out_c = p->groups * g->out_c;
    layer.out_step = p->out_step;
    for (n = 0; n < g->batch; n++) {
        job.first = stream;
        for (i = 0; i < p->groups; i++) {
            edgec_gconv2d_group(p, &job, x + i * g->in_c, y + i * g->out_c, scratch);
            job.first += p->words;
        }
        edgec_gemm_limit(&layer, y, g->out_h * g->out_w);
        x += p->groups * g->in_c * g->in_h * g->in_w;
        y += p->out_step * g->out_h * g->out_w;
    }
}

#endif
