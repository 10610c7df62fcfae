/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise convolution, int8, channels last, one filter per channel or several: x[N, H, W, C],
 * y[N, OH, OW, C * filters].
 * Four channels at a time are turned into planes of int16 rows in scratch (padding included), where two neighbouring
 * taps are one word.  The binding names the axes: "columns" run along a plane's row, which may be either axis of the
 * image.  A tall plane is done in strips of rows.  All rows a strip needs are read before it is written and later
 * strips keep their own, so the output may be the input's buffer when both have the same size.  Dilation is a step
 * between the rows of taps; along a row, every d-th cell lies beside each other in one of d phases of the row, or zeros
 * lie between the taps.
 *
 * Stream of a filter, in bytes at any address: its taps row by row, then the words bias << 5 | n and m.
 * With int4 weights: eight taps in a word (0 .. 3 in the low nibbles of its bytes, 4 .. 7 in the high ones), one to
 * four more in low nibbles, the last of them (or none) in the first of the words m >> 3 << 4 | tap and bias << 8 | n <<
 * 3 | m & 7.  They are computed times 16, which n counts. */
#ifndef EDGEC_DWCONV2D_PLANES_ARMV7EM_H
#define EDGEC_DWCONV2D_PLANES_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_dw_planes_armv7em.h"
#include "edgec_dw_rows_armv7em.h"
#include "edgec_dw_taps_armv7em.h"
#include "edgec_dw_walks_armv7em.h"

/* The rows of one filter that the job names. */
EDGEC_SPECIALIZED_PART void edgec_dw_filter(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                            const int8_t *stream, edgec_dw_job *job)
{
    const int8_t *taps = stream;
#if EDGEC_DW_HAS_RAISED_S1 || EDGEC_DW_HAS_RAISED_S2
    if (kind >= EDGEC_DW_RAISED_S1) {
        edgec_dw_raised_filters(p, kind, stream, 1, job);
        return;
    }
#endif
#if EDGEC_DW_HAS_S4
    int8_t bytes[EDGEC_DW_BYTES];
    if (bits == 4) {
        edgec_dw_unpack(stream, p->tap_rows * p->tap_cols, bytes);
        edgec_dw_end_s4(job, stream + p->tap_bytes);
        taps = bytes;
    } else
#endif
    {
        edgec_dw_end_s8(job, stream + p->tap_bytes);
    }
    (void)bits; /* 8, when there are no others */
    job->add = (uint32_t)(2 * p->out_zero + 1) << job->n;
    if (kind == EDGEC_DW_ANY) {
        edgec_dw_expand(taps, p->tap_rows, p->tap_cols, job->taps);
        edgec_dw_rows_any(p, job);
    } else {
        edgec_dw_expand_3x3(taps, job->taps);
        edgec_dw_block(kind, job);
    }
}

#if EDGEC_DW_HAS_ANY
/* The words of a filter, and what its sums become. */
EDGEC_SPECIALIZED_PART void edgec_dw_any_filter(const edgec_dwconv2d_s8_armv7em_params *p, int32_t bits, int32_t steps,
                                                const int8_t *stream, edgec_dw_any_job *job)
{
    const int32_t row = 2 * p->tap_step;                      /* bytes from one row of taps to the next */
    const int32_t read = 4 * (steps + 2);                     /* of which six outputs read so many */
    const int32_t back = 12 - read - (p->tap_rows - 1) * row; /* from the last row to the next six */
    uint32_t *to = job->stream + EDGEC_DW_STREAM - 6 - p->tap_rows * (2 * steps + 1);
    edgec_dw_job end;
    const int8_t *taps = stream;
    int32_t i;
#if EDGEC_DW_HAS_S4
    int8_t bytes[EDGEC_DW_BYTES];
    if (bits == 4) {
        edgec_dw_unpack(stream, p->tap_rows * p->tap_cols, bytes);
        edgec_dw_end_s4(&end, stream + p->tap_bytes);
        taps = bytes;
    } else
#endif
    {
        edgec_dw_end_s8(&end, stream + p->tap_bytes);
    }
    (void)bits; /* 8, when there are no others */
    job->start = to;
    job->m = end.m;
    job->n = end.n;
    job->add = (uint32_t)(2 * p->out_zero + 1) << end.n;
    for (i = 0; i < 6; i++) {
        *to++ = end.bias;
    }
    for (i = 1; i < p->tap_rows; i++, taps += p->tap_cols) {
        to = edgec_dw_any_taps(taps, p->tap_cols, to);
        *to++ = (uint32_t)(row - read);
    }
    to = edgec_dw_any_taps(taps, p->tap_cols, to);
    *to = (uint32_t)back;
}

