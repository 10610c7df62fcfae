/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Winograd F(2x2, 3x3) on int16: patches to points, products, points to outputs (see edgec_winograd_s8_armv7em.h). */
#ifndef EDGEC_WINO_POINTS_ARMV7EM_H
#define EDGEC_WINO_POINTS_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_wino_points_code_armv7em.h"

#define EDGEC_WINO_POINTS 16
#define EDGEC_WINO_SUMS 4

/* Halfwords subtracted. */
static inline uint32_t edgec_ssub16(uint32_t a, uint32_t b)
{
#if EDGEC_ARMV7EM
    uint32_t r;
    __asm__("ssub16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b) : "cc");
    return r;
#else
    return edgec_pair(edgec_low(a) - edgec_low(b), edgec_high(a) - edgec_high(b));
#endif
}

/* A 4x4 patch to the points of one tile: cells cell bytes apart, rows row bytes; points point bytes apart. */
typedef struct {
    const int8_t *x;
    int32_t row, cell;
    uint32_t *to;
    int32_t point;
    int32_t count; /* channels / 4 */
} edgec_wino_patch_job;

#define edgec_wino_patch_points EDGEC_TAGGED(edgec_wino_patch_points)
EDGEC_BLOCK void edgec_wino_patch_points(edgec_wino_patch_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_wino_patch_points(edgec_wino_patch_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_wino_patch_job *, self, job);
    __asm__ volatile(EDGEC_WINO_PATCH_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [to] "i"(offsetof(edgec_wino_patch_job, to)), [count] "i"(offsetof(edgec_wino_patch_job, count))
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* Four values, a cell or point apart, to their four points. */
static inline void edgec_wino_line(const uint32_t *d, uint32_t *v, int32_t step)
{
    v[0] = edgec_ssub16(d[0], d[2 * step]);
    v[step] = edgec_sadd16(d[step], d[2 * step]);
    v[2 * step] = edgec_ssub16(d[2 * step], d[step]);
    v[3 * step] = edgec_ssub16(d[step], d[3 * step]);
}

EDGEC_BLOCK void edgec_wino_patch_points(edgec_wino_patch_job *job)
{
    for (; job->count > 0; job->count--) {
        int32_t odd;
        for (odd = 0; odd < 2; odd++) {
            uint32_t d[EDGEC_WINO_POINTS];
            uint32_t v[EDGEC_WINO_POINTS];
            int32_t i;
            for (i = 0; i < EDGEC_WINO_POINTS; i++) {
                const uint32_t word = edgec_load4(job->x + i / 4 * job->row + i % 4 * job->cell);
                d[i] = odd ? edgec_sxtb16_odd(word) : edgec_sxtb16(word);
            }
            for (i = 0; i < 4; i++) {
                edgec_wino_line(d + 4 * i, v + 4 * i, 1);
            }
            for (i = 0; i < 4; i++) {
                edgec_wino_line(v + i, d + i, 4);
            }
            for (i = 0; i < EDGEC_WINO_POINTS; i++) {
                job->to[i * job->point / 4 + 2 * odd] = d[i];
            }
        }
        job->x += 4;
        job->to += 4;
    }
}

#endif

/* A 4x4 patch, rows row bytes apart, into the points of tile 0 or 1. */
static inline void edgec_wino_patch(const int8_t *x, int32_t row, int32_t channels, uint32_t *to)
{
    edgec_wino_patch_job job;
    job.x = x;
    job.row = row;
    job.cell = channels;
    job.to = to;
    job.point = 4 * (channels + EDGEC_WINO_SUMS);
    job.count = channels / 4;
    edgec_wino_patch_points(&job);
}

#if EDGEC_BODIES && !EDGEC_ARMV7EM_BLOCKS
/* The sums of so many points. */
static inline const uint32_t *edgec_wino_each_sum(uint32_t *points, const uint32_t *stream, int32_t channels,
                                                  int32_t count)
{
    int32_t i;
    int32_t k;
    for (i = 0; i < count; i++) {
        uint32_t s[EDGEC_WINO_SUMS] = {0u, 0u, 0u, 0u};
        for (k = 0; k < channels; k += 2, points += 2, stream += 2) {
            s[0] = edgec_smlad(stream[0], points[0], s[0]);
            s[1] = edgec_smlad(stream[0], points[1], s[1]);
            s[2] = edgec_smlad(stream[1], points[0], s[2]);
            s[3] = edgec_smlad(stream[1], points[1], s[3]);
        }
        memcpy(points, s, sizeof s);
        points += EDGEC_WINO_SUMS;
    }
    return stream;
}
#endif

/* The sums of all points for two channels, written behind each point's columns; the stream behind the pair's weights.
 */
#define edgec_wino_sums EDGEC_TAGGED(edgec_wino_sums)
EDGEC_BLOCK const uint32_t *edgec_wino_sums(uint32_t *points, const uint32_t *stream, int32_t channels);

#if EDGEC_BODIES
EDGEC_BLOCK const uint32_t *edgec_wino_sums(uint32_t *points, const uint32_t *stream, int32_t channels)
{
#if EDGEC_ARMV7EM_BLOCKS
    EDGEC_ASM_VARIABLE(0, uint32_t *, from, points);
    EDGEC_ASM_VARIABLE(1, const uint32_t *, next, stream);
    EDGEC_ASM_VARIABLE(2, int32_t, rounds, channels / 16 - 1);
    EDGEC_ASM_VARIABLE(3, uint32_t *, end, points + EDGEC_WINO_POINTS * (channels + EDGEC_WINO_SUMS));
    EDGEC_ASM_TEMPORARY(4, int32_t, left);
    __asm__ volatile(EDGEC_WINO_SUMS_CODE
                     : EDGEC_ASM_INOUT(from), EDGEC_ASM_INOUT(next), EDGEC_ASM_INOUT(rounds), EDGEC_ASM_INOUT(end),
                       EDGEC_ASM_OUT(left)
                     :
                     : EDGEC_ALL_FROM_5);
    return next;
#else
    return edgec_wino_each_sum(points, stream, channels, EDGEC_WINO_POINTS);
#endif
}
#endif

/* 2x2 outputs: the next channel of the first cell, bytes to the next row and cell (0 where there is none). */
typedef struct {
    int8_t *y;
    int32_t row, cell;
} edgec_wino_tile;

/* One channel of a tile.  sum points to the sum of point 0; the rows of four points are points4 bytes apart. */
typedef struct {
    const uint32_t *sum;
    int32_t points4, points12;
    uint32_t bias; /* times 4 */
    int32_t m;
    uint32_t n;
    int32_t zz;
} edgec_wino_output_job;

#define edgec_wino_output EDGEC_TAGGED(edgec_wino_output)
EDGEC_BLOCK void edgec_wino_output(const edgec_wino_output_job *job, edgec_wino_tile *at);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_wino_output(const edgec_wino_output_job *job, edgec_wino_tile *at)
{
    EDGEC_ASM_VARIABLE(0, const edgec_wino_output_job *, self, job);
    EDGEC_ASM_VARIABLE(1, edgec_wino_tile *, tile, at);
    __asm__ volatile(EDGEC_WINO_OUTPUT_CODE : EDGEC_ASM_INOUT(self), EDGEC_ASM_INOUT(tile) : : EDGEC_ALL_FROM_2);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_wino_output(const edgec_wino_output_job *job, edgec_wino_tile *at)
{
    const int32_t point = job->points4 / 16;
    uint32_t top[4];
    uint32_t low[4];
    int8_t *y = at->y++;
    int32_t i;
    for (i = 0; i < 4; i++) {
        const uint32_t *s = job->sum + i * point;
        const uint32_t b = s[4 * point];
        const uint32_t c = s[8 * point];
        top[i] = s[0] + b + c;
        low[i] = b - c - s[12 * point];
    }
    top[1] += job->bias; /* point 5 is in all four outputs */
    low[1] += job->bias;
    /* backwards: what does not exist is overwritten by what does */
    y[at->row + at->cell] =
        (int8_t)edgec_requantize_armv7em((int32_t)(low[1] - low[2] - low[3]), job->m, job->n, job->zz);
    y[at->row] = (int8_t)edgec_requantize_armv7em((int32_t)(low[0] + low[1] + low[2]), job->m, job->n, job->zz);
    y[at->cell] = (int8_t)edgec_requantize_armv7em((int32_t)(top[1] - top[2] - top[3]), job->m, job->n, job->zz);
    y[0] = (int8_t)edgec_requantize_armv7em((int32_t)(top[0] + top[1] + top[2]), job->m, job->n, job->zz);
}

#endif

#endif
