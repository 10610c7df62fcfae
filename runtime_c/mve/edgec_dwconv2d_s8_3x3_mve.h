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
#include "edgec_dw_table_mve.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_DW_3X3_MVE_LANES 16   /* channels of a block */
#define EDGEC_DW_3X3_MVE_WEIGHTS 16 /* bytes of a channel */
#define EDGEC_DW_3X3_MVE_LEADING 5  /* zeros before those */
#define EDGEC_DW_3X3_MVE_BEHIND 8   /* zeros behind all weights */
#define EDGEC_DW_3X3_MVE_ENDS 2     /* words of a channel */
#define EDGEC_DW_3X3_MVE_ROWS 40    /* bytes of what is known of bands */
#define EDGEC_DW_3X3_MVE_SHIFT 16   /* of all channels, after factors */
#define EDGEC_DW_3X3_MVE_FOUR 64    /* bytes of where the columns of four outputs lie */

/* `bands` bands of rows are in scratch at a time, of `columns` columns; padding may serve the band before it too.
 * `keeps`: the output lies on the input, so that rows above the next bands are kept behind the columns before the
 * outputs of these replace them.  `turned`: the geometry's rows are columns of the image.  `groups`: of bands in
 * scratch whose rows lie at the same steps, at most.
 */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, out_zero, bands, columns, out_step, keeps, turned, groups;
} edgec_dw_3x3_mve_params;

/* Bands whose rows lie at the same steps: the first one's rows, steps from cell to cell, its columns in scratch. */
typedef struct {
    const int8_t *x[4];
    int32_t steps[4];
    int8_t *to;
    int32_t bands;
} edgec_dw_rows_mve;

/* The assembly reads and changes members at their offsets. */
typedef struct {
    int32_t lanes, columns;
    int32_t further, gap; /* bytes to the next band's rows, between columns of two bands */
    int32_t channel;      /* from the rows' first channels to those of a block */
    edgec_dw_rows_mve *first, *end;
    int32_t saved[2];
    const int8_t *image, *padding; /* row 0; a cell of padding */
    int8_t *above;                 /* the `kept` first rows of the next band */
    int32_t kept, rows, row_step, step, cell;
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
    const uint16_t *halves; /* with stride 1: the table of the last column, if their number is odd, and so many fours */
    int32_t half_fours;
    uint32_t *at; /* with stride 2: columns of four outputs, EDGEC_DW_3X3_MVE_FOUR bytes in scratch */
} edgec_dw_3x3_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (sizeof(edgec_dw_rows_mve) == EDGEC_DW_3X3_MVE_ROWS &&
                         offsetof(edgec_dw_rows_mve, steps) == 16 && offsetof(edgec_dw_rows_mve, to) == 32 &&
                         offsetof(edgec_dw_load_mve, further) == 8 && offsetof(edgec_dw_load_mve, channel) == 16 &&
                         offsetof(edgec_dw_load_mve, first) == 20 && offsetof(edgec_dw_load_mve, end) == 24 &&
                         offsetof(edgec_dw_load_mve, saved) == 28 && offsetof(edgec_dw_3x3_mve, fours) == 4 &&
                         offsetof(edgec_dw_3x3_mve, weights) == 8 && offsetof(edgec_dw_3x3_mve, ends) == 12 &&
                         offsetof(edgec_dw_3x3_mve, y) == 16 && offsetof(edgec_dw_3x3_mve, columns) == 20 &&
                         offsetof(edgec_dw_3x3_mve, zero) == 24 && offsetof(edgec_dw_3x3_mve, last) == 28 &&
                         offsetof(edgec_dw_3x3_mve, kept) == 32 && offsetof(edgec_dw_3x3_mve, halves) == 40 &&
                         offsetof(edgec_dw_3x3_mve, half_fours) == 44 && offsetof(edgec_dw_3x3_mve, at) == 48),
                    dw_3x3_mve_reads_jobs_at_offsets);

