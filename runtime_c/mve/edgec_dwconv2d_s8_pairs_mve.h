/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution with stride 2, int8, channels last, at least 16 channels, at most one column of padding
 * before the image.  Bands of three rows are copied for 16 channels, three rows of a column and channel beside each
 * other.  Two outputs need five columns: four words hold four of them, and the fourth bytes of the last three words the
 * fifth one, so that 16 bytes are the windows of two outputs.  Columns are copied from the last one to the first, for
 * the fifth one is known by then, and lie in this order: what comes first lies last, bands too.
 *
 * Of pairs of outputs side by side eight outputs are four, wherever rows end, if rows have an even number of outputs;
 * else each row ends with a half pair, whose other half is not written.
 *
 * Stream: of each channel three columns of weights and a zero; of each channel bias and multiplier as
 * edgec_dwconv2d_s8_3x3_mve.h has them. */
#ifndef EDGEC_DWCONV2D_S8_PAIRS_MVE_H
#define EDGEC_DWCONV2D_S8_PAIRS_MVE_H

#include "edgec_dw_pairs_code_mve.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_DW_PAIRS_MVE_LANES 16   /* channels of a block */
#define EDGEC_DW_PAIRS_MVE_WEIGHTS 10 /* bytes of a channel, which a zero ends */
#define EDGEC_DW_PAIRS_MVE_COLUMN 64  /* bytes of a column */
#define EDGEC_DW_PAIRS_MVE_PAIR 256   /* bytes of the columns of two outputs */
#define EDGEC_DW_PAIRS_MVE_BEFORE 768 /* bytes that the last eight outputs may read before all columns */
#define EDGEC_DW_PAIRS_MVE_SHIFT 16   /* of all channels, after factors */

/* `bands` rows of outputs have their columns in scratch at a time. */
typedef struct {
    edgec_geometry geo;
    int32_t in_zero, out_zero, bands, out_step;
} edgec_dw_pairs_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *x[3];
    int32_t steps[3];
    int8_t *to;
    int32_t bands, columns, enter, in_zero;
    int32_t back, further; /* to the next band's columns, to its cells */
} edgec_dw_pairs_load_mve;

typedef struct {
    const int8_t *weights, *ends;
    int8_t *y;
    int32_t zero, y_step, lines;
    int32_t eights, mask; /* of a line but the last one; lanes of the last one */
    int32_t line_y, line_at, channel_y, channel_at;
    const int8_t *last; /* behind the weights of a block */
    int32_t kept[2];
    uint32_t at[4];
    uint16_t places[8];
    const uint8_t *orders; /* of the weights of both outputs, 16 bytes each */
} edgec_dw_pairs_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_dw_pairs_load_mve, to) == 24 &&
                         offsetof(edgec_dw_pairs_load_mve, columns) == 32 &&
                         offsetof(edgec_dw_pairs_load_mve, in_zero) == 40 &&
                         offsetof(edgec_dw_pairs_load_mve, back) == 44 && offsetof(edgec_dw_pairs_mve, y) == 8 &&
                         offsetof(edgec_dw_pairs_mve, y_step) == 16 && offsetof(edgec_dw_pairs_mve, eights) == 24 &&
                         offsetof(edgec_dw_pairs_mve, line_y) == 32 && offsetof(edgec_dw_pairs_mve, channel_y) == 40 &&
                         offsetof(edgec_dw_pairs_mve, last) == 48 && offsetof(edgec_dw_pairs_mve, kept) == 52 &&
                         offsetof(edgec_dw_pairs_mve, at) == 60 && offsetof(edgec_dw_pairs_mve, places) == 76 &&
                         offsetof(edgec_dw_pairs_mve, orders) == 92),
                    dw_pairs_mve_reads_jobs_at_offsets);

#define edgec_dw_pairs_columns_mve EDGEC_TAGGED(edgec_dw_pairs_columns_mve)
#define edgec_dw_pairs_outputs_mve EDGEC_TAGGED(edgec_dw_pairs_outputs_mve)
EDGEC_BLOCK_MVE(edgec_dw_pairs_columns_mve, edgec_dw_pairs_load_mve, EDGEC_DW_PAIRS_LOAD_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_pairs_outputs_mve, edgec_dw_pairs_mve, EDGEC_DW_PAIRS_CODE_MVE)

