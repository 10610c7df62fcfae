/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int8, channels last: x[N, H, W, C], y[N, OH, OW, O], in tiles of three positions, group by group,
 * with the form of a pair's stream that a kernel names.
 * The input under a tile is widened once to int16 columns in scratch; see edgec_gemm_tile_armv7em.h for the rest.
 * The input's zero point is folded into the bias; padded cells hold the zero point.  Where input and output have the
 * same size and each position reads only itself (1x1), the output may be the input's buffer. */
#ifndef EDGEC_CONV2D_TILES_ARMV7EM_H
#define EDGEC_CONV2D_TILES_ARMV7EM_H

#include "edgec_conv2d_windows_armv7em.h"
#include "edgec_gemm_tile_armv7em.h"

#define EDGEC_CONV2D_TILES 4 /* of windows that are done together, with weights of 8 bits and even channels */

static inline edgec_gemm_layer edgec_conv2d_layer(const edgec_conv2d_s8_armv7em_params *p, const uint32_t *stream,
                                                  uint32_t *columns)
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

/* Whole tiles of rows of `size` bytes each, with pairs of channels and weights of 8 bits; at least one. */
static inline void edgec_conv2d_rows(const edgec_gemm_layer *layer, int32_t form, int32_t tiles, const int8_t *x,
                                     int32_t size, int8_t *y, edgec_gemm_job *job)
{
    edgec_gemm_at(layer, y, EDGEC_GEMM_POSITIONS, job);
    job->all = job->pairs;
    job->pairs = 0; /* no columns are made yet */
    job->tiles = tiles - 1;
    job->y_step = EDGEC_GEMM_POSITIONS * layer->out_step - layer->out_c;
    job->first = job->stream;
    job->x = x;
    job->in_c = size;
    job->words = job->units;
    edgec_gemm_pairs(job, form);
    edgec_gemm_limit(layer, y, EDGEC_GEMM_POSITIONS * tiles);
}

/* 1x1, stride 1, no padding: positions are rows of C bytes; the next `left` of them.  Rows that are no whole words are
 * read beyond their end, but for those of the last tile. */
static inline void edgec_conv2d_1x1_tiles(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                          int32_t form, int32_t left, const int8_t *x, int8_t *y, uint32_t *scratch)
{
    const int32_t in_c = p->geo.in_c;
    /* cells whose whole words end behind the last one: up to three bytes behind a cell, of one byte where C is 1 */
    const int32_t beyond = (in_c == 1) ? 3 : (in_c % EDGEC_GEMM_UNIT != 0) ? 1 : 0;
    const int32_t tiles = (left - beyond) / EDGEC_GEMM_POSITIONS;
    edgec_gemm_job job;
    edgec_gemm_begin(layer, &job);
    if (form != EDGEC_GEMM_S4 && layer->out_c % 2 == 0 && tiles > 0) {
        edgec_conv2d_rows(layer, form, tiles, x, in_c, y, &job);
        left -= EDGEC_GEMM_POSITIONS * tiles;
        x += EDGEC_GEMM_POSITIONS * tiles * in_c;
        y += EDGEC_GEMM_POSITIONS * tiles * p->out_step;
    }
    for (; left > 0; left -= EDGEC_GEMM_POSITIONS) {
        const int32_t count = (left < EDGEC_GEMM_POSITIONS) ? left : EDGEC_GEMM_POSITIONS;
        edgec_gemm_columns(form, x, (left > 1) ? x + in_c : x, (left > 2) ? x + 2 * in_c : x, in_c, scratch);
        edgec_gemm_tile(layer, form, y, count, &job);
        x += EDGEC_GEMM_POSITIONS * in_c;
        y += EDGEC_GEMM_POSITIONS * p->out_step;
    }
}

/* The place of a position that is done alone, behind whole tiles; 0 where there is none, and in small builds. */
EDGEC_INLINE int32_t edgec_conv2d_1x1_alone(const edgec_conv2d_s8_armv7em_params *p, int32_t form)
{
    const int32_t last = p->geo.batch * p->geo.in_h * p->geo.in_w - 1;
    const int alone = !EDGEC_ARMV7EM_SMALL && form == EDGEC_GEMM_S8 && p->geo.out_c % 2 == 0;
    return (alone && last % EDGEC_GEMM_POSITIONS == 0) ? last : 0;
}

