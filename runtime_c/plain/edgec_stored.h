/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Small floating-point formats (bfloat16, float8, float4), to and from float32; one value per element. */
#ifndef EDGEC_STORED_H
#define EDGEC_STORED_H

#include "edgec_half.h"

typedef struct {
    int32_t n;
} edgec_decode_params;

/* Codes of the format: sign bit, largest finite value, what lies beyond it, NaN; negative_zero: whether -0 exists. */
typedef struct {
    int32_t n;
    int32_t sign, top, over, nan, negative_zero;
} edgec_encode_params;

static inline void edgec_decode_bf16_plain(const edgec_decode_params *p, const uint16_t *x, float *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        y[i] = edgec_bits_to_float((uint32_t)x[i] << 16);
    }
}

/* Round to nearest, ties to even. */
static inline void edgec_encode_bf16_plain(const edgec_decode_params *p, const float *x, uint16_t *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        uint32_t bits;
        (void)memcpy(&bits, &x[i], sizeof(bits));
        if ((bits & 0x7fffffffu) > 0x7f800000u) {
            y[i] = (uint16_t)((bits >> 16) | 0x40u); /* NaN */
        } else {
            y[i] = (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
        }
    }
}

static inline void edgec_decode_table_plain(const edgec_decode_params *p, const uint8_t *x, const float *table,
                                            float *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        y[i] = table[x[i]];
    }
}

/* values[0 .. top] ascend from 0; the nearest one's code, of two equally near ones the even code. */
static inline int32_t edgec_encode_size(const edgec_encode_params *p, const float *values, float size)
{
    const float last = values[p->top];
    const float limit = last + (last - values[p->top - 1]) * 0.5f;
    int32_t low = 0;
    int32_t high = p->top;
    if (size > limit || (!(size < limit) && (p->top & 1) != 0)) {
        return p->over;
    }
    while (high - low > 1) { /* values[low] <= size, and size < values[high] or high is the top */
        const int32_t middle = (low + high) / 2;
        if (size < values[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    {
        const float half = (values[low] + values[high]) * 0.5f;
        return (size > half || (!(size < half) && (high & 1) == 0)) ? high : low;
    }
}

static inline void edgec_encode_table_plain(const edgec_encode_params *p, const float *x, const float *values,
                                            uint8_t *y)
{
    int32_t i;
    for (i = 0; i < p->n; i++) {
        const float v = x[i];
        uint32_t bits;
        int32_t code = p->nan;
        (void)memcpy(&bits, &v, sizeof(bits));
        if (v == v) {
            code = edgec_encode_size(p, values, (v < 0.0f) ? -v : v);
            if ((bits >> 31) != 0u && (p->negative_zero != 0 || (code != 0 && code != p->nan))) {
                code |= p->sign;
            }
        }
        y[i] = (uint8_t)code;
    }
}

#endif
