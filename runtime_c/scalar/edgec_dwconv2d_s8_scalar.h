/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution, int8, channels last, stride 1 or 2: a channel at a time, whose padded image is copied to a
 * plane, so that the output may be the input's buffer.
 *
 * Lines of outputs run along the axis that makes them longer.  A plane has the cells across a line beside each other
 * (pitch of them), as x + 128: the three of a window's column are loaded with constant offsets, and serve three
 * outputs. Weights of a channel: [along a line][across], then the shift n; ends: bias and multiplier. Scratch: the
 * plane, then sums of `strip` lines. */
#ifndef EDGEC_DWCONV2D_S8_SCALAR_H
#define EDGEC_DWCONV2D_S8_SCALAR_H

#include "edgec_clamp_s8_scalar.h"
#include "edgec_dw_code_scalar.h"
#include "edgec_rv32_code_scalar.h"
#include "edgec_scalar.h"

#define EDGEC_SCALAR_DW_TAPS 9
#define EDGEC_SCALAR_DW_BYTES 10 /* of a channel: taps and shift */

typedef struct {
    int32_t batch, channels, in_rows, in_cols;
    int32_t to_row, to_col; /* steps in the plane from one row and column of the image to the next */
    int32_t first;          /* of the image's cells in the plane */
    int32_t plane;          /* its bytes, a multiple of 4 */
    int32_t pitch, stride;  /* its cells across a line */
    int32_t lines, outputs; /* of outputs */
    int32_t run;            /* sums of a line: its outputs, and what the kernel computes behind them */
    int32_t strip;          /* lines whose sums scratch holds */
    int32_t y_line, y_step; /* bytes from one line and output to the next */
    int32_t out_size;       /* bytes of one image */
    int32_t in_zero, out_zero, lo, hi;
} edgec_dwconv2d_s8_scalar_params;

/* Lines of a channel. */
typedef struct {
    const uint8_t *plane;
    int32_t pitch, line; /* bytes to the next cells along and across a line */
    int32_t run;         /* sums of a line, a multiple of 3 at stride 1, of 2 at stride 2 */
    int32_t lines;
    int32_t bias;
    int32_t w[EDGEC_SCALAR_DW_TAPS];
    int32_t *sums;
#if EDGEC_RV32
    edgec_scalar_factor factor;
    int8_t *y;
    int32_t y_line, y_step;
    int32_t size; /* bytes from a line's first output to behind its last */
#endif
} edgec_dw_job_scalar;

#if EDGEC_RV32

/* Lines with their outputs: 26 registers hold all that a line needs. */
#define edgec_dw_outputs_rv32 EDGEC_TAGGED(edgec_dw_outputs_rv32)
EDGEC_SCALAR_BLOCK void edgec_dw_outputs_rv32(edgec_dw_job_scalar *job, int32_t stride);

#else

/* The sums of lines at stride 1, and at stride 2. */
#define edgec_dw_lines_scalar EDGEC_TAGGED(edgec_dw_lines_scalar)
EDGEC_SCALAR_BLOCK void edgec_dw_lines_scalar(const edgec_dw_job_scalar *job);
#define edgec_dw_lines_s2_scalar EDGEC_TAGGED(edgec_dw_lines_s2_scalar)
EDGEC_SCALAR_BLOCK void edgec_dw_lines_s2_scalar(const edgec_dw_job_scalar *job);

/* `count` sums to outputs `step` bytes apart. */
#define edgec_dw_outputs_scalar EDGEC_TAGGED(edgec_dw_outputs_scalar)
EDGEC_SCALAR_BLOCK void edgec_dw_outputs_scalar(const int32_t *sums, int32_t count, const edgec_scalar_factor *factor,
                                                int8_t *y, int32_t step);

#endif

#if EDGEC_BODIES && EDGEC_RV32

