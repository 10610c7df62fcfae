/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Convolution and fully connected layer, int8, by inner products over weights as they are: for layers that the pairs of
 * edgec_gemm_s8_armv7em.h do not take (one output channel, sums of more than 24 bits, factors of 1/4 and more).
 * Two products share one operand: two filters a window, or two windows the filter of a layer with one channel.  8 MACs
 * take 16 instructions; of one channel, windows beside each other go by fours where they lie in place.  The input's
 * zero point is folded into the bias; padded cells hold the zero point. */
#ifndef EDGEC_DOT_S8_ARMV7EM_H
#define EDGEC_DOT_S8_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"
#include "edgec_dot_fours_armv7em.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

/* sums[0] += common . a, sums[1] += common . b; n bytes each. */
#define edgec_dot_two_s8 EDGEC_TAGGED(edgec_dot_two_s8)
EDGEC_SHARED void edgec_dot_two_s8(const int8_t *common, const int8_t *a, const int8_t *b, int32_t n, uint32_t *sums);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_dot_two_s8(const int8_t *common, const int8_t *a, const int8_t *b, int32_t n, uint32_t *sums)
{
    uint32_t sum_a = sums[0];
    uint32_t sum_b = sums[1];
    for (; n >= 4; n -= 4) {
        const uint32_t c = edgec_load4(common);
        const uint32_t v = edgec_load4(a);
        const uint32_t w = edgec_load4(b);
        const uint32_t even = edgec_sxtb16(c);
        const uint32_t odd = edgec_sxtb16_odd(c);
        sum_a = edgec_smlad(odd, edgec_sxtb16_odd(v), edgec_smlad(even, edgec_sxtb16(v), sum_a));
        sum_b = edgec_smlad(odd, edgec_sxtb16_odd(w), edgec_smlad(even, edgec_sxtb16(w), sum_b));
        common += 4;
        a += 4;
        b += 4;
    }
    for (; n > 0; n--) {
        sum_a += (uint32_t)(*common * *a++);
        sum_b += (uint32_t)(*common++ * *b++);
    }
    sums[0] = sum_a;
    sums[1] = sum_b;
}
#endif

/* The geometry's channels are those of a group.  A fully connected layer is a 1x1 convolution of rows x 1 cells. */
typedef struct {
    edgec_geometry geo;
    int32_t groups;
    int32_t in_zero;
    int32_t out_zero, lo, hi;
} edgec_dot_s8_armv7em_params;

/* A window or a filter: kernel_h lines of bytes. */
typedef struct {
    const int8_t *at;
    int32_t step; /* to the next line */
} edgec_dot_lines;

static inline void edgec_dot_windows(edgec_dot_lines common, edgec_dot_lines a, edgec_dot_lines b, int32_t lines,
                                     int32_t n, uint32_t *sums)
{
    for (; lines > 0; lines--) {
        edgec_dot_two_s8(common.at, a.at, b.at, n, sums);
        common.at += common.step;
        a.at += a.step;
        b.at += b.step;
    }
}

/* Whether the windows of all positions are the cells of the input. */
static inline int edgec_dot_same(const edgec_geometry *g)
{
    return g->out_h == g->in_h && g->out_w == g->in_w && g->kernel_h * g->kernel_w == 1 && g->pad_top == 0 &&
           g->pad_left == 0;
}

