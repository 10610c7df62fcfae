/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A filter of the depthwise convolution's stream (edgec_dwconv2d_s8_armv7em.h): its taps as pairs of int16, its end.
 *
 * Pairs: {w0 w1} {w1 w2} of each row of 3x3; else {w0 w1} {w2 w3} .. of each row, with a zero behind an odd one. */
#ifndef EDGEC_DW_TAPS_ARMV7EM_H
#define EDGEC_DW_TAPS_ARMV7EM_H

#include "edgec_dw_3x3_armv7em.h"
#include "edgec_dw_taps_code_armv7em.h"

#define EDGEC_DW_END 8 /* bytes of a filter's bias, shift and multiplier, the last int4 tap included */

/* Words bias << 5 | n and m. */
static inline void edgec_dw_end_s8(edgec_dw_job *job, const int8_t *end)
{
    const uint32_t head = edgec_load4(end);
    job->bias = (uint32_t)((int32_t)head >> 5);
    job->n = head & 31u;
    job->m = (int32_t)edgec_load4(end + 4);
}

/* The pairs of three taps in each of three rows. */
static inline void edgec_dw_expand_3x3(const int8_t *w, uint32_t *taps)
{
    int32_t ky;
    for (ky = 0; ky < 3; ky++, w += 3, taps += 2) {
        const uint32_t v = edgec_load4(w);
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v);
        taps[0] = edgec_lows(even, odd);
        taps[1] = edgec_low_high(odd, even);
    }
}

/* The taps at w as pairs up to end, or one pair more; at least one. */
static inline void edgec_dw_expand_row(const int8_t *w, uint32_t *taps, const uint32_t *end)
{
#if EDGEC_ARMV7EM_BLOCKS
    uint32_t even;
    uint32_t odd;
    uint32_t low;
    __asm__ volatile(EDGEC_DW_EXPAND_CODE
                     : [w] "+r"(w), [taps] "+r"(taps), [even] "=&r"(even), [odd] "=&r"(odd), [low] "=&r"(low)
                     : [end] "r"(end)
                     : "cc", "memory");
#else
    do {
        const uint32_t v = edgec_load4(w);
        const uint32_t even = edgec_sxtb16(v);
        const uint32_t odd = edgec_sxtb16_odd(v);
        *taps++ = edgec_lows(even, odd);
        *taps++ = edgec_highs(even, odd);
        w += 4;
    } while (taps < end);
#endif
}

/* The pairs of cols taps in each of rows; reads up to three bytes and writes up to one pair behind the last. */
static inline void edgec_dw_expand(const int8_t *w, int32_t rows, int32_t cols, uint32_t *taps)
{
    for (; rows > 0; rows--, w += cols) {
        uint32_t *const end = taps + (uint32_t)(cols + 1) / 2;
        edgec_dw_expand_row(w, taps, end);
        taps = end;
        if (cols % 2 != 0) {
            taps[-1] &= 0xFFFFu;
        }
    }
}

#endif
