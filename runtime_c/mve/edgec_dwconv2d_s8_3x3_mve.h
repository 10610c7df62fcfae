/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution, int8, channels last, strides 1 and 2.  Bands of rows are copied for 16 channels, four rows
 * of a column and channel beside each other, so that 16 bytes are four columns of a channel: with stride 1 they are the
 * windows of two outputs of two rows, by VMLADAV with weights in four places.  Eight outputs are computed together; a
 * table says where they read and write.
 *
 * Stream: of each channel five zeros and three columns of weights, with zeros between them; eight zeros; of each
 * channel 2**(16 - n), the bias times that, the multiplier: y = zero + floor(sum * m / 2**(31 + n) + 1/2). */
#ifndef EDGEC_DWCONV2D_S8_3X3_MVE_H
#define EDGEC_DWCONV2D_S8_3X3_MVE_H

#include "edgec_dw_3x3_code_mve.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_DW_3X3_MVE_LANES 16   /* channels of a block */
#define EDGEC_DW_3X3_MVE_WEIGHTS 16 /* bytes of a channel */
#define EDGEC_DW_3X3_MVE_LEADING 5  /* zeros before those */
#define EDGEC_DW_3X3_MVE_BEHIND 8   /* zeros behind all weights */
#define EDGEC_DW_3X3_MVE_ENDS 2     /* words of a channel */
#define EDGEC_DW_3X3_MVE_SHIFT 16   /* of all channels, after factors */

/* `bands` bands of rows are in scratch at a time, of `columns` columns.  `keeps`: the output lies on the input, so that
 * rows above the next bands are kept behind the columns before the outputs of these replace them.  `turned`: the
 * geometry's rows are columns of the image. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, out_zero, bands, columns, out_step, keeps, turned;
} edgec_dw_3x3_mve_params;

/* The assembly reads and changes members at their offsets. */
typedef struct {
    const int8_t *x[4];
    int32_t steps[4];
    int8_t *to;
    int32_t lanes, columns;
    int32_t bands, further, gap;   /* which follow each other; bytes to a band's rows, between columns of two bands */
    const int8_t *image, *padding; /* the channels of row 0; a cell of padding */
    int8_t *above;                 /* the `kept` first rows of the next band */
    int32_t kept, rows, row_step, step;
} edgec_dw_load_mve;

typedef struct {
    const uint16_t *eights; /* the table */
    int32_t fours;
    const int8_t *weights;
    const int8_t *ends;
    int8_t *y;
    const int8_t *columns;
    int32_t zero;
    const int8_t *last; /* behind the weights of the block */
    int32_t kept[2];
    uint32_t at[16]; /* with stride 2: columns of four outputs */
} edgec_dw_3x3_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_dw_load_mve, steps) == 16 && offsetof(edgec_dw_load_mve, lanes) == 36 &&
                         offsetof(edgec_dw_load_mve, columns) == 40 && offsetof(edgec_dw_load_mve, bands) == 44 &&
                         offsetof(edgec_dw_load_mve, further) == 48 && offsetof(edgec_dw_load_mve, gap) == 52 &&
                         offsetof(edgec_dw_3x3_mve, fours) == 4 && offsetof(edgec_dw_3x3_mve, weights) == 8 &&
                         offsetof(edgec_dw_3x3_mve, ends) == 12 && offsetof(edgec_dw_3x3_mve, y) == 16 &&
                         offsetof(edgec_dw_3x3_mve, columns) == 20 && offsetof(edgec_dw_3x3_mve, zero) == 24 &&
                         offsetof(edgec_dw_3x3_mve, last) == 28 && offsetof(edgec_dw_3x3_mve, kept) == 32 &&
                         offsetof(edgec_dw_3x3_mve, at) == 40),
                    dw_3x3_mve_reads_jobs_at_offsets);

