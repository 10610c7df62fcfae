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

/* A row with every byte `many` times: 2, 3 or 4 times by ST2, ST3, ST4. */
EDGEC_INLINE void edgec_rows_repeated_neon(int8_t *to, const int8_t *from, int32_t bytes, int32_t many)
{
    int32_t i;
    int32_t k;
    if (bytes < 16 || many > 4) {
        for (i = 0; i < bytes; i++) {
            for (k = 0; k < many; k++) {
                to[i * many + k] = from[i];
            }
        }
        return;
    }
    for (i = 0; i < bytes; i += 16) {
        const int32_t at = (i + 16 < bytes) ? i : bytes - 16;
        const int8x16_t v = vld1q_s8(from + at);
        if (many == 2) {
            const int8x16x2_t two = {{v, v}};
            vst2q_s8(to + 2 * at, two);
        } else if (many == 3) {
            const int8x16x3_t three = {{v, v, v}};
            vst3q_s8(to + 3 * at, three);
        } else {
            const int8x16x4_t four = {{v, v, v, v}};
            vst4q_s8(to + 4 * at, four);
        }
    }
}

/* Where the rows of windows begin, for row `out_row` of the output; rows before `loaded` are in scratch.  There they
 * have every value of the image `many` times, where that is more than once. */
EDGEC_INLINE void edgec_rows_many_neon(const edgec_rows_neon *r, const int8_t *x, int8_t *scratch, int32_t out_row,
                                       int32_t *loaded, const int8_t **rows, int32_t many)
{
    const edgec_geometry *g = &r->geo;
    const int32_t first = out_row * g->stride_h - g->pad_top;
    const int32_t span = edgec_rows_span_neon(g);
    const int32_t bytes = g->in_w * g->in_c / many;
    int32_t i;
    if (r->pitch != 0) {
        const int32_t end = first + span < g->in_h ? first + span : g->in_h;
        for (i = first > *loaded ? first : *loaded; i < end; i++) {
            int8_t *const to = scratch + i % span * r->pitch + g->pad_left * g->in_c;
            if (many == 1) {
                edgec_copy_neon(to, x + i * bytes, bytes);
            } else {
                edgec_rows_repeated_neon(to, x + i * bytes, bytes, many);
            }
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

EDGEC_INLINE void edgec_rows_at_neon(const edgec_rows_neon *r, const int8_t *x, int8_t *scratch, int32_t out_row,
                                     int32_t *loaded, const int8_t **rows)
{
    edgec_rows_many_neon(r, x, scratch, out_row, loaded, rows, 1);
}

#endif
