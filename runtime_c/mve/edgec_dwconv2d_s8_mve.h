/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution, int8 or int16 activations, channels last, any window: eight output channels at a time,
 * products of 16 bits.  Each output channel reads channel o / many; parameters count bytes.
 *
 * Stream of eight channels, which the layer's last one may end: biases of the even ones, of the odd ones, for each cell
 * eight weights, multipliers as the biases, shifts in a byte each. */
#ifndef EDGEC_DWCONV2D_S8_MVE_H
#define EDGEC_DWCONV2D_S8_MVE_H

#include "edgec_dw_code_mve.h"
#include "edgec_rows_mve.h"

#define EDGEC_DW_MVE_LANES 8 /* channels of a block */
#define EDGEC_DW_MVE_ENDS 72 /* bytes of a block beside the weights */

typedef struct {
    edgec_rows_mve rows;
    edgec_ending_mve ending;
    int32_t many, out_step;
} edgec_dwconv2d_mve_params;

/* The assembly reads members at their offsets. */
typedef struct {
    const int8_t *const *rows;
    int32_t kernel_h, kernel_w, cell;
    const int8_t *stream;
    int8_t *y;
    int32_t positions, in_step, out_step, lanes, zero, left, kept[2];
    uint16_t from[EDGEC_DW_MVE_LANES];
    int32_t lo, hi;
} edgec_dw_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_dw_mve, kernel_w) == 8 && offsetof(edgec_dw_mve, stream) == 16 &&
                         offsetof(edgec_dw_mve, y) == 20 && offsetof(edgec_dw_mve, in_step) == 28 &&
                         offsetof(edgec_dw_mve, out_step) == 32 && offsetof(edgec_dw_mve, lanes) == 36 &&
                         offsetof(edgec_dw_mve, zero) == 40 && offsetof(edgec_dw_mve, kept) == 48 &&
                         offsetof(edgec_dw_mve, from) == 56 && offsetof(edgec_dw_mve, lo) == 72),
                    dw_mve_reads_jobs_at_offsets);

#define edgec_dw_s8_mve EDGEC_TAGGED(edgec_dw_s8_mve)
#define edgec_dw_s16_mve EDGEC_TAGGED(edgec_dw_s16_mve)
EDGEC_BLOCK_MVE(edgec_dw_s8_mve, edgec_dw_mve, EDGEC_DW_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_dw_s16_mve, edgec_dw_mve, EDGEC_DW_S16_CODE_MVE)

typedef void edgec_dw_positions_mve(edgec_dw_mve *job); /* one of these */

EDGEC_INLINE void edgec_dwconv2d_run_mve(const edgec_dwconv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                         int8_t *y, int8_t *scratch, edgec_dw_positions_mve *positions, int32_t size)
{
    const edgec_geometry *g = &p->rows.geo;
    const int32_t block = g->kernel_h * g->kernel_w * EDGEC_DW_MVE_LANES + EDGEC_DW_MVE_ENDS;
    const int32_t last = g->out_c - EDGEC_DW_MVE_LANES;
    const int8_t *rows[EDGEC_ROWS_MVE_TAPS];
    edgec_dw_mve job;
    int32_t n;
    int32_t oy;
    int32_t i;
    edgec_rows_begin_mve(&p->rows, scratch);
    job.rows = rows;
    job.kernel_h = g->kernel_h;
    job.kernel_w = g->kernel_w;
    job.cell = g->dilation_w * g->in_c;
    job.positions = g->out_w;
    job.in_step = g->stride_w * g->in_c;
    job.out_step = p->out_step;
    job.lanes = g->out_c;
    job.zero = p->ending.out_zero;
    job.left = p->ending.left;
    job.lo = p->ending.lo;
    job.hi = p->ending.hi;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (oy = 0; oy < g->out_h; oy++) {
            int32_t c = 0;
            edgec_rows_at_mve(&p->rows, x, scratch, oy, &loaded, rows);
            job.stream = stream;
            for (;;) {
                for (i = 0; i < EDGEC_DW_MVE_LANES; i++) {
                    job.from[i] = (uint16_t)((c + i) / p->many * size);
                }
                job.y = y + c * size;
                positions(&job);
                if (c >= last) {
                    break;
                }
                c = c + EDGEC_DW_MVE_LANES < last ? c + EDGEC_DW_MVE_LANES : last;
                job.stream += block;
            }
            y += g->out_w * p->out_step;
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

EDGEC_KERNEL_MVE void edgec_dwconv2d_s8_mve(const edgec_dwconv2d_mve_params *p, const int8_t *x, const int8_t *stream,
                                            int8_t *y, int8_t *scratch)
{
    edgec_dwconv2d_run_mve(p, x, stream, y, scratch, edgec_dw_s8_mve, 1);
}

EDGEC_KERNEL_MVE void edgec_dwconv2d_s16_mve(const edgec_dwconv2d_mve_params *p, const int16_t *x, const int8_t *stream,
                                             int16_t *y, int8_t *scratch)
{
    edgec_dwconv2d_run_mve(p, (const int8_t *)x, stream, (int8_t *)y, scratch, edgec_dw_s16_mve, 2);
}

#endif
