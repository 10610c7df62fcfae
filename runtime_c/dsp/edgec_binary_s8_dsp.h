/* Sum, difference and product of two int8 tensors of one shape, four elements at a time; the output may be the buffer
 * of either operand. */
#ifndef EDGEC_BINARY_S8_DSP_H
#define EDGEC_BINARY_S8_DSP_H

#include "edgec_dsp.h"

/* y = clamp((a * m_a + b * m_b + offset) >> shift); offset holds the zero points of all three and the rounding half. */
typedef struct {
    int32_t n;
    int32_t m_a, m_b, offset;
    uint32_t shift;
    int32_t lo, hi;
} edgec_add_s8_dsp_params;

/* y = clamp((hi32((a - a_zero) * (b - b_zero) * m) + add) >> shift). */
typedef struct {
    int32_t n;
    int32_t a_zero, b_zero;
    int32_t m;
    uint32_t add;
    uint32_t shift;
    int32_t lo, hi;
} edgec_mul_s8_dsp_params;

static inline int32_t edgec_byte(uint32_t word, uint32_t i) { return (int8_t)(uint8_t)((word >> (8u * i)) & 0xFFu); }

static inline int8_t edgec_add_s8_dsp_one(const edgec_add_s8_dsp_params *p, int32_t sum)
{
    return (int8_t)edgec_limit_s8(sum >> p->shift, p->lo, p->hi);
}

static inline void edgec_add_s8__dsp(const edgec_add_s8_dsp_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    const int32_t m_a = edgec_opaque(p->m_a);
    const int32_t m_b = edgec_opaque(p->m_b);
    const int32_t offset = edgec_opaque(p->offset);
    int32_t n = p->n;
    for (; n >= 4; n -= 4) {
        const uint32_t four_a = edgec_load4(a);
        const uint32_t four_b = edgec_load4(b);
        uint32_t i;
        for (i = 0u; i < 4u; i++) {
            const int32_t sum = edgec_byte(four_a, i) * m_a + (edgec_byte(four_b, i) * m_b + offset);
            y[i] = edgec_add_s8_dsp_one(p, sum);
        }
        a += 4;
        b += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_add_s8_dsp_one(p, *a++ * m_a + (*b++ * m_b + offset));
    }
}

static inline int8_t edgec_mul_s8_dsp_one(const edgec_mul_s8_dsp_params *p, int32_t a, int32_t b)
{
    const int32_t product = (a - p->a_zero) * (b - p->b_zero);
    return (int8_t)edgec_limit_s8(edgec_smmla(product, p->m, p->add) >> p->shift, p->lo, p->hi);
}

static inline void edgec_mul_s8__dsp(const edgec_mul_s8_dsp_params *p, const int8_t *a, const int8_t *b, int8_t *y)
{
    int32_t n = p->n;
    for (; n >= 4; n -= 4) {
        const uint32_t four_a = edgec_load4(a);
        const uint32_t four_b = edgec_load4(b);
        uint32_t i;
        for (i = 0u; i < 4u; i++) {
            y[i] = edgec_mul_s8_dsp_one(p, edgec_byte(four_a, i), edgec_byte(four_b, i));
        }
        a += 4;
        b += 4;
        y += 4;
    }
    for (; n > 0; n--) {
        *y++ = edgec_mul_s8_dsp_one(p, *a++, *b++);
    }
}

#endif
