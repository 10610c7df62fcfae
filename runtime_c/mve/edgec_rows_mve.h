/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of an image as a convolution reads them: in place, or copied to scratch between columns of padding. */
#ifndef EDGEC_ROWS_MVE_H
#define EDGEC_ROWS_MVE_H

#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_ROWS_MVE_TAPS 32 /* rows of a window at most */

/* `pitch` bytes of scratch for each row of a window and one of padding; 0: rows are read in place, and scratch holds
 * the row of padding where there is any. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, pitch;
} edgec_rows_mve;

EDGEC_INLINE int32_t edgec_rows_span_mve(const edgec_geometry *g) { return (g->kernel_h - 1) * g->dilation_h + 1; }

/* Once for each layer: all of scratch is padding. */
EDGEC_INLINE void edgec_rows_begin_mve(const edgec_rows_mve *r, int8_t *scratch)
{
    const edgec_geometry *g = &r->geo;
    if (r->pitch != 0) {
        edgec_fill_mve(scratch, r->in_zero, (edgec_rows_span_mve(g) + 1) * r->pitch);
    } else if (g->pad_top > 0 || (g->out_h - 1) * g->stride_h + edgec_rows_span_mve(g) > g->in_h) {
        edgec_fill_mve(scratch, r->in_zero, g->in_w * g->in_c);
    }
}

/* Where the rows of windows begin, for row `out_row` of the output; rows before `loaded` are in scratch. */
EDGEC_INLINE void edgec_rows_at_mve(const edgec_rows_mve *r, const int8_t *x, int8_t *scratch, int32_t out_row,
                                    int32_t *loaded, const int8_t **rows)
{
    const edgec_geometry *g = &r->geo;
    const int32_t first = out_row * g->stride_h - g->pad_top;
    const int32_t span = edgec_rows_span_mve(g);
    const int32_t bytes = g->in_w * g->in_c;
    int32_t i;
    if (r->pitch != 0) {
        const int32_t end = first + span < g->in_h ? first + span : g->in_h;
        for (i = first > *loaded ? first : *loaded; i < end; i++) {
            edgec_copy_mve(scratch + i % span * r->pitch + g->pad_left * g->in_c, x + i * bytes, bytes);
        }
        *loaded = end > *loaded ? end : *loaded;
    }
    for (i = 0; i < g->kernel_h; i++) {
        const int32_t at = first + i * g->dilation_h;
        const int inside = at >= 0 && at < g->in_h;
        if (r->pitch != 0) {
            rows[i] = scratch + (inside ? at % span : span) * r->pitch;
        } else {
            rows[i] = inside ? x + at * bytes : scratch;
        }
    }
}

#endif
