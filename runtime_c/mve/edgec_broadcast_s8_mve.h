/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences and products of two int8 tensors, of which one repeats: rows of elements, or rows with one value.
 * The output may be the buffer of an operand of its shape. */
#ifndef EDGEC_BROADCAST_S8_MVE_H
#define EDGEC_BROADCAST_S8_MVE_H

#include "edgec_broadcast.h"
#include "edgec_elements_s8_mve.h"

/* Along the last dimension, of so many elements as n says, a moves; b moves with it or stays. */
typedef struct {
    edgec_broadcast shape;
    edgec_sum_s8_mve_params sum;
} edgec_sums_s8_mve_params;

typedef struct {
    edgec_broadcast shape;
    edgec_mul_s8_mve_params mul;
} edgec_products_s8_mve_params;

/* The assembly reads and changes members at their offsets; gaps are from the last four elements of a row to the next
 * row. */
typedef struct {
    edgec_of_two_mve row;
    int32_t rows, a_gap, b_gap, y_gap;
} edgec_rows_of_two_mve;

EDGEC_STATIC_ASSERT(sizeof(void *) != 4 ||
                        (sizeof(edgec_of_two_mve) == 16 && offsetof(edgec_rows_of_two_mve, rows) == 16 &&
                         offsetof(edgec_rows_of_two_mve, y_gap) == 28),
                    broadcast_mve_reads_jobs_at_offsets);

#define edgec_sum_rows_s8_mve EDGEC_TAGGED(edgec_sum_rows_s8_mve)
#define edgec_sum_values_s8_mve EDGEC_TAGGED(edgec_sum_values_s8_mve)
#define edgec_mul_rows_s8_mve EDGEC_TAGGED(edgec_mul_rows_s8_mve)
#define edgec_mul_values_s8_mve EDGEC_TAGGED(edgec_mul_values_s8_mve)
EDGEC_BLOCK_MVE(edgec_sum_rows_s8_mve, edgec_rows_of_two_mve, EDGEC_SUM_ROWS_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_sum_values_s8_mve, edgec_rows_of_two_mve, EDGEC_SUM_SINGLE_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mul_rows_s8_mve, edgec_rows_of_two_mve, EDGEC_MUL_ROWS_S8_CODE_MVE)
EDGEC_BLOCK_MVE(edgec_mul_values_s8_mve, edgec_rows_of_two_mve, EDGEC_MUL_SINGLE_S8_CODE_MVE)

typedef void edgec_of_rows_mve(edgec_rows_of_two_mve *job); /* one of these */

/* Loops around the rows; moves: elements of b along a row that the assembly goes past. */
EDGEC_INLINE void edgec_broadcast_run_mve(const edgec_broadcast *s, const void *p, const int8_t *a, const int8_t *b,
                                          int8_t *y, edgec_of_rows_mve *of_rows, int32_t moves)
{
    const int32_t *sa = s->a_stride;
    const int32_t *sb = s->b_stride;
    const int32_t n = s->dims[5];
    const int32_t passed = (n + 3) / 4 * 4;
    edgec_rows_of_two_mve job;
    int32_t i0, i1, i2, i3;
    job.row.p = p;
    job.a_gap = sa[4] - passed;
    job.b_gap = sb[4] - passed * moves;
    job.y_gap = n - passed;
    for (i0 = 0; i0 < s->dims[0]; i0++) {
        for (i1 = 0; i1 < s->dims[1]; i1++) {
            for (i2 = 0; i2 < s->dims[2]; i2++) {
                for (i3 = 0; i3 < s->dims[3]; i3++) {
                    job.row.a = a + i0 * sa[0] + i1 * sa[1] + i2 * sa[2] + i3 * sa[3];
                    job.row.b = b + i0 * sb[0] + i1 * sb[1] + i2 * sb[2] + i3 * sb[3];
                    job.row.y = y;
                    job.rows = s->dims[4];
                    of_rows(&job);
                    y += s->dims[4] * n;
                }
            }
        }
    }
}

/* Of two that move along rows, or of one and a value of each row. */
#define EDGEC_DEFINE_BROADCAST_MVE(name, operation, member, code, moves)                                               \
    EDGEC_KERNEL_MVE void edgec_##name##_s8_mve(const edgec_##operation##_s8_mve_params *p, const int8_t *a,           \
                                                const int8_t *b, int8_t *y)                                            \
    {                                                                                                                  \
        const edgec_##member##_s8_mve_params own = edgec_##member##_read_mve(&p->member);                              \
        edgec_broadcast_run_mve(&p->shape, &own, a, b, y, code, moves);                                                \
    }

EDGEC_DEFINE_BROADCAST_MVE(sums, sums, sum, edgec_sum_rows_s8_mve, 1)
EDGEC_DEFINE_BROADCAST_MVE(sums_single, sums, sum, edgec_sum_values_s8_mve, 0)
EDGEC_DEFINE_BROADCAST_MVE(products, products, mul, edgec_mul_rows_s8_mve, 1)
EDGEC_DEFINE_BROADCAST_MVE(products_single, products, mul, edgec_mul_values_s8_mve, 0)

#endif
