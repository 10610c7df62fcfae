/* Pooling, int8, channels last, four channels at a time. */
#ifndef EDGEC_POOL_S8_DSP_H
#define EDGEC_POOL_S8_DSP_H

#include "edgec_dsp.h"
#include "edgec_fixed.h"
#include "edgec_window.h"

/* The larger of each of four signed bytes. */
static inline uint32_t edgec_max4(uint32_t a, uint32_t b)
{
#if EDGEC_DSP
    uint32_t r;
    __asm__("ssub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(b) : "cc");
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

static inline void edgec_store4(uint32_t v, int8_t *to)
{
    to[0] = (int8_t)(uint8_t)(v & 0xFFu);
    to[1] = (int8_t)(uint8_t)((v >> 8) & 0xFFu);
    to[2] = (int8_t)(uint8_t)((v >> 16) & 0xFFu);
    to[3] = (int8_t)(uint8_t)(v >> 24);
}

/* Two pairs of sums: bytes 0, 2 and bytes 1, 3 added to them. */
static inline uint32_t edgec_sxtab16(uint32_t sums, uint32_t v)
{
#if EDGEC_DSP
    uint32_t r;
    __asm__("sxtab16 %0, %1, %2" : "=r"(r) : "r"(sums), "r"(v));
    return r;
#else
    const uint32_t w = edgec_sxtb16(v);
    return edgec_pair(edgec_low(sums) + edgec_low(w), edgec_high(sums) + edgec_high(w));
#endif
}

static inline uint32_t edgec_sxtab16_odd(uint32_t sums, uint32_t v)
{
#if EDGEC_DSP
    uint32_t r;
    __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(r) : "r"(sums), "r"(v));
    return r;
#else
    return edgec_sxtab16(sums, v >> 8);
#endif
}

typedef struct {
    edgec_geometry geo;
} edgec_maxpool_s8_dsp_params;

/* One window: cell is its first cell inside the input, rows x columns cells are. */
static inline void edgec_maxpool_s8_dsp_window(const edgec_geometry *g, const int8_t *cell, int32_t rows,
                                               int32_t columns, int8_t *y)
{
    const int32_t step = g->dilation_w * g->in_c;
    const int32_t row_step = g->dilation_h * g->in_w * g->in_c;
    int32_t c;
    int32_t ky;
    int32_t kx;
    for (c = 0; c + 4 <= g->in_c; c += 4) {
        uint32_t top = edgec_load4(cell + c);
        for (ky = 0; ky < rows; ky++) {
            const int8_t *from = cell + ky * row_step + c;
            for (kx = 0; kx < columns; kx++) {
                top = edgec_max4(top, edgec_load4(from));
                from += step;
            }
        }
        edgec_store4(top, y + c);
    }
    for (; g->in_c % 4 != 0 && c < g->in_c; c++) { /* the first test tells the compiler when there is no rest */
        int8_t top = cell[c];
        for (ky = 0; ky < rows; ky++) {
            for (kx = 0; kx < columns; kx++) {
                const int8_t v = cell[ky * row_step + kx * step + c];
                top = (v > top) ? v : top;
            }
        }
        y[c] = top;
    }
}

/* The largest value of each window; every window holds at least one input cell. */
static inline void edgec_maxpool_s8__dsp(const edgec_maxpool_s8_dsp_params *p, const int8_t *x, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const edgec_window at = edgec_window_at(g, oy, ox);
                edgec_maxpool_s8_dsp_window(g, x + edgec_cell(g, &at, at.rows.first, at.columns.first),
                                            at.rows.end - at.rows.first, at.columns.end - at.columns.first, y);
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

/* Windows wholly inside the input, of at most 256 cells; offset is -in_zero * cells. */
typedef struct {
    edgec_geometry geo;
    int32_t offset;
    int32_t multiplier;
    uint32_t shift;
    int32_t out_zero;
} edgec_avgpool_s8_dsp_params;

static inline int8_t edgec_avgpool_s8_dsp_finish(const edgec_avgpool_s8_dsp_params *p, int32_t sum)
{
    const int32_t acc = edgec_to_even(sum + p->offset, p->multiplier, p->shift);
    if (p->shift > 32u) {
        return (int8_t)edgec_requantize_dsp(acc, p->multiplier, p->shift - 33u, 2 * p->out_zero + 1);
    }
    return (int8_t)edgec_requantize(acc, p->multiplier, p->shift, p->out_zero, INT8_MIN, INT8_MAX);
}

/* Sums of four channels over a window of rows x columns cells: bytes 0, 2 in sums[0], bytes 1, 3 in sums[1]. */
static inline void edgec_avgpool_s8_dsp_sums(const int8_t *cell, int32_t rows, int32_t columns, int32_t step,
                                             int32_t row_step, uint32_t *sums)
{
    uint32_t even = 0u;
    uint32_t odd = 0u;
    for (; rows > 0; rows--) {
        const int8_t *from = cell;
        int32_t left = columns;
        for (; left >= 2; left -= 2) {
            const uint32_t v = edgec_load4(from);
            const uint32_t w = edgec_load4(from + step);
            even = edgec_sxtab16(edgec_sxtab16(even, v), w);
            odd = edgec_sxtab16_odd(edgec_sxtab16_odd(odd, v), w);
            from += 2 * step;
        }
        if (left > 0) {
            const uint32_t v = edgec_load4(from);
            even = edgec_sxtab16(even, v);
            odd = edgec_sxtab16_odd(odd, v);
        }
        cell += row_step;
    }
    sums[0] = even;
    sums[1] = odd;
}

static inline void edgec_avgpool_s8_dsp_window(const edgec_avgpool_s8_dsp_params *p, const int8_t *cell, int8_t *y)
{
    const edgec_geometry *g = &p->geo;
    const int32_t row_step = g->in_w * g->in_c;
    int32_t c;
    for (c = 0; c + 4 <= g->in_c; c += 4) {
        uint32_t sums[2];
        edgec_avgpool_s8_dsp_sums(cell + c, g->kernel_h, g->kernel_w, g->in_c, row_step, sums);
        y[c] = edgec_avgpool_s8_dsp_finish(p, edgec_low(sums[0]));
        y[c + 1] = edgec_avgpool_s8_dsp_finish(p, edgec_low(sums[1]));
        y[c + 2] = edgec_avgpool_s8_dsp_finish(p, edgec_high(sums[0]));
        y[c + 3] = edgec_avgpool_s8_dsp_finish(p, edgec_high(sums[1]));
    }
    for (; c < g->in_c; c++) {
        int32_t sum = 0;
        int32_t i;
        for (i = 0; i < g->kernel_h * g->kernel_w; i++) {
            sum += cell[i / g->kernel_w * row_step + i % g->kernel_w * g->in_c + c];
        }
        y[c] = edgec_avgpool_s8_dsp_finish(p, sum);
    }
}

/* The mean of each window. */
static inline void edgec_avgpool_s8__dsp(const edgec_avgpool_s8_dsp_params *p, const int8_t *x, int8_t *y)
{
    const edgec_avgpool_s8_dsp_params q = *p; /* a copy that y cannot alias */
    const edgec_geometry *g = &q.geo;
    int32_t n;
    int32_t oy;
    int32_t ox;
    for (n = 0; n < g->batch; n++) {
        for (oy = 0; oy < g->out_h; oy++) {
            for (ox = 0; ox < g->out_w; ox++) {
                const int32_t first = oy * g->stride_h * g->in_w + ox * g->stride_w;
                edgec_avgpool_s8_dsp_window(&q, x + first * g->in_c, y);
                y += g->out_c;
            }
        }
        x += g->in_h * g->in_w * g->in_c;
    }
}

#endif
