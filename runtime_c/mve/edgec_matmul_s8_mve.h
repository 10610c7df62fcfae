/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two computed matrices, int8: four columns are copied to scratch, each in one piece, then a row with them
 * takes 9 instructions for 64 products of 16 k.  What zero points add is a number of each row and of each column. */
#ifndef EDGEC_MATMUL_S8_MVE_H
#define EDGEC_MATMUL_S8_MVE_H

#include "edgec_matmul_s8_code_mve.h"
#include "edgec_mve.h"
#include "edgec_products.h"

#define EDGEC_MATMUL_MVE_COLUMNS 4
#define EDGEC_MATMUL_MVE_VECTOR 16 /* k of a step */

/* `multiplier` and `minus_n`: of all sums, which are doubled `left` times before (edgec_ending_mve).  Scratch: four
 * columns, k rounded up to 16, then a word for each row. */
typedef struct {
    int32_t batch[4], a_stride[4], b_stride[4];
    int32_t m, k, n;
    int32_t a_zero, b_zero;
    int32_t multiplier, minus_n, left, out_zero;
} edgec_matmul_s8_mve_params;

/* All rows with four columns.  The assembly reads members at their offsets. */
typedef struct {
    const int8_t *columns[EDGEC_MATMUL_MVE_COLUMNS];
    const int8_t *a;
    const int32_t *terms; /* of each row */
    int8_t *y;
    int32_t rows, steps, tail, multiplier, minus_n, zero;
    int32_t more[EDGEC_MATMUL_MVE_COLUMNS]; /* of each column */
    int32_t kept[2];
    int32_t left, n;
} edgec_matmul_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (offsetof(edgec_matmul_mve, a) == 16 && offsetof(edgec_matmul_mve, y) == 24 &&
                         offsetof(edgec_matmul_mve, steps) == 32 && offsetof(edgec_matmul_mve, tail) == 36 &&
                         offsetof(edgec_matmul_mve, multiplier) == 40 && offsetof(edgec_matmul_mve, zero) == 48 &&
                         offsetof(edgec_matmul_mve, more) == 52 && offsetof(edgec_matmul_mve, kept) == 68 &&
                         offsetof(edgec_matmul_mve, left) == 76 && offsetof(edgec_matmul_mve, n) == 80),
                    matmul_mve_reads_jobs_at_offsets);

#define edgec_matmul_s8_mve_rows EDGEC_TAGGED(edgec_matmul_s8_mve_rows)
EDGEC_BLOCK_MVE(edgec_matmul_s8_mve_rows, edgec_matmul_mve, EDGEC_MATMUL_S8_CODE_MVE)

EDGEC_INLINE int32_t edgec_matmul_sum_mve(const int8_t *x, int32_t bytes)
{
    register int32_t sum __asm__("r2"); /* an even register */
    __asm__ volatile(EDGEC_MATMUL_SUM_CODE_MVE
                     : [sum] "=&r"(sum), [x] "+&r"(x)
                     : [bytes] "r"(bytes)
                     : "lr", "d2", "d3", "cc", "memory");
    return sum;
}

/* Bytes that lie `step` apart, in one piece. */
EDGEC_INLINE void edgec_matmul_column_mve(int8_t *to, const int8_t *b, int32_t bytes, int32_t step,
                                          const uint16_t *places)
{
    __asm__ volatile(EDGEC_MATMUL_COLUMN_CODE_MVE
                     : [to] "+&l"(to), [b] "+&r"(b)
                     : [bytes] "r"(bytes), [eight] "r"(8 * step), [places] "r"(places)
                     : "lr", "d0", "d1", "d2", "d3", "cc", "memory");
}

/* y[M, N] = a[M, K] . b[K, N]; the last four columns end with the last one. */
EDGEC_INLINE void edgec_matmul_one_mve(const edgec_matmul_s8_mve_params *p, edgec_matmul_mve *job, const int8_t *b,
                                       int8_t *y, int8_t *panel, const uint16_t *places)
{
    const int32_t pitch = (p->k + EDGEC_MATMUL_MVE_VECTOR - 1) / EDGEC_MATMUL_MVE_VECTOR * EDGEC_MATMUL_MVE_VECTOR;
    const int32_t last = p->n - EDGEC_MATMUL_MVE_COLUMNS;
    int32_t j = 0;
    int32_t c;
    for (;;) {
        for (c = 0; c < EDGEC_MATMUL_MVE_COLUMNS; c++) {
            int8_t *const column = panel + c * pitch;
            edgec_matmul_column_mve(column, b + j + c, p->k, p->n, places);
            job->columns[c] = column;
            job->more[c] = -p->a_zero * edgec_matmul_sum_mve(column, p->k);
        }
        job->y = y + j;
        edgec_matmul_s8_mve_rows(job);
        if (j >= last) {
            return;
        }
        j = j + EDGEC_MATMUL_MVE_COLUMNS < last ? j + EDGEC_MATMUL_MVE_COLUMNS : last;
    }
}

EDGEC_KERNEL_MVE void edgec_matmul_s8_mve(const edgec_matmul_s8_mve_params *p, const int8_t *a, const int8_t *b,
                                          int8_t *EDGEC_RESTRICT y, int8_t *scratch)
{
    const int32_t count = edgec_products(p->batch);
    const int32_t pitch = (p->k + EDGEC_MATMUL_MVE_VECTOR - 1) / EDGEC_MATMUL_MVE_VECTOR * EDGEC_MATMUL_MVE_VECTOR;
    int32_t *const terms = (int32_t *)(void *)(scratch + EDGEC_MATMUL_MVE_COLUMNS * pitch);
    uint16_t places[8];
    edgec_matmul_mve job;
    int32_t i;
    int32_t k;
    for (k = 0; k < 8; k++) {
        places[k] = (uint16_t)(k * p->n);
    }
    job.terms = terms;
    job.rows = p->m;
    job.steps = p->k / EDGEC_MATMUL_MVE_VECTOR;
    job.tail = p->k % EDGEC_MATMUL_MVE_VECTOR;
    job.multiplier = p->multiplier;
    job.minus_n = p->minus_n;
    job.zero = p->out_zero;
    job.left = p->left;
    job.n = p->n;
    for (i = 0; i < count; i++) {
        job.a = a + edgec_product_at(p->batch, p->a_stride, i);
        for (k = 0; k < p->m; k++) {
            terms[k] = p->b_zero * (p->k * p->a_zero - edgec_matmul_sum_mve(job.a + k * p->k, p->k));
        }
        edgec_matmul_one_mve(p, &job, b + edgec_product_at(p->batch, p->b_stride, i), y, scratch, places);
        y += p->m * p->n;
    }
}

#endif