#define EDGEC_SCALAR_DW_LINES(code)                                                                                    \
    __asm__ volatile(                                                                                                  \
        code                                                                                                           \
        :                                                                                                              \
        : [self] "r"(job), [w] "i"(offsetof(edgec_dw_job_scalar, w)), [bias] "i"(offsetof(edgec_dw_job_scalar, bias)), \
          [m] "i"(offsetof(edgec_dw_job_scalar, factor.m)), [round] "i"(offsetof(edgec_dw_job_scalar, factor.round)),  \
          [shift] "i"(offsetof(edgec_dw_job_scalar, factor.shift)), [pitch] "i"(offsetof(edgec_dw_job_scalar, pitch)), \
          [step] "i"(offsetof(edgec_dw_job_scalar, y_step)), [plane] "i"(offsetof(edgec_dw_job_scalar, plane)),        \
          [line] "i"(offsetof(edgec_dw_job_scalar, line)), [y] "i"(offsetof(edgec_dw_job_scalar, y)),                  \
          [y_line] "i"(offsetof(edgec_dw_job_scalar, y_line)), [size] "i"(offsetof(edgec_dw_job_scalar, size)),        \
          [lines] "i"(offsetof(edgec_dw_job_scalar, lines))                                                            \
        : EDGEC_RV32_ALL)

EDGEC_SCALAR_BLOCK void edgec_dw_outputs_rv32(edgec_dw_job_scalar *job, int32_t stride)
{
    if (stride == 1) {
        EDGEC_SCALAR_DW_LINES(EDGEC_SCALAR_RV32_DW_CODE);
    } else {
        EDGEC_SCALAR_DW_LINES(EDGEC_SCALAR_RV32_DW_S2_CODE);
    }
}

#elif EDGEC_BODIES && EDGEC_THUMB1

#define EDGEC_SCALAR_DW_LINES(code)                                                                                    \
    const uint8_t *plane = job->plane;                                                                                 \
    const int32_t *weights = job->w;                                                                                   \
    const int32_t w6 = job->w[6];                                                                                      \
    const int32_t w7 = job->w[7];                                                                                      \
    const int32_t w8 = job->w[8];                                                                                      \
    const int32_t bias = job->bias;                                                                                    \
    const int32_t pitch = job->pitch;                                                                                  \
    const int32_t line = job->line;                                                                                    \
    const int32_t run = 4 * job->run;                                                                                  \
    int32_t *sums = job->sums;                                                                                         \
    int32_t *end = sums + job->run;                                                                                    \
    int32_t *last = sums + job->run * job->lines;                                                                      \
    __asm__ volatile(code                                                                                              \
                     : [plane] "+m"(plane), [sums] "+m"(sums), [end] "+m"(end)                                         \
                     : [weights] "m"(weights), [w6] "m"(w6), [w7] "m"(w7), [w8] "m"(w8), [bias] "m"(bias),             \
                       [pitch] "m"(pitch), [line] "m"(line), [run] "m"(run), [last] "m"(last)                          \
                     : EDGEC_THUMB1_ALL)

EDGEC_SCALAR_BLOCK void edgec_dw_lines_scalar(const edgec_dw_job_scalar *job)
{
    EDGEC_SCALAR_DW_LINES(EDGEC_SCALAR_DW_CODE);
}

EDGEC_SCALAR_BLOCK void edgec_dw_lines_s2_scalar(const edgec_dw_job_scalar *job)
{
    EDGEC_SCALAR_DW_LINES(EDGEC_SCALAR_DW_S2_CODE);
}

EDGEC_SCALAR_BLOCK void edgec_dw_outputs_scalar(const int32_t *from, int32_t count, const edgec_scalar_factor *factor,
                                                int8_t *to, int32_t bytes)
{
    const int32_t *sums = from;
    const int32_t *end = from + count;
    int8_t *y = to;
    const int32_t step = bytes;
    const int32_t m = factor->m;
    const int32_t round = factor->round;
    const uint32_t shift = factor->shift;
    __asm__ volatile(EDGEC_SCALAR_LINE_CODE
                     :
                     : [sums] "m"(sums), [end] "m"(end), [y] "m"(y), [step] "m"(step), [m] "m"(m), [round] "m"(round),
                       [shift] "m"(shift)
                     : EDGEC_THUMB1_ALL);
}

#elif EDGEC_BODIES

