/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the first maximum of each pooling window lies, numbered as in ONNX: in the flattened N, C, H, W tensor. */
#ifndef EDGEC_POOL_INDICES_H
#define EDGEC_POOL_INDICES_H

#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
} edgec_pool_indices_params;

#define EDGEC_DEFINE_POOL_INDICES(suffix, type)                                                                        \
    static inline int32_t edgec_pool_index_##suffix(const edgec_geometry *g, const edgec_window *at, const type *x)    \
    {                                                                                                                  \
        int32_t best = -1;                                                                                             \
        type top = (type)0;                                                                                            \
        int32_t ky, kx;                                                                                                \
        for (ky = at->rows.first; ky < at->rows.end; ky++) {                                                           \
            for (kx = at->columns.first; kx < at->columns.end; kx++) {                                                 \
                const type v = x[edgec_cell(g, at, ky, kx)];                                                           \
                if (best < 0 || v > top) {                                                                             \
                    best = (at->row + ky * g->dilation_h) * g->in_w + at->column + kx * g->dilation_w;                 \
                    top = v;                                                                                           \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        return best;                                                                                                   \
    }                                                                                                                  \
    static inline void edgec_pool_indices_##suffix##_plain(const edgec_pool_indices_params *p, const type *x,          \
                                                           int64_t *y)                                                 \
    {                                                                                                                  \
        const edgec_geometry *g = &p->geo;                                                                             \
        const int32_t cells = g->in_h * g->in_w;                                                                       \
        int32_t i, c;                                                                                                  \
        for (i = 0; i < g->batch * g->out_h * g->out_w; i++) {                                                         \
            const int32_t n = i / (g->out_h * g->out_w);                                                               \
            const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);                         \
            for (c = 0; c < g->in_c; c++) {                                                                            \
                *y++ = (n * g->in_c + c) * cells + edgec_pool_index_##suffix(g, &at, x + n * cells * g->in_c + c);     \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_POOL_INDICES(f32, float)
EDGEC_DEFINE_POOL_INDICES(s8, int8_t)
EDGEC_DEFINE_POOL_INDICES(u8, uint8_t)

#endif
