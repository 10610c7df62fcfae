/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution, int8, channels last, strides 1 and 2.  Bands of four rows are copied for 16 channels, the
 * four rows of a column and channel beside each other, so that 16 bytes are four columns of a channel: with stride 1
 * they are the windows of two outputs of two rows, by VMLADAV with weights in four places.
 *
 * Stream: of each channel three columns of three weights and a zero; then of each the bias, the multiplier and the
 * shift. */
#ifndef EDGEC_DWCONV2D_S8_3X3_MVE_H
#define EDGEC_DWCONV2D_S8_3X3_MVE_H

#include "edgec_dw_3x3_code_mve.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_DW_3X3_MVE_BANDS 4    /* in scratch, at most */
#define EDGEC_DW_3X3_MVE_LANES 16   /* channels of a block */
#define EDGEC_DW_3X3_MVE_CHANNEL 12 /* bytes of weights, and of the ends */
#define EDGEC_DW_3X3_MVE_RUNS (2 * EDGEC_DW_3X3_MVE_BANDS + 1)

/* `bands` bands of rows are in scratch at a time, of `columns` columns.  `keeps`: the output lies on the input, so that
 * rows above the next bands are kept behind the columns before the outputs of these replace them.  `turned`: the
 * geometry's rows are columns of the image. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, out_zero, bands, columns, out_step, keeps, turned;
} edgec_dw_3x3_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *x[4];
    int32_t steps[4];
    int8_t *to;
    int32_t lanes, columns;
    const int8_t *image, *padding; /* the channels of row 0; a cell of padding */
    int8_t *above;                 /* the `kept` first rows of the next band */
    int32_t kept, rows, row_step, step;
} edgec_dw_load_mve;

typedef struct {
    int32_t further; /* bytes from the columns behind the run before it */
    int8_t *y;
    int32_t fours;
} edgec_dw_run_mve;

typedef struct {
    const int8_t *columns, *stream;
    int32_t channels, zero, kept[2], outputs, y_step;
    int32_t at[4], to[4];
    int32_t ends; /* bytes from a channel's weights to its bias */
    edgec_dw_run_mve runs[EDGEC_DW_3X3_MVE_RUNS];
} edgec_dw_3x3_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_dw_load_mve, steps) == 16 && offsetof(edgec_dw_load_mve, lanes) == 36 &&
                         offsetof(edgec_dw_load_mve, columns) == 40 && offsetof(edgec_dw_3x3_mve, channels) == 8 &&
                         offsetof(edgec_dw_3x3_mve, zero) == 12 && offsetof(edgec_dw_3x3_mve, kept) == 16 &&
                         offsetof(edgec_dw_3x3_mve, outputs) == 24 && offsetof(edgec_dw_3x3_mve, y_step) == 28 &&
                         offsetof(edgec_dw_3x3_mve, at) == 32 && offsetof(edgec_dw_3x3_mve, to) == 48 &&
                         offsetof(edgec_dw_3x3_mve, ends) == 64 && offsetof(edgec_dw_3x3_mve, runs) == 68 &&
                         sizeof(edgec_dw_run_mve) == 12),
                    dw_3x3_mve_reads_jobs_at_offsets);

#define edgec_dw_load_mve_run EDGEC_TAGGED(edgec_dw_load_mve_run)
#define edgec_dw_3x3_s1_wide_mve EDGEC_TAGGED(edgec_dw_3x3_s1_wide_mve)
#define edgec_dw_3x3_s1_narrow_mve EDGEC_TAGGED(edgec_dw_3x3_s1_narrow_mve)
#define edgec_dw_3x3_s2_wide_mve EDGEC_TAGGED(edgec_dw_3x3_s2_wide_mve)
#define edgec_dw_3x3_s2_narrow_mve EDGEC_TAGGED(edgec_dw_3x3_s2_narrow_mve)
EDGEC_BLOCK_MVE(edgec_dw_load_mve_run, edgec_dw_load_mve, EDGEC_DW_LOAD_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_wide_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S1_WIDE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_narrow_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S1_NARROW_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_wide_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S2_WIDE_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_narrow_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S2_NARROW_CODE_MVE)

