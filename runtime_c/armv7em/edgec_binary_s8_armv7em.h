/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sum, difference and product of two int8 tensors, four elements at a time: of one shape, or with broadcasting.  The
 * output may be the buffer of an operand of its shape. */
#ifndef EDGEC_BINARY_S8_ARMV7EM_H
#define EDGEC_BINARY_S8_ARMV7EM_H

#include "edgec_broadcast.h"
#include "edgec_armv7em.h"

/* y = clamp((a * m_a + b * m_b + offset) >> shift); offset holds the zero points of all three and the rounding half. */
typedef struct {
    edgec_broadcast shape; /* along the last dimension a moves; b moves with it or stays */
    int32_t m_a, m_b, offset;
    uint32_t shift;
    int32_t lo, hi;
} edgec_add_s8_armv7em_params;

/* y = clamp((hi32((a - a_zero) * (b - b_zero) * m) + add) >> shift). */
typedef struct {
    edgec_broadcast shape; /* as above */
    int32_t a_zero, b_zero;
    int32_t m;
    uint32_t add;
    uint32_t shift;
    int32_t lo, hi;
} edgec_mul_s8_armv7em_params;

static inline int32_t edgec_byte(uint32_t word, uint32_t i) { return (int8_t)(uint8_t)((word >> (8u * i)) & 0xFFu); }

EDGEC_INLINE int8_t edgec_add_s8_armv7em_one(const edgec_add_s8_armv7em_params *p, int32_t sum)
{
    return (int8_t)edgec_limit_s8(sum >> p->shift, p->lo, p->hi);
}

/* Both operands move. */
EDGEC_INLINE void edgec_add_s8_armv7em_both(const edgec_add_s8_armv7em_params *p, const int8_t *a, const int8_t *b,
                                            int8_t *y)
{
    const int32_t m_a = edgec_opaque(p->m_a);
    const int32_t m_b = edgec_opaque(p->m_b);
    const int32_t offset = edgec_opaque(p->offset);
    int32_t n = p->shape.dims[5];
    for (; n >= 4; n -= 4) {
        const uint32_t four_a = edgec_load4(a);
        const uint32_t four_b = edgec_load4(b);
        uint32_t i;
        for (i = 0u; i < 4u; i++) {
            const int32_t sum = edgec_byte(four_a, i) * m_a + (edgec_byte(four_b, i) * m_b + offset);
            y[i] = edgec_add_s8_armv7em_one(p, sum);
        }
        a += 4;
        b += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_add_s8_armv7em_one(p, *a++ * m_a + (*b++ * m_b + offset));
    }
}

/* a moves, b is one value. */
EDGEC_INLINE void edgec_add_s8_armv7em_single(const edgec_add_s8_armv7em_params *p, const int8_t *a, int32_t b,
                                              int8_t *y)
{
    const int32_t m_a = edgec_opaque(p->m_a);
    const int32_t offset = b * p->m_b + p->offset;
    int32_t n = p->shape.dims[5];
    for (; n >= 4; n -= 4) {
        const uint32_t four = edgec_load4(a);
        uint32_t i;
        for (i = 0u; i < 4u; i++) {
            y[i] = edgec_add_s8_armv7em_one(p, edgec_byte(four, i) * m_a + offset);
        }
        a += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_add_s8_armv7em_one(p, *a++ * m_a + offset);
    }
}

EDGEC_INLINE void edgec_add_s8_armv7em_row(const edgec_add_s8_armv7em_params *p, const int8_t *a, const int8_t *b,
                                           int8_t *y)
{
    if (p->shape.b_stride[5] == 0 && p->shape.dims[5] > 1) {
        edgec_add_s8_armv7em_single(p, a, *b, y);
    } else {
        edgec_add_s8_armv7em_both(p, a, b, y);
    }
}

/* product is (a - a_zero) * (b - b_zero). */
EDGEC_INLINE int8_t edgec_mul_s8_armv7em_one(const edgec_mul_s8_armv7em_params *p, int32_t product)
{
    return (int8_t)edgec_limit_s8(edgec_smmla(product, p->m, p->add) >> p->shift, p->lo, p->hi);
}

EDGEC_INLINE void edgec_mul_s8_armv7em_both(const edgec_mul_s8_armv7em_params *p, const int8_t *a, const int8_t *b,
                                            int8_t *y)
{
    const uint32_t off_a = edgec_pair(-p->a_zero, -p->a_zero);
    const uint32_t off_b = edgec_pair(-p->b_zero, -p->b_zero);
    int32_t n = p->shape.dims[5];
    for (; n >= 4; n -= 4) {
        const uint32_t four_a = edgec_load4(a);
        const uint32_t four_b = edgec_load4(b);
        const uint32_t even_a = edgec_sxtab16(off_a, four_a);
        const uint32_t even_b = edgec_sxtab16(off_b, four_b);
        const uint32_t odd_a = edgec_sxtab16_odd(off_a, four_a);
        const uint32_t odd_b = edgec_sxtab16_odd(off_b, four_b);
        y[0] = edgec_mul_s8_armv7em_one(p, edgec_low(even_a) * edgec_low(even_b));
        y[1] = edgec_mul_s8_armv7em_one(p, edgec_low(odd_a) * edgec_low(odd_b));
        y[2] = edgec_mul_s8_armv7em_one(p, edgec_high(even_a) * edgec_high(even_b));
        y[3] = edgec_mul_s8_armv7em_one(p, edgec_high(odd_a) * edgec_high(odd_b));
        a += 4;
        b += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_mul_s8_armv7em_one(p, (*a++ - p->a_zero) * (*b++ - p->b_zero));
    }
}

EDGEC_INLINE void edgec_mul_s8_armv7em_single(const edgec_mul_s8_armv7em_params *p, const int8_t *a, int32_t b,
                                              int8_t *y)
{
    const int32_t factor = b - p->b_zero;
    const int32_t offset = -p->a_zero * factor;
    int32_t n = p->shape.dims[5];
    for (; n >= 4; n -= 4) {
        const uint32_t four = edgec_load4(a);
        uint32_t i;
        for (i = 0u; i < 4u; i++) {
            y[i] = edgec_mul_s8_armv7em_one(p, edgec_byte(four, i) * factor + offset);
        }
        a += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_mul_s8_armv7em_one(p, *a++ * factor + offset);
    }
}

EDGEC_INLINE void edgec_mul_s8_armv7em_row(const edgec_mul_s8_armv7em_params *p, const int8_t *a, const int8_t *b,
                                           int8_t *y)
{
    if (p->shape.b_stride[5] == 0 && p->shape.dims[5] > 1) {
        edgec_mul_s8_armv7em_single(p, a, *b, y);
    } else {
        edgec_mul_s8_armv7em_both(p, a, b, y);
    }
}

EDGEC_DEFINE_BROADCAST(edgec_add_s8_armv7em, int8_t, edgec_add_s8_armv7em_params, edgec_add_s8_armv7em_row)
EDGEC_DEFINE_BROADCAST(edgec_mul_s8_armv7em, int8_t, edgec_mul_s8_armv7em_params, edgec_mul_s8_armv7em_row)

#endif
