/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 3x3 convolution, float32, channels last: one channel at a time, a row of outputs at a time.  Nine weights
 * and the nine values of the window stay in registers; a step along the row loads only the columns that are new. */
#ifndef EDGEC_DWCONV2D_F32_BLOCKED_H
#define EDGEC_DWCONV2D_F32_BLOCKED_H

#include "edgec_blocked.h"
#include "edgec_window.h"

/* Output channel c belongs to input channel c / multiplier; channels are those of the output.
 * The kernel walks along one axis of the image (length elements apart by along) and then across; binding chooses which.
 * Output n of m lies at in_n * stride - pad; inside is the number of outputs along whose three columns all lie inside
 * (the first may be padding).  bounds is one of EDGEC_BOUND_*. */
typedef struct {
    int32_t batch, channels, multiplier, in_size, out_size; /* sizes: elements of one image */
    int32_t in_across, out_across, stride_across, pad_across;
    int32_t out_along, stride_along, pad_along, inside;
    int32_t x_across, x_along, y_across, y_along; /* steps in elements */
    int32_t bounds;
    float lo, hi;
} edgec_dwconv2d_f32_blocked_params;

/* Columns of the window: three values each, and the pointers to the three rows with their steps. */
#define EDGEC_DW3_LOAD(c)                                                                                              \
    c##0 = *r0;                                                                                                        \
    c##1 = *r1;                                                                                                        \
    c##2 = *r2;                                                                                                        \
    r0 += s0;                                                                                                          \
    r1 += s1;                                                                                                          \
    r2 += s2;
#define EDGEC_DW3_EMPTY(c) c##0 = c##1 = c##2 = 0.0f;
#define EDGEC_DW3_MOVE(to, from)                                                                                       \
    to##0 = from##0;                                                                                                   \
    to##1 = from##1;                                                                                                   \
    to##2 = from##2;
