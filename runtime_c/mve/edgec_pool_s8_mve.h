/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Means of runs of cells and largest values of windows, int8, channels last. */
#ifndef EDGEC_POOL_S8_MVE_H
#define EDGEC_POOL_S8_MVE_H

#include "edgec_elements_code_mve.h"
#include "edgec_fixed.h"
#include "edgec_mve.h"
#include "edgec_window.h"

#define EDGEC_MEAN_MVE_LANES 8 /* channels summed together */
#define EDGEC_MEAN_MVE_RUN 255 /* cells whose sum fits int16 */
#define EDGEC_MAXPOOL_MVE_LANES 16

/* [outer, cells, inner] to [outer, inner]; offset is -in_zero * cells. */
typedef struct {
    int32_t outer, cells, inner, offset, multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_mean_s8_mve_params;

typedef struct {
    edgec_geometry geo;
    int32_t out_step;
} edgec_maxpool_s8_mve_params;

/* Sums of up to 255 cells of `lanes` channels. */
EDGEC_INLINE void edgec_mean_sums_mve(const int8_t *x, int32_t step, int32_t cells, int32_t lanes,
                                      int16_t sums[EDGEC_MEAN_MVE_LANES])
{
    __asm__ volatile(EDGEC_MEAN_S8_CODE_MVE
                     : [x] "+&l"(x)
                     : [step] "r"(step), [cells] "r"(cells), [lanes] "r"(lanes), [sums] "r"(sums)
                     : "lr", "d0", "d1", "d2", "d3", "cc", "memory");
}

EDGEC_SHARED_CODE void edgec_mean_s8_mve(const edgec_mean_s8_mve_params *p, const int8_t *x, int8_t *y)
{
    int32_t o;
    int32_t c;
    int32_t i;
    for (o = 0; o < p->outer; o++) {
        for (c = 0; c < p->inner; c += EDGEC_MEAN_MVE_LANES) {
            const int32_t lanes = p->inner - c < EDGEC_MEAN_MVE_LANES ? p->inner - c : EDGEC_MEAN_MVE_LANES;
            int32_t sums[EDGEC_MEAN_MVE_LANES] = {0};
            int32_t first;
            for (first = 0; first < p->cells; first += EDGEC_MEAN_MVE_RUN) {
                const int32_t rest = p->cells - first;
                int16_t part[EDGEC_MEAN_MVE_LANES];
                edgec_mean_sums_mve(x + first * p->inner + c, p->inner,
                                    rest < EDGEC_MEAN_MVE_RUN ? rest : EDGEC_MEAN_MVE_RUN, lanes, part);
                for (i = 0; i < EDGEC_MEAN_MVE_LANES; i++) {
                    sums[i] += part[i];
                }
            }
            for (i = 0; i < lanes; i++) {
                const int32_t sum = edgec_to_even(sums[i] + p->offset, p->multiplier, p->shift);
                y[c + i] = (int8_t)edgec_requantize(sum, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
            }
        }
        x += p->cells * p->inner;
        y += p->inner;
    }
}

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
