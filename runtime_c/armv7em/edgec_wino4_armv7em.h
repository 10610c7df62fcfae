/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Winograd F(4x4, 3x3) on int16, through 0, 1, -1, 2, -2 and infinity: patches to points, points to outputs (see
 * edgec_winograd4_s8_armv7em.h). */
#ifndef EDGEC_WINO4_ARMV7EM_H
#define EDGEC_WINO4_ARMV7EM_H

#include "edgec_wino_fours_armv7em.h"
#include "edgec_wino4_code_armv7em.h"

#define EDGEC_WINO4_POINTS 36
#define EDGEC_WINO4_SHIFT 15 /* of all channels */
#define EDGEC_WINO4_ENDS 7   /* words of a channel behind its weights */

/* A 6x6 patch to the points of one tile: cells cell bytes apart, rows row bytes; points point bytes apart. */
typedef struct {
    const int8_t *x;
    int32_t row, cell;
    uint32_t *to;
    int32_t point6, point;
    int32_t count;                  /* channels / 4 */
    uint32_t half;                  /* 0 */
    const uint32_t *end, *half_end; /* of `lines`; of its first row */
    uint32_t lines[EDGEC_WINO4_POINTS];
} edgec_wino4_patch_job;

/* The outputs of a tile; sum points to the sum of point 0. */
typedef struct {
    const uint32_t *sum;
    int32_t point6, point;
    const uint32_t *channel; /* bias, m, factors (EDGEC_WINO4_ENDS words) */
    uint32_t round;          /* zz << EDGEC_WINO4_SHIFT */
    int8_t *y;               /* the next channel of the first cell */
    int32_t cells[3];        /* bytes from it to the others of its row, 0 where there is none */
    int32_t rows[3];         /* the same of the others of its column */
    const uint32_t *end;     /* of `lines` */
    uint32_t lines[24];
} edgec_wino4_output_job;

#define edgec_wino4_patch EDGEC_TAGGED(edgec_wino4_patch)
EDGEC_BLOCK void edgec_wino4_patch(edgec_wino4_patch_job *job);

#define edgec_wino4_output EDGEC_TAGGED(edgec_wino4_output)
EDGEC_BLOCK void edgec_wino4_output(edgec_wino4_output_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_wino4_patch(edgec_wino4_patch_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_wino4_patch_job *, self, job);
    __asm__ volatile(
        EDGEC_WINO4_PATCH_CODE
        : EDGEC_ASM_INOUT(self)
        : [to] "i"(offsetof(edgec_wino4_patch_job, to)), [count] "i"(offsetof(edgec_wino4_patch_job, count)),
          [half] "i"(offsetof(edgec_wino4_patch_job, half)), [end] "i"(offsetof(edgec_wino4_patch_job, end)),
          [half_end] "i"(offsetof(edgec_wino4_patch_job, half_end)), [lines] "i"(offsetof(edgec_wino4_patch_job, lines))
        : EDGEC_ALL_FROM_1);
}

EDGEC_BLOCK void edgec_wino4_output(edgec_wino4_output_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_wino4_output_job *, self, job);
    __asm__ volatile(
        EDGEC_WINO4_OUTPUT_CODE
        : EDGEC_ASM_INOUT(self)
        : [channel] "i"(offsetof(edgec_wino4_output_job, channel)),
          [round] "i"(offsetof(edgec_wino4_output_job, round)), [y] "i"(offsetof(edgec_wino4_output_job, y)),
          [end] "i"(offsetof(edgec_wino4_output_job, end)), [lines] "i"(offsetof(edgec_wino4_output_job, lines))
        : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

/* 4 v. */
static inline uint32_t edgec_wino4_times4(uint32_t v)
{
    const uint32_t two = edgec_sadd16(v, v);
    return edgec_sadd16(two, two);
}

/* Six values, step apart, to their points. */
static inline void edgec_wino4_line(const uint32_t *d, uint32_t *v, int32_t step)
{
    const uint32_t c = edgec_ssub16(d[4 * step], d[2 * step]);
    const uint32_t f = edgec_ssub16(d[3 * step], d[step]);
    const uint32_t e = edgec_sadd16(f, f);
    const uint32_t a = edgec_ssub16(d[4 * step], edgec_wino4_times4(d[2 * step]));
    const uint32_t b = edgec_ssub16(d[3 * step], edgec_wino4_times4(d[step]));
    v[0] = edgec_sadd16(edgec_wino4_times4(edgec_ssub16(d[0], d[2 * step])), c);
    v[step] = edgec_sadd16(a, b);
    v[2 * step] = edgec_ssub16(a, b);
    v[3 * step] = edgec_sadd16(c, e);
    v[4 * step] = edgec_ssub16(c, e);
    v[5 * step] = edgec_ssub16(edgec_ssub16(d[5 * step], d[3 * step]), edgec_wino4_times4(f));
}

EDGEC_BLOCK void edgec_wino4_patch(edgec_wino4_patch_job *job)
{
    for (; job->count > 0; job->count--) {
        int32_t odd;
        for (odd = 0; odd < 2; odd++) {
            uint32_t d[EDGEC_WINO4_POINTS];
            int32_t i;
            for (i = 0; i < EDGEC_WINO4_POINTS; i++) {
                const uint32_t word = edgec_load4(job->x + i / 6 * job->row + i % 6 * job->cell);
                d[i] = odd ? edgec_sxtb16_odd(word) : edgec_sxtb16(word);
            }
            for (i = 0; i < 6; i++) {
                edgec_wino4_line(d + 6 * i, job->lines + 6 * i, 1);
            }
            for (i = 0; i < 6; i++) {
                edgec_wino4_line(job->lines + i, d + i, 6);
            }
            for (i = 0; i < EDGEC_WINO4_POINTS; i++) {
                job->to[i * job->point / 4 + 2 * odd] = d[i];
            }
        }
        job->x += 4;
        job->to += 4;
    }
}

/* Six sums, step apart, to four. */
static inline void edgec_wino4_sums(const uint32_t *m, int32_t step, uint32_t *y)
{
    const uint32_t s = m[step] + m[2 * step];
    const uint32_t d = m[step] - m[2 * step];
    const uint32_t p = m[3 * step] + m[4 * step];
    const uint32_t q = m[3 * step] - m[4 * step];
    y[0] = m[0] + p - 4u * s;
    y[1] = q - 2u * d;
    y[2] = p - s;
    y[3] = 2u * q - d + m[5 * step];
}

EDGEC_BLOCK void edgec_wino4_output(edgec_wino4_output_job *job)
{
    const int32_t point = job->point / 4;
    const uint32_t *channel = job->channel;
    int32_t i;
    int32_t j;
    for (j = 0; j < 6; j++) {
        edgec_wino4_sums(job->sum + j * point, 6 * point, job->lines + 4 * j);
    }
    for (i = 3; i >= 0; i--) { /* the first row and cell last: what does not exist is overwritten by what does */
        const uint32_t *k = channel + 2 + ((i < 2) ? i : 2);
        int8_t *y = job->y + ((i > 0) ? job->rows[i - 1] : 0);
        uint32_t out[4];
        edgec_wino4_sums(job->lines + i, 4, out);
        for (j = 3; j >= 0; j--) {
            const uint32_t sum = out[j] * k[(j < 2) ? j : 2] + channel[0];
            y[(j > 0) ? job->cells[j - 1] : 0] =
                (int8_t)edgec_half_s8(edgec_smmla((int32_t)sum, (int32_t)channel[1], job->round) >> EDGEC_WINO4_SHIFT);
        }
    }
    job->y++;
}

#endif

#endif
