/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Planes of the depthwise convolutions (edgec_dwconv2d_planes_armv7em.h): their parameters, rows that are loaded, and
 * rows that the next strip keeps. */
#ifndef EDGEC_DW_PLANES_ARMV7EM_H
#define EDGEC_DW_PLANES_ARMV7EM_H

#include "edgec_dw_load_armv7em.h"

/* The blocks that a model has are those whose headers come before this one. */
#ifdef EDGEC_DW_3X3_S1_ARMV7EM_H
#define EDGEC_DW_HAS_S1 1
#else
#define EDGEC_DW_HAS_S1 0
#endif
#ifdef EDGEC_DW_3X3_S2_ARMV7EM_H
#define EDGEC_DW_HAS_S2 1
#else
#define EDGEC_DW_HAS_S2 0
#endif
#ifdef EDGEC_DW_RAISED_S1_ARMV7EM_H
#define EDGEC_DW_HAS_RAISED_S1 1
#else
#define EDGEC_DW_HAS_RAISED_S1 0
#endif
#ifdef EDGEC_DW_RAISED_S2_ARMV7EM_H
#define EDGEC_DW_HAS_RAISED_S2 1
#else
#define EDGEC_DW_HAS_RAISED_S2 0
#endif
#if defined(EDGEC_DW_RAISED_FOUR_ARMV7EM_H) && !EDGEC_ARMV7EM_SMALL
#define EDGEC_DW_HAS_FOUR 1
#else
#define EDGEC_DW_HAS_FOUR 0
#endif
#ifdef EDGEC_DW_ANY_ARMV7EM_H
#define EDGEC_DW_HAS_ANY 1
#else
#define EDGEC_DW_HAS_ANY 0
#endif
#ifdef EDGEC_DW_FILTERS_ARMV7EM_H
#define EDGEC_DW_HAS_FILTERS 1
#else
#define EDGEC_DW_HAS_FILTERS 0
#endif
#if EDGEC_DW_HAS_FILTERS && EDGEC_DW_HAS_RAISED_S1 && !EDGEC_ARMV7EM_SMALL
#define EDGEC_DW_HAS_PARTS_3X3 1 /* windows of 3x3 whose taps lie apart go by the blocks of 3x3 */
#else
#define EDGEC_DW_HAS_PARTS_3X3 0
#endif
#if (EDGEC_DW_HAS_RAISED_S1 || EDGEC_DW_HAS_RAISED_S2) && !EDGEC_ARMV7EM_SMALL
#define EDGEC_DW_HAS_WHOLE 1 /* 3x3 layers that are one strip have a way of their own */
#else
#define EDGEC_DW_HAS_WHOLE 0
#endif
/* What that way and the one by strips share; other layers have one way only. */
#if EDGEC_DW_HAS_WHOLE && !EDGEC_DW_HAS_FILTERS
#define EDGEC_DW_ONCE EDGEC_SPECIALIZED
#else
#define EDGEC_DW_ONCE EDGEC_INLINE
#endif
#ifdef EDGEC_DW_NIBBLES_ARMV7EM_H
#define EDGEC_DW_HAS_S4 1
#else
#define EDGEC_DW_HAS_S4 0
#endif

typedef struct {
    int32_t batch, channels, filters;                       /* filters of each channel */
    int32_t in_rows, in_cols, in_row_step, in_col_step;     /* steps in bytes */
    int32_t out_rows, out_cols, out_row_step, out_col_step; /* steps of columns < 0: from the last one on */
    int32_t in_size, out_size;                              /* bytes of one image */
    int32_t tap_rows, tap_cols, stride_row, stride_col;
    int32_t tap_step, span; /* int16 from one row of taps to the next; rows of a plane under all of them */
    int32_t pad_row, pad_col;
    int32_t pitch;     /* int16 of a plane's row, even */
    int32_t depth;     /* rows of a plane */
    int32_t strip;     /* output rows of a strip */
    int32_t tap_bytes; /* of a filter in the stream, up to its end */
    int32_t between;   /* cells between the taps of a row, if its cells lie apart in phases, one more */
    int32_t in_zero, out_zero, lo, hi;
} edgec_dwconv2d_s8_armv7em_params;

/* The first output of a row that begins at y. */
static inline int8_t *edgec_dw_first(const edgec_dwconv2d_s8_armv7em_params *p, int8_t *y)
{
    return (p->out_col_step < 0) ? y - (p->out_cols - 1) * p->out_col_step : y;
}

