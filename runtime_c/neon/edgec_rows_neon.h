/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of an image as a convolution reads them: in place, or copied to scratch between columns of padding. */
#ifndef EDGEC_ROWS_NEON_H
#define EDGEC_ROWS_NEON_H

#include "edgec_neon.h"
#include "edgec_window.h"

#define EDGEC_ROWS_NEON_TAPS 32 /* rows of a window at most */

/* `pitch` bytes of scratch for each row of a window and one of padding; 0: rows are read in place, and scratch holds
 * the row of padding where there is any. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, pitch;
} edgec_rows_neon;

EDGEC_INLINE int32_t edgec_rows_span_neon(const edgec_geometry *g) { return (g->kernel_h - 1) * g->dilation_h + 1; }

EDGEC_INLINE void edgec_fill_neon(int8_t *to, int32_t value, int32_t bytes) /* a multiple of 16 */
{
    const int8x16_t v = vdupq_n_s8((int8_t)value);
    int32_t i;
    for (i = 0; i < bytes; i += 16) {
        vst1q_s8(to + i, v);
    }
}

/* Once for each layer: all of scratch is padding. */
EDGEC_INLINE void edgec_rows_begin_neon(const edgec_rows_neon *r, int8_t *scratch)
{
    const edgec_geometry *g = &r->geo;
    if (r->pitch != 0) {
        edgec_fill_neon(scratch, r->in_zero, (edgec_rows_span_neon(g) + 1) * r->pitch);
    } else if (g->pad_top > 0 || (g->out_h - 1) * g->stride_h + edgec_rows_span_neon(g) > g->in_h) {
        edgec_fill_neon(scratch, r->in_zero, (g->in_w * g->in_c + 15) & ~15);
    }
}

/* Where the rows of windows begin, for row `out_row` of the output; rows before `loaded` are in scratch. */
EDGEC_INLINE void edgec_rows_at_neon(const edgec_rows_neon *r, const int8_t *x, int8_t *scratch, int32_t out_row,
                                     int32_t *loaded, const int8_t **rows)
{
    const edgec_geometry *g = &r->geo;
    const int32_t first = out_row * g->stride_h - g->pad_top;
    const int32_t span = edgec_rows_span_neon(g);
    const int32_t bytes = g->in_w * g->in_c;
    int32_t i;
    if (r->pitch != 0) {
        const int32_t end = first + span < g->in_h ? first + span : g->in_h;
        for (i = first > *loaded ? first : *loaded; i < end; i++) {
            edgec_copy_neon(scratch + i % span * r->pitch + g->pad_left * g->in_c, x + i * bytes, bytes);
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
