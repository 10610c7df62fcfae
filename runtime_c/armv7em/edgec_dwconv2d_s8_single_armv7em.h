/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Depthwise 2-D convolution, int8, channels last, with one filter a channel, whose output is a single position: a step
 * of a stream, or a window as large as the image.  The input's zero point is folded into the bias.
 *
 * Stream of four channels, in words: their bytes of each tap, four biases, four multipliers m, and the bytes n of
 * edgec_requantize_armv7em.  The last four channels end with the last one. */
#ifndef EDGEC_DWCONV2D_S8_SINGLE_ARMV7EM_H
#define EDGEC_DWCONV2D_S8_SINGLE_ARMV7EM_H

#include "edgec_clamp_s8_armv7em.h"

#define EDGEC_DW_SINGLE_FOUR 4

typedef struct {
    int32_t batch, channels;
    int32_t in_size; /* bytes of one image */
    int32_t taps;
    int32_t tap_step; /* bytes from one tap to the next */
    int32_t out_zero, lo, hi;
} edgec_dwconv2d_single_armv7em_params;

/* Words of four channels in the stream. */
static inline int32_t edgec_dw_single_words(const edgec_dwconv2d_single_armv7em_params *p) { return p->taps + 9; }

/* Four channels; what is behind their words. */
static inline const uint32_t *edgec_dw_single_four(const edgec_dwconv2d_single_armv7em_params *p, const int8_t *x,
                                                   const uint32_t *stream, int8_t *y)
{
    const uint32_t *const ends = stream + p->taps;
    const uint32_t *words;
    const uint32_t n = ends[8];
    const int32_t zz = 2 * p->out_zero + 1;
    uint32_t s0 = ends[0];
    uint32_t s1 = ends[1];
    uint32_t s2 = ends[2];
    uint32_t s3 = ends[3];
    for (words = stream; words < ends; words++, x += p->tap_step) {
        const uint32_t v = edgec_load4(x);
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v);
        const uint32_t w_even = edgec_sxtb16(*words);
        const uint32_t w_odd = edgec_sxtb16_odd(*words);
        s0 = edgec_smlabb(even, w_even, s0);
        s1 = edgec_smlabb(odd, w_odd, s1);
        s2 = edgec_smlatt(even, w_even, s2);
        s3 = edgec_smlatt(odd, w_odd, s3);
    }
    y[0] = (int8_t)edgec_requantize_armv7em((int32_t)s0, (int32_t)ends[4], n & 31u, zz);
    y[1] = (int8_t)edgec_requantize_armv7em((int32_t)s1, (int32_t)ends[5], n >> 8 & 31u, zz);
    y[2] = (int8_t)edgec_requantize_armv7em((int32_t)s2, (int32_t)ends[6], n >> 16 & 31u, zz);
    y[3] = (int8_t)edgec_requantize_armv7em((int32_t)s3, (int32_t)ends[7], n >> 24, zz);
    return stream + edgec_dw_single_words(p);
}

/* Fours first .. first + count - 1 of the channels of an image. */
EDGEC_SHARED_CODE void edgec_dw_single_run(const edgec_dwconv2d_single_armv7em_params *p, int32_t first, int32_t count,
                                           const int8_t *x, const uint32_t *stream, int8_t *y)
{
    const int32_t last = p->channels - EDGEC_DW_SINGLE_FOUR;
    const int32_t begin = first * EDGEC_DW_SINGLE_FOUR;
    const int32_t from = (begin < last) ? begin : last;
    const uint32_t *words = stream + first * edgec_dw_single_words(p);
    int32_t c = from;
    int32_t i;
    for (i = 0; i < count; i++) {
        words = edgec_dw_single_four(p, x + c, words, y + c);
        c = (c + EDGEC_DW_SINGLE_FOUR < last) ? c + EDGEC_DW_SINGLE_FOUR : last;
    }
    if (p->lo > INT8_MIN || p->hi < INT8_MAX) {
        const int32_t end = begin + count * EDGEC_DW_SINGLE_FOUR;
        edgec_clamp_bytes(y + from, ((end < p->channels) ? end : p->channels) - from, p->lo, p->hi);
    }
}

/* Fours of an image. */
static inline int32_t edgec_dw_single_fours(const edgec_dwconv2d_single_armv7em_params *p)
{
    return (p->channels + EDGEC_DW_SINGLE_FOUR - 1) / EDGEC_DW_SINGLE_FOUR;
}

static inline void edgec_dwconv2d_s8_single_armv7em(const edgec_dwconv2d_single_armv7em_params *p, const int8_t *x,
                                                    const uint32_t *stream, int8_t *y)
{
    int32_t i;
    for (i = 0; i < p->batch; i++) {
        edgec_dw_single_run(p, 0, edgec_dw_single_fours(p), x + i * p->in_size, stream, y + i * p->channels);
    }
}

/* The same in parts: items are fours of channels, image by image. */
static inline void edgec_dwconv2d_s8_single_armv7em_part(const edgec_dwconv2d_single_armv7em_params *p, int32_t first,
                                                         int32_t count, const int8_t *x, const uint32_t *stream,
                                                         int8_t *y)
{
    const int32_t fours = edgec_dw_single_fours(p);
    int32_t i = first / fours;
    first -= i * fours;
    for (; count > 0; i++, first = 0) {
        const int32_t some = (fours - first < count) ? fours - first : count;
        edgec_dw_single_run(p, first, some, x + i * p->in_size, stream, y + i * p->channels);
        count -= some;
    }
}

#endif
