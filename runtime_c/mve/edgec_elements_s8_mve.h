/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences and products of two int8 tensors of one shape, and functions of one value. */
#ifndef EDGEC_ELEMENTS_S8_MVE_H
#define EDGEC_ELEMENTS_S8_MVE_H

#include "edgec_elements_code_mve.h"
#include "edgec_mve.h"

#define EDGEC_ELEMENTS_MVE "lr", "d0", "d1", "d2", "d3", "cc", "memory"

/* y = clamp(out_zero + (a * m_a + b * m_b + offset >> -minus_shift)); offset holds the zero points and what rounds. */
typedef struct {
    int32_t n, m_a, m_b, offset, minus_shift, out_zero, lo, hi;
} edgec_sum_s8_mve_params;

/* y = the product without zero points, scaled as sums are (edgec_ending_mve). */
typedef struct {
    int32_t n, a_zero, b_zero;
    int32_t multiplier, minus_n;
    edgec_ending_mve ending;
} edgec_mul_s8_mve_params;

/* Rows of x_columns into rows of y_columns. */
typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
} edgec_table_s8_mve_params;

typedef struct {
    const int8_t *a, *b;
    int8_t *y;
    const void *p; /* the parameters */
} edgec_of_two_mve;

/* The assembly reads members of parameters at their offsets, those that both have at the same ones. */
EDGEC_STATIC_ASSERT(offsetof(edgec_sum_s8_mve_params, n) == 0 && offsetof(edgec_sum_s8_mve_params, m_a) == 4 &&
                        offsetof(edgec_sum_s8_mve_params, minus_shift) == 16 &&
                        offsetof(edgec_sum_s8_mve_params, out_zero) == 20 && sizeof(edgec_sum_s8_mve_params) == 32 &&
                        offsetof(edgec_mul_s8_mve_params, n) == 0 && offsetof(edgec_mul_s8_mve_params, a_zero) == 4 &&
                        offsetof(edgec_mul_s8_mve_params, multiplier) == 12 &&
                        offsetof(edgec_mul_s8_mve_params, ending) == 20 && offsetof(edgec_ending_mve, lo) == 4 &&
                        offsetof(edgec_ending_mve, left) == 12,
                    elements_mve_reads_parameters_at_offsets);

#define edgec_sum_s8_mve_run EDGEC_TAGGED(edgec_sum_s8_mve_run)
#define edgec_mul_s8_mve_run EDGEC_TAGGED(edgec_mul_s8_mve_run)
EDGEC_BLOCK_MVE(edgec_sum_s8_mve_run, edgec_of_two_mve, EDGEC_SUM_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mul_s8_mve_run, edgec_of_two_mve, EDGEC_MUL_S8_CODE_MVE)

/* Parameters in memory, as the assembly reads them. */
EDGEC_INLINE edgec_sum_s8_mve_params edgec_sum_read_mve(const edgec_sum_s8_mve_params *p)
{
    edgec_sum_s8_mve_params own;
    own.n = p->n;
    own.m_a = p->m_a;
    own.m_b = p->m_b;
    own.offset = p->offset;
    own.minus_shift = p->minus_shift;
    own.out_zero = p->out_zero;
    own.lo = p->lo;
    own.hi = p->hi;
    return own;
}

EDGEC_INLINE edgec_mul_s8_mve_params edgec_mul_read_mve(const edgec_mul_s8_mve_params *p)
{
    edgec_mul_s8_mve_params own;
    own.n = p->n;
    own.a_zero = p->a_zero;
    own.b_zero = p->b_zero;
    own.multiplier = p->multiplier;
    own.minus_n = p->minus_n;
    own.ending.out_zero = p->ending.out_zero;
    own.ending.lo = p->ending.lo;
    own.ending.hi = p->ending.hi;
    own.ending.left = p->ending.left;
    return own;
}

static inline void edgec_sum_s8_mve(const edgec_sum_s8_mve_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const edgec_sum_s8_mve_params own = edgec_sum_read_mve(p);
    edgec_of_two_mve job;
    job.a = a;
    job.b = b;
    job.y = y;
    job.p = &own;
    edgec_sum_s8_mve_run(&job);
}

static inline void edgec_mul_s8_mve(const edgec_mul_s8_mve_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const edgec_mul_s8_mve_params own = edgec_mul_read_mve(p);
    edgec_of_two_mve job;
    job.a = a;
    job.b = b;
    job.y = y;
    job.p = &own;
    edgec_mul_s8_mve_run(&job);
}

/* table[v] for the byte v without its sign. */
EDGEC_SHARED_CODE void edgec_table_s8_mve(const edgec_table_s8_mve_params *p, const int8_t *x, const int8_t *table,
                                          int8_t *y)
{
    int32_t r;
    for (r = 0; r < p->rows; r++) {
        const int8_t *from = x + r * p->x_columns;
        int8_t *to = y + r * p->y_columns + p->y_offset;
        __asm__ volatile(EDGEC_TABLE_S8_CODE_MVE
                         : [x] "+&r"(from), [y] "+&r"(to)
                         : [n] "r"(p->x_columns), [table] "r"(table)
                         : EDGEC_ELEMENTS_MVE);
    }
}

#endif
