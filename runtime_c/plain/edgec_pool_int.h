/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maximum pooling of integers, channels last; quantized ones too, as a maximum keeps its scale. */
#ifndef EDGEC_POOL_INT_H
#define EDGEC_POOL_INT_H

#include "edgec_window.h"

typedef struct {
    edgec_geometry geo;
} edgec_maxpool_int_params;

/* lowest is the result of a window that lies between the input's cells. */
#define EDGEC_DEFINE_MAXPOOL_INT(name, type, lowest)                                                                   \
    static inline type edgec_maxpool_one_##name(const edgec_geometry *g, const edgec_window *at, const type *x)        \
    {                                                                                                                  \
        type top = (lowest);                                                                                           \
        int32_t ky, kx;                                                                                                \
        for (ky = at->rows.first; ky < at->rows.end; ky++) {                                                           \
            for (kx = at->columns.first; kx < at->columns.end; kx++) {                                                 \
                const type v = x[edgec_cell(g, at, ky, kx)];                                                           \
                top = (v > top) ? v : top;                                                                             \
            }                                                                                                          \
        }                                                                                                              \
        return top;                                                                                                    \
    }                                                                                                                  \
    static inline void edgec_int_maxpool_##name##_plain(const edgec_maxpool_int_params *p, const type *x, type *y)     \
    {                                                                                                                  \
        const edgec_geometry *g = &p->geo;                                                                             \
        const int32_t outputs = g->out_h * g->out_w;                                                                   \
        int32_t i, c;                                                                                                  \
        for (i = 0; i < g->batch * outputs; i++) {                                                                     \
            const type *image = x + i / outputs * g->in_h * g->in_w * g->in_c;                                         \
            const edgec_window at = edgec_window_at(g, i / g->out_w % g->out_h, i % g->out_w);                         \
            for (c = 0; c < g->in_c; c++) {                                                                            \
                *y++ = edgec_maxpool_one_##name(g, &at, image + c);                                                    \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_MAXPOOL_INT(s16, int16_t, INT16_MIN)
EDGEC_DEFINE_MAXPOOL_INT(s32, int32_t, INT32_MIN)
EDGEC_DEFINE_MAXPOOL_INT(s64, int64_t, INT64_MIN)
EDGEC_DEFINE_MAXPOOL_INT(u8, uint8_t, 0u)
EDGEC_DEFINE_MAXPOOL_INT(u16, uint16_t, 0u)
EDGEC_DEFINE_MAXPOOL_INT(u32, uint32_t, 0u)
EDGEC_DEFINE_MAXPOOL_INT(u64, uint64_t, 0u)

#endif