#define edgec_dw_load_4_mve EDGEC_TAGGED(edgec_dw_load_4_mve)
#define edgec_dw_load_3_mve EDGEC_TAGGED(edgec_dw_load_3_mve)
#define edgec_dw_3x3_s1_mve EDGEC_TAGGED(edgec_dw_3x3_s1_mve)
#define edgec_dw_3x3_s2_mve EDGEC_TAGGED(edgec_dw_3x3_s2_mve)
EDGEC_BLOCK_MVE(edgec_dw_load_4_mve, edgec_dw_load_mve, EDGEC_DW_LOAD_4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_load_3_mve, edgec_dw_load_mve, EDGEC_DW_LOAD_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S1_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S2_CODE_MVE)

/* What of a layer does not change: sizes in bytes, counts. */
typedef struct {
    int32_t stride, column, band; /* bytes of a column in scratch, of a band */
    int32_t rows, wide, count;    /* rows and columns of four outputs, bands */
    int32_t fours;                /* of a band */
    int32_t y_row, y_step;
    int32_t places, lanes[4]; /* halfwords of a four's columns; from its first output to each */
    uint16_t *table;
} edgec_dw_3x3_sizes_mve;

/* The first row of a band's outputs: with stride 1 the last two end with the last one. */
EDGEC_INLINE int32_t edgec_dw_row_of_mve(const edgec_geometry *g, int32_t band, int32_t rows)
{
    return rows * band < g->out_h - rows ? rows * band : g->out_h - rows;
}

/* The fours of band `band` of the table, whose outputs begin `row` rows from those of the first one; the last four ends
 * with the last column. */
EDGEC_ONCE void edgec_dw_fours_mve(const edgec_dw_3x3_sizes_mve *z, int32_t outputs, int32_t band, int32_t row)
{
    const int32_t last = outputs > z->wide ? outputs - z->wide : 0;
    const int32_t end = (band + 1) * z->fours;
    int32_t column = 0;
    int32_t four;
    int32_t i;
    for (four = band * z->fours; four < end; four++) {
        const int32_t at = band * z->band + column * z->stride * z->column;
        const int32_t y = row * z->y_row + column * z->y_step;
        uint16_t *from = z->table + four / 2 * (8 + 2 * z->places);
        uint16_t *to = from + 2 * z->places + four % 2;
        from += four % 2 * z->places;
        from[0] = (uint16_t)at;
        from[1] = 0; /* of 32 bits, with stride 2 */
        for (i = 1; i < z->places && z->stride == 1; i++) {
            from[i] = (uint16_t)(at + i * z->column);
        }
        for (i = 0; i < 4; i++) {
            to[2 * i] = (uint16_t)(y + z->lanes[i]);
        }
        column = column + z->wide < last ? column + z->wide : last;
    }
}

/* Where a load of rows from `row` on finds them: in the image, in the row of padding, or kept. */
EDGEC_INLINE void edgec_dw_rows_mve(edgec_dw_load_mve *load, int32_t row)
{
    const int8_t *at = load->image + row * load->row_step;
    int32_t i;
    for (i = 0; i < 4; i++, at += load->row_step) {
        const int inside = (uint32_t)(row + i) < (uint32_t)load->rows;
        load->x[i] = inside ? at : load->padding;
        load->steps[i] = inside ? load->step : 0;
    }
    for (i = 0; i < load->kept; i++) {
        load->x[i] = load->above + i * load->columns * EDGEC_DW_3X3_MVE_LANES;
        load->steps[i] = EDGEC_DW_3X3_MVE_LANES;
    }
    load->kept = 0;
}

/* Bands `first` to end - 1 of one block of channels to scratch at `to`: those inside the image together. */
EDGEC_INLINE void edgec_dw_load_bands_mve(const edgec_geometry *g, const edgec_dw_3x3_sizes_mve *z,
                                          edgec_dw_load_mve *load, int8_t *to, int32_t first, int32_t end,
                                          int32_t stride)
{
    const int32_t needed = z->stride == 1 ? 4 : 3;
    const int32_t regular = z->stride == 1 ? g->out_h / 2 : g->out_h;
    const int32_t last = regular < end ? regular : end;
    while (first < end) {
        const int32_t row = edgec_dw_row_of_mve(g, first, z->rows) * z->stride - g->pad_top;
        load->bands = 1;
        if (load->kept == 0 && row >= 0 && row + needed <= g->in_h && first < last) {
            const int32_t inside = (g->in_h - needed - row) / 2 + 1;
            load->bands = inside < last - first ? inside : last - first;
        }
        edgec_dw_rows_mve(load, row);
        load->to = to + g->pad_left * z->column;
        to += load->bands * z->band;
        first += load->bands;
        if (stride == 1) {
            edgec_dw_load_4_mve(load);
        } else {
            edgec_dw_load_3_mve(load);
        }
    }
}

