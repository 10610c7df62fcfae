/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the Winograd F(2x2, 3x3) convolutions share: tiles of 2x2 outputs at 16 points of 16 bits, by rows of tiles. */
#ifndef EDGEC_WINOGRAD_NEON_H
#define EDGEC_WINOGRAD_NEON_H

#include "edgec_rows_neon.h"

#define EDGEC_WINO_NEON_UNIT 8     /* input channels are a multiple of it */
#define EDGEC_WINO_NEON_CHANNELS 4 /* output channels of a block */

/* `rows.geo` are the tiles: windows of 4x4 cells, two apart. */
typedef struct {
    edgec_rows_neon rows;
    edgec_ending_neon ending;
    int32_t out_h, out_w, out_c, out_step;
} edgec_winograd_neon_params;

/* A row of tiles. */
typedef struct {
    const int8_t *rows[4];
    const int8_t *stream;
    int16_t *points; /* of a tile */
    int8_t *y;
    int32_t tiles, in_c, out_w, out_c, out_step;
    intptr_t below; /* from a row of the output to the next, 0 behind the last */
    edgec_ending_neon ending;
} edgec_wino_neon;

typedef void edgec_wino_function_neon(const edgec_wino_neon *job);

EDGEC_INLINE void edgec_winograd_run_neon(const edgec_winograd_neon_params *p, const int8_t *x, const int8_t *stream,
                                          int8_t *y, int8_t *scratch, edgec_wino_function_neon *whole_row,
                                          edgec_wino_function_neon *general_row)
{
    const edgec_geometry *g = &p->rows.geo;
    const int general = edgec_is_general_neon(&p->ending);
    edgec_wino_neon job;
    int32_t n;
    int32_t row;
    edgec_rows_begin_neon(&p->rows, scratch);
    job.stream = stream;
    job.points =
        (int16_t *)(void *)(scratch + (p->rows.pitch != 0 ? 5 * p->rows.pitch : (g->in_w * g->in_c + 15) & ~15));
    job.tiles = g->out_w;
    job.in_c = g->in_c;
    job.out_w = p->out_w;
    job.out_c = p->out_c;
    job.out_step = p->out_step;
    job.ending = p->ending;
    for (n = 0; n < g->batch; n++) {
        int32_t loaded = 0;
        for (row = 0; row < g->out_h; row++) {
            edgec_rows_at_neon(&p->rows, x, scratch, row, &loaded, job.rows);
            job.y = y + 2 * row * p->out_w * p->out_step;
            job.below = 2 * row + 1 < p->out_h ? (intptr_t)p->out_w * p->out_step : 0;
            (general ? general_row : whole_row)(&job);
        }
        x += g->in_h * g->in_w * g->in_c;
        y += p->out_h * p->out_w * p->out_step;
    }
}

#endif
