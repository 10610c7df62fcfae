/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Max pooling, int8, channels last, four channels at a time. */
#ifndef EDGEC_POOL_S8_ARMV7EM_H
#define EDGEC_POOL_S8_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_window.h"

/* The larger of each of four signed bytes. */
static inline uint32_t edgec_max4(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__(EDGEC_MAX_BYTES_CODE : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    uint32_t r = 0u;
    uint32_t i;
    for (i = 0u; i < 32u; i += 8u) {
        const int8_t x = (int8_t)(uint8_t)((a >> i) & 0xFFu);
        const int8_t y = (int8_t)(uint8_t)((b >> i) & 0xFFu);
        r |= (uint32_t)(uint8_t)((x > y) ? x : y) << i;
    }
    return r;
#endif
}

typedef struct {
    edgec_geometry geo;
    int32_t out_step; /* bytes from one position of y to the next */
} edgec_maxpool_s8_armv7em_params;

/* Four channels of a window, from its first cell inside the input on. */
EDGEC_INLINE uint32_t edgec_maxpool_s8_armv7em_four(const edgec_geometry *g, const int8_t *cell, int32_t rows,
                                                    int32_t columns, int32_t channels)
{
    const int32_t step = g->dilation_w * g->in_c;
    const int32_t row_step = g->dilation_h * g->in_w * g->in_c;
    uint32_t top = 0x80808080u;
    int32_t ky;
    int32_t kx;
    for (ky = 0; ky < rows; ky++) {
        const int8_t *from = cell + ky * row_step;
        for (kx = 0; kx < columns; kx++) {
            top = edgec_max4(top, (channels < 4) ? edgec_load_rest(from, channels) : edgec_load4(from));
            from += step;
        }
    }
    return top;
}

/* One window; where channels are no whole fours, the last four overlap those before. */
EDGEC_INLINE void edgec_maxpool_s8_armv7em_window(const edgec_geometry *g, const int8_t *cell, int32_t rows,
                                                  int32_t columns, int8_t *y)
{
    int32_t c;
    if (g->in_c < 4) {
        const uint32_t top = edgec_maxpool_s8_armv7em_four(g, cell, rows, columns, g->in_c);
        for (c = 0; c < g->in_c; c++) {
            y[c] = (int8_t)(uint8_t)((top >> (8 * c)) & 0xFFu);
        }
        return;
    }
    for (c = 0; c + 4 <= g->in_c; c += 4) {
        edgec_store4(edgec_maxpool_s8_armv7em_four(g, cell + c, rows, columns, 4), y + c);
    }
    if (g->in_c % 4 != 0) {
        c = g->in_c - 4;
        edgec_store4(edgec_maxpool_s8_armv7em_four(g, cell + c, rows, columns, 4), y + c);
    }
}

/* The largest value of each window; every window holds at least one input cell. */
EDGEC_INLINE void edgec_maxpool_s8_armv7em(const edgec_maxpool_s8_armv7em_params *p, const int8_t *x, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_maxpool_s8_armv7em_window(g, x + edgec_cell(g, &at, at.rows.first, at.columns.first),
                                                at.rows.end - at.rows.first, at.columns.end - at.columns.first, y);
                y += p->out_step;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
