/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution, int16 activations and int8 weights, channels last, four channels (at least four there are)
 * at a time as planes of rows in scratch (padding included), as edgec_dwconv2d_s8_armv7em.h does it.  The binding names
 * the axes: "columns" run along a plane's row.  A tall plane is done in strips: all rows that one needs are read before
 * it is written and later strips keep their own, so the output may be the input's buffer when channels are whole fours.
 * Constants as in edgec_dwconv2d_s16_armv7em.h.
 */
#ifndef EDGEC_DWCONV2D_S16_3X3_ARMV7EM_H
#define EDGEC_DWCONV2D_S16_3X3_ARMV7EM_H

#include "edgec_dw_3x3_s16_armv7em.h"

typedef struct {
    int32_t batch, channels, filters;                   /* filters of each channel */
    int32_t in_rows, in_cols, in_row_step, in_col_step; /* steps in elements */
    int32_t out_rows, out_cols, out_row_step, out_col_step;
    int32_t in_size, out_size; /* elements of one image */
    int32_t tap_row, tap_col;  /* words from a row (a column) of taps to the next */
    int32_t stride, pad_row, pad_col;
    int32_t pitch; /* elements of a plane's row, even */
    int32_t depth; /* rows of a plane */
    int32_t strip; /* output rows of a strip */
    int32_t lo;    /* INT16_MIN or 0 */
} edgec_dwconv2d_s16_3x3_armv7em_params;

/* A row of four channels to the planes. */
static inline void edgec_dw_s16_row(const edgec_dwconv2d_s16_3x3_armv7em_params *p, const int16_t *x, int16_t *to)
{
    const int32_t plane = p->pitch * p->depth;
    int16_t *to2 = to + 2 * plane;
    int32_t n = p->in_cols;
    for (; n >= 2; n -= 2) {
        const int16_t *const next = x + p->in_col_step;
        const uint32_t a = edgec_load_pair(x);
        const uint32_t b = edgec_load_pair(x + 2);
        const uint32_t c = edgec_load_pair(next);
        const uint32_t d = edgec_load_pair(next + 2);
        edgec_store_pair(edgec_lows(a, c), to);
        edgec_store_pair(edgec_highs(a, c), to + plane);
        edgec_store_pair(edgec_lows(b, d), to2);
        edgec_store_pair(edgec_highs(b, d), to2 + plane);
        x = next + p->in_col_step;
        to += 2;
        to2 += 2;
    }
    if (n > 0) {
        int32_t i;
        for (i = 0; i < 4; i++) {
            to[i * plane] = x[i];
        }
    }
}

/* Rows from .. end - 1 of the planes; row 0 is the image's row first. */
static inline void edgec_dw_s16_load(const edgec_dwconv2d_s16_3x3_armv7em_params *p, const int16_t *x, int32_t first,
                                     int32_t from, int32_t end, int16_t *planes)
{
    int32_t b;
    int32_t c;
    for (b = from; b < end; b++) {
        const int32_t row = first + b;
        int16_t *to = planes + b * p->pitch;
        if (row >= 0 && row < p->in_rows) {
            edgec_dw_s16_row(p, x + row * p->in_row_step, to + p->pad_col);
        } else {
            for (c = 0; c < 4; c++) {
                memset(to + c * p->pitch * p->depth, 0, (size_t)p->pitch * sizeof *to);
            }
        }
    }
}

/* Moves keep rows of the planes, from row by on, to their top. */
static inline void edgec_dw_s16_scroll(const edgec_dwconv2d_s16_3x3_armv7em_params *p, int32_t by, int32_t keep,
                                       int16_t *planes)
{
    int32_t c;
    for (c = 0; c < 4; c++) {
        int16_t *to = planes + c * p->pitch * p->depth;
        const int16_t *from = to + by * p->pitch;
        const int16_t *const end = from + keep * p->pitch; /* the pitch is even */
        for (; from < end; from += 2, to += 2) {
            edgec_store_pair(edgec_load_pair(from), to);
        }
    }
}

