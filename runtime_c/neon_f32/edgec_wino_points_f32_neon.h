/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms of Winograd's F(2x2, 3x3) and F(4x4, 3x3) in float32, four channels at a time.  F(4x4) takes the points 0,
 * +-sqrt(1/2), +-sqrt(2) and infinity, whose rounding errors are far below those of 0, +-1, +-2 and infinity. */
#ifndef EDGEC_WINO_POINTS_F32_NEON_H
#define EDGEC_WINO_POINTS_F32_NEON_H

#include "edgec_vectors_f32_neon.h"

#define EDGEC_WINO_F32_NEON_A 0.70710678118654752f /* sqrt(1/2) */
#define EDGEC_WINO_F32_NEON_B 1.41421356237309505f /* sqrt(2) */

/* Where a tile lies: its outputs, and how many rows and columns of them there are. */
typedef struct {
    float *y;
    int32_t rows, columns;
} edgec_wino_place_f32_neon;

/* Points of all channels of a tile: of four channels 16 points after each other. */
EDGEC_INLINE void edgec_wino2_input_f32_neon(const float *x, int64_t row, int64_t cell, int32_t channels, float *u)
{
    int32_t c;
    for (c = 0; c < channels; c += 4) {
        float32x4_t t[4][4];
        int32_t i;
        int32_t j;
#pragma GCC unroll 4
        for (j = 0; j < 4; j++) {
            const float32x4_t d0 = vld1q_f32(x + j * cell);
            const float32x4_t d1 = vld1q_f32(x + row + j * cell);
            const float32x4_t d2 = vld1q_f32(x + 2 * row + j * cell);
            const float32x4_t d3 = vld1q_f32(x + 3 * row + j * cell);
            t[0][j] = vsubq_f32(d0, d2);
            t[1][j] = vaddq_f32(d1, d2);
            t[2][j] = vsubq_f32(d2, d1);
            t[3][j] = vsubq_f32(d1, d3);
        }
#pragma GCC unroll 4
        for (i = 0; i < 4; i++) {
            vst1q_f32(u + 16 * i, vsubq_f32(t[i][0], t[i][2]));
            vst1q_f32(u + 16 * i + 4, vaddq_f32(t[i][1], t[i][2]));
            vst1q_f32(u + 16 * i + 8, vsubq_f32(t[i][2], t[i][1]));
            vst1q_f32(u + 16 * i + 12, vsubq_f32(t[i][1], t[i][3]));
        }
        x += 4;
        u += 64;
    }
}

/* Six values at the six points; the constants are lanes of k: 2, 1/2, 5/2, and of r: sqrt(1/2), sqrt(2). */
EDGEC_INLINE void edgec_wino4_points_f32_neon(const float32x4_t d[6], float32x4_t k, float32x2_t r, float32x4_t t[6])
{
    const float32x4_t even1 = vfmsq_laneq_f32(d[4], d[2], k, 0);
    const float32x4_t odd1 = vfmsq_laneq_f32(d[3], d[1], k, 0);
    const float32x4_t even2 = vfmsq_laneq_f32(d[4], d[2], k, 1);
    const float32x4_t odd2 = vfmsq_laneq_f32(d[3], d[1], k, 1);
    t[0] = vfmsq_laneq_f32(vaddq_f32(d[0], d[4]), d[2], k, 2);
    t[1] = vfmaq_lane_f32(even1, odd1, r, 0);
    t[2] = vfmsq_lane_f32(even1, odd1, r, 0);
    t[3] = vfmaq_lane_f32(even2, odd2, r, 1);
    t[4] = vfmsq_lane_f32(even2, odd2, r, 1);
    t[5] = vfmsq_laneq_f32(vaddq_f32(d[1], d[5]), d[3], k, 2);
}

/* Six values at the points as four outputs. */
EDGEC_INLINE void edgec_wino4_values_f32_neon(const float32x4_t m[6], float32x4_t k, float32x2_t r, float32x4_t y[4])
{
    const float32x4_t sum1 = vaddq_f32(m[1], m[2]);
    const float32x4_t sum2 = vaddq_f32(m[3], m[4]);
    const float32x4_t odd1 = vmulq_lane_f32(vsubq_f32(m[1], m[2]), r, 0);
    const float32x4_t odd2 = vmulq_lane_f32(vsubq_f32(m[3], m[4]), r, 1);
    y[0] = vaddq_f32(vaddq_f32(m[0], sum1), sum2);
    y[1] = vaddq_f32(odd1, odd2);
    y[2] = vfmaq_laneq_f32(vmulq_laneq_f32(sum2, k, 0), sum1, k, 1);
    y[3] = vfmaq_laneq_f32(vfmaq_laneq_f32(m[5], odd1, k, 1), odd2, k, 0);
}

EDGEC_INLINE float32x4_t edgec_wino4_scales_f32_neon(void)
{
    const float k[4] = {2.0f, 0.5f, 2.5f, 0.0f};
    return vld1q_f32(k);
}

EDGEC_INLINE float32x2_t edgec_wino4_roots_f32_neon(void)
{
    const float r[2] = {EDGEC_WINO_F32_NEON_A, EDGEC_WINO_F32_NEON_B};
    return vld1_f32(r);
}

