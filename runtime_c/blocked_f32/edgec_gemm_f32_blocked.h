/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matrix product of float32 in tiles of 4 positions by 4 output channels: 16 sums in registers, every value loaded is
 * used four times.  Weights are packed w[O / 4][K][4], biases in fours, both filled up with zeros. */
#ifndef EDGEC_GEMM_F32_BLOCKED_H
#define EDGEC_GEMM_F32_BLOCKED_H

#include "edgec_blocked.h"

#define EDGEC_TILE 4 /* positions and channels */

/* Four positions and all their output channels.  The values of position i are x[i][r * x_row + k], r < rows, k < run;
 * weights follow each other in the same order.  Only the first count positions are written. */
typedef struct {
    const float *x[EDGEC_TILE];
    const float *w, *bias;
    float *y;
    int32_t rows, run, x_row;
    int32_t out_c, count, step;
    int32_t bounds;
    float lo, hi;
} edgec_tile_f32;

#define EDGEC_TILE_MADD(i, x)                                                                                          \
    a##i##0 = EDGEC_MADD_F32(a##i##0, (x), w0);                                                                        \
    a##i##1 = EDGEC_MADD_F32(a##i##1, (x), w1);                                                                        \
    a##i##2 = EDGEC_MADD_F32(a##i##2, (x), w2);                                                                        \
    a##i##3 = EDGEC_MADD_F32(a##i##3, (x), w3);                                                                        \
    EDGEC_FENCE_F32(a##i##0, a##i##1, a##i##2, a##i##3);

#define EDGEC_TILE_STEP(k)                                                                                             \
    {                                                                                                                  \
        EDGEC_FOUR(w, w0, w1, w2, w3)                                                                                  \
        EDGEC_TILE_MADD(0, x0[k])                                                                                      \
        EDGEC_TILE_MADD(1, x1[k])                                                                                      \
        EDGEC_TILE_MADD(2, x2[k])                                                                                      \
        EDGEC_TILE_MADD(3, x3[k])                                                                                      \
    }

#define EDGEC_TILE_ADVANCE(n)                                                                                          \
    x0 += (n);                                                                                                         \
    x1 += (n);                                                                                                         \
    x2 += (n);                                                                                                         \
    x3 += (n);                                                                                                         \
    EDGEC_HOLD(x0);                                                                                                    \
    EDGEC_HOLD(x1);                                                                                                    \
    EDGEC_HOLD(x2);                                                                                                    \
    EDGEC_HOLD(x3);

#define EDGEC_TILE_ROW(i, f) f(a##i##0) f(a##i##1) f(a##i##2) f(a##i##3)
#define EDGEC_TILE_EACH(f) EDGEC_TILE_ROW(0, f) EDGEC_TILE_ROW(1, f) EDGEC_TILE_ROW(2, f) EDGEC_TILE_ROW(3, f)
#define EDGEC_TILE_BELOW(v) (v) = ((v) < lo) ? lo : (v);
#define EDGEC_TILE_ABOVE(v) (v) = ((v) > hi) ? hi : (v);
#define EDGEC_TILE_PUT(i, y)                                                                                           \
    (y)[0] = a##i##0;                                                                                                  \
    (y)[1] = a##i##1;                                                                                                  \
    (y)[2] = a##i##2;                                                                                                  \
    (y)[3] = a##i##3;

/* A tile that is not whole: the first channels of the first positions of sums[4][4]. */
EDGEC_SHARED_CODE void edgec_tile_f32_rest(const edgec_tile_f32 *t, const float *sums, float *y, int32_t channels)
{
    int32_t i;
    int32_t c;
    for (i = t->count; i > 0; i--) {
        for (c = 0; c < channels; c++) {
            y[c] = sums[c];
        }
        sums += EDGEC_TILE;
        y += t->step;
    }
}

/* Channels first .. first + 3; returns the weights of the next four. */
static inline const float *edgec_tile_f32_four(const edgec_tile_f32 *t, const float *w, int32_t first)
{
    const float *x0 = t->x[0];
    const float *x1 = t->x[1];
    const float *x2 = t->x[2];
    const float *x3 = t->x[3];
    float *y = t->y + first;
    float a00 = t->bias[first], a01 = t->bias[first + 1], a02 = t->bias[first + 2], a03 = t->bias[first + 3];
    float a10 = a00, a11 = a01, a12 = a02, a13 = a03;
    float a20 = a00, a21 = a01, a22 = a02, a23 = a03;
    float a30 = a00, a31 = a01, a32 = a02, a33 = a03;
    int32_t r;
    int32_t n;
    for (r = 0; r < t->rows; r++) {
        for (n = t->run / 4; n > 0; n--) {
            EDGEC_TILE_STEP(0) EDGEC_TILE_STEP(1) EDGEC_TILE_STEP(2) EDGEC_TILE_STEP(3) EDGEC_TILE_ADVANCE(4)
        }
        for (n = t->run % 4; n > 0; n--) {
            EDGEC_TILE_STEP(0)
            EDGEC_TILE_ADVANCE(1)
        }
        x0 += t->x_row - t->run;
        x1 += t->x_row - t->run;
        x2 += t->x_row - t->run;
        x3 += t->x_row - t->run;
    }
    if (t->bounds != EDGEC_BOUND_NONE) {
        const float lo = t->lo;
        EDGEC_TILE_EACH(EDGEC_TILE_BELOW)
    }
    if (t->bounds == EDGEC_BOUND_BOTH) {
        const float hi = t->hi;
        EDGEC_TILE_EACH(EDGEC_TILE_ABOVE)
    }
    if (t->count == EDGEC_TILE && first + EDGEC_TILE <= t->out_c) {
        EDGEC_TILE_PUT(0, y)
        EDGEC_TILE_PUT(1, y + t->step)
        EDGEC_TILE_PUT(2, y + 2 * t->step)
        EDGEC_TILE_PUT(3, y + 3 * t->step)
    } else {
        float sums[EDGEC_TILE * EDGEC_TILE];
        EDGEC_TILE_PUT(0, sums)
        EDGEC_TILE_PUT(1, sums + 4)
        EDGEC_TILE_PUT(2, sums + 8)
        EDGEC_TILE_PUT(3, sums + 12)
        edgec_tile_f32_rest(t, sums, y, (t->out_c - first < EDGEC_TILE) ? t->out_c - first : EDGEC_TILE);
    }
    return w;
}

#define EDGEC_LINE_STEP(k)                                                                                             \
    {                                                                                                                  \
        const float v = x[k];                                                                                          \
        EDGEC_FOUR(w, w0, w1, w2, w3)                                                                                  \
        EDGEC_FOUR_MORE(more, w4, w5, w6, w7)                                                                          \
        a0 = EDGEC_MADD_F32(a0, v, w0);                                                                                \
        a1 = EDGEC_MADD_F32(a1, v, w1);                                                                                \
        a2 = EDGEC_MADD_F32(a2, v, w2);                                                                                \
        a3 = EDGEC_MADD_F32(a3, v, w3);                                                                                \
        EDGEC_FENCE_F32(a0, a1, a2, a3);                                                                               \
        a4 = EDGEC_MADD_F32(a4, v, w4);                                                                                \
        a5 = EDGEC_MADD_F32(a5, v, w5);                                                                                \
        a6 = EDGEC_MADD_F32(a6, v, w6);                                                                                \
        a7 = EDGEC_MADD_F32(a7, v, w7);                                                                                \
        EDGEC_FENCE_F32(a4, a5, a6, a7);                                                                               \
    }

/* One position, channels first .. first + 7 into sums; n values, weights of the second four begin at more. */
static inline void edgec_line_f32_eight(const float *x, int32_t n, const float *w, const float *more, float *sums)
{
    float a0 = sums[0], a1 = sums[1], a2 = sums[2], a3 = sums[3];
    float a4 = sums[4], a5 = sums[5], a6 = sums[6], a7 = sums[7];
    int32_t i;
    for (i = n / 4; i > 0; i--) {
        EDGEC_LINE_STEP(0) EDGEC_LINE_STEP(1) EDGEC_LINE_STEP(2) EDGEC_LINE_STEP(3) x += 4;
        EDGEC_HOLD(x);
    }
    for (i = n % 4; i > 0; i--) {
        EDGEC_LINE_STEP(0)
        x++;
    }
    sums[0] = a0;
    sums[1] = a1;
    sums[2] = a2;
    sums[3] = a3;
    sums[4] = a4;
    sums[5] = a5;
    sums[6] = a6;
    sums[7] = a7;
}

/* One position (t->x[0], one row) and all its output channels, eight at a time. */
#define edgec_line_f32_run EDGEC_TAGGED(edgec_line_f32_run)
EDGEC_SHARED void edgec_line_f32_run(const edgec_tile_f32 *t);

/* Four positions and all their output channels. */
#define edgec_tile_f32_run EDGEC_TAGGED(edgec_tile_f32_run)
EDGEC_SHARED void edgec_tile_f32_run(const edgec_tile_f32 *t);

#if EDGEC_BODIES
EDGEC_SHARED void edgec_line_f32_run(const edgec_tile_f32 *t)
{
    /* cppcheck-suppress ctuuninitvar ; who calls it for one position sets the members that it reads */
    const int32_t n = t->run;
    int32_t first;
    int32_t i;
    for (first = 0; first < t->out_c; first += 8) {
        const int32_t left = t->out_c - first;
        const int32_t channels = (left < 8) ? left : 8;
        const float *w = t->w + first * n;
        const int32_t second = (left > 4) ? 4 : 0; /* a last four is computed twice and written once */
        float sums[8];
        for (i = 0; i < 4; i++) {
            sums[i] = t->bias[first + i];
            sums[4 + i] = t->bias[first + second + i];
        }
        edgec_line_f32_eight(t->x[0], n, w, w + second * n, sums);
        for (i = 0; i < channels; i++) {
            const float low = (t->bounds == EDGEC_BOUND_NONE || !(sums[i] < t->lo)) ? sums[i] : t->lo;
            t->y[first + i] = (t->bounds == EDGEC_BOUND_BOTH && low > t->hi) ? t->hi : low;
        }
    }
}

/* edgec_line_f32_run under a name that is not weak: only then is a call at the end a jump. */
#if EDGEC_WEAK && defined(__ELF__)
extern void edgec_line_f32_jump(const edgec_tile_f32 *t) __asm__(EDGEC_TEXT(edgec_line_f32_run));
#else
#define edgec_line_f32_jump edgec_line_f32_run
#endif

EDGEC_SHARED void edgec_tile_f32_run(const edgec_tile_f32 *t)
{
    const float *w = t->w;
    int32_t first;
    if (t->count == 1 && t->rows == 1) {
        edgec_line_f32_jump(t);
        return;
    }
    for (first = 0; first < t->out_c; first += EDGEC_TILE) {
        w = edgec_tile_f32_four(t, w, first);
    }
}
#endif

#endif
