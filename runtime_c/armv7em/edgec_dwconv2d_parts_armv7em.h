/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The depthwise convolutions of edgec_dwconv2d_planes_armv7em.h in parts, for runs in slices: of one image.
 * Items: runs of words of the planes filled; for each four channels, strip by strip, each row that is loaded and each
 * row of each filter that is computed; then, where there are limits, runs of the output's bytes.  The planes stay in
 * scratch. */
#ifndef EDGEC_DWCONV2D_PARTS_ARMV7EM_H
#define EDGEC_DWCONV2D_PARTS_ARMV7EM_H

#include "edgec_dwconv2d_planes_armv7em.h"

#define EDGEC_DW_LIMITED 1024 /* bytes limited by an item */
#define EDGEC_DW_FILLED 32    /* words filled by one */

/* Four channels, of which the last `of` are computed, and their strip at `row`. */
typedef struct {
    const int8_t *x, *stream;
    int8_t *y;
    int32_t of, row, rows;
} edgec_dw_four;

/* The rows that the job names of count filters; of more than one, each of its own channel (edgec_dw_together). */
EDGEC_INLINE void edgec_dw_some_rows(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                     const int8_t *stream, int32_t count, edgec_dw_job *job)
{
#if EDGEC_DW_HAS_ANY
    const int32_t steps = edgec_dw_any_steps(p->stride_col, p->tap_rows, p->tap_cols);
    if (kind == EDGEC_DW_ANY && steps > 0) {
        edgec_dw_any_filters(p, bits, steps, job->x, stream, job->y, count, job->rows);
        return;
    }
#endif
#if EDGEC_DW_HAS_FILTERS
    if (kind == EDGEC_DW_RAISED_ANY) {
        edgec_dw_filters(p, job->x, stream, job->y, count, job->rows);
        return;
    }
#endif
#if EDGEC_DW_HAS_RAISED_S1 || EDGEC_DW_HAS_RAISED_S2
    if (kind >= EDGEC_DW_RAISED_S1) {
        edgec_dw_raised_filters(p, kind, stream, count, job);
        return;
    }
#endif
    (void)count; /* 1, when they do not follow each other */
    edgec_dw_filter(p, kind, bits, stream, job);
}

/* Whether filters of all their rows are computed one behind the other by one call. */
EDGEC_INLINE int edgec_dw_together(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind)
{
#if EDGEC_DW_HAS_ANY
    if (kind == EDGEC_DW_ANY && edgec_dw_any_steps(p->stride_col, p->tap_rows, p->tap_cols) > 0) {
        return p->filters == 1;
    }
#endif
    return kind >= EDGEC_DW_RAISED_S1 && p->filters == 1;
}

/* Rows first .. first + count - 1 of the filters of a strip: row by row of each filter in turn. */
EDGEC_INLINE void edgec_dw_some(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                const edgec_dw_four *four, int32_t first, int32_t count, const int16_t *planes)
{
    int32_t filter = (int32_t)((uint32_t)first / (uint32_t)four->rows);
    int32_t row = first - filter * four->rows;
    edgec_dw_job job;
    edgec_dw_begin(p, kind, &job);
    while (count > 0) {
        const int32_t plane = 4 - four->of + (int32_t)((uint32_t)filter / (uint32_t)p->filters);
        int32_t filters = 1;
        job.rows = (four->rows - row < count) ? four->rows - row : count;
        if (row == 0 && edgec_dw_together(p, kind)) {
            while ((filters + 1) * four->rows <= count) {
                filters++;
            }
        }
        job.x = planes + plane * p->pitch * p->depth + row * p->pitch * p->stride_row;
        job.y = edgec_dw_first(p, four->y + filter + (four->row + row) * p->out_row_step);
        count -= filters * job.rows;
        edgec_dw_some_rows(p, kind, bits, four->stream + filter * (p->tap_bytes + EDGEC_DW_END), filters, &job);
        filter += filters;
        row = 0;
    }
}