/* The loads of so many cells of each of some rows of four channels, step bytes apart from x on, to the place `at` of a
 * plane's. */
static inline void edgec_dw_load_begin(const edgec_dwconv2d_s8_armv7em_params *p, int32_t phases, int32_t cells,
                                       int32_t rows, int32_t at, const int8_t *x, int16_t *to, edgec_dw_load_job *job)
{
    const int32_t head = at & 1; /* the pitch is even */
    job->x = x;
    job->to = to;
    job->step = phases * p->in_col_step;
    job->plane = 2 * p->pitch * p->depth;
    job->head = head;
    job->fours = (cells - head) / 4;
    job->two = (cells - head) & 2;
    job->one = (cells - head) & 1;
    job->x_next = p->in_row_step - cells * job->step;
    job->next = 2 * (p->pitch - cells);
    job->end = x + rows * p->in_row_step;
}

/* Cells of an image's row that are phases apart, of so many rows from x on, to the part of the planes' rows at to. */
static inline void edgec_dw_load_phase(const edgec_dwconv2d_s8_armv7em_params *p, int32_t phases, int32_t phase,
                                       int32_t rows, const int8_t *x, int16_t *to)
{
    const int32_t first = (phase + p->pad_col * (phases - 1)) % phases; /* column first + pad_col is in the phase */
    const int32_t at = (first + p->pad_col) / phases;
    const int32_t cells = (p->in_cols - first + phases - 1) / phases;
    const int32_t plane = p->pitch * p->depth;
    x += (first - ((p->in_col_step < 0) ? p->in_cols - 1 : 0)) * p->in_col_step;
    to += phase * (p->pitch / phases) + at;
    if (p->channels < 4) {
        edgec_dw_row_narrow(x, phases * p->in_col_step, cells, p->channels, to + (4 - p->channels) * plane, plane);
    } else if (cells > 0) {
        edgec_dw_load_job job;
        edgec_dw_load_begin(p, phases, cells, rows, at, x, to, &job);
        edgec_dw_load_rows(&job);
    }
}

/* Rows from .. end - 1 of the planes; row 0 is the image's row first. */
EDGEC_DW_ONCE void edgec_dw_load(const edgec_dwconv2d_s8_armv7em_params *p, const int8_t *x, int32_t first,
                                 int32_t from, int32_t end, int16_t *planes)
{
    const int32_t plane = p->pitch * p->depth;
    int32_t b;
    for (b = from; b < end; b++) {
        const int32_t row = first + b;
        int16_t *to = planes + b * p->pitch;
        if (row < 0 || row >= p->in_rows) {
            int32_t i;
            if (p->strip >= p->out_rows) { /* a single strip: filled once, never written */
                continue;
            }
            for (i = 0; i < 4; i++) {
                edgec_dw_fill(to + i * plane, p->pitch / 2, p->in_zero);
            }
        } else {
            const int32_t last = (p->in_rows - first < end) ? p->in_rows - first : end;
            const int32_t rows = (p->channels < 4) ? 1 : last - b;
            const int32_t phases = (EDGEC_DW_HAS_ANY || EDGEC_DW_HAS_FILTERS) ? p->between + 1 : 1;
            int32_t phase;
            for (phase = 0; phase < phases; phase++) {
                edgec_dw_load_phase(p, phases, phase, rows, x + row * p->in_row_step, to);
            }
            b += rows - 1;
        }
    }
}

/* Moves the last keep rows of the planes to their top. */
EDGEC_DW_ONCE void edgec_dw_scroll(const edgec_dwconv2d_s8_armv7em_params *p, int32_t by, int32_t keep, int16_t *planes)
{
    const int32_t values = keep * p->pitch; /* even, as the pitch is */
    int32_t c;
    for (c = 0; c < 4; c++) {
        int16_t *to = planes + c * p->pitch * p->depth;
        const int16_t *from = to + by * p->pitch;
        const int16_t *end = from + values;
        for (; end - from >= 8; from += 8, to += 8) {
            const uint32_t a = edgec_load_pair(from);
            const uint32_t b = edgec_load_pair(from + 2);
            const uint32_t d = edgec_load_pair(from + 4);
            const uint32_t e = edgec_load_pair(from + 6);
            edgec_store_pair(a, to);
            edgec_store_pair(b, to + 2);
            edgec_store_pair(d, to + 4);
            edgec_store_pair(e, to + 6);
        }
        for (; from < end; from += 2, to += 2) {
            edgec_store_pair(edgec_load_pair(from), to);
        }
    }
}

#endif