/* rows output rows of count filters from the planes at x on; the first output is at y. */
EDGEC_SPECIALIZED void edgec_dw_any_filters(const edgec_dwconv2d_s8_armv7em_params *p, int32_t bits, int32_t steps,
                                            const int16_t *x, const int8_t *stream, int8_t *y, int32_t count,
                                            int32_t rows)
{
    const int32_t phases = p->between + 1;
    edgec_dw_any_job job;
    int32_t f = 0;
    int32_t phase;
    job.col_step = phases * p->out_col_step;
    job.col_step3 = 3 * job.col_step;
    for (; count > 0; count--) {
        edgec_dw_any_filter(p, bits, steps, stream, &job);
        for (phase = 0; phase < phases && phase < p->out_cols; phase++) {
            edgec_dw_any_columns(&job, (p->out_cols - phase + phases - 1) / phases);
            job.x_next += 2 * p->pitch * p->stride_row;
            job.y_next += p->out_row_step;
            job.x = x + phase * (p->pitch / phases);
            job.at = y + phase * p->out_col_step;
            job.rows = rows;
            edgec_dw_any_rows(&job, steps);
        }
        y++;
        stream += p->tap_bytes + EDGEC_DW_END;
        f++;
        if (f == p->filters) {
            f = 0;
            x += p->pitch * p->depth;
        }
    }
}
#endif

#if EDGEC_DW_HAS_FILTERS
/* rows output rows of count filters, all of one channel or each of its own, from the planes at x on; the first output
 * is at y. */
EDGEC_SPECIALIZED void edgec_dw_filters(const edgec_dwconv2d_s8_armv7em_params *p, const int16_t *x,
                                        const int8_t *stream, int8_t *y, int32_t count, int32_t rows)
{
    const int32_t steps = edgec_dw_filters_steps(p->tap_cols);
    const int32_t phases = p->between + 1;
    const int32_t row = 2 * p->tap_step;   /* bytes from one row of taps to the next */
    const int32_t read = 4 * (steps + 2);  /* of which six outputs read so many */
    const int32_t words = 2 * (steps - 1); /* of a row of taps, ahead of the bytes to the next one */
    edgec_dw_filters_job job;
    int32_t together = 1;
    uint32_t *to = job.stream + EDGEC_DW_FILTERS_STREAM - p->tap_rows * (words + 1);
    int32_t i;
    job.start = to - 6;
    for (i = 1; i < p->tap_rows; i++, to += words + 1) {
        to[words] = (uint32_t)(row - read);
    }
    to[words] = (uint32_t)(12 - read - (p->tap_rows - 1) * row); /* back to the next six */
    job.add = (uint32_t)(2 * p->out_zero + 1) << EDGEC_DW_RAISED;
    job.col_step = phases * p->out_col_step;
    job.col_step3 = 3 * job.col_step;
    job.tap_bytes = p->tap_bytes;
    job.odd = p->tap_cols & 1;
    job.tap_rows = p->tap_rows;
    job.plane = (p->filters == 1) ? 2 * p->pitch * p->depth : 0;
    for (i = 0; i < phases && i < p->out_cols; i += together) {
        const int32_t longer = p->out_cols % phases; /* phases with an output more than the others */
        const int32_t end = (i < longer) ? longer : (phases < p->out_cols) ? phases : p->out_cols;
        edgec_dw_filters_columns(&job, (p->out_cols - i + phases - 1) / phases);
        if (rows == 1) { /* phases are rows of a plane */
            together = end - i;
            job.x_next += 2 * (p->pitch / phases);
            job.y_next += p->out_col_step;
            job.rows = together;
        } else {
            job.x_next += 2 * p->pitch * p->stride_row;
            job.y_next += p->out_row_step;
            job.rows = rows;
        }
        job.taps = stream;
        job.x = x + i * (p->pitch / phases);
        job.y = y + i * p->out_col_step;
        job.y_end = job.y + count;
        edgec_dw_filters_rows(&job, steps);
    }
}
#endif

#if EDGEC_DW_HAS_PARTS_3X3
/* Whether rows of a strip go by the blocks of 3x3: parts of the image in which the cells under the taps lie beside each
 * other. */
static inline int edgec_dw_is_3x3(const edgec_dwconv2d_s8_armv7em_params *p)
{
    return p->tap_rows == 3 && p->tap_cols == 3 && p->stride_row == 1 && p->strip > 1;
}