/* The four rows from `row` on, of one block of channels, to columns of scratch. */
EDGEC_INLINE void edgec_dw_load_band_mve(edgec_dw_load_mve *load, int32_t row)
{
    int32_t i;
    for (i = 0; i < 4; i++) {
        const int inside = row + i >= 0 && row + i < load->rows;
        load->x[i] = inside ? load->image + (row + i) * load->row_step : load->padding;
        load->steps[i] = inside ? load->step : 0;
        if (i < load->kept) {
            load->x[i] = load->above + i * load->columns * EDGEC_DW_3X3_MVE_LANES;
            load->steps[i] = EDGEC_DW_3X3_MVE_LANES;
        }
    }
    load->kept = 0;
    edgec_dw_load_mve_run(load);
}

/* Rows `row` to end - 1 for the next band, which begins with them. */
EDGEC_INLINE void edgec_dw_keep_rows_mve(edgec_dw_load_mve *load, int32_t row, int32_t end)
{
    for (; row < end; row++, load->kept++) {
        edgec_spread_mve(load->above + load->kept * load->columns * EDGEC_DW_3X3_MVE_LANES,
                         load->image + row * load->row_step, load->lanes, load->columns, EDGEC_DW_3X3_MVE_LANES,
                         load->step);
    }
}

/* The runs of a band's outputs at y: two rows with stride 1, one with stride 2.  Where the last outputs are not whole
 * fours, those before them are computed once more. */
EDGEC_INLINE edgec_dw_run_mve *edgec_dw_runs_mve(const edgec_geometry *g, edgec_dw_run_mve *run, int32_t *behind,
                                                 int32_t band, int32_t column, int8_t *y, int32_t y_step,
                                                 int32_t stride)
{
    const int32_t wide = stride == 1 ? 2 : 4;
    const int32_t whole = g->out_w / wide;
    const int32_t rest = g->out_w % wide;
    if (whole > 0) {
        run->further = band - *behind;
        run->y = y;
        run->fours = whole;
        *behind = band + whole * wide * stride * column;
        run++;
    }
    if (rest > 0) {
        const int32_t first = whole > 0 ? g->out_w - wide : 0;
        run->further = band + first * stride * column - *behind;
        run->y = y + first * y_step;
        run->fours = 1;
        *behind = band + (first + wide) * stride * column;
        run++;
    }
    run->further = 0;
    run->y = NULL;
    run->fours = 0;
    return run;
}

EDGEC_INLINE void edgec_dw_3x3_begin_mve(const edgec_dw_3x3_mve_params *p, edgec_dw_load_mve *load,
                                         edgec_dw_3x3_mve *job, int8_t *scratch, int32_t stride, int narrow)
{
    const edgec_geometry *g = &p->geo;
    const int32_t column = narrow ? 32 : 64;
    const int32_t row = p->turned ? p->out_step : g->out_w * p->out_step;
    const int32_t y_step = p->turned ? g->out_h * p->out_step : p->out_step;
    int32_t i;
    edgec_fill_mve(scratch, p->in_zero, EDGEC_DW_3X3_MVE_LANES + p->bands * p->columns * column);
    load->lanes = narrow || g->in_c > EDGEC_DW_3X3_MVE_LANES ? EDGEC_DW_3X3_MVE_LANES : g->in_c;
    load->columns = narrow ? g->in_w / 2 : g->in_w;
    load->padding = scratch;
    load->above = scratch + EDGEC_DW_3X3_MVE_LANES + p->bands * p->columns * column;
    load->kept = 0;
    load->rows = g->in_h;
    load->row_step = p->turned ? g->in_c : g->in_w * g->in_c;
    load->step = narrow ? EDGEC_DW_3X3_MVE_LANES : p->turned ? g->in_h * g->in_c : g->in_c;
    job->zero = p->out_zero;
    job->outputs = g->out_w;
    job->ends = g->in_c * EDGEC_DW_3X3_MVE_CHANNEL;
    job->y_step = (stride == 1 ? 2 : 4) * y_step;
    for (i = 0; i < 4; i++) {
        job->at[i] = (i - 2) * column; /* each load is two columns further */
        job->to[i] = stride == 1 ? (i % 2) * row + (i / 2) * y_step : i * y_step;
    }
}

/* The first row of a band's outputs: the last two end with the last one. */
EDGEC_INLINE int32_t edgec_dw_row_of_mve(const edgec_geometry *g, int32_t band, int32_t stride)
{
    if (stride != 1) {
        return band;
    }
    return 2 * band < g->out_h - 2 ? 2 * band : g->out_h - 2;
}

