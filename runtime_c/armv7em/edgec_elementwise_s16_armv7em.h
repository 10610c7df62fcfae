/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elementwise operations on int16 tensors, two elements at a time: sums and products with broadcasting, tables, changes
 * of scale.  The output may be the buffer of an operand of its shape. */
#ifndef EDGEC_ELEMENTWISE_S16_ARMV7EM_H
#define EDGEC_ELEMENTWISE_S16_ARMV7EM_H

#include "edgec_broadcast.h"
#include "edgec_armv7em.h"

/* y = clamp((a * m_a + b * m_b + 2**(shift - 1)) >> shift), each m taken apart into 2**16 * high + low. */
typedef struct {
    edgec_broadcast shape; /* along the last dimension a moves; b moves with it or stays */
    int32_t a_high, b_high, a_low, b_low;
    uint32_t shift; /* 17..46 */
    int32_t lo, hi;
} edgec_add_s16_armv7em_params;

/* y = clamp((hi32(a * b * m) + 2**(shift - 33)) >> (shift - 32)). */
typedef struct {
    edgec_broadcast shape; /* as above */
    int32_t m;
    uint32_t shift; /* 33..62 */
    int32_t lo, hi;
} edgec_mul_s16_armv7em_params;

/* An a and a b in one pair. */
EDGEC_INLINE uint32_t edgec_add_s16_armv7em_one(const edgec_add_s16_armv7em_params *p, uint32_t pair, uint32_t high,
                                                uint32_t low)
{
    const uint32_t under = edgec_smlad(pair, low, 0u);
    const uint32_t sum = edgec_smlad(pair, high, UINT32_C(1) << (p->shift - 17u)) + (uint32_t)((int32_t)under >> 16);
    return (uint32_t)edgec_limit_s16((int32_t)sum >> (p->shift - 16u), p->lo, p->hi);
}

EDGEC_INLINE void edgec_add_s16_armv7em_row(const edgec_add_s16_armv7em_params *p, const int16_t *a, const int16_t *b,
                                            int16_t *y)
{
    const uint32_t high = (uint32_t)edgec_opaque((int32_t)edgec_pair(p->a_high, p->b_high));
    const uint32_t low = (uint32_t)edgec_opaque((int32_t)edgec_pair(p->a_low, p->b_low));
    const int moves = p->shape.b_stride[5] != 0 || p->shape.dims[5] == 1;
    const uint32_t both = moves ? 0u : edgec_pair(*b, *b);
    int32_t n = p->shape.dims[5];
    for (; n >= 2; n -= 2) {
        const uint32_t two_a = edgec_load_pair(a);
        const uint32_t two_b = moves ? edgec_load_pair(b) : both;
        const uint32_t first = edgec_add_s16_armv7em_one(p, edgec_lows(two_a, two_b), high, low);
        const uint32_t second = edgec_add_s16_armv7em_one(p, edgec_highs(two_a, two_b), high, low);
        edgec_store_pair(edgec_lows(first, second), y);
        a += 2;
        b += moves ? 2 : 0;
        y += 2;
    }
    if (n > 0) {
        *y = (int16_t)edgec_low(edgec_add_s16_armv7em_one(p, edgec_pair(*a, *b), high, low));
    }
}

EDGEC_INLINE int32_t edgec_mul_s16_armv7em_one(const edgec_mul_s16_armv7em_params *p, int32_t product, int32_t m)
{
    const int32_t scaled = edgec_smmla(product, m, UINT32_C(1) << (p->shift - 33u));
    return edgec_limit_s16(scaled >> (p->shift - 32u), p->lo, p->hi);
}

EDGEC_INLINE void edgec_mul_s16_armv7em_row(const edgec_mul_s16_armv7em_params *p, const int16_t *a, const int16_t *b,
                                            int16_t *y)
{
    const int32_t m = edgec_opaque(p->m);
    const int moves = p->shape.b_stride[5] != 0 || p->shape.dims[5] == 1;
    const uint32_t both = moves ? 0u : edgec_pair(*b, *b);
    int32_t n = p->shape.dims[5];
    for (; n >= 2; n -= 2) {
        const uint32_t two_a = edgec_load_pair(a);
        const uint32_t two_b = moves ? edgec_load_pair(b) : both;
        const int32_t first = edgec_mul_s16_armv7em_one(p, edgec_low(two_a) * edgec_low(two_b), m);
        const int32_t second = edgec_mul_s16_armv7em_one(p, edgec_high(two_a) * edgec_high(two_b), m);
        edgec_store_pair(edgec_lows((uint32_t)first, (uint32_t)second), y);
        a += 2;
        b += moves ? 2 : 0;
        y += 2;
    }
    if (n > 0) {
        *y = (int16_t)edgec_mul_s16_armv7em_one(p, *a * *b, m);
    }
}

