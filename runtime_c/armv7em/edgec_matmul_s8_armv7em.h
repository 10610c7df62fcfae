/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int8: four columns of b, packed once as pairs along k, with each row of a; 16 MACs
 * take 15 instructions.  Zero points are taken off as bytes are widened (SXTAB16).
 *
 * Scratch: for each unit of four k the pairs {k0 k2} of the four columns, then {k1 k3} of the four, zeros beyond k;
 * then room for a row of a. */
#ifndef EDGEC_MATMUL_S8_ARMV7EM_H
#define EDGEC_MATMUL_S8_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_products.h"
#include "edgec_matmul_s8_code_armv7em.h"

/* Batch dimensions with the element strides of both operands (0 where one is broadcast). */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t a_zero, b_zero;
    int32_t multiplier;
    uint32_t shift; /* of edgec_requantize_armv7em */
    int32_t out_zero;
    int32_t out_step; /* elements from one row of y to the next */
} edgec_matmul_s8_armv7em_params;

/* Rows of a with four packed columns: units of four k (1 at least), rows and results x_step and y_step bytes apart. */
typedef struct {
    const int8_t *x;
    const uint32_t *columns;
    int32_t units;
    uint32_t off; /* what is added to the halves of x */
    int32_t m;
    uint32_t add;
    uint32_t shift;
    int8_t *y;
    int32_t x_step, y_step;
    int32_t rows;
} edgec_matmul_s8_job;

#define edgec_matmul_s8_armv7em_rows EDGEC_TAGGED(edgec_matmul_s8_armv7em_rows)
EDGEC_BLOCK void edgec_matmul_s8_armv7em_rows(edgec_matmul_s8_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_matmul_s8_armv7em_rows(edgec_matmul_s8_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_matmul_s8_job *, self, job);
    __asm__ volatile(EDGEC_MATMUL_S8_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [m] "i"(offsetof(edgec_matmul_s8_job, m)), [shift] "i"(offsetof(edgec_matmul_s8_job, shift)),
                       [y] "i"(offsetof(edgec_matmul_s8_job, y)), [steps] "i"(offsetof(edgec_matmul_s8_job, x_step)),
                       [rows] "i"(offsetof(edgec_matmul_s8_job, rows))
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_matmul_s8_armv7em_rows(edgec_matmul_s8_job *job)
{
    for (; job->rows > 0; job->rows--) {
        const int8_t *x = job->x;
        const uint32_t *w = job->columns;
        uint32_t sums[4] = {0u};
        int32_t unit;
        int32_t i;
        for (unit = 0; unit < job->units; unit++) {
            const uint32_t even = edgec_sxtab16(job->off, edgec_load4(x));
            const uint32_t odd = edgec_sxtab16_odd(job->off, edgec_load4(x));
            for (i = 0; i < 4; i++) {
                sums[i] = edgec_smlad(odd, w[4 + i], edgec_smlad(even, w[i], sums[i]));
            }
            x += 4;
            w += 8;
        }
        for (i = 0; i < 4; i++) {
            job->y[i] = (int8_t)edgec_half_s8(edgec_smmla((int32_t)sums[i], job->m, job->add) >> job->shift);
        }
        job->x += job->x_step;
        job->y += job->y_step;
    }
}

#endif

/* Packs four columns of b, four k. */
static inline void edgec_matmul_s8_armv7em_pack4(const int8_t *b, int32_t step, uint32_t off, uint32_t *to)
{
    int32_t i;
    for (i = 0; i < 2; i++) {
        const uint32_t first = edgec_load4(b + i * step);
        const uint32_t second = edgec_load4(b + (i + 2) * step);
        const uint32_t even = edgec_sxtab16(off, first);
        const uint32_t even2 = edgec_sxtab16(off, second);
        const uint32_t odd = edgec_sxtab16_odd(off, first);
        const uint32_t odd2 = edgec_sxtab16_odd(off, second);
        to[4 * i] = edgec_lows(even, even2);
        to[4 * i + 1] = edgec_lows(odd, odd2);
        to[4 * i + 2] = edgec_highs(even, even2);
        to[4 * i + 3] = edgec_highs(odd, odd2);
    }
}

/* Packs `columns` (1..4) columns of b, zeros in the place of others and beyond k. */
EDGEC_SHARED_CODE void edgec_matmul_s8_armv7em_pack(const edgec_matmul_s8_armv7em_params *p, const int8_t *b,
                                                    int32_t columns, uint32_t *to)
{
    const uint32_t off = edgec_pair(-p->b_zero, -p->b_zero);
    const int32_t whole = (columns == 4) ? p->k / 4 * 4 : 0;
    int32_t i;
    int32_t j;
    for (i = 0; i < whole; i += 4) {
        edgec_matmul_s8_armv7em_pack4(b + i * p->n, p->n, off, to);
        to += 8;
    }
    for (; i < p->k; i += 4) {
        for (j = 0; j < 8; j++) {
            const int32_t first = i + j / 4;
            const int32_t column = j % 4;
            const int32_t low = (column < columns && first < p->k) ? b[first * p->n + column] - p->b_zero : 0;
            const int32_t high =
                (column < columns && first + 2 < p->k) ? b[(first + 2) * p->n + column] - p->b_zero : 0;
            to[j] = edgec_pair(low, high);
        }
        to += 8;
    }
}

/* y[M, N] = a[M, K] . b[K, N]; where columns are no whole fours, the last four overlap those before.  A row whose k
 * are no whole units is copied. */
static inline void edgec_matmul_s8_armv7em_one(const edgec_matmul_s8_armv7em_params *p, const int8_t *a,
                                               const int8_t *b, int8_t *y, uint32_t *scratch)
{
    const int32_t units = (p->k + 3) / 4;
    const int32_t together = (p->k % 4 == 0 && p->n >= 4) ? p->m : 1;
    int8_t *const row = (int8_t *)(scratch + 8 * units);
    int32_t i;
    int32_t j;
    memset(row, 0, (size_t)units * 4u);
    for (j = 0; j < p->n; j += 4) {
        const int32_t at = (j + 4 <= p->n || p->n < 4) ? j : p->n - 4;
        edgec_matmul_s8_armv7em_pack(p, b + at, (p->n < 4) ? p->n : 4, scratch);
        for (i = 0; i < p->m; i += together) {
            int8_t few[4] = {0};
            edgec_matmul_s8_job job;
            job.x = a + i * p->k;
            if (p->k % 4 != 0) {
                memcpy(row, job.x, (size_t)p->k);
                job.x = row;
            }
            job.columns = scratch;
            job.units = units;
            job.off = edgec_pair(-p->a_zero, -p->a_zero);
            job.m = p->multiplier;
            job.add = (uint32_t)(2 * p->out_zero + 1) << p->shift;
            job.shift = p->shift;
            job.y = (p->n < 4) ? few : y + i * p->out_step + at;
            job.x_step = p->k;
            job.y_step = p->out_step;
            job.rows = together;
            edgec_matmul_s8_armv7em_rows(&job);
            if (p->n < 4) {
                memcpy(y + i * p->out_step, few, (size_t)p->n);
            }
        }
    }
}

static inline void edgec_matmul_s8_armv7em(const edgec_matmul_s8_armv7em_params *p, const int8_t *a, const int8_t *b,
                                           int8_t *y, uint32_t *scratch)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_s8_armv7em_one(p, a + edgec_product_at(p->batch, p->a_stride, i),
                                    b + edgec_product_at(p->batch, p->b_stride, i), y, scratch);
        y += p->m * p->out_step;
    }
}

#endif
