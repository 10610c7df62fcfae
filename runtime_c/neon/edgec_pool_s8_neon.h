/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Largest values and means of windows, int8: first down the columns, of whole rows, then along the row that this gives,
 * which lies in scratch with the columns of padding. */
#ifndef EDGEC_POOL_S8_NEON_H
#define EDGEC_POOL_S8_NEON_H

#include "edgec_neon.h"
#include "edgec_window.h"

/* row: values of a row in scratch, with padding, but 16 that may be read behind it; left and right: columns of padding;
 * geo.in_c and the other members are the layer's.  Rows of outputs of fewer than 16 channels are put together in
 * scratch, behind the row. */
typedef struct {
    edgec_geometry geo;
    int32_t row;
} edgec_maxpool_s8_neon_params;

/* Means: the cells of a window are at most 128.  counts: the numbers of cells that windows have, of which each has five
 * words in `factors`: multiplier, minus the shift, doublings, and what rounds halves to even (see edgec_to_even). */
typedef struct {
    edgec_geometry geo;
    int32_t row;
    int32_t pad_bottom, pad_right, count_include_pad;
    int32_t counts;
    int32_t even, doubled; /* whether a factor has what the last three words are for */
    int32_t in_zero, out_zero;
} edgec_avgpool_s8_neon_params;

/* The taps of a row of outputs that lie inside. */
EDGEC_INLINE edgec_span edgec_pool_rows_neon(const edgec_geometry *g, int32_t oy)
{
    return edgec_span_of(oy * g->stride_h - g->pad_top, g->dilation_h, g->kernel_h, 0, g->in_h);
}

/* The largest of each column of `rows` rows, of n values. */
EDGEC_INLINE void edgec_maxpool_down_neon(const int8_t *x, int32_t pitch, int32_t rows, int32_t n, int8_t *to)
{
    int32_t i;
    int32_t k;
    for (i = 0; i + 16 <= n; i += 16) {
        int8x16_t most = vld1q_s8(x + i);
        for (k = 1; k < rows; k++) {
            most = vmaxq_s8(most, vld1q_s8(x + i + k * pitch));
        }
        vst1q_s8(to + i, most);
    }
    if (i < n) {
        int8x16_t most = edgec_load_part_neon(x + i, n - i);
        for (k = 1; k < rows; k++) {
            most = vmaxq_s8(most, edgec_load_part_neon(x + i + k * pitch, n - i));
        }
        edgec_store_part_neon(to + i, most, n - i);
    }
}

/* The largest of `taps` vectors. */
EDGEC_INLINE int8x16_t edgec_maxpool_along_neon(const int8_t *row, int32_t step, int32_t taps)
{
    int8x16_t most = vld1q_s8(row);
    int32_t k;
    for (k = 1; k < taps; k++) {
        most = vmaxq_s8(most, vld1q_s8(row + k * step));
    }
    return most;
}

/* A row of outputs. */
EDGEC_INLINE void edgec_maxpool_row_neon(const edgec_geometry *g, const int8_t *row, int8_t *narrow, int8_t *y)
{
    const int32_t c = g->in_c;
    const int32_t n = g->out_w * c;
    const int32_t taps = g->kernel_w;
    const int32_t step = g->dilation_w * c;
    int32_t i;
    int32_t j;
    if (g->stride_w == 1) {
        for (i = 0; i + 16 <= n; i += 16) {
            vst1q_s8(y + i, edgec_maxpool_along_neon(row + i, step, taps));
        }
        if (i < n) {
            edgec_store_part_neon(y + i, edgec_maxpool_along_neon(row + i, step, taps), n - i);
        }
    } else if (c >= 16) {
        for (i = 0; i < g->out_w; i++) {
            for (j = 0; j + 16 <= c; j += 16) {
                vst1q_s8(y + j, edgec_maxpool_along_neon(row + j, step, taps));
            }
            if (j < c) {
                vst1q_s8(y + c - 16, edgec_maxpool_along_neon(row + c - 16, step, taps));
            }
            row += g->stride_w * c;
            y += c;
        }
    } else {
        for (i = 0; i < g->out_w; i++) {
            vst1q_s8(narrow + i * c, edgec_maxpool_along_neon(row + i * g->stride_w * c, step, taps));
        }
        edgec_copy_neon(y, narrow, n);
    }
}

