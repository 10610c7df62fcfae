/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Winograd F(2x2, 3x3) on int16: patches to points, products, points to outputs (see edgec_winograd_s8_armv7em.h). */
#ifndef EDGEC_WINO_POINTS_ARMV7EM_H
#define EDGEC_WINO_POINTS_ARMV7EM_H

#include "edgec_armv7em.h"

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

/* Four cells of a row at r0, two channels of each, transformed along the row. */
#define EDGEC_WINO_ROW(a, b, c, d, rotate)                                                                             \
    "add.w r12, r0, r2\n\t"                                                                                            \
    "ldr.w " a ", [r0]\n\t"                                                                                            \
    "ldr.w " b ", [r0, r2]\n\t"                                                                                        \
    "ldr.w " c ", [r0, r2, lsl #1]\n\t"                                                                                \
    "ldr.w " d ", [r12, r2, lsl #1]\n\t"                                                                               \
    "sxtb16 " a ", " a rotate "\n\t"                                                                                   \
    "sxtb16 " b ", " b rotate "\n\t"                                                                                   \
    "sxtb16 " c ", " c rotate "\n\t"                                                                                   \
    "sxtb16 " d ", " d rotate "\n\t"                                                                                   \
    "ssub16 " a ", " a ", " c "\n\t"                                                                                   \
    "ssub16 " d ", " b ", " d "\n\t"                                                                                   \
    "sadd16 r12, " b ", " c "\n\t"                                                                                     \
    "ssub16 " c ", " c ", " b "\n\t"                                                                                   \
    "mov " b ", r12\n\t"

/* Stores to four points. */
#define EDGEC_WINO_PUT(a, b, c, d)                                                                                     \
    "str.w " a ", [r3]\n\t"                                                                                            \
    "str.w " b ", [r3, lr]\n\t"                                                                                        \
    "str.w " c ", [r3, lr, lsl #1]\n\t"                                                                                \
    "add.w r3, r3, lr, lsl #1\n\t"                                                                                     \
    "str.w " d ", [r3, lr]\n\t"                                                                                        \
    "add.w r3, r3, lr, lsl #1\n\t"

/* clang-format off */

/* Columns: the first two rows' difference, then sum and difference of the middle ones, then of the last two. */
#define EDGEC_WINO_PATCH(rotate)                                                                                       \
    EDGEC_WINO_ROW("r4", "r5", "r6", "r7", rotate)                                                                     \
    "add.w r0, r0, r1, lsl #1\n\t"                                                                                     \
    EDGEC_WINO_ROW("r8", "r9", "r10", "r11", rotate)                                                                   \
    "ssub16 r4, r4, r8\n\t"                                                                                            \
    "ssub16 r5, r5, r9\n\t"                                                                                            \
    "ssub16 r6, r6, r10\n\t"                                                                                           \
    "ssub16 r7, r7, r11\n\t"                                                                                           \
    EDGEC_WINO_PUT("r4", "r5", "r6", "r7")                                                                             \
    "sub.w r0, r0, r1\n\t"                                                                                             \
    EDGEC_WINO_ROW("r4", "r5", "r6", "r7", rotate)                                                                     \
    "sadd16 r12, r4, r8\n\t"                                                                                           \
    "str.w r12, [r3]\n\t"                                                                                              \
    "sadd16 r12, r5, r9\n\t"                                                                                           \
    "str.w r12, [r3, lr]\n\t"                                                                                          \
    "sadd16 r12, r6, r10\n\t"                                                                                          \
    "str.w r12, [r3, lr, lsl #1]\n\t"                                                                                  \
    "add.w r3, r3, lr, lsl #1\n\t"                                                                                     \
    "sadd16 r12, r7, r11\n\t"                                                                                          \
    "str.w r12, [r3, lr]\n\t"                                                                                          \
    "add.w r3, r3, lr, lsl #1\n\t"                                                                                     \
    "ssub16 r8, r8, r4\n\t"                                                                                            \
    "ssub16 r9, r9, r5\n\t"                                                                                            \
    "ssub16 r10, r10, r6\n\t"                                                                                          \
    "ssub16 r11, r11, r7\n\t"                                                                                          \
    EDGEC_WINO_PUT("r8", "r9", "r10", "r11")                                                                           \
    "add.w r0, r0, r1, lsl #1\n\t"                                                                                     \
    EDGEC_WINO_ROW("r8", "r9", "r10", "r11", rotate)                                                                   \
    "ssub16 r4, r4, r8\n\t"                                                                                            \
    "ssub16 r5, r5, r9\n\t"                                                                                            \
    "ssub16 r6, r6, r10\n\t"                                                                                           \
    "ssub16 r7, r7, r11\n\t"                                                                                           \
    EDGEC_WINO_PUT("r4", "r5", "r6", "r7")                                                                             \
    "sub.w r0, r0, r1, lsl #1\n\t"                                                                                     \
    "sub.w r0, r0, r1\n\t"                                                                                             \
    "ldr.w r4, " EDGEC_CELL(self, "0") "\n\t"                                                                          \
    "ldr.w r3, [r4, %[to]]\n\t"