#define edgec_dw_load_4_mve EDGEC_TAGGED(edgec_dw_load_4_mve)
#define edgec_dw_load_3_mve EDGEC_TAGGED(edgec_dw_load_3_mve)
#define edgec_dw_3x3_s1_mve EDGEC_TAGGED(edgec_dw_3x3_s1_mve)
#define edgec_dw_3x3_s2_mve EDGEC_TAGGED(edgec_dw_3x3_s2_mve)
EDGEC_BLOCK_MVE(edgec_dw_load_4_mve, edgec_dw_load_mve, EDGEC_DW_LOAD_4_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_load_3_mve, edgec_dw_load_mve, EDGEC_DW_LOAD_3_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s1_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S1_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_3x3_s2_mve, edgec_dw_3x3_mve, EDGEC_DW_3X3_S2_CODE_MVE)

/* The first row of a band's outputs: with stride 1 the last two end with the last one. */
EDGEC_INLINE int32_t edgec_dw_row_of_mve(const edgec_geometry *g, int32_t band, int32_t rows)
{
    return rows * band < g->out_h - rows ? rows * band : g->out_h - rows;
}

/* Where rows from `row` on are: in the image, in the cell of padding, or kept. */
EDGEC_INLINE void edgec_dw_rows_at_mve(const edgec_dw_load_mve *load, edgec_dw_rows_mve *rows, int32_t row)
{
    const int8_t *at = load->image + row * load->row_step;
    const int32_t step = load->step;
    int32_t i;
    for (i = 0; i < 4; i++) {
        rows->x[i] = at;
        rows->steps[i] = step;
        at += load->row_step;
    }
    for (i = row < 0 || row + 4 > load->rows ? 0 : 4; i < 4; i++) {
        if ((uint32_t)(row + i) >= (uint32_t)load->rows) {
            rows->x[i] = load->padding;
            rows->steps[i] = 0;
        }
    }
    for (i = 0; i < load->kept; i++) {
        rows->x[i] = load->above + i * load->columns * load->cell;
        rows->steps[i] = load->cell;
    }
}

/* Bands `first` to end - 1, whose columns go to scratch at `to`: those inside the image together. */
EDGEC_COLD static void edgec_dw_groups_mve(const edgec_geometry *g, const edgec_dw_3x3_sizes_mve *z,
                                           edgec_dw_load_mve *load, int8_t *to, int32_t first, int32_t end)
{
    const int32_t needed = z->stride == 1 ? 4 : 3;
    const int32_t regular = z->stride == 1 ? g->out_h / 2 : g->out_h;
    const int32_t last = regular < end ? regular : end;
    edgec_dw_rows_mve *rows = load->first;
    to += g->pad_left * z->column;
    for (; first < end; rows++) {
        const int32_t row = edgec_dw_row_of_mve(g, first, z->rows) * z->stride - g->pad_top;
        rows->bands = 1;
        if (load->kept == 0 && row >= 0 && row + needed <= g->in_h && first < last) {
            const int32_t inside = (g->in_h - needed - row) / 2 + 1;
            rows->bands = inside < last - first ? inside : last - first;
        }
        edgec_dw_rows_at_mve(load, rows, row);
        rows->to = to;
        to += rows->bands * z->band;
        first += rows->bands;
        load->kept = 0;
    }
    load->end = rows;
}