EDGEC_DEFINE_BROADCAST(edgec_add_s16_armv7em, int16_t, edgec_add_s16_armv7em_params, edgec_add_s16_armv7em_row)
EDGEC_DEFINE_BROADCAST(edgec_mul_s16_armv7em, int16_t, edgec_mul_s16_armv7em_params, edgec_mul_s16_armv7em_row)

typedef struct {
    int32_t n;
} edgec_table_s16_armv7em_params;

/* 2**7 times the value between two entries: at is the first one's number, from -256 on; f / 128 of the way.  The
 * weights {128 - f, f} are all + f * {-1, 1}. */
EDGEC_INLINE uint32_t edgec_table_s16_armv7em_one(const int16_t *middle, int32_t at, uint32_t f, uint32_t turn,
                                                  uint32_t all)
{
    return edgec_smlad(edgec_load_pair(middle + at), f * turn + all, 64u);
}

/* edgec_table_s16_plain, the two entries around a value loaded as a pair and weighted with {128 - f, f}. */
EDGEC_INLINE void edgec_table_s16_armv7em(const edgec_table_s16_armv7em_params *p, const int16_t *x,
                                          const int16_t *table, int16_t *y)
{
    const int16_t *const middle = table + 256;
    const uint32_t turn = (uint32_t)edgec_opaque(0xFFFF);
    const uint32_t all = (uint32_t)edgec_opaque(128);
    int32_t n = p->n;
    for (; n >= 2; n -= 2) {
        const uint32_t two = edgec_load_pair(x);
        const uint32_t first = edgec_table_s16_armv7em_one(middle, edgec_low(two) >> 7, two & 127u, turn, all);
        const uint32_t second =
            edgec_table_s16_armv7em_one(middle, edgec_high(two) >> 7, (two >> 16) & 127u, turn, all);
        edgec_store_pair(edgec_lows(first >> 7, second >> 7), y);
        x += 2;
        y += 2;
    }
    if (n > 0) {
        const int32_t v = *x;
        *y = (int16_t)edgec_low(edgec_table_s16_armv7em_one(middle, v >> 7, (uint32_t)v & 127u, turn, all) >> 7);
    }
}

/* Rows of x_columns into rows of y_columns. */
typedef struct {
    int32_t rows, x_columns, y_columns, y_offset;
    int32_t m;
    uint32_t shift; /* 17..46 */
} edgec_rescale_s16_armv7em_params;

/* An element in the high half of a word, whose low half is zero. */
EDGEC_INLINE int32_t edgec_rescale_s16_armv7em_one(const edgec_rescale_s16_armv7em_params *p, uint32_t x, int32_t m)
{
    const int32_t scaled = edgec_smmla((int32_t)x, m, UINT32_C(1) << (p->shift - 17u));
    return edgec_limit_s16(scaled >> (p->shift - 16u), INT16_MIN, INT16_MAX);
}

/* Another scale: y = saturate((hi32((x << 16) * m) + 2**(shift - 17)) >> (shift - 16)). */
EDGEC_INLINE void edgec_rescale_s16_armv7em(const edgec_rescale_s16_armv7em_params *p, const int16_t *x, int16_t *y)
{
    const int32_t m = edgec_opaque(p->m);
    int32_t r;
    y += p->y_offset;
    for (r = 0; r < p->rows; r++) {
        int16_t *to = y;
        int32_t n = p->x_columns;
        for (; n >= 2; n -= 2) {
            const uint32_t two = edgec_load_pair(x);
            const int32_t first = edgec_rescale_s16_armv7em_one(p, two << 16, m);
            const int32_t second = edgec_rescale_s16_armv7em_one(p, two & 0xFFFF0000u, m);
            edgec_store_pair(edgec_lows((uint32_t)first, (uint32_t)second), to);
            x += 2;
            to += 2;
        }
        if (n > 0) {
            *to = (int16_t)edgec_rescale_s16_armv7em_one(p, (uint32_t)*x++ << 16, m);
        }
        y += p->y_columns;
    }
}

#endif