#define EDGEC_DW3_OUT(a, b, c, bounds)                                                                                 \
    {                                                                                                                  \
        float v = EDGEC_MADD_F32(bias, a##0, w0);                                                                      \
        v = EDGEC_MADD_F32(v, b##0, w1);                                                                               \
        v = EDGEC_MADD_F32(v, c##0, w2);                                                                               \
        v = EDGEC_MADD_F32(v, a##1, w3);                                                                               \
        v = EDGEC_MADD_F32(v, b##1, w4);                                                                               \
        v = EDGEC_MADD_F32(v, c##1, w5);                                                                               \
        v = EDGEC_MADD_F32(v, a##2, w6);                                                                               \
        v = EDGEC_MADD_F32(v, b##2, w7);                                                                               \
        v = EDGEC_MADD_F32(v, c##2, w8);                                                                               \
        v = (v < lo) ? lo : v;                                                                                         \
        if ((bounds) == EDGEC_BOUND_BOTH) {                                                                            \
            v = (v > hi) ? hi : v;                                                                                     \
        }                                                                                                              \
        *y = v;                                                                                                        \
        y += step;                                                                                                     \
    }

/* One channel: x, w and y point to its first value; w holds 9 weights and the bias. */
#define EDGEC_DW3_ROWS(symbol, stride, bounds)                                                                         \
    EDGEC_SHARED_CODE void symbol(const edgec_dwconv2d_f32_blocked_params *p, const float *x, const float *w,          \
                                  float *image)                                                                        \
    {                                                                                                                  \
        static const float zero = 0.0f;                                                                                \
        const float w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5], w6 = w[6], w7 = w[7], w8 = w[8]; \
        const float bias = w[9], lo = p->lo, hi = p->hi;                                                               \
        const int32_t step = p->y_along;                                                                               \
        int32_t row = -p->pad_across;                                                                                  \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->out_across; i++, row += p->stride_across, image += p->y_across) {                           \
            const int32_t s0 = (row >= 0 && row < p->in_across) ? p->x_along : 0;                                      \
            const int32_t s1 = (row >= -1 && row < p->in_across - 1) ? p->x_along : 0;                                 \
            const int32_t s2 = (row >= -2 && row < p->in_across - 2) ? p->x_along : 0;                                 \
            const float *r0 = s0 ? x + row * p->x_across : &zero;                                                      \
            const float *r1 = s1 ? x + (row + 1) * p->x_across : &zero;                                                \
            const float *r2 = s2 ? x + (row + 2) * p->x_across : &zero;                                                \
            float *y = image;                                                                                          \
            float a0, a1, a2, b0, b1, b2, c0, c1, c2;                                                                  \
            int32_t n = p->inside;                                                                                     \
            EDGEC_DW3_EMPTY(a)                                                                                         \
            if (p->pad_along == 0) {                                                                                   \
                EDGEC_DW3_LOAD(a)                                                                                      \
            }                                                                                                          \
            EDGEC_DW3_ALONG_##stride(bounds)                                                                           \
        }                                                                                                              \
    }

/* Stride 1: three outputs before the columns have changed places; then one by one, the last with an empty column. */
#define EDGEC_DW3_ALONG_1(bounds)                                                                                      \
    EDGEC_DW3_LOAD(b)                                                                                                  \
    for (; n >= 3; n -= 3) {                                                                                           \
        EDGEC_DW3_LOAD(c)                                                                                              \
        EDGEC_DW3_OUT(a, b, c, bounds)                                                                                 \
        EDGEC_DW3_LOAD(a)                                                                                              \
        EDGEC_DW3_OUT(b, c, a, bounds)                                                                                 \
        EDGEC_DW3_LOAD(b)                                                                                              \
        EDGEC_DW3_OUT(c, a, b, bounds)                                                                                 \
    }                                                                                                                  \
    for (n += p->out_along - p->inside; n > 0; n--) {                                                                  \
        EDGEC_DW3_EMPTY(c)                                                                                             \
        if (n > p->out_along - p->inside) {                                                                            \
            EDGEC_DW3_LOAD(c)                                                                                          \
        }                                                                                                              \
        EDGEC_DW3_OUT(a, b, c, bounds)                                                                                 \
        EDGEC_DW3_MOVE(a, b)                                                                                           \
        EDGEC_DW3_MOVE(b, c)                                                                                           \
    }

/* Stride 2: two outputs; then the last ones. */
#define EDGEC_DW3_ALONG_2(bounds)                                                                                      \
    for (; n >= 2; n -= 2) {                                                                                           \
        EDGEC_DW3_LOAD(b)                                                                                              \
        EDGEC_DW3_LOAD(c)                                                                                              \
        EDGEC_DW3_OUT(a, b, c, bounds)                                                                                 \
        EDGEC_DW3_LOAD(b)                                                                                              \
        EDGEC_DW3_LOAD(a)                                                                                              \
        EDGEC_DW3_OUT(c, b, a, bounds)                                                                                 \
    }                                                                                                                  \
    for (n += p->out_along - p->inside; n > 0; n--) {                                                                  \
        EDGEC_DW3_LOAD(b)                                                                                              \
        EDGEC_DW3_EMPTY(c)                                                                                             \
        if (n > p->out_along - p->inside) {                                                                            \
            EDGEC_DW3_LOAD(c)                                                                                          \
        }                                                                                                              \
        EDGEC_DW3_OUT(a, b, c, bounds)                                                                                 \
        EDGEC_DW3_MOVE(a, c)                                                                                           \
    }

EDGEC_DW3_ROWS(edgec_dw3_f32_s1, 1, EDGEC_BOUND_BELOW)
EDGEC_DW3_ROWS(edgec_dw3_f32_s1_both, 1, EDGEC_BOUND_BOTH)
EDGEC_DW3_ROWS(edgec_dw3_f32_s2, 2, EDGEC_BOUND_BELOW)
EDGEC_DW3_ROWS(edgec_dw3_f32_s2_both, 2, EDGEC_BOUND_BOTH)

/* Weights are w[C][10]: nine taps (in the order of the walk) and the bias of each channel. */
static inline void edgec_dwconv2d_f32_3x3_blocked(const edgec_dwconv2d_f32_blocked_params *p,
                                                  const float *EDGEC_RESTRICT x, const float *EDGEC_RESTRICT w,
                                                  float *EDGEC_RESTRICT y)
{
    const int both = p->bounds == EDGEC_BOUND_BOTH;
    int32_t n;
    int32_t c;
    for (n = 0; n < p->batch; n++) {
        for (c = 0; c < p->channels; c++) {
            const float *from = x + c / p->multiplier;
            if (p->stride_along == 1 && both) {
                edgec_dw3_f32_s1_both(p, from, w + 10 * c, y + c);
            } else if (p->stride_along == 1) {
                edgec_dw3_f32_s1(p, from, w + 10 * c, y + c);
            } else if (both) {
                edgec_dw3_f32_s2_both(p, from, w + 10 * c, y + c);
            } else {
                edgec_dw3_f32_s2(p, from, w + 10 * c, y + c);
            }
        }
        x += p->in_size;
        y += p->out_size;
    }
}

#endif