/* Rows `row` to end - 1 of a block for the next band, which begins with them. */
EDGEC_INLINE void edgec_dw_keep_rows_mve(const edgec_dw_load_mve *load, int32_t row, int32_t end)
{
    int8_t *to = load->above + load->channel;
    const int8_t *from = load->image + load->channel + row * load->row_step;
    for (; row < end; row++) {
        edgec_spread_few_mve(to, from, load->lanes, load->columns, load->cell, load->step);
        to += load->columns * load->cell;
        from += load->row_step;
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
    z->fours = z->stride == 1 ? g->out_w / 2 : (g->out_w + 3) / 4;
    z->skipped = z->stride == 1 || g->out_w < 4 ? 0 : 4 * z->fours - g->out_w;
    z->y_step = p->turned ? g->out_h * p->out_step : p->out_step;
    z->y_row = p->turned ? p->out_step : g->out_w * p->out_step;
    for (i = 0; i < 4; i++) {
        z->lanes[i] =
            z->stride == 1 ? i % 2 * z->y_row + i / 2 * z->y_step : (i < g->out_w ? i : g->out_w - 1) * z->y_step;
    }
}

/* Bytes of the cell of padding before the columns, whose first ones, of padding too, are the rest of it. */
EDGEC_INLINE int32_t edgec_dw_padding_mve(const edgec_geometry *g, int32_t column)
{
    const int32_t cell = g->in_c > EDGEC_DW_3X3_MVE_LANES ? (g->in_c + 3) / 4 * 4 : EDGEC_DW_3X3_MVE_LANES;
    return cell > g->pad_left * column ? cell - g->pad_left * column : 0;
}

/* Padding in scratch: a cell, and columns before, between and behind those of the bands; where the last ones end. */
EDGEC_INLINE int8_t *edgec_dw_padded_mve(const edgec_dw_3x3_mve_params *p, const edgec_dw_3x3_sizes_mve *z,
                                         int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t reached = z->stride * g->out_w + 2;
    const int32_t behind =
        reached > p->columns ? reached - p->columns : 0; /* columns that the last band's windows reach */
    const int32_t between = (p->columns - g->in_w) * z->column;
    int32_t bytes = edgec_dw_padding_mve(g, z->column) + g->pad_left * z->column;
    int32_t i;
    for (i = 0; i <= p->bands; i++) {
        edgec_fill_mve(scratch, p->in_zero, bytes);
        scratch += bytes + g->in_w * z->column;
        bytes = i + 1 < p->bands ? between : between + (behind - g->pad_left) * z->column;
    }
    return scratch - g->in_w * z->column;
}

EDGEC_COLD static void edgec_dw_3x3_begin_mve(const edgec_dw_3x3_mve_params *p, edgec_dw_load_mve *load,
                                              edgec_dw_3x3_mve *job, edgec_dw_3x3_sizes_mve *z, int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int narrow = /* 16 bytes are two cells of a row */
        !p->turned && g->in_c == EDGEC_DW_3X3_MVE_LANES / 2 && g->in_w % 2 == 0;
    int8_t *next;
    int32_t i;
    edgec_dw_sizes_mve(p, z, narrow);
    load->lanes = narrow || g->in_c > EDGEC_DW_3X3_MVE_LANES ? EDGEC_DW_3X3_MVE_LANES : g->in_c;
    load->columns = narrow ? g->in_w / 2 : g->in_w;
    load->cell = narrow ? EDGEC_DW_3X3_MVE_LANES : g->in_c;
    load->padding = scratch;
    job->columns = scratch + edgec_dw_padding_mve(g, z->column);
    load->above = edgec_dw_padded_mve(p, z, scratch);
    load->kept = 0;
    load->rows = g->in_h;
    load->row_step = p->turned ? g->in_c : g->in_w * g->in_c;
    load->step = narrow ? EDGEC_DW_3X3_MVE_LANES : p->turned ? g->in_h * g->in_c : g->in_c;
    load->further = 2 * load->row_step;
    load->gap = z->band - load->columns * 64;
    next = load->above + (p->keeps * load->columns * load->cell + 3) / 4 * 4;
    load->first = (edgec_dw_rows_mve *)(void *)next;
    next += p->groups * (int32_t)sizeof(edgec_dw_rows_mve);
    job->at = (uint32_t *)(void *)next;
    z->table = (uint16_t *)(void *)(next + (z->stride == 2 ? EDGEC_DW_3X3_MVE_FOUR : 0));
    z->halves = z->stride == 1 && g->out_w % 2 != 0 ? z->table + (p->bands * z->fours + 1) / 2 * 16 : NULL;
    edgec_dw_table_mve(z, 0, p->bands, p->bands < z->count ? g->out_h : g->out_h - z->rows);
    job->eights = z->table;
    job->halves = z->halves;
    job->zero = z->stride == 1 ? p->out_zero * (1 << EDGEC_DW_3X3_MVE_SHIFT) : p->out_zero;
    for (i = 0; i < EDGEC_DW_3X3_MVE_FOUR / 4 && z->stride == 2; i++) {
        const int32_t column = 2 * (i / 4 < g->out_w ? i / 4 : g->out_w - 1) + i % 4;
        job->at[i] = (uint32_t)(uintptr_t)(job->columns + column * z->column);
    }
}

/* All channels of the bands whose rows are known; rows `keep` to behind - 1 are kept for the next ones. */
EDGEC_INLINE void edgec_dw_3x3_channels_mve(const edgec_geometry *g, edgec_dw_load_mve *load, edgec_dw_3x3_mve *job,
                                            const int8_t *stream, int8_t *y, int32_t keep, int32_t behind,
                                            int32_t stride)
{
    const int32_t ends = g->in_c * EDGEC_DW_3X3_MVE_WEIGHTS + EDGEC_DW_3X3_MVE_BEHIND;
    const int32_t last = g->in_c - EDGEC_DW_3X3_MVE_LANES; /* block */
    int32_t c = 0;
    for (;;) {
        load->channel = c;
        job->weights = stream + c * EDGEC_DW_3X3_MVE_WEIGHTS + (stride == 1 ? 0 : EDGEC_DW_3X3_MVE_LEADING);
        job->last = job->weights + (last < 0 ? g->in_c : EDGEC_DW_3X3_MVE_LANES) * EDGEC_DW_3X3_MVE_WEIGHTS;
        job->ends = stream + ends + c * EDGEC_DW_3X3_MVE_ENDS * 4;
        job->y = y + c;
        if (stride == 1) {
            edgec_dw_load_4_mve(load);
        } else {
            edgec_dw_load_3_mve(load);
        }
        if (keep < behind) {
            edgec_dw_keep_rows_mve(load, keep, behind);
        }
        if (stride == 1) {
            edgec_dw_3x3_s1_mve(job);
        } else {
            edgec_dw_3x3_s2_mve(job);
        }
        if (c >= last) {
            return;
        }
        c = c + EDGEC_DW_3X3_MVE_LANES < last ? c + EDGEC_DW_3X3_MVE_LANES : last;
    }
}

/* The bands `first` to end - 1.  Of the last ones the last one may begin a row earlier, or have no other to share a
 * four in the last column with. */
EDGEC_INLINE void edgec_dw_3x3_part_mve(const edgec_dw_3x3_mve_params *p, const edgec_dw_3x3_sizes_mve *z,
                                        edgec_dw_load_mve *load, edgec_dw_3x3_mve *job, const int8_t *stream, int8_t *y,
                                        int8_t *columns, int32_t first, int32_t end, int32_t stride)
{
    const edgec_geometry *g = &p->geo;
    const int32_t last = end - first - 1;
    const int32_t row = edgec_dw_row_of_mve(g, first, z->rows);
    const int earlier = first > 0 && end == z->count && last > 0 && g->out_h % z->rows != 0;
    const int alone = z->halves != NULL && end - first < p->bands && (end - first) % 2 != 0;
    const int32_t behind = p->keeps && end < z->count ? 2 * end : 0;
    const int32_t keep = behind > 0 ? edgec_dw_row_of_mve(g, end, 2) - 1 : 0;
    edgec_dw_groups_mve(g, z, load, columns, first, end);
    if (earlier || alone) {
        edgec_dw_table_mve(z, last, last + 1, g->out_h - z->rows - row);
    }
    job->fours = z->fours * (end - first);
    job->half_fours = z->halves != NULL ? (end - first + 1) / 2 : 0;
    edgec_dw_3x3_channels_mve(g, load, job, stream, y + row * z->y_row, keep, behind, stride);
    load->kept = behind - keep;
    if (earlier || alone) {
        edgec_dw_table_mve(z, last, last + 1 + alone, g->out_h);
    }
}

/* One copy for both strides. */
EDGEC_COLD static void edgec_dw_3x3_run_mve(const edgec_dw_3x3_mve_params *p, const int8_t *x, const int8_t *stream,
                                            int8_t *y, int8_t *scratch, int32_t stride)
{
    const edgec_geometry *g = &p->geo;
    edgec_dw_3x3_sizes_mve sizes;
    edgec_dw_load_mve load;
    edgec_dw_3x3_mve job;
    int8_t *columns;
    int32_t n;
    int32_t first;
    int32_t end;
    int32_t left; /* fillings of scratch, of almost as many bands */
    sizes.stride = stride;
    edgec_dw_3x3_begin_mve(p, &load, &job, &sizes, scratch);
    columns = scratch + edgec_dw_padding_mve(g, sizes.column);
    for (n = 0; n < g->batch; n++) {
        load.image = x;
        for (first = 0, left = (sizes.count + p->bands - 1) / p->bands; left > 0; first = end, left--) {
            end = first + (sizes.count - first + left - 1) / left;
            edgec_dw_3x3_part_mve(p, &sizes, &load, &job, stream, y, columns, first, end, stride);
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