EDGEC_BLOCK void edgec_wino_patch_points(edgec_wino_patch_job *job)
{
    EDGEC_HELD(0, edgec_wino_patch_job *, self, job);
    __asm__ volatile(EDGEC_ENTER "ldr.w lr, " EDGEC_CELL(self, "0") "\n\t"
                     "ldmia.w lr, {r0, r1, r2, r3, lr}\n\t"
                     "1:\n\t" EDGEC_WINO_PATCH("")
                     "add.w r3, r3, #8\n\t" EDGEC_WINO_PATCH(", ror #8")
                     "add.w r3, r3, #16\n\t"
                     "str.w r3, [r4, %[to]]\n\t"
                     "ldr.w r5, [r4, %[count]]\n\t"
                     "add.w r0, r0, #4\n\t"
                     "subs r5, r5, #1\n\t"
                     "str.w r5, [r4, %[count]]\n\t"
                     "bne.w 1b\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(self)
                     : [to] "i"(offsetof(edgec_wino_patch_job, to)), [count] "i"(offsetof(edgec_wino_patch_job, count))
                     : EDGEC_ALL_FROM_1);
}
/* clang-format on */

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

/* The sums of all points for two channels, written behind each point's columns; the stream behind the pair's weights.
 */
#define edgec_wino_sums EDGEC_TAGGED(edgec_wino_sums)
EDGEC_BLOCK const uint32_t *edgec_wino_sums(uint32_t *points, const uint32_t *stream, int32_t channels);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

/* Four input channels of two tiles and two output channels; first: SMUAD starts the sums. */
#define EDGEC_WINO_UNIT_FIRST                                                                                          \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t"                                                                                \
    "smuad r10, r6, r2\n\t"                                                                                            \
    "smuad r11, r6, r3\n\t"                                                                                            \
    "smuad r12, r7, r2\n\t"                                                                                            \
    "smuad lr, r7, r3\n\t" EDGEC_WINO_UNIT_LATE

#define EDGEC_WINO_UNIT                                                                                                \
    "ldmia.w r0!, {r2, r3, r4, r5}\n\t"                                                                                \
    "ldmia.w r1!, {r6, r7, r8, r9}\n\t"                                                                                \
    "smlad r10, r6, r2, r10\n\t"                                                                                       \
    "smlad r11, r6, r3, r11\n\t"                                                                                       \
    "smlad r12, r7, r2, r12\n\t"                                                                                       \
    "smlad lr, r7, r3, lr\n\t" EDGEC_WINO_UNIT_LATE

#define EDGEC_WINO_UNIT_LATE                                                                                           \
    "smlad r10, r8, r4, r10\n\t"                                                                                       \
    "smlad r11, r8, r5, r11\n\t"                                                                                       \
    "smlad r12, r9, r4, r12\n\t"                                                                                       \
    "smlad lr, r9, r5, lr\n\t"

#endif