/* The pairs {w0 w1} {w1 w2} of each row of one channel: byte number `at` of the words. */
static inline void edgec_dw_s16_taps(const edgec_dwconv2d_s16_3x3_armv7em_params *p, const uint32_t *w, uint32_t at,
                                     uint32_t *taps)
{
    int32_t i;
    for (i = 0; i < 3; i++) {
        int32_t t[3];
        int32_t j;
        for (j = 0; j < 3; j++) {
            t[j] = (int8_t)(uint8_t)((w[j * p->tap_col] >> (8u * at)) & 0xFFu);
        }
        taps[0] = edgec_pair(t[0], t[1]);
        taps[1] = edgec_pair(t[1], t[2]);
        w += p->tap_row;
        taps += 2;
    }
}

static inline void edgec_dw_s16_rows(const edgec_dwconv2d_s16_3x3_armv7em_params *p, edgec_dw_job *job)
{
    if (p->stride == 1) {
        if (p->lo == 0) {
            edgec_dw_rows_3x3_s1_u15(job);
        } else {
            edgec_dw_rows_3x3_s1_s16(job);
        }
    } else {
        if (p->lo == 0) {
            edgec_dw_rows_3x3_s2_u15(job);
        } else {
            edgec_dw_rows_3x3_s2_s16(job);
        }
    }
}

/* rows output rows of one filter of four channels; the first channel's constants and its output at y. */
static inline void edgec_dw_s16_strip(const edgec_dwconv2d_s16_3x3_armv7em_params *p, const int16_t *planes,
                                      const uint32_t *w, const int32_t *bias, const int32_t *multiplier,
                                      const uint8_t *n, int16_t *y, int32_t rows)
{
    const int32_t group = (p->stride == 1) ? EDGEC_DW_GROUP_S1 : EDGEC_DW_GROUP_S2;
    edgec_dw_job job;
    int32_t i;
    job.pitch = 2 * p->pitch;
    job.col_step = 2 * p->out_col_step;
    job.x_step = 2 * p->pitch * p->stride;
    job.row_step = 2 * p->out_row_step;
    job.groups = p->out_cols / group;
    job.rest = p->out_cols % group;
    for (i = 0; i < 4; i++) {
        job.bias = (uint32_t)bias[i];
        job.m = multiplier[i];
        job.n = n[i];
        job.add = UINT32_C(1) << n[i];
        job.x = planes + i * p->pitch * p->depth;
        job.y = (int8_t *)(y + i * p->filters);
        job.rows = rows;
        edgec_dw_s16_taps(p, w, (i == 1) ? 2u : (i == 2) ? 1u : (uint32_t)i, job.taps);
        edgec_dw_s16_rows(p, &job);
    }
}

EDGEC_INLINE void edgec_dwconv2d_s16_3x3_armv7em(const edgec_dwconv2d_s16_3x3_armv7em_params *p, const int16_t *x,
                                                 const uint32_t *w, const int32_t *bias, const int32_t *multiplier,
                                                 const uint8_t *n, int16_t *y, int16_t *planes)
{
    const int32_t words = (p->channels + 3) / 4 * 9;
    int32_t image;
    int32_t c;
    int32_t row;
    int32_t f;
    memset(planes, 0, (size_t)(4 * p->pitch * p->depth) * sizeof *planes);
    for (image = 0; image < p->batch; image++) {
        for (c = 0; c < p->channels; c += 4) {
            const int32_t first = (c + 4 <= p->channels) ? c : p->channels - 4;
            int32_t have = 0;
            for (row = 0; row < p->out_rows; row += p->strip) {
                const int32_t rows = (p->out_rows - row < p->strip) ? p->out_rows - row : p->strip;
                const int32_t need = (rows - 1) * p->stride + 3;
                edgec_dw_s16_load(p, x + first, row * p->stride - p->pad_row, have, need, planes);
                for (f = 0; f < p->filters; f++) {
                    const int32_t at = f * p->channels + first;
                    edgec_dw_s16_strip(p, planes, w + f * words + c / 4 * 9, bias + at, multiplier + at, n + at,
                                       y + row * p->out_row_step + first * p->filters + f, rows);
                }
                have = 3 - p->stride;
                if (row + rows < p->out_rows) {
                    edgec_dw_s16_scroll(p, rows * p->stride, have, planes);
                }
            }
        }
        x += p->in_size;
        y += p->out_size;
    }
}

#endif