/* Rows `row` to end - 1 for the next band, which begins with them. */
EDGEC_INLINE void edgec_dw_keep_rows_mve(edgec_dw_load_mve *load, int32_t row, int32_t end)
{
    for (; row < end; row++, load->kept++) {
        edgec_spread_few_mve(load->above + load->kept * load->columns * EDGEC_DW_3X3_MVE_LANES,
                             load->image + row * load->row_step, load->lanes, load->columns, EDGEC_DW_3X3_MVE_LANES,
                             load->step);
    }
}

EDGEC_INLINE void edgec_dw_sizes_mve(const edgec_dw_3x3_mve_params *p, edgec_dw_3x3_sizes_mve *z, int narrow)
{
    const edgec_geometry *g = &p->geo;
    int32_t i;
    z->column = narrow ? 32 : 64;
    z->band = p->columns * z->column;
    z->rows = z->stride == 1 ? 2 : 1;
    z->wide = z->stride == 1 ? 2 : 4;
    z->count = (g->out_h + z->rows - 1) / z->rows;
    z->fours = (g->out_w + z->wide - 1) / z->wide;
    z->y_step = p->turned ? g->out_h * p->out_step : p->out_step;
    z->y_row = p->turned ? p->out_step : g->out_w * p->out_step;
    z->places = z->stride == 1 ? 4 : 2;
    for (i = 0; i < 4; i++) {
        z->lanes[i] =
            z->stride == 1 ? i % 2 * z->y_row + i / 2 * z->y_step : (i < g->out_w ? i : g->out_w - 1) * z->y_step;
    }
}

EDGEC_COLD static void edgec_dw_3x3_begin_mve(const edgec_dw_3x3_mve_params *p, edgec_dw_load_mve *load,
                                              edgec_dw_3x3_mve *job, edgec_dw_3x3_sizes_mve *z, int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int narrow = g->in_c == EDGEC_DW_3X3_MVE_LANES / 2 && g->in_w % 2 == 0; /* 16 bytes are two cells */
    int32_t i;
    edgec_dw_sizes_mve(p, z, narrow);
    load->lanes = narrow || g->in_c > EDGEC_DW_3X3_MVE_LANES ? EDGEC_DW_3X3_MVE_LANES : g->in_c;
    load->columns = narrow ? g->in_w / 2 : g->in_w;
    load->padding = scratch;
    load->above = scratch + EDGEC_DW_3X3_MVE_LANES + p->bands * z->band;
    load->kept = 0;
    load->rows = g->in_h;
    load->row_step = p->turned ? g->in_c : g->in_w * g->in_c;
    load->step = narrow ? EDGEC_DW_3X3_MVE_LANES : p->turned ? g->in_h * g->in_c : g->in_c;
    load->further = 2 * load->row_step;
    load->gap = z->band - load->columns * 64;
    edgec_fill_mve(scratch, p->in_zero, EDGEC_DW_3X3_MVE_LANES + p->bands * z->band);
    z->table = (uint16_t *)(void *)(load->above + p->keeps * load->columns * EDGEC_DW_3X3_MVE_LANES);
    for (i = 0; i < p->bands; i++) {
        edgec_dw_fours_mve(z, g->out_w, i, p->bands < z->count ? i * z->rows : edgec_dw_row_of_mve(g, i, z->rows));
    }
    job->eights = z->table;
    job->zero = z->stride == 1 ? p->out_zero * (1 << EDGEC_DW_3X3_MVE_SHIFT) : p->out_zero;
    job->columns = scratch + EDGEC_DW_3X3_MVE_LANES;
    for (i = 0; i < 16; i++) {
        const int32_t column = 2 * (i / 4 < g->out_w ? i / 4 : g->out_w - 1) + i % 4;
        job->at[i] = (uint32_t)(uintptr_t)(job->columns + column * z->column);
    }
}