EDGEC_SHARED_CODE void edgec_conv2d_1x1_run(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const int8_t *x,
                                            const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const int32_t alone = edgec_conv2d_1x1_alone(p, form);
    const int32_t left = (alone > 0) ? alone : p->geo.batch * p->geo.in_h * p->geo.in_w;
    edgec_conv2d_1x1_tiles(p, &layer, form, left, x, y, scratch);
}

/* The columns of three windows, tap by tap; C is a multiple of 4. */
static inline void edgec_conv2d_gather(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const edgec_conv2d_at *at,
                                       const int8_t *x, const int8_t *padding, uint32_t *columns)
{
    const edgec_geometry *g = &p->geo;
    const int whole = edgec_conv2d_inside(g, &at[0]) && edgec_conv2d_inside(g, &at[1]) &&
                      edgec_conv2d_inside(g, &at[2]) && g->dilation_w == 1 && p->groups == 1;
    const int32_t step = whole ? g->kernel_w : 1; /* taps of a row that are one run of bytes */
    int32_t left = 1;
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
            columns = edgec_gemm_cells(form, cells, step * g->in_c, columns, &left);
        }
    }
}

/* The next `left` positions of one group of one image; x begins at the group's first channel, y at the position. */
static inline void edgec_conv2d_image(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                      int32_t form, edgec_conv2d_at next, int32_t left, const int8_t *x,
                                      const int8_t *padding, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gemm_job job;
    edgec_gemm_begin(layer, &job);
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
        edgec_conv2d_gather(p, form, at, x, padding, scratch);
        edgec_gemm_tile(layer, form, y, count, &job);
        y += count * layer->out_step;
    }
}

/* Any kernel, stride, padding and dilation; C is a multiple of 4.  Scratch: columns, then C bytes. */
EDGEC_SHARED_CODE void edgec_conv2d_tiles_run(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const int8_t *x,
                                              const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const edgec_conv2d_at begin = edgec_conv2d_begin(g);
    int8_t *padding = (int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units));
    int32_t n;
    int32_t i;
    edgec_fill_s8(padding, g->in_c, p->in_zero);
    for (n = 0; n < g->batch; n++) {
        layer.stream = stream;
        for (i = 0; i < p->groups; i++) {
            edgec_conv2d_image(p, &layer, form, begin, g->out_h * g->out_w, x + i * g->in_c, padding, y + i * g->out_c,
                               scratch);
            layer.stream += p->words;
        }
        x += p->groups * g->in_c * g->in_h * g->in_w;
        y += layer.out_step * g->out_h * g->out_w;
    }
}

/* Taps of a row of a window, of which those from `from` to `end` lie inside; the first one `offset` bytes from x. */
static inline void edgec_conv2d_cut_line(const edgec_conv2d_s8_armv7em_params *p, int32_t from, int32_t end,
                                         const int8_t *x, int32_t offset, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    int32_t kx;
    for (kx = 0; kx < g->kernel_w; kx++) {
        if (kx < from || kx >= end) {
            edgec_fill_s8(to, g->in_c, p->in_zero);
        } else {
            memcpy(to, x + offset, (size_t)g->in_c);
        }
        offset += g->dilation_w * p->groups * g->in_c;
        to += g->in_c;
    }
}

/* Cells from `from` to `end` of all rows of a window that is one run of bytes: byte by byte down the rows. */
static inline void edgec_conv2d_fill_cells(const edgec_conv2d_s8_armv7em_params *p, int32_t from, int32_t end,
                                           int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    int32_t ky;
    for (i = from * g->in_c; i < end * g->in_c; i++) {
        for (ky = 0; ky < g->kernel_h; ky++) {
            to[i + ky * g->kernel_w * g->in_c] = (int8_t)p->in_zero;
        }
    }
}