EDGEC_INLINE void edgec_maxpool_s8_neon(const edgec_maxpool_s8_neon_params *p, const int8_t *x, int8_t *y,
                                        int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t pitch = g->in_w * g->in_c;
    int32_t b;
    int32_t oy;
    memset(scratch, INT8_MIN, (size_t)(p->row + 16));
    for (b = 0; b < g->batch; b++) {
        for (oy = 0; oy < g->out_h; oy++) {
            const edgec_span rows = edgec_pool_rows_neon(g, oy);
            const int32_t first = oy * g->stride_h - g->pad_top + rows.first * g->dilation_h;
            edgec_maxpool_down_neon(x + first * pitch, g->dilation_h * pitch, rows.end - rows.first, pitch,
                                    scratch + g->pad_left * g->in_c);
            edgec_maxpool_row_neon(g, scratch, scratch + p->row + 16, y);
            y += g->out_w * g->in_c;
        }
        x += g->in_h * pitch;
    }
}

/* Sums of columns without the zero point: eight values. */
EDGEC_INLINE int16x8_t edgec_avgpool_sum_neon(const int8_t *x, int32_t pitch, int32_t rows, int16x8_t start)
{
    int32_t k;
    for (k = 0; k < rows; k++) {
        start = vaddw_s8(start, vld1_s8(x + k * pitch));
    }
    return start;
}

EDGEC_INLINE void edgec_avgpool_down_neon(const int8_t *x, int32_t pitch, int32_t rows, int32_t n, int32_t zero,
                                          int16_t *to)
{
    const int16x8_t start = vdupq_n_s16((int16_t)(-rows * zero));
    int32_t i;
    int32_t k;
    for (i = 0; i + 16 <= n; i += 16) {
        int16x8_t low = start;
        int16x8_t high = start;
        for (k = 0; k < rows; k++) {
            const int8x16_t v = vld1q_s8(x + i + k * pitch);
            low = vaddw_s8(low, vget_low_s8(v));
            high = vaddw_high_s8(high, v);
        }
        vst1q_s16(to + i, low);
        vst1q_s16(to + i + 8, high);
    }
    for (; i + 8 <= n; i += 8) {
        vst1q_s16(to + i, edgec_avgpool_sum_neon(x + i, pitch, rows, start));
    }
    for (; i < n; i++) {
        int32_t sum = -rows * zero;
        for (k = 0; k < rows; k++) {
            sum += x[i + k * pitch];
        }
        to[i] = (int16_t)sum;
    }
}

/* The five words of a number of cells, and the zero point of the output. */
typedef struct {
    int32x4_t m, minus_n, left, mask, half;
    int16x8_t zero;
    int even, doubled;
} edgec_avgpool_factor_neon;

EDGEC_INLINE edgec_avgpool_factor_neon edgec_avgpool_load_neon(const edgec_avgpool_s8_neon_params *p,
                                                               const int32_t *words)
{
    edgec_avgpool_factor_neon f;
    f.m = vdupq_n_s32(words[0]);
    f.minus_n = vdupq_n_s32(words[1]);
    f.left = vdupq_n_s32(words[2]);
    f.mask = vdupq_n_s32(words[3]);
    f.half = vdupq_n_s32(words[4]);
    f.zero = vdupq_n_s16((int16_t)p->out_zero);
    f.even = (int)p->even;
    f.doubled = (int)p->doubled;
    return f;
}

EDGEC_INLINE int32x4_t edgec_avgpool_scaled_neon(const edgec_avgpool_factor_neon *f, int32x4_t sum)
{
    if (f->even != 0) { /* minus 1 where a sum is half above an even number */
        sum = vaddq_s32(sum, vreinterpretq_s32_u32(vceqq_s32(vandq_s32(sum, f->mask), f->half)));
    }
    if (f->doubled != 0) {
        sum = vshlq_s32(sum, f->left);
    }
    return vrshlq_s32(vqdmulhq_s32(sum, f->m), f->minus_n);
}

