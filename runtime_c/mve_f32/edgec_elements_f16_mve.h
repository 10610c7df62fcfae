/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums, differences and products of two float16 tensors, of which the second may be repeated, then the limits; and
 * conversions from and to float32. */
#ifndef EDGEC_ELEMENTS_F16_MVE_H
#define EDGEC_ELEMENTS_F16_MVE_H

#include "edgec_elements_f16_code_mve.h"
#include "edgec_half.h"
#include "edgec_limits_f32_mve.h"

/* `rows` of n elements; the second operand goes on by `b_row` from one to the next: n, or 0 where it is repeated. */
typedef struct {
    int32_t rows, n, b_row;
    int32_t bounds; /* EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE */
    int32_t lo, hi; /* bits of float16 */
} edgec_binary_f16_mve_params;

typedef struct {
    int32_t n;
} edgec_cast_f16_mve_params;

#define EDGEC_ROW_F16_MVE(code)                                                                                        \
    __asm__ volatile(code                                                                                              \
                     : [a] "+&r"(from), [b] "+&r"(more), [y] "+&r"(to)                                                 \
                     : [n] "r"(p->n), [lo] "r"(p->lo), [hi] "r"(p->hi)                                                 \
                     : "lr", "d0", "d1", "d2", "d3", "d4", "d5", "cc", "memory")

/* edgec_<fn>_f16_mve. */
#define EDGEC_DEFINE_BINARY_F16_MVE(fn, name)                                                                          \
    EDGEC_KERNEL_MVE void edgec_##fn##_f16_mve(const edgec_binary_f16_mve_params *p, const uint16_t *a,                \
                                               const uint16_t *b, uint16_t *y)                                         \
    {                                                                                                                  \
        int32_t r;                                                                                                     \
        for (r = 0; r < p->rows; r++) {                                                                                \
            const uint16_t *from = a + r * p->n;                                                                       \
            const uint16_t *more = b + r * p->b_row;                                                                   \
            uint16_t *to = y + r * p->n;                                                                               \
            if (p->bounds == EDGEC_UNLIMITED_F32_MVE) {                                                                \
                EDGEC_ROW_F16_MVE(EDGEC_##name##_F16_LIMITS0_CODE_MVE);                                                \
            } else if (p->bounds == EDGEC_BELOW_F32_MVE) {                                                             \
                EDGEC_ROW_F16_MVE(EDGEC_##name##_F16_LIMITS1_CODE_MVE);                                                \
            } else {                                                                                                   \
                EDGEC_ROW_F16_MVE(EDGEC_##name##_F16_LIMITS2_CODE_MVE);                                                \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_BINARY_F16_MVE(add, ADD)
EDGEC_DEFINE_BINARY_F16_MVE(sub, SUB)
EDGEC_DEFINE_BINARY_F16_MVE(mul, MUL)

/* Eight elements at a time, then single ones. */
#define EDGEC_DEFINE_CAST_F16_MVE(name, source, type, code, one)                                                       \
    EDGEC_KERNEL_MVE void name(const edgec_cast_f16_mve_params *p, const source *x, type *y)                           \
    {                                                                                                                  \
        const source *from = x;                                                                                        \
        type *to = y;                                                                                                  \
        int32_t i;                                                                                                     \
        __asm__ volatile(code                                                                                          \
                         : [from] "+&r"(from), [to] "+&r"(to)                                                          \
                         : [eights] "r"(p->n / 8)                                                                      \
                         : "lr", "d0", "d1", "d2", "d3", "d4", "d5", "cc", "memory");                                  \
        for (i = p->n / 8 * 8; i < p->n; i++) {                                                                        \
            y[i] = one(x[i]);                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_CAST_F16_MVE(edgec_cast_f32_f16_mve, float, uint16_t, EDGEC_CAST_F32_F16_CODE_MVE, edgec_float_to_half)
EDGEC_DEFINE_CAST_F16_MVE(edgec_cast_f16_f32_mve, uint16_t, float, EDGEC_CAST_F16_F32_CODE_MVE, edgec_half_to_float)

#endif