/* The window at one position, which may reach out of the input, as one run of bytes. */
EDGEC_SHARED_CODE void edgec_conv2d_patch_at(const edgec_conv2d_s8_armv7em_params *p, const edgec_conv2d_at *at,
                                             const int8_t *x, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t step = p->groups * g->in_c;
    const int32_t run = g->kernel_w * g->in_c;
    const int32_t from = (at->column < 0) ? (g->dilation_w - 1 - at->column) / g->dilation_w : 0;
    const int32_t room = g->in_w - at->column; /* columns up to the end of the input */
    const int32_t end = (room > 0) ? (room + g->dilation_w - 1) / g->dilation_w : 0;
    int32_t ky;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t row = at->row + ky * g->dilation_h;
        if (row < 0 || row >= g->in_h) {
            memset(to, p->in_zero & 0xFF, (size_t)run);
        } else {
            edgec_conv2d_cut_line(p, from, end, x, (row * g->in_w + at->column) * step, to);
        }
        to += run;
    }
}

/* Where a window lies: its first byte, and whether all its rows are those of the input. */
typedef struct {
    edgec_conv2d_at at;
    int32_t offset;
    int rows_inside;
} edgec_conv2d_window;

static inline void edgec_conv2d_window_row(const edgec_conv2d_s8_armv7em_params *p, edgec_conv2d_window *window)
{
    const edgec_geometry *g = &p->geo;
    const int32_t row = window->at.row;
    window->offset = (row * g->in_w + window->at.column) * p->groups * g->in_c;
    window->rows_inside = row >= 0 && row + (g->kernel_h - 1) * g->dilation_h < g->in_h;
}

/* Lines of `run` bytes, step bytes apart, as one run: the first ones without a loop. */
static inline void edgec_conv2d_lines(const int8_t *from, int32_t lines, int32_t run, int32_t step, int8_t *to)
{
    int32_t i;
    memcpy(to, from, (size_t)run);
    if (lines > 1) {
        memcpy(to + run, from + step, (size_t)run);
    }
    if (lines > 2) {
        memcpy(to + 2 * run, from + 2 * step, (size_t)run);
    }
    for (i = 3; i < lines; i++) {
        memcpy(to + i * run, from + i * step, (size_t)run);
    }
}

/* A window without dilation that reaches out of the input on the left or the right, as one run of bytes: its rows are
 * copied where that reads nothing outside of the image, then what is beside it is filled.  0: it was not copied. */
EDGEC_SHARED_CODE int edgec_conv2d_patch_beside(const edgec_conv2d_s8_armv7em_params *p,
                                                const edgec_conv2d_window *window, const int8_t *x, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t run = g->kernel_w * g->in_c;
    const int32_t step = g->dilation_h * g->in_w * g->in_c;
    const int32_t last = g->in_h * g->in_w * g->in_c - run - (g->kernel_h - 1) * step;
    const int32_t over = window->at.column + g->kernel_w - g->in_w; /* columns behind the input */
    if (window->offset < 0 || window->offset > last || window->at.column <= -g->kernel_w || over >= g->kernel_w) {
        return 0;
    }
    edgec_conv2d_lines(x + window->offset, g->kernel_h, run, step, to);
    edgec_conv2d_fill_cells(p, 0, -window->at.column, to);
    edgec_conv2d_fill_cells(p, g->kernel_w - over, g->kernel_w, to);
    return 1;
}

/* The window as one run of bytes; the next one. */
static inline void edgec_conv2d_patch_next(const edgec_conv2d_s8_armv7em_params *p, edgec_conv2d_window *window,
                                           const int8_t *x, int8_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t run = g->kernel_w * g->in_c;
    const int32_t room = g->in_w - g->kernel_w;
    const int plain = g->dilation_w == 1 && p->groups == 1 && window->rows_inside;
    const int beside = !EDGEC_ARMV7EM_SMALL && plain; /* 600 bytes of code */
    if (plain && window->at.column >= 0 && window->at.column <= room) {
        edgec_conv2d_lines(x + window->offset, g->kernel_h, run, g->dilation_h * g->in_w * g->in_c, to);
    } else if (!beside || !edgec_conv2d_patch_beside(p, window, x, to)) {
        edgec_conv2d_patch_at(p, &window->at, x, to);
    }
    window->offset += g->stride_w * p->groups * g->in_c;
    edgec_conv2d_step(g, &window->at);
    if (window->at.out_column == 0) {
        edgec_conv2d_window_row(p, window);
    }
}