/* Eight means of sums of `taps` values of a row. */
EDGEC_INLINE int8x8_t edgec_avgpool_eight_neon(const edgec_avgpool_factor_neon *f, const int16_t *row, int32_t step,
                                               int32_t taps)
{
    int16x8_t sum = vld1q_s16(row);
    int32x4_t low;
    int32x4_t high;
    int32_t k;
    for (k = 1; k < taps; k++) {
        sum = vaddq_s16(sum, vld1q_s16(row + k * step));
    }
    low = edgec_avgpool_scaled_neon(f, vmovl_s16(vget_low_s16(sum)));
    high = edgec_avgpool_scaled_neon(f, vmovl_high_s16(sum));
    return vqmovn_s16(vqaddq_s16(vqmovn_high_s32(vqmovn_s32(low), high), f->zero));
}

/* Which factor a window at row oy and column ox takes. */
static inline int32_t edgec_avgpool_which_neon(const edgec_avgpool_s8_neon_params *p, int32_t oy, int32_t ox,
                                               const int32_t *count)
{
    const edgec_window at = edgec_window_at(&p->geo, oy, ox);
    const int32_t cells = p->count_include_pad ? edgec_window_padded_cells(&p->geo, &at, p->pad_bottom, p->pad_right)
                                               : edgec_window_cells(&at);
    int32_t f = 0;
    while (f < p->counts - 1 && count[f] != cells) {
        f++;
    }
    return f;
}

/* A row of outputs: eight channels at a time; of fewer than eight all, put together in scratch. */
EDGEC_INLINE void edgec_avgpool_row_neon(const edgec_avgpool_s8_neon_params *p, int32_t oy, const int16_t *row,
                                         int8_t *narrow, const int32_t *count, const int32_t *factors, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t c = g->in_c;
    const int32_t step = g->dilation_w * c;
    edgec_avgpool_factor_neon f = edgec_avgpool_load_neon(p, factors);
    int8_t *to = (c < 8) ? narrow : y;
    int32_t i;
    int32_t j;
    if (p->counts == 1 && g->stride_w == 1) {
        for (i = 0; i + 8 <= g->out_w * c; i += 8) {
            vst1_s8(y + i, edgec_avgpool_eight_neon(&f, row + i, step, g->kernel_w));
        }
        if (i < g->out_w * c) {
            const int8x8_t last = edgec_avgpool_eight_neon(&f, row + i, step, g->kernel_w);
            edgec_store_part_neon(y + i, vcombine_s8(last, last), g->out_w * c - i);
        }
        return;
    }
    for (i = 0; i < g->out_w; i++) {
        if (p->counts > 1) {
            f = edgec_avgpool_load_neon(p, factors + 5 * edgec_avgpool_which_neon(p, oy, i, count));
        }
        for (j = 0; j + 8 <= c; j += 8) {
            vst1_s8(to + j, edgec_avgpool_eight_neon(&f, row + j, step, g->kernel_w));
        }
        if (j < c) { /* the last eight overlap those before; or what is behind the channels is written over */
            const int32_t at = (c < 8) ? 0 : c - 8;
            vst1_s8(to + at, edgec_avgpool_eight_neon(&f, row + at, step, g->kernel_w));
        }
        row += g->stride_w * c;
        to += c;
    }
    if (c < 8) {
        edgec_copy_neon(y, narrow, g->out_w * c);
    }
}

EDGEC_INLINE void edgec_avgpool_s8_neon(const edgec_avgpool_s8_neon_params *p, const int8_t *x, const int32_t *count,
                                        const int32_t *factors, int8_t *y, int16_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t pitch = g->in_w * g->in_c;
    int8_t *const narrow = (int8_t *)(void *)(scratch + p->row + 16);
    int32_t b;
    int32_t oy;
    memset(scratch, 0, sizeof(int16_t) * (size_t)(p->row + 16));
    for (b = 0; b < g->batch; b++) {
        for (oy = 0; oy < g->out_h; oy++) {
            const edgec_span rows = edgec_pool_rows_neon(g, oy);
            const int32_t first = oy * g->stride_h - g->pad_top + rows.first * g->dilation_h;
            edgec_avgpool_down_neon(x + first * pitch, g->dilation_h * pitch, rows.end - rows.first, pitch, p->in_zero,
                                    scratch + g->pad_left * g->in_c);
            edgec_avgpool_row_neon(p, oy, scratch, narrow, count, factors, y);
            y += g->out_w * g->in_c;
        }
        x += g->in_h * pitch;
    }
}

#endif
