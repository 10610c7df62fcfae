/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences and products of two float32 tensors, of which the second may be repeated, then the limits. */
#ifndef EDGEC_ELEMENTS_F32_MVE_H
#define EDGEC_ELEMENTS_F32_MVE_H

#include "edgec_elements_f32_code_mve.h"
#include "edgec_limits_f32_mve.h"

/* `rows` of n elements; the second operand goes on by `b_row` from one to the next: n, or 0 where it is repeated. */
typedef struct {
    int32_t rows, n, b_row;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    float lo, hi;
} edgec_binary_f32_mve_params;

#define EDGEC_ROW_F32_MVE(code)                                                                                        \
    __asm__ volatile(code                                                                                              \
                     : [a] "+&r"(from), [b] "+&r"(more), [y] "+&r"(to)                                                 \
                     : [n] "r"(p->n), [lo] "r"(p->lo), [hi] "r"(p->hi)                                                 \
                     : "lr", "d0", "d1", "d2", "d3", "d4", "d5", "cc", "memory")

/* edgec_<fn>_f32_mve. */
#define EDGEC_DEFINE_BINARY_F32_MVE(fn, name)                                                                          \
    EDGEC_KERNEL_MVE void edgec_##fn##_f32_mve(const edgec_binary_f32_mve_params *p, const float *a, const float *b,   \
                                               float *y)                                                               \
    {                                                                                                                  \
        int32_t r;                                                                                                     \
        for (r = 0; r < p->rows; r++) {                                                                                \
            const float *from = a + r * p->n;                                                                          \
            const float *more = b + r * p->b_row;                                                                      \
            float *to = y + r * p->n;                                                                                  \
            if (p->bounds == EDGEC_UNLIMITED_F32_MVE) {                                                                \
                EDGEC_ROW_F32_MVE(EDGEC_##name##_F32_LIMITS0_CODE_MVE);                                                \
            } else if (p->bounds == EDGEC_BELOW_F32_MVE) {                                                             \
                EDGEC_ROW_F32_MVE(EDGEC_##name##_F32_LIMITS1_CODE_MVE);                                                \
            } else {                                                                                                   \
                EDGEC_ROW_F32_MVE(EDGEC_##name##_F32_LIMITS2_CODE_MVE);                                                \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_BINARY_F32_MVE(add, ADD)
EDGEC_DEFINE_BINARY_F32_MVE(sub, SUB)
EDGEC_DEFINE_BINARY_F32_MVE(mul, MUL)

#endif