/* Windows whose columns lie in scratch at once. */
static inline int32_t edgec_conv2d_patches(const edgec_gemm_layer *layer, int32_t form)
{
    return EDGEC_GEMM_POSITIONS * ((form != EDGEC_GEMM_S4 && layer->out_c % 2 == 0) ? EDGEC_CONV2D_TILES : 1);
}

/* Ahead of all windows: zeros behind each, which stay there. */
static inline void edgec_conv2d_patch_zeros(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                            int32_t form, uint32_t *scratch)
{
    int8_t *patch = (int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units));
    int32_t i;
    for (i = 1; i <= edgec_conv2d_patches(layer, form); i++) {
        memset(patch + EDGEC_GEMM_UNIT * (i * p->units - 1), 0, EDGEC_GEMM_UNIT);
    }
}

/* The next `left` positions of one group of one image by windows copied to bytes, up to whole words. */
static inline void edgec_conv2d_patch_image(const edgec_conv2d_s8_armv7em_params *p, const edgec_gemm_layer *layer,
                                            int32_t form, edgec_conv2d_at next, int32_t left, const int8_t *x,
                                            int8_t *y, uint32_t *scratch)
{
    const int32_t size = EDGEC_GEMM_UNIT * p->units;
    const int together = form != EDGEC_GEMM_S4 && layer->out_c % 2 == 0;
    const int32_t most = edgec_conv2d_patches(layer, form);
    int8_t *patch = (int8_t *)(scratch + EDGEC_GEMM_COLUMN_WORDS(p->units));
    edgec_conv2d_window window = {next, 0, 0};
    edgec_gemm_job job;
    int32_t i;
    edgec_gemm_begin(layer, &job);
    edgec_conv2d_window_row(p, &window);
    while (left > 0) {
        const int32_t count = (left < most) ? left : most;
        int32_t done = 0;
        for (i = 0; i < count; i++) {
            edgec_conv2d_patch_next(p, &window, x, patch + i * size);
        }
        if (together && count >= EDGEC_GEMM_POSITIONS) {
            done = count / EDGEC_GEMM_POSITIONS * EDGEC_GEMM_POSITIONS;
            edgec_conv2d_rows(layer, form, count / EDGEC_GEMM_POSITIONS, patch, size, y, &job);
        }
        if (done < count) {
            const int8_t *rest = patch + done * size;
            edgec_gemm_columns(form, rest, rest + size, rest + 2 * size, size, scratch);
            edgec_gemm_tile(layer, form, y + done * layer->out_step, count - done, &job);
        }
        y += count * layer->out_step;
        left -= count;
    }
}

/* Any convolution whose cells are not whole words (few channels, odd channels): windows are first copied to bytes.
 * Scratch: columns, then three windows of 4 * units bytes; those of several tiles where they are done together. */
static inline void edgec_conv2d_patch_run(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const int8_t *x,
                                          const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    edgec_gemm_layer layer = edgec_conv2d_layer(p, stream, scratch);
    const edgec_conv2d_at begin = edgec_conv2d_begin(g);
    int32_t n;
    int32_t i;
    edgec_conv2d_patch_zeros(p, &layer, form, scratch);
    for (n = 0; n < g->batch; n++) {
        layer.stream = stream;
        for (i = 0; i < p->groups; i++) {
            edgec_conv2d_patch_image(p, &layer, form, begin, g->out_h * g->out_w, x + i * g->in_c, y + i * g->out_c,
                                     scratch);
            layer.stream += p->words;
        }
        x += p->groups * g->in_c * g->in_h * g->in_w;
        y += layer.out_step * g->out_h * g->out_w;
    }
}

EDGEC_SHARED_CODE void edgec_conv2d_patch_once(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const int8_t *x,
                                               const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    edgec_conv2d_patch_run(p, form, x, stream, y, scratch);
}

/* With few channels the copies are worth being compiled for the layer. */
static inline void edgec_conv2d_patch(const edgec_conv2d_s8_armv7em_params *p, int32_t form, const int8_t *x,
                                      const uint32_t *stream, int8_t *y, uint32_t *scratch)
{
    if (p->geo.in_c <= 4) {
        edgec_conv2d_patch_run(p, form, x, stream, y, scratch);
    } else {
        edgec_conv2d_patch_once(p, form, x, stream, y, scratch);
    }
}

#endif