/* Points of all channels of a tile: of four channels 36 points after each other, columns first and then rows. */
EDGEC_INLINE void edgec_wino4_input_f32_neon(const float *x, int64_t row, int64_t cell, int32_t channels, float *u)
{
    const float32x4_t k = edgec_wino4_scales_f32_neon();
    const float32x2_t r = edgec_wino4_roots_f32_neon();
    int32_t c;
    for (c = 0; c < channels; c += 4) {
        float32x4_t d[6];
        float32x4_t t[6];
        int32_t i;
        int32_t j;
        for (j = 0; j < 6; j++) {
            const float *column = x + j * cell;
#pragma GCC unroll 6
            for (i = 0; i < 6; i++) {
                d[i] = vld1q_f32(column + i * row);
            }
            edgec_wino4_points_f32_neon(d, k, r, t);
#pragma GCC unroll 6
            for (i = 0; i < 6; i++) {
                vst1q_f32(u + 24 * i + 4 * j, t[i]);
            }
        }
        for (i = 0; i < 6; i++) {
#pragma GCC unroll 6
            for (j = 0; j < 6; j++) {
                d[j] = vld1q_f32(u + 4 * j);
            }
            edgec_wino4_points_f32_neon(d, k, r, t);
#pragma GCC unroll 6
            for (j = 0; j < 6; j++) {
                vst1q_f32(u + 4 * j, t[j]);
            }
            u += 24;
        }
        x += 4;
    }
}

/* Outputs of `width` channels of a tile from the products at 16 points, [16][width]. */
EDGEC_INLINE void edgec_wino2_output_f32_neon(const float *m, const float *bias, int32_t width,
                                              const edgec_limits_f32_neon *l, const edgec_wino_place_f32_neon *at,
                                              int64_t row, int64_t cell)
{
    const int64_t beside = at->columns > 1 ? cell : 0;
    const int64_t below = at->rows > 1 ? row : 0;
    const edgec_limits_f32_neon limits = *l; /* in registers */
    float *y = at->y;
    int32_t c;
    for (c = 0; c < width; c += 4) {
        const float32x4_t b = vld1q_f32(bias + c);
        float32x4_t up[4];
        float32x4_t down[4];
        int32_t j;
#pragma GCC unroll 4
        for (j = 0; j < 4; j++) {
            const float32x4_t m1 = vld1q_f32(m + (4 + j) * width);
            const float32x4_t m2 = vld1q_f32(m + (8 + j) * width);
            up[j] = vaddq_f32(vaddq_f32(vld1q_f32(m + j * width), m1), m2);
            down[j] = vsubq_f32(vsubq_f32(m1, m2), vld1q_f32(m + (12 + j) * width));
        }
        up[1] = vaddq_f32(up[1], b); /* this point counts in both outputs */
        down[1] = vaddq_f32(down[1], b);
        /* absent ones lie where others are written later */
        vst1q_f32(y + below + beside,
                  edgec_limited_f32_neon(vsubq_f32(vsubq_f32(down[1], down[2]), down[3]), &limits, 1));
        vst1q_f32(y + below, edgec_limited_f32_neon(vaddq_f32(vaddq_f32(down[0], down[1]), down[2]), &limits, 1));
        vst1q_f32(y + beside, edgec_limited_f32_neon(vsubq_f32(vsubq_f32(up[1], up[2]), up[3]), &limits, 1));
        vst1q_f32(y, edgec_limited_f32_neon(vaddq_f32(vaddq_f32(up[0], up[1]), up[2]), &limits, 1));
        m += 4;
        y += 4;
    }
}

/* The same from 36 points, [36][width], which are overwritten. */
EDGEC_INLINE void edgec_wino4_output_f32_neon(float *m, const float *bias, int32_t width,
                                              const edgec_limits_f32_neon *l, const edgec_wino_place_f32_neon *at,
                                              int64_t row, int64_t cell)
{
    const float32x4_t k = edgec_wino4_scales_f32_neon();
    const float32x2_t r = edgec_wino4_roots_f32_neon();
    const int64_t beside[4] = {0, at->columns > 1 ? cell : 0, at->columns > 2 ? 2 * cell : 0,
                               at->columns > 3 ? 3 * cell : 0};
    const edgec_limits_f32_neon limits = *l; /* in registers */
    float *const first = at->y;
    const int32_t rows = at->rows;
    int32_t c;
    for (c = 0; c < width; c += 4) {
        const float32x4_t b = vld1q_f32(bias + c);
        float32x4_t v[6];
        float32x4_t s[4];
        int32_t i;
        int32_t j;
        for (j = 0; j < 6; j++) {
            float *column = m + c + j * width;
#pragma GCC unroll 6
            for (i = 0; i < 6; i++) {
                v[i] = vld1q_f32(column + 6 * i * width);
            }
            edgec_wino4_values_f32_neon(v, k, r, s);
#pragma GCC unroll 4
            for (i = 0; i < 4; i++) {
                vst1q_f32(column + 6 * i * width, s[i]);
            }
        }
        for (i = 0; i < rows; i++) {
            float *y = first + i * row + c;
#pragma GCC unroll 6
            for (j = 0; j < 6; j++) {
                v[j] = vld1q_f32(m + c + (6 * i + j) * width);
            }
            edgec_wino4_values_f32_neon(v, k, r, s);
#pragma GCC unroll 4
            for (j = 3; j >= 0; j--) { /* absent ones lie where others are written later */
                vst1q_f32(y + beside[j], edgec_limited_f32_neon(vaddq_f32(s[j], b), &limits, 1));
            }
        }
    }
}

#endif
