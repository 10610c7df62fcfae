/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int16: four columns of b, packed once as pairs along k, with each row of a; 16 MACs
 * take 16 instructions.  Sums in 64 bits (SMLALD), one rounding.
 *
 * Scratch: for each unit of four k the pairs {k0 k1} of the four columns, then {k2 k3} of the four, zeros beyond k;
 * then room for a row of a. */
#ifndef EDGEC_MATMUL_S16_ARMV7EM_H
#define EDGEC_MATMUL_S16_ARMV7EM_H

#include "edgec_armv7em.h"
#include "edgec_requantize_s16_armv7em.h"
#include "edgec_products.h"
#include "edgec_matmul_s16_code_armv7em.h"

typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t multiplier;
    uint32_t shift; /* 33..63; |sum| * multiplier / 2**shift < 2**30 */
} edgec_matmul_s16_armv7em_params;

/* Rows of a with four packed columns: units of four k (1 at least), from any even address, one row behind the other.
 * half is 2**(shift - 33), down is shift - 33, up is 65 - shift; y_step is in bytes. */
typedef struct {
    const int16_t *x;
    const uint32_t *columns;
    int32_t units;
    int32_t m;
    uint32_t half;
    int32_t down, up;
    int16_t *y;
    int32_t y_step;
    int32_t rows;
} edgec_matmul_s16_job;

#define edgec_matmul_s16_armv7em_rows EDGEC_TAGGED(edgec_matmul_s16_armv7em_rows)
EDGEC_BLOCK void edgec_matmul_s16_armv7em_rows(edgec_matmul_s16_job *job);

#if EDGEC_BODIES && EDGEC_ARMV7EM_BLOCKS

EDGEC_BLOCK void edgec_matmul_s16_armv7em_rows(edgec_matmul_s16_job *job)
{
    EDGEC_ASM_VARIABLE(0, edgec_matmul_s16_job *, self, job);
    __asm__ volatile(EDGEC_MATMUL_S16_CODE
                     : EDGEC_ASM_INOUT(self)
                     : [m] "i"(offsetof(edgec_matmul_s16_job, m)), [down] "i"(offsetof(edgec_matmul_s16_job, down)),
                       [y] "i"(offsetof(edgec_matmul_s16_job, y)), [rows] "i"(offsetof(edgec_matmul_s16_job, rows))
                     : EDGEC_ALL_FROM_1);
}

#elif EDGEC_BODIES

EDGEC_BLOCK void edgec_matmul_s16_armv7em_rows(edgec_matmul_s16_job *job)
{
    for (; job->rows > 0; job->rows--) {
        const uint32_t *w = job->columns;
        int64_t sums[4] = {0};
        int32_t k;
        int32_t i;
        for (k = 2 * job->units; k > 0; k--) {
            for (i = 0; i < 4; i++) {
                sums[i] += (int64_t)(job->x[0] * edgec_low(w[i])) + job->x[1] * edgec_high(w[i]);
            }
            job->x += 2;
            w += 4;
        }
        for (i = 0; i < 4; i++) {
            const uint64_t low = ((uint64_t)sums[i] & UINT32_MAX) * (uint32_t)job->m + ((uint64_t)job->half << 32);
            const int64_t product = (sums[i] >> 32) * job->m + (int64_t)(low >> 32);
            job->y[i] = (int16_t)edgec_half_s16((int32_t)(product >> job->down));
        }
        job->y += job->y_step / 2;
    }
}

#endif

/* Packs columns of b: `columns` (1..4) of them, zeros in the place of others. */
EDGEC_SHARED_CODE void edgec_matmul_s16_armv7em_pack(const int16_t *b, int32_t k, int32_t n, int32_t columns,
                                                     uint32_t *to)
{
    const int32_t filled = (k + 3) / 4 * 4;
    int32_t i;
    int32_t j;
    if (columns < 4) {
        memset(to, 0, (size_t)filled * 8u);
    }
    for (i = 0; i + 2 <= k; i += 2) {
        if (columns == 4) {
            const uint32_t a0 = edgec_load_pair(b);
            const uint32_t a1 = edgec_load_pair(b + n);
            const uint32_t c0 = edgec_load_pair(b + 2);
            const uint32_t c1 = edgec_load_pair(b + n + 2);
            to[0] = edgec_lows(a0, a1);
            to[1] = edgec_highs(a0, a1);
            to[2] = edgec_lows(c0, c1);
            to[3] = edgec_highs(c0, c1);
        } else {
            for (j = 0; j < columns; j++) {
                to[j] = edgec_pair(b[j], b[n + j]);
            }
        }
        b += 2 * n;
        to += 4;
    }
    for (; i < filled; i += 2) {
        for (j = 0; j < columns; j++) {
            to[j] = (i < k) ? edgec_pair(b[j], 0) : 0u;
        }
        to += 4;
    }
}

/* y[M, N] = a[M, K] . b[K, N]; where columns are no whole fours, the last four overlap those before.  A row whose k
 * are no whole units is copied and filled with zeros. */
static inline void edgec_matmul_s16_armv7em_one(const edgec_matmul_s16_armv7em_params *p, const int16_t *a,
                                                const int16_t *b, int16_t *y, uint32_t *scratch)
{
    const int32_t units = (p->k + 3) / 4;
    const int32_t together = (p->k % 4 == 0 && p->n >= 4) ? p->m : 1;
    void *const behind = scratch + 8 * units;
    int16_t *const row = behind;
    int32_t i;
    int32_t j;
    if (p->k % 4 != 0) {
        memset(row, 0, (size_t)units * 8u);
    }
    for (j = 0; j < p->n; j += 4) {
        const int32_t at = (j + 4 <= p->n || p->n < 4) ? j : p->n - 4;
        edgec_matmul_s16_armv7em_pack(b + at, p->k, p->n, (p->n < 4) ? p->n : 4, scratch);
        for (i = 0; i < p->m; i += together) {
            int16_t few[4] = {0};
            edgec_matmul_s16_job job;
            job.x = a + i * p->k;
            if (p->k % 4 != 0) {
                memcpy(row, job.x, (size_t)p->k * sizeof *a);
                job.x = row;
            }
            job.columns = scratch;
            job.units = units;
            job.m = p->multiplier;
            job.half = UINT32_C(1) << (p->shift - 33u);
            job.down = (int32_t)p->shift - 33;
            job.up = 32 - job.down;
            job.y = (p->n < 4) ? few : y + i * p->n + at;
            job.y_step = 2 * p->n;
            job.rows = together;
            edgec_matmul_s16_armv7em_rows(&job);
            if (p->n < 4) {
                memcpy(y + i * p->n, few, (size_t)p->n * sizeof *y);
            }
        }
    }
}

static inline void edgec_matmul_s16_armv7em(const edgec_matmul_s16_armv7em_params *p, const int16_t *a,
                                            const int16_t *b, int16_t *y, uint32_t *scratch)
{
    const int32_t count = edgec_products(p->batch);
    int32_t i;
    for (i = 0; i < count; i++) {
        edgec_matmul_s16_armv7em_one(p, a + edgec_product_at(p->batch, p->a_stride, i),
                                     b + edgec_product_at(p->batch, p->b_stride, i), y, scratch);
        y += p->m * p->n;
    }
}

#endif