/* What of a layer does not change. */
typedef struct {
    int32_t pairs, band;   /* of a row of outputs; bytes of its columns */
    int32_t last, columns; /* the last column that is read, of the padded image; those read of the image */
    int32_t behind;        /* bytes of padding behind the last column */
    int8_t *columns_at;    /* of all bands */
    const int8_t *padding; /* 16 bytes */
} edgec_dw_pairs_sizes_mve;

EDGEC_COLD static void edgec_dw_pairs_begin_mve(const edgec_dw_pairs_mve_params *p, edgec_dw_pairs_sizes_mve *z,
                                                edgec_dw_pairs_load_mve *load, int8_t *scratch)
{
    const edgec_geometry *g = &p->geo;
    const int32_t image = g->pad_left + g->in_w - 1;
    int32_t i;
    z->pairs = (g->out_w + 1) / 2;
    z->band = z->pairs * EDGEC_DW_PAIRS_MVE_PAIR;
    z->last = image < 2 * g->out_w ? image : 2 * g->out_w;
    z->columns = z->last - g->pad_left + 1;
    z->behind = z->last < 4 * z->pairs ? (4 * z->pairs - 1 - z->last) * EDGEC_DW_PAIRS_MVE_COLUMN : 0;
    z->padding = scratch;
    z->columns_at = scratch + EDGEC_DW_PAIRS_MVE_LANES + EDGEC_DW_PAIRS_MVE_BEFORE;
    edgec_fill_mve(scratch, p->in_zero, EDGEC_DW_PAIRS_MVE_LANES + EDGEC_DW_PAIRS_MVE_BEFORE);
    for (i = 0; i < p->bands; i++) {
        int8_t *const band = z->columns_at + i * z->band;
        edgec_fill_mve(band, p->in_zero, z->behind);
        edgec_fill_mve(band + z->band - EDGEC_DW_PAIRS_MVE_COLUMN, p->in_zero, g->pad_left * EDGEC_DW_PAIRS_MVE_COLUMN);
    }
    load->in_zero = p->in_zero;
    load->enter = z->last % 4;
    load->columns = z->columns + (load->enter == 0 || load->enter == 3 ? 0 : 3 - load->enter);
    load->further = 2 * g->in_w * g->in_c + z->columns * g->in_c;
    load->back = -z->columns * EDGEC_DW_PAIRS_MVE_COLUMN - z->band;
    if (load->enter == 0 && z->last < 4 * z->pairs) {
        load->enter = 4;
    } else if (load->enter == 0) { /* this column has no place of its own */
        load->columns -= 1;
        load->back += EDGEC_DW_PAIRS_MVE_COLUMN;
    }
}

/* Of a filling of scratch: lines of pairs, which are whole rows or all of them. */
EDGEC_INLINE void edgec_dw_pairs_lines_mve(const edgec_dw_pairs_mve_params *p, const edgec_dw_pairs_sizes_mve *z,
                                           edgec_dw_pairs_mve *job, int32_t bands)
{
    const int32_t odd = p->geo.out_w % 2;
    const int32_t rows = odd ? 1 : bands; /* of a line */
    const int32_t pairs = rows * z->pairs;
    const int32_t outputs = rows * p->geo.out_w;
    int32_t i;
    job->y_step = 8 * p->out_step;
    job->lines = odd ? bands : 1;
    job->eights = (pairs + 3) / 4 - 1;
    job->mask = 0;
    for (i = 0; i < 8; i++) {
        const int32_t output = i / 2 + i % 2 * 4;
        job->places[i] = (uint16_t)(output * p->out_step);
        job->mask |= (8 * job->eights + output < outputs ? 3 : 0) << (2 * i);
    }
    job->line_y = outputs * p->out_step - job->eights * job->y_step;
    job->line_at = (4 * job->eights + 4 - pairs) * EDGEC_DW_PAIRS_MVE_PAIR;
    job->channel_y = 1 - job->lines * outputs * p->out_step;
    job->channel_at = job->lines * pairs * EDGEC_DW_PAIRS_MVE_PAIR + 4;
    for (i = 0; i < 4; i++) {
        job->at[i] = (uint32_t)(uintptr_t)(z->columns_at + bands * z->band + EDGEC_DW_PAIRS_MVE_COLUMN * (3 - i));
    }
}