/* Bands from `first` on, as many as fit scratch, of the channels from load->image and y on. */
EDGEC_INLINE void edgec_dw_3x3_bands_mve(const edgec_dw_3x3_mve_params *p, edgec_dw_load_mve *load,
                                         edgec_dw_3x3_mve *job, int8_t *y, int8_t *bands, int32_t first, int32_t stride,
                                         int narrow)
{
    const edgec_geometry *g = &p->geo;
    const int32_t column = narrow ? 32 : 64;
    const int32_t y_step = p->turned ? g->out_h * p->out_step : p->out_step;
    const int32_t y_row = p->turned ? p->out_step : g->out_w * p->out_step;
    const int32_t count = stride == 1 ? (g->out_h + 1) / 2 : g->out_h;
    const int32_t end = first + p->bands < count ? first + p->bands : count;
    edgec_dw_run_mve *run = job->runs;
    int32_t behind = 0;
    int32_t b;
    for (b = first; b < end; b++) {
        const int32_t row = edgec_dw_row_of_mve(g, b, stride);
        const int32_t at = (b - first) * p->columns * column;
        load->to = bands + at + g->pad_left * column;
        edgec_dw_load_band_mve(load, row * stride - g->pad_top);
        run = edgec_dw_runs_mve(g, run, &behind, at, column, y + row * y_row, y_step, stride);
    }
    if (p->keeps && end < count) {
        edgec_dw_keep_rows_mve(load, edgec_dw_row_of_mve(g, end, 1) - 1, 2 * end);
    }
    job->columns = bands;
    if (stride == 1 && narrow) {
        edgec_dw_3x3_s1_narrow_mve(job);
    } else if (stride == 1) {
        edgec_dw_3x3_s1_wide_mve(job);
    } else if (narrow) {
        edgec_dw_3x3_s2_narrow_mve(job);
    } else {
        edgec_dw_3x3_s2_wide_mve(job);
    }
}

/* `narrow`: eight channels, of which 16 bytes are two cells. */
EDGEC_INLINE void edgec_dw_3x3_run_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x, const int8_t *stream,
                                       int8_t *y, int8_t *scratch, int32_t stride, int narrow)
{
    const edgec_geometry *g = &p->geo;
    const int32_t last = g->in_c - EDGEC_DW_3X3_MVE_LANES;
    const int32_t count = stride == 1 ? (g->out_h + 1) / 2 : g->out_h;
    edgec_dw_load_mve load;
    edgec_dw_3x3_mve job;
    int32_t n;
    edgec_dw_3x3_begin_mve(p, &load, &job, scratch, stride, narrow);
    for (n = 0; n < g->batch; n++) {
        int32_t c = 0;
        for (;;) {
            int32_t first;
            load.image = x + c;
            for (first = 0; first < count; first += p->bands) {
                job.channels = last < 0 ? g->in_c : EDGEC_DW_3X3_MVE_LANES;
                job.stream = stream + c * EDGEC_DW_3X3_MVE_CHANNEL;
                edgec_dw_3x3_bands_mve(p, &load, &job, y + c, scratch + EDGEC_DW_3X3_MVE_LANES, first, stride, narrow);
            }
            if (c >= last) {
                break;
            }
            c = c + EDGEC_DW_3X3_MVE_LANES < last ? c + EDGEC_DW_3X3_MVE_LANES : last;
        }
        x += g->in_h * g->in_w * g->in_c;
        y += g->out_h * g->out_w * p->out_step;
    }
}

#define EDGEC_DW_3X3_MVE(name, stride, narrow)                                                                         \
    EDGEC_KERNEL_MVE void edgec_dwconv2d_s8_3x3_##name##_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x,        \
                                                             const int8_t *stream, int8_t *y, int8_t *scratch)         \
    {                                                                                                                  \
        edgec_dw_3x3_run_mve(p, x, stream, y, scratch, stride, narrow);                                                \
    }

EDGEC_DW_3X3_MVE(s1_wide, 1, 0)
EDGEC_DW_3X3_MVE(s1_narrow, 1, 1)
EDGEC_DW_3X3_MVE(s2_wide, 2, 0)
EDGEC_DW_3X3_MVE(s2_narrow, 2, 1)

#endif