/* The window at an output position: in place when it is runs of bytes, else copied. */
static inline edgec_dot_lines edgec_dot_window(const edgec_dot_s8_armv7em_params *p, const int8_t *x, int32_t position,
                                               int8_t *copy)
{
    const edgec_geometry *g = &p->geo;
    const int32_t cell = p->groups * g->in_c;
    const int same = edgec_dot_same(g);
    const int32_t row_of = position / g->out_w;
    const int32_t top = row_of * g->stride_h - g->pad_top;
    const int32_t left = (position - row_of * g->out_w) * g->stride_w - g->pad_left;
    const int runs = g->kernel_w == 1 || (g->dilation_w == 1 && p->groups == 1);
    edgec_dot_lines found;
    int32_t ky;
    int32_t kx;
    int32_t i;
    if (same) {
        found.at = x + position * cell;
        found.step = 0;
        return found;
    }
    if (runs && top >= 0 && top + (g->kernel_h - 1) * g->dilation_h < g->in_h && left >= 0 &&
        left + g->kernel_w <= g->in_w) {
        found.at = x + (top * g->in_w + left) * cell;
        found.step = g->dilation_h * g->in_w * cell;
        return found;
    }
    found.at = copy;
    found.step = g->kernel_w * g->in_c;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t row = top + ky * g->dilation_h;
        for (kx = 0; kx < g->kernel_w; kx++) {
            const int32_t column = left + kx * g->dilation_w;
            const int inside = row >= 0 && row < g->in_h && column >= 0 && column < g->in_w;
            const int8_t *from = inside ? x + (row * g->in_w + column) * cell : x;
            for (i = 0; i < g->in_c; i++) {
                *copy++ = inside ? from[i] : (int8_t)p->in_zero;
            }
        }
    }
    return found;
}

/* All outputs of a group from one position on, of one channel from two positions on; the number of positions done. */
static inline int32_t edgec_dot_position(const edgec_dot_s8_armv7em_params *p, const int8_t *x, int32_t position,
                                         const int8_t *w, const int32_t *bias, const int32_t *multiplier,
                                         const uint8_t *shift, int8_t *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t line = g->kernel_w * g->in_c;
    const int32_t taps = g->kernel_h * line;
    const int32_t step = p->groups * g->out_c;
    const int32_t two = (position + 1 < g->out_h * g->out_w) ? 1 : 0;
    const edgec_dot_lines window = edgec_dot_window(p, x, position, scratch);
    edgec_dot_lines filter;
    uint32_t sums[2];
    int32_t o;
    int32_t i;
    filter.at = w;
    filter.step = line;
    if (g->out_c == 1) {
        sums[0] = (uint32_t)bias[0];
        sums[1] = sums[0];
        edgec_dot_windows(filter, window, edgec_dot_window(p, x, position + two, scratch + taps), g->kernel_h, line,
                          sums);
        for (i = 0; i <= two; i++) {
            y[i * step] =
                (int8_t)edgec_requantize((int32_t)sums[i], multiplier[0], shift[0], p->out_zero, p->lo, p->hi);
        }
        return 1 + two;
    }
    for (o = 0; o < g->out_c; o += 2) {
        edgec_dot_lines other = filter;
        const int32_t next = (o + 1 < g->out_c) ? 1 : 0;
        other.at += next * taps;
        sums[0] = (uint32_t)bias[o];
        sums[1] = (uint32_t)bias[o + next];
        edgec_dot_windows(window, filter, other, g->kernel_h, line, sums);
        for (i = 0; i <= next; i++) {
            y[o + i] =
                (int8_t)edgec_requantize((int32_t)sums[i], multiplier[o + i], shift[o + i], p->out_zero, p->lo, p->hi);
        }
        filter.at += 2 * taps;
    }
    return 1;
}

/* The filter of a layer of one channel, and what its sums become; the bytes of scratch that it takes, 0 where windows
 * do not go by fours. */
static inline int32_t edgec_dot_begin_fours(const edgec_dot_s8_armv7em_params *p, const int8_t *w, int32_t bias,
                                            int32_t multiplier, int32_t shift, int8_t *scratch,
                                            edgec_dot_fours_job *job)
{
    const edgec_geometry *g = &p->geo;
    const int32_t line = g->kernel_w * g->in_c;
    const int runs = g->kernel_w == 1 || g->dilation_w == 1;
    uint32_t *to = (uint32_t *)(void *)scratch;
    int32_t i;
    if (g->out_c != 1 || p->groups != 1 || !runs || g->out_w * g->out_h < 4 || shift < 33 || shift > 54) {
        return 0;
    }
    job->w = to;
    job->n = (uint32_t)(shift - 33);
    job->step = g->stride_w * g->in_c;
    job->step3 = 3 * job->step;
    job->lines = g->kernel_h;
    job->words = (line + 3) / 4;
    job->line = g->dilation_h * g->in_w * g->in_c - 4 * job->words;
    job->next = 4 * (job->step - job->words) - (job->lines - 1) * (4 * job->words + job->line);
    for (i = 0; i < 4; i++) {
        *to++ = (uint32_t)bias;
    }
    to = edgec_dot_widen(w, g->kernel_h, line, to);
    to[0] = (uint32_t)multiplier;
    to[1] = (uint32_t)(2 * p->out_zero + 1) << job->n;
    return 4 * (3 * (job->lines * job->words + 1) + 4);
}