/* The columns of `bands` bands of 16 channels from band `first` on: those whose rows lie inside together. */
EDGEC_INLINE void edgec_dw_pairs_load_bands_mve(const edgec_geometry *g, const edgec_dw_pairs_sizes_mve *z,
                                                edgec_dw_pairs_load_mve *load, const int8_t *image, int32_t first,
                                                int32_t bands)
{
    const int32_t end = first + bands;
    const int32_t inside = g->in_h + g->pad_top < 3 ? 0 : (g->in_h + g->pad_top - 3) / 2 + 1; /* behind the last band */
    int32_t band = first;
    int32_t i;
    while (band < end) {
        const int32_t row = 2 * band - g->pad_top;
        for (i = 0; i < 3; i++) {
            const int within = row + i >= 0 && row + i < g->in_h;
            load->x[i] = within ? image + ((row + i) * g->in_w + z->columns - 1) * g->in_c : z->padding;
            load->steps[i] = within ? -g->in_c : 0;
        }
        load->bands = 1;
        if (row >= 0 && band < inside) {
            load->bands = (inside < end ? inside : end) - band;
        }
        load->to = z->columns_at + (end - 1 - band) * z->band + z->behind;
        edgec_dw_pairs_columns_mve(load);
        band += load->bands;
    }
}

EDGEC_COLD static void edgec_dwconv2d_s8_pairs_mve(const edgec_dw_pairs_mve_params *p, const int8_t *x,
                                                   const int8_t *stream, int8_t *y, int8_t *scratch)
{
    static const uint8_t orders[2][16] = {{0, 1, 2, 9, 3, 4, 5, 9, 6, 7, 8, 9, 9, 9, 9, 9},
                                          {9, 9, 9, 9, 9, 9, 9, 6, 0, 1, 2, 7, 3, 4, 5, 8}};
    const edgec_geometry *g = &p->geo;
    const int32_t last = g->in_c - EDGEC_DW_PAIRS_MVE_LANES; /* block */
    edgec_dw_pairs_sizes_mve sizes;
    edgec_dw_pairs_load_mve load;
    edgec_dw_pairs_mve job;
    int32_t n;
    int32_t first;
    int32_t bands;
    int32_t c;
    edgec_dw_pairs_begin_mve(p, &sizes, &load, scratch);
    job.zero = p->out_zero * (1 << EDGEC_DW_PAIRS_MVE_SHIFT);
    job.orders = orders[0];
    for (n = 0; n < g->batch; n++) {
        for (first = 0; first < g->out_h; first += bands) {
            bands = p->bands < g->out_h - first ? p->bands : g->out_h - first;
            edgec_dw_pairs_lines_mve(p, &sizes, &job, bands);
            for (c = 0;;) {
                edgec_dw_pairs_load_bands_mve(g, &sizes, &load, x + c, first, bands);
                job.weights = stream + c * EDGEC_DW_PAIRS_MVE_WEIGHTS;
                job.last = job.weights + EDGEC_DW_PAIRS_MVE_LANES * EDGEC_DW_PAIRS_MVE_WEIGHTS;
                job.ends = stream + (g->in_c * EDGEC_DW_PAIRS_MVE_WEIGHTS + 3) / 4 * 4 + 8 * c;
                job.y = y + c;
                edgec_dw_pairs_outputs_mve(&job);
                if (c >= last) {
                    break;
                }
                c = c + EDGEC_DW_PAIRS_MVE_LANES < last ? c + EDGEC_DW_PAIRS_MVE_LANES : last;
            }
            y += bands * g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