/* Three cells times the weights w. */
EDGEC_INLINE int32_t edgec_dw_cells_scalar(int32_t x0, int32_t x1, int32_t x2, const int32_t *w, int32_t acc)
{
    return acc + x0 * w[0] + x1 * w[1] + x2 * w[2];
}

/* The next column of a window, which ends the first sum, goes on with the second and begins the third. */
EDGEC_INLINE const uint8_t *edgec_dw_next_scalar(const uint8_t *at, const edgec_dw_job_scalar *job, const int32_t *w,
                                                 int32_t *done, int32_t *goes, int32_t *begins)
{
    const int32_t x0 = at[0];
    const int32_t x1 = at[1];
    const int32_t x2 = at[2];
    *done = edgec_dw_cells_scalar(x0, x1, x2, w + 6, *done);
    *goes = edgec_dw_cells_scalar(x0, x1, x2, w + 3, *goes);
    *begins = edgec_dw_cells_scalar(x0, x1, x2, w, job->bias);
    return at + job->pitch;
}

EDGEC_SCALAR_BLOCK void edgec_dw_lines_scalar(const edgec_dw_job_scalar *job)
{
    const int32_t w[EDGEC_SCALAR_DW_TAPS] = {job->w[0], job->w[1], job->w[2], job->w[3], job->w[4],
                                             job->w[5], job->w[6], job->w[7], job->w[8]};
    int32_t *sums = job->sums;
    int32_t i;
    for (i = 0; i < job->lines; i++) {
        const uint8_t *at = job->plane + i * job->line;
        const int32_t *const end = sums + job->run;
        int32_t a = 0;
        int32_t b = 0;
        int32_t c = 0;
        at = edgec_dw_next_scalar(at, job, w, &b, &c, &a);
        at = edgec_dw_next_scalar(at, job, w, &c, &a, &b);
        do {
            at = edgec_dw_next_scalar(at, job, w, &a, &b, &c);
            sums[0] = a;
            at = edgec_dw_next_scalar(at, job, w, &b, &c, &a);
            sums[1] = b;
            at = edgec_dw_next_scalar(at, job, w, &c, &a, &b);
            sums[2] = c;
            sums += 3;
        } while (sums != end);
    }
}

EDGEC_SCALAR_BLOCK void edgec_dw_lines_s2_scalar(const edgec_dw_job_scalar *job)
{
    const int32_t w[EDGEC_SCALAR_DW_TAPS] = {job->w[0], job->w[1], job->w[2], job->w[3], job->w[4],
                                             job->w[5], job->w[6], job->w[7], job->w[8]};
    const int32_t pitch = job->pitch;
    int32_t *sums = job->sums;
    int32_t i;
    for (i = 0; i < job->lines; i++) {
        const uint8_t *at = job->plane + i * job->line;
        const int32_t *const end = sums + job->run;
        int32_t next = edgec_dw_cells_scalar(at[0], at[1], at[2], w, job->bias);
        do {
            const uint8_t *const last = at + 2 * pitch;
            const int32_t x0 = last[0];
            const int32_t x1 = last[1];
            const int32_t x2 = last[2];
            const int32_t half = edgec_dw_cells_scalar(at[pitch], at[pitch + 1], at[pitch + 2], w + 3, next);
            *sums++ = edgec_dw_cells_scalar(x0, x1, x2, w + 6, half);
            next = edgec_dw_cells_scalar(x0, x1, x2, w, job->bias);
            at = last;
        } while (sums != end);
    }
}

EDGEC_SCALAR_BLOCK void edgec_dw_outputs_scalar(const int32_t *sums, int32_t count, const edgec_scalar_factor *factor,
                                                int8_t *y, int32_t step)
{
    const edgec_scalar_factor f = *factor;
    const int32_t *const end = sums + count;
    do {
        *y = edgec_requantize_scalar(*sums++, &f);
        y += step;
    } while (sums != end);
}

#endif