/* Outputs of one channel from a position on, as many fours of windows as lie beside each other in place. */
static inline int32_t edgec_dot_fours(const edgec_dot_s8_armv7em_params *p, const int8_t *x, int32_t position,
                                      int8_t *y, edgec_dot_fours_job *job)
{
    const edgec_geometry *g = &p->geo;
    const int same = edgec_dot_same(g);
    const int32_t row = same ? 0 : position / g->out_w;
    const int32_t column = position - row * g->out_w;
    const int32_t top = same ? 0 : row * g->stride_h - g->pad_top;
    const int32_t left = same ? position : column * g->stride_w - g->pad_left;
    const int32_t cells = same ? g->out_h * g->out_w : g->in_w;
    const int32_t columns = same ? cells : g->out_w;
    const int32_t beyond = 4 * job->words - g->kernel_w * g->in_c; /* bytes behind a line that its words take */
    int32_t count;
    if (top < 0 || top + (g->kernel_h - 1) * g->dilation_h >= g->in_h || left < 0 || left + g->kernel_w > cells) {
        return 0;
    }
    count = (cells - g->kernel_w - left) / g->stride_w + 1;
    count = (count < columns - column) ? count : columns - column;
    count -= (beyond + job->step - 1) / job->step; /* the lines of the last windows may end with the image */
    count -= (count > 0) ? count % 4 : count;
    if (count > 0) {
        job->x = x + (top * g->in_w + left) * g->in_c;
        job->end = job->x + count * job->step;
        job->y = y;
        edgec_dot_fours_s8(job);
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_clamp_bytes(y, count, p->lo, p->hi);
        }
    }
    return count;
}

/* Any convolution.  Scratch: two windows, behind the words of the filter of a layer of one channel. */
EDGEC_SHARED_CODE void edgec_dot_s8_armv7em_run(const edgec_dot_s8_armv7em_params *p, const int8_t *x, const int8_t *w,
                                                const int32_t *bias, const int32_t *multiplier, const uint8_t *shift,
                                                int8_t *y, int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t taps = g->kernel_h * g->kernel_w * g->in_c;
    const int32_t positions = g->out_h * g->out_w;
    edgec_dot_fours_job job;
    const int32_t fours = edgec_dot_begin_fours(p, w, bias[0], multiplier[0], shift[0], scratch, &job);
    int32_t n;
    int32_t i;
    int32_t at;
    for (n = 0; n < g->batch; n++) {
        for (i = 0; i < p->groups; i++) {
            const int32_t o = i * g->out_c;
            for (at = 0; at < positions;) {
                const int32_t done = (fours > 0) ? edgec_dot_fours(p, x, at, y + at, &job) : 0;
                if (done > 0) {
                    at += done;
                    continue;
                }
                at += edgec_dot_position(p, x + i * g->in_c, at, w + o * taps, bias + o, multiplier + o, shift + o,
                                         y + at * p->groups * g->out_c + o, scratch + fours);
            }
        }
        x += g->in_h * g->in_w * p->groups * g->in_c;
        y += positions * p->groups * g->out_c;
    }
}

static inline void edgec_conv2d_s8_dot_armv7em(const edgec_dot_s8_armv7em_params *p, const int8_t *x, const int8_t *w,
                                               const int32_t *bias, const int32_t *multiplier, const uint8_t *shift,
                                               int8_t *y, int8_t *scratch)
{
    edgec_dot_s8_armv7em_run(p, x, w, bias, multiplier, shift, y, scratch);
}

static inline void edgec_dense_s8_dot_armv7em(const edgec_dot_s8_armv7em_params *p, const int8_t *x, const int8_t *w,
                                              const int32_t *bias, const int32_t *multiplier, const uint8_t *shift,
                                              int8_t *y, int8_t *scratch)
{
    edgec_dot_s8_armv7em_run(p, x, w, bias, multiplier, shift, y, scratch);
}

#endif