/* edgec_dw_filters of such a window: every part of the image in turn, of which a plane holds as many rows. */
EDGEC_SPECIALIZED void edgec_dw_filters_3x3(const edgec_dwconv2d_s8_armv7em_params *p, const int16_t *x,
                                            const int8_t *stream, int8_t *y, int32_t count, int32_t rows)
{
    const int32_t by_row = p->tap_step / p->pitch;
    const int32_t by_col = p->between + 1;
    edgec_dwconv2d_s8_armv7em_params part = *p;
    edgec_dw_job job;
    int32_t i;
    int32_t j;
    part.pitch = by_row * p->pitch;
    part.depth = p->depth / by_row;
    part.out_row_step = by_row * p->out_row_step;
    part.out_col_step = by_col * p->out_col_step;
    edgec_dw_begin(&part, EDGEC_DW_RAISED_S1, &job);
    for (i = 0; i < by_col && i < p->out_cols; i++) {
        part.out_cols = (p->out_cols - i + by_col - 1) / by_col;
        for (j = 0; j < by_row && j < rows; j++) {
            job.rows = (rows - j + by_row - 1) / by_row;
            job.x = x + i * (p->pitch / by_col) + j * p->pitch;
            job.y = y + i * p->out_col_step + j * p->out_row_step;
            edgec_dw_raised_filters(&part, EDGEC_DW_RAISED_S1, stream, count, &job);
        }
    }
}
#endif

#if EDGEC_DW_HAS_FILTERS
/* edgec_dw_strip of any window with raised sums. */
EDGEC_SPECIALIZED_PART void edgec_dw_strip_raised(const edgec_dwconv2d_s8_armv7em_params *p, const int16_t *plane,
                                                  const int8_t *stream, int8_t *y, int32_t count, int32_t rows)
{
    const int32_t together = (p->filters == 1) ? count : p->filters;
    int32_t i;
    for (i = 0; i < count * p->filters; i += together) {
#if EDGEC_DW_HAS_PARTS_3X3
        if (edgec_dw_is_3x3(p)) {
            edgec_dw_filters_3x3(p, plane, stream, y + i, together, rows);
        } else
#endif
        {
            edgec_dw_filters(p, plane, stream, y + i, together, rows);
        }
        plane += p->pitch * p->depth;
        stream += together * (p->tap_bytes + EDGEC_DW_END);
    }
}
#endif

/* rows output rows of all filters of count channels, whose planes begin at plane; the first output is at y. */
EDGEC_SPECIALIZED void edgec_dw_strip(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                      const int16_t *plane, const int8_t *stream, int8_t *y, int32_t count,
                                      int32_t rows)
{
#if EDGEC_DW_HAS_ANY
    const int32_t steps = edgec_dw_any_steps(p->stride_col, p->tap_rows, p->tap_cols);
    if (kind == EDGEC_DW_ANY && steps > 0) {
        edgec_dw_any_filters(p, bits, steps, plane, stream, y, count * p->filters, rows);
        return;
    }
#endif
#if EDGEC_DW_HAS_FILTERS
    if (kind == EDGEC_DW_RAISED_ANY) {
        edgec_dw_strip_raised(p, plane, stream, y, count, rows);
        return;
    }
#endif
    edgec_dw_job job;
    const int16_t *const end = plane + count * p->pitch * p->depth;
    int32_t f = 0;
    y = edgec_dw_first(p, y);
    edgec_dw_begin(p, kind, &job);
#if EDGEC_DW_HAS_RAISED_S1 || EDGEC_DW_HAS_RAISED_S2
    if (kind >= EDGEC_DW_RAISED_S1) {
        const int32_t together = (p->filters == 1) ? count : p->filters;
        job.rows = rows;
        for (f = 0; f < count * p->filters; f += together) {
            job.x = plane;
            job.y = y + f;
            edgec_dw_raised_filters(p, kind, stream, together, &job);
            plane += p->pitch * p->depth;
            stream += together * (p->tap_bytes + EDGEC_DW_END);
        }
        return;
    }
#endif
    while (plane < end) {
        job.x = plane;
        job.y = y++;
        job.rows = rows;
        edgec_dw_filter(p, kind, bits, stream, &job);
        stream += p->tap_bytes + EDGEC_DW_END;
        f++;
        if (f == p->filters) {
            f = 0;
            plane += p->pitch * p->depth;
        }
    }
}