/* Items of four channels from the first one on, as many as there are, at most count; how many. */
EDGEC_INLINE int32_t edgec_dw_quad_part(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                        edgec_dw_four *four, int32_t first, int32_t count, int16_t *planes)
{
    const int32_t kept = (p->span > p->stride_row) ? p->span - p->stride_row : 0;
    const int32_t usual = (p->strip - 1) * p->stride_row + p->span - kept + four->of * p->filters * p->strip;
    const int32_t last = (p->out_rows - 1) / p->strip;
    int32_t left = count;
    int32_t skipped = 0; /* strips; the first has the rows that others keep too */
    if (last > 0 && first >= usual + kept) {
        skipped = (int32_t)((uint32_t)(first - kept) / (uint32_t)usual);
        skipped = (skipped < last) ? skipped : last;
        first -= kept + skipped * usual;
    }
    for (four->row = skipped * p->strip; four->row < p->out_rows && left > 0; four->row += p->strip) {
        const int32_t rows = (p->out_rows - four->row < p->strip) ? p->out_rows - four->row : p->strip;
        const int32_t have = (four->row > 0) ? kept : 0;
        const int32_t loads = (rows - 1) * p->stride_row + p->span - have;
        const int32_t items = loads + four->of * p->filters * rows;
        four->rows = rows;
        if (first < loads) {
            const int32_t some = (loads - first < left) ? loads - first : left;
            if (first == 0 && have > 0) {
                edgec_dw_scroll(p, p->strip * p->stride_row, have, planes);
            }
            edgec_dw_load(p, four->x, four->row * p->stride_row - p->pad_row, have + first, have + first + some,
                          planes);
            first += some;
            left -= some;
        }
        if (first < items && left > 0) {
            const int32_t some = (items - first < left) ? items - first : left;
            edgec_dw_some(p, kind, bits, four, first - loads, some, planes);
            first += some;
            left -= some;
        }
        first -= items;
    }
    return count - left;
}

/* count items from the first one on. */
EDGEC_SPECIALIZED void edgec_dw_part(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                     int32_t first, int32_t count, const int8_t *x, const int8_t *stream, int8_t *y,
                                     int16_t *planes)
{
    const int32_t over = p->span - p->stride_row; /* rows that strips share, or that lie between them */
    const int32_t strips = (p->out_rows + p->strip - 1) / p->strip;
    const int32_t loads = p->out_rows * p->stride_row + ((over > 0) ? over : strips * over);
    const int32_t items = loads + 4 * p->filters * p->out_rows; /* of four channels */
    const int32_t words = 2 * p->pitch * p->depth;
    const int32_t fills = (words + EDGEC_DW_FILLED - 1) / EDGEC_DW_FILLED;
    int32_t c;
    if (first < fills) {
        const int32_t from = first * EDGEC_DW_FILLED;
        const int32_t end = (first + count < fills) ? from + count * EDGEC_DW_FILLED : words;
        edgec_dw_fill(planes + 2 * from, end - from, p->in_zero);
        count -= (first + count < fills) ? count : fills - first;
        first = fills;
    }
    first -= fills;
    c = (int32_t)((uint32_t)first / (uint32_t)items);
    c = (c * 4 < p->channels) ? c : (p->channels - 1) / 4;
    first -= c * items;
    c *= 4;
    while (count > 0 && c < p->channels) {
        const int32_t from = (c + 4 <= p->channels) ? c : (p->channels < 4) ? 0 : p->channels - 4;
        const int32_t of = (c + 4 <= p->channels) ? 4 : p->channels - c;
        const int32_t here = loads + of * p->filters * p->out_rows;
        if (first == 0 && count >= here) {
            edgec_dw_quad(p, kind, bits, x + from, stream + c * p->filters * (p->tap_bytes + EDGEC_DW_END),
                          y + c * p->filters, of, planes);
            count -= here;
        } else if (first < here) {
            edgec_dw_four four = {0};
            four.of = of;
            four.x = x + from;
            four.stream = stream + c * p->filters * (p->tap_bytes + EDGEC_DW_END);
            four.y = y + c * p->filters;
            count -= edgec_dw_quad_part(p, kind, bits, &four, first, count, planes);
            first = 0;
        } else {
            first -= here;
        }
        c += 4;
    }
    for (; count > 0; count--, first++) {
        const int32_t at = first * EDGEC_DW_LIMITED;
        const int32_t rest = p->out_size - at;
        edgec_clamp_bytes(y + at, (rest < EDGEC_DW_LIMITED) ? rest : EDGEC_DW_LIMITED, p->lo, p->hi);
    }
}

/* The same where items are, behind one that fills the planes, four channels each, of at least four: of layers without
 * limits. */
EDGEC_SPECIALIZED void edgec_dw_fours(const edgec_dwconv2d_s8_armv7em_params *p, int32_t kind, int32_t bits,
                                      int32_t first, int32_t count, const int8_t *x, const int8_t *stream, int8_t *y,
                                      int16_t *planes)
{
    const int32_t bytes = p->filters * (p->tap_bytes + EDGEC_DW_END);
    int32_t c;
    if (first == 0) {
        edgec_dw_fill(planes, 2 * p->pitch * p->depth, p->in_zero);
        first = 1;
        count--;
    }
    c = 4 * (first - 1);
    for (; count > 0 && c + 4 <= p->channels; count--, c += 4) {
        edgec_dw_quad(p, kind, bits, x + c, stream + c * bytes, y + c * p->filters, 4, planes);
    }
    if (count > 0) {
        edgec_dw_quad(p, kind, bits, x + p->channels - 4, stream + c * bytes, y + c * p->filters, p->channels - c,
                      planes);
    }
}

#endif