/* A channel's image into the plane, from the plane's first cell that is no padding on. */
EDGEC_SHARED_CODE void edgec_dw_plane_scalar(const edgec_dwconv2d_s8_scalar_params *p, const int8_t *x, uint8_t *plane)
{
    const int32_t columns = p->in_cols;
    const int32_t channels = p->channels;
    const int32_t step = p->to_col;
    int32_t row;
    for (row = 0; row < p->in_rows; row++) {
        uint8_t *to = plane;
        int32_t left = columns;
        for (; left >= 4; left -= 4) {
            const int8_t *const second = x + channels;
            const int8_t *const third = second + channels;
            const int8_t *const fourth = third + channels;
            const int32_t v0 = *x + 128;
            const int32_t v1 = *second + 128;
            const int32_t v2 = *third + 128;
            const int32_t v3 = *fourth + 128;
            *to = (uint8_t)v0;
            to += step;
            *to = (uint8_t)v1;
            to += step;
            *to = (uint8_t)v2;
            to += step;
            *to = (uint8_t)v3;
            to += step;
            x = fourth + channels;
        }
        for (; left > 0; left--) {
            *to = (uint8_t)(*x + 128);
            to += step;
            x += channels;
        }
        plane += p->to_row;
    }
}

/* A channel: its plane is there. */
EDGEC_SHARED_CODE void edgec_dw_channel_scalar(const edgec_dwconv2d_s8_scalar_params *p,
                                               const edgec_scalar_factor *factor, edgec_dw_job_scalar *job, int8_t *y)
{
#if EDGEC_RV32
    job->factor = *factor;
    job->lines = p->lines;
    job->y = y;
    edgec_dw_outputs_rv32(job, p->stride);
#else
    int32_t first;
    int32_t i;
    for (first = 0; first < p->lines; first += p->strip) {
        const int32_t *sums = job->sums;
        job->lines = (p->lines - first < p->strip) ? p->lines - first : p->strip;
        if (p->stride == 1) {
            edgec_dw_lines_scalar(job);
        } else {
            edgec_dw_lines_s2_scalar(job);
        }
        for (i = 0; i < job->lines; i++) {
            edgec_dw_outputs_scalar(sums, p->outputs, factor, y, p->y_step);
            sums += job->run;
            y += p->y_line;
        }
        job->plane += p->strip * job->line;
    }
#endif
}

EDGEC_SHARED_CODE void edgec_dwconv2d_s8_scalar_run(const edgec_dwconv2d_s8_scalar_params *p, const int8_t *x,
                                                    const int8_t *w, const int32_t *ends, int8_t *y, int32_t *scratch)
{
    uint8_t *plane = (uint8_t *)scratch;
    edgec_dw_job_scalar job;
    int32_t n;
    int32_t c;
    int32_t i;
    job.pitch = p->pitch;
    job.line = p->stride;
    job.run = p->run;
    job.sums = scratch + p->plane / 4;
#if EDGEC_RV32
    job.y_line = p->y_line;
    job.y_step = p->y_step;
    job.size = p->outputs * p->y_step;
#endif
    (void)memset(plane, (p->in_zero + 128) & 0xFF, (size_t)p->plane);
    for (n = 0; n < p->batch; n++) {
        for (c = 0; c < p->channels; c++) {
            const int8_t *taps = w + c * EDGEC_SCALAR_DW_BYTES;
            const uint32_t shift = (uint32_t)taps[EDGEC_SCALAR_DW_TAPS];
            const edgec_scalar_factor factor = edgec_scalar_factor_of(ends[2 * c + 1], shift, 2 * p->out_zero + 1);
            edgec_dw_plane_scalar(p, x + c, plane + p->first);
            for (i = 0; i < EDGEC_SCALAR_DW_TAPS; i++) {
                job.w[i] = taps[i];
            }
            job.bias = ends[2 * c];
            job.plane = plane;
            edgec_dw_channel_scalar(p, &factor, &job, y + c);
        }
        if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
            edgec_scalar_clamp(y, p->out_size, p->lo, p->hi);
        }
        x += p->in_rows * p->in_cols * p->channels;
        y += p->out_size;
    }
}

static inline void edgec_dwconv2d_s8_scalar(const edgec_dwconv2d_s8_scalar_params *p, const int8_t *x, const int8_t *w,
                                            const int32_t *ends, int8_t *y, int32_t *scratch)
{
    edgec_dwconv2d_s8_scalar_run(p, x, w, ends, y, scratch);
}

#endif
