/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* 2-D convolution, int16 activations and int8 weights, channels last, in tiles of three positions, group by group.
 * Activations are symmetric: padded cells are 0. */
#ifndef EDGEC_CONV2D_S16_ARMV7EM_H
#define EDGEC_CONV2D_S16_ARMV7EM_H

#include "edgec_gemm_s16_armv7em.h"
#include "edgec_window.h"

/* The geometry's channels are those of a group. */
typedef struct {
    edgec_geometry geo;
    int32_t groups;
    int32_t lo, hi;
    int32_t units; /* of four taps */
    int32_t words; /* of a group in the stream */
} edgec_conv2d_s16_armv7em_params;

/* Three windows as lines of int16. */
typedef struct {
    const int16_t *x[EDGEC_GEMM_POSITIONS];
    int32_t step; /* to the next line */
} edgec_conv2d_s16_armv7em_tile;

/* Values limited to lo..hi, for layers whose range is narrower than int16. */
#define edgec_clamp_halves EDGEC_TAGGED(edgec_clamp_halves)
EDGEC_SHARED void edgec_clamp_halves(int16_t *y, int32_t count, int32_t lo, int32_t hi);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_clamp_halves(int16_t *y, int32_t count, int32_t lo, int32_t hi)
{
    const uint32_t low = edgec_pair(lo, lo);
    const uint32_t high = edgec_pair(hi, hi);
    for (; count >= 2; count -= 2) {
        edgec_store_pair(edgec_min_pair(edgec_max_pair(edgec_load_pair(y), low), high), y);
        y += 2;
    }
    if (count > 0) {
        const int32_t v = (*y < lo) ? lo : *y;
        *y = (int16_t)((v > hi) ? hi : v);
    }
}
#endif

/* Columns from lines of n elements of three positions; the next column.  Behind an odd element stands a zero, or with
 * `odd` the first element of these lines. */
#define edgec_gemm_s16_columns EDGEC_TAGGED(edgec_gemm_s16_columns)
EDGEC_SHARED uint32_t *edgec_gemm_s16_columns(const int16_t *const *lines, int32_t n, int odd, uint32_t *columns);

#if EDGEC_BODIES
EDGEC_SHARED uint32_t *edgec_gemm_s16_columns(const int16_t *const *lines, int32_t n, int odd, uint32_t *columns)
{
    const int16_t *a = lines[0];
    const int16_t *b = lines[1];
    const int16_t *c = lines[2];
    if (odd) {
        columns[-3] |= (uint32_t)(uint16_t)*a++ << 16;
        columns[-2] |= (uint32_t)(uint16_t)*b++ << 16;
        columns[-1] |= (uint32_t)(uint16_t)*c++ << 16;
        n--;
    }
    for (; n >= 2; n -= 2) {
        columns[0] = edgec_load_pair(a);
        columns[1] = edgec_load_pair(b);
        columns[2] = edgec_load_pair(c);
        columns += 3;
        a += 2;
        b += 2;
        c += 2;
    }
    if (n > 0) {
        columns[0] = (uint16_t)*a;
        columns[1] = (uint16_t)*b;
        columns[2] = (uint16_t)*c;
        columns += 3;
    }
    return columns;
}
#endif

/* count elements from `from`, or zeros where that is NULL; the place behind them. */
EDGEC_SHARED_CODE int16_t *edgec_copy_halves(const int16_t *from, int32_t count, int16_t *to)
{
    if (from == NULL) {
        for (; count >= 2; count -= 2) {
            edgec_store_pair(0u, to);
            to += 2;
        }
        if (count > 0) {
            *to++ = 0;
        }
        return to;
    }
    for (; count >= 2; count -= 2) {
        edgec_store_pair(edgec_load_pair(from), to);
        from += 2;
        to += 2;
    }
    if (count > 0) {
        *to++ = *from;
    }
    return to;
}

/* The window at a position as one run of elements. */
static inline void edgec_conv2d_s16_armv7em_copy(const edgec_conv2d_s16_armv7em_params *p, const int16_t *x,
                                                 int32_t top, int32_t left, int16_t *to)
{
    const edgec_geometry *g = &p->geo;
    const int32_t cell = p->groups * g->in_c;
    const int32_t cells = (g->dilation_w == 1 && p->groups == 1) ? g->kernel_w : 1; /* that may lie side by side */
    edgec_span in = edgec_span_of(left, 1, cells, 0, g->in_w);
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < g->kernel_h; ky++) {
        const int32_t row = top + ky * g->dilation_h;
        for (kx = 0; kx < g->kernel_w; kx += cells) {
            const int32_t column = left + kx * g->dilation_w;
            if (cells == 1) {
                in = edgec_span_of(column, 1, 1, 0, g->in_w);
            }
            if (row < 0 || row >= g->in_h || in.first == in.end) {
                to = edgec_copy_halves(NULL, cells * g->in_c, to);
                continue;
            }
            if (in.first > 0) {
                to = edgec_copy_halves(NULL, in.first * g->in_c, to);
            }
            to = edgec_copy_halves(x + (row * g->in_w + column + in.first) * cell, (in.end - in.first) * g->in_c, to);
            if (in.end < cells) {
                to = edgec_copy_halves(NULL, (cells - in.end) * g->in_c, to);
            }
        }
    }
}

