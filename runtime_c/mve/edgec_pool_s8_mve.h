/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Largest values of windows, int8, channels last. */
#ifndef EDGEC_POOL_S8_MVE_H
#define EDGEC_POOL_S8_MVE_H

#include "edgec_elements_code_mve.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_MAXPOOL_MVE_LANES 16

typedef struct {
    edgec_geometry geo;
    int32_t out_step;
} edgec_maxpool_s8_mve_params;

/* The largest of rows x columns cells, `lanes` channels. */
EDGEC_INLINE void edgec_maxpool_window_mve(const int8_t *x, int32_t rows, int32_t row, int32_t columns, int32_t step,
                                           int32_t lanes, int8_t *y)
{
    const int8_t *at;
    __asm__ volatile(EDGEC_MAXPOOL_S8_CODE_MVE
                     : [x] "+&r"(x), [rows] "+&r"(rows), [at] "=&r"(at)
                     : [row] "r"(row), [columns] "r"(columns), [step] "r"(step), [lanes] "r"(lanes), [y] "r"(y),
                       [least] "r"(INT8_MIN)
                     : "lr", "d0", "d1", "d2", "d3", "cc", "memory");
}

EDGEC_SHARED_CODE void edgec_maxpool_s8_mve(const edgec_maxpool_s8_mve_params *p, const int8_t *x, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    int32_t c;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                const int8_t *cell = x + edgec_cell(g, &at, at.rows.first, at.columns.first);
                for (c = 0; c < g->in_c; c += EDGEC_MAXPOOL_MVE_LANES) {
                    edgec_maxpool_window_mve(cell + c, at.rows.end - at.rows.first, g->dilation_h * g->in_w * g->in_c,
                                             at.columns.end - at.columns.first, g->dilation_w * g->in_c, g->in_c - c,
                                             y + c);
                }
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