/* Four channels of one image, beginning at x; the last count are computed, the first of which is at y. */
EDGEC_SPECIALIZED void edgec_dw_quad(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                     const int8_t *x, const int8_t *stream, int8_t *y, int32_t count, int16_t *planes)
{
    int32_t row;
    int32_t have = 0;
    for (row = 0; row < p->out_rows; row += p->strip) {
        const int32_t rows = (p->out_rows - row < p->strip) ? p->out_rows - row : p->strip;
        const int32_t need = (rows - 1) * p->stride_row + p->span;
        const int32_t by = rows * p->stride_row;
        edgec_dw_load(p, x, row * p->stride_row - p->pad_row, have, need, planes);
        edgec_dw_strip(p, kind, bits, planes + (4 - count) * p->pitch * p->depth, stream, y + row * p->out_row_step,
                       count, rows);
        have = (need > by) ? need - by : 0;
        if (have > 0 && row + rows < p->out_rows) {
            edgec_dw_scroll(p, by, have, planes);
        }
    }
}

#if EDGEC_DW_HAS_WHOLE
/* Whether all rows of a 3x3 layer are one strip, and channels at least four with a filter each. */
static inline int edgec_dw_is_whole(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind)
{
    return (kind == EDGEC_DW_RAISED_S1 || kind == EDGEC_DW_RAISED_S2) && p->strip >= p->out_rows && p->filters == 1 &&
           p->channels >= 4;
}

/* The block that takes the rows of such a layer. */
static inline int32_t edgec_dw_whole_block(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind)
{
    const int32_t four = kind == EDGEC_DW_RAISED_S1 && p->out_cols == 4;
    return (EDGEC_DW_HAS_FOUR && four) ? EDGEC_DW_RAISED_FOUR : kind;
}

/* The channels of an image of such a layer, four at a time, ahead of which those go that are no whole four. */
EDGEC_SPECIALIZED_PART void edgec_dw_whole(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, const int8_t *x,
                                           const int8_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t below = p->depth - p->pad_row;
    const int32_t rows = (p->in_rows < below) ? p->in_rows : below;
    const int32_t over = p->channels & 3;
    const int32_t block = edgec_dw_whole_block(p, kind);
    int32_t count = (over > 0) ? over : 4;
    int8_t *const end = edgec_dw_first(p, y) + p->channels;
    edgec_dw_load_job load;
    edgec_dw_job job;
    x -= ((p->in_col_step < 0) ? p->in_cols - 1 : 0) * p->in_col_step;
    edgec_dw_load_begin(p, 1, p->in_cols, rows, p->pad_col, x, planes + p->pad_row * p->pitch + p->pad_col, &load);
    edgec_dw_begin(p, kind, &job);
    job.rows = p->out_rows;
    edgec_dw_raised_begin(p, kind, stream, &job);
    if (block == EDGEC_DW_RAISED_FOUR) {
        job.col_step3 = 3 * p->out_col_step;
    }
    job.y_end = edgec_dw_first(p, y);
    while (job.y_end < end) {
        edgec_dw_load_rows(&load);
        job.x = planes;
        job.y = job.y_end;
        job.y_end += count;
        load.x += count;
        load.end += count;
        count = 4;
        edgec_dw_block(block, &job);
    }
}
#endif

EDGEC_SPECIALIZED void edgec_dw_all(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                    const int8_t *x, const int8_t *stream, int8_t *y, int16_t *planes)
{
    const int32_t bytes = p->filters * (p->tap_bytes + EDGEC_DW_END);
    int32_t n;
    int32_t c;
    edgec_dw_fill(planes, 2 * p->pitch * p->depth, p->in_zero);
    for (n = 0; n < p->batch; n++) {
        c = 0;
#if EDGEC_DW_HAS_WHOLE
        if (edgec_dw_is_whole(p, kind)) {
            edgec_dw_whole(p, kind, x, stream, y, planes);
            c = p->channels;
        }
#endif
        for (; c + 4 <= p->channels; c += 4) {
            edgec_dw_quad(p, kind, bits, x + c, stream + c * bytes, y + c * p->filters, 4, planes);
        }
        if (c < p->channels) { /* four channels that end with the last one, or all when there are fewer */
            const int32_t first = (p->channels < 4) ? 0 : p->channels - 4;
            edgec_dw_quad(p, kind, bits, x + first, stream + c * bytes, y + c * p->filters, p->channels - c, planes);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, p->out_size, p->lo, p->hi);
        }
        x += p->in_size;
        y += p->out_size;
    }
}

#endif