#if EDGEC_BODIES
EDGEC_BLOCK const uint32_t *edgec_wino_sums(uint32_t *points, const uint32_t *stream, int32_t channels)
{
#if EDGEC_ARMV7EM_BLOCKS
    EDGEC_HELD(0, uint32_t *, from, points);
    EDGEC_HELD(1, const uint32_t *, next, stream);
    EDGEC_HELD(2, int32_t, rounds, channels / 16 - 1);
    EDGEC_HELD(3, uint32_t *, end, points + EDGEC_WINO_POINTS * (channels + EDGEC_WINO_SUMS));
    EDGEC_FREE(4, int32_t, left);
    /* clang-format off */
    __asm__ volatile(EDGEC_ENTER "ldr r0, " EDGEC_CELL(from, "0") "\n\t"
                     "ldr r1, " EDGEC_CELL(next, "4") "\n\t"
                     "1:\n\t" EDGEC_WINO_UNIT_FIRST EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     "ldr r2, " EDGEC_CELL(rounds, "8") "\n\t"
                     "cbnz r2, 2f\n\t"
                     "3:\n\t"
                     "ldr r2, " EDGEC_CELL(end, "12") "\n\t"
                     "stmia.w r0!, {r10, r11, r12, lr}\n\t"
                     "cmp r0, r2\n\t"
                     "bne.w 1b\n\t"
                     "b.w 4f\n\t"
                     "2:\n\t"
                     "str r2, " EDGEC_CELL(left, "16") "\n\t"
                     EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT EDGEC_WINO_UNIT
                     "ldr r2, " EDGEC_CELL(left, "16") "\n\t"
                     "subs r2, r2, #1\n\t"
                     "bne 2b\n\t"
                     "b.w 3b\n\t"
                     "4:\n\t"
                     "str r1, " EDGEC_CELL(next, "4") "\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(from), EDGEC_HOLDS(next), EDGEC_HOLDS(rounds), EDGEC_HOLDS(end), EDGEC_SETS(left)
                     :
                     : EDGEC_ALL_FROM_5);
    /* clang-format on */
    return next;
#else
    int32_t i;
    int32_t k;
    for (i = 0; i < EDGEC_WINO_POINTS; i++) {
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

/* A column of four points at r0: the two row sums in top and low. */
#define EDGEC_WINO_COLUMN(top, low)                                                                                    \
    "ldr.w " top ", [r0]\n\t"                                                                                          \
    "ldr.w " low ", [r0, r1]\n\t"                                                                                      \
    "ldr.w r9, [r0, r1, lsl #1]\n\t"                                                                                   \
    "ldr.w r10, [r0, r2]\n\t"                                                                                          \
    "add.w r0, r0, r1, lsr #2\n\t"                                                                                     \
    "add.w " top ", " top ", " low "\n\t"                                                                              \
    "add.w " top ", " top ", r9\n\t"                                                                                   \
    "sub.w " low ", " low ", r9\n\t"                                                                                   \
    "sub.w " low ", " low ", r10\n\t"

#define EDGEC_WINO_FINISH(a)                                                                                           \
    "smmla " a ", " a ", r11, r0\n\t"                                                                                  \
    "asr.w " a ", " a ", r12\n\t"                                                                                      \
    "ssat " a ", #8, " a ", asr #1\n\t"

EDGEC_BLOCK void edgec_wino_output(const edgec_wino_output_job *job, edgec_wino_tile *at)
{
    EDGEC_HELD(0, const edgec_wino_output_job *, self, job);
    EDGEC_HELD(1, edgec_wino_tile *, tile, at);
    /* clang-format off */
    __asm__ volatile(EDGEC_ENTER "ldr.w r3, " EDGEC_CELL(self, "0") "\n\t"
                     "ldmia.w r3, {r0, r1, r2, r10, r11, r12, lr}\n\t"
                     "mov r8, r10\n\t" /* bias: point 5 is in all four outputs */
                     EDGEC_WINO_COLUMN("r3", "r5") EDGEC_WINO_COLUMN("r4", "r6")
                     "add.w r4, r4, r8\n\t"
                     "add.w r6, r6, r8\n\t"
                     "add.w r3, r3, r4\n\t"
                     "add.w r5, r5, r6\n\t" EDGEC_WINO_COLUMN("r7", "r8")
                     "add.w r3, r3, r7\n\t"
                     "sub.w r4, r4, r7\n\t"
                     "add.w r5, r5, r8\n\t"
                     "sub.w r6, r6, r8\n\t" EDGEC_WINO_COLUMN("r7", "r8")
                     "sub.w r4, r4, r7\n\t"
                     "sub.w r6, r6, r8\n\t"
                     "lsl.w r0, lr, r12\n\t"
                     EDGEC_WINO_FINISH("r3") EDGEC_WINO_FINISH("r4") EDGEC_WINO_FINISH("r5") EDGEC_WINO_FINISH("r6")
                     "ldr.w r7, " EDGEC_CELL(tile, "4") "\n\t"
                     "ldmia.w r7, {r0, r1, r2}\n\t"
                     "add.w r8, r0, r1\n\t" /* backwards: what does not exist is overwritten by what does */
                     "strb.w r6, [r8, r2]\n\t"
                     "strb.w r5, [r8]\n\t"
                     "strb.w r4, [r0, r2]\n\t"
                     "strb r3, [r0], #1\n\t"
                     "str.w r0, [r7]\n\t" EDGEC_LEAVE
                     : EDGEC_HOLDS(self), EDGEC_HOLDS(tile)
                     :
                     : EDGEC_ALL_FROM_2);
    /* clang-format on */
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