/* The channels from load->image, job->weights and y on.  Of the last bands the last one may begin a row earlier. */
EDGEC_INLINE void edgec_dw_3x3_block_mve(const edgec_dw_3x3_mve_params *p, const edgec_dw_3x3_sizes_mve *z,
                                         edgec_dw_load_mve *load, edgec_dw_3x3_mve *job, int8_t *y, int8_t *bands,
                                         int32_t stride)
{
    const edgec_geometry *g = &p->geo;
    const int8_t *weights = job->weights;
    const int8_t *ends = job->ends;
    int32_t first;
    for (first = 0; first < z->count; first += p->bands) {
        const int32_t end = first + p->bands < z->count ? first + p->bands : z->count;
        const int32_t last = z->count - 1 - first;
        const int32_t row = edgec_dw_row_of_mve(g, first, z->rows);
        const int earlier = first > 0 && end == z->count && last > 0 && g->out_h % z->rows != 0;
        edgec_dw_load_bands_mve(g, z, load, bands, first, end, stride);
        if (p->keeps && end < z->count) {
            edgec_dw_keep_rows_mve(load, edgec_dw_row_of_mve(g, end, 2) - 1, 2 * end);
        }
        if (earlier) {
            edgec_dw_fours_mve(z, g->out_w, last, g->out_h - z->rows - row);
        }
        job->fours = z->fours * (end - first);
        job->weights = weights;
        job->ends = ends;
        job->y = y + row * z->y_row;
        if (stride == 1) {
            edgec_dw_3x3_s1_mve(job);
        } else {
            edgec_dw_3x3_s2_mve(job);
        }
        if (earlier) {
            edgec_dw_fours_mve(z, g->out_w, last, z->rows * last);
        }
    }
}

EDGEC_INLINE void edgec_dw_3x3_run_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x, const int8_t *stream,
                                       int8_t *y, int8_t *scratch, int32_t stride)
{
    const edgec_geometry *g = &p->geo;
    const int32_t last = g->in_c - EDGEC_DW_3X3_MVE_LANES;
    const int32_t behind = g->in_c * EDGEC_DW_3X3_MVE_WEIGHTS + EDGEC_DW_3X3_MVE_BEHIND;
    edgec_dw_3x3_sizes_mve sizes;
    edgec_dw_load_mve load;
    edgec_dw_3x3_mve job;
    int32_t n;
    sizes.stride = stride;
    edgec_dw_3x3_begin_mve(p, &load, &job, &sizes, scratch);
    for (n = 0; n < g->batch; n++) {
        int32_t c = 0;
        for (;;) {
            load.image = x + c;
            job.weights = stream + c * EDGEC_DW_3X3_MVE_WEIGHTS + (stride == 1 ? 0 : EDGEC_DW_3X3_MVE_LEADING);
            job.last = job.weights + (last < 0 ? g->in_c : EDGEC_DW_3X3_MVE_LANES) * EDGEC_DW_3X3_MVE_WEIGHTS;
            job.ends = stream + behind + c * EDGEC_DW_3X3_MVE_ENDS * 4;
            edgec_dw_3x3_block_mve(p, &sizes, &load, &job, y + c, scratch + EDGEC_DW_3X3_MVE_LANES, stride);
            if (c >= last) {
                break;
            }
            c = c + EDGEC_DW_3X3_MVE_LANES < last ? c + EDGEC_DW_3X3_MVE_LANES : last;
        }
        x += g->in_h * g->in_w * g->in_c;
        y += g->out_h * g->out_w * p->out_step;
    }
}

EDGEC_COLD static void edgec_dwconv2d_s8_3x3_s1_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x,
                                                    const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_dw_3x3_run_mve(p, x, stream, y, scratch, 1);
}

EDGEC_COLD static void edgec_dwconv2d_s8_3x3_s2_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x,
                                                    const int8_t *stream, int8_t *y, int8_t *scratch)
{
    edgec_dw_3x3_run_mve(p, x, stream, y, scratch, 2);
}

#endif