/* The columns of three positions from position at on (the last one again where there are fewer). */
static inline void edgec_conv2d_s16_armv7em_gather(const edgec_conv2d_s16_armv7em_params *p, const int16_t *x,
                                                   int32_t at, uint32_t *columns)
{
    const edgec_geometry *g = &p->geo;
    const int32_t cell = p->groups * g->in_c;
    const int32_t line = g->kernel_w * g->in_c;
    const int32_t last = g->out_h * g->out_w - 1;
    void *const behind = columns + EDGEC_GEMM_UNIT_WORDS * p->units;
    int16_t *patch = behind;
    const int16_t *from[EDGEC_GEMM_POSITIONS];
    int direct = g->kernel_w == 1 || (g->dilation_w == 1 && p->groups == 1);
    int odd = 0;
    int32_t top[EDGEC_GEMM_POSITIONS];
    int32_t left[EDGEC_GEMM_POSITIONS];
    int32_t lines = g->kernel_h;
    int32_t n = line;
    int32_t i;
    for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
        const int32_t position = (at + i < last) ? at + i : last;
        const int32_t row = position / g->out_w;
        top[i] = row * g->stride_h - g->pad_top;
        left[i] = (position - row * g->out_w) * g->stride_w - g->pad_left;
        from[i] = x + (top[i] * g->in_w + left[i]) * cell;
        direct = direct && top[i] >= 0 && top[i] + (g->kernel_h - 1) * g->dilation_h < g->in_h && left[i] >= 0 &&
                 left[i] + g->kernel_w <= g->in_w;
    }
    if (!direct) {
        n = g->kernel_h * line;
        lines = 1;
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            from[i] = patch;
            edgec_conv2d_s16_armv7em_copy(p, x, top[i], left[i], patch);
            patch += n;
        }
    }
    for (; lines > 0; lines--) {
        columns = edgec_gemm_s16_columns(from, n, odd, columns);
        odd = (odd != (n % 2 != 0));
        for (i = 0; i < EDGEC_GEMM_POSITIONS; i++) {
            from[i] += g->dilation_h * g->in_w * cell;
        }
    }
}

/* All channels of a group at count (1..3) neighbouring positions. */
static inline void edgec_conv2d_s16_armv7em_outputs(const edgec_conv2d_s16_armv7em_params *p, const uint32_t *stream,
                                                    uint32_t *columns, int16_t *y, int32_t count)
{
    const int32_t out_c = p->geo.out_c;
    const int32_t step = p->groups * out_c;
    int16_t two[2 * EDGEC_GEMM_POSITIONS] = {0};
    edgec_gemm_job job;
    int32_t i;
    job.columns = columns;
    job.stream = stream;
    job.units = p->units;
    job.pairs = (out_c + 1) / 2;
    job.zz = 1;
    job.y = (int8_t *)((out_c == 1) ? two : y);
    job.second = (count > 1) ? ((out_c == 1) ? 4 : 2 * step) : 0;
    job.third = (count > 2) ? 2 * job.second : job.second;
    if (out_c == 1) { /* the only channel twice */
        edgec_gemm_s16_armv7em(&job);
        for (i = 0; i < count; i++) {
            y[i * step] = two[2 * i];
        }
    } else {
        job.pairs = out_c / 2;
        edgec_gemm_s16_armv7em(&job);
        if (out_c % 2 != 0) { /* the last channel once more with the one before it */
            job.y -= 2;
            job.pairs = 1;
            edgec_gemm_s16_armv7em(&job);
        }
    }
    if (p->lo > INT16_MIN || p->hi < INT16_MAX) {
        for (i = 0; i < count; i++) {
            edgec_clamp_halves(y + i * step, out_c, p->lo, p->hi);
        }
    }
}

/* Scratch: columns, then three windows. */
EDGEC_SHARED_CODE void edgec_conv2d_s16_armv7em_run(const edgec_conv2d_s16_armv7em_params *p, const int16_t *x,
                                                    const uint32_t *stream, int16_t *y, uint32_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t positions = g->out_h * g->out_w;
    const int32_t step = p->groups * g->out_c;
    int32_t n;
    int32_t i;
    int32_t at;
    memset(scratch, 0, (size_t)(EDGEC_GEMM_UNIT_WORDS * p->units) * sizeof *scratch);
    for (n = 0; n < g->batch; n++) {
        for (i = 0; i < p->groups; i++) {
            for (at = 0; at < positions; at += EDGEC_GEMM_POSITIONS) {
                const int32_t count = positions - at;
                edgec_conv2d_s16_armv7em_gather(p, x + i * g->in_c, at, scratch);
                edgec_conv2d_s16_armv7em_outputs(p, stream + i * p->words, scratch, y + at * step + i * g->out_c,
                                                 (count < EDGEC_GEMM_POSITIONS) ? count : EDGEC_GEMM_POSITIONS);
            }
        }
        x += g->in_h * g->in_w * p->groups * g->in_c;
        y += positions * step;
    }
}

static inline void edgec_conv2d_s16_armv7em(const edgec_conv2d_s16_armv7em_params *p, const int16_t *x,
                                            const uint32_t *stream, int16_t *y, uint32_t *scratch)
{
    edgec_conv2d_s16_armv7em_run(p, x, stream, y, scratch);
}

#endif
