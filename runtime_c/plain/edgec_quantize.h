/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between float32 and quantized tensors, as ONNX QuantizeLinear and DequantizeLinear do. */
#ifndef EDGEC_QUANTIZE_H
#define EDGEC_QUANTIZE_H

#include "edgec_float.h"

/* x is [outer, channels, inner] with one scale and zero point per channel (one channel: a whole tensor). */
typedef struct {
    int32_t outer, channels, inner;
} edgec_quantize_params;

/* saturate(round_half_even(v / scale) + zero); NaN gives the lowest value. */
static inline int32_t edgec_quantize_one(float v, float scale, int32_t zero, int32_t lo, int32_t hi)
{
    const float q = rintf(v / scale);
    const int32_t least = lo - zero;
    const int32_t most = hi - zero;
    if (!(q > (float)least)) {
        return lo;
    }
    if (q >= (float)most) {
        return hi;
    }
    return (int32_t)q + zero;
}

#define EDGEC_DEFINE_QUANTIZE(name, type, lo, hi)                                                                      \
    static inline void edgec_quantize_f32_##name##_plain(const edgec_quantize_params *p, const float *x,               \
                                                         const float *scale, const int32_t *zero, type *y)             \
    {                                                                                                                  \
        int32_t o, c, i;                                                                                               \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (c = 0; c < p->channels; c++) {                                                                        \
                for (i = 0; i < p->inner; i++) {                                                                       \
                    *y++ = (type)edgec_quantize_one(*x++, scale[c], zero[c], (lo), (hi));                              \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

#define EDGEC_DEFINE_DEQUANTIZE(name, type)                                                                            \
    static inline void edgec_dequantize_##name##_f32_plain(const edgec_quantize_params *p, const type *x,              \
                                                           const float *scale, const int32_t *zero, float *y)          \
    {                                                                                                                  \
        int32_t o, c, i;                                                                                               \
        for (o = 0; o < p->outer; o++) {                                                                               \
            for (c = 0; c < p->channels; c++) {                                                                        \
                for (i = 0; i < p->inner; i++) {                                                                       \
                    const int32_t v = (int32_t)*x++ - zero[c];                                                         \
                    *y++ = (float)v * scale[c];                                                                        \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }

EDGEC_DEFINE_QUANTIZE(s8, int8_t, INT8_MIN, INT8_MAX)
EDGEC_DEFINE_QUANTIZE(u8, uint8_t, 0, UINT8_MAX)
EDGEC_DEFINE_QUANTIZE(s16, int16_t, INT16_MIN, INT16_MAX)
EDGEC_DEFINE_QUANTIZE(u16, uint16_t, 0, UINT16_MAX)
EDGEC_DEFINE_DEQUANTIZE(s8, int8_t)
EDGEC_DEFINE_DEQUANTIZE(u8, uint8_t)
EDGEC_DEFINE_DEQUANTIZE(s16, int16_t)
EDGEC_DEFINE_DEQUANTIZE(u16, uint16_t)

#endif
